/** The fan of an environment file: the number of beams, which of them where the top options ask for one, and their angles. */
import { RAD_PER_DEG } from "../../core/index.ts";
import { atan } from "../../math/index.ts";
import type { RayFan } from "../rays/ray-case.ts";
import type { RunTask } from "./environment-file.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import { type FileFields, MOST_VALUES, type NumberField } from "./file-fields.ts";
import { sortedList } from "./sorted-list.ts";

const MOST_BEAMS = 10_000_000;
/** Of a step: how far an angle may be from its place, since angles are rounded in files. */
const UNEVEN = 0.01;
const ANGLES: NumberField = { name: "the launch angles", unit: "deg", least: -180, greatest: 180 };

/** What the number of beams follows from where it is 0. */
export interface BeamQuestion {
  readonly task: RunTask | null;
  readonly frequency_Hz: number;
  /** NaN where they were not read. */
  readonly waterDepth_m: number;
  readonly farthest_m: number;
}

export function readFan(fields: FileFields, isOneBeam: boolean, question: BeamQuestion): RayFan | null {
  const { list } = fields;
  list.begin();
  const beams = fields.count("the number of beams", 0, MOST_BEAMS);
  const one = isOneBeam ? fields.count("the index of the beam", 1, MOST_BEAMS) : null;
  const isAutomatic = beams.value === 0;
  let count = isAutomatic ? automaticBeams(question) : beams.value;
  // Without knowing how many there are, the two ends are what is looked for.
  const found = fields.vector(ANGLES, Number.isNaN(count) && isAutomatic ? 3 : Math.min(count, MOST_VALUES), true);
  if (found === null || Number.isNaN(count)) return null;
  const { values } = sortedList(found.values, found.places);
  const first = values[0];
  let last = values[values.length - 1];
  const step = (last - first) / (values.length - 1);
  for (let k = 1; k < values.length; k++) {
    const expected = first + k * step;
    if (Math.abs(values[k] - expected) <= UNEVEN * step) continue;
    const place = list.range(found.places[Math.min(k, found.places.length - 1)]);
    const message = `launch angle ${values[k]} deg stands where ${expected} belongs; a fan is evenly spaced`;
    fields.report(codes.unevenAngles, place, message, { hint: "give the first, the last and a /" });
    return null;
  }
  if (count > 1 && !(last > first)) {
    const message = `all launch angles are ${first} deg`;
    fields.report(codes.unevenAngles, list.range(found.places[0]), message, { allowed: "angles that differ" });
    return null;
  }
  // All around: the last would be the first again.
  if (count > 1 && last - first === 360) {
    last -= 360 / (count - 1);
    count--;
  }
  if (one === null) return { count, from_rad: first * RAD_PER_DEG, to_rad: last * RAD_PER_DEG };
  if (!(one.value <= count)) {
    if (!Number.isNaN(one.value))
      fields.report(codes.badCount, one.range, `beam ${one.value} of ${count} beams does not exist`);
    return null;
  }
  const angle = count === 1 ? first : first + ((one.value - 1) * (last - first)) / (count - 1);
  return { count: 1, from_rad: angle * RAD_PER_DEG, to_rad: angle * RAD_PER_DEG };
}

/** As many beams as BELLHOP takes where none are given: neighbours in phase at the last range, and thin against the depth. */
function automaticBeams({ task, frequency_Hz: f, waterDepth_m: depth, farthest_m: far }: BeamQuestion): number {
  if (task === null || Number.isNaN(f) || Number.isNaN(depth) || Number.isNaN(far)) return Number.NaN;
  if (task === "rays") return 50;
  const byPhase = Math.max(Math.floor((0.3 * far * f) / 1500), 300);
  const byDepth = depth > 0 && far > 0 ? Math.floor(Math.PI / atan(depth / (10 * far))) : 0;
  return Math.min(Math.max(byPhase, byDepth), MOST_BEAMS);
}
