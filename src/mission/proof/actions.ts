/** Actions: names for conditions, written out where they are used. An action may use others, not itself. */
import type { CodeEntry, DiagnosticDetail, SourceRange } from "../../core/index.ts";
import type { Condition, Name } from "../syntax/tree.ts";
import { proofCodes as codes } from "./codes.ts";
import type { ActionDeclaration } from "./property-tree.ts";

/** Signals of a condition with its actions written out. */
export const MOST_SIGNALS = 1000;
/** Actions that use actions that use actions … */
export const MOST_DEPTH = 100;

export interface ActionSurroundings {
  isSignal(name: string): boolean;
  /** Neither a signal nor an action. */
  unknown(name: Name): void;
  /** Something is wrong that has been reported elsewhere. */
  spoilt(): void;
  report(code: CodeEntry, at: SourceRange, message: string, detail?: DiagnosticDetail): void;
}

interface WrittenOut {
  readonly condition: Condition;
  readonly signals: number;
}

export class ActionTable {
  readonly #declared: ReadonlyMap<string, ActionDeclaration>;
  readonly #around: ActionSurroundings;
  /** null: with a mistake, which has been reported. */
  readonly #done = new Map<string, WrittenOut | null>();
  /** Actions that are being written out. */
  readonly #open = new Set<string>();

  constructor(actions: readonly ActionDeclaration[], around: ActionSurroundings) {
    this.#around = around;
    this.#declared = new Map([...actions].reverse().map((a) => [a.name.text, a]));
    for (const { name } of actions) {
      if (!around.isSignal(name.text)) continue;
      around.report(codes.nameTwice, name.at, `${name.text} is already a signal of the mission`, { seen: name.text });
    }
    for (const { name } of actions) this.#action(name);
  }

  /** In the order of the text. */
  writtenOut(): { name: Name; condition: Condition }[] {
    return [...this.#declared.values()].reverse().flatMap(({ name }) => {
      const done = this.#done.get(name.text);
      return done === undefined || done === null ? [] : [{ name, condition: done.condition }];
    });
  }

  /** The condition without actions; where one is unknown or too long, that is reported and it stays. */
  expand(condition: Condition): Condition {
    return this.#expand(condition)?.condition ?? condition;
  }

  #expand(condition: Condition): WrittenOut | null {
    switch (condition.kind) {
      case "signal":
        return this.#name(condition);
      case "not": {
        const operand = this.#expand(condition.operand);
        return operand === null ? null : { ...operand, condition: { ...condition, operand: operand.condition } };
      }
      case "and":
      case "or": {
        const left = this.#expand(condition.left);
        const right = this.#expand(condition.right);
        if (left === null || right === null) return null;
        const signals = left.signals + right.signals;
        if (signals <= MOST_SIGNALS) {
          return { signals, condition: { ...condition, left: left.condition, right: right.condition } };
        }
        const message = `with its actions written out, this condition has more than ${MOST_SIGNALS} signals`;
        this.#around.report(codes.tooLarge, condition.at, message, { allowed: String(MOST_SIGNALS) });
        return null;
      }
    }
  }

  #name(condition: Extract<Condition, { kind: "signal" }>): WrittenOut | null {
    const { name } = condition;
    if (this.#around.isSignal(name.text)) return { condition, signals: 1 };
    if (!this.#declared.has(name.text)) {
      this.#around.unknown(name);
      return null;
    }
    const known = this.#action(name);
    if (known === null) this.#around.spoilt();
    return known;
  }

  #action(name: Name): WrittenOut | null {
    const known = this.#done.get(name.text);
    if (known !== undefined) return known;
    const declared = this.#declared.get(name.text)!;
    if (this.#open.has(name.text)) {
      const message = `${name.text} is defined by itself`;
      this.#around.report(codes.actionCircle, declared.name.at, message, { seen: name.text });
      return null;
    }
    if (this.#open.size === MOST_DEPTH) {
      const message = `actions use each other more than ${MOST_DEPTH} deep`;
      this.#around.report(codes.tooLarge, name.at, message, { allowed: String(MOST_DEPTH) });
      return null;
    }
    this.#open.add(name.text);
    const result = this.#expand(declared.condition);
    this.#open.delete(name.text);
    this.#done.set(name.text, result);
    return result;
  }
}
