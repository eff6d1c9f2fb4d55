import { expect, test } from "vitest";
import { dice } from "../test/random-automaton.ts";
import type { AutomatonData } from "./automaton.ts";
import { brokenRelation, RelationClosure, relationText } from "./input-relations.ts";

const INPUTS = 6;

function randomRelations(seed: number): AutomatonData["relations"] {
  const below = dice(seed, "relations");
  return Array.from({ length: 1 + below(5) }, () => {
    const order = Array.from({ length: INPUTS }, (_, i) => i)
      .map((input) => ({ input, key: below(1000) }))
      .sort((a, b) => a.key - b.key)
      .map((o) => o.input);
    return below(2) === 0
      ? { form: "implies" as const, inputs: order.slice(0, 2) }
      : { form: "exclusive" as const, inputs: order.slice(0, 2 + below(3)) };
  });
}

test("a guard is possible exactly if some legal set has its values, for all guards of 100 random sets of relations", () => {
  let impossible = 0;
  for (let seed = 0; seed < 100; seed++) {
    const relations = randomRelations(seed);
    const closure = new RelationClosure(relations);
    const legal = Array.from({ length: 1 << INPUTS }, (_, bits) =>
      Uint8Array.from({ length: INPUTS }, (_, i) => (bits >> i) & 1),
    ).filter((set) => brokenRelation(relations, set) < 0);
    const wrong: string[] = [];
    for (let number = 0; number < 3 ** INPUTS; number++) {
      const guard = Int8Array.from({ length: INPUTS }, (_, i) => (Math.floor(number / 3 ** i) % 3) - 1);
      const some = legal.some((set) => guard.every((value, i) => value < 0 || value === set[i]));
      if (closure.possible(guard) !== some) wrong.push(`${seed}: ${guard.join(" ")}`);
      if (!some) impossible++;
    }
    expect(wrong).toEqual([]);
  }
  expect(impossible).toBeGreaterThan(1000);
});

test("inputs chosen one after another, each as allowed, reach every legal set and no other, and never get stuck", () => {
  for (let seed = 0; seed < 100; seed++) {
    const relations = randomRelations(seed);
    const closure = new RelationClosure(relations);
    const found = new Set<string>();
    let stuck = 0;
    const choose = (guard: Int8Array, input: number): void => {
      if (input === INPUTS) {
        found.add(guard.join(""));
        return;
      }
      const values = ([0, 1] as const).filter((value) => closure.allows(guard, input, value));
      if (values.length === 0) stuck++;
      for (const value of values) choose(guard.with(input, value), input + 1);
    };
    choose(new Int8Array(INPUTS).fill(-1), 0);
    const legal = Array.from({ length: 1 << INPUTS }, (_, bits) =>
      Uint8Array.from({ length: INPUTS }, (_, i) => (bits >> i) & 1),
    )
      .filter((set) => brokenRelation(relations, set) < 0)
      .map((set) => set.join(""));
    expect(stuck).toBe(0);
    expect([...found].sort()).toEqual(legal.sort());
  }
});

test("A => B with A # B leaves A always absent, and the first broken relation is named", () => {
  const relations = [
    { form: "implies", inputs: [0, 1] },
    { form: "exclusive", inputs: [0, 1] },
  ] as const;
  const closure = new RelationClosure(relations);
  expect(closure.allows(new Int8Array(2).fill(-1), 0, 1)).toBe(false);
  expect(closure.allows(new Int8Array(2).fill(-1), 0, 0)).toBe(true);
  expect(brokenRelation(relations, Uint8Array.of(1, 0))).toBe(0);
  expect(brokenRelation(relations, Uint8Array.of(1, 1))).toBe(1);
  expect(relations.map((r) => relationText(r, [{ name: "A" }, { name: "B" }]))).toEqual(["A => B", "A # B"]);
});
