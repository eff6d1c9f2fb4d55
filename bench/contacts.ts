/**
 * What contacts cost where nothing touches: ten vehicles with and without them, and how the cost of the search grows with the number of
 * vehicles; and twenty vehicles that lie on the bottom, at 1,000 steps per second.
 *
 * Times are CPU time. Where a share of some per cent or a power is asked for, it is the least of several turns: whatever else the machine
 * does only adds to it, by its caches and its clock.
 */
import { fileURLToPath } from "node:url";
import { diskReader } from "../src/cli/io/files.ts";
import { Definitions, memoryReader, type SourceReader } from "../src/library/index.ts";
import { log } from "../src/math/index.ts";
import { loadScenario, type Scenario, ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { ContactDesk } from "../src/scenario/simulators/environment/contacts/contact-desk.ts";
import { bareBodies } from "./bare-bodies.ts";
import { type Benchmark, type BenchResult, comparison, cpuNsPerItem, figure } from "./harness.ts";

// From dist/bench.
const root = fileURLToPath(new URL("../../", import.meta.url));
const { definitions } = Definitions.create(shippedDefinitions);

const TURNS = 11;
const APART_M = 40;
const FLEETS = [25, 50, 100, 200] as const;
const file = (path: string): string => `file="${root}components/${path}.xml"`;
const assumed = '<provenance of="*" status="assumed" note="a benchmark"/>';

function scenarioOf(text: string): Scenario {
  const memory = memoryReader({ "contacts.xml": text });
  const disk = bareBodies(diskReader);
  const reader: SourceReader = {
    ...disk,
    read: (path) => (path === "contacts.xml" ? memory : disk).read(path),
  };
  const { scenario } = loadScenario(definitions, reader, "contacts.xml");
  if (scenario === null) throw new Error("the world with contacts cannot be loaded");
  return scenario;
}

/**
 * Vehicles in ten lanes over a level bottom; in every other lane they come the other way, so they pass and touch nothing. Each has a speed of
 * its own, so that each leaves its space at an instant of its own.
 */
function fleet(count: number, contacts: "on" | "off", duration_s: number): Scenario {
  const crew = Array.from(
    { length: count },
    (_, i) => `<vehicle id="v${i}" ${file("vehicles/remus100-finned")}
      position_m="${APART_M * Math.floor(i / 10)} ${APART_M * (i % 10)} 3" attitude_deg="0 0 ${i % 2 === 0 ? 0 : 180}" velocity_mps="1 0 0">
  <autopilot id="pilot" ${file("controllers/remus100-autopilot")}>
    <leg heading_deg="${i % 2 === 0 ? 0 : 180}" depth_m="8" speed_mps="${speedOf(i)}" duration_s="1e6"/>
  </autopilot></vehicle>`,
  );
  return scenarioOf(`<scenario id="contacts" duration_s="${duration_s}" step_s="0.01"><world contacts="${contacts}">
    <bottom id="ground" depth_m="25">${assumed}</bottom></world>${crew.join("\n")}</scenario>`);
}

/** From 1.2 to 1.8 m/s, all different. */
function speedOf(i: number): number {
  return 1.2 + 0.6 * ((i * 0.618034) % 1);
}

/** Boxes that fall from half a metre and lie still. */
function lying(count: number, duration_s: number): Scenario {
  const crew = Array.from(
    { length: count },
    (_, i) => `<vehicle id="v${i}" length_m="1" position_m="${4 * Math.floor(i / 5)} ${4 * (i % 5)} 9.5">
      <hull id="hull" mass_kg="60" volume_m3="0.05" cg_m="0 0 0.02" inertia_kgm2="3 6 7 0 0 0" shape="box" size_m="1 0.6 0.4"
        addedMass="10 20 40 1 3 3" quadraticDamping="40 60 90 5 5 5">${assumed}</hull>
      <shape model="box" size_m="1 0.6 0.4" friction="0.5" restitution="0.2">${assumed}</shape></vehicle>`,
  );
  return scenarioOf(`<scenario id="lying" duration_s="${duration_s}" step_s="0.001"><world>
    <bottom id="ground" depth_m="10" friction="0.5" restitution="0.2">${assumed}</bottom></world>${crew.join("\n")}</scenario>`);
}

/** CPU time of a run from from_s to its end, ns. */
function cpuOf(scenario: Scenario, from_s = 0): number {
  const run = new ScenarioRun(scenario, { writer: null, version: "bench" });
  run.advance(from_s * 1e9);
  return cpuNsPerItem(() => {
    run.advance(run.end_ns);
    run.close();
  }, 1);
}

function inTurns(scenarios: readonly Scenario[], from_s = 0, turns = TURNS): number[][] {
  const times: number[][] = scenarios.map(() => []);
  for (let turn = -1; turn < turns; turn++) {
    scenarios.forEach((scenario, i) => {
      const cpu_ns = cpuOf(scenario, from_s);
      if (turn >= 0) times[i]?.push(cpu_ns);
    });
  }
  return times;
}

const least = (values: readonly number[]): number => Math.min(...values);

/** Slope of log time over log count, least squares. */
function exponentOf(times_ns: readonly number[]): number {
  const xs = FLEETS.map((count) => log(count));
  const ys = times_ns.map((ns) => log(ns));
  const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
  const [x0, y0] = [mean(xs), mean(ys)];
  const products = xs.map((x, k) => (x - x0) * ((ys[k] ?? 0) - y0));
  const squares = xs.map((x) => (x - x0) * (x - x0));
  return mean(products) / mean(squares);
}

function search(): BenchResult[] {
  const duration_s = 60;
  const [on, off] = inTurns([fleet(10, "on", duration_s), fleet(10, "off", duration_s)]);
  const times = (cpu_ns: readonly number[]): number[] => cpu_ns.map((ns) => (duration_s * 1e9) / ns);
  const adds = 100 * (least(on) / least(off) - 1);
  return [
    comparison(
      "contacts: ten vehicles that touch nothing",
      "times real time",
      times(on),
      "without contacts",
      times(off),
    ),
    figure("contacts: what they add to the least of these times", "%", [adds], { of: "value", atMost: 5 }),
  ];
}

/** CPU time of a run, ns, and what of it the environment's search took. */
function searchOf(scenario: Scenario): { readonly all_ns: number; readonly search_ns: number } {
  const { handle } = ContactDesk.prototype;
  let search_ns = 0;
  ContactDesk.prototype.handle = function timed(moment) {
    search_ns += cpuNsPerItem(() => handle.call(this, moment), 1);
  };
  try {
    const all_ns = cpuOf(scenario);
    return { all_ns, search_ns };
  } finally {
    ContactDesk.prototype.handle = handle;
  }
}

function growth(): BenchResult[] {
  const scenarios = FLEETS.map((count) => fleet(count, "on", 20));
  const turns = Array.from({ length: 5 }, () => scenarios.map(searchOf)).slice(1);
  const leastOf = (k: number, of: "all_ns" | "search_ns"): number => least(turns.map((turn) => turn[k]?.[of] ?? 0));
  const searches = FLEETS.map((_, k) => leastOf(k, "search_ns"));
  const last = FLEETS.length - 1;
  const share = (100 * (searches[last] ?? Number.NaN)) / leastOf(last, "all_ns");
  return [
    figure(
      `contacts: time of the search among ${FLEETS.join(", ")} vehicles grows as their number to the power`,
      "1",
      [exponentOf(searches)],
      { of: "value", atMost: 1.5 },
    ),
    figure(`contacts: share of the search among ${FLEETS[last]} vehicles`, "%", [share], { of: "value", atMost: 5 }),
  ];
}

function rest(): BenchResult[] {
  const [from_s, to_s] = [5, 25];
  const [lain] = inTurns([lying(20, to_s)], from_s);
  const times = lain.map((ns) => ((to_s - from_s) * 1e9) / ns);
  return [
    figure("contacts: 20 vehicles that lie on the bottom, 1,000 steps per second", "times real time", times, {
      of: "value",
      atLeast: 20,
    }),
  ];
}

export const benchmark: Benchmark = {
  name: "contacts",
  doc: "Contacts: what the search costs, how it grows, and vehicles at rest on the bottom",
  run: () => [...search(), ...growth(), ...rest()],
};
