import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { FLOW, FLOW_SIZE, POINT_SIZE } from "../flow.ts";
import { wavenumber_radpm } from "./dispersion.ts";
import { ELEVATION, ELEVATION_SIZE, type WaveComponent, Waves } from "./waves.ts";

const G = 9.81;
const RHO = 1026;
const DEEP = Number.POSITIVE_INFINITY;

type Point = readonly [north: number, east: number, down: number, t_s: number];

function wavesIn(depth_m: number, components: readonly WaveComponent[]): Waves {
  return new Waves(components, { depth_m, gravity_mps2: G, density_kgpm3: RHO });
}

function flowAt(sea: Waves, point: Point): Float64Array {
  const flow = new Float64Array(FLOW_SIZE);
  sea.addFlow(flow, 0, Float64Array.from(point), 0);
  return flow;
}

function velocityAt(sea: Waves, point: Point): number[] {
  return [...flowAt(sea, point).subarray(FLOW.velocity, FLOW.velocity + 3)];
}

function surfaceAt(sea: Waves, point: Point): Float64Array {
  const out = new Float64Array(ELEVATION_SIZE);
  sea.surfaceInto(out, 0, Float64Array.from(point), 0);
  return out;
}

function pressureAt(sea: Waves, point: Point): number {
  const out = new Float64Array(1);
  sea.pressureInto(out, 0, Float64Array.from(point), 0);
  return out[0];
}

/** The point with one of its four numbers moved. */
function moved(point: Point, axis: number, by: number): Point {
  return point.map((value, i) => (i === axis ? value + by : value)) as unknown as Point;
}

/** Central difference of what `read` gives, along one axis of the point. */
function slope(read: (p: Point) => number, point: Point, axis: number, h: number): number {
  return (read(moved(point, axis, h)) - read(moved(point, axis, -h))) / (2 * h);
}

/** Seas of one to four waves from 1 s to 20 s, in water of 3 m to 300 m or deep, with a point in the water. */
const seas = fc
  .record({
    depth_m: fc.oneof(uniform(3, 300), fc.constant(DEEP)),
    components: fc.array(
      fc.record({
        amplitude_m: uniform(0.01, 1),
        frequency_radps: uniform(0.3, 6),
        heading_rad: uniform(-4, 4),
        phase_rad: uniform(0, 7),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    north: uniform(-100, 100),
    east: uniform(-100, 100),
    below: uniform(0.001, 0.999),
    t_s: uniform(0, 1000),
  })
  .map(({ depth_m, components, north, east, below, t_s }) => {
    const point: Point = [north, east, below * Math.min(depth_m, 30), t_s];
    return { sea: wavesIn(depth_m, components), point };
  });

const wave = { amplitude_m: 0.7, frequency_radps: 0.9, heading_rad: 0.4, phase_rad: 0.3 };

test("a wave of 1 m and 8 s moves the water at the surface with a ω = 0.7854 m/s: ahead under the crest, back in the trough", () => {
  const sea = wavesIn(DEEP, [{ amplitude_m: 1, frequency_radps: Math.PI / 4, heading_rad: 0, phase_rad: 0 }]);
  expect(velocityAt(sea, [0, 0, 0, 0])[0]).toBeCloseTo(0.7854, 4);
  expect(velocityAt(sea, [0, 0, 0, 4])[0]).toBeCloseTo(-0.7854, 4);
  expect(surfaceAt(sea, [0, 0, 0, 0])[ELEVATION.height]).toBe(1);
  expect(surfaceAt(sea, [0, 0, 0, 4])[ELEVATION.height]).toBeCloseTo(-1, 14);
});

test("the heading is where waves run to: one towards the east arrives later in the east, by x k / ω", () => {
  const sea = wavesIn(DEEP, [{ ...wave, heading_rad: Math.PI / 2 }]);
  const k = wavenumber_radpm(wave.frequency_radps, DEEP, G);
  const later = (50 * k) / wave.frequency_radps;
  const [here, there] = [surfaceAt(sea, [0, 0, 0, 20]), surfaceAt(sea, [0, 50, 0, 20 + later])];
  expect(there[ELEVATION.height]).toBeCloseTo(here[ELEVATION.height], 13);
});

test("in deep water speeds, pressure and acceleration fall with e^(kZ)", () => {
  const sea = wavesIn(DEEP, [wave]);
  const k = wavenumber_radpm(wave.frequency_radps, DEEP, G);
  const top = flowAt(sea, [3, 4, 0, 5]);
  for (const depth of [0.1, 1, 10, 100]) {
    const fall = Math.exp(-k * depth);
    // One exponential, one product: a few last places.
    flowAt(sea, [3, 4, depth, 5]).forEach((value, i) => {
      expect(Math.abs(value - fall * top[i])).toBeLessThanOrEqual(4e-15 * Math.abs(fall * top[i]));
    });
    expect(pressureAt(sea, [3, 4, depth, 5]) / pressureAt(sea, [3, 4, 0, 5])).toBeCloseTo(fall, 14);
  }
});

test("in 10 m of water a wave falls with cosh k(Z+h) and sinh k(Z+h) over sinh kh, and is level at the bottom", () => {
  const h = 10;
  const sea = wavesIn(h, [wave]);
  const k = wavenumber_radpm(wave.frequency_radps, h, G);
  const [along, up] = [wave.amplitude_m * wave.frequency_radps, wave.amplitude_m * wave.frequency_radps];
  for (const depth of [0, 2, 5, 9.9, 10]) {
    const phase = k * (3 * Math.cos(0.4) + 4 * Math.sin(0.4)) - wave.frequency_radps * 5 + 0.3;
    const C = Math.cosh(k * (h - depth)) / Math.sinh(k * h);
    const S = Math.sinh(k * (h - depth)) / Math.sinh(k * h);
    const [vN, vE, vD] = velocityAt(sea, [3, 4, depth, 5]);
    // Rounding of a phase of some ten radians, and of hyperbolic functions near the bottom.
    expect(vN).toBeCloseTo(along * C * Math.cos(phase) * Math.cos(0.4), 13);
    expect(vE).toBeCloseTo(along * C * Math.cos(phase) * Math.sin(0.4), 13);
    expect(vD).toBeCloseTo(-up * S * Math.sin(phase), 13);
  }
  expect(Math.abs(velocityAt(sea, [3, 4, h, 5])[2])).toBeLessThan(1e-15);
});

test("the flow neither turns nor swells: its gradient is symmetric and has no trace", () => {
  fc.assert(
    fc.property(seas, ({ sea, point }) => {
      const g = flowAt(sea, point).subarray(FLOW.gradient, FLOW.gradient + 9);
      expect([g[1], g[2], g[5]]).toEqual([g[3], g[6], g[7]]);
      // Made so that it holds but for the rounding of the last sum.
      expect(Math.abs(g[0] + g[4] + g[8])).toBeLessThanOrEqual(3e-16 * (Math.abs(g[0]) + Math.abs(g[4])));
    }),
    { seed: 21 },
  );
});

test("gradient and rate are the derivatives of the velocity, by finite differences", () => {
  fc.assert(
    fc.property(seas, ({ sea, point }) => {
      const flow = flowAt(sea, point);
      // Steps of 1e-4 m or s. Of the shortest waves, ω = 6 and k = 3.7, four of 1 m with a ω = 6 m/s: k³ h²/6 of that in place is
      // 1.6e-6, ω³ h²/6 in time 7e-6; rounding, 1e-15 · 50 / 1e-4, is far below.
      const h = 0.9e-4;
      for (let i = 0; i < 3; i++) {
        const component = (p: Point): number => velocityAt(sea, p)[i];
        for (let j = 0; j < 3; j++) {
          expect(Math.abs(flow[FLOW.gradient + 3 * i + j] - slope(component, point, j, h))).toBeLessThan(1.7e-6);
        }
        expect(Math.abs(flow[FLOW.rate + i] - slope(component, point, 3, h))).toBeLessThan(7.1e-6);
      }
    }),
    { seed: 22 },
  );
});

test("the pressure drives the water: ∂v/∂t = −∇p / ρ, and at mean sea level it is ρ g ζ", () => {
  fc.assert(
    fc.property(seas, ({ sea, point }) => {
      const flow = flowAt(sea, point);
      for (let j = 0; j < 3; j++) {
        const push = -slope((p) => pressureAt(sea, p), point, j, 0.9e-4) / RHO;
        // As above, the pressure over ρ being g times an elevation of up to 4 m: k³ h²/6 of that.
        expect(Math.abs(flow[FLOW.rate + j] - push)).toBeLessThan(2.7e-6);
      }
      const level: Point = [point[0], point[1], 0, point[3]];
      const height = surfaceAt(sea, level)[ELEVATION.height];
      // ω² = g k tanh(kh), through four waves of up to 1 m: 1e-15 of 40 kPa, and phases of up to 10³ turns.
      expect(Math.abs(pressureAt(sea, level) - RHO * G * height)).toBeLessThan(1e-8);
    }),
    { seed: 23 },
  );
});

test("the surface moves with the water, and its slopes are those of the elevation", () => {
  fc.assert(
    fc.property(seas, ({ sea, point }) => {
      const level: Point = [point[0], point[1], 0, point[3]];
      const height = (p: Point): number => surfaceAt(sea, p)[ELEVATION.height];
      // Finite differences as above.
      expect(Math.abs(slope(height, level, 3, 0.9e-4) + velocityAt(sea, level)[2])).toBeLessThan(1e-6);
      const [, north, east] = surfaceAt(sea, level);
      expect(Math.abs(slope(height, level, 0, 0.9e-4) - north)).toBeLessThan(1e-6);
      expect(Math.abs(slope(height, level, 1, 0.9e-4) - east)).toBeLessThan(1e-6);
    }),
    { seed: 24 },
  );
});

test("the acceleration is the rate of the velocity along the particle's path", () => {
  fc.assert(
    fc.property(seas, ({ sea, point }) => {
      const out = new Float64Array(3);
      sea.accelerationInto(out, 0, Float64Array.from(point), 0);
      const v = velocityAt(sea, point);
      const h = 2e-5;
      const along = (dt: number): Point => {
        const [n, e, d, t] = point;
        return [n + v[0] * dt, e + v[1] * dt, d + v[2] * dt, t + dt];
      };
      const [ahead, behind] = [velocityAt(sea, along(h)), velocityAt(sea, along(-h))];
      // Third derivatives along the path, up to 24 m/s at (ω + k v) < 100 rad/s, times h²/6.
      for (let i = 0; i < 3; i++) expect(Math.abs(out[i] - (ahead[i] - behind[i]) / (2 * h))).toBeLessThan(1e-3);
    }),
    { seed: 25 },
  );
});

test("in a crest the water moves as at mean sea level, under the bottom as on it; there nothing changes with depth", () => {
  const sea = wavesIn(12, [wave, { ...wave, frequency_radps: 2, heading_rad: 1.1 }]);
  for (const [outside, edge] of [
    [-3, 0],
    [15, 12],
  ]) {
    const [out, at] = [flowAt(sea, [1, 2, outside, 3]), flowAt(sea, [1, 2, edge, 3])];
    for (const i of [0, 1, 2, 12, 13, 14, 3, 4, 6, 7, 9, 10]) expect(out[i]).toBe(at[i]);
    for (const i of [2, 5, 8]) expect(out[FLOW.gradient + i]).toBe(0);
    expect(pressureAt(sea, [1, 2, outside, 3])).toBe(pressureAt(sea, [1, 2, edge, 3]));
  }
});

test("a sea adds itself to the record, at its offset, and reads the point at its own", () => {
  const [a, b] = [wavesIn(DEEP, [wave]), wavesIn(DEEP, [{ ...wave, heading_rad: 2, frequency_radps: 1.4 }])];
  const both = wavesIn(DEEP, [...a.components, ...b.components]);
  const record = new Float64Array(2 + FLOW_SIZE).fill(7);
  const points = new Float64Array(3 + POINT_SIZE);
  points.set([10, 20, 3, 40], 3);
  a.addFlow(record, 2, points, 3);
  b.addFlow(record, 2, points, 3);
  const expected = flowAt(both, [10, 20, 3, 40]);
  expect([...record.subarray(0, 2)]).toEqual([7, 7]);
  expected.forEach((value, i) => {
    expect(record[2 + i]).toBeCloseTo(7 + value, 14);
  });
});

test("far below, where a wave has faded to nothing, the flow is nothing and not NaN, in deep water and on a deep bottom", () => {
  for (const depth of [DEEP, 4000]) {
    const flow = flowAt(wavesIn(depth, [{ ...wave, frequency_radps: 6 }, wave]), [0, 0, 4000, 10]);
    expect(flow.every((value) => Math.abs(value) < 1e-20)).toBe(true);
  }
});
