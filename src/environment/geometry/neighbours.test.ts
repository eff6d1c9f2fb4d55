import { expect, test } from "vitest";
import { integrateQuaternionInto, rotateInto } from "../../math/index.ts";
import { NEIGHBOUR, NEIGHBOUR_SIZE, neighbours } from "../messages.ts";
import { rayOf } from "../test/rays.ts";
import { MovedSurfaces } from "./moved-surfaces.ts";
import { Neighbours } from "./neighbours.ts";
import { Box, Sphere } from "./primitives.ts";
import {
  BODY_OBJECTS,
  BOTTOM_OBJECT,
  bodyObject,
  HIT,
  HIT_SIZE,
  NO_OBJECT,
  noHitInto,
  vehicleOfObject,
} from "./ray.ts";

const O = [0, 0, 0];
const Q = [1, 0, 0, 0];

/** A message of vehicles: index, p, q, v, w. */
function told(...records: readonly (readonly number[])[]): Float64Array {
  const message = new Float64Array(neighbours.size);
  message[neighbours.at.count] = records.length;
  records.forEach((record, k) => {
    message.set(record, neighbours.at.records + NEIGHBOUR_SIZE * k);
  });
  return message;
}

test("one hit collects the nearest of what was met before and of the vehicles told, and says which vehicle it is", () => {
  const bodies = [
    new MovedSurfaces([new Sphere(O, 2)]),
    new MovedSurfaces([]),
    new MovedSurfaces([new Box(O, O, [2, 2, 2])]),
  ];
  const near = new Neighbours(bodies);
  const hit = new Float64Array(HIT_SIZE);
  const ray = rayOf(O, [1, 0, 0]);
  noHitInto(hit, 0);
  expect(near.castInto(hit, 0, ray, 0)).toBe(false); // nothing was told
  near.take(told([0, 20, 0, 0, ...Q, ...O, ...O], [2, 10, 0, 0, ...Q, ...O, ...O]), 0);
  expect(near.castInto(hit, 0, ray, 0)).toBe(true);
  expect([hit[HIT.distance], hit[HIT.object]]).toEqual([9, bodyObject(2)]);
  // A bottom at 5 m is nearer.
  hit[HIT.distance] = 5;
  hit[HIT.object] = BOTTOM_OBJECT;
  expect(near.castInto(hit, 0, ray, 0)).toBe(false);
  expect(hit[HIT.object]).toBe(BOTTOM_OBJECT);
  // What is told next replaces it.
  near.take(told([0, 20, 0, 0, ...Q, ...O, ...O]), 0);
  noHitInto(hit, 0);
  near.castInto(hit, 0, ray, 0);
  expect([hit[HIT.distance], vehicleOfObject(hit[HIT.object])]).toEqual([19, 0]);
});

test("objects of vehicles are none of obstacles, bottom or nothing", () => {
  expect([NO_OBJECT, BOTTOM_OBJECT, 0, BODY_OBJECTS - 1].map(vehicleOfObject)).toEqual([-1, -1, -1, -1]);
  expect([0, 1, 999].map((vehicle) => vehicleOfObject(bodyObject(vehicle)))).toEqual([0, 1, 999]);
});

test("the velocity of a point of a body is the derivative of its place as the body moves and turns", () => {
  const v = [1, -2, 0.5];
  const w_N = Float64Array.of(0.3, -0.2, 0.4);
  const q = Float64Array.of(0.5, 0.5, -0.5, 0.5);
  const near = new Neighbours([new MovedSurfaces([new Sphere(O, 2)])]);
  near.take(told([0, 3, 4, 5, ...q, ...v, ...w_N]), 0);
  const out = new Float64Array(3);
  const arm_B = Float64Array.of(2, 1, -3);
  const w_B = new Float64Array(3);
  // R_BN w_N: the conjugate turns back.
  rotateInto(w_B, 0, Float64Array.of(q[0], -q[1], -q[2], -q[3]), 0, w_N, 0);
  const place = (t_s: number): number[] => {
    const turned = new Float64Array(4);
    const arm = new Float64Array(3);
    integrateQuaternionInto(turned, 0, q, 0, w_B, 0, t_s);
    rotateInto(arm, 0, turned, 0, arm_B, 0);
    return [3, 4, 5].map((x, i) => x + v[i] * t_s + arm[i]);
  };
  expect(near.velocityInto(out, 0, bodyObject(0), Float64Array.from(place(0)), 0)).toBe(true);
  // A central difference is off by w³ |arm| h² / 6 = 0.54³ · 3.7 · 1e-8 / 6 = 1e-9 m/s, rounding is 1e-15 / h = 1e-11.
  const h = 1e-4;
  const [before, after] = [place(-h), place(h)];
  out.forEach((speed, i) => {
    expect(Math.abs(speed - (after[i] - before[i]) / (2 * h))).toBeLessThan(1e-8);
  });
  expect(near.velocityInto(out, 0, bodyObject(1), new Float64Array(3), 0)).toBe(false);
  expect(near.velocityInto(out, 0, BOTTOM_OBJECT, new Float64Array(3), 0)).toBe(false);
  expect(NEIGHBOUR.w_NB_N_radps + 3).toBe(NEIGHBOUR_SIZE);
});
