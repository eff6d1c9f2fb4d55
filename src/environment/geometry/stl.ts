/**
 * STL, binary and text. A file is binary when its length is the one that its triangle count asks for (some binary files
 * begin with "solid" too); else text when it begins with "solid".
 *
 *   binary: 80 bytes, count (uint32), then 50 bytes each: normal, three corners (float32, little-endian), 2 bytes
 *   text:   solid … facet normal x y z  outer loop  vertex x y z (three times)  endloop  endfacet … endsolid
 *
 * Corners at one place become one vertex, so that neighbours share edges to the last bit. Normals in the file are passed
 * over: they are often 0, and the winding says the same. Words of the text may be in capitals. Several solids are one mesh.
 */
import { MeshBuilder, MOST_TRIANGLES } from "./mesh-data.ts";
import { finiteNumber, MeshProblems, type MeshResult, meshCodes, quotedWord } from "./mesh-problems.ts";

const HEADER = 80;
const RECORD = 50;

export function readStl(bytes: Uint8Array, file: string, mostTriangles = MOST_TRIANGLES): MeshResult {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER + 4 ? view.getUint32(HEADER, true) : -1;
  const isText = /^[\s\uFEFF]*solid\b/i.test(latin1(bytes, 0, Math.min(bytes.length, 256)).replace("ï»¿", ""));
  const problems = new MeshProblems(file, mostTriangles);
  const builder = new MeshBuilder();
  if (count >= 0 && bytes.length === HEADER + 4 + RECORD * count) readBinary(view, count, builder, problems);
  else if (isText) new StlText(bytes, builder, problems).read();
  else if (count < 0) {
    problems.fail(
      meshCodes.wrongSize,
      `the file has ${bytes.length} bytes: neither "solid" at its start nor room for a header of 84 bytes`,
    );
  } else {
    const asked = HEADER + 4 + RECORD * count;
    problems.fail(meshCodes.wrongSize, `${count} triangles take ${asked} bytes; the file has ${bytes.length}`);
  }
  return problems.result(builder);
}

function readBinary(view: DataView, count: number, builder: MeshBuilder, problems: MeshProblems): void {
  const corner = new Int32Array(3);
  for (let k = 0; k < count && !problems.stopped; k++) {
    if (!problems.hasRoom(builder)) return;
    let whole = true;
    for (let c = 0; c < 3; c++) {
      const at = HEADER + 4 + RECORD * k + 12 + 12 * c;
      const x = view.getFloat32(at, true);
      const y = view.getFloat32(at + 4, true);
      const z = view.getFloat32(at + 8, true);
      if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) {
        corner[c] = builder.vertexAt(x, y, z);
        continue;
      }
      whole = false;
      problems.add(
        meshCodes.notANumber,
        `triangle ${k + 1}, corner ${c + 1} (byte ${at}): ${x} ${y} ${z} is not finite`,
      );
    }
    if (whole) builder.addTriangle(corner[0], corner[1], corner[2]);
  }
}

/** The words of a text with their places, one at a time. */
class StlText {
  readonly #bytes: Uint8Array;
  readonly #builder: MeshBuilder;
  readonly #problems: MeshProblems;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  /** Line of the word before. */
  #lineBefore = 1;
  /** The word in hand; "" at the end of the file. */
  #word = "";
  #column = 1;

  constructor(bytes: Uint8Array, builder: MeshBuilder, problems: MeshProblems) {
    this.#bytes = bytes;
    this.#builder = builder;
    this.#problems = problems;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      this.#at = 3;
      this.#lineStart = 3;
    }
  }

  read(): void {
    this.#next();
    while (this.#word !== "") {
      if (!this.#expect("solid")) return;
      this.#skipName();
      while (this.#is("facet")) if (!this.#facet()) return;
      if (!this.#is("endsolid")) {
        this.#refuse('"facet" or "endsolid"');
        return;
      }
      this.#next();
      this.#skipName();
    }
  }

  /** One triangle; false where reading cannot go on. What is not a number makes only its triangle invalid. */
  #facet(): boolean {
    if (!this.#problems.hasRoom(this.#builder, this.#line, this.#column)) return false;
    const xyz = [0, 0, 0];
    const corners: number[] = [];
    this.#next();
    if (!this.#expect("normal")) return false;
    for (let k = 0; k < 3; k++) this.#next();
    if (!this.#expect("outer") || !this.#expect("loop")) return false;
    for (let c = 0; c < 3; c++) {
      if (!this.#expect("vertex")) return false;
      for (let k = 0; k < 3; k++) {
        xyz[k] = finiteNumber(this.#word);
        if (Number.isNaN(xyz[k])) {
          if (this.#word === "" || isKeyword(this.#word)) return this.#refuse("a coordinate");
          const said = `${quotedWord(this.#word)} is not a finite number`;
          this.#problems.add(meshCodes.notANumber, said, this.#line, this.#column, this.#word.length);
          if (this.#problems.stopped) return false;
        }
        this.#next();
      }
      if (!xyz.some(Number.isNaN)) corners.push(this.#builder.vertexAt(xyz[0], xyz[1], xyz[2]));
    }
    if (!this.#expect("endloop") || !this.#expect("endfacet")) return false;
    if (corners.length === 3) this.#builder.addTriangle(corners[0], corners[1], corners[2]);
    return true;
  }

  #is(keyword: string): boolean {
    return this.#word.length === keyword.length && this.#word.toLowerCase() === keyword;
  }

  #expect(keyword: string): boolean {
    if (!this.#is(keyword)) return this.#refuse(`"${keyword}"`);
    this.#next();
    return true;
  }

  /** Always false, so that it can be returned. */
  #refuse(expected: string): false {
    const [line, column, length] = [this.#line, this.#column, this.#word.length];
    if (this.#word === "")
      this.#problems.fail(meshCodes.unfinished, `the file ends where ${expected} is expected`, line, column);
    else
      this.#problems.fail(
        meshCodes.unexpected,
        `expected ${expected}, found ${quotedWord(this.#word)}`,
        line,
        column,
        length,
      );
    return false;
  }

  /** What follows "solid" and "endsolid" on their line is a name of any words. */
  #skipName(): void {
    const line = this.#lineBefore;
    while (this.#word !== "" && this.#line === line) this.#next();
  }

  #next(): void {
    const bytes = this.#bytes;
    this.#lineBefore = this.#line;
    let at = this.#at;
    for (; at < bytes.length && bytes[at] <= 32; at++) {
      const c = bytes[at];
      if (c !== 10 && (c !== 13 || bytes[at + 1] === 10)) continue;
      this.#line++;
      this.#lineStart = at + 1;
    }
    const start = at;
    while (at < bytes.length && bytes[at] > 32) at++;
    this.#column = start - this.#lineStart + 1;
    this.#word = latin1(bytes, start, at);
    this.#at = at;
  }
}

const KEYWORDS = new Set(["solid", "facet", "normal", "outer", "loop", "vertex", "endloop", "endfacet", "endsolid"]);

function isKeyword(word: string): boolean {
  return KEYWORDS.has(word.toLowerCase());
}

/** Bytes as characters of the same numbers: keywords and numbers are ASCII, names are shown as they come. */
function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let k = from; k < to; k++) text += String.fromCharCode(bytes[k]);
  return text;
}
