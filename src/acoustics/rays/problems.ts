/**
 * What is wrong with a ray case, all at once and as data: readers of files and the command line say it with a place, others as they like.
 * A case without problems is traced without a number that is not finite.
 */

import { depthAt_m } from "./boundary-curve.ts";
import type { BeyondBoundary, Boundary, RayCase, SoundSpeedField } from "./ray-case.ts";

export const RAY_PROBLEM_CODES = [
  /** A list has fewer points than it needs. */
  "few-points",
  /** Lists that belong together have different lengths. */
  "lengths",
  "not-increasing",
  "not-a-number",
  /** Too small or too large. */
  "out-of-range",
  /** A source or a receiver below the bottom or above the surface. */
  "outside-water",
  /** The bottom lies above the surface where there must be water. */
  "no-water",
] as const;
export type RayProblemCode = (typeof RAY_PROBLEM_CODES)[number];

export interface RayProblem {
  readonly code: RayProblemCode;
  /** Field of the case, such as `sound.depths_m[3]`. */
  readonly path: string;
  /** What stands there; of a list, its length or the entry. */
  readonly value: number;
  /** What may stand there, in words. */
  readonly allowed: string;
}

/** Limits that no water exceeds; beyond them the numbers are a mistake of units. */
const SPEED_MPS = [100, 20_000] as const;
const DEPTH_M = 100_000;
const RANGE_M = 1e8;
const MOST_RAYS = 10_000_000;

/** Everything that is wrong; empty for a case that can be traced. */
export function problemsOf(sea: RayCase): RayProblem[] {
  const found: RayProblem[] = [];
  const say = (code: RayProblemCode, path: string, value: number, allowed: string): void => {
    found.push(Object.freeze({ code, path, value, allowed }));
  };
  /** A number between two bounds, the lower one left out. */
  const above = (path: string, value: number, least: number, most: number): void => {
    if (Number.isNaN(value)) say("not-a-number", path, value, "a number");
    else if (!(value > least && value <= most)) say("out-of-range", path, value, `above ${least}, at most ${most}`);
  };
  const between = (path: string, value: number, least: number, most: number): void => {
    if (Number.isNaN(value)) say("not-a-number", path, value, "a number");
    else if (!(value >= least && value <= most)) say("out-of-range", path, value, `${least} to ${most}`);
  };
  const list = (path: string, values: Float64Array, fewest: number, increasing: boolean, most: number): boolean => {
    const before = found.length;
    if (values.length < fewest)
      say("few-points", path, values.length, `at least ${fewest} ${fewest === 1 ? "value" : "values"}`);
    values.forEach((value, k) => {
      between(`${path}[${k}]`, value, -most, most);
      if (increasing && k > 0 && value <= values[k - 1]) {
        say("not-increasing", `${path}[${k}]`, value, `above the value before it, ${values[k - 1]}`);
      }
    });
    return found.length === before;
  };

  above("frequency_Hz", sea.frequency_Hz, 0, 1e9);
  soundProblems(sea.sound, say, list, between);
  const surface = boundaryProblems("surface", sea.surface, say, list, between);
  const bottom = boundaryProblems("bottom", sea.bottom, say, list, between);
  const { depths_m, absorption_dBpkm } = sea.absorption;
  list("absorption.depths_m", depths_m, 1, true, DEPTH_M);
  if (absorption_dBpkm.length !== depths_m.length) {
    say(
      "lengths",
      "absorption.absorption_dBpkm",
      absorption_dBpkm.length,
      `${depths_m.length} values, one for each depth`,
    );
  }
  absorption_dBpkm.forEach((value, k) => {
    between(`absorption.absorption_dBpkm[${k}]`, value, 0, 1e6);
  });

  const { count, from_rad, to_rad } = sea.fan;
  between("fan.count", count, 1, MOST_RAYS);
  if (count >= 1 && !Number.isInteger(count)) say("out-of-range", "fan.count", count, "a whole number");
  between("fan.from_rad", from_rad, -Math.PI, Math.PI);
  between("fan.to_rad", to_rad, -Math.PI, Math.PI);
  if (count > 1 && to_rad <= from_rad) say("not-increasing", "fan.to_rad", to_rad, `above fan.from_rad, ${from_rad}`);
  between("step_m", sea.step_m, 0, RANGE_M);
  above("maxRange_m", sea.maxRange_m, 0, RANGE_M);
  above("weakest_dB", sea.weakest_dB, 0, 1000);

  const sources = list("sourceDepths_m", sea.sourceDepths_m, 1, false, DEPTH_M);
  const receivers = list("receiverDepths_m", sea.receiverDepths_m, 1, true, DEPTH_M);
  const ranges = list("receiverRanges_m", sea.receiverRanges_m, 1, true, RANGE_M);
  if (ranges) above("receiverRanges_m[0]", sea.receiverRanges_m[0], 0, RANGE_M);
  if (!surface || !bottom) return found;

  const top_m = depthAt_m(sea.surface, 0);
  const ground_m = depthAt_m(sea.bottom, 0);
  if (!(ground_m > top_m)) say("no-water", "bottom.depths_m", ground_m, `below the surface at the source, ${top_m}`);
  else if (sources) {
    sea.sourceDepths_m.forEach((z, k) => {
      if (z < top_m || z > ground_m) say("outside-water", `sourceDepths_m[${k}]`, z, `${top_m} to ${ground_m}`);
    });
  }
  if (receivers && ranges) {
    // A receiver that is in the water at some of the ranges is asked about there.
    const extent = sea.receiverRanges_m
      .map((r) => depthAt_m(sea.bottom, r))
      .reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const highest = sea.receiverRanges_m
      .map((r) => depthAt_m(sea.surface, r))
      .reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    sea.receiverDepths_m.forEach((z, k) => {
      if (z < highest || z > extent) say("outside-water", `receiverDepths_m[${k}]`, z, `${highest} to ${extent}`);
    });
  }
  return found;
}

type Say = (code: RayProblemCode, path: string, value: number, allowed: string) => void;
type ListCheck = (path: string, values: Float64Array, fewest: number, increasing: boolean, most: number) => boolean;
type Between = (path: string, value: number, least: number, most: number) => void;

function soundProblems(sound: SoundSpeedField, say: Say, list: ListCheck, between: Between): void {
  list("sound.ranges_m", sound.ranges_m, 1, true, RANGE_M);
  list("sound.depths_m", sound.depths_m, 2, true, DEPTH_M);
  const wanted = sound.ranges_m.length * sound.depths_m.length;
  if (sound.soundSpeeds_mps.length !== wanted) {
    say(
      "lengths",
      "sound.soundSpeeds_mps",
      sound.soundSpeeds_mps.length,
      `${wanted} values, one for each depth of each profile`,
    );
  }
  sound.soundSpeeds_mps.forEach((c, k) => {
    between(`sound.soundSpeeds_mps[${k}]`, c, ...SPEED_MPS);
  });
}

/** True where the boundary has a depth at every range. */
function boundaryProblems(path: string, boundary: Boundary, say: Say, list: ListCheck, between: Between): boolean {
  const { ranges_m, depths_m, beyond } = boundary;
  const ranges = list(`${path}.ranges_m`, ranges_m, 1, true, RANGE_M);
  const depths = list(`${path}.depths_m`, depths_m, 1, false, DEPTH_M);
  if (depths_m.length !== ranges_m.length) {
    say("lengths", `${path}.depths_m`, depths_m.length, `${ranges_m.length} values, one for each range`);
  }
  if (beyond.length !== 1 && beyond.length !== ranges_m.length) {
    say("lengths", `${path}.beyond`, beyond.length, `1 or ${ranges_m.length}, one for each range`);
  }
  between(`${path}.roughness_m`, boundary.roughness_m, 0, 1000);
  beyond.forEach((one, k) => {
    beyondProblems(`${path}.beyond[${k}]`, one, say, list, between);
  });
  return ranges && depths && depths_m.length === ranges_m.length;
}

function beyondProblems(path: string, beyond: BeyondBoundary, say: Say, list: ListCheck, between: Between): void {
  if (beyond.model === "halfSpace") {
    between(`${path}.soundSpeed_mps`, beyond.soundSpeed_mps, ...SPEED_MPS);
    between(`${path}.density_kgpm3`, beyond.density_kgpm3, 1, 30_000);
    between(`${path}.attenuation_dBpWavelength`, beyond.attenuation_dBpWavelength, 0, 50);
    between(`${path}.shearAttenuation_dBpWavelength`, beyond.shearAttenuation_dBpWavelength, 0, 50);
    between(`${path}.shearSpeed_mps`, beyond.shearSpeed_mps, 0, SPEED_MPS[1]);
    // A solid that gave way to pressure would have c_p² ≤ 4/3 c_s².
    const most = beyond.soundSpeed_mps * Math.sqrt(0.75);
    if (beyond.shearSpeed_mps >= most) {
      say("out-of-range", `${path}.shearSpeed_mps`, beyond.shearSpeed_mps, `below ${most}, √¾ of the sound speed`);
    }
    return;
  }
  if (beyond.model !== "table") return;
  list(`${path}.grazing_rad`, beyond.grazing_rad, 1, true, Math.PI);
  for (const name of ["magnitude", "phase_rad"] as const) {
    if (beyond[name].length !== beyond.grazing_rad.length) {
      say("lengths", `${path}.${name}`, beyond[name].length, `${beyond.grazing_rad.length} values, one for each angle`);
    }
  }
  beyond.magnitude.forEach((value, k) => {
    between(`${path}.magnitude[${k}]`, value, 0, 1);
  });
  beyond.phase_rad.forEach((value, k) => {
    between(`${path}.phase_rad[${k}]`, value, -1000, 1000);
  });
}
