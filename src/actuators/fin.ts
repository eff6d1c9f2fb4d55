/**
 * The fin as a kind of device: what its file may say. What a model of it is asked is in fin-drive.ts, which also has its frame
 * S; how the deflection follows the command is in fin-servo.ts.
 *
 * Mounting: attitude 0 0 0 is a horizontal plane, positive deflection lifts up. A rudder has its axis down,
 * attitude_deg="90 0 0": positive deflection pushes to starboard. At the stern that is bow down and bow
 * to port, the signs of the coefficients published for the REMUS 100.
 */
import { defineKind, type ParamsOf } from "../library/index.ts";
import type { FinModel } from "./fin-drive.ts";

const params = {
  // Planform
  span_m: { doc: "b, from root to tip", above: 0, max: 10, example: 0.1 },
  chord_m: { doc: "c, mean chord: area over span", above: 0, max: 10, example: 0.08 },
  effectiveAspectRatio: {
    doc: "AR_e, with the image of the fin in the hull; 2 b/c where not given",
    unit: "1",
    above: 0,
    optional: true,
  },

  // Section
  liftSlope: {
    doc: "dC_L/dα at small angles; from the aspect ratio where not given",
    unit: "1/rad",
    above: 0,
    optional: true,
  },
  zeroLiftDrag: { doc: "C_D0, on the area b c", unit: "1", min: 0, example: 0.015 },
  stallAngle_deg: { doc: "angle of attack up to which lift grows linearly", above: 0, max: 60, example: 20 },
  leadingEdgeFraction: {
    doc: "l, the centre of pressure lies l c behind the axis of rotation",
    unit: "1",
    min: -1,
    max: 1,
    default: 0,
  },

  // Servo
  angleLimit_deg: { doc: "largest |δ|", above: 0, max: 180, example: 25 },
  rateLimit_degps: { doc: "largest |dδ/dt|", above: 0, optional: true },
  lag_s: { doc: "τ, time constant of the deflection; none, and the fin follows at once", above: 0, optional: true },

  // Electrical side
  idlePower_W: { doc: "electrical power of the servo while it holds", min: 0, default: 0 },
  turnPower_W: {
    doc: "electrical power besides, while it turns at its rate limit; in proportion to the rate below it",
    min: 0,
    default: 0,
  },
} as const;

export type FinParams = ParamsOf<typeof params>;

export const fin = defineKind<FinModel>()({
  kind: "fin",
  doc: "A fin, plane or rudder that turns about an axis along its span; the command is its deflection in rad.",
  params,
  // By the group of fins.
  usedByAll: ["idlePower_W", "turnPower_W"],
  mount: {
    position_m: { type: "reals", length: 3, doc: "p_BS_B, from Bo to So in the body frame" },
    attitude_deg: {
      type: "reals",
      length: 3,
      doc: "roll, pitch, yaw (Z-Y-X) of frame S in the body frame; 90 0 0 for a rudder",
      default: [0, 0, 0],
    },
  },
  check(p, report) {
    if (p.rateLimit_radps !== undefined && p.lag_s === undefined) {
      report(
        "rateLimit_degps",
        "rateLimit_degps needs lag_s, which is not given: without a lag the fin follows its command at once",
        {
          hint: "add lag_s; a small one if the limit alone is meant",
        },
      );
    }
    if ((p.turnPower_W ?? 0) > 0 && p.rateLimit_radps === undefined) {
      report("turnPower_W", "turnPower_W needs rateLimit_degps, which is not given: it is the power at that rate", {
        hint: "add rateLimit_degps and lag_s",
      });
    }
  },
});

/** All parameters of the kind. The group of fins uses the powers. */
export const FIN_READS = [
  "span_m",
  "chord_m",
  "effectiveAspectRatio",
  "liftSlope",
  "zeroLiftDrag",
  "stallAngle_deg",
  "leadingEdgeFraction",
  "angleLimit_deg",
  "rateLimit_degps",
  "lag_s",
  "idlePower_W",
  "turnPower_W",
] as const;

/** AR_e; a fin on a hull is half of a wing, whose other half is its image in the hull. */
export function aspectRatio(p: Pick<FinParams, "span_m" | "chord_m" | "effectiveAspectRatio">): number {
  return p.effectiveAspectRatio ?? (2 * p.span_m) / p.chord_m;
}

/**
 * dC_L/dα = 1 / (1/(1.8 π) + 1/(π AR_e)): lifting line on sections of 0.9 · 2π per radian, the form used for the fins of
 * REMUS 100. 3.117 for AR_e 2.21, 3.29 for 2.5.
 */
export function liftSlope(p: Pick<FinParams, "span_m" | "chord_m" | "effectiveAspectRatio" | "liftSlope">): number {
  return p.liftSlope ?? 1 / (1 / (1.8 * Math.PI) + 1 / (Math.PI * aspectRatio(p)));
}
