import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../test/support/uniform.ts";
import { MOTION, MOTION_SIZE } from "../actuators/index.ts";
import { rotationFromRpyInto } from "../math/index.ts";
import { Hydrostatics, type HydrostaticsParameters } from "./hydrostatics.ts";
import { type HullShape, shapeVolume_m3 } from "./immersion.ts";

const RHO = 1025;
const G = 9.81;

function motionAt(depth_m: number, roll_rad = 0, pitch_rad = 0, yaw_rad = 0): Float64Array {
  const motion = new Float64Array(MOTION_SIZE);
  rotationFromRpyInto(motion, MOTION.R, roll_rad, pitch_rad, yaw_rad);
  motion[MOTION.depth] = depth_m;
  motion[MOTION.density] = RHO;
  motion[MOTION.gravity] = G;
  return motion;
}

function forceAt(body: Hydrostatics, depth_m: number, roll_rad = 0, pitch_rad = 0, yaw_rad = 0): Float64Array {
  const F_Bo_B = new Float64Array(6);
  body.addForce(F_Bo_B, motionAt(depth_m, roll_rad, pitch_rad, yaw_rad));
  return F_Bo_B;
}

/** A solid that displaces its whole outline, with the origin in its middle. */
function solid(shape: HullShape, size_m: readonly number[], more: Partial<HydrostaticsParameters> = {}): Hydrostatics {
  const volume_m3 = shapeVolume_m3(shape, size_m);
  return new Hydrostatics({
    mass_kg: 0.5 * RHO * volume_m3,
    volume_m3,
    cg_B_m: [0, 0, 0],
    cb_B_m: [0, 0, 0],
    shape,
    size_m,
    ...more,
  });
}

/** Up-thrust alone, as a volume. */
function displaced_m3(body: Hydrostatics, depth_m: number): number {
  return (body.parameters.mass_kg * G - forceAt(body, depth_m)[2]!) / (RHO * G);
}

const L = 2;
const W = 0.8;
const H = 0.5;

test("a box of 300 kg floats with the draft m/(ρ L W) = 300/(1025 · 1.6) m", () => {
  const box = solid("box", [L, W, H], { mass_kg: 300 });
  const plane = box.waterplane(RHO, G)!;
  // Bisection ends at the last bit of the depth; the fraction has a few roundings.
  expect(Math.abs(plane.depth_m + H / 2 - 300 / (RHO * L * W))).toBeLessThan(1e-14);
});

test("heave stiffness of a floating box is ρ g L W, its metacentric heights KB + BM − KG", () => {
  const [xg, yg, zg] = [0, 0, 0.1];
  const box = solid("box", [L, W, H], { mass_kg: 300, cg_B_m: [xg, yg, zg] });
  const plane = box.waterplane(RHO, G)!;
  const draft_m = 300 / (RHO * L * W);
  // Heights above the keel; B lies at half the draft, BM = I / V with I = L W³/12.
  const kg_m = H / 2 - zg;
  const gmRoll_m = draft_m / 2 + (L * W ** 3) / 12 / (L * W * draft_m) - kg_m;
  const gmPitch_m = draft_m / 2 + (W * L ** 3) / 12 / (L * W * draft_m) - kg_m;
  // Central differences with a step of 1e-4: relative error 1e-8 from curvature, 1e-11 from rounding.
  expect(Math.abs(plane.heaveStiffness_Npm / (RHO * G * L * W) - 1)).toBeLessThan(1e-9);
  expect(Math.abs(plane.rollMetacentricHeight_m / gmRoll_m - 1)).toBeLessThan(1e-6);
  expect(Math.abs(plane.pitchMetacentricHeight_m / gmPitch_m - 1)).toBeLessThan(1e-6);
});

test("the righting moment of a wall-sided box heeled by φ is W (GM + BM/2 tan²φ) sin φ until its deck is wet", () => {
  // The displaced volume stays the same while the box turns about the middle of its waterplane: half draft, Bo there.
  const box = solid("box", [L, W, H]);
  const weight_N = box.parameters.mass_kg * G;
  const BM = W ** 2 / 12 / (H / 2);
  const GM = BM - H / 4;
  for (const phi of [0.01, 0.1, 0.3, 0.5]) {
    const arm_m = (GM + (BM / 2) * Math.tan(phi) ** 2) * Math.sin(phi);
    // tan 0.5 · 0.4 m = 0.22 m of 0.25 m of freeboard. Exact but for some ten roundings of lengths below 1 m.
    expect(Math.abs(forceAt(box, 0, phi)[3]! + weight_N * arm_m)).toBeLessThan(1e-14 * weight_N);
  }
});

test("a box heaves without damping with the period 2π √((m + A)/(ρ g L W))", () => {
  const [mass_kg, added_kg] = [300, 250];
  const box = solid("box", [L, W, H], { mass_kg });
  const rest_m = box.waterplane(RHO, G)!.depth_m;
  const period_s = 2 * Math.PI * Math.sqrt((mass_kg + added_kg) / (RHO * G * L * W));
  // Leapfrog from an amplitude of 2 cm; from the first to the third passage of the waterline.
  const h_s = period_s / 4000;
  const acceleration = (z: number): number => forceAt(box, z)[2]! / (mass_kg + added_kg);
  let z = rest_m + 0.02;
  let w = -0.5 * h_s * acceleration(z);
  let t_s = 0;
  const passages: number[] = [];
  w += h_s * acceleration(z);
  while (passages.length < 3) {
    const before = z - rest_m;
    z += h_s * w;
    t_s += h_s;
    const after = z - rest_m;
    if (before > 0 !== after > 0) passages.push(t_s - (h_s * after) / (after - before));
    w += h_s * acceleration(z);
  }
  // Leapfrog's own error is (ω h)²/24 = 1e-7, that of the interpolation less.
  expect(Math.abs((passages[2]! - passages[0]!) / period_s - 1)).toBeLessThan(1e-3);
});

test("a submerged body heeled by φ is righted by m g BG sin φ, and rests where the centre of gravity is lowest", () => {
  const body = solid("cylinder", [1.9, 0.15, 0.15], { mass_kg: 32, volume_m3: 32 / RHO, cg_B_m: [0, 0, 0.01] });
  for (const phi of [-2, -0.3, 0.001, 1]) {
    const F = forceAt(body, 20, phi);
    // One product of numbers near 300 N.
    expect(Math.abs(F[3]! + 32 * G * 0.01 * Math.sin(phi))).toBeLessThan(1e-13);
    expect(Math.hypot(F[0]!, F[1]!, F[2]!)).toBeLessThan(1e-12);
  }
  expect(forceAt(body, 20, 0, 0.2)[4]).toBeCloseTo(-32 * G * 0.01 * Math.sin(0.2), 12);
});

test("a horizontal cylinder displaces L (R² acos(1 − h/R) − (R − h) √(2 R h − h²)) at the immersion h", () => {
  const R = 0.1;
  const body = solid("cylinder", [2, 2 * R, 2 * R]);
  for (let h = 0.01; h < 2 * R; h += 0.01) {
    const segment_m2 = R * R * Math.acos(1 - h / R) - (R - h) * Math.sqrt(2 * R * h - h * h);
    // The same function by another formula; both have a few roundings of the whole.
    expect(Math.abs(displaced_m3(body, h - R) - 2 * segment_m2) / body.parameters.volume_m3).toBeLessThan(1e-14);
  }
});

test("a sphere displaces π h² (3 R − h)/3 at the immersion h, at any attitude", () => {
  const R = 0.5;
  const body = solid("ellipsoid", [2 * R, 2 * R, 2 * R], { mass_kg: 0 });
  const volume_m3 = body.parameters.volume_m3;
  for (let h = 0.05; h < 2 * R; h += 0.05) {
    const cap_m3 = (Math.PI * h * h * (3 * R - h)) / 3;
    for (const [roll, pitch] of [
      [0, 0],
      [0.5, 0.4],
      [1.2, -0.8],
    ]) {
      const F = forceAt(body, h - R, roll, pitch);
      const seen_m3 = Math.hypot(F[0]!, F[1]!, F[2]!) / (RHO * G);
      // A few roundings of the whole, of volume and of moment: a sphere has no righting moment.
      expect(Math.abs(seen_m3 - cap_m3) / volume_m3).toBeLessThan(1e-14);
      expect(Math.hypot(F[3]!, F[4]!, F[5]!)).toBeLessThan(1e-14 * RHO * G * volume_m3 * R);
    }
  }
});

test("above the water a bar on its edge shows a right prism, and a cube on its corner a right pyramid", () => {
  // A square bar 1 m long whose diagonal stands upright: the part above the height y over the water is a right prism.
  const bar = solid("box", [1, 0.4, 0.4], { mass_kg: 0 });
  const top_m = 0.2 * Math.SQRT2;
  for (const y of [0.05, 0.1, 0.2]) {
    const F = forceAt(bar, y, Math.PI / 4);
    const dry = (top_m - y) ** 2 / 0.16;
    expect(Math.abs(Math.hypot(F[0]!, F[1]!, F[2]!) / (RHO * G * 0.16) - (1 - dry))).toBeLessThan(1e-14);
  }
  // A cube on its corner: the corner that looks out has the edges √3 e, volume (√3 e)³ / 6 with e its height.
  const cube = solid("box", [0.4, 0.4, 0.4], { mass_kg: 0 });
  const pitch = -Math.asin(1 / Math.sqrt(3));
  for (const e of [0.01, 0.1, 0.2]) {
    const F = forceAt(cube, 0.2 * Math.sqrt(3) - e, Math.PI / 4, pitch);
    const dry = (Math.sqrt(3) * e) ** 3 / 6 / 0.064;
    // Differences of fourth powers over products of three spreads: some twenty roundings.
    expect(Math.abs(Math.hypot(F[0]!, F[1]!, F[2]!) / (RHO * G * 0.064) - (1 - dry))).toBeLessThan(2e-14);
  }
});

test("an upright cylinder displaces π R² times its draft, and one that leans keeps it until an end is wet or dry", () => {
  const R = 0.1;
  const body = solid("cylinder", [2, 2 * R, 2 * R], { mass_kg: 0 });
  for (const pitch of [Math.PI / 2, 1.4, 1.2]) {
    // The plane cuts the axis 0.3 m from the middle: the part below is π R² (1 + 0.3) whatever the lean.
    const F = forceAt(body, 0.3 * Math.sin(pitch), 0, pitch);
    expect(Math.abs(Math.hypot(F[0]!, F[1]!, F[2]!) / (RHO * G * Math.PI * R * R) - 1.3)).toBeLessThan(1e-13);
  }
});

test("where a cylinder's axis becomes level the formula changes, by less than 1e-8 of force and of force times length", () => {
  const [R, half] = [0.1, 1];
  const body = solid("cylinder", [2 * half, 2 * R, 2 * R], { mass_kg: 0 });
  const scale_N = RHO * G * body.parameters.volume_m3;
  // The bound of immersion.ts: half |sin pitch| = 2e-4 R, from either side.
  const bound = Math.asin((2e-4 * R) / half);
  for (let z = -1.001 * R; z < 1.001 * R; z += R / 400) {
    const [above, below] = [forceAt(body, z, 0.3, bound * (1 + 1e-9)), forceAt(body, z, 0.3, bound * (1 - 1e-9))];
    for (let k = 0; k < 6; k++) expect(Math.abs(above[k]! - below[k]!)).toBeLessThan(1e-8 * scale_N);
  }
});

const angle = uniform(-3.1, 3.1);

test("at any attitude and depth the volume is that of the shape: counted with 2·10⁴ points, within 0.3 %", () => {
  // Points of Halton's sequence: the count is off by some 0.2 % of the volume. Sums of cells were off by up to 1 %.
  const radicalInverse = (i: number, base: number): number => {
    let [result, digit] = [0, 1 / base];
    for (let rest = i; rest > 0; rest = Math.floor(rest / base), digit /= base) result += digit * (rest % base);
    return result;
  };
  const cube = Array.from({ length: 20_000 }, (_, i) => [2, 3, 5].map((base) => 2 * radicalInverse(i + 1, base) - 1));
  const inside: Readonly<Record<HullShape, (p: number[]) => boolean>> = {
    box: () => true,
    cylinder: ([, y, z]) => y! * y! + z! * z! < 1,
    ellipsoid: ([x, y, z]) => x! * x! + y! * y! + z! * z! < 1,
  };
  const shape = fc.constantFrom<HullShape>("box", "cylinder", "ellipsoid");
  fc.assert(
    fc.property(shape, angle, angle, uniform(-0.6, 0.6), (s, roll, pitch, depth_m) => {
      const size_m = [1.2, 0.5, 0.4];
      const body = solid(s, size_m, { mass_kg: 0 });
      const motion = motionAt(depth_m, roll, pitch);
      const points = cube.filter(inside[s]);
      const wet = points.filter(
        (p) =>
          depth_m + p.reduce((sum, x, axis) => sum + (motion[MOTION.R + 6 + axis]! * x * size_m[axis]!) / 2, 0) > 0,
      );
      const F = forceAt(body, depth_m, roll, pitch);
      const part = Math.hypot(F[0]!, F[1]!, F[2]!) / (RHO * G * body.parameters.volume_m3);
      expect(Math.abs(part - wet.length / points.length)).toBeLessThan(0.003);
    }),
    { seed: 31, numRuns: 60 },
  );
});

test("force and moment are the gradient of the potential: by central differences, for heave, roll and pitch", () => {
  const shape = fc.constantFrom<HullShape>("box", "cylinder", "ellipsoid");
  fc.assert(
    fc.property(shape, angle, angle, uniform(-0.7, 0.7), (s, roll, pitch, depth_m) => {
      const body = solid(s, [1.2, 0.5, 0.4], { cg_B_m: [0.02, -0.01, 0.05], cb_B_m: [0.1, 0.02, -0.03] });
      const scale_N = body.parameters.mass_kg * G;
      const motion = motionAt(depth_m, roll, pitch, 0.7);
      const F = new Float64Array(6);
      body.addForce(F, motion);
      const R = motion.slice(MOTION.R, MOTION.R + 9);
      const e = 1e-5;
      /** Bo moved by e along axis k of B (k < 3), or the body turned by e about it. */
      const moved = (k: number, by: number): number => {
        const other = motion.slice();
        if (k < 3) other[MOTION.depth]! += by * R[6 + k]!;
        else {
          // Third row of R exp(S(ω)): d + d × ω, to second order.
          const w = [0, 0, 0];
          w[k - 3] = by;
          const turn = (d: number[]): number[] => [
            d[1]! * w[2]! - d[2]! * w[1]!,
            d[2]! * w[0]! - d[0]! * w[2]!,
            d[0]! * w[1]! - d[1]! * w[0]!,
          ];
          const d = [...R.slice(6, 9)];
          const first = turn(d);
          const second = turn(first);
          for (let a = 0; a < 3; a++) other[MOTION.R + 6 + a] = d[a]! + first[a]! + second[a]! / 2;
        }
        return body.potential_J(other);
      };
      for (let k = 0; k < 6; k++) {
        const slope = (moved(k, e) - moved(k, -e)) / (2 * e);
        // Differences of U round by 1e-16 of U over 2e-5, third derivatives of U by e² = 1e-10 of it: 1e-10 is seen.
        expect(Math.abs(F[k]! + slope)).toBeLessThan(1e-8 * scale_N);
      }
    }),
    { seed: 32, numRuns: 100 },
  );
});

test("a closed path through the surface, heaving, rolling and pitching at once, yields no work", () => {
  for (const shape of ["box", "cylinder", "ellipsoid"] as const) {
    const body = solid(shape, [1.2, 0.5, 0.4], { cg_B_m: [0.02, -0.01, 0.05] });
    const work = (steps: number): { net_J: number; gross_J: number } => {
      let [net_J, gross_J] = [0, 0];
      for (let i = 0; i < steps; i++) {
        const s = (2 * Math.PI * (i + 0.5)) / steps;
        const [z, zRate] = [0.05 + 0.25 * Math.sin(s), 0.25 * Math.cos(s)];
        const [roll, rollRate] = [0.3 + 0.9 * Math.cos(s), -0.9 * Math.sin(s)];
        const [pitch, pitchRate] = [0.6 * Math.sin(2 * s + 0.5), 1.2 * Math.cos(2 * s + 0.5)];
        const F = forceAt(body, z, roll, pitch);
        const motion = motionAt(z, roll, pitch);
        // ω from the rates of roll and pitch.
        const [p, q, r] = [rollRate, pitchRate * Math.cos(roll), -pitchRate * Math.sin(roll)];
        let power = F[3]! * p + F[4]! * q + F[5]! * r;
        for (let a = 0; a < 3; a++) power += F[a]! * motion[MOTION.R + 6 + a]! * zRate;
        net_J += (power * 2 * Math.PI) / steps;
        gross_J += (Math.abs(power) * 2 * Math.PI) / steps;
      }
      return { net_J, gross_J };
    };
    const { net_J, gross_J } = work(4000);
    // The sum over 4000 points misses the integral where the third derivative of U jumps: 2e-9 of the work to and fro seen.
    expect(Math.abs(net_J)).toBeLessThan(1e-8 * gross_J);
  }
});

test("force and moment are continuous where the hull dives, where it surfaces, and where it is upright or on its side", () => {
  for (const shape of ["box", "cylinder", "ellipsoid"] as const) {
    const body = solid(shape, [1.2, 0.5, 0.4], { cb_B_m: [0.1, 0, 0] });
    const scale_N = RHO * G * body.parameters.volume_m3;
    const jump = (a: Float64Array, b: Float64Array): number =>
      Math.max(...a.map((x, k) => Math.abs(x - b[k]!))) / scale_N;
    for (const roll of [0, 0.4, Math.PI / 2]) {
      // The deepest point at the surface, and the highest one, from either side.
      for (let z = -0.9; z < 0.9; z += 0.001) {
        // The steepest the force can be is its whole over the smallest half-side, 0.2 m: 1e-6 m makes 1e-5 of it.
        expect(jump(forceAt(body, z, roll), forceAt(body, z + 1e-6, roll))).toBeLessThan(1e-5);
      }
    }
    for (const z of [-0.1, 0.05]) {
      expect(jump(forceAt(body, z, 1e-7, 1e-7), forceAt(body, z, -1e-7, -1e-7))).toBeLessThan(1e-5);
      expect(jump(forceAt(body, z, Math.PI / 2 + 1e-7), forceAt(body, z, Math.PI / 2 - 1e-7))).toBeLessThan(1e-5);
    }
  }
});

test("out of the water only the weight is left, and deep under it the hull is not looked at", () => {
  const body = solid("box", [L, W, H], { mass_kg: 300 });
  expect([...forceAt(body, -3)]).toEqual([0, 0, 300 * G, 0, 0, 0]);
  const deep = forceAt(body, 100);
  const just = forceAt(body, H / 2 - 1e-12);
  // 1e-12 m of a hull of 0.5 m, of some 8000 N.
  expect(Math.abs(deep[2]! - just[2]!)).toBeLessThan(2e-8);
});

test("what sinks or hovers has no waterplane", () => {
  expect(solid("box", [L, W, H], { mass_kg: RHO * L * W * H }).waterplane(RHO, G)).toBeNull();
  expect(solid("box", [L, W, H], { mass_kg: 2 * RHO * L * W * H }).waterplane(RHO, G)).toBeNull();
});

test("an open frame floats by its own volume in its outline: 1.838 m³ in 2.6 × 1.5 × 1.6 m, 21 kg short of sinking", () => {
  // RexROV in sea water: 21.37 kg of reserve at 1025 kg/m³ are 1.13 % of the height above water.
  const body = new Hydrostatics({
    mass_kg: 1862.87,
    volume_m3: 1.83826,
    cg_B_m: [0, 0, 0],
    cb_B_m: [0, 0, -0.3],
    shape: "box",
    size_m: [2.6, 1.5, 1.6],
  });
  const plane = body.waterplane(RHO, G)!;
  const above = 1 - 1862.87 / (RHO * 1.83826);
  expect(plane.depth_m).toBeCloseTo(0.3 + 0.8 - above * 1.6, 9);
  expect(plane.heaveStiffness_Npm).toBeCloseTo((RHO * G * 1.83826) / 1.6, 2);
});

test("a spar 6 m long on end, its middle 1 m above the surface, displaces (3 − 1)/6 of itself, with either end up", () => {
  for (const shape of ["box", "cylinder"] as const) {
    const spar = solid(shape, [6, 0.4, 0.4], { mass_kg: 0 });
    for (const pitch of [Math.PI / 2, -Math.PI / 2]) {
      const F = forceAt(spar, -1, 0, pitch);
      const part = Math.hypot(F[0]!, F[1]!, F[2]!) / (RHO * G * spar.parameters.volume_m3);
      // The cosine of π/2 is 6e-17; products of lengths below 10 m.
      expect(Math.abs(part - 1 / 3)).toBeLessThan(1e-14);
    }
  }
});

test("heeled about a centre of mass off the middle by (x, y), a box is righted by ρ g (I + A y²) − W (z_b − z_g), trimmed by ρ g (I + A x²) − …", () => {
  // Heel φ about Bcm wets a column at y by (y − y_g) φ more: the moment about Bcm is −ρ g φ ∫(y − y_g)² dA, and the buoyancy that
  // is there already, at z_b, adds W (z_b − z_g) φ.
  const [xg, yg, zg] = [0.3, -0.1, 0.1];
  const box = solid("box", [L, W, H], { mass_kg: 300, cg_B_m: [xg, yg, zg] });
  const plane = box.waterplane(RHO, G)!;
  const draft_m = 300 / (RHO * L * W);
  const hanging = 300 * G * (H / 2 - draft_m / 2 - zg);
  const roll = RHO * G * ((L * W ** 3) / 12 + L * W * yg ** 2) - hanging;
  const pitch = RHO * G * ((W * L ** 3) / 12 + L * W * xg ** 2) - hanging;
  // Central differences with a step of 1e-4, as for the box above.
  expect(Math.abs(plane.rollStiffness_Nmprad / roll - 1)).toBeLessThan(1e-6);
  expect(Math.abs(plane.pitchStiffness_Nmprad / pitch - 1)).toBeLessThan(1e-6);
});
