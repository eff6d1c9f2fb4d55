/**
 * Robot-tasks for a vehicle with an autopilot: `fly` holds heading, depth or pitch, and speed; `follow` flies along a route;
 * `stop` lets the propeller rest.
 *
 * A value that the mission gives goes before the one of the file; what neither gives stays as the task before has left it.
 */
import { RAD_PER_DEG } from "../../core/index.ts";
import { defineModel, type ParamsOf } from "../../library/index.ts";
import type { Arguments } from "../../mission/index.ts";
import { TRACK } from "../laws/line-of-sight.ts";
import { LOOP } from "../laws/pid.ts";
import { ROUTE_MEMORY, type Route, RouteFollower } from "../laws/route-follower.ts";
import { keepOr, SETPOINT } from "../laws/setpoints.ts";
import { ROBOT_TASK_READS, robotTask, taskParams } from "./kinds.ts";
import { numberOf, type RobotTask, type TaskParameter, type TaskTick } from "./robot-task.ts";

const HEADING: TaskParameter = { name: "heading_deg", type: "number", min: -360, max: 360 };
const DEPTH: TaskParameter = { name: "depth_m", type: "number", min: 0 };
const PITCH: TaskParameter = { name: "pitch_deg", type: "number", min: -60, max: 60 };
const SPEED: TaskParameter = { name: "speed_mps", type: "number" };

const flyParams = {
  ...taskParams,
  pitch_deg: { doc: "pitch to hold instead of a depth, bow up", min: -60, max: 60, optional: true },
} as const;

type FlyParams = ParamsOf<typeof flyParams>;

class FlyTask implements RobotTask {
  readonly inPlace = true;
  readonly steers = "autopilot";
  readonly parameters = [HEADING, DEPTH, PITCH, SPEED];
  readonly quantities = [];
  readonly memory = 0;
  readonly #p: FlyParams;

  constructor(p: FlyParams) {
    this.#p = p;
  }

  start(task: TaskTick, values: Arguments): void {
    const { heading_rad, depth_m, pitch_rad, speed_mps } = this.#p;
    this.#set(task, heading_rad, depth_m, pitch_rad, speed_mps);
    this.change(task, values);
  }

  change(task: TaskTick, values: Arguments): void {
    const heading_rad = numberOf(values, HEADING.name) * RAD_PER_DEG;
    const pitch_rad = numberOf(values, PITCH.name) * RAD_PER_DEG;
    this.#set(task, heading_rad, numberOf(values, DEPTH.name), pitch_rad, numberOf(values, SPEED.name));
  }

  step(): void {}

  #set(
    { tick: { reals }, setpoints }: TaskTick,
    heading_rad = Number.NaN,
    depth_m = Number.NaN,
    pitch_rad = Number.NaN,
    speed_mps = Number.NaN,
  ): void {
    keepOr(reals, setpoints + SETPOINT.heading, heading_rad);
    keepOr(reals, setpoints + SETPOINT.speed, speed_mps);
    keepOr(reals, setpoints + SETPOINT.depth, depth_m);
    if (Number.isNaN(pitch_rad)) return;
    reals[setpoints + SETPOINT.pitch] = pitch_rad;
    reals[setpoints + SETPOINT.depth] = Number.NaN;
  }
}

/** Places in the memory of `follow`: which route, whether it has ended, what is held instead of the points' own; then ROUTE. */
const WHICH = 0;
const ENDED = 1;
const DEPTH_AT = 2;
const SPEED_AT = 3;
const ROUTE_AT = 4;

const followParams = {
  route: { type: "text", doc: "id of a <route> of the mission", optional: true, example: "square" },
  depth_m: taskParams.depth_m,
  speed_mps: taskParams.speed_mps,
} as const;

type FollowParams = ParamsOf<typeof followParams>;

class FollowTask implements RobotTask {
  readonly inPlace = true;
  readonly steers = "autopilot";
  readonly parameters: readonly TaskParameter[] = [{ name: "route", type: "text" }, DEPTH, SPEED];
  readonly needs = ["route"];
  readonly quantities = ["crossTrack_m", "routeDistance_m", "routePoint", "routeEnded"];
  readonly memory = ROUTE_AT + ROUTE_MEMORY;
  readonly #p: FollowParams;
  readonly #follower = new RouteFollower();
  #routes: readonly Route[] = [];

  constructor(p: FollowParams) {
    this.#p = p;
  }

  start(task: TaskTick, values: Arguments): void {
    const { tick, at, setpoints } = task;
    const { reals } = tick;
    const name = values.route ?? this.#p.route;
    reals[at + WHICH] = this.#list(task).findIndex((route) => route.name === name);
    reals[at + ENDED] = 0;
    reals[at + DEPTH_AT] = this.#p.depth_m ?? Number.NaN;
    reals[at + SPEED_AT] = this.#p.speed_mps ?? Number.NaN;
    this.#limit(task, values);
    const route = this.#list(task)[reals[at + WHICH]!];
    if (route !== undefined) this.#follower.begin(route, tick, at + ROUTE_AT, setpoints, at + DEPTH_AT);
  }

  change(task: TaskTick, values: Arguments): void {
    this.#limit(task, values);
    if (values.route !== undefined) this.start(task, { ...this.#held(task), ...values });
  }

  step(task: TaskTick): void {
    const { tick, at, setpoints, quantities } = task;
    const { reals } = tick;
    const follower = this.#follower;
    const route = this.#list(task)[reals[at + WHICH]!];
    if (route === undefined) return;
    follower.track[TRACK.dt] = task.loop[LOOP.dt]!;
    const depthAt = at + DEPTH_AT;
    if (reals[at + ENDED] === 0 && follower.passed(route, tick, at + ROUTE_AT, setpoints, depthAt))
      reals[at + ENDED] = 1;
    // Behind the last point it goes on along the last line until the mission stops it.
    follower.steer(route, tick, at + ROUTE_AT, setpoints);
    keepOr(reals, setpoints + SETPOINT.depth, reals[at + DEPTH_AT]!);
    keepOr(reals, setpoints + SETPOINT.speed, reals[at + SPEED_AT]!);
    reals[quantities] = follower.track[TRACK.cross]!;
    reals[quantities + 1] = follower.outline[0]!;
    reals[quantities + 2] = reals[at + ROUTE_AT]! + 1;
    reals[quantities + 3] = reals[at + ENDED]!;
  }

  #limit({ tick: { reals }, at }: TaskTick, values: Arguments): void {
    keepOr(reals, at + DEPTH_AT, numberOf(values, DEPTH.name));
    keepOr(reals, at + SPEED_AT, numberOf(values, SPEED.name));
  }

  /** What is held instead of the points' own, as the mission would give it. */
  #held({ tick: { reals }, at }: TaskTick): Arguments {
    return { [DEPTH.name]: reals[at + DEPTH_AT]!, [SPEED.name]: reals[at + SPEED_AT]! };
  }

  /** The routes by number, since memory holds numbers only. */
  #list({ routes }: TaskTick): readonly Route[] {
    if (this.#routes.length !== routes.size) this.#routes = [...routes.values()];
    return this.#routes;
  }
}

class StopTask implements RobotTask {
  readonly inPlace = true;
  readonly steers = "outputs";
  readonly parameters = [];
  readonly quantities = [];
  readonly memory = 0;

  start(): void {}
  change(): void {}

  step({ tick: { reals }, outputs, outputCount }: TaskTick): void {
    for (let i = 0; i < outputCount; i++) reals[outputs + i] = 0;
  }
}

class WatchTask implements RobotTask {
  readonly inPlace = true;
  readonly steers = "nothing";
  readonly parameters = [];
  readonly quantities = [];
  readonly memory = 0;

  start(): void {}
  change(): void {}
  step(): void {}
}

export const flyTask = defineModel(robotTask, {
  model: "fly",
  doc: "Holds heading, depth or pitch, and speed, by the loops of the autopilot.",
  default: true,
  params: flyParams,
  reads: ROBOT_TASK_READS,
  check(p, report) {
    if (p.depth_m !== undefined && p.pitch_rad !== undefined) {
      report("pitch_deg", "a task holds a depth or a pitch, not both", { hint: "remove depth_m or pitch_deg" });
    }
  },
  create: (p) => new FlyTask(p),
});

export const followTask = defineModel(robotTask, {
  model: "follow",
  doc: "Flies along a <route> of the mission; depth_m and speed_mps, where given, hold for all of its points.",
  params: followParams,
  reads: ROBOT_TASK_READS,
  create: (p) => new FollowTask(p),
});

export const stopTask = defineModel(robotTask, {
  model: "stop",
  doc: "Propeller, fins and thrusters at rest; the loops wait with the integrals they have.",
  reads: ROBOT_TASK_READS,
  create: () => new StopTask(),
});

export const watchTask = defineModel(robotTask, {
  model: "watch",
  doc: "Steers nothing: only its events matter.",
  reads: ROBOT_TASK_READS,
  create: () => new WatchTask(),
});
