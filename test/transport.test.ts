/**
 * What reaches the software of a vehicle and what leaves it, besides the true state and set-points: samples of a sensor, packets of a
 * modem with payload and latency, power, events. The same arrives wherever the software runs.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { type Log, readTable } from "../src/logging/index.ts";
import { again, inside, lockStep, type ModeRun, outside, threads, trialScenario } from "./support/modes.ts";
import { DRAW_J, digest, ECHO, FULL_J, gaugeTimes, LATENCY_NS, payloadOf } from "./support/trial-devices.ts";

/** No tick lies within the longest delay before the end. */
const END_S = 3.95;
/** A vehicle that sinks with the water, 0.1 m/s, and a node that is moored: both have software, at 10 and at 8 Hz. */
const scenario = trialScenario(
  `<scenario id="s" duration_s="${END_S}"><world current_mps="0 0 0.1"/>
  <vehicle id="auv" file="components/vehicles/remus100.bare.xml" position_m="0 0 10" velocity_mps="0 0 0.1">
    <controller id="ears" model="listener" rate_Hz="10"/></vehicle>
  <vehicle id="node" length_m="1" position_m="5 0 20"><controller id="ears" model="listener" rate_Hz="8"/></vehicle>
  <log rate_Hz="10" channels="state control"/></scenario>`,
  ["auv/hull/model=fossen"],
);

const LAWS = [
  { name: "auv", period_ns: 100_000_000, depth: (t_s: number) => 10 + 0.1 * t_s, other: "node" },
  { name: "node", period_ns: 125_000_000, depth: () => 20, other: "auv" },
] as const;
type Law = (typeof LAWS)[number];

interface Echo {
  readonly logged_ns: number;
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly at_ns: number;
}

function echoes(log: Log, name: string, kind: number): Echo[] {
  const { t_ns, columns } = readTable(log, `/${name}/echo`);
  return [...t_ns]
    .map((logged_ns, i) => {
      const [k, a, b, c, at_ns] = columns.map((column) => column[i]!) as [number, number, number, number, number];
      return { logged_ns, kind: k, a, b, c, at_ns };
    })
    .filter((each) => each.kind === kind);
}

const periodOf = (name: string): number => LAWS.find((law) => law.name === name)!.period_ns;

const lastTick_ns = ({ period_ns }: Law): number => Math.floor((END_S * 1e9) / period_ns) * period_ns;

/** The instants at which the gauge reads before the law's last tick, one included that ends there. */
function readings(law: Law): number[] {
  const times = gaugeTimes(scenario, law.name);
  const out = new Float64Array(1);
  const taken: number[] = [];
  for (let k = 0; ; k++) {
    times.timeInto(out, k);
    if (out[0]! > lastTick_ns(law)) return taken;
    taken.push(out[0]!);
  }
}

/** What holds in every mode. late_ns: at most so much lies between a reading and the end of the slice in which it was sent. */
function expectTransport({ log, events }: ModeRun, late_ns: number): void {
  for (const law of LAWS) {
    const samples = echoes(log, law.name, ECHO.depth);
    expect(samples.map(({ a }) => a)).toEqual(readings(law));
    for (const { a, b, at_ns } of samples) {
      // Received in the first tick at or after the sample, or in one whose reading waited for it in one batch.
      const first_ns = (late: number): number => Math.ceil((a - late) / law.period_ns) * law.period_ns;
      expect([first_ns(0), first_ns(late_ns)]).toContain(at_ns);
      // Neutral to the digits of the file: 1e-10 of its weight over 4 s moves it by less than 1e-8 m.
      expect(Math.abs(b - law.depth(a / 1e9))).toBeLessThan(1e-8);
    }
    const packets = echoes(log, law.name, ECHO.packet);
    const sent_ns = 5 * periodOf(law.other);
    const most = Math.floor((lastTick_ns(law) - LATENCY_NS) / sent_ns) + 1;
    expect(most).toBeGreaterThanOrEqual(6);
    // The last ones may still be on their way where commands are late.
    expect(packets.length).toBeGreaterThanOrEqual(most - (late_ns > 0 ? 1 : 0));
    expect(packets.map(({ a, b, c }) => [a, b, c])).toEqual(
      packets.map((_, n) => [n, n * sent_ns, digest(payloadOf(n))]),
    );
    for (const { b, at_ns } of packets) {
      expect(at_ns).toBeGreaterThanOrEqual(b + LATENCY_NS - late_ns);
      expect(at_ns).toBeLessThan(b + LATENCY_NS + late_ns + law.period_ns);
    }
    const charges = echoes(log, law.name, ECHO.power);
    // The battery reports every half second; ticks before a report have drawn, unless commands are late.
    expect(charges.map(({ at_ns }) => at_ns)).toEqual(
      charges.map((_, m) => Math.ceil((m * 5e8) / law.period_ns) * law.period_ns),
    );
    charges.forEach(({ a }, m) => {
      const ticks = Math.ceil((m * 5e8) / law.period_ns);
      expect(a).toBeLessThanOrEqual(FULL_J - DRAW_J * (ticks - (late_ns > 0 && m > 0 ? 1 : 0)));
      expect(a).toBeGreaterThanOrEqual(FULL_J - DRAW_J * ticks);
    });
    const shown = readTable(log, `/${law.name}/ears`);
    // The last row is of the last tick or, where that is late, of the one before.
    const received = [...samples, ...packets, ...charges];
    const before = received.filter(({ at_ns }) => at_ns < lastTick_ns(law));
    expect(shown.names).toEqual(["ticks", "received"]);
    expect([before.length, received.length]).toContain(shown.columns[1]!.at(-1));
  }
  expect(events.map(({ name, message }) => [name, message]).sort()).toEqual([
    ["auv/ears", "the first message has come"],
    ["node/ears", "the first message has come"],
  ]);
}

/** What a run logged, events aside: those of software outside are told to the run, not to its world. */
function messagesOf({ log }: ModeRun): unknown[] {
  return [...log.messages()].filter(({ topic }) => topic !== "/events");
}

test("inside the world samples, packets, power and events arrive, packets not before their latency has passed", () => {
  expectTransport(inside(scenario), 0);
});

test("rule 18: in lock-step over links of bytes the log is the same, to the byte", () => {
  expect(Buffer.from(lockStep(scenario).bytes).equals(inside(scenario).bytes)).toBe(true);
});

test("with the software outside, in this thread, the same arrives, and again from the log, bit for bit", () => {
  const first = outside(scenario, [7e6, 31e6, 13e6, 20e6]);
  expectTransport(first, 31e6 + 1);
  expect(messagesOf(again(scenario, first))).toEqual(messagesOf(first));
});

describe("with the software in threads", () => {
  const SLICE_NS = 20e6;
  let online: ModeRun;
  beforeAll(async () => {
    online = await threads(scenario, SLICE_NS, LAWS.length);
  });

  test("the same arrives", () => {
    expectTransport(online, SLICE_NS + 1);
  });

  test("again from the log, bit for bit", () => {
    expect(messagesOf(again(scenario, online))).toEqual(messagesOf(online));
  });
});
