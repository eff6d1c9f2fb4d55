/** Events of an online run as they come: one line each on standard output, above the bar where there is one. */
import type { RunEvent } from "../../../scenario/index.ts";
import { eventLine } from "./output.ts";
import type { RunProgress } from "./progress.ts";

export class LiveEvents {
  readonly #progress: RunProgress;
  #shown = 0;

  constructor(progress: RunProgress) {
    this.#progress = progress;
  }

  /** Shows what has happened since the last call. */
  show(events: readonly RunEvent[]): void {
    for (; this.#shown < events.length; this.#shown++) this.#progress.above(eventLine(events[this.#shown]!));
  }
}
