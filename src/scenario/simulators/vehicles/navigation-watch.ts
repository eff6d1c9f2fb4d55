/**
 * How far off a vehicle's navigation is: the estimate of its software comes by message and is compared with the truth of the instant at
 * which it comes. (Online that is later than the instant that it is of, by the time that the controller takes.) In the log it stands at
 * most as often as what programs show.
 */

import { type ConnectedProgram, NAVIGATION_STATE, navigationState, wrapAngleInto } from "../../../control/index.ts";
import { S_PER_NS } from "../../../core/index.ts";
import { type InPort, PHASE } from "../../../engine/index.ts";
import type { ChannelField } from "../../../logging/index.ts";
import { rpyFromQuaternionInto } from "../../../math/index.ts";
import { FEW, PORTS } from "../routes.ts";
import type { Site } from "../site.ts";
import { type Body, STATE_FIELDS } from "./body.ts";

/** Quantities are the plots in which a report shows them; estimated less true. */
const FIELDS: readonly ChannelField[] = [
  { name: "northError_m", unit: "m", label: "north error", quantity: "position error" },
  { name: "eastError_m", unit: "m", label: "east error", quantity: "position error" },
  { name: "horizontalError_m", unit: "m", label: "horizontal error", quantity: "horizontal error" },
  { name: "deviation_m", unit: "m", label: "deviation that navigation states", quantity: "horizontal error" },
  { name: "depthError_m", unit: "m", label: "depth error", quantity: "depth error" },
  { name: "rollError_rad", unit: "rad", label: "roll error", quantity: "attitude error" },
  { name: "pitchError_rad", unit: "rad", label: "pitch error", quantity: "attitude error" },
  { name: "headingError_rad", unit: "rad", label: "heading error", quantity: "attitude error" },
  { name: "uError_mps", unit: "m/s", label: "surge velocity error", quantity: "velocity error" },
  { name: "vError_mps", unit: "m/s", label: "sway velocity error", quantity: "velocity error" },
  { name: "wError_mps", unit: "m/s", label: "heave velocity error", quantity: "velocity error" },
];

export function watchNavigation(site: Site, body: Body): void {
  const { name, controllers } = body.vehicle;
  for (const { component, program } of controllers) {
    if (program.estimate !== null)
      watch(
        site,
        body,
        PORTS.law(name, component.id),
        controllers.length > 1 ? component.id : "",
        thinning(site, body, program),
      );
  }
}

/** One of how many estimates is logged, and how many there are in a second. */
interface Thinning {
  readonly rate_Hz: number;
  readonly every: number;
}

function thinning({ scenario }: Site, { index }: Body, { estimate, modules }: ConnectedProgram): Thinning {
  const rate_Hz = modules[estimate!.module]!.module.rate_Hz ?? 0;
  const plan = scenario.logs.find(({ vehicle, channels }) => vehicle === index && channels.includes("control"));
  return { rate_Hz, every: Math.max(1, Math.floor(rate_Hz / (plan?.rate_Hz ?? rate_Hz))) };
}

function watch(site: Site, body: Body, path: string, controller: string, { rate_Hz, every }: Thinning): void {
  const { name } = body.vehicle;
  const channel = site.log.told({
    topic: controller === "" ? `/${name}/navigation` : `/${name}/navigation/${controller}`,
    schema: "thetis.NavigationError",
    fields: FIELDS,
    plot: "lines",
    group: "navigation",
    title: "Error of the estimate",
    vehicle: body.index,
    of: `${name}/navigation`,
  });
  const estimate = new Float64Array(navigationState.size);
  const truth = new Float64Array(STATE_FIELDS.length);
  const shown = new Float64Array(FIELDS.length);
  const rpy = new Float64Array(3);
  let port: InPort<typeof navigationState.fields>;
  const actor = site.builder.addActor({
    path: `${path}/navigation error`,
    reads: body.reads,
    handle(moment) {
      while (port.receive(moment, estimate, 0)) {
        if (Math.round(estimate[NAVIGATION_STATE.taken]! * S_PER_NS * rate_Hz) % every !== 0) continue;
        body.fieldsInto(truth, moment);
        rpyFromQuaternionInto(rpy, 0, estimate, NAVIGATION_STATE.q);
        const north = estimate[NAVIGATION_STATE.p]! - truth[0]!;
        const east = estimate[NAVIGATION_STATE.p + 1]! - truth[1]!;
        shown[0] = north;
        shown[1] = east;
        shown[2] = Math.sqrt(north * north + east * east);
        shown[3] = estimate[NAVIGATION_STATE.deviation]!;
        shown[4] = estimate[NAVIGATION_STATE.p + 2]! - truth[2]!;
        for (let i = 0; i < 3; i++) {
          shown[5 + i] = rpy[i]! - truth[3 + i]!;
          wrapAngleInto(shown, 5 + i);
          shown[8 + i] = estimate[NAVIGATION_STATE.v + i]! - truth[6 + i]!;
        }
        channel.write(moment.now_ns, shown, 0);
      }
    },
  });
  port = site.in(path, navigationState, { capacity: FEW, wake: { actor, phase: PHASE.record } });
}
