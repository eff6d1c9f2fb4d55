/**
 * The kind `controller`, for control laws of one's own: whatever a model makes of a list of actuators and a list of numbers.
 *
 * A law of one's own is a file in a models folder that default-exports a model of this kind (or of `autopilot` or
 * `stationKeeper`, if it reads their parameters). What it has to do is in law.ts: all that it remembers lies in the reals that
 * it is handed, and it allocates nothing in a tick.
 */
import { defineKind } from "../../library/index.ts";
import type { ControlLaw } from "./law.ts";
import { STALL_SLOT } from "./stall.ts";

export const controller = defineKind<ControlLaw>()({
  kind: "controller",
  doc: "A control law that is neither an autopilot nor a station keeper.",
  id: "optional",
  provenance: false,
  example: '<controller id="constant" model="hold" actuators="propeller" values="1000"/>',
  params: {
    rate_Hz: { doc: "ticks per second", above: 0, max: 1000, default: 10 },
    actuators: {
      type: "words",
      doc: 'actuators that the law drives; "-name" for one that works the other way',
      optional: true,
      example: ["propeller"],
    },
    values: {
      type: "reals",
      doc: "numbers for the law, as its model reads them",
      unit: "any",
      optional: true,
      example: [1000],
    },
  },
  children: { stall: STALL_SLOT },
});
