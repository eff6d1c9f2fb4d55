/** Labels by name or by pattern: `*` stands for any text. A name that meets nothing is a mistake, with a guess at what was meant. */
import { codedDiagnostic, type Diagnostic, didYouMean } from "../core/index.ts";
import { ltsCodes } from "./codes.ts";

/** Whether a text fits a pattern. Linear: the last `*` is the only one that is ever tried again. */
export function fits(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let retry = 0;
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === "*") {
      star = p++;
      retry = t;
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++retry;
    } else return false;
  }
  while (p < pattern.length && pattern[p] === "*") p++;
  return p === pattern.length;
}

export interface ChosenLabels {
  readonly chosen: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The labels among `known` that one of the names and patterns means. A name that is a label means just it, stars or not. */
export function chooseLabels(patterns: readonly string[], known: readonly string[]): ChosenLabels {
  const names = new Set(known);
  const chosen = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const pattern of patterns) {
    const found = names.has(pattern) ? [pattern] : known.filter((name) => fits(pattern, name));
    for (const name of found) chosen.add(name);
    if (found.length > 0) continue;
    const hint = didYouMean(pattern, known);
    diagnostics.push(
      codedDiagnostic(ltsCodes.label, null, `no label is or matches ${pattern}`, { seen: pattern, hint }),
    );
  }
  return { chosen, diagnostics };
}
