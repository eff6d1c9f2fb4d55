/**
 * A drop weight as a kind, and its model: a mass below the hull that is let go once. Command: above ½ it is let go, by an event.
 *
 *   M_w = m [[I, −S(r)], [S(r), −S(r) S(r)]]                                              (1)  state m: its mass, 0 once it is dropped
 *   F = −[ω × P; ω × H + v × P] + m g [d; r × d]                                          (2)  P, H: carried-water.ts, without a flow
 *   F += −β ρ g V [d; r × d]                                                              (3)  its own buoyancy
 *   β = sat(½ + z_w / V^⅓)                                                               (4)  how much of it is under water
 *
 * At its release m and V vanish from the body, which keeps its velocity: the weight leaves with the velocity that it has there, without a
 * push, and takes its momentum with it, so that the momentum of body and weight together does not change. What becomes of it is not followed.
 *
 * The mass of the hull (mass_kg) is without the weight, and its volume (volume_m3) without that of the weight. z_w: depth of its centre.
 * Symbols: m kg, V m³, r m (from Bo, in B), ρ kg/m³, g m/s², d: direction of gravity in B.
 * Valid: a weight small beside the body. Left out: its inertia about its own centre, its added mass and drag, a release that jams.
 * Source: weight and buoyancy of a point; (1), (2) as in carried-water.ts. Tests: drop-weight.test.ts.
 */
import { type CommandSignal, MOTION } from "../actuators/index.ts";
import { type Definition, defineKind, defineModel } from "../library/index.ts";
import { cbrt } from "../math/index.ts";
import type { BodyPart, Signal } from "./body.ts";
import { addCarriedMass, addCarriedWater } from "./carried-water.ts";

const { R, depth: DEPTH, density: DENSITY, gravity: GRAVITY } = MOTION;

// Places in #p; the length is that of (4).
const MASS = 0;
const VOLUME = 1;
const LENGTH = 2;

/** A command above it lets the weight go. */
export const RELEASING = 0.5;

export interface DropWeightParameters {
  readonly name: string;
  readonly mass_kg: number;
  readonly volume_m3: number;
  /** p_BW_B. */
  readonly position_m: readonly number[];
  /** Instant of its release; undefined for none that is planned. */
  readonly releaseAt_s?: number | undefined;
}

export class DropWeight implements BodyPart {
  readonly name: string;
  readonly releaseAt_s: number | null;
  readonly states = 1;
  readonly commands = 1;
  readonly commandSignals: readonly CommandSignal[];
  readonly massStates = 1;
  readonly outputs: readonly Signal[];
  readonly #p: Float64Array;
  /** As carried-water.ts takes it; the first two hold nothing between calls. */
  readonly #load: Float64Array;

  constructor({ name, mass_kg, volume_m3, position_m, releaseAt_s }: DropWeightParameters) {
    this.name = name;
    this.releaseAt_s = releaseAt_s ?? null;
    this.commandSignals = [{ name, unit: "1", range: [0, 1] }];
    this.outputs = [
      { name: `${name}_command`, unit: "1" },
      { name: `${name}_mass`, unit: "kg" },
    ];
    this.#p = Float64Array.of(mass_kg, volume_m3, cbrt(volume_m3));
    this.#load = Float64Array.of(0, 0, ...position_m);
  }

  initialInto(x: Float64Array, s: number): void {
    x[s] = this.#p[MASS];
  }

  /** Lets it go; false where it is gone already. */
  release(x: Float64Array, s: number): boolean {
    const there = x[s] !== 0;
    x[s] = 0;
    return there;
  }

  addForce(F_Bo_B: Float64Array, dx: Float64Array, d: number, motion: Float64Array, x: Float64Array, s: number): void {
    dx[d] = 0;
    if (x[s] === 0) return;
    const load = this.#load;
    load[0] = x[s];
    load[1] = 0;
    addCarriedWater(F_Bo_B, motion, load); // (2)
    if (this.#p[VOLUME] === 0) return;
    const px = load[2];
    const py = load[3];
    const pz = load[4];
    const dx_B = motion[R + 6];
    const dy_B = motion[R + 7];
    const dz_B = motion[R + 8];
    const depth = motion[DEPTH] + dx_B * px + dy_B * py + dz_B * pz;
    const under = Math.min(Math.max(0.5 + depth / this.#p[LENGTH], 0), 1); // (4)
    const up = -under * motion[DENSITY] * motion[GRAVITY] * this.#p[VOLUME]; // (3)
    const f1 = up * dx_B;
    const f2 = up * dy_B;
    const f3 = up * dz_B;
    F_Bo_B[0] += f1;
    F_Bo_B[1] += f2;
    F_Bo_B[2] += f3;
    F_Bo_B[3] += py * f3 - pz * f2;
    F_Bo_B[4] += pz * f1 - px * f3;
    F_Bo_B[5] += px * f2 - py * f1;
  }

  /** (1) */
  addMassInto(M6: Float64Array, x: Float64Array, s: number): void {
    this.#load[0] = x[s];
    addCarriedMass(M6, this.#load);
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
    out[o] = commands[c];
    out[o + 1] = x[s];
  }
}

export const dropWeight = defineKind<DropWeight>()({
  kind: "dropWeight",
  doc:
    "A weight that a vehicle carries outside its hull and lets go once: at a stated time, when its battery cuts off, or by a command above 0.5. " +
    "The hull's mass and volume are without it.",
  example: `
<dropWeight id="weight" mass_kg="1" volume_m3="8.8e-5">
  <provenance of="*" status="assumed" note="an example: lead"/>
</dropWeight>`,
  params: {
    mass_kg: { doc: "m, in air", above: 0, example: 1 },
    volume_m3: { doc: "V, what it displaces", min: 0, example: 8.8e-5 },
  },
  mount: {
    position_m: { type: "reals", length: 3, doc: "p_BW_B, from Bo to its centre", default: [0, 0, 0] },
    releaseAt_s: { doc: "instant at which it is let go; not by time where it is not given", min: 0, optional: true },
  },
});

export const pointWeight = defineModel(dropWeight, {
  model: "point",
  doc: "A point mass that leaves with the velocity of the body at its place, without a push",
  default: true,
  reads: ["mass_kg", "volume_m3"],
  // At the root of a file it has no mount, and is made only to see whether it can be.
  create: (p, { id, mount }) =>
    new DropWeight({ ...p, name: id, position_m: mount?.position_m ?? [0, 0, 0], releaseAt_s: mount?.releaseAt_s }),
});

/** One line per kind and per model. */
export const dropWeightDefinitions: readonly Definition[] = [dropWeight, pointWeight];
