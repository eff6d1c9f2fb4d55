/**
 * Statistics of lateness without keeping the samples: counts in bins whose width is a quarter of their octave, from 1 µs
 * to 1,000 s. A quantile is given as the upper edge of its bin, so it is never below the true one and at most 25 % (or
 * 1 µs) above it; count, mean and worst are exact.
 */

const FIRST_NS = 1000;
const PER_OCTAVE = 4;
const OCTAVES = 40;

export interface LatenessReport {
  readonly count: number;
  readonly mean_ns: number;
  readonly median_ns: number;
  readonly p99_ns: number;
  readonly worst_ns: number;
}

export class LatenessStatistics {
  readonly #bins = new Float64Array(PER_OCTAVE * OCTAVES + 1);
  #count = 0;
  #sum_ns = 0;
  #worst_ns = 0;

  /** A negative lateness (early) counts as zero. */
  add(lateness_ns: number): void {
    const late_ns = Math.max(lateness_ns, 0);
    this.#bins[binOf(late_ns)]++;
    this.#count++;
    this.#sum_ns += late_ns;
    if (late_ns > this.#worst_ns) this.#worst_ns = late_ns;
  }

  /** Upper edge of the bin that holds the given share of the samples, but not above the worst. */
  quantile_ns(share: number): number {
    let left = Math.max(1, Math.ceil(share * this.#count));
    for (let i = 0; i < this.#bins.length; i++) {
      left -= this.#bins[i];
      if (left <= 0) return Math.min(upperEdge_ns(i), this.#worst_ns);
    }
    return 0;
  }

  report(): LatenessReport {
    return {
      count: this.#count,
      mean_ns: this.#count === 0 ? 0 : this.#sum_ns / this.#count,
      median_ns: this.quantile_ns(0.5),
      p99_ns: this.quantile_ns(0.99),
      worst_ns: this.#worst_ns,
    };
  }
}

/** Bin 0 ends at 1 µs; then four equal parts of each octave. The last bin takes all that is later. */
function binOf(late_ns: number): number {
  let octaveStart_ns = FIRST_NS;
  if (late_ns < octaveStart_ns) return 0;
  let octave = 0;
  while (octave < OCTAVES - 1 && late_ns >= 2 * octaveStart_ns) {
    octaveStart_ns *= 2;
    octave++;
  }
  const part = Math.min(PER_OCTAVE - 1, Math.floor(((late_ns - octaveStart_ns) / octaveStart_ns) * PER_OCTAVE));
  return 1 + octave * PER_OCTAVE + part;
}

function upperEdge_ns(bin: number): number {
  if (bin === 0) return FIRST_NS;
  let octaveStart_ns = FIRST_NS;
  for (let octave = Math.floor((bin - 1) / PER_OCTAVE); octave > 0; octave--) octaveStart_ns *= 2;
  return octaveStart_ns * (1 + (((bin - 1) % PER_OCTAVE) + 1) / PER_OCTAVE);
}
