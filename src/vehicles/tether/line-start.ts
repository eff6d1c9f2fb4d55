/**
 * The shape in which a line starts between its ends.
 *
 * Taut (the ends at least L apart): straight, all segments of one length. Slack: n chords of l₀ along an arc of a circle from one end to
 * the other, each turned by the same angle against the one before,
 *
 *   l₀ Σ cos(φ u_k) = D,   u_k = (2 k + 1)/n − 1,   k = 0 … n − 1                              (1)
 *
 * where D is the distance of the ends; φ in [0, π], by bisection. The components across the chord cancel by symmetry. The arc hangs
 * down from its ends if the line is heavier than the water there; else it lies to the right of the way from the first end to the second,
 * level. Velocities vary linearly between those of the ends.
 *
 * Left out: the shape of equilibrium; the line finds it by itself. A slack line of one segment is straight.
 * Source: elementary geometry. Tests: line-start.test.ts.
 */
import { cos, sin } from "../../math/index.ts";
import { distanceOf, END, END_SIZE, type LineParameters } from "./line.ts";

/** The states of the inner nodes, places and then velocities, to x[s ..]. ends: two records of END. */
export function lineStartInto(x: Float64Array, s: number, p: LineParameters, ends: Float64Array): void {
  const { segments: n, length_m } = p;
  const inner = 3 * (n - 1);
  const D = distanceOf(ends);
  const chord = [0, 1, 2].map((i) => (D > 0 ? (ends[END_SIZE + i] - ends[i]) / D : i === 0 ? 1 : 0));
  const side = sideOf(chord, isHeavy(p, ends));
  const slack = D < length_m && n > 1;
  const turn = slack ? arcAngle(D / length_m, n) : 0;
  const step_m = slack ? length_m / n : D / n;
  const at = [ends[0], ends[1], ends[2]];
  for (let k = 1; k < n; k++) {
    const angle = turn * ((2 * k - 1) / n - 1);
    // The first segments go down, the last ones up.
    const [along, across] = [step_m * cos(angle), -step_m * sin(angle)];
    for (let i = 0; i < 3; i++) {
      at[i] += along * chord[i] + across * side[i];
      x[s + 3 * (k - 1) + i] = at[i];
      const v = ends[END.v + i];
      x[s + inner + 3 * (k - 1) + i] = v + (k / n) * (ends[END_SIZE + END.v + i] - v);
    }
  }
}

/** (1): φ for D / L. */
export function arcAngle(ratio: number, n: number): number {
  let [low, high] = [0, Math.PI];
  for (let j = 0; j < 60; j++) {
    const middle = 0.5 * (low + high);
    let sum = 0;
    for (let k = 0; k < n; k++) sum += cos(middle * ((2 * k + 1) / n - 1));
    if (sum / n > ratio) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

function isHeavy({ mass_kgpm, diameter_m }: LineParameters, ends: Float64Array): boolean {
  const density = 0.5 * (ends[END.density] + ends[END_SIZE + END.density]);
  return mass_kgpm > 0.25 * Math.PI * diameter_m * diameter_m * density;
}

/** Unit vector across the chord: down, or to the right of it and level; towards north where the chord is vertical. */
function sideOf([a, b, c]: readonly number[], heavy: boolean): number[] {
  const level = Math.sqrt(a * a + b * b);
  if (level < 1e-9) return [1, 0, 0];
  return heavy ? [(-c * a) / level, (-c * b) / level, level] : [-b / level, a / level, 0];
}
