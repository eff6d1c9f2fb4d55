/**
 * A vehicle that carries a transducer, when it is asked where it is: a signal leaves it, or is about to reach it.
 *
 *   react   stateQuestion -> vehicleState, at the same instant
 *
 * It only reads: answering moves no bit of the vehicle.
 */
import { type InPort, PHASE } from "../../../engine/index.ts";
import { stateQuestion } from "../../../environment/index.ts";
import { vehicleState } from "../../../vehicles/index.ts";
import { FEW } from "../routes.ts";
import { askedVehicles, SIGNAL_PORTS } from "../signal-routes.ts";
import type { Site } from "../site.ts";
import type { Body } from "./body.ts";

const question = new Float64Array(stateQuestion.size);
const answer = new Float64Array(vehicleState.size);

export function installAnswers(site: Site, bodies: readonly Body[]): void {
  for (const vehicle of askedVehicles(site.scenario)) answerOf(site, bodies[vehicle]!);
}

function answerOf({ builder, out: outPort, in: inPort }: Site, body: Body): void {
  const path = SIGNAL_PORTS.vehicle(body.vehicle.name);
  const out = outPort(path, vehicleState, PHASE.react);
  let port: InPort<typeof stateQuestion.fields>;
  const actor = builder.addActor({
    path,
    reads: body.reads,
    handle(moment) {
      let asked = false;
      while (port.receive(moment, question, 0)) asked = true;
      if (!asked) return;
      body.tellInto(answer, moment);
      out.send(moment, answer, 0);
    },
  });
  port = inPort(path, stateQuestion, { capacity: FEW, wake: { actor, phase: PHASE.react } });
}
