import { expect, test } from "vitest";
import { ModelBuilder, Simulation, thingSite } from "../../engine/index.ts";
import { flowAt } from "../test/flow-probe.ts";
import { PROCESS_SIZE } from "./first-order-process.ts";
import { GaussMarkovCurrent, type GaussMarkovParameters } from "./gauss-markov-current.ts";
import type { JoinedFlow } from "./joined-flow.ts";

const parameters: GaussMarkovParameters = {
  velocity_mps: [0.3, -0.1, 0],
  deviations: [0.1, 0.2, 0],
  correlationTime_s: 5,
  updateRate_Hz: 1,
};

function world(change: Partial<GaussMarkovParameters> = {}, seed = 1, others: readonly string[] = []) {
  const builder = new ModelBuilder({ campaign: seed, run: 0 });
  for (const path of others) new GaussMarkovCurrent(parameters).join(thingSite(builder, path));
  const flow = new GaussMarkovCurrent({ ...parameters, ...change }).join(thingSite(builder, "sea/current"));
  return { flow, sim: new Simulation(builder.build()) };
}

/** What the flow is at the run's own instant. */
function now(flow: JoinedFlow, sim: Simulation) {
  flow.lookAt?.(sim.reals);
  return flowAt(flow, [1, 2, 3], sim.now_ns / 1e9);
}

/** North and east of the velocity, less its mean, second by second. */
function series(count: number, change: Partial<GaussMarkovParameters> = {}): number[][] {
  const { flow, sim } = world(change);
  return Array.from({ length: count }, (_, k) => {
    sim.runUntil(k * 1e9);
    const [n, e, d] = now(flow, sim).velocity;
    return [n! - 0.3, e! + 0.1, d!];
  });
}

const COUNT = 20000;
const PHI = Math.exp(-1 / 5);

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const covariance = (a: readonly number[], lag: number, b = a): number =>
  mean(a.slice(0, a.length - lag).map((x, k) => x * b[k + lag]!));

test("mean, deviation and autocorrelation are those of the process, within four standard errors of 20,000 draws", () => {
  const found = series(COUNT);
  [0.1, 0.2].forEach((sigma, c) => {
    const v = found.map((row) => row[c]!);
    // Of the mean: σ √((1 + φ)/(1 − φ)/N).
    expect(Math.abs(mean(v))).toBeLessThan(4 * sigma * Math.sqrt((1 + PHI) / (1 - PHI) / COUNT));
    // Of the variance: σ² √(2 (1 + φ²)/(1 − φ²)/N).
    const error = sigma ** 2 * Math.sqrt((2 * (1 + PHI ** 2)) / (1 - PHI ** 2) / COUNT);
    expect(Math.abs(covariance(v, 0) - sigma ** 2)).toBeLessThan(4 * error);
    // e^(−lag/τ), the errors of which are at most those of the variance.
    for (const lag of [1, 5, 15]) {
      expect(Math.abs(covariance(v, lag) - sigma ** 2 * Math.exp(-lag / 5))).toBeLessThan(4 * error);
    }
  });
  expect(found.every((row) => row[2] === 0)).toBe(true);
  const cross = covariance(
    found.map((row) => row[0]!),
    0,
    found.map((row) => row[1]!),
  );
  // Independent components: 0 within σ₁ σ₂ √((1 + φ²)/(1 − φ²)/N), four times.
  expect(Math.abs(cross)).toBeLessThan(4 * 0.02 * Math.sqrt((1 + PHI ** 2) / (1 - PHI ** 2) / COUNT));
});

test("the discretisation is exact: with ten updates per second a second still has the correlation e^(−1/τ)", () => {
  const v = series(5000, { updateRate_Hz: 10 }).map((row) => row[0]! / 0.1);
  // As above, for 5,000 values, on the scale of the deviation.
  const error = Math.sqrt((2 * (1 + PHI ** 2)) / (1 - PHI ** 2) / 5000);
  expect(Math.abs(covariance(v, 0) - 1)).toBeLessThan(4 * error);
  expect(Math.abs(covariance(v, 1) - PHI)).toBeLessThan(4 * error);
});

test("the first two values are drawn from the same distribution: over 2,000 seeds their deviation is σ, their correlation φ", () => {
  const [first, second] = [0, 1].map((t_s) =>
    Array.from({ length: 2000 }, (_, seed) => {
      const { flow, sim } = world({}, seed);
      sim.runUntil(t_s * 1e9);
      return (now(flow, sim).velocity[1]! + 0.1) / 0.2;
    }),
  ) as [number[], number[]];
  // σ² has the standard error √(2/N) = 0.032, a correlation at most that.
  expect(Math.abs(covariance(first, 0) - 1)).toBeLessThan(4 * 0.032);
  expect(Math.abs(covariance(second, 0) - 1)).toBeLessThan(4 * 0.032);
  expect(Math.abs(covariance(first, 0, second) - PHI)).toBeLessThan(4 * 0.032);
});

test("between updates the velocity is a straight line whose slope is the rate, and it has no jump at an update", () => {
  const { flow, sim } = world({ updateRate_Hz: 3 });
  for (let k = 1; k <= 60; k++) {
    const instant_ns = Math.round((k * 1e9) / 3);
    sim.runUntil(instant_ns - 100_000_000);
    const early = now(flow, sim);
    sim.runUntil(instant_ns - 1);
    const before = now(flow, sim);
    sim.runUntil(instant_ns);
    const after = now(flow, sim);
    for (let c = 0; c < 2; c++) {
      // Rates are up to 0.5 m/s² here, times 1 ns, and rounding.
      expect(Math.abs(after.velocity[c]! - before.velocity[c]!)).toBeLessThan(1e-9);
      expect(early.velocity[c]! + 0.099999999 * early.rate[c]!).toBeCloseTo(before.velocity[c]!, 12);
      expect(before.rate[c]).toBe(early.rate[c]);
    }
    expect(after.gradient.flat().every((x) => x === 0)).toBe(true);
  }
});

test("the same seed gives the same current, another seed another, and other currents beside it change nothing", () => {
  const at = (seed: number, others: readonly string[] = []): number[] => {
    const { flow, sim } = world({}, seed, others);
    sim.runUntil(17_300_000_000);
    return [...now(flow, sim).velocity];
  };
  expect(at(4)).toEqual(at(4));
  expect(at(5)).not.toEqual(at(4));
  expect(at(4, ["sea/other", "lake"])).toEqual(at(4));
});

test("a fork goes on with the same bits, and one source serves both runs", () => {
  const { flow, sim } = world();
  sim.runUntil(7_200_000_000);
  const other = sim.fork();
  sim.runUntil(40_100_000_000);
  const expected = now(flow, sim);
  expect(now(flow, other)).not.toEqual(expected);
  other.runUntil(40_100_000_000);
  expect(now(flow, other)).toEqual(expected);
  // And the two numbers of its sequence of events: the process keeps nothing else.
  expect(sim.reals.length).toBe(PROCESS_SIZE + 2);
});

test("asked before it knows whose state to look at, it says so", () => {
  expect(() => flowAt(world().flow, [0, 0, 0])).toThrow("sea/current was asked before lookAt");
});

test("a process without a correlation time, or without a deviation for each component, is refused", () => {
  expect(() => world({ correlationTime_s: 0 })).toThrow("a correlation time of 0 s");
  expect(() => world({ deviations: [0.1, 0.2] })).toThrow("2 deviations");
});
