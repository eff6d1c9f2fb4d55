/**
 * A whole initial value problem at once, with answers at given instants: for tests, tools and load-time studies.
 * Simulations step through their integrators themselves; this allocates.
 */
import { invariant } from "../core/index.ts";
import { DormandPrince, type Tolerances } from "./dormand-prince.ts";
import type { OdeSystem } from "./ode.ts";

export interface OdeSolution {
  /** The state at each of the sample times, from the dense output; as many as were reached. */
  readonly samples: readonly Float64Array[];
  /** The state at the end, or where a failure stopped it. */
  readonly final: Float64Array;
  /** t1_s, or where a failure stopped it. */
  readonly reached_s: number;
  readonly substeps: number;
  readonly evaluations: number;
  /** 0, or the negative code of the failure (ode.ts). */
  readonly code: number;
}

/** Integrates from x0 (states, then held inputs) at t0_s to t1_s > t0_s. Sample times ascend and lie between the two, ends included. */
export function solveOde(
  system: OdeSystem,
  x0: ArrayLike<number>,
  t0_s: number,
  t1_s: number,
  tolerances: Tolerances,
  sampleTimes_s: ArrayLike<number> = [],
): OdeSolution {
  const size = system.size;
  const held = system.held ?? 0;
  invariant(x0.length === size + held, `the system has ${size} states and ${held} held inputs but x0 has ${x0.length}`);
  invariant(t1_s > t0_s, `the end ${t1_s} s does not follow the start ${t0_s} s`);
  const integrator = new DormandPrince(size + held, tolerances);
  const x = new Float64Array(size + held + integrator.memory);
  x.set(x0);
  const samples: Float64Array[] = [];
  for (let k = 0; k < sampleTimes_s.length; k++) {
    const t_s = sampleTimes_s[k];
    invariant(t_s >= (k === 0 ? t0_s : sampleTimes_s[k - 1]) && t_s <= t1_s, `sample time ${t_s} s is out of order`);
    if (t_s === t0_s) samples.push(x.slice(0, size));
  }

  const span = new Float64Array(2);
  let t_s = t0_s;
  let substeps = 0;
  let evaluations = 0;
  let code = 0;
  while (t_s < t1_s) {
    const left_s = t1_s - t_s;
    span[0] = t_s;
    span[1] = left_s;
    const answer = integrator.substep(system, x, 0, span, substeps > 0 && system.projectInto === undefined);
    if (answer < 0) {
      code = answer;
      break;
    }
    const taken_s = integrator.length_s;
    evaluations += answer;
    substeps++;
    const end_s = taken_s === left_s ? t1_s : t_s + taken_s;
    while (samples.length < sampleTimes_s.length && sampleTimes_s[samples.length] <= end_s) {
      const sample = new Float64Array(size);
      integrator.denseInto(sample, (sampleTimes_s[samples.length] - t_s) / taken_s);
      samples.push(sample);
    }
    t_s = end_s;
  }
  return { samples, final: x.slice(0, size), reached_s: t_s, substeps, evaluations, code };
}
