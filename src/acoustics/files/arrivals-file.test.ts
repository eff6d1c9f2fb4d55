import { expect, test } from "vitest";
import { ARRIVAL, ARRIVAL_SIZE } from "../rays/ray-case.ts";
import { type ArrivalsFile, readArrivals, writeArrivals } from "./arrivals-file.ts";

const RAD = Math.PI / 180;

/** Two ranges at one depth: none, and two arrivals. */
const sample: ArrivalsFile = {
  frequency_Hz: 25_000,
  sourceDepths_m: Float64Array.of(36),
  receiverDepths_m: Float64Array.of(50.5),
  receiverRanges_m: Float64Array.of(100, 1000),
  counts: Int32Array.of(0, 2),
  arrivals: Float64Array.of(
    ...[1e-3, 0, 0.6667, 9.8, -0.5 * RAD, 0.5 * RAD, 0, 0],
    ...[9e-4, 180 * RAD, 0.6701, 0, 4 * RAD, -4 * RAD, 1, 2],
  ),
};

test("the text: kind, frequency, axes with their counts, largest number, numbers and lines of eight", () => {
  const lines = writeArrivals(sample)
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());
  expect(lines.slice(0, 8)).toEqual(["'2D'", "25000", "1 36", "1 50.5", "2 100 1000", "2", "0", "2"]);
  expect(lines.length).toBe(10);
  const first = lines[8]!.split(" ").map(Number);
  expect(first.length).toBe(8);
  expect([first[0], first[1], first[2], first[4], first[5], first[6], first[7]]).toEqual([
    0.001, 0, 0.6667, -0.5, 0.5, 0, 0,
  ]);
  // The factor of the absorption is e^(2π f t_i): 20 lg of it is −9.8 dB.
  expect(Math.abs(20 * Math.log10(Math.exp(2 * Math.PI * 25_000 * first[3]!)) + 9.8)).toBeLessThan(1e-9);
  expect(lines[9]).toBe("0.0009 180 0.6701 0 4 -4 1 2");
});

test("what is written reads back the same", () => {
  const { file, diagnostics } = readArrivals("a.arr", writeArrivals(sample));
  expect(diagnostics).toEqual([]);
  expect(file!.counts).toEqual(sample.counts);
  expect({ ...file!, arrivals: 0 }).toEqual({ ...sample, arrivals: 0 });
  file!.arrivals.forEach((value, k) => {
    // Angles and absorption are products: a unit in the last place.
    expect(Math.abs(value - sample.arrivals[k]!)).toBeLessThanOrEqual(2 ** -52 * Math.abs(value));
  });
});

test("a file as BELLHOP writes it, with its wide columns and lines that go on, is read", () => {
  const text = [
    " '2D'",
    "   500.00000000000000     ",
    "           1   36.0000000    ",
    "           2   0.00000000       100.000000    ",
    "           1   1000.0000000000000     ",
    "           1",
    "           0",
    "           1",
    "   9.9790585E-04   180.000000      0.670012355      -1.23456794E-06  -4.12345695       4.12345695              1           0",
    "",
  ].join("\n");
  const { file, diagnostics } = readArrivals("b.arr", text);
  expect(diagnostics).toEqual([]);
  expect([...file!.counts]).toEqual([0, 1]);
  expect(file!.arrivals.length).toBe(ARRIVAL_SIZE);
  expect(file!.arrivals[ARRIVAL.amplitude]).toBe(9.9790585e-4);
  expect(file!.arrivals[ARRIVAL.surfaceBounces]).toBe(1);
  // −(20/ln 10) 2π · 500 · (−1.23456794e-6) = 0.033688 dB.
  expect(Math.abs(file!.arrivals[ARRIVAL.absorption_dB]! - 0.033688)).toBeLessThan(5e-7);
});

test.each([
  ["'3D'\n1", "ACO007"],
  ["500 1 1 1", "ACO004"],
  ["'2D'\n500\n1 36\n1 50\n1 100\n1\n5\n", "ACO002"],
  ["'2D'\n500\n1 36\n1 50\n1 100\n1\nx\n", "ACO003"],
  ["'2D'\n500\n2000000 36\n", "ACO009"],
  ["", "ACO002"],
])("%j is refused with %s", (text, code) => {
  const { file, diagnostics } = readArrivals("c.arr", text);
  expect(file).toBeNull();
  expect(diagnostics.map((d) => d.code)).toEqual([code]);
});
