import { expect, test } from "vitest";
import { allUnits, convert, splitName, unitOf, unitWritten } from "./units.ts";

test("every family has exactly one unit that others are measured in, or units that stand for themselves", () => {
  for (const unit of allUnits()) {
    expect(Number.isFinite(unit.factor) && unit.factor > 0, unit.suffix).toBe(true);
    if (unit.accepted) continue;
    const base = allUnits().filter((u) => u.family === unit.family && u.accepted && u.factor === 1 && u.offset === 0);
    expect(
      base.map((u) => u.suffix),
      unit.suffix,
    ).toHaveLength(1);
  }
});

test("the units of the house style are accepted", () => {
  const named = "m mps radps N Nm kgpm3 degC psu Hz bps rps dBre1uPam dBre1uPa2pHz deg degps s kg kgm2".split(" ");
  for (const suffix of named) expect(unitOf(suffix)?.accepted, suffix).toBe(true);
});

test("only degrees are passed to models in another unit", () => {
  const converted = allUnits().filter((u) => u.handedAs !== null);
  expect(converted.map((u) => `${u.suffix} ${u.handedAs}`)).toEqual([
    "deg rad",
    "degps radps",
    "degps2 radps2",
    "degpsprtHz radpsprtHz",
    "degpsprts radpsprts",
  ]);
});

test.each([
  // Definitions: inch 25.4 mm, foot 0.3048 m, nautical mile 1852 m, pound 0.45359237 kg, °F = 9/5 °C + 32.
  [1, "in", "m", 0.0254],
  [1, "ft", "m", 0.3048],
  [1, "kn", "mps", 0.514444444444],
  [1, "lb", "kg", 0.45359237],
  [212, "degF", "degC", 100],
  [-40, "degF", "degC", -40],
  [0, "degC", "K", 273.15],
  [90, "deg", "rad", 1.57079632679],
  [600, "rpm", "rps", 10],
  [30, "dBm", "dBW", 0],
  [1, "Ah", "C", 3600],
])("%f %s is %4$f %s", (value, from, to, expected) => {
  // convert keeps twelve digits, so half of the twelfth is the most that can be lost.
  expect(convert(value, unitOf(from)!, unitOf(to)!)).toBeCloseTo(expected, 11);
});

test("there is no conversion between families, nor between levels of different reference", () => {
  expect(convert(1, unitOf("m")!, unitOf("kg")!)).toBeUndefined();
  expect(convert(1, unitOf("dBre1uPa")!, unitOf("dBre1uPam")!)).toBeUndefined();
});

test("a name is split at its last underscore", () => {
  expect(splitName("noise_low_dB")).toEqual({ stem: "noise_low", suffix: "dB" });
  expect(splitName("kT0")).toEqual({ stem: "kT0", suffix: "" });
});

test("units are recognised by suffix, symbol and words", () => {
  expect(["m", "m/s", "kg/m^3", "kg/m3", "°", "metres"].map((t) => unitWritten(t)?.suffix)).toEqual([
    "m",
    "mps",
    "kgpm3",
    "kgpm3",
    "deg",
    "m",
  ]);
});
