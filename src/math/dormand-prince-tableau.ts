/**
 * Coefficients of the embedded pair 5(4) of Dormand and Prince, as exact fractions [numerator, denominator].
 *
 *   k_i = f(t + c_i h, x + h Σ_j a_ij k_j),   x⁺ = x + h Σ b_i k_i                  (1)  order 5
 *   error = h Σ (b_i − b̂_i) k_i                                                   (2)  b̂ has order 4
 *   x(t + θh) = x + θ (r + (1 − θ)(h k₁ − r + θ (2 r − h k₁ − h k₇ + (1 − θ) h Σ d_i k_i))),   r = x⁺ − x     (3)  order 4
 *
 * The last row of a is b: k₇ is k₁ of the next step. Fractions, because the test checks with exact arithmetic that all
 * 17 order conditions hold for b, all 8 up to order 4 for b̂, and those 8 at every θ for (3): no digit rests on a copy.
 * Source: [DormandPrince1980]; the d_i of the continuous extension: [Hairer1993].
 */

export type Fraction = readonly [numerator: number, denominator: number];

/** c_1 … c_7. */
export const C: readonly Fraction[] = [
  [0, 1],
  [1, 5],
  [3, 10],
  [4, 5],
  [8, 9],
  [1, 1],
  [1, 1],
];

/** Row i holds a_i1 … a_i,i−1. */
export const A: readonly (readonly Fraction[])[] = [
  [],
  [[1, 5]],
  [
    [3, 40],
    [9, 40],
  ],
  [
    [44, 45],
    [-56, 15],
    [32, 9],
  ],
  [
    [19372, 6561],
    [-25360, 2187],
    [64448, 6561],
    [-212, 729],
  ],
  [
    [9017, 3168],
    [-355, 33],
    [46732, 5247],
    [49, 176],
    [-5103, 18656],
  ],
  [
    [35, 384],
    [0, 1],
    [500, 1113],
    [125, 192],
    [-2187, 6784],
    [11, 84],
  ],
];

/** b_1 … b_7, order 5. */
export const B: readonly Fraction[] = [...A[6], [0, 1]];

/** b̂_1 … b̂_7, order 4. */
export const B_HAT: readonly Fraction[] = [
  [5179, 57600],
  [0, 1],
  [7571, 16695],
  [393, 640],
  [-92097, 339200],
  [187, 2100],
  [1, 40],
];

/** d_1 … d_7 of the continuous extension (3). */
export const D: readonly Fraction[] = [
  [-12715105075, 11282082432],
  [0, 1],
  [87487479700, 32700410799],
  [-10690763975, 1880347072],
  [701980252875, 199316789632],
  [-1453857185, 822651844],
  [69997945, 29380423],
];
