/**
 * The bare executor: modules step at once, in the calendar, and take no time. It lays a connected program out in the engine's
 * state and runs it each time that something has come.
 *
 *   1. what has come from outside is put into its slots, the newest of each
 *   2. modules that are due step in the order of their links (module-run.ts); what one writes, the next one reads
 *   3. copies for links with a delay are renewed: data, counts of events, questions; and answers
 *
 * What comes from outside and triggers no module need not wake the program (isUrgent): it waits in its port for the next run.
 *
 * A slot is [taken_ns | fields]. What a module writes is stamped with the oldest of what it has read: the age of a command is that of
 * the reading behind it; what comes over a link with a delay does not count. A module that reads nothing stamps with the time of what
 * triggers it. An input that is older than its limit when its module steps, or has not come for so long, is reported, once until a
 * younger one has come.
 */
import type { InPort, Moment } from "../../engine/index.ts";
import type { Command, ConnectedProgram, Copy, ExternalInput } from "./connected-program.ts";
import { copyInto, type ExecutorOptions, ModuleRun, type PlacedCopy, REQUEST } from "./module-run.ts";

export class BareExecutor {
  readonly program: ConnectedProgram;
  readonly #runs: readonly ModuleRun[];
  readonly #slotAt: readonly number[];
  /** By slot: 1 where it was written at this instant. Nothing of it outlasts an event. */
  readonly #fresh: Uint8Array;
  readonly #externals: readonly ExternalInput[];
  readonly #inPorts: (InPort | null)[];
  /** By external input: the place of taken_ns among its fields, or −1. */
  readonly #takenAt: readonly number[];
  readonly #delayed: readonly PlacedCopy[];
  /** By delayed copy: the place of 1 for one that was renewed and has not triggered its reader; −1 where it triggers none. */
  readonly #waitingAt: readonly number[];
  readonly #eventsAt: number;
  readonly #requestAt: readonly number[];
  readonly #commands: readonly Command[];

  constructor(program: ConnectedProgram, options: ExecutorOptions) {
    const { layout, path } = options;
    this.program = program;
    this.#slotAt = program.slots.map(({ name, message, initial }) => {
      const values = initial ?? new Array<number>(message.size).fill(Number.NaN);
      return layout.reals(`${path}: ${name}`, 1 + message.size, [Number.NaN, ...values]) + 1;
    });
    this.#fresh = new Uint8Array(program.slots.length);
    const eventsAt = layout.reals(`${path}: events`, program.events);
    const requestAt = program.requests.map(({ question, answer }, k) =>
      layout.reals(`${path}: request ${k}`, REQUEST.head + question.size + answer.size),
    );
    const copies = program.copies.map((copy) => this.#placeCopy(copy, options.shownAt));
    this.#runs = program.modules.map((connected, m) => {
      const own = copies.filter(({ module, delay }) => module === m && !delay);
      const places = { slotAt: this.#slotAt, eventsAt, requestAt };
      return new ModuleRun(program, connected, places, own, options);
    });
    this.#delayed = copies.filter(({ delay }) => delay);
    this.#waitingAt = this.#delayed.map(({ to }) =>
      program.modules.some(({ trigger }) => trigger === to) ? layout.reals(`${path}: delayed ${to}`, 1) : -1,
    );
    this.#eventsAt = eventsAt;
    this.#requestAt = requestAt;
    this.#externals = program.externals;
    this.#inPorts = this.#externals.map(() => null);
    this.#takenAt = this.#externals.map(({ slot }) => {
      const { at } = program.slots[slot]!.message as { readonly at: Readonly<Record<string, number>> };
      return at.taken_ns ?? -1;
    });
    this.#commands = program.commands;
  }

  /** Where in reals the fields of a port's message lie, "pilot.rudder"; −1 for none of that name. */
  placeOf(port: string): number {
    return this.#slotAt[this.program.slots.findIndex(({ name }) => name === port)] ?? -1;
  }

  /** Place in reals of the message of a delivery, by index; −1 where its module did not step at this instant, or has not written it. */
  deliveryAt(k: number, reals: Float64Array): number {
    const { slot, module } = this.program.deliveries[k]!;
    const at = this.#slotAt[slot]!;
    return this.#runs[module]!.stepped && !Number.isNaN(reals[at]!) ? at : -1;
  }

  /** Whether a module that drives an actuator has stepped at this instant; true for a program that drives none. */
  hasCommands(): boolean {
    const commands = this.#commands;
    for (let k = 0; k < commands.length; k++) if (this.#runs[commands[k]!.module]!.stepped) return true;
    return commands.length === 0;
  }

  /** Place in reals of the estimate of its navigation; −1 where that did not step at this instant. */
  estimateAt(): number {
    const { estimate } = this.program;
    return estimate !== null && this.#runs[estimate.module]!.stepped ? this.#slotAt[estimate.slot]! : -1;
  }

  /** The port on which an external input, by index, comes in. */
  receiveFrom(external: number, port: InPort): void {
    this.#inPorts[external] = port;
  }

  /**
   * Whether the program has to run as soon as an external input comes. Where it triggers no module, and nothing else of the program
   * goes by how often it runs, it may wait for the next run, which takes it before any module steps.
   */
  isUrgent(external: number): boolean {
    const { externals, externalCopies, modules, commands, events, requests } = this.program;
    // A program that commands nothing stamps with the time of what has come.
    if (commands.length === 0 || events > 0 || requests.length > 0 || this.#waitingAt.some((at) => at >= 0))
      return true;
    const copies = externalCopies.filter((copy) => copy.external === external).map(({ to }) => to);
    const slots = [externals[external]!.slot, ...copies];
    return modules.some(({ trigger }) => slots.includes(trigger));
  }

  /** 1: what has come is put into its slots. Returns whether anything has. */
  take(moment: Moment): boolean {
    const { reals } = moment;
    let any = false;
    const fresh = this.#fresh;
    const ports = this.#inPorts;
    const { externalCopies } = this.program;
    // Plain stores: `fill` of a few numbers takes longer.
    for (let i = 0; i < fresh.length; i++) fresh[i] = 0;
    for (let k = 0; k < ports.length; k++) {
      const { slot } = this.#externals[k]!;
      const at = this.#slotAt[slot]!;
      // Of several that came while the computer was late, the newest counts.
      if (ports[k]?.receiveNewest(moment, reals, at) !== true) continue;
      const taken = this.#takenAt[k]!;
      reals[at - 1] = taken < 0 ? moment.now_ns : reals[at + taken]!;
      fresh[slot] = 1;
      any = true;
      for (let i = 0; i < externalCopies.length; i++) {
        if (externalCopies[i]!.external === k) this.#copySlot(reals, slot, externalCopies[i]!.to);
      }
    }
    return any;
  }

  #copySlot(reals: Float64Array, from: number, to: number): void {
    const a = this.#slotAt[from]! - 1;
    const b = this.#slotAt[to]! - 1;
    const { size } = this.program.slots[from]!.message;
    for (let i = 0; i <= size; i++) reals[b + i] = reals[a + i]!;
    this.#fresh[to] = 1;
  }

  /** 2 and 3. Returns whether any module has stepped. */
  run(moment: Moment): boolean {
    const { reals } = moment;
    const fresh = this.#fresh;
    const delayed = this.#delayed;
    const runs = this.#runs;
    let any = false;
    for (let k = 0; k < delayed.length; k++) {
      const at = this.#waitingAt[k]!;
      if (at < 0 || reals[at] === 0) continue;
      reals[at] = 0;
      fresh[delayed[k]!.to] = 1;
    }
    for (let m = 0; m < runs.length; m++) {
      const run = runs[m]!;
      run.stepped = false;
      if (run.isDue(reals, fresh)) {
        run.step(moment, fresh);
        any = true;
      }
    }
    for (let k = 0; k < delayed.length; k++) {
      const copy = delayed[k]!;
      const run = runs[copy.module]!;
      if (!run.stepped) continue;
      copyInto(reals, copy, run.oldest_ns);
      if (this.#waitingAt[k]! >= 0) reals[this.#waitingAt[k]!] = 1;
    }
    const { eventCopies } = this.program;
    for (let k = 0; k < eventCopies.length; k++) {
      reals[this.#eventsAt + eventCopies[k]!.to] = reals[this.#eventsAt + eventCopies[k]!.from]!;
    }
    for (let k = 0; k < this.#requestAt.length; k++) {
      const at = this.#requestAt[k]!;
      reals[at + REQUEST.askedBefore] = reals[at + REQUEST.asked]!;
      reals[at + REQUEST.answeredBefore] = reals[at + REQUEST.answered]!;
    }
    return any;
  }

  /**
   * Set-points of the modules that stepped, by index of actuator, to values[from ..]; what none of them drives is left as it is.
   * taken_ns[0]: the oldest of them, or of what has come, where there is none.
   */
  commandsInto(values: Float64Array, from: number, reals: Float64Array, taken_ns: Float64Array): void {
    taken_ns[0] = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.#commands.length; k++) {
      const { slot, actuator, factor, rest, module } = this.#commands[k]!;
      const run = this.#runs[module]!;
      if (!run.stepped) continue;
      const at = this.#slotAt[slot]!;
      values[from + actuator] = run.rests(reals) ? rest : factor * reals[at]!;
      if (reals[at - 1]! < taken_ns[0]!) taken_ns[0] = reals[at - 1]!;
    }
    if (taken_ns[0] < Number.POSITIVE_INFINITY) return;
    for (let k = 0; k < this.#externals.length; k++) {
      const { slot } = this.#externals[k]!;
      const at = this.#slotAt[slot]! - 1;
      if (this.#fresh[slot] === 1 && reals[at]! < taken_ns[0]!) taken_ns[0] = reals[at]!;
    }
  }

  #placeCopy(copy: Copy, shownAt: number): PlacedCopy {
    const { module, output } = copy;
    const connected = this.program.modules[module]!;
    const from = output >= 0 ? this.#slotAt[connected.outputs[output]!]! : shownAt + connected.shown;
    const { size } = this.program.slots[copy.to]!.message;
    return { ...copy, from, at: this.#slotAt[copy.to]!, size };
  }
}
