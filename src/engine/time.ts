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

/**
 * Sample k of a rate: round(k · 10⁹ / rate). Computed from k, never by adding periods, so that a 30 Hz camera has made
 * exactly 108,000 pictures after an hour. k · 10⁹ is exact up to k = 9·10⁶; beyond, whole seconds are split off first.
 */
export function sampleTime_ns(k: number, rate_Hz: number): number {
  const out_ns = new Float64Array(1);
  sampleTimeInto(out_ns, k, Float64Array.of(rate_Hz), out_ns, 0);
  return out_ns[0];
}

/** The same for hot code: out_ns[0] = starts_ns[i] + sample k of rates_Hz[i]. Boxes no number. */
export function sampleTimeInto(
  out_ns: Float64Array,
  k: number,
  rates_Hz: Float64Array,
  starts_ns: Float64Array,
  i: number,
): void {
  const rate_Hz = rates_Hz[i];
  const start_ns = starts_ns[i];
  if (k <= 9_000_000) {
    out_ns[0] = start_ns + Math.round((k * NS_PER_S) / rate_Hz);
  } else if (Math.floor(rate_Hz) !== rate_Hz) {
    out_ns[0] = start_ns + Math.round((k / rate_Hz) * NS_PER_S);
  } else {
    const rest = k % rate_Hz;
    out_ns[0] = start_ns + ((k - rest) / rate_Hz) * NS_PER_S + Math.round((rest * NS_PER_S) / rate_Hz);
  }
}
