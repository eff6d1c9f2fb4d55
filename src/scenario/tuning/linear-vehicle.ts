/**
 * A vehicle as its loops see it: linearised around level motion ahead in deep still water.
 *
 *   ẋ = A x + B c + E f,    A = ∂ẋ/∂x,  B = ∂ẋ/∂(commands) by central differences,  E = M⁻¹ on the velocities      (1)
 *   G(jω) = row (jωI − A)⁻¹ column                                                                             (2)
 *
 * x: the states of vehicles/body.ts but for those that drive nothing (p_N, p_E and the scalar part of the quaternion). Around level
 * attitude φ = 2 q_x, θ = 2 q_y, ψ = 2 q_z; the rate of an output is its row times A. f: forces and torques on the body, as a station keeper
 * asks for them through the thruster manager.
 * Valid: near this speed. Left out: what weight and buoyancy leave over, which trims the vehicle and is met by integrals.
 */
import type { Component, Definitions } from "../../library/index.ts";
import { generalEigenvalues, luFactorInto, luSolveInto, Rk4 } from "../../math/index.ts";
import {
  type Actuator,
  actuatorsOf,
  DEEP_M,
  jacobianOf,
  STATE,
  steadyAhead,
  terminalSpeeds,
  VehicleSystem,
  vehicleParts,
} from "../../vehicles/index.ts";
import type { Complex } from "./loop.ts";

export interface Surroundings {
  readonly density_kgpm3: number;
  readonly gravity_mps2: number;
}

/** States that no other depends on. */
const IDLE: readonly number[] = [STATE.p, STATE.p + 1, STATE.q];

export class LinearVehicle {
  /** Number of states that are left. */
  readonly size: number;
  readonly A: Float64Array;
  readonly actuators: readonly Actuator[];
  /** Commands that hold the speed, in the order of the actuators; those of rest at no speed. */
  readonly commands: Float64Array;
  /** Largest commands ahead; null for a vehicle that cannot go ahead. */
  readonly fullAhead: Float64Array | null;
  /** Slowest lag of a thruster's own state at rest, s; 0 where thrusters answer at once. */
  readonly thrusterLag_s: number;
  readonly #B: Float64Array;
  readonly #E: Float64Array;
  readonly #kept: readonly number[];

  /** null: the vehicle cannot go so fast. */
  static at(
    definitions: Definitions,
    component: Component,
    speed_mps: number,
    surroundings: Surroundings,
  ): LinearVehicle | null {
    const { density_kgpm3, gravity_mps2 } = surroundings;
    const parts = vehicleParts(definitions, component);
    const own = parts.hull.figures.fullAhead;
    const steady = speed_mps === 0 ? undefined : steadyAhead(parts, density_kgpm3, gravity_mps2, speed_mps, own);
    if (steady === null) return null;
    const system = new VehicleSystem(
      { ...parts, hold: [], battery: null },
      { path: component.path, step_ns: 10_000_000, integrator: new Rk4(512), ...surroundings },
    );
    const x = new Float64Array(system.size + system.held);
    system.initialInto(x, 0, 0);
    x[STATE.p + 2] = DEEP_M;
    x[STATE.V] = speed_mps;
    if (steady !== undefined) {
      x.set(steady.states, STATE.actuators);
      x.set(steady.commands, system.commandsAt);
    }
    const ahead = terminalSpeeds(parts, density_kgpm3, gravity_mps2, own).find((s) => s.direction === "ahead");
    return new LinearVehicle(system, x, actuatorsOf(parts), ahead?.commands ?? null);
  }

  private constructor(
    system: VehicleSystem,
    x: Float64Array,
    actuators: readonly Actuator[],
    fullAhead: Float64Array | null,
  ) {
    const n = system.size;
    this.actuators = actuators;
    this.fullAhead = fullAhead;
    this.commands = x.slice(system.commandsAt, system.commandsAt + actuators.length);
    this.#kept = [...Array(n).keys()].filter((k) => !IDLE.includes(k));
    this.size = this.#kept.length;
    const width = actuators.length;
    const J = jacobianOf(system, x, this.#kept);
    const inputs = jacobianOf(
      system,
      x,
      actuators.map((_, k) => system.commandsAt + k),
    );
    this.A = new Float64Array(this.size * this.size);
    this.#B = new Float64Array(this.size * width);
    this.#kept.forEach((row, r) => {
      for (let c = 0; c < this.size; c++) this.A[r * this.size + c] = J[row * this.size + c]!;
      for (let c = 0; c < width; c++) this.#B[r * width + c] = inputs[row * width + c]!;
    });
    this.#E = forcesColumns(system, x, this.size, this.place(STATE.V));
    let slowest_s = 0;
    for (let k = this.place(STATE.actuators); k < this.size; k++) {
      const own = this.A[k * this.size + k]!;
      if (own < 0) slowest_s = Math.max(slowest_s, -1 / own);
    }
    this.thrusterLag_s = slowest_s;
  }

  /** Where a state of the body is among those that are left. */
  place(state: number): number {
    return this.#kept.indexOf(state);
  }

  /** An output: a multiple of one state. */
  row(state: number, factor: number): Float64Array {
    const row = new Float64Array(this.size);
    row[this.place(state)] = factor;
    return row;
  }

  /** The rate of an output. */
  rateOf(row: Float64Array): Float64Array {
    const rate = new Float64Array(this.size);
    for (let r = 0; r < this.size; r++) {
      if (row[r] === 0) continue;
      for (let c = 0; c < this.size; c++) rate[c] = rate[c]! + row[r]! * this.A[r * this.size + c]!;
    }
    return rate;
  }

  /** Commands together, each with its weight. */
  commandColumn(weights: ReadonlyMap<string, number>): Float64Array {
    const width = this.actuators.length;
    const column = new Float64Array(this.size);
    this.actuators.forEach(({ name }, c) => {
      const weight = weights.get(name) ?? 0;
      for (let r = 0; r < this.size; r++) column[r] = column[r]! + weight * this.#B[r * width + c]!;
    });
    return column;
  }

  /** One component of the force on the body, 0 to 5. */
  forceColumn(axis: number): Float64Array {
    return Float64Array.from({ length: this.size }, (_, r) => this.#E[r * 6 + axis]!);
  }

  /** (2) for several rows at once. */
  respond(rows: readonly Float64Array[], column: Float64Array, omega_radps: number): Complex[] {
    const n = this.size;
    // The complex system as a real one of twice the size: [−A −ω; ω −A] [Re; Im] = [column; 0].
    const M = new Float64Array(4 * n * n);
    const b = new Float64Array(2 * n);
    b.set(column);
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < n; c++) {
        const value = -this.A[r * n + c]!;
        M[r * 2 * n + c] = value;
        M[(r + n) * 2 * n + c + n] = value;
      }
      M[r * 2 * n + r + n] = -omega_radps;
      M[(r + n) * 2 * n + r] = omega_radps;
    }
    const swaps = new Int32Array(2 * n);
    const y = new Float64Array(2 * n);
    luFactorInto(M, 0, swaps, 0, M, 0, 2 * n);
    luSolveInto(y, 0, M, 0, swaps, 0, b, 0, 2 * n);
    return rows.map((row) => {
      let [re, im] = [0, 0];
      for (let k = 0; k < n; k++) {
        re += row[k]! * y[k]!;
        im += row[k]! * y[k + n]!;
      }
      return { re, im };
    });
  }
}

/** M⁻¹ in the rows of the velocities. */
function forcesColumns(system: VehicleSystem, x: Float64Array, size: number, velocity: number): Float64Array {
  const M6 = new Float64Array(36);
  system.massInto(M6, 0, x, 0);
  const swaps = new Int32Array(6);
  luFactorInto(M6, 0, swaps, 0, M6, 0, 6);
  const E = new Float64Array(size * 6);
  const unit = new Float64Array(6);
  const answer = new Float64Array(6);
  for (let axis = 0; axis < 6; axis++) {
    unit.fill(0);
    unit[axis] = 1;
    luSolveInto(answer, 0, M6, 0, swaps, 0, unit, 0, 6);
    for (let r = 0; r < 6; r++) E[(velocity + r) * 6 + axis] = answer[r]!;
  }
  return E;
}

/** A loop that is closed: column · (k_p (−row x) − k_d (rate x) + I), İ = k_i (−row x). */
export interface ClosedLoop {
  readonly column: Float64Array;
  /** What the law sees as −error and as rate: rows over the states, and the integrals of loops before it. */
  readonly row: Float64Array;
  readonly rate: Float64Array;
  readonly kp: number;
  readonly ki: number;
  readonly kd: number;
  /** A loop whose output is the set-point of another: its index, and the sign with which it enters. */
  readonly into?: { readonly loop: number; readonly sign: number };
}

/** Eigenvalues with all loops closed, without the delay of their ticks. */
export function closedModes(vehicle: LinearVehicle, loops: readonly ClosedLoop[]): { re: number; im: number }[] {
  const n = vehicle.size;
  const size = n + loops.length;
  const A = new Float64Array(size * size);
  for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) A[r * size + c] = vehicle.A[r * n + c]!;
  // The output of each loop, and its error, as rows over [x, integrals]; an outer loop comes before the one that it leads.
  const errors = loops.map(({ row }) => {
    const error = new Float64Array(size);
    for (let c = 0; c < n; c++) error[c] = -row[c]!;
    return error;
  });
  loops.forEach((loop, k) => {
    const output = new Float64Array(size);
    for (let c = 0; c < size; c++) output[c] = loop.kp * errors[k]![c]! - loop.kd * (loop.rate[c] ?? 0);
    output[n + k] = output[n + k]! + 1;
    for (let c = 0; c < size; c++) A[(n + k) * size + c] = loop.ki * errors[k]![c]!;
    const { into } = loop;
    for (let c = 0; c < size; c++) {
      if (into !== undefined) errors[into.loop]![c] = errors[into.loop]![c]! + into.sign * output[c]!;
      else for (let r = 0; r < n; r++) A[r * size + c] = A[r * size + c]! + loop.column[r]! * output[c]!;
    }
  });
  const { re, im } = generalEigenvalues(A, 0, size);
  return [...re].map((x, k) => ({ re: x, im: im[k]! }));
}
