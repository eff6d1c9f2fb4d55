/** Every row of test/reference/lts/reference.csv, sizes that mCRL2 computed; and the growth of time on large systems of one family. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { milnerScheduler, philosophers } from "../bench/lts-families.ts";
import { type Equivalence, type Lts, readAut, reduce, writeLts } from "../src/lts/index.ts";

const folder = new URL("reference/lts/", import.meta.url);

/** Made, not kept; the hash is that of the file that mCRL2 read. */
const made: Readonly<Record<string, { readonly make: () => Lts; readonly sha256: string }>> = {
  phil_5: { make: () => philosophers(5), sha256: "f30afbb8657fe658640d7a967648005a394bbf933f3c87bc74d205a8cc1e7c49" },
  phil_7: { make: () => philosophers(7), sha256: "bb896e251618a1cf136f6cde0af93269b1edf5927fca2f3492122aac9a647e23" },
  milner_6: {
    make: () => milnerScheduler(6),
    sha256: "0b4370c974a05ef555e8657fd2148760bfb297a031f35454a90e3e5b2a82ddb5",
  },
  milner_9: {
    make: () => milnerScheduler(9),
    sha256: "96e24474c23581c737b0b2911e181add6755fc9183f7ea2df1b50855a8563320",
  },
};

const names: Readonly<Record<string, Equivalence>> = {
  bisim: "strong",
  "branching-bisim": "branching",
  "dpbranching-bisim": "dpbranching",
  "weak-bisim": "weak",
};

const rows = readFileSync(new URL("reference.csv", folder), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(","));

function textOf(name: string): string {
  const file = new URL(`${name}.aut`, folder);
  if (existsSync(file)) return readFileSync(file, "utf8");
  return writeLts(made[name]!.make());
}

test("the table has 27 systems with four equivalences each", () => {
  expect(rows).toHaveLength(108);
  expect(new Set(rows.map(([name]) => name)).size).toBe(27);
});

test.each(Object.entries(made))("%s is made byte for byte as the file that mCRL2 read", (_, { make, sha256 }) => {
  expect(createHash("sha256").update(writeLts(make())).digest("hex")).toBe(sha256);
});

describe.each([...new Set(rows.map(([name = ""]) => name))])("%s", (name) => {
  const { lts, diagnostics } = readAut(textOf(name), `${name}.aut`);
  test.each(rows.filter(([of]) => of === name))(
    "%s: %s states and %s transitions become, modulo %s, %s states and %s transitions",
    (_, states, transitions, equivalence, redStates, redTransitions) => {
      expect(diagnostics).toEqual([]);
      expect([lts!.states, lts!.transitions]).toEqual([Number(states), Number(transitions)]);
      const small = reduce(lts!, names[equivalence!]!).value!;
      expect(small.states).toBe(Number(redStates));
      // Also for weak, where a quotient may keep more or fewer: both keep only what does not follow from the rest.
      expect(small.transitions).toBe(Number(redTransitions));
    },
  );
});
