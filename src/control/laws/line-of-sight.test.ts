import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { LineOfSight, TRACK, TRACK_SIZE } from "./line-of-sight.ts";

const U = 1.5;
const plain = { lookahead_m: 5, acceptance_m: 2, integralGain_mps: 0 };

/** A line from one point to another, and where a vehicle is. */
function trackOf(from: number[], to: number[], position: number[]): Float64Array {
  const track = new Float64Array(TRACK_SIZE);
  track.set([...from, ...to, ...position], TRACK.from);
  return track;
}

/** A vehicle that swims at U exactly where the guidance points, in a current, north along the line E = 0. */
class Swimmer {
  readonly track = trackOf([0, 0], [1e6, 0], [0, 0]);
  readonly y = new Float64Array(1);
  readonly guidance: LineOfSight;
  readonly current: readonly number[];

  constructor(guidance: LineOfSight, east_m: number, current: readonly number[] = [0, 0]) {
    this.guidance = guidance;
    this.current = current;
    this.track[TRACK.position + 1] = east_m;
  }

  get cross(): number {
    return this.track[TRACK.position + 1]!;
  }

  swim(seconds: number, h: number): void {
    const { track } = this;
    track[TRACK.dt] = h;
    for (let k = 0; k < Math.round(seconds / h); k++) {
      this.guidance.locate(track);
      this.guidance.steer(track, this.y, 0);
      track[TRACK.position]! += h * (U * Math.cos(track[TRACK.heading]!) + this.current[0]!);
      track[TRACK.position + 1]! += h * (U * Math.sin(track[TRACK.heading]!) + this.current[1]!);
    }
  }
}

test("from 20 m off, the time back to e is [G(20) − G(e)]/U, G(e) = √(e² + Δ²) − Δ artanh(Δ/√(e² + Δ²)): the exact solution", () => {
  // ė = −U e/√(e² + Δ²) is separable: G′(e) = √(e² + Δ²)/e.
  const G = (e: number): number => Math.hypot(e, 5) - 5 * Math.atanh(5 / Math.hypot(e, 5));
  const swimmer = new Swimmer(new LineOfSight(plain), 20);
  for (let seconds = 0; seconds < 30; seconds += 5) {
    // Explicit Euler at 1 ms is off by some 1e-3 s at a speed of at most U.
    expect((G(20) - G(swimmer.cross)) / U).toBeCloseTo(seconds, 2);
    swimmer.swim(5, 1e-3);
  }
});

test("near the line the cross-track error fades as e^(−U t/Δ)", () => {
  const swimmer = new Swimmer(new LineOfSight(plain), 0.01);
  swimmer.swim(10, 1e-3);
  // e/Δ = 2e-3 bends the law by its square; Euler by U h/(2 Δ) · U t/Δ = 4.5e-4.
  expect(swimmer.cross / (0.01 * Math.exp((-U * 10) / 5))).toBeCloseTo(1, 3);
});

test("without an integral, a current of 0.3 m/s across leaves e = Δ tan(asin(0.3/1.5)) = 1.0206 m", () => {
  const swimmer = new Swimmer(new LineOfSight(plain), 0, [0, 0.3]);
  swimmer.swim(60, 1e-2);
  expect(swimmer.cross).toBeCloseTo(5 * Math.tan(Math.asin(0.2)), 6);
});

test("with it, the offset goes, from any side and at any gain up to U", () => {
  const gain = uniform(0.1, U);
  const current = uniform(-0.5, 0.5);
  const check = (integralGain_mps: number, east: number): void => {
    const swimmer = new Swimmer(new LineOfSight({ ...plain, integralGain_mps }), 3, [0, east]);
    swimmer.swim(400, 0.05);
    // The slowest mode of (7) at σ = 0.1 fades with 0.022/s: e^−8.8 of some metres.
    expect(Math.abs(swimmer.cross)).toBeLessThan(2e-3);
  };
  fc.assert(fc.property(gain, current, check), { seed: 2, numRuns: 20 });
});

test("σ = U/4 is critically damped: e = e₀ (1 − a t) e^(−a t), a = U/(2Δ), near the line", () => {
  // e(0) = e₀, y = 0: ė(0) = −U e₀/Δ = −2 a e₀, so e = (e₀ + (ė₀ + a e₀) t) e^(−a t).
  const swimmer = new Swimmer(new LineOfSight({ ...plain, integralGain_mps: U / 4 }), 0.01);
  const a = U / 10;
  for (let t = 0; t < 40; t += 4) {
    // Second order in e/Δ = 2e-3, first order in the step: both below 1e-3 of e₀.
    expect(swimmer.cross / 0.01).toBeCloseTo((1 - a * t) * Math.exp(-a * t), 3);
    swimmer.swim(4, 1e-3);
  }
});

test("far from the line, Δ = 3, σ = 0.5, e = 2, y = 4: ψ_d = χ − atan(4/3), ẏ = 3 · 2/(3² + 4²) = 0.24, so y = 4.12 after 0.5 s", () => {
  // Towards east from the origin, 2 m south of the line is 2 m to starboard of it.
  const track = trackOf([0, 0], [0, 100], [-2, 30]);
  const y = Float64Array.of(99, 4);
  const guidance = new LineOfSight({ lookahead_m: 3, acceptance_m: 2, integralGain_mps: 0.5 });
  track[TRACK.dt] = 0.5;
  guidance.locate(track);
  expect(track[TRACK.cross]).toBe(2);
  guidance.steer(track, y, 1);
  expect(track[TRACK.heading]).toBeCloseTo(Math.PI / 2 - Math.atan(4 / 3), 15);
  expect(y[1]).toBeCloseTo(4.12, 14);
  // To port: e = −2 with the same y aims at −2 + 2.06 = 0.06.
  track[TRACK.position] = 2;
  guidance.locate(track);
  guidance.steer(track, y, 1);
  expect(track[TRACK.heading]).toBeCloseTo(Math.PI / 2 - Math.atan(0.06 / 3), 14);
  expect(y[1]).toBeCloseTo(4.12 - (0.5 * 3 * 2) / (9 + 0.06 ** 2), 14);
  expect(y[0]).toBe(99);
});

test("a vehicle that cannot hold the line does not wind up: σ y stays within Δ, 45° of drift", () => {
  const swimmer = new Swimmer(new LineOfSight({ ...plain, integralGain_mps: 0.5 }), 0, [0, 2]);
  swimmer.swim(2000, 0.1);
  expect(0.5 * swimmer.y[0]!).toBe(5);
});

test("along and across are the coordinates of the line, starboard positive: from (1, 2) towards east, (4, 7) is 5 on and −3 across", () => {
  const track = trackOf([1, 2], [1, 12], [4, 7]);
  new LineOfSight(plain).locate(track);
  expect(track[TRACK.course]).toBe(Math.PI / 2);
  expect([track[TRACK.length], track[TRACK.along], track[TRACK.cross]]).toEqual([10, 5, -3]);
});

test("a point is reached inside its circle or past its plane, whichever comes first", () => {
  const reached = (north: number, east: number): boolean => {
    const track = trackOf([0, 0], [10, 0], [north, east]);
    new LineOfSight(plain).locate(track);
    return track[TRACK.reached] === 1;
  };
  expect(reached(7.9, 0)).toBe(false);
  expect(reached(8.1, 0)).toBe(true);
  expect(reached(8.1, 1.5)).toBe(false); // √(1.9² + 1.5²) = 2.42
  expect(reached(9.9, 8)).toBe(false);
  expect(reached(10, 8)).toBe(true); // passed far abeam
});

test("a line of length 0 is reached at once and gives finite numbers", () => {
  const track = trackOf([3, 4], [3, 4], [50, 60]);
  const y = new Float64Array(1);
  const guidance = new LineOfSight({ ...plain, integralGain_mps: 0.3 });
  guidance.locate(track);
  guidance.steer(track, y, 0);
  expect(track[TRACK.reached]).toBe(1);
  expect([...track, ...y].every(Number.isFinite)).toBe(true);
});

test("over a corner the integral keeps the share that lies across the new line: nothing at 90°, the opposite when turning back", () => {
  const carried = (east: number, north: number): number => {
    const y = Float64Array.of(2);
    const track = trackOf([10, 0], [10 + north, east], [9, 0]);
    const guidance = new LineOfSight(plain);
    guidance.locate(track);
    guidance.turn(track, 0, y, 0);
    return y[0]!;
  };
  expect(carried(0, 10)).toBe(2);
  expect(carried(10, 0)).toBeCloseTo(0, 15);
  expect(carried(0, -10)).toBe(-2);
  expect(carried(10, 10)).toBeCloseTo(Math.SQRT2, 15);
});
