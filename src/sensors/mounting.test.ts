import { expect, test } from "vitest";
import { quaternionFromRpyInto } from "../math/index.ts";
import { bodyMotion } from "./messages.ts";
import { Mounting } from "./mounting.ts";
import { add, apply, type Matrix, miss, rotation, times, transpose } from "./test/matrices.ts";
import { motionInto } from "./test/rig.ts";

/** A smooth trajectory by itself: place and attitude as functions of time, and everything else by central differences of them. */
const place = (t: number): number[] => [
  2 * Math.sin(0.7 * t),
  1.5 * t + 0.3 * Math.cos(t),
  4 + 0.5 * Math.sin(1.3 * t),
];
const angles = (t: number): number[] => [0.4 * Math.sin(0.9 * t), 0.3 * Math.cos(0.5 * t), 0.8 * t + 0.1 * Math.sin(t)];
const R_NB = (t: number): Matrix => {
  const [roll, pitch, yaw] = angles(t);
  return rotation(roll!, pitch!, yaw!);
};
const h = 1e-3;
const slope = (f: (t: number) => number[], t: number): number[] =>
  // Of fourth order: truncation h⁴ f⁽⁵⁾ / 30.
  f(t + h).map((_, i) => (8 * (f(t + h)[i]! - f(t - h)[i]!) - (f(t + 2 * h)[i]! - f(t - 2 * h)[i]!)) / (12 * h));
const flat = (A: Matrix): number[] => A.flat();

/** ω in B from Rᵀ Ṙ = [ω]×. */
function turnRate(t: number): number[] {
  const dR = slope((s) => flat(R_NB(s)), t);
  const S = times(transpose(R_NB(t)), [dR.slice(0, 3), dR.slice(3, 6), dR.slice(6, 9)]);
  return [S[2]![1]!, S[0]![2]!, S[1]![0]!];
}
const velocity = (t: number): number[] => apply(transpose(R_NB(t)), slope(place, t));

const p_BS = [0.7, -0.4, 0.25];
const mountAngles = [0.5, -0.8, 2.1] as const;
const R_BS = rotation(...mountAngles);
const q_BS = new Float64Array(4);
quaternionFromRpyInto(q_BS, 0, ...mountAngles);
const mounting = new Mounting({ p_BS_m: p_BS, q_BS: [...q_BS] });
const placeOfSensor = (t: number): number[] => add(place(t), apply(R_NB(t), p_BS));
const R_NS = (t: number): Matrix => times(R_NB(t), R_BS);

function motionAt(t: number): Float64Array {
  const q = new Float64Array(4);
  const [roll, pitch, yaw] = angles(t);
  quaternionFromRpyInto(q, 0, roll!, pitch!, yaw!);
  const out = new Float64Array(bodyMotion.size);
  motionInto(out, 0, {
    p: place(t),
    q: [...q],
    v: velocity(t),
    w: turnRate(t),
    dv: slope(velocity, t),
    dw: slope(turnRate, t),
  });
  return out;
}

/** Each value at an odd offset, so that one that is forgotten is found out. */
function taken(f: (out: Float64Array, o: number, motion: Float64Array) => void, t: number, size = 3): number[] {
  const out = new Float64Array(size + 2).fill(7);
  f(out, 1, motionAt(t));
  expect([out[0], out[size + 1]]).toEqual([7, 7]);
  return [...out.slice(1, size + 1)];
}

const INSTANTS = [0, 0.37, 1.9, 5.2];

test.each(INSTANTS)("place and attitude at %s s are those of matrices written out", (t) => {
  // Products of three rotations of numbers up to 10: some ten roundings.
  expect(
    miss(
      taken((o, i, m) => mounting.placeInto(o, i, m), t),
      placeOfSensor(t),
    ),
  ).toBeLessThan(1e-13);
  const q = taken((o, i, m) => mounting.attitudeInto(o, i, m), t, 4);
  const [w, x, y, z] = q as [number, number, number, number];
  const R = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  expect(miss(flat(R), flat(R_NS(t)))).toBeLessThan(1e-14);
});

test.each(INSTANTS)(
  "velocity and turn rate at %s s are the differences of the sensor's own place and attitude",
  (t) => {
    const v = apply(transpose(R_NS(t)), slope(placeOfSensor, t));
    // Differences of fourth order over 1 ms: truncation 1e-12, rounding 1e-15 / 1e-3 of numbers up to 10 = 1e-11.
    expect(
      miss(
        taken((o, i, m) => mounting.velocityInto(o, i, m), t),
        v,
      ),
    ).toBeLessThan(1e-10);
    expect(
      miss(
        taken((o, i, m) => mounting.throughWaterInto(o, i, m), t),
        v,
      ),
    ).toBeLessThan(1e-10);
    const rate = taken((o, i, m) => mounting.rateInto(o, i, m), t);
    expect(miss(rate, apply(transpose(R_BS), turnRate(t)))).toBeLessThan(1e-13);
  },
);

test.each(INSTANTS)(
  "specific force at %s s is the second difference of the sensor's place less gravity, lever arm included",
  (t) => {
    const a_N = slope((s) => slope(placeOfSensor, s), t);
    const f = apply(transpose(R_NS(t)), add(a_N, [0, 0, -9.81]));
    // Differences of differences: rounding 1e-11 / 1e-3.
    expect(
      miss(
        taken((o, i, m) => mounting.forceInto(o, i, m, 9.81), t),
        f,
      ),
    ).toBeLessThan(1e-7);
  },
);

test("a vector of N in the axes of the sensor, by matrices", () => {
  const v = [0.2, -0.5, 0.9];
  const got = taken((o, i, m) => mounting.fromNorthInto(o, i, m, Float64Array.of(0, ...v), 1), 1.3);
  expect(miss(got, apply(transpose(R_NS(1.3)), v))).toBeLessThan(1e-14);
});
