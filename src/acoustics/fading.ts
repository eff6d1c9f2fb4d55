/**
 * Block fading: the power of a link stands for a coherence time, then takes another value of the same law.
 *
 *   block  k = ⌊t/T_c⌋                                                                               (1)
 *   gain   h_k = |√(K/(K + 1)) + √(1/(2 (K + 1))) (Z₁ + i Z₂)|²,   mean 1                              (2)
 *
 * T_c: coherence time; Z: standard normals, two of block k of the link's own random stream; K: Rice factor. K = 0 is Rayleigh, h exponential;
 * K = ∞ does not fade. h_k is a pure function of (stream, k): there is no state to save, the order of questions changes nothing, and a
 * link that is asked about less often has the same gains.
 * T_c is about 9/(16 π f_D), f_D the largest Doppler shift among the paths: at 25 kHz and 0.5 m/s, 8.3 Hz and 21 ms.
 *
 * Left out: the passage from one value to the next, fading that depends on frequency, echoes: with rays/ the paths are known.
 * Source: (2) is the definition of a Rice channel [Proakis2008].
 */
import { invariant, type RandomStream } from "../core/index.ts";
import { cos, log, sin } from "../math/index.ts";

const TWO_PI = 2 * Math.PI;

export class BlockFading {
  readonly #stream: RandomStream;
  readonly #coherence_ns: number;
  readonly #steady: number;
  readonly #scattered: number;
  /** Holds nothing between calls. */
  readonly #drawn = new Float64Array(2);

  /** The stream is this link's alone; it is not advanced. coherence_ns: T_c. */
  constructor(stream: RandomStream, coherence_ns: number, riceFactor: number) {
    invariant(coherence_ns > 0, `a coherence time of ${coherence_ns} ns`);
    invariant(riceFactor >= 0, `a Rice factor of ${riceFactor}`);
    this.#stream = stream;
    this.#coherence_ns = coherence_ns;
    const fades = riceFactor < Number.POSITIVE_INFINITY;
    this.#steady = fades ? Math.sqrt(riceFactor / (riceFactor + 1)) : 1;
    this.#scattered = fades ? Math.sqrt(0.5 / (riceFactor + 1)) : 0;
  }

  /** out[o] = h at the instant t_ns[i], a ratio of powers of mean 1. */
  gainInto(out: Float64Array, o: number, t_ns: Float64Array, i: number): void {
    const drawn = this.#drawn;
    this.#stream.uniformPairOfBlockInto(drawn, 0, Math.floor(t_ns[i] / this.#coherence_ns)); // (1)
    const radius = this.#scattered * Math.sqrt(-2 * log(1 - drawn[0]));
    const angle = TWO_PI * drawn[1];
    const x = this.#steady + radius * cos(angle);
    const y = radius * sin(angle);
    out[o] = x * x + y * y; // (2)
  }
}

/** T_c for a Doppler shift among the paths; the usual rule. */
export function coherenceTime_s(doppler_Hz: number): number {
  return 9 / (16 * Math.PI * doppler_Hz);
}
