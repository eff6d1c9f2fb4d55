import { expect, test } from "vitest";
import { compileParameter } from "./parameter.ts";
import { readValue } from "./parameter-value.ts";
import { plausibleBounds, plausibleFor, plausibleTable, shortNumber } from "./plausible.ts";
import { allUnits } from "./units.ts";

test("every unit that a parameter may have is in the table, and nothing else is", () => {
  const accepted = allUnits().filter((unit) => unit.accepted);
  const suffixes = plausibleTable().map(([suffix]) => suffix);
  expect(suffixes.filter((suffix) => suffix !== "" && suffix !== "1").sort()).toEqual(
    accepted.map((unit) => unit.suffix).sort(),
  );
});

test("six factors of the largest numbers, over six of the smallest ones, are finite and not zero", () => {
  // The steepest formulas of the models: ρ D⁵ n |n|, and quotients like them.
  for (const [suffix, { most, least }] of plausibleTable()) {
    const power = (x: number): number => x * x * x * x * x * x;
    expect(Number.isFinite(power(most) / power(least)), suffix).toBe(true);
    expect(power(least) / power(most), suffix).toBeGreaterThan(0);
  }
});

test("a spec is taken at its word on the sides that it bounds, and the table bounds the others", () => {
  const metres = plausibleFor("length_m", undefined);
  expect(plausibleBounds({}, metres)).toEqual({ min: -1e8, max: 1e8 });
  expect(plausibleBounds({ min: 2 }, metres)).toEqual({ min: 2, max: 1e8 });
  expect(plausibleBounds({ above: 0 }, metres)).toEqual({ min: 1e-9, max: 1e8 });
  expect(plausibleBounds({ above: 0, below: 5 }, metres)).toEqual({ min: 1e-9, below: 5 });
  expect(plausibleBounds({ above: 1 }, metres)).toEqual({ above: 1, max: 1e8 });
  expect(plausibleBounds({ below: 0 }, metres)).toEqual({ min: -1e8, max: -1e-9 });
  // Wider than the table, and beyond it.
  expect(plausibleBounds({ max: 1e20 }, metres)).toEqual({ min: -1e8, max: 1e20 });
  expect(plausibleBounds({ min: 1e12 }, metres)).toEqual({ min: 1e12 });
  expect(plausibleBounds({ above: 0, max: 1e-12 }, metres)).toEqual({ above: 0, max: 1e-12 });
});

test("what is neither real nor open is left alone: integers, and one of a few", () => {
  expect(compileParameter("seed", { type: "integer", doc: "a seed" }, "param").limits).toEqual({});
  const few = compileParameter("side", { doc: "a side", unit: "1", oneOf: [1, 1e300] }, "param");
  expect(readValue(few, "1e300")).toEqual({ value: 1e300 });
});

test("numbers are shown short", () => {
  expect([0, 5, -1e8, 1e-9, 2.5e15, 0.001].map(shortNumber)).toEqual(["0", "5", "-1e8", "1e-9", "2.5e15", "0.001"]);
});

test("the reason fits the unit: a command in rpm is not compared with ships, a hydrodynamic derivative is", () => {
  for (const unit of ["propellerUnit", "commandUnit", "output/error", "that of the actuator"]) {
    const { problem } = readValue(compileParameter("propellerMax", { doc: "a limit", unit }, "param"), "1e20");
    expect(problem?.hint, unit).toContain("a command, a gain or a coefficient of a device");
  }
  for (const unit of ["kg, kg m, kg m²", "N s/m, N m s/rad"]) expect(plausibleFor("Yvv", unit).why).toContain("ships");
});
