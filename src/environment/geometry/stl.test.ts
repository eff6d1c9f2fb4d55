import { expect, test } from "vitest";
import { formatDiagnostic } from "../../core/index.ts";
import { cast, rayOf, sequence } from "../test/rays.ts";
import { TriangleMesh } from "./mesh.ts";
import { MOST_TRIANGLES } from "./mesh-data.ts";
import { readStl } from "./stl.ts";

/** A tetrahedron with corners at the origin and 1 m along each axis, wound outwards. */
const FACES = [
  [
    [0, 0, 0],
    [0, 1, 0],
    [1, 0, 0],
  ],
  [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [0, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
];

function asText(faces = FACES): string {
  const facets = faces.map(
    (corners) =>
      `  facet normal 0 0 0\n    outer loop\n${corners.map((p) => `      vertex ${p.join(" ")}\n`).join("")}    endloop\n  endfacet\n`,
  );
  return `solid a tetrahedron of 1 m\n${facets.join("")}endsolid a tetrahedron of 1 m\n`;
}

function asBinary(faces: readonly number[][][] = FACES, header = "solid but binary"): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * faces.length);
  bytes.set(new TextEncoder().encode(header));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, faces.length, true);
  faces.forEach((corners, k) => {
    corners.flat().forEach((x, c) => {
      view.setFloat32(84 + 50 * k + 12 + 4 * c, x, true);
    });
  });
  return bytes;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test("text and binary of one tetrahedron are one mesh of four vertices and four triangles, met as its plane says", () => {
  const [text, binary] = [readStl(bytesOf(asText()), "t.stl"), readStl(asBinary(), "t.stl")];
  expect([text.diagnostics, binary.diagnostics]).toEqual([[], []]);
  expect(text.mesh).toEqual(binary.mesh);
  expect(text.mesh!.vertices_m.length).toBe(12);
  // The slanted face is x + y + z = 1: along (1, 1, 1) from the origin's side at 1/√3, its normal the same way.
  const { distance_m, normal } = cast(new TriangleMesh(text.mesh!), rayOf([0.1, 0.1, 0.1], [1, 1, 1]));
  expect(distance_m).toBeCloseTo(0.7 / Math.sqrt(3), 14);
  expect(normal[0]).toBeCloseTo(1 / Math.sqrt(3), 14);
});

test("words in capitals, one line for all, a byte order mark, several solids: still the same triangles", () => {
  const plain = readStl(bytesOf(asText()), "t.stl").mesh;
  expect(readStl(bytesOf(asText().toUpperCase()), "t.stl").mesh).toEqual(plain);
  expect(readStl(bytesOf(`\uFEFF${asText().replaceAll("\n", "\r\n")}`), "t.stl").mesh).toEqual(plain);
  const [a, b] = [asText(FACES.slice(0, 2)), asText(FACES.slice(2))];
  expect(readStl(bytesOf(a + b), "t.stl").mesh).toEqual(plain);
  // A part of a larger buffer, as files read in one go often are.
  const whole = new Uint8Array(asBinary().length + 7);
  whole.set(asBinary(), 7);
  expect(readStl(whole.subarray(7), "t.stl").mesh).toEqual(plain);
});

test.each([
  [asText().replace("vertex 0 1 0", "vertex 0 <|1,5|> 0"), 'error MESH001: "1,5" is not a finite number'],
  [asText().replace("outer loop", "<|oter|> loop"), 'error MESH004: expected "outer", found "oter"'],
  [asText().replace("  endfacet\n", "  <|facet|>\n"), 'error MESH004: expected "endfacet", found "facet"'],
  [asText().replace("vertex 0 1 0", "vertex 0 1\n<|vertex|>"), 'error MESH004: expected a coordinate, found "vertex"'],
  [asText().replace("endsolid", "<|end|>"), 'error MESH004: expected "facet" or "endsolid", found "end"'],
])("text %#: blamed where it is wrong, whichever way lines end", (marked, expected) => {
  const before = marked.slice(0, marked.indexOf("<|")).split("\n");
  const place = `t.stl:${before.length}:${(before.at(-1) ?? "").length + 1}`;
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = marked.replace("<|", "").replace("|>", "").replaceAll("\n", end);
    const { mesh, diagnostics } = readStl(bytesOf(text), "t.stl");
    expect(mesh).toBeNull();
    expect(formatDiagnostic(diagnostics[0])).toBe(`${place}: ${expected}`);
  }
});

test("a file cut off, of the wrong length, or with a corner at infinity is reported with what is wrong", () => {
  const say = (bytes: Uint8Array): string[] => readStl(bytes, "t.stl").diagnostics.map(formatDiagnostic);
  const binary = asBinary(FACES, "no text");
  expect(say(binary.subarray(0, 200))).toEqual([
    "t.stl:1:1: error MESH006: 4 triangles take 284 bytes; the file has 200",
  ]);
  expect(say(binary.subarray(0, 20))[0]).toContain("the file has 20 bytes");
  expect(say(bytesOf(asText().slice(0, 100)))[0]).toMatch(
    /^t\.stl:5:\d+: error MESH005: the file ends where .* is expected$/,
  );
  expect(
    say(
      asBinary([
        ...FACES,
        [
          [Infinity, 0, 0],
          [0, 0, 0],
          [1, 1, 1],
        ],
      ]),
    ),
  ).toEqual(["t.stl:1:1: error MESH001: triangle 5, corner 1 (byte 296): Infinity 0 0 is not finite"]);
  expect(
    say(
      asBinary([
        ...FACES,
        [
          [1, 1, 1],
          [1, 1, 1],
          [0, 0, 0],
        ],
      ]),
    ),
  ).toEqual(["t.stl:1:1: note MESH010: 1 triangle without area was left out"]);
  expect(say(asBinary([]))).toEqual(["t.stl:1:1: error MESH008: the file holds no triangle"]);
});

test("there is a most of triangles, five million where nothing is said, beyond which a file is refused", () => {
  for (const bytes of [asBinary(), bytesOf(asText())]) {
    expect(readStl(bytes, "t.stl", 4).mesh?.triangles.length).toBe(12);
    const { mesh, diagnostics } = readStl(bytes, "t.stl", 3);
    expect(mesh).toBeNull();
    expect(diagnostics[0]?.message).toBe("more than 3 triangles; thin the mesh out");
  }
  expect(MOST_TRIANGLES).toBe(5_000_000);
});

test("no bytes, however broken, do more than give diagnostics", () => {
  const random = sequence(83);
  for (let k = 0; k < 400; k++) {
    const bytes = k % 2 === 0 ? bytesOf(asText()) : asBinary();
    for (let q = 0; q < 6; q++) bytes[Math.floor(bytes.length * random())] = Math.floor(256 * random());
    const { mesh, diagnostics } = readStl(bytes.subarray(0, Math.ceil(bytes.length * random())), "t.stl");
    expect(mesh === null).toBe(diagnostics.some((d) => d.severity === "error"));
  }
});
