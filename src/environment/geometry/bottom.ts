/**
 * The bottom as a kind of component: what its models share, and the models that need no file besides. What a model of it
 * is asked is in ray.ts.
 */
import { defineKind, defineModel, type ParamsOf } from "../../library/index.ts";
import { BOTTOM_TYPES } from "./bottom-types.ts";
import { PlaneBottom, SeamountBottom, slopeGradient } from "./formula-bottoms.ts";
import { addRelief } from "./generated-bottom.ts";
import { type GridOfDepths, HeightGrid } from "./height-grid.ts";
import type { Bottom } from "./ray.ts";
import { RUBBING_READS, rubbingParams } from "./rubbing.ts";

/** Parameters that several models declare. */
export const bottomParams = {
  depth_m: { doc: "D, depth of the bottom at its centre; of a seamount, around it", example: 30 },
  centre_m: {
    type: "reals",
    length: 2,
    doc: "north and east of the place that depth, slope, summit and map are measured from",
    default: [0, 0],
  },
  slope_deg: { doc: "angle of the bottom against the horizontal", min: 0, max: 89, default: 0 },
  slopeDirection_deg: { doc: "towards where it deepens, clockwise from north", min: -360, max: 360, default: 0 },
  extent_m: {
    type: "reals",
    length: 2,
    doc: "size of the map along north and east, around its centre; outside, its border goes on level. All of a map from a file where not given",
    above: 0,
    optional: true,
    example: [1000, 1000],
  },
  spacing_m: {
    doc: "distance of the map's nodes; that of the file's values where not given",
    above: 0,
    optional: true,
    example: 2,
  },
} as const;

const { depth_m, centre_m, slope_deg, slopeDirection_deg, extent_m, spacing_m } = bottomParams;

const params = {
  type: {
    type: "choice",
    choices: BOTTOM_TYPES,
    doc: "what the ground is made of, for acoustics; unknown where not given",
    optional: true,
  },
  roughness_m: {
    doc: "rms height of what is too small for the bottom's own depths to show: ripples, stones",
    min: 0,
    max: 10,
    default: 0,
  },
  ...rubbingParams,
} as const;

/** What every model takes: it is kept beside the bottom itself. */
export const GROUND_READS = ["type", "roughness_m", ...RUBBING_READS] as const;

export const bottom = defineKind<Bottom>()({
  kind: "bottom",
  doc: "The bottom of the sea, lake or pool: one depth below mean sea level at each place.",
  params,
});

export const flatBottom = defineModel(bottom, {
  model: "flat",
  doc: "one depth everywhere",
  reads: GROUND_READS,
  params: { depth_m },
  default: true,
  create: (p) => new PlaneBottom(p.depth_m),
});

export const slopeBottom = defineModel(bottom, {
  model: "slope",
  doc: "a plane that deepens in one direction",
  reads: GROUND_READS,
  params: { depth_m, centre_m, slope_deg, slopeDirection_deg },
  check(p, report) {
    if (p.slope_rad === 0) {
      report("slope_deg", "a slope of 0° does not slope", { hint: 'give slope_deg, or take model="flat"' });
    }
  },
  create: (p) => new PlaneBottom(p.depth_m, p.centre_m, slopeGradient(p.slope_rad, p.slopeDirection_rad)),
});

export const seamountBottom = defineModel(bottom, {
  model: "seamount",
  doc: "a Gaussian mountain, or pit, on a flat bottom",
  reads: GROUND_READS,
  params: {
    depth_m,
    centre_m,
    height_m: { doc: "H, of the summit above the bottom around it; negative for a pit", example: 10 },
    sigma_m: { doc: "σ of D = depth − H exp(−r²/2σ²): at σ from the axis, 61 % of H are left", above: 0, example: 50 },
  },
  create: (p) => new SeamountBottom(p),
});

/** Nodes that a generated map may have: with its pyramid, some 320 MB. */
const MOST_NODES = 16_777_216;

const generatedParams = {
  depth_m,
  centre_m,
  slope_deg,
  slopeDirection_deg,
  seed: { type: "integer", doc: "another seed, another bottom", min: 0, max: 4294967295, example: 1 },
  relief_m: { doc: "rms height of hills and hollows", above: 0, example: 2 },
  longestScale_m: { doc: "size of the largest forms", above: 0, example: 200 },
  octaves: { type: "integer", doc: "scales, each half the one before", min: 1, max: 16, default: 6 },
  hurst: {
    doc: "H, how much lower the smaller forms are: 2^−H per halving; near 0 rough, near 1 smooth",
    unit: "1",
    min: 0,
    max: 1,
    default: 0.8,
  },
  extent_m,
  spacing_m,
} as const;

export const generatedBottom = defineModel(bottom, {
  model: "generated",
  doc: "fractal hills made from a seed, on a plane that may slope",
  reads: GROUND_READS,
  params: generatedParams,
  check(p, report) {
    const { extent_m: size_m, spacing_m: spacing } = p;
    if (size_m === undefined) report("extent_m", "a generated bottom needs extent_m", { hint: 'add extent_m="…"' });
    if (spacing === undefined) report("spacing_m", "a generated bottom needs spacing_m", { hint: 'add spacing_m="…"' });
    if (size_m === undefined || spacing === undefined) return;
    const [rows, columns] = size_m.map((extent) => nodesAlong(extent, spacing));
    if (rows * columns > MOST_NODES) {
      report("spacing_m", `${rows} × ${columns} nodes are too many`, { allowed: `at most ${MOST_NODES} nodes` });
    }
    if (spacing > Math.min(...size_m)) {
      report("spacing_m", `spacing_m = ${spacing} is more than the map's extent`);
    }
    let shortest_m = p.longestScale_m;
    for (let k = 1; k < p.octaves; k++) shortest_m /= 2;
    if (shortest_m < 2 * spacing) {
      report("octaves", `the shortest scale, ${shortest_m} m, is finer than a spacing of ${spacing} m can show`, {
        hint: "fewer octaves, or a spacing of at most half the shortest scale",
      });
    }
  },
  create: (p) => new HeightGrid(generatedGrid(p as GeneratedParams), "extend"),
});

/** Enough nodes to reach the extent. */
function nodesAlong(extent_m: number, spacing_m: number): number {
  return Math.max(2, Math.ceil(extent_m / spacing_m) + 1);
}

/** Of parameters that were checked. */
export type GeneratedParams = ParamsOf<typeof generatedParams> & {
  readonly extent_m: readonly number[];
  readonly spacing_m: number;
};

export function generatedGrid(p: GeneratedParams): GridOfDepths {
  const rows = nodesAlong(p.extent_m[0], p.spacing_m);
  const columns = nodesAlong(p.extent_m[1], p.spacing_m);
  const origin_m = [p.centre_m[0] - ((rows - 1) * p.spacing_m) / 2, p.centre_m[1] - ((columns - 1) * p.spacing_m) / 2];
  const depths_m = new Float64Array(rows * columns);
  const plane = new PlaneBottom(p.depth_m, p.centre_m, slopeGradient(p.slope_rad, p.slopeDirection_rad));
  const at = new Float64Array(2);
  for (let r = 0, k = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++, k++) {
      at[0] = origin_m[0] + r * p.spacing_m;
      at[1] = origin_m[1] + c * p.spacing_m;
      plane.depthInto(depths_m, k, at, 0);
    }
  }
  const grid = { rows, columns, spacing_m: p.spacing_m, origin_m, depths_m };
  addRelief(grid, p);
  return grid;
}
