import { expect, test } from "vitest";
import { excerptFigures, strips } from "./heat-map.ts";
import type { Picture } from "./input.ts";

function pictureOf(rows: number, columns: number, values: readonly number[]): Picture {
  const frame = { t_s: 3, rows, columns, originNorth_m: 10, originEast_m: 20, depth_m: 5, spacing_m: 2 };
  return { ...frame, values: Float64Array.from(values) };
}

/** Colour of every square, north row first, as a viewer would see it: paths painted on a grid. */
function painted(html: string, rows: number, columns: number): string[] {
  const grid = new Array<string>(rows * columns).fill("");
  const [drawing] = html.match(/<svg viewBox[\s\S]*?<\/svg>/)!;
  for (const [, colour, d] of drawing.matchAll(/<path fill="(#\w+)" d="([^"]*)"/g)) {
    for (const [, x, y, width] of d!.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let k = 0; k < Number(width); k++) {
        const at = Number(y) * columns + Number(x) + k;
        // No square is painted twice.
        expect(grid[at]).toBe("");
        grid[at] = colour!;
      }
    }
  }
  return grid;
}

test("north is up: of values that grow northwards and eastwards the darkest is at the lower left, the brightest at the upper right", () => {
  const values = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const data = { quantity: "bottomDepth_m", unit: "m", range_m: 2, pictures: [pictureOf(3, 3, values)] };
  const html = excerptFigures("auv", [data]);
  const grid = painted(html, 3, 3);
  const light = (colour: string) => [1, 3, 5].reduce((sum, k) => sum + Number.parseInt(colour.slice(k, k + 2), 16), 0);
  // South row of the picture is the last row of the drawing.
  const order = [6, 7, 8, 3, 4, 5, 0, 1, 2].map((at) => light(grid[at]!));
  expect([...order].sort((a, b) => a - b)).toEqual(order);
  expect(new Set(order).size).toBe(9);
  expect(html).toContain("bottom depth within 2 m of auv");
  expect(html).toContain("3 s: north 12 m, east 22 m, depth 5 m");
  expect(html).toMatch(/<span>0 m<\/span><svg[\s\S]*<span>8 m<\/span>/);
});

test("what is not known has no colour; equal neighbours are one strip; all equal is one colour", () => {
  const holes = pictureOf(2, 3, [1, 1, Number.NaN, Number.POSITIVE_INFINITY, 2, 2]);
  expect(strips(holes, 1, 2).filter((d) => d !== "")).toEqual(["M0 1h2v1h-2z", "M1 0h2v1h-2z"]);
  expect(strips(pictureOf(1, 3, [4, 4, 4]), 4, 4).filter((d) => d !== "")).toEqual(["M0 0h3v1h-3z"]);
  const nothing = { quantity: "x", unit: "1", range_m: 1, pictures: [pictureOf(1, 1, [Number.NaN])] };
  expect(excerptFigures("auv", [nothing])).toContain("No value is known in these pictures.");
});

test("names and units of a log are inert", () => {
  const evil = '<img src=x onerror="alert(1)">';
  const html = excerptFigures(evil, [{ quantity: evil, unit: evil, range_m: 1, pictures: [pictureOf(1, 1, [1])] }]);
  expect(html).not.toContain("<img");
});
