/**
 * Water that comes in through a breach, once a limit of the hull is exceeded.
 *
 *   dm/dt = b min(ρ Q, (ρ V − m) / τ)                                                     (1)  state m, kg
 *
 * b: 0 or 1, a held input that an event sets (a guard on the depth). Q: volume flow through the breach, m³/s; V: the volume that floods,
 * m³; ρ: density of the water around; τ = 1 s: the flow fades out when the volume is full. What the water does to the body is in
 * carried-water.ts: it brings the momentum of the water around, and weight without buoyancy, at the place of the flooded volume.
 *
 * Valid: a breach whose flow does not depend on the depth; a volume inside the hull's displacement.
 * Left out: flow by the difference of pressure, air that is trapped, water that drains, and what carried-water.ts leaves out.
 * Source: the balance of mass. Tests: push.test.ts, test/depth-limit.test.ts.
 */
import { MOTION } from "../actuators/index.ts";
import type { BodyPart, Signal } from "./body.ts";
import { addCarriedMass, addCarriedWater } from "./carried-water.ts";

const { density: DENSITY } = MOTION;
const PER_STOP_TIME = 1; // 1/s

export interface FloodingParameters {
  /** Q */
  readonly floodRate_m3ps: number;
  /** V */
  readonly floodVolume_m3: number;
  /** Centre of the flooded volume from Bo, in B. */
  readonly floodCentre_m: readonly number[];
}

export class Flooding implements BodyPart {
  readonly states = 1;
  readonly commands = 0;
  readonly commandSignals: readonly Signal[] = [];
  readonly massStates = 1;
  /** The flag b of (1). */
  readonly held = 1;
  readonly outputs: readonly Signal[] = [
    { name: "flooding", unit: "1" },
    { name: "flooding_mass", unit: "kg" },
  ];
  /** Q and V. */
  readonly #p: Float64Array;
  readonly #water: Float64Array;

  constructor(p: FloodingParameters) {
    this.#p = Float64Array.of(p.floodRate_m3ps, p.floodVolume_m3);
    this.#water = Float64Array.of(0, 0, ...p.floodCentre_m);
  }

  addForce(
    F_Bo_B: Float64Array,
    dx: Float64Array,
    d: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    _commands: Float64Array,
    _c: number,
    h: number,
  ): void {
    const m = x[s];
    dx[d] = 0;
    // Dry and whole: nothing to do.
    if (m === 0 && x[h] === 0) return;
    const water = this.#water;
    water[0] = m;
    water[1] = 0;
    if (x[h] !== 0) {
      const rho = motion[DENSITY];
      water[1] = Math.max(0, Math.min(rho * this.#p[0], (rho * this.#p[1] - m) * PER_STOP_TIME)); // (1)
      dx[d] = water[1];
    }
    addCarriedWater(F_Bo_B, motion, water);
  }

  addMassInto(M6: Float64Array, x: Float64Array, s: number): void {
    this.#water[0] = x[s];
    addCarriedMass(M6, this.#water);
  }

  outputValuesInto(
    out: Float64Array,
    o: number,
    _motion: Float64Array,
    x: Float64Array,
    s: number,
    _commands: Float64Array,
    _c: number,
    h: number,
  ): void {
    out[o] = x[h];
    out[o + 1] = x[s];
  }
}
