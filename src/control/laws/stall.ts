/** The kind `stall`: when the vehicle's computer hangs. An element of software carries the list; what executes it acts on it. */
import { type Component, defineKind, type ParamsOf } from "../../library/index.ts";

const params = {
  start_s: { doc: "when the computer stops answering, since the start of the run", min: 0 },
  duration_s: { doc: "for how long; the last set-points stay in force", above: 0 },
} as const;

/** A span in which the computer hangs: no module steps in it, and the last set-points stay in force. */
export interface Stall {
  readonly start_s: number;
  readonly duration_s: number;
}

export const stall = defineKind()({
  kind: "stall",
  doc: "A span in which the vehicle's computer hangs.",
  id: "optional",
  provenance: false,
  params,
});

/** What every kind of law offers. */
export const STALL_SLOT = { doc: "spans in which the computer hangs" } as const;

/** The stalls among the children of a law, the earliest first. */
export function stallsOf(component: Component): readonly Stall[] {
  const found = component.children.filter((child) => child.kind === "stall");
  const stalls = found.map((child) => child.params as unknown as ParamsOf<typeof params>);
  return Object.freeze(stalls.sort((a, b) => a.start_s - b.start_s));
}
