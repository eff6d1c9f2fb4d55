/**
 * The bilinear thruster: quadratic in the shaft speed, bilinear in shaft speed and speed of advance.
 *
 *   T = c1 |ω| ω − c2 |ω| u_a                                              (1)
 *   T = c1 |ω| ω − c2 |u_a| u_a                                            (1p) printed form, see errata
 *   Q = k T,   k = torqueRatio_m                                            (2)
 *
 * c1 in N·s²/rad², c2 in N·s²/(rad·m); in (1p) N·s²/m². For ω < 0 both terms of (1), and the first of (1p), are
 * multiplied by asternRatio. (1) is the linear open-water curve: c1 = ρ D⁴ k_T0 / 4π², c2 = −ρ D³ k_T1 / 2π.
 *
 * Four quadrants: (1) is defined everywhere, changes sign with (ω, u_a) when asternRatio is 1, and a shaft at rest gives
 * no force. With ω > 0, T turns negative beyond u_a = c1 ω / c2, where the propeller brakes. Under (1p) a propeller at rest
 * drags with c2 |u_a| u_a, and T depends on u_a equally at all shaft speeds.
 * Inverse: the sign of ω is that of T, so that the command jumps at T = 0 while the vehicle moves: from 0 to the speed
 * c2 u_a / c1 at which the propeller just stops braking. T = 0 itself is met by ω = 0.
 * Valid: small J, water of the density at which c1 and c2 were measured.
 * Left out: density, flow transients, cavitation, ventilation, cross-flow.
 * Source: [Parodi2008Connectivity, eq. (2)] in words; (1) is what its indices say.
 */
import { defineModel, type ParamsOf } from "../library/index.ts";
import { DRIVE } from "./drive.ts";
import { largerRoot, type Propeller, ShaftedThruster } from "./shafted-thruster.ts";
import { propellerParams, SHAFT_READS, thruster } from "./thruster.ts";

const { inflow: INFLOW, thrust: THRUST, torque: TORQUE, speed: SPEED } = DRIVE;

const params = {
  c1: { doc: "c1 of T = c1 |ω| ω − c2 |ω| u_a", unit: "N·s²/rad²", above: 0, example: 0.004 },
  c2: { doc: "c2 of the same; in N·s²/m² for the printed form", unit: "N·s²/(rad·m)", min: 0, default: 0 },
  printedForm: { type: "boolean", doc: "T = c1 |ω| ω − c2 |u_a| u_a, as printed; see the errata", default: false },
  asternRatio: propellerParams.asternRatio,
  torqueRatio_m: propellerParams.torqueRatio_m,
} as const;

export class BilinearPropeller implements Propeller {
  readonly #c1: number;
  readonly #c2: number;
  readonly #asternRatio: number;
  /** c1, c2, asternRatio, torqueRatio: an array, since a number in a field is a pointer to follow. */
  readonly #p: Float64Array;
  readonly #printed: boolean;

  constructor(p: ParamsOf<typeof params>) {
    this.#c1 = p.c1;
    this.#c2 = p.c2;
    this.#asternRatio = p.asternRatio;
    this.#p = Float64Array.of(p.c1, p.c2, p.asternRatio, p.torqueRatio_m);
    this.#printed = p.printedForm;
  }

  load(drive: Float64Array): void {
    const w = drive[SPEED];
    const u_a = drive[INFLOW];
    const p = this.#p;
    const c1 = p[0];
    const c2 = p[1];
    const r = w < 0 ? p[2] : 1;
    const T = this.#printed
      ? r * c1 * Math.abs(w) * w - c2 * Math.abs(u_a) * u_a // (1p)
      : r * Math.abs(w) * (c1 * w - c2 * u_a); // (1)
    drive[THRUST] = T;
    drive[TORQUE] = p[3] * T; // (2)
  }

  speedFor(drive: Float64Array): void {
    const u_a = drive[INFLOW];
    if (this.#printed) {
      const quadratic_N = drive[THRUST] + this.#c2 * Math.abs(u_a) * u_a;
      const sign = quadratic_N < 0 ? -1 : 1;
      const r = sign < 0 ? this.#asternRatio : 1;
      drive[SPEED] = sign * Math.sqrt(Math.abs(quadratic_N) / (r * this.#c1));
      return;
    }
    const T = drive[THRUST];
    if (T === 0) {
      drive[SPEED] = 0;
      return;
    }
    // With m = |ω|: c1 m² − sign c2 u_a m = |T| / r
    const sign = T < 0 ? -1 : 1;
    const r = sign < 0 ? this.#asternRatio : 1;
    drive[SPEED] = sign * largerRoot(this.#c1, -sign * this.#c2 * u_a, Math.abs(T) / r);
  }
}

export const bilinearThruster = defineModel(thruster, {
  model: "bilinear",
  doc: "T = c1 |ω| ω − c2 |ω| u_a, the model of the Thetis papers",
  reads: SHAFT_READS,
  params,
  // Without c2 the thrust does not fall with the speed of advance.
  create: (p) => new ShaftedThruster(new BilinearPropeller(p), p, p.c2 === 0),
});
