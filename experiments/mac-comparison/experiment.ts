/** Medium access schemes under one load on one network: throughput, delay and energy. */
import type { Experiment, ExperimentContext, Outcome } from "../../src/cli/verbs/reproduce/experiment.ts";
import { meanOf, orderingBound } from "../pieces/intervals.ts";
import { CONFIDENCE, claims, SATURATION_LOAD } from "./claims.ts";
import { type Measured, measured } from "./measure.ts";
import { FRAME_S, type Scheme } from "./network.ts";
import { ALOHA, CSMA_CA, POLLING, SLOT_GUARD_S, SLOTTED, TDMA, WAITING_ROOM } from "./schemes.ts";
import { allPoints, Comparison, MIDDLE, pictures, throughputTable } from "./sweeps.ts";

/** Many senders, each for itself, near enough for delays not to matter. */
const CROWD = { nodes: 201, size_m: 100, duration_s: 30_000, seed: 18 } as const;
const NEAR_M = 100;
const FAR_M = 5000;

export const experiment: Experiment = {
  name: "mac-comparison",
  doc: "Throughput, delay and energy of medium access schemes under water, against the closed forms of ALOHA [Abramson1970, Roberts1975]",
  about:
    "One receiver in the middle of a disc and senders in it, moored; every modem hears every other one, and only the schemes lose frames. Poisson traffic, frames of 64 bytes at 1000 bit/s with 64 bit of overhead, no acknowledgements, queues of 8 messages. G counts the messages offered, by all, in frame times; S those that the receiver got. Ten equal stretches of a run give the intervals; orderings are one-sided, of pairs of stretches with the same traffic. CSMA/CD has modems that hear while they send, all others are half-duplex. FDMA sends for a whole frame of its narrow band at full power. Energy is that of sending alone.",
  isLong: true,
  claims,
  run: async (context): Promise<Outcome> => {
    const crowd = await crowdThroughputs(context);
    const comparison = new Comparison(context);
    const points = allPoints();
    await comparison.make(points);
    const at = (scheme: Scheme, changed: Partial<Record<keyof typeof MIDDLE, number>> = {}): Measured =>
      comparison.at({ ...MIDDLE, ...changed, scheme });
    const gain = (scheme: Scheme, size_m: number): number[] =>
      minus(at(scheme, { size_m }).throughput, at(ALOHA, { size_m }).throughput);
    const bound = (a: readonly number[], b: readonly number[]): number => orderingBound(a, b, CONFIDENCE);
    const zero = at(ALOHA).throughput.map(() => 0);
    return {
      values: {
        ...crowd,
        "slotted-above-pure": bound(gain(SLOTTED, NEAR_M), zero),
        "slotted-degrades": bound(gain(SLOTTED, NEAR_M), gain(SLOTTED, FAR_M)),
        "csma-above-aloha": bound(gain(CSMA_CA, NEAR_M), zero),
        "csma-gain-shrinks": bound(gain(CSMA_CA, NEAR_M), gain(CSMA_CA, FAR_M)),
        "tdma-saturation": meanOf(at(TDMA, { load: SATURATION_LOAD }).throughput),
        "tdma-above-aloha": bound(at(TDMA, { load: 1 }).throughput, at(ALOHA, { load: 1 }).throughput),
        "aloha-delay": bound(at(TDMA, { load: 0.1 }).delay_s, at(ALOHA, { load: 0.1 }).delay_s),
        "aloha-energy": bound(at(ALOHA, { load: 1 }).energy_Jpbit, at(TDMA, { load: 1 }).energy_Jpbit),
        "waiting-room-energy": bound(
          at(POLLING, { load: 0.1 }).energy_Jpbit,
          at(WAITING_ROOM, { load: 0.1 }).energy_Jpbit,
        ),
        orderly: comparison.collisionsOfOrderly(points),
      },
      tables: [throughputTable(comparison)],
      pictures: pictures(comparison),
    };
  },
};

/** Of pure ALOHA per frame time, of slotted ALOHA per slot, which is a guard longer. */
async function crowdThroughputs(context: ExperimentContext): Promise<Record<string, number>> {
  const slots = (FRAME_S + SLOT_GUARD_S) / FRAME_S;
  const out: Record<string, number> = {};
  const cases = [
    ["pure-half", ALOHA, 0.5, 1],
    ["pure-one", ALOHA, 1, 1],
    ["slotted-half", SLOTTED, 0.5, slots],
    ["slotted-one", SLOTTED, 1, slots],
  ] as const;
  for (const [k, [id, scheme, G, unit]] of cases.entries()) {
    await context.progress(k, cases.length, `${scheme.name}, ${CROWD.nodes} nodes`);
    out[id] = unit * meanOf((await measured(context, { ...CROWD, scheme, load: G / unit })).throughput);
  }
  return out;
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, k) => x - b[k]!);
}
