/**
 * The files beside an environment file: bathymetry and altimetry (.bty, .ati), reflection (.brc, .trc), profiles by range (.ssp).
 *
 *   .bty, .ati   'LS'  or C for a smooth boundary; L in the second place for a material at each point
 *                n
 *                r z   km, m;  with L: r z cp cs ρ αp αs
 *   .brc, .trc   n, then θ |R| φ n times: grazing angle in degrees, magnitude, phase in degrees
 *   .ssp         n, then n ranges in km, then for each depth of the profile a line of n speeds
 *
 * Depths are positive down in all of them. Before the first and behind the last range a boundary is level and a profile as at that range.
 * Source: the manual of the Acoustics Toolbox. Its text puts the attenuation before the density for .bty; its example, and the half-spaces that it
 * refers to, have the order above, which is read. Test: companions.test.ts.
 */
import { RAD_PER_DEG } from "../../core/index.ts";
import type { BeyondBoundary } from "../rays/ray-case.ts";
import type { AttenuationUnit } from "./attenuation-units.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import { type FileFields, MOST_VALUES, type NumberField, type Placed } from "./file-fields.ts";
import { halfSpaceOf } from "./half-space.ts";
import { firstKeptRow, readMaterial } from "./material-rows.ts";

export const RANGE: NumberField = { name: "the range", unit: "m", shift: 3, least: -1e8, greatest: 1e8 };
const BOUNDARY_DEPTH: NumberField = { name: "the depth", unit: "m", least: -1e5, greatest: 1e5 };
const GRAZING: NumberField = { name: "the grazing angle", unit: "deg", least: 0, greatest: 90 };
/** Programs that compute tables overshoot 1 by their rounding; it is taken as 1. */
const MAGNITUDE: NumberField = { name: "the magnitude", least: 0, greatest: 1.001 };
const PHASE: NumberField = { name: "the phase", unit: "deg", least: -36_000, greatest: 36_000 };
const SPEED: NumberField = { name: "the sound speed", unit: "m/s", least: 100, greatest: 20_000 };

export interface BoundaryFile {
  readonly shape: "straight" | "smooth";
  readonly ranges_m: Float64Array;
  readonly depths_m: Float64Array;
  /** One for each point of a long file, otherwise null. */
  readonly beyond: readonly BeyondBoundary[] | null;
  /** Where each depth stands. */
  readonly places: readonly Placed["range"][];
}

/** A .bty or .ati; null where it was not read to its end, with the reasons reported. */
export function readBoundaryFile(
  fields: FileFields,
  unit: AttenuationUnit | null,
  frequency_Hz: number,
): BoundaryFile | null {
  const { list } = fields;
  list.begin();
  const type = fields.letters(
    "the type of the boundary",
    "L for straight lines between the points, C for a smooth boundary",
  );
  const shape = type === null ? null : fields.letter(type, 0, "the type of the boundary", "LC");
  const size = type === null ? null : fields.letter(type, 1, "the format of its points", " SL");
  list.begin();
  const count = fields.count("the number of points", 1, MOST_VALUES).value;
  if (Number.isNaN(count)) return null;
  const ranges: number[] = [];
  const depths: number[] = [];
  const beyond: BeyondBoundary[] = [];
  const places: Placed["range"][] = [];
  const kept = firstKeptRow();
  let isGood = shape !== null && size !== null;
  for (let k = 0; k < count; k++) {
    list.begin();
    if (list.isAtEnd) {
      fields.ended(list.next(), `point ${k + 1} of ${count}`);
      return null;
    }
    const range = fields.number(RANGE);
    const depth = fields.number(BOUNDARY_DEPTH);
    if (!increases(fields, "range", ranges, range, "m")) isGood = false;
    if (Number.isNaN(range.value) || Number.isNaN(depth.value)) isGood = false;
    ranges.push(range.value);
    depths.push(depth.value);
    places.push(depth.range);
    if (size !== "L") continue;
    const material = halfSpaceOf(fields, readMaterial(fields, kept, 2), unit, frequency_Hz);
    if (material === null) isGood = false;
    else beyond.push(material);
  }
  if (!isGood) return null;
  return {
    shape: shape === "C" ? "smooth" : "straight",
    ranges_m: Float64Array.from(ranges),
    depths_m: Float64Array.from(depths),
    beyond: size === "L" ? beyond : null,
    places,
  };
}

/** A .brc or .trc. */
export function readReflectionFile(fields: FileFields): BeyondBoundary | null {
  const { list } = fields;
  list.begin();
  const count = fields.count("the number of angles", 1, MOST_VALUES).value;
  if (Number.isNaN(count)) return null;
  const angles: number[] = [];
  const magnitudes: number[] = [];
  const phases: number[] = [];
  let isGood = true;
  // One READ for all of them: lines mean nothing.
  list.begin();
  for (let k = 0; k < count; k++) {
    const row = [fields.number(GRAZING), fields.number(MAGNITUDE), fields.number(PHASE)];
    const [angle, magnitude, phase] = row;
    if (!increases(fields, "grazing angle", angles, angle, "deg")) isGood = false;
    if (row.some(({ value }) => Number.isNaN(value))) isGood = false;
    angles.push(angle.value);
    magnitudes.push(Math.min(magnitude.value, 1));
    phases.push(phase.value);
    // The rest of the list would only repeat that it has ended.
    if (fields.hasEnded || list.hasSlash) break;
  }
  if (!isGood || angles.length < count) return null;
  return Object.freeze({
    model: "table",
    grazing_rad: Float64Array.from(angles, (angle) => angle * RAD_PER_DEG),
    magnitude: Float64Array.from(magnitudes),
    phase_rad: Float64Array.from(phases, (phase) => phase * RAD_PER_DEG),
  });
}

/** A .ssp for a profile of so many depths: the ranges, and the speeds profile after profile. */
export function readProfileFile(
  fields: FileFields,
  depthCount: number,
): { readonly ranges_m: Float64Array; readonly soundSpeeds_mps: Float64Array } | null {
  const { list } = fields;
  list.begin();
  const count = fields.count("the number of profiles", 1, MOST_VALUES).value;
  if (Number.isNaN(count)) return null;
  if (count * depthCount > MOST_VALUES) {
    const message = `${count} profiles of ${depthCount} depths are more than ${MOST_VALUES} speeds`;
    fields.report(codes.tooLarge, list.range({ start: 0, end: 0 }), message);
    return null;
  }
  const ranges = fields.vector({ ...RANGE, name: "the ranges of the profiles" }, count, false);
  let isGood = ranges !== null && vectorIncreases(fields, "range", ranges.values, ranges.places, "m");
  const speeds = new Float64Array(count * depthCount);
  for (let i = 0; i < depthCount; i++) {
    list.begin();
    if (list.isAtEnd) {
      fields.ended(list.next(), `the speeds of depth ${i + 1} of ${depthCount}`);
      return null;
    }
    const row = fields.vector({ ...SPEED, name: `the speeds of depth ${i + 1}` }, count, false);
    if (row === null) isGood = false;
    else for (let k = 0; k < count; k++) speeds[k * depthCount + i] = row.values[k];
  }
  return isGood && ranges !== null ? { ranges_m: ranges.values, soundSpeeds_mps: speeds } : null;
}

/** Whether a value is more than the last of a list; reported where it is not. */
export function increases(
  fields: FileFields,
  what: string,
  before: readonly number[],
  placed: Placed,
  unit: string,
): boolean {
  const last = before.at(-1);
  if (last === undefined || !(placed.value <= last)) return true;
  fields.report(codes.notIncreasing, placed.range, `${what} ${placed.value} ${unit} follows ${last} ${unit}`, {
    allowed: `more than ${last} ${unit}`,
  });
  return false;
}

/** The same for a vector; the first place alone. */
export function vectorIncreases(
  fields: FileFields,
  what: string,
  values: Float64Array,
  places: readonly { readonly start: number; readonly end: number }[],
  unit: string,
): boolean {
  for (let k = 1; k < values.length; k++) {
    if (values[k] > values[k - 1]) continue;
    const range = fields.list.range(places[Math.min(k, places.length - 1)]);
    fields.report(codes.notIncreasing, range, `${what} ${values[k]} ${unit} follows ${values[k - 1]} ${unit}`, {
      allowed: `more than ${values[k - 1]} ${unit}`,
    });
    return false;
  }
  return true;
}
