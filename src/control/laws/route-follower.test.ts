import { expect, test } from "vitest";
import { NAVIGATION_STATE, NAVIGATION_STATE_SIZE } from "../modules/messages.ts";
import type { LogDetail, ModuleTick } from "../modules/module.ts";
import { LineOfSight } from "./line-of-sight.ts";
import { ROUTE, ROUTE_MEMORY, type Route, RouteFollower } from "./route-follower.ts";
import { SETPOINT } from "./setpoints.ts";

const guide = { lookahead_m: 5, acceptance_m: 2, integralGain_mps: 0 };
const route: Route = {
  name: "r",
  points: [
    { north_m: 30, east_m: 40, depth_m: 7, speed_mps: Number.NaN },
    { north_m: 30, east_m: 90, depth_m: 7, speed_mps: Number.NaN },
  ],
  guidance: new LineOfSight(guide),
  acceptance_m: 2,
  depthAcceptance_m: Number.POSITIVE_INFINITY,
  turnBack_m: 17,
};

/** Begins the route at a place with a heading. Other numbers lie in front of its memory, and must neither be read nor be changed. */
function begun(ofPlan: boolean | undefined, place: readonly number[], heading_rad: number) {
  const [at, setpoints, stateAt] = [10, 10 + ROUTE_MEMORY, 14 + ROUTE_MEMORY];
  const reals = new Float64Array(stateAt + NAVIGATION_STATE_SIZE);
  reals.fill(-5, 0, at);
  reals.set(place, stateAt + NAVIGATION_STATE.p);
  reals[setpoints + SETPOINT.heading] = heading_rad;
  const lines: [string, LogDetail | undefined][] = [];
  const log = (message: string, detail?: LogDetail): void => void lines.push([message, detail]);
  const follower = new RouteFollower(ofPlan);
  follower.begin(route, { reals, inAt: [stateAt], log } as unknown as ModuleTick, at, setpoints, -1);
  expect([...reals.subarray(0, at)]).toEqual(Array<number>(at).fill(-5));
  const memory = reals.subarray(at, at + ROUTE_MEMORY);
  return { memory, lines, depth_m: reals[setpoints + SETPOINT.depth] };
}

test("begun on its first point, a route comes to it from 1 m behind, on the heading that the vehicle has, and goes on to the second", () => {
  const heading_rad = 0.6;
  const { memory, lines, depth_m } = begun(true, [30, 40, 7], heading_rad);
  expect([memory[ROUTE.point], memory[ROUTE.from], memory[ROUTE.from + 1], depth_m]).toEqual([1, 30, 40, 7]);
  // One product and one difference below 100.
  expect(memory[ROUTE.before]).toBeCloseTo(30 - Math.cos(heading_rad), 13);
  expect(memory[ROUTE.before + 1]).toBeCloseTo(40 - Math.sin(heading_rad), 13);
  expect(memory[ROUTE.integral]).toBe(0);
  expect(lines).toEqual([
    ["waypoint 1 of 2 reached", { plan: { state: "runs", at: 'route "r", on the way to waypoint 2 of 2' } }],
  ]);
});

test("begun elsewhere, it comes to its first point straight from there", () => {
  for (const place of [
    [30, 10, 7],
    [-20, 40, 7],
  ]) {
    const { memory, lines } = begun(true, place, 0.6);
    expect([...memory.subarray(0, 3)]).toEqual([0, ...place.slice(0, 2)]);
    expect(memory[ROUTE.before]).toBeNaN();
    expect(lines).toEqual([]);
  }
});

test("what follows a route as a task, and not as a plan, says nothing of where a plan stands", () => {
  expect(begun(undefined, [30, 40, 7], 0).lines).toEqual([["waypoint 1 of 2 reached", {}]]);
});
