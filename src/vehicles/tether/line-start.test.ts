import fc from "fast-check";
import { expect, test } from "vitest";
import { END, END_SIZE, type LineParameters } from "./line.ts";
import { lineStartInto } from "./line-start.ts";

const base = {
  diameter_m: 0.01,
  axialStiffness_N: 1000,
  axialDamping_Ns: 1,
  normalDrag: 1,
  tangentialDrag: 0,
  addedMass: 1,
};

function nodesOf(p: LineParameters, ends: Float64Array): number[][] {
  const x = new Float64Array(6 * (p.segments - 1));
  lineStartInto(x, 0, p, ends);
  const inner = Array.from({ length: p.segments - 1 }, (_, k) => [...x.slice(3 * k, 3 * k + 3)]);
  return [[...ends.slice(0, 3)], ...inner, [...ends.slice(END_SIZE, END_SIZE + 3)]];
}

function endsAt(from: readonly number[], to: readonly number[], density = 1000): Float64Array {
  const ends = new Float64Array(2 * END_SIZE);
  ends.set(from, END.p);
  ends.set(to, END_SIZE + END.p);
  ends[END.density] = density;
  ends[END_SIZE + END.density] = density;
  return ends;
}

test("a slack line begins with all its chords of the length l₀, from one end to the other, wherever these are", () => {
  const place = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(place, place, fc.integer({ min: 2, max: 40 }), fc.boolean(), (from, to, segments, heavy) => {
      const p = { ...base, segments, length_m: 11, mass_kgpm: heavy ? 0.3 : 0.01 };
      const nodes = nodesOf(p, endsAt(from, to));
      for (let k = 0; k < segments; k++) {
        const l = Math.hypot(...nodes[k + 1]!.map((value, i) => value - nodes[k]![i]!));
        // Rounding of sums of 40 numbers of some metres; the last chord takes the error of the bisection, 2⁻⁶⁰ · 11 m.
        expect(Math.abs(l - 11 / segments)).toBeLessThan(1e-12);
      }
    }),
    { seed: 16 },
  );
});

test("it hangs below the chord if it is heavier than water, and lies level, to the right of its way, if it is lighter", () => {
  const ends = endsAt([0, 0, 5], [4, 0, 5]);
  const heavy = nodesOf({ ...base, segments: 8, length_m: 6, mass_kgpm: 0.3 }, ends).slice(1, -1);
  expect(heavy.every(([, east, depth]) => depth! > 5.5 && Math.abs(east!) < 1e-12)).toBe(true);
  const light = nodesOf({ ...base, segments: 8, length_m: 6, mass_kgpm: 0.01 }, ends).slice(1, -1);
  expect(light.every(([, east, depth]) => east! > 0.5 && depth === 5)).toBe(true);
});

test("a taut line begins straight and evenly stretched, its velocities in between those of its ends", () => {
  const ends = endsAt([0, 0, 0], [0, 10, 0]);
  ends[END_SIZE + END.v] = 1;
  const p = { ...base, segments: 4, length_m: 9, mass_kgpm: 0.3 };
  const x = new Float64Array(18);
  lineStartInto(x, 0, p, ends);
  expect([...x]).toEqual([0, 2.5, 0, 0, 5, 0, 0, 7.5, 0, 0.25, 0, 0, 0.5, 0, 0, 0.75, 0, 0]);
});
