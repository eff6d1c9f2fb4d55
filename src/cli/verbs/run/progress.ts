/** A bar on standard error for runs over two seconds: simulated time, real-time factor, time left. */
import { SingleBar } from "cli-progress";
import { S_PER_NS } from "../../../core/index.ts";

const QUIET_MS = 2000;

export class RunProgress {
  readonly #end_ns: number;
  #started_ms = performance.now();
  readonly #shown: boolean;
  #bar: SingleBar | null = null;

  /** Nothing is shown where standard error is not a terminal. */
  constructor(end_ns: number) {
    this.#end_ns = end_ns;
    this.#shown = process.stderr.isTTY === true;
  }

  /** What has passed so far was preparation. */
  restart(): void {
    this.#started_ms = performance.now();
  }

  get elapsed_s(): number {
    return (performance.now() - this.#started_ms) / 1000;
  }

  update(now_ns: number): void {
    if (!this.#shown) return;
    const end_s = this.#end_ns * S_PER_NS;
    const now_s = now_ns * S_PER_NS;
    if (this.#bar === null) {
      if (this.elapsed_s * 1000 < QUIET_MS) return;
      this.#bar = new SingleBar({
        format: "  {bar} {percentage} %  {time} of {end}  {factor} times real time  {left} left",
        stream: process.stderr,
        hideCursor: true,
        clearOnComplete: true,
        barsize: 30,
        barCompleteChar: "█",
        barIncompleteChar: "░",
      });
      this.#bar.start(end_s, now_s, payload(now_s, end_s, this.elapsed_s));
    }
    this.#bar.update(now_s, payload(now_s, end_s, this.elapsed_s));
  }

  /** A line on standard output; the bar is drawn anew below it. */
  above(line: string): void {
    this.stop();
    process.stdout.write(`${line}\n`);
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }
}

function payload(now_s: number, end_s: number, elapsed_s: number): Record<string, string> {
  const factor = now_s / elapsed_s;
  const left_s = factor > 0 ? (end_s - now_s) / factor : Number.POSITIVE_INFINITY;
  return {
    time: clockTime(now_s),
    end: clockTime(end_s),
    factor: factor >= 10 ? factor.toFixed(0) : factor.toFixed(1),
    left: clockTime(left_s),
  };
}

/** 75 → "1:15", 4000 → "1:06:40". */
export function clockTime(t_s: number): string {
  if (!Number.isFinite(t_s)) return "?";
  const seconds = Math.ceil(t_s - 1e-9);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
