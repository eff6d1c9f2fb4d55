/** What is known of medium access: closed forms, and orderings. */
import type { Claim } from "../../src/cli/verbs/reproduce/experiment.ts";
import { pureAloha, slottedAloha } from "../pieces/aloha.ts";

/** Of every ordering. */
export const CONFIDENCE = 0.99;
/** More than TDMA can carry in a network of 1 km. */
export const SATURATION_LOAD = 1.5;

const STATISTICS =
  "3 %: 7,000 messages and more are received, 1.2 % of which is chance; 200 senders are not very many: 1 % at G = 1";

const closed = (id: string, words: string, published: number, source: string): Claim => ({
  id,
  claim: words,
  kind: "result",
  ...{ published, unit: "", source, tolerance: 0.03 * published, toleranceReason: STATISTICS },
  why: "200 senders within 100 m of one another, queues and all",
});

/** Published is 0: the bound has to lie above. */
const ordering = (id: string, words: string, unit: string, source: string, why: string): Claim => ({
  id,
  claim: words,
  kind: "result",
  relation: "atLeast",
  ...{ published: 0, unit, source, tolerance: 0 },
  toleranceReason: "ours is the lower bound, with 99 %, of the difference",
  why,
});

const PURE = "[Abramson1970], G e^(−2G)";
const SLOTTED = "[Roberts1975], G e^(−G)";

export const claims: readonly Claim[] = [
  closed("pure-half", "Throughput of pure ALOHA at G = ½", pureAloha(0.5), PURE),
  closed("pure-one", "Throughput of pure ALOHA at G = 1", pureAloha(1), PURE),
  closed("slotted-half", "Throughput of slotted ALOHA at G = ½", slottedAloha(0.5), SLOTTED),
  closed("slotted-one", "Throughput of slotted ALOHA at G = 1", slottedAloha(1), SLOTTED),
  ordering(
    "slotted-above-pure",
    "Slotted ALOHA carries more than pure ALOHA, in 100 m",
    "",
    "[Roberts1975]",
    "10 nodes, G = 0.6; delays to the receiver differ by 33 ms, and the guard of the slots is 50 ms",
  ),
  ordering(
    "slotted-degrades",
    "Its gain is greater in 100 m than in 5 km",
    "",
    "[Roberts1975]: slots agree at the receiver",
    "delays to the receiver differ by up to 1.5 s there: slots that agree at the senders do not at the receiver",
  ),
  ordering(
    "csma-above-aloha",
    "CSMA/CA carries more than ALOHA, in 100 m",
    "",
    "[Bianchi2000]: listen before sending",
    "10 nodes, G = 0.6; what is heard is 67 ms old at most, a ninth of a frame",
  ),
  ordering(
    "csma-gain-shrinks",
    "Its gain is greater in 100 m than in 5 km",
    "",
    "elementary: what is heard is old",
    "over 5 km what is heard is 3.3 s old, six frames, and the silence to be waited for as long",
  ),
  {
    id: "tdma-saturation",
    claim: "Throughput of TDMA that is asked too much, 10 nodes, 1 km",
    kind: "result",
    ...{
      published: (0.9 * 0.576) / (0.576 + 1000 / 1500),
      unit: "",
      source: "closed form: 0.9 T/(T + τ)",
      tolerance: 0.008,
    },
    toleranceReason: "2 %: a stretch of 270 s is cut at any place of a cycle of 12.4 s",
    why: "each sender has one slot of T + 1000 m / 1500 m/s in a cycle of ten, of which the receiver's own stays empty",
  },
  ordering(
    "tdma-above-aloha",
    "TDMA carries more than ALOHA at G = 1, 1 km",
    "",
    "elementary: no collisions",
    "guards cost half of the time, collisions six sevenths",
  ),
  ordering(
    "aloha-delay",
    "A message takes longer with TDMA than with ALOHA at G = 0.1",
    "s",
    "elementary: waiting for a slot",
    "half of a cycle of 12.4 s is waited for, where ALOHA sends at once",
  ),
  ordering(
    "aloha-energy",
    "A bit costs more with ALOHA than with TDMA at G = 1",
    "J/bit",
    "elementary: what collides was sent for nothing",
    "10 W while sending; six of seven frames are lost",
  ),
  ordering(
    "waiting-room-energy",
    "A bit costs more with polling than with the waiting room at G = 0.1",
    "J/bit",
    "its definition: one door for all",
    "polling asks every member in turn, and each one answers; the door asks all at once",
  ),
  {
    id: "orderly",
    claim: "Frames that met others at the receiver, of all runs of TDMA, FDMA, polling and the waiting room",
    kind: "result",
    relation: "atMost",
    ...{ published: 0, unit: "", source: "their definitions", tolerance: 0, toleranceReason: "none may" },
    why: "0.1 to 5 km, 2 to 50 nodes, loads from 0.05 to 1.5",
  },
];
