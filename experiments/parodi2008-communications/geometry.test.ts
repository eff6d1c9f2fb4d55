import fc from "fast-check";
import { expect, test } from "vitest";
import { alongAt_m, distanceAt_m, messageTime_s, passageOf } from "./geometry.ts";
import { PAPER } from "./paper.ts";
import { readingOf, received_dB } from "./readings.ts";

const published = passageOf(PAPER.entry_s, PAPER.exit_s, PAPER.speed_mps, PAPER.range_m)!;

test("650 s to 2382 s at 2 m/s: a chord of 3464 m, closest at 1516 s, 781 m off for R = 1900 m", () => {
  expect(published.halfChord_m).toBe(1732);
  expect(published.closest_s).toBe(1516);
  // √(1900² − 1732²) = √610176.
  expect(published.closest_m).toBeCloseTo(Math.sqrt(610176), 9);
  expect(Math.round(published.closest_m)).toBe(781);
});

test("messages at 60, 1500 and 2300 s are sent from 3015, 782 and 1752 m", () => {
  expect(PAPER.sent_s.map((t) => Math.round(distanceAt_m(published, t)))).toEqual([3015, 782, 1752]);
});

test("46 characters at 20 bit/s are 18.4 s; with the way 18.92 and 19.57 s", () => {
  expect(PAPER.message.length).toBe(46);
  const [, second, third] = PAPER.sent_s.map((t) => messageTime_s(46, 20, distanceAt_m(published, t), 1500));
  // Half a unit of the second decimal.
  expect(Math.abs(second! - 18.92)).toBeLessThan(5.1e-3);
  expect(Math.abs(third! - 19.57)).toBeLessThan(5.1e-3);
});

test("no line has its chord in a circle of 1732 m or less", () => {
  expect(passageOf(PAPER.entry_s, PAPER.exit_s, PAPER.speed_mps, 1732)).toBeNull();
  expect(passageOf(PAPER.entry_s, PAPER.exit_s, PAPER.speed_mps, Number.NaN)).toBeNull();
  expect(passageOf(PAPER.entry_s, PAPER.exit_s, PAPER.speed_mps, 1732.01)!.closest_m).toBeLessThan(6);
});

test("any line solved from its times is at the range at both of them, inside between and outside beyond", () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(number(0, 1000), number(1, 5000), number(0.1, 5), number(1.001, 10), (entry, lasting, v, factor) => {
      const range = (factor * v * lasting) / 2;
      const p = passageOf(entry, entry + lasting, v, range)!;
      // Rounding of squares, relative.
      expect(Math.abs(distanceAt_m(p, entry) / range - 1)).toBeLessThan(1e-12);
      expect(Math.abs(distanceAt_m(p, entry + lasting) / range - 1)).toBeLessThan(1e-12);
      expect(distanceAt_m(p, entry + lasting / 2)).toBeCloseTo(p.closest_m, 6);
      expect(distanceAt_m(p, entry - lasting / 10)).toBeGreaterThan(range);
      expect(alongAt_m(p, p.closest_s)).toBe(0);
    }),
    { seed: 3 },
  );
});

test("the readings: 2787 m with the root of 21 v, 1845 m with that of 21; at the range the signal is 15 dB over the noise", () => {
  const [standard, own] = [readingOf("standard"), readingOf("published-2009")];
  // As the errata have them, to 5 m: what else was rounded.
  expect(Math.abs(standard.range_m - 2787)).toBeLessThan(5);
  expect(Math.abs(own.range_m - 1845)).toBeLessThan(5);
  for (const { range_m, noise_dB, passage } of [standard, own]) {
    expect(received_dB(range_m) - noise_dB).toBeCloseTo(15, 6);
    expect(passage.closest_s).toBe(1516);
    expect(distanceAt_m(passage, 60)).toBeGreaterThan(range_m);
  }
  // √(2787² − 1732²) and √(1845² − 1732²), 5 m of range in the square root.
  expect(Math.abs(standard.passage.closest_m - 2183.5)).toBeLessThan(7);
  expect(Math.abs(own.passage.closest_m - 635.8)).toBeLessThan(15);
});
