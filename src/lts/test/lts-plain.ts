/**
 * The equivalences once more, as plainly as their definitions: lists of edges, sets, relations that shrink until nothing changes. Slow,
 * and sharing nothing with src/lts but the data; it is what the fast algorithms are tested against.
 */
import { type Equivalence, type Lts, TAU_NAME } from "../index.ts";

type Edge = readonly [from: number, label: string, to: number];

export function edgesOf(lts: Lts): Edge[] {
  const edges: Edge[] = [];
  for (let s = 0; s < lts.states; s++)
    for (let t = lts.first[s]!; t < lts.first[s + 1]!; t++) edges.push([s, lts.labels[lts.label[t]!]!, lts.target[t]!]);
  return edges;
}

export class PlainSystem {
  readonly states: number;
  readonly initial: number;
  readonly edges: readonly Edge[];
  readonly #from: Edge[][];

  constructor(lts: Lts) {
    this.states = lts.states;
    this.initial = lts.initial;
    this.edges = edgesOf(lts);
    this.#from = Array.from({ length: lts.states }, () => []);
    for (const edge of this.edges) this.#from[edge[0]]!.push(edge);
  }

  from(s: number): readonly Edge[] {
    return this.#from[s]!;
  }

  after(s: number, label: string): number[] {
    return this.from(s)
      .filter(([, name]) => name === label)
      .map(([, , to]) => to);
  }

  /** What s reaches by internal steps, or none. */
  internal(s: number): Set<number> {
    const reached = new Set([s]);
    for (const p of reached) for (const q of this.after(p, TAU_NAME)) reached.add(q);
    return reached;
  }

  /** What s reaches by a label with internal steps around it; "tau" means internal steps only. */
  weakly(s: number, label: string): Set<number> {
    if (label === TAU_NAME) return this.internal(s);
    const reached = new Set<number>();
    for (const p of this.internal(s))
      for (const q of this.after(p, label)) for (const r of this.internal(q)) reached.add(r);
    return reached;
  }

  reachable(): Set<number> {
    const reached = new Set([this.initial]);
    for (const s of reached) for (const [, , to] of this.from(s)) reached.add(to);
    return reached;
  }
}

/** related[p][q], from all pairs down: a pair goes when a step of p has no answer from q, or the other way round. */
function largestRelation(
  system: PlainSystem,
  answers: (related: readonly boolean[][], p: number, label: string, next: number, q: number) => boolean,
): boolean[][] {
  const n = system.states;
  const related = Array.from({ length: n }, () => new Array<boolean>(n).fill(true));
  for (let changed = true; changed; ) {
    changed = false;
    for (let p = 0; p < n; p++) {
      for (let q = 0; q < n; q++) {
        if (!related[p]![q]) continue;
        if (system.from(p).every(([, label, next]) => answers(related, p, label, next, q))) continue;
        related[p]![q] = false;
        related[q]![p] = false;
        changed = true;
      }
    }
  }
  return related;
}

function classesOf(related: readonly boolean[][]): number[] {
  return related.map((row) => row.indexOf(true));
}

/** A number for each state, equal exactly for equivalent ones. */
export function plainClasses(lts: Lts, equivalence: Exclude<Equivalence, "trace">): number[] {
  const system = new PlainSystem(lts);
  switch (equivalence) {
    case "strong":
      return classesOf(
        largestRelation(system, (related, _, label, next, q) => system.after(q, label).some((r) => related[next]![r])),
      );
    case "weak":
      return classesOf(
        largestRelation(system, (related, _, label, next, q) =>
          [...system.weakly(q, label)].some((r) => related[next]![r]),
        ),
      );
    case "branching":
      return classesOf(
        largestRelation(
          system,
          (related, p, label, next, q) =>
            (label === TAU_NAME && related[next]![q]) ||
            [...system.internal(q)].some(
              (r) => related[p]![r] && system.after(r, label).some((t) => related[next]![t]),
            ),
        ),
      );
    case "dpbranching":
      return signatureClasses(lts, true);
  }
}

/** Signatures of branching bisimilarity, all states in every round, until the number of classes stays. For larger systems, too. */
export function signatureClasses(lts: Lts, divergence: boolean): number[] {
  const system = new PlainSystem(lts);
  let classes = new Array<number>(system.states).fill(0);
  for (let count = 1; ; ) {
    const names = classes.map((own, s) => {
      const inside = new Set([s]);
      const signature = new Set<string>();
      for (const p of inside) {
        for (const [, label, to] of system.from(p)) {
          if (label !== TAU_NAME || classes[to] !== own) signature.add(`${label} ${classes[to]}`);
          else inside.add(to);
        }
      }
      if (divergence && goesOnForEver(system, s, (p) => classes[p] === own)) signature.add("for ever");
      return `${own}: ${[...signature].sort().join("; ")}`;
    });
    const different = [...new Set(names)];
    classes = names.map((name) => different.indexOf(name));
    if (different.length === count) return classes;
    count = different.length;
  }
}

/** Whether internal steps from s go on for ever through allowed states: in n steps some state comes again. */
export function goesOnForEver(system: PlainSystem, s: number, allowed: (state: number) => boolean): boolean {
  let now = new Set(allowed(s) ? [s] : []);
  for (let i = 0; i <= system.states; i++)
    now = new Set([...now].flatMap((p) => system.after(p, TAU_NAME)).filter(allowed));
  return now.size > 0;
}

/** Whether the system has a visible trace; with `strictly`, internal steps are labels like all others. */
export function hasTrace(system: PlainSystem, labels: readonly string[], strictly: boolean): boolean {
  let now = strictly ? new Set([system.initial]) : system.internal(system.initial);
  for (const label of labels)
    now = new Set([...now].flatMap((s) => (strictly ? system.after(s, label) : [...system.weakly(s, label)])));
  return now.size > 0;
}

/**
 * The states of the smallest deterministic system with the same visible traces, by Brzozowski: reverse, determinise, reverse,
 * determinise. Returned as edges, numbered breadth first with labels in alphabetical order.
 */
export function smallestDeterministic(lts: Lts): Edge[] {
  const system = new PlainSystem(lts);
  const names = [...new Set(system.edges.map(([, label]) => label))].filter((name) => name !== TAU_NAME).sort();
  const step = (set: ReadonlySet<number>, label: string): number[] => [
    ...new Set([...set].flatMap((s) => [...system.weakly(s, label)])),
  ];
  // Backwards: from all states, since every trace may end anywhere; a set is a start if it holds the initial state.
  const back = (set: ReadonlySet<number>, label: string): number[] => {
    const before: number[] = [];
    for (let s = 0; s < system.states; s++) if (step(new Set([s]), label).some((t) => set.has(t))) before.push(s);
    return before;
  };
  const all = Array.from({ length: system.states }, (_, s) => s);
  const sets = new Map<string, number[]>([[all.join(), all]]);
  const reversed: [string, string, string][] = [];
  for (const [key, set] of sets) {
    for (const label of names) {
      const to = back(new Set(set), label).sort((a, b) => a - b);
      if (to.length === 0) continue;
      sets.set(to.join(), to);
      reversed.push([key, label, to.join()]);
    }
  }
  const starts = [...sets].filter(([, set]) => [...system.internal(system.initial)].some((s) => set.includes(s)));
  const numbers = new Map<string, number>();
  const queue: string[][] = [];
  const numberOf = (keys: string[]): number => {
    const name = [...new Set(keys)].sort();
    const known = numbers.get(name.join("|"));
    if (known !== undefined) return known;
    numbers.set(name.join("|"), numbers.size);
    queue.push(name);
    return numbers.size - 1;
  };
  numberOf(starts.map(([key]) => key));
  const edges: Edge[] = [];
  for (let i = 0; i < queue.length; i++) {
    for (const label of names) {
      const to = reversed.filter(([, name, end]) => name === label && queue[i]!.includes(end)).map(([key]) => key);
      if (to.length > 0) edges.push([i, label, numberOf(to)]);
    }
  }
  return edges;
}
