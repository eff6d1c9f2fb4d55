import { expect, test } from "vitest";
import { distanceAt_m } from "./geometry.ts";
import { PAPER } from "./paper.ts";
import { readingOf } from "./readings.ts";
import { crossings_s, receptionPicture, signal_dB } from "./reception.ts";

test("a signal of 0, 4, 4, 0 dB at 0, 1, 2, 3 s crosses 1 dB at 0.25 and 2.75 s; one that stays below crosses nowhere", () => {
  const t_s = Float64Array.of(0, 1, 2, 3);
  expect(crossings_s(t_s, Float64Array.of(0, 4, 4, 0), 1)).toEqual([0.25, 2.75]);
  expect(crossings_s(t_s, Float64Array.of(0, 0, 0, 0), 1)).toEqual([Number.NaN, Number.NaN]);
  // In range from the start: it leaves, and never came.
  expect(crossings_s(t_s, Float64Array.of(4, 4, 0, 0), 1)).toEqual([Number.NaN, 1.75]);
});

test.each(["standard", "published-2009"] as const)(
  "along the line that was solved for the reading %s the level crosses the threshold at 650 and 2382 s",
  (wind) => {
    const reading = readingOf(wind);
    const t_s = Float64Array.from({ length: 271 }, (_, k) => 10 * k);
    const track = { t_s, distance_m: t_s.map((t) => distanceAt_m(reading.passage, t)) };
    const [entry, exit] = crossings_s(t_s, signal_dB(track, reading), PAPER.modem.threshold_dB);
    // Samples every 10 s, of a curve that bends by less than 1e-5 dB/s².
    expect(Math.abs(entry - PAPER.entry_s)).toBeLessThan(0.1);
    expect(Math.abs(exit - PAPER.exit_s)).toBeLessThan(0.1);
    expect(receptionPicture([[reading, track]]).svg).toContain("threshold");
  },
);
