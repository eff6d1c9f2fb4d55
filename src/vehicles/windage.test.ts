import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { MOTION, MOTION_SIZE } from "../actuators/index.ts";
import { createModel, type Definition, Definitions, loadComponent, memoryReader } from "../library/index.ts";
import { rotationFromRpyInto } from "../math/index.ts";
import { AIR, AIR_SIZE, ProjectedAreas, projectedAreas, type WindageParams, windage } from "./windage.ts";

const RHO = 1.2;
/** A box of 0.4 m above the deck of something 2 m long, wholly exposed with Bo in the surface. */
const BOX: WindageParams = {
  frontalArea_m2: 0.2,
  lateralArea_m2: 0.5,
  centre_m: [0.1, 0, -0.3],
  height_m: 0.4,
  surgeCoefficient: 0.7,
  swayCoefficient: 0.9,
  yawCoefficient: 0.1,
  length_m: 2,
};

interface Situation {
  readonly rpy?: readonly [number, number, number];
  readonly V?: readonly number[];
  readonly depth_m?: number;
  readonly wind_N?: readonly number[];
}

function motionOf({ rpy = [0, 0, 0], V = [0, 0, 0, 0, 0, 0], depth_m = 0 }: Situation): Float64Array {
  const motion = new Float64Array(MOTION_SIZE);
  rotationFromRpyInto(motion, MOTION.R, ...rpy);
  motion.set(V, MOTION.V);
  // Nothing of the water counts: what would be read by mistake is not a number.
  motion.fill(Number.NaN, MOTION.Vr, MOTION.R);
  motion[MOTION.depth] = depth_m;
  motion[MOTION.density] = Number.NaN;
  return motion;
}

/** The force about Bo; the record of the air lies at an odd place. */
function force(situation: Situation, p: WindageParams = BOX): Float64Array {
  const F = new Float64Array(6);
  const air = new Float64Array(AIR_SIZE + 3);
  air.set(situation.wind_N ?? [0, 0, 0], 3 + AIR.wind);
  air[3 + AIR.density] = RHO;
  new ProjectedAreas(p).addForce(F, motionOf(situation), air, 3);
  return F;
}

function height(situation: Situation, p: WindageParams = BOX): number {
  const out = new Float64Array(2);
  new ProjectedAreas(p).heightInto(out, 1, motionOf(situation));
  return out[1]!;
}

test("10 m/s from ahead push astern with ½ · 1.2 · 0.7 · 0.2 · 100 = 8.4 N, and the bow up with 0.3 m of that", () => {
  const F = force({ wind_N: [-10, 0, 0] });
  expect(F[0]).toBeCloseTo(-8.4, 12);
  expect(F[4]).toBeCloseTo(2.52, 12);
  for (const i of [1, 2, 3, 5]) expect(Math.abs(F[i]!)).toBe(0);
});

test("10 m/s from port push to starboard with ½ · 1.2 · 0.9 · 0.5 · 100 = 27 N, roll to starboard by 0.3 m and yaw by 0.1 m of that", () => {
  const F = force({ wind_N: [0, 10, 0] });
  expect(F[1]).toBeCloseTo(27, 12);
  expect(F[3]).toBeCloseTo(8.1, 12);
  expect(F[5]).toBeCloseTo(2.7, 12);
  for (const i of [0, 2, 4]) expect(Math.abs(F[i]!)).toBe(0);
});

test("wind from 45° on the starboard bow turns a box amidships to port, ½ · 1.2 · 0.1 · 0.5 · 2 · 100 = 6 N·m, away from it", () => {
  const F = force({ wind_N: [-10 * Math.SQRT1_2, -10 * Math.SQRT1_2, 0] }, { ...BOX, centre_m: [0, 0, -0.3] });
  expect(F[5]).toBeCloseTo(-6, 12);
});

test("the force acts at the centre of the areas, wherever it lies: the moment is r × F", () => {
  const [x, y, z] = [0.7, 0.4, -0.3];
  const F = force({ wind_N: [-6, 9, 0] }, { ...BOX, centre_m: [x, y, z], yawCoefficient: 0 });
  const [X = 0, Y = 0, Z, K = 0, M = 0, N = 0] = F;
  expect([X < 0, Y > 0, Z]).toEqual([true, true, 0]);
  expect(K).toBeCloseTo(-z * Y, 12);
  expect(M).toBeCloseTo(z * X, 12);
  expect(N).toBeCloseTo(x * Y - y * X, 12);
});

const speed = uniform(-20, 20);
const rate = uniform(-1, 1);
const angle = uniform(-Math.PI, Math.PI);

test("equals the book's form with angle and coefficients, for a vehicle under way on any heading", () => {
  const p = { ...BOX, centre_m: [0, 0, -0.3] };
  fc.assert(
    fc.property(speed, speed, speed, speed, angle, (u, v, wN, wE, psi) => {
      const F = force({ V: [u, v, 0, 0, 0, 0], rpy: [0, 0, psi], wind_N: [wN, wE, 0] }, p);
      // The wind in B by speed and direction, the relative velocity, its angle.
      const [U, beta] = [Math.hypot(wN, wE), Math.atan2(wE, wN)];
      const [u_rw, v_rw] = [u - U * Math.cos(beta - psi), v - U * Math.sin(beta - psi)];
      const gamma = -Math.atan2(v_rw, u_rw);
      const pressure = 0.5 * RHO * (u_rw ** 2 + v_rw ** 2);
      // Forces of up to 0.6 · 1600 · 0.5 N, in doubles of 1e-16: 1e-10 is far above rounding and finds any wrong sign.
      expect(Math.abs(F[0]! - pressure * -0.7 * Math.cos(gamma) * 0.2)).toBeLessThan(1e-10);
      expect(Math.abs(F[1]! - pressure * 0.9 * Math.sin(gamma) * 0.5)).toBeLessThan(1e-10);
      expect(Math.abs(F[5]! - pressure * 0.1 * Math.sin(2 * gamma) * 0.5 * 2)).toBeLessThan(1e-10);
    }),
    { seed: 11 },
  );
});

test("what moves with the air feels none, and a calm brakes: the force takes energy out of the motion through the air", () => {
  expect([...force({ V: [3, 4, 0, 0, 0, 0], wind_N: [3, 4, 0] })].map(Math.abs)).toEqual([0, 0, 0, 0, 0, 0]);
  fc.assert(
    fc.property(speed, speed, rate, rate, rate, (u, v, p, q, r) => {
      const V = [u, v, 0, p, q, r];
      const F = force({ V }, { ...BOX, yawCoefficient: 0 });
      const power_W = V.reduce((sum, value, i) => sum + value * F[i]!, 0);
      // Products of up to 20 m/s and 500 N cancel: 1e-9 is above their rounding.
      expect(power_W).toBeLessThan(1e-9);
    }),
    { seed: 12 },
  );
});

test("a vehicle that rolls moves its top through still air: p = 1 rad/s at 0.3 m is 0.3 m/s, ½ · 1.2 · 0.9 · 0.5 · 0.09 = 0.0243 N against it", () => {
  const F = force({ V: [0, 0, 0, 1, 0, 0] });
  // Up is −z: rolling to starboard takes the top to starboard, the air pushes it back.
  expect(F[1]).toBeCloseTo(-0.0243, 12);
  expect(F[3]).toBeCloseTo(-0.0243 * 0.3, 12);
});

describe("going under", () => {
  // Bo in the surface: the box stands from 0.1 to 0.5 m above it.
  const abeam = { wind_N: [0, 10, 0] } as const;

  test("0.3 m down, half of the box stands out: half the force, at the middle of what is left, 0.4 m above Bo", () => {
    const F = force({ ...abeam, depth_m: 0.3 });
    expect(F[1]).toBeCloseTo(13.5, 12);
    expect(F[3]).toBeCloseTo(13.5 * 0.4, 12);
    expect(height({ depth_m: 0.3 })).toBeCloseTo(0.1, 12);
  });

  test("at 0.1 m all of it still stands in the wind at 0.2 m, from 0.5 m on nothing", () => {
    expect(force({ ...abeam, depth_m: 0.1 })[1]).toBeCloseTo(27, 12);
    expect(height({ depth_m: 0.1 })).toBeCloseTo(0.2, 12);
    for (const depth_m of [0.5, 0.6, 100]) {
      expect([...force({ ...abeam, depth_m })]).toEqual([0, 0, 0, 0, 0, 0]);
      expect(height({ depth_m })).toBe(0);
    }
  });

  test("upside down the top is in the water; on its side in 0.2 m the box lies as deep as Bo", () => {
    expect(force({ ...abeam, rpy: [Math.PI, 0, 0] })[1]).toBe(0);
    expect(height({ rpy: [Math.PI, 0, 0] })).toBe(0);
    expect(force({ ...abeam, rpy: [Math.PI / 2, 0, 0], depth_m: 0.2 })[1]).toBe(0);
    // Bo 1 m over the water and upside down: the box from 0.5 to 0.9 m above it, below Bo.
    expect(height({ rpy: [Math.PI, 0, 0], depth_m: -1 })).toBeCloseTo(0.7, 12);
    expect(height({ rpy: [Math.PI, 0, 0], depth_m: -0.3 })).toBeCloseTo(0.1, 12);
  });

  test("the force is never larger than with all exposed, and has no jump: a millimetre changes it by at most 1 mm / 0.4 m / cos 60°", () => {
    const heel = uniform(-1, 1);
    const depth = uniform(-0.5, 1);
    fc.assert(
      fc.property(heel, uniform(-0.3, 0.3), depth, (roll, pitch, depth_m) => {
        const at = (depth_m: number) => force({ ...abeam, rpy: [roll, pitch, 0], depth_m });
        const [F, deeper, dry] = [at(depth_m), at(depth_m + 1e-3), at(-10)];
        expect(Math.abs(F[1]!)).toBeLessThanOrEqual(Math.abs(dry[1]!) * (1 + 1e-12));
        // cos 1 rad · cos 0.3 rad = 0.516.
        const step = 1e-3 / (0.4 * 0.516);
        expect(Math.abs(F[1]! - deeper[1]!)).toBeLessThanOrEqual(step * Math.abs(dry[1]!) + 1e-12);
        // The arm is at most 0.5 m and changes by at most half a millimetre over the cosine.
        expect(Math.abs(F[3]! - deeper[3]!)).toBeLessThanOrEqual((0.5 * step + 1e-3) * Math.abs(dry[1]!) + 1e-12);
      }),
      { seed: 13 },
    );
  });

  test("the height is that of the exposed part: from side to side of a heel of 30°, with the box off the middle", () => {
    const p = { ...BOX, centre_m: [0, 0.2, -0.3] };
    // Heeled to starboard the box comes down by 0.2 sin 30° and in by 0.3 (1 − cos 30°).
    const cos = Math.cos(Math.PI / 6);
    expect(height({ rpy: [Math.PI / 6, 0, 0], depth_m: -0.5 }, p)).toBeCloseTo(0.5 - 0.1 + 0.3 * cos, 12);
    // Bow up by 30° a box 0.6 m ahead goes up by 0.3 m.
    const ahead = { ...BOX, centre_m: [0.6, 0, -0.3] };
    expect(height({ rpy: [0, Math.PI / 6, 0], depth_m: -0.5 }, ahead)).toBeCloseTo(0.5 + 0.3 + 0.3 * cos, 12);
    // Half under: its upper end, 0.2 cos 30° above its middle, is the height of which half counts.
    const under = 0.3 * cos - 0.1;
    expect(height({ rpy: [Math.PI / 6, 0, 0], depth_m: under }, p)).toBeCloseTo(0.1 * cos, 12);
  });
});

describe("its element", () => {
  const definitions = (() => {
    const { definitions: made, diagnostics } = Definitions.create([windage, projectedAreas] as readonly Definition[]);
    expect(diagnostics).toEqual([]);
    return made;
  })();
  const load = (attributes: string) => {
    const text = `<windage id="w" ${attributes}><provenance of="*" status="assumed" note="a test"/></windage>`;
    return loadComponent(definitions, memoryReader({ "w.xml": text }), "w.xml");
  };
  const areas = 'frontalArea_m2="0.2" lateralArea_m2="0.5" centre_m="0 0 -0.3" height_m="0.4"';

  test("needs no more than areas and where they are", () => {
    const { component, diagnostics } = load(areas);
    expect(diagnostics).toEqual([]);
    const F = new Float64Array(6);
    createModel(definitions, component!, windage).addForce(F, motionOf({}), Float64Array.of(0, 10, 0, RHO), 0);
    expect(F[1]).toBeCloseTo(0.5 * RHO * 0.9 * 0.5 * 100, 12);
  });

  test.each([
    [areas.replace("0.5", "-0.5"), "lateralArea_m2 = -0.5"],
    [areas.replace('height_m="0.4"', 'height_m="0"'), "height_m = 0"],
    [`${areas} yawCoefficient="0.1"`, "yawCoefficient needs length_m, which is not given"],
    [areas.replace('centre_m="0 0 -0.3"', ""), "centre_m"],
  ])("refuses %s", (attributes, said) => {
    const { component, diagnostics } = load(attributes);
    expect(component).toBeNull();
    expect(diagnostics.map((d) => d.message).join()).toContain(said);
  });
});
