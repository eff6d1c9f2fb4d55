/** Hiding, renaming, reachable parts, composition and shortest ways. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomLts } from "../../test/support/lts-random.ts";
import {
  chooseLabels,
  compose,
  deadlocks,
  fits,
  hidden,
  type Lts,
  livelocks,
  ltsOf,
  reachable,
  renamed,
  restricted,
  shortestTrace,
  traceToLabel,
  writeLts,
} from "./index.ts";
import { edgesOf, goesOnForEver, PlainSystem } from "./test/lts-plain.ts";

const coffee = ltsOf([
  [0, "coin", 1],
  [1, "tea", 2],
  [1, "coffee", 2],
  [2, "tau", 0],
  [3, "tea", 0],
]);

test("hidden labels become internal, renamed ones may meet, and labels that no transition has are gone", () => {
  const view = hidden(coffee, (name) => name === "coin");
  expect(edgesOf(view).map(([, name]) => name)).toEqual(["tau", "tea", "coffee", "tau", "tea"]);
  expect(view.alphabet()).toEqual(["tea", "coffee"]);
  const drinks = renamed(coffee, (name) => (name === "coin" ? name : "drink"));
  expect(drinks.labels).toEqual(["tau", "coin", "drink"]);
  expect(renamed(coffee, () => "i").alphabet()).toEqual([]);
});

test("unreachable states are dropped, numbered breadth first; forbidden labels take what is behind them with them", () => {
  expect(writeLts(reachable(coffee))).toBe('des (0,4,3)\n(0,"coin",1)\n(1,"tea",2)\n(1,"coffee",2)\n(2,"tau",0)\n');
  expect(writeLts(restricted(coffee, (name) => name === "coin"))).toBe("des (0,0,1)\n");
  const once = reachable(coffee);
  expect(reachable(once)).toBe(once);
});

test.each([
  ["START_*", "START_0", true],
  ["START_*", "STARTLE", false],
  ["*", "", true],
  ["a*b*c", "aXbYbZc", true],
  ["a*b*c", "acb", false],
  ["", "a", false],
  ["**a", "a", true],
])("the pattern %j on %j: %j", (pattern, text, verdict) => {
  expect(fits(pattern, text)).toBe(verdict);
});

test("a label that is none is reported with a guess, and a name with a star that is a label means itself", () => {
  expect(chooseLabels(["coffe"], coffee.alphabet()).diagnostics[0]).toMatchObject({
    code: "LTS008",
    hint: 'did you mean "coffee"?',
  });
  expect([...chooseLabels(["a*"], ["a*", "ab"]).chosen]).toEqual(["a*"]);
});

function composed(systems: readonly Lts[], sync: Parameters<typeof compose>[1]): Lts {
  const { value, problem } = compose(systems, sync);
  if (value === null) throw new Error(problem.message);
  return value.lts;
}

test("a customer and the machine: common labels together, others and internal ones alone", () => {
  const customer = ltsOf([
    [0, "coin", 1],
    [1, "tea", 2],
    [2, "walk", 0],
  ]);
  // Coffee is the machine's alone: after it, machine and customer wait for each other in (0, 1), state 6.
  const together = composed([coffee, customer], "common");
  expect(edgesOf(together)).toEqual([
    [0, "coin", 1],
    [1, "tea", 2],
    [1, "coffee", 3],
    [2, "tau", 4],
    [2, "walk", 5],
    [3, "tau", 6],
    [4, "walk", 0],
    [5, "tau", 0],
  ]);
  // Interleaved: 3 reachable states of the machine times 3 of the customer.
  expect(composed([coffee, customer], "none").states).toBe(9);
  // A synchronised label that only one system has is done by it alone.
  expect(writeLts(composed([coffee, customer], new Set(["walk", "coin", "tea"])))).toBe(writeLts(together));
});

test("300 random pairs and triples: the transitions are those of the definition, read off pairs of states", () => {
  fc.assert(
    fc.property(
      fc.array(randomLts(4, 7), { minLength: 2, maxLength: 3 }),
      fc.constantFrom("common", "none", "a"),
      (systems, mode) => {
        const { value } = compose(systems, mode === "a" ? new Set(["a"]) : (mode as "common" | "none"));
        const { lts, places } = value!;
        const tuple = (s: number): number[] => [...places.subarray(s * systems.length, (s + 1) * systems.length)];
        const alphabets = systems.map((system) => system.alphabet());
        const together = (name: string): boolean => {
          const having = alphabets.filter((names) => names.includes(name)).length;
          return name !== "tau" && having > 0 && (mode === "a" ? name === "a" : mode === "common" && having > 1);
        };
        const expected = new Set<string>();
        for (let s = 0; s < lts.states; s++) {
          const now = tuple(s);
          const steps = systems.map((system, k) => edgesOf(system).filter(([from]) => from === now[k]));
          for (const name of ["tau", "a", "b"]) {
            if (!together(name)) {
              steps.forEach((own, k) => {
                for (const [, label, to] of own) if (label === name) expected.add(`${now} ${name} ${now.with(k, to)}`);
              });
              continue;
            }
            let ends = [now];
            systems.forEach((_, k) => {
              if (!alphabets[k]!.includes(name)) return;
              ends = ends.flatMap((end) =>
                steps[k]!.filter(([, label]) => label === name).map(([, , to]) => end.with(k, to)),
              );
            });
            for (const end of ends) expected.add(`${now} ${name} ${end}`);
          }
        }
        const found = new Set(edgesOf(lts).map(([from, name, to]) => `${tuple(from)} ${name} ${tuple(to)}`));
        expect(found).toEqual(expected);
        expect(reachable(lts).states).toBe(lts.states);
      },
    ),
    { seed: 41, numRuns: 300 },
  );
});

test("a composition that grows beyond its limit is refused with advice", () => {
  const bits = Array.from({ length: 12 }, (_, i) =>
    ltsOf([
      [0, `set${i}`, 1],
      [1, `clear${i}`, 0],
    ]),
  );
  const limits = { states: 1000, transitions: 1_000_000 };
  expect(compose(bits, "common", limits).problem).toMatchObject({
    code: "LTS010",
    hint: "hide and reduce its parts first",
  });
  expect(compose(bits, "common").value!.lts.states).toBe(4096);
});

test("the way to a label, to a deadlock and to a livelock is a shortest one", () => {
  const lts = ltsOf([
    [0, "a", 1],
    [0, "b", 2],
    [1, "c", 3],
    [2, "tau", 4],
    [4, "tau", 5],
    [5, "tau", 4],
    [4, "c", 3],
  ]);
  expect(traceToLabel(lts, "c")).toEqual({ labels: ["a", "c"], states: [0, 1, 3] });
  expect(traceToLabel(lts, "d")).toBeNull();
  expect(deadlocks(lts)).toEqual({ count: 1, nearest: { labels: ["a", "c"], states: [0, 1, 3] } });
  expect(livelocks(lts)).toEqual({ count: 2, nearest: { labels: ["b", "tau"], states: [0, 2, 4] }, cycle: [4, 5, 4] });
  expect(shortestTrace(lts, (s) => s === 5)?.labels).toEqual(["b", "tau", "tau"]);
  expect(livelocks(ltsOf([[0, "tau", 0]])).cycle).toEqual([0, 0]);
});

test("300 random systems: deadlocks, livelocks and labels are there exactly if a plain search finds them", () => {
  fc.assert(
    fc.property(randomLts(), (lts) => {
      const system = new PlainSystem(lts);
      const reached = [...system.reachable()];
      expect(deadlocks(lts).count).toBe(reached.filter((s) => system.from(s).length === 0).length);
      const spins = (s: number): boolean =>
        system.after(s, "tau").some((t) => system.internal(t).has(s)) && goesOnForEver(system, s, () => true);
      const live = livelocks(lts);
      expect(live.count).toBe(reached.filter(spins).length);
      const cycle = live.cycle;
      for (let i = 1; i < cycle.length; i++) expect(system.after(cycle[i - 1]!, "tau")).toContain(cycle[i]);
      for (const name of ["a", "b"]) {
        const trace = traceToLabel(lts, name);
        expect(trace !== null).toBe(reached.some((s) => system.after(s, name).length > 0));
        trace?.labels.forEach((label, i) => {
          expect(system.after(trace.states[i]!, label)).toContain(trace.states[i + 1]);
        });
      }
    }),
    { seed: 42, numRuns: 300 },
  );
});
