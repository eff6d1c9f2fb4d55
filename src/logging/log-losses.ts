/** What could not be read of a log, in words. Reading twice finds the same losses; each is listed once. */

export interface LogLoss {
  /** The simulated time that is affected, null where it is not known: the lost messages lie between the two. */
  readonly from_ns: number | null;
  readonly until_ns: number | null;
  readonly bytes: number;
  readonly reason: string;
}

interface Tally {
  /** What is said behind the number of messages. */
  readonly reason: string;
  /** Messages and bytes by the place of the chunk that holds them. */
  readonly byPlace: Map<number, { messages: number; bytes: number }>;
}

export class Losses {
  readonly #places = new Map<number, LogLoss>();
  readonly #tallies = new Map<string, Tally>();

  /** A stretch of the file that is lost, from offset `at` on. */
  stretch(at: number, loss: LogLoss): void {
    if (!this.#places.has(at)) this.#places.set(at, loss);
  }

  /** Messages of one chunk that are lost for one reason, distinguished by `key`. Reported again, they replace the former. */
  messages(key: string, at: number, messages: number, bytes: number, reason: string): void {
    const tally = this.#tallies.get(key) ?? { reason, byPlace: new Map() };
    tally.byPlace.set(at, { messages, bytes });
    this.#tallies.set(key, tally);
  }

  /** In the order of the file, messages last. */
  list(): readonly LogLoss[] {
    const stretches = [...this.#places].sort(([a], [b]) => a - b).map(([, loss]) => loss);
    const tallies = [...this.#tallies.values()].map(({ reason, byPlace }) => {
      let messages = 0;
      let bytes = 0;
      for (const each of byPlace.values()) {
        messages += each.messages;
        bytes += each.bytes;
      }
      return {
        from_ns: null,
        until_ns: null,
        bytes,
        reason: `${messages} message${messages === 1 ? "" : "s"} ${reason}`,
      };
    });
    return [...stretches, ...tallies];
  }
}

/** What of a log is lost, in words, one line each. */
export function lossWords(log: {
  readonly complete: boolean;
  readonly end_ns: number | null;
  readonly losses: readonly LogLoss[];
}): string[] {
  const end = log.end_ns === null ? "" : `; it holds what happened up to ${(log.end_ns / 1e9).toFixed(2)} s`;
  const unclosed = log.complete ? [] : [`the log was not closed: its run was killed, or goes on${end}`];
  const losses = log.losses.map(({ from_ns, until_ns, bytes, reason }) => {
    const span =
      from_ns === null || until_ns === null
        ? ""
        : ` from ${(from_ns / 1e9).toFixed(2)} s to ${(until_ns / 1e9).toFixed(2)} s`;
    return `${bytes} bytes${span} cannot be read: ${reason}`;
  });
  return [...unclosed, ...losses];
}
