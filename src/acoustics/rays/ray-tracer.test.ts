import { expect, test } from "vitest";
import { DEG, field, fluid, level, list, profile, RIGID, shallow, sloping, steps, VACUUM } from "../test/ray-cases.ts";
import type { RayCase } from "./ray-case.ts";
import { HIT_BOTTOM, HIT_SURFACE, LEAVE, MARK, MARK_SIZE, VERTEX, VERTEX_SIZE } from "./ray-path.ts";
import { RaySea } from "./ray-sea.ts";
import { RayTracer } from "./ray-tracer.ts";

const sea = (changes: Partial<RayCase>): RayCase => ({ ...shallow, weakest_dB: 900, ...changes });

function traced(
  of: RayCase,
  angle_rad: number,
  stops: readonly number[] = [],
  depth_m = of.sourceDepths_m[0],
): RayTracer {
  const tracer = new RayTracer(new RaySea(of, stops));
  tracer.trace(depth_m, Math.cos(angle_rad), Math.sin(angle_rad));
  return tracer;
}

/** The vertices of a ray as objects. */
function vertices(tracer: RayTracer): { [K in keyof typeof VERTEX | keyof typeof MARK]: number }[] {
  const { path } = tracer;
  return Array.from({ length: path.count }, (_, i) => {
    const values = Object.entries(VERTEX).map(([name, k]) => [name, path.vertices[i * VERTEX_SIZE + k]]);
    const marks = Object.entries(MARK).map(([name, k]) => [name, path.marks[i * MARK_SIZE + k]]);
    return Object.fromEntries([...values, ...marks]);
  });
}

/** The vertex at a stop. */
function at(tracer: RayTracer, range_m: number): ReturnType<typeof vertices>[number] {
  const found = vertices(tracer).find((v) => v.r === range_m && v.kind !== LEAVE);
  if (found === undefined) throw new Error(`the ray has no vertex at ${range_m} m`);
  return found;
}

const deep = { bottom: level(6000, RIGID), maxRange_m: 30_000, sourceDepths_m: list(1000) };

test("where c = 1450 + 0.05 z a ray is the circle around the depth where c is 0, to 1e-9 of its radius, through any layers", () => {
  const layers = [0, 130, 500, 1001, 1700, 2500, 4000, 6000].map((z): [number, number] => [z, 1450 + 0.05 * z]);
  for (const angle of [-80, -30, -12, -3, 0, 2, 11, 40, 75]) {
    const rays = [profile([layers[0], layers[7]]), profile(layers)].map((sound) =>
      traced(sea({ ...deep, sound }), angle * DEG),
    );
    for (const ray of rays) {
      const radius = 1500 / (0.05 * Math.cos(angle * DEG));
      const centre = radius * Math.sin(angle * DEG);
      for (const v of vertices(ray)) {
        if (v.surface + v.bottom > 0) break;
        // The rounding of a coordinate of 3e4 m is 4e-12 m; of a hundred steps, below 1e-9 m.
        const distance = Math.sqrt((v.r - centre) * (v.r - centre) + (v.z + 29_000) * (v.z + 29_000));
        expect(Math.abs(distance / radius - 1)).toBeLessThan(1e-12);
        expect(Math.abs(distance - radius)).toBeLessThan(1e-9);
        // Snell, and the tangent's length.
        expect(Math.abs(v.tr / v.c - Math.cos(angle * DEG) / 1500)).toBeLessThan(1e-15);
        expect(Math.abs(v.tr * v.tr + v.tz * v.tz - 1)).toBeLessThan(1e-13);
        // Travel time: (1/g) ln tan of the half angles, and q = (sin θ₀ − sin θ₁) p₀ c₀² / (g cos² θ₀), from Δr/ξ.
        const turned = Math.atan2(v.tz, v.tr);
        const half = (x: number): number => Math.log(Math.tan(Math.PI / 4 + x / 2));
        expect(Math.abs(v.tau - (half(angle * DEG) - half(turned)) / 0.05)).toBeLessThan(1e-9);
        expect(Math.abs(v.q - v.r / Math.cos(angle * DEG))).toBeLessThan(1e-6);
      }
    }
  }
});

test("a gradient along the range bends rays to circles as well: c = 1500 + 0.03 r, whose rays from (0, z₀) have the radius c₀/(g sin α)", () => {
  const sound = field(list(0, 20_000), list(0, 6000), (r) => 1500 + 0.03 * r);
  for (const angle of [20, 45, 70]) {
    const ray = traced(sea({ ...deep, sound }), angle * DEG);
    const radius = 1500 / (0.03 * Math.sin(angle * DEG));
    for (const v of vertices(ray)) {
      if (v.bottom > 0) break;
      // Centre on r = −50 000, where c would be 0, on the inner side of the bend.
      const centre = 1000 + radius * Math.cos(angle * DEG);
      const away = Math.sqrt((v.r + 50_000) * (v.r + 50_000) + (v.z - centre) * (v.z - centre));
      expect(Math.abs(away - radius)).toBeLessThan(1e-9);
    }
  }
});

test("n²-linear: z(σ) is a parabola, and σ = r c₀ / cos α", () => {
  const [c0, c1] = [1530, 1480];
  const slope = (1 / (c1 * c1) - 1 / (c0 * c0)) / 6000;
  const sound = profile(
    [
      [0, c0],
      [6000, c1],
    ],
    "n2-linear",
  );
  const slowness2 = 1 / (c0 * c0) + slope * 1000;
  for (const angle of [-10, 0, 5, 30]) {
    const stops = [2000, 5000, 9000];
    const ray = traced(sea({ ...deep, sound }), angle * DEG, stops);
    for (const r of stops) {
      const v = at(ray, r);
      if (v.surface + v.bottom > 0) continue;
      const n = Math.sqrt(slowness2);
      const sigma = r / (n * Math.cos(angle * DEG));
      const z = 1000 + n * Math.sin(angle * DEG) * sigma + 0.25 * slope * sigma * sigma;
      // (6) of the tracer is exact for a constant force.
      expect(Math.abs(v.z - z)).toBeLessThan(1e-8);
      expect(Math.abs(v.sigma / sigma - 1)).toBeLessThan(1e-12);
      // τ = ∫ n² dσ
      const vz = n * Math.sin(angle * DEG);
      const time = slowness2 * sigma + slope * ((vz * sigma * sigma) / 2 + (slope * sigma * sigma * sigma) / 12);
      expect(Math.abs(v.tau - time)).toBeLessThan(1e-10);
    }
  }
});

/** Seas in which q is compared with the distance of two traced rays: of each, what it adds to the others. */
const neighbours: readonly [string, Partial<RayCase>, number?][] = [
  [
    "layers with kinks",
    {
      sound: profile([
        [0, 1520],
        [40, 1490],
        [70, 1500],
        [200, 1510],
      ]),
    },
  ],
  [
    "a spline",
    {
      sound: profile(
        [
          [0, 1520],
          [30, 1512],
          [60, 1494],
          [90, 1492],
          [200, 1500],
        ],
        "spline",
      ),
    },
  ],
  [
    "monotone cubics",
    {
      sound: profile(
        [
          [0, 1520],
          [30, 1512],
          [60, 1494],
          [90, 1492],
          [200, 1500],
        ],
        "pchip",
      ),
    },
  ],
  [
    "n²-linear layers",
    {
      sound: profile(
        [
          [0, 1520],
          [40, 1490],
          [200, 1510],
        ],
        "n2-linear",
      ),
    },
  ],
  [
    "a front",
    {
      sound: field(
        list(0, 700, 1500, 2500),
        list(0, 50, 120, 200),
        (r, z) => 1500 + 0.01 * r - 0.1 * z + 1e-4 * z * r * Math.sin(r / 300),
      ),
    },
  ],
  [
    "a slope up and down",
    {
      bottom: sloping(
        [
          [0, 200],
          [900, 150],
          [1800, 120],
          [3000, 180],
        ],
        RIGID,
      ),
    },
  ],
  [
    "a round hill",
    {
      bottom: sloping(
        [
          [0, 200],
          [500, 195],
          [1000, 180],
          [1500, 170],
          [2000, 180],
          [2500, 195],
        ],
        RIGID,
        "smooth",
      ),
    },
    0.03,
  ],
  [
    "a moving surface and a gradient",
    {
      sound: profile([
        [-10, 1490],
        [200, 1530],
      ]),
      surface: sloping(
        [
          [0, 0],
          [400, 2],
          [800, -2],
          [1200, 1],
          [1600, 0],
        ],
        VACUUM,
        "smooth",
      ),
    },
    0.03,
  ],
];

test.each(neighbours)("q is the distance of neighbouring rays, through reflections: %s", (_, changes, share = 2e-3) => {
  const of = sea({ bottom: level(200, RIGID), sourceDepths_m: list(60), maxRange_m: 2600, ...changes });
  const small = 1e-7;
  let compared = 0;
  for (const angle of [-37, -21, -12.5, -6, -2, 3, 8.3, 17, 33]) {
    const [ray, up, down] = [0, -1, 1].map((side) => traced(of, angle * DEG + side * small, [2500]));
    const [v, a, b] = [ray, up, down].map((one) => at(one, 2500));
    if (a.surface !== b.surface || a.bottom !== b.bottom || a.caustics !== b.caustics) continue;
    const slope = (b.z - a.z) / (2 * small);
    const sign = (v.surface + v.bottom) % 2 === 0 ? 1 : -1;
    const q = slope * v.tr * sign;
    // Differences of 1e-7 rad of rays of 2.5 km: rounding 1e-11 / 1e-7 = 1e-4 m, curvature of z(α) below 1e-7 of its third derivative. Kinks and corners
    // between the three rays, which no derivative sees, are left out by the share below. On a smooth boundary the rays meet chords: the angle of up to 1e-3
    // between chord and curve moves neighbours by 1e-3 cot β at each reflection.
    compared += Math.abs(v.q - q) <= share * Math.max(10, Math.abs(q)) ? 1 : 0;
  }
  expect(compared).toBeGreaterThanOrEqual(8);
});

/** Runge–Kutta of order 4 with a fixed step of 0.5 m in the arc, on formulas for sound speed and bottom; reflections by bisection of a step. */
function integrated(
  c: (r: number, z: number) => number,
  bottom: (r: number) => number,
  start: readonly [number, number, number],
  until_m: number,
): { z: number; theta: number; tau: number; hits: number } {
  const d = 1e-3;
  const rate = ([r, z, theta]: readonly number[]): number[] => {
    const own = c(r, z);
    const cr = (c(r + d, z) - c(r - d, z)) / (2 * d);
    const cz = (c(r, z + d) - c(r, z - d)) / (2 * d);
    return [Math.cos(theta), Math.sin(theta), (cr * Math.sin(theta) - cz * Math.cos(theta)) / own, 1 / own];
  };
  const step = (y: readonly number[], h: number): number[] => {
    const add = (k: readonly number[], w: number): number[] => y.map((value, i) => value + w * k[i]);
    const k1 = rate(y);
    const k2 = rate(add(k1, h / 2));
    const k3 = rate(add(k2, h / 2));
    const k4 = rate(add(k3, h));
    return y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  };
  let y: number[] = [...start, 0];
  let hits = 0;
  for (;;) {
    const next = step(y, 0.5);
    const out = next[1] < 0 ? 1 : next[1] > bottom(next[0]) ? 2 : next[0] > until_m ? 3 : 0;
    if (out === 0) {
      y = next;
      continue;
    }
    let [low, high] = [0, 0.5];
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      const at = step(y, middle);
      if (out === 1 ? at[1] < 0 : out === 2 ? at[1] > bottom(at[0]) : at[0] > until_m) high = middle;
      else low = middle;
    }
    y = step(y, low);
    if (out === 3) return { z: y[1], theta: y[2], tau: y[3], hits };
    const slope = out === 1 ? 0 : Math.atan((bottom(y[0] + d) - bottom(y[0] - d)) / (2 * d));
    y[2] = 2 * slope - y[2];
    hits++;
  }
}

test("a range-dependent sea over a round bottom: the rays of an integration that knows nothing of cells, to 0.3 m and 3 µs after 3 km", () => {
  // Profiles of a smooth formula each 25 m of range and 2 m of depth, a bottom of points each 12.5 m.
  const c = (r: number, z: number): number => 1500 + 15 * Math.exp(-z / 40) * Math.cos(r / 1500) + 0.016 * z;
  const floor = (r: number): number => 180 + 25 * Math.sin(r / 500);
  const ranges = steps(133, -100, 25);
  const points = Array.from(steps(300, -100, 12.5), (r): [number, number] => [r, floor(r)]);
  const of = sea({
    sound: field(ranges, steps(116, 0, 2), c),
    bottom: sloping(points, RIGID, "smooth"),
    sourceDepths_m: list(50),
    maxRange_m: 3100,
  });
  for (const angle of [-9, -4, 0, 2, 5, 12]) {
    const own = at(traced(of, angle * DEG, [3000]), 3000);
    const other = integrated(c, floor, [0, 50, angle * DEG], 3000);
    expect(own.surface + own.bottom).toBe(other.hits);
    // Bilinear between samples: c is off by up to h²/8 · c″ = 4/8 · 15/1600 = 5e-3 m/s in the upper 40 m, which is 3e-6 of c: 3 µs of 2 s along one path, once
    // what a different depth of arrival adds is taken out. The gradient is off by h/2 · c″ = 0.01/s at most in a layer and right in its middle: some 1e-5 rad a
    // layer, which add up to 1e-4 rad and 0.3 m.
    const delay = own.tau - other.tau - ((own.z - other.z) * Math.sin(other.theta)) / 1500;
    expect(Math.abs(delay)).toBeLessThan(3e-6);
    expect(Math.abs(own.z - other.z)).toBeLessThan(0.3);
  }
});

test("legs end on the boundaries exactly, alternate, and reflect: the angle to the boundary is kept", () => {
  const bottom = sloping(
    [
      [0, 200],
      [900, 150],
      [1800, 120],
      [3000, 180],
    ],
    RIGID,
  );
  const ray = traced(sea({ bottom, sourceDepths_m: list(60), maxRange_m: 3000 }), 21 * DEG);
  const all = vertices(ray);
  const hits = all.filter((v) => (v.kind === HIT_SURFACE || v.kind === HIT_BOTTOM) && v.r < 3000);
  expect(hits.length).toBeGreaterThan(8);
  for (const v of hits) {
    const k = bottom.ranges_m.findLastIndex((r) => r <= v.r);
    const [r0, r1, z0, z1] = [bottom.ranges_m[k], bottom.ranges_m[k + 1], bottom.depths_m[k], bottom.depths_m[k + 1]];
    const depth = v.kind === HIT_SURFACE ? 0 : z0 + ((v.r - r0) / (r1 - r0)) * (z1 - z0);
    expect(Math.abs(v.z - depth)).toBeLessThan(1e-12 * 200);
    const slope = v.kind === HIT_SURFACE ? 0 : Math.atan((z1 - z0) / (r1 - r0));
    const after = all[all.indexOf(v) + 1];
    expect(after.kind).toBe(LEAVE);
    const [inward, outward] = [v, after].map((one) => Math.atan2(one.tz, one.tr) - slope);
    expect(Math.abs(inward + outward)).toBeLessThan(1e-12);
  }
  // It ended at its first reflection beyond the range: at the start of a leg.
  expect(all.at(-1)?.kind).toBe(LEAVE);
});

test("a ray along the axis of a kinked channel, one along the bottom, and one straight up all end, soon", () => {
  const channel = profile([
    [0, 1520],
    [50, 1490],
    [100, 1510],
  ]);
  const along = traced(sea({ sound: channel }), 0, [5000], 50);
  expect(at(along, 5000).z).toBe(50);
  expect(along.path.count).toBeLessThan(20);
  // Speed falls with depth: what creeps along the bottom is bent into it again and again.
  const downward = profile([
    [0, 1520],
    [100, 1490],
  ]);
  const creeping = traced(sea({ sound: downward }), 0, [], 100);
  expect(creeping.path.count).toBeLessThan(20_000);
  expect(vertices(creeping).every((v) => v.z <= 100 && v.z > 99.9)).toBe(true);
  const upward = traced(sea({}), Math.PI / 2);
  expect(upward.path.count).toBeLessThan(300_000);
});

test("the axis of a wedge turns rays back, and they end at the source's range", () => {
  // 5° of slope up to the surface at 1143 m: a ray at 3° comes back after 36 reflections or so.
  const bottom = sloping(
    [
      [0, 100],
      [1143, 0],
      [2000, -50],
    ],
    RIGID,
  );
  const ray = traced(sea({ bottom, sourceDepths_m: list(50) }), 3 * DEG);
  const all = vertices(ray);
  const last = all.at(-1);
  expect(last?.r).toBe(0);
  expect(Math.max(...all.map((v) => v.r))).toBeLessThan(1143);
  // Straight rays in the plane that unfolds the wedge: 180°/5° reflections, one more or less.
  const reflections = (last?.surface ?? 0) + (last?.bottom ?? 0);
  expect(reflections).toBeGreaterThan(33);
  expect(reflections).toBeLessThan(38);
});

test("steps of half the length give the same ray: order four where the sea is not made of circles", () => {
  const sound = profile(
    Array.from({ length: 11 }, (_, k): [number, number] => [500 * k, 1500 + 25 * Math.sin(k)]),
    "spline",
  );
  const of = (step_m: number): number =>
    at(traced(sea({ ...deep, sound, bottom: level(5000, RIGID), step_m }), 7 * DEG, [20_000]), 20_000).z;
  const best = of(25);
  const [coarse, fine] = [of(400), of(200)].map((z) => Math.abs(z - best));
  expect(coarse / fine).toBeGreaterThan(8);
  // What the sea chooses itself.
  expect(Math.abs(of(0) - best)).toBeLessThan(1e-3);
});

test("absorption that changes with depth is ∫ a ds: 20 dB/km at the surface, 0 at 100 m, on a straight ray down through it", () => {
  const absorption = { depths_m: list(0, 100), absorption_dBpkm: list(20, 0) };
  const ray = traced(sea({ absorption, bottom: level(200, RIGID), sourceDepths_m: list(0) }), 30 * DEG);
  const [hit] = vertices(ray).filter((v) => v.kind === HIT_BOTTOM);
  // 100 m of depth at sin 30° are 200 m of path at 10 dB/km on average; below there is none.
  expect(hit.loss_dB).toBeCloseTo(2, 12);
});

test("reflections multiply: two of a half-space at one angle are its factor squared", () => {
  const ray = traced(sea({ bottom: level(100, fluid(1700, 1500, 0.5)) }), 40 * DEG);
  const [first, second] = vertices(ray).filter((v) => v.kind === LEAVE && v.bottom > 0 && v.surface === v.bottom - 1);
  expect(second.re).toBeCloseTo(-(first.re * first.re - first.im * first.im), 12);
  expect(second.im).toBeCloseTo(-2 * first.re * first.im, 12);
});

test("rays keep no trace of the ones before them", () => {
  const of = sea({
    sound: profile([
      [0, 1520],
      [40, 1490],
      [70, 1500],
      [200, 1510],
    ]),
  });
  const tracer = new RayTracer(new RaySea(of));
  tracer.trace(36, Math.cos(0.2), Math.sin(0.2));
  const first = tracer.path.vertices.slice(0, tracer.path.count * VERTEX_SIZE);
  for (const angle of steps(50, -1.5, 0.06)) tracer.trace(36, Math.cos(angle), Math.sin(angle));
  tracer.trace(36, Math.cos(0.2), Math.sin(0.2));
  expect(tracer.path.vertices.slice(0, tracer.path.count * VERTEX_SIZE)).toEqual(first);
});
