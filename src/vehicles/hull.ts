/**
 * The hull as a kind: the rigid body and its outline, which are the same however the water is modelled; and the parameters
 * of its models, with their checks. One file may serve several models.
 *
 * Frame B: x forward, y to starboard, z down; Bo is where the file's coefficients say it is (REMUS: the centre of
 * buoyancy). Matrices are 6×6 row-major about Bo, linear first; six numbers are a diagonal.
 */
import { defineKind, type ParamSpecs, type ParamsOf, type Report } from "../library/index.ts";
import { symmetricEigen } from "../math/index.ts";
import { DERIVATIVE, type DerivativeName } from "./derivatives-hull.ts";
import type { HullModel } from "./hull-model.ts";
import { HULL_SHAPES } from "./immersion.ts";

const MATRIX = { type: "reals", minLength: 6, maxLength: 36 } as const;

/** Units of the derivatives, read off their comments in derivatives-hull.ts. */
const DERIVATIVE_UNITS: Readonly<Record<DerivativeName, string>> = {
  ...{ Xudot: "kg", Yvdot: "kg", Yrdot: "kg m/rad", Zwdot: "kg", Zqdot: "kg m/rad", Kpdot: "kg m²/rad" },
  ...{ Mwdot: "kg m", Mqdot: "kg m²/rad", Nvdot: "kg m", Nrdot: "kg m²/rad" },
  ...{ Xuu: "kg/m", Yvv: "kg/m", Yrr: "kg m/rad²", Zww: "kg/m", Zqq: "kg m/rad²", Kpp: "kg m²/rad²" },
  ...{ Mww: "kg", Mqq: "kg m²/rad²", Nvv: "kg", Nrr: "kg m²/rad²" },
  ...{ Xwq: "kg/rad", Xqq: "kg m/rad²", Xvr: "kg/rad", Xrr: "kg m/rad²", Yuv: "kg/m", Yur: "kg/rad" },
  ...{ Ywp: "kg/rad", Ypq: "kg m/rad²", Zuw: "kg/m", Zuq: "kg/rad", Zvp: "kg/rad", Zrp: "kg m/rad²" },
  ...{ Kvw: "kg", Kvq: "kg m/rad", Kwr: "kg m/rad", Kqr: "kg m²/rad²", Muw: "kg", Muq: "kg m/rad" },
  ...{ Mvp: "kg m/rad", Mrp: "kg m²/rad²", Nuv: "kg", Nur: "kg m/rad", Nwp: "kg m/rad", Npq: "kg m²/rad²" },
  ...{ Yuudr: "kg/(m rad)", Zuuds: "kg/(m rad)", Muuds: "kg/rad", Nuudr: "kg/rad", Xprop: "N", Kprop: "N m" },
};

export const derivativeNames = Object.keys(DERIVATIVE) as DerivativeName[];

const derivativeSpecs = Object.fromEntries(
  derivativeNames.map((name) => [name, { doc: "hydrodynamic derivative", unit: DERIVATIVE_UNITS[name], default: 0 }]),
) as Readonly<Record<DerivativeName, { doc: string; unit: string; default: number }>>;

const params = {
  mass_kg: { doc: "m, dry mass with everything on board", above: 0 },
  volume_m3: { doc: "V, displaced when submerged", above: 0 },
  cg_m: { type: "reals", length: 3, doc: "Bcm, centre of mass from Bo" },
  cb_m: { type: "reals", length: 3, doc: "Bcb, centre of buoyancy from Bo", default: [0, 0, 0] },
  inertia_kgm2: {
    type: "reals",
    length: 6,
    doc: "about Bcm: Ixx Iyy Izz Ixy Ixz Iyz, entries of the tensor (products with their sign in the matrix)",
  },
  shape: { type: "choice", choices: HULL_SHAPES, doc: "outline, for the surface" },
  size_m: { type: "reals", length: 3, above: 0, doc: "length, width, height of the outline" },
} as const satisfies ParamSpecs;

/** The matrices of damping and added mass, and the strips of a slender body. */
export const fossenParams = {
  addedMass: { ...MATRIX, unit: "kg, kg m, kg m²", doc: "M_A, positive: six numbers or thirty-six" },
  linearDamping: {
    ...MATRIX,
    unit: "N s/m, N m s/rad",
    doc: "D_L, positive when it brakes: six numbers or thirty-six",
    default: [0, 0, 0, 0, 0, 0],
  },
  quadraticDamping: {
    ...MATRIX,
    unit: "N s²/m², N m s²/rad²",
    doc: "D_Q, positive when it brakes, on |ν_j| ν_j: six numbers or thirty-six",
    default: [0, 0, 0, 0, 0, 0],
  },
  damping: {
    type: "choice",
    choices: ["full", "vortexOnly"],
    doc: "vortexOnly: the quadratic part alone, as the first Thetis had",
    default: "full",
  },
  crossFlowDrag: { doc: "C_d of the strips across a slender hull; none when 0", unit: "1", min: 0, default: 0 },
  crossFlowDiameter_m: { doc: "diameter of the strips", above: 0, optional: true },
  crossFlowStrips: { type: "integer", min: 2, max: 200, doc: "number of strips", default: 20 },
  liftSlope: { doc: "C_Lα of the body, on length times diameter; none when 0", unit: "1/rad", min: 0, default: 0 },
  centreOfLift_m: { doc: "where the body's lift acts, from Bo along x", default: 0 },
} as const satisfies ParamSpecs;

export const derivativesParams = {
  finLimit_deg: { doc: "largest deflection of the fins that belong to the derivatives", above: 0, optional: true },
  ...derivativeSpecs,
} as const satisfies ParamSpecs;

export const hull = defineKind<HullModel>()({
  kind: "hull",
  doc: "The body of a vehicle in water: mass, added mass, damping, weight and buoyancy.",
  example: `
<hull id="hull" mass_kg="20" volume_m3="0.0196" cg_m="0 0 0.02" inertia_kgm2="0.2 1 1 0 0 0"
      shape="ellipsoid" size_m="0.6 0.25 0.25" addedMass="2 14 14 0 0.5 0.5"
      linearDamping="4 8 8 0.5 1 1" quadraticDamping="15 60 60 0.1 2 2">
  <provenance of="*" status="assumed" note="an example"/>
</hull>`,
  params,
  check(p, report) {
    if (p.inertia_kgm2 !== undefined) checkInertia(p.inertia_kgm2, report);
  },
});

/** Matrices have the right size, the added mass is symmetric and not negative, and strips have a diameter. */
export function checkFossen(p: ParamsOf<typeof fossenParams>, report: Report<keyof typeof fossenParams>): void {
  for (const name of ["addedMass", "linearDamping", "quadraticDamping"] as const) {
    const count = p[name].length;
    if (count !== 6 && count !== 36) {
      report(name, `${name} has ${count} numbers`, { allowed: "6 (a diagonal) or 36 (a matrix)" });
    }
  }
  checkAddedMass(p.addedMass, report);
  if (p.crossFlowDrag > 0 && p.crossFlowDiameter_m === undefined) {
    report("crossFlowDrag", `crossFlowDrag = ${p.crossFlowDrag} needs crossFlowDiameter_m, which is not given`, {
      hint: 'add crossFlowDiameter_m="…"',
    });
  }
}

/** Ixx Iyy Izz Ixy Ixz Iyz as a 3×3 matrix. */
export function inertiaMatrix(six: readonly number[]): number[] {
  const [xx, yy, zz, xy, xz, yz] = six;
  return [xx, xy, xz, xy, yy, yz, xz, yz, zz];
}

/** A diagonal of six as 6×6; thirty-six as they are. */
export function matrix6(values: readonly number[]): number[] {
  if (values.length === 36) return [...values];
  return Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? values[k / 7] : 0));
}

/** ½ (M + Mᵀ): tables printed with few digits differ in the last one across the diagonal. */
export function symmetric6(values: readonly number[]): number[] {
  const m = matrix6(values);
  return m.map((value, k) => 0.5 * (value + m[6 * (k % 6) + Math.floor(k / 6)]));
}

/** Principal moments are positive and each is at most the sum of the others, or no mass distribution has them. */
function checkInertia(six: readonly number[], report: Report<"inertia_kgm2">): void {
  const { values } = symmetricEigen(Float64Array.from(inertiaMatrix(six)), 0, 3);
  const [least, middle, most] = [...values].sort((a, b) => a - b);
  if (!(least > 0)) {
    report("inertia_kgm2", `the inertia is not positive definite: a principal moment is ${round(least)} kg m²`);
  } else if (most > (least + middle) * (1 + 1e-9)) {
    const moments = [least, middle, most].map(round).join(", ");
    report(
      "inertia_kgm2",
      `no body has the principal moments ${moments} kg m²: the largest is above the sum of the others`,
    );
  }
}

function checkAddedMass(values: readonly number[], report: Report<"addedMass">): void {
  if (values.length !== 6 && values.length !== 36) return;
  const m = matrix6(values);
  const largest = Math.max(...m.map(Math.abs));
  const worst = Math.max(...m.map((value, k) => Math.abs(value - m[6 * (k % 6) + Math.floor(k / 6)])));
  if (worst > 0.01 * largest) {
    report("addedMass", `the added mass is not symmetric: entries across the diagonal differ by ${round(worst)}`);
    return;
  }
  const { values: eigenvalues } = symmetricEigen(Float64Array.from(symmetric6(values)), 0, 6);
  const least = Math.min(...eigenvalues);
  // A body of revolution has no added mass in roll; -1e-9 is rounding.
  if (least < -1e-9 * Math.max(1, largest)) {
    const hint = "the matrix M_A is minus the derivatives: A11 = −Xudot";
    report("addedMass", `the added mass is indefinite: an eigenvalue is ${round(least)}`, { hint });
  }
}

function round(value: number): string {
  return String(Number(value.toPrecision(4)));
}
