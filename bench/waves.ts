/**
 * A sea state of 200 waves at one point: the flow record that a vehicle is given, the surface above it, the pressure. The
 * reference is the same sum with the engine's own functions, written plainly; both are checked against each other.
 */

import { ModelBuilder, thingSite } from "../src/engine/index.ts";
import { FLOW, FLOW_SIZE, POINT_SIZE } from "../src/environment/flow.ts";
import { wavesOfSpectrum } from "../src/environment/waves/sea-state.ts";
import type { Waves } from "../src/environment/waves/waves.ts";
import { type Benchmark, type BenchResult, comparison, figure, nsPerItemInTurns } from "./harness.ts";

const COMPONENTS = 200;
const POINTS = 512;
const PASSES = 8;
const GRAVITY_MPS2 = 9.81;

function sea(depth_m: number): Waves {
  const spectrum = { significantHeight_m: 2, peakFrequency_radps: (2 * Math.PI) / 8, peakEnhancement: 3.3 };
  const spread = { components: COMPONENTS, heading_rad: 0.3, spreading: 8, waterDepth_m: depth_m };
  const world = { constants: { gravity_mps2: GRAVITY_MPS2, density_kgpm3: 1026 }, quantities: [] };
  const site = thingSite(new ModelBuilder({ campaign: 1, run: 0 }), "sea", {}, { world });
  return wavesOfSpectrum(spectrum, spread, site);
}

/** Along a dive: places and times that a vehicle meets, none twice. No wave has faded there. */
const points = Float64Array.from({ length: POINTS * POINT_SIZE }, (_, k) => {
  const i = Math.floor(k / POINT_SIZE);
  return [3 * i, 0.5 * i, 0.02 * i, 4 * i][k % POINT_SIZE];
});

function eachPoint(visit: (i: number) => void): number {
  for (let pass = 0; pass < PASSES; pass++) for (let i = 0; i < POINTS; i++) visit(i * POINT_SIZE);
  return 0;
}

/** (4), (6), (7) of waves.ts in deep water, as one would write them down first. */
function plainFlow(flow: Float64Array, waves: Waves, i: number): void {
  const [N, E, D, t] = points.subarray(i, i + POINT_SIZE);
  flow.fill(0);
  for (const { amplitude_m: a, frequency_radps: w, heading_rad, phase_rad } of waves.components) {
    const k = (w * w) / GRAVITY_MPS2;
    const [n1, n2] = [Math.cos(heading_rad), Math.sin(heading_rad)];
    const phase = k * (n1 * N + n2 * E) - w * t + phase_rad;
    const C = a * w * Math.exp(-k * D) * Math.cos(phase);
    const S = a * w * Math.exp(-k * D) * Math.sin(phase);
    const terms = [C * n1, C * n2, -S];
    const gradient = [-S * n1 * n1, -S * n1 * n2, -C * n1, -S * n1 * n2, -S * n2 * n2, -C * n2, -C * n1, -C * n2, S];
    const rate = [S * n1, S * n2, C];
    for (let j = 0; j < 3; j++) flow[FLOW.velocity + j] += terms[j];
    for (let j = 0; j < 9; j++) flow[FLOW.gradient + j] += k * gradient[j];
    for (let j = 0; j < 3; j++) flow[FLOW.rate + j] += w * rate[j];
  }
}

/** The same sums; what differs is rounding, of phases up to 10⁴ rad. */
function agree(waves: Waves): void {
  const [a, b] = [new Float64Array(FLOW_SIZE), new Float64Array(FLOW_SIZE)];
  for (let i = 0; i < points.length; i += POINT_SIZE) {
    a.fill(0);
    waves.addFlow(a, 0, points, i);
    plainFlow(b, waves, i);
    const worst = Math.max(...a.map((value, j) => Math.abs(value - b[j])));
    if (!(worst < 1e-9)) throw new Error(`the plain sum differs by ${worst}: not the same equations`);
  }
}

function run(): BenchResult[] {
  const deep = sea(Number.POSITIVE_INFINITY);
  const shallow = sea(30);
  agree(deep);
  const out = new Float64Array(FLOW_SIZE);
  const bodies = [
    () => eachPoint((i) => deep.addFlow(out, 0, points, i)),
    () => eachPoint((i) => plainFlow(out, deep, i)),
    () => eachPoint((i) => shallow.addFlow(out, 0, points, i)),
    () => eachPoint((i) => deep.surfaceInto(out, 0, points, i)),
    () => eachPoint((i) => deep.pressureInto(out, 0, points, i)),
  ];
  // Twice, since the first turns still see the compiler at work
  nsPerItemInTurns(bodies, POINTS * PASSES, 2);
  const us = nsPerItemInTurns(bodies, POINTS * PASSES).map((runs) => runs.map((ns) => ns / 1000));
  const goal = { of: "value", atMost: 10 } as const;
  return [
    comparison("waves: flow at a point, 200 waves, deep", "us", us[0], "plain sum with Math", us[1], goal),
    figure("waves: flow at a point, 200 waves, 30 m of water", "us", us[2], goal),
    figure("waves: surface at a point, 200 waves", "us", us[3], goal),
    figure("waves: pressure at a point, 200 waves", "us", us[4], goal),
  ];
}

export const benchmark: Benchmark = {
  name: "waves",
  doc: "the flow, surface and pressure of a sea state of 200 waves, per point",
  run,
};
