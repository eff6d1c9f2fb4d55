/**
 * The far side of online mode: a thread that is the computer on board of one vehicle. It holds the vehicle's software and
 * nothing of the world: readings come in through mailboxes, commands go out through rings. When it hangs, the world goes on.
 *
 * It runs the same ControllerNode as an offline run, in a small model of its own whose time follows the readings.
 */
import { S_PER_NS } from "../core/index.ts";
import { Dialogue, InProcessLink, ModelBuilder, messages, Simulation } from "../engine/index.ts";
import type { Definitions } from "../library/index.ts";
import { ControllerNode, embeddedReader, loadScenario, type RunEvent } from "../scenario/index.ts";
import { SharedBell, SharedMailbox, SharedRing } from "./shared-memory.ts";

/** What such a thread is started with: plain data. */
export interface VehicleComputerData {
  readonly files: readonly (readonly [name: string, text: string])[];
  readonly binaries: readonly (readonly [name: string, bytes: Uint8Array])[];
  readonly overrides: readonly string[];
  readonly vehicle: number;
  /** Simulated seconds per second. */
  readonly pace: number;
  readonly bell: SharedArrayBuffer;
  /** By index of the vehicle's controllers. */
  readonly mailboxes: readonly SharedArrayBuffer[];
  readonly rings: readonly SharedArrayBuffer[];
}

/** What it tells besides commands. */
export type VehicleComputerMessage =
  | { readonly type: "ready" }
  | { readonly type: "event"; readonly event: RunEvent }
  | { readonly type: "failed"; readonly controller: number; readonly reason: string };

/** Replies that can wait until the world looks: more than a second of a fast controller. */
export const RING_CAPACITY = 256;

/** A reply: the command as the dialogue has it, then what the law shows. */
export function replySize(reportLength: number): number {
  return messages.actuatorCommand.size + reportLength;
}

/** Longest sleep before the thread looks whether it is to end. */
const LONGEST_SLEEP_MS = 1000;

/** Runs until the bell says it is over. */
export function runVehicleComputer(
  definitions: Definitions,
  data: VehicleComputerData,
  post: (message: VehicleComputerMessage) => void,
): void {
  const root = data.files[0]?.[0] ?? "";
  const { scenario } = loadScenario(
    definitions,
    embeddedReader(new Map(data.files), new Map(data.binaries)),
    root,
    data.overrides,
  );
  const vehicle = scenario?.vehicles[data.vehicle];
  if (vehicle === undefined) throw new Error(`there is no vehicle ${data.vehicle} in ${root}`);

  const bell = new SharedBell(data.bell);
  const software = vehicle.controllers.map((controller, k) => {
    const builder = new ModelBuilder();
    const dialogue = new Dialogue(builder);
    const { report } = controller.law;
    const reportAt = builder.layout.reals("report", report.length);
    const readings = dialogue.out("sensors", "readings", "trueState");
    const commands = dialogue.in("vehicles", "commands", "actuatorCommand");
    new ControllerNode(controller, vehicle, data.vehicle, {
      builder,
      dialogue,
      reportAt,
      listener: (event) => post({ type: "event", event }),
      sleep: (duration_s) => sleep((duration_s * 1000) / data.pace),
    });
    dialogue.connect(() => new InProcessLink());
    return {
      sim: new Simulation(builder.build()),
      readings,
      commands,
      reportAt,
      report: report.length,
      mailbox: new SharedMailbox(messages.trueState.size, data.mailboxes[k]),
      ring: new SharedRing(replySize(report.length), RING_CAPACITY, data.rings[k]),
      reply: new Float64Array(replySize(report.length)),
      failed: false,
    };
  });

  const reading = new Float64Array(messages.trueState.size);
  post({ type: "ready" });
  while (!bell.ended) {
    const rung = bell.count;
    software.forEach((each, k) => {
      if (each.failed || each.mailbox.read(reading) === 0) return;
      const { sim, reply } = each;
      try {
        sim.runUntil(reading[messages.trueState.at.taken_ns]!);
        each.readings.send(sim, reading, 0);
        sim.runUntil(sim.now_ns);
      } catch (error) {
        // What a real computer would do is to stop; the vehicle keeps the last commands.
        each.failed = true;
        post({ type: "failed", controller: k, reason: error instanceof Error ? error.message : String(error) });
        return;
      }
      while (each.commands.receive(sim, reply, 0)) {
        for (let i = 0; i < each.report; i++) {
          reply[messages.actuatorCommand.size + i] = sim.reals[each.reportAt + i]!;
        }
        each.ring.write(reply);
      }
    });
    bell.wait(rung, LONGEST_SLEEP_MS);
  }
}

/** The thread hangs, as a computer does. */
function sleep(duration_ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration_ms);
}

/** For messages about ages and spans. */
export function seconds(t_ns: number): string {
  return (t_ns * S_PER_NS).toFixed(3);
}
