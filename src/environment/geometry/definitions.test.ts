import { expect, test } from "vitest";
import { invariant } from "../../core/index.ts";
import {
  componentExample,
  createModel,
  Definitions,
  defineKind,
  loadComponent,
  memoryReader,
} from "../../library/index.ts";
import { cast, rayOf } from "../test/rays.ts";
import { bottom } from "./bottom.ts";
import { geometryDefinitions } from "./definitions.ts";
import { obstacle } from "./obstacle.ts";
import type { Surface } from "./ray.ts";

/** Something to mount obstacles in, as a scenario will be. */
const place = defineKind()({
  kind: "place",
  doc: "a place",
  params: {},
  children: { bottom: { doc: "its bottom", max: 1 }, obstacle: { doc: "what stands in it" } },
});
const { definitions, diagnostics } = Definitions.create([...geometryDefinitions, place]);
const SOURCE = '<provenance of="*" status="assumed"/>';

function load(inside: string) {
  return loadComponent(definitions, memoryReader({ "p.xml": `<place id="p">${inside}</place>` }), "p.xml");
}

function surfaceOf(element: "bottom" | "obstacle", attributes: string): Surface {
  const { component, diagnostics: found } = load(`<${element} id="x" ${attributes}>${SOURCE}</${element}>`);
  invariant(component !== null && found.length === 0, found.map((d) => d.message).join("; "));
  const child = component.children[0];
  return element === "bottom" ? createModel(definitions, child, bottom) : createModel(definitions, child, obstacle);
}

function saidAbout(element: string): string[] {
  return load(element).diagnostics.map((d) => d.message);
}

const down = rayOf([0, 0, 0], [0, 0, 1]);

test("the definitions are in order, and the examples of the reference pages load", () => {
  expect(diagnostics).toEqual([]);
  for (const kind of ["bottom", "obstacle"]) {
    const text = componentExample(definitions, kind, "example");
    const { component, diagnostics: found } = loadComponent(definitions, memoryReader({ "e.xml": text }), "e.xml");
    expect(found.filter((d) => d.severity === "error")).toEqual([]);
    expect(component?.kind).toBe(kind);
  }
});

test("each model of a bottom, from its attributes: 30 m flat, on a slope, on a summit of 10 m, and on hills", () => {
  expect(cast(surfaceOf("bottom", 'depth_m="30"'), down).distance_m).toBe(30);
  const slope = surfaceOf(
    "bottom",
    'model="slope" depth_m="30" centre_m="-10 0" slope_deg="45" slopeDirection_deg="0"',
  );
  expect(cast(slope, down).distance_m).toBeCloseTo(40, 12);
  expect(cast(surfaceOf("bottom", 'model="seamount" depth_m="30" height_m="10" sigma_m="5"'), down).distance_m).toBe(
    20,
  );
  const hills =
    'model="generated" depth_m="30" seed="4" relief_m="2" longestScale_m="64" octaves="5" extent_m="300 200" spacing_m="2"';
  const generated = surfaceOf("bottom", hills);
  const depths = [0, 40, 80].map((e) => cast(generated, rayOf([0, e, 0], [0, 0, 1])).distance_m);
  for (const depth of depths) expect(Math.abs(depth - 30)).toBeLessThan(10);
  expect(new Set(depths).size).toBe(3);
  // Outside, the border goes on.
  expect(cast(generated, rayOf([0, 5000, 0], [0, 0, 1])).distance_m).toBe(
    cast(generated, rayOf([0, 100, 0], [0, 0, 1])).distance_m,
  );
});

test("each model of an obstacle, mounted 10 m down: a box of 1 m, a pipe, a sphere, a wall laid flat", () => {
  const at = 'position_m="0 0 10"';
  expect(cast(surfaceOf("obstacle", `model="box" size_m="4 2 1" ${at}`), down).distance_m).toBe(9.5);
  expect(cast(surfaceOf("obstacle", `model="cylinder" diameter_m="0.5" length_m="3" ${at}`), down).distance_m).toBe(
    9.75,
  );
  expect(cast(surfaceOf("obstacle", `model="sphere" diameter_m="2" ${at}`), down).distance_m).toBe(9);
  const wall = `model="wall" width_m="5" height_m="5" attitude_deg="0 90 0" ${at}`;
  expect(cast(surfaceOf("obstacle", wall), down).distance_m).toBeCloseTo(10, 12);
});

test("what cannot be is reported: a slope that does not slope, relief finer than its map, a map too large, sizes of nothing", () => {
  const generated = 'depth_m="30" seed="4" relief_m="2" longestScale_m="64"';
  const element = (attributes: string): string => `<bottom id="x" ${attributes}>${SOURCE}</bottom>`;
  expect(saidAbout(element('model="slope" depth_m="3"'))).toEqual(["a slope of 0° does not slope"]);
  expect(saidAbout(element(`model="generated" ${generated} octaves="6" extent_m="300 200" spacing_m="2"`))).toEqual([
    "the shortest scale, 2 m, is finer than a spacing of 2 m can show",
  ]);
  expect(saidAbout(element(`model="generated" ${generated} octaves="2" extent_m="9000 9000" spacing_m="1"`))).toEqual([
    "9001 × 9001 nodes are too many",
  ]);
  expect(saidAbout(element(`model="generated" ${generated} octaves="1" extent_m="1 1" spacing_m="2"`))).toEqual([
    "spacing_m = 2 is more than the map's extent",
  ]);
  const sphere = `<obstacle id="x" model="sphere" diameter_m="0" position_m="0 0 1">${SOURCE}</obstacle>`;
  expect(saidAbout(sphere)).toHaveLength(1);
  const nowhere = `<obstacle id="x" model="sphere" diameter_m="1">${SOURCE}</obstacle>`;
  expect(saidAbout(nowhere)[0]).toContain("position_m");
});
