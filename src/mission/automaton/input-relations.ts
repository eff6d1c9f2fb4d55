/**
 * The relations between inputs (rule 4): which sets of inputs the environment may give, and what a part of such a set says
 * about the rest.
 *
 * `A # B` and `A => B` are clauses of two literals. With all that follows from them written down (the transitive closure of their
 * implications) a choice input by input never gets stuck: values that contradict none of the closed implications, taken two by
 * two, can always be completed to a legal set.
 */
import type { AutomatonData } from "./automaton.ts";

export type Relations = AutomatonData["relations"];

/** Place of the first relation that a set of inputs breaks; −1 if it breaks none. present[i] ≠ 0 where input i is present. */
export function brokenRelation(relations: Relations, present: Uint8Array): number {
  return relations.findIndex(({ form, inputs }) =>
    form === "exclusive"
      ? inputs.filter((i) => present[i] !== 0).length > 1
      : present[inputs[0]!] !== 0 && present[inputs[1]!] === 0,
  );
}

/** "A # B", "A => B". */
export function relationText({ form, inputs }: Relations[number], names: readonly { readonly name: string }[]): string {
  return inputs.map((i) => names[i]!.name).join(form === "exclusive" ? " # " : " => ");
}

/** Input and value as one number. */
export function literal(input: number, value: 0 | 1): number {
  return 2 * input + value;
}

export class RelationClosure {
  /** Everything that a literal forces, itself included; literals that no relation names are missing. */
  readonly #forces = new Map<number, ReadonlySet<number>>();
  /** Inputs that some relation names, rising. */
  readonly inputs: readonly number[];

  constructor(relations: Relations) {
    const direct = new Map<number, Set<number>>();
    const imply = (from: number, to: number): void => {
      for (const [a, b] of [
        [from, to],
        [to ^ 1, from ^ 1],
      ] as const) {
        const known = direct.get(a);
        if (known === undefined) direct.set(a, new Set([b]));
        else known.add(b);
      }
    };
    for (const { form, inputs } of relations) {
      if (form === "implies") imply(literal(inputs[0]!, 1), literal(inputs[1]!, 1));
      else for (const a of inputs) for (const b of inputs) if (a < b) imply(literal(a, 1), literal(b, 0));
    }
    for (const from of direct.keys()) {
      const reached = new Set([from]);
      for (const at of reached) for (const to of direct.get(at) ?? []) reached.add(to);
      this.#forces.set(from, reached);
    }
    this.inputs = [...new Set([...direct.keys()].map((l) => l >> 1))].sort((a, b) => a - b);
  }

  /** What a literal forces besides itself, rising. A literal that forces its own opposite is impossible. */
  forcedBy(from: number): number[] {
    return [...(this.#forces.get(from) ?? [])].filter((to) => to !== from).sort((a, b) => a - b);
  }

  /** Whether an input may have a value beside those of all others: guard[i] 1 present, 0 absent, −1 open. */
  allows(guard: Int8Array, input: number, value: 0 | 1): boolean {
    const forced = this.#forces.get(literal(input, value));
    if (forced === undefined) return true;
    for (const l of forced) {
      if (l === literal(input, value === 0 ? 1 : 0)) return false;
      const known = guard[l >> 1]!;
      if (l >> 1 !== input && known >= 0 && known !== (l & 1)) return false;
    }
    return true;
  }

  /** Whether some legal set has all the values of the guard. */
  possible(guard: Int8Array): boolean {
    for (const input of this.inputs) {
      const value = guard[input]!;
      if (value >= 0 && !this.allows(guard, input, value === 0 ? 0 : 1)) return false;
    }
    return true;
  }
}
