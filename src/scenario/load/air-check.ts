/**
 * Vehicles that start above the water. Nothing here flies: a hull with a surface falls from there, one without is buoyant there; thrusters, fins and
 * damping act as in water with both. A depth with the wrong sign is the usual reason.
 */
import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import { placeOfValue } from "../../library/index.ts";
import { rotateInto } from "../../math/index.ts";
import { outlineOf, STATE, startInto } from "../../vehicles/index.ts";
import { scenarioCodes } from "./codes.ts";
import { PLACES } from "./start-check.ts";
import { metres } from "./touch-words.ts";
import type { ScenarioVehicle } from "./vehicle.ts";

/** How far above the water its lowest point may be: a vehicle that is put in from a crane, or a wave. */
const ALLOWED_M = 0.1;

export function checkInWater(vehicles: readonly ScenarioVehicle[], report: (d: Diagnostic) => void): void {
  for (const { component, parts } of vehicles) {
    if (parts === null) continue;
    const pose = new Float64Array(STATE.actuators);
    startInto(pose, 0, component);
    const up_m = -lowestPoint_m(pose, component);
    if (!(up_m > ALLOWED_M)) continue;
    const given = PLACES.find((name) => component.given.includes(name));
    const range = given === undefined ? component.range : placeOfValue(component, given);
    const what =
      parts.hull.figures.submergedOnly === true
        ? "its hull model has no surface, and is buoyant there as in water"
        : "it falls from there, with the drag, thrusters and fins of a vehicle in water";
    const message = `${component.id} starts ${metres(up_m)} above the water: ${what}`;
    report(codedDiagnostic(scenarioCodes.startsInAir, range, message, { hint: "depths are positive down" }));
  }
}

/** Depth of the lowest corner of the box around the hull. */
function lowestPoint_m(pose: Float64Array, component: ScenarioVehicle["component"]): number {
  const { centre_m, half_m } = outlineOf(component);
  const corner = new Float64Array(3);
  let lowest_m = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 8; k++) {
    for (let i = 0; i < 3; i++) corner[i] = centre_m[i]! + ((k >> i) & 1 ? 1 : -1) * half_m[i]!;
    rotateInto(corner, 0, pose, STATE.q, corner, 0);
    lowest_m = Math.max(lowest_m, pose[STATE.p + 2]! + corner[2]!);
  }
  return lowest_m;
}
