/** Where the waves carry a particle of water: dx/dt = v(x, t), integrated here by RK4, against closed forms. */
import { expect, test } from "vitest";
import { FLOW_SIZE } from "../flow.ts";
import { wavenumber_radpm } from "./dispersion.ts";
import { Waves } from "./waves.ts";

const G = 9.81;
const OMEGA = 1.2;
const PERIOD = (2 * Math.PI) / OMEGA;
const HEADING = 0.7;

interface Orbit {
  readonly sea: Waves;
  readonly k: number;
  /** C and S of the waves at the mean height of the particle. */
  readonly C: number;
  readonly S: number;
  /** Along the heading, and up. */
  path(t_s: number): readonly [number, number];
}

/** First order: a circle or an ellipse about the mean place, with half-axes a C and a S. */
function orbit(steepness: number, depth_m: number, Z: number): Orbit {
  const k = wavenumber_radpm(OMEGA, depth_m, G);
  const a = steepness / k;
  const component = { amplitude_m: a, frequency_radps: OMEGA, heading_rad: HEADING, phase_rad: 0 };
  const deep = depth_m === Number.POSITIVE_INFINITY;
  const C = deep ? Math.exp(k * Z) : Math.cosh(k * (Z + depth_m)) / Math.sinh(k * depth_m);
  const S = deep ? Math.exp(k * Z) : Math.sinh(k * (Z + depth_m)) / Math.sinh(k * depth_m);
  const path = (t: number) => [a * C * Math.sin(OMEGA * t), Z + a * S * Math.cos(OMEGA * t)] as const;
  return { sea: new Waves([component], { depth_m, gravity_mps2: G, density_kgpm3: 1000 }), k, C, S, path };
}

/** The particle's places, along the heading and up, every 1/200 of a period. RK4 is good to 1e-9 of the radius there. */
function follow({ sea, path }: Orbit, periods: number): (readonly [number, number])[] {
  const steps = 200 * periods;
  const h = PERIOD / 200;
  const point = new Float64Array(4);
  const flow = new Float64Array(FLOW_SIZE);
  const velocity = (p: readonly number[], t: number): number[] => {
    point.set([...p, t]);
    flow.fill(0);
    sea.addFlow(flow, 0, point, 0);
    return [...flow.subarray(0, 3)];
  };
  const plus = (p: readonly number[], v: readonly number[], s: number): number[] => p.map((x, i) => x + s * v[i]);
  const [s0, Z0] = path(0);
  let p = [s0 * Math.cos(HEADING), s0 * Math.sin(HEADING), -Z0];
  const places: (readonly [number, number])[] = [];
  for (let i = 0; i <= steps; i++) {
    const t = i * h;
    places.push([p[0] * Math.cos(HEADING) + p[1] * Math.sin(HEADING), -p[2]]);
    const v1 = velocity(p, t);
    const v2 = velocity(plus(p, v1, h / 2), t + h / 2);
    const v3 = velocity(plus(p, v2, h / 2), t + h / 2);
    const v4 = velocity(plus(p, v3, h), t + h);
    p = p.map((x, j) => x + (h / 6) * (v1[j] + 2 * v2[j] + 2 * v3[j] + v4[j]));
  }
  return places;
}

test.each([
  ["circle", Number.POSITIVE_INFINITY, -2],
  ["flat ellipse", 3, -2],
])("at k a = 1e-4 a particle runs on the %s of linear theory", (_name, depth_m, Z) => {
  const o = orbit(1e-4, depth_m, Z);
  const radius = (1e-4 / o.k) * o.C;
  follow(o, 2).forEach(([along, up], i) => {
    const [x, z] = o.path((i * PERIOD) / 200);
    // What is left is of second order: the drift, 2π k a C (1 + S²/C²)/2 < 1e-3 of the radius per period, twice.
    expect(Math.hypot(along - x, up - z) / radius).toBeLessThan(2e-3);
  });
});

test.each([
  [0.05, Number.POSITIVE_INFINITY, -1],
  [0.15, Number.POSITIVE_INFINITY, -4],
  [0.2, Number.POSITIVE_INFINITY, -8],
  [0.05, 4, -1],
  [0.1, 6, -3],
])(
  "at k a = %d in %d m of water, %d m high, a particle drifts with a² ω k (C² + S²) / 2 (Stokes)",
  (ka, depth_m, Z) => {
    const o = orbit(ka, depth_m, Z);
    const places = follow(o, 40);
    // Over forty periods; the rest of an unfinished orbit is below a radius, 1/(2π 40 ka) of the way, which is why both
    // ends are taken as means over a period.
    const mean = (from: number): number => places.slice(from, from + 200).reduce((sum, [x]) => sum + x, 0) / 200;
    const drift_mps = (mean(places.length - 201) - mean(0)) / (39 * PERIOD);
    const a = ka / o.k;
    const stokes_mps = 0.5 * a * a * OMEGA * o.k * (o.C * o.C + o.S * o.S);
    // Terms of relative order (k a)², 4 % at most here, and the mean height, which is not quite that of the start.
    expect(Math.abs(drift_mps / stokes_mps - 1)).toBeLessThan(0.1);
  },
);
