/** A mission on a bench: loaded from texts as on a vehicle, and ticked with readings that a test makes up. */
import {
  type Component,
  type Definition,
  Definitions,
  defineKind,
  loadComponent,
  memoryReader,
} from "../../library/index.ts";
import { quaternionFromRpyInto } from "../../math/index.ts";
import { controlDefinitions, type EventDetail, MissionLaw, outputSize, TRUE_STATE, TRUE_STATE_SIZE } from "../index.ts";

const vehicle = defineKind()({ kind: "vehicle", doc: "a vehicle with nothing but its software", params: {} });

export const definitions = definitionsWith([]);

export function definitionsWith(more: readonly Definition[]): Definitions {
  const made = Definitions.create([vehicle, ...controlDefinitions, ...more]);
  if (made.diagnostics.length > 0) throw new Error(made.diagnostics.map((d) => d.message).join("\n"));
  return made.definitions;
}

export const AUTOPILOT = `<autopilot rate_Hz="10" rudder="rudder" sternPlane="planes" propeller="propeller" propellerMax="1500">
  <depth kp="0.2" ki="0.01"/><pitch kp="1"/><heading kp="1" ki="0.1"/><speed kp="100" ki="10"/></autopilot>`;

export const KEEPER = `<stationKeeper rate_Hz="10" horizontalLimit_N="100" verticalLimit_N="100" torqueLimit_Nm="100">
  <position kp="10"/><depth kp="10"/><heading kp="3"/></stationKeeper>`;

/** The component of a <mission> in "main.xml" whose source is "m.mission"; what is wrong, as the loader tells it. */
export function load(xml: string, mission: string, known = definitions): { component: Component; told: string[] } {
  const binaries = new Map([["m.mission", new TextEncoder().encode(mission)]]);
  const { component, diagnostics } = loadComponent(known, memoryReader({ "main.xml": xml }, binaries), "main.xml");
  const told = diagnostics.map((d) => d.message);
  if (component === null) throw new Error(told.join("\n"));
  return { component, told };
}

export interface Reading {
  readonly p_m?: readonly number[];
  readonly rpy_rad?: readonly number[];
  readonly u_mps?: number;
}

export class MissionBench {
  readonly law: MissionLaw;
  readonly reals: Float64Array;
  readonly out: Float64Array;
  /** "0.1: message", and the outputs of reactions. */
  readonly events: string[] = [];
  readonly outputs: string[] = [];
  readonly #reading = new Float64Array(TRUE_STATE_SIZE);
  #ticks = 0;

  constructor(children: string, mission: string, known = definitions) {
    const xml = `<mission id="m" source="m.mission">${children}</mission>`;
    this.law = new MissionLaw(known, load(xml, mission, known).component);
    this.reals = new Float64Array(this.law.memory + this.law.report.length);
    this.law.initialInto(this.reals, 0);
    this.out = new Float64Array(outputSize(this.law)).fill(Number.NaN);
  }

  /** The next tick, a tenth of a second after the last. Returns the outputs of its reaction. */
  tick({ p_m = [], rpy_rad = [], u_mps = 0 }: Reading = {}): string[] {
    const at = this.#reading;
    const t_s = this.#ticks++ / 10;
    at.fill(0);
    at[TRUE_STATE.t_s] = t_s;
    at.set(p_m, TRUE_STATE.p);
    quaternionFromRpyInto(at, TRUE_STATE.q, rpy_rad[0] ?? 0, rpy_rad[1] ?? 0, rpy_rad[2] ?? 0);
    at[TRUE_STATE.v] = u_mps;
    at[TRUE_STATE.vWater] = u_mps;
    const before = this.outputs.length;
    this.law.step({
      reading: at,
      reals: this.reals,
      memoryAt: 0,
      reportAt: this.law.memory,
      out: this.out,
      event: (message: string, { reaction }: EventDetail = {}) => {
        this.events.push(`${t_s}: ${message}`);
        if (reaction !== undefined) this.outputs.push(...reaction.outputs.split(" ").filter((name) => name !== ""));
      },
    });
    return this.outputs.slice(before);
  }

  ticks(count: number, reading: Reading = {}): string[] {
    const before = this.outputs.length;
    for (let k = 0; k < count; k++) this.tick(reading);
    return this.outputs.slice(before);
  }

  /** What the law shows under a name. */
  shown(name: string): number {
    const index = this.law.report.indexOf(name);
    if (index < 0) throw new Error(`the law does not show ${name}`);
    return this.reals[this.law.memory + index]!;
  }
}
