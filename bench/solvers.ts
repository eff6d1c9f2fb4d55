/**
 * The 6×6 systems that every vehicle solves at every step: factor and solve, unrolled against the general loops.
 *
 * Sixteen different matrices in turn, so that neither the branch predictor nor the compiler sees one case only.
 */
import { choleskyFactor6Into, choleskyFactorInto, choleskySolve6Into, choleskySolveInto } from "../src/math/index.ts";
import { type Benchmark, comparison, nsPerItemInTurns } from "./harness.ts";

const MATRICES = 16;
const ITEMS = 200_000;

/** Mass matrices of slender bodies of growing size, the centre of mass a little below and ahead of the origin. */
function massMatrices(): Float64Array {
  const all = new Float64Array(36 * MATRICES);
  for (let k = 0; k < MATRICES; k++) {
    const m = 20 + 7 * k;
    const x = 0.01 * k;
    const z = 0.02;
    const at = 36 * k;
    const diagonal = [1.05 * m, 1.9 * m, 1.9 * m, 0.02 * m, 0.3 * m, 0.3 * m];
    for (let r = 0; r < 6; r++) all[at + 7 * r] = diagonal[r] ?? 0;
    for (const [r, c, value] of [
      [4, 0, m * z],
      [3, 1, -m * z],
      [5, 1, m * x],
      [4, 2, -m * x],
    ] as const) {
      all[at + 6 * r + c] = value;
      all[at + 6 * c + r] = value;
    }
  }
  return all;
}

export const benchmark: Benchmark = {
  name: "solvers",
  doc: "Cholesky factor and solve of a 6×6 mass matrix",
  run() {
    const A = massMatrices();
    const L = new Float64Array(36);
    const b = Float64Array.of(10, -3, 5, 0.2, 1, -0.7);
    const x = new Float64Array(6);
    const unrolled = (): number => {
      let sum = 0;
      for (let k = 0; k < ITEMS; k++) {
        sum += choleskyFactor6Into(L, 0, A, 36 * (k % MATRICES));
        choleskySolve6Into(x, 0, L, 0, b, 0);
        sum += x[5];
      }
      return sum;
    };
    const loops = (): number => {
      let sum = 0;
      for (let k = 0; k < ITEMS; k++) {
        sum += choleskyFactorInto(L, 0, A, 36 * (k % MATRICES), 6);
        choleskySolveInto(x, 0, L, 0, b, 0, 6);
        sum += x[5];
      }
      return sum;
    };
    const [unrolledRuns = [], loopRuns = []] = nsPerItemInTurns([unrolled, loops], ITEMS);
    const name = "6×6 Cholesky factor and solve";
    return [comparison(name, "ns", unrolledRuns, "general loops", loopRuns, { of: "value", atMost: 250 })];
  },
};
