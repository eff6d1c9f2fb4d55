/**
 * The dynamic thruster of Whitcomb and Yoerger: the water in the propeller disc has inertia, and the blades see it.
 *
 * Blades, at 0.7 of the radius, with a lift and a drag that are sinusoids of the angle of attack in all quadrants:
 *
 *   v_t = 0.7 R ω,   V² = v² + v_t²,   θ = atan2(v, v_t),   α = φ − θ,   tan φ = (P/D) / (0.7 π)      (1)
 *   L = ½ ρ S V² C_L sin 2α,   D = ½ ρ S V² C_D (1 − cos 2α),   S = (A_E/A_0) A,   A = π R²          (2)
 *   T = L cos θ − D sin θ,   Q = 0.7 R (L sin θ + D cos θ)                                          (3)
 *
 * Water in the disc, whose axial velocity v relative to the propeller (positive aft) is a state beside ω:
 *
 *   ρ A ℓ v̇ = T − ρ A Δβ |v| (v − u_a)                                                             (4)
 *
 * The last term of (4) is the momentum that leaves with the water: ρ A Δβ |v| v at rest, and with Δβ = 2 that of an actuator
 * disc, T = 2 ρ A v (v − u_a). The shaft speed follows its command as shaft.ts says.
 * With s = sin φ v_t − cos φ v and c = cos φ v_t + sin φ v, (2) and (3) need no angle:
 *
 *   T = ρ S s (C_L c v_t − C_D s v) / V,   Q = 0.7 R ρ S s (C_L c v + C_D s v_t) / V                  (3')
 *
 * All is of second degree in (ω, v, u_a): at rest v settles at a fixed multiple of ω, and T at
 *
 *   T = ρ D⁴ K n|n|                                                                               (5)  quasi-static
 *
 * Before v has settled the blades meet still water at a large angle and give more: the overshoot of the step response, where
 * the shaft turns up faster than the water, whose time constant is near ℓ / (2 Δβ v).
 * Valid: blades that act as one section; sinusoids stand for measured section curves.
 * Left out: rotation of the water in the disc, motor current and torque balance of the shaft, ducts.
 * Inverse: v from (4) at rest of v, with the sign of T; then ω from (3') by bisection.
 * Source: [Whitcomb1999] is cited by the Thetis papers but was not at hand; (1) to (4) are written from blade-element and
 * momentum theory in the form known under its name. C_L, C_D, ℓ and Δβ are to be identified for each thruster.
 */
import { defineModel, type ParamsOf } from "../library/index.ts";
import { DRIVE, type ThrusterModel } from "./drive.ts";
import { Shaft } from "./shaft.ts";
import { largerRoot, RATING_DENSITY_KGPM3, type ShaftedParams } from "./shafted-thruster.ts";
import { propellerParams, SHAFT_READS, thruster } from "./thruster.ts";

const { command: COMMAND, inflow: INFLOW, density: DENSITY, thrust: THRUST } = DRIVE;
const { torque: TORQUE, speed: SPEED, power: POWER } = DRIVE;

/** Where the blades are judged, as a part of the radius. */
const STATION = 0.7;
const BISECTIONS = 60;

/** Places in the scratch of the blades. */
const W = 0;
const V = 1;
const T_OUT = 2;
const Q_OUT = 3;

const params = {
  diameter_m: propellerParams.diameter_m,
  pitchRatio: propellerParams.pitchRatio,
  areaRatio: propellerParams.areaRatio,
  liftMax: { doc: "C_L at an angle of attack of 45°, on the blade area", unit: "1", above: 0, example: 1.75 },
  dragMax: { doc: "half of C_D at 90°: C_D = dragMax (1 − cos 2α)", unit: "1", min: 0, example: 1.2 },
  flowLength_m: { doc: "ℓ, the water that is sped up is ρ A ℓ; 4D/3π where not given", above: 0, optional: true },
  momentumRatio: { doc: "Δβ, momentum flux over ρ A v (v − u_a)", unit: "1", above: 0, default: 2 },
} as const;

export type WhitcombYoergerParams = ShaftedParams & ParamsOf<typeof params>;

export class WhitcombYoergerThruster implements ThrusterModel {
  readonly states: number;
  readonly commandRange: readonly [least: number, most: number];
  readonly maxThrust_N: number;
  readonly minThrust_N: number;
  /** K of (5). */
  readonly kT: number;
  readonly #shaft: Shaft;
  readonly #sinPitch: number;
  readonly #cosPitch: number;
  /** S, A Δβ, 1 / (A ℓ), 0.7 R. */
  readonly #bladeArea: number;
  readonly #areaBeta: number;
  readonly #perAreaLength: number;
  readonly #station: number;
  readonly #lift: number;
  readonly #drag: number;
  readonly #cutOff_N: number;
  readonly #handedness: number;
  readonly #perEfficiency: number;
  readonly #idlePower_W: number;
  /** In: ω, v. Out: T / ρ, Q / ρ of (3'). Holds nothing between calls. */
  readonly #blade = new Float64Array(4);

  constructor(p: WhitcombYoergerParams) {
    const D = p.diameter_m;
    const A = 0.25 * Math.PI * D * D;
    // (1) sin and cos of φ from its tangent
    const tangent = p.pitchRatio / (STATION * Math.PI);
    this.#cosPitch = 1 / Math.sqrt(1 + tangent * tangent);
    this.#sinPitch = tangent * this.#cosPitch;
    this.#bladeArea = p.areaRatio * A;
    this.#areaBeta = A * p.momentumRatio;
    // Added mass of a disc moving broadside, 8/3 ρ R³, over ρ A.
    const length_m = p.flowLength_m ?? (4 * D) / (3 * Math.PI);
    this.#perAreaLength = 1 / (A * length_m);
    this.#station = STATION * 0.5 * D;
    this.#lift = p.liftMax;
    this.#drag = p.dragMax;
    this.#cutOff_N = p.maxThrust_N ?? Number.POSITIVE_INFINITY;
    this.#handedness = p.handedness;
    this.#perEfficiency = 1 / p.motorEfficiency;
    this.#idlePower_W = p.idlePower_W;

    // (5) at 1 rev/s, where ρ A Δβ v² is both sides of (4)
    const w1 = 2 * Math.PI;
    const v1 = this.#settledFlow(w1);
    this.kT = (this.#areaBeta * v1 * v1) / (D * D * D * D);
    const perSpeed2 = (RATING_DENSITY_KGPM3 * this.#areaBeta * v1 * v1) / (w1 * w1);
    const maxSpeed_radps = Math.min(p.maxSpeed_radps, Math.sqrt(this.#cutOff_N / perSpeed2));
    this.#shaft = new Shaft(p, maxSpeed_radps);
    this.states = this.#shaft.states + 1;
    this.commandRange = [-maxSpeed_radps, maxSpeed_radps];
    this.maxThrust_N = perSpeed2 * maxSpeed_radps * maxSpeed_radps;
    this.minThrust_N = -this.maxThrust_N;
  }

  evaluate(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    this.#shaft.turn(drive, dx, d, x, s);
    // The flow is the last state: the only one, or the one behind the shaft speed.
    const flow = this.#shaft.states;
    const v = x[s + flow];
    const w = drive[SPEED];
    const rho = drive[DENSITY];
    const blade = this.#blade;
    blade[W] = w;
    blade[V] = v;
    this.#bladeInto(blade);
    const T = blade[T_OUT];
    const Q = rho * blade[Q_OUT];
    dx[d + flow] = (T - this.#areaBeta * Math.abs(v) * (v - drive[INFLOW])) * this.#perAreaLength; // (4)
    drive[THRUST] = Math.min(Math.max(rho * T, -this.#cutOff_N), this.#cutOff_N);
    drive[TORQUE] = -this.#handedness * Q;
    drive[POWER] = this.#idlePower_W + Math.max(0, Q * w) * this.#perEfficiency;
  }

  invert(drive: Float64Array): void {
    const wanted_N = drive[THRUST];
    const T = Math.min(Math.max(wanted_N, -this.#cutOff_N), this.#cutOff_N) / drive[DENSITY];
    const sign = T < 0 ? -1 : 1;
    // (4) with v̇ = 0: |v| (v − u_a) = T / (ρ A Δβ), v of the sign of T
    const u = sign * drive[INFLOW];
    const v = largerRoot(1, -u, (sign * T) / this.#areaBeta);
    // Blades: from no lift, at v_t = v / tan φ, upwards.
    let low = (v * this.#cosPitch) / (this.#sinPitch * this.#station);
    let high = Math.max(2 * low, 1e-3);
    const blade = this.#blade;
    blade[V] = v;
    blade[W] = high;
    this.#bladeInto(blade);
    while (blade[T_OUT] < sign * T && high < 4 * this.#shaft.maxSpeed_radps) {
      low = high;
      high *= 2;
      blade[W] = high;
      this.#bladeInto(blade);
    }
    for (let i = 0; i < BISECTIONS && T !== 0; i++) {
      const middle = 0.5 * (low + high);
      blade[W] = middle;
      this.#bladeInto(blade);
      if (blade[T_OUT] < sign * T) low = middle;
      else high = middle;
    }
    const most = this.#shaft.maxSpeed_radps;
    const w = T === 0 ? 0 : Math.min(0.5 * (low + high), most);
    const dead = this.#shaft.deadZone_radps;
    // Inside the dead zone: rest, or its edge, whose thrust is near (dead / w)² of the wanted one.
    const reached = w >= dead ? w : dead * dead < 2 * w * w ? dead : 0;
    drive[COMMAND] = sign * reached;
  }

  /** (3') for ω and v in blade: T / ρ and Q / ρ to blade. */
  #bladeInto(blade: Float64Array): void {
    const v = blade[V];
    const v_t = this.#station * blade[W];
    const speed = Math.sqrt(v * v + v_t * v_t);
    const sine = this.#sinPitch * v_t - this.#cosPitch * v;
    const lift = this.#lift * (this.#cosPitch * v_t + this.#sinPitch * v);
    const drag = this.#drag * sine;
    const common = speed > 0 ? (this.#bladeArea * sine) / speed : 0;
    blade[T_OUT] = common * (lift * v_t - drag * v);
    blade[Q_OUT] = this.#station * common * (lift * v + drag * v_t);
  }

  /** v at rest of (4), at u_a = 0 and a positive ω: between still water and no lift. */
  #settledFlow(w: number): number {
    const blade = this.#blade;
    let low = 0;
    let high = (this.#station * w * this.#sinPitch) / this.#cosPitch;
    blade[W] = w;
    for (let i = 0; i < BISECTIONS; i++) {
      const v = 0.5 * (low + high);
      blade[V] = v;
      this.#bladeInto(blade);
      if (blade[T_OUT] > this.#areaBeta * v * v) low = v;
      else high = v;
    }
    return 0.5 * (low + high);
  }
}

export const whitcombYoergerThruster = defineModel(thruster, {
  model: "whitcomb-yoerger",
  doc: "Blades and the inertia of the water in the disc: thrust overshoots before it settles",
  reads: SHAFT_READS,
  params,
  create: (p) => new WhitcombYoergerThruster(p),
});
