/**
 * The sensors of a world. What they know of a vehicle comes from taps on its state, what they know of the sea from
 * answers of the environment.
 *
 *   deliver   vehicleState -> navigationState, for software that is tried without sensors
 *             things (../things.ts) take what they asked for
 */
import { clockTick, navigationState } from "../../../control/index.ts";
import { type InPort, PHASE } from "../../../engine/index.ts";
import { vehicleState } from "../../../vehicles/index.ts";
import { FEW, inputPath, PORTS } from "../routes.ts";
import type { Site } from "../site.ts";
import { joinThings } from "../things.ts";

const TOLD = vehicleState.at;
const SENT = navigationState.at;

// Scratch of one event: one for all vehicles, since a fleet's own would not stay in the cache.
const told = new Float64Array(vehicleState.size);
const message = new Float64Array(navigationState.size);

export function installSensors(site: Site): void {
  for (const { name, controllers } of site.scenario.vehicles) {
    for (const controller of controllers) {
      for (const external of controller.program.externals) {
        const path = inputPath(name, controller, external);
        if (external.source === "state") readTrueState(site, path);
        if (external.source === "clock") readClock(site, path, external.rate_Hz);
      }
    }
  }
  joinThings(site, "sensors");
}

/** Time, for modules that have a period and take no reading. */
function readClock(site: Site, path: string, rate_Hz: number): void {
  const time = new Float64Array(clockTick.size);
  const out = site.out(path, clockTick, PHASE.sense);
  const actor = site.builder.addActor({
    path: `${path}/clock`,
    handle(moment) {
      time[0] = moment.now_ns;
      out.send(moment, time, 0);
    },
  });
  site.builder.every(actor, rate_Hz, PHASE.sense);
}

/** The exact state, which no real vehicle knows, for one program. */
function readTrueState(site: Site, law: string): void {
  const out = site.out(law, navigationState, PHASE.deliver);
  let port: InPort<typeof vehicleState.fields>;
  const actor = site.builder.addActor({
    path: `${law}/navigationState`,
    handle(moment) {
      while (port.receive(moment, told, 0)) {
        message.fill(0);
        message[SENT.taken_ns] = told[TOLD.t_ns]!;
        for (let i = 0; i < 16; i++) message[SENT.p_NB_m + i] = told[TOLD.p_NB_m + i]!;
        out.send(moment, message, 0);
      }
    },
  });
  port = site.in(PORTS.state(law), vehicleState, { capacity: FEW, wake: { actor, phase: PHASE.deliver } });
}
