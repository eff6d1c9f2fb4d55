/** Events of a plain event loop, by time, class and count. */

/** Classes of events, in their order inside an instant. */
export const ORDERS = {
  "ends first": { ends: 0, sent: 1, begins: 2, timer: 3, offer: 4 },
  "timers first": { timer: 0, offer: 1, begins: 2, ends: 3, sent: 4 },
} as const;

export interface Event {
  readonly t_ns: number;
  readonly rank: number;
  readonly count: number;
  readonly act: () => void;
}

const isBefore = (a: Event, b: Event): boolean => {
  if (a.t_ns !== b.t_ns) return a.t_ns < b.t_ns;
  return a.rank !== b.rank ? a.rank < b.rank : a.count < b.count;
};

export class EventHeap {
  readonly #events: Event[] = [];

  first(): Event | undefined {
    return this.#events[0];
  }

  push(event: Event): void {
    const events = this.#events;
    let i = events.length;
    events.push(event);
    while (i > 0) {
      const above = (i - 1) >> 1;
      if (!isBefore(event, events[above]!)) break;
      events[i] = events[above]!;
      i = above;
    }
    events[i] = event;
  }

  pop(): void {
    const events = this.#events;
    const last = events.pop();
    if (last === undefined || events.length === 0) return;
    let i = 0;
    for (;;) {
      let below = 2 * i + 1;
      if (below >= events.length) break;
      if (below + 1 < events.length && isBefore(events[below + 1]!, events[below]!)) below++;
      if (!isBefore(events[below]!, last)) break;
      events[i] = events[below]!;
      i = below;
    }
    events[i] = last;
  }
}
