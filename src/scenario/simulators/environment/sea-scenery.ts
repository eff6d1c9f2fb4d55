/**
 * What the sea declares to be drawn on a map of the run: depths of the bottom on a grid, outlines of obstacles and the paths of those that
 * move, and the current at the start on a coarse grid. The grids cover what is known beforehand of where vehicles will be (their starts
 * and what their software declares), with a margin; a vehicle that says nothing may go as far as REACH_MPS takes it. At most 64 x 64
 * depths and 12 x 12 arrows.
 */
import { NS_PER_S } from "../../../core/index.ts";
import { SCENERY_LIMITS, type SceneryItem, type SceneryPoint } from "../../../engine/index.ts";
import { FLOW, FLOW_SIZE, POINT } from "../../../environment/index.ts";
import type { Scenario } from "../../load/scenario.ts";
import type { ScenarioVehicle } from "../../load/vehicle.ts";
import type { Site } from "../site.ts";
import { type SeaQuery, seaPoint } from "./sea-query.ts";

const ARROWS = 12;
const NODES = Math.sqrt(SCENERY_LIMITS.gridNodes);
const LEAST_MARGIN_M = 50;
const MOST_MARGIN_M = 2000;
/** Of a vehicle whose software declares no places. */
const REACH_MPS = 1.5;
/** Two depths or currents that differ by less are equal. */
const EQUAL = 1e-6;

/** North and east of a rectangle. */
interface Region {
  readonly from: SceneryPoint;
  readonly to: SceneryPoint;
}

export function declareSeaScenery(site: Site, sea: SeaQuery): void {
  const { scenario, builder } = site;
  const declare = (of: string, item: SceneryItem): void => site.log.scenery({ ...item, of });
  const outlines = scenario.sea?.outlines ?? [];
  for (const { path, label, points, closed } of outlines) {
    const name = closed ? "" : "path";
    declare(path, { name, role: closed ? "obstacle" : "route", label, drawn: { shape: "line", points, closed } });
  }
  const region = regionOf(scenario);
  if (region === null) return;
  const bottom = depthsIn(sea, region);
  if (bottom !== null) declare("world/bottom", bottom);
  const current = currentIn(sea, region, depthOf(scenario), new Float64Array(builder.layout.sizeOf("reals")));
  if (current !== null) declare("world/current", current);
}

/** North, east, depth. */
function startOf({ component }: ScenarioVehicle): readonly [number, number, number] {
  const { position_m = [] } = (component.mount ?? {}) as { readonly position_m?: readonly number[] };
  return [position_m[0] ?? 0, position_m[1] ?? 0, position_m[2] ?? 0];
}

/** Where vehicles start and what their software declares. */
function placesOf({ vehicles }: Scenario): { readonly places: SceneryPoint[]; readonly silent: boolean } {
  let silent = false;
  const places = vehicles.flatMap((vehicle): SceneryPoint[] => {
    const [north, east] = startOf(vehicle);
    const items = vehicle.controllers.flatMap(({ program }) =>
      program.modules.flatMap(({ module }) => module.scenery ?? []),
    );
    const declared = items.flatMap(({ drawn }): SceneryPoint[] => {
      if (drawn.shape === "line") return [...drawn.points];
      return drawn.shape === "circles" ? drawn.circles.map(([n, e]) => [n, e]) : [];
    });
    if (declared.length === 0 && vehicle.controllers.length > 0) silent = true;
    return [[north, east], ...declared];
  });
  return { places, silent };
}

/** null for a world without vehicles. */
function regionOf(scenario: Scenario): Region | null {
  const { places, silent } = placesOf(scenario);
  if (places.length === 0) return null;
  const limit = (axis: 0 | 1, pick: (...values: number[]) => number): number =>
    places.reduce((found, place) => pick(found, place[axis]), places[0]![axis]);
  const from = [limit(0, Math.min), limit(1, Math.min)] as const;
  const to = [limit(0, Math.max), limit(1, Math.max)] as const;
  const span_m = Math.max(to[0] - from[0], to[1] - from[1]);
  const reach_m = silent ? (REACH_MPS * scenario.duration_ns) / NS_PER_S : 0;
  const margin_m = Math.min(MOST_MARGIN_M, Math.max(LEAST_MARGIN_M, 0.5 * span_m, reach_m));
  return { from: [from[0] - margin_m, from[1] - margin_m], to: [to[0] + margin_m, to[1] + margin_m] };
}

/** Place k of n between the borders of a region, both included. */
function place({ from, to }: Region, axis: 0 | 1, k: number, n: number): number {
  return from[axis] + (k / (n - 1)) * (to[axis] - from[axis]);
}

/** null where there is no bottom, or a level one. */
function depthsIn(sea: SeaQuery, region: Region): SceneryItem | null {
  const point = seaPoint();
  const depth = new Float64Array(1);
  const values: (number | null)[] = [];
  for (let row = 0; row < NODES; row++) {
    for (let column = 0; column < NODES; column++) {
      point[POINT.p] = place(region, 0, row, NODES);
      point[POINT.p + 1] = place(region, 1, column, NODES);
      sea.bottomInto(depth, 0, point, 0);
      values.push(Number.isFinite(depth[0]!) ? depth[0]! : null);
    }
  }
  const known = values.filter((value) => value !== null);
  const first = known[0];
  if (first === undefined || known.every((value) => Math.abs(value - first) < EQUAL)) return null;
  const { from: origin } = region;
  const spacing = [place(region, 0, 1, NODES) - origin[0], place(region, 1, 1, NODES) - origin[1]] as const;
  const drawn = { shape: "grid", origin, spacing, rows: NODES, columns: NODES, values } as const;
  return { name: "", role: "bottom", label: "depth of the bottom", unit: "m", drawn };
}

/** null in still water. Random parts of the current have their mean: the run has not begun. */
function currentIn(sea: SeaQuery, region: Region, depth_m: number, reals: Float64Array): SceneryItem | null {
  const point = seaPoint();
  const flow = new Float64Array(FLOW_SIZE);
  const arrows: [number, number, number, number][] = [];
  for (let row = 0; row < ARROWS; row++) {
    for (let column = 0; column < ARROWS; column++) {
      point[POINT.p] = place(region, 0, row, ARROWS);
      point[POINT.p + 1] = place(region, 1, column, ARROWS);
      point[POINT.p + 2] = depth_m;
      sea.currentInto(flow, 0, point, 0, reals);
      const [north, east] = [flow[FLOW.velocity]!, flow[FLOW.velocity + 1]!];
      if (Number.isFinite(north) && Number.isFinite(east))
        arrows.push([point[POINT.p]!, point[POINT.p + 1]!, north, east]);
    }
  }
  if (arrows.every(([, , north, east]) => Math.abs(north) + Math.abs(east) < EQUAL)) return null;
  const label = `current at the start, ${Math.round(10 * depth_m) / 10} m deep`;
  return { name: "", role: "current", label, unit: "m/s", drawn: { shape: "arrows", arrows } };
}

/** At which the current is shown: the mean of the depths at which vehicles start, at least 1 m. */
function depthOf({ vehicles }: Scenario): number {
  const depths = vehicles.map((vehicle) => startOf(vehicle)[2]);
  return Math.max(1, depths.reduce((sum, depth_m) => sum + depth_m, 0) / Math.max(1, depths.length));
}
