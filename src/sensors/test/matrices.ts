/** Rotations written out, apart from the code under test. */
import { cos, sin } from "../../math/index.ts";

export type Matrix = readonly (readonly number[])[];

export const times = (A: Matrix, B: Matrix): number[][] =>
  A.map((row) => B[0]!.map((_, j) => row.reduce((sum, a, k) => sum + a * B[k]![j]!, 0)));

export const apply = (A: Matrix, v: readonly number[]): number[] =>
  A.map((row) => row.reduce((sum, a, k) => sum + a * v[k]!, 0));

export const transpose = (A: Matrix): number[][] => A[0]!.map((_, j) => A.map((row) => row[j]!));

/** R_z(yaw) R_y(pitch) R_x(roll). */
export function rotation(roll: number, pitch: number, yaw: number): number[][] {
  const [c, s] = [cos, sin];
  const X = [
    [1, 0, 0],
    [0, c(roll), -s(roll)],
    [0, s(roll), c(roll)],
  ];
  const Y = [
    [c(pitch), 0, s(pitch)],
    [0, 1, 0],
    [-s(pitch), 0, c(pitch)],
  ];
  const Z = [
    [c(yaw), -s(yaw), 0],
    [s(yaw), c(yaw), 0],
    [0, 0, 1],
  ];
  return times(Z, times(Y, X));
}

export const add = (...vectors: readonly (readonly number[])[]): number[] =>
  vectors[0]!.map((_, i) => vectors.reduce((sum, v) => sum + v[i]!, 0));

export const scaled = (k: number, v: readonly number[]): number[] => v.map((x) => k * x);

/** Largest difference of two lists. */
export const miss = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i]!)));
