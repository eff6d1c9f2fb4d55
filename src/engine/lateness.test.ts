import { expect, test } from "vitest";
import { LatenessStatistics } from "./lateness.ts";

test("of 1 … 1000 µs, the median is 500 and the 99 % point 990 µs, given high by at most a quarter", () => {
  const s = new LatenessStatistics();
  for (let i = 1; i <= 1000; i++) s.add(i * 1000);
  const { count, mean_ns, median_ns, p99_ns, worst_ns } = s.report();
  expect([count, mean_ns, worst_ns]).toEqual([1000, 500_500, 1_000_000]);
  // Bins are a quarter of an octave wide and quantiles are their upper edges.
  expect(median_ns).toBeGreaterThanOrEqual(500_000);
  expect(median_ns).toBeLessThanOrEqual(625_000);
  expect(p99_ns).toBeGreaterThanOrEqual(990_000);
  expect(p99_ns).toBeLessThanOrEqual(1_000_000);
});

test("early counts as on time, an empty record as zero, and hours as the last bin", () => {
  const s = new LatenessStatistics();
  expect(s.report()).toEqual({ count: 0, mean_ns: 0, median_ns: 0, p99_ns: 0, worst_ns: 0 });
  s.add(-5);
  expect(s.report().worst_ns).toBe(0);
  s.add(1e13);
  expect(s.report().worst_ns).toBe(1e13);
  expect(s.quantile_ns(1)).toBeLessThanOrEqual(1e13);
});

test("a median of 1.1 µs is given as 1.25 µs, of 1.3 as 1.5, of 1.6 as 1.75, of 1.9 as 2: upper edges of quarters of an octave", () => {
  for (const [late_ns, edge_ns] of [
    [1100, 1250],
    [1300, 1500],
    [1600, 1750],
    [1900, 2000],
    [2100, 2500],
  ] as const) {
    const s = new LatenessStatistics();
    s.add(late_ns);
    s.add(1e6);
    expect(s.quantile_ns(0.5)).toBe(edge_ns);
  }
});

test("what is later than 40 octaves above 1 µs is in the last bin, and counts", () => {
  const s = new LatenessStatistics();
  s.add(1e18);
  expect(s.quantile_ns(1)).toBe(1000 * 2 ** 40);
});
