import { describe, expect, test } from "vitest";
import { quaternionFromRpyInto } from "../math/index.ts";
import { add, apply, miss, rotation, times, transpose } from "./test/matrices.ts";
import { atRest, CONSTANTS, type Motion, Rig, run, said } from "./test/rig.ts";
import { hasDeviation, mean, variance, Z } from "./test/statistics.ts";

const DEG = Math.PI / 180;
const { magneticDeclination_rad: D, magneticInclination_rad: I, magneticField_T: F } = CONSTANTS;
const m_N = [F * Math.cos(I) * Math.cos(D), F * Math.cos(I) * Math.sin(D), F * Math.sin(I)];
const wrapped = (a: number): number => Math.atan2(Math.sin(a), Math.cos(a));
const AHRS = 'model="ahrs"';

describe("without noise", () => {
  test.each([
    [0, 0, 0],
    [0.4, -0.7, 2],
    [-2.9, 1.3, -3],
    [3.1, -1.5, 3.1],
  ])("roll %s, pitch %s and heading %s come out, with a lag and a correction too, at rest", (roll, pitch, yaw) => {
    for (const more of ["", 'lag_s="0.1" correctionTime_s="20"']) {
      const samples = run(`${AHRS} ${more}`, 1, { motion: () => atRest(roll, pitch, yaw), position_m: [1, 2, 3] });
      for (const { reading } of samples) {
        // Roundings of 1e-15, over the cosine of the pitch, 0.07.
        expect(Math.abs(wrapped(reading[0]! - roll))).toBeLessThan(3e-14);
        expect(Math.abs(reading[1]! - pitch)).toBeLessThan(1e-14);
        expect(Math.abs(wrapped(reading[2]! - yaw))).toBeLessThan(3e-14);
      }
    }
  });

  test.each([
    ["magnetic", [0, 0, 0]],
    ["magnetic", [0.4, -1.1, 2.6]],
    ["gyro", [Math.PI, 0.2, -0.7]],
  ] as const)(
    "on a circle, with a lever arm and mounted turned, it reads the angles of R_NB R_BS: %s north, %j",
    (north, attitude) => {
      const [radius, rate, roll, pitch] = [12, 0.3, 0.2, -0.15];
      const circling = (t: number): Motion => {
        const q = new Float64Array(4);
        quaternionFromRpyInto(q, 0, roll, pitch, rate * t);
        const to_B = transpose(rotation(roll, pitch, rate * t));
        const ahead = [Math.cos(rate * t), Math.sin(rate * t), 0];
        const v = apply(
          to_B,
          ahead.map((x) => radius * rate * x),
        );
        return { ...atRest(0, 0, 0), q: [...q], v, w: apply(to_B, [0, 0, rate]) };
      };
      const samples = run(`${AHRS} north="${north}"`, 21, { motion: circling, position_m: [0.8, -0.3, 0.2], attitude });
      expect(samples).toHaveLength(211);
      for (const { taken_s: t, reading, truth } of samples) {
        const R = times(rotation(roll, pitch, rate * t), rotation(attitude[0], attitude[1], attitude[2]));
        const angles = [Math.atan2(R[2]![1]!, R[2]![2]!), -Math.asin(R[2]![0]!), Math.atan2(R[1]![0]!, R[0]![0]!)];
        // Some thirty roundings, over the cosine of the pitch, above 0.3 here.
        angles.forEach((angle, i) => {
          expect(Math.abs(wrapped(reading[i]! - angle))).toBeLessThan(1e-13);
          expect(Math.abs(wrapped(truth[i]! - angle))).toBeLessThan(1e-13);
        });
      }
    },
  );

  test("besides it reads what an inertial unit at the same place reads, to the bit", () => {
    const motion = (t: number): Motion => ({
      ...atRest(0.1 * t, 0.2, t),
      v: [2, 0.1, 0],
      w: [0.1, 0, 1],
      dw: [0, 1, 0],
    });
    const noise = 'gyroNoise_degps="0.3" accelerometerNoiseDensity_mps2prtHz="0.002" magnetometerNoise_T="5e-8"';
    const options = { motion, position_m: [0.5, 0.1, -0.2], attitude: [0.1, 0.2, 0.3] };
    const all = run(`${AHRS} ${noise}`, 2, options);
    const inertial = run(`model="imu" ${noise}`, 2, options);
    expect(all.map(({ reading }) => reading.slice(3))).toEqual(inertial.map(({ reading }) => reading));
  });

  test("the heading is from magnetic north by the declination that is set in it", () => {
    const motion = () => atRest(0.2, -0.1, 1);
    expect(run(`${AHRS} declination_deg="0"`, 0, { motion })[0]!.reading[2]).toBeCloseTo(1 - D, 14);
    expect(run(`${AHRS} declination_deg="9"`, 0, { motion })[0]!.reading[2]).toBeCloseTo(1 - D + 9 * DEG, 14);
    expect(run(`${AHRS} north="gyro" declination_deg="9"`, 0, { motion })[0]!.reading[2]).toBeCloseTo(1, 14);
  });

  test.each([-2, 0.5, 2.8])(
    "iron deviates the heading %s as the horizontal field says, and neither roll nor pitch",
    (yaw) => {
      const [sample] = run(`${AHRS} hardIron_T="5e-6 2e-6 -4e-6"`, 0, { motion: () => atRest(0, 0, yaw) });
      const m = add(apply(transpose(rotation(0, 0, yaw)), m_N), [5e-6, 2e-6, -4e-6]);
      expect(Math.abs(wrapped(sample!.reading[2]! - (Math.atan2(-m[1]!, m[0]!) + D)))).toBeLessThan(1e-13);
      expect(miss(sample!.reading.slice(0, 2), [0, 0])).toBeLessThan(1e-15);
    },
  );

  test("in a steady turn it lags by τ ω; when the turn begins, the lag grows as 1 − e^(−t/τ)", () => {
    const steady = (t: number): Motion => ({ ...atRest(0, 0, 0.4 * t), w: [0, 0, 0.4] });
    for (const { reading, truth } of run(`${AHRS} lag_s="0.25"`, 2, { motion: steady })) {
      expect(wrapped(reading[2]! - truth[2]!)).toBeCloseTo(-0.1, 13);
    }
    const began = (t: number): Motion =>
      t < 0.95 ? atRest(0, 0, 0) : { ...atRest(0, 0, 0.4 * (t - 0.9)), w: [0, 0, 0.4] };
    for (const { taken_s: t, reading, truth } of run(`${AHRS} lag_s="0.25"`, 2, { motion: began })) {
      const lag = t < 0.95 ? 0 : 0.1 * (1 - Math.exp(-(t - 0.9) / 0.25));
      expect(wrapped(truth[2]! - reading[2]!)).toBeCloseTo(lag, 13);
    }
  });

  test("a steady level turn pulls the roll towards the felt down, atan(u r / g), over the correction time", () => {
    // Turning without changing the heading of the frame is not possible: the filter sees only forces, and so does the oracle.
    const turning = (): Motion => ({ ...atRest(0, 0, 0), v: [2, 0, 0], w: [0, 0, 0.25] });
    const T = 3;
    const lean = Math.atan(0.5 / 9.81);
    for (const { taken_s: t, reading } of run(`${AHRS} correctionTime_s="${T}" north="gyro"`, 12, {
      motion: turning,
    })) {
      // Felt down leans to port: the estimate thinks that starboard is up.
      expect(reading[0]).toBeCloseTo(-lean * (1 - Math.exp(-t / T)), 13);
      expect(reading[1]).toBeCloseTo(0, 13);
      expect(reading[2]).toBeCloseTo(0, 13);
    }
    const knows = run(`${AHRS} north="gyro"`, 1, { motion: turning });
    for (const { reading } of knows) expect(miss(reading.slice(0, 3), [0, 0, 0])).toBeLessThan(1e-15);
  });

  test("and the heading towards the false north of the felt down", () => {
    const turning = (): Motion => ({ ...atRest(0, 0, 0), v: [2, 0, 0], w: [0, 0, 0.25] });
    const samples = run(`${AHRS} correctionTime_s="2"`, 40, { motion: turning });
    const [dx, dy, dz] = [0, -0.5, 9.81] as const;
    const [mx, my, mz] = m_N as [number, number, number];
    const alpha = Math.atan2(-(dy * mz - dz * my), dz * mx - dx * mz);
    // e^(−20) of the 5° are left.
    expect(samples.at(-1)!.reading[2]).toBeCloseTo(D - alpha, 8);
    expect(Math.abs(D - alpha)).toBeGreaterThan(4 * DEG);
  });

  test("steps of 0.05°", () => {
    const [sample] = run(`${AHRS} orientationResolution_deg="0.05"`, 0, { motion: () => atRest(0.1234, -0.2, 1) });
    for (const angle of sample!.reading.slice(0, 3)) {
      const steps = angle / (0.05 * DEG);
      // Of a quotient near 1000.
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-11);
    }
    expect(Math.abs(sample!.reading[0]! - 0.1234)).toBeLessThanOrEqual(0.025 * DEG * (1 + 1e-9));
  });
});

describe("with the errors of a sheet: 0.5° and 1.0° at rest, 2° in motion", () => {
  // Independent errors: they are sampled ten correlation times apart (e^−10), so that n of them count as n.
  const SHEET = `${AHRS} rate_Hz="1" rollPitchError_deg="0.5" headingError_deg="1" dynamicError_deg="2" errorTime_s="0.1"`;
  const errorsOf = (samples: ReturnType<typeof run>, i: number): number[] =>
    samples.slice(5).map(({ reading, truth }) => wrapped(reading[i]! - truth[i]!));

  test.each([
    [0, 0.5],
    [1, 0.5],
    [2, 1],
  ])("angle %i at rest deviates by %s°, over 4 000 samples, at 99.99 %%", (i, degrees) => {
    const x = errorsOf(run(SHEET, 4004, { motion: () => atRest(0.1, 0.2, Math.PI) }), i);
    expect(x).toHaveLength(4000);
    expect(Math.abs(mean(x))).toBeLessThan((Z * degrees * DEG) / Math.sqrt(4000));
    expect(hasDeviation(x, degrees * DEG)).toBe(true);
    expect(hasDeviation(x, 2 * degrees * DEG)).toBe(false);
    expect(hasDeviation(x, 0.5 * degrees * DEG)).toBe(false);
  });

  test("roll, pitch and heading err each by itself: a correlation of n pairs has the deviation 1/√n", () => {
    const samples = run(SHEET, 4004, { motion: () => atRest(0.1, 0.2, 1) });
    for (const [i, j] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const [x, y] = [errorsOf(samples, i), errorsOf(samples, j)];
      const r = mean(x.map((v, k) => v * y[k]!)) / Math.sqrt(variance(x, 0) * variance(y, 0));
      expect(Math.abs(r)).toBeLessThan(Z / Math.sqrt(x.length));
    }
  });

  test.each([0, 1, 2])("angle %i in lively motion deviates by 2°", (i) => {
    const lively = (t: number): Motion => ({ ...atRest(0, 0, t), w: [0, 0, 1] });
    const x = errorsOf(run(SHEET, 4004, { motion: lively }), i);
    expect(hasDeviation(x, 2 * DEG)).toBe(true);
    expect(hasDeviation(x, 4 * DEG)).toBe(false);
    expect(hasDeviation(x, 1 * DEG)).toBe(false);
  });

  test("in between, at half the rate that counts as lively, the variance is a quarter of the way", () => {
    const calm = (): Motion => ({ ...atRest(0, 0, 0), w: [0, 0, 15 * DEG] });
    const x = errorsOf(run(SHEET, 4004, { motion: calm }), 0);
    expect(hasDeviation(x, Math.sqrt(0.25 + (4 - 0.25) / 4) * DEG)).toBe(true);
  });

  test("errors are correlated over errorTime_s: e^(−1) after one such time, at 99.99 %", () => {
    const samples = run(`${AHRS} rate_Hz="1" headingError_deg="1" errorTime_s="1"`, 20_000);
    const x = samples.map(({ reading, truth }) => wrapped(reading[2]! - truth[2]!) / DEG);
    const product = mean(x.slice(1).map((v, k) => v * x[k]!));
    // Of such a mean: at most √(2 (1 + φ²)/(1 − φ²) / n), as for the variance.
    const bound = Z * Math.sqrt((2 * (1 + Math.exp(-2))) / (1 - Math.exp(-2)) / x.length);
    expect(Math.abs(product - Math.exp(-1))).toBeLessThan(bound);
  });

  test("a gyrocompass at latitude 60° deviates by twice the error at the equator", () => {
    const attributes = `${AHRS} rate_Hz="1" north="gyro" magnetometer="false" headingError_deg="0.1" errorTime_s="0.1"`;
    const x = errorsOf(run(attributes, 4004, { latitude_rad: 60 * DEG }), 2);
    expect(hasDeviation(x, 0.2 * DEG)).toBe(true);
    expect(hasDeviation(x, 0.1 * DEG)).toBe(false);
  });

  test("a snapshot keeps all of it, to the bit", () => {
    const motion = (t: number): Motion => ({ ...atRest(0, 0.1, t), w: [0, 0, 1], dv: [0.5, 0, 0] });
    const rig = new Rig(`${SHEET} lag_s="0.3" correctionTime_s="5"`, { motion });
    rig.run(20);
    const snapshot = rig.sim.snapshot();
    const first = rig.run(40).slice(21);
    rig.sim.restore(snapshot);
    expect(rig.run(40).slice(21 + first.length)).toEqual(first);
    expect(first).toHaveLength(20);
  });
});

test("without magnetometers and without a word about north it is a gyrocompass", () => {
  const [sample] = run(`${AHRS} magnetometer="false"`, 0, { motion: () => atRest(0.1, 0.2, 1) });
  // Roundings of a product of quaternions.
  expect(sample!.reading[2]).toBeCloseTo(1, 14);
  expect(said(`${AHRS} magnetometer="false"`)).toEqual([]);
});

test("a magnetic heading without magnetometers is reported, with what to do", () => {
  const found = said(`${AHRS} north="magnetic" magnetometer="false"`);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain("the heading comes from the magnetic field, and there is no magnetometer");
  expect(found[0]).toContain('add north="gyro" for a gyrocompass');
  expect(found[0]).toMatch(/^s\.xml:1:\d+: error/);
});
