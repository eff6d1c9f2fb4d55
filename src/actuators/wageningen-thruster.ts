/**
 * A propeller of the Wageningen B-series: open-water curves from its blades, pitch and blade area.
 *
 *   K_T = Σ C J^s (P/D)^t (A_E/A_0)^u Z^v = a_0 + a_1 J + a_2 J² + a_3 J³,   K_Q alike            (1)
 *   T = ρ D⁴ K_T n|n|,   Q = ρ D⁵ K_Q n|n|,   J = u_a / (n D),   n = ω / 2π                       (2)
 *
 * For one propeller all powers but those of J are known at load time: (1) is a cubic. With y = u_a / D,
 *
 *   n² K = a_0 n² + a_1 n y + a_2 y² + a_3 y³ / n                                               (2')
 *
 * Published: first quadrant, n > 0, from J = 0 to J_0 where K_T = 0; Z 2 … 7, P/D 0.5 … 1.4, A_E/A_0 0.3 … 1.05,
 * Reynolds number 2·10⁶. Beyond, what follows is ours and not published:
 *
 *   J > J_0   K_T and K_Q go on along their tangents at J_0 (the propeller brakes)                 (3)
 *   J < 0     K_T and K_Q go on along their tangents at J = 0 (stopping, backing)                  (4)
 *   n < 0     as n > 0 with u_a reversed, times asternRatio                                       (5)
 *
 * The tangents are linear in n and u_a once multiplied by n², so that a shaft at rest is an ordinary point without force.
 * Four-quadrant series of B-propellers exist in print as Fourier series for a few propellers; they were not at hand.
 * Left out: Reynolds-number correction, cavitation, ducts, flow transients, cross-flow.
 * Source: wageningen-data.ts. Inverse: as in bilinear-thruster.ts, by Newton's method inside (2').
 */
import { invariant } from "../core/index.ts";
import { defineModel, type ParamsOf } from "../library/index.ts";
import { DRIVE } from "./drive.ts";
import { largerRoot, type Propeller, ShaftedThruster } from "./shafted-thruster.ts";
import { propellerParams, SHAFT_READS, thruster } from "./thruster.ts";
import { WAGENINGEN_KQ, WAGENINGEN_KT, type WageningenTerm } from "./wageningen-data.ts";

const { inflow: INFLOW, density: DENSITY, thrust: THRUST, torque: TORQUE, speed: SPEED } = DRIVE;

const params = {
  diameter_m: propellerParams.diameter_m,
  blades: { type: "integer", doc: "Z, number of blades", min: 2, max: 7, example: 3 },
  pitchRatio: propellerParams.pitchRatio,
  areaRatio: propellerParams.areaRatio,
  asternRatio: propellerParams.asternRatio,
} as const;

/** The series itself. */
const RANGE = { pitchRatio: [0.5, 1.4], areaRatio: [0.3, 1.05] } as const;

const REV_PER_RAD = 1 / (2 * Math.PI);
/** Newton's method needs 4 to 6 steps; a bracket that is halved 60 times is exhausted. */
const MOST_STEPS = 60;

/** (1): a_0 … a_3 of one propeller. */
export function wageningenCubic(
  terms: readonly WageningenTerm[],
  pitchRatio: number,
  areaRatio: number,
  blades: number,
): Float64Array {
  const a = new Float64Array(4);
  for (const [C, s, t, u, v] of terms) {
    a[s] += C * integerPower(pitchRatio, t) * integerPower(areaRatio, u) * integerPower(blades, v);
  }
  return a;
}

function integerPower(base: number, exponent: number): number {
  let product = 1;
  for (let i = 0; i < exponent; i++) product *= base;
  return product;
}

function cubic(a: Float64Array, J: number): number {
  return a[0] + J * (a[1] + J * (a[2] + J * a[3]));
}

function cubicSlope(a: Float64Array, J: number): number {
  return a[1] + J * (2 * a[2] + J * 3 * a[3]);
}

/** J_0, the first zero of K_T. */
function zeroOf(a: Float64Array): number {
  let low = 0;
  while (cubic(a, low + 0.05) > 0) {
    low += 0.05;
    invariant(low < 3, "K_T of a Wageningen propeller in the published range has its zero below J = 3");
  }
  let high = low + 0.05;
  for (let i = 0; i < 60; i++) {
    const middle = 0.5 * (low + high);
    if (cubic(a, middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

export class WageningenPropeller implements Propeller {
  /** (1) of K_T and of K_Q. */
  readonly kT: Float64Array;
  readonly kQ: Float64Array;
  /** J_0. */
  readonly zeroThrustJ: number;
  /** Tangents (3) and (4), as [value at J = 0, slope]. */
  readonly #brakeT: Float64Array;
  readonly #brakeQ: Float64Array;
  readonly #backT: Float64Array;
  readonly #backQ: Float64Array;
  readonly #D: number;
  readonly #D4: number;
  readonly #asternRatio: number;

  constructor(p: ParamsOf<typeof params>) {
    this.kT = wageningenCubic(WAGENINGEN_KT, p.pitchRatio, p.areaRatio, p.blades);
    this.kQ = wageningenCubic(WAGENINGEN_KQ, p.pitchRatio, p.areaRatio, p.blades);
    const J0 = zeroOf(this.kT);
    this.zeroThrustJ = J0;
    const slopeT = cubicSlope(this.kT, J0);
    const slopeQ = cubicSlope(this.kQ, J0);
    this.#brakeT = Float64Array.of(-slopeT * J0, slopeT);
    this.#brakeQ = Float64Array.of(cubic(this.kQ, J0) - slopeQ * J0, slopeQ);
    this.#backT = Float64Array.of(this.kT[0], this.kT[1]);
    this.#backQ = Float64Array.of(this.kQ[0], this.kQ[1]);
    const D = p.diameter_m;
    this.#D = D;
    this.#D4 = D * D * D * D;
    this.#asternRatio = p.asternRatio;
  }

  load(drive: Float64Array): void {
    const w = drive[SPEED];
    // (5) n and y as they are ahead
    const sign = w < 0 ? -1 : 1;
    const n = sign * w * REV_PER_RAD;
    const y = (sign * drive[INFLOW]) / this.#D;
    let T: number;
    let Q: number;
    if (y < 0) {
      const t = this.#backT;
      const q = this.#backQ;
      T = n * (t[0] * n + t[1] * y); // (4)
      Q = n * (q[0] * n + q[1] * y);
    } else if (y >= this.zeroThrustJ * n) {
      const t = this.#brakeT;
      const q = this.#brakeQ;
      T = n * (t[0] * n + t[1] * y); // (3)
      Q = n * (q[0] * n + q[1] * y);
    } else {
      const t = this.kT;
      const q = this.kQ;
      const y3overN = (y * y * y) / n;
      T = t[0] * n * n + t[1] * n * y + t[2] * y * y + t[3] * y3overN; // (2')
      Q = q[0] * n * n + q[1] * n * y + q[2] * y * y + q[3] * y3overN;
    }
    const rhoD4 = (w < 0 ? -this.#asternRatio : 1) * drive[DENSITY] * this.#D4;
    drive[THRUST] = rhoD4 * T;
    drive[TORQUE] = rhoD4 * this.#D * Q;
  }

  speedFor(drive: Float64Array): void {
    const T = drive[THRUST];
    if (T === 0) {
      drive[SPEED] = 0;
      return;
    }
    const sign = T < 0 ? -1 : 1;
    const wanted = Math.abs(T) / (drive[DENSITY] * this.#D4 * (sign < 0 ? this.#asternRatio : 1));
    const y = (sign * drive[INFLOW]) / this.#D;
    const back = this.#backT;
    const n = y < 0 ? largerRoot(back[0], back[1] * y, wanted) : this.#cubicSpeed(wanted, y);
    drive[SPEED] = (sign * n) / REV_PER_RAD;
  }

  /** The n above y / J_0 at which (2') is wanted; there it rises with n. */
  #cubicSpeed(wanted: number, y: number): number {
    const a = this.kT;
    let low = y / this.zeroThrustJ;
    let high = Math.max(2 * low, Math.sqrt(wanted / a[0]));
    let n = high;
    let bracketed = false;
    for (let i = 0; i < MOST_STEPS; i++) {
      const miss = a[0] * n * n + a[1] * n * y + a[2] * y * y + (a[3] * y * y * y) / n - wanted;
      if (miss === 0) return n;
      if (miss < 0) low = n;
      else {
        high = n;
        bracketed = true;
      }
      if (!bracketed) {
        n *= 2;
        continue;
      }
      const slope = 2 * a[0] * n + a[1] * y - (a[3] * y * y * y) / (n * n);
      let next = n - miss / slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (Math.abs(next - n) <= 1e-15 * n) return next;
      n = next;
    }
    return n;
  }
}

export const wageningenThruster = defineModel(thruster, {
  model: "wageningen",
  doc: "Wageningen B-series polynomials; published in the first quadrant, extended by tangents elsewhere",
  reads: SHAFT_READS,
  params,
  check(p, report) {
    for (const name of ["pitchRatio", "areaRatio"] as const) {
      const [low, high] = RANGE[name];
      if (p[name] >= low && p[name] <= high) continue;
      report(name, `${name} = ${p[name]} is outside the Wageningen B-series`, { allowed: `${low} to ${high}` });
    }
  },
  create: (p) => new ShaftedThruster(new WageningenPropeller(p), p),
});
