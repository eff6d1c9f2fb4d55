/**
 * 3-vectors in flat buffers: a vector is (array, index of its first component).
 *
 * Output first; components are loaded before any is stored, so out may be the same place as an input. A result that
 * overlaps an input by one or two components only is not supported.
 *
 * Left out: checks of any kind. A component that is not finite passes through and is caught once per step, by the engine.
 */

/** out = a */
export function copyInto(out: Float64Array, o: number, a: Float64Array, ia: number): void {
  const x = a[ia];
  const y = a[ia + 1];
  const z = a[ia + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** out = a + b */
export function addInto(out: Float64Array, o: number, a: Float64Array, ia: number, b: Float64Array, ib: number): void {
  const x = a[ia] + b[ib];
  const y = a[ia + 1] + b[ib + 1];
  const z = a[ia + 2] + b[ib + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** out = a − b */
export function subtractInto(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const x = a[ia] - b[ib];
  const y = a[ia + 1] - b[ib + 1];
  const z = a[ia + 2] - b[ib + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** out = s a */
export function scaleInto(out: Float64Array, o: number, a: Float64Array, ia: number, s: number): void {
  const x = s * a[ia];
  const y = s * a[ia + 1];
  const z = s * a[ia + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** out = a + s b */
export function addScaledInto(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  s: number,
  b: Float64Array,
  ib: number,
): void {
  const x = a[ia] + s * b[ib];
  const y = a[ia + 1] + s * b[ib + 1];
  const z = a[ia + 2] + s * b[ib + 2];
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
}

/** out = a × b */
export function crossInto(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const ax = a[ia];
  const ay = a[ia + 1];
  const az = a[ia + 2];
  const bx = b[ib];
  const by = b[ib + 1];
  const bz = b[ib + 2];
  out[o] = ay * bz - az * by;
  out[o + 1] = az * bx - ax * bz;
  out[o + 2] = ax * by - ay * bx;
}

/** a · b */
export function dot(a: Float64Array, ia: number, b: Float64Array, ib: number): number {
  return a[ia] * b[ib] + a[ia + 1] * b[ib + 1] + a[ia + 2] * b[ib + 2];
}

/** |a|; components beyond 1e±154 overflow or vanish in the squares. */
export function norm(a: Float64Array, ia: number): number {
  const x = a[ia];
  const y = a[ia + 1];
  const z = a[ia + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** out = a / |a|; returns |a|. The zero vector has no direction: it stays zero and 0 is returned. */
export function normalizeInto(out: Float64Array, o: number, a: Float64Array, ia: number): number {
  const length = norm(a, ia);
  scaleInto(out, o, a, ia, length > 0 ? 1 / length : 0);
  return length;
}
