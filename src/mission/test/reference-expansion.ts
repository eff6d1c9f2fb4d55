/**
 * From the syntax tree to the primitive statements of the reference interpreter: every derived statement by its published expansion
 * into trap, suspend and loop [Berry1999], procedures as their bodies (rule 24), repetitions as copies (rule 13).
 *
 *   halt                  loop pause
 *   await T               trap X in loop (pause; if T then exit X)
 *   do p watching T       trap X in (suspend p when T; exit X) || loop (pause; if T then exit X)
 *   … weakly              trap X in (p; exit X) || loop (pause; if T then exit X)
 *   handle                trap O in (trap X in p; exit O); h
 *
 * A block with several names keeps which of them were raised in local signals: raise T is emit t; exit X, and the
 * handlers run as (if t then h) || (if u then k).
 */
import type { Argument, Condition, MissionTree, Name, Statement, Trigger, Value } from "../syntax/tree.ts";
import {
  choose,
  emit,
  exit,
  loop,
  newLife,
  not,
  nothing,
  type Primitive,
  par,
  pause,
  type Signal,
  seq,
  suspend,
  type Test,
  trap,
} from "./reference-statements.ts";
import { ReferenceTask } from "./reference-tasks.ts";

/** What a name means at a place of the expanded mission. */
interface Scope {
  readonly signals: ReadonlyMap<string, Signal>;
  /** Blocks that can be left from here; `flag` is emitted for a handler to see, where a block has several names. */
  readonly exceptions: ReadonlyMap<string, { readonly depth: number; readonly flag: Signal | null }>;
  /** Values of the parameters of the procedure. */
  readonly parameters: ReadonlyMap<string, Value | null>;
  /** How many traps are around this place. */
  readonly depth: number;
  /** Procedures being expanded, outermost first. */
  readonly calling: readonly string[];
}

export interface ExpandedMission {
  readonly root: Primitive;
  readonly inputs: readonly Signal[];
  /** Every global signal that is not an input: declared outputs, BF_x, ARM_n, FATAL. */
  readonly emitted: readonly Signal[];
  readonly signals: ReadonlyMap<string, Signal>;
  readonly fatalSignals: readonly Signal[];
  readonly tasks: readonly ReferenceTask[];
  /** How many different sets of arguments each task is called with (rule 42). */
  readonly argumentSets: ReadonlyMap<ReferenceTask, number>;
  readonly relations: readonly { readonly form: "exclusive" | "implies"; readonly names: readonly string[] }[];
}

export function expandReference(tree: MissionTree): ExpandedMission {
  return new Expansion(tree).expanded;
}

class Expansion {
  readonly expanded: ExpandedMission;
  readonly #tree: MissionTree;
  readonly #signals = new Map<string, Signal>();
  readonly #inputs: Signal[] = [];
  readonly #emitted: Signal[] = [];
  readonly #tasks = new Map<string, ReferenceTask>();
  readonly #argumentSets = new Map<ReferenceTask, string[]>();
  #timers = 0;

  constructor(tree: MissionTree) {
    this.#tree = tree;
    const declarations = tree.declarations;
    const fatalSignals: Signal[] = [];
    const relations: { form: "exclusive" | "implies"; names: string[] }[] = [];
    for (const d of declarations) {
      if (d.kind === "input") for (const name of d.signals) this.#input(name.text);
      if (d.kind === "output") for (const name of d.signals) this.#emittedSignal(name.text);
      if (d.kind === "fatal") for (const name of d.signals) fatalSignals.push(this.#input(name.text));
      if (d.kind === "task") this.#tasks.set(d.name.text, new ReferenceTask(d));
      if (d.kind === "relation") relations.push({ form: d.form, names: d.signals.map((s) => s.text) });
    }
    for (const task of this.#tasks.values()) {
      for (const event of task.events) if (!this.#signals.has(event)) this.#input(event);
    }
    for (const task of this.#tasks.values()) {
      if (task.hasInit) this.#input(`INITOK_${task.name}`);
      if (task.hasStopLimit) this.#input(`STOPTO_${task.name}`);
      this.#emittedSignal(`BF_${task.name}`);
    }
    const fatal = this.#emittedSignal("FATAL");
    const global: Scope = {
      signals: this.#signals,
      exceptions: new Map(),
      parameters: new Map(),
      depth: 0,
      calling: [],
    };

    // Rule 44: trap END in (trap F in (if fatal then exit F else suspend main when fatal; exit END)
    //                                 || loop (pause; if fatal then exit F)); emit FATAL; on fatal
    const body = (kind: "main" | "onFatal") => {
      const found = declarations.find((d) => d.kind === kind);
      return found?.kind === "main" || found?.kind === "onFatal" ? found.body : null;
    };
    const isFatal: Test = { kind: "fatal" };
    const main = this.#optional(body("main"), deeper(deeper(global)));
    const onFatal = this.#optional(body("onFatal"), deeper(global));
    const root = trap(
      seq(
        trap(
          par(
            choose(isFatal, exit(0), seq(suspend(main, isFatal), exit(1))),
            loop(seq(pause, choose(isFatal, exit(0)))),
          ),
        ),
        emit(fatal),
        onFatal,
      ),
    );

    const called = [...this.#tasks.values()].filter((t) => this.#argumentSets.has(t));
    for (const task of called) this.#input(`STOPPED_${task.name}`);
    this.expanded = {
      root,
      inputs: this.#inputs,
      emitted: this.#emitted,
      signals: this.#signals,
      fatalSignals,
      tasks: called,
      argumentSets: new Map(called.map((t) => [t, this.#argumentSets.get(t)!.length])),
      relations,
    };
  }

  #input(name: string): Signal {
    const known = this.#signals.get(name);
    if (known !== undefined) return known;
    const signal: Signal = { name, life: newLife() };
    this.#signals.set(name, signal);
    this.#inputs.push(signal);
    return signal;
  }

  #emittedSignal(name: string): Signal {
    const known = this.#signals.get(name);
    if (known !== undefined) return known;
    const signal: Signal = { name, life: newLife() };
    this.#signals.set(name, signal);
    this.#emitted.push(signal);
    return signal;
  }

  #optional(statement: Statement | null, scope: Scope): Primitive {
    return statement === null ? nothing : this.#expand(statement, scope);
  }

  #expand(statement: Statement, scope: Scope): Primitive {
    switch (statement.kind) {
      case "error":
        throw new Error("the reference interpreter runs programs without errors only");
      case "nothing":
        return nothing;
      case "pause":
        return pause;
      case "halt":
        return loop(pause);
      case "emit":
        return this.#emission(statement.signal, scope);
      case "sustain":
        return loop(seq(this.#emission(statement.signal, scope), pause));
      case "seq":
        return seq(...statement.parts.map((part) => this.#expand(part, scope)));
      case "par":
        return par(...statement.branches.map((branch) => this.#expand(branch, scope)));
      case "loop":
        return loop(this.#expand(statement.body, scope));
      case "repeat": {
        const copies: Primitive[] = [];
        for (let i = 0; i < statement.times; i++) copies.push(this.#expand(statement.body, scope));
        return seq(...copies);
      }
      case "if":
        return choose(
          testOf(statement.condition, scope),
          this.#expand(statement.then, scope),
          this.#optional(statement.otherwise, scope),
        );
      case "await": {
        const trigger = this.#trigger(statement.trigger, scope);
        return seq(trigger.arm, waitFor(trigger.test, trigger.immediate));
      }
      case "do":
        return this.#abortion(statement, scope);
      case "loopEach": {
        // Rule 17: loop do p until T end loop.
        const body = this.#expand(statement.body, deeper(scope));
        const trigger = this.#trigger(statement.trigger, scope);
        return loop(seq(trigger.arm, immediately(trigger, abort(seq(body, loop(pause)), trigger.test))));
      }
      case "every": {
        // Rule 17: await T; loop p each T, where `immediate` and the number of the timer count for the wait.
        const trigger = this.#trigger(statement.trigger, scope);
        const body = this.#expand(statement.body, deeper(scope));
        return seq(
          trigger.arm,
          waitFor(trigger.test, trigger.immediate),
          loop(seq(trigger.arm, abort(seq(body, loop(pause)), trigger.test))),
        );
      }
      case "suspend": {
        const body = this.#expand(statement.body, scope);
        const trigger = this.#trigger(statement.trigger, scope);
        const start = trigger.immediate ? choose(trigger.test, pause) : nothing;
        return seq(trigger.arm, suspend(seq(start, body), trigger.test));
      }
      case "local": {
        const signals = statement.signals.map((name): Signal => ({ name: name.text, life: newLife() }));
        const inner = new Map(scope.signals);
        for (const signal of signals) inner.set(signal.name, signal);
        return {
          kind: "local",
          signals,
          body: this.#expand(statement.body, { ...scope, signals: inner }),
          lives: new Map(),
        };
      }
      case "exception":
        return this.#block(statement, scope);
      case "raise":
        return raising(statement.name.text, scope);
      case "call":
        return this.#call(statement.name, statement.arguments ?? [], scope);
    }
  }

  #emission(name: Name, scope: Scope): Primitive {
    const signal = signalOf(name.text, scope);
    if (this.#inputs.includes(signal)) throw new Error(`${name.text} is an input and cannot be emitted`);
    return emit(signal);
  }

  #trigger(trigger: Trigger, scope: Scope): { test: Test; immediate: boolean; arm: Primitive } {
    if (trigger.kind === "condition") {
      return { test: testOf(trigger.condition, scope), immediate: trigger.immediate, arm: nothing };
    }
    // Rule 23.
    this.#timers++;
    const timer = this.#input(`TIMER_${this.#timers}`);
    const arm = emit(this.#emittedSignal(`ARM_${this.#timers}`));
    return { test: { kind: "signal", signal: timer }, immediate: false, arm };
  }

  /** Rules 14 to 16. */
  #abortion(statement: Extract<Statement, { kind: "do" }>, scope: Scope): Primitive {
    const written = this.#expand(statement.body, deeper(scope));
    const trigger = this.#trigger(statement.trigger, scope);
    const body = statement.form === "until" ? seq(written, loop(pause)) : written;
    if (statement.weak) {
      const watch = loop(
        trigger.immediate ? seq(choose(trigger.test, exit(0)), pause) : seq(pause, choose(trigger.test, exit(0))),
      );
      return seq(trigger.arm, trap(par(seq(body, exit(0)), watch)));
    }
    return seq(trigger.arm, immediately(trigger, abort(body, trigger.test)));
  }

  /** Rules 19 to 21. */
  #block(statement: Extract<Statement, { kind: "exception" }>, scope: Scope): Primitive {
    const names = statement.names.map((n) => n.text);
    const handlers = statement.handlers;
    const outer = deeper(scope);
    const inner = deeper(outer);
    const severalNames = names.length > 1;
    const flags = new Map<string, Signal>();
    if (severalNames) for (const h of handlers) flags.set(h.name.text, { name: h.name.text, life: newLife() });
    const exceptions = new Map(scope.exceptions);
    for (const name of names) exceptions.set(name, { depth: inner.depth, flag: flags.get(name) ?? null });

    const body = this.#expand(statement.body, { ...inner, exceptions });
    const reactions = handlers.map((h) => {
      const handler = this.#expand(h.body, outer);
      return severalNames ? choose({ kind: "signal", signal: flags.get(h.name.text)! }, handler) : handler;
    });
    const whole = trap(seq(trap(seq(body, exit(1))), par(...reactions)));
    if (flags.size === 0) return whole;
    return { kind: "local", signals: [...flags.values()], body: whole, lives: new Map() };
  }

  #call(name: Name, args: readonly Argument[], scope: Scope): Primitive {
    const task = this.#tasks.get(name.text);
    if (task !== undefined) return this.#taskCall(task, args, scope);
    const procedure = this.#tree.declarations.find((d) => d.kind === "procedure" && d.name.text === name.text);
    if (procedure?.kind !== "procedure") throw new Error(`${name.text} is neither a task nor a procedure`);
    if (scope.calling.includes(name.text)) throw new Error(`the procedure ${name.text} calls itself`);
    // Signals are those of the place where the procedure stands; exceptions those around the call (rule 21).
    return this.#expand(procedure.body, {
      ...scope,
      signals: this.#signals,
      parameters: bind(procedure.parameters, args, scope),
      calling: [...scope.calling, name.text],
    });
  }

  #taskCall(task: ReferenceTask, args: readonly Argument[], scope: Scope): Primitive {
    const declaration = this.#tree.declarations.find((d) => d.kind === "task" && d.name.text === task.name);
    if (declaration?.kind !== "task") throw new Error(`the task ${task.name} is gone`);
    const values = [...bind(declaration.parameters, args, scope).values()].map(constantOf);
    const sets = this.#argumentSets.get(task) ?? [];
    this.#argumentSets.set(task, sets);
    const key = JSON.stringify(values);
    if (!sets.includes(key)) sets.push(key);
    const raises = new Map(task.type2.map((e) => [e.name, raising(e.name, scope)]));
    return { kind: "call", task, argumentSet: sets.indexOf(key) + 1, raises };
  }
}

function deeper(scope: Scope): Scope {
  return { ...scope, depth: scope.depth + 1 };
}

function signalOf(name: string, scope: Scope): Signal {
  const signal = scope.signals.get(name);
  if (signal === undefined) throw new Error(`no signal is called ${name}`);
  return signal;
}

function testOf(condition: Condition, scope: Scope): Test {
  switch (condition.kind) {
    case "signal":
      return { kind: "signal", signal: signalOf(condition.name.text, scope) };
    case "not":
      return not(testOf(condition.operand, scope));
    case "and":
    case "or":
      return { kind: condition.kind, left: testOf(condition.left, scope), right: testOf(condition.right, scope) };
  }
}

/** Strong abortion; the body is one trap deeper than the statement. */
function abort(body: Primitive, test: Test): Primitive {
  return trap(par(seq(suspend(body, test), exit(0)), loop(seq(pause, choose(test, exit(0))))));
}

function immediately(trigger: { test: Test; immediate: boolean }, statement: Primitive): Primitive {
  return trigger.immediate ? choose(trigger.test, nothing, statement) : statement;
}

function waitFor(test: Test, immediate: boolean): Primitive {
  const look = choose(test, exit(0));
  return trap(loop(immediate ? seq(look, pause) : seq(pause, look)));
}

function raising(name: string, scope: Scope): Primitive {
  const block = scope.exceptions.get(name);
  if (block === undefined) throw new Error(`the exception ${name} is not handled`);
  const leave = exit(scope.depth - block.depth);
  return block.flag === null ? leave : seq(emit(block.flag), leave);
}

/** The values of parameters: as given by name, by place, or the initial one. Null where the text is wrong. */
function bind(
  parameters: readonly { readonly name: Name; readonly initial: Value | null }[],
  args: readonly Argument[],
  scope: Scope,
): Map<string, Value | null> {
  const values = new Map(parameters.map((p) => [p.name.text, p.initial]));
  for (const [i, arg] of args.entries()) {
    const name = arg.name?.text ?? parameters[i]?.name.text;
    if (name === undefined) throw new Error("more arguments than parameters");
    values.set(name, arg.value.kind === "parameter" ? (scope.parameters.get(arg.value.name.text) ?? null) : arg.value);
  }
  return values;
}

function constantOf(value: Value | null): unknown {
  return value === null || value.kind === "parameter" ? null : value.value;
}
