import { expect, test } from "vitest";
import { MOTION, MOTION_SIZE } from "../actuators/index.ts";
import { quaternionFromRpyInto, rotateInverseInto, rotationFromQuaternionInto } from "../math/index.ts";
import { CONTACT_FORCE, CONTACT_FORCE_SIZE, ContactForce } from "./contact-force.ts";

/** Force and torque on the body in B from a block at x[2 ..], added to ones. */
function pushed(block: Float64Array, rpy: readonly number[]): number[] {
  const q = new Float64Array(4);
  quaternionFromRpyInto(q, 0, rpy[0], rpy[1], rpy[2]);
  const motion = new Float64Array(MOTION_SIZE);
  rotationFromQuaternionInto(motion, MOTION.R, q, 0);
  const x = new Float64Array(2 + CONTACT_FORCE_SIZE);
  x.set(block, 2);
  const F = new Float64Array(6).fill(1);
  new ContactForce().addForce(F, new Float64Array(0), 0, motion, x, 0, new Float64Array(0), 0, 2);
  return [...F].map((value) => value - 1);
}

const FORCE = [30, -40, 120];
const TORQUE = [5, 7, -11];

function block(active: number): Float64Array {
  const out = new Float64Array(CONTACT_FORCE_SIZE);
  out[CONTACT_FORCE.active] = active;
  out.set(FORCE, CONTACT_FORCE.force_N);
  out.set(TORQUE, CONTACT_FORCE.torque_N);
  out[CONTACT_FORCE.impulse] = 1e6;
  return out;
}

test("a force given in N acts in B as the attitude turns it: level and heading east, north is to port", () => {
  // 30 N north is −30 N along y; −40 N east is −40 N along x.
  const expected = [-40, -30, 120, 7, -5, -11];
  pushed(block(1), [0, 0, Math.PI / 2]).forEach((value, k) => {
    expect(value).toBeCloseTo(expected[k], 12);
  });
});

test("at any attitude it is the vector in N seen from B, and the sum of impulses pushes nothing", () => {
  const rpy = [0.5, -0.8, 2.1];
  const q = new Float64Array(4);
  quaternionFromRpyInto(q, 0, rpy[0], rpy[1], rpy[2]);
  const seen = new Float64Array(6);
  rotateInverseInto(seen, 0, q, 0, Float64Array.from(FORCE), 0);
  rotateInverseInto(seen, 3, q, 0, Float64Array.from(TORQUE), 0);
  pushed(block(1), rpy).forEach((value, k) => {
    expect(value).toBeCloseTo(seen[k], 11);
  });
});

test("what is not active does nothing", () => {
  expect(pushed(block(0), [0.5, -0.8, 2.1])).toEqual([0, 0, 0, 0, 0, 0]);
});
