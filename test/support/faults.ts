/**
 * A machine that misbehaves by a seed: threads that stall, lose their turn or end, a wall clock that jumps and oversleeps, a disk that
 * writes short, fills up or fails. The same seed misbehaves in the same way, so that a failing one can be run again by itself.
 */
import { fsyncSync, writeSync } from "node:fs";
import type { LogDisk } from "../../src/cli/io/log-files.ts";
import type { WallTime } from "../../src/engine/index.ts";
import { type ComputerThread, VehicleComputer, type VehicleComputerData } from "../../src/federation/index.ts";
import { chances } from "./run-thetis.ts";
import { definitions } from "./scenarios.ts";

type Listener = (value: never) => void;

/** The computer on board in the thread of the test: it looks at its messages when a turn comes to it, and the seed lets it. */
export class FaultyThread implements ComputerThread {
  readonly #computer: VehicleComputer;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #waiting: (readonly [event: string, value: unknown])[] = [];
  readonly #chance: () => number;
  /** Turns for which it does nothing. */
  #stalled = 0;
  /** What it does for good. */
  state: "runs" | "hangs" | "ended" = "runs";

  constructor(data: VehicleComputerData, seed: string) {
    this.#chance = chances(`${seed}/thread`);
    this.#computer = new VehicleComputer(definitions, data, (message) => this.#emit("message", message));
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    // Like a real thread's, messages come after their listener.
    queueMicrotask(() => this.#deliver());
  }

  #emit(event: string, value: unknown): void {
    this.#waiting.push([event, value]);
    this.#deliver();
  }

  #deliver(): void {
    while (this.#waiting.length > 0 && this.#listeners.has(this.#waiting[0]![0])) {
      const [event, value] = this.#waiting.shift()!;
      for (const listener of this.#listeners.get(event)!) listener(value as never);
    }
  }

  /** One turn. */
  turn(): void {
    if (this.state !== "runs") return;
    if (this.#computer.bell.ended) {
      this.#emit("message", { type: "ended" });
      return;
    }
    if (this.#stalled > 0) {
      this.#stalled--;
      return;
    }
    const chance = this.#chance();
    if (chance < 0.01) this.state = "hangs";
    else if (chance < 0.02) {
      this.state = "ended";
      this.#emit("exit", 1);
    } else if (chance < 0.1) this.#stalled = Math.floor(this.#chance() * 40);
    else if (chance < 0.6) this.#computer.look();
  }

  async terminate(): Promise<void> {
    this.#emit("exit", 0);
  }
}

/** Nanoseconds that pass when they are slept, or by themselves; sleeps end late, and now and then the clock jumps. */
export class FaultyWall implements WallTime {
  #now_ns = 0;
  readonly #chance: () => number;

  constructor(seed: string) {
    this.#chance = chances(`${seed}/wall`);
  }

  now_ns(): number {
    const chance = this.#chance();
    if (chance < 0.01) this.#now_ns += this.#chance() * 5e9;
    else this.#now_ns += chance * 1e5;
    return this.#now_ns;
  }

  sleepUntil(wall_ns: number): void {
    this.#now_ns = Math.max(this.#now_ns, wall_ns) + this.#chance() * 2e6;
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

/** A disk that writes short, fills up, breaks for good or cannot sync. */
export class FaultyDisk implements LogDisk {
  readonly #chance: () => number;
  /** Bytes that it takes until it is full; most disks are large enough. */
  readonly #capacity: number;
  #written = 0;
  /** What it did that a writer must report. */
  failure: "full" | "broken" | "no sync" | "takes nothing" | null = null;

  constructor(seed: string, usual: number) {
    this.#chance = chances(`${seed}/disk`);
    this.#capacity = this.#chance() < 0.4 ? this.#chance() * usual : Number.POSITIVE_INFINITY;
  }

  write(descriptor: number, bytes: Uint8Array, from: number, length: number): number {
    const chance = this.#chance();
    if (this.failure === "broken" || chance < 0.01) {
      this.failure = "broken";
      throw systemError("EIO");
    }
    if (chance < 0.015) {
      this.failure = "takes nothing";
      return 0;
    }
    const room = Math.floor(this.#capacity - this.#written);
    if (room <= 0) {
      this.failure = "full";
      throw systemError("ENOSPC");
    }
    const some = chance < 0.6 ? 1 + Math.floor(this.#chance() * length) : length;
    const count = writeSync(descriptor, bytes, from, Math.min(some, length, room));
    this.#written += count;
    return count;
  }

  sync(descriptor: number): void {
    if (this.failure === null && this.#chance() < 0.15) {
      this.failure = "no sync";
      throw systemError("EIO");
    }
    fsyncSync(descriptor);
  }
}
