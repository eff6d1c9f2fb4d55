/** Flows for tests: asked at one place and time, and compared with their own finite differences. */
import { invariant } from "../../core/index.ts";
import {
  createModel,
  type Definition,
  Definitions,
  type KindDefinition,
  loadComponent,
  memoryReader,
} from "../../library/index.ts";
import { FLOW, FLOW_SIZE, type FlowSource } from "../flow.ts";

export interface FlowThere {
  readonly velocity: readonly number[];
  /** Row i: gradient of component i. */
  readonly gradient: readonly (readonly number[])[];
  readonly rate: readonly number[];
}

/** What one source, or several over one another, do at a place and a time. */
export function flowAt(source: FlowSource | readonly FlowSource[], place: readonly number[], t_s = 0): FlowThere {
  // At odd offsets, so that a source that forgets one is found out.
  const flow = new Float64Array(FLOW_SIZE + 2);
  const point = Float64Array.of(99, 99, 99, ...place, t_s);
  for (const each of Array.isArray(source) ? source : [source]) each.addFlow(flow, 2, point, 3);
  const three = (at: number): number[] => [...flow.slice(2 + at, 2 + at + 3)];
  return {
    velocity: three(FLOW.velocity),
    gradient: [0, 3, 6].map((row) => three(FLOW.gradient + row)),
    rate: three(FLOW.rate),
  };
}

/** Largest difference between what a source says of its slopes and central differences over h (metres, seconds). */
export function slopeMiss(source: FlowSource, place: readonly number[], t_s: number, h: number): number {
  const said = flowAt(source, place, t_s);
  let worst = 0;
  for (let axis = 0; axis < 4; axis++) {
    const moved = (by: number) =>
      flowAt(
        source,
        place.map((x, a) => (a === axis ? x + by : x)),
        axis === 3 ? t_s + by : t_s,
      ).velocity;
    const high = moved(h);
    const low = moved(-h);
    for (let c = 0; c < 3; c++) {
      const slope = (high[c]! - low[c]!) / (2 * h);
      const told = axis === 3 ? said.rate[c]! : said.gradient[c]![axis]!;
      worst = Math.max(worst, Math.abs(slope - told));
    }
  }
  return worst;
}

/** A component of a kind from the attributes of its element, and what is said about them. */
export function componentMaker<T>(definitions: readonly Definition[], kind: KindDefinition<T>) {
  const { definitions: all, diagnostics } = Definitions.create(definitions);
  const load = (attributes: string) =>
    loadComponent(
      all,
      memoryReader({
        "c.xml": `<${kind.kind} id="c" ${attributes}><provenance of="*" status="assumed"/></${kind.kind}>`,
      }),
      "c.xml",
    );
  return {
    /** What is wrong with the definitions themselves. */
    faults: diagnostics.map((d) => d.message),
    said: (attributes: string): string[] => load(attributes).diagnostics.map((d) => d.message),
    make(attributes: string): T {
      const { component, diagnostics: found } = load(attributes);
      invariant(component !== null && found.length === 0, found.map((d) => d.message).join("; "));
      return createModel(all, component, kind);
    },
  };
}
