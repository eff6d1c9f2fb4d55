/**
 * Electrical conductivity of sea water and practical salinity, by the scale of 1978 (PSS-78).
 *
 *   R   = C(S, T, p) / C(35, 15, 0),        C(35, 15, 0) = 4.2914 S/m                               (1)  T on IPTS-68, p in dbar
 *   R   = R_p r_t R_t                                                                              (2)
 *   r_t = c₀ + c₁ T + c₂ T² + c₃ T³ + c₄ T⁴                                                        (3)  water of S = 35 at T
 *   R_p = 1 + p (e₁ + e₂ p + e₃ p²) / (1 + d₁ T + d₂ T² + (d₃ + d₄ T) R)                           (4)
 *   S   = Σ a_i x^i + f Σ b_i x^i,          x = √R_t,  f = (T − 15)/(1 + 0.0162 (T − 15))              (5)
 *   S_L = S − a₀/(1 + 1.5 X + X²) − b₀ f/(1 + √Y + Y + Y √Y),       X = 400 R_t,  Y = 100 R_t           (6)  below S = 2
 *
 * (6) is the extension to low salinities: without it water without salt would have S = 0.008. At S = 2 the two differ by up to
 * 4e-4 (at 0 °C), so that a probe in an estuary would see a step; (6) is therefore multiplied by the ratio of the two at that point,
 *
 *   S = S_L · 2/S_L(x₂),                   x₂: (5) gives 2                                              (7)
 *
 * The way back: (5) or (7) is solved for x by Newton's method, then (2) and (4) are a quadratic in R:
 *
 *   B R² + (A − B D) R − D (A + E) = 0,   A = 1 + d₁ T + d₂ T²,  B = d₃ + d₄ T,  D = r_t R_t,  E = p (e₁ + e₂ p + e₃ p²)     (8)
 *
 * Valid: −2 … 35 °C, S 0 … 42, 0 … 10,000 dbar; (6) was fitted at 0 … 30 °C. Below S = 0.001 (6) is not monotone; the way back takes
 * the larger root, so that S = 0 conducts 1.3e-4 S/m, as distilled water does.
 * Left out: waters whose salt is not that of the sea. A river or a lake conducts up to a third more or less at the same mass of salts.
 * Source: (1) to (5) [Fofonoff1983]; (6) [Hill1986]; neither was at hand, coefficients and check values are as several public programs
 * give them. (7) is the idea of the toolbox of TEOS-10. Tests: conductivity.test.ts.
 */
import { evaluate, type NamedFormula, SEAWATER, type SeawaterSample } from "./seawater.ts";

/** (1): of water of practical salinity 35 at 15 °C (IPTS-68) and atmospheric pressure. */
export const STANDARD_CONDUCTIVITY_SPM = 4.2914;

const { t68_degC, salinity_psu, pressure_dbar } = SEAWATER;

const A0 = 0.008;
const B0 = 0.0005;
/** Below it (7) holds. */
const LOW_PSU = 2;

/** From S = 42 down to 0 the start is within 5 % of x or 0.006, and six steps reach rounding; the others are for S far outside. */
const NEWTON_STEPS = 12;

/**
 * What is looked for and found: f, x, then S and dS/dx at x, by (5), and what (6) adds to both; holds nothing between calls. Numbers that pass
 * between functions would be boxed.
 */
const Q = new Float64Array(7);
const F = 0;
const X = 1;
const SALINITY = 2;
const SLOPE = 3;
const LOW = 4;
const LOW_SLOPE = 5;
/** The salinity whose x is looked for. */
const WANTED = 6;

/** S, dS/dx and what (6) adds, at Q's x and f. */
function lookAtX(): void {
  const f = Q[F];
  const x = Q[X];
  Q[SALINITY] =
    A0 +
    x * (-0.1692 + x * (25.3851 + x * (14.0941 + x * (-7.0261 + x * 2.7081)))) +
    f * (B0 + x * (-0.0056 + x * (-0.0066 + x * (-0.0375 + x * (0.0636 - x * 0.0144)))));
  Q[SLOPE] =
    -0.1692 +
    x * (2 * 25.3851 + x * (3 * 14.0941 + x * (4 * -7.0261 + x * 5 * 2.7081))) +
    f * (-0.0056 + x * (2 * -0.0066 + x * (3 * -0.0375 + x * (4 * 0.0636 - x * 5 * 0.0144))));
  const x400 = 400 * x * x;
  const cold = 1 + x400 * (1.5 + x400);
  const y = 10 * x;
  const warm = 1 + y * (1 + y * (1 + y));
  Q[LOW] = -A0 / cold - (B0 * f) / warm;
  Q[LOW_SLOPE] =
    (A0 * (1.5 + 2 * x400) * 800 * x) / (cold * cold) + (10 * B0 * f * (1 + y * (2 + 3 * y))) / (warm * warm);
}

/** Q's x such that (5), or (6) with low = 1, is the salinity wanted; from above, where both rise. */
function findX(low: number): void {
  Q[X] = Math.sqrt(Q[WANTED] / 35) + 0.006;
  for (let k = 0; k < NEWTON_STEPS; k++) {
    lookAtX();
    Q[X] -= (Q[SALINITY] + low * Q[LOW] - Q[WANTED]) / (Q[SLOPE] + low * Q[LOW_SLOPE]);
  }
}

/** Multiplies Q's wanted salinity by S_L(x₂)/2 of (7). */
function wantBelowJoin(): void {
  const S = Q[WANTED];
  Q[WANTED] = LOW_PSU;
  findX(0);
  lookAtX();
  Q[WANTED] = (S * (LOW_PSU + Q[LOW])) / LOW_PSU;
}

/** (3) */
function standardRatio(T: number): number {
  return 0.6766097 + T * (2.00564e-2 + T * (1.104259e-4 + T * (-6.9698e-7 + T * 1.0031e-9)));
}

/** E of (8), the numerator of (4). */
function pressureTerm(p: number): number {
  return p * (2.07e-5 + p * (-6.37e-10 + p * 3.989e-15));
}

const D1 = 3.426e-2;
const D2 = 4.464e-4;
const D3 = 4.215e-1;
const D4 = -3.107e-3;

/** out[o] = conductivity in S/m of water[i ..], of its salinity, t68 and pressure. A salinity below 0 gives NaN. */
export function conductivityInto(out: Float64Array, o: number, water: Float64Array, i: number): void {
  const T = water[i + t68_degC];
  const S = water[i + salinity_psu];
  const p = water[i + pressure_dbar];

  // (5) or (7) for x
  Q[F] = (T - 15) / (1 + 0.0162 * (T - 15));
  Q[WANTED] = S;
  if (S < LOW_PSU) {
    wantBelowJoin();
    findX(1);
  } else {
    findX(0);
  }
  const x = Q[X];

  // (8)
  const A = 1 + T * (D1 + T * D2);
  const B = D3 + T * D4;
  const D = standardRatio(T) * x * x;
  const linear = A - B * D;
  const R = (Math.sqrt(linear * linear + 4 * B * D * (A + pressureTerm(p))) - linear) / (2 * B);
  out[o] = STANDARD_CONDUCTIVITY_SPM * R;
}

/** Practical salinity of water that conducts conductivity_Spm at t68 and a pressure, (1) to (7): what a probe makes of its readings. */
export function practicalSalinity_psu(conductivity_Spm: number, t68_degC: number, pressure_dbar: number): number {
  const T = t68_degC;
  const R = conductivity_Spm / STANDARD_CONDUCTIVITY_SPM;
  const Rp = 1 + pressureTerm(pressure_dbar) / (1 + T * (D1 + T * D2) + (D3 + T * D4) * R); // (4)
  const Rt = R / (Rp * standardRatio(T)); // (2)
  Q[F] = (T - 15) / (1 + 0.0162 * (T - 15));
  Q[X] = Math.sqrt(Rt);
  lookAtX();
  if (!(Q[SALINITY] < LOW_PSU)) return Q[SALINITY]; // (5)
  const below = Q[SALINITY] + Q[LOW];
  Q[WANTED] = 1;
  wantBelowJoin();
  return below / Q[WANTED]; // (7)
}

/** The formula with its range. */
export const pss78: NamedFormula = Object.freeze({
  into: conductivityInto,
  valid: { t68_degC: [-2, 35], salinity_psu: [0, 42], pressure_dbar: [0, 10000] } as const,
  doc: "practical salinity scale of 1978, with its extension to low salinities",
});

/** One value, for code that is not hot. */
export function conductivity_Spm(sample: SeawaterSample): number {
  return evaluate(conductivityInto, sample);
}
