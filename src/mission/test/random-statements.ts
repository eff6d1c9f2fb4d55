/**
 * Random statements, as text, in which every name is declared and every exception is handled.
 *
 * Two things that would make most random programs wrong are held down, not excluded. A loop is nearly always given a body that
 * pauses. And signals have ranks: what is tested before an emission in the same reaction mostly has a lower rank than what is
 * emitted, so that few programs have causality cycles.
 */
import type { Draws } from "./random-draws.ts";

export interface RandomTask {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly initial: string | null }[];
  /** The exceptions that a call may raise. */
  readonly raises: readonly string[];
}

/** What a statement may refer to. */
export interface Scope {
  readonly inputs: readonly string[];
  /** Signals that may be emitted, in the order of their ranks. */
  readonly signals: readonly string[];
  readonly exceptions: readonly string[];
  readonly tasks: readonly RandomTask[];
  readonly procedures: readonly RandomTask[];
  /** Parameters of the procedure around. */
  readonly parameters: readonly string[];
  /** Ends of tasks, which can be tested. */
  readonly ends: readonly string[];
  readonly depth: number;
  /** Something else runs beside it: then it makes sense to wait for what the other emits. */
  readonly concurrent: boolean;
  /** The rank that emissions should lie above whenever this statement runs, because of what could take it away. */
  readonly floor: number;
}

/** Statements that count one. */
const PLAIN = {
  nothing: 1,
  pause: 8,
  halt: 2,
  emit: 10,
  sustain: 3,
  await: 11,
  raise: 5,
  task: 10,
  procedure: 4,
} as const;

/** Statements with others inside. */
const COMPOUND = {
  seq: 3,
  par: 7,
  do: 8,
  loop: 4,
  each: 3,
  repeat: 2,
  if: 6,
  every: 3,
  suspend: 4,
  local: 4,
  exception: 5,
} as const;
type Kind = keyof typeof PLAIN | keyof typeof COMPOUND;

/** What follows these in a sequence never runs, or runs only after they are taken away. */
const ENDLESS: ReadonlySet<Kind> = new Set(["halt", "sustain", "raise", "loop", "each", "every"]);
const MAX_DEPTH = 7;
const MOST_DURATIONS = 2;

export class RandomStatements {
  readonly #draws: Draws;
  readonly #durationsAllowed: boolean;
  readonly #called = new Set<string>();
  #durations = 0;
  #locals = 0;
  #exceptions = 0;
  /** The highest rank tested since control last paused in the branch that is being made. */
  #tested = 0;

  constructor(draws: Draws, durations: boolean) {
    this.#draws = draws;
    this.#durationsAllowed = durations;
  }

  /** A body of about so many statements. */
  body(scope: Scope, size: number): string {
    if (this.#draws.chance(0.02) && scope.depth > 0) return "";
    if (scope.depth === 0 && size > 6 && this.#draws.chance(0.5)) {
      return this.#parallel({ ...scope, depth: 1 }, size - 1);
    }
    const count = Math.min(size, this.#draws.between(1, Math.max(1, Math.min(4, size))));
    const parts = this.#draws.split(size, count).map((share, i) => this.statement(scope, share, i === count - 1));
    return parts.join(";\n") + (this.#draws.chance(0.1) ? ";" : "");
  }

  /** A body that mostly cannot end in the reaction in which it starts. */
  #pausingBody(scope: Scope, size: number): string {
    if (size <= 1) return this.#draws.chance(0.9) ? this.#pausing(scope) : this.body(scope, 1);
    if (this.#draws.chance(0.06)) return this.body(scope, size);
    if (this.#draws.chance(0.5)) {
      const first = this.#pausing(scope);
      return `${first};\n${this.body(scope, size - 1)}`;
    }
    return `${this.statement(scope, size - 1, false)};\n${this.#pausing(scope)}`;
  }

  #pausing(scope: Scope): string {
    if (scope.tasks.length > 0 && this.#draws.chance(0.35)) return this.#callTask(scope);
    if (this.#draws.chance(0.5)) {
      this.#tested = 0;
      return "pause";
    }
    const trigger = this.#trigger(scope, false);
    return `await ${trigger}`;
  }

  statement(scope: Scope, size: number, last = true): string {
    const kind = this.#kind(scope, size, last);
    const inner = { ...scope, depth: scope.depth + 1 };
    const d = this.#draws;
    switch (kind) {
      case "nothing":
      case "halt":
        return kind;
      case "pause":
        this.#tested = 0;
        return kind;
      case "emit":
      case "sustain":
        return `${kind} ${this.#emitted(scope)}`;
      case "await":
        return `await ${this.#trigger(scope, true)}`;
      case "seq":
        return `SEQ( ${this.body(inner, size - 1)} )`;
      case "par":
        return this.#parallel(inner, size - 1);
      case "do":
        return this.#do(inner, size - 1);
      case "loop":
        return `loop\n${this.#pausingBody(inner, size - 1)}\nend loop`;
      case "each":
        return this.#guarded(
          inner,
          false,
          (trigger, within) => `loop\n${this.body(within, size - 1)}\neach ${trigger}`,
        );
      case "repeat":
        return `repeat ${d.between(1, 3)} times\n${this.body(inner, size - 1)}\nend repeat`;
      case "if":
        return this.#if(inner, size - 1);
      case "every":
        return this.#guarded(
          inner,
          true,
          (trigger, within) => `every ${trigger} do\n${this.body(within, size - 1)}\nend every`,
        );
      case "suspend": {
        const { text, rank } = this.#condition(scope);
        const immediate = d.chance(0.25) ? "immediate " : "";
        const within = { ...inner, floor: Math.max(scope.floor, rank) };
        return `suspend\n${this.body(within, size - 1)}\nwhen ${immediate}${text}`;
      }
      case "local":
        return this.#local(inner, size - 1);
      case "exception":
        return this.#exception(inner, size - 1);
      case "raise":
        return this.#raise(scope);
      case "task":
        return this.#callTask(scope);
      case "procedure":
        return this.#callProcedure(scope);
    }
  }

  /** A share of several statements is spent inside something; a share of one is a plain statement. */
  #kind(scope: Scope, size: number, last: boolean): Kind {
    const d = this.#draws;
    const plain = size <= 1 || scope.depth >= MAX_DEPTH;
    for (;;) {
      if (plain && this.#uncalled(scope).length > 0 && d.chance(0.25)) return "procedure";
      const kind = plain ? d.weighted(PLAIN) : d.weighted(COMPOUND);
      if (!last && ENDLESS.has(kind) && d.chance(0.85)) continue;
      if (kind === "raise" && scope.exceptions.length === 0) continue;
      if (kind === "task" && scope.tasks.length === 0) continue;
      if (kind === "procedure" && scope.procedures.length === 0) continue;
      return kind;
    }
  }

  #uncalled({ procedures }: Scope): RandomTask[] {
    return procedures.filter((p) => !this.#called.has(p.name));
  }

  #parallel(scope: Scope, size: number): string {
    const count = this.#draws.between(2, Math.max(2, Math.min(size, 3)));
    const before = this.#tested;
    let highest = before;
    const branches = this.#draws.split(size, count).map((share) => {
      this.#tested = before;
      const branch = this.statement({ ...scope, concurrent: true }, share);
      highest = Math.max(highest, this.#tested);
      return branch;
    });
    this.#tested = highest;
    return `PAR{\n${branches.join(this.#draws.chance(0.8) ? ";\n" : "\n")}\n}`;
  }

  #do(scope: Scope, size: number): string {
    const d = this.#draws;
    const weak = d.chance(0.35);
    const form = d.chance(0.45) ? "until" : "watching";
    const { text, rank } = this.#anyTrigger(scope, 0.25);
    const within = weak ? scope : { ...scope, floor: Math.max(scope.floor, rank) };
    const body = this.body(within, size);
    this.#tested = Math.max(this.#tested, rank);
    return `do\n${body}\n${weak ? "weakly " : ""}${form} ${text}`;
  }

  #guarded(scope: Scope, mayBeImmediate: boolean, print: (trigger: string, within: Scope) => string): string {
    const { text, rank } = this.#anyTrigger(scope, mayBeImmediate ? 0.25 : 0);
    return print(text, { ...scope, floor: Math.max(scope.floor, rank) });
  }

  #if(scope: Scope, size: number): string {
    const d = this.#draws;
    const { text, rank } = this.#condition(scope);
    this.#tested = Math.max(this.#tested, rank);
    const head = `if ${d.chance(0.3) ? "present " : ""}${text}${d.chance(0.8) ? " then" : ""}`;
    if (size < 2 || d.chance(0.4)) return `${head}\n${this.body(scope, size)}\nend if`;
    const [first, second] = d.split(size, 2);
    return `${head}\n${this.body(scope, first!)}\nelse\n${this.body(scope, second!)}\nend if`;
  }

  #local(scope: Scope, size: number): string {
    const d = this.#draws;
    const count = d.chance(0.8) ? 1 : 2;
    const fresh = Array.from({ length: count }, () => `L${++this.#locals}`);
    // Now and then an inner signal hides an outer one of the same name.
    if (d.chance(0.08)) fresh[0] = d.one(scope.signals);
    const names = [...new Set(fresh)];
    const signals = [...scope.signals.filter((s) => !names.includes(s)), ...names];
    return `signal ${names.join(", ")} in\n${this.body({ ...scope, signals }, size)}\nend signal`;
  }

  #exception(scope: Scope, size: number): string {
    const d = this.#draws;
    const names = Array.from({ length: d.between(1, 2) }, () => `X${++this.#exceptions}`);
    // An inner block may take what an outer one would have got.
    if (scope.exceptions.length > 0 && d.chance(0.4)) names.push(d.one(scope.exceptions));
    const handled = names.filter(() => d.chance(0.65)).slice(0, Math.max(0, size - 1));
    const shares = d.split(Math.max(size, handled.length + 1), handled.length + 1);
    const exceptions = [...new Set([...scope.exceptions, ...names, ...names])];
    const body = this.body(
      { ...scope, exceptions: d.chance(0.7) ? [...names, ...exceptions] : exceptions },
      shares[0]!,
    );
    const handlers = handled.map((name, i) => `handle ${name} do\n${this.body(scope, shares[i + 1]!)}\n`);
    return `exception ${[...new Set(names)].join(", ")} in\n${body}\n${handlers.join("")}end exception`;
  }

  /** Mostly not at once: a block that is left in its first reaction is soon understood. */
  #raise(scope: Scope): string {
    const raise = `raise ${this.#draws.one(scope.exceptions)}`;
    if (this.#draws.chance(0.2)) return raise;
    if (this.#draws.chance(0.5)) return `SEQ( await ${this.#trigger(scope, false)}; ${raise} )`;
    const { text } = this.#condition(scope);
    return `if ${text} then ${raise} end if`;
  }

  #callProcedure(scope: Scope): string {
    const uncalled = this.#uncalled(scope);
    const procedure = this.#draws.one(uncalled.length > 0 ? uncalled : scope.procedures);
    this.#called.add(procedure.name);
    return this.#call(scope, procedure);
  }

  #callTask(scope: Scope): string {
    const text = this.#call(scope, this.#draws.one(scope.tasks));
    this.#tested = 0;
    return text;
  }

  #call(scope: Scope, { name, parameters }: RandomTask): string {
    const d = this.#draws;
    const needed = parameters.filter((p) => p.initial === null || d.chance(0.4));
    if (needed.length === 0) return d.chance(0.8) ? name : `${name}()`;
    // By position as long as none before it is left out; else by name.
    const positional = needed.every((p, i) => p === parameters[i]) && d.chance(0.6);
    const args = needed.map((p) => {
      const value = scope.parameters.length > 0 && d.chance(0.7) ? d.one(scope.parameters) : String(d.between(1, 3));
      return positional ? value : `${p.name} = ${value}`;
    });
    return `${name}(${args.join(", ")})`;
  }

  #emitted({ signals, floor }: Scope): string {
    const above = signals.slice(Math.max(floor, this.#tested));
    return this.#draws.one(above.length > 0 && this.#draws.chance(0.9) ? above : signals);
  }

  /** The trigger of an await: what follows it depends on it. */
  #trigger(scope: Scope, mayBeImmediate: boolean): string {
    const { text, rank } = this.#anyTrigger(scope, mayBeImmediate ? 0.25 : 0);
    this.#tested = rank;
    return text;
  }

  #anyTrigger(scope: Scope, immediate: number): { text: string; rank: number } {
    if (this.#durationsAllowed && this.#durations < MOST_DURATIONS && this.#draws.chance(0.05)) {
      this.#durations++;
      return { text: `${this.#draws.between(1, 90)} ${this.#draws.one(["ms", "s", "min", "h"])}`, rank: 0 };
    }
    const { text, rank } = this.#condition(scope);
    return { text: this.#draws.chance(immediate) ? `immediate ${text}` : text, rank };
  }

  /** A condition, and the highest rank of a signal in it; inputs have rank 0. */
  #condition(scope: Scope, depth = 0): { text: string; rank: number } {
    const d = this.#draws;
    if (depth < 2 && d.chance(0.25)) {
      const left = this.#condition(scope, depth + 1);
      let right = this.#condition(scope, depth + 1);
      if (right.text === left.text) right = this.#condition(scope, depth + 1);
      const text = `${left.text} ${d.one(["and", "or"])} ${right.text}`;
      return { text: depth > 0 || d.chance(0.2) ? `(${text})` : text, rank: Math.max(left.rank, right.rank) };
    }
    const operand = this.#testable(scope);
    return d.chance(0.2) ? { text: `not ${operand.text}`, rank: operand.rank } : operand;
  }

  #testable({ inputs, signals, ends, concurrent }: Scope): { text: string; rank: number } {
    const d = this.#draws;
    if (ends.length > 0 && d.chance(0.06)) return { text: d.one(ends), rank: 0 };
    if (d.chance(concurrent ? 0.65 : 0.88)) return { text: d.one(inputs), rank: 0 };
    const rank = d.between(1, signals.length);
    return { text: signals[rank - 1]!, rank };
  }
}
