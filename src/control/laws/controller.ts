/**
 * The kind `controller`, for control laws of one's own: a module (modules/module.ts) that a model in a models folder makes, with
 * parameters of its own. What it needs of the vehicle is linked by default: the true state to inputs of that type, its outputs to
 * the actuators that they drive. Inside <software> it may be linked to other modules, too.
 */
import { defineKind } from "../../library/index.ts";
import type { Software } from "../modules/program.ts";
import { STALL_SLOT } from "./stall.ts";

export const controller = defineKind<Software>()({
  kind: "controller",
  doc: "A control law that is neither an autopilot nor a station keeper, as its model makes it.",
  id: "optional",
  provenance: false,
  example: '<controller id="constant" model="hold" actuators="propeller" values="1000" units="rpm"/>',
  params: {
    rate_Hz: { doc: "ticks per second", above: 0, max: 1000, default: 10 },
    actuators: {
      type: "words",
      doc: 'actuators that the law drives; "-name" for one that works the other way',
      optional: true,
      example: ["propeller"],
    },
  },
  children: { stall: STALL_SLOT },
});
