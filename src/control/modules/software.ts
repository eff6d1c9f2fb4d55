/**
 * The kind `software`: a vehicle's program as a graph of modules and links. <autopilot>, <stationKeeper>, <controller> and
 * <mission> are modules as well, with what they bring along (a plan, loops, the thruster manager); on a vehicle each stands for a
 * program of its own, inside <software> they may be linked.
 */
import { defineKind } from "../../library/index.ts";
import { STALL_SLOT } from "../laws/stall.ts";
import type { Software } from "./program.ts";

export const moduleKind = defineKind<Software>()({
  kind: "module",
  doc: "A piece of the vehicle's software with ports, as its model makes it: guidance, a filter, a detector, a converter.",
  provenance: false,
  example:
    '<module id="route" model="plan"><leg heading_deg="90" depth_m="5" speed_mps="1.5" duration_s="60"/></module>',
  params: {
    rate_Hz: { doc: "steps per second, of models that have a period", above: 0, max: 1000, default: 10 },
  },
  children: {
    leg: { doc: "of a plan: stretches with constant set-points" },
    route: { doc: "of a plan: stretches along waypoints" },
    hold: { doc: "of a list of holds: positions and headings" },
    pid: { doc: "gains of a loop, by its id" },
  },
});

export const link = defineKind()({
  kind: "link",
  doc: "Leads from a port to a port, “module.port”; equal types and units only.",
  id: "optional",
  provenance: false,
  example: '<link from="route.setpoint" to="pilot.setpoint" maxAge_s="0.5"/>',
  params: {
    from: {
      type: "text",
      doc: "an output, an event output or a request of a module; vehicle.state, the true state; DEVICE.PORT, what a device of the vehicle sends",
      example: "route.setpoint",
    },
    to: {
      type: "text",
      doc: "an input, an event input, a parameter or the answering side of a request of a module; vehicle.ACTUATOR; vehicle.thrusterManager; DEVICE.PORT, what a device takes",
      example: "pilot.setpoint",
    },
    factor: { doc: "of a set-point for an actuator: −1 for one that works the other way", unit: "1", default: 1 },
    delay: {
      type: "boolean",
      doc: "the reader gets what was written before the present instant: needed once in every circle of modules",
      default: false,
    },
    maxAge_s: {
      doc: "what is older when its reader steps is reported; the limit of the input itself where not given",
      above: 0,
      optional: true,
    },
  },
});

export const softwareKind = defineKind()({
  kind: "software",
  doc: "A program of the vehicle: modules that run on one computer, and the links between them.",
  id: "optional",
  provenance: false,
  example: `
<software id="brain">
  <module id="route" model="plan"><leg heading_deg="90" depth_m="5" speed_mps="1.5" duration_s="60"/></module>
  <autopilot id="pilot" file="components/controllers/remus100-autopilot.xml"/>
  <link from="route.setpoint" to="pilot.setpoint" maxAge_s="0.5"/>
</software>`,
  params: {},
  children: {
    module: { doc: "pieces of the program" },
    autopilot: { doc: "loops for a vehicle with fins and a propeller, with or without a plan of their own" },
    stationKeeper: { doc: "loops for a vehicle with thrusters in every direction, with or without holds of their own" },
    controller: { doc: "other control laws" },
    mission: { doc: "a mission that says which law runs when", max: 1 },
    link: { doc: "the links between them" },
    stall: STALL_SLOT,
  },
});
