/**
 * Expands a checked mission into few statements (expanded-mission.ts): procedures are inlined, `repeat` is copied, durations become
 * timers, and every exception finds its block, through the callers if need be.
 */
import { codedDiagnostic, type Diagnostic, DiagnosticList, didYouMean, type SourceRange } from "../../core/index.ts";
import { signalName } from "../automaton/signal-roles.ts";
import type { Condition, Name, Statement, Trigger } from "../syntax/tree.ts";
import { writtenCondition, writtenTrigger } from "../syntax/written.ts";
import { ArgumentSets, argumentOf, constantOf, writtenConstant } from "./call-arguments.ts";
import type { Arguments, CheckedMission, Constant } from "./checked-mission.ts";
import { compilerCodes as codes } from "./compiler-codes.ts";
import {
  type Block,
  type Exit,
  type Expanded,
  type ExpandedOf,
  type ExpandedTask,
  type Expansion,
  localRef,
  type Origin,
  type SignalRef,
  type Test,
  type Timer,
} from "./expanded-mission.ts";
import { InterfaceSignals } from "./interface-signals.ts";
import { canEnd, instantaneousPath } from "./loop-safety.ts";

export const MOST_STATEMENTS = 100_000;
/** Statements inside one another, through the calls: later stages walk down as deep. */
const MOST_DEPTH = 500;

/** What surrounds a statement. */
interface Scope {
  readonly locals: ReadonlyMap<string, SignalRef>;
  readonly blocks: readonly Block[];
  readonly values: ReadonlyMap<string, Constant>;
  readonly path: readonly string[];
  /** The calls around it, for messages. */
  readonly calls: readonly Name[];
  /** Inside a `suspend`. */
  readonly suspended: boolean;
}

class TooLarge extends Error {
  readonly what: string;
  readonly at: SourceRange;
  readonly calls: readonly Name[];

  constructor(what: string, at: SourceRange, calls: readonly Name[]) {
    super(what);
    this.what = what;
    this.at = at;
    this.calls = calls;
  }
}

const NOTHING: Expanded = Object.freeze({ kind: "nothing" });

class Expander {
  readonly diagnostics = new DiagnosticList();
  readonly #mission: CheckedMission;
  readonly #interface: InterfaceSignals;
  readonly #locals: string[] = [];
  readonly #timers: Timer[] = [];
  readonly #sets = new ArgumentSets();
  readonly #calls = new Map<string, ExpandedOf<"call">[]>();
  #statements = 0;
  #depth = 0;

  constructor(mission: CheckedMission) {
    this.#mission = mission;
    this.#interface = new InterfaceSignals(mission);
  }

  expand(): Expansion {
    const { main, onFatal, tasks } = this.#mission;
    const outside: Scope = { locals: new Map(), blocks: [], values: new Map(), path: [], calls: [], suspended: false };
    const program = this.#statement(main, outside);
    const handler = onFatal === null ? NOTHING : this.#statement(onFatal, { ...outside, path: ["on fatal"] });
    const called: ExpandedTask[] = [];
    for (const task of tasks.values()) {
      const calls = this.#calls.get(task.name);
      if (calls === undefined) continue;
      called.push({ name: task.name, sets: this.#sets.of(task.name), calls });
    }
    this.#interface.addCalled(called);
    return {
      signals: this.#interface.signals,
      locals: this.#locals,
      timers: this.#timers,
      tasks: called,
      main: program,
      onFatal: handler,
      statements: this.#statements,
    };
  }

  #count(at: SourceRange, scope: Scope): void {
    if (++this.#statements <= MOST_STATEMENTS) return;
    throw new TooLarge(`more than ${MOST_STATEMENTS} statements`, at, scope.calls);
  }

  #origin(statement: Statement, scope: Scope, text: string): Origin {
    return { at: statement.at, text, path: scope.path };
  }

  #statement(statement: Statement, scope: Scope): Expanded {
    this.#count(statement.at, scope);
    if (++this.#depth > MOST_DEPTH) {
      throw new TooLarge(`statements more than ${MOST_DEPTH} deep in one another`, statement.at, scope.calls);
    }
    const expanded = this.#expanded(statement, scope);
    this.#depth--;
    return expanded;
  }

  #expanded(statement: Statement, scope: Scope): Expanded {
    switch (statement.kind) {
      case "error":
      case "nothing":
        return NOTHING;
      case "pause":
      case "halt":
        return { kind: statement.kind, origin: this.#origin(statement, scope, statement.kind) };
      case "emit":
      case "sustain":
        return this.#emit(statement, scope);
      case "await":
        return this.#await(statement, scope);
      case "seq":
        return { kind: "seq", parts: statement.parts.map((part) => this.#statement(part, scope)) };
      case "par":
        if (statement.branches.length === 0) return NOTHING;
        return {
          kind: "par",
          branches: statement.branches.map((branch) => this.#statement(branch, scope)),
          origin: this.#origin(statement, scope, "PAR"),
        };
      case "do":
        return this.#do(statement, scope);
      case "loop": {
        const body = this.#statement(statement.body, scope);
        const path = instantaneousPath(body);
        if (path !== null) this.#instantaneous(statement.at, path);
        return { kind: "loop", body, origin: this.#origin(statement, scope, "loop") };
      }
      case "loopEach":
      case "every":
        return this.#each(statement, scope);
      case "repeat": {
        const parts: Expanded[] = [];
        for (let copy = 1; copy <= statement.times; copy++) {
          parts.push(
            this.#statement(statement.body, { ...scope, path: [...scope.path, `${copy} of ${statement.times}`] }),
          );
        }
        return { kind: "seq", parts };
      }
      case "if":
        return {
          kind: "if",
          test: this.#test(statement.condition, scope),
          // biome-ignore lint/suspicious/noThenProperty: the word of the language
          then: this.#statement(statement.then, scope),
          otherwise: statement.otherwise === null ? NOTHING : this.#statement(statement.otherwise, scope),
          origin: this.#origin(statement, scope, `if ${writtenCondition(statement.condition)}`),
        };
      case "suspend":
        return this.#suspend(statement, scope);
      case "local": {
        const locals = new Map(scope.locals);
        const numbers = statement.signals.map(({ text }) => {
          locals.set(text, localRef(this.#locals.length));
          return this.#locals.push(text) - 1;
        });
        const origin = this.#origin(statement, scope, `signal ${statement.signals.map((s) => s.text).join(", ")}`);
        return { kind: "local", signals: numbers, body: this.#statement(statement.body, { ...scope, locals }), origin };
      }
      case "exception":
        return this.#exception(statement, scope);
      case "raise": {
        const origin = this.#origin(statement, scope, `raise ${statement.name.text}`);
        const to = this.#exitTo(statement.name.text, scope);
        if (to !== null) return { kind: "exit", to, origin };
        this.#unhandled(statement.name.at, `${statement.name.text} is not handled`, statement.name.text, scope);
        return NOTHING;
      }
      case "call":
        return this.#call(statement, scope);
    }
  }

  #emit(statement: Extract<Statement, { kind: "emit" | "sustain" }>, scope: Scope): Expanded {
    const { text } = statement.signal;
    const origin = this.#origin(statement, scope, `${statement.kind} ${text}`);
    const emit: Expanded = { kind: "emit", signal: this.#ref(text, scope), origin };
    if (statement.kind === "emit") return emit;
    this.#count(statement.at, scope);
    return { kind: "loop", body: { kind: "seq", parts: [emit, { kind: "pause", origin }] }, origin };
  }

  #ref(name: string, scope: Scope): SignalRef {
    const local = scope.locals.get(name);
    if (local !== undefined) return local;
    return this.#interface.refOf(name);
  }

  #test(condition: Condition, scope: Scope): Test {
    if (condition.kind === "signal") return { kind: "signal", signal: this.#ref(condition.name.text, scope) };
    if (condition.kind === "not") return { kind: "not", operand: this.#test(condition.operand, scope) };
    const { kind, left, right } = condition;
    return { kind, left: this.#test(left, scope), right: this.#test(right, scope) };
  }

  /** A trigger as a test, with what has to be emitted when its statement starts. */
  #trigger(trigger: Trigger, scope: Scope): { test: Test; immediate: boolean; arm: Expanded } {
    if (trigger.kind === "condition") {
      return { test: this.#test(trigger.condition, scope), immediate: trigger.immediate, arm: NOTHING };
    }
    if (scope.suspended) {
      const message =
        "a time that is over while its statement is suspended is missed, and the statement waits for ever";
      this.diagnostics.add(
        codedDiagnostic(codes.missedTime, trigger.at, message, { hint: "wait outside of `suspend`" }),
      );
    }
    const n = this.#timers.length + 1;
    const arm = signalName("armTimer", n);
    const expired = signalName("timerOver", n);
    this.#timers.push({ arm, expired, duration_s: trigger.duration.seconds, at: trigger.at });
    const origin: Origin = { at: trigger.at, text: writtenTrigger(trigger), path: scope.path };
    this.#count(trigger.at, scope);
    return {
      test: { kind: "signal", signal: this.#interface.add({ name: expired, role: "timerOver", owner: null }) },
      immediate: false,
      arm: { kind: "emit", signal: this.#interface.add({ name: arm, role: "armTimer", owner: null }), origin },
    };
  }

  #await(statement: Extract<Statement, { kind: "await" }>, scope: Scope): Expanded {
    const { test, immediate, arm } = this.#trigger(statement.trigger, scope);
    const origin = this.#origin(statement, scope, `await ${writtenTrigger(statement.trigger)}`);
    return armed(arm, { kind: "await", test, immediate, origin });
  }

  #do(statement: Extract<Statement, { kind: "do" }>, scope: Scope): Expanded {
    const { weak, form, trigger } = statement;
    const origin = this.#origin(statement, scope, `do … ${weak ? "weakly " : ""}${form} ${writtenTrigger(trigger)}`);
    let body = this.#statement(statement.body, scope);
    const { test, immediate, arm } = this.#trigger(trigger, scope);
    if (form === "until") {
      if (canEnd(body)) {
        const message = `the body may end before ${writtenTrigger(trigger)}; the statement then waits for it`;
        const hint = "`watching` ends with the body too";
        this.diagnostics.add(codedDiagnostic(codes.endsEarly, statement.at, message, { hint }));
      }
      body = { kind: "seq", parts: [body, this.#halt(statement, scope, trigger)] };
    }
    return armed(arm, { kind: "abort", body, test, weak, immediate, origin });
  }

  #halt(statement: Statement, scope: Scope, trigger: Trigger): Expanded {
    this.#count(statement.at, scope);
    return { kind: "halt", origin: this.#origin(statement, scope, `until ${writtenTrigger(trigger)}`) };
  }

  /** Rule 17: the body, then a halt, until the trigger; again and again. `every` waits for the trigger first. */
  #each(statement: Extract<Statement, { kind: "loopEach" | "every" }>, scope: Scope): Expanded {
    const written = writtenTrigger(statement.trigger);
    const origin = this.#origin(statement, scope, `${statement.kind === "every" ? "every" : "each"} ${written}`);
    // Timers and argument sets are numbered in the order of the text.
    const early = statement.kind === "every" ? this.#trigger(statement.trigger, scope) : null;
    const parts = [this.#statement(statement.body, scope), this.#halt(statement, scope, statement.trigger)];
    const { test, immediate, arm } = early ?? this.#trigger(statement.trigger, scope);
    const round: Expanded = {
      kind: "abort",
      body: { kind: "seq", parts },
      test,
      weak: false,
      immediate: false,
      origin,
    };
    const loop: Expanded = { kind: "loop", body: armed(arm, round), origin };
    if (early === null) return loop;
    this.#count(statement.at, scope);
    return { kind: "seq", parts: [armed(arm, { kind: "await", test, immediate, origin }), loop] };
  }

  #suspend(statement: Extract<Statement, { kind: "suspend" }>, scope: Scope): Expanded {
    const { test, immediate } = this.#trigger(statement.trigger, scope);
    const origin = this.#origin(statement, scope, `suspend … when ${writtenTrigger(statement.trigger)}`);
    const held: Expanded = {
      kind: "suspend",
      body: this.#statement(statement.body, { ...scope, suspended: true }),
      test,
      origin,
    };
    if (!immediate) return held;
    this.#count(statement.at, scope);
    return { kind: "seq", parts: [{ kind: "await", test: { kind: "not", operand: test }, immediate, origin }, held] };
  }

  #exception(statement: Extract<Statement, { kind: "exception" }>, scope: Scope): Expanded {
    const names = statement.names.map((n) => n.text);
    const block: Block = { level: scope.blocks.length, names };
    const body = this.#statement(statement.body, { ...scope, blocks: [...scope.blocks, block] });
    const handlers = new Map(statement.handlers.map((h) => [h.name.text, this.#statement(h.body, scope)]));
    return {
      kind: "block",
      block,
      body,
      handlers: names.map((name) => handlers.get(name) ?? NOTHING),
      origin: this.#origin(statement, scope, `exception ${names.join(", ")}`),
    };
  }

  #exitTo(name: string, scope: Scope): Exit | null {
    const block = scope.blocks.findLast((b) => b.names.includes(name));
    return block === undefined ? null : { block, index: block.names.indexOf(name) };
  }

  #unhandled(at: SourceRange, message: string, name: string, scope: Scope): void {
    const related = callsAround(scope.calls);
    const meant = didYouMean(
      name,
      scope.blocks.flatMap((b) => b.names),
    );
    const hint =
      this.#mission.signals.get(name)?.fatal === true
        ? `${name} is fatal: it comes from the robot, and \`on fatal\` handles it`
        : (meant ?? `put \`exception ${name} in … handle ${name} do … end exception\` around it`);
    this.diagnostics.add(codedDiagnostic(codes.unhandled, at, message, { hint, related }));
  }

  #instantaneous(at: SourceRange, path: readonly Origin[]): void {
    const places = path.slice(0, 10).map(({ at: range, text }) => ({ message: `${text} may end at once`, range }));
    this.diagnostics.add(
      codedDiagnostic(codes.instantaneousLoop, at, "the loop may run round without ever pausing", {
        hint: "put a `pause`, an `await` or a call of a task on every way through its body",
        related: places,
      }),
    );
  }

  #call(statement: Extract<Statement, { kind: "call" }>, scope: Scope): Expanded {
    const { text } = statement.name;
    const given = statement.arguments ?? [];
    const task = this.#mission.tasks.get(text);
    if (task === undefined) {
      const procedure = this.#mission.procedures.get(text)!;
      const values = new Map<string, Constant>();
      procedure.parameters.forEach((parameter, i) => {
        const argument = argumentOf(given, parameter.name.text, i);
        values.set(parameter.name.text, constantOf(argument?.value ?? parameter.initial!, scope.values));
      });
      const calls = [...scope.calls, statement.name];
      return this.#statement(procedure.body, {
        ...scope,
        locals: new Map(),
        values,
        calls,
        path: [...scope.path, text],
      });
    }
    const values: Arguments = Object.fromEntries(
      task.parameters.map(({ name, initial }, i) => {
        const argument = argumentOf(given, name, i);
        return [name, argument === undefined ? initial! : constantOf(argument.value, scope.values)];
      }),
    );
    const shown = Object.values(values).map(writtenConstant).join(", ");
    const origin = this.#origin(statement, scope, shown === "" ? text : `${text}(${shown})`);
    const raises: Exit[] = [];
    for (const { event } of task.type2) {
      const to = this.#exitTo(event, scope);
      if (to !== null) raises.push(to);
      else this.#unhandled(statement.name.at, `${event}, an exception of ${text}, is not handled`, event, scope);
    }
    const ends = task.post.conditions.length > 0;
    const call: ExpandedOf<"call"> = {
      kind: "call",
      task: text,
      set: this.#sets.placeOf(text, values),
      raises,
      ends,
      origin,
    };
    const calls = this.#calls.get(text) ?? [];
    calls.push(call);
    this.#calls.set(text, calls);
    return call;
  }
}

function callsAround(calls: readonly Name[]): { message: string; range: SourceRange }[] {
  return calls.slice(-10).map((call) => ({ message: `in the call of ${call.text}`, range: call.at }));
}

function armed(arm: Expanded, statement: Expanded): Expanded {
  return arm.kind === "nothing" ? statement : { kind: "seq", parts: [arm, statement] };
}

export function expandMission(mission: CheckedMission): {
  readonly expansion: Expansion | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  const expander = new Expander(mission);
  try {
    const expansion = expander.expand();
    const diagnostics = expander.diagnostics.sorted();
    return { expansion: diagnostics.some((d) => d.severity === "error") ? null : expansion, diagnostics };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const more = { hint: "repeat less, or call less deeply", related: callsAround(error.calls) };
    const message = `the expanded mission has ${error.what}`;
    return { expansion: null, diagnostics: [codedDiagnostic(codes.tooLarge, error.at, message, more)] };
  }
}
