/** A program on a bench: made from its element as on a vehicle, and run by the bare executor with readings that a test makes up. */
import { type InPort, type Moment, State, StateLayout } from "../../engine/index.ts";
import type { Component, Definitions } from "../../library/index.ts";
import { quaternionFromRpyInto } from "../../math/index.ts";
import {
  BareExecutor,
  bodyForce,
  type ConnectedProgram,
  connectProgram,
  type LogDetail,
  type Module,
  makeProgram,
  NAVIGATION_STATE,
  NAVIGATION_STATE_SIZE,
  type Program,
  type VehicleActuator,
} from "../index.ts";
import { moduleCodes } from "../modules/codes.ts";
import { driven } from "../modules/program.ts";

export interface Reading {
  readonly t_s: number;
  readonly p_m?: readonly number[];
  readonly rpy_rad?: readonly number[];
  readonly v_mps?: readonly number[];
  readonly w_radps?: readonly number[];
  readonly vWater_mps?: readonly number[];
}

export class ProgramBench {
  readonly program: ConnectedProgram;
  readonly executor: BareExecutor;
  readonly actuators: readonly VehicleActuator[];
  readonly reals: Float64Array;
  readonly shownAt: number;
  readonly lines: { readonly t_ns: number; readonly message: string; readonly detail: LogDetail }[] = [];
  /** The reading that every input of the program gets. */
  readonly reading = new Float64Array(NAVIGATION_STATE_SIZE);
  /** The force that went to the thruster manager. */
  readonly force = new Float64Array(bodyForce.size);
  readonly #main: Module;
  readonly #id: string;

  constructor(definitions: Definitions, component: Component) {
    const made = makeProgram(definitions, component, {
      report: (d) => {
        if (d.severity === "error") throw new Error(d.message);
      },
      notMade: (_, reason) => {
        throw new Error(reason);
      },
    });
    if (made === null) throw new Error(`${component.id} cannot be made`);
    this.actuators = actuatorsOf(made);
    const thrusterManager = (): Module => ({
      trigger: "force",
      inputs: [{ name: "force", message: bodyForce }],
      memory: 0,
      shows: [],
      step: ({ reals, inAt }) => {
        for (let i = 0; i < bodyForce.size; i++) this.force[i] = reals[inAt[0]! + i]!;
      },
    });
    const codes = { unknownActuator: moduleCodes.unknownPort, notActuated: moduleCodes.unknownPort };
    const ports = { name: "vehicle", actuators: this.actuators, thrusterManager, devices: new Map(), codes };
    const program = connectProgram(made, ports, (d) => {
      throw new Error(d.message);
    });
    if (program === null) throw new Error(`${component.id} cannot be connected`);
    this.program = program;
    this.#id = component.id;
    this.#main = made.modules.find(({ id }) => id === component.id)!.module;
    const layout = new StateLayout({ campaign: 0, run: 0 });
    this.shownAt = layout.reals("shown", program.shown, new Array<number>(program.shown).fill(Number.NaN));
    this.executor = new BareExecutor(program, {
      layout,
      path: `vehicle/${component.id}`,
      log: (t_ns, _, message, detail) => void this.lines.push({ t_ns, message, detail }),
      shownAt: this.shownAt,
      // Modules of the package keep to their places: held by every test on this bench.
      records: true,
    });
    const port = {
      receiveNewest: (_: unknown, out: Float64Array, at: number): boolean => {
        for (let i = 0; i < NAVIGATION_STATE_SIZE; i++) out[at + i] = this.reading[i]!;
        return true;
      },
    } as unknown as InPort;
    for (const k of program.externals.keys()) this.executor.receiveFrom(k, port);
    this.reals = new State(layout, 0, 0).reals;
  }

  get events(): string[] {
    return this.lines.map(({ message }) => message);
  }

  /** What the program's main module gives: its outputs one after the other, or the force that it asks for. */
  get out(): Float64Array {
    const outputs = this.#main.outputs ?? [];
    if (outputs.some(({ message }) => message === bodyForce)) return this.force;
    return Float64Array.from(outputs, ({ name }) => this.reals[this.executor.placeOf(`${this.#id}.${name}`)]!);
  }

  /** One step at the time of the reading that is in place. */
  run(): void {
    const moment = { now_ns: this.reading[NAVIGATION_STATE.taken]!, reals: this.reals } as Moment;
    this.executor.take(moment);
    this.executor.run(moment);
  }

  tick(reading: Reading): void {
    const at = this.reading;
    const [roll = 0, pitch = 0, yaw = 0] = reading.rpy_rad ?? [];
    at.fill(0);
    at[NAVIGATION_STATE.taken] = Math.round(reading.t_s * 1e9);
    at.set(reading.p_m ?? [], NAVIGATION_STATE.p);
    quaternionFromRpyInto(at, NAVIGATION_STATE.q, roll, pitch, yaw);
    at.set(reading.v_mps ?? [], NAVIGATION_STATE.v);
    at.set(reading.w_radps ?? [], NAVIGATION_STATE.w);
    at.set(reading.vWater_mps ?? reading.v_mps ?? [], NAVIGATION_STATE.vWater);
    this.run();
  }

  /** What the program shows under a name. */
  shown(name: string): number {
    for (const { names, places } of this.program.channels) {
      const index = names.indexOf(name);
      if (index >= 0) return this.reals[this.shownAt + places[index]!]!;
    }
    throw new Error(`the program does not show ${name}`);
  }
}

/** Every actuator that the program drives, in the unit in which it does. */
function actuatorsOf({ modules }: Program): VehicleActuator[] {
  const found = modules.flatMap(({ module }) => module.outputs ?? []);
  return found.flatMap(({ drives, message }) => {
    if (drives === undefined || typeof drives === "string") return [];
    const [field = ""] = Object.keys(message.fields);
    const unit = field.includes("_") ? field.slice(field.indexOf("_") + 1) : "1";
    return drives.map((word) => ({ name: driven(word).actuator, unit }));
  });
}
