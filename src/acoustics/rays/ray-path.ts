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
