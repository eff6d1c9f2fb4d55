/**
 * A vehicle whose hull model has no surface (buoyant everywhere, as `remus100-reference`) and that leaves the water: a guard on how far Bo is
 * above mean sea level.
 *
 *   g = z + h                                                              (1)  crossed upwards: out of the water by h, half the hull's height
 *
 * Reported once: from there on the run says nothing about a real vehicle. Waves are left out: such a model does not feel them either.
 */
import { outlineOf, STATE } from "../../../vehicles/index.ts";
import type { Site } from "../site.ts";
import type { MovingBody } from "./body.ts";

const FASTEST_MPS = 50;
/** Of a hull without an outline of its own. */
const LEAST_M = 0.1;

export function watchSurface(site: Site, { vehicle, place }: MovingBody): void {
  if (vehicle.parts?.hull.figures.submergedOnly !== true) return;
  const { name, component } = vehicle;
  const path = `${name}/surface`;
  const half_m = Math.max(LEAST_M, outlineOf(component).half_m[2] ?? 0);
  /** 1 when it has been reported. */
  const reported = site.builder.layout.integers(path, 1);
  const actor = site.builder.addActor({
    path,
    reads: [place],
    handle(moment, side) {
      if (side > 0 || moment.integers[reported] === 1) return;
      moment.integers[reported] = 1;
      const up_m = -moment.x[place.at + STATE.p + 2]!;
      const message = `has left the water, ${up_m.toFixed(2)} m above it, but its hull model has no surface: it is buoyant there, and its propeller and fins act as in water`;
      site.tell({ t_ns: moment.now_ns, level: "warning", name, message });
    },
  });
  site.builder.addGuard({
    path: `${name}/inWater`,
    of: place,
    actor,
    // One that starts in the air has crossed it.
    armed: 1,
    valueInto(out, x, at) {
      out[0] = x[at + STATE.p + 2]! + half_m; // (1)
    },
    horizonInto(out, x, at) {
      out[0] = Math.abs(x[at + STATE.p + 2]! + half_m) / FASTEST_MPS;
    },
  });
}
