/** Criteria as they were written: named regular expressions whose letters are conditions on one label. */
import type { SourceRange } from "../core/index.ts";

export type Condition =
  | { readonly kind: "any"; readonly range: SourceRange }
  | { readonly kind: "internal"; readonly range: SourceRange }
  /** The whole label, `*` for any text. */
  | { readonly kind: "label"; readonly pattern: string; readonly range: SourceRange }
  /** One of the parts between the points of a label: `?Leak`, `!Ascent`, `~Ready`. */
  | { readonly kind: "part"; readonly part: string; readonly range: SourceRange }
  | { readonly kind: "not"; readonly of: Condition }
  | { readonly kind: "and" | "or"; readonly of: readonly Condition[] };

export type Expression =
  | { readonly kind: "letter"; readonly condition: Condition }
  | { readonly kind: "sequence" | "choice"; readonly of: readonly Expression[] }
  /** From `least` to `most` times; null for any number. */
  | { readonly kind: "repeat"; readonly of: Expression; readonly least: number; readonly most: number | null };

export interface Criterion {
  readonly name: string;
  readonly range: SourceRange;
  readonly expression: Expression;
}
