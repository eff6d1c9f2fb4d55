/** The <traffic> of one device in a run: when each message is due, and to whom it goes. */
import type { RandomStream } from "../core/index.ts";
import type { Moment, ThingSite } from "../engine/index.ts";
import type { Component } from "../library/index.ts";
import { BROADCAST } from "./messages.ts";
import { ANY, type Traffic, type TrafficSource } from "./traffic.ts";

/** A child of a device, and what it makes. */
export interface TrafficChild {
  readonly component: Component;
  readonly made: Traffic;
}

const due_ns = new Float64Array(1);

export class OwnTraffic {
  readonly #children: readonly TrafficChild[];
  readonly #sources: readonly TrafficSource[];
  readonly #anyone: RandomStream | null;

  constructor(site: ThingSite, children: readonly TrafficChild[]) {
    this.#children = children;
    this.#anyone = children.some(({ made }) => made.destination === ANY) ? site.random("receivers") : null;
    this.#sources = children.map(({ component, made }) =>
      made.join({
        integers: (name, size) => site.integers(`traffic/${component.id}/${name}`, size),
        random: (name) => site.random(`traffic/${component.id}/${name}`),
      }),
    );
  }

  /** schedule: message of source k at t_ns. */
  start(moment: Moment, schedule: (moment: Moment, t_ns: number, k: number) => void): void {
    this.#sources.forEach((source, k) => {
      source.firstInto(due_ns, moment);
      if (due_ns[0] < Number.MAX_SAFE_INTEGER) schedule(moment, due_ns[0], k);
    });
  }

  /** Message k is sent: when is the next one? */
  next(moment: Moment, k: number, schedule: (moment: Moment, t_ns: number, k: number) => void): void {
    this.#sources[k].nextInto(due_ns, moment);
    if (due_ns[0] < Number.MAX_SAFE_INTEGER) schedule(moment, due_ns[0], k);
  }

  of(k: number): Traffic {
    return this.#children[k].made;
  }

  /** Receiver of message k: an address or BROADCAST. band: addresses that can be reached, the own one at place `own` of them. */
  destination({ integers }: Moment, k: number, band: readonly number[], own: number): number {
    const { destination } = this.of(k);
    if (destination !== ANY) return destination;
    const others = band.length - 1;
    if (others === 0 || this.#anyone === null) return BROADCAST;
    const n = this.#anyone.integerBelow(integers, others);
    return band[n < own ? n : n + 1];
  }
}
