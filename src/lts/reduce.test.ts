/** The fast algorithms against the plain ones of test/lts-plain.ts on a thousand random systems each. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomLts } from "../../test/support/lts-random.ts";
import { branchingPartition } from "./branching-partition.ts";
import { type Equivalence, equivalences, type Lts, ltsOf, reduce, sideBySide, TAU_NAME, writeLts } from "./index.ts";
import { strongPartition } from "./strong-partition.ts";
import { collapsed, tauComponents } from "./tau-components.ts";
import { edgesOf, PlainSystem, plainClasses, signatureClasses, smallestDeterministic } from "./test/lts-plain.ts";

function reduced(lts: Lts, equivalence: Equivalence): Lts {
  const { value, problem } = reduce(lts, equivalence);
  if (value === null) throw new Error(problem.message);
  return value;
}

const bisimulations = equivalences.filter((e) => e !== "trace");

describe.each(bisimulations)("modulo %s", (equivalence) => {
  test("1,000 random systems: as many states as the plain algorithm finds classes, and equivalent to the original by it", () => {
    fc.assert(
      fc.property(randomLts(), (lts) => {
        const small = reduced(lts, equivalence);
        const classes = plainClasses(lts, equivalence);
        const reached = [...new PlainSystem(lts).reachable()];
        expect(small.states).toBe(new Set(reached.map((s) => classes[s])).size);
        const both = plainClasses(sideBySide(lts, small), equivalence);
        expect(both[lts.initial]).toBe(both[lts.states + small.initial]);
      }),
      { seed: 11, numRuns: 1000 },
    );
  });

  test("reducing twice changes nothing, and the numbers of the states do not depend on those of the original", () => {
    fc.assert(
      fc.property(randomLts(), (lts) => {
        const small = reduced(lts, equivalence);
        expect(reduced(small, equivalence).states).toBe(small.states);
        // The same system with its states numbered from the other end.
        const turned = ltsOf(
          edgesOf(lts).map(([from, name, to]) => [lts.states - 1 - from, name, lts.states - 1 - to] as const),
          lts.states,
          lts.states - 1 - lts.initial,
        );
        const other = reduced(turned, equivalence);
        expect([other.states, other.transitions]).toEqual([small.states, small.transitions]);
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});

test("the other algorithm for strong bisimilarity, which systems with many transitions at a state get: 1,000 random systems", () => {
  fc.assert(
    fc.property(randomLts(), (lts) => {
      expect(renumbered(strongPartition(lts).block)).toEqual(renumbered(plainClasses(lts, "strong")));
    }),
    { seed: 15, numRuns: 1000 },
  );
});

/** Larger ones, on which blocks are split many times while other parts of them stay as they are. */
const larger = fc.tuple(fc.integer({ min: 20, max: 50 }), fc.boolean()).chain(([states, near]) => {
  const transition = fc.tuple(
    fc.nat(states - 1),
    fc.constantFrom("tau", "tau", "a", "b"),
    fc.nat(near ? 6 : states - 1),
  );
  return fc.array(transition, { minLength: states, maxLength: 2 * states, size: "max" }).map((list) =>
    ltsOf(
      list.map(([from, name, k]) => [from, name, near ? Math.min(Math.max(from + k - 3, 0), states - 1) : k] as const),
      states,
    ),
  );
});

test("300 random systems of 20 to 50 states: strong, branching and divergence-preserving partitions are the plain ones", () => {
  let blocks = 0;
  fc.assert(
    fc.property(larger, (lts) => {
      for (const divergence of [false, true]) {
        const components = tauComponents(lts);
        const { block } = branchingPartition(collapsed(lts, components, divergence).lts);
        const found = renumbered([...components.component].map((c) => block[c]!));
        expect(found).toEqual(renumbered(signatureClasses(lts, divergence)));
      }
      // Without an internal label signatures are those of strong bisimilarity.
      const named = ltsOf(
        edgesOf(lts).map(([p, name, q]) => [p, name === TAU_NAME ? "t" : name, q] as const),
        lts.states,
      );
      const plain = renumbered(signatureClasses(named, false));
      expect(renumbered(strongPartition(lts).block)).toEqual(plain);
      expect(renumbered(branchingPartition(lts, true).block)).toEqual(plain);
      blocks = Math.max(blocks, Math.max(...plain) + 1);
    }),
    { seed: 16, numRuns: 300 },
  );
  expect(blocks).toBeGreaterThan(30);
});

test("many states that lead internally to one with 400 targets, which are reported apart one after another: in well below a second", () => {
  // Each round gives one of the targets, a row of steps c, a new number; the states before the hub need no second look.
  const [targets, before] = [400, 4000];
  const edges: [number, string, number][] = [[0, "c", targets + 1]];
  for (let i = 1; i <= targets; i++) {
    edges.push([0, "a", i]);
    if (i < targets) edges.push([i, "c", i + 1]);
  }
  for (let i = 1; i <= before; i++) {
    const s = targets + i;
    edges.push([s, "tau", 0], [s, "a", 1 + (i % targets)], [s, "c", 0]);
    if (i < before) edges.push([s, "tau", s + 1]);
  }
  const small = reduced(ltsOf(edges, targets + before + 1, targets + 1), "branching");
  // All states before the hub are equivalent to it, and it goes to each of the targets.
  expect([small.states, small.transitions]).toEqual([targets + 1, 2 * targets]);
}, 5000);

/** The same partition with blocks numbered by their first member. */
function renumbered(classes: ArrayLike<number>): number[] {
  const numbers = new Map<number, number>();
  return Array.from(classes, (c) => {
    if (!numbers.has(c)) numbers.set(c, numbers.size);
    return numbers.get(c)!;
  });
}

test("modulo trace, 1,000 random systems: exactly the system that Brzozowski's construction gives", () => {
  fc.assert(
    fc.property(randomLts(), (lts) => {
      const edges = smallestDeterministic(lts);
      expect(alphabetical(reduced(lts, "trace"))).toEqual(edges);
    }),
    { seed: 13, numRuns: 1000 },
  );
});

/** Numbered breadth first with labels in alphabetical order; of a deterministic system. */
function alphabetical(lts: Lts): (readonly [number, string, number])[] {
  const edges = edgesOf(lts);
  const order = [lts.initial];
  const result: (readonly [number, string, number])[] = [];
  for (let i = 0; i < order.length; i++) {
    const own = edges.filter(([from]) => from === order[i]).sort(([, a], [, b]) => (a < b ? -1 : 1));
    for (const [, name, to] of own) {
      if (!order.includes(to)) order.push(to);
      result.push([i, name, order.indexOf(to)]);
    }
  }
  return result;
}

test("weak reduction keeps no step that follows from others: every single one, left out, changes the system", () => {
  fc.assert(
    fc.property(randomLts(6, 12), (lts) => {
      const small = reduced(lts, "weak");
      const edges = edgesOf(small);
      edges.forEach((_, i) => {
        const less = ltsOf(edges.toSpliced(i, 1), small.states, small.initial);
        const both = plainClasses(sideBySide(small, less), "weak");
        const same = Array.from({ length: small.states }, (__, s) => both[s] === both[small.states + s]);
        expect(same.every((yes) => yes)).toBe(false);
      });
    }),
    { seed: 14, numRuns: 200 },
  );
});

test("the laws of the textbooks hold for the equivalences for which they are stated, and for no finer one", () => {
  // a.tau = a, for all but strong
  const law1 = ltsOf([
    [0, "a", 1],
    [1, "tau", 2],
  ]);
  expect(equivalences.map((e) => reduced(law1, e).states)).toEqual([3, 2, 2, 2, 2]);
  // a(tau b + c) + a b = a(tau b + c) holds weakly, not branching.
  const law3 = ltsOf([
    [0, "a", 1],
    [1, "tau", 2],
    [2, "b", 3],
    [1, "c", 3],
    [0, "a", 2],
  ]);
  expect(equivalences.map((e) => reduced(law3, e).transitions)).toEqual([5, 5, 5, 4, 3]);
  // An internal loop is seen by strong and divergence-preserving equivalence only.
  const loop = ltsOf([[0, TAU_NAME, 0]]);
  expect(equivalences.map((e) => reduced(loop, e).transitions)).toEqual([1, 1, 0, 0, 0]);
});

test("a system with one state and nothing to do stays what it is", () => {
  for (const equivalence of equivalences) expect(writeLts(reduced(ltsOf([]), equivalence))).toBe("des (0,0,1)\n");
});

test("the limits say what grew and what helps", () => {
  const dense = ltsOf(Array.from({ length: 12 }, (_, i) => [i, "tau", i + 1] as const).concat([[12, "a", 0]] as never));
  const weak = reduce(dense, "weak", { weakSteps: 3, sets: { sets: 1, members: 1 } });
  expect(weak.problem).toBeNull(); // one tau-cycle through a: a single state remains
  const open = ltsOf(
    Array.from({ length: 6 }, (_, i) => [[i, "tau", i + 1] as const, [i, `x${i}`, 7] as const]).flat(),
  );
  expect(reduce(open, "weak", { weakSteps: 3, sets: { sets: 9, members: 9 } }).problem).toMatchObject({
    code: "LTS010",
    hint: expect.stringContaining("branching"),
  });
  expect(reduce(open, "trace", { weakSteps: 3, sets: { sets: 1, members: 9 } }).problem?.code).toBe("LTS010");
});
