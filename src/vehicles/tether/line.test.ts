import { expect, test } from "vitest";
import { type OdeSystem, Rk4 } from "../../math/index.ts";
import { END, END_SIZE, LINE_STATUS, LINE_STATUS_SIZE, Line, type LineParameters } from "./line.ts";
import { lineStartInto } from "./line-start.ts";

const G = 9.81;
const TETHER: LineParameters = {
  ...{ length_m: 20, diameter_m: 0.0075, mass_kgpm: 0.043, axialStiffness_N: 2000, axialDamping_Ns: 50 },
  ...{ normalDrag: 1.2, tangentialDrag: 0.01, addedMass: 1, segments: 10 },
};

/** Two ends at rest, in water of one density and current. */
function ends(
  from: readonly number[],
  to: readonly number[],
  density_kgpm3 = 0,
  current_mps: readonly number[] = [0, 0, 0],
): Float64Array {
  const record = new Float64Array(2 * END_SIZE);
  [from, to].forEach((p, k) => {
    record.set(p, k * END_SIZE + END.p);
    record.set(current_mps, k * END_SIZE + END.current);
    record[k * END_SIZE + END.density] = density_kgpm3;
  });
  return record;
}

/** A line between ends that stay, with friction of all nodes against rest to settle it, or without. */
function fixed(line: Line, at: Float64Array, settling_1ps = 0): OdeSystem {
  const pull = new Float64Array(6);
  const inner = line.states / 2;
  return {
    size: line.states,
    derivativesInto(dx, x, from) {
      line.ratesInto(dx, 0, pull, at, x, from);
      for (let i = inner; i < 2 * inner; i++) dx[i]! -= settling_1ps * x[from + i]!;
    },
  };
}

function run(system: OdeSystem, x: Float64Array, step_s: number, steps: number): void {
  const integrator = new Rk4(system.size);
  for (let k = 0; k < steps; k++) integrator.step(system, x, 0, Float64Array.of(k * step_s, step_s));
}

function settled(p: LineParameters, at: Float64Array): { x: Float64Array; status: Float64Array } {
  const line = new Line(p, G);
  const x = new Float64Array(line.states);
  lineStartInto(x, 0, p, at);
  // Of the order of the critical damping of the slowest swing (1.3 rad/s), and of the axial grid modes by C.
  run(fixed(line, at, 3), x, 1.6 / fastest(p), 15_000);
  const status = new Float64Array(LINE_STATUS_SIZE);
  line.statusInto(status, 0, at, x, 0);
  return { x, status };
}

/** 2 √(EA/m) / l₀: the axial mode in which neighbours move against each other. */
function fastest({ axialStiffness_N, mass_kgpm, length_m, segments }: LineParameters): number {
  return (2 * segments * Math.sqrt(axialStiffness_N / mass_kgpm)) / length_m;
}

test("a heavy line between two points of one height hangs in a catenary: sag and pull at its ends, to order 2 in the segments", () => {
  // L = 2 a sinh(S/2a) for S = 16, L = 20: by bisection. Sag a (cosh(S/2a) − 1); pull at the ends m g √(a² + L²/4).
  const [L, S] = [20, 16];
  let [low, high] = [1, 100];
  for (let i = 0; i < 100; i++) {
    const a = (low + high) / 2;
    if (2 * a * Math.sinh(S / (2 * a)) > L) low = a;
    else high = a;
  }
  const a = low;
  const sag_m = a * (Math.cosh(S / (2 * a)) - 1);
  const pull_N = 0.043 * G * Math.hypot(a, L / 2);
  const errors = [4, 8, 16].map((segments) => {
    // So stiff that the stretch, pull / EA = 5 N / 20 kN, is 2.5e-4: the limit of what the inextensible curve can say.
    const p = { ...TETHER, segments, axialStiffness_N: 2e4, axialDamping_Ns: 20 };
    const { x, status } = settled(p, ends([0, 0, -50], [S, 0, -50]));
    const middle = 3 * (segments / 2 - 1) + 2;
    return [x[middle]! + 50 - sag_m, status[LINE_STATUS.from_N]! - pull_N, status[LINE_STATUS.to_N]! - pull_N];
  });
  // The chain's error falls as 1/n²; the stretch of 2.5e-4 of 20 m, amplified by dsag/dL ≈ 0.9, is some 5 mm of it at most.
  const [coarse, half, quarter] = errors as [number[], number[], number[]];
  expect(Math.abs(half[0]!)).toBeLessThan(0.3 * Math.abs(coarse[0]!) + 0.005);
  expect(Math.abs(quarter[0]!)).toBeLessThan(0.3 * Math.abs(half[0]!) + 0.005);
  // h²/12-like terms: (turn per segment)²/12 of the value, 2.3 rad / 16 → 0.2 %; doubled for the stretch.
  expect(Math.abs(quarter[0]!) / sag_m).toBeLessThan(0.004);
  expect(Math.abs(quarter[1]!) / pull_N).toBeLessThan(0.004);
  // The two ends are mirror images, settled to e^(−3·…): rounding and what is left of the motion.
  expect(Math.abs(quarter[1]! - quarter[2]!) / pull_N).toBeLessThan(1e-6);
});

/** 12 N of tension at rest: stretched by 12 N / EA, without weight, water or damping. */
const STRING: LineParameters = { ...TETHER, axialStiffness_N: 1200, axialDamping_Ns: 0, length_m: 10 };
const STRETCHED_M = 10 * 1.01;

/** Half a period of the first mode along or across a stretched line, from rest: it is then on the other side. */
function halfPeriod(
  p: LineParameters,
  at: Float64Array,
  axis: 0 | 1,
  omega_radps: number,
): { off_m: number; was_m: number } {
  const line = new Line(p, 0);
  const x = new Float64Array(line.states);
  lineStartInto(x, 0, p, at);
  const n = p.segments;
  const rest = x.slice();
  const was_m = 1e-4;
  for (let k = 1; k < n; k++) x[3 * (k - 1) + axis]! += was_m * Math.sin((Math.PI * k) / n);
  const steps = 400;
  run(fixed(line, at), x, Math.PI / omega_radps / steps, steps);
  let off_m = 0;
  for (let k = 1; k < n; k++) {
    const i = 3 * (k - 1) + axis;
    off_m = Math.max(off_m, Math.abs(x[i]! - rest[i]! + was_m * Math.sin((Math.PI * k) / n)));
  }
  return { off_m, was_m };
}

test("a stretched line swings lengthwise with ω = (2/l₀) √(EA/m) sin(π/2n), which is that of a wave, π/L √(EA/m), to 1/n²", () => {
  const n = STRING.segments;
  const wave_radps = (Math.PI / 10) * Math.sqrt(1200 / 0.043);
  const omega = (2 / 1) * Math.sqrt(1200 / 0.043) * Math.sin(Math.PI / (2 * n));
  // sin x / x with x = π/20: 1 − x²/6 = 1 − 0.0041.
  expect(Math.abs(omega / wave_radps - 1)).toBeLessThan(0.0042);
  const { off_m, was_m } = halfPeriod(STRING, ends([0, 0, -50], [STRETCHED_M, 0, -50]), 0, omega);
  // The springs are linear along the line. RK4: phase π (ω h)⁴/120 with ω h = π/400: 1e-10; rounding of 10 m: 1e-15 / 1e-4.
  expect(off_m / was_m).toBeLessThan(1e-9);
});

test("it swings crosswise with ω = 2 √(T / ((m + C_a ρ A) l₀ l)) sin(π/2n), in a vacuum and, with the added mass, in water", () => {
  const n = STRING.segments;
  for (const density_kgpm3 of [0, 1026]) {
    const p = { ...STRING, normalDrag: 0, tangentialDrag: 0 };
    const mass_kgpm = 0.043 + density_kgpm3 * 0.25 * Math.PI * 0.0075 ** 2;
    const omega = 2 * Math.sqrt(12 / (mass_kgpm * 1 * 1.01)) * Math.sin(Math.PI / (2 * n));
    const { off_m, was_m } = halfPeriod(p, ends([0, 0, 50], [STRETCHED_M, 0, 50], density_kgpm3), 1, omega);
    // The swing lengthens the line by (π y/L)²/4 = 2.5e-10 against a strain of 0.01: 1e-8 of the tension, and in half the frequency.
    expect(off_m / was_m).toBeLessThan(1e-6);
  }
});

test("without weight and friction along it, the pull is the same all along a line in a current, and cot θ grows by R/T per metre", () => {
  // Across: T dθ/ds = −R sin² θ, with R = ½ ρ C_n d U² and θ between line and current. Along: dT/ds = 0.
  const rho = 0.043 / (0.25 * Math.PI * 0.0075 ** 2);
  const segments = 20;
  const p = { ...TETHER, segments, tangentialDrag: 0, axialStiffness_N: 2e4, axialDamping_Ns: 20 };
  // It begins with its arc down the current, as it will lie.
  const { x, status } = settled(p, ends([4, 18, 50], [0, 0, 50], rho, [0.5, 0, 0]));
  const R = 0.5 * rho * 1.2 * 0.0075 * 0.25;
  const T = status[LINE_STATUS.from_N]!;
  const nodes = [[4, 18], ...Array.from({ length: segments - 1 }, (_, k) => [x[3 * k]!, x[3 * k + 1]!]), [0, 0]];
  const cot = nodes.slice(1).map(([north, east], k) => (north! - nodes[k]![0]!) / (east! - nodes[k]![1]!));
  const slope = (cot.at(-1)! - cot[0]!) / (19 * 1);
  // Order 2: turn per segment ≈ 0.05, its square over 12: 2e-4; drag at the ends' half segments by their own direction: the same.
  // Stretch T/EA = 1e-4. Ten times that, since cot θ takes differences.
  expect(Math.abs(slope / (R / T) - 1)).toBeLessThan(0.005);
  expect(Math.abs(status[LINE_STATUS.largest_N]! / T - 1)).toBeLessThan(0.002);
  expect(Math.abs(status[LINE_STATUS.to_N]! / T - 1)).toBeLessThan(0.002);
  expect(R * 20).toBeGreaterThan(0.5); // it is bent, not straight
});

/** Kinetic, elastic and potential energy of the inner nodes and of the springs, without added mass. Second way: written out per node. */
function energy_J(p: LineParameters, at: Float64Array, x: Float64Array, density: number): number {
  const n = p.segments;
  const l0 = p.length_m / n;
  const node = (k: number, i: number): number => (k === 0 ? at[i]! : k === n ? at[END_SIZE + i]! : x[3 * (k - 1) + i]!);
  let sum = 0;
  for (let k = 1; k < n; k++) {
    const v = 3 * (n - 1) + 3 * (k - 1);
    sum += 0.5 * p.mass_kgpm * l0 * (x[v]! ** 2 + x[v + 1]! ** 2 + x[v + 2]! ** 2);
    sum -= (p.mass_kgpm - 0.25 * Math.PI * p.diameter_m ** 2 * density) * l0 * G * node(k, 2);
  }
  for (let k = 0; k < n; k++) {
    const l = Math.hypot(node(k + 1, 0) - node(k, 0), node(k + 1, 1) - node(k, 1), node(k + 1, 2) - node(k, 2));
    if (l > l0) sum += (0.5 * p.axialStiffness_N * (l - l0) ** 2) / l0;
  }
  return sum;
}

test("a line that swings in a vacuum, without damping, keeps its energy; halving the step leaves 2⁻⁴ of what is lost", () => {
  const p = { ...TETHER, segments: 6, axialDamping_Ns: 0, axialStiffness_N: 500 };
  const at = ends([0, 0, -50], [20.02, 0, -48]);
  const lost = [400, 800].map((steps) => {
    const line = new Line(p, G);
    const x = new Float64Array(line.states);
    lineStartInto(x, 0, p, at);
    const before = energy_J(p, at, x, 0);
    run(fixed(line, at), x, 0.8 / steps, steps);
    return Math.abs(energy_J(p, at, x, 0) - before);
  });
  // It is taut throughout: smooth, and so of the method's order, 4 to 5 (RK4's own damping of an oscillator is of order 5).
  expect(Math.log2(lost[0]! / lost[1]!)).toBeGreaterThan(3.7);
  expect(lost[1]!).toBeLessThan(1e-4);
});

test("what a falling slack line loses in water is the work of drag and damping, both summed by themselves", () => {
  const p = { ...TETHER, segments: 8, addedMass: 0, mass_kgpm: 0.2 };
  const density = 1026;
  const at = ends([0, 0, 20], [12, 3, 22], density);
  const n = p.segments;
  const l0 = p.length_m / n;
  const line = new Line(p, G);
  const pull = new Float64Array(6);
  const size = line.states;
  const inner = size / 2;
  const power = (x: Float64Array): number => {
    const node = (k: number): number[] =>
      [0, 1, 2].map((i) => (k === 0 ? at[i]! : k === n ? at[END_SIZE + i]! : x[3 * (k - 1) + i]!));
    const speed = (k: number): number[] => [0, 1, 2].map((i) => (k === 0 || k === n ? 0 : x[inner + 3 * (k - 1) + i]!));
    const less = (a: number[], b: number[]): number[] => a.map((value, i) => value - b[i]!);
    const dot = (a: number[], b: number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    let lost = 0;
    for (let k = 1; k < n; k++) {
      const v = speed(k);
      const chord = less(node(k + 1), node(k - 1));
      const along = dot(v, chord) / Math.sqrt(dot(chord, chord));
      const across2 = dot(v, v) - along ** 2;
      lost += 0.5 * density * 0.0075 * l0 * (1.2 * Math.max(0, across2) ** 1.5 + Math.PI * 0.01 * Math.abs(along) ** 3);
    }
    for (let k = 0; k < n; k++) {
      const e = less(node(k + 1), node(k));
      const l = Math.sqrt(dot(e, e));
      const rate = dot(e, less(speed(k + 1), speed(k))) / l / l0;
      const elastic = p.axialStiffness_N * (l / l0 - 1);
      if (l > l0) lost += Math.max(-elastic, p.axialDamping_Ns * rate) * rate * l0;
    }
    return lost;
  };
  const system: OdeSystem = {
    size: size + 1,
    derivativesInto(dx, x, from) {
      line.ratesInto(dx, 0, pull, at, x, from);
      dx[size] = power(x);
    },
  };
  const x = new Float64Array(size + 1);
  lineStartInto(x, 0, p, at);
  const before = energy_J(p, at, x, density);
  run(system, x, 0.0005, 8000);
  const lost = before - energy_J(p, at, x, density);
  expect(lost).toBeGreaterThan(1);
  // Where a segment becomes taut or slack the force has a corner: an error of some T̈ h³/12 each time; 1e-3 of some joules holds many of them.
  expect(Math.abs(lost - x[size]!)).toBeLessThan(1e-3 * lost);
});

test("a slack line without weight pushes nothing, however it folds and moves; it does not push when it is pressed together", () => {
  const line = new Line({ ...TETHER, segments: 5 }, 0);
  const x = Float64Array.from({ length: line.states }, (_, i) => Math.sin(7 * i));
  const at = ends([0, 0, -50], [1, 0.5, -50]);
  const dx = new Float64Array(line.states).fill(Number.NaN);
  const pull = new Float64Array(6).fill(Number.NaN);
  line.ratesInto(
    dx,
    0,
    pull,
    at,
    x.map((value, i) => value - (i % 3 === 2 && i < 12 ? 50 : 0)),
    0,
  );
  expect([...pull]).toEqual([0, 0, 0, 0, 0, 0]);
  expect([...dx.slice(12)]).toEqual(new Array(12).fill(0));
});

test("a segment that shortens faster than its damping lets it pushes nothing: T = max(0, EA ε + C ε̇)", () => {
  const line = new Line({ ...TETHER, segments: 1, length_m: 1 }, 0);
  const at = ends([0, 0, -50], [1.01, 0, -50]);
  const pull = new Float64Array(6);
  line.ratesInto(new Float64Array(0), 0, pull, at, new Float64Array(0), 0);
  // EA ε = 2000 · 0.01 = 20 N; approaching with 0.3 m/s, C ε̇ = −15 N; with 0.5 m/s, −25 N.
  expect(pull[0]).toBeCloseTo(20, 9);
  at[END_SIZE + END.v] = -0.3;
  line.ratesInto(new Float64Array(0), 0, pull, at, new Float64Array(0), 0);
  expect(pull[0]).toBeCloseTo(5, 9);
  at[END_SIZE + END.v] = -0.5;
  line.ratesInto(new Float64Array(0), 0, pull, at, new Float64Array(0), 0);
  expect([...pull]).toEqual([0, 0, 0, 0, 0, 0]);
});

test("half in and half out of the water: a level line at the surface weighs m − ρA/2, one above it m, one below m − ρA", () => {
  const weights = [-1, 0, 1].map((depth_m) => {
    const pull = new Float64Array(6);
    // Slack by 10 %: the two half segments of the ends alone push.
    const line = new Line({ ...TETHER, segments: 1, length_m: 10 }, G);
    line.ratesInto(new Float64Array(0), 0, pull, ends([0, 0, depth_m], [9, 0, depth_m], 1026), new Float64Array(0), 0);
    return pull[2]! + pull[5]!;
  });
  const area = 0.25 * Math.PI * 0.0075 ** 2;
  [0.043, 0.043 - 513 * area, 0.043 - 1026 * area].forEach((mass, k) => {
    expect(weights[k]).toBeCloseTo(mass * 10 * G, 10);
  });
});
