/**
 * Gain of an antenna that is alike all around its axis, by a table over the angle from the axis.
 *
 *   θ = atan2(|a × d|, a · d)                                                          (1)  axis a, direction of the wave d
 *   G(θ): linear in dB between the rows, constant beyond them                          (2)
 *
 * Of a whip the axis is the rod, and the gain is least at 0 and π; of a loop it is the normal of its plane. Axis and direction need not be of length
 * 1. Where either has none, the gain is that of the first row.
 * Left out: antennas that differ around the axis; polarisation.
 * Test: antenna-pattern.test.ts.
 */
import { atan2, LinearGrid1, log10, rectilinearAxis, sin } from "../math/index.ts";

export class AntennaPattern {
  readonly #gains: LinearGrid1;
  readonly #cell = new Int32Array(1);
  readonly #angle = new Float64Array(1);

  /** Angles from 0 to π, increasing, and a gain for each. */
  constructor(angles_rad: ArrayLike<number>, gains_dBi: ArrayLike<number>) {
    this.#gains = new LinearGrid1(rectilinearAxis(angles_rad, "clamp"), gains_dBi);
  }

  /** out[o] = G in dBi; axis[a ..] and direction[d ..] in one frame. */
  gainInto(out: Float64Array, o: number, axis: Float64Array, a: number, direction: Float64Array, d: number): void {
    const ax = axis[a];
    const ay = axis[a + 1];
    const az = axis[a + 2];
    const dx = direction[d];
    const dy = direction[d + 1];
    const dz = direction[d + 2];
    const cx = ay * dz - az * dy;
    const cy = az * dx - ax * dz;
    const cz = ax * dy - ay * dx;
    this.#angle[0] = atan2(Math.sqrt(cx * cx + cy * cy + cz * cz), ax * dx + ay * dy + az * dz); // (1)
    this.#gains.valueInto(out, o, this.#cell, 0, this.#angle, 0); // (2)
  }
}

/** The same everywhere. */
export function isotropic(gain_dBi = 0): AntennaPattern {
  return new AntennaPattern([0], [gain_dBi]);
}

/** Rows of the short dipole, one per degree. */
const DIPOLE_ROWS = 181;
/** Least that the table of the dipole goes down to: an antenna is never so well made. */
const DIPOLE_LEAST_DBI = -30;

/** A short dipole: 1.5 sin²θ, 1.76 dBi across its axis; along it −30 dBi. */
export function shortDipole(): AntennaPattern {
  const angles = Float64Array.from({ length: DIPOLE_ROWS }, (_, k) => (k * Math.PI) / (DIPOLE_ROWS - 1));
  const gains = angles.map((angle) => {
    const s = sin(angle);
    const gain = 1.5 * s * s;
    return gain > 1e-3 ? 10 * log10(gain) : DIPOLE_LEAST_DBI;
  });
  return new AntennaPattern(angles, gains);
}
