/**
 * The fin of the Thetis papers: coefficients along the axes of the fin, turned by the deflection.
 *
 *   F_x = − ½ ρ S V₀² (C_zs sin δ + C_xs cos δ)                                  (1)
 *   F_z = − ½ ρ S V₀² (C_zs cos δ − C_xs sin δ)                                  (2)
 *   M_q = F_z (l c cos δ − d_a) + F_x l c sin δ                                  (3)  about the vehicle's origin
 *
 * S = b c; C_zs and C_xs: force coefficients along −z and −x of the deflected fin. (1), (2) are that force turned by δ
 * about y. The part of (3) with d_a is the arm of the group (fin-group.ts); what is left, the moment about the axis of
 * rotation, is l c times the force along z of the fin:
 *
 *   M = l c (F_z cos δ + F_x sin δ) = − l c ½ ρ S V₀² C_zs                        (3')
 *
 * The papers leave open how the coefficients depend on the flow. Here, with (u', w') the flow in the axes of the fin,
 *
 *   C_zs = k sat(α, α_s),   α = atan2(w', |u'|),      C_xs = C_D0 u' / V₀           (4)
 *
 * k: lift slope. For flow along x of S, α is δ and C_xs is C_D0 cos δ; the sign follows the flow when it comes from astern.
 * Valid: |α| below the angle of stall α_s, beyond which C_zs stays. Left out: induced drag, flow along the span.
 * Source: [Parodi2008Connectivity] III.A and [Parodi2009SeaTrials] IV.A, with their slips set right, see errata.
 */
import { defineModel } from "../library/index.ts";
import { atan2 } from "../math/index.ts";
import { FIN_READS, type FinParams, fin, liftSlope } from "./fin.ts";
import { FIN_DRIVE, type FinModel } from "./fin-drive.ts";
import { FinServo } from "./fin-servo.ts";

const { flow: FLOW, density: DENSITY, force: FORCE, moment: MOMENT } = FIN_DRIVE;

class PapersFin implements FinModel {
  readonly states: number;
  readonly commandRange: readonly [least: number, most: number];
  readonly #servo: FinServo;
  readonly #halfArea: number;
  readonly #slope: number;
  readonly #stall: number;
  readonly #drag0: number;
  readonly #arm_m: number;

  constructor(p: FinParams) {
    this.#servo = new FinServo(p);
    this.states = this.#servo.states;
    this.commandRange = this.#servo.commandRange;
    this.#halfArea = 0.5 * p.span_m * p.chord_m;
    this.#slope = liftSlope(p);
    this.#stall = p.stallAngle_rad;
    this.#drag0 = p.zeroLiftDrag;
    this.#arm_m = p.leadingEdgeFraction * p.chord_m;
  }

  evaluate(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    this.#servo.turn(drive, dx, d, x, s);
    const sine = this.#servo.sinCos[0];
    const cosine = this.#servo.sinCos[1];
    const u = drive[FLOW] * cosine - drive[FLOW + 2] * sine;
    const w = drive[FLOW] * sine + drive[FLOW + 2] * cosine;
    const VV = u * u + w * w;

    // (4), with V₀² multiplied in: nothing is divided by the speed.
    const alpha = atan2(w, Math.abs(u));
    const Cz = this.#slope * Math.min(Math.max(alpha, -this.#stall), this.#stall) * VV;
    const Cx = this.#drag0 * u * Math.sqrt(VV);

    const q = drive[DENSITY] * this.#halfArea;
    drive[FORCE] = -q * (Cz * sine + Cx * cosine); // (1)
    drive[FORCE + 1] = 0;
    drive[FORCE + 2] = -q * (Cz * cosine - Cx * sine); // (2)
    drive[MOMENT] = -q * Cz * this.#arm_m; // (3')
  }
}

export const papersFin = defineModel(fin, {
  model: "papers",
  doc: "Coefficients along the axes of the fin, as in the Thetis papers",
  reads: FIN_READS,
  create: (p) => new PapersFin(p),
});
