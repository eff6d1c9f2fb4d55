/**
 * The bare executor: modules step at once, in the calendar, and take no time. It lays a connected program out in the engine's
 * state and runs it each time that something has come.
 *
 *   1. what has come from outside is put into its slots, the newest of each
 *   2. modules that are due step in the order of their links; what one writes, the next one reads in place
 *   3. copies for links with a delay are renewed: data, counts of events, questions; and answers
 *
 * A slot is [taken_ns | fields]. What a module writes is stamped with the oldest of what it has read: the age of a command is that of
 * the reading behind it; what comes over a link with a delay does not count. A module that reads nothing stamps with the time of what
 * triggers it. An input that is older than its limit when its module steps, or has not come for so long, is reported, once until a
 * younger one has come.
 */
import { InvariantError, S_PER_NS } from "../../core/index.ts";
import type { InPort, Moment, StateLayout } from "../../engine/index.ts";
import type { Command, ConnectedModule, ConnectedProgram, Copy, ExternalInput } from "./connected-program.ts";
import type { LogDetail, Module, ModuleTick, SoftwarePorts, Stopwatch } from "./module.ts";

/** Where a line of the log goes. */
export type ExecutorLog = (t_ns: number, path: string, message: string, detail: LogDetail) => void;

export interface ExecutorOptions {
  readonly layout: StateLayout;
  /** Of the program: "auv/pilot". */
  readonly path: string;
  readonly log: ExecutorLog;
  readonly ports?: SoftwarePorts;
  readonly stopwatch?: Stopwatch | undefined;
  /** Place in reals of what the program shows. */
  readonly shownAt: number;
}

/**
 * Reals of a request in front of its fields: questions asked, questions answered, and both as they were when all modules had last
 * stepped. The side that asks sees an answer at the next instant at the earliest, wherever the modules stand in the file.
 */
const ASKED = 0;
const ANSWERED = 1;
const ASKED_BEFORE = 2;
const ANSWERED_BEFORE = 3;
const REQUEST_HEAD = 4;

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
      layout.reals(`${path}: request ${k}`, REQUEST_HEAD + question.size + answer.size),
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

  /** The port on which an external input, by index, comes in. */
  receiveFrom(external: number, port: InPort): void {
    this.#inPorts[external] = port;
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

  /** 2 and 3. */
  run(moment: Moment): void {
    const { reals } = moment;
    const fresh = this.#fresh;
    const delayed = this.#delayed;
    const runs = this.#runs;
    for (let k = 0; k < delayed.length; k++) {
      const at = this.#waitingAt[k]!;
      if (at < 0 || reals[at] === 0) continue;
      reals[at] = 0;
      fresh[delayed[k]!.to] = 1;
    }
    for (let m = 0; m < runs.length; m++) {
      const run = runs[m]!;
      run.stepped = false;
      if (run.isDue(reals, fresh)) run.step(moment, fresh);
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
      reals[at + ASKED_BEFORE] = reals[at + ASKED]!;
      reals[at + ANSWERED_BEFORE] = reals[at + ANSWERED]!;
    }
  }

  /**
   * Set-points of the modules that stepped, by index of actuator, to values[from ..]; what none of them drives is left as it is.
   * taken_ns[0]: the oldest of them, or of what has come, where there is none.
   */
  commandsInto(values: Float64Array, from: number, reals: Float64Array, taken_ns: Float64Array): void {
    taken_ns[0] = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.#commands.length; k++) {
      const { slot, actuator, factor, module } = this.#commands[k]!;
      if (!this.#runs[module]!.stepped) continue;
      const at = this.#slotAt[slot]!;
      values[from + actuator] = factor * reals[at]!;
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

interface PlacedCopy extends Copy {
  readonly from: number;
  readonly at: number;
  readonly size: number;
}

/** taken_ns[0]: the stamp of everything that the module has written in this step. */
function copyInto(reals: Float64Array, { from, at, size }: PlacedCopy, taken_ns: Float64Array): void {
  reals[at - 1] = taken_ns[0]!;
  for (let i = 0; i < size; i++) reals[at + i] = reals[from + i]!;
}

interface Places {
  readonly slotAt: readonly number[];
  readonly eventsAt: number;
  readonly requestAt: readonly number[];
}

/** One module in an executor: the record that it works on. */
class ModuleRun implements ModuleTick {
  readonly memoryAt: number;
  readonly shownAt: number;
  readonly inAt: readonly number[];
  readonly outAt: readonly number[];
  readonly parameterAt: readonly number[];
  readonly questionAt: readonly number[];
  readonly answerAt: readonly number[];
  readonly ports?: SoftwarePorts;
  readonly stopwatch: Stopwatch | undefined;
  reals: Float64Array = new Float64Array(0);
  /** Whether it has stepped at the present instant. */
  stepped = false;
  readonly #path: string;
  readonly #module: Module;
  readonly #connected: ConnectedModule;
  readonly #log: ExecutorLog;
  readonly #places: Places;
  readonly #copies: readonly PlacedCopy[];
  /** Where the stamps stand that count for what it writes: those of its inputs, or of what triggers it. */
  readonly #stampsAt: readonly number[];
  /** Reals: by event input, how often it was raised when the module last stepped; by input, 1 while its age is reported. */
  readonly #seenAt: number;
  readonly #staleAt: number;
  readonly #limited: readonly number[];
  readonly #now_ns = new Float64Array(1);
  /** Of what it has read in its step at the present instant. */
  readonly oldest_ns = new Float64Array(1);
  /** By request: whether a question is seen one instant later. */
  readonly #questionsWait: readonly boolean[];

  constructor(
    program: ConnectedProgram,
    connected: ConnectedModule,
    places: Places,
    copies: readonly PlacedCopy[],
    options: ExecutorOptions,
  ) {
    const { layout, path, shownAt } = options;
    const { module, id } = connected;
    const at = (slot: number): number => (slot < 0 ? -1 : places.slotAt[slot]!);
    // A program's only module, or its main one, is called like the program.
    const name = path.endsWith(`/${id}`) ? path : `${path}: ${id}`;
    const memory = new Float64Array(module.memory);
    module.initialInto?.(memory, 0);
    this.memoryAt = layout.reals(`${name} memory`, module.memory, [...memory]);
    this.shownAt = shownAt + connected.shown;
    this.inAt = connected.inputs.map(at);
    this.outAt = connected.outputs.map(at);
    this.parameterAt = connected.parameters.map(at);
    const requestAt = connected.requests.map((k) => (k < 0 ? -1 : places.requestAt[k]! + REQUEST_HEAD));
    this.questionAt = requestAt;
    this.answerAt = connected.requests.map((k, i) => (k < 0 ? -1 : requestAt[i]! + program.requests[k]!.question.size));
    this.#questionsWait = connected.requests.map((k) => program.requests[k]?.delay === true);
    this.#seenAt = layout.reals(`${name} events seen`, connected.eventInputs.length);
    this.#staleAt = layout.reals(`${name} ages`, connected.inputs.length);
    this.#limited = connected.maxAges_s.flatMap((s, k) => (Number.isFinite(s) && connected.inputs[k]! >= 0 ? [k] : []));
    const ageing = connected.ageing.map((k) => this.inAt[k]! - 1);
    this.#stampsAt = ageing.length > 0 || connected.trigger < 0 ? ageing : [at(connected.trigger) - 1];
    this.#path = connected.channel === "" ? path : `${path}/${connected.channel}`;
    this.#module = module;
    this.#connected = connected;
    this.#places = places;
    this.#copies = copies;
    this.#log = options.log;
    this.stopwatch = options.stopwatch;
    if (options.ports !== undefined) this.ports = options.ports;
  }

  isDue(reals: Float64Array, fresh: Uint8Array): boolean {
    const { trigger, triggerEvent, triggerQuestion } = this.#connected;
    if (trigger >= 0) return fresh[trigger] === 1;
    this.reals = reals;
    if (triggerEvent >= 0) return this.raised(triggerEvent) > 0;
    return triggerQuestion >= 0 && this.asked(triggerQuestion);
  }

  step(moment: Moment, fresh: Uint8Array): void {
    const { reals } = moment;
    const { outputs, eventInputs } = this.#connected;
    const { outAt, oldest_ns } = this;
    const stampsAt = this.#stampsAt;
    this.reals = reals;
    this.#now_ns[0] = moment.now_ns;
    for (let i = 0; i < this.#limited.length; i++) this.#checkAge(this.#limited[i]!);
    this.#module.step(this);
    for (let k = 0; k < eventInputs.length; k++) reals[this.#seenAt + k] = this.#count(k);

    // Stamped with the oldest of what was read.
    oldest_ns[0] = this.#now_ns[0]!;
    for (let i = 0; i < stampsAt.length; i++) {
      const taken_ns = reals[stampsAt[i]!]!;
      if (taken_ns < oldest_ns[0]!) oldest_ns[0] = taken_ns;
    }
    for (let k = 0; k < outAt.length; k++) {
      reals[outAt[k]! - 1] = oldest_ns[0]!;
      fresh[outputs[k]!] = 1;
    }
    for (let k = 0; k < this.#copies.length; k++) {
      copyInto(reals, this.#copies[k]!, oldest_ns);
      fresh[this.#copies[k]!.to] = 1;
    }
    this.stepped = true;
  }

  raised(k: number): number {
    return this.#count(k) - this.reals[this.#seenAt + k]!;
  }

  #count(k: number): number {
    const sources = this.#connected.eventInputs[k]!;
    let sum = 0;
    for (let i = 0; i < sources.length; i++) sum += this.reals[this.#places.eventsAt + sources[i]!]!;
    return sum;
  }

  raise(k: number): void {
    this.reals[this.#places.eventsAt + this.#connected.eventOutputs[k]!]! += 1;
  }

  ask(k: number): boolean {
    const at = this.#request(k);
    if (this.reals[at + ASKED]! > this.reals[at + ANSWERED_BEFORE]!) return false;
    this.reals[at + ASKED]! += 1;
    return true;
  }

  answered(k: number): boolean {
    const at = this.#request(k);
    return this.reals[at + ASKED]! > 0 && this.reals[at + ANSWERED_BEFORE] === this.reals[at + ASKED];
  }

  asked(k: number): boolean {
    const at = this.#request(k);
    const seen = this.#questionsWait[k] === true ? ASKED_BEFORE : ASKED;
    return this.reals[at + seen]! > this.reals[at + ANSWERED]!;
  }

  answer(k: number): void {
    if (this.asked(k)) this.reals[this.#request(k) + ANSWERED]! += 1;
  }

  #request(k: number): number {
    const number = this.#connected.requests[k] ?? -1;
    // The text is made only where it is needed.
    if (number < 0) {
      const name = this.#module.requests?.[k]?.name;
      throw new InvariantError(`${this.#path}: nothing is linked to the request ${name}`);
    }
    return this.#places.requestAt[number]!;
  }

  log(message: string, detail: LogDetail = {}): void {
    this.#log(this.#now_ns[0]!, this.#path, message, detail);
  }

  #checkAge(k: number): void {
    const taken_ns = this.reals[this.inAt[k]! - 1]!;
    // Nothing can be older than the run: what has not come yet counts from its start.
    const age_s = (this.#now_ns[0]! - (Number.isNaN(taken_ns) ? 0 : taken_ns)) * S_PER_NS;
    const stale = age_s > this.#connected.maxAges_s[k]!;
    if (stale && this.reals[this.#staleAt + k] === 0) this.#reportAge(k, taken_ns, age_s);
    this.reals[this.#staleAt + k] = stale ? 1 : 0;
  }

  #reportAge(k: number, taken_ns: number, age_s: number): void {
    const { id, module, maxAges_s } = this.#connected;
    const port = `${id}.${module.inputs![k]!.name}`;
    const limit = `its limit is ${maxAges_s[k]} s`;
    const message = Number.isNaN(taken_ns)
      ? `nothing has come to ${port} yet; ${limit}`
      : `the input ${port} is ${Number(age_s.toFixed(6))} s old; ${limit}`;
    this.log(message, { level: "warning" });
  }
}
