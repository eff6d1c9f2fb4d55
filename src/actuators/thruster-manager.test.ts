import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeReader } from "../../test/support/node-reader.ts";
import { uniform } from "../../test/support/uniform.ts";
import { MOTION, MOTION_SIZE } from "./motion.ts";
import { REXROV_FLU, rexrovGroup } from "./test/rexrov.ts";
import { thrusterOf } from "./test/thrusters.ts";
import { ThrusterGroup } from "./thruster-group.ts";
import { describeMissing, ThrusterManager } from "./thruster-manager.ts";

const MODEL = 'model="bilinear" c1="0.01" maxSpeed_radps="100"'; // 100 N either way

function groupOf(places: readonly { p: readonly number[]; rpy?: readonly number[] }[], text = MODEL): ThrusterGroup {
  const model = thrusterOf(text);
  return new ThrusterGroup(
    places.map(({ p, rpy = [0, 0, 0] }) => ({
      model,
      position_m: p,
      attitude_rad: rpy,
      wakeFraction: 0,
      thrustDeduction: 0,
    })),
  );
}

/** Gaussian elimination with partial pivoting, for the oracles below. */
function solve(A: number[][], b: number[]): number[] {
  const n = b.length;
  const M = A.map((row, i) => [...row, b[i]]);
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(M[r][c]) > Math.abs(M[pivot][c])) pivot = r;
    [M[c], M[pivot]] = [M[pivot], M[c]];
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const factor = M[r][c] / M[c][c];
      for (let k = c; k <= n; k++) M[r][k] -= factor * M[c][k];
    }
  }
  return M.map((row, i) => row[n] / row[i]);
}

const rowsOf = (manager: ThrusterManager, n: number): number[][] =>
  Array.from({ length: 6 }, (_, j) => Array.from(manager.matrix.slice(j * n, (j + 1) * n)));

test("RexROV: rank 6, condition number 2.696, and the published sums of |row| times 2000 N", () => {
  const group = rexrovGroup(nodeReader());
  const manager = new ThrusterManager(group);
  expect(manager.rank).toBe(6);
  expect(manager.condition).toBeCloseTo(2.696, 3); // three digits are given
  expect(manager.missingDirections()).toEqual([]);
  const sums = rowsOf(manager, 8).map((row) => 2000 * row.reduce((s, b) => s + Math.abs(b), 0));
  const published = [6935, 7366, 7710, 4212, 8274, 6285];
  sums.forEach((sum, i) => {
    expect(Math.abs(sum - published[i])).toBeLessThan(0.5);
  });
});

test("RexROV: the commands for a wrench within reach give that wrench, once the shafts have turned up", () => {
  const group = rexrovGroup(nodeReader());
  const manager = new ThrusterManager(group);
  const axis = uniform(-400, 400);
  fc.assert(
    fc.property(fc.tuple(axis, axis, axis, axis, axis, axis), (wrench) => {
      const commands = new Float64Array(8);
      manager.allocateInto(commands, 0, Float64Array.from(wrench), 0);
      const F = new Float64Array(6);
      const motion = new Float64Array(MOTION_SIZE);
      motion[MOTION.density] = 1025;
      group.addForce(F, new Float64Array(8), 0, motion, commands, 0, commands, 0);
      // Matrix, its inverse and a square root, at condition 2.7: rounding near 1e-12 of 1 kN.
      wrench.forEach((component, i) => {
        expect(F[i]).toBeCloseTo(component, 8);
      });
    }),
    { seed: 13 },
  );
});

/** Poses near those of the RexROV, whose allocation is well conditioned, so that oracles may square the condition number. */
const poses = (which: readonly number[]) =>
  fc.tuple(
    ...which.map((k) => {
      const nudge = (centre: number) => uniform(centre - 0.15, centre + 0.15);
      const { p, rpy } = REXROV_FLU[k];
      return fc.record({
        p: fc.tuple(nudge(p[0]), nudge(p[1]), nudge(p[2])),
        rpy: fc.tuple(nudge(0), nudge((rpy[1] * Math.PI) / 180), nudge((rpy[2] * Math.PI) / 180)),
      });
    }),
  );
const wrenchOf = fc.array(uniform(-5, 5), { minLength: 6, maxLength: 6 });

test("with more thrusters than axes: the cheapest thrusts that give the wrench, as the Lagrange system finds them", () => {
  const weights = fc.array(uniform(0.2, 5), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(poses([0, 1, 2, 3, 4, 5, 6, 7]), weights, wrenchOf, (places, w, wrench) => {
      const manager = new ThrusterManager(groupOf(places), { weights: w });
      expect(manager.condition).toBeLessThan(10);
      const B = rowsOf(manager, 8);
      // [W Bᵀ; B 0] [T; λ] = [0; τ]
      const A = Array.from({ length: 14 }, (_, r) =>
        Array.from({ length: 14 }, (_, c) => {
          if (r < 8 && c < 8) return r === c ? w[r] : 0;
          if (r < 8) return B[c - 8][r];
          return c < 8 ? B[r - 8][c] : 0;
        }),
      );
      const expected = solve(A, [...new Array(8).fill(0), ...wrench]).slice(0, 8);
      const thrusts = new Float64Array(8);
      manager.thrustsInto(thrusts, 0, Float64Array.from(wrench), 0);
      // At condition 10 or less, weights apart by 25, thrusts below 100 N: 1e-16 · 100 · 25 · 100 N.
      expected.forEach((T, k) => {
        expect(Math.abs(thrusts[k] - T)).toBeLessThan(1e-10);
      });
    }),
    { seed: 14, numRuns: 60 },
  );
});

test("with fewer thrusters than axes: least squares, as the normal equations find them", () => {
  fc.assert(
    fc.property(poses([0, 3, 4, 6]), wrenchOf, (places, wrench) => {
      const manager = new ThrusterManager(groupOf(places));
      expect(manager.rank).toBe(4);
      const B = rowsOf(manager, 4);
      const normal = Array.from({ length: 4 }, (_, r) =>
        Array.from({ length: 4 }, (_, c) => B.reduce((s, row) => s + row[r] * row[c], 0)),
      );
      const right = Array.from({ length: 4 }, (_, r) => B.reduce((s, row, i) => s + row[r] * wrench[i], 0));
      const expected = solve(normal, right);
      const thrusts = new Float64Array(4);
      manager.thrustsInto(thrusts, 0, Float64Array.from(wrench), 0);
      // The normal equations square a condition of some 10; thrusts are below 100 N.
      expected.forEach((T, k) => {
        expect(Math.abs(thrusts[k] - T)).toBeLessThan(1e-10);
      });
    }),
    { seed: 15, numRuns: 60 },
  );
});

test("a heavy weight spares its thruster: two side by side share 30 N as 1/w, 20 and 10", () => {
  const manager = new ThrusterManager(groupOf([{ p: [0, 0, 0] }, { p: [0, 0, 0] }]), { weights: [1, 2] });
  const thrusts = new Float64Array(2);
  manager.thrustsInto(thrusts, 0, Float64Array.of(30, 0, 0, 0, 0, 0), 0);
  expect(thrusts[0]).toBeCloseTo(20, 12);
  expect(thrusts[1]).toBeCloseTo(10, 12);
});

const SKEWED = [{ p: [0, 0.5, 0] }, { p: [0, -0.5, 0] }, { p: [0.5, 0, 0], rpy: [0, 0, Math.PI / 2] }];

test("each thruster is cut off at its own limits, or all are scaled so that the wrench keeps its direction", () => {
  // 150 N ahead and 100 N·m: T = 75 ± 100 N without the bow thruster's share; limits are 100 N.
  const wrench = Float64Array.of(150, 0, 0, 0, 0, -100);
  const clipped = new Float64Array(3);
  const scaled = new Float64Array(3);
  new ThrusterManager(groupOf(SKEWED)).thrustsInto(clipped, 0, wrench, 0);
  const manager = new ThrusterManager(groupOf(SKEWED), { proportionalScaling: true });
  manager.thrustsInto(scaled, 0, wrench, 0);
  expect(Math.max(...clipped.map(Math.abs))).toBeCloseTo(100, 12);
  expect(Math.max(...scaled.map(Math.abs))).toBeCloseTo(100, 12);
  const full = new Float64Array(6);
  const cut = new Float64Array(6);
  const free = new ThrusterManager(groupOf(SKEWED, 'model="bilinear" c1="0.01" maxSpeed_radps="1e4"'));
  const unlimited = new Float64Array(3);
  free.thrustsInto(unlimited, 0, wrench, 0);
  free.wrenchInto(full, 0, unlimited, 0);
  manager.wrenchInto(cut, 0, scaled, 0);
  const ratio = cut[0] / full[0];
  expect(ratio).toBeGreaterThan(0);
  expect(ratio).toBeLessThan(1);
  for (let i = 0; i < 6; i++) expect(cut[i]).toBeCloseTo(ratio * full[i], 10);
});

test("astern limits count on their own: 80 N astern of a propeller with asternRatio 0.8 is its limit", () => {
  const model = `${MODEL} asternRatio="0.8"`;
  const manager = new ThrusterManager(groupOf([{ p: [0, 0, 0] }], model));
  const thrusts = new Float64Array(1);
  manager.thrustsInto(thrusts, 0, Float64Array.of(-300, 0, 0, 0, 0, 0), 0);
  expect(thrusts[0]).toBeCloseTo(-80, 12);
});

test("one stern propeller: rank 1, and the five missing axes by name", () => {
  const manager = new ThrusterManager(groupOf([{ p: [-1, 0, 0] }]));
  expect([manager.rank, manager.condition]).toEqual([1, Number.POSITIVE_INFINITY]);
  expect(manager.missingDirections().map((m) => m.axis)).toEqual(["sway", "heave", "roll", "pitch", "yaw"]);
  expect(describeMissing(manager.missingDirections())).toBe("no thrust in: sway, heave, roll, pitch, yaw");
});

test("a thruster off the centre line couples: the missing direction is given with its parts, and does no work", () => {
  // At 0.75 m to starboard a unit of thrust is (1, −0.75) in surge and yaw; (0.6, 0.8) is perpendicular to it.
  const manager = new ThrusterManager(groupOf([{ p: [0, 0.75, 0] }]));
  const missing = manager.missingDirections();
  const yaw = missing.find((m) => m.axis === "yaw")!;
  expect(Math.abs(yaw.direction[0])).toBeCloseTo(0.6, 12);
  expect(Math.abs(yaw.direction[5])).toBeCloseTo(0.8, 12);
  expect(describeMissing(missing)).toContain("yaw (0.60 surge, 0.80 yaw)");
  for (const { direction } of missing) {
    expect(direction.reduce((s, component, i) => s + component * manager.matrix[i], 0)).toBeCloseTo(0, 12);
    expect(direction.reduce((s, component) => s + component * component, 0)).toBeCloseTo(1, 12);
  }
});

test("a frame without lateral thruster is full in all but sway", () => {
  const down = [0, -Math.PI / 2, 0];
  const manager = new ThrusterManager(
    groupOf([
      { p: [0, 0.4, 0] },
      { p: [0, -0.4, 0] },
      { p: [0.4, 0.3, 0], rpy: down },
      { p: [-0.4, 0.3, 0], rpy: down },
      { p: [0.4, -0.3, 0], rpy: down },
      { p: [-0.4, -0.3, 0], rpy: down },
    ]),
  );
  expect(manager.rank).toBe(5);
  expect(describeMissing(manager.missingDirections())).toBe("no thrust in: sway");
});

test("weights that are not positive, or too few, are refused", () => {
  const group = groupOf([{ p: [0, 0, 0] }]);
  expect(() => new ThrusterManager(group, { weights: [0] })).toThrow("above 0");
  expect(() => new ThrusterManager(group, { weights: [1, 1] })).toThrow("1 weights");
});

test("the wrench of given thrusts: 3 and 5 N ahead at 0.5 m to either side and 7 N to starboard at the bow are X = 8, Y = 7, N = 4.5", () => {
  const manager = new ThrusterManager(groupOf(SKEWED));
  const wrench = new Float64Array(8).fill(9);
  manager.wrenchInto(wrench, 1, Float64Array.of(100, 3, 5, 7), 1);
  // N = −0.5 · 3 + 0.5 · 5 + 0.5 · 7; a turn by π/2 leaves 1e-16 of the thrust along the axes across.
  [9, 8, 7, 0, 0, 0, 4.5, 9].forEach((component, i) => {
    expect(wrench[i]).toBeCloseTo(component, 14);
  });
});
