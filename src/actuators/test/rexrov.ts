/** The eight thrusters of the RexROV as published, in frames with y to port and z up, and as we mount them. */
import type { SourceReader } from "../../library/index.ts";
import { ThrusterGroup } from "../thruster-group.ts";
import { shippedThruster } from "./thrusters.ts";

/** Printed as 0.70711. */
const HALF_ROOT = Math.SQRT1_2;

/** Position in m, roll-pitch-yaw in degrees, unit direction: as in the facts, forward-left-up. */
export const REXROV_FLU = [
  { p: [-0.890895, 0.334385, 0.528822], rpy: [0, -74.53, -53.21], e: [0.15974, -0.21361, 0.96377] },
  { p: [-0.890895, -0.334385, 0.528822], rpy: [0, -74.53, 53.21], e: [0.15974, 0.21361, 0.96377] },
  { p: [0.890895, 0.334385, 0.528822], rpy: [0, -105.47, 53.21], e: [-0.15974, -0.21361, 0.96377] },
  { p: [0.890895, -0.334385, 0.528822], rpy: [0, -105.47, -53.21], e: [-0.15974, 0.21361, 0.96377] },
  { p: [-0.412125, 0.505415, 0.129], rpy: [0, 0, 45], e: [HALF_ROOT, HALF_ROOT, 0] },
  { p: [-0.412125, -0.505415, 0.129], rpy: [0, 0, -45], e: [HALF_ROOT, -HALF_ROOT, 0] },
  { p: [0.412125, 0.505415, 0.129], rpy: [0, 0, 135], e: [-HALF_ROOT, HALF_ROOT, 0] },
  { p: [0.412125, -0.505415, 0.129], rpy: [0, 0, -135], e: [-HALF_ROOT, -HALF_ROOT, 0] },
] as const;

/** Forward-left-up to forward-right-down: y and z are negated, and with them pitch and yaw. */
export function rexrovGroup(reader: SourceReader): ThrusterGroup {
  return new ThrusterGroup(
    REXROV_FLU.map(({ p, rpy }) => ({
      model: shippedThruster(reader, "rexrov-thruster"),
      position_m: [p[0], -p[1], -p[2]],
      attitude_rad: [rpy[0], -rpy[1], -rpy[2]].map((angle_deg) => (angle_deg * Math.PI) / 180),
      wakeFraction: 0,
      thrustDeduction: 0,
    })),
  );
}
