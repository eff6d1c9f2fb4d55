/** Simulated instants: integer nanoseconds in a plain number. */
import { invariant, LONGEST_RUN_NS, NS_PER_S } from "../core/index.ts";

/** The instant nearest to a time in seconds. */
export function instant_ns(t_s: number): number {
  const t_ns = Math.round(t_s * NS_PER_S);
  invariant(isInstant(t_ns), `${t_s} s is not an instant between 0 and ${LONGEST_RUN_NS} ns`);
  return t_ns;
}

export function isInstant(t_ns: number): boolean {
  return Number.isSafeInteger(t_ns) && t_ns >= 0;
}
