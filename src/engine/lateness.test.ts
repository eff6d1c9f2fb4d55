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
