/**
 * Whether a body touches the bottom or an obstacle: its outline at a pose, against a scene. It finds, it does not push.
 *
 *   bottom      the least clearance of its points, depth of the bottom there less their own depth; of an ellipsoid with half-axes
 *               a, b, c also of its lowest point, Σ_B = (a² d_x, b² d_y, c² d_z)/√(a² d_x² + b² d_y² + c² d_z²), d down in B    (1)
 *   obstacle    one of the three axes of the outline crosses its surface; or the centre is inside: the first surface straight below
 *               is left through, and the centre within its bounds                                                        (2)
 *
 * Valid: an obstacle that is not smaller than the spacing of the outline's axes is always found; a rope between the axes is not.
 * The bottom between two points of the outline is not looked at.
 */
import { rotateInto, rotateInverseInto } from "../../math/index.ts";
import { HIT, HIT_SIZE, NO_OBJECT, RAY_SIZE } from "./ray.ts";
import type { Scene } from "./scene.ts";

/** What is known of the body's outline: centre and half-axes in B. */
export interface BodyOutline {
  readonly centre_m: readonly number[];
  readonly half_m: readonly number[];
  readonly shape: "box" | "cylinder" | "ellipsoid" | "point";
}

/** What is found. */
export const TOUCH = {
  /** The least of the outline's points above the bottom, m; negative below it, Infinity where there is none near. */
  clearance: 0,
  /** Depth of the bottom at the centre, m: negative on land, Infinity where there is none near. */
  bottomDepth: 1,
  /** The obstacle that is touched, or NO_OBJECT. */
  object: 2,
  /** The centre of the outline in N. */
  centre: 3,
} as const;
export const TOUCH_SIZE = 6;

const DOWN = Float64Array.of(0, 0, 1);

export class BodyTouch {
  readonly #scene: Scene;
  readonly #centre_B: Float64Array;
  readonly #half: Float64Array;
  readonly #isEllipsoid: boolean;
  /** Of a ball around the outline: half of its diagonal. */
  readonly #radius: Float64Array;
  /** From the centre in B, in units of the half-axes: 3 numbers each; the ends of the axes first, in pairs. */
  readonly #points: Float64Array;
  /** All hold nothing between calls. */
  readonly #arm = new Float64Array(3);
  readonly #end = new Float64Array(3);
  readonly #depth = new Float64Array(1);
  readonly #ray = new Float64Array(RAY_SIZE);
  readonly #hit = new Float64Array(HIT_SIZE);

  constructor(scene: Scene, { centre_m, half_m, shape }: BodyOutline) {
    this.#scene = scene;
    this.#centre_B = Float64Array.from(centre_m);
    this.#half = Float64Array.from(half_m);
    this.#isEllipsoid = shape === "ellipsoid";
    this.#radius = Float64Array.of(Math.sqrt(half_m.reduce((sum, half) => sum + half * half, 0)));
    this.#points = Float64Array.from(shape === "point" ? [0, 0, 0] : [...AXES, ...(CORNERS[shape] ?? [])]);
  }

  /**
   * Clearance, depth of the bottom and centre to out[o ..] as TOUCH says, of the body whose p_NB and q_NB are pose[i ..]; the outline
   * is larger by margin[0] m on all sides.
   */
  groundInto(out: Float64Array, o: number, pose: Float64Array, i: number, margin: Float64Array): void {
    this.#centreInto(out, o, pose, i);
    this.#lookDown(out, o, pose, i, margin);
  }

  /** The obstacle that it touches and the centre, likewise. held: the obstacle that is asked for alone; NO_OBJECT for all. */
  obstacleInto(
    out: Float64Array,
    o: number,
    pose: Float64Array,
    i: number,
    margin: Float64Array,
    held: number = NO_OBJECT,
  ): void {
    this.#centreInto(out, o, pose, i);
    out[o + TOUCH.object] = NO_OBJECT;
    if (this.#scene.obstacleCount > 0) this.#lookAround(out, o, pose, i, margin, held);
  }

  #centreInto(out: Float64Array, o: number, pose: Float64Array, i: number): void {
    rotateInto(out, o + TOUCH.centre, pose, i + 3, this.#centre_B, 0);
    for (let k = 0; k < 3; k++) out[o + TOUCH.centre + k] += pose[i + k];
  }

  /** The obstacle between two places of N, from[i ..] and to[j ..], or NO_OBJECT, to out[o]. */
  betweenInto(out: Float64Array, o: number, from: Float64Array, i: number, to: Float64Array, j: number): void {
    const ray = this.#ray;
    for (let k = 0; k < 3; k++) {
      ray[k] = from[i + k];
      ray[3 + k] = to[j + k] - from[i + k];
    }
    this.#castInto(out, o, NO_OBJECT);
  }

  #lookDown(out: Float64Array, o: number, pose: Float64Array, i: number, margin: Float64Array): void {
    const { bottom } = this.#scene;
    out[o + TOUCH.clearance] = Number.POSITIVE_INFINITY;
    out[o + TOUCH.bottomDepth] = Number.POSITIVE_INFINITY;
    if (bottom === null) return;
    // Above the shallowest place of a bottom that has one, and that under water, nothing needs to be asked.
    const shallowest_m = bottom.shallowest_m ?? Number.NEGATIVE_INFINITY;
    if (shallowest_m > 0 && out[o + TOUCH.centre + 2] + this.#radius[0] + 2 * margin[0] < shallowest_m) return;
    bottom.depthInto(this.#depth, 0, out, o + TOUCH.centre);
    if (!Number.isNaN(this.#depth[0])) out[o + TOUCH.bottomDepth] = this.#depth[0];
    const points = this.#points;
    const half = this.#half;
    const arm = this.#arm;
    for (let p = 0; p < points.length; p += 3) {
      for (let k = 0; k < 3; k++) arm[k] = points[p + k] * (half[k] + margin[0]);
      this.#clearOf(out, o, pose, i);
    }
    if (!this.#isEllipsoid) return;
    rotateInverseInto(arm, 0, pose, i + 3, DOWN, 0);
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const a = half[k] + margin[0];
      square += a * a * arm[k] * arm[k];
      arm[k] *= a * a;
    }
    const scale = 1 / Math.sqrt(square);
    for (let k = 0; k < 3; k++) arm[k] *= scale; // (1)
    this.#clearOf(out, o, pose, i);
  }

  /** Lowers the clearance to that of the point at #arm from the centre. */
  #clearOf(out: Float64Array, o: number, pose: Float64Array, i: number): void {
    const end = this.#end;
    rotateInto(end, 0, pose, i + 3, this.#arm, 0);
    for (let k = 0; k < 3; k++) end[k] += out[o + TOUCH.centre + k];
    this.#scene.bottom?.depthInto(this.#depth, 0, end, 0);
    const clearance = this.#depth[0] - end[2];
    if (clearance < out[o + TOUCH.clearance]) out[o + TOUCH.clearance] = clearance;
  }

  /** (2) */
  #lookAround(out: Float64Array, o: number, pose: Float64Array, i: number, margin: Float64Array, held: number): void {
    const ray = this.#ray;
    const arm = this.#arm;
    for (let axis = 0; axis < 3 && this.#points.length > 3; axis++) {
      for (let k = 0; k < 3; k++) arm[k] = k === axis ? this.#half[k] + margin[0] : 0;
      rotateInto(this.#end, 0, pose, i + 3, arm, 0);
      for (let k = 0; k < 3; k++) {
        ray[k] = out[o + TOUCH.centre + k] - this.#end[k];
        ray[3 + k] = 2 * this.#end[k];
      }
      this.#castInto(out, o + TOUCH.object, held);
      if (out[o + TOUCH.object] !== NO_OBJECT) return;
    }
    for (let k = 0; k < 3; k++) {
      ray[k] = out[o + TOUCH.centre + k];
      ray[3 + k] = DOWN[k];
    }
    const hit = this.#hit;
    ray[6] = Number.POSITIVE_INFINITY;
    if (held === NO_OBJECT) this.#scene.castObstaclesInto(hit, 0, ray, 0);
    else this.#scene.castObstacleInto(hit, 0, ray, 0, held);
    const object = hit[HIT.object];
    if (object !== NO_OBJECT && hit[HIT.normal + 2] > 0 && this.#isWithin(object, ray)) out[o + TOUCH.object] = object;
  }

  /** What #ray meets within its own length, to out[o]. */
  #castInto(out: Float64Array, o: number, held: number): void {
    const ray = this.#ray;
    const hit = this.#hit;
    ray[6] = Math.sqrt(ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5]);
    out[o] = NO_OBJECT;
    if (!(ray[6] > 0)) return;
    for (let k = 3; k < 6; k++) ray[k] /= ray[6];
    if (held === NO_OBJECT) this.#scene.castObstaclesInto(hit, 0, ray, 0);
    else this.#scene.castObstacleInto(hit, 0, ray, 0, held);
    out[o] = hit[HIT.object];
  }

  #isWithin(object: number, place: Float64Array): boolean {
    const bounds = this.#scene.boundsOf(object);
    if (bounds === null) return false;
    for (let k = 0; k < 3; k++) if (!(place[k] >= bounds[k] && place[k] <= bounds[k + 3])) return false;
    return true;
  }
}

const AXES = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];

const SIGNS = [-1, 1];
const CORNERS: Readonly<Record<string, readonly number[]>> = {
  box: SIGNS.flatMap((x) => SIGNS.flatMap((y) => SIGNS.flatMap((z) => [x, y, z]))),
  cylinder: SIGNS.flatMap((x) => [x, 1, 0, x, -1, 0, x, 0, 1, x, 0, -1]),
};
