import { expect, test } from "vitest";
import { LinearGrid2, uniformAxis } from "../../math/index.ts";
import { anyDirection, cast, pointOn, rayOf, sequence, unit } from "../test/rays.ts";
import { PlaneBottom } from "./formula-bottoms.ts";
import { type GridEdge, type GridOfDepths, HeightGrid } from "./height-grid.ts";
import { FAR_M, HIT_SIZE, noHitInto } from "./ray.ts";

function gridOf(
  rows: number,
  columns: number,
  depth: (n: number, e: number) => number,
  spacing_m = 1,
  origin_m: readonly number[] = [0, 0],
): GridOfDepths {
  const depths_m = new Float64Array(rows * columns);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      depths_m[r * columns + c] = depth(origin_m[0] + r * spacing_m, origin_m[1] + c * spacing_m);
    }
  }
  return { rows, columns, spacing_m, origin_m, depths_m };
}

const edges: readonly GridEdge[] = ["hole", "extend"];

/** Without any structure: neighbouring depths have nothing to do with each other. */
function rugged(rows: number, columns: number, seed: number, spacing_m = 1, origin_m = [0, 0]): GridOfDepths {
  const random = sequence(seed);
  return gridOf(rows, columns, () => 10 + 4 * random(), spacing_m, origin_m);
}

function depthAt(grid: HeightGrid, north_m: number, east_m: number): number {
  const out = new Float64Array(1);
  grid.depthInto(out, 0, Float64Array.of(north_m, east_m), 0);
  return out[0];
}

function normalAt(grid: HeightGrid, north_m: number, east_m: number): number[] {
  const out = new Float64Array(3);
  grid.normalInto(out, 0, Float64Array.of(north_m, east_m), 0);
  return [...out];
}

/** All cells, one by one: the nearest distance, and every cell that has it. */
function searched(grid: HeightGrid, ray: Float64Array): { distance_m: number; cells: number[] } {
  let distance_m = Infinity;
  let cells: number[] = [];
  const hit = new Float64Array(HIT_SIZE);
  for (let row = 0; row < grid.cellRows; row++) {
    for (let column = 0; column < grid.cellColumns; column++) {
      noHitInto(hit, 0);
      if (!grid.castCellInto(hit, 0, ray, 0, row, column)) continue;
      if (hit[0] < distance_m) cells = [];
      if (hit[0] <= distance_m) cells.push(hit[5]);
      distance_m = Math.min(distance_m, hit[0]);
    }
  }
  return { distance_m, cells };
}

/** The same hit to the last bit, in a cell that has it; returns whether there was one. */
function agrees(grid: HeightGrid, ray: Float64Array): boolean {
  const expected = searched(grid, ray);
  const found = cast(grid, ray);
  expect(found.distance_m).toBe(expected.distance_m);
  if (found.distance_m === Infinity) return false;
  expect(expected.cells).toContain(found.part);
  return true;
}

test("on the saddle D = 10 + n e of one cell, a level ray at 10.25 m along the diagonal lands in the middle, at √2/2", () => {
  const grid = new HeightGrid(
    gridOf(2, 2, (n, e) => 10 + n * e),
    "hole",
  );
  const ray = rayOf([0, 0, 10.25], [1, 1, 0]);
  // It starts 0.25 m under the corner's 10 m and comes out where n e = 0.25.
  expect(cast(grid, ray).distance_m).toBeCloseTo(Math.SQRT1_2, 14);
  // At (½, ½) both slopes are ½: normal (½, ½, −1)/√1.5.
  expect(cast(grid, ray).normal[0]).toBeCloseTo(0.5 / Math.sqrt(1.5), 14);
  expect(cast(grid, ray).normal[2]).toBeCloseTo(-1 / Math.sqrt(1.5), 14);
});

test("a ray that dips below the bottom and comes out again inside one cell is stopped where it dips: u (1 − u) = 0.16 at 0.2", () => {
  // Along the other diagonal n = u, e = 1 − u the saddle is a hump of u (1 − u), up to 0.25 m high.
  const grid = new HeightGrid(
    gridOf(2, 2, (n, e) => 10 - n * e),
    "hole",
  );
  expect(cast(grid, rayOf([0, 1, 9.84], [1, -1, 0])).distance_m).toBeCloseTo(0.2 * Math.SQRT2, 12);
  expect(cast(grid, rayOf([1, 0, 9.84], [-1, 1, 0])).distance_m).toBeCloseTo(0.2 * Math.SQRT2, 12);
  // At the very top it touches; a hair above it passes.
  expect(cast(grid, rayOf([0, 1, 9.75], [1, -1, 0])).distance_m).toBeCloseTo(0.5 * Math.SQRT2, 7);
  expect(cast(grid, rayOf([0, 1, 9.7499999], [1, -1, 0])).distance_m).toBe(Infinity);
});

test("a grid of a sloping plane answers as the plane does in closed form, near and far, from above and from below", () => {
  const gradient = [0.125, -0.25];
  const plane = new PlaneBottom(20, [0, 0], gradient);
  const grid = new HeightGrid(
    gridOf(65, 49, (n, e) => 20 + 0.125 * n - 0.25 * e, 2, [-64, -48]),
    "hole",
  );
  const random = sequence(5);
  let met = 0;
  for (let k = 0; k < 2000; k++) {
    const away = 10 ** (3 * random());
    const aim = [60 * (random() - 0.5), 40 * (random() - 0.5), 20];
    const towards = anyDirection(random);
    const ray = rayOf(
      aim.map((x, axis) => x - away * towards[axis]),
      towards,
    );
    const [expected, found] = [cast(plane, ray), cast(grid, ray)];
    const [n, e] = pointOn(ray, expected.distance_m);
    // Within rounding of the border either answer is right.
    if (!(Math.abs(n) < 63.999 && Math.abs(e) < 47.999)) continue;
    met++;
    // Relative to the slope at which the ray meets the plane: level rays amplify rounding.
    const steep = Math.abs(expected.normal[0] * ray[3] + expected.normal[1] * ray[4] + expected.normal[2] * ray[5]);
    expect(Math.abs(found.distance_m - expected.distance_m) * steep).toBeLessThan(1e-12 * (1 + away));
    expect(found.normal[0]).toBeCloseTo(expected.normal[0], 12);
    expect(found.normal[1]).toBeCloseTo(expected.normal[1], 12);
  }
  expect(met).toBeGreaterThan(1500);
});

test("depth and slopes are those of the interpolation that the rest of the simulator uses", () => {
  const data = rugged(9, 7, 3, 2.5, [-4, 11]);
  const grid = new HeightGrid(data, "hole");
  const table = new LinearGrid2(uniformAxis(-4, 2.5, 9, "nan"), uniformAxis(11, 2.5, 7, "nan"), data.depths_m);
  const random = sequence(17);
  const out = new Float64Array(3);
  for (let k = 0; k < 500; k++) {
    const [n, e] = [-4 + 20 * random(), 11 + 15 * random()];
    table.valueAndGradientInto(out, 0, new Int32Array(2), 0, Float64Array.of(n, e), 0);
    // Depths of 14 m, slopes of a few: a rounding or two.
    expect(Math.abs(depthAt(grid, n, e) - out[0])).toBeLessThan(1e-14 * 14);
    const expected = unit([out[1], out[2], -1]);
    normalAt(grid, n, e).forEach((x, axis) => {
      expect(Math.abs(x - expected[axis])).toBeLessThan(1e-13);
    });
  }
  for (let r = 0; r < 9; r++) expect(depthAt(grid, -4 + 2.5 * r, 26)).toBe(data.depths_m[7 * r + 6]);
});

test.each(edges)(
  "on rugged grids with gaps, edge %s, the march meets the very cell and distance of a search of all cells",
  (edge) => {
    const random = sequence(29);
    let met = 0;
    for (let k = 0; k < 400; k++) {
      const rows = 2 + Math.floor(20 * random());
      const columns = 2 + Math.floor(20 * random());
      const data = rugged(rows, columns, k, 0.5 + random(), [-5, 3]);
      for (let g = 0; g < rows * columns * 0.05; g++) data.depths_m[Math.floor(rows * columns * random())] = Number.NaN;
      const grid = new HeightGrid(data, edge);
      const size = Math.max(rows, columns) * data.spacing_m;
      for (let q = 0; q < 6; q++) {
        const origin = [-5 + size * (1.6 * random() - 0.3), 3 + size * (1.6 * random() - 0.3), 25 * random()];
        const aim = [-5 + rows * data.spacing_m * random(), 3 + columns * data.spacing_m * random(), 8 + 8 * random()];
        const direction = q < 3 ? aim.map((x, axis) => x - origin[axis]) : anyDirection(random);
        const ray = rayOf(origin, direction, random() < 0.3 ? 10 * random() : Infinity);
        if (agrees(grid, ray)) met++;
      }
    }
    expect(met).toBeGreaterThan(300);
  },
);

test("the same for whole-numbered depths with gaps and rays along axes, along lines, through nodes, level and upright", () => {
  const random = sequence(31);
  const whole = (below: number): number => Math.floor(below * random());
  let met = 0;
  for (let g = 0; g < 60; g++) {
    const data = gridOf(12, 10, () => 10 + whole(4));
    for (let k = 0; k < (g % 3) * 4; k++) data.depths_m[whole(120)] = Number.NaN;
    const grid = new HeightGrid(data, edges[g % 2]);
    for (let k = 0; k < 40; k++) {
      const from = [whole(12), whole(10), 8 + whole(8)].map((x) => (random() < 0.3 ? x + 0.5 : x));
      const step = [whole(3) - 1, (whole(3) - 1) * (1 + whole(4)), whole(3) - 1];
      if (step.every((d) => d === 0)) continue;
      if (agrees(grid, rayOf(from, step))) met++;
    }
  }
  expect(met).toBeGreaterThan(800);
});

test("no ray slips through a node: aimed at nodes exactly, every ray stays above the bottom until its hit", () => {
  const random = sequence(37);
  let [rays, there, slipped] = [0, 0, 0];
  for (let g = 0; g < 60; g++) {
    // Whole depths and spacings that are not binary fractions: lines, nodes and rounding meet as often as can be.
    const spacing_m = [0.1, 0.7, 1 / 3, 1][g % 4];
    const [rows, columns] = [4 + Math.floor(16 * random()), 4 + Math.floor(16 * random())];
    const data = gridOf(rows, columns, () => Math.floor(4 * random()), spacing_m);
    const grid = new HeightGrid(data, "extend");
    const node = (): number[] => {
      const [r, c] = [Math.floor(rows * random()), Math.floor(columns * random())];
      return [spacing_m * r, spacing_m * c, data.depths_m[r * columns + c]];
    };
    for (let k = 0; k < 500; k++) {
      const aim = node();
      const from = k % 2 === 0 ? node() : [spacing_m * rows * random(), spacing_m * columns * random(), 0];
      from[2] = aim[2] - (k % 4 < 2 ? Math.ceil(5 * random()) : 5 * random());
      if (from[2] >= depthAt(grid, from[0], from[1]) - 1e-9) continue;
      const ray = rayOf(
        from,
        aim.map((x, axis) => x - from[axis]),
        100,
      );
      const { distance_m } = cast(grid, ray);
      const aimed_m = Math.hypot(...aim.map((x, axis) => x - from[axis]));
      rays++;
      if (Math.abs(distance_m - aimed_m) < 1e-9) there++;
      // A ray that passes a summit within rounding goes on above the bottom; one that slips through goes on below it.
      const end = Math.min(distance_m, 2 * aimed_m);
      let deepest = -Infinity;
      for (let s = 0; s < 60; s++) {
        const [n, e, z] = pointOn(ray, (end * s) / 60);
        deepest = Math.max(deepest, z - depthAt(grid, n, e));
      }
      if (deepest > 1e-9) slipped++;
    }
  }
  expect(rays).toBeGreaterThan(10_000);
  expect(there).toBeGreaterThan(5000);
  expect(slipped).toBe(0);
});

test("a hit lies on the surface, and before it the ray does not change sides", () => {
  const data = rugged(40, 40, 6);
  const grid = new HeightGrid(data, "extend");
  const random = sequence(41);
  for (let k = 0; k < 300; k++) {
    const ray = rayOf([40 * random(), 40 * random(), 8 + 8 * random()], anyDirection(random), 60);
    const { distance_m, normal } = cast(grid, ray);
    const clearance = (t: number): number => {
      const [n, e, z] = pointOn(ray, t);
      return z - depthAt(grid, n, e);
    };
    const side = Math.sign(clearance(0));
    const end = Math.min(distance_m, 60);
    let least = Infinity;
    for (let s = 0; s < 500; s++) least = Math.min(least, side * clearance((end * s) / 500));
    expect(least).toBeGreaterThan(-1e-12); // rounding of a depth of 14 m, an order to spare
    if (distance_m === Infinity) continue;
    expect(Math.abs(clearance(distance_m))).toBeLessThan(1e-9);
    // From the water (side −1) against the normal, from the ground along it.
    expect(side * (normal[0] * ray[3] + normal[1] * ray[4] + normal[2] * ray[5])).toBeGreaterThan(-1e-9);
  }
});

test("a node without data makes its four cells a hole: no depth, no normal, and rays pass", () => {
  const data = gridOf(5, 5, () => 10);
  data.depths_m[2 * 5 + 2] = Number.NaN;
  const grid = new HeightGrid(data, "hole");
  for (const [n, e] of [
    [1.5, 1.5],
    [2.5, 2.5],
    [2, 2],
  ]) {
    expect(depthAt(grid, n, e)).toBeNaN();
    expect(normalAt(grid, n, e)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(cast(grid, rayOf([n, e, 0], [0, 0, 1])).distance_m).toBe(Infinity);
  }
  expect(depthAt(grid, 0.5, 1.5)).toBe(10);
  // Its borders: a line belongs to the cells north and east of it, for depth and for rays alike.
  for (const [n, e, depth] of [
    [1, 1.5, Number.NaN],
    [3, 1.5, 10],
  ]) {
    expect(depthAt(grid, n, e)).toBe(depth);
    expect(cast(grid, rayOf([n, e, 0], [0, 0, 1])).distance_m).toBe(Number.isNaN(depth) ? Infinity : depth);
  }
  expect(cast(grid, rayOf([0.5, 1.5, 0], [0, 0, 1]))).toMatchObject({ distance_m: 10, normal: [0, 0, -1] });
  expect(grid.covers(Float64Array.of(2, 2), 0)).toBe(true);
});

test("a cell with a node off the data is not covered, whether its depth is the rule's or none", () => {
  // 3 × 4 nodes, the eastern column off the data.
  const off = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (const edge of edges) {
    const grid = new HeightGrid({ ...gridOf(3, 4, () => 10), off }, edge);
    const covers = (n: number, e: number): boolean => grid.covers(Float64Array.of(9, n, e), 1);
    expect([covers(0, 0), covers(1.5, 1.5), covers(2, 0.5), covers(2, 1.9)]).toEqual([true, true, true, true]);
    expect([covers(1, 2.1), covers(2, 2.5), covers(0, 3), covers(1, 3.5)]).toEqual([false, false, false, false]);
  }
});

test("outside the grid there is nothing, or the border goes on level: the edge rule says which", () => {
  const data = gridOf(3, 3, (n, e) => 10 + n + 10 * e);
  const [hole, extended] = edges.map((edge) => new HeightGrid(data, edge));
  for (const [n, e, depth] of [
    [-5, 1.5, 25],
    [7, 1.5, 27],
    [0.5, -100, 10.5],
    [9, 9, 32],
    [-1e6, -1e6, 10],
  ]) {
    expect(depthAt(hole, n, e)).toBeNaN();
    expect(depthAt(extended, n, e)).toBeCloseTo(depth, 12);
    const down = rayOf([n, e, 0], [0, 0, 1]);
    expect(cast(hole, down).distance_m).toBe(Infinity);
    expect(cast(extended, down).distance_m).toBeCloseTo(depth, 12);
    expect(extended.covers(Float64Array.of(n, e), 0)).toBe(false);
  }
  expect(extended.covers(Float64Array.of(2, 2), 0)).toBe(true);
  expect(depthAt(extended, 2 * FAR_M, 0)).toBeNaN();
  // Level, from outside into the slope: depth 25 m is met where 10 + n + 10 e = 25 with n = 1, at e = 1.4 from the west
  // only when it comes out of the ground; from the east, where it is deeper, it runs into it.
  expect(cast(extended, rayOf([1, 50, 25], [0, -1, 0])).distance_m).toBeCloseTo(50 - 1.4, 12);
  expect(extended.bounds_m).toBeNull();
  expect(Math.abs(hole.bounds_m![5] - 32)).toBeLessThan(1e-5); // float32 of the pyramid, outwards
});

test("what is not a grid is refused", () => {
  const data = gridOf(3, 3, () => 1);
  expect(() => new HeightGrid({ ...data, rows: 4 }, "hole")).toThrow("4 × 3 nodes, but 9 depths");
  expect(() => new HeightGrid({ ...data, rows: 1, columns: 9 }, "hole")).toThrow("at least 2 × 2");
  expect(() => new HeightGrid({ ...data, depths_m: data.depths_m.map(() => Infinity) }, "hole")).toThrow("infinite");
});
