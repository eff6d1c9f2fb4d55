/**
 * Closed forms of random access at one receiver, with no propagation delay and frames of one length T.
 *
 *   G = frames offered per T,   S = frames received per T                                            (1)
 *   pure      S = G e^(−2G)                                                                         (2)  at most 1/(2e), at G = ½
 *   slotted   S = G e^(−G)                                                                          (3)  at most 1/e, at G = 1
 *
 * Valid: very many senders, each frame for itself (Poisson), all heard alike, what overlaps is lost. Source: elementary:
 * of a Poisson stream no other frame begins within 2T, or in the same slot. Test: intervals.test.ts, by drawing.
 */
import { exp } from "../../src/math/index.ts";

/** (2) */
export function pureAloha(G: number): number {
  return G * exp(-2 * G);
}

/** (3) */
export function slottedAloha(G: number): number {
  return G * exp(-G);
}

/** (1): G of frames sent, or S of frames received, in a time. */
export function perFrameTime(frames: number, frame_s: number, duration_s: number): number {
  return (frames * frame_s) / duration_s;
}

/** (1), backwards: mean interval between the frames of each of so many senders. */
export function interval_s(G: number, senders: number, frame_s: number): number {
  return (senders * frame_s) / G;
}
