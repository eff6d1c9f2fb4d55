/** The kinds that an autopilot's plan is written in: legs, routes and their points. */
import {
  type Component,
  checkHasPlace,
  defineKind,
  geographicPlace,
  type ParamsOf,
  type Report,
} from "../../library/index.ts";

/** Of everything that has a plan: what the vehicle does when it is over. */
export const keepAtEnd = {
  type: "boolean",
  doc: "when the plan is over, hold its last set-points; otherwise the vehicle stops: propeller and thrusters off, fins neutral",
  default: false,
} as const;

const legParams = {
  heading_deg: { doc: "heading to steer, clockwise from north", min: -360, max: 360, optional: true },
  depth_m: { doc: "depth to hold", min: 0, optional: true },
  pitch_deg: { doc: "pitch to hold instead of a depth, bow up", min: -60, max: 60, optional: true },
  speed_mps: { doc: "speed through the water", optional: true },
  duration_s: { doc: "the leg ends after this time", above: 0, optional: true },
  depthTolerance_m: { doc: "the leg ends when the depth stays this near to its set-point", above: 0, optional: true },
  settle_s: { doc: "for how long the depth must stay within depthTolerance_m", min: 0, default: 5 },
} as const;

export type LegParams = ParamsOf<typeof legParams>;

export const leg = defineKind()({
  kind: "leg",
  doc: "A stretch of a plan with constant set-points; one that is not given stays as it was.",
  example: '<leg id="dive" heading_deg="90" depth_m="10" speed_mps="1.5" depthTolerance_m="0.1" settle_s="10"/>',
  id: "optional",
  provenance: false,
  params: legParams,
  check(p, report) {
    if (p.depth_m !== undefined && p.pitch_rad !== undefined) {
      report("pitch_deg", "a leg holds a depth or a pitch, not both", { hint: "remove depth_m or pitch_deg" });
    }
    if (p.duration_s === undefined && p.depthTolerance_m === undefined) {
      report("duration_s", "nothing ends this leg", { allowed: "duration_s, depthTolerance_m or both" });
    }
    if (p.pitch_rad !== undefined && p.depthTolerance_m !== undefined) {
      report("depthTolerance_m", "a leg that holds a pitch has no depth to reach", { hint: "give duration_s" });
    }
  },
});

/** For elements with a place: a depth above the surface is a slip of the sign. */
export function checkDepth(position_m: readonly number[] | undefined, report: Report<"position_m">): void {
  const depth_m = position_m?.[2];
  if (depth_m === undefined || !(depth_m < 0)) return;
  const hint = `down is positive: ${Math.abs(depth_m)} is that far below the surface`;
  report("position_m", `the depth ${depth_m} lies above the surface`, { allowed: "a depth of at least 0", hint });
}

const pointParams = {
  position_m: { type: "reals", length: 3, doc: "north, east, depth", optional: true, example: [60, 0, 10] },
  ...geographicPlace,
  depth_m: { ...geographicPlace.depth_m, min: 0 },
  speed_mps: { doc: "speed through the water on the way to this point", above: 0, optional: true },
} as const;

export const point = defineKind()({
  kind: "point",
  doc: "A point of a route.",
  example: `<point position_m="100 0 10"/>`,
  id: "optional",
  provenance: false,
  params: pointParams,
  check(p, report) {
    checkHasPlace(p, report);
    checkDepth(p.position_m, report);
  },
});

const routeParams = {
  acceptance_m: {
    doc: "R, a point is reached within this distance in the plane, or when it is passed",
    min: 0,
    default: 3,
  },
  depthAcceptance_m: {
    doc: "and within this distance of its depth; one that is passed at another depth is flown at again",
    above: 0,
    default: 1,
  },
  anyDepth: {
    type: "boolean",
    doc: "points are reached in the plane alone, at whatever depth the vehicle is there",
    default: false,
  },
  lookahead_m: { doc: "Δ, distance ahead on the line that the vehicle aims at", above: 0, default: 5 },
  integralGain_mps: {
    doc: "σ of the integral against currents; a quarter of the speed is critically damped, 0 switches it off",
    min: 0,
    default: 0,
  },
} as const;

export type RouteParams = ParamsOf<typeof routeParams>;

export const route = defineKind()({
  kind: "route",
  doc: "Straight lines from where the vehicle is to the first point, and on from point to point.",
  example: `
<route id="lane" acceptance_m="6" lookahead_m="5">
  <point position_m="0 0 10"/>
  <point position_m="80 0 10"/>
  <point position_m="80 80 12" speed_mps="1.2"/>
</route>`,
  id: "optional",
  provenance: false,
  params: routeParams,
  children: { point: { doc: "its points, in order; at the depth of each from the point before", min: 2 } },
});

export interface RoutePoint {
  readonly north_m: number;
  readonly east_m: number;
  readonly depth_m: number;
  /** NaN: as before. */
  readonly speed_mps: number;
}

export function pointsOf(component: Component): readonly RoutePoint[] {
  const found = component.children.filter((child) => child.kind === "point");
  return found.map((child) => {
    const { position_m, speed_mps } = child.params as unknown as ParamsOf<typeof pointParams>;
    // Degrees become a position when a scenario is loaded.
    const [north_m = Number.NaN, east_m = Number.NaN, depth_m = Number.NaN] = position_m ?? [];
    return Object.freeze({ north_m, east_m, depth_m, speed_mps: speed_mps ?? Number.NaN });
  });
}
