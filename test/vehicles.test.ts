/**
 * The vehicles that ship, swum: at rest they stay, buoyant they surface and float as their volume says, nothing gives them
 * energy, and the figures that were published of them come out of their files.
 */
import { describe, expect, test } from "vitest";
import { DRIVE, DRIVE_SIZE, ThrusterManager } from "../src/actuators/index.ts";
import { RandomStream, STREAM_WORDS } from "../src/core/index.ts";
import { Definitions, loadComponent, type ParamsOf } from "../src/library/index.ts";
import { Rk4 } from "../src/math/index.ts";
import { shippedDefinitions } from "../src/scenario/index.ts";
import { type hull, STATE, VehicleSystem, vehicleParts } from "../src/vehicles/index.ts";
import { stateOf, swim } from "../src/vehicles/test/bodies.ts";
import { nodeReader } from "./support/node-reader.ts";

const G_MPS2 = 9.81;
const { definitions } = Definitions.create(shippedDefinitions);

type HullParams = Partial<ParamsOf<typeof hull.params>>;

interface Swimmer {
  readonly system: VehicleSystem;
  readonly body: Body;
}

/** What every file says of its hull, whichever model reads it. */
type Body = Required<Pick<HullParams, "mass_kg" | "volume_m3" | "cg_m" | "cb_m" | "shape" | "size_m">>;

/** In still water of a density; without one, of that in which the vehicle neither sinks nor rises. */
function swimmer(name: string, options: { model?: string; density_kgpm3?: number } = {}): Swimmer {
  const models = options.model === undefined ? {} : { hull: options.model };
  const { component } = loadComponent(definitions, nodeReader(), `components/vehicles/${name}.xml`, { models });
  const body = component!.children.find((child) => child.kind === "hull")!.params as unknown as Body;
  const system = new VehicleSystem(vehicleParts(definitions, component!), {
    path: name,
    step_ns: 20_000_000,
    integrator: new Rk4(32),
    gravity_mps2: G_MPS2,
    density_kgpm3: options.density_kgpm3 ?? body.mass_kg / body.volume_m3,
  });
  return { system, body };
}

/** At rest and level at a depth, with the commands at which nothing pushes: 0 but for pulses, whose neutral is 1500 us. */
function restingState({ system }: Swimmer, depth_m: number): Float64Array {
  const x = stateOf(system);
  x[STATE.p + 2] = depth_m;
  const drive = new Float64Array(DRIVE_SIZE);
  drive[DRIVE.density] = 1000;
  system.parts.thrusters.models.forEach((model, k) => {
    drive[DRIVE.thrust] = 0;
    model.invert(drive);
    x[system.commandsAt + system.parts.hull.commands + k] = drive[DRIVE.command]!;
  });
  return x;
}

function rates({ system }: Swimmer, x: Float64Array): Float64Array {
  const dx = new Float64Array(system.size);
  system.derivativesInto(dx, x, 0, Float64Array.of(0));
  return dx;
}

/** F = M ν̇, all forces together. */
function force({ system }: Swimmer, dx: Float64Array): number[] {
  const M = system.parts.hull.mass6;
  return Array.from({ length: 6 }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < 6; j++) sum += M[6 * i + j]! * dx[STATE.V + j]!;
    return sum;
  });
}

/** Direction of gravity in B. */
function down(x: Float64Array): [number, number, number] {
  const [w, a, b, c] = [x[3]!, x[4]!, x[5]!, x[6]!];
  return [2 * (a * c - b * w), 2 * (b * c + a * w), 1 - 2 * (a * a + b * b)];
}

function random(name: string): () => number {
  const stream = new RandomStream({ campaign: 3, run: 1 }, name);
  const words = new Int32Array(STREAM_WORDS);
  return () => 2 * stream.uniform(words) - 1;
}

/** Any attitude, up to 2 m/s and 1 rad/s on each axis. */
function randomMotion(x: Float64Array, draw: () => number): void {
  const q = [draw(), draw(), draw(), draw()];
  const length = Math.hypot(...q);
  for (let i = 0; i < 4; i++) x[STATE.q + i] = q[i]! / length;
  for (let i = 0; i < 6; i++) x[STATE.V + i] = (i < 3 ? 2 : 1) * draw();
}

const names = ["rexrov", "remus100", "remus100-prestero", "taipan300", "taipan2", "bluerov2-heavy"];
/** Every hull of the model "fossen"; the file of the reference model serves it too. */
const fossen: [string, string?][] = [
  ["rexrov"],
  ["taipan300"],
  ["taipan2"],
  ["bluerov2-heavy"],
  ["remus100", "fossen"],
];

describe("trimmed to W = B", () => {
  test.each(names)("%s, level at 50 m and left alone, drifts less than 1e-9 m and rad in 1,000 s", (name) => {
    // In every file the centre of mass is straight below that of buoyancy, so level is the attitude of rest.
    const vehicle = swimmer(name);
    const { cg_m, cb_m } = vehicle.body;
    expect([cg_m[0], cg_m[1]]).toEqual([cb_m[0], cb_m[1]]);
    const x = restingState(vehicle, 50);
    swim(vehicle.system, x, 1000, 0.05);
    // ρ V may miss m by its last bit: 1.1e-13 N on the 107 kg of Taipan 2 with its water are 5.3e-10 m after 1,000 s.
    expect(Math.hypot(x[0]!, x[1]!, x[2]! - 50)).toBeLessThan(1e-9);
    expect(2 * Math.hypot(x[4]!, x[5]!, x[6]!)).toBeLessThan(1e-9);
  });

  test.each(names)("%s, heeled and trimmed by 0.02 rad, never tilts further and comes back", (name) => {
    const vehicle = swimmer(name);
    const x = restingState(vehicle, 50);
    x[STATE.q + 1] = 0.01;
    x[STATE.q + 2] = 0.01;
    const tilts: number[] = [];
    for (let i = 0; i < 100; i++) {
      swim(vehicle.system, x, 0.5, 0.02);
      tilts.push(Math.hypot(down(x)[0], down(x)[1]));
    }
    // A wrong sign of r_g − r_b would turn it over. Least braked is Prestero's, without linear damping: 0.76 after 40 s.
    const first = 0.02 * Math.SQRT2;
    expect(Math.max(...tilts)).toBeLessThan(first);
    expect(Math.max(...tilts.slice(-20))).toBeLessThan(0.8 * first);
  });
});

describe("RexROV", () => {
  const at = (density_kgpm3?: number): Swimmer =>
    swimmer("rexrov", density_kgpm3 === undefined ? {} : { density_kgpm3 });

  test("its eight thrusters push in all directions: rank 6, condition number 2.70, limits as published", () => {
    const manager = new ThrusterManager(at().system.parts.thrusters);
    expect(manager.rank).toBe(6);
    // 2.696 in the facts: half of its last digit.
    expect(Math.abs(manager.condition - 2.696)).toBeLessThan(5e-4);
    const limits = [6935, 7366, 7710, 4212, 8274, 6285];
    limits.forEach((limit, i) => {
      let sum = 0;
      for (let k = 0; k < 8; k++) sum += 2000 * Math.abs(manager.matrix[8 * i + k]!);
      // Printed to 1 N and 1 N·m; N is 6285.4985, hence a little more than half.
      expect(Math.abs(sum - limit)).toBeLessThan(0.51);
    });
  });

  test("its thrusters point as in forward-left-up with y and z turned: 0 is (0.15974, 0.21361, −0.96377)", () => {
    const { matrix } = new ThrusterManager(at().system.parts.thrusters);
    const [a, b, c, s] = [0.15974, 0.21361, 0.96377, Math.SQRT1_2];
    const slanting = [a, -b, c, a, b, c, -a, -b, c, -a, b, c];
    const published = [...slanting, s, s, 0, s, -s, 0, -s, s, 0, -s, -s, 0];
    published.forEach((component, at) => {
      const [k, i] = [Math.floor(at / 3), at % 3];
      // Five digits are printed.
      expect(Math.abs(matrix[8 * i + k]! - (i === 0 ? component : -component))).toBeLessThan(6e-6);
    });
  });

  test("of its products of inertia those with one of y and z change sign: M45 = −1.44 − 10.027, M56 = 2.6 − 1.1162", () => {
    const M = at().system.parts.hull.mass6;
    expect([M[22], M[23], M[29]]).toEqual([-1.44 - 10.027, -33.41 + 21.019, 2.6 - 1.1162]);
  });

  test.each([
    [1.0, 74.82 + 748.22],
    [0.5, 74.82 * 0.5 + 748.22 * 0.25],
  ])("at %s m/s ahead its drag is %s N", (speed_mps, drag_N) => {
    const vehicle = at();
    const x = restingState(vehicle, 50);
    x[STATE.V] = speed_mps;
    // The mass of 2,643 kg is inverted and multiplied back: rounding of 1e-12 N.
    expect(Math.abs(force(vehicle, rates(vehicle, x))[0]! + drag_N)).toBeLessThan(1e-9);
  });

  test.each([
    [1028, 263.5],
    [1025, 209.4],
    [1000, -241.4],
  ])("in water of %s kg/m³ its net buoyancy is %s N", (density_kgpm3, buoyancy_N) => {
    const vehicle = at(density_kgpm3);
    const up_N = -force(vehicle, rates(vehicle, restingState(vehicle, 50)))[2]!;
    expect(Math.abs(up_N - buoyancy_N)).toBeLessThan(0.05); // printed to 0.1 N
  });

  test.each([
    ["roll", 3, 2.76],
    ["pitch", 4, 3.43],
  ] as const)(
    "swings in %s at the period of its stiffness of 1862.87 · 9.81 · 0.3 = 5482 N m/rad",
    (_name, i, printed_s) => {
      const vehicle = at();
      const { mass6, massInverse6 } = vehicle.system.parts.hull;
      const stiffness = 1862.87 * G_MPS2 * 0.3;
      // Facts, from the diagonal alone, to three digits.
      expect(Math.abs(2 * Math.PI * Math.sqrt(mass6[7 * i]! / stiffness) - printed_s)).toBeLessThan(0.005);
      const x = restingState(vehicle, 50);
      x[STATE.q + i - 2] = 0.005;
      // Roll takes sway with it and pitch surge and heave: the other axes are free, so the inertia is 1 / (M⁻¹)_ii.
      const free_s = 2 * Math.PI * Math.sqrt(1 / (massInverse6[7 * i]! * stiffness));
      const measured_s = periodOf(vehicle, x, () => down(x)[i === 3 ? 1 : 0], 0.01, 20);
      // Damping ratios near 0.055 lengthen it by 0.15 %; between roll and pitch the mass couples hardly at all.
      expect(Math.abs(measured_s / free_s - 1)).toBeLessThan(0.003);
    },
  );
});

describe("BlueROV2 Heavy", () => {
  test("its added mass adds: M11 = 13.5 + 6.36 = 19.86 kg", () => {
    expect(swimmer("bluerov2-heavy").system.parts.hull.mass6[0]).toBe(13.5 + 6.36);
  });

  test("full thrust ahead is balanced at the 0.85 m/s at which 13.7 u + 141 u² is the thrust", () => {
    const vehicle = swimmer("bluerov2-heavy");
    const { system } = vehicle;
    const manager = new ThrusterManager(system.parts.thrusters, { proportionalScaling: true });
    expect(manager.rank).toBe(6);
    // Two of the four horizontal ones push astern, 39.91 N at most: 4 · 39.91 N / √2.
    const thrust_N = 4 * 39.91 * Math.SQRT1_2;
    const speed_mps = (-13.7 + Math.sqrt(13.7 * 13.7 + 4 * 141 * thrust_N)) / (2 * 141);
    expect(speed_mps).toBeGreaterThan(0.8); // sold for 1.5 m/s; this set brakes more than others
    expect(speed_mps).toBeLessThan(1.5);

    // Held at that speed until the shafts turn as they are told: in 4 s all but e⁻⁴⁰ of it.
    const x = restingState(vehicle, 50);
    x[STATE.V] = speed_mps;
    manager.allocateInto(x, system.commandsAt, Float64Array.of(1000, 0, 0, 0, 0, 0), 0);
    const held = x.slice(0, STATE.actuators);
    for (let i = 0; i < 200; i++) {
      swim(system, x, 0.02, 0.02);
      x.set(held);
    }
    // The vertical thrusters hold the moment of the low horizontal ones. The table is inverted to 1e-14 of its pulses and the
    // matrix to 1e-15: 1e-9 N is far above both, and far below a wrong sign.
    for (const f of force(vehicle, rates(vehicle, x))) expect(Math.abs(f)).toBeLessThan(1e-9);
  });
});

describe("Taipan 300", () => {
  test("at 1167 rev/min it goes straight ahead at 2 m/s, as its propeller was chosen for", () => {
    const vehicle = swimmer("taipan300");
    const { system } = vehicle;
    const x = restingState(vehicle, 50);
    x[system.commandsAt] = (1167 * 2 * Math.PI) / 60;
    x[STATE.V + 1] = 0.05; // pushed off its course and its attitude a little
    x[STATE.V + 2] = 0.05;
    swim(system, x, 120, 0.02);
    // The straight lines of K_T and K_Q are within 1 % of the B-series at J = 0.69, and thrust goes with the square.
    expect(Math.abs(x[STATE.V]! - 2)).toBeLessThan(0.02);
    expect(Math.hypot(x[STATE.V + 1]!, x[STATE.V + 2]!)).toBeLessThan(1e-5); // what is left of 0.05 m/s after 2 minutes
    // The shaft's 0.266 N m heel it to port against 32 · 9.81 · 0.010 N m/rad: 4.9°, as near as the torque is.
    expect(Math.abs(down(x)[1] + 0.266 / (32 * G_MPS2 * 0.01))).toBeLessThan(0.01 * 0.085);
  });
});

/** Mean time between crossings of zero upwards, of what value() says, over some seconds. */
function periodOf(vehicle: Swimmer, x: Float64Array, value: () => number, h_s: number, seconds: number): number {
  const crossings_s: number[] = [];
  let last = value();
  for (let t_s = 0; t_s < seconds; t_s += h_s) {
    swim(vehicle.system, x, h_s, h_s, t_s);
    const now = value();
    if (last < 0 && now >= 0) crossings_s.push(t_s + (h_s * last) / (last - now));
    last = now;
  }
  expect(crossings_s.length).toBeGreaterThan(2);
  return (crossings_s.at(-1)! - crossings_s[0]!) / (crossings_s.length - 1);
}

/** Part of the volume that is under water when a body of some outline has its keel at a draft, level: closed forms. */
function submergedPart({ shape, size_m }: Body, draft_m: number): number {
  const H = size_m[2]!;
  const R = H / 2;
  if (shape === "box") return draft_m / H;
  if (shape === "ellipsoid") return (draft_m * draft_m * (3 * R - draft_m)) / (4 * R * R * R);
  const angle = Math.acos(1 - draft_m / R); // the segment of a circle
  return (angle - Math.sin(angle) * Math.cos(angle)) / Math.PI;
}

/** Depth of Bo at which m = ρ V_submerged, and the area of the waterplane, from the outline alone. */
function floating(body: Body, density_kgpm3: number): { depth_m: number; area_m2: number; freeboard_m: number } {
  const H = body.size_m[2]!;
  const part = body.mass_kg / (density_kgpm3 * body.volume_m3);
  let low_m = 0;
  let high_m = H;
  for (let i = 0; i < 60; i++) {
    const middle_m = 0.5 * (low_m + high_m);
    if (submergedPart(body, middle_m) < part) low_m = middle_m;
    else high_m = middle_m;
  }
  const step_m = 1e-6 * H;
  const slope = (submergedPart(body, low_m + step_m) - submergedPart(body, low_m - step_m)) / (2 * step_m);
  return { depth_m: low_m - H / 2 - body.cb_m[2]!, area_m2: body.volume_m3 * slope, freeboard_m: H - low_m };
}

/** Vehicles that are light in some water. The reference hull of the REMUS knows no surface; the same body in brine does. */
const buoyant: [string, number, string?][] = [
  ["rexrov", 1028],
  ["bluerov2-heavy", 1025],
  ["taipan300", 1025],
  ["taipan2", 1025],
  ["remus100-prestero", 1030],
  ["remus100", 1036, "fossen"],
];
const floater = (name: string, density_kgpm3: number, model?: string): Swimmer =>
  swimmer(name, model === undefined ? { density_kgpm3 } : { density_kgpm3, model });

describe("at the surface", () => {
  test.each(buoyant)("%s, released at 5 m in %s kg/m³, rises and settles where it displaces its mass", (...which) => {
    const vehicle = floater(...which);
    const { depth_m, area_m2 } = floating(vehicle.body, which[1]);
    const x = restingState(vehicle, 5);
    swim(vehicle.system, x, 10, 0.02);
    expect(x[2]).toBeLessThan(4.9);
    swim(vehicle.system, x, 230, 0.02);
    let sum_m = 0;
    let largest_m = 0;
    for (let i = 0; i < 600; i++) {
      swim(vehicle.system, x, 0.1, 0.02);
      sum_m += x[2]!;
      largest_m = Math.max(largest_m, Math.abs(x[2]! - depth_m));
    }
    // The outline's volume is exact; what bobbing is left averages to less than 0.1 % of the volume over the area of the waterplane.
    expect(Math.abs(sum_m / 600 - depth_m)).toBeLessThan((0.001 * vehicle.body.volume_m3) / area_m2);
    // Quadratic damping alone brakes small heave as 1/t: a few millimetres are left of Prestero's vehicle after 4 minutes.
    expect(largest_m).toBeLessThan(0.005);
    expect(Math.hypot(down(x)[0], down(x)[1])).toBeLessThan(0.01);
  });

  test.each(buoyant)("%s bobs in %s kg/m³ with the period 2π √((m + A33) / (ρ g A_w))", (...which) => {
    const vehicle = floater(...which);
    const { depth_m, area_m2, freeboard_m } = floating(vehicle.body, which[1]);
    const x = restingState(vehicle, depth_m + 0.2 * freeboard_m);
    const ideal_s = 2 * Math.PI * Math.sqrt(vehicle.system.parts.hull.mass6[14]! / (which[1] * G_MPS2 * area_m2));
    const measured_s = periodOf(vehicle, x, () => x[2]! - depth_m, 0.01, 30);
    // Linear damping of ratio 0.13 lengthens the period of the BlueROV2 by 0.8 %, coupling with pitch changes the RexROV's by less;
    // the waterplane of a round hull changes by some per cent over the swing.
    expect(Math.abs(measured_s / ideal_s - 1)).toBeLessThan(0.02);
  });
});

describe("over random motions", () => {
  test.each(names)("%s has finite forces and accelerations, under water, at the surface and above it", (name) => {
    const draw = random(`${name}/finite`);
    for (const density_kgpm3 of [1000, 1030]) {
      const vehicle = swimmer(name, { density_kgpm3 });
      const { system } = vehicle;
      const x = restingState(vehicle, 0);
      for (let i = 0; i < 500; i++) {
        randomMotion(x, draw);
        x[STATE.p + 2] = i % 2 === 0 ? 50 + 50 * draw() : draw();
        for (let k = STATE.actuators; k < system.size; k++) x[k] = 100 * draw();
        for (let k = 0; k < system.commands; k++) x[system.commandsAt + k] = 2000 * draw();
        expect([...rates(vehicle, x)].every(Number.isFinite)).toBe(true);
      }
    }
  });

  test.each(fossen)("nothing feeds %s: neutral, in still water, without commands, it only loses energy", (...which) => {
    const [name, model] = which;
    const vehicle = swimmer(name, model === undefined ? {} : { model });
    const { system, body } = vehicle;
    const weight_N = body.mass_kg * G_MPS2;
    const arm = body.cg_m.map((c, i) => c - body.cb_m[i]!);
    const draw = random(`${name}/energy`);
    const x = restingState(vehicle, 50);
    const M = system.parts.hull.mass6;
    // Kinetic energy of body and water, and what lifting Bcm over Bcb costs: one is traded for the other all the time.
    const energy_J = (): number => {
      let sum = 0;
      for (let i = 0; i < 36; i++) sum += 0.5 * M[i]! * x[STATE.V + Math.floor(i / 6)]! * x[STATE.V + (i % 6)]!;
      return down(x).reduce((total, d, i) => total - weight_N * arm[i]! * d, sum);
    };

    for (let i = 0; i < 200; i++) {
      randomMotion(x, draw);
      const F = force(vehicle, rates(vehicle, x));
      const V = [...x.subarray(STATE.V, STATE.V + 6)];
      const [d1, d2, d3] = down(x);
      const [p, q, r] = V.slice(3) as [number, number, number];
      const turning = [q * d3 - r * d2, r * d1 - p * d3, p * d2 - q * d1]; // −ḋ = ω × d
      const powers_W = [...F.map((f, k) => f * V[k]!), ...turning.map((t, k) => weight_N * arm[k]! * t)];
      const sum_W = powers_W.reduce((a, b) => a + b, 0);
      expect(sum_W).toBeLessThan(0); // what brakes is at least a third of the largest term: far from rounding
    }

    randomMotion(x, draw);
    let last_J = energy_J();
    for (let i = 0; i < 1500; i++) {
      swim(system, x, 0.02, 0.02);
      const now_J = energy_J();
      expect(now_J).toBeLessThan(last_J);
      last_J = now_J;
    }
  });
});
