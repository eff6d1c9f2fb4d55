import { expect, test } from "vitest";
import type { Claim, Experiment } from "./experiment.ts";
import { claimCells, judge, judged, markdownTable, shownNumber, tally, verdict } from "./judge.ts";

const plain: Claim = {
  id: "range",
  claim: "The range",
  kind: "result",
  published: 100,
  unit: "m",
  source: "Table 1",
  tolerance: 2,
  toleranceReason: "two digits",
  why: "so",
};
const experiment = (claims: readonly Claim[]): Experiment => ({
  ...{ name: "e", doc: "", about: "", claims },
  run: async () => ({ values: {} }),
});

test("a result holds within its tolerance, the edge included: 98 and 102 of 100 ± 2, not 97.9", () => {
  expect([98, 102, 97.9, 102.1, Number.NaN].map((ours) => judge(plain, ours).holds)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(judge(plain, 98).difference).toBe(-2);
});

test("limits hold on their side, and by their tolerance beyond", () => {
  const least: Claim = { ...plain, relation: "atLeast" };
  expect([97, 98, 1e9].map((ours) => judge(least, ours).within)).toEqual([false, true, true]);
  const most: Claim = { ...plain, relation: "atMost" };
  expect([103, 102, -1e9].map((ours) => judge(most, ours).within)).toEqual([false, true, true]);
  expect(judge(most, Number.NaN).within).toBe(false);
});

test("an erratum holds where ours is the value set right and not the printed one", () => {
  const erratum: Claim = { ...plain, kind: "erratum", setRight: 200, tolerance: 2 };
  expect([200, 201, 100, 150].map((ours) => judge(erratum, ours).holds)).toEqual([true, true, false, false]);
  expect(verdict(judge(erratum, 200))).toBe("no: misprint");
  expect(verdict(judge(erratum, 100))).toBe("misprint not found");
  // One that is right as printed is not an erratum.
  expect(judge({ ...erratum, setRight: 101 }, 101).holds).toBe(false);
  const { setRight: _, ...without } = erratum;
  expect(() => judge(without, 200)).toThrow("does not say what is right");
});

test("a calibration is said to be one, and is not counted as a result", () => {
  const calibration: Claim = { ...plain, kind: "calibration", id: "line" };
  const claims = [judge(plain, 0), judge(plain, 100), judge(calibration, 100)];
  expect(tally(claims)).toBe("1 of 2 results hold, 1 of 1 calibration comes back");
  expect(claims.map(verdict)).toEqual(["NO", "yes", "yes, by calibration"]);
});

test("every claim needs a value, and every value a claim", () => {
  expect(() => judged(experiment([plain]), { values: {} })).toThrow("has no value for its claim range");
  expect(() => judged(experiment([plain]), { values: { range: 1, rnage: 1 } })).toThrow("does not make: rnage");
  const [claim] = judged(experiment([plain]), { values: { range: 101 }, why: { range: "it came out" } });
  expect(claim).toMatchObject({ published: 100, ours: 101, within: true, why: "it came out" });
});

test.each([
  [0.0512, "0.0512"],
  [-2.6764, "−2.676"],
  [2.8e-5, "2.8e−5"],
  [12345678, "1.235e7"],
  [0, "0"],
  [Number.POSITIVE_INFINITY, "∞"],
  [Number.NaN, "–"],
])("%d is shown as %s", (value, words) => {
  expect(shownNumber(value)).toBe(words);
});

test("the cells say the limit, the sign of the difference, and nothing of what rounding leaves", () => {
  expect(claimCells(judge({ ...plain, relation: "atLeast" }, 101.5))).toEqual([
    "The range",
    "at least 100 m",
    "101.5 m",
    "+1.5 m",
    "yes",
    "so",
  ]);
  expect(claimCells(judge(plain, 100 + 2e-14))[3]).toBe("0");
  expect(markdownTable([judge({ ...plain, why: "a | b" }, 100)])).toContain("| a \\| b |");
});
