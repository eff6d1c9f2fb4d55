/**
 * Tells things which vehicles are near: a state of the vehicle that carries the thing comes, at the times of its port, and `neighbours`
 * goes back in the same instant.
 *
 * Of the others the environment has the states that come to it anyway, refresh_Hz times a second (in a world without a sea, for this
 * purpose). From the last one, Δ old, to the instant t that is asked for:
 *
 *   p(t) = p + v Δ,   q(t) = q exp(w Δ),   v and w as they were                                       (1)  v in N, w in B
 *   |error of p| ≤ ½ a_max Δ²,  |error of v| ≤ a_max Δ,  angle ≤ ½ α_max Δ²,   0 ≤ Δ ≤ 1 / refresh_Hz     (2)
 *
 * with the largest acceleration a_max in N and angular acceleration α_max since then: 1 m/s² at 20 Hz are 1.3 mm and 5 cm/s. At the
 * instants of refresh, and of a vehicle that moves steadily, it is exact. One without dynamics never moves.
 *
 * A vehicle is near where the ball around its surfaces reaches into the range of the port, from the origin of the thing's frame:
 *
 *   |p_NS − p(t)| − r ≤ range,   p_NS = p_NB + R_NB p_BS,   r = |c_B| + radius of its ball               (3)
 *
 * The nearest MOST_NEIGHBOURS by the left side of (3) are told, at equal distances the first of the file. Never among them are the one
 * that carries the thing, and those without surfaces.
 *
 * Cost: two messages for each instant of a port, however many vehicles there are, and (1) and (3) for each vehicle, some ten
 * multiplications.
 */
import { S_PER_NS } from "../../../core/index.ts";
import {
  type InPort,
  type ModelBuilder,
  type Moment,
  PHASE,
  type PortContext,
  type ThingPort,
} from "../../../engine/index.ts";
import { describedSea, MOST_NEIGHBOURS, NEIGHBOUR, NEIGHBOUR_SIZE, neighbours } from "../../../environment/index.ts";
import { integrateQuaternionInto, normalizeQuaternionInto, rotateInto } from "../../../math/index.ts";
import { STATE, startInto, vehicleState } from "../../../vehicles/index.ts";
import type { Scenario } from "../../load/scenario.ts";
import type { ScenarioThing } from "../../load/things.ts";
import { FEW } from "../routes.ts";
import type { Site } from "../site.ts";
import { THING_PORTS } from "../thing-routes.ts";

const TOLD = vehicleState.at;
const ANSWER = neighbours.at;

/** Places of the state of one vehicle: when, p_NB, q_NB, v_NB_N, w_NB_B. */
const T_NS = 0;
const P = 1;
const Q = 4;
const V = 8;
const W = 11;
const SIZE = 14;

// Scratch of one event.
const told = new Float64Array(vehicleState.size);
const answer = new Float64Array(neighbours.size);
const place = new Float64Array(3);
const nearest = new Int32Array(MOST_NEIGHBOURS);
const gaps = new Float64Array(MOST_NEIGHBOURS);

/** The last state of each vehicle, in the engine's state: at first that of its start. */
export class BodyStates {
  /** r of (3) for each; below 0 for one without surfaces. */
  readonly #radii: Float64Array;
  readonly #at: number;

  constructor({ layout }: ModelBuilder, { vehicles, described }: Scenario) {
    const { bodies } = describedSea(described);
    this.#radii = Float64Array.from(bodies, ({ ball_m: [x = 0, y = 0, z = 0, radius = -1] }) =>
      radius < 0 ? -1 : Math.sqrt(x * x + y * y + z * z) + radius,
    );
    const start = new Float64Array(SIZE * vehicles.length);
    vehicles.forEach(({ component, parts }, vehicle) => {
      const at = SIZE * vehicle;
      const state = new Float64Array(STATE.actuators);
      startInto(state, 0, component);
      for (let k = 0; k < 7; k++) start[at + P + k] = state[STATE.p + k]!;
      if (parts === null) return;
      rotateInto(start, at + V, state, STATE.q, state, STATE.V);
      for (let k = 0; k < 3; k++) start[at + W + k] = state[STATE.V + 3 + k]!;
    });
    this.#at = layout.reals("environment/neighbours", start.length, [...start]);
  }

  /** Keeps a vehicleState. */
  keep({ reals }: PortContext, vehicle: number, state: Float64Array): void {
    const at = this.#at + SIZE * vehicle;
    reals[at + T_NS] = state[TOLD.t_ns]!;
    for (let k = 0; k < 7; k++) reals[at + P + k] = state[TOLD.p_NB_m + k]!;
    rotateInto(reals, at + V, state, TOLD.q_NB, state, TOLD.v_NB_B_mps);
    for (let k = 0; k < 3; k++) reals[at + W + k] = state[TOLD.w_NB_B_radps + k]!;
  }

  /** The answer for one at p[0 ..] that `vehicle` carries and that looks as far as range_m[0], at out[ANSWER.t_ns]. */
  answerInto(out: Float64Array, { reals }: Moment, vehicle: number, p: Float64Array, range_m: Float64Array): void {
    const t_ns = out[ANSWER.t_ns]!;
    const radii = this.#radii;
    let count = 0;
    // 1. The nearest, in their order
    for (let k = 0; k < radii.length; k++) {
      const radius = radii[k]!;
      if (k === vehicle || radius < 0) continue;
      const at = this.#at + SIZE * k;
      const dt_s = (t_ns - reals[at + T_NS]!) * S_PER_NS;
      const x = reals[at + P]! + reals[at + V]! * dt_s - p[0]!;
      const y = reals[at + P + 1]! + reals[at + V + 1]! * dt_s - p[1]!;
      const z = reals[at + P + 2]! + reals[at + V + 2]! * dt_s - p[2]!;
      const gap = Math.sqrt(x * x + y * y + z * z) - radius; // (3)
      if (!(gap <= range_m[0]!)) continue;
      let to = count < MOST_NEIGHBOURS ? count++ : MOST_NEIGHBOURS;
      for (; to > 0 && gaps[to - 1]! > gap; to--) {
        if (to === MOST_NEIGHBOURS) continue;
        gaps[to] = gaps[to - 1]!;
        nearest[to] = nearest[to - 1]!;
      }
      if (to === MOST_NEIGHBOURS) continue;
      gaps[to] = gap;
      nearest[to] = k;
    }

    // 2. Where they are
    out[ANSWER.count] = count;
    for (let n = 0; n < count; n++)
      this.#recordInto(out, ANSWER.records + NEIGHBOUR_SIZE * n, reals, nearest[n]!, t_ns);
    for (let i = ANSWER.records + NEIGHBOUR_SIZE * count; i < neighbours.size; i++) out[i] = 0;
  }

  /** (1) */
  #recordInto(out: Float64Array, o: number, reals: Float64Array, vehicle: number, t_ns: number): void {
    const at = this.#at + SIZE * vehicle;
    const dt_s = (t_ns - reals[at + T_NS]!) * S_PER_NS;
    out[o + NEIGHBOUR.vehicle] = vehicle;
    for (let k = 0; k < 3; k++) {
      out[o + NEIGHBOUR.v_NB_N_mps + k] = reals[at + V + k]!;
      out[o + NEIGHBOUR.p_NB_m + k] = reals[at + P + k]! + reals[at + V + k]! * dt_s;
    }
    integrateQuaternionInto(out, o + NEIGHBOUR.q_NB, reals, at + Q, reals, at + W, dt_s);
    normalizeQuaternionInto(out, o + NEIGHBOUR.q_NB, out, o + NEIGHBOUR.q_NB);
    rotateInto(out, o + NEIGHBOUR.w_NB_N_radps, out, o + NEIGHBOUR.q_NB, reals, at + W);
  }
}

/** In a world without a sea: takes the states of a vehicle at a path. */
export function keepState(site: Site, states: BodyStates, vehicle: number, path: string): void {
  let port: InPort<typeof vehicleState.fields>;
  const actor = site.builder.addActor({
    path,
    handle(moment) {
      while (port.receive(moment, told, 0)) states.keep(moment, vehicle, told);
    },
  });
  port = site.in(path, vehicleState, { capacity: FEW, wake: { actor, phase: PHASE.deliver } });
}

/** Answers the things that look. */
export function answerNeighbours(
  site: Site,
  states: BodyStates,
  looking: readonly { readonly each: ScenarioThing; readonly port: ThingPort }[],
): void {
  for (const { each, port } of looking) answerThing(site, states, each, port);
}

function answerThing(site: Site, states: BodyStates, each: ScenarioThing, { name, range_m }: ThingPort): void {
  const path = THING_PORTS.neighbours(each.path, name);
  const out = site.out(path, neighbours, PHASE.deliver);
  const p_BS = Float64Array.from(each.mount.p_BS_m);
  const range = Float64Array.of(range_m ?? 0);
  const vehicle = each.vehicle ?? -1;
  let port: InPort<typeof vehicleState.fields>;
  const actor = site.builder.addActor({
    path,
    handle(moment) {
      while (port.receive(moment, told, 0)) {
        rotateInto(place, 0, told, TOLD.q_NB, p_BS, 0);
        for (let k = 0; k < 3; k++) place[k]! += told[TOLD.p_NB_m + k]!;
        answer[ANSWER.t_ns] = told[TOLD.t_ns]!;
        states.answerInto(answer, moment, vehicle, place, range);
        out.send(moment, answer, 0);
      }
    },
  });
  port = site.in(path, vehicleState, { capacity: FEW, wake: { actor, phase: PHASE.deliver } });
}
