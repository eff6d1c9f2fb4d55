/**
 * Several models on one clock, advanced together: at each turn all of them handle the events of the least (time, phase,
 * round), then what they sent enters ports, by bytes between models. Since order inside an instant is by rank and not by
 * which came first, the models give the same bytes as one that holds them all (SPEC.md, rule 18).
 */
import { invariant } from "../core/index.ts";
import type { ByteReceiver, ByteSender } from "./byte-link.ts";
import { type Clock, VirtualClock } from "./clock.ts";
import type { Simulation } from "./simulation.ts";
import type { Snapshot } from "./state.ts";
import { isInstant } from "./time.ts";

/** A link from one model to another: which sends, which receives. */
export interface LockStepLink {
  readonly from: Simulation;
  readonly to: Simulation;
  readonly sender: ByteSender;
  readonly receiver: ByteReceiver;
}

export class LockStep {
  readonly #models: readonly Simulation[];
  readonly #links: readonly LockStepLink[];
  readonly #clock: Clock;
  #now_ns = 0;

  constructor(models: readonly Simulation[], links: readonly LockStepLink[], clock: Clock = new VirtualClock()) {
    this.#models = models;
    this.#links = links;
    this.#clock = clock;
    for (const { sender, receiver } of links) receiver.checkRoutes(sender);
  }

  get now_ns(): number {
    return this.#now_ns;
  }

  /** Handles every event of every model up to and including an instant. */
  runUntil(end_ns: number): void {
    invariant(isInstant(end_ns), `run until ${end_ns} ns: instants are integers of nanoseconds`);
    invariant(end_ns >= this.#now_ns, `run until ${end_ns} ns, but it is ${this.#now_ns} ns already`);
    for (;;) {
      const next_ns = Math.min(...this.#models.map((model) => model.nextTime_ns));
      if (!(next_ns <= end_ns)) break;
      this.#clock.waitUntil(next_ns);
      for (const model of this.#models) model.settle(next_ns);
      this.#instant(next_ns);
      this.#now_ns = next_ns;
    }
    if (this.#now_ns < end_ns) this.#clock.waitUntil(end_ns);
    for (const model of this.#models) model.arrive(end_ns);
    this.#now_ns = end_ns;
  }

  /** All rounds of one instant. */
  #instant(t_ns: number): void {
    for (;;) {
      const key = Math.min(...this.#models.map((model) => model.keyAt(t_ns)));
      if (key === Number.POSITIVE_INFINITY) return;
      for (const model of this.#models) model.round(t_ns, key);
      for (const model of this.#models) model.deliver();
      for (const { to, sender, receiver } of this.#links) to.deliverFrom(receiver, sender.take());
      for (const model of this.#models) model.closeRound();
    }
  }

  /** Between instants. */
  snapshot(): readonly Snapshot[] {
    return this.#models.map((model) => model.snapshot());
  }

  restore(snapshots: readonly Snapshot[]): void {
    this.#models.forEach((model, i) => {
      model.restore(snapshots[i]);
    });
    // What a round that failed had sent.
    for (const { sender } of this.#links) sender.take();
    this.#now_ns = this.#models[0]?.now_ns ?? 0;
    this.#clock.resume?.();
  }
}
