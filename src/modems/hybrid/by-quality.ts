/**
 * A hybrid modem that switches by the quality of the links.
 *
 *   M = full level − (L_sent − SNR) − θ           margin of a frame of ours at the other end, of each frame that is decoded from there    (1)
 *   m ← m + (M − m)/min(n, frames)                mean of about the last `frames` of them, of each modem                               (2)
 *   modem k, of the shortest range for which      m_k ≥ margin + h,   or  m_k ≥ margin  where the last message went over it or a shorter one     (3)
 *   the first one                                 where none is                                                                       (4)
 *
 * θ: threshold of the modem, of its lowest rate; h: hysteresis_dB. (1) takes the way back to be as long, and what is sent at lower power for what
 * it would be at full power. A mean that is older than maxAge_s counts no longer, and begins anew.
 * A modem that is never used is never heard: one end has to be heard over it without being asked, by a <traffic> of that modem or by messages for all
 * (broadcasts="all").
 * Test: test/hybrid-modem.test.ts.
 */
import type { Moment } from "../../engine/index.ts";
import { CHOICE, type HybridRule, longestOf, REASON, type Rule, type RuleSite } from "./rule.ts";

export interface QualityParams {
  readonly margin_dB: number;
  readonly hysteresis_dB: number;
  readonly frames: number;
  readonly maxAge_s: number;
}

export function byQuality(p: QualityParams): HybridRule {
  return Object.freeze({ join: (site: RuleSite) => new ByQuality(p, site) });
}

/** Reals, of each peer and modem: m, n, and when it was last heard; n = 0: never. */
const PLACES = 3;

class ByQuality implements Rule {
  readonly #p: QualityParams;
  readonly #modems: number;
  readonly #maxAge_ns: number;
  readonly #at: number;

  constructor(p: QualityParams, site: RuleSite) {
    this.#p = p;
    this.#modems = site.modems;
    this.#maxAge_ns = p.maxAge_s * 1e9;
    this.#at = site.reals("margins", PLACES * site.peers * site.modems);
  }

  heard({ reals, instant_ns }: Moment, modem: number, peer: number, _range_m: number, margin_dB: number): void {
    const at = this.#placeOf(peer, modem);
    if (instant_ns[0] - reals[at + 2] > this.#maxAge_ns) reals[at + 1] = 0;
    const n = Math.min(reals[at + 1] + 1, this.#p.frames);
    reals[at] += (margin_dB - reals[at]) / n; // (2); n = 1: M
    reals[at + 1] = n;
    reals[at + 2] = instant_ns[0];
  }

  chooseInto(out: Float64Array, { reals, instant_ns }: Moment, peer: number, current: number, allowed: number): void {
    const { margin_dB, hysteresis_dB } = this.#p;
    out[CHOICE.modem] = longestOf(allowed); // (4)
    out[CHOICE.reason] = REASON["not heard"];
    out[CHOICE.distance_m] = Number.NaN;
    out[CHOICE.margin_dB] = Number.NaN;
    for (let k = this.#modems - 1; k >= 1; k--) {
      const at = this.#placeOf(peer, k);
      if (((allowed >> k) & 1) === 0 || reals[at + 1] === 0) continue;
      if (instant_ns[0] - reals[at + 2] > this.#maxAge_ns) continue;
      out[CHOICE.margin_dB] = reals[at];
      out[CHOICE.reason] = REASON.weak;
      if (!(reals[at] >= margin_dB + (current >= k ? 0 : hysteresis_dB))) continue;
      out[CHOICE.modem] = k; // (3)
      out[CHOICE.reason] = REASON.good;
      return;
    }
  }

  #placeOf(peer: number, modem: number): number {
    return this.#at + PLACES * (peer * this.#modems + modem);
  }
}
