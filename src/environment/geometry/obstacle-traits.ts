/** What an obstacle has besides its surface: a path on which it moves, a material; and whether what a file says of a path can be. */
import type { Component } from "../../library/index.ts";
import { type Material, materialOf } from "./bottom-types.ts";
import { MOTION, ObstaclePath } from "./obstacle-path.ts";

/** Of a path. */
export const MOST_POINTS = 10_000;
/** What nothing in water reaches, but for a supercavitating torpedo. */
const MOST_SPEED_MPS = 50;

/** What the mount of an obstacle may say. */
interface PathMount {
  readonly position_m?: readonly number[] | undefined;
  readonly attitude_rad?: readonly number[] | undefined;
  readonly latitude_rad?: number | undefined;
  readonly times_s?: readonly number[] | undefined;
  readonly positions_m?: readonly number[] | undefined;
  readonly headings_rad?: readonly number[] | undefined;
}

type PathReport = (
  name: "times_s" | "positions_m" | "headings_deg" | "position_m" | "latitude_deg",
  message: string,
  detail?: { readonly allowed?: string; readonly hint?: string },
) => void;

/** Of a mount with a path, or with half of one. */
export function checkPath(mounted: PathMount, report: PathReport): void {
  const { times_s, positions_m, headings_rad, position_m, latitude_rad } = mounted;
  if (times_s === undefined) {
    report("positions_m", "positions_m needs times_s, which is not given", { hint: 'add times_s="…"' });
    return;
  }
  if (positions_m === undefined) {
    report("times_s", "times_s needs positions_m, which is not given", { hint: 'add positions_m="…"' });
    return;
  }
  const hint = "leave one of the two out";
  if (position_m !== undefined)
    report("position_m", "its place is given twice, as position_m and positions_m", { hint });
  if (latitude_rad !== undefined) {
    report("latitude_deg", "its place is given twice, in degrees and as positions_m", {
      hint: "a path is given in metres",
    });
  }
  const count = times_s.length;
  if (positions_m.length !== 3 * count) {
    const message = `positions_m has ${positions_m.length} values for ${count} times; ${3 * count} are needed`;
    report("positions_m", message, { allowed: "north, east and down for each of times_s" });
    return;
  }
  if (headings_rad !== undefined && headings_rad.length !== count) {
    const message = `headings_deg has ${headings_rad.length} values for ${count} times; ${count} are needed`;
    report("headings_deg", message, { allowed: "one for each of times_s" });
  }
  for (let k = 0; k + 1 < count; k++) {
    const [n, e, d] = [0, 1, 2].map((axis) => positions_m[3 * (k + 1) + axis] - positions_m[3 * k + axis]);
    const speed_mps = Math.sqrt(n * n + e * e + d * d) / (times_s[k + 1] - times_s[k]);
    if (speed_mps <= MOST_SPEED_MPS) continue;
    const shown = Number(speed_mps.toPrecision(4));
    const message = `from ${times_s[k]} s to ${times_s[k + 1]} s it moves at ${shown} m/s, faster than anything in water`;
    report("positions_m", message, {
      allowed: `at most ${MOST_SPEED_MPS} m/s`,
      hint: "times are seconds, places metres",
    });
    return;
  }
}

/** The path of an obstacle; null for one that stands. */
export function pathOf({ mount: mounted }: Component): ObstaclePath | null {
  const { times_s, positions_m, headings_rad, attitude_rad } = (mounted ?? {}) as PathMount;
  if (times_s === undefined || positions_m === undefined || attitude_rad === undefined) return null;
  return new ObstaclePath({ times_s, positions_m, headings_rad, attitude_rad });
}

/** What an obstacle is made of; null where its file does not say. */
export function obstacleMaterial({ params: given }: Component): Material | null {
  const { material, reflection, absorption_dB, roughness_m } = given as {
    readonly material?: string;
    readonly reflection?: number;
    readonly absorption_dB?: number;
    readonly roughness_m?: number;
  };
  return materialOf(material, roughness_m ?? 0, { reflection, absorption_dB });
}

/** An obstacle on a path, as if it stood where it is at the time t_s, or in its own frame for null. */
export function standing<C extends Component>(component: C, path: ObstaclePath, t_s: number | null): C {
  const place = { position_m: [0, 0, 0], attitude_rad: [0, 0, 0] };
  if (t_s !== null) {
    const time = Float64Array.of(t_s);
    const pose = new Float64Array(MOTION.V);
    const heading = new Float64Array(1);
    path.poseInto(pose, 0, time, 0);
    path.headingInto(heading, 0, time, 0);
    const [roll = 0, pitch = 0] = (component.mount as PathMount).attitude_rad ?? [];
    place.position_m = [...pose.subarray(MOTION.p, MOTION.p + 3)];
    place.attitude_rad = [roll, pitch, heading[0]];
  }
  return { ...component, mount: { ...component.mount, ...place } };
}
