/**
 * Beams of simple transducers in closed form, to make tables of directivity from (directivity.ts).
 *
 *   line     b = (sin x/x)²,      x = π L sin θ/λ,   θ from broadside                                  (1)
 *            DI = 10 log(2 L/λ),  null sin θ = λ/L,  half power sin θ = 0.4429 λ/L,  first side lobe −13.26 dB
 *   piston   b = (2 J₁(x)/x)²,    x = π D sin θ/λ,   θ from its axis                                   (2)
 *            DI = 10 log(x₀²/(1 − J₁(2 x₀)/x₀)),     x₀ = π D/λ, in a baffle; 20 log(π D/λ) where that is large
 *            null 1.2197 λ/D,  half power 0.5145 λ/D,  first side lobe −17.57 dB
 *
 * b: power over that on the axis; L: length, D: diameter, λ: wavelength. A line is turned about its length, so the axis of its table,
 * about which a table is turned, is the line itself: θ is the complement of the angle in the table.
 * Valid: far field, beyond L²/λ. Left out: shading, baffles of finite size.
 * Source: [Urick1983]; the digits are derived.
 */
import { besselJ1, cos, log10, sin } from "../math/index.ts";
import { DirectivityTable } from "./directivity.ts";

/** (sin x/x)², 1 at 0. */
function sincSquared(x: number): number {
  if (Math.abs(x) < 1e-8) return 1;
  const ratio = sin(x) / x;
  return ratio * ratio;
}

/** (1): b at an angle from broadside. */
export function linePattern(lengths: number, fromBroadside_rad: number): number {
  return sincSquared(Math.PI * lengths * sin(fromBroadside_rad));
}

/** (2): b at an angle from the axis. diameters: D/λ. */
export function pistonPattern(diameters: number, fromAxis_rad: number): number {
  const x = Math.PI * diameters * sin(fromAxis_rad);
  if (Math.abs(x) < 1e-8) return 1;
  const ratio = (2 * besselJ1(x)) / x;
  return ratio * ratio;
}

/** Of (1), for lines of many wavelengths. */
export function lineIndex_dB(lengths: number): number {
  return 10 * log10(2 * lengths);
}

/** Of (2), for any diameter. */
export function pistonIndex_dB(diameters: number): number {
  const x0 = Math.PI * diameters;
  return 10 * log10((x0 * x0) / (1 - besselJ1(2 * x0) / x0));
}

export interface TableOptions {
  /** Rows over half a turn. */
  readonly rows: number;
  /** No level of the table is lower: the depth of its nulls. */
  readonly floor_dB: number;
}

const USUAL: TableOptions = Object.freeze({ rows: 721, floor_dB: -60 });

function tableOf(power: (angle_rad: number) => number, { rows, floor_dB }: TableOptions): DirectivityTable {
  const angles_rad = Array.from({ length: rows }, (_, k) => (Math.PI * k) / (rows - 1));
  const levels_dB = angles_rad.map((angle_rad) => Math.max(floor_dB, 10 * log10(power(angle_rad))));
  return new DirectivityTable(angles_rad, levels_dB);
}

/** A line of L/λ = lengths; its axis is the line, so that its beam is at 90°. */
export function lineTable(lengths: number, options: TableOptions = USUAL): DirectivityTable {
  return tableOf((angle_rad) => sincSquared(Math.PI * lengths * cos(angle_rad)), options);
}

/** A piston of D/λ = diameters in a baffle: behind it, beyond 90°, is the floor of the table. */
export function pistonTable(diameters: number, options: TableOptions = USUAL): DirectivityTable {
  return tableOf((angle_rad) => (angle_rad > Math.PI / 2 ? 0 : pistonPattern(diameters, angle_rad)), options);
}
