/** Relations that contradict each other: an input whose presence forces, through them, something present and absent at once. */
import type { SourceRange } from "../../core/index.ts";
import type { Relation } from "./checked-mission.ts";

export function contradictions(
  relations: readonly Relation[],
): { readonly at: SourceRange; readonly message: string }[] {
  const implies = new Map<string, Set<string>>();
  const excluded = new Map<string, Map<string, Relation>>();
  for (const relation of relations) {
    const { form, signals } = relation;
    if (form === "implies") {
      const [from, to] = signals as [string, string];
      implies.set(from, (implies.get(from) ?? new Set()).add(to));
      continue;
    }
    for (const a of signals) {
      const others = excluded.get(a) ?? new Map<string, Relation>();
      for (const b of signals) if (a !== b) others.set(b, relation);
      excluded.set(a, others);
    }
  }
  const found: { at: SourceRange; message: string }[] = [];
  for (const from of implies.keys()) {
    const present = new Set([from]);
    for (const name of present) for (const next of implies.get(name) ?? []) present.add(next);
    for (const a of present) {
      for (const [b, { at }] of excluded.get(a) ?? []) {
        if (a > b || !present.has(b)) continue;
        const implied = [a, b].filter((name) => name !== from).join(" and ");
        found.push({ at, message: `${from} can never be present: it implies ${implied}, and ${a} # ${b}` });
      }
    }
  }
  return found;
}
