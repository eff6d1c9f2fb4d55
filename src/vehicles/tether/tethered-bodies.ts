/**
 * Vehicles that lines join, as one continuous system: the lines push them during a step, so they have one integrator and one step
 * (engine/SPEC.md, rule 21).
 *
 *   x[at ..] = [ block of each vehicle: its states, and behind them its held inputs | states of each line ]      (1)
 *
 * A vehicle finds its block as if it were alone. The held inputs are states here whose rate is 0, so that no method changes them. An end of
 * a line is at a point P of a vehicle, from Bo in B, or at a point of N, where it stays:
 *
 *   r_P = p_NB + R_NB P,   v_P = R_NB (v + ω × P)                                               (2)
 *   f = R_NBᵀ F,   the vehicle feels [f; P × f] about Bo                                        (3)
 *   ν̇ = ν̇(alone) + M⁻¹ [f; P × f]                                                              (4)
 *
 * The water at an end is what its vehicle holds of it, at P: its current to first order in place and time, density and surface. An end that
 * stays has the water of the other.
 *
 * Semi-implicit Euler takes positions to be the leading states, which they are not here: other integrators serve.
 * Left out: what the line's end does to the hull besides pulling, as winding around it.
 * Source: Newton's law and the geometry of a rigid body. Tests: tethered-bodies.test.ts.
 */
import { invariant } from "../../core/index.ts";
import type { ContinuousSystem, GroupMember } from "../../engine/index.ts";
import { type Integrator, rotationFromQuaternionInto } from "../../math/index.ts";
import { STATE } from "../body.ts";
import type { VehicleSystem } from "../vehicle-system.ts";
import { WATER } from "../water.ts";
import { END, END_SIZE, type Line } from "./line.ts";
import { lineStartInto } from "./line-start.ts";

/** Where a line is made fast: at a member, by its index, with the point from Bo in B; or, for −1, at a point of N. */
export interface LineEnd {
  readonly member: number;
  readonly point_m: readonly number[];
}

export interface JoinedLine {
  readonly path: string;
  readonly line: Line;
  readonly from: LineEnd;
  readonly to: LineEnd;
}

export interface TetheredOptions {
  readonly path: string;
  readonly step_ns: number;
  readonly integrator: Integrator;
}

export class TetheredBodies implements ContinuousSystem {
  readonly path: string;
  readonly step_ns: number;
  readonly integrator: Integrator;
  readonly size: number;
  readonly vehicles: readonly VehicleSystem[];
  readonly lines: readonly JoinedLine[];
  /** The vehicles, in their order, and behind them the lines that have states, in theirs. */
  readonly members: readonly GroupMember[];
  /** Places in (1) of the vehicles' blocks and of the lines' states. */
  readonly vehicleAt: readonly number[];
  readonly lineAt: readonly number[];
  /** Per line: member and point of both ends. */
  readonly #fast: Int32Array;
  readonly #points: Float64Array;
  // Scratch of one evaluation.
  readonly #ends = new Float64Array(2 * END_SIZE);
  readonly #pull = new Float64Array(6);
  readonly #R = new Float64Array(9);
  readonly #wrenches: Float64Array;
  readonly #rates: Float64Array;
  readonly #lineRates: Float64Array;
  readonly #sampled: Float64Array;

  constructor(vehicles: readonly VehicleSystem[], lines: readonly JoinedLine[], options: TetheredOptions) {
    const { path, step_ns, integrator } = options;
    this.path = path;
    this.step_ns = step_ns;
    this.integrator = integrator;
    this.vehicles = [...vehicles];
    this.lines = [...lines];
    invariant(integrator.name !== "semi-implicit-euler", `${path}: ${integrator.name} does not serve lines`);
    let at = 0;
    const place = (size: number): number => {
      const begin = at;
      at += size;
      return begin;
    };
    this.vehicleAt = vehicles.map((vehicle) => {
      invariant(vehicle.copies === 1, `${vehicle.path}: a fleet is not made fast`);
      return place(vehicle.size + vehicle.held);
    });
    this.lineAt = lines.map(({ line }) => place(line.states));
    this.size = at;
    this.members = [
      ...vehicles.map(({ path, size, held }, m) => ({ path, at: this.vehicleAt[m], size: size + held })),
      ...lines.flatMap(({ path, line: { states } }, k) =>
        states === 0 ? [] : [{ path, at: this.lineAt[k], size: states }],
      ),
    ];
    this.#fast = Int32Array.from(lines.flatMap(({ from, to }) => [from.member, to.member]));
    this.#points = Float64Array.from(lines.flatMap(({ from, to }) => [...from.point_m, ...to.point_m]));
    this.#wrenches = new Float64Array(6 * vehicles.length);
    const largest = Math.max(...vehicles.map(({ size }) => size));
    this.#rates = new Float64Array(largest);
    this.#sampled = new Float64Array(largest);
    this.#lineRates = new Float64Array(Math.max(1, ...lines.map(({ line }) => line.states)));
  }

  initialInto(x: Float64Array, at: number): void {
    for (const [m, vehicle] of this.vehicles.entries()) vehicle.initialInto(x, at + this.vehicleAt[m], 0);
    const time = new Float64Array(1);
    this.lines.forEach(({ line }, k) => {
      this.#describeEnds(k, x, at, time);
      lineStartInto(x, at + this.lineAt[k], line.parameters, this.#ends);
    });
  }

  derivativesInto(dx: Float64Array, x: Float64Array, at: number, time: Float64Array): void {
    this.#pullAll(dx, x, at, time);
    const rates = this.#rates;
    for (let m = 0; m < this.vehicles.length; m++) {
      const vehicle = this.vehicles[m];
      const begin = this.vehicleAt[m];
      vehicle.derivativesInto(rates, x, at + begin, time);
      vehicle.addWrench(rates, x, at + begin, this.#wrenches, 6 * m); // (4)
      const { size, held } = vehicle;
      for (let i = 0; i < size; i++) dx[begin + i] = rates[i];
      for (let i = size; i < size + held; i++) dx[begin + i] = 0;
    }
  }

  projectInto(x: Float64Array, at: number): void {
    for (let m = 0; m < this.vehicles.length; m++) this.vehicles[m].projectInto(x, at + this.vehicleAt[m]);
  }

  /** Derivatives of one vehicle, lines included, in an array that is good until the next call. x[at ..]: the whole (1). */
  sampledRates(m: number, x: Float64Array, at: number, time: Float64Array): Float64Array {
    this.#pullAll(null, x, at, time);
    const begin = at + this.vehicleAt[m];
    const alone = this.vehicles[m].sampledRates(x, begin, time);
    const rates = this.#sampled;
    for (let i = 0; i < alone.length; i++) rates[i] = alone[i];
    this.vehicles[m].addWrench(rates, x, begin, this.#wrenches, 6 * m);
    return rates;
  }

  /** What LINE_STATUS says of a line at time[0], to out[o ..]. */
  lineStatusInto(out: Float64Array, o: number, k: number, x: Float64Array, at: number, time: Float64Array): void {
    this.#describeEnds(k, x, at, time);
    this.lines[k].line.statusInto(out, o, this.#ends, x, at + this.lineAt[k]);
  }

  /** Two records of END, to out[o ..]. */
  lineEndsInto(out: Float64Array, o: number, k: number, x: Float64Array, at: number, time: Float64Array): void {
    this.#describeEnds(k, x, at, time);
    for (let i = 0; i < this.#ends.length; i++) out[o + i] = this.#ends[i];
  }

  /** Forces of all lines to #wrenches, and the rates of their states to dx, where it is wanted. */
  #pullAll(dx: Float64Array | null, x: Float64Array, at: number, time: Float64Array): void {
    this.#wrenches.fill(0);
    for (let k = 0; k < this.lines.length; k++) {
      this.#describeEnds(k, x, at, time);
      const { line } = this.lines[k];
      const begin = this.lineAt[k];
      if (dx === null) line.ratesInto(this.#lineRates, 0, this.#pull, this.#ends, x, at + begin);
      else line.ratesInto(dx, begin, this.#pull, this.#ends, x, at + begin);
      for (let end = 0; end < 2; end++) if (this.#fast[2 * k + end] >= 0) this.#addWrench(k, end, x, at);
    }
  }

  /** (3): what the end of a line does to its vehicle. */
  #addWrench(k: number, end: number, x: Float64Array, at: number): void {
    const m = this.#fast[2 * k + end];
    const R = this.#R;
    rotationFromQuaternionInto(R, 0, x, at + this.vehicleAt[m] + STATE.q);
    const F = this.#pull;
    const e = 3 * end;
    const f1 = R[0] * F[e] + R[3] * F[e + 1] + R[6] * F[e + 2];
    const f2 = R[1] * F[e] + R[4] * F[e + 1] + R[7] * F[e + 2];
    const f3 = R[2] * F[e] + R[5] * F[e + 1] + R[8] * F[e + 2];
    const P = 6 * k + e;
    const p1 = this.#points[P];
    const p2 = this.#points[P + 1];
    const p3 = this.#points[P + 2];
    const W = this.#wrenches;
    const w = 6 * m;
    W[w] += f1;
    W[w + 1] += f2;
    W[w + 2] += f3;
    W[w + 3] += p2 * f3 - p3 * f2;
    W[w + 4] += p3 * f1 - p1 * f3;
    W[w + 5] += p1 * f2 - p2 * f1;
  }

  /** (2) of both ends of a line, and the water there, to #ends. */
  #describeEnds(k: number, x: Float64Array, at: number, time: Float64Array): void {
    const ends = this.#ends;
    for (let end = 0; end < 2; end++) {
      const o = end * END_SIZE;
      const m = this.#fast[2 * k + end];
      const P = 6 * k + 3 * end;
      if (m >= 0) {
        this.#describeEnd(o, m, P, x, at + this.vehicleAt[m], time);
        continue;
      }
      for (let i = 0; i < 3; i++) {
        ends[o + END.p + i] = this.#points[P + i];
        ends[o + END.v + i] = 0;
      }
    }
    if (this.#fast[2 * k] < 0) for (let i = END.current; i < END_SIZE; i++) ends[i] = ends[END_SIZE + i];
    if (this.#fast[2 * k + 1] < 0) for (let i = END.current; i < END_SIZE; i++) ends[END_SIZE + i] = ends[i];
  }

  #describeEnd(o: number, m: number, P: number, x: Float64Array, at: number, time: Float64Array): void {
    const ends = this.#ends;
    const R = this.#R;
    rotationFromQuaternionInto(R, 0, x, at + STATE.q);
    const p1 = this.#points[P];
    const p2 = this.#points[P + 1];
    const p3 = this.#points[P + 2];
    const V = at + STATE.V;
    const v1 = x[V] + x[V + 4] * p3 - x[V + 5] * p2;
    const v2 = x[V + 1] + x[V + 5] * p1 - x[V + 3] * p3;
    const v3 = x[V + 2] + x[V + 3] * p2 - x[V + 4] * p1;
    const water = at + this.vehicles[m].waterAt;
    const dt = x[water + WATER.varies] === 0 ? 0 : time[0] - x[water + WATER.since];
    for (let i = 0; i < 3; i++) {
      const r = 3 * i;
      ends[o + END.p + i] = x[at + STATE.p + i] + R[r] * p1 + R[r + 1] * p2 + R[r + 2] * p3;
      ends[o + END.v + i] = R[r] * v1 + R[r + 1] * v2 + R[r + 2] * v3;
    }
    for (let i = 0; i < 3; i++) {
      let current = x[water + WATER.current + i];
      if (x[water + WATER.varies] !== 0) {
        current += x[water + WATER.rate + i] * dt;
        for (let j = 0; j < 3; j++) {
          const off = ends[o + END.p + j] - x[water + WATER.around + j];
          current += x[water + WATER.gradient + 3 * i + j] * off;
        }
      }
      ends[o + END.current + i] = current;
    }
    ends[o + END.density] = x[water + WATER.density];
    ends[o + END.surface] = x[water + WATER.surface];
  }
}
