import { expect, test } from "vitest";
import { contoursOf } from "./contours.ts";

/** Values of a function of north and east on a grid of n x n nodes over [-1, 1] x [-1, 1]. */
function gridOf(n: number, of: (north: number, east: number) => number | null) {
  const step = 2 / (n - 1);
  const values = Array.from({ length: n * n }, (_, k) => of(-1 + Math.floor(k / n) * step, -1 + (k % n) * step));
  return { origin: [-1, -1], spacing: [step, step], rows: n, columns: n, values } as const;
}

test("contours of a plane are straight lines at round values, exactly where the plane has them", () => {
  // 10 + 2 north: 8 to 12.
  const contours = contoursOf(gridOf(9, (north) => 10 + 2 * north));
  expect(contours.map(({ level }) => level)).toEqual([8, 8.5, 9, 9.5, 10, 10.5, 11, 11.5, 12].slice(1));
  for (const { level, lines } of contours) {
    expect(lines).toHaveLength(1);
    // Both sides of every crossed edge are exact doubles: straight between them is exact, too.
    for (const [north] of lines[0]!) expect(north).toBeCloseTo((level - 10) / 2, 12);
  }
});

test("contours of a cone are closed rings whose points lie on circles", () => {
  const contours = contoursOf(gridOf(65, (north, east) => 10 * Math.sqrt(north * north + east * east)));
  const ring = contours.find(({ level }) => level === 6)!;
  expect(ring.lines).toHaveLength(1);
  const [line] = ring.lines;
  expect(line!.at(-1)).toEqual(line![0]);
  // Between nodes h = 1/32 apart the cone of curvature 1/r differs from a plane by h² / (8 r) = 0.0002 at r = 0.6.
  for (const [north, east] of line!) expect(Math.abs(Math.hypot(north, east) - 0.6)).toBeLessThan(0.0004);
});

test("equal values have no contours, and cells with an unknown corner are left out", () => {
  expect(contoursOf(gridOf(5, () => 7))).toEqual([]);
  const half = contoursOf(gridOf(9, (north, east) => (east > 0.1 ? null : north)));
  for (const { lines } of half) for (const line of lines) for (const [, east] of line) expect(east).toBeLessThan(0.1);
});
