/** A mission on a bench: loaded from texts as on a vehicle, and ticked with readings that a test makes up. */
import {
  type Component,
  type Definition,
  Definitions,
  defineKind,
  loadComponent,
  memoryReader,
} from "../../library/index.ts";
import type { Automaton } from "../../mission/index.ts";
import { controlDefinitions, MissionModule } from "../index.ts";
import { ProgramBench } from "./program-bench.ts";

const vehicle = defineKind()({ kind: "vehicle", doc: "a vehicle with nothing but its software", params: {} });

export const definitions = definitionsWith([]);

export function definitionsWith(more: readonly Definition[]): Definitions {
  const made = Definitions.create([vehicle, ...controlDefinitions, ...more]);
  if (made.diagnostics.length > 0) throw new Error(made.diagnostics.map((d) => d.message).join("\n"));
  return made.definitions;
}

export const AUTOPILOT = `<autopilot rate_Hz="10" rudder="rudder" sternPlane="planes" propeller="propeller" propellerUnit="rpm" propellerMax="1500">
  <depth kp="0.2" ki="0.01"/><pitch kp="1"/><heading kp="1" ki="0.1"/><speed kp="100" ki="10"/></autopilot>`;

export const KEEPER = `<stationKeeper rate_Hz="10" horizontalLimit_N="100" verticalLimit_N="100" torqueLimit_Nm="100">
  <position kp="10"/><depth kp="10"/><heading kp="3"/></stationKeeper>`;

/** The component of a <mission> in "main.xml" whose source is "m.mission"; what is wrong, as the loader reports it. */
export function load(
  xml: string,
  mission: string,
  known = definitions,
  script = "",
): { component: Component; told: string[] } {
  const encoder = new TextEncoder();
  const binaries = new Map([
    ["m.mission", encoder.encode(mission)],
    ["m.events", encoder.encode(script)],
  ]);
  const { component, diagnostics } = loadComponent(known, memoryReader({ "main.xml": xml }, binaries), "main.xml");
  const told = diagnostics.map((d) => d.message);
  if (component === null) throw new Error(told.join("\n"));
  return { component, told };
}

export interface MissionReading {
  readonly p_m?: readonly number[];
  readonly rpy_rad?: readonly number[];
  readonly u_mps?: number;
}

export class MissionBench extends ProgramBench {
  readonly automaton: Automaton;
  /** "0.1: message", and the outputs of reactions. */
  readonly outputs: string[] = [];
  #ticks = 0;
  #heard = 0;

  constructor(children: string, mission: string, known = definitions, attributes = "", script = "") {
    const xml = `<mission id="m" source="m.mission" ${attributes}>${children}</mission>`;
    super(known, load(xml, mission, known, script).component);
    this.automaton = this.program.modules.map((m) => m.module).find((m) => m instanceof MissionModule)!.automaton;
  }

  /** Lines of the log with their times. */
  override get events(): string[] {
    return this.lines.map(({ t_ns, message }) => `${t_ns / 1e9}: ${message}`);
  }

  /** What the loops give: rudder, stern plane and propeller, or a force. */
  override get out(): Float64Array {
    const loops = this.program.modules.find(({ id }) => id.startsWith("m/"))!;
    if (loops.id.includes("stationKeeper")) return this.force;
    return Float64Array.from(["rudder", "sternPlane", "propeller"], (name) => {
      return this.reals[this.executor.placeOf(`${loops.id}.${name}`)]!;
    });
  }

  /** The next tick, a tenth of a second after the last. Returns the outputs of its reaction. */
  step({ p_m = [], rpy_rad = [], u_mps = 0 }: MissionReading = {}): string[] {
    const before = this.outputs.length;
    this.tick({ t_s: this.#ticks++ / 10, p_m, rpy_rad, v_mps: [u_mps, 0, 0] });
    for (const { detail } of this.lines.slice(this.#heard)) {
      const names = detail.reaction?.outputs.split(" ") ?? [];
      this.outputs.push(...names.filter((name) => name !== ""));
    }
    this.#heard = this.lines.length;
    return this.outputs.slice(before);
  }

  steps(count: number, reading: MissionReading = {}): string[] {
    const before = this.outputs.length;
    for (let k = 0; k < count; k++) this.step(reading);
    return this.outputs.slice(before);
  }
}
