/** Things from a user's folder join a run: ports, channels, events and random numbers of their own. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadModelsFolder } from "../src/cli/io/models-folder.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import {
  defineMessage,
  type Fields,
  type InPort,
  JitteredTimes,
  type MessageType,
  PHASE,
  RegularTimes,
  type Thing,
} from "../src/engine/index.ts";
import { waterAt } from "../src/environment/index.ts";
import { type Definition, Definitions, defineChildren, defineKind, defineModel } from "../src/library/index.ts";
import { type LogTable, openLog, readDeclarations, readTable } from "../src/logging/index.ts";
import {
  type Extension,
  loadScenario,
  type Scenario,
  ScenarioRun,
  shippedDefinitions,
  thingOut,
  thingOuts,
} from "../src/scenario/index.ts";
import { SEA_FIELDS } from "../src/scenario/load/sea.ts";
import { vehicleState } from "../src/vehicles/index.ts";
import { logApart, readerOver, runToEnd } from "./support/scenarios.ts";

const folder = fileURLToPath(new URL("../examples/own-things/models", import.meta.url));
const own = await loadModelsFolder(folder);

function definitionsWith(...more: readonly Definition[]): Definitions {
  const { definitions, diagnostics } = Definitions.create([...shippedDefinitions, ...own.definitions, ...more]);
  expect([...own.diagnostics, ...diagnostics].map(formatDiagnostic)).toEqual([]);
  return definitions;
}

function load(text: string, definitions = definitionsWith()) {
  return loadScenario(definitions, readerOver({ "test.xml": text }), "test.xml");
}

function scenarioOf(text: string, definitions = definitionsWith()): Scenario {
  const { scenario, diagnostics } = load(text, definitions);
  if (scenario === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return scenario;
}

function logOf(bytes: Uint8Array) {
  return openLog({ size: bytes.length, read: (from, length) => bytes.subarray(from, from + length) }, null);
}

const column = ({ names, columns }: LogTable, name: string): number[] => [...columns[names.indexOf(name)]!];

/** 20 °C at the surface and 0.2 °C less for every metre. */
const WATER = `<water model="profile" depths_m="0 50" temperatures_degC="20 10" salinities_psu="35 35"/>`;

function diving(thermometers: string, duration_s = 20, seed = 1): string {
  return `<scenario id="s" duration_s="${duration_s}" seed="${seed}"><world>${WATER}</world>
<vehicle id="auv" file="components/vehicles/remus100.bare.xml" position_m="0 0 5" velocity_mps="1.5 0 0.3">${thermometers}</vehicle>
<log rate_Hz="4" channels="state water"/></scenario>`;
}

describe("a thermometer from one file outside the package", () => {
  const scenario = scenarioOf(diving('<thermometer id="thermometer" rate_Hz="4" lag_s="3" noise_degC="0.05"/>', 100));
  const { log: bytes } = runToEnd(scenario);
  const log = logOf(bytes);
  const table = readTable(log, "/auv/thermometer");

  test("is in the log with its names, units and kind of plot", () => {
    expect(table.names).toEqual(["temperature_degC", "probe_degC"]);
    expect(table.t_ns).toHaveLength(401);
    const declared = readDeclarations(log.metadata).get("/auv/thermometer");
    expect(declared).toMatchObject({ plot: "lines", title: "Thermometer", vehicle: "auv", of: "auv/thermometer" });
    expect(declared?.fieldsOf(table.names).map(({ unit }) => unit)).toEqual(["°C", "°C"]);
  });

  test("follows the water of the log's own samples with its lag, T += (1 − e^(−0.25/3)) (T_w − T)", () => {
    const water = column(readTable(log, "/auv/water"), "temperature_degC");
    const probe = column(table, "probe_degC");
    let T = water[0]!;
    for (const [k, T_w] of water.entries()) {
      if (k > 0) T += (1 - Math.exp(-0.25 / 3)) * (T_w - T);
      // Rounding of the recursion, which forgets: some ulp of 20.
      expect(Math.abs(probe[k]! - T)).toBeLessThan(1e-12);
    }
    expect(Math.max(...water) - Math.min(...water)).toBeGreaterThan(0.05);
  });

  test("has noise of the stated deviation", () => {
    const probe = column(table, "probe_degC");
    const noise = column(table, "temperature_degC").map((reading, k) => reading - probe[k]!);
    const deviation = Math.sqrt(noise.reduce((sum, x) => sum + x * x, 0) / noise.length);
    // The deviation of an estimate from n values is σ/√(2n) = 0.0018; four of them.
    expect(Math.abs(deviation - 0.05)).toBeLessThan(0.0071);
  });

  test("moves no bit of the vehicle, and its noise is that of its own path: another beside it changes none of it", () => {
    const alone = runToEnd(scenarioOf(diving("", 100)));
    expect(readTable(logOf(alone.log), "/auv/state").columns).toEqual(readTable(log, "/auv/state").columns);
    const two = '<thermometer id="other"/><thermometer rate_Hz="4" lag_s="3" noise_degC="0.05" id="thermometer"/>';
    const beside = readTable(logOf(runToEnd(scenarioOf(diving(two, 100))).log), "/auv/thermometer");
    expect(beside.columns).toEqual(table.columns);
    const seeded = '<thermometer id="thermometer" rate_Hz="4" lag_s="3" noise_degC="0.05"/>';
    const otherSeed = readTable(logOf(runToEnd(scenarioOf(diving(seeded, 100, 2))).log), "/auv/thermometer");
    expect(column(otherSeed, "probe_degC")).toEqual(column(table, "probe_degC"));
    expect(column(otherSeed, "temperature_degC")).not.toEqual(column(table, "temperature_degC"));
  });

  test("gives the same bytes with each simulator apart, and from a snapshot", () => {
    expect(Buffer.from(logApart(scenario)).equals(bytes)).toBe(true);

    const run = new ScenarioRun(scenario, { writer: null, version: "test" });
    run.advance(33e9);
    const fork = run.fork();
    run.advance(run.end_ns);
    fork.advance(fork.end_ns);
    expect(fork.sim.snapshot()).toEqual(run.sim.snapshot());
  });

  test("measures where it is mounted: 1 m ahead of a node that stands on its tail at 10 m it is 20 − 0.2 · 9 = 18.2 °C", () => {
    const scenarioText = `<scenario id="s" duration_s="1"><world>${WATER}</world>
      <vehicle id="node" length_m="2" position_m="0 0 10" attitude_deg="0 90 0"><thermometer id="thermometer" noise_degC="0" position_m="1 0 0"/></vehicle></scenario>`;
    const [first] = column(readTable(logOf(runToEnd(scenarioOf(scenarioText)).log), "/node/thermometer"), "probe_degC");
    expect(first).toBeCloseTo(18.2, 9);
  });

  test("in a world of constants there is no temperature to read, and no edge of the sea to stumble over", () => {
    const text = `<scenario id="s" duration_s="1"><vehicle id="node" length_m="2"><thermometer id="thermometer"/></vehicle></scenario>`;
    const readings = column(readTable(logOf(runToEnd(scenarioOf(text)).log), "/node/thermometer"), "temperature_degC");
    expect(readings).toEqual([Number.NaN, Number.NaN]);
  });

  test("reports its event once, when it happens, under its path", () => {
    const { run } = runToEnd(scenarioOf(diving('<thermometer id="thermometer" highest_degC="10"/>', 3)));
    expect(run.events).toEqual([
      {
        t_ns: 0,
        level: "warning",
        name: "auv/thermometer",
        message: "the water is warmer than the thermometer can read",
      },
    ]);
  });
});

test("an out-port is found by its path, and reaches whoever a route leads to", () => {
  const scenario = scenarioOf(diving('<thermometer id="thermometer" noise_degC="0" rate_Hz="2"/>', 2));
  expect(thingOuts(scenario).map(({ end }) => end.path)).toEqual(["auv/thermometer.reading"]);
  expect(thingOut(scenario, "auv/thermometer.water")).toBeNull();
  const { end, message } = thingOut(scenario, "auv/thermometer.reading")!;
  const heard: number[][] = [];
  const listener: Extension = {
    routes: () => [
      { message, from: end, to: { role: "communications", path: "auv/ear", vehicle: 0 }, latency_ns: 5_000_000 },
    ],
    install: {
      communications(site) {
        const values = new Float64Array(message.size);
        let port: InPort<Fields>;
        const actor = site.builder.addActor({
          path: "auv/ear",
          handle(moment) {
            while (port.receive(moment, values, 0)) heard.push([moment.now_ns, ...values]);
          },
        });
        port = site.in("auv/ear", message, { wake: { actor, phase: PHASE.deliver } });
      },
    },
  };
  const { log } = runToEnd(scenario, { from: "inside" }, "offline", [listener]);
  const readings = column(readTable(logOf(log), "/auv/thermometer"), "temperature_degC");
  // The last of the five is taken at the end of the run and still on its way.
  expect(heard).toEqual(readings.slice(0, 4).map((T, k) => [k * 5e8 + 5e6, k * 5e8, T]));
});

/** A kind of a test whose model is the given thing. */
function gadget(thing: unknown, simulator = "sensors"): Definition[] {
  const kind = defineKind<unknown>()({
    kind: "gadget",
    doc: "A thing of a test.",
    id: "optional",
    provenance: false,
    simulator,
    params: {},
  });
  const model = defineModel(kind, { model: "plain", doc: "as given", default: true, reads: [], create: () => thing });
  const children = { gadget: { doc: "things of a test" } };
  return [kind, model, defineChildren("vehicle", children), defineChildren("world", children)];
}

function refusals(
  thing: unknown,
  simulator?: string,
  inside = '<vehicle id="node" length_m="1">\n<gadget id="gadget"/></vehicle>',
) {
  const text = `<scenario id="s" duration_s="1">${inside}</scenario>`;
  return load(text, definitionsWith(...gadget(thing, simulator)))
    .diagnostics.filter((d) => d.severity === "error")
    .map(formatDiagnostic);
}

const message = (type: unknown): MessageType<Fields> => type as MessageType<Fields>;
const echo = message(defineMessage("echo", "a message of a test", { n: 1 }));
const join = (): void => {};
const times = new RegularTimes(1);

describe("a thing that cannot be is refused with its place, everything at once", () => {
  const field = { name: "x_m" };
  test.each<[string, unknown, string[]]>([
    ["nothing", null, ['SCN014: node/gadget: model "plain" of gadget cannot be made: it makes nothing']],
    [
      "one that does not join",
      {},
      ['SCN014: node/gadget: model "plain" of gadget cannot be made: it has no function join'],
    ],
    [
      "a channel without fields",
      { join, channels: [{ name: "", fields: [], plot: "lines" }] },
      ['SCN014: node/gadget: model "plain" of gadget cannot be made: channel "" has no fields'],
    ],
    [
      "a kind of plot that does not exist",
      { join, channels: [{ name: "", fields: [field], plot: "pie" }] },
      [
        'SCN014: node/gadget: model "plain" of gadget cannot be made: channel "": its plot is not one of: lines, steps, picture, motion, timeline',
      ],
    ],
    ...(["truthOf", "validBy"] as const).map((key): [string, unknown, string[]] => [
      `a field whose ${key} is not another field of its channel`,
      { join, channels: [{ name: "", fields: [field, { name: "y_m", [key]: "z_m" }], plot: "lines" }] },
      [
        'SCN014: node/gadget: model "plain" of gadget cannot be made: channel "": field y_m names "z_m", which is not another field of it',
      ],
    ]),
    [
      "channels, ports, fields and events that are declared twice",
      {
        join,
        channels: [
          { name: "a", fields: [field, field], plot: "lines" },
          { name: "a", fields: [field], plot: "lines" },
        ],
        ports: [
          { name: "p", direction: "out", message: echo },
          { name: "p", direction: "in", message: message(vehicleState), times },
        ],
        events: [
          { name: "e", level: "info", doc: "it happens" },
          { name: "e", level: "info", doc: "it happens" },
        ],
      },
      [
        'SCN015: node/gadget: model "plain" of gadget declares the port "p" twice',
        'SCN015: node/gadget: model "plain" of gadget declares the channel "a" twice',
        'SCN015: node/gadget: model "plain" of gadget declares the event "e" twice',
        'SCN015: node/gadget: model "plain" of gadget declares the field of the channel "a", "x_m" twice',
      ],
    ],
    [
      "ports that no message reaches",
      {
        join,
        ports: [
          { name: "a", direction: "in", message: echo },
          { name: "b", direction: "in", message: message(waterAt) },
          { name: "c", direction: "in", message: echo, times },
        ],
      },
      [
        'SCN016: node/gadget: the port "b" takes waterAt, but does not say at which times',
        'SCN016: node/gadget: the port "c" takes echo at stated times; sent at times are: vehicleState, bodyMotion, partReading, batteryReading, contactReading, waterAt, neighbours',
      ],
    ],
  ])("%s", (_name, thing, expected) => {
    expect(refusals(thing).sort()).toEqual(expected.map((text) => `test.xml:2:2: error ${text}`).sort());
  });

  const timeline = (fields: readonly unknown[]) => ({ channels: [{ name: "", fields, plot: "timeline" }] });
  const sort = { name: "sort", words: ["on"] };
  const figures = (...list: readonly object[]) => ({ figures: list });
  test.each<[declared: object, fault: string]>([
    [timeline([sort]), 'channel "" is a timeline without the field begin_s, end_s'],
    [timeline([{ name: "begin_s" }, sort]), 'channel "" is a timeline without the field end_s'],
    [timeline([{ name: "begin_s" }, { name: "end_s" }]), 'channel "" is a timeline without a field that has words'],
    [timeline([{ name: "sort", words: "on" }]), 'channel "" has a field sort whose words are not a list of texts'],
    [timeline([{ name: "sort", words: ["on", 2] }]), 'channel "" has a field sort whose words are not a list of texts'],
    [timeline([{ name: "sort", words: ["a", "a"] }]), 'channel "" has a field sort with the word "a" twice'],
    [figures({ name: "sent" }), 'figure "sent" has no doc'],
    [figures({ name: "sent frames", doc: "x" }), 'figure "sent frames" has a name that is not letters, digits and _'],
    [figures({ name: "queue_full", doc: "x" }), 'figure "queue_full" ends in _full, which is not a unit'],
    [figures({ doc: "x" }), "number 1 of its figures has no name"],
  ])("%j: %s", (declared, fault) => {
    const [refusal, ...others] = refusals({ join, ...declared });
    expect(others).toEqual([]);
    const place = 'test.xml:2:2: error SCN014: node/gadget: model "plain" of gadget cannot be made: ';
    expect(refusal?.startsWith(place + fault)).toBe(true);
  });

  test("a figure that is declared twice", () => {
    const twice = figures(...["sent", "energy_J", "sent"].map((name) => ({ name, doc: "x" })));
    expect(refusals({ join, ...twice })).toEqual([
      'test.xml:2:2: error SCN015: node/gadget: model "plain" of gadget declares the figure "sent" twice',
    ]);
  });

  test("a simulator that does not exist", () => {
    expect(refusals({ join }, "sensor")).toEqual([
      'test.xml:2:2: error SCN014: node/gadget: things of the kind gadget join "sensor", which is not a simulator; there are: sensors, communications, environment (did you mean "sensors"?)',
    ]);
  });

  test("a channel that every vehicle has already", () => {
    const thing: Thing = { join, channels: [{ name: "", fields: [field], plot: "lines" }] };
    const named = '<vehicle id="node" length_m="1">\n<gadget id="state"/></vehicle>';
    expect(refusals(thing, "sensors", named)).toEqual([
      "test.xml:2:2: error SCN009: a gadget cannot be called state: that is a channel of its vehicle's log (give it another id)",
    ]);
  });

  test("a thing of the world that wants to know the state of a vehicle", () => {
    const thing: Thing = {
      join,
      ports: [{ name: "state", direction: "in", message: message(vehicleState), times }],
    };
    expect(
      refusals(thing, "environment", '<world>\n<gadget id="gadget"/></world><vehicle id="node" length_m="1"/>'),
    ).toEqual([
      'test.xml:2:2: error SCN016: world/gadget: the port "state" is of vehicleState, which is for things that a vehicle carries',
    ]);
  });
});

test("what a thing asks of its site and did not declare, and what it throws, is a fault that names it", () => {
  const failing = (thing: Thing): (() => unknown) => {
    const text =
      '<scenario id="s" duration_s="1"><vehicle id="node" length_m="1"><gadget id="gadget"/></vehicle></scenario>';
    const scenario = scenarioOf(text, definitionsWith(...gadget(thing)));
    return () => new ScenarioRun(scenario, { writer: null, version: "test" });
  };
  expect(failing({ join: (site) => site.channel("depth") })).toThrow(
    'node/gadget at t = 0 ns (0 s): it cannot join: node/gadget does not declare the channel "depth"; it declares: none',
  );
  expect(
    failing({
      join() {
        throw new Error("no probe");
      },
    }),
  ).toThrow("it cannot join: no probe");
});

test("sample times with jitter come from the run: another seed has other instants, the same one the same", () => {
  const tapped = (seed: number): number[] => {
    const taken: number[] = [];
    const state = new Float64Array(vehicleState.size);
    const thing: Thing = {
      ports: [
        {
          name: "state",
          direction: "in",
          message: message(vehicleState),
          times: (stream) => new JitteredTimes(10, 50_000_000, stream),
        },
      ],
      join(site) {
        site.in("state", {
          handle(moment, port) {
            while (port.receive(moment, state, 0)) taken.push(state[vehicleState.at.t_ns]!);
          },
        });
      },
    };
    const text = `<scenario id="s" duration_s="2" seed="${seed}"><vehicle id="node" length_m="1"><gadget id="gadget"/></vehicle></scenario>`;
    runToEnd(scenarioOf(text, definitionsWith(...gadget(thing))));
    return taken;
  };
  const first = tapped(1);
  expect(first.length).toBeGreaterThanOrEqual(20);
  expect(first.every((t_ns, k) => t_ns >= k * 1e8 && t_ns < k * 1e8 + 5e7)).toBe(true);
  expect(tapped(1)).toEqual(first);
  expect(tapped(2)).not.toEqual(first);
});

test("the first fields of waterAt behind the place are those of the log's water, in its order: both are filled by one function", () => {
  const fields = Object.keys(waterAt.fields);
  const from = fields.indexOf("temperature_degC");
  expect(fields.slice(from, from + SEA_FIELDS.length)).toEqual([...SEA_FIELDS]);
});
