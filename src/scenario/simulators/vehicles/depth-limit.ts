/**
 * The depth that a vehicle is built for: a guard on the depth of Bo below mean sea level.
 *
 *   g = z_max − z                                                          (1)  crossed downwards: beyond the limit
 *
 * What follows is declared in the vehicle's file: warn, an event; flood, water comes in through a breach that stays open;
 * stop, the run ends with a fault. Coming back above the limit is an event, too. Until (1) can change its sign at 50 m/s,
 * more than any vehicle sinks at, the guard costs nothing.
 */
import { SimulationFault } from "../../../engine/index.ts";
import { STATE } from "../../../vehicles/index.ts";
import type { Site } from "../site.ts";
import type { MovingBody } from "./body.ts";

const FASTEST_MPS = 50;

export function watchDepth(site: Site, { vehicle, system, place }: MovingBody): void {
  const { maxDepth_m = null, beyond = "warn" } = vehicle.parts?.limits ?? {};
  if (maxDepth_m === null) return;
  const { name } = vehicle;
  const floods = system.floodingAt >= 0;
  const actor = site.builder.addActor({
    path: `${name}/limits`,
    writes: floods ? [place] : [],
    handle(moment, side) {
      const t_ns = moment.now_ns;
      if (side > 0) {
        const message = `is above its maximum depth of ${maxDepth_m} m again`;
        site.tell({ t_ns, level: "info", name, message });
        return;
      }
      const message = `is below its maximum depth of ${maxDepth_m} m`;
      if (beyond === "stop") throw new SimulationFault(t_ns, name, [], message);
      site.tell({ t_ns, level: "warning", name, message: floods ? `${message}: water comes in` : message });
      if (floods) moment.x[place.at + system.floodingAt] = 1;
    },
  });
  site.builder.addGuard({
    path: `${name}/maxDepth`,
    of: place,
    actor,
    // One that starts too deep has crossed it.
    armed: 1,
    valueInto(out, x, at) {
      out[0] = maxDepth_m - x[at + STATE.p + 2]!; // (1)
    },
    horizonInto(out, x, at) {
      out[0] = Math.abs(maxDepth_m - x[at + STATE.p + 2]!) / FASTEST_MPS;
    },
  });
}
