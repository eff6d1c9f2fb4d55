/** How a hybrid modem chooses among its modems: what a model of the kind `hybridModem` has to give. */
import type { Moment } from "../../engine/index.ts";
import type { StatePlaces } from "../state-places.ts";

/** Why a message goes over a modem. */
export const REASONS = [
  "near",
  "far",
  "distance unknown",
  "good",
  "weak",
  "not heard",
  "for all",
  "the only one",
  "another one failed",
] as const;
export type Reason = (typeof REASONS)[number];
export const REASON = Object.freeze(Object.fromEntries(REASONS.map((word, k) => [word, k]))) as Readonly<
  Record<Reason, number>
>;

/** Places of a choice. */
export const CHOICE = { modem: 0, reason: 1, distance_m: 2, margin_dB: 3 } as const;
export const CHOICE_SIZE = 4;

export interface RuleSite extends Pick<StatePlaces, "reals"> {
  /** How many modems it chooses among, in their order: from the one with the longest range to the one with the shortest. */
  readonly modems: number;
  /** How many other addresses there are, at most; each is named by its place. */
  readonly peers: number;
}

export interface Rule {
  /** A frame of a peer was decoded by a modem. See ModemListener. */
  heard(moment: Moment, modem: number, peer: number, range_m: number, margin_dB: number): void;
  /**
   * out[0 ..] = CHOICE for a message to a peer. current: the modem of the last one. allowed: bit k for modem k, at least one; where only one is
   * allowed, the rest of what it chooses counts, not the modem.
   */
  chooseInto(out: Float64Array, moment: Moment, peer: number, current: number, allowed: number): void;
}

/** What a model of the kind makes of its parameters. Frozen. */
export interface HybridRule {
  /** How many modems it can choose among; any number where not given. */
  readonly modems?: number;
  join(site: RuleSite): Rule;
}

/** The modem with the longest range that is allowed. */
export function longestOf(allowed: number): number {
  let k = 0;
  while (((allowed >> k) & 1) === 0) k++;
  return k;
}
