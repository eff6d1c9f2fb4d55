/** What a plan looks like on a map: the lines of its routes, their points with the radius in which they count as reached, places to hold. */
import type { SceneryItem } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import { pointsOf, type RouteParams } from "./plan-kinds.ts";
import type { HoldParams } from "./station-keeper.ts";

/** component: its routes and holds are the plan. */
export function planScenery({ children }: Component): readonly SceneryItem[] {
  const routes = children.filter(({ kind }) => kind === "route").flatMap(routeScenery);
  const holds = children.flatMap(({ kind, params }) => {
    const { position_m, tolerance_m = 0 } = params as unknown as HoldParams;
    if (kind !== "hold" || position_m === undefined) return [];
    return [[position_m[0]!, position_m[1]!, tolerance_m] as const];
  });
  if (holds.length === 0) return routes;
  const drawn = { shape: "circles", circles: holds } as const;
  return [...routes, { name: "holds", role: "waypoint", label: "positions to hold", drawn }];
}

function routeScenery(route: Component): SceneryItem[] {
  const points = pointsOf(route).map(({ north_m, east_m }) => [north_m, east_m] as const);
  const { acceptance_m } = route.params as unknown as RouteParams;
  const label = `route ${route.id}`;
  const circles = points.map(([north, east]) => [north, east, acceptance_m] as const);
  return [
    { name: route.id, role: "route", label, drawn: { shape: "line", points } },
    { name: `${route.id}/points`, role: "waypoint", label: `points of ${label}`, drawn: { shape: "circles", circles } },
  ];
}
