/**
 * Axes of a contact: two tangents for a normal, right-handed, t1 × t2 = n.
 *
 *   h: the axis of N along which |n| is smallest, the first of equals
 *   t2 = n × h / |n × h|,   t1 = t2 × n                                                  (1)
 *
 * |n × h| is at least √(2/3). Nothing that is solved depends on this choice but for rounding.
 */
export function tangentsInto(axes: Float64Array, o: number, n: Float64Array, i: number): void {
  const x = n[i];
  const y = n[i + 1];
  const z = n[i + 2];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  let tx = 0;
  let ty = 0;
  let tz = 0;
  if (ax <= ay && ax <= az) {
    ty = z;
    tz = -y;
  } else if (ay <= az) {
    tx = -z;
    tz = x;
  } else {
    tx = y;
    ty = -x;
  }
  const length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  tx /= length;
  ty /= length;
  tz /= length;
  axes[o] = ty * z - tz * y;
  axes[o + 1] = tz * x - tx * z;
  axes[o + 2] = tx * y - ty * x;
  axes[o + 3] = tx;
  axes[o + 4] = ty;
  axes[o + 5] = tz;
  axes[o + 6] = x;
  axes[o + 7] = y;
  axes[o + 8] = z;
}
