/**
 * An online run can be paused: by Enter at its terminal, or by the signal SIGUSR2 where it has none; the same again goes on. A program
 * that was stopped by its shell (Ctrl-Z) and brought back goes on from where it was, too.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How often a run that is paused looks whether it is to go on: a person does not notice it. */
const LOOK_EVERY_MS = 20;

export class Pause {
  #paused = false;
  #broughtBack = false;
  readonly #terminal = ownsTerminal();
  readonly #toggle = (): void => {
    this.#paused = !this.#paused;
  };
  readonly #bringBack = (): void => {
    this.#broughtBack = true;
  };

  constructor() {
    process.on("SIGUSR2", this.#toggle);
    process.on("SIGCONT", this.#bringBack);
    if (this.#terminal) process.stdin.on("data", this.#toggle);
  }

  /** How a person pauses this run. */
  get how(): string {
    return this.#terminal ? "Enter" : `kill -USR2 ${process.pid}`;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Whether the program was stopped and brought back since the last look. */
  takeBroughtBack(): boolean {
    const was = this.#broughtBack;
    this.#broughtBack = false;
    return was;
  }

  /** Returns when the run is to go on, or to end. */
  async over(stop: { readonly asked: boolean }): Promise<void> {
    while (this.#paused && !stop.asked) await sleep(LOOK_EVERY_MS);
  }

  release(): void {
    process.off("SIGUSR2", this.#toggle);
    process.off("SIGCONT", this.#bringBack);
    if (!this.#terminal) return;
    process.stdin.off("data", this.#toggle);
    process.stdin.pause();
  }
}

/** A program in the background that reads from its terminal would be stopped by the system. */
function ownsTerminal(): boolean {
  if (process.stdin.isTTY !== true) return false;
  try {
    // Behind the name in parentheses: state, parent, process group, session, terminal, group in the foreground.
    const [, , group, , , foreground] = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return group === foreground;
  } catch {
    // Not Linux.
    return true;
  }
}
