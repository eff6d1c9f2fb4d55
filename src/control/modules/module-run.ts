/**
 * One module under an executor: when it is due, its step, the age of its inputs, and what is done where a step goes wrong.
 *
 * A step works on a record of its own (module-record.ts); modules of the package, which tests run on records, work on the engine's reals at
 * once. A step that writes outside its places is a fault of the run. So is one whose set-points are not numbers (setpoint-watch.ts), unless the vehicle declares a fail-safe: then the step has not happened, what the law drives goes to rest or
 * keeps its commands, and an event says so once, until numbers come again.
 */
import { InvariantError, S_PER_NS } from "../../core/index.ts";
import { type Moment, SimulationFault, type StateLayout } from "../../engine/index.ts";
import type { ConnectedModule, ConnectedProgram, Copy } from "./connected-program.ts";
import type { LogDetail, Module, ModuleTick, SoftwarePorts, Stopwatch } from "./module.ts";
import { ModuleRecord } from "./module-record.ts";
import { SetpointWatch } from "./setpoint-watch.ts";

/** Where a line of the log goes. */
export type ExecutorLog = (t_ns: number, path: string, message: string, detail: LogDetail) => void;

/**
 * What happens where a law writes a set-point that is not a number: the end of the run, rest of all that the law drives, or the commands of
 * before.
 */
export type FailSafe = "fault" | "rest" | "keep";

export interface ExecutorOptions {
  readonly layout: StateLayout;
  /** Of the program: "auv/pilot". */
  readonly path: string;
  readonly log: ExecutorLog;
  readonly ports?: SoftwarePorts;
  readonly stopwatch?: Stopwatch | undefined;
  /** Place in reals of what the program shows. */
  readonly shownAt: number;
  /** "fault" where absent. */
  readonly failSafe?: FailSafe;
  /** Every module works on a record, those of the package as well. */
  readonly records?: boolean;
}

/**
 * Reals of a request in front of its fields: questions asked, questions answered, and both as they were when all modules had last
 * stepped. The side that asks sees an answer at the next instant at the earliest, wherever the modules stand in the file.
 */
export const REQUEST = { asked: 0, answered: 1, askedBefore: 2, answeredBefore: 3, head: 4 } as const;

export interface PlacedCopy extends Copy {
  readonly from: number;
  readonly at: number;
  readonly size: number;
}

/** taken_ns[0]: the stamp of everything that the module has written in this step. */
export function copyInto(reals: Float64Array, { from, at, size }: PlacedCopy, taken_ns: Float64Array): void {
  reals[at - 1] = taken_ns[0]!;
  for (let i = 0; i < size; i++) reals[at + i] = reals[from + i]!;
}

interface Places {
  readonly slotAt: readonly number[];
  readonly eventsAt: number;
  readonly requestAt: readonly number[];
}

/** One module in an executor: the record that it works on. */
export class ModuleRun implements ModuleTick {
  reals: Float64Array;
  readonly memoryAt: number;
  readonly shownAt: number;
  readonly inAt: readonly number[];
  readonly outAt: readonly number[];
  readonly parameterAt: readonly number[];
  readonly questionAt: readonly number[];
  readonly answerAt: readonly number[];
  readonly ports?: SoftwarePorts;
  readonly stopwatch: Stopwatch | undefined;
  /** The engine's, during a call. */
  #engine: Float64Array = new Float64Array(0);
  /** null for one that works in place. */
  readonly #record: ModuleRecord | null;
  readonly #watch: SetpointWatch;
  readonly #failSafe: FailSafe;
  /** Reals: 1 while its set-points are not numbers. */
  readonly #failedAt: number;
  /** Where its inputs and outputs lie in the engine's reals. */
  readonly #inAt: readonly number[];
  readonly #outAt: readonly number[];
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
    this.#inAt = connected.inputs.map(at);
    this.#outAt = connected.outputs.map(at);
    this.#failSafe = options.failSafe ?? "fault";
    // A step in place cannot be taken back.
    const inPlace = module.inPlace === true && options.records !== true && this.#failSafe === "fault";
    const requestAt = places.requestAt.map((request) => request + REQUEST.head);
    const memoryAt = layout.reals(`${name} memory`, module.memory, [...memory]);
    const own = { memoryAt, shownAt: shownAt + connected.shown };
    this.#record = inPlace ? null : new ModuleRecord(program, connected, { slotAt: places.slotAt, requestAt, ...own });
    const questionAt = connected.requests.map((k) => (k < 0 ? -1 : requestAt[k]!));
    const where = this.#record ?? {
      ...own,
      reals: this.#engine,
      inAt: this.#inAt,
      outAt: this.#outAt,
      parameterAt: connected.parameters.map(at),
      questionAt,
      answerAt: connected.requests.map((k, i) => (k < 0 ? -1 : questionAt[i]! + program.requests[k]!.question.size)),
    };
    this.reals = where.reals;
    this.memoryAt = where.memoryAt;
    this.shownAt = where.shownAt;
    this.inAt = where.inAt;
    this.outAt = where.outAt;
    this.parameterAt = where.parameterAt;
    this.questionAt = where.questionAt;
    this.answerAt = where.answerAt;
    this.#watch = new SetpointWatch(connected, this.outAt);
    this.#failedAt = layout.reals(`${name} not a number`, 1);
    this.#questionsWait = connected.requests.map((k) => program.requests[k]?.delay === true);
    this.#seenAt = layout.reals(`${name} events seen`, connected.eventInputs.length);
    this.#staleAt = layout.reals(`${name} ages`, connected.inputs.length);
    this.#limited = connected.maxAges_s.flatMap((s, k) => (Number.isFinite(s) && connected.inputs[k]! >= 0 ? [k] : []));
    const ageing = connected.ageing.map((k) => this.#inAt[k]! - 1);
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
    this.#engine = reals;
    if (triggerEvent >= 0) return this.raised(triggerEvent) > 0;
    return triggerQuestion >= 0 && this.asked(triggerQuestion);
  }

  step(moment: Moment, fresh: Uint8Array): void {
    const { reals } = moment;
    const { outputs, eventInputs } = this.#connected;
    const { oldest_ns } = this;
    const outAt = this.#outAt;
    const stampsAt = this.#stampsAt;
    const record = this.#record;
    this.#engine = reals;
    this.#now_ns[0] = moment.now_ns;
    for (let i = 0; i < this.#limited.length; i++) this.#checkAge(this.#limited[i]!);
    if (record === null) this.reals = reals;
    else record.begin(reals);
    this.#watch.begin(this.reals);
    this.#module.step(this);
    if (record?.strays(reals) === true) this.#failStray(record);
    const wrong = this.#watch.end(this.reals);
    if (wrong >= 0) this.#failSafely(wrong);
    else {
      record?.commit(reals);
      if (reals[this.#failedAt] === 1) this.#recover();
    }
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
    return this.#count(k) - this.#engine[this.#seenAt + k]!;
  }

  #count(k: number): number {
    const sources = this.#connected.eventInputs[k]!;
    let sum = 0;
    for (let i = 0; i < sources.length; i++) sum += this.#engine[this.#places.eventsAt + sources[i]!]!;
    return sum;
  }

  raise(k: number): void {
    this.#engine[this.#places.eventsAt + this.#connected.eventOutputs[k]!]! += 1;
  }

  ask(k: number): boolean {
    const at = this.#request(k);
    if (this.#engine[at + REQUEST.asked]! > this.#engine[at + REQUEST.answeredBefore]!) return false;
    this.#engine[at + REQUEST.asked]! += 1;
    return true;
  }

  answered(k: number): boolean {
    const at = this.#request(k);
    return (
      this.#engine[at + REQUEST.asked]! > 0 &&
      this.#engine[at + REQUEST.answeredBefore] === this.#engine[at + REQUEST.asked]
    );
  }

  asked(k: number): boolean {
    const at = this.#request(k);
    const seen = this.#questionsWait[k] === true ? REQUEST.askedBefore : REQUEST.asked;
    return this.#engine[at + seen]! > this.#engine[at + REQUEST.answered]!;
  }

  answer(k: number): void {
    if (this.asked(k)) this.#engine[this.#request(k) + REQUEST.answered]! += 1;
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

  /** Whether its actuators are to rest, since what it writes are not numbers. */
  rests(reals: Float64Array): boolean {
    return reals[this.#failedAt] === 1 && this.#failSafe === "rest";
  }

  #failStray(record: ModuleRecord): never {
    const reason = `its step has written to ${record.whatStrays()}; a step writes its outputs, its memory and what it shows`;
    throw new SimulationFault(this.#now_ns[0]!, this.#named(), [], reason);
  }

  /** The step has not happened: neither its memory nor its outputs are kept. */
  #failSafely(output: number): void {
    const { module, id } = this.#connected;
    const what = `the set-point ${id}.${module.outputs![output]!.name} is ${this.#watch.inWords()}`;
    if (this.#failSafe === "fault") {
      const hint = 'failSafe="rest" of the vehicle would let what it drives rest instead';
      throw new SimulationFault(this.#now_ns[0]!, this.#named(), [], `${what}; a law must write numbers (${hint})`);
    }
    const rest = this.#failSafe === "rest";
    // What reads it, such as the thruster manager, gets rest from it; what it drives itself is set by commandsInto.
    if (rest) this.#watch.restInto(this.#engine, this.#outAt);
    if (this.#engine[this.#failedAt] === 1) return;
    this.#engine[this.#failedAt] = 1;
    const then = rest ? "all that it drives goes to rest" : "all that it drives keeps its commands";
    this.log(`${what}: ${then}`, { level: "error" });
  }

  #recover(): void {
    this.#engine[this.#failedAt] = 0;
    this.log(`${this.#connected.id} writes numbers again`);
  }

  /** "auv/pilot", or "auv/brain: filter" for a module whose lines stand under the name of its program. */
  #named(): string {
    const { id } = this.#connected;
    return this.#path.endsWith(`/${id}`) ? this.#path : `${this.#path}: ${id}`;
  }

  #checkAge(k: number): void {
    const taken_ns = this.#engine[this.#inAt[k]! - 1]!;
    // Nothing can be older than the run: what has not come yet counts from its start.
    const age_s = (this.#now_ns[0]! - (Number.isNaN(taken_ns) ? 0 : taken_ns)) * S_PER_NS;
    const stale = age_s > this.#connected.maxAges_s[k]!;
    if (stale && this.#engine[this.#staleAt + k] === 0) this.#reportAge(k, taken_ns, age_s);
    this.#engine[this.#staleAt + k] = stale ? 1 : 0;
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
