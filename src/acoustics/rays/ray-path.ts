/** One ray as a list of vertices in flat arrays, which grow when a ray is longer than any before. */

/** Places of a vertex. */
export const VERTEX = {
  r: 0,
  z: 1,
  /** Unit tangent, (cos θ, sin θ). */
  tr: 2,
  tz: 3,
  c: 4,
  /** Travel time. */
  tau: 5,
  /** ∂n/∂α, m: distance of a neighbouring ray along the normal, by the difference of launch angles. Keeps its sign at reflections. */
  q: 6,
  /** Its rate by ∫ c ds, s/m, on the way on, and on the way here. */
  p: 7,
  pIn: 8,
  /** ∫ c ds, m²/s: the spreading across the plane. */
  sigma: 9,
  s: 10,
  /** Product of the reflection factors. */
  re: 11,
  im: 12,
  /** Absorption along the path, dB. */
  loss_dB: 13,
  /** dθ/ds on the way on; at the end of a leg, on the way here. */
  kappa: 14,
  /** sin of the angle to the boundary, where it is at one. */
  grazing: 15,
} as const;
export const VERTEX_SIZE = 16;

/** Places of the whole numbers of a vertex. */
export const MARK = { kind: 0, surface: 1, bottom: 2, caustics: 3 } as const;
export const MARK_SIZE = 4;

/** Kinds of vertex. Between a HIT and the LEAVE after it lies no way; a leg is what lies between LEAVE, or START, and HIT, or END. */
export const START = 0;
export const PASS = 1;
export const HIT_SURFACE = 2;
export const HIT_BOTTOM = 3;
export const LEAVE = 4;
export const END = 5;

export class RayPath {
  count = 0;
  vertices = new Float64Array(256 * VERTEX_SIZE);
  marks = new Int32Array(256 * MARK_SIZE);

  /** Makes room for one vertex more. */
  reserve(): void {
    if ((this.count + 1) * VERTEX_SIZE <= this.vertices.length) return;
    const vertices = new Float64Array(2 * this.vertices.length);
    vertices.set(this.vertices);
    this.vertices = vertices;
    const marks = new Int32Array(2 * this.marks.length);
    marks.set(this.marks);
    this.marks = marks;
  }
}

/** A leg is carried on until it has turned by this. */
const MOST_TURN = 0.3;

/**
 * How far along the ray a leg may be carried on beyond its end at vertex a, forward (1) or back (−1), so that a beam which is width_m wide there, and wider
 * by growth per metre, still reaches back into the water: it leaves the boundary by sin β a metre. Not further than where its own curve would bring
 * it back, nor than where its way from the source would be twice or half as long.
 */
export function reachOf_m(v: Float64Array, a: number, way: number, width_m: number, growth: number): number {
  const sine = v[a + VERTEX.grazing];
  const leaves = sine * Math.abs(v[a + VERTEX.tr]) - growth;
  const most_m = way > 0 ? v[a + VERTEX.s] : 0.5 * v[a + VERTEX.s];
  const reach_m = leaves > 0 ? Math.min(most_m, width_m / leaves) : most_m;
  const kappa = Math.abs(v[a + VERTEX.kappa]);
  return kappa === 0 ? reach_m : Math.min(reach_m, Math.min(MOST_TURN, sine) / kappa);
}

/** The way along the ray from vertex a, on the circle of its curvature there, to the range range_m. */
export function wayTo_m(v: Float64Array, a: number, range_m: number): number {
  const tr = v[a + VERTEX.tr];
  const straight = (range_m - v[a + VERTEX.r]) / tr;
  return straight * (1 + (0.5 * v[a + VERTEX.kappa] * v[a + VERTEX.tz] * straight) / tr);
}
