import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeReader } from "../../test/support/node-reader.ts";
import { uniform } from "../../test/support/uniform.ts";
import { createModel, Definitions, loadComponent, memoryReader } from "../library/index.ts";
import { FIN_DRIVE, FIN_DRIVE_SIZE, FinGroup, type FinModel, fin, finDefinitions, liftSlope } from "./fins.ts";
import { MOTION, MOTION_SIZE } from "./motion.ts";

const { definitions, diagnostics } = Definitions.create(finDefinitions);
const MODELS = ["finite-wing", "papers"] as const;
type ModelName = (typeof MODELS)[number];
const DEG = Math.PI / 180;

const b = 0.1;
const c = 0.08;
const SLOPE = 1 / (1 / (1.8 * Math.PI) + 1 / (2.5 * Math.PI));
const STALL = 20 * DEG;

/** AR_e = 2 b/c = 2.5; stall at 20°; no lag, so that the deflection is the command. */
function element(
  more = "",
  file = `<fin id="f" span_m="${b}" chord_m="${c}" zeroLiftDrag="0.015" stallAngle_deg="20"`,
) {
  return `${file} angleLimit_deg="180" ${more}><provenance of="*" status="assumed"/></fin>`;
}

function load(model: ModelName, text = element()): FinModel {
  const result = loadComponent(definitions, memoryReader({ "f.xml": text }), "f.xml", { models: { fin: model } });
  expect(result.diagnostics.map((d) => d.message)).toEqual([]);
  return createModel(definitions, result.component!, fin);
}

interface Answer {
  readonly Fx: number;
  readonly Fy: number;
  readonly Fz: number;
  readonly My: number;
}

/** Stateless evaluation: the deflection is the command. */
function force(model: FinModel, delta: number, u: number, w = 0, v = 0, density = 1000): Answer {
  const drive = new Float64Array(FIN_DRIVE_SIZE);
  drive[FIN_DRIVE.command] = delta;
  drive.set([u, v, w], FIN_DRIVE.flow);
  drive[FIN_DRIVE.density] = density;
  model.evaluate(drive, new Float64Array(1), 0, new Float64Array(1), 0);
  const [Fx, Fy, Fz, My] = drive.slice(FIN_DRIVE.force, FIN_DRIVE.force + 4);
  return { Fx: Fx!, Fy: Fy!, Fz: Fz!, My: My! };
}

test("the definitions are in order", () => {
  expect(diagnostics).toEqual([]);
});

test("a wing of effective aspect ratio 2.21 has the lift slope 3.117, one of 0.10 × 0.08 m on a hull 3.29", () => {
  const size = { span_m: b, chord_m: c, effectiveAspectRatio: undefined, liftSlope: undefined };
  // Published with four and three digits.
  expect(liftSlope({ ...size, effectiveAspectRatio: 2.21 })).toBeCloseTo(3.117, 3);
  expect(liftSlope(size)).toBeCloseTo(3.29, 2);
  expect(liftSlope({ ...size, liftSlope: 3 })).toBe(3);
});

test.each(["remus100", "taipan300", "taipan2"])("the shipped fin of %s serves both models", (name) => {
  for (const model of MODELS) {
    const file = `components/fins/${name}-fin.xml`;
    const result = loadComponent(definitions, nodeReader(), file, { models: { fin: model } });
    expect(result.diagnostics.map((d) => d.message)).toEqual([]);
    expect(createModel(definitions, result.component!, fin).states).toBe(1);
    expect(result.component!.unread).toEqual([]);
  }
});

test("two fins of the Taipan 300 lift 18.4 N at 10° and 2 m/s: ½ · 1000 · 4 · 0.016 · 3.29 · 0.1745", () => {
  const text = (more: string) =>
    element(more, `<fin id="f" span_m="${b}" chord_m="${c}" zeroLiftDrag="0" stallAngle_deg="25"`);
  // The published figure has three digits. Without deflection limits and drag, lift is all there is along z.
  expect(-2 * force(load("finite-wing", text("")), 10 * DEG, 2).Fz).toBeCloseTo(18.4, 1);
  // Here the coefficient is along the axis of the fin: the lift is its cosine, 18.4 N · cos 10°.
  expect(-2 * force(load("papers", text("")), 10 * DEG, 2).Fz).toBeCloseTo(18.375 * Math.cos(10 * DEG), 1);
});

test("at small angles lift is q S k α up, drag q S (C_D0 + C_L²/(π e AR)) aft", () => {
  const model = load("finite-wing");
  const qS = 0.5 * 1000 * 1.5 ** 2 * b * c;
  for (const alpha of [-0.2, -0.01, 0.05, 0.3]) {
    const C_L = SLOPE * alpha;
    const C_D = 0.015 + C_L ** 2 / (Math.PI * 0.9 * 2.5);
    for (const [delta, u, w] of [
      [alpha, 1.5, 0],
      [0, 1.5 * Math.cos(alpha), 1.5 * Math.sin(alpha)],
    ] as const) {
      const F = force(model, delta, u, w);
      const flow = delta === 0 ? alpha : 0;
      // Lift and drag turned from the flow into S. Products of numbers below 20 N.
      expect(F.Fx).toBeCloseTo(qS * (C_L * Math.sin(flow) - C_D * Math.cos(flow)), 12);
      expect(F.Fz).toBeCloseTo(qS * (-C_L * Math.cos(flow) - C_D * Math.sin(flow)), 12);
      expect(F.Fy).toBe(0);
    }
  }
});

test("the papers' fin is their printed matrix with V₀ squared, about an origin d_a ahead of or behind the axis", () => {
  const l = 0.2;
  const model = load("papers", element(`leadingEdgeFraction="${l}"`));
  const group = new FinGroup([{ model, position_m: [-0.8, 0, 0], attitude_rad: [0, 0, 0] }]);
  const [V0, d_a, rho] = [2, -0.8, 1000];
  for (const delta of [-0.3, -0.1, 0.02, 0.2]) {
    const [C_zs, C_xs] = [SLOPE * delta, 0.015 * Math.cos(delta)];
    const q = 0.5 * rho * b * c * V0 ** 2;
    const Fx = -q * (C_zs * Math.sin(delta) + C_xs * Math.cos(delta));
    const Fz = -q * (C_zs * Math.cos(delta) - C_xs * Math.sin(delta));
    const Mq = Fz * (l * c * Math.cos(delta) - d_a) + Fx * l * c * Math.sin(delta);
    const motion = new Float64Array(MOTION_SIZE);
    motion[MOTION.Vr] = V0;
    motion[MOTION.density] = rho;
    const F = new Float64Array(6);
    group.addForce(F, new Float64Array(1), 0, motion, new Float64Array(1), 0, Float64Array.of(delta), 0);
    // Products of numbers below 20 N.
    expect(F[0]).toBeCloseTo(Fx, 12);
    expect(F[2]).toBeCloseTo(Fz, 12);
    expect(F[4]).toBeCloseTo(Mq, 12);
  }
});

test("force grows with the square of the speed, not with the speed: the erratum to eq. (3)", () => {
  for (const name of MODELS) {
    const model = load(name);
    expect(force(model, 0.1, 2).Fz / force(model, 0.1, 1).Fz).toBeCloseTo(4, 12);
  }
});

const part = uniform(-3, 3);
const turn = uniform(-Math.PI, Math.PI);

test.each(MODELS)(
  "%s: a mirrored flow and deflection give the mirrored force, whatever flows along the span",
  (name) => {
    const model = load(name, element('leadingEdgeFraction="0.2"'));
    fc.assert(
      fc.property(turn, part, part, part, (delta, u, v, w) => {
        const F = force(model, delta, u, w, v);
        const G = force(model, -delta, u, -w, 0);
        expect(Math.abs(F.Fx - G.Fx) + Math.abs(F.Fz + G.Fz) + Math.abs(F.My + G.My)).toBe(0);
      }),
      { seed: 41 },
    );
  },
);

test.each(MODELS)("%s: without flow there is no force, at any deflection", (name) => {
  const model = load(name, element('leadingEdgeFraction="0.2"'));
  for (const delta of [0, 0.2, -2]) {
    const { Fx, Fy, Fz, My } = force(model, delta, 0);
    expect(Math.abs(Fx) + Math.abs(Fy) + Math.abs(Fz) + Math.abs(My)).toBe(0);
  }
});

test.each(MODELS)("%s: the water never does work on a fin: F · v ≤ 0 for flow from anywhere", (name) => {
  const model = load(name);
  fc.assert(
    fc.property(turn, part, part, (delta, u, w) => {
      const { Fx, Fz } = force(model, delta, u, w);
      // Lift and flow are square to each other up to rounding of terms below 100 N · 3 m/s.
      expect(Fx * u + Fz * w).toBeLessThan(1e-12);
    }),
    { seed: 42, numRuns: 500 },
  );
});

test.each(MODELS)(
  "%s: force and moment are continuous all around, through stall and through flow from astern",
  (name) => {
    const model = load(name, element('leadingEdgeFraction="0.2"'));
    const V = 1.5;
    const qS = 0.5 * 1000 * V * V * b * c;
    const step = 1e-4;
    let [worstForce, worstMoment] = [0, 0];
    let F = force(model, 0.1, -V);
    for (let alpha = -Math.PI; alpha < Math.PI; alpha += step) {
      const G = force(model, 0.1, V * Math.cos(alpha + step), V * Math.sin(alpha + step));
      worstForce = Math.max(worstForce, Math.hypot(F.Fx - G.Fx, F.Fz - G.Fz));
      worstMoment = Math.max(worstMoment, Math.abs(F.My - G.My));
      F = G;
    }
    // The steepest slope of a coefficient is that of lift, or of its fall after stall, under 10 per radian.
    expect(worstForce).toBeLessThan(10 * step * qS);
    expect(worstMoment).toBeLessThan(10 * step * qS * 0.2 * c);
  },
);

test("beyond stall a finite wing is a plate: 1.165 q S square to the flow at 90°, less lift than before", () => {
  const model = load("finite-wing");
  const qS = 0.5 * 1000 * b * c;
  const across = force(model, 0, 0, 1);
  expect(across.Fz).toBeCloseTo(-qS * (1.15 + 0.015), 12);
  expect(Math.abs(across.Fx)).toBeLessThan(1e-12);
  const at = (alpha: number): number => -force(model, alpha, 1).Fz / qS;
  expect(at(STALL)).toBeCloseTo(SLOPE * STALL, 12);
  expect(at(1.5 * STALL)).toBeCloseTo(1.15 * Math.sin(1.5 * STALL) * Math.cos(1.5 * STALL), 12);
  expect(at(1.5 * STALL)).toBeLessThan(at(STALL));
  // Going astern it is a plate too: 3° lift C_90 sin 3° cos 3°, and a positive deflection now pushes down.
  expect(force(model, 3 * DEG, -1).Fz / qS).toBeCloseTo(1.15 * Math.sin(3 * DEG) * Math.cos(3 * DEG), 12);
});

test("a deflection follows its command with 1 − 1/e in one lag, and no faster than its rate, no further than its stop", () => {
  const text = element("", `<fin id="f" span_m="0.1" chord_m="0.08" zeroLiftDrag="0" stallAngle_deg="20"`).replace(
    'angleLimit_deg="180"',
    'angleLimit_deg="25" rateLimit_degps="60" lag_s="0.1"',
  );
  for (const name of MODELS) {
    const model = load(name, text);
    expect(model.states).toBe(1);
    const after = (command: number, t_s: number): number => {
      const drive = new Float64Array(FIN_DRIVE_SIZE);
      const x = new Float64Array(1);
      const dx = new Float64Array(1);
      const steps = 10_000;
      drive[FIN_DRIVE.command] = command;
      for (let i = 0; i < steps; i++) {
        model.evaluate(drive, dx, 0, x, 0);
        x[0]! += (t_s / steps) * dx[0]!;
      }
      return x[0]!;
    };
    // 5° need 50°/s at first, below the limit. Explicit Euler is off by 5° / (2 e · 10⁴).
    expect(after(5 * DEG, 0.1)).toBeCloseTo(5 * DEG * (1 - Math.exp(-1)), 5);
    // 25° less 6°, where the lag's own rate falls below 60°/s, are covered at 60°/s: after 0.2 s 12°.
    expect(after(25 * DEG, 0.2)).toBeCloseTo(12 * DEG, 6);
    // Asked for 90°, it stops at 25°: e^-16.8 short of it after 0.317 s at full rate and 1.683 s of lag.
    expect(after(90 * DEG, 2)).toBeCloseTo(25 * DEG, 6);
    // A state beyond the stop is not a deflection.
    const drive = new Float64Array(FIN_DRIVE_SIZE);
    model.evaluate(drive, new Float64Array(1), 0, Float64Array.of(1), 0);
    expect(drive[FIN_DRIVE.deflection]).toBeCloseTo(25 * DEG, 15);
  }
});

test.each([
  ['span_m="0"', "span_m = 0"],
  ['chord_m="0"', "chord_m = 0"],
  ['stallAngle_deg="0"', "stallAngle_deg = 0"],
  ['angleLimit_deg="-5"', "angleLimit_deg = -5"],
  ['rateLimit_degps="60"', "rateLimit_degps needs lag_s, which is not given"],
])("a fin with %s is refused: %s", (attribute, message) => {
  const [name] = attribute.split("=");
  const good = element();
  const text = good.includes(`${name}=`)
    ? good.replace(new RegExp(`${name}="[^"]*"`), attribute)
    : good.replace("<fin", `<fin ${attribute}`);
  const result = loadComponent(definitions, memoryReader({ "f.xml": text }), "f.xml");
  expect(result.diagnostics.map((d) => d.message).join("\n")).toContain(message);
});
