/**
 * Answers things that ask for the sea where they are: a state of their vehicle comes, at the times of their port, and
 * waterAt goes back in the same instant, for the origin of the thing's frame.
 *
 *   p_NS = p_NB + R_NB p_BS                                                  (1)
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type InPort, PHASE } from "../../../engine/index.ts";
import { FLOW, FLOW_SIZE, POINT, waterAt } from "../../../environment/index.ts";
import { rotateInto } from "../../../math/index.ts";
import { AIR_SIZE, vehicleState } from "../../../vehicles/index.ts";
import { FEW } from "../routes.ts";
import type { Site } from "../site.ts";
import { THING_PORTS, waterPorts } from "../thing-routes.ts";
import { type SeaQuery, seaPoint } from "./sea-query.ts";

const TOLD = vehicleState.at;
const ANSWER = waterAt.at;

// Scratch of one event.
const told = new Float64Array(vehicleState.size);
const answer = new Float64Array(waterAt.size);
const flow = new Float64Array(FLOW_SIZE);
const air = new Float64Array(AIR_SIZE);
const height = new Float64Array(1);
const point = seaPoint();

export function answerThings(site: Site, sea: SeaQuery): void {
  for (const { each, port } of waterPorts(site.scenario)) {
    answerThing(site, sea, THING_PORTS.water(each.path, port.name), Float64Array.from(each.mount.p_BS_m));
  }
}

function answerThing(site: Site, sea: SeaQuery, path: string, p_BS: Float64Array): void {
  const out = site.out(path, waterAt, PHASE.deliver);
  let port: InPort<typeof vehicleState.fields>;
  const actor = site.builder.addActor({
    path,
    handle(moment) {
      while (port.receive(moment, told, 0)) {
        rotateInto(point, POINT.p, told, TOLD.q_NB, p_BS, 0); // (1)
        for (let i = 0; i < 3; i++) point[POINT.p + i]! += told[TOLD.p_NB_m + i]!;
        point[POINT.t_s] = told[TOLD.t_ns]! * S_PER_NS;
        answer[ANSWER.t_ns] = told[TOLD.t_ns]!;
        waterInto(sea, moment.reals);
        out.send(moment, answer, 0);
      }
    },
  });
  port = site.in(path, vehicleState, { capacity: FEW, wake: { actor, phase: PHASE.deliver } });
}

/** What the sea is at `point`, to `answer`. */
function waterInto(sea: SeaQuery, reals: Float64Array): void {
  for (let i = 0; i < 3; i++) answer[ANSWER.p_NS_m + i] = point[POINT.p + i]!;
  sea.fieldsInto(answer, ANSWER.temperature_degC, point, 0);
  sea.flowInto(flow, 0, point, 0, reals);
  for (let i = 0; i < 3; i++) answer[ANSWER.current_N_mps + i] = flow[FLOW.velocity + i]!;
  if (sea.hasWind) {
    height[0] = -point[POINT.p + 2]! - answer[ANSWER.surface_m]!;
    sea.windInto(air, 0, height, 0, point, 0, reals);
  } else air.fill(Number.NaN);
  for (let i = 0; i < 3; i++) answer[ANSWER.wind_N_mps + i] = air[i]!;
}
