import { expect, test } from "vitest";
import { formatDiagnostic } from "../../core/index.ts";
import { cast, rayOf, sequence } from "../test/rays.ts";
import { TriangleMesh } from "./mesh.ts";
import { readObj } from "./obj.ts";

const CUBE = `# a cube of 2 m, as a modeller writes it
mtllib cube.mtl
o Cube
v 1 1 -1
v 1 -1 -1
v -1 -1 -1
v -1 1 -1
v 1 1 1.0e0
v 1 -1 +1
v -1 -1 1.
v -1 1 1 1.0
vt 0 0
vn 0 0 1
usemtl grey
s off
f 1/1/1 2/1/1 3/1/1 4/1/1
f 5//1 8//1 7//1 6//1
f -8/1 -4/1 -3 -7
f 2 6 7 \\
  3
f 3 7 8 4
f 5 1 4 8
`;

/** The diagnostics of a text in which <| and |> stand around what must be blamed, as they are printed. */
function said(marked: string): { lines: string[]; place: string } {
  const start = marked.indexOf("<|");
  const before = marked.slice(0, start).split(/\r\n|\r|\n/);
  const place = `m.obj:${before.length}:${(before.at(-1) ?? "").length + 1}`;
  const { diagnostics } = readObj(marked.replace("<|", "").replace("|>", ""), "m.obj");
  return { lines: diagnostics.map(formatDiagnostic), place };
}

test("a cube of six quadrilaterals becomes twelve triangles that rays meet at 1 m from its centre, on all sides", () => {
  const { mesh, diagnostics } = readObj(CUBE, "cube.obj");
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    "cube.obj:1:1: note MESH011: 6 faces with more than three corners were cut into triangles",
  ]);
  expect(mesh!.triangles.length).toBe(36);
  expect(mesh!.vertices_m.length).toBe(24);
  const surface = new TriangleMesh(mesh!);
  for (const direction of [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ]) {
    expect(cast(surface, rayOf([0, 0, 0], direction)).distance_m).toBe(1);
  }
});

test("lines may end in CR LF, in CR, or continue", () => {
  const plain = readObj(CUBE, "a.obj").mesh;
  for (const end of ["\r\n", "\r"]) expect(readObj(CUBE.replaceAll("\n", end), "a.obj").mesh).toEqual(plain);
});

test.each([
  ["v 1 2 <|3x|>\nv 0 0 0\nv 1 0 0\nf 1 2 3", 'error MESH001: "3x" is not a finite number'],
  ["v 1 <|nan|> 3\nf 1 1 1", 'error MESH001: "nan" is not a finite number'],
  ["v 1 2 <|1e999|>\nf 1 1 1", 'error MESH001: "1e999" is not a finite number'],
  ["<|v|> 1 2\nf 1 1 1", "error MESH001: a vertex has 2 of 3 coordinates"],
  ["v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 <|4|>", 'error MESH002: vertex "4" does not exist: 3 vertices so far'],
  ["v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 <|-4/1|>", 'error MESH002: vertex "-4" does not exist: 3 vertices so far'],
  [
    "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 <|0|> 2",
    'error MESH002: vertex "0" is not the number of a vertex: vertices count from 1',
  ],
  [
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 \\\n <|x|>",
    'error MESH002: vertex "x" is not the number of a vertex: vertices count from 1',
  ],
  ["v 0 0 0\nv 1 0 0\n  <|f|> 1 2", "error MESH003: a face has 2 corners; at least 3 are needed"],
])("%j is blamed where it is wrong", (text, expected) => {
  const { lines, place } = said(text);
  expect(lines[0]).toBe(`${place}: ${expected}`);
});

test("triangles without area are counted and left out; what is not a shape is passed over, with a note where it might be one", () => {
  const text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nf 1 2 3\nf 1 2 4\nf 1 1 2\ncurv 0 1 1 2\ncurv 0 1 2 3\nl 1 2";
  const { mesh, diagnostics } = readObj(text, "m.obj");
  expect(mesh!.triangles.length).toBe(3);
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    "m.obj:1:1: note MESH010: 2 triangles without area were left out",
    'm.obj:8:1: note MESH012: passed over: "curv" (2 lines)',
    'm.obj:10:1: note MESH012: passed over: "l" (1 line)',
  ]);
});

test("a file without triangles is refused, and one that is wrong in every line is read no further than 50 mistakes", () => {
  expect(said("v 0 0 0\n").lines).toEqual(["m.obj:1:1: error MESH008: the file holds no triangle"]);
  expect(readObj("", "m.obj").mesh).toBeNull();
  const many = readObj("v x y z\n".repeat(1000), "m.obj").diagnostics;
  expect(many).toHaveLength(51);
  expect(many.at(-1)?.message).toBe("50 mistakes found; the rest of the file was not read");
  expect(readObj(CUBE, "m.obj", 12).mesh).not.toBeNull();
  expect(readObj(CUBE, "m.obj", 11).diagnostics.map(formatDiagnostic)[0]).toBe(
    "m.obj:22:1: error MESH007: more than 11 triangles; thin the mesh out",
  );
});

test("no text, however broken, does more than give diagnostics", () => {
  const random = sequence(79);
  const pieces = [
    "v ",
    "f ",
    "1 ",
    "-1 ",
    "/",
    "\n",
    "\r",
    "\\\n",
    "#",
    "1e9 ",
    "é",
    "\0",
    "vt ",
    "9999999999999 ",
    "x ",
  ];
  for (let k = 0; k < 500; k++) {
    const text = Array.from({ length: 60 }, () => pieces[Math.floor(pieces.length * random())]).join("");
    const { mesh, diagnostics } = readObj(text, "m.obj");
    expect(mesh === null).toBe(diagnostics.some((d) => d.severity === "error"));
  }
});
