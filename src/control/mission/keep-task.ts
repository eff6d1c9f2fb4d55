/**
 * The robot-task of a vehicle with a station keeper: `keep` holds a place and a heading. The set-point travels there at the
 * approach speed of the station keeper; what neither mission nor file gives stays the target that it was, at first the
 * place of the vehicle at the start.
 */
import { RAD_PER_DEG } from "../../core/index.ts";
import { defineModel, geographicPlace, type ParamsOf } from "../../library/index.ts";
import type { Arguments } from "../../mission/index.ts";
import { keepOr } from "../laws/setpoints.ts";
import { NAVIGATION_STATE } from "../modules/messages.ts";
import { ROBOT_TASK_READS, robotTask, taskParams } from "./kinds.ts";
import { numberOf, type RobotTask, type TaskParameter, type TaskTick } from "./robot-task.ts";

const keepParams = {
  north_m: { doc: "place to hold", optional: true },
  east_m: { doc: "likewise", optional: true },
  latitude_deg: { ...geographicPlace.latitude_deg, doc: "the same in degrees, where the world has an origin" },
  longitude_deg: geographicPlace.longitude_deg,
  depth_m: taskParams.depth_m,
  heading_deg: taskParams.heading_deg,
} as const;

type KeepParams = ParamsOf<typeof keepParams>;

const PARAMETERS: readonly TaskParameter[] = [
  { name: "north_m", type: "number" },
  { name: "east_m", type: "number" },
  { name: "depth_m", type: "number", min: 0 },
  { name: "heading_deg", type: "number", min: -360, max: 360 },
];

class KeepTask implements RobotTask {
  readonly inPlace = true;
  readonly steers = "stationKeeper";
  readonly parameters = PARAMETERS;
  readonly quantities = ["targetDistance_m"];
  readonly memory = 0;
  readonly #own: readonly number[];

  constructor({ north_m, east_m, depth_m, heading_rad }: KeepParams) {
    this.#own = [north_m, east_m, depth_m, heading_rad].map((value) => value ?? Number.NaN);
  }

  start(task: TaskTick, values: Arguments): void {
    const { tick, setpoints } = task;
    this.#own.forEach((value, i) => {
      keepOr(tick.reals, setpoints + i, value);
    });
    this.change(task, values);
  }

  change({ tick, setpoints }: TaskTick, values: Arguments): void {
    PARAMETERS.forEach(({ name }, i) => {
      const value = numberOf(values, name);
      keepOr(tick.reals, setpoints + i, name === "heading_deg" ? value * RAD_PER_DEG : value);
    });
  }

  step({ tick: { reals }, state, setpoints, quantities }: TaskTick): void {
    const north = reals[setpoints]! - reals[state + NAVIGATION_STATE.p]!;
    const east = reals[setpoints + 1]! - reals[state + NAVIGATION_STATE.p + 1]!;
    const down = reals[setpoints + 2]! - reals[state + NAVIGATION_STATE.p + 2]!;
    reals[quantities] = Math.sqrt(north * north + east * east + down * down);
  }
}

export const keepTask = defineModel(robotTask, {
  model: "keep",
  doc: "Holds a place and a heading, by the loops of the station keeper.",
  params: keepParams,
  reads: ROBOT_TASK_READS,
  create: (p) => new KeepTask(p),
});
