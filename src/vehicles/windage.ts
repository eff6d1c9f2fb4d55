/**
 * Wind on what stands out of the water (hull, mast, antenna), seen as one rectangle from the side and one from ahead.
 *
 * A is the air, W the centre of the rectangle. With r from Bo to the centre of what is exposed, everything in B:
 *
 *   v_AW = v + ω × r − R_BN v_wind = [u_rw  v_rw  ·]                                   (1)  velocity through the air
 *   V² = u_rw² + v_rw²,   γ = −atan2(v_rw, u_rw)                                        (2)
 *   X = ½ ρ_a V² C_X A_F e,      C_X = −c_x cos γ                                       (3)
 *   Y = ½ ρ_a V² C_Y A_L e,      C_Y =  c_y sin γ
 *   N = ½ ρ_a V² C_N A_L L e,    C_N =  c_n sin 2γ
 *
 * Since cos γ = u_rw/V and sin γ = −v_rw/V, no angle is needed and nothing is divided:
 *
 *   X = −½ ρ_a c_x A_F e V u_rw,   Y = −½ ρ_a c_y A_L e V v_rw,   N = −ρ_a c_n A_L L e u_rw v_rw       (3')
 *   F_Bo_B = [X Y 0;  r × [X Y 0] + [0 0 N]]                                            (4)  roll and pitch by the height
 *
 * The rectangle reaches from W by H/2 up and down along z of B. With d the direction of gravity in B, h the height of W above the
 * surface where the vehicle is, and c = ½ H |d_z|, the exposed share, its centre and the height of that are
 *
 *   e = 0 for h ≤ −c,   1 for h ≥ c,   (h + c)/(2 c) between                             (5)
 *   r = r_W − [0 0 sgn(d_z) (1 − e) H/2],   h_e = h + (1 − e) c                          (6)
 *
 * so under water there is no force, and force and moment have no jump on the way down. h_e is the height at which the
 * vehicle asks for the wind: one wind over the whole rectangle. c_n is about the centre of the rectangle: where that lies
 * before or behind Bo is in r.
 *
 * Symbols: ρ_a density of the air, A_F and A_L areas from ahead and from the side when all is exposed, L length.
 * Valid: heel and trim up to about 20°. The defaults of c_x and c_y are assumed, of the order of one as for any bluff body; for a round
 * mast they are the drag coefficient of a cylinder, and c_n is 0.
 * Left out: lift and wind from above, so vertical gusts; growth of the wind over the rectangle; lee of waves; spray; the
 * buoyancy of a mast. The surface is flat over the vehicle. A vehicle on its side is exposed in whole or not at all.
 * Source: (2), (3) as in [Fossen2011] ch. 8 for ships symmetric fore and aft; (5), (6) are geometry.
 * Tests: windage.test.ts, test/wind.test.ts.
 */
import { MOTION } from "../actuators/index.ts";
import { type Definition, defineKind, defineModel, type ParamsOf } from "../library/index.ts";

/** The air at a vehicle, as its equations hold it: v_wind in N, m/s, at the height h_e, and ρ_a, kg/m³; 0 for a world without wind. */
export const AIR = { wind: 0, density: 3 } as const;
export const AIR_SIZE = 4;

/** What every model of windage does. */
export interface WindageModel {
  /** Adds to F_Bo_B[0 .. 5] the force of the air air[a ..], a record of AIR. motion is a record of MOTION. */
  addForce(F_Bo_B: Float64Array, motion: Float64Array, air: Float64Array, a: number): void;
  /** out[o] = height above the surface at which this vehicle stands in the wind; 0 where all of it is under water. */
  heightInto(out: Float64Array, o: number, motion: Float64Array): void;
}

const params = {
  frontalArea_m2: { doc: "A_F, projected from ahead, of what can stand out of the water", above: 0, example: 0.01 },
  lateralArea_m2: { doc: "A_L, projected from the side", above: 0, example: 0.015 },
  centre_m: {
    type: "reals",
    length: 3,
    doc: "p_BW_B, from Bo to the centre of these areas; up is negative",
    example: [0, 0, -0.2],
  },
  height_m: { doc: "H, from the lower to the upper end of these areas", above: 0, example: 0.2 },
  surgeCoefficient: { doc: "c_x, drag coefficient of wind from ahead", unit: "1", min: 0, max: 3, default: 0.9 },
  swayCoefficient: { doc: "c_y, drag coefficient of wind from the side", unit: "1", min: 0, max: 3, default: 0.9 },
  yawCoefficient: {
    doc: "c_n, moment of wind from ahead and the side at once, about the centre; positive turns the bow away from the wind",
    unit: "1",
    min: -1,
    max: 1,
    default: 0,
  },
  length_m: { doc: "L, to which yawCoefficient belongs", above: 0, optional: true },
} as const;

export type WindageParams = ParamsOf<typeof params>;

// Of the module itself: what another module exports is looked up at every use where nothing bundles the code.
const { V, R, depth: DEPTH } = MOTION;
const { wind: WIND, density: DENSITY } = AIR;

/** (1)–(6). */
export class ProjectedAreas implements WindageModel {
  // ½ c_x A_F, ½ c_y A_L, c_n A_L L, r_W, H/2.
  readonly #p: Float64Array;

  constructor(p: WindageParams) {
    this.#p = Float64Array.of(
      0.5 * p.surgeCoefficient * p.frontalArea_m2,
      0.5 * p.swayCoefficient * p.lateralArea_m2,
      // Without a length there is no yaw coefficient.
      p.yawCoefficient * p.lateralArea_m2 * (p.length_m ?? 0),
      ...p.centre_m,
      0.5 * p.height_m,
    );
  }

  addForce(F_Bo_B: Float64Array, motion: Float64Array, air: Float64Array, a: number): void {
    const p = this.#p;
    const x = p[3];
    const y = p[4];
    const half = p[6];
    const dz = motion[R + 8];

    // (5), (6)
    const h = -(motion[DEPTH] + motion[R + 6] * x + motion[R + 7] * y + dz * p[5]);
    const c = half * Math.abs(dz);
    if (h <= -c) return;
    const e = h >= c ? 1 : (h + c) / (2 * c);
    const z = p[5] - Math.sign(dz) * (1 - e) * half;

    // (1): R_BN v_wind is the transpose of R_NB, column by column.
    const wN = air[a + WIND];
    const wE = air[a + WIND + 1];
    const wD = air[a + WIND + 2];
    const q = motion[V + 4];
    const r = motion[V + 5];
    const u = motion[V] + q * z - r * y - (motion[R] * wN + motion[R + 3] * wE + motion[R + 6] * wD);
    const v =
      motion[V + 1] + r * x - motion[V + 3] * z - (motion[R + 1] * wN + motion[R + 4] * wE + motion[R + 7] * wD);

    // (3')
    const rho_e = air[a + DENSITY] * e;
    const drag = -rho_e * Math.sqrt(u * u + v * v);
    const X = p[0] * drag * u;
    const Y = p[1] * drag * v;
    const N = -p[2] * rho_e * u * v;

    // (4)
    F_Bo_B[0] += X;
    F_Bo_B[1] += Y;
    F_Bo_B[3] -= z * Y;
    F_Bo_B[4] += z * X;
    F_Bo_B[5] += x * Y - y * X + N;
  }

  heightInto(out: Float64Array, o: number, motion: Float64Array): void {
    const p = this.#p;
    const dz = motion[R + 8];
    const h = -(motion[DEPTH] + motion[R + 6] * p[3] + motion[R + 7] * p[4] + dz * p[5]);
    const c = p[6] * Math.abs(dz);
    // (6); between the two ends it is half the height of the upper one.
    out[o] = h <= -c ? 0 : h >= c ? h : 0.5 * (h + c);
  }
}

export const windage = defineKind<WindageModel>()({
  kind: "windage",
  doc: "What of a vehicle stands in the wind at the surface: areas above the water and where they are.",
  id: "optional",
  example: `
<windage frontalArea_m2="0.0086" lateralArea_m2="0.0135" centre_m="0 0 -0.19" height_m="0.21" swayCoefficient="0.9">
  <provenance of="*" status="assumed" note="an example"/>
</windage>`,
  params,
  check(p, report) {
    if ((p.yawCoefficient ?? 0) !== 0 && p.length_m === undefined) {
      report("yawCoefficient", "yawCoefficient needs length_m, which is not given", { hint: 'add length_m="…"' });
    }
  },
});

export const projectedAreas = defineModel(windage, {
  model: "projected-areas",
  doc: "Drag on two projected areas, by the sine and cosine of the angle of the relative wind; less where they are under water",
  default: true,
  reads: [
    "frontalArea_m2",
    "lateralArea_m2",
    "centre_m",
    "height_m",
    "surgeCoefficient",
    "swayCoefficient",
    "yawCoefficient",
    "length_m",
  ],
  create: (p) => new ProjectedAreas(p),
});

/** One line per kind and per model. */
export const windageDefinitions: readonly Definition[] = [windage, projectedAreas];
