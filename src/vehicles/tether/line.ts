/**
 * A line between two points that move: masses at nodes, springs between them, weight, buoyancy and drag of the water.
 *
 * n segments of the length l₀ = L/n join the nodes 0 … n. The nodes 0 and n are the ends: they move as the bodies do that they
 * are made fast to. The nodes between them have states, r_k and v_k, in N. With e_k = r_{k+1} − r_k, l_k = |e_k|:
 *
 *   ε_k = l_k / l₀ − 1,   ε̇_k = e_k · (v_{k+1} − v_k) / (l_k l₀)                               (1)  strain
 *   T_k = max(0, EA ε_k + C ε̇_k) where ε_k > 0, and 0 elsewhere: slack pushes nothing          (2)  tension, N
 *   t_k = (r_{k+1} − r_{k−1}) / |r_{k+1} − r_{k−1}|                                             (3)  direction; at an end, of its segment
 *   s = min(1, max(0, ½ + depth / d))                                                           (4)  immersed share of the node
 *   u = v_k − v_c,   u_t = (u · t_k) t_k,   u_n = u − u_t                                       (5)  through the water
 *   D = −½ ρ d s b (C_n |u_n| u_n + π C_t |u_t| u_t)                                            (6)  Morison's drag of a cylinder
 *   W = (m − ρ A s) b g, downwards,   A = π d² / 4                                              (7)  weight less buoyancy
 *   F_k = T_k e_k / l_k − T_{k−1} e_{k−1} / l_{k−1} + W + D                                     (8)
 *   (m l₀ I + C_a ρ A s l₀ (I − t_k t_kᵀ)) v̇_k = F_k,   ṙ_k = v_k                               (9)
 *
 * b is the length that a node stands for: l₀, and l₀/2 for an end. An end has no equation (9): F_0 and F_n are what the line does to the
 * bodies.
 * L: length without load, m; d: diameter, m; m: mass per length, kg/m; EA: axial stiffness, N; C: axial damping, N·s; C_n, C_t: drag
 * normal to the line and along it, the first on the area d b, the second on π d b; C_a: added mass across the line. v_c, ρ and the height of
 * the surface vary linearly along the line, between what they are at its ends.
 * Frame N (north, east, down) throughout.
 *
 * Valid: lines whose curvature is resolved, several segments per bend; small strains, since d and b stay those without load.
 * Left out: bending and torsional stiffness; contact with the bottom, with hulls and with itself; the mass of the two half segments at the
 * ends, m l₀ together (their weight, buoyancy and drag act); the rate of the added mass as the line turns, and the force of water that
 * accelerates; vortex-induced vibration; the waves' water along the line, other than at its ends. Above the surface there is no
 * buoyancy, drag or added mass, and no wind.
 * Source: Newton's law for a chain of masses; (6) is Morison's equation with its drag alone, each component by its own speed.
 * Tests: line.test.ts.
 */

export interface LineParameters {
  /** L, without load. */
  readonly length_m: number;
  readonly diameter_m: number;
  readonly mass_kgpm: number;
  /** EA. */
  readonly axialStiffness_N: number;
  /** C. */
  readonly axialDamping_Ns: number;
  readonly normalDrag: number;
  readonly tangentialDrag: number;
  /** C_a. */
  readonly addedMass: number;
  /** n. */
  readonly segments: number;
}

/** Places in the record of one end: place and velocity in N, and the water there. */
export const END = { p: 0, v: 3, current: 6, density: 9, surface: 10 } as const;
export const END_SIZE = 11;

/** Places in a status. */
export const LINE_STATUS = {
  /** How hard the line pulls at its ends, |F_0| and |F_n|, N. */
  from_N: 0,
  to_N: 1,
  /** The largest T_k, N. */
  largest_N: 2,
  /** Between the ends, m. */
  distance_m: 3,
} as const;
export const LINE_STATUS_SIZE = 4;

const { current: CURRENT, density: DENSITY, surface: SURFACE } = END;

// Places among the numbers of a line: g, l₀, EA, C, m, C_a A, A, d, and what (6) has in front, ½ d C_n and ½ π d C_t.
const GRAVITY = 0;
const SEGMENT = 1;
const STIFFNESS = 2;
const DAMPING = 3;
const MASS = 4;
const ADDED = 5;
const AREA = 6;
const DIAMETER = 7;
const NORMAL = 8;
const ALONG = 9;

export class Line {
  readonly parameters: LineParameters;
  /** Number of its states: places of the inner nodes, then their velocities. */
  readonly states: number;
  /** Numbers of the equations, by the names below: a number with a fraction in a field would be boxed. */
  readonly #p: Float64Array;
  // Scratch of one evaluation: places, velocities, forces and ρ s of all nodes, tensions.
  readonly #r: Float64Array;
  readonly #v: Float64Array;
  readonly #F: Float64Array;
  readonly #wet: Float64Array;
  readonly #T: Float64Array;
  readonly #rates: Float64Array;
  readonly #pull = new Float64Array(6);

  constructor(parameters: LineParameters, gravity_mps2: number) {
    const { segments, length_m, diameter_m, normalDrag, tangentialDrag } = parameters;
    this.parameters = parameters;
    this.states = 6 * (segments - 1);
    const { axialStiffness_N, axialDamping_Ns, mass_kgpm, addedMass } = parameters;
    const area_m2 = 0.25 * Math.PI * diameter_m * diameter_m;
    this.#p = new Float64Array(16);
    this.#p[GRAVITY] = gravity_mps2;
    this.#p[SEGMENT] = length_m / segments;
    this.#p[STIFFNESS] = axialStiffness_N;
    this.#p[DAMPING] = axialDamping_Ns;
    this.#p[MASS] = mass_kgpm;
    this.#p[ADDED] = addedMass * area_m2;
    this.#p[AREA] = area_m2;
    this.#p[DIAMETER] = diameter_m;
    this.#p[NORMAL] = 0.5 * diameter_m * normalDrag;
    this.#p[ALONG] = 0.5 * Math.PI * diameter_m * tangentialDrag;
    const nodes = 3 * (segments + 1);
    this.#r = new Float64Array(nodes);
    this.#v = new Float64Array(nodes);
    this.#F = new Float64Array(nodes);
    this.#wet = new Float64Array(segments + 1);
    this.#T = new Float64Array(segments);
    this.#rates = new Float64Array(this.states);
  }

  /** Rates of the states x[s ..] to dx[d ..], and the forces F_0, F_n on the bodies to pull[0 .. 5]. ends: two records of END. */
  ratesInto(dx: Float64Array, d: number, pull: Float64Array, ends: Float64Array, x: Float64Array, s: number): void {
    const n = this.parameters.segments;
    const r = this.#r;
    const v = this.#v;
    const F = this.#F;
    const inner = 3 * (n - 1);
    for (let i = 0; i < 3; i++) {
      r[i] = ends[i];
      v[i] = ends[3 + i];
      r[3 * n + i] = ends[END_SIZE + i];
      v[3 * n + i] = ends[END_SIZE + 3 + i];
    }
    for (let i = 0; i < inner; i++) {
      r[3 + i] = x[s + i];
      v[3 + i] = x[s + inner + i];
    }
    F.fill(0);
    this.#addTensions();
    this.#addWaterAndWeight(ends);

    // (9) for the inner nodes.
    for (let i = 0; i < inner; i++) dx[d + i] = v[3 + i];
    this.#accelerationsInto(dx, d + inner);
    for (let i = 0; i < 3; i++) {
      pull[i] = F[i];
      pull[3 + i] = F[3 * n + i];
    }
  }

  /** What LINE_STATUS says, to out[o ..]. */
  statusInto(out: Float64Array, o: number, ends: Float64Array, x: Float64Array, s: number): void {
    const pull = this.#pull;
    this.ratesInto(this.#rates, 0, pull, ends, x, s);
    out[o + LINE_STATUS.from_N] = length(pull[0], pull[1], pull[2]);
    out[o + LINE_STATUS.to_N] = length(pull[3], pull[4], pull[5]);
    let largest_N = 0;
    for (let k = 0; k < this.parameters.segments; k++) largest_N = Math.max(largest_N, this.#T[k]);
    out[o + LINE_STATUS.largest_N] = largest_N;
    out[o + LINE_STATUS.distance_m] = distanceOf(ends);
  }

  /** (1), (2), and their share of (8). */
  #addTensions(): void {
    const { segments } = this.parameters;
    const p = this.#p;
    const r = this.#r;
    const v = this.#v;
    const F = this.#F;
    const l0 = p[SEGMENT];
    for (let k = 0; k < segments; k++) {
      const a = 3 * k;
      const ex = r[a + 3] - r[a];
      const ey = r[a + 4] - r[a + 1];
      const ez = r[a + 5] - r[a + 2];
      const l = Math.sqrt(ex * ex + ey * ey + ez * ez);
      this.#T[k] = 0;
      if (!(l > l0)) continue;
      const rate = (ex * (v[a + 3] - v[a]) + ey * (v[a + 4] - v[a + 1]) + ez * (v[a + 5] - v[a + 2])) / l;
      const T = (p[STIFFNESS] * (l - l0) + p[DAMPING] * rate) / l0;
      if (!(T > 0)) continue;
      this.#T[k] = T;
      const by = T / l;
      F[a] += by * ex;
      F[a + 1] += by * ey;
      F[a + 2] += by * ez;
      F[a + 3] -= by * ex;
      F[a + 4] -= by * ey;
      F[a + 5] -= by * ez;
    }
  }

  /** (3) to (7). */
  #addWaterAndWeight(ends: Float64Array): void {
    const n = this.parameters.segments;
    const p = this.#p;
    const r = this.#r;
    const v = this.#v;
    const F = this.#F;
    for (let k = 0; k <= n; k++) {
      const a = 3 * k;
      const b = (k === 0 || k === n ? 0.5 : 1) * p[SEGMENT];
      const w = k / n;
      const rho = ends[DENSITY] + w * (ends[END_SIZE + DENSITY] - ends[DENSITY]);
      const surface = ends[SURFACE] + w * (ends[END_SIZE + SURFACE] - ends[SURFACE]);
      const wet = rho * Math.min(1, Math.max(0, 0.5 + (r[a + 2] + surface) / p[DIAMETER])); // (4)
      this.#wet[k] = wet;
      F[a + 2] += (p[MASS] - wet * p[AREA]) * b * p[GRAVITY]; // (7)
      if (wet === 0) continue;
      const ahead = 3 * Math.min(k + 1, n);
      const behind = 3 * Math.max(k - 1, 0);
      let tx = r[ahead] - r[behind];
      let ty = r[ahead + 1] - r[behind + 1];
      let tz = r[ahead + 2] - r[behind + 2];
      const long = Math.sqrt(tx * tx + ty * ty + tz * tz);
      // Folded onto itself, it has no direction: all is across it.
      const scale = long > 0 ? 1 / long : 0;
      tx *= scale;
      ty *= scale;
      tz *= scale;
      const ux = v[a] - (ends[CURRENT] + w * (ends[END_SIZE + CURRENT] - ends[CURRENT]));
      const uy = v[a + 1] - (ends[CURRENT + 1] + w * (ends[END_SIZE + CURRENT + 1] - ends[CURRENT + 1]));
      const uz = v[a + 2] - (ends[CURRENT + 2] + w * (ends[END_SIZE + CURRENT + 2] - ends[CURRENT + 2]));
      const ut = ux * tx + uy * ty + uz * tz;
      const nx = ux - ut * tx;
      const ny = uy - ut * ty;
      const nz = uz - ut * tz;
      const normal = wet * b * p[NORMAL] * Math.sqrt(nx * nx + ny * ny + nz * nz);
      const along = wet * b * p[ALONG] * Math.abs(ut) * ut;
      F[a] -= normal * nx + along * tx; // (6)
      F[a + 1] -= normal * ny + along * ty;
      F[a + 2] -= normal * nz + along * tz;
    }
  }

  /** (9): v̇ of the inner nodes to dx[d ..]. */
  #accelerationsInto(dx: Float64Array, d: number): void {
    const n = this.parameters.segments;
    const p = this.#p;
    const r = this.#r;
    const F = this.#F;
    const dry = p[MASS] * p[SEGMENT];
    for (let k = 1; k < n; k++) {
      const a = 3 * k;
      const across = 1 / (dry + p[ADDED] * this.#wet[k] * p[SEGMENT]);
      const tx = r[a + 3] - r[a - 3];
      const ty = r[a + 4] - r[a - 2];
      const tz = r[a + 5] - r[a - 1];
      const square = tx * tx + ty * ty + tz * tz;
      const along = square > 0 ? ((1 / dry - across) * (F[a] * tx + F[a + 1] * ty + F[a + 2] * tz)) / square : 0;
      const o = d + a - 3;
      dx[o] = across * F[a] + along * tx;
      dx[o + 1] = across * F[a + 1] + along * ty;
      dx[o + 2] = across * F[a + 2] + along * tz;
    }
  }
}

/** Between the ends, m. */
export function distanceOf(ends: Float64Array): number {
  return length(ends[END_SIZE] - ends[0], ends[END_SIZE + 1] - ends[1], ends[END_SIZE + 2] - ends[2]);
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
