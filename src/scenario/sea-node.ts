/**
 * The environment simulator of a run: each vehicle tells where it is, some times a second, and is answered with the water
 * there, to first order in place and time. Between two answers the vehicle's equations follow that expansion, which is made
 * around where and when the vehicle will be half way to the next answer: around the present, what the water's acceleration
 * does would come half an interval late, and a light body in waves would be pumped up.
 *
 *   deliver   vehicleState -> environment -> surroundings -> held inputs of the vehicle
 *
 * With the answers go those to requests for map excerpts (excerpts.ts), and the first time that a vehicle is where the data of
 * the sea end is told (sea-edges.ts).
 * The height of the surface and the wind are held between two answers. The wind is that of the present, at the height at which
 * the vehicle says it stands in it: half an interval is short beside a gust, and gusts are not known ahead.
 */
import { S_PER_NS } from "../core/index.ts";
import { type Dialogue, type InPort, type ModelBuilder, messages, PHASE } from "../engine/index.ts";
import { FLOW, FLOW_SIZE, POINT } from "../environment/index.ts";
import { rotateInto } from "../math/index.ts";
import { AIR_SIZE, STATE, WATER } from "../vehicles/index.ts";
import type { ExcerptDesk } from "./excerpts.ts";
import { type SeaQuery, seaPoint } from "./sea.ts";
import type { EdgeWatch } from "./sea-edges.ts";
import type { VehicleNode } from "./vehicle-node.ts";

const TOLD = messages.vehicleState.at;
const ANSWER = messages.surroundings.at;

/** The environment's side: answers every state with the surroundings. */
export function addEnvironment(
  builder: ModelBuilder,
  dialogue: Dialogue,
  sea: SeaQuery,
  desk: ExcerptDesk,
  edges: EdgeWatch,
  vehicles: number,
  rate_Hz: number,
): void {
  const half_ns = Math.round(0.5e9 / rate_Hz);
  const told = new Float64Array(messages.vehicleState.size);
  const answer = new Float64Array(messages.surroundings.size);
  const flow = new Float64Array(FLOW_SIZE);
  const below = new Float64Array(2);
  const point = seaPoint();
  const ahead = new Float64Array(3);
  const out = dialogue.out("environment", "environment", "surroundings");
  let port: InPort<typeof messages.vehicleState.fields>;
  const actor = builder.addActor({
    path: "environment",
    handle(sim) {
      while (port.receive(sim, told, 0)) {
        // Half way to the next answer.
        rotateInto(ahead, 0, told, TOLD.q_NB, told, TOLD.v_NB_B_mps);
        for (let i = 0; i < 3; i++) point[POINT.p + i] = told[TOLD.p_NB_m + i]! + ahead[i]! * half_ns * S_PER_NS;
        answer[ANSWER.t_ns] = told[TOLD.t_ns]! + half_ns;
        point[POINT.t_s] = answer[ANSWER.t_ns]! * S_PER_NS;
        edges.look(sim, told[TOLD.vehicle]!, point, 0);
        sea.flowInto(flow, 0, point, 0, sim.reals);
        sea.belowInto(below, 0, point, 0);
        answer[ANSWER.vehicle] = told[TOLD.vehicle]!;
        for (let i = 0; i < 3; i++) answer[ANSWER.p_NB_m + i] = point[POINT.p + i]!;
        for (let i = 0; i < 3; i++) answer[ANSWER.current_N_mps + i] = flow[FLOW.velocity + i]!;
        for (let i = 0; i < 9; i++) answer[ANSWER.currentGradient_N_1ps + i] = flow[FLOW.gradient + i]!;
        for (let i = 0; i < 3; i++) answer[ANSWER.currentRate_N_mps2 + i] = flow[FLOW.rate + i]!;
        sea.densityInto(answer, ANSWER.density_kgpm3, point, 0);
        sea.surfaceInto(answer, ANSWER.surface_m, point, 0);
        answer[ANSWER.bottomDepth_m] = below[0]!;
        point[POINT.t_s] = told[TOLD.t_ns]! * S_PER_NS;
        sea.windInto(answer, ANSWER.wind_N_mps, told, TOLD.windHeight_m, point, 0, sim.reals);
        out.send(sim, answer, 0);
      }
      desk.answer(sim);
    },
  });
  const wake = { actor, phase: PHASE.deliver, data: 0 };
  port = dialogue.in("environment", "environment", "vehicleState", { capacity: Math.max(16, vehicles), wake });
}

/** The vehicle's side: tells where it is at a rate, and keeps what it is answered. */
export function askEnvironment(builder: ModelBuilder, dialogue: Dialogue, node: VehicleNode, rate_Hz: number): void {
  const { name } = node.vehicle;
  const { place, system } = node;
  const state = new Float64Array(messages.vehicleState.size);
  const answer = new Float64Array(messages.surroundings.size);
  const rates = new Float64Array(system.size);
  const time = new Float64Array(1);
  const out = dialogue.out("vehicles", name, "vehicleState");
  const teller = builder.addActor({
    path: `${name}/vehicleState`,
    handle(sim) {
      const { x, now_ns } = sim;
      time[0] = now_ns * S_PER_NS;
      system.derivativesInto(rates, x, place.at, time);
      state[TOLD.vehicle] = node.index;
      state[TOLD.t_ns] = now_ns;
      for (let i = 0; i < 7; i++) state[TOLD.p_NB_m + i] = x[place.at + STATE.p + i]!;
      for (let i = 0; i < 6; i++) state[TOLD.v_NB_B_mps + i] = x[place.at + STATE.V + i]!;
      for (let i = 0; i < 6; i++) state[TOLD.vdot_NB_B_mps2 + i] = rates[STATE.V + i]!;
      system.windHeightInto(state, TOLD.windHeight_m, x, place.at, time);
      out.send(sim, state, 0);
    },
  });
  builder.every(teller, rate_Hz, PHASE.deliver);

  let port: InPort<typeof messages.surroundings.fields>;
  const keeper = builder.addActor({
    path: `${name}/surroundings`,
    handle(sim) {
      while (port.receive(sim, answer, 0)) {
        const { x } = sim;
        const at = place.at + system.waterAt;
        for (let i = 0; i < 3; i++) x[at + WATER.current + i] = answer[ANSWER.current_N_mps + i]!;
        for (let i = 0; i < 9; i++) x[at + WATER.gradient + i] = answer[ANSWER.currentGradient_N_1ps + i]!;
        for (let i = 0; i < 3; i++) x[at + WATER.rate + i] = answer[ANSWER.currentRate_N_mps2 + i]!;
        for (let i = 0; i < 3; i++) x[at + WATER.around + i] = answer[ANSWER.p_NB_m + i]!;
        x[at + WATER.since] = answer[ANSWER.t_ns]! * S_PER_NS;
        x[at + WATER.varies] = 1;
        x[at + WATER.density] = answer[ANSWER.density_kgpm3]!;
        x[at + WATER.surface] = answer[ANSWER.surface_m]!;
        for (let i = 0; i < AIR_SIZE; i++) x[at + WATER.air + i] = answer[ANSWER.wind_N_mps + i]!;
      }
    },
  });
  const only = { field: "vehicle", value: node.index } as const;
  port = dialogue.in("vehicles", name, "surroundings", {
    only,
    wake: { actor: keeper, phase: PHASE.deliver, data: 0 },
  });
}
