/**
 * The vehicle as a kind: a hull, what is mounted on it, and the figures that belong to the whole. Exchanging a device is
 * exchanging the file name of its element.
 *
 * Frame B: origin Bo, x forward, y to starboard, z down. Places of devices are given from Bo in B.
 */
import { FinGroup, mountedFin, mountedThruster, ThrusterGroup } from "../actuators/index.ts";
import { invariant } from "../core/index.ts";
import { type Component, createModel, type Definitions, defineKind } from "../library/index.ts";
import { hull } from "./hull.ts";
import type { VehicleParts } from "./vehicle-system.ts";

export const vehicle = defineKind()({
  kind: "vehicle",
  doc: "A marine robot: its hull and the devices on it.",
  params: {
    length_m: { doc: "length over all", above: 0 },
    maxDepth_m: { doc: "depth it is built for", above: 0, optional: true },
  },
  children: {
    hull: { doc: "its body in water", min: 1, max: 1 },
    thruster: { doc: "its thrusters; commands in this order", max: 16 },
    fin: { doc: "its fins and planes; commands in this order, behind the thrusters", max: 32 },
  },
});

/** The parts of a loaded vehicle, made into their models. */
export function vehicleParts(definitions: Definitions, component: Component): VehicleParts {
  const of = (kind: string): Component[] => component.children.filter((child) => child.kind === kind);
  const [body] = of("hull");
  invariant(body !== undefined, `${component.path} has no hull`);
  return {
    hull: createModel(definitions, body, hull),
    thrusters: new ThrusterGroup(of("thruster").map((child) => mountedThruster(definitions, child))),
    fins: new FinGroup(of("fin").map((child) => mountedFin(definitions, child))),
  };
}
