import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LONG } from "../../../test/support/long.ts";
import { lloydSea, munkSea, pekerisSea } from "../../../test/support/reference-seas.ts";
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
  VACUUM,
} from "../test/ray-cases.ts";
import { arrivals } from "./eigenrays.ts";
import { problemsOf } from "./problems.ts";
import { ARRIVAL_SIZE, type RayCase, type Sum } from "./ray-case.ts";
import { type LossField, SILENT_DB, transmissionLoss } from "./transmission-loss.ts";

const lossOf = (sea: RayCase, sum: Sum): LossField => transmissionLoss(sea, sum)[0];
const intensity = (loss_dB: number): number => 10 ** (-loss_dB / 10);

/** A reference table: loss by range and depth, in our order. */
function reference(name: string): Float64Array {
  const path = new URL(`../../../test/reference/rays/${name}`, import.meta.url);
  const rows = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").slice(1).map(Number));
  return Float64Array.from(rows[0].flatMap((_, i) => rows.map((row) => row[i])));
}

/** |ours − theirs| where both have sound. */
function differences(own: LossField, name: string): number[] {
  const other = reference(name);
  return Array.from(own.loss_dB, (x, k) => Math.abs(x - other[k])).filter(
    (_, k) => own.loss_dB[k] < SILENT_DB && other[k] < SILENT_DB,
  );
}

/** Of the sums of intensity over depth at each range, the difference in dB; receivers on the surface, where the exact sum is 0, left out. */
function depthAverages(own: LossField, name: string): number[] {
  const other = reference(name);
  const n = own.depths_m.length;
  return Array.from(own.ranges_m, (_, i) => {
    let [a, b] = [0, 0];
    for (let j = 1; j < n; j++) {
      a += intensity(own.loss_dB[i * n + j]);
      b += other[i * n + j] >= SILENT_DB ? 0 : intensity(other[i * n + j]);
    }
    return a > 0 && b > 0 ? Math.abs(10 * Math.log10(a / b)) : 0;
  });
}

const FINE = LONG ? 20_001 : 6001;

test.each([
  ["pekeris_f500", pekerisSea(500, FINE)],
  ["pekeris_f25k", pekerisSea(25_000, FINE)],
  ["lloyd_f500", lloydSea(500, FINE)],
  ["lloyd_f25k", lloydSea(25_000, FINE)],
] as const)(
  "%s: incoherent reference field to 0.3 dB in the median, coherent one averaged over depth to 1 dB",
  (name, sea) => {
    const errors = differences(lossOf(sea, "incoherent"), `${name}_inc.csv`);
    expect(errors).toHaveLength(5100);
    expect(quantile(errors)).toBeLessThan(0.3);
    const averages = depthAverages(lossOf(sea, "coherent"), `${name}_coh.csv`);
    expect(quantile(averages, 0.95)).toBeLessThan(1);
  },
);

test("Munk: incoherent reference field to 1 dB in the median, coherent one averaged over depth to 1 dB in the median", () => {
  const errors = differences(lossOf(munkSea(FINE), "incoherent"), "munk_f50_inc.csv");
  expect(errors.length).toBeGreaterThan(9000);
  expect(quantile(errors)).toBeLessThan(1);
  // Caustics, where hats have peaks without bound, and the edges of shadows lie in the rest.
  expect(quantile(errors, 0.8)).toBeLessThan(1);
  const averages = depthAverages(lossOf(munkSea(FINE), "coherent"), "munk_f50_coh.csv");
  expect(quantile(averages)).toBeLessThan(1);
});

test("Lloyd's mirror: the coherent field is |1/R₁ − e^{ikR}/R₂| point by point, and 0 on the surface", () => {
  // 500 Hz: the interference pattern is resolved by the grid, and a level of −40 dB against the neighbours shows phases to 1 %.
  const own = lossOf(lloydSea(500, FINE), "coherent");
  const k = (2 * Math.PI * 500) / 1500;
  const errors: number[] = [];
  own.ranges_m.forEach((r, i) => {
    own.depths_m.forEach((z, j) => {
      const [near, far] = [-20, 20].map((zs) => Math.sqrt(r * r + (z + zs) * (z + zs)));
      const x = 1 / near - Math.cos(k * (far - near)) / far;
      const y = Math.sin(k * (far - near)) / far;
      const loss = -10 * Math.log10(x * x + y * y);
      const found = own.loss_dB[i * own.depths_m.length + j];
      if (z === 0) expect(found).toBeGreaterThan(150);
      // Rays end at 89°: straight below the source there is nothing.
      else if (Math.atan2(z + 20, r) < 88.5 * DEG) errors.push(Math.abs(found - loss));
    });
  });
  expect(quantile(errors)).toBeLessThan(0.02);
  expect(quantile(errors, 0.95)).toBeLessThan(0.1);
});

test("Gaussian beams give the same incoherent field where they are wide against the wavelength", () => {
  // 25 kHz: 6 cm of wavelength, πλ = 19 cm; 601 rays are 5 m apart per kilometre.
  const sea = { ...pekerisSea(25_000, 601), receiverDepths_m: steps(17, 10, 5), receiverRanges_m: steps(40, 500, 100) };
  const hat = lossOf(sea, "incoherent");
  const gaussian = lossOf({ ...sea, beam: "gaussian" }, "incoherent");
  const errors = Array.from(hat.loss_dB, (x, k) => Math.abs(x - gaussian.loss_dB[k]));
  expect(quantile(errors)).toBeLessThan(0.2);
});

test("the semicoherent field is that of source and image: 2 sin²(k z_s sin α) of each ray", () => {
  const sea = {
    ...lloydSea(500, FINE),
    receiverDepths_m: list(60, 160, 260),
    receiverRanges_m: list(3000, 4000, 5000),
  };
  const own = lossOf(sea, "semicoherent");
  own.ranges_m.forEach((r, i) => {
    own.depths_m.forEach((z, j) => {
      const sum = [z - 20, z + 20].reduce((total, height) => {
        const distance = Math.sqrt(r * r + height * height);
        const turn = Math.sin((2 * Math.PI * 500 * 20 * height) / (1500 * distance));
        return total + (2 * turn * turn) / (distance * distance);
      }, 0);
      // The factor is that of each ray of the fan, interpolated over a spacing of 5e-4 rad or less.
      expect(Math.abs(own.loss_dB[i * 3 + j] + 10 * Math.log10(sum))).toBeLessThan(0.02);
    });
  });
});

const RIGID_SEAS: readonly [string, Partial<RayCase>][] = [
  ["isovelocity, hats", {}],
  [
    "a kinked channel, Gaussian beams",
    {
      beam: "gaussian",
      sound: profile([
        [0, 1520],
        [40, 1490],
        [70, 1500],
        [100, 1510],
      ]),
    },
  ],
  [
    "a spline, Gaussian beams",
    {
      beam: "gaussian",
      sound: profile(
        [
          [0, 1520],
          [30, 1512],
          [50, 1494],
          [80, 1492],
          [100, 1500],
        ],
        "spline",
      ),
    },
  ],
];

test.each(RIGID_SEAS)(
  "energy: over a rigid bottom without absorption, intensity integrated over depth falls as 1/r within 2 %%: %s",
  (_, changes) => {
    // What flows through a cylinder is I cos θ / c; a fan of ±10° has a cosine of 0.985 at least, and c varies by 2 %: the intensity itself is asked about, as sums over
    // the whole depth, where both only shift it by a constant. Hats peak at caustics in less than the 0.25 m of this grid, which then misses some and hits others;
    // Gaussian beams are a few wavelengths wide there.
    const sea: RayCase = {
      ...shallow,
      ...changes,
      bottom: level(100, RIGID),
      receiverDepths_m: steps(401, 0, 0.25),
      receiverRanges_m: steps(9, 1000, 500),
      fan: { count: LONG ? 20_001 : 4001, from_rad: -10 * DEG, to_rad: 10 * DEG },
    };
    const own = lossOf(sea, "incoherent");
    const n = sea.receiverDepths_m.length;
    const flow = Array.from(own.ranges_m, (r, i) => {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += (j === 0 || j === n - 1 ? 0.5 : 1) * intensity(own.loss_dB[i * n + j]);
      return sum * 0.25 * r;
    });
    for (const value of flow) expect(Math.abs(value / quantile(flow) - 1)).toBeLessThan(0.02);
    // And its size: the fan of 20° = 0.349 rad sends ∫ cos α dα; I c₀/c = that over r, per metre of depth, at a cosine near 1.
    expect(Math.abs(quantile(flow) / (20 * DEG) - 1)).toBeLessThan(0.03);
  },
);

test("reciprocity of the incoherent level over a slope with a front, to 0.2 dB", () => {
  const sand = fluid(1700, 1500, 0.5);
  const c = (r: number, z: number): number => 1500 + 0.005 * r - 0.1 * z;
  const fan = { count: FINE, from_rad: -80 * DEG, to_rad: 80 * DEG };
  const there: RayCase = {
    ...shallow,
    fan,
    sound: field(list(0, 2000, 4000), list(0, 140), c),
    bottom: sloping(
      [
        [0, 140],
        [4000, 60],
      ],
      sand,
    ),
    sourceDepths_m: list(25),
    receiverDepths_m: list(45),
    receiverRanges_m: list(4000),
    maxRange_m: 4200,
  };
  const back: RayCase = {
    ...there,
    sound: field(list(0, 2000, 4000), list(0, 140), (r, z) => c(4000 - r, z)),
    bottom: sloping(
      [
        [0, 60],
        [4000, 140],
      ],
      sand,
    ),
    sourceDepths_m: list(45),
    receiverDepths_m: list(25),
  };
  const [a, b] = [there, back].map((sea) => lossOf(sea, "incoherent").loss_dB[0]);
  expect(Math.abs(a - b)).toBeLessThan(0.2);
});

test("half the step and twice the rays change a shallow field by less than 0.05 dB in the median", () => {
  const sea: RayCase = {
    ...pekerisSea(25_000, LONG ? 10_001 : 3001),
    sound: profile(
      [
        [0, 1520],
        [30, 1512],
        [50, 1494],
        [80, 1492],
        [100, 1500],
      ],
      "spline",
    ),
    receiverRanges_m: steps(20, 125, 125),
    maxRange_m: 2500,
    step_m: 10,
  };
  const coarse = lossOf(sea, "incoherent");
  const fine = lossOf({ ...sea, step_m: 5, fan: { ...sea.fan, count: 2 * sea.fan.count - 1 } }, "incoherent");
  const errors = Array.from(coarse.loss_dB, (x, k) => Math.abs(x - fine.loss_dB[k])).filter(
    (_, k) => fine.loss_dB[k] < SILENT_DB,
  );
  expect(quantile(errors)).toBeLessThan(0.05);
});

test("receivers in the bottom and above the surface get nothing, those beside them do", () => {
  const sea: RayCase = {
    ...shallow,
    bottom: sloping(
      [
        [0, 100],
        [5000, 40],
      ],
      fluid(1700, 1500, 0.5),
    ),
    receiverDepths_m: list(10, 60, 80),
    receiverRanges_m: list(500, 4500),
  };
  const { loss_dB } = lossOf(sea, "incoherent");
  expect(Array.from(loss_dB, (x) => x < SILENT_DB)).toEqual([true, true, true, true, false, false]);
});

/** Numbers of a seed, the same everywhere. */
function randomNumbers(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 4294967296;
  };
}

/** A sea of anything that a case may hold: coinciding layers, sources on edges, beaches, walls, wild profiles. */
function randomSea(random: () => number): RayCase {
  const between = (a: number, b: number): number => a + (b - a) * random();
  const whole = (a: number, b: number): number => Math.floor(between(a, b + 1));
  const pick = <T>(of: readonly T[]): T => of[whole(0, of.length - 1)];
  const increasing = (count: number, a: number, b: number): Float64Array =>
    Float64Array.from(
      new Set(Array.from({ length: count }, () => (random() < 0.5 ? Math.round(between(a, b)) : between(a, b)))),
    ).sort();
  const beyond = (): RayCase["bottom"]["beyond"][number] =>
    pick([
      VACUUM,
      RIGID,
      fluid(between(1000, 4000), between(900, 3000), between(0, 2)),
      {
        ...fluid(between(1800, 4000), 2500, 0.1),
        shearSpeed_mps: between(1, 800),
      } as RayCase["bottom"]["beyond"][number],
      { model: "table", grazing_rad: list(0, 0.5, 1.5), magnitude: list(1, 0.5, 0.2), phase_rad: list(3, 1, 0) },
    ]);
  const depth = pick([5, 30, 100, 1000, 5000]);
  const range = depth * pick([3, 10, 30]);
  const boundary = (at: number, swing: number): RayCase["bottom"] => {
    const ranges_m = increasing(whole(1, 6), -100, range);
    return {
      ranges_m,
      depths_m: ranges_m.map(() => (random() < 0.3 ? at : at + between(-swing, swing))),
      shape: pick(["straight", "smooth"] as const),
      beyond: random() < 0.5 ? [beyond()] : Array.from(ranges_m, beyond),
      roughness_m: random() < 0.3 ? random() : 0,
    };
  };
  const depths_m = increasing(whole(3, 8), -5, depth * pick([0.5, 1, 1.2]));
  const ranges_m = random() < 0.7 ? list(0) : increasing(whole(2, 5), 0, range);
  const wild = random() < 0.15;
  const speed = (): number => (wild ? between(100, 20_000) : random() < 0.3 ? 1500 : between(1440, 1560));
  return {
    ...shallow,
    frequency_Hz: pick([50, 500, 25_000]),
    sound: {
      interpolation: pick(["c-linear", "n2-linear", "spline", "pchip"] as const),
      ranges_m,
      depths_m,
      soundSpeeds_mps: Float64Array.from({ length: ranges_m.length * depths_m.length }, speed),
    },
    surface: boundary(0, random() < 0.3 ? 0.1 * depth : 0),
    bottom: boundary(depth, depth * pick([0, 0.3, 1.1])),
    absorption: pick([
      { depths_m: list(0), absorption_dBpkm: list(between(0, 10)) },
      { depths_m: list(0, depth / 2, depth), absorption_dBpkm: list(3, 2, 1) },
    ]),
    sourceDepths_m: list(pick([0, depth, depth / 2, between(0, depth), depths_m[0], depths_m[1]])),
    receiverDepths_m: increasing(3, 0, depth),
    receiverRanges_m: increasing(3, 1, range),
    fan: { count: whole(1, 12), from_rad: -between(0.1, Math.PI / 2), to_rad: between(0.1, Math.PI / 2) },
    step_m: random() < 0.2 ? depth / 10 : 0,
    beam: pick(["hat", "gaussian"] as const),
    maxRange_m: range,
    weakest_dB: pick([20, 46, 300]),
  };
}

test("random seas: every loss and every arrival is a number", { timeout: LONG ? 3_600_000 : 300_000 }, () => {
  const random = randomNumbers(17);
  let traced = 0;
  let arrived = 0;
  for (let k = 0; k < (LONG ? 5000 : 200); k++) {
    const sea = randomSea(random);
    if (problemsOf(sea).length > 0) continue;
    traced++;
    // Eigenrays are traced many times over.
    for (const { records } of LONG || k % 4 === 0 ? arrivals(sea) : []) {
      expect(records.every(Number.isFinite)).toBe(true);
      arrived += records.length / ARRIVAL_SIZE;
    }
    for (const sum of ["coherent", "incoherent", "semicoherent"] as const) {
      const { loss_dB } = lossOf(sea, sum);
      expect(loss_dB.every(Number.isFinite)).toBe(true);
    }
  }
  expect(traced).toBeGreaterThan(LONG ? 2000 : 80);
  expect(arrived).toBeGreaterThan(traced);
});
