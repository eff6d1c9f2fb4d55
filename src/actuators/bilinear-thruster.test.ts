import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { ask, thrusterOf } from "./test/thrusters.ts";

const speed = uniform(-150, 150);
const inflow = uniform(-3, 3);

test("T = c1 |ω| ω − c2 |ω| u_a: 0.004 · 100² − 0.05 · 100 · 2 = 30 N, and −50 N astern in the same inflow", () => {
  const model = thrusterOf('model="bilinear" c1="0.004" c2="0.05" maxSpeed_radps="150"');
  expect(ask(model, 100, 2).thrust_N).toBeCloseTo(30, 10);
  expect(ask(model, -100, 2).thrust_N).toBeCloseTo(-50, 10);
});

test("the printed form subtracts c2 u² whatever the shaft does: 0.004 · 100² − 5 · 2² = 20 N, and −20 N at rest", () => {
  const model = thrusterOf('model="bilinear" c1="0.004" c2="5" printedForm="true" maxSpeed_radps="150"');
  expect(ask(model, 100, 2).thrust_N).toBeCloseTo(20, 10);
  expect(ask(model, 0, 2).thrust_N).toBeCloseTo(-20, 10);
  expect(ask(model, 0, -2).thrust_N).toBeCloseTo(20, 10);
});

test("erratum: of the two forms only |ω| u_a equals a linear open-water curve at every shaft speed", () => {
  const D = 0.14;
  const kT0 = 0.4566;
  const kT1 = -0.41737;
  const c1 = (1000 * D ** 4 * kT0) / (4 * Math.PI ** 2);
  const c2 = (-1000 * D ** 3 * kT1) / (2 * Math.PI);
  const bilinear = thrusterOf(`model="bilinear" c1="${c1}" c2="${c2}" maxSpeed_radps="160"`);
  // The printed form, fitted so that it is right at 100 rad/s and 1 m/s.
  const printed = thrusterOf(`model="bilinear" c1="${c1}" c2="${100 * c2}" printedForm="true" maxSpeed_radps="160"`);
  const openWater = thrusterOf(
    `diameter_m="${D}" kT0="${kT0}" kT1="${kT1}" kQ0="0.07" kQ1="-0.05" maxSpeed_radps="160"`,
  );
  fc.assert(
    fc.property(speed, inflow, (w, u) => {
      // Two terms below 300 N cancel; rounding is near 1e-13.
      expect(ask(bilinear, w, u).thrust_N).toBeCloseTo(ask(openWater, w, u).thrust_N, 9);
    }),
    { seed: 3 },
  );
  expect(ask(printed, 100, 1).thrust_N).toBeCloseTo(ask(openWater, 100, 1).thrust_N, 9);
  // Twice the inflow loses twice the thrust on the open-water curve, four times in the printed form.
  const loss = (model: typeof printed, u: number) => ask(model, 100, 0).thrust_N - ask(model, 100, u).thrust_N;
  expect(loss(openWater, 0.2) / loss(openWater, 0.1)).toBeCloseTo(2, 9);
  expect(loss(printed, 0.2) / loss(printed, 0.1)).toBeCloseTo(4, 9);
});

test("the thrust changes sign with shaft speed and inflow together, and rises with the shaft speed where it drives", () => {
  const model = thrusterOf('model="bilinear" c1="0.004" c2="0.05" maxSpeed_radps="150"');
  fc.assert(
    fc.property(speed, inflow, (w, u) => {
      expect(ask(model, -w, -u).thrust_N).toBeCloseTo(-ask(model, w, u).thrust_N, 10);
      // dT/dω = 2 c1 |ω| − sign(ω) c2 u is positive wherever T and ω have one sign.
      const before = ask(model, w, u).thrust_N;
      if (before * w > 0 && Math.abs(w) < 149)
        expect(ask(model, w + Math.sign(w), u).thrust_N * w).toBeGreaterThan(before * w);
    }),
    { seed: 4 },
  );
});

test("astern it gives asternRatio of the thrust, and the torque on the body is −h k T", () => {
  const model = thrusterOf(
    'model="bilinear" c1="0.01" asternRatio="0.8" torqueRatio_m="0.05" handedness="-1" maxSpeed_radps="150"',
  );
  expect(ask(model, -10).thrust_N).toBeCloseTo(-0.8, 12);
  expect(ask(model, 10).torque_Nm).toBeCloseTo(0.05, 12);
});

test("electrical power is idle power and Q ω / η: 2 + 0.05 · 1 · 10 / 0.5 = 3 W; a braking propeller gives nothing back", () => {
  const model = thrusterOf(
    'model="bilinear" c1="0.01" c2="0.05" torqueRatio_m="0.05" motorEfficiency="0.5" idlePower_W="2" maxSpeed_radps="150"',
  );
  expect(ask(model, 10).power_W).toBeCloseTo(3, 12);
  expect(ask(model, -10).power_W).toBeCloseTo(3, 12);
  expect(ask(model, 10, 5).thrust_N).toBeLessThan(0);
  expect(ask(model, 10, 5).power_W).toBe(2);
});
