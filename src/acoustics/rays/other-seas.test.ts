/**
 * Seas beside those of the reference: other bottoms, frequencies, slopes and profiles against closed forms that share nothing with the model, and reciprocity in
 * seas drawn at random.
 */
import { expect, test } from "vitest";
import { LONG } from "../../../test/support/long.ts";
import {
  DEG,
  field,
  fluid,
  level,
  list,
  profile,
  quantile,
  RIGID,
  shallow,
  sloping,
  steps,
} from "../test/ray-cases.ts";
import { arrivals } from "./eigenrays.ts";
import { ARRIVAL, ARRIVAL_SIZE, type RayCase } from "./ray-case.ts";
import { transmissionLoss } from "./transmission-loss.ts";

type Row = { readonly [K in keyof typeof ARRIVAL]: number };
const rowsOf = (records: Float64Array): Row[] =>
  Array.from(
    { length: records.length / ARRIVAL_SIZE },
    (_, k) =>
      Object.fromEntries(
        Object.entries(ARRIVAL).map(([name, at]) => [name, records[k * ARRIVAL_SIZE + at]]),
      ) as unknown as Row,
  );
const dB = (ratio: number): number => 20 * Math.log10(ratio);
const power = (records: Float64Array): number => rowsOf(records).reduce((sum, a) => sum + a.amplitude * a.amplitude, 0);

/** |R| of a fluid half-space in its textbook form: complex index n = (c/c_b)(1 + iδ), root by polar angle. */
function rayleigh(beta: number, c: number, cb: number, m: number, attenuation: number): number {
  const delta = attenuation / (40 * Math.PI * Math.LOG10E);
  const ratio = (c / cb) * (c / cb);
  const [x, y] = [ratio * (1 - delta * delta) - Math.cos(beta) * Math.cos(beta), 2 * ratio * delta];
  const [size, turn] = [Math.sqrt(Math.hypot(x, y)), 0.5 * Math.atan2(y, x)];
  const [re, im] = [size * Math.cos(turn), size * Math.sin(turn)];
  const a = m * Math.sin(beta);
  return Math.hypot(a - re, im) / Math.hypot(a + re, im);
}

test.each([
  ["mud, slower than the water", 1470, 1350, 0.1, 50, 800, 0.05],
  ["silt", 1520, 1600, 0.4, 20, 3000, 0.2],
  ["sand", 1750, 1950, 0.8, 100, 12_000, 1.4],
  ["gravel", 1900, 2100, 0.6, 300, 40_000, 11],
  ["rock", 3500, 2500, 0.2, 8, 90_000, 30],
])(
  "images over %s: every path to 10 µs and 0.1 dB, and their incoherent sum to 0.1 dB in the median",
  (_, cb, density, attenuation, depth, frequency_Hz, alpha_dBpkm) => {
    const [c, zs, z] = [1490, 0.3 * depth, 0.7 * depth];
    const ranges = [3, 8, 20].map((x) => x * depth);
    const sea: RayCase = {
      ...shallow,
      frequency_Hz,
      sound: profile([
        [0, c],
        [depth, c],
      ]),
      bottom: level(depth, fluid(cb, density, attenuation)),
      absorption: { depths_m: list(0), absorption_dBpkm: list(alpha_dBpkm) },
      sourceDepths_m: list(zs),
      receiverDepths_m: list(z),
      receiverRanges_m: list(...ranges),
      fan: { ...shallow.fan, count: 4001 },
      maxRange_m: 21 * depth,
      weakest_dB: 80,
    };
    const sums: number[] = [];
    for (const { receiverRange_m: r, records } of arrivals(sea)) {
      const found = rowsOf(records);
      let sum = 0;
      for (let m = -40; m <= 40; m++) {
        for (const side of [1, -1]) {
          const height = 2 * m * depth + side * zs - z;
          const distance = Math.hypot(r, height);
          const [bottoms, surfaces] = [Math.abs(m), side === 1 ? Math.abs(m) : m > 0 ? m - 1 : 1 - m];
          const reflected = rayleigh(Math.atan2(Math.abs(height), r), c, cb, density / 1000, attenuation) ** bottoms;
          const loss_dB = (alpha_dBpkm * distance) / 1000;
          sum += ((reflected / distance) * 10 ** (-loss_dB / 20)) ** 2;
          // The model ends rays at 80 dB of reflections, and its fan at 89°.
          if (dB(reflected) < -79 || Math.abs(height) > 50 * r) continue;
          const hit = found.find(
            (a) =>
              a.surfaceBounces === surfaces && a.bottomBounces === bottoms && Math.abs(a.delay_s - distance / c) < 1e-5,
          );
          expect(hit, `m ${m}, side ${side}, ${r} m`).toBeDefined();
          expect(Math.abs(dB((hit?.amplitude ?? 0) * distance) - dB(reflected))).toBeLessThan(0.1);
          // 1 mm of path.
          expect(Math.abs((hit?.absorption_dB ?? 0) - loss_dB)).toBeLessThan(1e-6 * alpha_dBpkm);
        }
      }
      sums.push(-10 * Math.log10(sum));
    }
    const { loss_dB } = transmissionLoss(sea, "incoherent")[0];
    expect(quantile(sums.map((x, k) => Math.abs(x - loss_dB[k])))).toBeLessThan(0.1);
  },
);

/**
 * Incoherent sum of the images of the receiver in an ideal wedge of the angle w with its apex at (apex, 0): of those that are seen forward from the source, since
 * rays that leave backward are none of the model's.
 */
function wedgeLoss_dB(apex: number, w: number, zs: number, r: number, z: number): number {
  const angle = Math.atan2(z, Math.abs(apex - r));
  const radius = Math.hypot(apex - r, z);
  const source = Math.atan2(zs, Math.abs(apex));
  let sum = 0;
  for (let n = Math.ceil(-Math.PI / w); n <= Math.PI / w; n++) {
    for (const side of [1, -1]) {
      const image = side * angle + 2 * n * w;
      // Away from the apex, and down.
      const [x, y] = [radius * Math.cos(image) - Math.abs(apex), radius * Math.sin(image) - zs];
      if (Math.abs(image - source) < Math.PI && x * Math.sign(apex) < 0) sum += 1 / (x * x + y * y);
    }
  }
  return -10 * Math.log10(sum);
}

test.each([
  ["up 1°", 1, 6000],
  ["up 3°", 3, 3000],
  ["up 10°", 10, 1200],
  ["down 2°", 2, -1500],
  ["down 8°", 8, -700],
])("a rigid wedge, %s: the incoherent field is that of its images, to 0.1 dB in the median", (_, slope, apex) => {
  const w = slope * DEG;
  const depth = Math.abs(apex) * Math.tan(w);
  const ranges = apex > 0 ? [0.2, 0.4, 0.6, 0.8].map((x) => x * apex) : [500, 1000, 2000, 3000];
  const end = apex > 0 ? apex : 3200;
  const at = (r: number): number => (apex - r) * Math.sign(apex) * Math.tan(w);
  const sea: RayCase = {
    ...shallow,
    bottom: sloping(
      [
        [0, depth],
        [end, at(end)],
      ],
      RIGID,
    ),
    sourceDepths_m: list(0.4 * depth),
    receiverRanges_m: list(...ranges),
    receiverDepths_m: list(0.05 * depth, 0.1 * depth, 0.15 * depth),
    maxRange_m: end,
    weakest_dB: 300,
    fan: { count: LONG ? 20_001 : 8001, from_rad: -Math.PI / 2, to_rad: Math.PI / 2 },
  };
  const { loss_dB } = transmissionLoss(sea, "incoherent")[0];
  const errors = ranges.flatMap((r, i) =>
    Array.from(sea.receiverDepths_m, (z, j) => Math.abs(loss_dB[i * 3 + j] - wedgeLoss_dB(apex, w, 0.4 * depth, r, z))),
  );
  expect(quantile(errors)).toBeLessThan(0.1);
  expect(quantile(errors, 0.9)).toBeLessThan(0.3);
});

test("n²-linear: the direct and the turned ray by the roots of their parabolas, each with its delay and its spreading", () => {
  // n² = n₀² + g (z − z_s), rays turned back upwards: r² + (Δz − g s/4)² = n₀² s, s = σ².
  const [c0, c1, depth, zs] = [1480, 1560, 4000, 1000];
  const g = (1 / (c1 * c1) - 1 / (c0 * c0)) / depth;
  const n2 = 1 / (c0 * c0) + g * zs;
  const sea: RayCase = {
    ...shallow,
    sound: profile(
      [
        [0, c0],
        [depth, c1],
      ],
      "n2-linear",
    ),
    bottom: level(depth, fluid(1500, 1000, 0)),
    sourceDepths_m: list(zs),
    receiverDepths_m: list(400, 1000, 1700),
    receiverRanges_m: list(2000, 9000, 15_000),
    maxRange_m: 15_000,
    fan: { count: 2001, from_rad: -40 * DEG, to_rad: 40 * DEG },
  };
  let seen = 0;
  for (const { receiverDepth_m, receiverRange_m: r, records } of arrivals(sea)) {
    const dz = receiverDepth_m - zs;
    const found = rowsOf(records).filter((a) => a.surfaceBounces + a.bottomBounces === 0);
    const half = n2 + 0.5 * g * dz;
    const disc = half * half - (g * g * (r * r + dz * dz)) / 4;
    for (const sign of disc > 0 ? [-1, 1] : []) {
      const s = (half + sign * Math.sqrt(disc)) / ((g * g) / 8);
      const sigma = Math.sqrt(s);
      const [vr, vz] = [r / sigma, (dz - (g * s) / 4) / sigma];
      const alpha = Math.atan2(vz, vr);
      // The parabola's own lowest and highest points have to be in the water, and its launch in the fan.
      const turn = (-2 * vz) / g;
      const extreme = zs + (vz * turn) / 2;
      const inside = turn < 0 || turn > sigma || (extreme > 0 && extreme < depth);
      if (!inside || Math.abs(alpha) > 39 * DEG) continue;
      seen++;
      const time = n2 * sigma + g * ((vz * s) / 2 + (g * sigma * s) / 12);
      const hit = found.find((a) => Math.abs(a.launch_rad - alpha) < 1e-5);
      // A ray that passes within 1e-4 m; steps are exact.
      expect(Math.abs((hit?.delay_s ?? 0) - time)).toBeLessThan(1e-9);
      // A² = c cos α / (c₀ r |∂z/∂α| cos θ), by the derivative of z(r, α) = z_s + r tan α + g r²/(4 n² cos² α).
      const slope = (r + ((g * r * r) / (2 * n2)) * Math.tan(alpha)) / Math.cos(alpha) ** 2;
      const [cs, cr] = [1 / Math.sqrt(n2), 1 / Math.sqrt(n2 + g * dz)];
      const cosTheta = (cr / cs) * Math.cos(alpha);
      const expected = Math.sqrt((cr * Math.cos(alpha)) / (cs * r * Math.abs(slope) * cosTheta));
      // Near a caustic the slope itself goes through 0: 1e-4 m of place is then some 1e-3 of it.
      expect(Math.abs(dB((hit?.amplitude ?? 0) / expected))).toBeLessThan(0.01);
    }
  }
  expect(seen).toBe(9);
});

test("a surface duct: between two places on the surface, k arcs arrive after k (2/g) asinh(g r/(2 k c₀)), with cos α / r", () => {
  const g = 0.02;
  const r = 8000;
  const sea: RayCase = {
    ...shallow,
    sound: profile([
      [0, 1480],
      [2000, 1480 + 2000 * g],
    ]),
    bottom: level(2000, fluid(1500, 1000, 0)),
    sourceDepths_m: list(0),
    receiverDepths_m: list(0),
    receiverRanges_m: list(r),
    maxRange_m: 8100,
    fan: { count: 4001, from_rad: 1e-3, to_rad: 8 * DEG },
  };
  const found = rowsOf(arrivals(sea)[0].records);
  for (let k = 1; k <= 8; k++) {
    const time = k * (2 / g) * Math.asinh((g * r) / (2 * k * 1480));
    const alpha = Math.atan((g * r) / (2 * k * 1480));
    const hits = found.filter((a) => a.surfaceBounces === k - 1 && Math.abs(a.launch_rad - alpha) < 1e-5);
    expect(hits).toHaveLength(1);
    expect(Math.abs(hits[0].delay_s - time)).toBeLessThan(1e-8);
    expect(Math.abs(dB((hits[0].amplitude * r) / Math.cos(alpha)))).toBeLessThan(0.01);
  }
});

test("a direct ray that turns just above the bottom is found, wherever the rays of the fan lie beside it", () => {
  // c = 1450 + 0.5 z, source and receiver at 20 m: the arc over 600 m turns at 80.8 m; the bottom lies 2 cm below, where steeper rays end.
  const [g, c0, r] = [0.5, 1460, 600];
  const tangent = (g * r) / (2 * c0);
  const deepest = 20 + (c0 / g) * (Math.sqrt(1 + tangent * tangent) - 1);
  for (let count = 301; count < 341; count++) {
    const sea: RayCase = {
      ...shallow,
      sound: profile([
        [0, 1450],
        [100, 1500],
      ]),
      bottom: level(deepest + 0.02, fluid(1600, 1500, 0.5)),
      sourceDepths_m: list(20),
      receiverDepths_m: list(20),
      receiverRanges_m: list(r),
      maxRange_m: r,
      fan: { count, from_rad: -60 * DEG, to_rad: 60 * DEG },
    };
    const direct = rowsOf(arrivals(sea)[0].records).filter((a) => a.surfaceBounces + a.bottomBounces === 0);
    expect(direct, `${count} rays`).toHaveLength(1);
    expect(Math.abs(direct[0].delay_s - (2 / g) * Math.asinh((g * r) / (2 * c0)))).toBeLessThan(1e-9);
  }
});

/** Numbers of a seed, the same everywhere. */
function randomNumbers(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 4294967296;
  };
}

/** The plane seen from its other end. */
function turned(sea: RayCase, range_m: number): RayCase {
  const { ranges_m, depths_m, soundSpeeds_mps } = sea.sound;
  const n = depths_m.length;
  const profiles = Array.from(ranges_m, (_, j) => [...soundSpeeds_mps.slice(j * n, (j + 1) * n)]).reverse();
  return {
    ...sea,
    bottom: {
      ...sea.bottom,
      ranges_m: sea.bottom.ranges_m.map((r) => range_m - r).reverse(),
      depths_m: Float64Array.from(sea.bottom.depths_m).reverse(),
    },
    sound: {
      ...sea.sound,
      ranges_m: ranges_m.map((r) => range_m - r).reverse(),
      soundSpeeds_mps: Float64Array.from(profiles.flat()),
    },
    sourceDepths_m: sea.receiverDepths_m,
    receiverDepths_m: sea.sourceDepths_m,
  };
}

test("reciprocity in seas drawn at random, with hills, fronts and gradients of up to 1/s: the sum of the arrivals to 0.2 dB", () => {
  const random = randomNumbers(7);
  const errors: number[] = [];
  for (let k = 0; k < (LONG ? 60 : 6); k++) {
    const [range_m, depth] = [1000 + 4000 * random(), 40 + 150 * random()];
    const points = 2 + Math.floor(random() * 4);
    const bottom = Array.from(steps(points, 0, range_m / (points - 1)), (r): [number, number] => [
      r,
      depth * (0.6 + 0.8 * random()),
    ]);
    const depths = list(0, 0.15 * depth, 0.4 * depth, 1.4 * depth);
    const speeds = Array.from({ length: 3 }, () => Array.from(depths, () => 1480 + 40 * random()));
    const ranges = list(0, range_m / 2, range_m);
    const layers = Array.from(depths, (z, j): [number, number] => [z, speeds[0][j]]);
    const sound = [
      profile(layers, "spline"),
      profile(layers),
      field(ranges, depths, (r, z) => speeds[ranges.indexOf(r)][depths.indexOf(z)]),
    ][k % 3];
    const there: RayCase = {
      ...shallow,
      frequency_Hz: 1000,
      sound,
      bottom: sloping(bottom, fluid(1650, 1700, 0.6), k % 2 === 0 ? "straight" : "smooth"),
      sourceDepths_m: list((0.2 + 0.3 * random()) * depth),
      receiverDepths_m: list((0.2 + 0.3 * random()) * depth),
      receiverRanges_m: list(range_m),
      maxRange_m: range_m,
      fan: { count: 4001, from_rad: -80 * DEG, to_rad: 80 * DEG },
    };
    const [a, b] = [there, turned(there, range_m)].map((sea) => power(arrivals(sea)[0].records));
    errors.push(Math.abs(10 * Math.log10(a / b)));
  }
  expect(quantile(errors)).toBeLessThan(0.01);
  // The issue asks for 0.2 dB.
  expect(quantile(errors, 1)).toBeLessThan(0.2);
});
