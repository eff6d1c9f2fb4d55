/** The kind `stationKeeper`: what the file of a fully actuated vehicle may say about its control. */
import { defineKind, geographicPlace, type ParamsOf } from "../../library/index.ts";
import type { Software } from "../modules/program.ts";
import { checkDepth, keepAtEnd } from "./plan-kinds.ts";
import { STALL_SLOT } from "./stall.ts";

const holdParams = {
  position_m: { type: "reals", length: 3, doc: "north, east, depth of Bo", optional: true, example: [0, 0, 20] },
  ...geographicPlace,
  depth_m: { ...geographicPlace.depth_m, doc: "the depth of a place in degrees; as it was where not given", min: 0 },
  heading_deg: { doc: "heading, clockwise from north", min: -360, max: 360, optional: true },
  duration_s: { doc: "the hold ends after this time", above: 0, optional: true },
  tolerance_m: { doc: "the hold ends when the vehicle stays this near to its position", above: 0, optional: true },
  settle_s: { doc: "for how long it must stay within tolerance_m", min: 0, default: 5 },
} as const;

export type HoldParams = ParamsOf<typeof holdParams>;

export const hold = defineKind()({
  kind: "hold",
  doc: "A position and a heading to hold; what is not given stays as it was. Without an end, it is held until the run ends.",
  id: "optional",
  provenance: false,
  params: holdParams,
  check: (p, report) => checkDepth(p.position_m, report),
});

const params = {
  rate_Hz: { doc: "ticks per second", above: 0, max: 1000, default: 20 },
  keepAtEnd,
  horizontalLimit_N: { doc: "largest force asked for along north, and along east", above: 0, example: 2000 },
  verticalLimit_N: { doc: "largest force asked for up and down", above: 0, example: 2000 },
  torqueLimit_Nm: { doc: "largest torque asked for about each axis", above: 0, example: 1000 },
  approachSpeed_mps: { doc: "speed of the set-point on its way to the next position", above: 0, default: 0.5 },
  turnRate_degps: { doc: "rate of the set-point on its way to the next heading", above: 0, default: 10 },
} as const;

export type StationKeeperParams = ParamsOf<typeof params>;

export const stationKeeper = defineKind<Software>()({
  kind: "stationKeeper",
  doc: "Control of a vehicle that can push in every direction: it holds a position and a heading.",
  id: "optional",
  provenance: false,
  params,
  children: {
    position: { kind: "pid", doc: "from the error north, and east, in m to a force in N", min: 1, max: 1 },
    depth: { kind: "pid", doc: "from the depth error in m to a force in N", min: 1, max: 1 },
    heading: { kind: "pid", doc: "from the heading error in rad to a torque in N m", min: 1, max: 1 },
    attitude: {
      kind: "pid",
      doc: "from roll, and pitch, in rad to a torque in N m that levels the vehicle; its own stability where not given",
      max: 1,
    },
    hold: { doc: "what to hold, one after the other; without any, where the vehicle is at the start" },
    stall: STALL_SLOT,
  },
});

export const STATION_KEEPER_READS = [
  "rate_Hz",
  "keepAtEnd",
  "horizontalLimit_N",
  "verticalLimit_N",
  "torqueLimit_Nm",
  "approachSpeed_mps",
  "turnRate_degps",
] as const;
