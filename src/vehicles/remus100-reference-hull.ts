/**
 * The REMUS 100 of the public Python Vehicle Simulator [FossenPVS], equation by equation: a numerical reference with known
 * trajectories, for implementations to be compared with. It is *not* the identified vehicle (see derivatives-hull.ts), and
 * its quirks are kept, marked (Q). Tags: [P] published figure, [F] formula of Fossen's books, [C] choice of that program.
 *
 *   ν̇ = ν̇_c + M⁻¹ (τ + τ_lift + τ_cross − (C + D) ν_r − g)                           (1)
 *
 * so that with F = M ν̇_c + τ + … the vehicle's M ν̇ = F is (1). About Bo, the centre of a spheroid with half axes a, b:
 *
 *   M = M_RB + M_A,   M_A = diag(k₁ m, k₂ m, k₂ m, 0.3 I_x, k′ I_y, k′ I_y)            (2)  see prolate-spheroid.ts
 *   u_c = v_cN cos ψ + v_cE sin ψ,   v_c = v_cE cos ψ − v_cN sin ψ,   w_c = 0           (3)  (Q1)
 *   ν_r = ν − [u_c v_c 0 0 0 0],   ν̇_c = [r v_c, −r u_c, 0 0 0 0]                      (4)
 *   C ν_r = [ω × P; v_r × P + ω × H]  of M_RB ν_r, and of M_A ν_r without some entries  (5)  (Q2)
 *   D = diag(M₁₁/20 ε, M₂₂/20 ε, M₃₃/20, 0.6 M₄₄ ω_φ, 1.6 M₅₅ ω_θ, M₆₆),  ε = e^(−3 U_r) (6)  (Q3)
 *   ω_φ = √(W z_g / M₄₄),   ω_θ = √(W z_g / M₅₅)
 *   α = atan2(w_r, u_r),   C_L = C_Lα α,   C_D = C_D0 + C_L² / (0.7 π A_R)              (7)  (Q4)
 *   X = ½ρU_r²S (C_L sin α − C_D cos α),   Z = −½ρU_r²S (C_L cos α + C_D sin α)
 *   Y = −Σ ½ρ d C_2D |v_r + x_i r| (v_r + x_i r) L/20,   N = Σ x_i Y_i,   i = 0 … 20      (8)  (Q5)
 *   g₄ = z_g W cos θ sin φ,   g₅ = z_g W sin θ                                         (9)
 *   X_p = ρ D⁴ |n| (K_T0 n + K_T1 V_a / D),   K_p likewise with D⁵ and K_Q; V_a = 0.944 U  (10) (Q6)
 *   Y_r = −½ρ(u_r² + v_r²) A C_r δ_r,   Z_s = −½ρ(u_r² + w_r²) A C_s δ_s                  (11) drag: the same times |δ|
 *   τ = [0.9 X_p + X_r + X_s, Y_r, Z_s, K_p/10, a Z_s, −a Y_r]                          (12)
 *   δ̇ = (δ_cmd − δ) / 0.1 s,   ṅ = (n_cmd − n) / 1 s                                    (13)
 *
 * States and commands: [δ_r, δ_s in rad, n in rpm]. +δ_r turns to starboard, +δ_s noses down.
 *
 * Quirks. (Q1) The current is turned by the heading alone, its vertical part dropped: at rest in a current, pitched or
 * rolled, this hull feels a force. Changes of the current in place and time are not seen. (Q2) In C_A the entries that carry
 * the Munk moments and the surge, sway and heave forces of turning are zero, "to avoid destabilisation": 15 51 35 53 16 61
 * 26 62. (Q3) Sway and surge damping fade with speed, heave and rotation do not. (Q4) No stall, no force from sideslip but
 * drag through U_r, and a jump at α = ±π. (Q5) 21 stations of width L/20: 1.05 L in all; sway and yaw only. (Q6) Speed over
 * ground at the propeller; torque divided by 10. Weight, buoyancy and density are constants, whatever the water: no surface.
 *
 * Saturation: δ at ±15°, n at ±1525 rpm, before use; a state at its limit is not driven further (the program clips its state
 * every step, which is the same as the step goes to zero).
 * Test: its trajectories and matrices, in test/data/remus100.
 */
import { type CommandSignal, MOTION } from "../actuators/index.ts";
import { RAD_PER_DEG } from "../core/index.ts";
import { atan2, exp, multiply6Into } from "../math/index.ts";
import { invertMass } from "./fossen-hull.ts";
import type { HullModel } from "./hull-model.ts";
import {
  lambFactors,
  spheroidPitchInertia_kgm2,
  spheroidRollInertia_kgm2,
  spheroidVolume_m3,
} from "./prolate-spheroid.ts";

// Water and body.
const RHO = 1026; // kg/m³ [C]
const GRAVITY = 9.81; // m/s² [C]
const LENGTH = 1.6; // m [C]
const DIAMETER = 0.19; // m [P], about
const A = LENGTH / 2;
const B = DIAMETER / 2;
const ZG = 0.02; // m, CG below Bo [P], about
const MASS = RHO * spheroidVolume_m3(A, B); // neutral [C]
const WEIGHT = MASS * GRAVITY;
const IX = spheroidRollInertia_kgm2(MASS, B); // about CG [F]
const IY = spheroidPitchInertia_kgm2(MASS, A, B);
const { k1, k2, kPrime } = lambFactors(A, B);
const A11 = MASS * k1;
const A22 = MASS * k2; // = A33
const A44 = 0.3 * IX; // [C]
const A55 = IY * kPrime; // = A66

// Hull lift and drag.
const S = 0.7 * LENGTH * DIAMETER; // m² [C]
const CD_0 = (0.42 * Math.PI * B * B) / S; // [P] 0.42 of the frontal area
const ASPECT_RATIO = (DIAMETER * DIAMETER) / S;
const CL_ALPHA = (Math.PI * ASPECT_RATIO) / (1 + Math.sqrt(1 + 0.25 * ASPECT_RATIO * ASPECT_RATIO));
const INDUCED = 1 / (Math.PI * 0.7 * ASPECT_RATIO);

// Cross-flow drag: the curve of 2-D drag coefficients between two of its points, at half the ratio of beam to draught [F].
const CD_2D = 1.2108 + ((1.0836 - 1.2108) * (0.5 - 0.4933)) / (0.5585 - 0.4933);
const STATIONS = 21; // [C]
const STRIP = LENGTH / 20;
const STATION_DRAG = 0.5 * RHO * DIAMETER * CD_2D * STRIP;

// Propeller.
const PROP_D = 0.14; // m [P]
const WAKE = 0.944; // [P]
const KT0 = 0.4566; // Wageningen B-series [P]
const KQ0 = 0.07;
const KT1 = (0.1798 - KT0) / 0.6632; // linear in J [C]
const KQ1 = (0.0312 - KQ0) / 0.6632;
const THRUST_LEFT = 1 - 0.1; // thrust deduction [C]
const TORQUE_SHARE = 1 / 10; // "scaled down to match experiments" [C]
const RHO_D3 = RHO * PROP_D * PROP_D * PROP_D;
const MAX_RPM = 1525; // [P]

// Fins, two each way.
const FIN_LIFT = 0.5 * RHO * 2 * 0.00665; // ½ρA [P]
const RUDDER_SLOPE = 0.5; // [C]
const STERN_SLOPE = 0.7; // [C]
const MAX_FIN_RAD = 15 * RAD_PER_DEG; // [C]
const FIN_LAG_S = 0.1; // [C]
const SHAFT_LAG_S = 1; // [C]

export class Remus100ReferenceHull implements HullModel {
  readonly states = 3;
  readonly commands = 3;
  readonly commandSignals: readonly CommandSignal[] = [
    { name: "rudder", unit: "rad", range: [-MAX_FIN_RAD, MAX_FIN_RAD] },
    { name: "sternPlane", unit: "rad", range: [-MAX_FIN_RAD, MAX_FIN_RAD] },
    { name: "propeller", unit: "rpm", range: [-MAX_RPM, MAX_RPM] },
  ];
  /** Command and state of each. */
  readonly outputs = this.commandSignals.flatMap(({ name, unit }) => [
    { name: `${name}_command`, unit },
    { name, unit },
  ]);
  readonly figures = {
    hydrostatics: null,
    fullAhead: [0, 0, MAX_RPM],
    fixedFor: { density_kgpm3: RHO, gravity_mps2: GRAVITY },
    submergedOnly: true,
  };
  readonly mass6 = new Float64Array(36);
  readonly massInverse6 = new Float64Array(36);
  /** Diagonal of D before the fading with speed, (6). */
  readonly #damping = new Float64Array(6);
  readonly #stations_m = new Float64Array(STATIONS);
  readonly #currentRate = new Float64Array(6);
  readonly #scratch = new Float64Array(6);

  constructor() {
    const M = this.mass6;
    M[0] = MASS + A11; // (2)
    M[7] = MASS + A22;
    M[14] = MASS + A22;
    M[21] = IX + MASS * ZG * ZG + A44;
    M[28] = IY + MASS * ZG * ZG + A55;
    M[35] = IY + A55;
    M[4] = MASS * ZG;
    M[24] = M[4];
    M[9] = -MASS * ZG;
    M[19] = M[9];
    invertMass(this.massInverse6, M);

    const D = this.#damping; // (6)
    D[0] = M[0] / 20;
    D[1] = M[7] / 20;
    D[2] = M[14] / 20;
    D[3] = M[21] * 2 * 0.3 * Math.sqrt((WEIGHT * ZG) / M[21]);
    D[4] = M[28] * 2 * 0.8 * Math.sqrt((WEIGHT * ZG) / M[28]);
    D[5] = M[35];
    for (let i = 0; i < STATIONS; i++) this.#stations_m[i] = -LENGTH / 2 + i * STRIP;
  }

  outputValuesInto(
    out: Float64Array,
    o: number,
    _motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void {
    for (let i = 0; i < 3; i++) {
      out[o + 2 * i] = commands[c + i];
      // A step may carry a state a little past its limit; what turns, and acts in (10) and (11), does not go there.
      const limit = i < 2 ? MAX_FIN_RAD : MAX_RPM;
      out[o + 2 * i + 1] = Math.min(Math.max(x[s + i], -limit), limit);
    }
  }

  addForce(
    F_Bo_B: Float64Array,
    dx: Float64Array,
    d: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void {
    const F = F_Bo_B;
    const D = this.#damping;
    const u = motion[MOTION.V];
    const v = motion[MOTION.V + 1];
    const w = motion[MOTION.V + 2];
    const p = motion[MOTION.V + 3];
    const q = motion[MOTION.V + 4];
    const r = motion[MOTION.V + 5];

    // (3): the current in N is what the motion's own relative velocity was made with; cos ψ and sin ψ are R₁₁ and R₂₁
    // over cos θ, and at θ = ±90°, where ψ does not exist, it is taken as 0.
    const R = MOTION.R;
    const cx = u - motion[MOTION.Vr];
    const cy = v - motion[MOTION.Vr + 1];
    const cz = w - motion[MOTION.Vr + 2];
    const vcN = motion[R] * cx + motion[R + 1] * cy + motion[R + 2] * cz;
    const vcE = motion[R + 3] * cx + motion[R + 4] * cy + motion[R + 5] * cz;
    const cosTheta = Math.sqrt(motion[R] * motion[R] + motion[R + 3] * motion[R + 3]);
    const cosPsi = cosTheta > 0 ? motion[R] / cosTheta : 1;
    const sinPsi = cosTheta > 0 ? motion[R + 3] / cosTheta : 0;
    const uc = vcN * cosPsi + vcE * sinPsi;
    const vc = vcE * cosPsi - vcN * sinPsi;

    // (4), and the force M ν̇_c that gives the acceleration ν̇_c.
    const ur = u - uc;
    const vr = v - vc;
    const wr = w;
    const rate = this.#currentRate;
    const carried = this.#scratch;
    rate[0] = r * vc;
    rate[1] = -r * uc;
    // Most water stands still, and a product with nothing is nothing.
    if (rate[0] !== 0 || rate[1] !== 0) multiply6Into(carried, 0, this.mass6, 0, rate, 0);
    else for (let i = 0; i < 6; i++) carried[i] = 0;

    // (5), rigid body: P = m v_r + ω × m r_g, H = I_Bo ω + m r_g × v_r, with r_g = [0 0 z_g].
    const mz = MASS * ZG;
    const P1 = MASS * ur + q * mz;
    const P2 = MASS * vr - p * mz;
    const P3 = MASS * wr;
    const H1 = (IX + mz * ZG) * p - mz * vr;
    const H2 = (IY + mz * ZG) * q + mz * ur;
    const H3 = IY * r;
    // (5), water: what (Q2) leaves are the entries 24 34 42 43 and the angular block.
    const a2 = A22 * vr;
    const a3 = A22 * wr;
    const C1 = q * P3 - r * P2;
    const C2 = r * P1 - p * P3 - a3 * p;
    const C3 = p * P2 - q * P1 + a2 * p;
    const C4 = q * H3 - r * H2 + (vr * P3 - wr * P2) + (a3 * vr - a2 * wr) + (q * A55 * r - r * A55 * q);
    const C5 = r * H1 - p * H3 + (wr * P1 - ur * P3) + (r * A44 * p - p * A55 * r);
    const C6 = p * H2 - q * H1 + (ur * P2 - vr * P1) + (p * A55 * q - q * A44 * p);

    // (7). cos α and sin α by division; at rest α = 0.
    const speed2 = ur * ur + vr * vr + wr * wr;
    const speed = Math.sqrt(speed2);
    const vertical = Math.sqrt(ur * ur + wr * wr);
    const cosAlpha = vertical > 0 ? ur / vertical : 1;
    const sinAlpha = vertical > 0 ? wr / vertical : 0;
    const CL = CL_ALPHA * atan2(wr, ur);
    const pressure = 0.5 * RHO * speed2 * S;
    const lift = pressure * CL;
    const drag = pressure * (CD_0 + INDUCED * CL * CL);

    // (8)
    const stations = this.#stations_m;
    let Ycross = 0;
    let Ncross = 0;
    for (let i = 0; i < STATIONS; i++) {
      const at = stations[i];
      const across = vr + at * r;
      const force = Math.abs(across) * across;
      Ycross -= force;
      Ncross -= at * force;
    }

    // (10)–(12)
    const deltaR = Math.min(Math.max(x[s], -MAX_FIN_RAD), MAX_FIN_RAD);
    const deltaS = Math.min(Math.max(x[s + 1], -MAX_FIN_RAD), MAX_FIN_RAD);
    const rpm = Math.min(Math.max(x[s + 2], -MAX_RPM), MAX_RPM);
    const n = rpm / 60;
    const advance = n > 0 ? WAKE * Math.sqrt(u * u + v * v + w * w) : 0; // (Q6)
    const screw = RHO_D3 * Math.abs(n);
    const Xp = screw * (PROP_D * KT0 * n + KT1 * advance);
    const Kp = screw * PROP_D * (PROP_D * KQ0 * n + KQ1 * advance);
    const rudder = FIN_LIFT * RUDDER_SLOPE * (ur * ur + vr * vr) * deltaR;
    const stern = FIN_LIFT * STERN_SLOPE * (ur * ur + wr * wr) * deltaS;

    // (1)
    const fade = exp(-3 * speed);
    F[0] += carried[0] + THRUST_LEFT * Xp - rudder * deltaR - stern * deltaS;
    F[0] += lift * sinAlpha - drag * cosAlpha - C1 - D[0] * fade * ur;
    F[1] += carried[1] - rudder + STATION_DRAG * Ycross - C2 - D[1] * fade * vr;
    F[2] += carried[2] - stern - lift * cosAlpha - drag * sinAlpha - C3 - D[2] * wr;
    F[3] += carried[3] + TORQUE_SHARE * Kp - C4 - D[3] * p - ZG * WEIGHT * motion[R + 7]; // (9): R₃₂ = cos θ sin φ
    F[4] += carried[4] - A * stern - C5 - D[4] * q + ZG * WEIGHT * motion[R + 6]; // (9): R₃₁ = −sin θ
    F[5] += carried[5] + A * rudder + STATION_DRAG * Ncross - C6 - D[5] * r;

    // (13)
    dx[d] = limitedRate((commands[c] - deltaR) / FIN_LAG_S, x[s], MAX_FIN_RAD);
    dx[d + 1] = limitedRate((commands[c + 1] - deltaS) / FIN_LAG_S, x[s + 1], MAX_FIN_RAD);
    dx[d + 2] = limitedRate((commands[c + 2] - rpm) / SHAFT_LAG_S, x[s + 2], MAX_RPM);
  }
}

/** The rate of a state that stops at ±limit. */
function limitedRate(rate: number, value: number, limit: number): number {
  if (value >= limit && rate > 0) return 0;
  if (value <= -limit && rate < 0) return 0;
  return rate;
}
