import { describe, expect, test } from "vitest";
import { allanDeviation, allanOfWhiteNoise, quaternionFromRpyInto } from "../math/index.ts";
import { add, apply, type Matrix, miss, rotation, scaled, times, transpose } from "./test/matrices.ts";
import { atRest, CONSTANTS, type Motion, Rig, run, said } from "./test/rig.ts";
import { chiSquareBounds, hasDeviation, mean, Z } from "./test/statistics.ts";

const DEG = Math.PI / 180;
const IMU = 'model="imu" rate_Hz="20"';

/** The earth's field of the rig, written out. */
const { magneticDeclination_rad: D, magneticInclination_rad: I, magneticField_T: F } = CONSTANTS;
const m_N = [F * Math.cos(I) * Math.cos(D), F * Math.cos(I) * Math.sin(D), F * Math.sin(I)];

describe("without noise", () => {
  /**
   * Bo goes round a circle of radius r with the rate Ω, x along its path, with a constant roll and pitch; the sensor at p_BS goes round the
   * same centre, on a circle of its own: a = −Ω² times its horizontal distance from it, whatever its place.
   */
  const r = 12;
  const rate = 0.3;
  const [roll, pitch] = [0.2, -0.15];
  const yaw = (t: number): number => rate * t + Math.PI / 2;
  const R_NB = (t: number): Matrix => rotation(roll, pitch, yaw(t));
  const centre = [3, -2, 10];
  const place = (t: number): number[] => [3 + r * Math.cos(rate * t), -2 + r * Math.sin(rate * t), 10];

  function circling(t: number): Motion {
    const q = new Float64Array(4);
    quaternionFromRpyInto(q, 0, roll, pitch, yaw(t));
    const R = transpose(R_NB(t));
    const v_N = [-r * rate * Math.sin(rate * t), r * rate * Math.cos(rate * t), 0];
    // Everything is constant in B: the components of v and ω do not change.
    return { p: place(t), q: [...q], v: apply(R, v_N), w: apply(R, [0, 0, rate]), dv: [0, 0, 0], dw: [0, 0, 0] };
  }

  test.each([
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    [
      [0.8, -0.3, 0.2],
      [0.4, -1.1, 2.6],
    ],
    [
      [-25, 4, -3],
      [Math.PI, 0.2, -0.7],
    ],
  ] as const)("gyro and accelerometer at %j, turned by %j, on a circle", (position_m, attitude) => {
    const samples = run(IMU, 5, { motion: circling, position_m, attitude });
    expect(samples).toHaveLength(101);
    const R_BS = rotation(...(attitude as unknown as [number, number, number]));
    for (const { taken_s: t, reading, truth, valid } of samples) {
      const R_SN = transpose(times(R_NB(t), R_BS));
      const arm = add(place(t), apply(R_NB(t), position_m), scaled(-1, centre));
      const a_N = [-rate * rate * arm[0]!, -rate * rate * arm[1]!, 0];
      const expected = [...apply(R_SN, [0, 0, rate]), ...apply(R_SN, add(a_N, [0, 0, -9.81])), ...apply(R_SN, m_N)];
      expect(valid).toBe(1);
      // Some thirty roundings of numbers up to 10; 1e-9 is what is asked for, and 1e-13 what is due.
      expect(miss(reading, expected)).toBeLessThan(1e-13);
      expect(truth).toEqual(reading);
    }
  });

  test("an angular acceleration acts on the lever arm: ω̇ × p at rest", () => {
    const motion = (): Motion => ({ ...atRest(0, 0, 0), dw: [0.1, -0.2, 0.3] });
    const [{ reading }] = run(IMU, 0, { motion, position_m: [1, 2, 3] }) as unknown as [{ reading: readonly number[] }];
    // [0.1 −0.2 0.3] × [1 2 3] = [−0.2·3 − 0.3·2, 0.3·1 − 0.1·3, 0.1·2 + 0.2·1] = [−1.2, 0, 0.4]
    expect(miss(reading.slice(3, 6), [-1.2, 0, 0.4 - 9.81])).toBeLessThan(1e-14);
  });

  test.each([
    [0, 0, 0],
    [0.3, 0, 1],
    [-2.5, 1.2, -3],
    [3, -1.5, 2.2],
  ])("the magnetometer at roll %s, pitch %s, yaw %s, by matrices", (roll_, pitch_, yaw_) => {
    const [{ reading }] = run(IMU, 0, { motion: () => atRest(roll_, pitch_, yaw_) }) as unknown as [
      { reading: number[] },
    ];
    // A dozen roundings of 5e-5.
    expect(miss(reading.slice(6), apply(transpose(rotation(roll_, pitch_, yaw_)), m_N))).toBeLessThan(1e-19);
  });

  test("iron: hard iron adds a vector in S, soft iron multiplies; the truth stays that of the earth", () => {
    const iron = 'hardIron_T="1e-6 -2e-6 3e-6" softIron="1.1 0.02 0 0 0.9 -0.03 0.01 0 1"';
    const [sample] = run(`${IMU} ${iron}`, 0, { motion: () => atRest(0.1, 0.2, 0.3) });
    const earth = apply(transpose(rotation(0.1, 0.2, 0.3)), m_N);
    const W = [
      [1.1, 0.02, 0],
      [0, 0.9, -0.03],
      [0.01, 0, 1],
    ];
    expect(miss(sample!.reading.slice(6), add(apply(W, earth), [1e-6, -2e-6, 3e-6]))).toBeLessThan(1e-19);
    expect(miss(sample!.truth.slice(6), earth)).toBeLessThan(1e-19);
  });

  test("a unit without magnetometers reads NaN there, and all else as before", () => {
    const [sample] = run(`${IMU} magnetometer="false"`, 0, { motion: circling });
    const [other] = run(IMU, 0, { motion: circling });
    expect(sample!.reading).toEqual([...other!.reading.slice(0, 6), NaN, NaN, NaN]);
    expect(sample!.truth.slice(6)).toEqual([NaN, NaN, NaN]);
  });

  test("beyond its range it reads the limit, once with an event", () => {
    const rig = new Rig(`${IMU} gyroMin_degps="-10" gyroMax_degps="10"`, { motion: circling });
    const samples = rig.run(1);
    for (const { reading } of samples) {
      // 0.3 rad/s is 17 °/s: the z axis is beyond, and reads 10 °/s.
      expect(reading[2]).toBeCloseTo(10 * DEG, 15);
    }
    expect(rig.events).toEqual(["range: what it measures is outside its range"]);
  });
});

describe("with noise", () => {
  const NOISY =
    `model="imu" rate_Hz="100" gyroNoiseDensity_degpsprtHz="0.05" accelerometerNoiseDensity_mps2prtHz="0.002"
    magnetometerNoise_T="5e-8"`.replace(/\n\s+/, " ");
  const samples = run(NOISY, 100);
  const errors = (i: number): number[] => samples.map(({ reading, truth }) => reading[i]! - truth[i]!);
  const n = samples.length;
  // σ = N √f of (5).
  const sigmas = [0.05 * DEG * 10, 0.002 * 10, 5e-8];

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])("mean and deviation of value %i over 10 001 samples, at 99.99 %%", (i) => {
    const x = errors(i);
    const sigma = sigmas[Math.floor(i / 3)]!;
    expect(n).toBe(10_001);
    expect(Math.abs(mean(x))).toBeLessThan((Z * sigma) / Math.sqrt(n));
    expect(hasDeviation(x, sigma)).toBe(true);
    // The test of the test.
    expect(hasDeviation(x, 2 * sigma)).toBe(false);
    expect(hasDeviation(x, sigma / 2)).toBe(false);
  });

  test.each([0, 2, 4])(
    "the Allan deviation of value %i is N / √T, at 99.99 %%, and of no noise twice or half as large",
    (i) => {
      const N = i < 3 ? 0.05 * DEG : 0.002;
      for (const m of [1, 10, 100]) {
        const [low, high] = chiSquareBounds(n / m - 1);
        const ratio = (k: number): number => (allanDeviation(errors(i), m) / allanOfWhiteNoise(k * N, m / 100)) ** 2;
        expect(ratio(1)).toBeGreaterThan(low);
        expect(ratio(1)).toBeLessThan(high);
        expect(ratio(2)).toBeLessThan(low);
        expect(ratio(0.5)).toBeGreaterThan(high);
      }
    },
  );

  test("a snapshot keeps all of it: what is run again after restoring is the same, to the bit", () => {
    const rig = new Rig(`${NOISY} gyroRandomWalk_degpsprts="0.01" accelerometerBiasInstability_mps2="0.01"`);
    rig.run(1);
    const snapshot = rig.sim.snapshot();
    const first = rig.run(2).slice(101);
    rig.sim.restore(snapshot);
    const again = rig.run(2).slice(101 + first.length);
    expect(first).toHaveLength(100);
    expect(again).toEqual(first);
  });
});

describe("what is wrong is reported with its place", () => {
  test.each([
    ['gyroMin_degps="5" gyroMax_degps="-5"', "gyroMin_degps = 5 is not below gyroMax_degps = -5"],
    [
      'accelerometerMin_mps2="-1" accelerometerMax_mps2="1" accelerometerResolution_mps2="3"',
      "accelerometerResolution_mps2 = 3 is coarser than the range of 2",
    ],
    ['gyroNoiseDensity_degpsprtHz="-1"', "gyroNoiseDensity_degpsprtHz = -1"],
    ['hardIron_T="1 0"', "hardIron_T"],
  ])("%s", (attributes, message) => {
    const found = said(`model="imu" ${attributes}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
    expect(found[0]).toMatch(/^s\.xml:1:\d+: error/);
  });
});
