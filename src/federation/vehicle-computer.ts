/**
 * The far side of online mode: a thread that is the computer on board of one vehicle. It holds the vehicle's software and
 * nothing of the world: messages come in and go out through rings of bytes. When it hangs, the world goes on.
 *
 * It runs the same installers as an offline run, each controller in a small model of its own whose time follows the messages.
 */
import { S_PER_NS } from "../core/index.ts";
import type { Definitions, Projections } from "../library/index.ts";
import { Computer, type Extension, embeddedReader, loadScenario, type RunEvent } from "../scenario/index.ts";
import { SharedBell, SharedRing } from "./shared-memory.ts";

/** What such a thread is started with: plain data. */
export interface VehicleComputerData {
  readonly files: readonly (readonly [name: string, text: string])[];
  readonly binaries: readonly (readonly [name: string, bytes: Uint8Array])[];
  readonly overrides: readonly string[];
  readonly vehicle: number;
  /** Number of the run in its campaign. */
  readonly run: number;
  /** Simulated seconds per second. */
  readonly pace: number;
  readonly bell: SharedArrayBuffer;
  /** By index of the vehicle's controllers: to them, and from them. */
  readonly inward: readonly SharedArrayBuffer[];
  readonly outward: readonly SharedArrayBuffer[];
}

/** What it reports besides messages of the world. */
export type VehicleComputerMessage =
  | { readonly type: "ready" }
  | { readonly type: "event"; readonly event: RunEvent }
  | { readonly type: "failed"; readonly controller: number; readonly reason: string }
  /** It was asked to end, and does: it does not hang. */
  | { readonly type: "ended" };

/** Bytes that can wait until the other side looks: minutes of readings, a long while of commands. */
export const RING_BYTES = 1 << 20;

/** Longest sleep before the thread looks whether it is to end. */
const LONGEST_SLEEP_MS = 1000;

/** The software of one vehicle between its rings. Whose thread it is decides when it looks at them. */
export class VehicleComputer {
  readonly bell: SharedBell;
  readonly #post: (message: VehicleComputerMessage) => void;
  readonly #software: {
    readonly computer: Computer;
    readonly inward: SharedRing;
    readonly outward: SharedRing;
    failed: boolean;
  }[];

  constructor(
    definitions: Definitions,
    data: VehicleComputerData,
    post: (message: VehicleComputerMessage) => void,
    extensions: readonly Extension[] = [],
    projections?: Projections,
  ) {
    const root = data.files[0]?.[0] ?? "";
    const reader = embeddedReader(new Map(data.files), new Map(data.binaries), projections);
    const { scenario } = loadScenario(definitions, reader, root, data.overrides);
    const vehicle = scenario?.vehicles[data.vehicle];
    if (scenario === null || vehicle === undefined) throw new Error(`there is no vehicle ${data.vehicle} in ${root}`);
    this.bell = new SharedBell(data.bell);
    this.#post = post;
    this.#software = vehicle.controllers.map(({ component }, k) => ({
      computer: new Computer(scenario, data.vehicle, component.id, {
        tell: (event) => post({ type: "event", event }),
        sleep: (duration_s) => sleep((duration_s * 1000) / data.pace, this.bell),
        extensions,
        run: data.run,
      }),
      inward: new SharedRing(RING_BYTES, data.inward[k]),
      outward: new SharedRing(RING_BYTES, data.outward[k]),
      failed: false,
    }));
    post({ type: "ready" });
  }

  /** Lets each controller react to what has come for it. */
  look(): void {
    this.#software.forEach((each, k) => {
      const bytes = each.inward.take();
      if (each.failed || bytes.length === 0) return;
      try {
        const answer = each.computer.react(bytes);
        if (answer.length > 0) each.outward.write(answer);
      } catch (error) {
        // What a real computer would do is to stop; the vehicle keeps the last commands.
        each.failed = true;
        this.#post({ type: "failed", controller: k, reason: error instanceof Error ? error.message : String(error) });
      }
    });
  }
}

/** Runs until the bell says it is over. */
export function runVehicleComputer(
  definitions: Definitions,
  data: VehicleComputerData,
  post: (message: VehicleComputerMessage) => void,
  extensions: readonly Extension[] = [],
  projections?: Projections,
): void {
  const computer = new VehicleComputer(definitions, data, post, extensions, projections);
  while (!computer.bell.ended) {
    const rung = computer.bell.count;
    computer.look();
    computer.bell.wait(rung, LONGEST_SLEEP_MS);
  }
  post({ type: "ended" });
}

/** Longest sleep of a declared stall before it looks whether the run is over. */
const STALL_SLEEP_MS = 50;

/** The thread hangs, as a computer does, but no longer than the run lasts. */
function sleep(duration_ms: number, bell: SharedBell): void {
  const word = new Int32Array(new SharedArrayBuffer(4));
  for (let left_ms = duration_ms; left_ms > 0 && !bell.ended; left_ms -= STALL_SLEEP_MS)
    Atomics.wait(word, 0, 0, Math.min(left_ms, STALL_SLEEP_MS));
}

/** For messages about ages and spans. */
export function seconds(t_ns: number): string {
  return (t_ns * S_PER_NS).toFixed(3);
}
