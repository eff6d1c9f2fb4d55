import fc from "fast-check";
import { expect, test } from "vitest";
import { pressureOfLoss, readShade, type ShadeFile, writeShade } from "./shade-file.ts";

const sample: ShadeFile = {
  title: "Pekeris",
  receivers: "grid",
  frequency_Hz: 500,
  sourceDepths_m: Float64Array.of(36),
  receiverDepths_m: Float64Array.of(0, 50, 100),
  receiverRanges_m: Float64Array.of(50, 5000.1),
  pressure: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
};

test("the bytes: records of 41 words, counts, frequency and ranges in double, depths and pressures in single precision", () => {
  const bytes = writeShade(sample);
  const view = new DataView(bytes.buffer);
  const record = (n: number): number => (n - 1) * 164;
  expect(bytes.length).toBe(13 * 164);
  expect(view.getInt32(0, true)).toBe(41);
  expect(String.fromCharCode(...bytes.subarray(4, 12))).toBe("Pekeris ");
  expect(bytes[83]).toBe(32);
  expect(String.fromCharCode(...bytes.subarray(record(2), record(2) + 10))).toBe("rectilin  ");
  expect([0, 1, 2, 3, 4, 5, 6].map((k) => view.getInt32(record(3) + 4 * k, true))).toEqual([1, 1, 1, 1, 1, 3, 2]);
  expect([view.getFloat64(record(3) + 28, true), view.getFloat64(record(3) + 36, true)]).toEqual([500, 0]);
  expect(view.getFloat64(record(4), true)).toBe(500);
  expect([5, 6, 7].map((n) => view.getFloat64(record(n), true))).toEqual([0, 0, 0]);
  expect(view.getFloat32(record(8), true)).toBe(36);
  expect([0, 1, 2].map((k) => view.getFloat32(record(9) + 4 * k, true))).toEqual([0, 50, 100]);
  expect([0, 1].map((k) => view.getFloat64(record(10) + 8 * k, true))).toEqual([50, 5000.1]);
  expect([0, 1, 2, 3].map((k) => view.getFloat32(record(12) + 4 * k, true))).toEqual([5, 6, 7, 8]);
});

test("records grow with the ranges: 100 of them are 200 words", () => {
  const wide = {
    ...sample,
    receiverRanges_m: Float64Array.from({ length: 100 }, (_, k) => k),
    pressure: new Float32Array(600),
  };
  const bytes = writeShade(wide);
  expect(new DataView(bytes.buffer).getInt32(0, true)).toBe(200);
  expect(bytes.length).toBe(13 * 800);
});

test("what is written reads back the same, grids and pairs, also at an odd place of a larger buffer", () => {
  const pairs: ShadeFile = {
    ...sample,
    receivers: "pairs",
    receiverDepths_m: Float64Array.of(3, 4),
    pressure: Float32Array.of(1, 0, 2, 0),
  };
  for (const file of [sample, pairs]) {
    const bytes = writeShade(file);
    expect(readShade("a.shd", bytes)).toEqual({ file, diagnostics: [] });
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(readShade("a.shd", shifted.subarray(1)).file).toEqual(file);
  }
});

test("a loss of 20 dB is a pressure of 0.1, and no sound is 0", () => {
  // Rounding of the power.
  expect(Math.abs(pressureOfLoss(20) - 0.1)).toBeLessThan(1e-16);
  expect(pressureOfLoss(Number.POSITIVE_INFINITY)).toBe(0);
});

test("files that are cut, big-endian, of single precision or of more than one frequency are refused with a reason", () => {
  const bytes = writeShade(sample);
  const message = (changed: Uint8Array): string => {
    const { file, diagnostics } = readShade("a.shd", changed);
    expect(file).toBeNull();
    expect(diagnostics.map((d) => d.code)).toEqual(["ACO020"]);
    return `${diagnostics[0]!.message}; ${diagnostics[0]!.hint ?? ""}`;
  };
  const changed = (change: (view: DataView) => void): Uint8Array => {
    const copy = bytes.slice();
    change(new DataView(copy.buffer));
    return copy;
  };
  expect(message(new Uint8Array(3))).toContain("has 3 bytes");
  expect(message(bytes.subarray(0, bytes.length - 164))).toContain("its records need");
  expect(message(changed((v) => v.setInt32(0, 41, false)))).toContain("big-endian");
  expect(message(changed((v) => v.setInt32(2 * 164, 2, true)))).toContain("2 frequencies");
  expect(message(changed((v) => v.setInt32(2 * 164 + 24, 1_000_000_000, true)))).toContain("do not fit");
  expect(message(changed((v) => v.setInt32(2 * 164 + 20, -1, true)))).toContain("at least 1");
  expect(message(changed((v) => v.setFloat32(10 * 164 + 8, Number.NaN, true)))).toContain("pressure");
  const old = changed((v) => {
    v.setFloat32(2 * 164 + 28, 500, true);
    v.setFloat32(9 * 164, 50, true);
    v.setFloat32(9 * 164 + 4, 5000, true);
  });
  expect(message(old)).toContain("before 2023");
});

test("bytes that are changed at random give a file or a diagnostic, never an exception", () => {
  const bytes = writeShade(sample);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
      fc.nat(bytes.length),
      (changes, length) => {
        const copy = bytes.slice(0, changes.length % 2 === 0 ? bytes.length : length);
        for (const [at, value] of changes) if (at < copy.length) copy[at] = value;
        const { file, diagnostics } = readShade("a.shd", copy);
        expect(file === null).toBe(diagnostics.length > 0);
        if (file !== null) expect(file.pressure.every(Number.isFinite)).toBe(true);
      },
    ),
    { seed: 5, numRuns: 1000 },
  );
});
