/** Where a vehicle is that touches the bottom, in words: for diagnostics at its start, and for events of a run. */
import { TOUCH } from "../../environment/index.ts";

/** To a centimetre, and never −0. */
export function metres(value_m: number): string {
  return `${Number(value_m.toFixed(2)) + 0} m`;
}

/** Of north, east and depth at p[i ..]. */
export function placeWords(p: Float64Array, i: number): string {
  return `north ${metres(p[i]!)}, east ${metres(p[i + 1]!)}, depth ${metres(p[i + 2]!)}`;
}

/** What a vehicle does that is on the ground by a record of TOUCH at touch[o ..]: "is on land: …". be: "is", or "starts". */
export function groundWords(touch: Float64Array, o: number, be: "is" | "starts"): string {
  const bottom_m = touch[o + TOUCH.bottomDepth]!;
  const isBelow = touch[o + TOUCH.centre + 2]! > bottom_m;
  if (bottom_m <= 0) {
    const height = bottom_m === 0 ? "at the height of the water" : `${metres(-bottom_m)} above the water`;
    return `${be} ${isBelow ? "on" : "above"} land, which is ${height}`;
  }
  if (isBelow) return `${be} below the bottom, which is ${metres(bottom_m)} deep`;
  const touches = be === "is" ? "touches" : "starts on";
  return `${touches} the bottom, ${metres(-touch[o + TOUCH.clearance]!)} into it`;
}
