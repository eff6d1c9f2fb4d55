/**
 * The time cursor as a player: a button, a slider over the whole run, a choice of speed, and keys. Space plays and pauses, left and right
 * step by a hundredth of what is shown (a tenth with Shift), Home and End go to its ends.
 */
import { instant } from "./numbers.ts";
import type { Shared } from "./shared.ts";

/** Simulated seconds per second. */
const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
/** A run is played in at most this many seconds, if nothing else is chosen. */
const PLAYED_S = 40;
const STEPS = 1000;

export class Player {
  readonly #shared: Shared;
  readonly #button = document.createElement("button");
  readonly #slider = document.createElement("input");
  readonly #speed = document.createElement("select");
  /** Of the last frame while it plays, in milliseconds; null while it rests. */
  #last_ms: number | null = null;

  constructor(shared: Shared, controls: HTMLElement) {
    this.#shared = shared;
    this.#button.type = "button";
    this.#button.className = "play";
    this.#button.addEventListener("click", () => this.toggle());
    this.#slider.type = "range";
    this.#slider.min = "0";
    this.#slider.max = String(STEPS);
    this.#slider.value = "0";
    this.#slider.className = "scrub";
    this.#slider.setAttribute("aria-label", "Time");
    this.#slider.addEventListener("input", () => this.#go(this.#at(Number(this.#slider.value) / STEPS)));
    this.#speed.setAttribute("aria-label", "Speed of play");
    const usual = SPEEDS.find((speed) => (shared.span[1] - shared.span[0]) / speed <= PLAYED_S) ?? SPEEDS.at(-1)!;
    for (const speed of SPEEDS) this.#speed.append(new Option(`×${speed}`, String(speed), false, speed === usual));
    const box = document.createElement("div");
    box.className = "player";
    box.append(this.#button, this.#slider, this.#speed);
    controls.append(box);
    this.#showState();
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  get playing(): boolean {
    return this.#last_ms !== null;
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    // From the end it begins again.
    const [from_s, until_s] = this.#shared.shown;
    const t_s = this.#shared.t_s ?? from_s;
    if (t_s >= until_s || t_s < from_s) this.#shared.setTime(from_s, null);
    this.#last_ms = performance.now();
    requestAnimationFrame((now_ms) => this.#frame(now_ms));
    this.#showState();
  }

  pause(): void {
    this.#last_ms = null;
    this.#showState();
  }

  /** Shows an instant that came from elsewhere. */
  follow(t_s: number): void {
    const [from_s, until_s] = this.#shared.span;
    this.#slider.value = String(Math.round((STEPS * (t_s - from_s)) / (until_s - from_s)));
    this.#slider.setAttribute("aria-valuetext", `${instant(t_s, 0.1, until_s)}`);
  }

  #frame(now_ms: number): void {
    if (this.#last_ms === null) return;
    const [from_s, until_s] = this.#shared.shown;
    const passed_s = Math.max(0, (now_ms - this.#last_ms) / 1000);
    this.#last_ms = now_ms;
    const t_s = (this.#shared.t_s ?? from_s) + passed_s * Number(this.#speed.value);
    this.#shared.setTime(Math.min(t_s, until_s), null);
    if (t_s >= until_s) this.pause();
    else requestAnimationFrame((next_ms) => this.#frame(next_ms));
  }

  /** A share of the whole time. */
  #at(share: number): number {
    const [from_s, until_s] = this.#shared.span;
    return from_s + share * (until_s - from_s);
  }

  #go(t_s: number): void {
    this.pause();
    const [from_s, until_s] = this.#shared.span;
    this.#shared.setTime(Math.min(until_s, Math.max(from_s, t_s)), null);
  }

  /** Keys are the player's where no control uses them itself. */
  #key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea, summary")) return;
    const [from_s, until_s] = this.#shared.shown;
    const t_s = this.#shared.t_s ?? from_s;
    const step_s = (until_s - from_s) * (event.shiftKey ? 0.1 : 0.01);
    if (event.key === " " && target.closest("button, a") === null) this.toggle();
    else if (event.key === "ArrowRight") this.#go(t_s + step_s);
    else if (event.key === "ArrowLeft") this.#go(t_s - step_s);
    else if (event.key === "Home") this.#go(from_s);
    else if (event.key === "End") this.#go(until_s);
    else return;
    event.preventDefault();
  }

  #showState(): void {
    this.#button.textContent = this.playing ? "❚❚" : "▶";
    this.#button.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.#button.title = `${this.playing ? "Pause" : "Play"} (space); left and right step`;
  }
}
