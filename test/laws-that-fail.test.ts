/** A law, or a thruster of one's own, that gives what is not a number: a fault of the run, or the fail-safe that the vehicle declares. */
import { expect, test } from "vitest";
import { thruster } from "../src/actuators/index.ts";
import { actuatorOutputs, controller, type Module, navigationState } from "../src/control/index.ts";
import { Definitions, defineModel } from "../src/library/index.ts";
import { loadScenario, ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { readerOver } from "./support/scenarios.ts";

/** Pushes up with 20 N, and from 2 s to 3 s with what the file says. */
const slips = defineModel(controller, {
  model: "slips",
  doc: "writes what is not a number for a second",
  params: { force: { type: "choice", choices: ["NaN", "Infinity"], doc: "what it writes" } },
  reads: ["rate_Hz", "actuators"],
  create: (p): Module => ({
    rate_Hz: p.rate_Hz,
    inputs: [{ name: "state", message: navigationState }],
    outputs: actuatorOutputs(p.actuators ?? [], ["N"]),
    memory: 0,
    shows: [],
    step({ reals, inAt, outAt }) {
      const t_s = reals[inAt[0]!]! / 1e9;
      for (const at of outAt) reals[at] = t_s >= 2 && t_s < 3 ? Number(p.force) : 20;
    },
  }),
});

const broken = defineModel(thruster, {
  model: "broken",
  doc: "a thrust that is not a number between two speeds of advance",
  reads: [],
  create: () => ({
    ...{ states: 0, maxThrust_N: 1, minThrust_N: -1 },
    evaluate: (drive: Float64Array) => {
      drive[3] = drive[1]! > 0.2 && drive[1]! < 0.3 ? Number.NaN : 40;
    },
    invert: (drive: Float64Array) => {
      drive[0] = 0;
    },
  }),
});

const { definitions } = Definitions.create([...shippedDefinitions, slips, broken]);

function runOf(vehicle: string, inside = ""): ScenarioRun {
  const text = `<scenario id="s" duration_s="5" step_s="0.02"><world/>
    <vehicle id="rov" file="rov.xml" position_m="0 0 5">${inside}</vehicle></scenario>`;
  const reader = readerOver({ "test.xml": text, "rov.xml": vehicle });
  const { scenario, diagnostics } = loadScenario(definitions, reader, "test.xml");
  if (scenario === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return new ScenarioRun(scenario, { writer: null, version: "test" });
}

const vehicleWith = (jet: string, attributes = ""): string => `<vehicle id="own" length_m="0.5" ${attributes}>
  <hull id="hull" mass_kg="20" volume_m3="0.0195" cg_m="0 0 0.02" inertia_kgm2="0.3 0.3 0.3 0 0 0" shape="ellipsoid"
    size_m="0.5 0.3 0.25" addedMass="10 10 10 0.1 0.1 0.1" linearDamping="10 10 10 1 1 1" quadraticDamping="40 40 40 1 1 1"/>
  <thruster id="jet" ${jet} position_m="0 0 0"/>
</vehicle>`;

const rov = (force: string, attributes = ""): ScenarioRun =>
  runOf(
    vehicleWith('file="components/thrusters/t200-12V.xml" attitude_deg="0 90 0"', attributes),
    `<controller id="law" model="slips" force="${force}" actuators="jet"/>`,
  );

/** The command in force. */
function commandOf(run: ScenarioRun): number {
  const [body] = run.world.vehicles.bodies;
  const { system, place } = body as unknown as { system: { commandsAt: number }; place: { at: number } };
  return run.sim.look().x[place.at + system.commandsAt]!;
}

test.each(["NaN", "Infinity"])(
  "a law that writes %s ends the run with law, output and time, told as an event",
  (force) => {
    const run = rov(force);
    expect(() => run.advance(run.end_ns)).toThrow(
      `rov/law at t = 2000000000 ns (2 s): the set-point law.jet is ${force}; a law must write numbers`,
    );
    expect(run.events.at(-1)).toMatchObject({ t_ns: 2e9, level: "error", name: "rov/law" });
  },
);

test('with failSafe="rest" the thruster, which the law drives in newtons, goes to its rest of 1500 µs, and on when numbers come again', () => {
  const run = rov("NaN", 'failSafe="rest"');
  run.advance(1.9e9);
  const pushing = commandOf(run);
  expect(pushing).toBeGreaterThan(1700);
  run.advance(2.9e9);
  expect(commandOf(run)).toBe(1500);
  run.advance(run.end_ns);
  expect(commandOf(run)).toBe(pushing);
  expect(run.events.filter(({ name }) => name === "rov/law")).toEqual([
    {
      ...{ t_ns: 2e9, level: "error", name: "rov/law" },
      message: `the set-point law.jet is NaN: all that it drives goes to rest`,
    },
    { t_ns: 3e9, level: "info", name: "rov/law", message: "law writes numbers again" },
  ]);
});

test("a run that is restored from a snapshot while its law fails tells nothing twice", () => {
  const run = rov("NaN", 'failSafe="rest"');
  run.advance(2.5e9);
  const told = run.events.length;
  const snapshot = run.snapshot();
  run.advance(2.9e9);
  run.restore(snapshot);
  run.advance(2.9e9);
  expect(run.events.length).toBe(told);
});

test("a thruster model of one's own that gives NaN is a fault that names the vehicle", () => {
  const run = runOf(vehicleWith('model="broken"'));
  expect(() => run.advance(run.end_ns)).toThrow(/^rov at t = .*not finite/);
});
