/**
 * Parallel composition of several systems. A label of the synchronised set is done together by all systems that have it, and only when
 * all of them can; every other label, and every internal step, by one system alone. Only reached states are made.
 */

import { TupleTable } from "../core/index.ts";
import { beyond, type Limited, within } from "./codes.ts";
import { type Lts, LtsBuilder, TAU } from "./lts.ts";

/** "common": every visible label that at least two of the systems have. */
export type Synchronised = "common" | "none" | ReadonlySet<string>;

export interface ComposeLimits {
  readonly states: number;
  readonly transitions: number;
}

export const DEFAULT_COMPOSE_LIMITS: ComposeLimits = { states: 5_000_000, transitions: 30_000_000 };

export interface Composition {
  readonly lts: Lts;
  /** The state of system k in composed state s is places[s · systems + k]. */
  readonly places: Int32Array;
}

export function compose(
  systems: readonly Lts[],
  synchronised: Synchronised,
  limits = DEFAULT_COMPOSE_LIMITS,
): Limited<Composition> {
  const width = systems.length;
  const builder = new LtsBuilder();
  const together = synchronisedLabels(systems, synchronised);
  const numbers = systems.map(({ labels }) => Int32Array.from(labels, (name) => builder.labels.of(name)));
  // By number in the composition: the systems that do it together, with their own number of it; null for one alone.
  const alphabets = systems.map((lts) => new Set(lts.alphabet()));
  const partners: (readonly Partner[] | null)[] = builder.labels.names.map((name) =>
    together.has(name) ? partnersOf(systems, alphabets, name) : null,
  );
  const doneAt = new Int32Array(partners.length).fill(-1);

  const table = new TupleTable(width);
  const tuple = Int32Array.from(systems, ({ initial }) => initial);
  table.intern(tuple);
  const next = new Int32Array(width);
  for (let s = 0; s < table.count; s++) {
    for (let k = 0; k < width; k++) tuple[k] = table.at(s, k);
    for (let k = 0; k < width; k++) {
      const { first, label, target } = systems[k]!;
      const p = tuple[k]!;
      for (let t = first[p]!; t < first[p + 1]!; t++) {
        const a = numbers[k]![label[t]!]!;
        const all = a === TAU ? null : partners[a]!;
        if (all === null) {
          next.set(tuple);
          next[k] = target[t]!;
          builder.add(s, a, table.intern(next));
        } else if (all[0]!.system === k && doneAt[a] !== s) {
          // The first of the partners speaks for all, once.
          doneAt[a] = s;
          jointSteps(systems, all, tuple, next, 0, () => builder.add(s, a, table.intern(next)));
        }
      }
    }
    if (table.count > limits.states || builder.transitions > limits.transitions)
      return beyond(
        `the composition has more than ${limits.states} states or ${limits.transitions} transitions`,
        "hide and reduce its parts first",
      );
  }
  return within({ lts: builder.finish(table.count), places: table.flat.slice() });
}

interface Partner {
  readonly system: number;
  readonly label: number;
}

function partnersOf(systems: readonly Lts[], alphabets: readonly ReadonlySet<string>[], name: string): Partner[] {
  return systems.flatMap(({ labels }, system) =>
    alphabets[system]!.has(name) ? [{ system, label: labels.indexOf(name) }] : [],
  );
}

function synchronisedLabels(systems: readonly Lts[], synchronised: Synchronised): ReadonlySet<string> {
  if (synchronised === "none") return new Set();
  const known = systems.map((lts) => new Set(lts.alphabet()));
  const having = (name: string): number => known.filter((set) => set.has(name)).length;
  const names = new Set(known.flatMap((set) => [...set]));
  return new Set([...names].filter((name) => (synchronised === "common" ? having(name) > 1 : synchronised.has(name))));
}

/** Every combination of one transition of each partner from the i-th on; `next` holds it when `found` is called. */
function jointSteps(
  systems: readonly Lts[],
  partners: readonly Partner[],
  tuple: Int32Array,
  next: Int32Array,
  i: number,
  found: () => void,
): void {
  if (i === 0) next.set(tuple);
  if (i === partners.length) {
    found();
    return;
  }
  const { system, label } = partners[i]!;
  const lts = systems[system]!;
  const p = tuple[system]!;
  for (let t = lts.first[p]!; t < lts.first[p + 1]!; t++) {
    if (lts.label[t] !== label) continue;
    next[system] = lts.target[t]!;
    jointSteps(systems, partners, tuple, next, i + 1, found);
  }
}
