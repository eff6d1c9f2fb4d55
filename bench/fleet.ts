/**
 * Fleets: what a world costs beside its vehicles one by one, when every controller has a rate of its own; what an event and a
 * message cost, whatever the size of the world; how building grows. Steps are counted, times are CPU time of the process.
 */
import { fileURLToPath } from "node:url";
import { diskReader } from "../src/cli/io/files.ts";
import { defineMessage, InProcessLink, ModelBuilder, PHASE, Simulation } from "../src/engine/index.ts";
import { Definitions, memoryReader, type SourceReader } from "../src/library/index.ts";
import { Rk4 } from "../src/math/index.ts";
import { loadScenario, type Scenario, ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { bareBodies } from "./bare-bodies.ts";
import { type Benchmark, type BenchResult, comparison, cpuNsPerItem, figure } from "./harness.ts";

// From dist/bench.
const root = fileURLToPath(new URL("../../", import.meta.url));
const { definitions } = Definitions.create(shippedDefinitions);

/** Rates that never meet: 50.00, 50.37, 50.74 … Hz. */
const rate_Hz = (i: number): number => 50 + 0.37 * i;

function scenarioOf(vehicles: readonly number[], duration_s: number): Scenario {
  const crew = vehicles.map(
    (
      i,
    ) => `<vehicle id="v${i}" file="${root}components/vehicles/remus100.xml" position_m="0 ${20 * i} 5" velocity_mps="1 0 0">
  <controller model="hold" rate_Hz="${rate_Hz(i)}" actuators="propeller" values="1200"/></vehicle>`,
  );
  const text = `<scenario id="fleet" duration_s="${duration_s}">${crew.join("\n")}</scenario>`;
  const memory = memoryReader({ "fleet.xml": text });
  const disk = bareBodies(diskReader);
  const reader: SourceReader = {
    ...disk,
    read: (file) => (file === "fleet.xml" ? memory : disk).read(file),
  };
  const { scenario } = loadScenario(definitions, reader, "fleet.xml");
  if (scenario === null) throw new Error("the fleet cannot be loaded");
  return scenario;
}

interface Cost {
  readonly cpu_ns: number;
  readonly steps: number;
}

function runAll(scenarios: readonly Scenario[]): Cost {
  const runs = scenarios.map((scenario) => new ScenarioRun(scenario, { writer: null, version: "bench" }));
  const cpu_ns = cpuNsPerItem(() => {
    for (const run of runs) run.advance(run.end_ns);
  }, 1);
  const steps = runs.reduce((sum, { sim }) => sum + sim.counts.steps + sim.counts.sideSteps, 0);
  return { cpu_ns, steps };
}

function staggered(count: number, duration_s: number, turns: number): BenchResult[] {
  const indices = Array.from({ length: count }, (_, i) => i);
  const together = [scenarioOf(indices, duration_s)];
  const alone = indices.map((i) => scenarioOf([i], duration_s));
  runAll(together);
  const costs = Array.from({ length: turns }, () => ({ together: runAll(together), alone: runAll(alone) }));
  const perVehicle = (cost: Cost): number => cost.cpu_ns / count / duration_s / 1000;
  const name = `fleet: ${count} vehicles with ${count} rates`;
  return [
    comparison(
      `${name}, steps`,
      "steps per simulated second",
      costs.map((c) => c.together.steps / duration_s),
      "each alone",
      costs.map((c) => c.alone.steps / duration_s),
      { of: "ratio", atMost: 1.5 },
    ),
    comparison(
      `${name}, CPU time per vehicle`,
      "µs per simulated second",
      costs.map((c) => perVehicle(c.together)),
      "each alone",
      costs.map((c) => perVehicle(c.alone)),
      { of: "ratio", atMost: 1.5 },
    ),
  ];
}

/** An actor that touches nothing, among so many systems. */
function idle(systems: number): () => number {
  const builder = new ModelBuilder();
  for (let i = 0; i < systems; i++) {
    builder.addSystem({
      path: `system${i}`,
      size: 1,
      step_ns: 1_000_000,
      integrator: new Rk4(1),
      derivativesInto(dx) {
        dx[0] = 1;
      },
    });
  }
  const sumAt = builder.layout.reals("sum", 1);
  const actor = builder.addActor({
    path: "idle",
    handle(moment) {
      moment.reals[sumAt] += 1;
    },
  });
  builder.every(actor, 1e6, PHASE.react);
  const sim = new Simulation(builder.build());
  let end_ns = 0;
  return () => {
    end_ns += EVENTS * 1000;
    sim.runUntil(end_ns);
    return sim.reals[sumAt];
  };
}

const EVENTS = 200_000;
const MESSAGES = 16;
const BURSTS = 5_000;

/** Bursts of messages with a payload from one actor to another, which reads them all. */
function messages(payload: number): () => number {
  const type = defineMessage("frame", "bytes between two vehicles", { from: 1, to: 1 }, Math.max(1, payload));
  const builder = new ModelBuilder();
  const fields = new Float64Array(type.size);
  const bytes = new Uint8Array(payload);
  const out = builder.outPort("a/frame", type, PHASE.deliver);
  const sender = builder.addActor({
    path: "a",
    handle(moment) {
      for (let k = 0; k < MESSAGES; k++) out.send(moment, fields, 0, bytes, 0, payload);
    },
  });
  const read = new Uint8Array(payload);
  const receiver = builder.addActor({
    path: "b",
    handle(moment) {
      while (into.peekPayload(moment, read, 0) >= 0) into.receive(moment, fields, 0);
    },
  });
  const into = builder.inPort("b/frame", type, { capacity: MESSAGES, wake: { actor: receiver, phase: PHASE.react } });
  new InProcessLink().connect(out, into);
  builder.every(sender, 1e6, PHASE.deliver);
  const sim = new Simulation(builder.build());
  let end_ns = 0;
  return () => {
    end_ns += BURSTS * 1000;
    sim.runUntil(end_ns);
    return sim.counts.messages;
  };
}

/** Nanoseconds of CPU time per item, of bodies in turns; the first turn is discarded. */
function cpuPerItem(bodies: readonly (() => number)[], items: number, turns = 7): number[][] {
  const times: number[][] = bodies.map(() => []);
  for (let turn = -1; turn < turns; turn++) {
    bodies.forEach((body, i) => {
      const each_ns = cpuNsPerItem(body, items);
      if (turn >= 0) times[i]?.push(each_ns);
    });
  }
  return times;
}

/** Insertions into ports for each delivery that a receiver needs: commands and readings. */
function insertionsPerDelivery(count: number): number {
  const scenario = scenarioOf(
    Array.from({ length: count }, (_, i) => i),
    1,
  );
  const run = new ScenarioRun(scenario, { writer: null, version: "bench" });
  run.advance(run.end_ns);
  // At each tick: the state to the sensor, the reading to the law, the command to the vehicle.
  const ticks = scenario.vehicles.reduce((sum, _, i) => sum + 1 + Math.floor(rate_Hz(i)), 0);
  return run.sim.counts.messages / (3 * ticks);
}

function buildTime_ns(scenario: Scenario): number {
  return cpuNsPerItem(
    () => void new ScenarioRun(scenario, { writer: null, version: "bench" }),
    scenario.vehicles.length,
  );
}

export const benchmark: Benchmark = {
  name: "fleet",
  doc: "fleets with staggered rates, events and messages in small and large worlds, building",
  run() {
    const [few, many] = cpuPerItem([idle(10), idle(1000)], EVENTS);
    const [short, long] = cpuPerItem([messages(0), messages(2048)], BURSTS * MESSAGES);
    const sizes = [250, 1000].map((n) =>
      scenarioOf(
        Array.from({ length: n }, (_, i) => i),
        1,
      ),
    );
    const builds = Array.from({ length: 5 }, () => sizes.map(buildTime_ns));
    return [
      ...staggered(20, 60, 5),
      ...staggered(200, 5, 7),
      figure("fleet: event that touches no system, 10 systems", "ns", few, { of: "value", atMost: 150 }),
      comparison("fleet: event that touches no system, 1,000 systems", "ns", many, "10 systems", few, {
        of: "value",
        atMost: 150,
      }),
      figure("fleet: message without payload, sent and read", "ns", short),
      figure("fleet: message with 2 kB, sent and read", "ns", long, { of: "value", atMost: 500 }),
      figure("fleet: insertions per delivery, 2 vehicles", "1", [insertionsPerDelivery(2)], { of: "value", atMost: 1 }),
      figure("fleet: insertions per delivery, 1,000 vehicles", "1", [insertionsPerDelivery(1000)], {
        of: "value",
        atMost: 1,
      }),
      comparison(
        "fleet: building a world of 1,000 vehicles",
        "ns per vehicle",
        builds.map(([, large]) => large ?? Number.NaN),
        "of 250",
        builds.map(([small]) => small ?? Number.NaN),
        { of: "ratio", atMost: 1.5 },
      ),
    ];
  },
};
