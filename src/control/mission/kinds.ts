/** The kinds that bind a mission to a vehicle: the mission, its robot-tasks, and where its events come from. */
import { defineKind, type ParamsOf } from "../../library/index.ts";
import { keepAtEnd } from "../laws/plan-kinds.ts";
import { STALL_SLOT } from "../laws/stall.ts";
import { endsOf, isSigned } from "./quantities.ts";
import type { RobotTask } from "./robot-task.ts";

const missionParams = {
  source: { type: "file", ending: ".mission", doc: "the mission", example: "missions/survey.mission" },
  proof: {
    type: "file",
    ending: ".json",
    doc: "the proof of what the mission requires, as thetis verify --write makes it; needed where it requires anything",
    optional: true,
    example: "missions/survey.proof.json",
  },
  properties: {
    type: "file",
    ending: ".properties",
    doc: "the mission's properties: they must still be those that were proved; needed where the mission requires proofs",
    optional: true,
    example: "missions/survey.properties",
  },
  rate_Hz: {
    doc: "ticks per second of mission and loops; those of its autopilot or station keeper where not given",
    above: 0,
    max: 1000,
    optional: true,
  },
  script: {
    type: "file",
    doc: "reactions that are played from the start, such as a counterexample (.events): its inputs, and no others, until it is over",
    optional: true,
    example: "proofs/Alarmed.events",
  },
  scriptPeriod_s: {
    doc: "time from one reaction of the script to the next; a tick where not given",
    above: 0,
    optional: true,
  },
  keepAtEnd: {
    ...keepAtEnd,
    doc: "when the mission is over, hold the last set-points; otherwise the vehicle stops: propeller and thrusters off, fins neutral",
  },
} as const;

export type MissionParams = ParamsOf<typeof missionParams>;

export const mission = defineKind()({
  kind: "mission",
  doc: "A mission that flies the vehicle: its robot-tasks give set-points to the loops of one autopilot or station keeper.",
  provenance: false,
  example: `
<mission id="captain" source="missions/survey.mission">
  <autopilot file="components/controllers/remus100-autopilot.xml"/>
  <route id="square" acceptance_m="6" lookahead_m="5">
    <point position_m="60 0 5"/>
    <point position_m="60 60 5"/>
  </route>
  <robotTask id="RunUp" model="fly" depth_m="0.1"><event id="Running" of="speedError_mps" below="0.2"/></robotTask>
  <robotTask id="Dive" model="fly">
    <event id="DepthReached" of="depthError_m" below="0.2" for_s="5"/>
  </robotTask>
  <robotTask id="Follow" model="follow">
    <event id="RouteEnded" of="routeEnded"/>
    <event id="OffTrack" of="crossTrack_m" above="25"/>
  </robotTask>
  <robotTask id="Surface" model="fly" depth_m="0" speed_mps="1.5">
    <event id="AtSurface" of="depth_m" below="0.3" for_s="2"/>
  </robotTask>
  <robotTask id="Drift" model="stop"><event id="Drifted" of="time_s" above="5"/></robotTask>
  <event id="TooDeep" of="depth_m" above="20"/>
  <event id="WaterLeak" at_s="100"/>
  <event id="BatteryLow" at_s="300"/>
</mission>`,
  params: missionParams,
  children: {
    autopilot: { doc: "loops for a vehicle with fins and a propeller: gains and limits, no plan", max: 1 },
    stationKeeper: { doc: "loops for a vehicle with thrusters in every direction: gains and limits, no holds", max: 1 },
    route: { doc: "routes that robot-tasks may name" },
    robotTask: { doc: "what the mission's tasks do, each by the name of its task" },
    event: { doc: "events that are looked at all the time, and scripted ones" },
    stall: STALL_SLOT,
  },
});

/** What several models of robot-tasks have. */
export const taskParams = {
  heading_deg: { doc: "heading to steer, clockwise from north", min: -360, max: 360, optional: true },
  depth_m: { doc: "depth to hold", min: 0, optional: true },
  speed_mps: { doc: "speed through the water", optional: true },
} as const;

const robotTaskParams = {
  init_s: { doc: "from INIT to INITOK, at least a tick", min: 0, default: 0 },
  stop_s: { doc: "from STOP to STOPPED, at least a tick", min: 0, default: 0 },
} as const;

export type RobotTaskParams = ParamsOf<typeof robotTaskParams>;

export const robotTask = defineKind<RobotTask>()({
  kind: "robotTask",
  // By the mission that runs it.
  usedByAll: ["init_s", "stop_s"],
  doc:
    "What a task of a mission does. A value that the mission gives to the task goes before the one here; what neither gives stays " +
    "as it was.",
  provenance: false,
  example: `
<robotTask id="Dive" model="fly" speed_mps="1.5">
  <event id="DepthReached" of="depthError_m" below="0.2" for_s="5"/>
</robotTask>`,
  params: robotTaskParams,
  children: { event: { doc: "events that are looked at while the task is active" } },
});

/** What every model reads besides its own. */
export const ROBOT_TASK_READS = ["init_s", "stop_s"] as const;

const eventParams = {
  signal: { type: "text", doc: "input of the mission that it gives; its id where not given", optional: true },
  of: { type: "text", doc: "quantity that is looked at", optional: true, example: "depthError_m" },
  above: { doc: "the event is there while the quantity is above this", unit: "that of the quantity", optional: true },
  below: { doc: "likewise below this; errors count without their sign", unit: "that of the quantity", optional: true },
  for_s: { doc: "for how long without interruption", min: 0, default: 0 },
  at_s: { doc: "scripted: when it comes, since the start of the run", min: 0, optional: true },
  from_s: { doc: "scripted level: when it begins", min: 0, optional: true },
  to_s: { doc: "scripted level: when it ends; never where not given", min: 0, optional: true },
  level: {
    type: "boolean",
    doc: "true: given to every reaction while it is there, as pre-conditions need it; false: once, when it begins",
    default: false,
  },
} as const;

export type EventParams = ParamsOf<typeof eventParams>;

export const event = defineKind()({
  kind: "event",
  doc: "Where an input of a mission comes from: a quantity that passes a limit, or a script.",
  provenance: false,
  example: '<event id="DepthReached" of="depthError_m" below="0.2" for_s="5"/>',
  params: eventParams,
  check(p, report) {
    const sources = (["of", "at_s", "from_s"] as const).filter((name) => p[name] !== undefined);
    if (sources.length !== 1) {
      const given =
        sources.length === 0 ? "nothing gives this event" : `this event is given by ${sources.join(" and ")}`;
      report(sources[1] ?? "of", given, { allowed: "one of: of, at_s, from_s" });
      return;
    }
    for (const name of ["above", "below"] as const) {
      if (p.of === undefined && p[name] !== undefined) {
        report(name, `${name} has no effect without a quantity`, { hint: "name one with of" });
      }
    }
    if (p.above !== undefined && p.below !== undefined && p.above >= p.below) {
      report("below", `nothing is above ${p.above} and below ${p.below}`);
    }
    const [least, most] = endsOf(p.of ?? "");
    if (p.below !== undefined && p.below <= least) {
      const detail = isSigned(p.of ?? "") ? {} : { hint: "errors count without their sign" };
      report("below", `${p.of} is never below ${p.below}: it is at least ${least}`, detail);
    }
    if (p.above !== undefined && p.above >= most) {
      report("above", `${p.of} is never above ${p.above}: it is at most ${most}`);
    }
    if (p.from_s === undefined && p.to_s !== undefined)
      report("to_s", "to_s ends a level that nothing begins", { hint: "give from_s" });
    if (p.from_s !== undefined && p.to_s !== undefined && p.to_s <= p.from_s) {
      report("to_s", `to_s = ${p.to_s} is not above from_s = ${p.from_s}`);
    }
    if (p.at_s !== undefined && p.level === true) {
      report("level", "a level lasts: it has no single instant", { hint: "give from_s and to_s instead of at_s" });
    }
    if (p.for_s !== undefined && p.for_s > 0 && p.of === undefined) {
      report("for_s", "for_s has no effect without a quantity", { hint: "name one with of" });
    }
  },
});
