/** The models of a current that ship: one definition each, over the classes that simulate them. */
import { defineModel, type ParamsOf, type Report } from "../../library/index.ts";
import { type EdgeRule, rectilinearAxis } from "../../math/index.ts";
import { BottomLayerCurrent, LogLayer, PowerLayer } from "./boundary-layer.ts";
import { type CurrentEdge, current, currentParams, SPEED } from "./current.ts";
import { GaussMarkovCurrent } from "./gauss-markov-current.ts";
import { GriddedCurrent } from "./gridded-current.ts";
import { stateless } from "./joined-flow.ts";
import { mapCurrent } from "./map-current.ts";
import { ProfileCurrent, UniformCurrent } from "./steady-currents.ts";
import { TidalCurrent } from "./tidal-current.ts";

/** Reports every list that is given but has another length. */
function checkLengths<N extends string>(
  lists: Partial<Readonly<Record<NoInfer<N>, readonly number[] | undefined>>>,
  count: number,
  of: string,
  report: Report<N>,
): void {
  for (const [name, list] of Object.entries<readonly number[] | undefined>(lists)) {
    if (list === undefined || list.length === count) continue;
    report(name as N, `${name} has ${list.length} numbers for ${count} ${of}`, { allowed: `${count} numbers` });
  }
}

/** Tables have the edge rules of grids; falling to zero beyond the data is for maps. */
function tableEdge(edge: CurrentEdge): EdgeRule {
  return edge === "zero" ? "clamp" : edge;
}

function checkTableEdge(edge: CurrentEdge, report: Report<"edge">): void {
  if (edge === "zero") report("edge", "edge = zero is for maps", { allowed: "clamp or extrapolate" });
}

/** A list, or as many zeros. */
function orZeros(list: readonly number[] | undefined, count: number): readonly number[] {
  return list ?? Array.from({ length: count }, () => 0);
}

/** A table: by depth, or over a grid. */
const tableParams = {
  depths_m: { type: "reals", doc: "depths of the rows or of the grid", increasing: true, example: [0, 10, 50] },
  norths_mps: { type: "reals", doc: "velocity to the north, for each row or point", ...SPEED, example: [0.5, 0.3, 0] },
  easts_mps: { type: "reals", doc: "velocity to the east, for each row or point", ...SPEED, example: [0, 0.1, 0.1] },
  downs_mps: {
    type: "reals",
    doc: "velocity down, for each row or point; 0 where not given",
    ...SPEED,
    optional: true,
  },
  edge: currentParams.edge,
} as const;

/** A layer above a flat bottom. */
const layerParams = {
  velocity_mps: currentParams.velocity_mps,
  bottomDepth_m: { doc: "depth of the flat bottom", above: 0, max: 12000, example: 30 },
  layerThickness_m: {
    doc: "δ, height above the bottom at which the layer ends; up to the surface where not given",
    above: 0,
    optional: true,
  },
} as const;

function checkLayer(p: ParamsOf<typeof layerParams>, report: Report<"layerThickness_m">): void {
  if (p.layerThickness_m === undefined || p.layerThickness_m <= p.bottomDepth_m) return;
  report("layerThickness_m", `layerThickness_m = ${p.layerThickness_m} reaches above the surface`, {
    allowed: `at most bottomDepth_m = ${p.bottomDepth_m}`,
  });
}

export const uniformCurrent = defineModel(current, {
  model: "uniform",
  doc: "The same everywhere and always",
  default: true,
  params: { velocity_mps: currentParams.velocity_mps },
  create: (p) => stateless(new UniformCurrent(p.velocity_mps)),
});

export const profileCurrent = defineModel(current, {
  model: "profile",
  doc: "By depth, linear between the rows of a table",
  params: tableParams,
  check(p, report) {
    const { norths_mps, easts_mps, downs_mps } = p;
    checkLengths({ norths_mps, easts_mps, downs_mps }, p.depths_m.length, "depths", report);
    checkTableEdge(p.edge, report);
  },
  create: (p) =>
    stateless(
      new ProfileCurrent(
        p.depths_m,
        p.norths_mps,
        p.easts_mps,
        orZeros(p.downs_mps, p.depths_m.length),
        tableEdge(p.edge),
      ),
    ),
});

export const gaussMarkovCurrent = defineModel(current, {
  model: "gauss-markov",
  doc: "Wanders about its mean, a first-order process of the seed",
  params: {
    velocity_mps: currentParams.velocity_mps,
    deviations_mps: {
      type: "reals",
      length: 3,
      doc: "σ to the north, east and down",
      min: 0,
      max: 20,
      example: [0.1, 0.1, 0],
    },
    correlationTime_s: { doc: "τ, correlation time of the current", above: 0, example: 300 },
    updateRate_Hz: { doc: "how often a new velocity is drawn; between draws it changes evenly", above: 0, default: 1 },
  },
  create: (p) => new GaussMarkovCurrent({ ...p, deviations: p.deviations_mps }),
});

export const tidalCurrent = defineModel(current, {
  model: "tidal",
  doc: "A sum of harmonic constituents, each an ellipse",
  params: {
    // One number per constituent.
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
    phases_deg: {
      type: "reals",
      doc: "phase of each at t = 0; 0 where not given",
      min: -360,
      max: 360,
      optional: true,
    },
  },
  check(p, report) {
    const { majors_mps, minors_mps, directions_rad: directions_deg, phases_rad: phases_deg } = p;
    checkLengths({ majors_mps, minors_mps, directions_deg, phases_deg }, p.periods_s.length, "periods", report);
  },
  create: (p) =>
    stateless(
      new TidalCurrent(
        p.periods_s.map((period_s, j) => ({
          period_s,
          major_mps: p.majors_mps[j],
          minor_mps: p.minors_mps?.[j] ?? 0,
          direction_rad: p.directions_rad[j],
          phase_rad: p.phases_rad?.[j] ?? 0,
        })),
      ),
    ),
});

export const gridCurrent = defineModel(current, {
  model: "grid",
  doc: "On a grid of north, east, depth and time: trilinear in space, linear in time",
  params: {
    // Points by time, north, east, depth, the last fastest.
    gridNorths_m: { type: "reals", doc: "north of the grid's points", increasing: true, example: [0, 100] },
    gridEasts_m: { type: "reals", doc: "east of the grid's points", increasing: true, example: [0, 100] },
    gridTimes_s: {
      type: "reals",
      doc: "times of the grid; one for a steady current. Before the first and after the last they are held",
      increasing: true,
      default: [0],
    },
    ...tableParams,
  },
  check(p, report) {
    const { norths_mps, easts_mps, downs_mps } = p;
    const points = p.gridTimes_s.length * p.gridNorths_m.length * p.gridEasts_m.length * p.depths_m.length;
    checkLengths({ norths_mps, easts_mps, downs_mps }, points, "points of the grid", report);
    checkTableEdge(p.edge, report);
  },
  create(p) {
    const downs_mps = orZeros(p.downs_mps, p.norths_mps.length);
    return stateless(
      new GriddedCurrent(
        rectilinearAxis(p.gridNorths_m, tableEdge(p.edge)),
        rectilinearAxis(p.gridEasts_m, tableEdge(p.edge)),
        rectilinearAxis(p.depths_m, tableEdge(p.edge)),
        rectilinearAxis(p.gridTimes_s, "clamp"),
        p.norths_mps.flatMap((north_mps, k) => [north_mps, p.easts_mps[k], downs_mps[k]]),
      ),
    );
  },
});

export const powerLayerCurrent = defineModel(current, {
  model: "power-layer",
  doc: "A bottom layer with a power law, 1/7 where nothing is said",
  params: {
    ...layerParams,
    exponent: { doc: "of the power law", unit: "1", above: 0, max: 1, default: 1 / 7 },
  },
  check: checkLayer,
  create: (p) =>
    stateless(
      new BottomLayerCurrent(
        p.velocity_mps,
        p.bottomDepth_m,
        new PowerLayer(p.layerThickness_m ?? p.bottomDepth_m, p.exponent, false),
      ),
    ),
});

export const logLayerCurrent = defineModel(current, {
  model: "log-layer",
  doc: "A logarithmic bottom layer",
  params: {
    ...layerParams,
    roughness_m: { doc: "h₀, roughness length of the logarithmic layer", above: 0, max: 10, default: 1e-3 },
  },
  check: checkLayer,
  create: (p) =>
    stateless(
      new BottomLayerCurrent(
        p.velocity_mps,
        p.bottomDepth_m,
        new LogLayer(p.layerThickness_m ?? p.bottomDepth_m, p.roughness_m, false),
      ),
    ),
});

/** What this folder adds to the library beside wind and water. */
export const currentDefinitions = [
  current,
  uniformCurrent,
  profileCurrent,
  gaussMarkovCurrent,
  tidalCurrent,
  gridCurrent,
  mapCurrent,
  powerLayerCurrent,
  logLayerCurrent,
] as const;
