/**
 * A module of one's own that talks over modems, through ports with payloads: what it sends goes to a modem's `outgoing`, what comes and what became of it
 * it takes from `delivered` and `report`. Sound takes 1 s for 1500 m, a frame of 100 bytes 0.8 s.
 */
import { describe, expect, test } from "vitest";
import type { Module } from "../src/control/index.ts";
import { moduleKind } from "../src/control/modules/software.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { Definitions, defineModel } from "../src/library/index.ts";
import { deliveredMessage, LONGEST_MESSAGE, messageReport, OUTCOMES, outgoingMessage } from "../src/modems/index.ts";
import { type Extension, PORTS, type Route, type SoftwarePort, shippedDefinitions } from "../src/scenario/index.ts";
import { type ModemRun, PLAIN_SOUND, ROUND, resultOf } from "./support/modem-runs.ts";
import { runToEnd } from "./support/scenarios.ts";
import { sensorScenario } from "./support/sensor-runs.ts";

const RATE_HZ = 10;
const VEHICLES = ["a", "b"] as const;

/** Sends what it is told to, in its steps, and writes all that it takes into the log: one line of JSON each. */
const talker = defineModel(moduleKind, {
  model: "talker",
  doc: "Sends messages and says what comes",
  reads: ["rate_Hz"],
  params: { orders: { type: "text", doc: "step, destination, reference, reliable, size; …", default: "" } },
  create(p): Module {
    const orders = p.orders
      .split(";")
      .flatMap((order) => (order.trim() === "" ? [] : [order.trim().split(" ").map(Number)]));
    const delivered = new Float64Array(deliveredMessage.size);
    const report = new Float64Array(messageReport.size);
    const bytes = new Uint8Array(LONGEST_MESSAGE);
    return {
      rate_Hz: p.rate_Hz!,
      memory: 1,
      shows: ["step"],
      step(tick) {
        const ports = tick.ports!;
        const step = tick.reals[tick.memoryAt]!++;
        tick.reals[tick.shownAt] = step;
        for (const [at, destination, reference, reliable, size] of orders) {
          if (at === step) {
            ports.send("out", Float64Array.of(destination!, reference!, reliable!), payload(reference!, size!));
          }
        }
        for (;;) {
          const length = ports.payloadInto("in", bytes);
          if (length < 0) break;
          ports.receive("in", delivered);
          tick.log(JSON.stringify({ ...named(deliveredMessage.at, delivered), bytes: [...bytes.subarray(0, length)] }));
        }
        while (ports.receive("report", report)) tick.log(JSON.stringify(named(messageReport.at, report)));
      },
    };
  },
});

const payload = (reference: number, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, k) => (7 * reference + k) & 255);

function named(places: Readonly<Record<string, number>>, values: Float64Array): Record<string, number> {
  return Object.fromEntries(Object.entries(places).map(([name, place]) => [name, values[place]!]));
}

const { definitions, diagnostics } = Definitions.create([...shippedDefinitions, talker]);
if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));

/** The ports of the talkers, and the routes between them and the modems. */
const wires: Extension = {
  software: () =>
    VEHICLES.flatMap((_, vehicle) =>
      [
        { name: "out", direction: "out", type: outgoingMessage } as const,
        { name: "in", direction: "in", type: deliveredMessage } as const,
        { name: "report", direction: "in", type: messageReport } as const,
      ].map((port) => ({ vehicle, controller: "brain", ...port }) as unknown as SoftwarePort),
    ),
  routes: () =>
    VEHICLES.flatMap((name, vehicle) => {
      const software = (port: string) =>
        ({ role: "controllers", path: PORTS.software(name, "brain", port), vehicle, controller: "brain" }) as const;
      const modem = (port: string) => ({ role: "communications", path: `${name}/modem.${port}`, vehicle }) as const;
      return [
        { message: outgoingMessage, from: software("out"), to: modem("outgoing"), latency_ns: 0 },
        { message: deliveredMessage, from: modem("delivered"), to: software("in"), latency_ns: 0 },
        { message: messageReport, from: modem("report"), to: software("report"), latency_ns: 0 },
      ] as unknown as Route[];
    }),
};

type Said = Record<string, number> & { readonly bytes: number[] };

function talk(orders: string, distance_m = 600, modem = ""): { run: ModemRun; said(vehicle: string): Said[] } {
  const vehicle = (id: string, at: number, address: number, words: string): string =>
    `<vehicle id="${id}" file="components/vehicles/moored-node.xml" position_m="${at} 0 10">
      <modem id="modem" address="${address}" ${ROUND} attempts="2" acknowledgement_s="2" ${modem}/>
      <software id="brain"><module id="mouth" model="talker" rate_Hz="${RATE_HZ}" ${words}/></software></vehicle>`;
  const text = `<scenario id="s" duration_s="20" step_s="0.02" seed="1"><world>${PLAIN_SOUND}</world>
    ${vehicle("a", 0, 1, `orders="${orders}"`)}${vehicle("b", distance_m, 2, "")}<log rate_Hz="1"/></scenario>`;
  const done = runToEnd(sensorScenario(text, definitions), { from: "inside" }, "offline", [wires]);
  const said = (name: string): Said[] =>
    done.run.events.flatMap((event) =>
      event.name.startsWith(`${name}/brain`) && event.message.startsWith("{")
        ? [JSON.parse(event.message) as Said]
        : [],
    );
  return { run: resultOf(done), said };
}

const outcomeOf = (said: Said): string => OUTCOMES[said.outcome!]!;

describe("a message of a module", () => {
  test("sent at 1 s over 600 m it is there at 1 + 0.4 + 0.8 s with its bytes, its source and its range; the sender is told", () => {
    const { said } = talk("10 2 7 0 100");
    const [message, ...more] = said("b");
    expect(more).toEqual([]);
    expect(message).toMatchObject({ source: 1, destination: 2, sent_ns: 1e9, start_ns: 1.4e9, t_ns: 2.2e9 });
    expect(message!.bytes).toEqual([...payload(7, 100)]);
    expect(message!.snr_dB).toBeCloseTo(message!.level_dB! - message!.noise_dB!, 12);
    expect(said("a").map((report) => [report.reference, outcomeOf(report), report.attempts, report.t_ns])).toEqual([
      [7, "sent", 1, 1.8e9],
    ]);
  });

  test("acknowledged: the report comes when the answer has come, 2 · 0.4 s and 0.8 s after it was sent, and 1 ns of answer", () => {
    const { said } = talk("10 2 8 1 100");
    expect(said("a").map((report) => [outcomeOf(report), report.attempts, report.t_ns])).toEqual([
      ["acknowledged", 1, 2.6e9 + 1],
    ]);
  });

  test("never acknowledged: reported after two attempts", () => {
    const { said } = talk("10 2 9 1 100", 3000);
    expect(said("a").map((report) => [outcomeOf(report), report.attempts])).toEqual([["not acknowledged", 2]]);
    expect(said("b")).toEqual([]);
  });

  test("for all, it is delivered with the destination −1", () => {
    expect(talk("10 -1 7 0 20").said("b")[0]).toMatchObject({ source: 1, destination: -1 });
  });

  test("several of one instant are all sent, in their order", () => {
    const { said } = talk("10 2 1 0 10; 10 2 2 0 11; 10 2 3 0 12");
    expect(said("b").map(({ bytes }) => bytes.length)).toEqual([10, 11, 12]);
    expect(said("a").map(({ reference }) => reference)).toEqual([1, 2, 3]);
  });
});

describe("what is wrong at run time is refused with a reason, and the run goes on", () => {
  test.each([
    ["126 bytes where 125 are carried", "10 2 5 0 126", "too long", /126 bytes; its frames carry 125/],
    ["an address that no modem has", "10 9 5 0 10", "unknown address", /a message for 9; it can reach: 2/],
    ["its own address", "10 1 5 0 10", "unknown address", /a message for 1; it can reach: 2/],
    ["an address that is not one", "10 1.5 5 0 10", "unknown address", /a message for 1\.5/],
    ["an address below all", "10 -7 5 0 10", "unknown address", /a message for -7/],
  ])("%s", (_, order, outcome, words) => {
    const { run, said } = talk(`${order}; 20 2 6 0 10`);
    const [refusal, next] = said("a");
    expect([refusal!.reference, outcomeOf(refusal!), refusal!.attempts]).toEqual([5, outcome, 0]);
    expect([next!.reference, outcomeOf(next!)]).toEqual([6, "sent"]);
    expect(run.figures("a/modem").refused).toBe(1);
    expect(run.events.filter(({ name, message }) => name === "a/modem" && words.test(message))).toHaveLength(1);
    expect(said("b")).toHaveLength(1);
  });

  test("a full queue: two are kept, the third and the fourth of one instant are refused", () => {
    const { said } = talk("10 2 1 0 100; 10 2 2 0 100; 10 2 3 0 100; 10 2 4 0 100", 600, 'queue="2"');
    expect(said("a").map((report) => [report.reference, outcomeOf(report)])).toEqual([
      [3, "queue full"],
      [4, "queue full"],
      [1, "sent"],
      [2, "sent"],
    ]);
    expect(said("b")).toHaveLength(2);
  });
});

test.each([1, 17.3, 333.33, 600, 1199.9])(
  "one-way travel time gives the distance of nodes that stay: %s m within 1 µm",
  (distance_m) => {
    // A delay is a whole number of nanoseconds: half of one is 0.75 µm.
    const { said } = talk("10 2 7 0 20", distance_m);
    expect(Math.abs(said("b")[0]!.oneWayRange_m! - distance_m)).toBeLessThan(1e-6);
  },
);
