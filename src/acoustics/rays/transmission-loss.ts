/**
 * Transmission loss on the grid of receivers of a case, by beams (beam-field.ts).
 *
 *   TL = −10 log₁₀ I,   I = 1 at 1 m without losses                                       (1)
 *
 * Where nothing arrives, and where less than 10⁻²⁴ does, it is SILENT_DB.
 */
import { log10, sinCosInto } from "../../math/index.ts";
import { BeamField, type ReceiverGrid } from "./beam-field.ts";
import { depthAt_m } from "./boundary-curve.ts";
import type { BeamShape, RayCase, Sum } from "./ray-case.ts";
import { RaySea } from "./ray-sea.ts";
import { RayTracer } from "./ray-tracer.ts";

/** What stands for no sound. */
export const SILENT_DB = 240;

export interface LossField {
  readonly sourceDepth_m: number;
  readonly ranges_m: Float64Array;
  readonly depths_m: Float64Array;
  /** Range after range, depth by depth. */
  readonly loss_dB: Float64Array;
}

/** The loss from each source of a case. onRay: called after each ray, with the number of all so far, for those who wait. */
export function transmissionLoss(
  sea: RayCase,
  sum: Sum,
  beam: BeamShape = sea.beam,
  onRay: (done: number) => void = () => {},
): LossField[] {
  const made = new RaySea(sea);
  const tracer = new RayTracer(made);
  const grid = gridOf(sea);
  const { count, from_rad, to_rad } = sea.fan;
  const spacing_rad = count > 1 ? (to_rad - from_rad) / (count - 1) : to_rad - from_rad;
  const field = new BeamField(grid, { frequency_Hz: sea.frequency_Hz, beam, sum, spacing_rad });
  const direction = new Float64Array(2);
  let done = 0;
  return Array.from(sea.sourceDepths_m, (sourceDepth_m) => {
    field.clear();
    for (let k = 0; k < count; k++) {
      sinCosInto(direction, 0, launchAngle_rad(sea, k));
      tracer.trace(sourceDepth_m, direction[1], direction[0]);
      let power = 1;
      if (sum === "semicoherent") {
        // (5) of beam-field.ts: of source and image.
        const phase = (2 * Math.PI * sea.frequency_Hz * sourceDepth_m * direction[0]) / tracer.path.vertices[4];
        sinCosInto(direction, 0, phase);
        power = 2 * direction[0] * direction[0];
      }
      field.add(tracer.path, power);
      onRay(++done);
    }
    const { ranges_m, depths_m } = grid;
    return { sourceDepth_m, ranges_m, depths_m, loss_dB: lossOf(field, sum) };
  });
}

/** Launch angle of ray k. */
export function launchAngle_rad(sea: RayCase, k: number): number {
  const { count, from_rad, to_rad } = sea.fan;
  return count === 1 ? from_rad : from_rad + ((to_rad - from_rad) * k) / (count - 1);
}

function lossOf(field: BeamField, sum: Sum): Float64Array {
  const { re, im } = field;
  const loss_dB = new Float64Array(re.length);
  for (let i = 0; i < loss_dB.length; i++) {
    const intensity = sum === "coherent" ? re[i] * re[i] + im[i] * im[i] : re[i];
    loss_dB[i] = intensity > 0 ? Math.min(SILENT_DB, -10 * log10(intensity)) : SILENT_DB; // (1)
  }
  return loss_dB;
}

function gridOf(sea: RayCase): ReceiverGrid {
  const ranges_m = sea.receiverRanges_m;
  return {
    ranges_m,
    depths_m: sea.receiverDepths_m,
    surface_m: ranges_m.map((r) => depthAt_m(sea.surface, r)),
    bottom_m: ranges_m.map((r) => depthAt_m(sea.bottom, r)),
  };
}
