/**
 * When something recurs: instant k of a sequence as a pure, increasing function of k, counted from the sequence's start.
 *
 *   t_k = offset + round(k · 10⁹ / f)                                  (1)
 *   t_k = offset + round(k · 10⁹ / f) + floor(u_k J)                   (2)  u_k uniform in [0, 1) from block k of a stream
 *
 * (1) is computed from k, never by adding periods, so that a 30 Hz camera has made exactly 108,000 pictures after an hour.
 * k · 10⁹ is exact up to k = 9·10⁶; beyond, whole seconds are split off first. In (2) J is at most a period, so that the
 * sequence increases. Block k of a counter-based stream needs no memory: a sequence can be asked for any k at any time.
 */
import { invariant, NS_PER_S, type RandomStream } from "../core/index.ts";

export interface SampleTimes {
  /** out_ns[0] = instant k ≥ 0, since the start of the sequence. */
  timeInto(out_ns: Float64Array, k: number): void;
}

/** (1) */
export class RegularTimes implements SampleTimes {
  /** f, offset */
  readonly #p: Float64Array;

  constructor(rate_Hz: number, offset_ns = 0) {
    checkRate(rate_Hz);
    checkOffset(offset_ns);
    this.#p = Float64Array.of(rate_Hz, offset_ns);
  }

  timeInto(out_ns: Float64Array, k: number): void {
    regularTimeInto(out_ns, k, this.#p);
  }
}

/** (2) */
export class JitteredTimes implements SampleTimes {
  /** f, offset, J, u_k */
  readonly #p: Float64Array;
  readonly #stream: RandomStream;

  /** stream: of the jitter alone; its blocks are asked for by number, nothing is drawn from it. */
  constructor(rate_Hz: number, jitter_ns: number, stream: RandomStream, offset_ns = 0) {
    checkRate(rate_Hz);
    checkOffset(offset_ns);
    const period_ns = Math.floor(NS_PER_S / rate_Hz);
    invariant(
      Number.isSafeInteger(jitter_ns) && jitter_ns >= 0 && jitter_ns <= period_ns,
      `a jitter of ${jitter_ns} ns is not an integer between 0 and the period of ${period_ns} ns`,
    );
    this.#p = Float64Array.of(rate_Hz, offset_ns, jitter_ns, 0);
    this.#stream = stream;
  }

  timeInto(out_ns: Float64Array, k: number): void {
    const p = this.#p;
    regularTimeInto(out_ns, k, p);
    this.#stream.uniformOfBlockInto(p, 3, k);
    out_ns[0] += Math.floor(p[3] * p[2]);
  }
}

/** (1), with p = [f, offset]. */
function regularTimeInto(out_ns: Float64Array, k: number, p: Float64Array): void {
  const rate_Hz = p[0];
  if (k <= 9_000_000) {
    out_ns[0] = p[1] + Math.round((k * NS_PER_S) / rate_Hz);
  } else if (Math.floor(rate_Hz) !== rate_Hz) {
    out_ns[0] = p[1] + Math.round((k / rate_Hz) * NS_PER_S);
  } else {
    const rest = k % rate_Hz;
    out_ns[0] = p[1] + ((k - rest) / rate_Hz) * NS_PER_S + Math.round((rest * NS_PER_S) / rate_Hz);
  }
}

/** Sample k of a rate that begins at 0, as a number. */
export function sampleTime_ns(k: number, rate_Hz: number): number {
  const out_ns = new Float64Array(1);
  new RegularTimes(rate_Hz).timeInto(out_ns, k);
  return out_ns[0];
}

/** A rate above 1 GHz would have several samples in one instant. */
function checkRate(rate_Hz: number): void {
  invariant(rate_Hz > 0 && rate_Hz <= 1e9, `a rate of ${rate_Hz} Hz is not above 0 and at most 1e9`);
}

function checkOffset(offset_ns: number): void {
  invariant(Number.isSafeInteger(offset_ns) && offset_ns >= 0, `an offset of ${offset_ns} ns is not an instant`);
}
