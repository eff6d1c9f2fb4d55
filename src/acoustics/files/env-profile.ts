/**
 * The profile of an environment file: rows from the first depth, which is the surface, to the depth of the bottom. A file whose rows
 * do not end at that depth is read all the same: the rows end where the options of the bottom begin.
 */
import { type AttenuationUnit, dBpkmOf } from "./attenuation-units.ts";
import { increases } from "./companions.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import { type FileFields, MOST_VALUES, type NumberField, type Placed } from "./file-fields.ts";
import { DEPTH, type KeptRow, readMaterialRow } from "./material-rows.ts";

/** How near to the depth of the bottom the last row must be: as BELLHOP compares them. */
const NEAR_M = 1.2e-5;

const ROUGHNESS: NumberField = { name: "the roughness of the surface", unit: "m", least: 0, greatest: 1000 };

/** What the ray model takes. */
export const MOST_DB_PER_KM = 1e6;

export interface EnvProfile {
  readonly depths_m: Float64Array;
  readonly soundSpeeds_mps: Float64Array;
  /** Of each row, from its own attenuation. */
  readonly absorption_dBpkm: Float64Array;
  /** Depth of a level bottom. */
  readonly bottom_m: number;
  readonly bottomRange: Placed["range"];
  readonly roughness_m: number;
  readonly lastRange: Placed["range"];
  /** It ends above the bottom, which has been reported. */
  readonly isShortReported: boolean;
}

/** null where something of it was not read. The rows are read to their end in any case. */
export function readEnvProfile(
  fields: FileFields,
  kept: KeptRow,
  unit: AttenuationUnit | null,
  frequency_Hz: number,
): EnvProfile | null {
  const { list } = fields;
  list.begin();
  const mesh: NumberField = { name: "the number of mesh points", least: -1e9, greatest: 1e9 };
  fields.number(mesh, 0);
  const roughness = fields.number(ROUGHNESS, 0);
  const bottom = fields.number({ ...DEPTH, name: "the depth of the bottom" });

  const depths: number[] = [];
  const speeds: number[] = [];
  const absorptions: number[] = [];
  let isGood = !Number.isNaN(bottom.value) && !Number.isNaN(roughness.value);
  let last = bottom;
  let reached = false;
  while (depths.length < MOST_VALUES) {
    const row = readMaterialRow(
      fields,
      kept,
      depths.length === 0 ? "the profile" : "the next row of the profile, or the bottom options",
    );
    if (row === null) return null;
    last = row.depth;
    if (!increases(fields, "depth", depths, row.depth, "m")) isGood = false;
    const absorption = unit === null ? Number.NaN : dBpkmOf(unit, row.attenuation.value, row.speed.value, frequency_Hz);
    if (Number.isNaN(row.depth.value) || Number.isNaN(row.speed.value) || Number.isNaN(absorption)) isGood = false;
    if (absorption > MOST_DB_PER_KM) {
      const message = `an absorption of ${absorption} dB/km is not allowed; it must be at most ${MOST_DB_PER_KM}`;
      fields.report(codes.outOfRange, row.attenuation.range, message);
      isGood = false;
    }
    depths.push(row.depth.value);
    speeds.push(row.speed.value);
    absorptions.push(absorption);
    reached = Math.abs(row.depth.value - bottom.value) < NEAR_M;
    if (reached || list.lettersFollow) break;
  }
  if (depths.length < 2) {
    fields.report(codes.badCount, last.range, "the profile has 1 row; it must have at least 2", {
      allowed: "at least 2",
    });
    return null;
  }
  if (!isGood) return null;
  if (!reached) {
    const relation = last.value < bottom.value ? "above" : "below";
    const rule = relation === "above" ? "; beyond it its last speed is used" : "";
    const message = `the profile ends at ${last.value} m, ${relation} the depth of the bottom, ${bottom.value} m${rule}; BELLHOP would not find its end`;
    fields.report(codes.profileExtended, last.range, message, {
      seen: String(last.value),
      allowed: String(bottom.value),
    });
  }
  return {
    depths_m: Float64Array.from(depths),
    soundSpeeds_mps: Float64Array.from(speeds),
    absorption_dBpkm: Float64Array.from(absorptions),
    bottom_m: bottom.value,
    bottomRange: bottom.range,
    roughness_m: roughness.value,
    lastRange: last.range,
    isShortReported: !reached && last.value < bottom.value,
  };
}

export interface Covered {
  readonly depths_m: Float64Array;
  readonly soundSpeeds_mps: Float64Array;
}

/**
 * A profile that covers least … greatest: where it does not, its outermost speed holds, which is reported. Curves are left as they are, since a point
 * more would bend them; the ray model holds their ends all the same.
 */
export function coveringProfile(
  fields: FileFields,
  { lastRange: place, isShortReported }: EnvProfile,
  given: Covered,
  profiles: number,
  [least_m, greatest_m]: readonly [number, number],
  isCurve: boolean,
): Covered {
  const { depths_m, soundSpeeds_mps } = given;
  const count = depths_m.length;
  const above = least_m < depths_m[0];
  const below = greatest_m > depths_m[count - 1];
  if (!above && !below) return given;
  const say = (what: string, at: number, boundary: string, to: number): void =>
    fields.report(
      codes.profileExtended,
      place,
      `the profile ${what} at ${at} m, and the ${boundary} at ${to} m; beyond it its ${what === "ends" ? "last" : "first"} speed is used`,
    );
  if (above) say("begins", depths_m[0], "surface rises to a depth of", least_m);
  if (below && !isShortReported) say("ends", depths_m[count - 1], "bottom lies", greatest_m);
  if (isCurve) return given;
  const depths = [...(above ? [least_m] : []), ...depths_m, ...(below ? [greatest_m] : [])];
  const speeds: number[] = [];
  for (let k = 0; k < profiles; k++) {
    const own = soundSpeeds_mps.subarray(k * count, (k + 1) * count);
    if (above) speeds.push(own[0]);
    for (const c of own) speeds.push(c);
    if (below) speeds.push(own[count - 1]);
  }
  return { depths_m: Float64Array.from(depths), soundSpeeds_mps: Float64Array.from(speeds) };
}
