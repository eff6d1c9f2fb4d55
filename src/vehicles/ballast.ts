/**
 * The ballast tank as a kind, and its model: water that a pump takes in and expels. Command: the flow wanted, kg/s, positive in.
 *
 *   μ_w = sat(command, μ_max)                                                            (1)
 *   μ = min(μ_w, (m_max − m) / τ)  for μ_w ≥ 0,   max(μ_w, −m / τ)  for μ_w < 0           (2)
 *   dm/dt = μ                                                                            (3)  state m, kg
 *   P = P_idle + max(0, −μ) g z / η                                                      (4)  W
 *
 * (2) stops the flow at empty and full: within the last τ of flow it fades out as e^(−t/τ), so that the rate has no jump and the tank
 * is never above full or below empty. z: depth of Bo (0 above the surface): water is pushed out against the pressure and comes in by
 * itself. What the water on board does to the body is in carried-water.ts: intake brings the momentum of the water around, expelled
 * water leaves with the body's velocity, without thrust.
 *
 * The mass of the hull (mass_kg) is without this water; its volume (volume_m3) is with the tank, so buoyancy does not change.
 * Valid: a tank small beside the body; steps below 2.7 τ with rk4.
 * Left out: compressed air, pressure in the tank, leaks, and what carried-water.ts leaves out.
 * Source: (1)–(4) are the simplest pump with stops; derived here. Tests: ballast.test.ts.
 */
import { type CommandSignal, MOTION } from "../actuators/index.ts";
import { type Definition, defineKind, defineModel } from "../library/index.ts";
import type { BodyPart, Signal } from "./body.ts";
import { addCarriedMass, addCarriedWater } from "./carried-water.ts";

const { depth: DEPTH, gravity: GRAVITY } = MOTION;

export interface BallastParameters {
  readonly name: string;
  /** p_BW_B: where the water is, from Bo. */
  readonly position_m: readonly number[];
  readonly capacity_kg: number;
  readonly filling_kg: number;
  readonly maxFlow_kgps: number;
  readonly stopTime_s: number;
  readonly pumpEfficiency: number;
  readonly idlePower_W: number;
}

// Places in #p.
const CAPACITY = 0;
const FILLING = 1;
const MAX_FLOW = 2;
const PER_STOP_TIME = 3;
const PER_EFFICIENCY = 4;
const IDLE_POWER = 5;

export class BallastTank implements BodyPart {
  readonly states = 1;
  readonly commands = 1;
  readonly massStates = 1;
  readonly commandSignals: readonly CommandSignal[];
  readonly outputs: readonly Signal[];
  readonly #p: Float64Array;
  /** Mass, flow and place, as carried-water.ts takes them; the first two hold nothing between calls. */
  readonly #water: Float64Array;

  constructor(p: BallastParameters) {
    this.commandSignals = [{ name: p.name, unit: "kgps", range: [-p.maxFlow_kgps, p.maxFlow_kgps] }];
    this.outputs = [
      { name: `${p.name}_command`, unit: "kgps" },
      { name: `${p.name}_flow`, unit: "kgps" },
      { name: `${p.name}_mass`, unit: "kg" },
      { name: `${p.name}_power`, unit: "W" },
    ];
    const { capacity_kg, filling_kg, maxFlow_kgps, stopTime_s, pumpEfficiency, idlePower_W } = p;
    this.#p = Float64Array.of(capacity_kg, filling_kg, maxFlow_kgps, 1 / stopTime_s, 1 / pumpEfficiency, idlePower_W);
    this.#water = Float64Array.of(0, 0, ...p.position_m);
  }

  initialInto(x: Float64Array, s: number): void {
    x[s] = this.#p[FILLING];
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
    this.#flow(x, s, commands, c);
    dx[d] = this.#water[1]; // (3)
    addCarriedWater(F_Bo_B, motion, this.#water);
  }

  addMassInto(M6: Float64Array, x: Float64Array, s: number): void {
    this.#water[0] = x[s];
    addCarriedMass(M6, this.#water);
  }

  outputValuesInto(
    out: Float64Array,
    o: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void {
    this.#flow(x, s, commands, c);
    out[o] = commands[c];
    out[o + 1] = this.#water[1];
    out[o + 2] = x[s];
    out[o + 3] = 0;
    this.addPower(out, o + 3, motion, x, s, commands, c);
  }

  /** (4) */
  addPower(
    out: Float64Array,
    o: number,
    motion: Float64Array,
    x: Float64Array,
    s: number,
    commands: Float64Array,
    c: number,
  ): void {
    const p = this.#p;
    this.#flow(x, s, commands, c);
    const pressureHead = motion[GRAVITY] * Math.max(0, motion[DEPTH]);
    out[o] += p[IDLE_POWER] + Math.max(0, -this.#water[1]) * pressureHead * p[PER_EFFICIENCY];
  }

  /** (1), (2): mass and flow to #water. */
  #flow(x: Float64Array, s: number, commands: Float64Array, c: number): void {
    const p = this.#p;
    const most = p[MAX_FLOW];
    const wanted = Math.min(Math.max(commands[c], -most), most);
    const m = x[s];
    this.#water[0] = m;
    this.#water[1] =
      wanted >= 0 ? Math.min(wanted, (p[CAPACITY] - m) * p[PER_STOP_TIME]) : Math.max(wanted, -m * p[PER_STOP_TIME]);
  }
}

export const ballast = defineKind<BodyPart>()({
  kind: "ballast",
  doc: "A tank that takes in water and expels it; the command is the flow in kg/s, positive in.",
  example: `
<ballast id="tank" capacity_kg="0.5" filling_kg="0.2" maxFlow_kgps="0.02">
  <provenance of="*" status="assumed" note="an example"/>
</ballast>`,
  params: {
    capacity_kg: { doc: "m_max, water in the full tank", above: 0 },
    filling_kg: { doc: "m at the start", min: 0, default: 0 },
    maxFlow_kgps: { doc: "μ_max, largest flow in and out", above: 0 },
    stopTime_s: { doc: "τ, in which the flow fades out at empty and full", above: 0, default: 0.2 },
    pumpEfficiency: { doc: "η, of pushing water out against the pressure", unit: "1", above: 0, max: 1, default: 0.4 },
    idlePower_W: { doc: "P_idle, drawn all the time", min: 0, default: 0 },
  },
  mount: {
    position_m: { type: "reals", length: 3, doc: "p_BW_B, from Bo to the water in the tank", default: [0, 0, 0] },
  },
  check(p, report) {
    if (p.capacity_kg !== undefined && (p.filling_kg ?? 0) > p.capacity_kg) {
      report("filling_kg", `filling_kg = ${p.filling_kg} is more than the tank holds`, {
        allowed: `at most capacity_kg = ${p.capacity_kg}`,
      });
    }
  },
});

export const pumpedTank = defineModel(ballast, {
  model: "pumped-tank",
  doc: "A pump with a limited flow that stops at empty and full; the water is a point mass at the tank's place",
  default: true,
  reads: ["capacity_kg", "filling_kg", "maxFlow_kgps", "stopTime_s", "pumpEfficiency", "idlePower_W"],
  // At the root of a file a tank has no mount, and is made only to see whether it can be.
  create: (p, { id, mount }) => new BallastTank({ ...p, name: id, position_m: mount?.position_m ?? [0, 0, 0] }),
});

/** One line per kind and per model. */
export const ballastDefinitions: readonly Definition[] = [ballast, pumpedTank];
