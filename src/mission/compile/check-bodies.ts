/** The part of the checks that walks through statements: signals, calls with their arguments, recursion, what is never used. */
import type { SourceRange } from "../../core/index.ts";
import type { Argument, Condition, Name, ProcedureDeclaration, Statement, Trigger, Value } from "../syntax/tree.ts";
import type { MissionChecker } from "./check.ts";
import { compilerCodes as codes } from "./compiler-codes.ts";

/** More copies than this are surely a slip; the limit on expanded statements guards the rest. */
const MOST_TIMES = 10_000;
/** Calls inside one another that are followed: the expansion refuses such depths. */
const MOST_CALLS = 1000;

/** Names that mean something inside a body besides the mission's own. */
interface Scope {
  readonly locals: readonly Name[];
  readonly parameters: ReadonlySet<string>;
}

export function checkBodies(checker: MissionChecker, main: Statement | null, onFatal: Statement | null): void {
  new BodyChecker(checker).check(main, onFatal);
}

class BodyChecker {
  readonly #checker: MissionChecker;
  readonly #tested = new Set<string>();
  readonly #emitted = new Set<string>();
  /** Local signals, by their declarations. */
  readonly #locals: Name[] = [];
  readonly #testedLocals = new Set<Name>();
  readonly #emittedLocals = new Set<Name>();
  /** Who calls what, and where; "" is main and `on fatal`. */
  readonly #calls = new Map<string, { readonly name: string; readonly at: SourceRange }[]>();
  #caller = "";

  constructor(checker: MissionChecker) {
    this.#checker = checker;
  }

  check(main: Statement | null, onFatal: Statement | null): void {
    const nothing: Scope = { locals: [], parameters: new Set() };
    for (const body of [main, onFatal]) if (body !== null) this.#statement(body, nothing);
    for (const procedure of this.#checker.procedures.values()) {
      this.#caller = procedure.name.text;
      const parameters = new Set(procedure.parameters.map((p) => p.name.text));
      this.#statement(procedure.body, { locals: [], parameters });
    }
    this.#recursion();
    this.#unused();
  }

  #statement(statement: Statement, scope: Scope): void {
    switch (statement.kind) {
      case "emit":
      case "sustain":
        this.#emit(statement.signal, scope);
        return;
      case "await":
        this.#trigger(statement.trigger, scope);
        return;
      case "seq":
        for (const part of statement.parts) this.#statement(part, scope);
        return;
      case "par":
        for (const branch of statement.branches) this.#statement(branch, scope);
        return;
      case "do":
      case "loopEach":
      case "every":
        this.#trigger(statement.trigger, scope);
        this.#statement(statement.body, scope);
        return;
      case "loop":
        this.#statement(statement.body, scope);
        return;
      case "suspend":
        if (statement.trigger.kind === "delay") {
          this.#checker.report(
            codes.delayHere,
            statement.trigger.at,
            "a procedure is suspended by a condition, not by a time",
          );
        }
        this.#trigger(statement.trigger, scope);
        this.#statement(statement.body, scope);
        return;
      case "repeat":
        if (!(Number.isInteger(statement.times) && statement.times >= 1 && statement.times <= MOST_TIMES)) {
          this.#checker.report(
            codes.badCount,
            statement.at,
            `\`repeat ${statement.times} times\` is out of range; allowed: 1 to ${MOST_TIMES} times`,
            {
              seen: String(statement.times),
              allowed: `1 to ${MOST_TIMES}`,
            },
          );
        }
        this.#statement(statement.body, scope);
        return;
      case "if":
        this.#condition(statement.condition, scope);
        this.#statement(statement.then, scope);
        if (statement.otherwise !== null) this.#statement(statement.otherwise, scope);
        return;
      case "local":
        this.#local(statement, scope);
        return;
      case "exception":
        this.#exception(statement, scope);
        return;
      case "call":
        this.#call(statement, scope);
        return;
      default:
        return;
    }
  }

  #local(statement: Extract<Statement, { kind: "local" }>, scope: Scope): void {
    const seen = new Set<string>();
    for (const name of statement.signals) {
      if (seen.has(name.text))
        this.#checker.report(codes.declaredTwice, name.at, `signal ${name.text} is already declared`);
      seen.add(name.text);
      if (this.#checker.generated(name.text) !== null) {
        this.#checker.report(
          codes.reservedName,
          name.at,
          `${name.text} is a signal that the mission already has by itself`,
        );
      }
    }
    this.#locals.push(...statement.signals);
    this.#statement(statement.body, { ...scope, locals: [...scope.locals, ...statement.signals] });
  }

  #exception(statement: Extract<Statement, { kind: "exception" }>, scope: Scope): void {
    const names = new Set<string>();
    for (const name of statement.names) {
      if (names.has(name.text)) {
        this.#checker.report(codes.declaredTwice, name.at, `exception ${name.text} is already named by this block`);
      }
      names.add(name.text);
      const isFatal =
        this.#checker.signals.get(name.text)?.fatal === true ||
        [...this.#checker.tasks.values()].some((task) => task.type3.includes(name.text));
      if (isFatal) {
        this.#checker.report(codes.fatalCaught, name.at, `${name.text} is fatal: only \`on fatal\` handles it`);
      }
    }
    const handled = new Set<string>();
    for (const { name, body } of statement.handlers) {
      if (!names.has(name.text)) this.#checker.unknown("exception of this block", name, names);
      if (handled.has(name.text))
        this.#checker.report(codes.declaredTwice, name.at, `a second handler of ${name.text}`);
      handled.add(name.text);
      this.#statement(body, scope);
    }
    this.#statement(statement.body, scope);
  }

  #emit(name: Name, scope: Scope): void {
    const local = localOf(scope, name.text);
    if (local !== undefined) {
      this.#emittedLocals.add(local);
      return;
    }
    const signal = this.#checker.signals.get(name.text);
    if (signal === undefined && this.#checker.generated(name.text) !== null) {
      this.#checker.report(
        codes.reservedName,
        name.at,
        `${name.text} is given by a robot-task or the robot and cannot be emitted`,
      );
    } else if (signal === undefined) this.#checker.unknown("signal", name, this.#visible(scope));
    else if (signal.direction === "input") {
      this.#checker.report(
        codes.inputEmitted,
        name.at,
        `${name.text} is an input: the robot gives it, the mission cannot emit it`,
        {
          related: [{ message: "it is an input by this", range: signal.at }],
        },
      );
    } else this.#emitted.add(name.text);
  }

  #visible(scope: Scope): string[] {
    return [...this.#checker.signals.keys(), ...scope.locals.map((l) => l.text)];
  }

  #trigger(trigger: Trigger, scope: Scope): void {
    if (trigger.kind === "condition") this.#condition(trigger.condition, scope);
    else this.#checker.time(trigger.duration.seconds, trigger.duration.at);
  }

  #condition(condition: Condition, scope: Scope): void {
    if (condition.kind === "not") {
      this.#condition(condition.operand, scope);
      return;
    }
    if (condition.kind !== "signal") {
      this.#condition(condition.left, scope);
      this.#condition(condition.right, scope);
      return;
    }
    const { name } = condition;
    const local = localOf(scope, name.text);
    if (local !== undefined) {
      this.#testedLocals.add(local);
      return;
    }
    this.#tested.add(name.text);
    if (this.#checker.signals.has(name.text)) return;
    const role = this.#checker.generated(name.text);
    if (role === "command") {
      this.#checker.report(codes.commandTested, name.at, `${name.text} goes to the robot and cannot be tested`, {
        hint: "test the event that causes it, or BF_ of the task",
      });
    } else if (role === null) this.#checker.unknown("signal", name, this.#visible(scope));
  }

  #call(statement: Extract<Statement, { kind: "call" }>, scope: Scope): void {
    const { name } = statement;
    const { tasks, procedures } = this.#checker;
    const task = tasks.get(name.text);
    const procedure = procedures.get(name.text);
    if (task === undefined && procedure === undefined) {
      this.#checker.unknown("task or procedure", name, [...tasks.keys(), ...procedures.keys()]);
      return;
    }
    const calls = this.#calls.get(this.#caller) ?? [];
    calls.push({ name: name.text, at: name.at });
    this.#calls.set(this.#caller, calls);
    const parameters = task?.parameters ?? parametersOf(procedure!);
    this.#arguments(name, statement.arguments ?? [], parameters, scope);
  }

  #arguments(
    call: Name,
    given: readonly Argument[],
    parameters: readonly { readonly name: string; readonly initial: unknown }[],
    scope: Scope,
  ): void {
    const report = (at: SourceRange, message: string): void => {
      const allowed = parameters.length === 0 ? "no arguments" : parameters.map((p) => p.name).join(", ");
      this.#checker.report(codes.wrongArguments, at, message, { allowed });
    };
    const filled = new Set<string>();
    for (const [i, { name, value, at }] of given.entries()) {
      this.#value(value, scope);
      const parameter = name === null ? parameters[i]?.name : name.text;
      if (parameter === undefined) report(at, `${call.text} takes ${counted(parameters.length)}`);
      else if (!parameters.some((p) => p.name === parameter)) {
        const names = parameters.map((p) => p.name);
        this.#checker.unknown(`parameter of ${call.text}`, name!, names);
      } else if (filled.has(parameter)) report(at, `${parameter} is given twice`);
      else filled.add(parameter);
    }
    for (const { name, initial } of parameters) {
      if (initial === null && !filled.has(name)) report(call.at, `${call.text} needs ${name}`);
    }
  }

  #value(value: Value, scope: Scope): void {
    if (value.kind !== "parameter" || scope.parameters.has(value.name.text)) return;
    const message = `${value.name.text} is not a parameter of the procedure around it`;
    const allowed = ["a number", "a text", "true", "false", ...scope.parameters].join(", ");
    this.#checker.report(codes.signalInValue, value.at, message, { seen: value.name.text, allowed });
  }

  /** Depth first over the calls; a circle is reported once, at the call that closes it. */
  #recursion(): void {
    const done = new Set<string>();
    const path: string[] = [];
    const visit = (name: string): void => {
      path.push(name);
      for (const call of this.#calls.get(name) ?? []) {
        if (!this.#checker.procedures.has(call.name) || done.has(call.name)) continue;
        const from = path.indexOf(call.name);
        if (from < 0 && path.length < MOST_CALLS) visit(call.name);
        else if (from < 0) continue;
        else {
          const circle = [...path.slice(from), call.name].join(" calls ");
          this.#checker.report(codes.recursion, call.at, circle, { hint: "a mission is finite: use a loop" });
        }
      }
      path.pop();
      done.add(name);
    };
    for (const name of ["", ...this.#checker.procedures.keys()]) if (!done.has(name)) visit(name);
  }

  #unused(): void {
    const { tasks, signals, procedures, resources } = this.#checker;
    const called = new Set([...this.#calls.values()].flat().map((c) => c.name));
    const used = new Set<string>();
    for (const task of tasks.values()) {
      for (const resource of task.resources) used.add(resource);
      const events = [...task.pre, ...task.post.conditions, ...task.type3];
      for (const event of [...events, ...task.type1.map((e) => e.event), ...task.type2.map((e) => e.event)])
        this.#tested.add(event);
      if (!called.has(task.name)) this.#checker.report(codes.unusedDeclaration, task.at, `nothing calls ${task.name}`);
    }
    for (const { name } of procedures.values()) {
      if (!called.has(name.text)) this.#checker.report(codes.unusedDeclaration, name.at, `nothing calls ${name.text}`);
    }
    for (const resource of resources.values()) {
      if (!used.has(resource.name)) {
        this.#checker.report(codes.unusedDeclaration, resource.at, `no task uses ${resource.name}`);
      }
    }
    for (const signal of signals.values()) {
      if (signal.direction === "output" && !this.#emitted.has(signal.name)) {
        this.#checker.report(codes.unusedSignal, signal.at, `nothing emits ${signal.name}`);
      }
      if (signal.direction === "input" && !signal.fatal && !this.#tested.has(signal.name)) {
        this.#checker.report(codes.unusedSignal, signal.at, `nothing looks at ${signal.name}`);
      }
    }
    for (const name of this.#locals) {
      const message = !this.#emittedLocals.has(name) ? "emits" : !this.#testedLocals.has(name) ? "looks at" : null;
      if (message !== null) this.#checker.report(codes.unusedSignal, name.at, `nothing ${message} ${name.text}`);
    }
  }
}

/** The innermost local signal of a name. */
function localOf(scope: Scope, name: string): Name | undefined {
  return scope.locals.findLast((local) => local.text === name);
}

function parametersOf(procedure: ProcedureDeclaration): { name: string; initial: unknown }[] {
  return procedure.parameters.map(({ name, initial }) => ({ name: name.text, initial }));
}

function counted(n: number): string {
  return n === 1 ? "1 argument" : `${n} arguments`;
}
