/**
 * Looks up the names of properties in an automaton, writes out their actions and checks what can be checked before anything is explored:
 * unknown names, clauses that do not fit, assumptions that nothing satisfies, sizes.
 */
import {
  codedDiagnostic,
  type Diagnostic,
  type DiagnosticDetail,
  DiagnosticList,
  didYouMean,
  type SourceRange,
} from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import type { Condition, Name } from "../syntax/tree.ts";
import { ActionTable } from "./actions.ts";
import { InputAssumption } from "./assumption.ts";
import { proofCodes as codes } from "./codes.ts";
import { Predicates } from "./predicate.ts";
import { conditionText, propertyText } from "./property-text.ts";
import type { Assumptions, PropertyDeclaration, PropertyForm, PropertyTree, Sequence } from "./property-tree.ts";
import { MOST_POSITIONS, positionsOf } from "./sequence-observer.ts";

/** A letter of the automata that watch reactions has a bit for each condition. */
export const MOST_CONDITIONS = 30;

/** A property that can be checked on the automaton it was resolved for. */
export interface Property extends Pick<PropertyDeclaration, "form" | "scope" | "assumptions" | "at"> {
  readonly name: string;
  /** All that it says, in one layout, with the actions written out. */
  readonly text: string;
  /** Where its name stands. */
  readonly nameAt: SourceRange;
}

export interface ResolvedProperties {
  /** Those without errors, in the order of the text. */
  readonly properties: readonly Property[];
  /** Actions with their conditions written out. */
  readonly actions: readonly { readonly name: Name; readonly condition: Condition }[];
  readonly diagnostics: readonly Diagnostic[];
}

export function resolveProperties(tree: PropertyTree, automaton: Automaton): ResolvedProperties {
  const list = new DiagnosticList();
  const lookup = new Lookup(automaton, tree, list);
  const properties = tree.properties.flatMap((declaration) => lookup.property(declaration) ?? []);
  return { properties, actions: lookup.actions.writtenOut(), diagnostics: list.sorted() };
}

/** One bit each, in one number. */
const MOST_RECURRING = 30;

const WITH_SCOPE: ReadonlySet<PropertyForm["kind"]> = new Set(["never", "always", "response"]);
const WITH_RUNS: ReadonlySet<PropertyForm["kind"]> = new Set(["response", "reach"]);

class Lookup {
  readonly actions: ActionTable;
  readonly #automaton: Automaton;
  readonly #list: DiagnosticList;
  readonly #inputs: ReadonlyMap<string, number>;
  readonly #outputs: ReadonlySet<string>;
  readonly #predicates: Predicates;
  readonly #actionNames: readonly string[];
  #failed = false;

  constructor(automaton: Automaton, tree: PropertyTree, list: DiagnosticList) {
    const { inputs, outputs } = automaton.data;
    this.#automaton = automaton;
    this.#list = list;
    this.#inputs = new Map(inputs.map((s, i) => [s.name, i]));
    this.#outputs = new Set(outputs.map((s) => s.name));
    this.#predicates = new Predicates(automaton);
    this.#actionNames = tree.actions.map((a) => a.name.text);
    this.actions = new ActionTable(tree.actions, {
      isSignal: (name) => this.#inputs.has(name) || this.#outputs.has(name),
      unknown: (name) => this.#unknownSignal(name),
      spoilt: () => {
        this.#failed = true;
      },
      report: this.#report.bind(this),
    });
  }

  property({ name, form, scope, assumptions, at }: PropertyDeclaration): Property | null {
    this.#failed = false;
    const resolved = {
      form: this.#form(form),
      scope: { after: this.#orNull(scope.after), until: this.#orNull(scope.until) },
      assumptions: this.#assumptions(assumptions),
    };
    if (!WITH_SCOPE.has(form.kind)) this.#refuseScope(scope.after ?? scope.until, form);
    if ((assumptions.tasksStop || assumptions.recur.length > 0) && !WITH_RUNS.has(form.kind)) {
      const message = "`provided` is about endless runs, and only `leads to` and `always … reach` look at those";
      this.#report(codes.clause, assumptions.at, message);
    }
    if (this.#failed) return null;
    this.#checkSize(name, resolved.form);
    return this.#failed ? null : { name: name.text, nameAt: name.at, text: propertyText(resolved), ...resolved, at };
  }

  #report(
    code: (typeof codes)[keyof typeof codes],
    at: SourceRange,
    message: string,
    detail: DiagnosticDetail = {},
  ): void {
    this.#failed = true;
    this.#list.add(codedDiagnostic(code, at, message, detail));
  }

  #refuseScope(clause: Condition | null, { kind }: PropertyForm): void {
    if (clause === null) return;
    const message = "`after` and `until` stand only behind `never …`, `always …` and `… leads to …`";
    this.#report(codes.clause, clause.at, message, { seen: kind });
  }

  #unknownSignal({ text, at }: Name): void {
    const known = [...this.#inputs.keys(), ...this.#outputs, ...this.#actionNames];
    const hint = didYouMean(text, known);
    this.#report(codes.unknownSignal, at, `the mission has no signal ${text}`, { seen: text, hint });
  }

  #orNull(condition: Condition | null): Condition | null {
    return condition === null ? null : this.#condition(condition);
  }

  #condition(condition: Condition): Condition {
    return this.actions.expand(condition);
  }

  #form(form: PropertyForm): PropertyForm {
    const of = (condition: Condition): Condition => this.#condition(condition);
    switch (form.kind) {
      case "never":
      case "always":
        return { ...form, condition: of(form.condition) };
      case "reach":
        return { ...form, goal: of(form.goal) };
      case "response":
        return { ...form, trigger: of(form.trigger), answer: of(form.answer) };
      case "precedence":
        return { ...form, event: of(form.event), cause: of(form.cause), since: this.#orNull(form.since) };
      case "alternation":
        return { ...form, first: of(form.first), second: of(form.second) };
      case "deadlock":
        return { ...form, except: this.#orNull(form.except) };
      case "overlap": {
        const [first, second] = [form.first, form.second].map((s) => ({ from: of(s.from), to: of(s.to) }));
        return { ...form, first: first!, second: second! };
      }
      case "sequence":
        return { ...form, sequence: this.#sequence(form.sequence) };
      case "conflict":
        for (const owner of form.owners)
          this.#owner(owner, "resource or task", [...this.#resources(), ...this.#tasks()]);
        return form;
      case "beside":
        for (const task of [form.first, form.second]) this.#owner(task, "task", this.#tasks());
        return form;
      case "shape":
        for (const name of form.observed) {
          if (!this.#inputs.has(name.text) && !this.#outputs.has(name.text)) this.#unknownSignal(name);
        }
        return form;
    }
  }

  #sequence(sequence: Sequence): Sequence {
    switch (sequence.kind) {
      case "one":
        return { kind: "one", condition: this.#condition(sequence.condition) };
      case "any":
        return sequence;
      case "then":
      case "either":
        return { kind: sequence.kind, parts: sequence.parts.map((p) => this.#sequence(p)) };
      case "repeat":
        return { ...sequence, part: this.#sequence(sequence.part) };
    }
  }

  #tasks(): string[] {
    return this.#automaton.data.tasks.map((t) => t.name);
  }

  #resources(): string[] {
    return [...new Set(this.#automaton.data.tasks.flatMap((t) => t.resources))];
  }

  #owner({ text, at }: Name, what: string, known: readonly string[]): void {
    if (known.includes(text)) return;
    const hint = didYouMean(text, known);
    this.#report(codes.unknownOwner, at, `the mission uses no ${what} ${text}`, { seen: text, hint });
  }

  #input(name: Name): number | null {
    const input = this.#inputs.get(name.text);
    if (input !== undefined) return input;
    if (this.#outputs.has(name.text)) {
      this.#report(codes.outputAssumed, name.at, `${name.text} is an output; assumptions are about inputs`, {
        seen: name.text,
      });
    } else this.#unknownSignal(name);
    return null;
  }

  #assumptions(written: Assumptions): Assumptions {
    const without = written.without.flatMap((name) => this.#input(name) ?? []);
    const recur = written.recur.map((name) => ({ name, input: this.#input(name) }));
    if (recur.length > MOST_RECURRING) {
      const message = `${recur.length} inputs recur; allowed: ${MOST_RECURRING}`;
      this.#report(codes.tooLarge, written.at, message, {
        seen: String(recur.length),
        allowed: String(MOST_RECURRING),
      });
    }
    const given = this.#orNull(written.given);
    if (given !== null) for (const name of signalsIn(given)) this.#input(name);
    if (this.#failed) return { ...written, given };
    const assumption = new InputAssumption(
      this.#automaton,
      without,
      given === null ? null : this.#predicates.of(given),
    );
    if (!assumption.satisfiable()) {
      const words = [
        ...(given === null ? [] : [`\`given ${conditionText(given)}\``]),
        ...(written.without.length === 0 ? [] : [`\`without ${written.without.map((n) => n.text).join(", ")}\``]),
      ];
      const message = `no inputs satisfy ${words.join(" and ")}: nothing would be proved`;
      this.#report(codes.unsatisfiable, given?.at ?? written.at, message);
    }
    for (const { name, input } of recur) {
      if (input === null || assumption.satisfiable(input)) continue;
      this.#report(codes.unsatisfiable, name.at, `${name.text} can never come, so it cannot recur`, {
        seen: name.text,
      });
    }
    if (written.tasksStop) {
      for (const task of this.#tasks()) {
        const input = this.#automaton.inputFor("stopped", task);
        if (input < 0 || assumption.satisfiable(input)) continue;
        const message = `${this.#automaton.data.inputs[input]!.name} can never come, so \`tasks stop\` cannot hold`;
        this.#report(codes.unsatisfiable, written.at, message);
      }
    }
    return { ...written, given };
  }

  #checkSize({ at }: Name, form: PropertyForm): void {
    const most = form.kind === "shape" ? form.observed.length : 0;
    if (most > MOST_CONDITIONS) {
      this.#report(codes.tooLarge, at, `more than ${MOST_CONDITIONS} signals are observed`);
    }
    if (form.kind !== "sequence") return;
    const { count, conditions, nullable } = positionsOf(form.sequence);
    if (count > MOST_POSITIONS) {
      this.#report(codes.tooLarge, at, `the sequence has more than ${MOST_POSITIONS} steps when written out`);
    } else if (conditions > MOST_CONDITIONS) {
      this.#report(codes.tooLarge, at, `the sequence has more than ${MOST_CONDITIONS} different conditions`);
    } else if (nullable) {
      const hint = "ask for at least one reaction";
      this.#report(codes.emptySequence, at, "the sequence matches even where nothing happens", { hint });
    }
  }
}

/** Every signal of a condition, as often as it stands there. */
export function signalsIn(condition: Condition): Name[] {
  switch (condition.kind) {
    case "signal":
      return [condition.name];
    case "not":
      return signalsIn(condition.operand);
    case "and":
    case "or":
      return [...signalsIn(condition.left), ...signalsIn(condition.right)];
  }
}
