/** A model checker for distinguishing formulas that shares nothing with the one that makes them: sets, straight from the meaning of each form. */
import type { Formula, Lts } from "../index.ts";
import { goesOnForEver, PlainSystem } from "./lts-plain.ts";

export function holdsInitially(lts: Lts, formula: Formula): boolean {
  const system = new PlainSystem(lts);
  return statesWhere(system, formula).has(system.initial);
}

function statesWhere(system: PlainSystem, formula: Formula): Set<number> {
  const all = Array.from({ length: system.states }, (_, s) => s);
  const where = (part: Formula): Set<number> => statesWhere(system, part);
  const some = (states: Iterable<number>, set: ReadonlySet<number>): boolean => [...states].some((s) => set.has(s));
  switch (formula.kind) {
    case "true":
      return new Set(all);
    case "not": {
      const not = where(formula.of);
      return new Set(all.filter((s) => !not.has(s)));
    }
    case "and": {
      const parts = formula.of.map(where);
      return new Set(all.filter((s) => parts.every((part) => part.has(s))));
    }
    case "can": {
      const then = where(formula.then);
      return new Set(all.filter((s) => some(system.after(s, formula.label), then)));
    }
    case "weak": {
      const then = where(formula.then);
      return new Set(all.filter((s) => some(system.weakly(s, formula.label ?? "tau"), then)));
    }
    case "until": {
      const through = where(formula.through);
      const then = where(formula.then);
      return new Set(
        all.filter((s) =>
          [...internalThrough(system, s, through)].some(
            (p) => through.has(p) && some(system.after(p, formula.label), then),
          ),
        ),
      );
    }
    case "reach": {
      const through = where(formula.through);
      const then = where(formula.then);
      return new Set(all.filter((s) => some(internalThrough(system, s, through), then)));
    }
    case "onward": {
      const through = where(formula.through);
      return new Set(all.filter((s) => goesOnForEver(system, s, (p) => through.has(p))));
    }
  }
}

/** What s reaches by internal steps out of states of a set. */
function internalThrough(system: PlainSystem, s: number, through: ReadonlySet<number>): Set<number> {
  const reached = new Set([s]);
  for (const p of reached) if (through.has(p)) for (const q of system.after(p, "tau")) reached.add(q);
  return reached;
}
