import { expect, test } from "vitest";
import { multiplyQuaternionsInto, quaternionFromRpyInto, rotateInto } from "../../math/index.ts";
import { toRep103 } from "./rep103.ts";

function poseOf(roll: number, pitch: number, yaw: number): Float64Array {
  const pose = Float64Array.of(10, 20, 30, 0, 0, 0, 0);
  quaternionFromRpyInto(pose, 3, roll, pitch, yaw);
  return pose;
}

test("10 m north, 20 m east and 30 m deep is x 20, y 10, z −30; a level body that looks east has no rotation", () => {
  const pose = poseOf(0, 0, Math.PI / 2);
  toRep103(pose);
  expect([...pose.subarray(0, 3)]).toEqual([20, 10, -30]);
  // √½ is rounded, and so are sine and cosine of a quarter turn.
  [1, 0, 0, 0].forEach((value, i) => void expect(pose[3 + i]).toBeCloseTo(value, 15));
});

test("nose up by 0.3 rad, looking north: forward has 0.3 rad of up, and left is west", () => {
  const pose = poseOf(0, 0.3, 0);
  toRep103(pose);
  const out = new Float64Array(3);
  rotateInto(out, 0, pose, 3, Float64Array.of(1, 0, 0), 0);
  [0, Math.cos(0.3), Math.sin(0.3)].forEach((value, i) => void expect(out[i]).toBeCloseTo(value, 15));
  rotateInto(out, 0, pose, 3, Float64Array.of(0, 1, 0), 0);
  [-1, 0, 0].forEach((value, i) => void expect(out[i]).toBeCloseTo(value, 15));
});

test("at any attitude it is half a turn of the world, the attitude, and half a turn of the body", () => {
  const half = Math.SQRT1_2;
  for (const [roll, pitch, yaw] of [
    [0.1, -0.4, 2],
    [-2, 1.2, -0.7],
    [3, 0.2, 3],
  ] as const) {
    const pose = poseOf(roll, pitch, yaw);
    const product = new Float64Array(4);
    multiplyQuaternionsInto(product, 0, Float64Array.of(0, half, half, 0), 0, pose, 3);
    multiplyQuaternionsInto(product, 0, product, 0, Float64Array.of(0, 1, 0, 0), 0);
    toRep103(pose);
    // q and −q are one rotation.
    for (let i = 0; i < 4; i++) expect(pose[3 + i]).toBeCloseTo(-product[i]!, 15);
  }
});
