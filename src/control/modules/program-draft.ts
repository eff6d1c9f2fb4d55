/**
 * A program while its links are connected: what each link has made of it so far, by index of module as in the file. When all links are
 * in, it becomes a table in the order of steps.
 */
import type { Fields, MessageType } from "../../engine/index.ts";
import type {
  Command,
  ConnectedModule,
  ConnectedProgram,
  Delivery,
  EventCopy,
  ExternalCopy,
  ExternalInput,
  LinkedRequest,
  ShownChannel,
  Slot,
  Stream,
} from "./connected-program.ts";
import type { Module } from "./module.ts";
import { type ProgramLink, type ProgramModule, VEHICLE } from "./program.ts";

export type Trigger = Pick<ConnectedModule, "trigger" | "triggerEvent" | "triggerQuestion">;

export class ProgramDraft {
  readonly modules: readonly ProgramModule[];
  // What the links make of the program, by index of module as in the file.
  readonly slots: Slot[] = [];
  readonly externals: ExternalInput[] = [];
  readonly outputs: number[][] = [];
  readonly inputs: number[][];
  readonly inputLinks: (ProgramLink | null)[][];
  readonly parameters: number[][] = [];
  readonly parameterLinks: (ProgramLink | null)[][];
  readonly eventInputs: number[][][];
  readonly eventOutputs: number[][] = [];
  readonly requests: number[][];
  readonly linkedRequests: LinkedRequest[] = [];
  /** By request: the link that uses it. */
  readonly requestLinks: (ProgramLink | null)[][];
  readonly after: Set<number>[];
  readonly copies: { module: number; output: number; to: number; delay: boolean }[] = [];
  readonly commands: (Omit<Command, "by"> & { readonly module: number })[] = [];
  readonly deliveries: Delivery[] = [];
  readonly streams: Stream[] = [];
  readonly externalCopies: ExternalCopy[] = [];
  readonly eventCopies: EventCopy[] = [];
  events = 0;

  constructor(modules: readonly ProgramModule[]) {
    this.modules = modules;
    const perPort = <T>(value: () => T, of: (m: Module) => readonly unknown[] | undefined): T[][] =>
      this.modules.map(({ module }) => (of(module) ?? []).map(value));
    this.inputs = perPort(
      () => -1,
      (m) => m.inputs,
    );
    this.inputLinks = perPort(
      (): ProgramLink | null => null,
      (m) => m.inputs,
    );
    this.parameterLinks = perPort(
      (): ProgramLink | null => null,
      (m) => m.parameters,
    );
    this.eventInputs = perPort(
      (): number[] => [],
      (m) => m.eventInputs,
    );
    this.requests = perPort(
      () => -1,
      (m) => m.requests,
    );
    this.requestLinks = perPort(
      (): ProgramLink | null => null,
      (m) => m.requests,
    );
    this.after = this.modules.map(() => new Set<number>());
  }

  /** A new slot; returns its index. */
  slot(name: string, message: MessageType<Fields>, initial?: readonly number[]): number {
    return this.slots.push(initial === undefined ? { name, message } : { name, message, initial }) - 1;
  }

  /** The slot of what the vehicle is asked for at a rate. */
  external(source: "state" | "clock", rate_Hz: number, message: MessageType<Fields>): number {
    const known = this.externals.find((e) => e.source === source && e.rate_Hz === rate_Hz);
    if (known !== undefined) return known.slot;
    const slot = this.slot(`${VEHICLE}.${source} at ${rate_Hz} Hz`, message);
    this.externals.push({ source, name: "", rate_Hz, slot });
    return slot;
  }

  /** order: indices of the modules as they step; triggers: by index as in the file. */
  table(order: readonly number[], triggers: readonly Trigger[]): ConnectedProgram {
    const place = new Map(order.map((m, i) => [m, i]));
    let shown = 0;
    const shownAt = this.modules.map(({ module }) => {
      const at = shown;
      shown += module.shows.length;
      return at;
    });
    const modules = order.map((m): ConnectedModule => {
      const { id, module, channel } = this.modules[m]!;
      const stated = (module.inputs ?? []).map(({ maxAge_s }) => maxAge_s);
      return {
        id,
        channel,
        module,
        ...triggers[m]!,
        inputs: this.inputs[m]!,
        ageing: this.inputs[m]!.flatMap((slot, k) => {
          const counts = this.inputLinks[m]![k]?.delay !== true && module.inputs?.[k]?.ageless !== true;
          return slot >= 0 && counts ? [k] : [];
        }),
        maxAges_s: stated.map((own, k) => this.inputLinks[m]![k]?.maxAge_s ?? own ?? Number.POSITIVE_INFINITY),
        outputs: this.outputs[m]!,
        parameters: this.parameters[m]!,
        eventInputs: this.eventInputs[m]!,
        eventOutputs: this.eventOutputs[m]!,
        requests: this.requests[m]!,
        shown: shownAt[m]!,
      };
    });
    const names = [...new Set(this.modules.map(({ channel }) => channel))];
    const channels = names.map((channel): ShownChannel => {
      const own = this.modules.flatMap((m, i) =>
        m.channel === channel ? [{ shows: m.module.shows, at: shownAt[i]! }] : [],
      );
      return {
        channel,
        names: own.flatMap(({ shows }) => shows),
        places: own.flatMap(({ shows, at }) => shows.map((_, k) => at + k)),
      };
    });
    const estimate = this.modules.findIndex(({ estimates }) => estimates === true);
    const rates = this.modules.map(({ module, estimates }) => (estimates === true ? 0 : (module.rate_Hz ?? 0)));
    return Object.freeze({
      modules,
      slots: this.slots,
      externals: this.externals,
      commands: this.commands.map(({ module, ...command }): Command => {
        return { ...command, module: place.get(module)!, by: this.modules[module]!.component };
      }),
      deliveries: this.deliveries.map((delivery) => ({ ...delivery, module: place.get(delivery.module)! })),
      streams: this.streams,
      estimate: estimate < 0 ? null : { slot: this.outputs[estimate]![0]!, module: place.get(estimate)! },
      copies: this.copies.map((copy) => ({ ...copy, module: place.get(copy.module)! })),
      externalCopies: this.externalCopies,
      eventCopies: this.eventCopies,
      events: this.events,
      requests: this.linkedRequests,
      shown,
      channels: channels.filter((c) => c.names.length > 0),
      rate_Hz: Math.max(0, ...rates),
    });
  }
}
