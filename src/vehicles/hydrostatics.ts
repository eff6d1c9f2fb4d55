/**
 * Weight and buoyancy, submerged or floating.
 *
 *   F = m g d  at Bcm,   − ρ g V d  at Bcb                                                  (1)  wholly under water
 *
 * d is the direction of gravity in B, the third row of R_NB. Near the surface the displaced volume is a sum over the cells
 * of hull-cells.ts. A cell with its centre at the depth z and the half-sides a, b, c spreads over depths: its sides along x
 * and y together by ±S, its sides along z by ±C, and its volume below the surface is the mean of max(0, depth),
 *
 *   S² = a² d_x² + b² d_y²,   C = c |d_z|,   m = max(S, C),   n = min(S, C)                (2)
 *   P(z) = ∫ max(0, z + s + t) ds dt / (4 S C)   over |s| < S, |t| < C                      (3)
 *        = 0                                     z ≤ −m − n
 *        = (m + n + z)³ / (24 m n)               −m − n < z < n − m
 *        = (z + m)² / (4 m) + n² / (12 m)        |z| ≤ m − n
 *        = z + (m + n − z)³ / (24 m n)           m − n < z < m + n
 *        = z                                     m + n ≤ z
 *   U = − m g z_cm + ρ g Σ V_i P_i                                                          (4)  potential energy
 *
 * Force and moment are the gradient of (4), so no closed path yields work. With f = ∂P/∂z, the submerged fraction,
 *
 *   F = − ρ g d Σ V f,   moment = ρ g d × Σ V (f c + ∇P),   ∇P = ∂P/∂S ∂S/∂d + ∂P/∂C ∂C/∂d   (5)
 *
 * (3) is exact for a box heeled or trimmed about one of its axes, at any angle; where it heels and trims at once, the sides
 * along x and y are taken for one side of the same variance. f is linear in z for an upright box, and force and moment are
 * continuous everywhere: (3) has continuous first derivatives.
 *
 * Valid: still, flat water over the body's length, at the density of the place. Out of the water nothing is displaced.
 * Left out: slope of waves, slamming, added mass and damping that change at the surface, water on deck, air.
 * Source: Archimedes; (3) by integration. Tests: closed forms of floating boxes, cylinders and spheres; work on closed paths.
 */
import { MOTION, MOTION_SIZE } from "../actuators/index.ts";
import { CELL, CELL_SIZE, type HullShape, hullCells } from "./hull-cells.ts";
import type { BodyForce } from "./hull-model.ts";

// Of the module itself: what another module exports is looked up at every use where nothing bundles the code.
const { R, depth: DEPTH, density: DENSITY, gravity: GRAVITY } = MOTION;
const DOWN = R + 6;
const STRIDE = CELL_SIZE;
const { volume: VOLUME, square: SQUARE } = CELL;

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
  readonly #cells: Float64Array;
  /** Depth of Bcb from which on the hull is under water at any attitude. */
  readonly #radius_m: number;
  // Copies of the parameters in one array, for the hot path: m, V, Bcm, Bcb, half-sides of the outline.
  readonly #p: Float64Array;

  constructor(parameters: HydrostaticsParameters) {
    const { mass_kg, volume_m3, cg_B_m, cb_B_m, shape, size_m } = parameters;
    this.parameters = parameters;
    this.#cells = hullCells(shape, size_m, volume_m3, cb_B_m);
    const [L, W, H] = size_m;
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
      // (5)
      const cells = this.#cells;
      const depth = motion[DEPTH];
      let volume = 0;
      let vx = 0;
      let vy = 0;
      let vz = 0;
      for (let i = 0; i < cells.length; i += STRIDE) {
        const cx = cells[i];
        const cy = cells[i + 1];
        const cz = cells[i + 2];
        const V = cells[i + VOLUME];
        const aa = cells[i + SQUARE];
        const bb = cells[i + SQUARE + 1];
        const cc = cells[i + SQUARE + 2];
        const z = depth + dx * cx + dy * cy + dz * cz;
        const SS = aa * dx * dx + bb * dy * dy;
        const CC = cc * dz * dz;
        // (m + n)² ≤ 2 (m² + n²): most cells are plainly dry or plainly wet, and need no roots.
        if (z * z >= 2 * (SS + CC)) {
          if (z < 0) continue;
          volume += V;
          vx += V * cx;
          vy += V * cy;
          vz += V * cz;
          continue;
        }
        const flat = SS < CC; // the cell stands upright rather than on its side
        const m = Math.sqrt(flat ? CC : SS);
        const n = Math.sqrt(flat ? SS : CC);
        if (z <= -m - n) continue;
        const perM = 1 / m;
        let f = 1;
        let overM = 0; // ∂P/∂m / m
        let overN = 0; // ∂P/∂n / n
        if (Math.abs(z) <= m - n) {
          const ratio = n * perM;
          f = 0.5 * (z + m) * perM;
          overM = (f * (1 - f) - ratio * ratio * (1 / 12)) * perM;
          overN = perM * (1 / 6);
        } else if (z < m + n) {
          // q / n is at most 2; where n is of the size of rounding errors, what is computed can be anything.
          const t = Math.min(2, (m + n - Math.abs(z)) / n);
          const tt = t * t * perM;
          const corner = tt * n * (1 / 8);
          f = z < 0 ? corner : 1 - corner;
          overM = (corner - tt * t * n * n * perM * (1 / 24)) * perM;
          overN = tt * (1 / 8) - tt * t * (1 / 24);
        }
        // ∂S/∂d = (a² d_x, b² d_y, 0) / S and ∂C/∂d = (0, 0, c² d_z) / C: the divisions are in overM and overN.
        const across = flat ? overN : overM;
        const along = flat ? overM : overN;
        volume += V * f;
        vx += V * (f * cx + across * aa * dx);
        vy += V * (f * cy + across * bb * dy);
        vz += V * (f * cz + along * cc * dz);
      }
      force_N -= rho_g * volume;
      qx -= rho_g * vx;
      qy -= rho_g * vy;
      qz -= rho_g * vz;
    }

    F_Bo_B[0] += force_N * dx;
    F_Bo_B[1] += force_N * dy;
    F_Bo_B[2] += force_N * dz;
    // q × d
    F_Bo_B[3] += qy * dz - qz * dy;
    F_Bo_B[4] += qz * dx - qx * dz;
    F_Bo_B[5] += qx * dy - qy * dx;
  }

  /** (4): potential energy, zero for Bo and all of the hull at the surface. For tests and assessments. */
  potential_J(motion: Float64Array): number {
    const p = this.#p;
    const cells = this.#cells;
    const d = [motion[DOWN], motion[DOWN + 1], motion[DOWN + 2]];
    const depth = motion[DEPTH];
    const g = motion[GRAVITY];
    let sum = 0;
    for (let i = 0; i < cells.length; i += STRIDE) {
      const z = depth + d[0] * cells[i] + d[1] * cells[i + 1] + d[2] * cells[i + 2];
      const S = Math.sqrt(cells[i + 4] * d[0] * d[0] + cells[i + 5] * d[1] * d[1]);
      const C = Math.sqrt(cells[i + 6]) * Math.abs(d[2]);
      sum += cells[i + VOLUME] * meanDepth(z, Math.max(S, C), Math.min(S, C));
    }
    return -p[0] * g * (depth + d[0] * p[2] + d[1] * p[3] + d[2] * p[4]) + motion[DENSITY] * g * sum;
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

/** (3) */
function meanDepth(z: number, m: number, n: number): number {
  if (z <= -m - n) return 0;
  if (z >= m + n) return z;
  if (Math.abs(z) <= m - n) return ((z + m) * (z + m)) / (4 * m) + (n * n) / (12 * m);
  const q = m + n - Math.abs(z);
  return Math.max(0, z) + (q * q * q) / (24 * m * n);
}
