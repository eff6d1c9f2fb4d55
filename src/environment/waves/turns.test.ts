import fc from "fast-check";
import { expect, test } from "vitest";
import { uniform } from "../../../test/support/uniform.ts";
import { sinCosOfTurns } from "./turns.ts";

function at(turns: number): Float64Array {
  const cell = Float64Array.of(turns, 0);
  sinCosOfTurns(cell);
  return cell;
}

test("sine and cosine of a phase in turns are within 2e-15 of those of the angle", () => {
  fc.assert(
    fc.property(uniform(-0.5, 0.5), (x) => {
      const [s, c] = at(x);
      // The bound that the header states; 2πx itself is rounded by 4e-16.
      expect(Math.abs(s - Math.sin(2 * Math.PI * x))).toBeLessThan(2e-15);
      expect(Math.abs(c - Math.cos(2 * Math.PI * x))).toBeLessThan(2e-15);
    }),
    { seed: 12, numRuns: 5000 },
  );
});

test("whole turns change no bit", () => {
  for (const turns of [1, -1, 1000, -(2 ** 40)]) expect(at(turns + 0.125)).toEqual(at(0.125));
});
