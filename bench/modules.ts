/**
 * What the executor costs: a tick of a program (what has come is taken, modules step in order, set-points are collected) against the same
 * modules called one after the other by hand.
 */
import {
  BareExecutor,
  type ConnectedProgram,
  connectProgram,
  controlDefinitions,
  type Module,
  type ModuleTick,
  makeProgram,
  NAVIGATION_STATE,
  NAVIGATION_STATE_SIZE,
} from "../src/control/index.ts";
import { codeEntry } from "../src/core/index.ts";
import { type InPort, type Moment, State, StateLayout } from "../src/engine/index.ts";
import { Definitions, defineKind, loadComponent, memoryReader } from "../src/library/index.ts";
import { type Benchmark, comparison, nsPerItemInTurns } from "./harness.ts";

const TICKS = 200_000;
/** The goal: as a module, a law may take at most 1.2 times what it takes by itself. */
const GOAL = { of: "ratio", atMost: 1.2 } as const;

const vehicle = defineKind()({ kind: "vehicle", doc: "a vehicle with nothing but its software", params: {} });

/** Their ways end behind all ticks, within what positions may be. */
const PROGRAMS = {
  "autopilot on a leg": `<autopilot rudder="rudder" sternPlane="planes" propeller="propeller" propellerUnit="rpm" propellerMax="1500">
    <depth kp="0.25" ki="0.006" kd="0.2"/><pitch kp="0.9" ki="0.3" kd="0.5"/><heading kp="0.7" ki="0.01" kd="0.4"/><speed kp="30" ki="10"/>
    <leg depth_m="5" speed_mps="1.5" duration_s="1e6"/></autopilot>`,
  "autopilot on a route": `<autopilot rudder="rudder" sternPlane="planes" propeller="propeller" propellerUnit="rpm" propellerMax="1500">
    <depth kp="0.25" ki="0.006" kd="0.2"/><pitch kp="0.9" ki="0.3" kd="0.5"/><heading kp="0.7" ki="0.01" kd="0.4"/><speed kp="30" ki="10"/>
    <route><point position_m="1e8 0 5"/><point position_m="1e8 1e8 5"/></route></autopilot>`,
};

function connected(xml: string): ConnectedProgram {
  const { definitions } = Definitions.create([vehicle, ...controlDefinitions]);
  const { component } = loadComponent(definitions, memoryReader({ "main.xml": xml }), "main.xml");
  const fail = (reason: unknown): never => {
    throw new Error(JSON.stringify(reason));
  };
  const program = makeProgram(definitions, component!, { report: fail, notMade: (_, reason) => fail(reason) });
  const none = codeEntry("error", "BEN001", "", "");
  return connectProgram(
    program!,
    {
      name: "v",
      actuators: ["rudder", "planes"].map((name) => ({ name, unit: "rad" })).concat({ name: "propeller", unit: "rpm" }),
      thrusterManager: null,
      devices: new Map(),
      codes: { unknownActuator: none, notActuated: none },
    },
    fail,
  )!;
}

/** A vehicle on a fixed way: time and place go on, the rest is still. */
function readingInto(reading: Float64Array, k: number): void {
  reading[NAVIGATION_STATE.taken] = 100_000_000 * k;
  reading[NAVIGATION_STATE.p] = 0.15 * k;
  reading[NAVIGATION_STATE.p + 1] = 0.001 * (k % 1000);
  reading[NAVIGATION_STATE.p + 2] = 5;
  reading[NAVIGATION_STATE.q] = 1;
}

/** A port that always has the newest reading; of one class, as the ports of a model are. */
class Readings {
  readonly reading = new Float64Array(NAVIGATION_STATE_SIZE);
  readonly port = this as unknown as InPort;

  receiveNewest(_: unknown, out: Float64Array, at: number): boolean {
    for (let i = 0; i < NAVIGATION_STATE_SIZE; i++) out[at + i] = this.reading[i]!;
    return true;
  }
}

function executed(program: ConnectedProgram): () => number {
  const layout = new StateLayout({ campaign: 0, run: 0 });
  const shownAt = layout.reals("shown", program.shown);
  const executor = new BareExecutor(program, { layout, path: "v/law", log() {}, shownAt });
  const { reading, port } = new Readings();
  for (const k of program.externals.keys()) executor.receiveFrom(k, port);
  const { reals } = new State(layout, 0, 0);
  const moment = { now_ns: 0, reals } as unknown as Moment;
  const [values, taken_ns] = [new Float64Array(3), new Float64Array(1)];
  let k = 0;
  return () => {
    for (let i = 0; i < TICKS; i++) {
      readingInto(reading, k++);
      executor.take(moment);
      executor.run(moment);
      executor.commandsInto(values, 0, reals, taken_ns);
    }
    return values[0]!;
  };
}

/** The same modules on places of their own, with the reading copied in and the set-points copied out, and nothing in between. */
function byHand(program: ConnectedProgram): () => number {
  const sizes = program.slots.map(({ message }) => 1 + message.size);
  const slotAt = sizes.map((_, i) => 1 + sizes.slice(0, i).reduce((sum, n) => sum + n, 0));
  let end = sizes.reduce((sum, n) => sum + n, 0);
  const ticks = program.modules.map(({ module, inputs, outputs }) => {
    const tick = {
      memoryAt: end,
      shownAt: end + module.memory,
      inAt: inputs.map((slot) => slotAt[slot] ?? -1),
      outAt: outputs.map((slot) => slotAt[slot]!),
      log() {},
    };
    end += module.memory + module.shows.length;
    return { module, tick };
  });
  const reals = new Float64Array(end);
  const steps: readonly { module: Module; tick: ModuleTick }[] = ticks.map(({ module, tick }) => ({
    module,
    tick: { ...tick, reals } as unknown as ModuleTick,
  }));
  const reading = new Float64Array(NAVIGATION_STATE_SIZE);
  const from = slotAt[program.externals[0]!.slot]!;
  const values = new Float64Array(3);
  let k = 0;
  return () => {
    for (let i = 0; i < TICKS; i++) {
      readingInto(reading, k++);
      for (let j = 0; j < NAVIGATION_STATE_SIZE; j++) reals[from + j] = reading[j]!;
      for (let m = 0; m < steps.length; m++) steps[m]!.module.step(steps[m]!.tick);
      for (let c = 0; c < program.commands.length; c++) {
        const { slot, actuator, factor } = program.commands[c]!;
        values[actuator] = factor * reals[slotAt[slot]!]!;
      }
    }
    return values[0]!;
  };
}

export const benchmark: Benchmark = {
  name: "modules",
  doc: "a tick of a program by the executor, against its modules called by hand",
  run() {
    return Object.entries(PROGRAMS).map(([name, xml]) => {
      const bodies = [executed(connected(xml)), byHand(connected(xml))];
      const [executor, plain] = nsPerItemInTurns(bodies, TICKS, 15) as [number[], number[]];
      return comparison(`modules: tick of an ${name}`, "ns", executor, "its modules by hand", plain, GOAL);
    });
  },
};
