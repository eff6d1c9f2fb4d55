/**
 * The vehicle as a kind: what is mounted on it, and the figures that belong to the whole. Exchanging a device is
 * exchanging the file name of its element.
 *
 * Frame B: origin Bo, x forward, y to starboard, z down. Places of devices are given from Bo in B.
 */
import { defineKind } from "../library/index.ts";

export const vehicle = defineKind()({
  kind: "vehicle",
  doc: "A marine robot and the devices on it.",
  params: {
    length_m: { doc: "length over all", above: 0 },
    mass_kg: { doc: "m, dry mass with everything on board", above: 0 },
    maxDepth_m: { doc: "depth it is built for", above: 0, optional: true },
  },
  children: {
    thruster: { doc: "its thrusters", max: 32 },
  },
});
