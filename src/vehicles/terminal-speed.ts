/**
 * How fast a vehicle goes with all it has, along one axis.
 *
 *   F_hull(u e) − F_hull(0) + F_actuators(u e, full commands, states at rest) = 0   along e            (1)
 *
 * Full commands: every thruster that pushes along e gives its largest thrust, ahead or astern, whichever points that way; fins
 * are at zero. F_hull(0) is what weight and buoyancy leave over and is taken off: the answer is of a trimmed vehicle. The
 * states of the actuators (shafts, flow through discs) are those that rest under these commands at this speed.
 *
 * Valid: what (1) leaves over on the other five axes is taken for balanced by the vehicle's control.
 * Left out: power limits of the battery, thrusters that would have to give way to hold the attitude.
 */
import { DRIVE, DRIVE_SIZE, MOTION, MOTION_SIZE } from "../actuators/index.ts";
import { luFactorInto, luSolveInto } from "../math/index.ts";
import type { VehicleParts } from "./vehicle-system.ts";

export const DIRECTIONS = ["ahead", "astern", "to starboard", "to port", "down", "up"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface TerminalSpeed {
  readonly direction: Direction;
  /** Along the axis, at rest. */
  readonly thrust_N: number;
  /** null where nothing holds it back. */
  readonly speed_mps: number | null;
  /** Commands and states of hull, thrusters and fins at that speed, in the order of the vehicle's state. */
  readonly commands: Float64Array;
  readonly states: Float64Array;
}

/** Deep enough for every hull. */
export const DEEP_M = 1000;

/**
 * One for each direction in which the vehicle can push itself. ownCommands: of a hull that brings its own actuators, its
 * commands for full speed ahead; without them such a hull is taken as passive.
 */
export function terminalSpeeds(
  parts: VehicleParts,
  density_kgpm3: number,
  gravity_mps2: number,
  ownCommands: readonly number[] = [],
): TerminalSpeed[] {
  const found: TerminalSpeed[] = [];
  DIRECTIONS.forEach((direction, k) => {
    const axis = Math.floor(k / 2);
    const sign = k % 2 === 0 ? 1 : -1;
    const run = new SteadyRun(parts, density_kgpm3, gravity_mps2, axis, sign);
    if (direction === "ahead") run.commands.set(ownCommands);
    const thrust_N = run.surplus_N(0);
    if (!(thrust_N > 0)) return;
    found.push({ direction, thrust_N, speed_mps: run.balance(), commands: run.commands, states: run.states });
  });
  return found;
}

/** Commands and states of hull, thrusters and fins that hold a speed ahead; null where the vehicle cannot go so fast. */
export function steadyAhead(
  parts: VehicleParts,
  density_kgpm3: number,
  gravity_mps2: number,
  speed_mps: number,
  ownCommands: readonly number[] = [],
): Pick<TerminalSpeed, "commands" | "states"> | null {
  const run = new SteadyRun(parts, density_kgpm3, gravity_mps2, 0, 1);
  const surplus_N = (share: number): number => {
    run.demand(share);
    ownCommands.forEach((command, k) => {
      run.commands[k] = share * command;
    });
    return run.surplus_N(speed_mps);
  };
  if (!(surplus_N(1) >= 0)) return null;
  let [little, much] = [0, 1];
  for (let k = 0; k < 50; k++) {
    const middle = 0.5 * (little + much);
    if (surplus_N(middle) < 0) little = middle;
    else much = middle;
  }
  surplus_N(much);
  return { commands: run.commands, states: run.states };
}

class SteadyRun {
  readonly commands: Float64Array;
  readonly states: Float64Array;
  readonly #parts: VehicleParts;
  readonly #axis: number;
  readonly #sign: number;
  readonly #motion = new Float64Array(MOTION_SIZE);
  readonly #F = new Float64Array(6);
  readonly #idle = new Float64Array(6);
  readonly #rates: Float64Array;

  constructor(parts: VehicleParts, density_kgpm3: number, gravity_mps2: number, axis: number, sign: number) {
    const { hull, thrusters, fins } = parts;
    this.#parts = parts;
    this.#axis = axis;
    this.#sign = sign;
    this.commands = new Float64Array(hull.commands + thrusters.commands + fins.commands);
    this.states = new Float64Array(hull.states + thrusters.states + fins.states);
    this.#rates = new Float64Array(this.states.length);
    const motion = this.#motion;
    for (const k of [0, 4, 8]) motion[MOTION.R + k] = 1;
    motion[MOTION.depth] = DEEP_M;
    motion[MOTION.density] = density_kgpm3;
    motion[MOTION.gravity] = gravity_mps2;

    // Weight and buoyancy, with the actuators off.
    hull.addForce(this.#idle, this.#rates, 0, motion, this.states, 0, this.commands, 0, 0);
    this.demand(1);
  }

  /** Sets the commands of the thrusters that push along e to a share of their largest thrust. */
  demand(share: number): void {
    const { hull, thrusters } = this.#parts;
    const B = new Float64Array(6 * thrusters.commands);
    thrusters.allocationMatrixInto(B, 0);
    const drive = new Float64Array(DRIVE_SIZE);
    thrusters.models.forEach((model, k) => {
      const along = this.#sign * B[this.#axis * thrusters.commands + k];
      // A propeller square to the axis would waste its power.
      if (Math.abs(along) < 1e-9) return;
      drive[DRIVE.density] = this.#motion[MOTION.density];
      drive[DRIVE.inflow] = 0;
      drive[DRIVE.thrust] = share * (along > 0 ? model.maxThrust_N : model.minThrust_N);
      model.invert(drive);
      this.commands[hull.commands + k] = drive[DRIVE.command];
    });
  }

  /** (1): force along e at this speed, N. */
  surplus_N(speed_mps: number): number {
    this.#motion[MOTION.V + this.#axis] = this.#sign * speed_mps;
    this.#motion[MOTION.Vr + this.#axis] = this.#sign * speed_mps;
    this.#settle();
    return this.#sign * (this.#F[this.#axis] - this.#idle[this.#axis]);
  }

  /** The speed at which surplus_N is zero, or null where even 100 m/s does not make it so. */
  balance(): number | null {
    let slow_mps = 0;
    let fast_mps = 0.1;
    while (this.surplus_N(fast_mps) > 0) {
      slow_mps = fast_mps;
      fast_mps *= 2;
      if (fast_mps > 100) return null;
    }
    for (let k = 0; k < 60; k++) {
      const middle_mps = 0.5 * (slow_mps + fast_mps);
      if (this.surplus_N(middle_mps) > 0) slow_mps = middle_mps;
      else fast_mps = middle_mps;
    }
    return 0.5 * (slow_mps + fast_mps);
  }

  /** Forces and rates of the states at the present speed. */
  #evaluate(): void {
    const { hull, thrusters, fins } = this.#parts;
    const { commands, states } = this;
    const F = this.#F;
    F.fill(0);
    hull.addForce(F, this.#rates, 0, this.#motion, states, 0, commands, 0, 0);
    let s = hull.states;
    let c = hull.commands;
    thrusters.addForce(F, this.#rates, s, this.#motion, states, s, commands, c);
    s += thrusters.states;
    c += thrusters.commands;
    fins.addForce(F, this.#rates, s, this.#motion, states, s, commands, c);
  }

  /** States for which all rates are zero: Newton's method, and where it does not help (limits of rate) some time passes. */
  #settle(): void {
    const n = this.states.length;
    this.#evaluate();
    if (n === 0) return;
    const x = this.states;
    const J = new Float64Array(n * n);
    const swaps = new Int32Array(n);
    const step = new Float64Array(n);
    for (let round = 0; round < 60; round++) {
      const before = this.#restlessness();
      if (before < 1e-10) return;
      const rates = this.#rates.slice();
      const kept = x.slice();
      for (let c = 0; c < n; c++) {
        const e = 1e-6 * Math.max(1, Math.abs(kept[c]));
        x[c] = kept[c] + e;
        this.#evaluate();
        for (let r = 0; r < n; r++) J[r * n + c] = (this.#rates[r] - rates[r]) / e;
        x[c] = kept[c];
      }
      let better = false;
      if (luFactorInto(J, 0, swaps, 0, J, 0, n) === -1) {
        luSolveInto(step, 0, J, 0, swaps, 0, rates, 0, n);
        for (let c = 0; c < n; c++) x[c] = kept[c] - step[c];
        this.#evaluate();
        better = this.#restlessness() < 0.9 * before;
      }
      if (better) continue;
      x.set(kept);
      for (let k = 0; k < 100; k++) {
        this.#evaluate();
        for (let c = 0; c < n; c++) x[c] += 0.01 * this.#rates[c];
      }
      this.#evaluate();
    }
  }

  #restlessness(): number {
    let most = 0;
    this.states.forEach((value, k) => {
      most = Math.max(most, Math.abs(this.#rates[k]) / Math.max(1, Math.abs(value)));
    });
    return most;
  }
}
