/**
 * A hybrid modem that switches by the distance.
 *
 *   d = (t_heard − t_sent) c                      of the last frame that any of its modems decoded from the receiver       (1)
 *   modem k, of the shortest range for which      d ≤ D_k,   or  d ≤ D_k + h  where the last message went over it or a shorter one      (2)
 *   the first one                                 where none is, or where (1) is older than maxAge_s or was never learnt   (3)
 *
 * c: the nominal speed of that modem, so in water a radio needs one of its own (3.3e7 m/s at 10 MHz in a lake); D_k: switchDistances_m; h: hysteresis_m.
 * (1) is of the hop: of a relay's frames, the distance to the relay. Clocks of modems are true, and instants whole nanoseconds: 3 cm for a radio in a
 * lake, which no real radio resolves.
 * Source: the thesis switches at 10 m by the known position [Erdemir2018, 3.1]; (1) is what a vehicle can know. Test: test/hybrid-modem.test.ts.
 */
import type { Moment } from "../../engine/index.ts";
import { CHOICE, type HybridRule, longestOf, REASON, type Rule, type RuleSite } from "./rule.ts";

export interface DistanceParams {
  readonly switchDistances_m: readonly number[];
  readonly hysteresis_m: number;
  readonly maxAge_s: number;
}

export function byDistance(p: DistanceParams): HybridRule {
  return Object.freeze({ modems: p.switchDistances_m.length + 1, join: (site: RuleSite) => new ByDistance(p, site) });
}

class ByDistance implements Rule {
  readonly #distances_m: readonly number[];
  readonly #hysteresis_m: number;
  readonly #maxAge_ns: number;
  /** Reals, of each peer: d, and when it was learnt; NaN. */
  readonly #at: number;

  constructor({ switchDistances_m, hysteresis_m, maxAge_s }: DistanceParams, site: RuleSite) {
    this.#distances_m = switchDistances_m;
    this.#hysteresis_m = hysteresis_m;
    this.#maxAge_ns = maxAge_s * 1e9;
    this.#at = site.reals("distances", 2 * site.peers, new Array<number>(2 * site.peers).fill(Number.NaN));
  }

  heard({ reals, instant_ns }: Moment, _modem: number, peer: number, range_m: number): void {
    reals[this.#at + 2 * peer] = range_m;
    reals[this.#at + 2 * peer + 1] = instant_ns[0];
  }

  chooseInto(out: Float64Array, { reals, instant_ns }: Moment, peer: number, current: number, allowed: number): void {
    const at = this.#at + 2 * peer;
    const isKnown = instant_ns[0] - reals[at + 1] <= this.#maxAge_ns;
    const distance_m = isKnown ? reals[at] : Number.NaN;
    out[CHOICE.modem] = longestOf(allowed); // (3)
    out[CHOICE.reason] = isKnown ? REASON.far : REASON["distance unknown"];
    out[CHOICE.distance_m] = distance_m;
    out[CHOICE.margin_dB] = Number.NaN;
    for (let k = this.#distances_m.length; k >= 1; k--) {
      const limit_m = this.#distances_m[k - 1] + (current >= k ? this.#hysteresis_m : 0);
      if (((allowed >> k) & 1) === 0 || !(distance_m <= limit_m)) continue;
      out[CHOICE.modem] = k; // (2)
      out[CHOICE.reason] = REASON.near;
      return;
    }
  }
}
