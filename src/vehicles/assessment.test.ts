import { expect, test } from "vitest";
import { FinGroup, ThrusterGroup } from "../actuators/index.ts";
import { SemiImplicitEuler } from "../math/index.ts";
import { type AssessmentInput, assessmentOf } from "./assessment.ts";
import { refusals } from "./assessment-checks.ts";
import { assessmentText } from "./assessment-text.ts";
import { FossenHull } from "./fossen-hull.ts";
import { Hydrostatics } from "./hydrostatics.ts";
import { REXROV_HULL, REXROV_HYDROSTATICS, type RexrovOptions, rexrov } from "./test/rexrov.ts";
import { VehicleSystem } from "./vehicle-system.ts";

function input(options: RexrovOptions = {}): AssessmentInput {
  const density_kgpm3 = options.density_kgpm3 ?? 1025;
  return {
    system: rexrov(options),
    hydrostatics: options.hydrostatics ?? REXROV_HYDROSTATICS,
    density_kgpm3,
    gravity_mps2: 9.81,
  };
}

const sound = assessmentOf({ ...input(), inertia_kgm2: REXROV_HULL.inertia_kgm2, addedMass: REXROV_HULL.addedMass });

test.each([
  [1028, 263.5, "floats"],
  [1025, 209.4, "floats"],
  [1000, -241.4, "sinks"],
])("RexROV in water of %d kg/m³ has a net buoyancy of %d N: it %s", (density_kgpm3, net_N, behaviour) => {
  const { statics } = assessmentOf(input({ density_kgpm3 }));
  // Published with one decimal.
  expect(statics!.netBuoyancy_N).toBeCloseTo(net_N, 1);
  expect(statics!.behaviour).toBe(behaviour);
  expect(statics!.floating === null).toBe(behaviour === "sinks");
});

test("RexROV rights itself with m g BG = 1862.87 · 9.81 · 0.3 = 5482 N·m/rad, in 2.76 s of roll and 3.43 s of pitch", () => {
  const { submerged } = sound.statics!;
  expect(submerged.bg_m).toBe(0.3);
  expect(submerged.stiffness_Nmprad).toBeCloseTo(5482, -0.5);
  // Published with two decimals: 2π √((525.39 + 534.9)/5482), 2π √((794.2 + 842.69)/5482).
  expect(submerged.rollPeriod_s).toBeCloseTo(2.76, 2);
  expect(submerged.pitchPeriod_s).toBeCloseTo(3.43, 2);
  expect(submerged.rest).toEqual({ roll_rad: 0, pitch_rad: -0 });
});

test("at the limits of its thrusters RexROV runs 2.99 m/s ahead and astern, 2.69 sideways, 1.87 up and down", () => {
  const speeds = new Map(sound.speeds!.map((s) => [s.direction, s]));
  // Row sums of the allocation matrix times 2000 N, published as 6935, 7366 and 7710 N, and speeds with two decimals.
  for (const [direction, thrust_N, speed_mps] of [
    ["ahead", 6935, 2.99],
    ["astern", 6935, 2.99],
    ["to starboard", 7366, 2.69],
    ["to port", 7366, 2.69],
    ["down", 7710, 1.87],
    ["up", 7710, 1.87],
  ] as const) {
    expect(Math.abs(speeds.get(direction)!.thrust_N - thrust_N)).toBeLessThan(1);
    expect(Math.abs(speeds.get(direction)!.speed_mps! - speed_mps)).toBeLessThan(0.006);
  }
  // 74.82 u + 748.22 u² = 6934.8 by hand.
  const root = (-74.82 + Math.sqrt(74.82 ** 2 + 4 * 748.22 * speeds.get("ahead")!.thrust_N)) / (2 * 748.22);
  expect(speeds.get("ahead")!.speed_mps).toBeCloseTo(root, 9);
});

test("its mass matrix is positive definite, and no diagnostic is given", () => {
  expect(sound.diagnostics).toEqual([]);
  expect(sound.massEigenvalues![0]).toBeGreaterThan(0);
  // The trace is kept: 3 m + the moments of inertia + the diagonal of the added mass.
  const trace = 3 * 1862.87 + 525.39 + 794.2 + 691.23 + 779.79 + 1222 + 3659.9 + 534.9 + 842.69 + 224.32;
  expect(sound.massEigenvalues!.reduce((sum, x) => sum + x)).toBeCloseTo(trace, 6);
});

test("at rest the shaft lag of 0.05 s bounds the step: 2.785 · 0.05 s for RK4, 2 · 0.05 s for semi-implicit Euler", () => {
  // The next faster mode, pitch and heave, is ten times slower. Differences give λ = −20 to some 1e-8.
  expect(sound.atRest!.steps_s.rk4).toBeCloseTo(2.7853 * 0.05, 4);
  expect(sound.atRest!.steps_s["dormand-prince"]).toBeCloseTo(3.3066 * 0.05, 4);
  expect(sound.atRest!.steps_s["semi-implicit-euler"]).toBeCloseTo(0.1, 4);
});

test("afloat, RexROV heaves with ρ g V/H over m + A33 and lies level", () => {
  const { floating } = sound.statics!;
  const stiffness = (1025 * 9.81 * 1.83826) / 1.6;
  expect(floating!.heavePeriod_s).toBeCloseTo(2 * Math.PI * Math.sqrt((1862.87 + 3659.9) / stiffness), 6);
  expect(Math.abs(floating!.rest!.roll_rad) + Math.abs(floating!.rest!.pitch_rad)).toBeLessThan(1e-9);
  expect(floating!.rest!.depth_m).toBeCloseTo(floating!.waterplane.depth_m, 9);
});

test("a weight 2 cm to starboard and 5 cm ahead heels and trims by the angles of the line from Bcb to Bcm", () => {
  const hydrostatics = { ...REXROV_HYDROSTATICS, cg_B_m: [0.05, 0.02, 0] };
  const { statics } = assessmentOf(input({ hydrostatics }));
  const { rest } = statics!.submerged;
  expect(rest!.roll_rad).toBeCloseTo(Math.atan2(0.02, 0.3), 12);
  expect(rest!.pitch_rad).toBeCloseTo(-Math.atan2(0.05, Math.hypot(0.02, 0.3)), 12);
  // Afloat it settles where force and moment vanish; a hull out of water by 1 % is nearly the submerged one.
  const afloat = statics!.floating!.rest!;
  expect(afloat.roll_rad).toBeGreaterThan(0);
  expect(afloat.pitch_rad).toBeLessThan(0);
});

test("a step beyond the largest stable one is warned of, with the integrator and what it takes", () => {
  const told = (options: RexrovOptions): string[] => assessmentOf(input(options)).diagnostics.map((d) => d.message);
  expect(told({ step_ns: 130_000_000 })).toEqual([]);
  expect(told({ step_ns: 200_000_000 })).toEqual(["a step of 0.2 s is not stable: rk4 takes at most 0.139 s"]);
  expect(told({ step_ns: 110_000_000, integrator: new SemiImplicitEuler(80) })).toEqual([
    "a step of 0.11 s is not stable: semi-implicit-euler takes at most 0.1 s",
  ]);
});

test("a centre of mass above the centre of buoyancy, and a tilt, are warned of", () => {
  const codes = (cg_B_m: readonly number[]): string[] =>
    assessmentOf(input({ hydrostatics: { ...REXROV_HYDROSTATICS, cg_B_m } })).diagnostics.map((d) => d.code);
  expect(codes([0, 0, -0.35])).toContain("VEH007");
  expect(codes([0, 0.1, 0])).toEqual(["VEH008"]);
});

test("a vehicle that nothing drives has no speeds, one that nothing brakes no terminal one", () => {
  const undriven = new VehicleSystem(
    {
      hull: new FossenHull(REXROV_HULL, new Hydrostatics(REXROV_HYDROSTATICS)),
      thrusters: new ThrusterGroup([]),
      fins: new FinGroup([]),
    },
    { path: "hulk", step_ns: 1e7, integrator: rexrov().integrator, gravity_mps2: 9.81, density_kgpm3: 1025 },
  );
  expect(assessmentOf({ ...input(), system: undriven }).speeds).toEqual([]);
  const zero = new Array<number>(36).fill(0);
  const slick = assessmentOf(input({ hull: { ...REXROV_HULL, linearDamping: zero, quadraticDamping: zero } }));
  expect(slick.speeds!.map((s) => s.speed_mps)).toEqual([null, null, null, null, null, null]);
  expect(slick.ahead).toBeNull();
});

test("the text has every figure with its unit", () => {
  const text = assessmentText(sound);
  for (const part of [
    "water                        1025 kg/m³, g = 9.81 m/s²",
    "buoyancy                     18480 N, net +209.4 N: it floats",
    "BG under water               0.3 m, 5482 N·m/rad",
    "rest under water             heel 0°, trim 0°",
    "periods under water          roll 2.763 s, pitch 3.433 s",
    "full speed ahead             2.995 m/s (6935 N at rest)",
    "largest steps at rest        semi-implicit-euler 0.1 s, rk4 0.1393 s, dormand-prince 0.1653 s",
  ]) {
    expect(text).toContain(part);
  }
});

const body = {
  mass6: rexrov().parts.hull.mass6,
  inertia_kgm2: REXROV_HULL.inertia_kgm2,
  addedMass: REXROV_HULL.addedMass,
  hydrostatics: REXROV_HYDROSTATICS,
};
const minus = (matrix: ArrayLike<number>, place: number): Float64Array => {
  const changed = Float64Array.from(matrix);
  changed[place] = -changed[place]!;
  return changed;
};

test.each([
  ["a mass matrix that is negative in heave", { mass6: minus(body.mass6, 14) }, "VEH002", "mostly along heave"],
  ["an inertia that is negative in pitch", { inertia_kgm2: [...minus(body.inertia_kgm2, 4)] }, "VEH003", "along pitch"],
  ["added mass that subtracts in surge", { addedMass: [...minus(body.addedMass, 0)] }, "VEH004", "along surge"],
  [
    "a mass that is not a number",
    { mass6: body.mass6.map((x, k) => (k === 7 ? Number.NaN : x)) },
    "VEH001",
    "sway, sway",
  ],
  [
    "an infinite volume",
    { hydrostatics: { ...REXROV_HYDROSTATICS, volume_m3: Number.POSITIVE_INFINITY } },
    "VEH001",
    "volume_m3 = Infinity is not finite",
  ],
  ["no volume", { hydrostatics: { ...REXROV_HYDROSTATICS, volume_m3: 0 } }, "VEH005", "a volume above 0"],
  ["no mass", { hydrostatics: { ...REXROV_HYDROSTATICS, mass_kg: -1 } }, "VEH005", "a mass above 0"],
  [
    "more volume than its outline",
    { hydrostatics: { ...REXROV_HYDROSTATICS, volume_m3: 7 } },
    "VEH006",
    "volume_m3 = 7 is more than its outline holds, 6.24 m³",
  ],
] as const)("%s is refused", (_, change, code, message) => {
  const found = refusals({ ...body, ...change }, () => null);
  expect(found.map((d) => `${d.severity} ${d.code}`)).toEqual([`error ${code}`]);
  expect(found[0]!.message).toContain(message);
});

test("no added mass in roll is in order, as for every body of revolution", () => {
  const slender = Array.from({ length: 36 }, (_, k) => (k % 7 === 0 && k !== 21 ? 30 : 0));
  expect(refusals({ ...body, addedMass: slender }, () => null)).toEqual([]);
});

test("a refused vehicle gets its reasons, all of them, and no figures", () => {
  const assessment = assessmentOf({
    ...input(),
    addedMass: [...minus(body.addedMass, 0)],
    hydrostatics: { ...REXROV_HYDROSTATICS, volume_m3: 0 },
  });
  expect(assessment.diagnostics.map((d) => d.code)).toEqual(["VEH004", "VEH005"]);
  expect([assessment.statics, assessment.speeds, assessment.atRest, assessment.massEigenvalues]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(assessmentText(assessment)).toContain("error VEH005: volume_m3 = 0");
});
