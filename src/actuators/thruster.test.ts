import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeReader } from "../../test/support/node-reader.ts";
import { createModel, Definitions, loadComponent, memoryReader } from "../library/index.ts";
import { actuatorDefinitions, type ThrusterModel, thruster } from "./index.ts";

const { definitions, diagnostics } = Definitions.create(actuatorDefinitions);

const file = `<thruster id="t" diameter_m="0.2" kT0="0.4" kT1="-0.5" kQ0="0.05" kQ1="-0.04" shaftLag_s="0.25" maxSpeed_rps="20">
  <provenance of="*" status="assumed"/>
</thruster>`;
const p = { D: 0.2, kT0: 0.4, kT1: -0.5, kQ0: 0.05, kQ1: -0.04, lag_s: 0.25 };

function load(models: Record<string, string> = {}, reader = memoryReader({ "t.xml": file }), name = "t.xml") {
  const result = loadComponent(definitions, reader, name, { models });
  expect(result.diagnostics.map((d) => d.message)).toEqual([]);
  const component = result.component!;
  return { component, model: createModel(definitions, component, thruster) };
}

function force(model: ThrusterModel, n_rps: number, inflow_mps: number, density_kgpm3 = 1000): Float64Array {
  const F_To_T = new Float64Array(6);
  model.addForce(F_To_T, 0, Float64Array.of(n_rps), 0, n_rps, inflow_mps, density_kgpm3);
  return F_To_T;
}

test("the room's definitions are in order", () => {
  expect(diagnostics).toEqual([]);
});

test("at rest, ρ D⁴ k_T0 n² = 1000 · 0.0016 · 0.4 · 100 = 64 N ahead and ρ D⁵ k_Q0 n² = 1.6 N·m to port", () => {
  const F_To_T = force(load().model, 10, 0);
  expect(F_To_T[0]).toBeCloseTo(64, 10);
  expect(F_To_T[3]).toBeCloseTo(-1.6, 10);
});

test("the propeller equals the textbook forms with J wherever J exists", () => {
  const { model } = load();
  const speed_rps = fc.double({ min: 0.5, max: 20, noNaN: true });
  const inflow_mps = fc.double({ min: 0, max: 3, noNaN: true });
  fc.assert(
    fc.property(speed_rps, inflow_mps, (n, u) => {
      const J = u / (n * p.D);
      const F_To_T = force(model, n, u);
      const T_N = 1000 * p.D ** 4 * (p.kT0 + p.kT1 * J) * n * Math.abs(n);
      const Q_Nm = 1000 * p.D ** 5 * (p.kQ0 + p.kQ1 * J) * n * Math.abs(n);
      // Two terms below 1 kN cancel, rounding is near 1e-13 N; 1e-9 leaves room and still finds a wrong factor.
      expect(Math.abs(F_To_T[0] - T_N)).toBeLessThan(1e-9);
      expect(Math.abs(F_To_T[3] + Q_Nm)).toBeLessThan(1e-9);
    }),
    { seed: 7 },
  );
});

test("asked for 35 rev/s, the shaft covers 1 − 1/e of the 20 it can do in one time constant", () => {
  const { model } = load();
  const steps = 10_000;
  const h_s = p.lag_s / steps;
  const x = new Float64Array(1);
  const dx = new Float64Array(1);
  for (let i = 0; i < steps; i++) {
    model.stateRatesInto(dx, 0, x, 0, 35);
    x[0] += h_s * dx[0];
  }
  // Explicit Euler is off by 20 / (2 e · 10⁴) ≈ 4e-4 rev/s; toBeCloseTo(…, 3) allows 5e-4.
  expect(x[0]).toBeCloseTo(20 * (1 - Math.exp(-1)), 3);
});

test("one file serves both models, each listing what it leaves unread, and at rest they agree", () => {
  const fine = load();
  const coarse = load({ thruster: "static" });
  expect(fine.component.unread).toEqual([]);
  expect(coarse.component.unread).toEqual(["kT1", "kQ0", "kQ1", "shaftLag_s"]);
  expect([fine.model.stateSize, coarse.model.stateSize]).toEqual([1, 0]);
  expect(force(coarse.model, -12, 0)[0]).toBeCloseTo(force(fine.model, -12, 0)[0], 10);
  expect(force(coarse.model, 50, 0)[0]).toBeCloseTo(64 * 4, 10); // 20 rev/s at most
});

test("the shipped REMUS 100 propeller gives 116.3 N at rest and 45.78 N at 2.5 m/s behind a wake of 0.944, 1525 rev/min", () => {
  const { model } = load({}, nodeReader(), "components/thrusters/remus100-propeller.xml");
  const n_rps = 1525 / 60;
  // Published figures have four digits, and use a density of 1026 kg/m³.
  expect(force(model, n_rps, 0, 1026)[0]).toBeCloseTo(116.3, 1);
  expect(force(model, n_rps, 0.944 * 2.5, 1026)[0]).toBeCloseTo(45.78, 1);
});
