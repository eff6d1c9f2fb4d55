/**
 * One ray through a plane of sea, with its neighbours to first order.
 *
 *   dx/ds = t,   dt/ds = κ n,   κ = −c_n/c,   n = (−t_z, t_r),   dτ/ds = 1/c                                (1)
 *   dq/ds = c p,   dp/ds = −(c_nn/c²) q,   q(0) = 0,   p(0) = 1/c(0)                                       (2)
 *   dσ/ds = c                                                                                           (3)
 *
 * q is the distance of the neighbouring ray by the difference of launch angles, σ/c(0) that by the difference of azimuths over cos α.
 *
 * Where c is linear, the gradient G is constant and a step is the exact circle. With w = tan(κs/2)/κ:
 *
 *   x = x₀ + (2w t₀ + 2κw² n₀)/(1 + κ²w²),   τ = (2/|G|) asinh(|G| L / (2√(c₀c₁))),   σ = w (c₀ + c₁),   L the chord    (4)
 *
 * and the crossing with a straight line at the distance d₀, whose normal N points to the ray's side, is a quadratic, without trigonometry:
 *
 *   (d₀κ² + 2κ N·n₀) w² + 2 N·t₀ w + d₀ = 0                                                               (5)
 *
 * Elsewhere a step is one of Nyström's of order 4 in σ, with the slowness v = t/c, in which the rays are those of a mechanical particle:
 *
 *   d²x/dσ² = F = ½ ∇(1/c²),   d²q/dσ² = −(c_nn/c³) q                                                     (6)
 *
 * It ends on a line where the parabola through x₀, v₀ and the last trial says, until it is within 1e-9 m. It is as long as the table of
 * cells allows (sound-cells.ts), and turns the ray by 0.1 rad at most.
 *
 * At a line at the angle φ where the gradient jumps, and at a boundary of curvature κ_b, with β = θ − φ:
 *
 *   passing:     p′ = p + q cot β (c_n − c_n′)/c²                                                         (7)
 *   reflection:  p′ = p + q (2κ_b/(c sin β) + cot β (c_n + c_n′)/c²)                                      (8)
 *
 * c_n and c_n′ are taken along the normals before and after. Both follow from the neighbour's own crossing, to first order; (8) keeps the sign of
 * q, although a reflection turns left into right. Both leave the area of (q, p) as it is, which makes amplitudes reciprocal.
 *
 * On the boundary is a state. A ray is in a strip and in a layer; a step ends on the first of their six lines, where the coordinate is set to the line's, and what
 * happens there is decided by which line it is and by the direction of the ray. A distance that rounding has made negative counts as 0.
 * A ray that leaves a boundary at less than 1e-5 rad is lifted to that, so that one that creeps along it gets on. Rays end after MOST_STEPS.
 *
 * Left out: diffraction at corners, shear in layers, the lateral shift at reflection, rays behind the source (they end at r = 0).
 * Source: [JensenKuperman2011], chapter 3; (4), (5), (7) and (8) derived here. Test: ray-tracer.test.ts, by closed forms, by finite differences
 * of neighbouring rays and against an integration of the ray equations that knows nothing of cells.
 */
import { log, sinCosInto } from "../../math/index.ts";
import {
  BOTTOM,
  depthOn,
  firstRoot,
  K_AR,
  K_AZ,
  K_BR,
  K_BZ,
  K_LENGTH,
  K_LIMIT,
  K_SQUARE,
  NONE,
  ON_LINE_M,
  RayCell,
  STRIP_LEFT,
  STRIP_RIGHT,
  SURFACE,
} from "./ray-cell.ts";
import {
  END,
  HIT_BOTTOM,
  HIT_SURFACE,
  LEAVE,
  MARK,
  MARK_SIZE,
  PASS,
  RayPath,
  VERTEX,
  VERTEX_SIZE,
} from "./ray-path.ts";
import { LINE, LINE_SIZE, type RaySea } from "./ray-sea.ts";
import { CELL_SIZE, LINEAR, SOUND_SIZE, soundInto } from "./sound-cells.ts";

/** Bounds the work of one ray, whatever the sea. */
export const MOST_STEPS = 100_000;
/** Largest tan(Δθ/2) of a step: 0.1 rad. */
const TURN = 0.05;
const TRIALS = 16;
/** Least sine of the angle at which a ray leaves a boundary. */
const LIFT = 1e-5;

const R = VERTEX.r;
const Z = VERTEX.z;
const TR = VERTEX.tr;
const TZ = VERTEX.tz;
const C = VERTEX.c;
const TAU = VERTEX.tau;
const Q = VERTEX.q;
const P = VERTEX.p;
const P_IN = VERTEX.pIn;
const SIGMA = VERTEX.sigma;
const S = VERTEX.s;
const RE = VERTEX.re;
const IM = VERTEX.im;
const LOSS = VERTEX.loss_dB;
const KAPPA = VERTEX.kappa;
const GRAZING = VERTEX.grazing;

/** Places of what a trial step leaves behind. */
const T_R = 0;
const T_Z = 1;
const T_VR = 2;
const T_VZ = 3;
const T_TAU = 4;
const T_S = 5;
const T_Q = 6;
const T_P = 7;
/** And of what it starts from: force and slowness, and the step itself. */
const T_FR = 8;
const T_FZ = 9;
const T_VR0 = 10;
const T_VZ0 = 11;
const T_H = 12;

export class RayTracer {
  readonly path = new RayPath();
  readonly #sea: RaySea;
  readonly #cell: RayCell;
  readonly #sound = new Float64Array(SOUND_SIZE);
  readonly #after = new Float64Array(SOUND_SIZE);
  readonly #mid = new Float64Array(SOUND_SIZE);
  readonly #trial = new Float64Array(13);
  /** A place inside a step, and a distance and its rate. Numbers go by arrays: between calls that are not inlined, others are boxed. */
  readonly #place = new Float64Array(2);
  readonly #away = new Float64Array(2);
  readonly #sine = new Float64Array(2);
  readonly #factor = new Float64Array(2);
  readonly #turned = new Float64Array(2);

  constructor(sea: RaySea) {
    this.#sea = sea;
    this.#cell = new RayCell(sea);
  }

  /** Traces from (0, sourceDepth_m) along (cos α, sin α) into `path`, to the first reflection beyond a range, the case's if none is given. */
  trace(sourceDepth_m: number, cosine: number, sine: number, until_m = this.#sea.maxRange_m): void {
    const path = this.path;
    path.count = 1;
    const v = path.vertices;
    v.fill(0, 0, VERTEX_SIZE);
    path.marks.fill(0, 0, MARK_SIZE);
    v[Z] = sourceDepth_m;
    v[TR] = cosine;
    v[TZ] = sine;
    v[RE] = 1;
    this.#cell.strip = 0;
    this.#cell.layer = 0;
    if (!(cosine >= 0)) return;
    const edges = this.#sea.sound.edges_m;
    while (this.#cell.layer < this.#sea.sound.layerCount - 1 && sourceDepth_m > edges[this.#cell.layer + 1])
      this.#cell.layer++;
    if (sourceDepth_m === edges[this.#cell.layer + 1]) this.#chooseLayer(0);
    this.#soundAt(this.#sound, 0);
    v[C] = this.#sound[0];
    v[P] = 1 / v[C];
    v[P_IN] = v[P];

    let more = true;
    let beyond = false;
    for (let steps = 0; more && steps < MOST_STEPS; steps++) {
      path.reserve();
      const o = (path.count - 1) * VERTEX_SIZE;
      const line = this.#step(o);
      more = line >= 0 && this.#arrive(o + VERTEX_SIZE, line);
      const last = path.count - 1;
      if (path.marks[last * MARK_SIZE] === LEAVE && path.vertices[last * VERTEX_SIZE] > until_m) {
        beyond = more;
        more = false;
      }
    }
    // What is left of a ray behind a reflection beyond the range is the start of a leg.
    const end = (path.count - 1) * MARK_SIZE;
    if (!beyond) path.marks[end] = END;
  }

  /** One step from the vertex at o to a new one behind it; the line on which it ends, or −1 where the numbers have failed. */
  #step(o: number): number {
    const sea = this.#sea;
    const path = this.path;
    const v = path.vertices;
    const cell = sea.columns[this.#cell.strip] * sea.sound.layerCount + this.#cell.layer;
    const at = cell * CELL_SIZE;
    const cells = sea.sound.cells;
    const edges = sea.sound.edges_m;
    soundInto(this.#sound, cells, at, edges, this.#cell.layer, v, o);
    const n = o + VERTEX_SIZE;
    const line = cells[at] === LINEAR || this.#cell.slides ? this.#circle(o, at) : this.#free(o, cell, at);
    // Whatever overflows ends the ray before it.
    const isSound = v[n + C] > 0 && Math.abs(v[n + Q]) + v[n + TAU] + v[n + SIGMA] < Number.POSITIVE_INFINITY;
    if (line < 0 || !isSound) return -1;

    // What both kinds of step share: absorption (linear in depth in a layer, Simpson), reflections and caustics so far.
    const ds = v[n + S] - v[o + S];
    const gradient = sea.sound.absorptionGradient[this.#cell.layer];
    let a = sea.sound.absorption_dBpm[this.#cell.layer];
    if (gradient !== 0) {
      const sum = v[o + Z] + v[n + Z];
      const middle = 0.5 * sum + 0.125 * ds * (v[o + TZ] - v[n + TZ]);
      a += gradient * ((sum + 4 * middle) / 6 - edges[this.#cell.layer]);
    }
    v[n + LOSS] = v[o + LOSS] + a * ds;
    v[n + RE] = v[o + RE];
    v[n + IM] = v[o + IM];
    v[n + P] = v[n + P_IN];
    v[n + GRAZING] = 0;
    const marks = path.marks;
    const m = path.count * MARK_SIZE;
    const q0 = v[o + Q];
    const q1 = v[n + Q];
    const turned = q0 * q1 < 0 || (q1 === 0 && q0 !== 0);
    marks[m] = PASS;
    marks[m + 1] = marks[m - 3];
    marks[m + 2] = marks[m - 2];
    marks[m + 3] = marks[m - 1] + (turned ? 1 : 0);
    path.count++;
    return line;
  }

  /** (4) and (5). */
  #circle(o: number, at: number): number {
    const v = this.path.vertices;
    const n = o + VERTEX_SIZE;
    const sound = this.#sound;
    const r = v[o + R];
    const z = v[o + Z];
    const tr = v[o + TR];
    const tz = v[o + TZ];
    const c = sound[0];
    const cr = sound[1];
    const cz = sound[2];
    const kappa = this.#cell.slides ? 0 : (cr * tz - cz * tr) / c;

    const bend = 2 * kappa;
    let limit = 0.5 * this.#sea.step_m;
    if (kappa !== 0) limit = Math.min(limit, TURN / Math.abs(kappa));
    const { curve } = this.#cell;
    curve[K_BR] = tr;
    curve[K_BZ] = tz;
    curve[K_AR] = -tz * bend;
    curve[K_AZ] = tr * bend;
    curve[K_SQUARE] = kappa * kappa;
    curve[K_LIMIT] = limit;
    const line = this.#cell.firstLine(v, o);
    const w = curve[K_LENGTH];
    if (!(w < Number.POSITIVE_INFINITY)) return -1;

    const k = kappa * w;
    const k2 = k * k;
    const inverse = 1 / (1 + k2);
    const along = 2 * w * inverse;
    const across = along * k;
    const cosine = (1 - k2) * inverse;
    const sine = 2 * k * inverse;
    v[n + R] = r + tr * along - tz * across;
    v[n + Z] = z + tz * along + tr * across;
    v[n + TR] = tr * cosine - tz * sine;
    v[n + TZ] = tz * cosine + tr * sine;
    v[n + KAPPA] = kappa;
    v[o + KAPPA] = kappa;
    this.#cell.setOn(v, n, line);

    // tan⁻¹ as a series: k ≤ 0.05 leaves 1e-13.
    const ds = 2 * w * (1 + k2 * (-1 / 3 + k2 * (1 / 5 + k2 * (-1 / 7 + k2 / 9))));
    const gradient2 = cr * cr + cz * cz;
    let c1 = c;
    let time = ds / c;
    if (gradient2 > 0) {
      soundInto(this.#after, this.#sea.sound.cells, at, this.#sea.sound.edges_m, this.#cell.layer, v, n);
      c1 = this.#after[0];
      const chord2 = 4 * w * w * inverse;
      const x2 = (0.25 * gradient2 * chord2) / (c * c1);
      time = Math.sqrt(chord2 / (c * c1));
      if (x2 < 0.01) {
        // asinh(x)/x as a series: 1e-13 is left.
        time *= 1 + x2 * (-1 / 6 + x2 * (3 / 40 + x2 * (-5 / 112 + x2 * (35 / 1152 + x2 * (-63 / 2816)))));
      } else {
        const x = Math.sqrt(x2);
        time *= log(x + Math.sqrt(1 + x2)) / x;
      }
    }
    const area = w * (c + c1);
    v[n + C] = c1;
    v[n + TAU] = v[o + TAU] + time;
    v[n + SIGMA] = v[o + SIGMA] + area;
    v[n + S] = v[o + S] + ds;
    v[n + P_IN] = v[o + P];
    v[n + Q] = v[o + Q] + v[o + P] * area;
    return line;
  }

  /** (6), to the first line. */
  #free(o: number, cell: number, at: number): number {
    const v = this.path.vertices;
    const n = o + VERTEX_SIZE;
    const trial = this.#trial;
    const sound = this.#sound;
    const c = sound[0];
    const cube = 1 / (c * c * c);
    const fr = -sound[1] * cube;
    const fz = -sound[2] * cube;
    const vr = v[o + TR] / c;
    const vz = v[o + TZ] / c;

    // As long as allowed, or to the first line by the parabola.
    const force = Math.sqrt(fr * fr + fz * fz);
    let limit = Math.min(this.#sea.step_m, this.#sea.sound.steps_m[cell]) * c;
    if (force > 0) limit = Math.min(limit, (2 * TURN) / (c * force));
    const { curve } = this.#cell;
    curve[K_BR] = 0.5 * vr;
    curve[K_BZ] = 0.5 * vz;
    curve[K_AR] = 0.5 * fr;
    curve[K_AZ] = 0.5 * fz;
    curve[K_SQUARE] = 0;
    curve[K_LIMIT] = limit;
    let line = this.#cell.firstLine(v, o);
    if (!(curve[K_LENGTH] < Number.POSITIVE_INFINITY)) return -1;
    trial[T_FR] = fr;
    trial[T_FZ] = fz;
    trial[T_VR0] = vr;
    trial[T_VZ0] = vz;
    trial[T_H] = curve[K_LENGTH];
    const away = this.#away;
    for (let k = 0; k < TRIALS; k++) {
      const h = trial[T_H];
      this.#nystrom(o, at);
      if (h === 0) break;
      const over = this.#cell.worstLine(trial, T_R, line);
      if (over !== NONE) line = over;
      else if (line === NONE) break;
      this.#cell.distanceInto(away, line, trial, T_R, T_VR);
      const d1 = away[0];
      if ((over === NONE && Math.abs(d1) <= ON_LINE_M) || k === TRIALS - 1) break;
      // The parabola through the start and this trial.
      this.#cell.distanceInto(away, line, v, o, -1);
      const d0 = Math.max(0, away[0]);
      this.#cell.distanceInto(away, line, trial, T_R, T_VR0);
      const b = away[1];
      const next = firstRoot((d1 - d0 - b * h) / (h * h), 0.5 * b, d0);
      if (next <= limit) trial[T_H] = next;
      else if (d1 > 0) {
        // It turned before the line: an ordinary step.
        line = NONE;
        break;
      } else trial[T_H] = 0.5 * h;
    }

    v[n + R] = trial[T_R];
    v[n + Z] = trial[T_Z];
    const speed = 1 / Math.sqrt(trial[T_VR] * trial[T_VR] + trial[T_VZ] * trial[T_VZ]);
    v[n + TR] = trial[T_VR] * speed;
    v[n + TZ] = trial[T_VZ] * speed;
    this.#cell.setOn(v, n, line);
    const after = this.#after;
    soundInto(after, this.#sea.sound.cells, at, this.#sea.sound.edges_m, this.#cell.layer, v, n);
    v[n + C] = after[0];
    v[o + KAPPA] = (sound[1] * v[o + TZ] - sound[2] * v[o + TR]) / c;
    v[n + KAPPA] = (after[1] * v[n + TZ] - after[2] * v[n + TR]) / after[0];
    v[n + TAU] = v[o + TAU] + trial[T_TAU];
    v[n + SIGMA] = v[o + SIGMA] + trial[T_H];
    v[n + S] = v[o + S] + trial[T_S];
    v[n + Q] = trial[T_Q];
    v[n + P_IN] = trial[T_P];
    return line;
  }

  /** One step of (6) from the vertex at o, as the trial says, into it. */
  #nystrom(o: number, at: number): void {
    const v = this.path.vertices;
    const trial = this.#trial;
    const cells = this.#sea.sound.cells;
    const edges = this.#sea.sound.edges_m;
    const layer = this.#cell.layer;
    const sound = this.#sound;
    const mid = this.#mid;
    const place = this.#place;
    const fr = trial[T_FR];
    const fz = trial[T_FZ];
    const vr = trial[T_VR0];
    const vz = trial[T_VZ0];
    const h = trial[T_H];
    const r = v[o + R];
    const z = v[o + Z];
    const q = v[o + Q];
    const p = v[o + P];
    const h2 = h * h;
    // −c_nn/c³ with n along the slowness.
    const k1 = ((2 * sound[3] * vz - sound[4] * vr) * vr * q) / sound[0];

    place[0] = r + 0.5 * h * vr + 0.125 * h2 * fr;
    place[1] = z + 0.5 * h * vz + 0.125 * h2 * fz;
    soundInto(mid, cells, at, edges, layer, place, 0);
    const c2 = mid[0];
    const cube2 = 1 / (c2 * c2 * c2);
    const fr2 = -mid[1] * cube2;
    const fz2 = -mid[2] * cube2;
    const vr2 = vr + 0.25 * h * (fr + fr2);
    const vz2 = vz + 0.25 * h * (fz + fz2);
    const k2 = ((2 * mid[3] * vz2 - mid[4] * vr2) * vr2 * (q + 0.5 * h * p + 0.125 * h2 * k1)) / c2;

    place[0] = r + h * vr + 0.5 * h2 * fr2;
    place[1] = z + h * vz + 0.5 * h2 * fz2;
    soundInto(mid, cells, at, edges, layer, place, 0);
    const c3 = mid[0];
    const cube3 = 1 / (c3 * c3 * c3);
    const vr1 = vr + (h / 6) * (fr + 4 * fr2 - mid[1] * cube3);
    const vz1 = vz + (h / 6) * (fz + 4 * fz2 - mid[2] * cube3);
    const k3 = ((2 * mid[3] * vz1 - mid[4] * vr1) * vr1 * (q + h * p + 0.5 * h2 * k2)) / c3;

    trial[T_R] = r + h * vr + (h2 / 6) * (fr + 2 * fr2);
    trial[T_Z] = z + h * vz + (h2 / 6) * (fz + 2 * fz2);
    trial[T_VR] = vr1;
    trial[T_VZ] = vz1;
    const c1 = sound[0];
    trial[T_TAU] = (h / 6) * (1 / (c1 * c1) + 4 / (c2 * c2) + 1 / (c3 * c3));
    trial[T_S] = (h / 6) * (1 / c1 + 4 / c2 + 1 / c3);
    trial[T_Q] = q + h * p + (h2 / 6) * (k1 + 2 * k2);
    trial[T_P] = p + (h / 6) * (k1 + 4 * k2 + k3);
  }

  /** What happens at the new vertex at o. False where the ray ends. */
  #arrive(o: number, line: number): boolean {
    if (line === NONE) return true;
    if (line === SURFACE || line === BOTTOM) return this.#reflect(o, line);
    const sea = this.#sea;
    const v = this.path.vertices;
    this.#soundAt(this.#sound, o);
    let cot = 0;
    if (line === STRIP_LEFT || line === STRIP_RIGHT) {
      this.#cell.strip += line === STRIP_RIGHT ? 1 : -1;
      if (this.#cell.strip < 0 || this.#cell.strip >= sea.stripCount) return false;
      // Where the bottom has come up to the surface, the water ends.
      const at = this.#cell.strip * LINE_SIZE;
      if (!(depthOn(sea.bottom, at, v[o + R]) > depthOn(sea.surface, at, v[o + R]))) return false;
      if (this.#cell.slides) this.#chooseLayer(o);
      // cot(θ − 90°)
      cot = -v[o + TZ] / guarded(v[o + TR]);
    } else {
      const before = this.#cell.layer;
      this.#chooseLayer(o);
      if (this.#cell.layer === before) return true;
      cot = v[o + TR] / guarded(v[o + TZ]);
    }
    // (7)
    const a = this.#sound;
    const b = this.#after;
    this.#soundAt(b, o);
    const jump = (a[2] - b[2]) * v[o + TR] - (a[1] - b[1]) * v[o + TZ];
    if (jump !== 0) v[o + P] = v[o + P_IN] + (v[o + Q] * cot * jump) / (a[0] * a[0]);
    return true;
  }

  /** (8), at the new vertex at o, and the vertex behind it from which the next leg starts. */
  #reflect(o: number, line: number): boolean {
    const sea = this.#sea;
    const path = this.path;
    path.reserve();
    const v = path.vertices;
    const marks = path.marks;
    const strip = this.#cell.strip;
    const lines = line === SURFACE ? sea.surface : sea.bottom;
    const at = strip * LINE_SIZE;
    const side = line === SURFACE ? 1 : -1;
    const r = v[o + R];
    this.#soundAt(this.#sound, o);
    const c = this.#sound[0];

    // The boundary's tangent (cos φ, sin φ), its normal into the water, and its curvature.
    let cosPhi = lines[at + LINE.cos];
    let sinPhi = lines[at + LINE.sin];
    const ownCos = cosPhi;
    const ownSin = sinPhi;
    const turn = lines[at + LINE.turn];
    if (turn !== 0) {
      sinCosInto(this.#turned, 0, lines[at + LINE.phi0] + ((r - lines[at + LINE.r0]) / lines[at + LINE.width]) * turn);
      sinPhi = this.#turned[0];
      cosPhi = this.#turned[1];
    }
    let curvature = lines[at + LINE.curvature];
    const tr = v[o + TR];
    const tz = v[o + TZ];
    let sinBeta = tz * cosPhi - tr * sinPhi;
    // A turned normal may leave the ray behind the straight piece on which it stands: then that piece reflects it.
    let outward = -side * sinBeta;
    let nr = -side * sinPhi;
    let nz = side * cosPhi;
    let r1 = tr + 2 * outward * nr;
    let z1 = tz + 2 * outward * nz;
    if (turn !== 0 && (outward <= 0 || side * (z1 * ownCos - r1 * ownSin) <= LIFT)) {
      cosPhi = ownCos;
      sinPhi = ownSin;
      curvature = 0;
      sinBeta = tz * cosPhi - tr * sinPhi;
      outward = -side * sinBeta;
      nr = -side * sinPhi;
      nz = side * cosPhi;
      r1 = tr + 2 * outward * nr;
      z1 = tz + 2 * outward * nz;
    }
    const grazing = Math.max(outward, LIFT);
    if (outward < LIFT) {
      const along = (tr * cosPhi + tz * sinPhi < 0 ? -1 : 1) * Math.sqrt(1 - LIFT * LIFT);
      r1 = along * cosPhi + LIFT * nr;
      z1 = along * sinPhi + LIFT * nz;
    }
    const length = 1 / Math.sqrt(r1 * r1 + z1 * z1);
    r1 *= length;
    z1 *= length;

    // The leg ends here, and the next one starts at the same place.
    v[o + GRAZING] = grazing;
    const m = (path.count - 1) * MARK_SIZE;
    marks[m] = line === SURFACE ? HIT_SURFACE : HIT_BOTTOM;
    const n = o + VERTEX_SIZE;
    for (let k = 0; k < VERTEX_SIZE; k++) v[n + k] = v[o + k];
    for (let k = 1; k < MARK_SIZE; k++) marks[m + MARK_SIZE + k] = marks[m + k];
    marks[m + MARK_SIZE] = LEAVE;
    marks[m + MARK_SIZE + (line === SURFACE ? MARK.surface : MARK.bottom)]++;
    path.count++;
    v[n + TR] = r1;
    v[n + TZ] = z1;
    const cr = this.#sound[1];
    const cz = this.#sound[2];
    const both = cz * (tr + r1) - cr * (tz + z1);
    const safeSine = -side * grazing;
    const cot = (tr * cosPhi + tz * sinPhi) / safeSine;
    v[n + P] = v[o + P_IN] + v[o + Q] * ((2 * curvature) / (c * safeSine) + (cot * both) / (c * c));
    v[n + P_IN] = v[n + P];
    v[n + KAPPA] = (cr * z1 - cz * r1) / c;
    this.#cell.slides = false;

    // What is left of the pressure.
    this.#sine[0] = grazing;
    this.#sine[1] = c;
    const factor = this.#factor;
    if (line === SURFACE) sea.surfaceReflectors[sea.surfaceBeyond[strip]].reflectionInto(factor, 0, this.#sine, 0);
    else sea.bottomReflectors[sea.bottomBeyond[strip]].reflectionInto(factor, 0, this.#sine, 0);
    const re = v[o + RE] * factor[0] - v[o + IM] * factor[1];
    const im = v[o + RE] * factor[1] + v[o + IM] * factor[0];
    v[n + RE] = re;
    v[n + IM] = im;
    return re * re + im * im > sea.weakest;
  }

  /** c and its derivatives at the vertex at o, in the cell of the ray. */
  #soundAt(out: Float64Array, o: number): void {
    const { sound, columns } = this.#sea;
    const at = (columns[this.#cell.strip] * sound.layerCount + this.#cell.layer) * CELL_SIZE;
    soundInto(out, sound.cells, at, sound.edges_m, this.#cell.layer, this.path.vertices, o);
  }

  /** The layer into which a vertex on an edge goes on: by its direction, and where that lies in the edge, by where the ray bends. */
  #chooseLayer(o: number): void {
    const v = this.path.vertices;
    const edges = this.#sea.sound.edges_m;
    const z = v[o + Z];
    const last = this.#sea.sound.layerCount - 1;
    const upper = z === edges[this.#cell.layer] ? this.#cell.layer - 1 : this.#cell.layer;
    this.#cell.slides = false;
    if (upper < 0 || upper >= last) return;
    if (v[o + TZ] < 0) this.#cell.layer = upper;
    else if (v[o + TZ] > 0) this.#cell.layer = upper + 1;
    else {
      this.#cell.layer = upper;
      this.#soundAt(this.#after, o);
      const above = this.#after[2];
      this.#cell.layer = upper + 1;
      this.#soundAt(this.#after, o);
      const below = this.#after[2];
      if (below <= 0) return;
      if (above >= 0) this.#cell.layer = upper;
      else this.#cell.slides = true;
    }
  }
}

/** Keeps a divisor away from 0. */
function guarded(x: number): number {
  return Math.abs(x) < 1e-9 ? (x < 0 ? -1e-9 : 1e-9) : x;
}
