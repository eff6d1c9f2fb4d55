/**
 * What a run of a network comes to: throughput, delay and energy, each by equal stretches of time after the network has become steady.
 *
 *   S = messages received × T / time                                                                  (1)
 *   delay = end of reception − when the message came into its queue                                    (2)
 *   energy of a bit = electrical energy of all sending / bits received                                 (3)
 *
 * A message that found no room in its queue is offered (it counts in G) and not received; delays are of those that were received.
 */
import type { ExperimentContext, FinishedRun } from "../../src/cli/verbs/reproduce/experiment.ts";
import { batchRates, meanOf } from "../pieces/intervals.ts";
import { type Span, spansOf } from "../pieces/spans.ts";
import { FRAME, FRAME_S, type Network, RECEIVER, scenarioText, senderName } from "./network.ts";

export const BATCHES = 10;
/** Share of a run that is left out at its start. */
const WARM_UP = 0.1;
/** Frames that end earlier were broken off. */
const CUT_S = 1e-6;

export interface Measured {
  /** By stretch. */
  readonly throughput: readonly number[];
  readonly delay_s: readonly number[];
  readonly energy_Jpbit: readonly number[];
  /** Frames that met others at the receiver, in the whole run. */
  readonly collisions: number;
  readonly received: number;
}

export async function measured(context: ExperimentContext, network: Network): Promise<Measured> {
  const run = await context.run({ name: "network", scenario: { text: scenarioText(network) }, isLogged: true });
  return ofRun(run, network);
}

async function ofRun(run: FinishedRun, { nodes, duration_s }: Network): Promise<Measured> {
  const names = [RECEIVER.name, ...Array.from({ length: nodes - 1 }, (_, k) => senderName(k))];
  const [heard = [], ...senders] = await spansOf(
    run.log!.read,
    names.map((name) => `/${name}/modem`),
  );
  const from_s = WARM_UP * duration_s;
  const queued = senders.map(queuedTimes);
  const deliveries = heard.flatMap(({ sort, other, number, end_s, bytes }) => {
    if (sort !== "received" || bytes === 0) return [];
    const at_s = queued[other - RECEIVER.address - 1]?.get(number) ?? Number.NaN;
    return [{ t_s: end_s, quantity: 1, delay_s: end_s - at_s }];
  });
  const counts = batchRates(deliveries, from_s, duration_s, BATCHES);
  const waits = batchRates(
    deliveries.map(({ t_s, delay_s }) => ({ t_s, quantity: delay_s })),
    from_s,
    duration_s,
    BATCHES,
  );
  const sending = [heard, ...senders].flat().filter(({ sort }) => sort === "sending");
  const energies = batchRates(
    sending.map(({ begin_s, end_s }) => ({ t_s: end_s, quantity: (end_s - begin_s) * powerOf(run) })),
    from_s,
    duration_s,
    BATCHES,
  );
  return {
    throughput: counts.map((rate) => rate * FRAME_S), // (1)
    delay_s: waits.map((sum, k) => sum / counts[k]!), // (2)
    energy_Jpbit: energies.map((sum, k) => sum / (counts[k]! * 8 * FRAME.bytes)), // (3)
    collisions: run.figures.get(`${RECEIVER.name}/modem`)?.collisions ?? Number.NaN,
    received: deliveries.length,
  };
}

/** Electrical power of sending, by what the modems counted: the same for all. */
function powerOf({ figures }: FinishedRun): number {
  let [energy_J, time_s] = [0, 0];
  for (const { transmitEnergy_J = 0, sending_s = 0 } of figures.values()) {
    energy_J += transmitEnergy_J;
    time_s += sending_s;
  }
  return time_s === 0 ? 0 : energy_J / time_s;
}

/** When each frame of a sender came into its queue, by its number. A frame that was broken off is sent again. */
export function queuedTimes(spans: readonly Span[]): Map<number, number> {
  const out = new Map<number, number>();
  let [waited_s, waitedUntil_s, queued_s] = [Number.NaN, Number.NaN, Number.NaN];
  let isAgain = false;
  for (const { sort, begin_s, end_s, number, bytes } of spans) {
    if (sort === "waiting to send") [waited_s, waitedUntil_s] = [begin_s, end_s];
    if (sort !== "sending" || bytes === 0) continue;
    if (!isAgain) queued_s = Math.abs(waitedUntil_s - begin_s) < CUT_S ? waited_s : begin_s;
    out.set(number, queued_s);
    isAgain = end_s - begin_s < FRAME_S - CUT_S;
  }
  return out;
}

export function averageOf(m: Measured): {
  readonly throughput: number;
  readonly delay_s: number;
  readonly energy_Jpbit: number;
} {
  const finite = (values: readonly number[]): readonly number[] => values.filter(Number.isFinite);
  return {
    throughput: meanOf(m.throughput),
    delay_s: meanOf(finite(m.delay_s)),
    energy_Jpbit: meanOf(finite(m.energy_Jpbit)),
  };
}
