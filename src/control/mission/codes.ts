/** The diagnostics of a mission that is bound to a vehicle; those of its text are the compiler's own. */
import { type CodeEntry, codeEntry as entry } from "../../core/index.ts";

export const missionCodes = Object.freeze({
  loops: entry(
    "error",
    "CTL003",
    "A mission has no loops to fly by, two of them, or loops that it cannot use.",
    "mission captain has neither an <autopilot> nor a <stationKeeper>",
  ),
  ownPlan: entry(
    "error",
    "CTL004",
    "The autopilot or station keeper of a mission has a plan of its own.",
    'the autopilot of a mission must not have a plan: leg "dive" is inside it',
  ),
  unbound: entry("error", "CTL005", "Nothing says what a task of the mission does.", "no <robotTask> for Dive"),
  unknownTask: entry(
    "warning",
    "CTL006",
    "A <robotTask> for a task that the mission does not have.",
    'the mission has no task "Dvie"',
  ),
  wrongValue: entry(
    "error",
    "CTL007",
    "The mission gives a task a value that its <robotTask> cannot take, or does not give one that it needs.",
    "Dive takes no depht_m; it takes: heading_deg, depth_m, pitch_deg, speed_mps",
  ),
  wrongSteering: entry(
    "error",
    "CTL008",
    "A task cannot steer by the loops of its mission, or two that steer can be active at once.",
    "Hold is a keep task and needs a <stationKeeper>, but captain flies by <autopilot>",
  ),
  unknownQuantity: entry(
    "error",
    "CTL009",
    "An event looks at a quantity that does not exist.",
    'there is no "depthEror_m" here',
  ),
  unknownInput: entry(
    "error",
    "CTL010",
    "An event gives a signal that is not an input of the mission.",
    'the mission has no input "DepthRaeched"',
  ),
  neverGiven: entry(
    "warning",
    "CTL011",
    "Inputs of the mission that nothing gives.",
    "nothing gives these inputs of the mission: GpsFix",
  ),
  taskNotMade: entry(
    "error",
    "CTL012",
    "A robot-task throws when it is made, or what is made is not a robot-task.",
    'robotTask Dive: model "mine" cannot be made: gain is undefined',
  ),
  oneTick: entry(
    "warning",
    "CTL013",
    "An event gives a pre-condition for one tick only.",
    "GpsFix is a pre-condition of Dive, but is given for one tick only",
  ),
  noLimit: entry(
    "error",
    "CTL014",
    "An event without a limit looks at a quantity that is not yes or no.",
    "depth_m is not yes or no: say above or below which value",
  ),
  valueOverruled: entry(
    "error",
    "CTL030",
    "A value of a task from outside (--set) has no effect: the mission gives its own in every call.",
    "depth_m has no effect: the mission gives Dive its depth_m in every call",
  ),
  scriptWithClock: entry(
    "error",
    "CTL032",
    "The script of a mission that flies has lines other than `react`: the clock and the robot-tasks are those of the flight.",
    "day.events has a clock of its own: a script for a flight lists reactions",
  ),
  valueUnused: entry(
    "warning",
    "CTL031",
    "A value in a <robotTask> has no effect: the mission gives its own in every call.",
    "depth_m has no effect: the mission gives Dive its depth_m in every call",
  ),
});

export const missionCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(missionCodes));
