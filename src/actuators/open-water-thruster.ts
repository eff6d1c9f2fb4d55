/**
 * Fixed-pitch propeller with linear open-water curves.
 *
 *   J = u_a / (n D),   n = ω / 2π                         (1)  advance ratio
 *   T = ρ D⁴ K_T n|n|,        K_T = k_T0 + k_T1 J          (2)
 *   Q = ρ D⁵ K_Q n|n|,        K_Q = k_Q0 + k_Q1 J          (3)
 *
 * With (1) put into (2) and (3) nothing is divided, so ω = 0 is an ordinary point:
 *
 *   T = ρ |ω| (a ω + b u_a),   a = D⁴ k_T0 / 4π²,   b = D³ k_T1 / 2π        (2')
 *   Q = ρ |ω| (a' ω + b' u_a), a' = D⁵ k_Q0 / 4π²,  b' = D⁴ k_Q1 / 2π       (3')
 *
 * Four quadrants: (2') and (3') hold everywhere as they stand, times asternRatio for ω < 0. First quadrant (ω, u_a > 0,
 * J up to the zero of K_T): the open-water curve itself. Above that J the line goes on and the propeller brakes. ω and
 * u_a of opposite signs (stopping, backing): the line goes on to J < 0. Third quadrant: the first one mirrored. These
 * three are extensions, not measurements. A propeller at rest has no drag.
 * Inverse: as in bilinear-thruster.ts.
 * Left out: flow transients, cavitation, ventilation, cross-flow.
 * Source: the definitions of J, K_T and K_Q; the form of [Parodi2009SeaTrials, IV.A].
 */
import { defineModel, type ParamsOf } from "../library/index.ts";
import { DRIVE } from "./drive.ts";
import { largerRoot, type Propeller, ShaftedThruster } from "./shafted-thruster.ts";
import { propellerParams, SHAFT_READS, thruster } from "./thruster.ts";

const { inflow: INFLOW, density: DENSITY, thrust: THRUST, torque: TORQUE, speed: SPEED } = DRIVE;

const params = {
  diameter_m: propellerParams.diameter_m,
  kT0: propellerParams.kT0,
  kT1: { doc: "dK_T/dJ of the linear open-water curve", unit: "1", max: 0, example: -0.4 },
  kQ0: { doc: "K_Q at J = 0", unit: "1", above: 0, example: 0.05 },
  kQ1: { doc: "dK_Q/dJ of the linear open-water curve", unit: "1", max: 0, example: -0.04 },
  asternRatio: propellerParams.asternRatio,
} as const;

export class OpenWaterPropeller implements Propeller {
  /** (2'), (3') */
  readonly #a: number;
  readonly #b: number;
  readonly #aQ: number;
  readonly #bQ: number;
  readonly #asternRatio: number;

  constructor(p: ParamsOf<typeof params>) {
    const D = p.diameter_m;
    const D3over2pi = (D * D * D) / (2 * Math.PI);
    this.#a = (D3over2pi * D * p.kT0) / (2 * Math.PI);
    this.#b = D3over2pi * p.kT1;
    this.#aQ = (D3over2pi * D * D * p.kQ0) / (2 * Math.PI);
    this.#bQ = D3over2pi * D * p.kQ1;
    this.#asternRatio = p.asternRatio;
  }

  load(drive: Float64Array): void {
    const w = drive[SPEED];
    const u_a = drive[INFLOW];
    const rhoAbsW = (w < 0 ? this.#asternRatio : 1) * drive[DENSITY] * Math.abs(w);
    drive[THRUST] = rhoAbsW * (this.#a * w + this.#b * u_a); // (2')
    drive[TORQUE] = rhoAbsW * (this.#aQ * w + this.#bQ * u_a); // (3')
  }

  speedFor(drive: Float64Array): void {
    const T = drive[THRUST];
    if (T === 0) {
      drive[SPEED] = 0;
      return;
    }
    // With m = |ω|: a m² + sign b u_a m = |T| / (ρ r)
    const sign = T < 0 ? -1 : 1;
    const r = sign < 0 ? this.#asternRatio : 1;
    drive[SPEED] = sign * largerRoot(this.#a, sign * this.#b * drive[INFLOW], Math.abs(T) / (drive[DENSITY] * r));
  }
}

export const openWaterThruster = defineModel(thruster, {
  model: "open-water",
  doc: "Linear open-water curves K_T(J) and K_Q(J), reaction torque",
  default: true,
  reads: SHAFT_READS,
  params,
  create: (p) => new ShaftedThruster(new OpenWaterPropeller(p), p),
});
