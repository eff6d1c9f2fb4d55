/**
 * A propeller on a shaft as a thruster: limits, reaction torque and electrical power, the same for every propeller curve.
 *
 *   ω = Shaft(command),   T, Q = Propeller(ω, u_a, ρ),   T cut off at ±T_max          (1)
 *   torque on the body = −h Q,   h = +1 right-handed, −1 left-handed                (2)  reaction
 *   P = P_idle + max(0, Q ω) / η                                                  (3)
 *
 * Q is what the shaft gives to the propeller, positive in the sense of positive ω. T_max also limits the shaft: it turns
 * no faster than gives T_max at rest in water of 1000 kg/m³. Where an inflow would raise the thrust beyond T_max, only T
 * is cut off, torque and power stay those of the shaft's speed.
 * Left out: regeneration (a windmilling propeller gives nothing back), losses that depend on current or voltage.
 */
import { DRIVE, DRIVE_SIZE, type ThrusterModel } from "./drive.ts";
import { Shaft, type ShaftParams } from "./shaft.ts";
import type { ThrusterParams } from "./thruster.ts";

const { command: COMMAND, density: DENSITY, thrust: THRUST } = DRIVE;
const { torque: TORQUE, speed: SPEED, power: POWER } = DRIVE;

/** The hydrodynamics of a propeller that turns at a given speed. */
export interface Propeller {
  /** From drive's speed, inflow and density: its thrust, and in its torque Q, positive in the sense of positive ω. */
  load(drive: Float64Array): void;
  /** Sets drive's speed to one whose thrust at drive's inflow and density is drive's thrust. */
  speedFor(drive: Float64Array): void;
}

export type ShaftedParams = ShaftParams &
  Pick<ThrusterParams, "maxSpeed_radps" | "maxThrust_N" | "handedness" | "motorEfficiency" | "idlePower_W">;

/** The density at which a model states its largest thrusts. */
export const RATING_DENSITY_KGPM3 = 1000;

// Places in #p: numbers of every evaluation lie in an array, since one in a field is a pointer to follow.
const CUT_OFF = 0;
const HANDEDNESS = 1;
const PER_EFFICIENCY = 2;
const IDLE_POWER = 3;

export class ShaftedThruster implements ThrusterModel {
  readonly atRestOnly: boolean;
  readonly states: number;
  readonly commandRange: readonly [least: number, most: number];
  readonly maxThrust_N: number;
  readonly minThrust_N: number;
  readonly #propeller: Propeller;
  readonly #shaft: Shaft;
  readonly #p = new Float64Array(4);

  /** atRestOnly: see ThrusterModel. */
  constructor(propeller: Propeller, p: ShaftedParams, atRestOnly = false) {
    this.atRestOnly = atRestOnly;
    this.#propeller = propeller;
    this.#p[CUT_OFF] = p.maxThrust_N ?? Number.POSITIVE_INFINITY;
    this.#p[HANDEDNESS] = p.handedness;
    this.#p[PER_EFFICIENCY] = 1 / p.motorEfficiency;
    this.#p[IDLE_POWER] = p.idlePower_W;

    const drive = new Float64Array(DRIVE_SIZE);
    drive[DENSITY] = RATING_DENSITY_KGPM3;
    let maxSpeed_radps = p.maxSpeed_radps;
    if (p.maxThrust_N !== undefined) {
      drive[THRUST] = p.maxThrust_N;
      propeller.speedFor(drive);
      maxSpeed_radps = Math.min(maxSpeed_radps, drive[SPEED]);
    }
    this.#shaft = new Shaft(p, maxSpeed_radps);
    this.states = this.#shaft.states;
    this.commandRange = [-maxSpeed_radps, maxSpeed_radps];

    drive[SPEED] = maxSpeed_radps;
    propeller.load(drive);
    this.maxThrust_N = Math.min(drive[THRUST], this.#p[CUT_OFF]);
    drive[SPEED] = -maxSpeed_radps;
    propeller.load(drive);
    this.minThrust_N = Math.max(drive[THRUST], -this.#p[CUT_OFF]);
  }

  evaluate(drive: Float64Array, dx: Float64Array, d: number, x: Float64Array, s: number): void {
    this.#shaft.turn(drive, dx, d, x, s);
    this.#propeller.load(drive);
    const p = this.#p;
    const T = drive[THRUST];
    const Q = drive[TORQUE];
    const most = p[CUT_OFF];
    if (T > most)
      drive[THRUST] = most; // (1)
    else if (T < -most) drive[THRUST] = -most;
    drive[TORQUE] = -p[HANDEDNESS] * Q; // (2)
    const shaft_W = Q * drive[SPEED];
    drive[POWER] = shaft_W > 0 ? p[IDLE_POWER] + shaft_W * p[PER_EFFICIENCY] : p[IDLE_POWER]; // (3)
  }

  invert(drive: Float64Array): void {
    const wanted_N = drive[THRUST];
    drive[THRUST] = Math.min(Math.max(wanted_N, -this.#p[CUT_OFF]), this.#p[CUT_OFF]);
    this.#propeller.speedFor(drive);
    const most = this.#shaft.maxSpeed_radps;
    const w = Math.min(Math.max(drive[SPEED], -most), most);
    const dead = this.#shaft.deadZone_radps;
    drive[COMMAND] = w;
    if (Math.abs(w) < dead && w !== 0) {
      // Inside the dead zone there is rest, or the edge of the zone: whichever thrust comes nearer.
      drive[SPEED] = 0;
      this.#propeller.load(drive);
      const missAtRest = Math.abs(drive[THRUST] - wanted_N);
      drive[SPEED] = w < 0 ? -dead : dead;
      this.#propeller.load(drive);
      drive[COMMAND] = Math.abs(drive[THRUST] - wanted_N) < missAtRest ? drive[SPEED] : 0;
    }
    drive[THRUST] = wanted_N;
  }
}

/**
 * The larger root of a m² + b m = c for a > 0 and c ≥ 0, which is never negative; for b > 0 in the form that does not
 * subtract nearly equal numbers.
 */
export function largerRoot(a: number, b: number, c: number): number {
  const root = Math.sqrt(b * b + 4 * a * c);
  if (b <= 0) return (root - b) / (2 * a);
  return (2 * c) / (b + root);
}
