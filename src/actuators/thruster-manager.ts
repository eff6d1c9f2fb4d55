/**
 * The thruster manager: from the wrench that a controller asks for to a command for each thruster.
 *
 *   B = [(1 − t_k) b_k]                                                   6 × n, columns as in thruster-group.ts     (1)
 *   T = W^(−½) (B W^(−½))⁺ τ                                               least Σ w_k T_k² of all T nearest to τ     (2)
 *   T_k cut off at its own limits                                                                                (3)
 *   T scaled by the largest λ ≤ 1 that keeps every T_k within its limits     option: keeps the direction of τ       (3s)
 *   command_k = the model's inverse at T_k                                                                        (4)
 *
 * τ is about Bo in B, in N and N·m; where the rank is below 6 "nearest" mixes the two, 1 N being as far as 1 N·m, and so do
 * singular values and condition number. (4) is taken at rest in water of one density, which is all that the vehicle knows.
 * Reaction torques are left out of B: they are some hundredths of D T, and their sign depends on the propellers.
 * Valid: up to 16 thrusters (math/pseudo-inverse.ts). Left out: rate limits, power limits, re-allocation among the thrusters
 * that are not saturated, forbidden sectors.
 * Source: (2) is the stationary point of Σ w_k T_k² + λᵀ (B T − τ); the manager of [Erdemir2018, 2.3.3.1].
 */
import { invariant } from "../core/index.ts";
import { pseudoInverse, SPATIAL_AXES } from "../math/index.ts";
import { DRIVE, DRIVE_SIZE } from "./drive.ts";
import type { ThrusterGroup } from "./thruster-group.ts";

const { command: COMMAND, inflow: INFLOW, density: DENSITY, thrust: THRUST } = DRIVE;

export interface ThrusterManagerOptions {
  /** w_k of (2), one for each thruster, above 0: a large one spares its thruster. Default: all 1. */
  readonly weights?: readonly number[];
  /** (3s) instead of (3). */
  readonly proportionalScaling?: boolean;
  /** For (4). Default: 1000. */
  readonly density_kgpm3?: number;
}

/** A direction in which no combination of thrusters pushes. */
export interface MissingDirection {
  /** The axis of SPATIAL_AXES that has the largest part in it. */
  readonly axis: string;
  /** Of length 1, perpendicular to everything the thrusters can do and to the other missing directions. */
  readonly direction: Float64Array;
}

/** Singular values below this part of the largest count as zero: poses are known to some 1e-6. */
const RANK_TOLERANCE = 1e-9;

export class ThrusterManager {
  /** B, row-major 6 × n. */
  readonly matrix: Float64Array;
  readonly rank: number;
  /** σ_1 / σ_6 of B; Infinity when the rank is below 6. */
  readonly condition: number;
  /** W^(−½) (B W^(−½))⁺, row-major n × 6. */
  readonly #inverse: Float64Array;
  readonly #group: ThrusterGroup;
  readonly #limits: Float64Array;
  readonly #scaled: boolean;
  /** Both hold nothing between calls, but for inflow and density of the drive, which never change. */
  readonly #thrusts: Float64Array;
  readonly #drive = new Float64Array(DRIVE_SIZE);

  constructor(group: ThrusterGroup, options: ThrusterManagerOptions = {}) {
    const n = group.commands;
    const weights = options.weights ?? new Array<number>(n).fill(1);
    invariant(weights.length === n, `${n} thrusters need ${n} weights, not ${weights.length}`);
    invariant(
      weights.every((w) => w > 0 && Number.isFinite(w)),
      "weights of thrusters must be above 0",
    );
    this.#group = group;
    this.#scaled = options.proportionalScaling ?? false;
    this.#thrusts = new Float64Array(n);
    this.#drive[INFLOW] = 0;
    this.#drive[DENSITY] = options.density_kgpm3 ?? 1000;
    this.#limits = Float64Array.from(group.models.flatMap((model) => [model.minThrust_N, model.maxThrust_N]));

    this.matrix = new Float64Array(6 * n);
    group.allocationMatrixInto(this.matrix, 0);
    const scales = weights.map((w) => 1 / Math.sqrt(w));
    const weighted = this.matrix.map((element, i) => element * scales[i % n]);
    const { rank, condition } = pseudoInverse(this.matrix, 0, 6, n, RANK_TOLERANCE);
    this.rank = rank;
    this.condition = rank < 6 ? Number.POSITIVE_INFINITY : condition;
    const { inverse } = pseudoInverse(weighted, 0, 6, n, RANK_TOLERANCE);
    this.#inverse = inverse.map((element, i) => element * scales[Math.floor(i / 6)]); // (2)
  }

  /** Thrusts within their limits for wrench[w .. w + 5], to thrusts[o ..]. */
  thrustsInto(thrusts: Float64Array, o: number, wrench: Float64Array, w: number): void {
    const n = this.#group.commands;
    const inverse = this.#inverse;
    const limits = this.#limits;
    let scale = 1;
    for (let k = 0; k < n; k++) {
      const i = 6 * k;
      const T =
        inverse[i] * wrench[w] +
        inverse[i + 1] * wrench[w + 1] +
        inverse[i + 2] * wrench[w + 2] +
        inverse[i + 3] * wrench[w + 3] +
        inverse[i + 4] * wrench[w + 4] +
        inverse[i + 5] * wrench[w + 5]; // (2)
      thrusts[o + k] = T;
      if (T > limits[2 * k + 1]) scale = Math.min(scale, limits[2 * k + 1] / T);
      else if (T < limits[2 * k]) scale = Math.min(scale, limits[2 * k] / T);
    }
    for (let k = 0; k < n; k++) {
      const T = thrusts[o + k];
      thrusts[o + k] = this.#scaled ? scale * T : Math.min(Math.max(T, limits[2 * k]), limits[2 * k + 1]); // (3s), (3)
    }
  }

  /** (4): commands[c ..] for wrench[w .. w + 5]. Allocates nothing. */
  allocateInto(commands: Float64Array, c: number, wrench: Float64Array, w: number): void {
    const thrusts = this.#thrusts;
    const drive = this.#drive;
    const models = this.#group.models;
    this.thrustsInto(thrusts, 0, wrench, w);
    for (let k = 0; k < models.length; k++) {
      drive[THRUST] = thrusts[k];
      models[k].invert(drive);
      commands[c + k] = drive[COMMAND];
    }
  }

  /** The wrench of given thrusts, B T, to wrench[w .. w + 5]. */
  wrenchInto(wrench: Float64Array, w: number, thrusts: Float64Array, o: number): void {
    const n = this.#group.commands;
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += this.matrix[j * n + k] * thrusts[o + k];
      wrench[w + j] = sum;
    }
  }

  /**
   * What the thrusters cannot do: none when the rank is 6, else 6 − rank directions, in the order of how much of their
   * axis is missing. They are the columns of I − B B⁺, made perpendicular one after the other, the largest first.
   */
  missingDirections(): MissingDirection[] {
    const n = this.#group.commands;
    const { inverse } = pseudoInverse(this.matrix, 0, 6, n, RANK_TOLERANCE);
    const P = new Float64Array(36);
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) {
        let sum = i === j ? 1 : 0;
        for (let k = 0; k < n; k++) sum -= this.matrix[i * n + k] * inverse[k * 6 + j];
        P[6 * i + j] = sum;
      }
    }
    const missing: MissingDirection[] = [];
    while (missing.length < 6 - this.rank) {
      let axis = 0;
      for (let i = 1; i < 6; i++) if (P[7 * i] > P[7 * axis]) axis = i;
      // P is a projection: its column over the root of the diagonal has length 1.
      const length = Math.sqrt(P[7 * axis]);
      const direction = Float64Array.from({ length: 6 }, (_, i) => P[6 * i + axis] / length);
      for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) P[6 * i + j] -= direction[i] * direction[j];
      missing.push({ axis: SPATIAL_AXES[axis], direction });
    }
    return missing;
  }
}

/** "no thrust in: sway, yaw (0.6 surge, −0.8 yaw)" for a diagnostic; "" when every direction can be pushed. */
export function describeMissing(missing: readonly MissingDirection[]): string {
  if (missing.length === 0) return "";
  const parts = missing.map(({ axis, direction }) => {
    const shares = SPATIAL_AXES.map((name, i) => ({ name, share: direction[i] })).filter(
      ({ share }) => Math.abs(share) > 1e-3,
    );
    if (shares.length === 1) return axis;
    return `${axis} (${shares.map(({ name, share }) => `${share.toFixed(2)} ${name}`).join(", ")})`;
  });
  return `no thrust in: ${parts.join(", ")}`;
}
