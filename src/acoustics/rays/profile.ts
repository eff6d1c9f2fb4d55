/**
 * How sound speed goes on where a profile ends above or below the water: the first and the last speed hold, (1). The ray model does so by
 * itself (ray-sea.ts); `extended` writes it into the profile, for those who show or write one.
 *
 *   c(z) = c₀ for z < z₀,   c(z) = c_n for z > z_n                                        (1)
 *
 * A gradient that went on would give a thermocline of a few metres a sound speed of any value a hundred metres below it. With (1) the
 * speed never leaves the range of the data. Where the water below a deep profile is meant to warm by its pressure (0.016 m/s per m), the
 * profile has to say so.
 */
import type { SoundSpeedField } from "./ray-case.ts";

/**
 * The field with points at from_m and to_m by (1), where it ends before them. Smooth interpolations are left as they are: a point more
 * would bend their curve, and the model holds their ends all the same.
 */
export function extended(field: SoundSpeedField, from_m: number, to_m: number): SoundSpeedField {
  const { depths_m: z, soundSpeeds_mps: c, ranges_m, interpolation } = field;
  if (ranges_m.length === 1 && (interpolation === "spline" || interpolation === "pchip")) return field;
  const above = from_m < z[0] ? 1 : 0;
  const below = to_m > z[z.length - 1] ? 1 : 0;
  if (above + below === 0) return field;
  const depths_m = new Float64Array(z.length + above + below);
  depths_m.set(z, above);
  if (above === 1) depths_m[0] = from_m;
  if (below === 1) depths_m[depths_m.length - 1] = to_m;
  const soundSpeeds_mps = new Float64Array(ranges_m.length * depths_m.length);
  for (let j = 0; j < ranges_m.length; j++) {
    const to = j * depths_m.length;
    const from = j * z.length;
    for (let k = 0; k < depths_m.length; k++) {
      const source = Math.min(Math.max(k - above, 0), z.length - 1);
      soundSpeeds_mps[to + k] = c[from + source];
    }
  }
  return Object.freeze({ ...field, depths_m, soundSpeeds_mps });
}
