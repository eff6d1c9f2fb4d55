/**
 * Weight and buoyancy, submerged or floating.
 *
 *   F = m g d  at Bcm,   − ρ g V d  at Bcb                                                  (1)  wholly under water
 *
 * d is the direction of gravity in B, the third row of R_NB. Near the surface, with the depth z of Bcb and P, the mean depth of the
 * hull's outline counted as 0 above the surface (immersion.ts), the potential energy is
 *
 *   U = − m g z_cm + ρ g V P(z, d)                                                          (2)
 *
 * Force and moment are its gradient, so no closed path yields work. With f = ∂P/∂z, the submerged fraction, and ∇P = ∂P/∂d,
 *
 *   F = − ρ g V f d,   moment = ρ g V d × (f Bcb + ∇P)                                      (3)
 *
 * The outline is a box, a cylinder along x or an ellipsoid, centred on Bcb; P is exact for it at any attitude. The volume is what the
 * vehicle displaces: a frame full of holes has the outline of its shape and the buoyancy of its parts.
 *
 * Valid: still, flat water over the body's length, at the density of the place. Out of the water nothing is displaced.
 * Left out: slope of waves, slamming, added mass and damping that change at the surface, water on deck, air; hulls that are not
 * symmetric about their centre of buoyancy.
 * Source: Archimedes. Tests: closed forms of floating boxes, cylinders and spheres; work on closed paths.
 */
import { MOTION, MOTION_SIZE } from "../actuators/index.ts";
import type { BodyForce } from "./hull-model.ts";
import { type HullShape, IMMERSION, IMMERSION_SIZE, type ImmersionInto, immersionOf } from "./immersion.ts";

// Of the module itself: what another module exports is looked up at every use where nothing bundles the code.
const { R, depth: DEPTH, density: DENSITY, gravity: GRAVITY } = MOTION;
const DOWN = R + 6;
const { mean: MEAN, fraction: FRACTION, moment: MOMENT } = IMMERSION;

export interface HydrostaticsParameters {
  readonly mass_kg: number;
  readonly volume_m3: number;
  /** Bcm and Bcb from Bo, in B. */
  readonly cg_B_m: readonly number[];
  readonly cb_B_m: readonly number[];
  /** Outline of the hull, centred on Bcb: length, width, height. */
  readonly shape: HullShape;
  readonly size_m: readonly number[];
}

/** How a vehicle lies at the surface, level. */
export interface Waterplane {
  /** Depth of Bo at which weight and buoyancy are equal; negative where Bo is above the water. */
  readonly depth_m: number;
  /** ρ g A_w: force per metre of heave. */
  readonly heaveStiffness_Npm: number;
  /** ρ g V GM about the x and the y axis through Bcm: moment per radian of heel and of trim. */
  readonly rollStiffness_Nmprad: number;
  readonly pitchStiffness_Nmprad: number;
  /** GM = stiffness / weight: height of the metacentre over Bcm. */
  readonly rollMetacentricHeight_m: number;
  readonly pitchMetacentricHeight_m: number;
}

export class Hydrostatics implements BodyForce {
  readonly parameters: HydrostaticsParameters;
  readonly #immersionInto: ImmersionInto;
  /** What immersion.ts found last. */
  readonly #immersed = new Float64Array(IMMERSION_SIZE);
  readonly #half_m: Float64Array;
  /** Depth of Bcb from which on the hull is under water at any attitude. */
  readonly #radius_m: number;
  // Copies of the parameters in one array, for the hot path: m, V, Bcm, Bcb, half-sides of the outline.
  readonly #p: Float64Array;

  constructor(parameters: HydrostaticsParameters) {
    const { mass_kg, volume_m3, cg_B_m, cb_B_m, shape, size_m } = parameters;
    this.parameters = parameters;
    this.#immersionInto = immersionOf[shape];
    const [L, W, H] = size_m;
    this.#half_m = Float64Array.of(0.5 * L, 0.5 * W, 0.5 * H);
    this.#radius_m = 0.5 * Math.sqrt(L * L + W * W + H * H);
    this.#p = Float64Array.of(mass_kg, volume_m3, ...cg_B_m, ...cb_B_m, 0.5 * L, 0.5 * W, 0.5 * H);
  }

  /** Adds weight and buoyancy of this instant to F_Bo_B[0 .. 5]. */
  addForce(F_Bo_B: Float64Array, motion: Float64Array): void {
    const p = this.#p;
    const dx = motion[DOWN];
    const dy = motion[DOWN + 1];
    const dz = motion[DOWN + 2];
    const g = motion[GRAVITY];
    const rho_g = motion[DENSITY] * g;
    const weight_N = p[0] * g;

    // First moment of what pulls along d: Bcm by the weight, less the displaced volume by its buoyancy.
    let force_N = weight_N;
    let qx = weight_N * p[2];
    let qy = weight_N * p[3];
    let qz = weight_N * p[4];
    const depthCb_m = motion[DEPTH] + dx * p[5] + dy * p[6] + dz * p[7];
    const reach_m = depthCb_m >= this.#radius_m ? 0 : Math.abs(dx) * p[8] + Math.abs(dy) * p[9] + Math.abs(dz) * p[10];
    if (depthCb_m >= reach_m) {
      // (1)
      const buoyancy_N = rho_g * p[1];
      force_N -= buoyancy_N;
      qx -= buoyancy_N * p[5];
      qy -= buoyancy_N * p[6];
      qz -= buoyancy_N * p[7];
    } else if (depthCb_m > -reach_m) {
      // (3)
      const immersed = this.#immersed;
      this.#immersionInto(immersed, depthCb_m, motion, DOWN, this.#half_m);
      const full_N = rho_g * p[1];
      const buoyancy_N = full_N * immersed[FRACTION];
      force_N -= buoyancy_N;
      qx -= buoyancy_N * p[5] + full_N * immersed[MOMENT];
      qy -= buoyancy_N * p[6] + full_N * immersed[MOMENT + 1];
      qz -= buoyancy_N * p[7] + full_N * immersed[MOMENT + 2];
    }

    F_Bo_B[0] += force_N * dx;
    F_Bo_B[1] += force_N * dy;
    F_Bo_B[2] += force_N * dz;
    // q × d
    F_Bo_B[3] += qy * dz - qz * dy;
    F_Bo_B[4] += qz * dx - qx * dz;
    F_Bo_B[5] += qx * dy - qy * dx;
  }

  /** (2): potential energy, zero for Bo and all of the hull at the surface. For tests and assessments. */
  potential_J(motion: Float64Array): number {
    const p = this.#p;
    const [dx, dy, dz] = [motion[DOWN], motion[DOWN + 1], motion[DOWN + 2]];
    const depth = motion[DEPTH];
    const g = motion[GRAVITY];
    this.#immersionInto(this.#immersed, depth + dx * p[5] + dy * p[6] + dz * p[7], motion, DOWN, this.#half_m);
    const mean_m = this.#immersed[MEAN];
    return -p[0] * g * (depth + dx * p[2] + dy * p[3] + dz * p[4]) + motion[DENSITY] * g * p[1] * mean_m;
  }

  /** How the vehicle floats when level, or null where it sinks or hovers: the weight is not below the full buoyancy. */
  waterplane(density_kgpm3: number, gravity_mps2: number): Waterplane | null {
    const { mass_kg, volume_m3, cb_B_m, cg_B_m } = this.parameters;
    if (mass_kg >= density_kgpm3 * volume_m3) return null;
    const motion = new Float64Array(MOTION_SIZE);
    const F = new Float64Array(6);
    motion[DENSITY] = density_kgpm3;
    motion[GRAVITY] = gravity_mps2;
    const forceAt = (depth_m: number, dx: number, dy: number): void => {
      motion[DEPTH] = depth_m;
      motion[DOWN] = dx;
      motion[DOWN + 1] = dy;
      motion[DOWN + 2] = Math.sqrt(1 - dx * dx - dy * dy);
      F.fill(0);
      this.addForce(F, motion);
    };

    // Bisection to the last bit: the net force falls from the weight to what is below zero.
    let dry_m = -cb_B_m[2] - this.#radius_m;
    let wet_m = -cb_B_m[2] + this.#radius_m;
    for (;;) {
      const middle_m = 0.5 * (dry_m + wet_m);
      if (!(middle_m > dry_m && middle_m < wet_m)) break;
      forceAt(middle_m, 0, 0);
      if (F[2] > 0) dry_m = middle_m;
      else wet_m = middle_m;
    }

    // Central differences; the step is small beside the hull and large beside the rounding of its force.
    const step = 1e-4;
    const heave = (z: number): number => {
      forceAt(wet_m + z, 0, 0);
      return F[2];
    };
    const heaveStiffness_Npm =
      (heave(-step * this.#radius_m) - heave(step * this.#radius_m)) / (2 * step * this.#radius_m);
    // About Bcm, which stays where it is.
    const [xg, yg, zg] = cg_B_m;
    const heel = (dy: number): number => {
      forceAt(wet_m + zg - (dy * yg + Math.sqrt(1 - dy * dy) * zg), 0, dy);
      return F[3] - (yg * F[2] - zg * F[1]);
    };
    const trim = (dx: number): number => {
      forceAt(wet_m + zg - (dx * xg + Math.sqrt(1 - dx * dx) * zg), dx, 0);
      return F[4] - (zg * F[0] - xg * F[2]);
    };
    // Heel φ is d_y = sin φ; trim θ is d_x = −sin θ.
    const rollStiffness_Nmprad = (heel(-step) - heel(step)) / (2 * step);
    const pitchStiffness_Nmprad = (trim(step) - trim(-step)) / (2 * step);
    const weight_N = mass_kg * gravity_mps2;
    return {
      depth_m: wet_m,
      heaveStiffness_Npm,
      rollStiffness_Nmprad,
      pitchStiffness_Nmprad,
      rollMetacentricHeight_m: rollStiffness_Nmprad / weight_N,
      pitchMetacentricHeight_m: pitchStiffness_Nmprad / weight_N,
    };
  }
}
