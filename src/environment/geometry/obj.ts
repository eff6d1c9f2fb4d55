/**
 * Wavefront OBJ, as far as it is a shape: `v x y z` and `f a b c …`, with corners a, a/t, a//n or a/t/n, counted from 1 or,
 * when negative, back from the newest vertex. "\" at the end of a line continues it, "#" begins a comment.
 *
 * Faces with more than three corners become fans around their first corner, with a note: right for convex faces.
 * Texture, normals, names, groups and materials say nothing about the shape and are passed over; so are lines, points,
 * curves and free-form surfaces, with a note. Units and axes are not in the file: the caller scales and turns.
 */
import { MeshBuilder, MOST_TRIANGLES } from "./mesh-data.ts";
import { finiteNumber, MeshProblems, type MeshResult, meshCodes, quotedWord } from "./mesh-problems.ts";

/** Statements that are about looks and names, or are a comment's kin. */
const WITHOUT_SHAPE = new Set(["vt", "vn", "vp", "g", "o", "s", "usemtl", "mtllib", "usemap", "maplib", "lod"]);

interface Word {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export function readObj(text: string, file: string, mostTriangles = MOST_TRIANGLES): MeshResult {
  const reader = new ObjReader(new MeshProblems(file, mostTriangles));
  let at = 0;
  let line = 1;
  let words: Word[] = [];
  // A statement is a line, or several that end in "\".
  while (at <= text.length && !reader.problems.stopped) {
    const end = endOfLine(text, at);
    const continued = collectWords(words, text, at, end, line);
    if (!continued) {
      if (words.length > 0) reader.statement(words);
      words = [];
    }
    at = text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
    line++;
  }
  if (words.length > 0) reader.statement(words);
  return reader.result();
}

/** Where the line that begins at `at` ends: at LF, CR or the end of the text. */
function endOfLine(text: string, at: number): number {
  let end = at;
  while (end < text.length) {
    const c = text.charCodeAt(end);
    if (c === 10 || c === 13) return end;
    end++;
  }
  return end;
}

/** Adds the words of a line; true where the line is continued. */
function collectWords(words: Word[], text: string, from: number, to: number, line: number): boolean {
  let at = from;
  for (;;) {
    while (at < to && isBlank(text.charCodeAt(at))) at++;
    if (at >= to || text.charCodeAt(at) === 35) return false;
    const start = at;
    while (at < to && !isBlank(text.charCodeAt(at)) && text.charCodeAt(at) !== 35) at++;
    const word = text.slice(start, at);
    if (at === to && word.endsWith("\\")) {
      if (word.length > 1) words.push({ text: word.slice(0, -1), line, column: start - from + 1 });
      return true;
    }
    words.push({ text: word, line, column: start - from + 1 });
  }
}

function isBlank(c: number): boolean {
  return c === 32 || c === 9 || c === 11 || c === 12 || c === 0xfeff;
}

class ObjReader {
  readonly problems: MeshProblems;
  readonly #builder = new MeshBuilder();
  readonly #ignored = new Map<string, { count: number; first: Word }>();
  #polygons = 0;

  constructor(problems: MeshProblems) {
    this.problems = problems;
  }

  statement(words: readonly Word[]): void {
    const keyword = words[0];
    if (keyword.text === "v") this.#vertex(words);
    else if (keyword.text === "f" || keyword.text === "fo") this.#face(words);
    else if (!WITHOUT_SHAPE.has(keyword.text)) {
      const seen = this.#ignored.get(keyword.text);
      if (seen !== undefined) seen.count++;
      else if (this.#ignored.size < 20) this.#ignored.set(keyword.text, { count: 1, first: keyword });
    }
  }

  result(): MeshResult {
    for (const [word, { count, first }] of this.#ignored) {
      const lines = count === 1 ? "1 line" : `${count} lines`;
      this.problems.add(
        meshCodes.ignored,
        `passed over: ${quotedWord(word)} (${lines})`,
        first.line,
        first.column,
        word.length,
      );
    }
    if (this.#polygons > 0) {
      const n = this.#polygons;
      const said = `${n} ${n === 1 ? "face" : "faces"} with more than three corners ${n === 1 ? "was" : "were"} cut into triangles`;
      this.problems.add(meshCodes.polygons, said);
    }
    return this.problems.result(this.#builder);
  }

  /** Three coordinates; a fourth (weight) and colours may follow. A wrong one still counts, so that faces keep their vertices. */
  #vertex(words: readonly Word[]): void {
    const [keyword, x, y, z] = words;
    if (!this.problems.hasRoom(this.#builder, keyword.line, keyword.column)) return;
    const found = [x, y, z].map((word) => (word === undefined ? Number.NaN : finiteNumber(word.text)));
    const wrong = found.findIndex(Number.isNaN);
    if (wrong < 0) {
      this.#builder.addVertex(found[0], found[1], found[2]);
      return;
    }
    this.#builder.addVertex(0, 0, 0);
    const word = words[wrong + 1];
    if (word === undefined) {
      const said = `a vertex has ${words.length - 1} of 3 coordinates`;
      this.problems.add(meshCodes.notANumber, said, keyword.line, keyword.column, 1);
    } else {
      const said = `${quotedWord(word.text)} is not a finite number`;
      this.problems.add(meshCodes.notANumber, said, word.line, word.column, word.text.length);
    }
  }

  #face(words: readonly Word[]): void {
    const keyword = words[0];
    if (words.length < 4) {
      const said = `a face has ${words.length - 1} ${words.length === 2 ? "corner" : "corners"}; at least 3 are needed`;
      this.problems.add(meshCodes.fewCorners, said, keyword.line, keyword.column, keyword.text.length);
      return;
    }
    const corners: number[] = [];
    for (let k = 1; k < words.length; k++) {
      const corner = this.#corner(words[k]);
      if (corner < 0) return;
      corners.push(corner);
    }
    if (corners.length > 3) this.#polygons++;
    for (let k = 2; k < corners.length; k++) {
      if (!this.problems.hasRoom(this.#builder, keyword.line, keyword.column)) return;
      this.#builder.addTriangle(corners[0], corners[k - 1], corners[k]);
    }
  }

  /** The vertex of a corner, or −1 after what is wrong with it was reported. */
  #corner(word: Word): number {
    const [name = ""] = word.text.split("/", 1);
    const count = this.#builder.vertexCount;
    const number = /^[+-]?\d+$/.test(name) ? Number(name) : 0;
    const index = number > 0 ? number - 1 : count + number;
    if (number !== 0 && index >= 0 && index < count) return index;
    const why =
      number === 0
        ? "is not the number of a vertex: vertices count from 1"
        : `does not exist: ${count} vertices so far`;
    const said = `vertex ${quotedWord(name)} ${why}`;
    this.problems.add(meshCodes.badIndex, said, word.line, word.column, word.text.length);
    return -1;
  }
}
