/**
 * A fin as a wing of finite span: linear lift with induced drag, then stall, then a flat plate, for flow from anywhere.
 *
 * Flow in the axes of the deflected fin, of which only the part across the span counts:
 *
 *   u' = u cos δ − w sin δ,   w' = u sin δ + w cos δ,   V² = u'² + w'²,   α = atan2(w', u')          (1)
 *
 * Attached flow (a) and plate (p), blended from the angle of stall α_s to 1.5 α_s:
 *
 *   C_La = k α,               C_Da = C_D0 + C_La² / (π e AR_e)                                     (2)
 *   C_Lp = C_90 sin α cos α,  C_Dp = C_D0 + C_90 sin² α                                            (3)
 *   C = (1 − σ) C_a + σ C_p,  σ = t² (3 − 2 t),  t = sat((|α| − α_s) / (α_s / 2), 0 … 1)             (4)
 *
 * Lift is square to the flow and drag along it; in the axes of the fin, with S = b c,
 *
 *   [F_x'; F_z'] = ½ ρ S V (C_L [w'; −u'] − C_D [u'; w'])                                           (5)
 *   M = l c F_z'                                                                                   (6)  about the axis
 *
 * k: lift slope, 1/rad. V multiplies, nothing is divided by it but the sine and cosine of α: no flow, no force. C_D ≥ 0,
 * so the water never pushes a fin along its path.
 * Valid: thin symmetric sections, incompressible, steady flow; the width of the blend is a choice, not a measurement.
 * Left out: flow along the span, hysteresis of stall, lag of the lift, the shift of the centre of pressure after stall,
 * the turning of the fin itself in (1), wake of hull and propeller, air drawn down near the surface.
 * Source: (2) is the lifting line, its slope in fin.ts; (3) is a plate whose force is square to it; (4) is ours.
 */
import { defineModel, type ParamsOf } from "../library/index.ts";
import { atan2, tan } from "../math/index.ts";
import { aspectRatio, FIN_READS, type FinParams, fin, liftSlope } from "./fin.ts";
import { FIN_DRIVE, type FinModel } from "./fin-drive.ts";
import { FinServo } from "./fin-servo.ts";

const { flow: FLOW, density: DENSITY, force: FORCE, moment: MOMENT } = FIN_DRIVE;

const params = {
  oswaldEfficiency: { doc: "e of the induced drag C_L²/(π e AR_e)", unit: "1", above: 0, max: 1, default: 0.9 },
  normalForce90: {
    doc: "C_90, force coefficient of the stalled fin square to the flow; the default is that of short plates",
    unit: "1",
    min: 0,
    default: 1.15,
  },
} as const;

class FiniteWingFin implements FinModel {
  readonly states: number;
  readonly commandRange: readonly [least: number, most: number];
  readonly #servo: FinServo;
  readonly #halfArea: number;
  readonly #slope: number;
  readonly #induced: number;
  readonly #drag0: number;
  readonly #plate: number;
  readonly #stall: number;
  /** tan of 1.5 α_s: beyond it the flow is that of a plate. */
  readonly #tanPlate: number;
  readonly #arm_m: number;

  constructor(p: FinParams & ParamsOf<typeof params>) {
    this.#servo = new FinServo(p);
    this.states = this.#servo.states;
    this.commandRange = this.#servo.commandRange;
    this.#halfArea = 0.5 * p.span_m * p.chord_m;
    this.#slope = liftSlope(p);
    this.#induced = 1 / (Math.PI * p.oswaldEfficiency * aspectRatio(p));
    this.#drag0 = p.zeroLiftDrag;
    this.#plate = p.normalForce90;
    this.#stall = p.stallAngle_rad;
    this.#tanPlate = tan(1.5 * p.stallAngle_rad);
    this.#arm_m = p.leadingEdgeFraction * p.chord_m;
  }

  evaluate(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    this.#servo.turn(drive, dx, d, x, s);

    // (1)
    const sine = this.#servo.sinCos[0];
    const cosine = this.#servo.sinCos[1];
    const u = drive[FLOW] * cosine - drive[FLOW + 2] * sine;
    const w = drive[FLOW] * sine + drive[FLOW + 2] * cosine;
    const V = Math.sqrt(u * u + w * w);
    const perV = V > 0 ? 1 / V : 0;
    const sinAlpha = w * perV;

    // (3)
    let lift = this.#plate * sinAlpha * u * perV;
    let drag = this.#drag0 + this.#plate * sinAlpha * sinAlpha;
    if (u > 0 && Math.abs(w) < this.#tanPlate * u) {
      const alpha = atan2(w, u);
      const t = Math.min(Math.max((2 * (Math.abs(alpha) - this.#stall)) / this.#stall, 0), 1);
      const sigma = t * t * (3 - 2 * t);
      const attached = this.#slope * alpha; // (2)
      lift = (1 - sigma) * attached + sigma * lift; // (4)
      drag = (1 - sigma) * (this.#drag0 + this.#induced * attached * attached) + sigma * drag;
    }

    // (5), (6), and back to the axes of S.
    const q = drive[DENSITY] * this.#halfArea * V;
    const Fx = q * (lift * w - drag * u);
    const Fz = -q * (lift * u + drag * w);
    drive[FORCE] = Fx * cosine + Fz * sine;
    drive[FORCE + 1] = 0;
    drive[FORCE + 2] = Fz * cosine - Fx * sine;
    drive[MOMENT] = this.#arm_m * Fz;
  }
}

export const finiteWingFin = defineModel(fin, {
  model: "finite-wing",
  doc: "Linear lift, induced drag, stall and plate, for flow from anywhere",
  default: true,
  reads: FIN_READS,
  params,
  create: (p) => new FiniteWingFin(p),
});
