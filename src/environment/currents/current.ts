/**
 * The current as a kind of component. Any number of currents lie over one another. Its models share no parameter: what a file
 * may say is declared by each.
 *
 * Velocities are in N: north, east, down. Each model is described in its own file.
 */
import { defineKind, type ParamsOf } from "../../library/index.ts";
import type { FlowModel } from "./joined-flow.ts";

/** Faster than any sea: a larger number is a slip of the unit. */
export const SPEED = { min: -20, max: 20 } as const;

/** Parameters that several models declare. */
export const currentParams = {
  velocity_mps: {
    type: "reals",
    length: 3,
    doc: "north, east, down: the current itself, its mean, or what it is above a bottom layer",
    ...SPEED,
    example: [0.3, -0.1, 0],
  },
  edge: {
    type: "choice",
    choices: ["clamp", "extrapolate", "zero"],
    doc: "beyond the ends of depth, north and east: held, or continued as in the last cell; of a map also zero, to which it falls within one more cell to the north and east",
    default: "clamp",
  },
} as const;

export type CurrentEdge = ParamsOf<typeof currentParams>["edge"];

export const current = defineKind<FlowModel>()({
  kind: "current",
  doc: "A current, or a part of one: several are added.",
  params: {},
  id: "optional",
  simulator: "environment",
});
