import fc from "fast-check";
import { expect, test } from "vitest";
import { Agenda } from "./agenda.ts";

test("whatever is set in whatever order, the first is that of a sorted list, equal instants by rank", () => {
  const size = 9;
  const changes = fc.array(
    fc.tuple(fc.nat({ max: size - 1 }), fc.constantFrom(0, 1, 2, 5, 1e15, Number.POSITIVE_INFINITY)),
  );
  const ranking = fc.shuffledSubarray([...Array(size).keys()], { minLength: size });
  fc.assert(
    fc.property(changes, ranking, (list, ranks) => {
      const agenda = new Agenda(ranks);
      const times_ns = new Array<number>(size).fill(Number.POSITIVE_INFINITY);
      for (const [index, t_ns] of [[0, times_ns[0]] as const, ...list]) {
        agenda.set(index, Float64Array.of(t_ns));
        times_ns[index] = t_ns;
        const sorted = times_ns.map((_, i) => i);
        // Two infinities are equal, and their difference is not.
        sorted.sort((a, b) => (times_ns[a] === times_ns[b] ? ranks[a] - ranks[b] : times_ns[a] - times_ns[b]));
        expect([agenda.first, agenda.firstTime_ns]).toEqual([sorted[0], times_ns[sorted[0]]]);
      }
    }),
    { seed: 7, numRuns: 500 },
  );
});
