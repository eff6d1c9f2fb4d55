/** Currents that contradict the world around them, or are in another unit than their author thought. */
import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import { type Component, placeOfValue } from "../../library/index.ts";
import { scenarioCodes } from "./codes.ts";

/** A layer is for a flat bottom, and the world's bottom is seldom flat: half as deep or twice is beyond that. */
const APART = 2;
/** The shortest tides, seiches of a harbour, take minutes; the tides of the sea hours. */
const SHORTEST_TIDE_S = 60;

/** bottomDepth_m: of the world's bottom at the origin; Infinity without one. */
export function checkCurrents(world: Component, bottomDepth_m: number, report: (d: Diagnostic) => void): void {
  for (const current of world.children) {
    if (current.kind !== "current") continue;
    const params = current.params as { readonly bottomDepth_m?: number; readonly periods_s?: readonly number[] };
    const own_m = params.bottomDepth_m ?? Number.NaN;
    if (Number.isFinite(bottomDepth_m) && (own_m > APART * bottomDepth_m || APART * own_m < bottomDepth_m)) {
      const message = `world/${current.id}: its layer stands on a bottom at ${own_m} m, but that of the world is ${metres(bottomDepth_m)} m deep at the origin`;
      report(codedDiagnostic(scenarioCodes.otherBottom, placeOfValue(current, "bottomDepth_m"), message, {}));
    }
    const short_s = params.periods_s?.find((period_s) => period_s < SHORTEST_TIDE_S);
    if (short_s === undefined) continue;
    const message = `world/${current.id}: a tide of ${short_s} s turns in less than a minute`;
    const hint = `are these hours? ${short_s} h are ${Number((3600 * short_s).toFixed(3))} s`;
    report(codedDiagnostic(scenarioCodes.shortTide, placeOfValue(current, "periods_s"), message, { hint }));
  }
}

function metres(depth_m: number): string {
  return String(Number(depth_m.toFixed(2)));
}
