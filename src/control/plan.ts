/**
 * An autopilot's plan: legs and routes one after the other, each giving set-points of heading, depth or pitch, and speed.
 *
 * The plan begins with the heading and depth of the first tick and no speed. An entry changes the set-points that it gives; the
 * others stay. A leg ends after its time, or when the depth has stayed within its tolerance for long enough, whichever comes
 * first. A route leads from where the vehicle is to its first point and on from point to point (line-of-sight.ts), at the
 * depth of the point that it heads for, and ends at the last one. After the last entry the set-points stay.
 *
 * Each tick first asks whether the present entry, or the present line of a route, has ended, and goes on by at most one.
 * Memory: PLAN_MEMORY reals, see PLAN.
 */
import { invariant } from "../core/index.ts";
import type { Component } from "../library/index.ts";
import { type ControlTick, TRUE_STATE } from "./law.ts";
import { LineOfSight, TRACK, TRACK_SIZE } from "./line-of-sight.ts";
import { NAVIGATION } from "./navigation.ts";
import { LOOP } from "./pid.ts";
import { type LegParams, pointsOf, type RouteParams, type RoutePoint } from "./plan-kinds.ts";

/** Places in a plan's memory. */
export const PLAN = {
  /** 0 before the first tick, then 1 for the first entry; one more than there are when the plan is finished. */
  entry: 0,
  /** When the entry began, s. */
  since: 1,
  /** For how long the depth has been within its tolerance, s. */
  settled: 2,
  /** Set-points; depth is NaN while a pitch is held. */
  depth: 3,
  pitch: 4,
  heading: 5,
  speed: 6,
  /** Of a route: the point that is headed for, where its line begins (north, east), the integral of the guidance. */
  point: 7,
  from: 8,
  integral: 10,
  /** Where the line before it began (north, east); NaN on the first line. */
  before: 11,
} as const;

export const PLAN_MEMORY = 13;

/** Instants are whole nanoseconds, handed over in seconds: half of one is rounding. */
const HALF_NS = 0.5e-9;

/** A leg with NaN for what it does not say, so that all have one shape. */
interface Leg {
  readonly route: false;
  readonly name: string;
  readonly heading_rad: number;
  readonly depth_m: number;
  readonly pitch_rad: number;
  readonly speed_mps: number;
  readonly duration_s: number;
  readonly tolerance_m: number;
  readonly settle_s: number;
}

interface Route {
  readonly route: true;
  readonly name: string;
  readonly points: readonly RoutePoint[];
  readonly guidance: LineOfSight;
}

export class Plan {
  readonly #entries: readonly (Leg | Route)[];
  /** The line of the present tick; its cross-track error is for the log. */
  readonly track = new Float64Array(TRACK_SIZE);
  /**
   * outline[0]: distance in the plane from the route as drawn, the nearer of this line and the one before it, each with its
   * ends. Unlike the cross-track error it does not jump where a corner is cut and the next line is taken. NaN off a route.
   */
  readonly outline = new Float64Array(1);

  /** The legs and routes among the children of a law, in the order of the file. */
  constructor(component: Component) {
    this.#entries = component.children.flatMap((child): (Leg | Route)[] => {
      if (child.kind === "leg") return [legOf(child)];
      return child.kind === "route" ? [routeOf(child)] : [];
    });
  }

  /** Set-points of this tick, to the memory at reals[at ..]. navigation: NAVIGATION of the reading; loop: LOOP, for its dt. */
  step(tick: ControlTick, at: number, navigation: Float64Array, loop: Float64Array): void {
    const { reals, reading } = tick;
    this.track[TRACK.dt] = loop[LOOP.dt]!;
    if (reals[at + PLAN.entry] === 0) {
      reals[at + PLAN.depth] = reading[TRUE_STATE.p + 2]!;
      reals[at + PLAN.heading] = navigation[NAVIGATION.heading]!;
      this.#begin(tick, at, 1);
    } else {
      const entry = this.#entries[(reals[at + PLAN.entry]! | 0) - 1];
      const ended =
        entry !== undefined && (entry.route ? this.#pointsPassed(entry, tick, at) : legEnded(entry, tick, at, loop));
      if (ended) this.#begin(tick, at, reals[at + PLAN.entry]! + 1);
    }
    const entry = this.#entries[(reals[at + PLAN.entry]! | 0) - 1];
    if (entry?.route !== true) {
      this.track[TRACK.cross] = Number.NaN;
      this.outline[0] = Number.NaN;
      return;
    }
    this.#locate(entry, tick, at);
    this.#measure(reals, at);
    entry.guidance.steer(this.track, reals, at + PLAN.integral);
    reals[at + PLAN.heading] = this.track[TRACK.heading]!;
  }

  /** reals[o]: 1 for the first entry of the plan at reals[at ..]; 0 when it is empty or finished. */
  entryInto(reals: Float64Array, o: number, at: number): void {
    const entry = reals[at + PLAN.entry]!;
    reals[o] = entry > this.#entries.length ? 0 : entry;
  }

  #begin(tick: ControlTick, at: number, number: number): void {
    const { reals, reading } = tick;
    reals[at + PLAN.entry] = number;
    reals[at + PLAN.since] = reading[TRUE_STATE.t_s]!;
    reals[at + PLAN.settled] = 0;
    const entry = this.#entries[number - 1];
    if (entry === undefined) {
      if (this.#entries.length > 0) tick.event("plan finished");
      return;
    }
    tick.event(`${entry.route ? "route" : "leg"} "${entry.name}" begins`);
    if (entry.route) {
      reals[at + PLAN.from] = reading[TRUE_STATE.p]!;
      reals[at + PLAN.from + 1] = reading[TRUE_STATE.p + 1]!;
      reals[at + PLAN.integral] = 0;
      reals[at + PLAN.before] = Number.NaN;
      headFor(entry, 0, reals, at);
      // The first point may be where the vehicle is; there is no line to it then.
      this.#pointsPassed(entry, tick, at);
      return;
    }
    keepOr(reals, at + PLAN.heading, entry.heading_rad);
    keepOr(reals, at + PLAN.speed, entry.speed_mps);
    keepOr(reals, at + PLAN.depth, entry.depth_m);
    if (!Number.isNaN(entry.pitch_rad)) {
      reals[at + PLAN.pitch] = entry.pitch_rad;
      reals[at + PLAN.depth] = Number.NaN;
    }
  }

  /** Goes on to the next point where this one is reached; true when it was the last. */
  #pointsPassed(route: Route, tick: ControlTick, at: number): boolean {
    const { reals } = tick;
    this.#locate(route, tick, at);
    if (this.track[TRACK.reached] === 0) return false;
    const reached = reals[at + PLAN.point]!;
    tick.event(`waypoint ${reached + 1} of ${route.points.length} reached`);
    if (reached + 1 === route.points.length) return true;
    const course_rad = this.track[TRACK.course]!;
    reals[at + PLAN.before] = reals[at + PLAN.from]!;
    reals[at + PLAN.before + 1] = reals[at + PLAN.from + 1]!;
    reals[at + PLAN.from] = this.track[TRACK.to]!;
    reals[at + PLAN.from + 1] = this.track[TRACK.to + 1]!;
    headFor(route, reached + 1, reals, at);
    this.#locate(route, tick, at);
    route.guidance.turn(this.track, course_rad, reals, at + PLAN.integral);
    return false;
  }

  /** outline, for a vehicle that #locate has looked at. */
  #measure(reals: Float64Array, at: number): void {
    const { track, outline } = this;
    outline[0] = Number.POSITIVE_INFINITY;
    nearerSegmentInto(outline, track, track, TRACK.from, track, TRACK.to);
    // On the first line the comparison with NaN changes nothing.
    nearerSegmentInto(outline, track, reals, at + PLAN.before, track, TRACK.from);
  }

  #locate(route: Route, tick: ControlTick, at: number): void {
    const { track } = this;
    const { reals, reading } = tick;
    const to = route.points[reals[at + PLAN.point]!];
    invariant(to !== undefined, "a route has as many points as its memory says");
    track[TRACK.from] = reals[at + PLAN.from]!;
    track[TRACK.from + 1] = reals[at + PLAN.from + 1]!;
    track[TRACK.to] = to.north_m;
    track[TRACK.to + 1] = to.east_m;
    track[TRACK.position] = reading[TRUE_STATE.p]!;
    track[TRACK.position + 1] = reading[TRUE_STATE.p + 1]!;
    route.guidance.locate(track);
  }
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

function legEnded(leg: Leg, tick: ControlTick, at: number, loop: Float64Array): boolean {
  const { reals, reading } = tick;
  // A comparison with NaN, a duration or tolerance that is not given, is false.
  const error_m = Math.abs(reals[at + PLAN.depth]! - reading[TRUE_STATE.p + 2]!);
  reals[at + PLAN.settled] = error_m <= leg.tolerance_m ? reals[at + PLAN.settled]! + loop[LOOP.dt]! : 0;
  const settled = error_m <= leg.tolerance_m && reals[at + PLAN.settled]! >= leg.settle_s - HALF_NS;
  return settled || reading[TRUE_STATE.t_s]! - reals[at + PLAN.since]! >= leg.duration_s - HALF_NS;
}

function headFor(route: Route, point: number, reals: Float64Array, at: number): void {
  const to = route.points[point]!;
  reals[at + PLAN.point] = point;
  reals[at + PLAN.depth] = to.depth_m;
  keepOr(reals, at + PLAN.speed, to.speed_mps);
}

function keepOr(reals: Float64Array, at: number, value: number): void {
  if (!Number.isNaN(value)) reals[at] = value;
}

function legOf(component: Component): Leg {
  const p = component.params as unknown as LegParams;
  return Object.freeze({
    route: false as const,
    name: component.id,
    heading_rad: p.heading_rad ?? Number.NaN,
    depth_m: p.depth_m ?? Number.NaN,
    pitch_rad: p.pitch_rad ?? Number.NaN,
    speed_mps: p.speed_mps ?? Number.NaN,
    duration_s: p.duration_s ?? Number.NaN,
    tolerance_m: p.depthTolerance_m ?? Number.NaN,
    settle_s: p.settle_s,
  });
}

function routeOf(component: Component): Route {
  const guidance = new LineOfSight(component.params as unknown as RouteParams);
  return Object.freeze({ route: true as const, name: component.id, points: pointsOf(component), guidance });
}
