/**
 * A criterion as an automaton over the labels of one system, after Glushkov: its states are the letters of the expression, so that there
 * are never empty; a word is spelled if its letters follow each other from a first to a last one.
 */
import { codedDiagnostic, type Diagnostic, didYouMean } from "../core/index.ts";
import { beyond, type Limited, ltsCodes, within } from "./codes.ts";
import type { Condition, Criterion, Expression } from "./criteria-tree.ts";
import { fits } from "./label-patterns.ts";
import { TAU, TAU_NAME } from "./lts.ts";

const MOST_LETTERS = 5000;
const MOST_FOLLOWERS = 2_000_000;

export interface CriterionAutomaton {
  readonly name: string;
  /** For each letter: which labels it stands for, by label number. */
  readonly matches: readonly Uint8Array[];
  readonly first: readonly number[];
  /** For each letter: the letters that may follow. */
  readonly follow: readonly (readonly number[])[];
  readonly last: readonly boolean[];
}

export interface CompiledCriterion {
  readonly automaton: CriterionAutomaton;
  /** Conditions that no label fulfils, doing nothing as a word. */
  readonly warnings: readonly Diagnostic[];
}

export function compileCriterion(criterion: Criterion, labels: readonly string[]): Limited<CompiledCriterion> {
  const maker = new AutomatonMaker(labels);
  const parts = maker.expression(criterion.expression);
  if (parts === null)
    return beyond(`${criterion.name} has more than ${MOST_LETTERS} letters, repetitions counted`, "repeat less often");
  const warnings = [...maker.warnings.values()];
  if (parts.empty) {
    const message = `${criterion.name} also describes doing nothing; only paths of at least one step count`;
    warnings.push(codedDiagnostic(ltsCodes.emptyWord, criterion.range, message));
  }
  const last = new Array<boolean>(maker.matches.length).fill(false);
  for (const letter of parts.last) last[letter] = true;
  const follow = maker.follow.map((set) => [...set].sort((a, b) => a - b));
  const automaton = { name: criterion.name, matches: maker.matches, first: parts.first, follow, last };
  return within({ automaton, warnings });
}

interface Parts {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

class AutomatonMaker {
  readonly #labels: readonly string[];
  readonly matches: Uint8Array[] = [];
  readonly follow: Set<number>[] = [];
  readonly warnings = new Map<Condition, Diagnostic>();
  readonly #marks = new Map<Condition, Uint8Array>();
  #followers = 0;

  constructor(labels: readonly string[]) {
    this.#labels = labels;
  }

  /** Null if it becomes too large. */
  expression(expression: Expression): Parts | null {
    switch (expression.kind) {
      case "letter": {
        if (this.matches.length >= MOST_LETTERS) return null;
        const letter = this.matches.length;
        this.matches.push(this.#condition(expression.condition));
        this.follow.push(new Set());
        return { first: [letter], last: [letter], empty: false };
      }
      case "choice": {
        const all = expression.of.map((part) => this.expression(part));
        if (all.includes(null)) return null;
        const parts = all as Parts[];
        return {
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
          empty: parts.some(({ empty }) => empty),
        };
      }
      case "sequence":
        return this.#sequence(expression.of.map((part) => () => this.expression(part)));
      case "repeat":
        return this.#repeat(expression.of, expression.least, expression.most);
    }
  }

  #sequence(parts: readonly (() => Parts | null)[]): Parts | null {
    let whole: Parts = { first: [], last: [], empty: true };
    for (const make of parts) {
      const part = make();
      if (part === null || !this.#join(whole.last, part.first)) return null;
      whole = {
        first: whole.empty ? [...whole.first, ...part.first] : whole.first,
        last: part.empty ? [...whole.last, ...part.last] : part.last,
        empty: whole.empty && part.empty,
      };
    }
    return whole;
  }

  /** As a sequence of copies; the last one is a loop if there is no end, and those beyond the least may be left out. */
  #repeat(of: Expression, least: number, most: number | null): Parts | null {
    const once = (): Parts | null => this.expression(of);
    const optional = (): Parts | null => {
      const part = once();
      return part === null ? null : { ...part, empty: true };
    };
    const loop = (): Parts | null => {
      const part = once();
      return part === null || !this.#join(part.last, part.first) ? null : { ...part, empty: part.empty || least === 0 };
    };
    if (most === null) return this.#sequence([...new Array(Math.max(0, least - 1)).fill(once), loop]);
    return this.#sequence([...new Array(least).fill(once), ...new Array(most - least).fill(optional)]);
  }

  #join(before: readonly number[], after: readonly number[]): boolean {
    this.#followers += before.length * after.length;
    if (this.#followers > MOST_FOLLOWERS) return false;
    for (const letter of before) for (const next of after) this.follow[letter]!.add(next);
    return true;
  }

  #condition(condition: Condition): Uint8Array {
    let marks = this.#marks.get(condition);
    if (marks === undefined) {
      marks = Uint8Array.from(this.#labels, (name, a) => (holds(condition, name, a) ? 1 : 0));
      this.#marks.set(condition, marks);
      this.#warn(condition);
    }
    return marks;
  }

  /** Names that no label has, wherever they stand in the condition. */
  #warn(condition: Condition): void {
    if (condition.kind === "not") this.#warn(condition.of);
    else if (condition.kind === "and" || condition.kind === "or") for (const part of condition.of) this.#warn(part);
    else if (condition.kind === "part" || condition.kind === "label") this.#warnName(condition);
  }

  #warnName(condition: Extract<Condition, { kind: "part" | "label" }>): void {
    if (this.#labels.some((name, a) => holds(condition, name, a))) return;
    const isPart = condition.kind === "part";
    const text = isPart ? condition.part : condition.pattern;
    const message = isPart
      ? `no label of the system has the part ${text}`
      : `no label of the system is or matches "${text}"`;
    const hint = didYouMean(text, new Set(isPart ? this.#labels.flatMap((name) => name.split(".")) : this.#labels));
    this.warnings.set(
      condition,
      codedDiagnostic(ltsCodes.neverMatches, condition.range, message, { seen: text, hint }),
    );
  }
}

function holds(condition: Condition, name: string, number: number): boolean {
  switch (condition.kind) {
    case "any":
      return true;
    case "internal":
      return number === TAU;
    case "label":
      return (
        condition.pattern === name || (number === TAU ? condition.pattern === TAU_NAME : fits(condition.pattern, name))
      );
    case "part":
      return number !== TAU && name.split(".").includes(condition.part);
    case "not":
      return !holds(condition.of, name, number);
    case "and":
      return condition.of.every((part) => holds(part, name, number));
    case "or":
      return condition.of.some((part) => holds(part, name, number));
  }
}
