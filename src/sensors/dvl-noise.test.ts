/** The noise of a Doppler velocity log: its covariance is that of the geometry of the beams, and of nothing else. */
import { describe, expect, test } from "vitest";
import { PlaneBottom } from "../environment/geometry/formula-bottoms.ts";
import { Scene } from "../environment/index.ts";
import { SAMPLE } from "./sensor-thing.ts";
import { PingRig, type Reading } from "./test/ping-rig.ts";

const SIGMA = 0.005;
const SAMPLES = 4000;
const pose = { p_NB: [0, 0, 10], v_NB_B: [1.5, -0.3, 0.1], v_FB_B: [1, 0.2, 0] };
const scene = new Scene(new PlaneBottom(50), []);

function pings(attributes: string, seed: number, count = SAMPLES): Reading[] {
  const rig = new PingRig(`waterRange_m="5" ${attributes}`, { scene, seed });
  return Array.from({ length: count }, () => rig.ping(pose));
}

/** Covariance about the known mean. */
function covariance(values: readonly (readonly number[])[], mean: readonly number[]): number[][] {
  return mean.map((mi, i) =>
    mean.map((mj, j) => values.reduce((sum, v) => sum + (v[i] - mi) * (v[j] - mj), 0) / values.length),
  );
}

/**
 * σ² (AᵀA)⁻¹ by hand, beams at 30° with azimuths 45°, 135° …: the columns of A are perpendicular, with squares
 * 4 (½ · ½) · ½ = ½ twice and 4 · ¾ = 3. So diag(2, 2, ⅓) σ².
 */
const EXPECTED = [2, 2, 1 / 3];

/**
 * n s² / σ² is χ² with n degrees of freedom, normal to good accuracy for n = 4000: mean n, deviation √(2n). A correlation of n pairs has
 * the deviation 1/√n. 4.5 deviations either way are passed by chance once in 147,000; with six figures of each test, the
 * confidence is 99.995 %. Seeds are fixed, so that a test that passes goes on passing.
 */
const BOUND = 4.5;

function outsideOf(values: readonly (readonly number[])[], mean: readonly number[], sigma: number): string[] {
  const n = values.length;
  const C = covariance(values, mean);
  return C.flatMap((row, i) =>
    row.slice(0, i + 1).flatMap((c, j) => {
      const scale = sigma ** 2 * Math.sqrt(EXPECTED[i] * EXPECTED[j]);
      const deviation = i === j ? (c / scale - 1) / Math.sqrt(2 / n) : c / scale / Math.sqrt(1 / n);
      return Math.abs(deviation) < BOUND ? [] : [`${i}${j}: ${deviation.toFixed(1)} deviations`];
    }),
  );
}

describe("covariance of 4000 pings", () => {
  const seen = pings(`beamNoise_mps="${SIGMA}" waterNoise_mps="${1.5 * SIGMA}" beamRangeNoise_m="0.1"`, 3);
  const bottom = seen.map(({ velocity }) => velocity);
  const water = seen.map(({ waterVelocity }) => waterVelocity);

  test("over the bottom it is σ² (AᵀA)⁻¹ = diag(2, 2, ⅓) σ²", () => {
    expect(outsideOf(bottom, pose.v_NB_B, SIGMA)).toEqual([]);
  });

  test("through the water the same, of its own σ, and independent of it", () => {
    expect(outsideOf(water, pose.v_FB_B, 1.5 * SIGMA)).toEqual([]);
    const both = bottom.map((v, k) => (v[0] - 1.5) * (water[k][0] - 1));
    const mean = both.reduce((a, b) => a + b, 0) / SAMPLES;
    expect(Math.abs(mean)).toBeLessThan((BOUND * 2 * 1.5 * SIGMA ** 2) / Math.sqrt(SAMPLES));
  });

  test("of ranges it is σ_r² along each beam", () => {
    const r_m = 40 / Math.cos(Math.PI / 6);
    for (let k = 0; k < 4; k++) {
      const sum = seen.reduce((squares, { ranges }) => squares + (ranges[k] - r_m) ** 2, 0);
      const deviations = (sigma_m: number): number => Math.abs(sum / sigma_m ** 2 - SAMPLES) / Math.sqrt(2 * SAMPLES);
      expect(deviations(0.1)).toBeLessThan(BOUND);
      for (const wrong of [0.05, 0.2]) expect(deviations(wrong)).toBeGreaterThan(BOUND);
    }
  });

  test.each([0.5, 2])("these tests would notice noise of %d times its size", (factor) => {
    const wrong = pings(`beamNoise_mps="${factor * SIGMA}" waterNoise_mps="${factor * 1.5 * SIGMA}"`, 3);
    const all = ["00", "11", "22"];
    const found = (list: string[]): string[] => list.map((text) => text.slice(0, 2)).filter((at) => at[0] === at[1]);
    expect(
      found(
        outsideOf(
          wrong.map(({ velocity }) => velocity),
          pose.v_NB_B,
          SIGMA,
        ),
      ),
    ).toEqual(all);
    expect(
      found(
        outsideOf(
          wrong.map(({ waterVelocity }) => waterVelocity),
          pose.v_FB_B,
          1.5 * SIGMA,
        ),
      ),
    ).toEqual(all);
  });
});

test("with a dropout of 0.2 a ping has k beams as often as the binomial says, and a lock with three or four", () => {
  const count = 5000;
  const seen = pings('beamDropout="0.2"', 5, count);
  const beams = seen.map(({ ranges }) => ranges.filter((r) => !Number.isNaN(r)).length);
  const choose = [1, 4, 6, 4, 1];
  for (let k = 0; k <= 4; k++) {
    const p = choose[k] * 0.8 ** k * 0.2 ** (4 - k);
    const times = beams.filter((n) => n === k).length;
    // Binomial: deviation √(n p (1 − p)); 4.5 of them, as above. The least expected count is 8, where the tail is still below 1e-4.
    expect(Math.abs(times - count * p)).toBeLessThan(4.5 * Math.sqrt(count * p * (1 - p)));
  }
  seen.forEach(({ quality }, i) => {
    expect(quality).toBe(beams[i] >= 3 ? SAMPLE.valid : SAMPLE.invalid);
  });
});

test("bias, scale and misalignment are drawn once for a run, and are the same for both velocities", () => {
  const attributes = 'velocityTurnOnBias_mps="0.01" velocityScaleError="0.002" velocityMisalignment_deg="1"';
  const [first, second] = pings(attributes, 9, 2);
  expect(second.velocity).toEqual(first.velocity);
  expect(Math.abs(first.velocity[0] - 1.5)).toBeGreaterThan(1e-6);
  // What is added to v is linear in v: a rig at rest shows the bias, two unlike velocities the same matrix.
  const rig = new PingRig(`waterRange_m="5" ${attributes}`, { scene, seed: 9 });
  const same = rig.ping({ ...pose, v_FB_B: pose.v_NB_B });
  expect(same.waterVelocity).toEqual(same.velocity);
  expect(same.velocity).toEqual(first.velocity);
});
