/**
 * The current as a kind of component: what its file may say. Any number of currents lie over one another.
 *
 * Velocities are in N: north, east, down. Each model is described in its own file.
 */
import { defineKind, type ParamsOf } from "../../library/index.ts";
import { mapParams } from "../water/fields/map-params.ts";
import type { FlowModel } from "./joined-flow.ts";

/** Faster than any sea: a larger number is a slip of the unit. */
export const SPEED = { min: -20, max: 20 } as const;
const EDGE = ["clamp", "extrapolate", "zero"] as const;

const params = {
  velocity_mps: {
    type: "reals",
    length: 3,
    doc: "north, east, down: the current itself, its mean, or what it is above a bottom layer",
    ...SPEED,
    example: [0.3, -0.1, 0],
  },

  // Tables: profile by depth, grid
  depths_m: { type: "reals", doc: "depths of the rows or of the grid", increasing: true, example: [0, 10, 50] },
  norths_mps: { type: "reals", doc: "velocity to the north, for each row or point", ...SPEED, example: [0.5, 0.3, 0] },
  easts_mps: { type: "reals", doc: "velocity to the east, for each row or point", ...SPEED, example: [0, 0.1, 0.1] },
  downs_mps: {
    type: "reals",
    doc: "velocity down, for each row or point; 0 where not given",
    ...SPEED,
    optional: true,
  },
  edge: {
    type: "choice",
    choices: EDGE,
    doc: "beyond the ends of depth, north and east: held, or continued as in the last cell; of a map also zero, to which it falls within one more cell to the north and east",
    default: "clamp",
  },

  // Grid. Points by time, north, east, depth, the last fastest.
  gridNorths_m: { type: "reals", doc: "north of the grid's points", increasing: true, example: [0, 100] },
  gridEasts_m: { type: "reals", doc: "east of the grid's points", increasing: true, example: [0, 100] },
  gridTimes_s: {
    type: "reals",
    doc: "times of the grid; one for a steady current. Before the first and after the last they are held",
    increasing: true,
    default: [0],
  },

  // Map
  map: {
    type: "file",
    doc: "NetCDF file of the velocities to the east and to the north, and perhaps up",
    example: "map.nc",
  },
  eastVariable: {
    type: "text",
    doc: "name of the velocity to the east, where neither standard nor usual",
    optional: true,
  },
  northVariable: { type: "text", doc: "likewise to the north", optional: true },
  upVariable: { type: "text", doc: "likewise upwards; none leaves it out", optional: true },
  gaps: {
    type: "choice",
    choices: ["zero", "nearest", "refuse"],
    doc: "land, and below the map's own bottom: still water; the nearest velocity at the same depth, or else the one above; or an error",
    default: "zero",
  },
  latitude_deg: {
    doc: "of the world's origin, for a map in degrees or of a known projection",
    min: -90,
    max: 90,
    optional: true,
  },
  ...mapParams,

  // Gauss–Markov
  deviations_mps: {
    type: "reals",
    length: 3,
    doc: "σ to the north, east and down",
    min: 0,
    max: 20,
    example: [0.1, 0.1, 0],
  },
  correlationTime_s: { doc: "τ, time over which the current is forgotten", above: 0, example: 300 },
  updateRate_Hz: { doc: "how often a new velocity is drawn; between draws it changes evenly", above: 0, default: 1 },

  // Tide: one number per constituent
  periods_s: { type: "reals", doc: "period of each constituent", above: 0, example: [44714] },
  majors_mps: { type: "reals", doc: "semi-major axis of each ellipse", min: 0, max: 20, example: [0.4] },
  minors_mps: {
    type: "reals",
    doc: "semi-minor axes, positive for clockwise seen from above; 0 where not given",
    ...SPEED,
    optional: true,
  },
  directions_deg: {
    type: "reals",
    doc: "where each major axis points, clockwise from north",
    min: -360,
    max: 360,
    example: [90],
  },
  phases_deg: { type: "reals", doc: "phase of each at t = 0; 0 where not given", min: -360, max: 360, optional: true },

  // Bottom layers
  bottomDepth_m: { doc: "depth of the flat bottom", above: 0, max: 12000, example: 30 },
  layerThickness_m: {
    doc: "δ, height above the bottom at which the layer ends; up to the surface where not given",
    above: 0,
    optional: true,
  },
  exponent: { doc: "of the power law", unit: "1", above: 0, max: 1, default: 1 / 7 },
  roughness_m: { doc: "h₀, roughness length of the logarithmic layer", above: 0, max: 10, default: 1e-3 },
} as const;

export type CurrentParams = ParamsOf<typeof params>;

export const current = defineKind<FlowModel>()({
  kind: "current",
  doc: "A current, or a part of one: several are added.",
  params,
  id: "optional",
  check(p, report) {
    if (p.layerThickness_m !== undefined && p.bottomDepth_m !== undefined && p.layerThickness_m > p.bottomDepth_m) {
      report("layerThickness_m", `layerThickness_m = ${p.layerThickness_m} reaches above the surface`, {
        allowed: `at most bottomDepth_m = ${p.bottomDepth_m}`,
      });
    }
  },
});
