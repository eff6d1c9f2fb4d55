/**
 * Looks up every name of a mission and says all that is wrong with it, as far as the text alone shows it. What depends on who
 * calls whom (unhandled exceptions, instantaneous loops) is found by the expansion, on what this stage lets through.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  type Diagnostic,
  DiagnosticList,
  didYouMean,
  type SourceRange,
} from "../../core/index.ts";
import { isInputRole, signalName } from "../automaton/signal-roles.ts";
import type {
  Declaration,
  MissionTree,
  Name,
  ProcedureDeclaration,
  Statement,
  TaskDeclaration,
  Value,
} from "../syntax/tree.ts";
import { checkBodies } from "./check-bodies.ts";
import { contradictions } from "./check-relations.ts";
import { checkTask } from "./check-task.ts";
import type { CheckedMission, Constant, NamedSignal, Relation, Resource, Task } from "./checked-mission.ts";
import { compilerCodes as codes } from "./compiler-codes.ts";
import { generatedByName, parameterSignals } from "./generated-names.ts";
import { strayEvents } from "./stray-events.ts";

/** The longest time that a mission may name: longer runs do not fit into the simulator's clock. */
const LONGEST_S = 100 * 24 * 3600;
/** And the shortest: nothing that a mission waits for is faster, and a time must not round to nothing. */
const SHORTEST_S = 1e-6;

export class MissionChecker {
  readonly diagnostics = new DiagnosticList();
  readonly signals = new Map<string, NamedSignal>();
  readonly resources = new Map<string, Resource & { at: SourceRange }>();
  readonly tasks = new Map<string, Task>();
  readonly procedures = new Map<string, ProcedureDeclaration>();
  /** Events of tasks that nothing declares, where each is named first. */
  readonly #implied: Name[] = [];
  readonly #computers = new Map<string, SourceRange>();
  readonly #required = new Map<string, SourceRange>();
  readonly #relations: Relation[] = [];
  readonly #mains: Extract<Declaration, { kind: "main" | "onFatal" }>[] = [];
  readonly #tree: MissionTree;

  constructor(tree: MissionTree) {
    this.#tree = tree;
  }

  report(code: CodeEntry, at: SourceRange, message: string, more: Parameters<typeof codedDiagnostic>[3] = {}): void {
    this.diagnostics.add(codedDiagnostic(code, at, message, more));
  }

  check(): CheckedMission | null {
    const { declarations } = this.#tree;
    // What others refer to comes first, so that the order of declarations is the author's own affair.
    for (const d of declarations) if (d.kind === "computer") for (const name of d.names) this.#computer(name);
    for (const d of declarations) if (d.kind === "resource") for (const name of d.names) this.#resource(d, name);
    for (const d of declarations) {
      if (d.kind !== "input" && d.kind !== "output" && d.kind !== "fatal") continue;
      const direction = d.kind === "output" ? "output" : "input";
      const computer = this.#known(d.computer);
      for (const name of d.signals) this.#signal(name, { direction, fatal: d.kind === "fatal", computer });
    }
    for (const d of declarations) if (d.kind === "task") this.#task(d);
    for (const { name, like } of strayEvents(this.#implied, this.signals.values())) {
      const message = `${name.text} is an input by itself: nothing else has this name, and ${like.name} is nearly the same`;
      this.report(codes.strayEvent, name.at, message, {
        seen: name.text,
        hint: `did you mean "${like.name}"? If not, say: input ${name.text};`,
        related: [{ message: `${like.name} is here`, range: like.at }],
      });
    }
    for (const d of declarations) {
      if (d.kind === "procedure") this.#procedure(d);
      if (d.kind === "relation") this.#relation(d);
      if (d.kind === "requires") for (const name of d.properties) this.#require(name);
      if (d.kind === "main" || d.kind === "onFatal") this.#mains.push(d);
    }
    for (const { at, message } of contradictions(this.#relations)) this.report(codes.contradiction, at, message);
    this.#generatedNames();
    const main = this.#only("main");
    const onFatal = this.#only("onFatal");
    this.#fatalHandler(onFatal);
    checkBodies(this, main, onFatal);
    if (this.diagnostics.hasErrors || main === null || this.#tree.name === null) return null;
    return Object.freeze({
      name: this.#tree.name.text,
      file: this.#tree.file,
      signals: this.signals,
      relations: this.#relations,
      computers: [...this.#computers.keys()],
      requires: [...this.#required.keys()],
      resources: this.resources,
      tasks: this.tasks,
      procedures: this.procedures,
      main,
      onFatal,
    });
  }

  /** "there is no signal BateryLow", with a guess at what was meant. */
  unknown(what: string, name: Name, candidates: Iterable<string>): void {
    const hint = didYouMean(name.text, candidates);
    this.report(codes.unknownName, name.at, `there is no ${what} ${name.text}`, { seen: name.text, hint });
  }

  /** Computer of what has no place; undefined where the mission names no computers. */
  get firstComputer(): string | undefined {
    return this.#computers.keys().next().value;
  }

  /** What a name is that the mission has by itself: "command" cannot be tested. null for any other name. */
  generated(name: string): "command" | "end" | "input" | null {
    const signal = generatedByName(name, this.tasks, this.resources);
    if (signal === null) return null;
    if (signal.role === "end") return "end";
    // A time is waited for by its statement alone.
    return isInputRole(signal.role) && signal.role !== "timerOver" ? "input" : "command";
  }

  /** "task Dive is already declared". */
  twice(what: string, name: Name, first: SourceRange): void {
    this.report(codes.declaredTwice, name.at, `${what} ${name.text} is already declared`, {
      related: [{ message: `${name.text} was declared here`, range: first }],
    });
  }

  #computer(name: Name): void {
    const first = this.#computers.get(name.text);
    if (first !== undefined) this.twice("computer", name, first);
    else this.#computers.set(name.text, name.at);
  }

  /** Whether there is such a property is known only beside the file of properties: `thetis verify` reports it. */
  #require(name: Name): void {
    const first = this.#required.get(name.text);
    if (first === undefined) this.#required.set(name.text, name.at);
    else {
      this.report(codes.declaredTwice, name.at, `property ${name.text} is already required`, {
        related: [{ message: `${name.text} was required here`, range: first }],
      });
    }
  }

  #known(computer: Name | null): string | null {
    if (computer === null) return null;
    if (!this.#computers.has(computer.text)) this.unknown("computer", computer, this.#computers.keys());
    return computer.text;
  }

  #resource(d: Extract<Declaration, { kind: "resource" }>, name: Name): void {
    const first = this.resources.get(name.text);
    if (first !== undefined) {
      this.twice("resource", name, first.at);
      return;
    }
    const { software } = d;
    this.resources.set(name.text, { name: name.text, software, computer: this.#known(d.computer), at: name.at });
  }

  #signal(name: Name, { direction, fatal, computer }: Pick<NamedSignal, "direction" | "fatal" | "computer">): void {
    const first = this.signals.get(name.text);
    if (first !== undefined) {
      this.twice("signal", name, first.at);
      return;
    }
    this.signals.set(name.text, { name: name.text, direction, fatal, computer, at: name.at });
  }

  /** An event of a task: an input, unless it is declared as something else. */
  event(name: Name, computer: string | null): string {
    if (!this.signals.has(name.text)) {
      this.#signal(name, { direction: "input", fatal: false, computer });
      this.#implied.push(name);
    }
    return name.text;
  }

  #task(d: TaskDeclaration): void {
    const { name } = d;
    const first = this.tasks.get(name.text);
    if (first !== undefined) {
      this.twice("task", name, first.at);
      return;
    }
    // CONFLICT_ and the rest of a resource's names would be those of the task too.
    const resource = this.resources.get(name.text);
    if (resource !== undefined) this.twice("resource", name, resource.at);
    this.tasks.set(name.text, checkTask(this, d));
  }

  /** Reports names that a list has twice. */
  distinct(what: string, names: readonly Name[]): void {
    const first = new Map<string, SourceRange>();
    for (const name of names) {
      const before = first.get(name.text);
      if (before !== undefined) this.twice(what, name, before);
      else first.set(name.text, name.at);
    }
  }

  /** A value that must be a constant; 0 where it is not one, which is reported. */
  constant(value: Value): Constant {
    if (value.kind !== "parameter") return value.value;
    this.report(codes.signalInValue, value.at, `${value.name.text} is not a constant`, {
      allowed: "a number, a text, true or false",
    });
    return 0;
  }

  /** A time that a mission may name, in seconds. */
  time(seconds: number, at: SourceRange): number {
    if (!(seconds >= SHORTEST_S && seconds <= LONGEST_S)) {
      this.report(codes.badCount, at, `a time of ${seconds} s is not between 1 µs and 100 days`, {
        allowed: "0.001 ms to 2400 h",
      });
    }
    return seconds;
  }

  #procedure(d: ProcedureDeclaration): void {
    const first = this.procedures.get(d.name.text);
    if (first !== undefined) {
      this.twice("procedure", d.name, first.name.at);
      return;
    }
    const task = this.tasks.get(d.name.text);
    if (task !== undefined) {
      this.twice("task", d.name, task.at);
      return;
    }
    this.distinct(
      "parameter",
      d.parameters.map((p) => p.name),
    );
    for (const { initial } of d.parameters) if (initial !== null) this.constant(initial);
    this.procedures.set(d.name.text, d);
  }

  #relation(d: Extract<Declaration, { kind: "relation" }>): void {
    for (const name of d.signals) {
      const signal = this.signals.get(name.text);
      if (signal === undefined && this.generated(name.text) !== "input") {
        this.unknown(
          "input",
          name,
          [...this.signals.values()].filter((s) => s.direction === "input").map((s) => s.name),
        );
      } else if (signal !== undefined && signal.direction !== "input") {
        this.report(codes.unknownName, name.at, `${name.text} is not an input; relations hold between inputs`);
      }
    }
    this.distinct("signal", d.signals);
    this.#relations.push({ form: d.form, signals: d.signals.map((s) => s.text), at: d.at });
  }

  #generatedNames(): void {
    const signals = parameterSignals(this.tasks);
    for (const task of this.tasks.values()) {
      for (const { event } of task.type1) {
        const name = signalName("parameters", task.name, event);
        if (signals.get(name)?.owner === task.name) continue;
        this.report(codes.reservedName, task.at, `${name} would be a signal of two tasks`, {
          hint: "rename one of them",
        });
      }
    }
    for (const signal of this.signals.values()) {
      // Computers are given to resources, tasks and signals by their names.
      const other = this.resources.get(signal.name)?.at ?? this.tasks.get(signal.name)?.at;
      if (other !== undefined) {
        const related = [{ message: `${signal.name} was declared here`, range: other }];
        this.report(codes.declaredTwice, signal.at, `${signal.name} is already declared as something else`, {
          related,
        });
      }
      if (this.generated(signal.name) === null) continue;
      this.report(codes.reservedName, signal.at, `${signal.name} is a signal that the mission already has by itself`, {
        hint: "choose another name",
      });
    }
  }

  #only(kind: "main" | "onFatal"): Statement | null {
    const all = this.#mains.filter((d) => d.kind === kind);
    const [first, ...others] = all;
    const code = kind === "main" ? codes.mainMissing : codes.fatalHandler;
    const called = kind === "main" ? "main" : "on fatal";
    for (const other of others) {
      const related = [{ message: `the first \`${called}\``, range: first!.at }];
      this.report(code, other.at, `there is a second \`${called}\``, { related });
    }
    if (first === undefined && kind === "main") {
      const at = this.#tree.name?.at ?? { file: this.#tree.file, line: 1, column: 1, endLine: 1, endColumn: 1 };
      this.report(code, at, "there is no `main`", { allowed: "main … end main" });
    }
    return first?.body ?? null;
  }

  #fatalHandler(handler: Statement | null): void {
    if (handler !== null) return;
    const missing = (at: SourceRange, why: string): void =>
      this.report(codes.fatalHandler, at, `${why}, but there is no \`on fatal\``, { allowed: "on fatal … end fatal" });
    const [signal] = [...this.signals.values()].filter((s) => s.fatal);
    if (signal !== undefined) {
      missing(signal.at, `${signal.name} is fatal`);
      return;
    }
    for (const task of this.tasks.values()) {
      if (task.type3.length > 0) {
        missing(task.at, `${task.type3[0]} of ${task.name} is fatal`);
        return;
      }
      if (task.stopWithin_s !== null) {
        missing(task.at, `${task.name} not stopping in time is fatal`);
        return;
      }
    }
  }
}

export function checkMission(tree: MissionTree): {
  readonly mission: CheckedMission | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  const checker = new MissionChecker(tree);
  const mission = checker.check();
  return { mission, diagnostics: checker.diagnostics.sorted() };
}
