/** The syntax tree of a file of properties: what the author wrote, with the place of everything. */
import type { SourceRange } from "../../core/index.ts";
import type { Condition, Name } from "../syntax/tree.ts";

/** How the answer to a trigger has to come. */
export type ResponseDemand =
  | { readonly kind: "same" }
  /** In the reaction of the trigger or one of so many after it. */
  | { readonly kind: "within"; readonly reactions: number }
  | { readonly kind: "everyRun" }
  /** As long as it has not come it can still come. */
  | { readonly kind: "eventually" };

/** A regular expression of conditions, each on one reaction. */
export type Sequence =
  | { readonly kind: "one"; readonly condition: Condition }
  /** Any reaction at all. */
  | { readonly kind: "any" }
  | { readonly kind: "then"; readonly parts: readonly Sequence[] }
  | { readonly kind: "either"; readonly parts: readonly Sequence[] }
  /** most null: as often as one likes. */
  | { readonly kind: "repeat"; readonly part: Sequence; readonly least: number; readonly most: number | null };

/** From a reaction with the first to the next one with the second. */
export interface Span {
  readonly from: Condition;
  readonly to: Condition;
}

export type PropertyForm =
  | { readonly kind: "never" | "always"; readonly condition: Condition }
  | { readonly kind: "reach"; readonly goal: Condition; readonly again: boolean; readonly certain: boolean }
  | {
      readonly kind: "response";
      readonly trigger: Condition;
      readonly answer: Condition;
      readonly demand: ResponseDemand;
    }
  | {
      readonly kind: "precedence";
      readonly event: Condition;
      readonly cause: Condition;
      readonly since: Condition | null;
    }
  | { readonly kind: "alternation"; readonly first: Condition; readonly second: Condition }
  /** No names: all resources and tasks. */
  | { readonly kind: "conflict"; readonly owners: readonly Name[] }
  | { readonly kind: "deadlock"; readonly except: Condition | null }
  | { readonly kind: "beside"; readonly first: Name; readonly second: Name; readonly span: "runs" | "active" }
  | { readonly kind: "overlap"; readonly first: Span; readonly second: Span }
  | { readonly kind: "sequence"; readonly sequence: Sequence }
  | { readonly kind: "shape"; readonly observed: readonly Name[]; readonly file: Name };

/** Reactions after the first one with `after`, up to and with the first one with `until`. */
export interface Scope {
  readonly after: Condition | null;
  readonly until: Condition | null;
}

export interface Assumptions {
  /** Inputs that never come. */
  readonly without: readonly Name[];
  /** What holds for the inputs of every reaction. */
  readonly given: Condition | null;
  /** Tasks that are commanded to stop do so at some time. */
  readonly tasksStop: boolean;
  /** Inputs that come again and again. */
  readonly recur: readonly Name[];
  readonly at: SourceRange;
}

export interface PropertyDeclaration {
  readonly name: Name;
  readonly form: PropertyForm;
  readonly scope: Scope;
  readonly assumptions: Assumptions;
  readonly at: SourceRange;
}

/** A name for a condition. */
export interface ActionDeclaration {
  readonly name: Name;
  readonly condition: Condition;
  readonly at: SourceRange;
}

export interface PropertyTree {
  readonly properties: readonly PropertyDeclaration[];
  readonly actions: readonly ActionDeclaration[];
  readonly file: string;
}
