/** The models of a current that ship: one definition each, over the classes that simulate them. */
import { defineModel, type Report } from "../../library/index.ts";
import { type EdgeRule, rectilinearAxis } from "../../math/index.ts";
import { BottomLayerCurrent, LogLayer, PowerLayer } from "./boundary-layer.ts";
import { type CurrentParams, current } from "./current.ts";
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
function tableEdge(edge: CurrentParams["edge"]): EdgeRule {
  return edge === "zero" ? "clamp" : edge;
}

function checkTableEdge(edge: CurrentParams["edge"], report: Report<"edge">): void {
  if (edge === "zero") report("edge", "edge = zero is for maps", { allowed: "clamp or extrapolate" });
}

/** A list, or as many zeros. */
function orZeros(list: readonly number[] | undefined, count: number): readonly number[] {
  return list ?? Array.from({ length: count }, () => 0);
}

export const uniformCurrent = defineModel(current, {
  model: "uniform",
  doc: "The same everywhere and always",
  default: true,
  reads: ["velocity_mps"],
  create: (p) => stateless(new UniformCurrent(p.velocity_mps)),
});

export const profileCurrent = defineModel(current, {
  model: "profile",
  doc: "By depth, linear between the rows of a table",
  reads: ["depths_m", "norths_mps", "easts_mps", "downs_mps", "edge"],
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
  reads: ["velocity_mps", "deviations_mps", "correlationTime_s", "updateRate_Hz"],
  create: (p) => new GaussMarkovCurrent({ ...p, deviations: p.deviations_mps }),
});

export const tidalCurrent = defineModel(current, {
  model: "tidal",
  doc: "A sum of harmonic constituents, each an ellipse",
  reads: ["periods_s", "majors_mps", "minors_mps", "directions_deg", "phases_deg"],
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
  reads: ["gridNorths_m", "gridEasts_m", "depths_m", "gridTimes_s", "norths_mps", "easts_mps", "downs_mps", "edge"],
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
  reads: ["velocity_mps", "bottomDepth_m", "layerThickness_m", "exponent"],
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
  reads: ["velocity_mps", "bottomDepth_m", "layerThickness_m", "roughness_m"],
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
