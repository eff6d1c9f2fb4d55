/**
 * Puts the desk of signals (signal-desk.ts) into a model, with its ports: emissions of communications and of each sensor that sends, arrivals to both,
 * questions to vehicles and their answers. A scenario without transducers has none of it.
 */
import { type InPort, type InPortOptions, PHASE } from "../../../../engine/index.ts";
import { arrivals, emission, stateQuestion } from "../../../../environment/index.ts";
import { vehicleState } from "../../../../vehicles/index.ts";
import { FEW } from "../../routes.ts";
import { askedVehicles, SIGNAL_PORTS } from "../../signal-routes.ts";
import type { Site } from "../../site.ts";
import { PairFading } from "./pair-fading.ts";
import { Post } from "./post.ts";
import { SignalDesk } from "./signal-desk.ts";
import { Transducers } from "./transducers.ts";
import { VehicleStates } from "./vehicle-states.ts";

const sent = new Float64Array(emission.size);
const told = new Float64Array(vehicleState.size);

/** null where nothing sends or hears. */
export function installSignals(site: Site): SignalDesk | null {
  const { builder, scenario, constants } = site;
  const transducers = new Transducers(scenario, constants);
  const { all } = transducers;
  if (all.length === 0) return null;
  const path = `${SIGNAL_PORTS.environment}/desk`;
  const isTalking = all.some(({ each }) => each.simulator === "communications");
  const asked = askedVehicles(scenario);
  const names = asked.map((vehicle) => scenario.vehicles[vehicle]!.name);
  const states = new VehicleStates(
    site,
    path,
    asked,
    names.map((name) => site.out(SIGNAL_PORTS.asked(name), stateQuestion, PHASE.react)),
  );
  const fading = new PairFading(builder.layout.seed, all);
  const toSensors = all.map(({ each, hears }) =>
    each.simulator === "communications" || hears === null
      ? null
      : site.out(SIGNAL_PORTS.sensor(each.path), arrivals, PHASE.react),
  );
  const toDevices = isTalking ? site.out(SIGNAL_PORTS.environment, arrivals, PHASE.react) : null;
  const post = new Post(transducers, fading, toDevices, toSensors);
  const desk = new SignalDesk(builder, path, transducers, scenario.media, states, post, fading, site.tell);

  const answers: InPort<typeof vehicleState.fields>[] = [];
  const pings: { readonly index: number; readonly port: InPort<typeof emission.fields> }[] = [];
  let devices: InPort<typeof emission.fields> | null = null;
  const actor = builder.addActor({
    path,
    handle(moment, data) {
      if (data >= 0) desk.askAgain(moment, data);
      for (let n = 0; n < answers.length; n++) {
        while (answers[n]!.receive(moment, told, 0)) states.keep(moment, n, told);
      }
      while (devices?.receive(moment, sent, 0) === true) desk.take(moment, sent);
      for (let n = 0; n < pings.length; n++) {
        const { index, port } = pings[n]!;
        while (port.receive(moment, sent, 0)) {
          sent[emission.at.emitter] = index;
          desk.take(moment, sent);
        }
      }
      desk.settle(moment);
    },
  });
  const wake = { actor, phase: PHASE.react } as const;
  const options = (capacity: number): InPortOptions => ({ capacity, wake });
  for (const name of names) answers.push(site.in(SIGNAL_PORTS.asked(name), vehicleState, options(FEW)));
  // All devices may begin to send at one instant.
  if (isTalking) devices = site.in(SIGNAL_PORTS.environment, emission, options(2 * all.length + FEW));
  for (const { index, each, sends } of all) {
    if (each.simulator === "communications" || sends === null) continue;
    pings.push({ index, port: site.in(SIGNAL_PORTS.sensor(each.path), emission, options(FEW)) });
  }
  return desk;
}
