/**
 * A vertical plane through a world's sea as a ray case: from a source towards an azimuth. For positions in three dimensions, a plane for each azimuth.
 *
 * | of the world | in the plane |
 * |---|---|
 * | sound speed of the water column | profiles on common depths, as few as make c linear in between to 0.02 m/s; one profile where nothing changes along the plane by 0.01 m/s |
 * | absorption of the water column at the frequency | under the source, linear between depths to 0.5 % |
 * | depth of the bottom | straight pieces, points that lie on the line of their neighbours to 1 mm left out; where the bottom has no depth, the nearest known one goes on |
 * | bottom of a known type | a fluid half-space: ratios of density and sound speed to the water at the bottom under the source, attenuation, roughness |
 * | bottom whose file says only its reflection | that, at every angle |
 * | bottom of which nothing is known | sand |
 * | no bottom at all | the water goes on below both ends, and nothing comes back |
 *
 * The surface is level, pressure release, with a roughness that the caller gives, such as a quarter of the significant wave height.
 * Left out: obstacles, currents (they shift delays by parts of u/c), sound that leaves the plane by reflection from slopes across it.
 */
import {
  attenuation_dBpWavelength,
  BOTTOM_OBJECT,
  type Material,
  materialOf,
  POINT,
  POINT_SIZE,
  type Scene,
  WATER_COLUMN,
  WATER_COLUMN_SIZE,
  type WaterColumn,
} from "../../environment/index.ts";
import { cos, sin } from "../../math/index.ts";
import type { BeyondBoundary, Boundary, RayCase, SoundSpeedField } from "./ray-case.ts";
import { WATER_DENSITY_KGPM3 } from "./reflection.ts";

/** How well profiles follow the water, m/s. */
const SPEED_TOLERANCE_MPS = 0.01;
const COARSE_LAYERS = 64;
const LEAST_LAYER_M = 0.1;
const PROFILES = 33;
const BOTTOM_POINTS = 257;
const ON_LINE_M = 1e-3;
const ABSORPTION_DEPTHS = 9;
/** As a share; the formulas themselves are good to 5 %. */
const ABSORPTION_TOLERANCE = 0.005;
/** Water under both ends where there is no bottom. */
const OPEN_M = 100;

export interface PlaneOptions {
  readonly frequency_Hz: number;
  /** North, east, down of the source, m. */
  readonly source_m: Float64Array;
  /** Clockwise from north. */
  readonly azimuth_rad: number;
  readonly t_s: number;
  readonly maxRange_m: number;
  readonly receiverRanges_m: Float64Array;
  readonly receiverDepths_m: Float64Array;
  readonly fan: RayCase["fan"];
  readonly beam?: RayCase["beam"];
  readonly surfaceRoughness_m?: number;
  readonly weakest_dB?: number;
}

export function planeOf(water: WaterColumn, scene: Scene, options: PlaneOptions): RayCase {
  const { source_m, receiverDepths_m, maxRange_m } = options;
  const deepest_m = Math.max(
    source_m[2],
    receiverDepths_m.reduce((a, b) => Math.max(a, b), 0),
  );
  const depths = bottomDepths(scene, options);
  const open = depths === null;
  const bottomShape = open ? levelAt(deepest_m + OPEN_M) : thinned(depths, maxRange_m);
  const ground_m = bottomShape.depths_m.reduce((a, b) => Math.max(a, b), 1);
  const sound = soundOf(water, options, ground_m);
  const under_mps = speedAt(water, options, 0, bottomShape.depths_m[0]);
  const material = open ? null : (scene.materialOf(BOTTOM_OBJECT) ?? materialOf("sand", 0));
  const bottom: Boundary = {
    ...bottomShape,
    shape: "straight",
    beyond: [open ? halfSpace(under_mps, WATER_DENSITY_KGPM3, 0) : beyondOf(material, under_mps)],
    roughness_m: material?.roughness_m ?? 0,
  };
  return Object.freeze({
    frequency_Hz: options.frequency_Hz,
    sound,
    surface: {
      ...levelAt(0),
      shape: "straight",
      beyond: [{ model: "vacuum" }],
      roughness_m: options.surfaceRoughness_m ?? 0,
    } satisfies Boundary,
    bottom,
    absorption: absorptionOf(water, options, ground_m),
    sourceDepths_m: Float64Array.of(source_m[2]),
    receiverDepths_m,
    receiverRanges_m: options.receiverRanges_m,
    fan: options.fan,
    step_m: 0,
    beam: options.beam ?? "hat",
    maxRange_m,
    weakest_dB: options.weakest_dB ?? 60,
  } satisfies RayCase);
}

const levelAt = (depth_m: number): Pick<Boundary, "ranges_m" | "depths_m"> => ({
  ranges_m: Float64Array.of(0),
  depths_m: Float64Array.of(depth_m),
});

const halfSpace = (soundSpeed_mps: number, density_kgpm3: number, attenuation: number): BeyondBoundary => ({
  model: "halfSpace",
  soundSpeed_mps,
  density_kgpm3,
  attenuation_dBpWavelength: attenuation,
  shearSpeed_mps: 0,
  shearAttenuation_dBpWavelength: 0,
});

/** What a bottom's material is for sound, under water of a speed. */
export function beyondOf(material: Material | null, water_mps: number): BeyondBoundary {
  if (material !== null && !Number.isNaN(material.densityRatio)) {
    const density = WATER_DENSITY_KGPM3 * material.densityRatio;
    return halfSpace(water_mps * material.soundSpeedRatio, density, attenuation_dBpWavelength(material));
  }
  if (material !== null && !Number.isNaN(material.reflection)) {
    const one = (x: number): Float64Array => Float64Array.of(x);
    return { model: "table", grazing_rad: one(0), magnitude: one(Math.min(1, material.reflection)), phase_rad: one(0) };
  }
  return beyondOf(materialOf("sand", 0), water_mps);
}

/** The place at a range of the plane. */
function pointAt(options: PlaneOptions, range_m: number, depth_m: number): Float64Array {
  const point = new Float64Array(POINT_SIZE);
  point[POINT.p] = options.source_m[0] + range_m * cos(options.azimuth_rad);
  point[POINT.p + 1] = options.source_m[1] + range_m * sin(options.azimuth_rad);
  point[POINT.p + 2] = depth_m;
  point[POINT.t_s] = options.t_s;
  return point;
}

function speedAt(water: WaterColumn, options: PlaneOptions, range_m: number, depth_m: number): number {
  const record = new Float64Array(WATER_COLUMN_SIZE);
  water.waterInto(record, 0, pointAt(options, range_m, depth_m), 0);
  return record[WATER_COLUMN.soundSpeed_mps];
}

/** Depths of the bottom, evenly along the plane; null where there is none at all. */
function bottomDepths(scene: Scene, options: PlaneOptions): Float64Array | null {
  const { bottom } = scene;
  if (bottom === null) return null;
  const depths = new Float64Array(BOTTOM_POINTS);
  for (let k = 0; k < BOTTOM_POINTS; k++) {
    bottom.depthInto(depths, k, pointAt(options, (options.maxRange_m * k) / (BOTTOM_POINTS - 1), 0), 0);
  }
  const known = Array.from(depths.keys()).filter((k) => Number.isFinite(depths[k]));
  if (known.length === 0) return null;
  return depths.map((depth, k) => {
    if (Number.isFinite(depth)) return depth;
    return depths[known.reduce((best, at) => (Math.abs(at - k) < Math.abs(best - k) ? at : best))];
  });
}

/** Indices of points such that straight lines between them pass all values of every list within a tolerance. */
function keptPoints(places: Float64Array, lists: readonly Float64Array[], tolerance: number): number[] {
  const last = places.length - 1;
  const kept = [0];
  let from = 0;
  const passes = (to: number): boolean =>
    lists.every((values) => {
      for (let i = from + 1; i < to; i++) {
        const share = (places[i] - places[from]) / (places[to] - places[from]);
        if (Math.abs(values[from] + share * (values[to] - values[from]) - values[i]) > tolerance) return false;
      }
      return true;
    });
  for (let k = 1; k < last; k++) {
    if (passes(k + 1)) continue;
    kept.push(k);
    from = k;
  }
  kept.push(last);
  return kept;
}

/** A boundary without the points that a straight line through their neighbours passes. */
function thinned(depths: Float64Array, range_m: number): Pick<Boundary, "ranges_m" | "depths_m"> {
  const ranges = depths.map((_, k) => (range_m * k) / (depths.length - 1));
  const kept = keptPoints(ranges, [depths], ON_LINE_M);
  if (kept.length === 2 && Math.abs(depths[kept[1]] - depths[0]) <= ON_LINE_M) return levelAt(depths[0]);
  return { ranges_m: Float64Array.from(kept, (k) => ranges[k]), depths_m: Float64Array.from(kept, (k) => depths[k]) };
}

function soundOf(water: WaterColumn, options: PlaneOptions, ground_m: number): SoundSpeedField {
  const ranges = Float64Array.from({ length: PROFILES }, (_, k) => (options.maxRange_m * k) / (PROFILES - 1));
  const depths: number[] = [0];
  const step_m = Math.max(ground_m / COARSE_LAYERS, Math.min(1, ground_m));
  const at = (range_m: number, z: number): number => speedAt(water, options, range_m, z);
  const probes = [ranges[0], ranges[PROFILES >> 1], ranges[PROFILES - 1]];
  /** Cuts a layer in two until c is linear in it. */
  const refine = (a: number, b: number): void => {
    const middle = 0.5 * (a + b);
    const bends = probes.some((r) => Math.abs(0.5 * (at(r, a) + at(r, b)) - at(r, middle)) > SPEED_TOLERANCE_MPS);
    if (bends && b - a > 2 * LEAST_LAYER_M) {
      refine(a, middle);
      refine(middle, b);
    } else depths.push(b);
  };
  const layers = Math.ceil(ground_m / step_m);
  for (let k = 0; k < layers; k++) refine((ground_m * k) / layers, (ground_m * (k + 1)) / layers);
  const all_m = Float64Array.from(depths);
  const profiles = Array.from(ranges, (r) => all_m.map((z) => at(r, z)));
  const [first] = profiles;
  const changes = profiles.some((one) => one.some((c, k) => Math.abs(c - first[k]) > SPEED_TOLERANCE_MPS));
  const used = changes ? profiles : [first];
  const kept = keptPoints(all_m, used, SPEED_TOLERANCE_MPS);
  return {
    interpolation: "c-linear",
    ranges_m: changes ? ranges : Float64Array.of(0),
    depths_m: Float64Array.from(kept, (k) => all_m[k]),
    soundSpeeds_mps: Float64Array.from(used.flatMap((one) => kept.map((k) => one[k]))),
  };
}

function absorptionOf(water: WaterColumn, options: PlaneOptions, ground_m: number): RayCase["absorption"] {
  const frequency_Hz = Float64Array.of(options.frequency_Hz);
  const out = new Float64Array(1);
  const value = (z: number): number => {
    water.absorptionInto(out, 0, frequency_Hz, 0, pointAt(options, 0, z), 0);
    return out[0];
  };
  const depths_m = Float64Array.from({ length: ABSORPTION_DEPTHS }, (_, k) => (ground_m * k) / (ABSORPTION_DEPTHS - 1));
  const absorption_dBpkm = depths_m.map(value);
  const kept = keptPoints(depths_m, [absorption_dBpkm], ABSORPTION_TOLERANCE * absorption_dBpkm[0]);
  const [top, end] = [absorption_dBpkm[0], absorption_dBpkm[ABSORPTION_DEPTHS - 1]];
  const same = kept.length === 2 && Math.abs(end - top) <= ABSORPTION_TOLERANCE * top;
  const used = same ? [0] : kept;
  return {
    depths_m: Float64Array.from(used, (k) => depths_m[k]),
    absorption_dBpkm: Float64Array.from(used, (k) => absorption_dBpkm[k]),
  };
}
