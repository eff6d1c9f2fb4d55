/** Comparison: the verdict against the plain algorithms, and every reason against an independent reading of it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomLts } from "../../test/support/lts-random.ts";
import {
  type Comparison,
  compare,
  type Equivalence,
  equivalences,
  inSigns,
  inWords,
  type Lts,
  ltsOf,
  reduce,
  sideBySide,
} from "./index.ts";
import { holdsInitially } from "./test/lts-formulas.ts";
import { edgesOf, hasTrace, PlainSystem, plainClasses, smallestDeterministic } from "./test/lts-plain.ts";

function compared(a: Lts, b: Lts, equivalence: Equivalence): Comparison {
  const { value, problem } = compare(a, b, equivalence);
  if (value === null) throw new Error(problem.message);
  return value;
}

function plainlyEquivalent(a: Lts, b: Lts, equivalence: Equivalence): boolean {
  if (equivalence === "trace")
    return JSON.stringify(smallestDeterministic(a)) === JSON.stringify(smallestDeterministic(b));
  const classes = plainClasses(sideBySide(a, b), equivalence);
  return classes[a.initial] === classes[a.states + b.initial];
}

/** The reason holds where it is said to hold, and fails in the other system. */
function checkReason(a: Lts, b: Lts, { equivalence, difference }: Comparison): void {
  if (difference === null) return;
  expect(difference.kind).not.toBe("unknown");
  if (difference.kind === "unknown") return;
  const [has, hasNot] = difference.of === "first" ? [a, b] : [b, a];
  if (difference.kind === "trace") {
    const strictly = equivalence === "strong";
    expect(hasTrace(new PlainSystem(has), difference.labels, strictly)).toBe(true);
    expect(hasTrace(new PlainSystem(hasNot), difference.labels, strictly)).toBe(false);
    // A shortest one: without its last label both have it.
    expect(hasTrace(new PlainSystem(hasNot), difference.labels.slice(0, -1), strictly)).toBe(true);
  } else {
    expect(holdsInitially(has, difference.formula)).toBe(true);
    expect(holdsInitially(hasNot, difference.formula)).toBe(false);
    expect(inWords(difference.formula)).toMatch(/^(can|after every|\()/);
  }
}

describe.each(equivalences)("modulo %s", (equivalence) => {
  test("1,000 random pairs: the plain verdict, and a reason that one system has and the other has not", () => {
    let different = 0;
    fc.assert(
      fc.property(randomLts(5, 9), randomLts(5, 9), (a, b) => {
        const comparison = compared(a, b, equivalence);
        expect(comparison.difference === null).toBe(plainlyEquivalent(a, b, equivalence));
        checkReason(a, b, comparison);
        if (comparison.difference !== null) different++;
      }),
      { seed: 21, numRuns: 1000 },
    );
    expect(different).toBeGreaterThan(300);
  });

  test("a system and its reduction are equivalent, in either order", () => {
    fc.assert(
      fc.property(randomLts(), (lts) => {
        const small = reduce(lts, equivalence).value!;
        expect(compared(lts, small, equivalence).difference).toBeNull();
        expect(compared(small, lts, equivalence).difference).toBeNull();
      }),
      { seed: 22, numRuns: 200 },
    );
  });
});

/** `go` leads to the system or to a state that can always do everything: all such systems have the same traces, and differ in choices. */
function asChoice(lts: Lts, everything: readonly string[]): Lts {
  const edges = edgesOf(lts).map((edge) => [...edge] as [number, string, number]);
  const [start, universe] = [lts.states, lts.states + 1];
  edges.push([start, "go", lts.initial], [start, "go", universe]);
  for (const name of everything) edges.push([universe, name, universe]);
  return ltsOf(edges, lts.states + 2, start);
}

describe.each(["strong", "branching", "dpbranching", "weak"] as const)(
  "modulo %s, with equal traces",
  (equivalence) => {
    test("500 random pairs: no trace distinguishes them, but formulas do, each true of one and false of the other by another model checker", () => {
      let formulas = 0;
      fc.assert(
        fc.property(randomLts(6, 12), randomLts(6, 12), (left, right) => {
          const everything = equivalence === "strong" ? ["a", "b", "tau"] : ["a", "b"];
          const [a, b] = [asChoice(left, everything), asChoice(right, everything)];
          const comparison = compared(a, b, equivalence);
          expect(comparison.difference === null).toBe(plainlyEquivalent(a, b, equivalence));
          checkReason(a, b, comparison);
          expect(comparison.difference?.kind).not.toBe("trace");
          if (comparison.difference?.kind === "formula") formulas++;
        }),
        { seed: 23, numRuns: 500 },
      );
      expect(formulas).toBeGreaterThan(300);
    });
  },
);

test("coffee or tea: the machine that decides at the coin has the same traces but not the same choices", () => {
  const fair = ltsOf([
    [0, "coin", 1],
    [1, "coffee", 0],
    [1, "tea", 0],
  ]);
  const unfair = ltsOf([
    [0, "coin", 1],
    [1, "coffee", 0],
    [0, "coin", 2],
    [2, "tea", 0],
  ]);
  expect(compared(fair, unfair, "trace").difference).toBeNull();
  const { difference } = compared(fair, unfair, "strong");
  if (difference?.kind !== "formula") throw new Error("a formula distinguishes them");
  expect([difference.of, inWords(difference.formula)]).toEqual(["second", 'can do "coin" and then cannot do "tea"']);
  expect(inSigns(difference.formula)).toBe("<coin>not <tea>true");
});

test("livelock after a: seen modulo dpbranching only, in words", () => {
  const ends = ltsOf([[0, "a", 1]]);
  const spins = ltsOf([
    [0, "a", 1],
    [1, "tau", 1],
  ]);
  expect(compared(ends, spins, "branching").difference).toBeNull();
  const { difference } = compared(ends, spins, "dpbranching");
  if (difference?.kind !== "formula") throw new Error("a formula distinguishes them");
  expect(difference.of).toBe("second");
  expect(inWords(difference.formula)).toBe(
    'can, after internal steps or none, do "a" and then can go on internally for ever',
  );
});
