/**
 * The way along a route: straight lines from where the vehicle is to the first point, and on from point to point
 * (line-of-sight.ts), at the depth, and with the speed, of the point that it heads for.
 *
 * A point is reached where (6) of the guidance holds at its depth, |z − z₂| ≤ Z. A vehicle that passes it at another depth flies on,
 * and when it is R + 3 Δ away, turns back to the point on a new line, on which it finds room to come round; until the
 * depth is there. Behind the point only the circle counts: what was passed is not reached on the way out. So a point far
 * below the one before it is met by passes over it that go deeper and deeper.
 *
 * Memory: ROUTE_MEMORY reals, see ROUTE. Set-points are written to four reals in the order of SETPOINT.
 */
import { invariant } from "../../core/index.ts";
import type { Component } from "../../library/index.ts";
import { cos, sin } from "../../math/index.ts";
import { NAVIGATION_STATE } from "../modules/messages.ts";
import type { ModuleTick, PlanStanding } from "../modules/module.ts";
import { LineOfSight, TRACK, TRACK_SIZE } from "./line-of-sight.ts";
import { STATE_INPUT } from "./navigation.ts";
import { pointsOf, type RouteParams, type RoutePoint } from "./plan-kinds.ts";
import { keepOr, SETPOINT } from "./setpoints.ts";

export const ROUTE = {
  /** The point that is headed for, where its line begins (north, east), the integral of the guidance. */
  point: 0,
  from: 1,
  integral: 3,
  /** Where the line before it began (north, east); NaN on the first line. */
  before: 4,
  /** How often the point has been passed at another depth, and 1 from there until the vehicle turns back to it. */
  passes: 6,
  behind: 7,
} as const;

export const ROUTE_MEMORY = 8;

/** Nearer than this, the direction of a line is rounding. */
const NEAREST_M = 1e-3;

export interface Route {
  readonly name: string;
  readonly points: readonly RoutePoint[];
  readonly guidance: LineOfSight;
  /** R, Z (infinite where any depth will do) and the distance at which the vehicle turns back. */
  readonly acceptance_m: number;
  readonly depthAcceptance_m: number;
  readonly turnBack_m: number;
}

export function routeOf(component: Component): Route {
  const p = component.params as unknown as RouteParams;
  return Object.freeze({
    name: component.id,
    points: pointsOf(component),
    guidance: new LineOfSight(p),
    acceptance_m: p.acceptance_m,
    depthAcceptance_m: p.anyDepth ? Number.POSITIVE_INFINITY : p.depthAcceptance_m,
    turnBack_m: p.acceptance_m + 3 * p.lookahead_m,
  });
}

/** Where a plan stands that heads for a point of a route, from 0. */
export function routeStanding(route: Route, point: number): PlanStanding {
  const which = `waypoint ${point + 1} of ${route.points.length}`;
  return { state: "runs", at: `route "${route.name}", on the way to ${which}` };
}

export class RouteFollower {
  readonly #ofPlan: boolean;
  /** The line of the present tick; its cross-track error is for the log. Its dt is set by the owner. */
  readonly track = new Float64Array(TRACK_SIZE);
  /**
   * outline[0]: distance in the plane from the route as drawn, the nearer of this line and the one before it, each with its
   * ends. Unlike the cross-track error it does not jump where a corner is cut and the next line is taken. NaN off a route.
   */
  readonly outline = new Float64Array(1);

  /** ofPlan: what it reports says where the plan stands. */
  constructor(ofPlan = false) {
    this.#ofPlan = ofPlan;
  }

  /** In a tick without route. */
  off(): void {
    this.track[TRACK.cross] = Number.NaN;
    this.outline[0] = Number.NaN;
  }

  /** heldAt: where in reals the depth lies that is held instead of the points' own, NaN for none; −1: there is no such place. */
  begin(route: Route, tick: ModuleTick, at: number, setpoints: number, heldAt: number): void {
    const { reals } = tick;
    const state = tick.inAt[STATE_INPUT]!;
    reals[at + ROUTE.from] = reals[state + NAVIGATION_STATE.p]!;
    reals[at + ROUTE.from + 1] = reals[state + NAVIGATION_STATE.p + 1]!;
    reals[at + ROUTE.integral] = 0;
    reals[at + ROUTE.before] = Number.NaN;
    headFor(route, 0, reals, at, setpoints);
    // The first point may be where the vehicle is; the line to it is then the heading that it has.
    const { north_m, east_m } = route.points[0]!;
    const [north, east] = [north_m - reals[at + ROUTE.from]!, east_m - reals[at + ROUTE.from + 1]!];
    if (north * north + east * east < NEAREST_M * NEAREST_M) {
      reals[at + ROUTE.from] = north_m - cos(reals[setpoints + SETPOINT.heading]!);
      reals[at + ROUTE.from + 1] = east_m - sin(reals[setpoints + SETPOINT.heading]!);
    }
    this.passed(route, tick, at, setpoints, heldAt);
  }

  /** Goes on to the next point where this one is reached; true when it was the last. */
  passed(route: Route, tick: ModuleTick, at: number, setpoints: number, heldAt: number): boolean {
    const { reals } = tick;
    this.#locate(route, tick, at);
    if (!this.#reached(route, tick, at, heldAt)) return false;
    const reached = reals[at + ROUTE.point]!;
    const last = reached + 1 === route.points.length;
    const detail = this.#ofPlan && !last ? { plan: routeStanding(route, reached + 1) } : {};
    tick.log(`waypoint ${reached + 1} of ${route.points.length} reached`, detail);
    if (last) return true;
    const course_rad = this.track[TRACK.course]!;
    reals[at + ROUTE.before] = reals[at + ROUTE.from]!;
    reals[at + ROUTE.before + 1] = reals[at + ROUTE.from + 1]!;
    reals[at + ROUTE.from] = this.track[TRACK.to]!;
    reals[at + ROUTE.from + 1] = this.track[TRACK.to + 1]!;
    headFor(route, reached + 1, reals, at, setpoints);
    this.#locate(route, tick, at);
    route.guidance.turn(this.track, course_rad, reals, at + ROUTE.integral);
    return false;
  }

  /** At its depth, too; and what follows where it is not. */
  #reached(route: Route, tick: ModuleTick, at: number, heldAt: number): boolean {
    const { reals } = tick;
    const { track } = this;
    const behind = reals[at + ROUTE.behind] === 1;
    const inPlane = behind ? track[TRACK.distance]! <= route.acceptance_m : track[TRACK.reached] === 1;
    if (!inPlane && !behind) return false;
    const number = reals[at + ROUTE.point]!;
    const held_m = heldAt < 0 ? Number.NaN : reals[heldAt]!;
    const depth_m = Number.isNaN(held_m) ? route.points[number]!.depth_m : held_m;
    const z_m = reals[tick.inAt[STATE_INPUT]! + NAVIGATION_STATE.p + 2]!;
    if (inPlane && Math.abs(z_m - depth_m) <= route.depthAcceptance_m) return true;
    if (behind) {
      if (track[TRACK.distance]! > route.turnBack_m) this.#turnBack(tick, at);
    } else if (track[TRACK.along]! >= track[TRACK.length]!) {
      reals[at + ROUTE.behind] = 1;
      reals[at + ROUTE.passes] = reals[at + ROUTE.passes]! + 1;
      if (reals[at + ROUTE.passes] === 1) {
        const where = `waypoint ${number + 1} of ${route.points.length} passed at a depth of ${z_m.toFixed(1)} m`;
        tick.log(`${where}: it is at ${depth_m} m, and is flown at again`, { level: "warning" });
      }
    }
    return false;
  }

  /** A new line, from where the vehicle is to the same point. */
  #turnBack(tick: ModuleTick, at: number): void {
    const { reals } = tick;
    const state = tick.inAt[STATE_INPUT]!;
    reals[at + ROUTE.behind] = 0;
    reals[at + ROUTE.from] = reals[state + NAVIGATION_STATE.p]!;
    reals[at + ROUTE.from + 1] = reals[state + NAVIGATION_STATE.p + 1]!;
  }

  /** The heading of this tick, to the set-points; track and outline, for the log. */
  steer(route: Route, tick: ModuleTick, at: number, setpoints: number): void {
    const { reals } = tick;
    this.#locate(route, tick, at);
    this.#measure(reals, at);
    route.guidance.steer(this.track, reals, at + ROUTE.integral);
    reals[setpoints + SETPOINT.heading] = this.track[TRACK.heading]!;
  }

  /** outline, for a vehicle that #locate has looked at. */
  #measure(reals: Float64Array, at: number): void {
    const { track, outline } = this;
    outline[0] = Number.POSITIVE_INFINITY;
    nearerSegmentInto(outline, track, track, TRACK.from, track, TRACK.to);
    // On the first line the comparison with NaN changes nothing.
    nearerSegmentInto(outline, track, reals, at + ROUTE.before, track, TRACK.from);
  }

  #locate(route: Route, tick: ModuleTick, at: number): void {
    const { track } = this;
    const { reals } = tick;
    const state = tick.inAt[STATE_INPUT]!;
    const to = route.points[reals[at + ROUTE.point]!];
    invariant(to !== undefined, "a route has as many points as its memory says");
    track[TRACK.from] = reals[at + ROUTE.from]!;
    track[TRACK.from + 1] = reals[at + ROUTE.from + 1]!;
    track[TRACK.to] = to.north_m;
    track[TRACK.to + 1] = to.east_m;
    track[TRACK.position] = reals[state + NAVIGATION_STATE.p]!;
    track[TRACK.position + 1] = reals[state + NAVIGATION_STATE.p + 1]!;
    route.guidance.locate(track);
  }
}

function headFor(route: Route, point: number, reals: Float64Array, at: number, setpoints: number): void {
  const to = route.points[point]!;
  reals[at + ROUTE.point] = point;
  reals[at + ROUTE.passes] = 0;
  reals[at + ROUTE.behind] = 0;
  reals[setpoints + SETPOINT.depth] = to.depth_m;
  keepOr(reals, setpoints + SETPOINT.speed, to.speed_mps);
}

/** out[0]: the smaller of itself and the distance from the position to the line between two points, ends included. */
function nearerSegmentInto(
  out: Float64Array,
  track: Float64Array,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const north = track[TRACK.position]! - a[ia]!;
  const east = track[TRACK.position + 1]! - a[ia + 1]!;
  const lineNorth = b[ib]! - a[ia]!;
  const lineEast = b[ib + 1]! - a[ia + 1]!;
  const square = lineNorth * lineNorth + lineEast * lineEast;
  const share = square > 0 ? Math.min(Math.max((north * lineNorth + east * lineEast) / square, 0), 1) : 0;
  const offNorth = north - share * lineNorth;
  const offEast = east - share * lineEast;
  const distance_m = Math.sqrt(offNorth * offNorth + offEast * offEast);
  if (distance_m < out[0]!) out[0] = distance_m;
}
