/**
 * How long a step a line bears.
 *
 *   ω² ≤ max over segments of (EA/l₀) (1/m_a + 1/m_b)                                         (1)  lengthwise
 *   ζ = C ω / (2 EA),   λ_axial = ω for ζ ≤ 1, ω (ζ + √(ζ² − 1)) beyond
 *   λ_drag = ρ C_n d U / (m + C_a ρ A)                                                        (2)  crosswise, at the speed U = 5 m/s
 *   λ_surface = √(ρ g (π/4) d / m)                                                            (3)  up and down at the surface
 *   h = 2 / max λ                                                                             (4)
 *
 * (1) takes each segment by itself with its share of the masses at its ends: half a node, m l₀/2; at a body 1/m_b is the trace of the
 * mobility of the point where the line is made fast, times the ends that are made fast to that body. No mode of the whole is faster than the
 * fastest segment by itself. (4) leaves a margin: rk4 is stable for |h λ| up to 2.6 and more in all directions of the left half-plane.
 *
 * Valid for rk4. dormand-prince finds its own steps.
 * Left out: what drag at more than U asks for, and the bodies' own fastest modes, which have a check of their own.
 * Source: (1) is the bound of a sum of element matrices by the elements, by Rayleigh's quotient; (2), (3) are
 * derivatives of the forces of line.ts. Tests: line-step.test.ts.
 */
import type { LineParameters } from "./line.ts";

/** U of (2): tow lines and tethers of vehicles stay below it, short jerks aside. */
const FASTEST_MPS = 5;
const REACH = 2;

export interface LineStep {
  /** h. */
  readonly step_s: number;
  /** What bounds it. */
  readonly by: "stiffness" | "drag" | "surface";
}

/** mobilities_pkg: 1/m_b at both ends; 0 for an end that stays. */
export function lineStep(
  p: LineParameters,
  mobilities_pkg: readonly [number, number],
  density_kgpm3: number,
  gravity_mps2: number,
): LineStep {
  const { segments, axialStiffness_N: EA, axialDamping_Ns: C, mass_kgpm, diameter_m: d } = p;
  const l0 = p.length_m / segments;
  const half = 2 / (mass_kgpm * l0);
  const [from, to] = mobilities_pkg;
  const inverse = segments === 1 ? from + to : Math.max(half + from, half + to, segments > 2 ? 2 * half : 0);
  const omega = Math.sqrt((EA / l0) * inverse); // (1)
  const zeta = (C * omega) / (2 * EA);
  const axial = zeta <= 1 ? omega : omega * (zeta + Math.sqrt(zeta * zeta - 1));
  const rho = density_kgpm3;
  const wet_kgpm = mass_kgpm + 0.25 * Math.PI * d * d * rho * p.addedMass;
  const inner = segments > 1;
  const drag = inner ? (rho * p.normalDrag * d * FASTEST_MPS) / wet_kgpm : 0; // (2)
  const surface = inner ? Math.sqrt((0.25 * Math.PI * rho * gravity_mps2 * d) / mass_kgpm) : 0; // (3)
  const fastest = Math.max(axial, drag, surface);
  const by = fastest === axial ? "stiffness" : fastest === drag ? "drag" : "surface";
  return { step_s: REACH / fastest, by };
}

/** The trace of S M⁻¹ Sᵀ, S = [I, −P×]: how a point of a body gives way to a force on it, 1/kg. */
export function pointMobility_pkg(massInverse6: Float64Array, point_m: readonly number[]): number {
  const [x, y, z] = point_m;
  const rows = [
    [1, 0, 0, 0, z, -y],
    [0, 1, 0, -z, 0, x],
    [0, 0, 1, y, -x, 0],
  ];
  let trace = 0;
  for (const row of rows) {
    for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) trace += row[i] * massInverse6[6 * i + j] * row[j];
  }
  return trace;
}

/** The whole step, or its largest integer fraction that is a whole number of nanoseconds and at most h. */
export function dividedStep_ns(step_ns: number, h_s: number): number {
  const most_ns = h_s * 1e9;
  const least = Math.ceil(step_ns / most_ns);
  if (least <= 1) return step_ns;
  for (let parts = least; parts <= 2 * least; parts++) if (step_ns % parts === 0) return step_ns / parts;
  return Math.max(1, Math.floor(step_ns / least));
}
