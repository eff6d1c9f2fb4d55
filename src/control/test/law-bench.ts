/** A control law on a bench: loaded from XML as on a vehicle, and ticked with readings that a test makes up. */
import {
  type Component,
  createModel,
  Definitions,
  defineKind,
  loadComponent,
  memoryReader,
} from "../../library/index.ts";
import { quaternionFromRpyInto } from "../../math/index.ts";
import { type ControlLaw, controlDefinitions, outputSize, TRUE_STATE, TRUE_STATE_SIZE } from "../index.ts";

/** Stands for the vehicle of another room, which this one may not know. */
const vehicle = defineKind()({ kind: "vehicle", doc: "a vehicle with nothing but its software", params: {} });

export const { definitions, diagnostics: definitionProblems } = Definitions.create([vehicle, ...controlDefinitions]);

/** The loaded law of a file "main.xml" that holds one; what is wrong, as the loader tells it. */
export function load(xml: string) {
  return loadComponent(definitions, memoryReader({ "main.xml": xml }), "main.xml");
}

export interface Reading {
  readonly t_s: number;
  readonly p_m?: readonly number[];
  readonly rpy_rad?: readonly number[];
  readonly v_mps?: readonly number[];
  readonly w_radps?: readonly number[];
  readonly vWater_mps?: readonly number[];
}

export class LawBench {
  readonly component: Component;
  readonly law: ControlLaw;
  readonly reals: Float64Array;
  readonly out: Float64Array;
  readonly events: string[] = [];
  readonly #reading = new Float64Array(TRUE_STATE_SIZE);

  constructor(xml: string) {
    const { component, diagnostics } = load(xml);
    if (component === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));
    this.component = component;
    this.law = createModel(definitions, component) as ControlLaw;
    this.reals = new Float64Array(this.law.memory + this.law.report.length);
    this.law.initialInto?.(this.reals, 0);
    this.out = new Float64Array(outputSize(this.law));
  }

  tick(reading: Reading): void {
    const at = this.#reading;
    const [roll = 0, pitch = 0, yaw = 0] = reading.rpy_rad ?? [];
    at.fill(0);
    at[TRUE_STATE.t_s] = reading.t_s;
    at.set(reading.p_m ?? [], TRUE_STATE.p);
    quaternionFromRpyInto(at, TRUE_STATE.q, roll, pitch, yaw);
    at.set(reading.v_mps ?? [], TRUE_STATE.v);
    at.set(reading.w_radps ?? [], TRUE_STATE.w);
    at.set(reading.vWater_mps ?? reading.v_mps ?? [], TRUE_STATE.vWater);
    this.law.step({
      reading: at,
      reals: this.reals,
      memoryAt: 0,
      reportAt: this.law.memory,
      out: this.out,
      event: (message) => void this.events.push(message),
    });
  }

  /** What the law shows under a name. */
  shown(name: string): number {
    const index = this.law.report.indexOf(name);
    if (index < 0) throw new Error(`the law does not show ${name}`);
    return this.reals[this.law.memory + index]!;
  }
}

/** An autopilot with plain gains around a plan. */
export function autopilotXml(plan = "", attributes = ""): string {
  return `<autopilot rudder="rudder" sternPlane="planes" propeller="propeller" propellerMax="1500" ${attributes}>
    <depth kp="0.2"/><pitch kp="1"/><heading kp="1"/><speed kp="100"/>${plan}
  </autopilot>`;
}
