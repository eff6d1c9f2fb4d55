/**
 * A robot-task: what runs while a task of a mission is active. This is also what a task of one's own is made of: a file in a models
 * folder that default-exports a model of the kind `robotTask` whose `create` returns one.
 *
 * A robot-task keeps nothing in itself: what it remembers lies in its piece of the mission's memory, `reals[at ..]`. It gives
 * set-points to the vehicle's loops, which all tasks of the vehicle share, so that the switch from one to the next is
 * bumpless; or it writes the outputs itself, while the loops rest.
 */
import type { Arguments } from "../../mission/index.ts";
import type { Route } from "../laws/route-follower.ts";
import type { ModuleTick } from "../modules/module.ts";

/** A value that a mission may pass to a task. */
export interface TaskParameter {
  /** As in the mission, with its unit: depth_m. */
  readonly name: string;
  readonly type: "number" | "text" | "truth";
  /** Of numbers. */
  readonly min?: number;
  readonly max?: number;
}

/** What a robot-task works on. One object per task, used again in every tick. */
export interface TaskTick {
  /** The mission's record, with the true state as its first input; valid during the call. */
  readonly tick: ModuleTick;
  /** Where in reals the true state lies, in the order of NAVIGATION_STATE. */
  readonly state: number;
  /** reals[at .. at + task.memory): the task's own. */
  readonly at: number;
  /**
   * Where in reals the set-points of the loops begin: in the order of SETPOINT under an autopilot; under a station keeper the
   * target, north, east, depth and heading.
   */
  readonly setpoints: number;
  /**
   * Where in reals a task that steers by "outputs" writes, and how many: rudder, stern plane and propeller under an autopilot, force
   * and torque under a station keeper. NaN leaves one as it was.
   */
  readonly outputs: number;
  readonly outputCount: number;
  /** Where in reals the task's quantities begin, in the order in which it names them. */
  readonly quantities: number;
  /** NAVIGATION of the reading, and LOOP with the time since the last tick in dt. */
  readonly navigation: Float64Array;
  readonly loop: Float64Array;
  /** The routes of the mission, by id. */
  readonly routes: ReadonlyMap<string, Route>;
}

export interface RobotTask {
  /**
   * "autopilot", "stationKeeper": it gives set-points to these loops. "outputs": it writes the outputs of the loops itself, which rest meanwhile. "nothing": only its
   * events matter.
   */
  readonly steers: "autopilot" | "stationKeeper" | "outputs" | "nothing";
  /** What a mission may give. */
  readonly parameters: readonly TaskParameter[];
  /** Of these, what the mission or the file must give. */
  readonly needs?: readonly string[];
  /** Names, with units, of what it shows to its own events and to the log. */
  readonly quantities: readonly string[];
  /** Of tasks of the package; see Module. */
  readonly inPlace?: boolean;
  /** Reals that it remembers. */
  readonly memory: number;
  /** START, with what the mission gives. */
  start(task: TaskTick, values: Arguments): void;
  /** New values while it runs (type 1): only those that change. */
  change(task: TaskTick, values: Arguments): void;
  /** Each tick while it is active, the one of START included; it allocates nothing. */
  step(task: TaskTick): void;
  /** STOP: the set-points stay as they are until another task starts. */
  stop?(task: TaskTick): void;
}

/** A number that a mission gives; NaN where it gives none. */
export function numberOf(values: Arguments, name: string): number {
  const value = values[name];
  return typeof value === "number" ? value : Number.NaN;
}
