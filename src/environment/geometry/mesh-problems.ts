/**
 * What the readers of mesh files can say: one table of codes, and the list that a reader fills. A broken file may be wrong
 * in every line, so that after MOST_PROBLEMS the rest is not read.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  codeEntry,
  type Diagnostic,
  DiagnosticList,
  type SourceRange,
} from "../../core/index.ts";
import type { MeshBuilder, MeshData } from "./mesh-data.ts";

export const meshCodes = Object.freeze({
  notANumber: codeEntry(
    "error",
    "MESH001",
    "A coordinate is missing or not a finite number.",
    '"1.2.3" is not a finite number',
  ),
  badIndex: codeEntry(
    "error",
    "MESH002",
    "A face names a vertex that does not exist, or something that is not the number of a vertex.",
    'vertex "9" does not exist: 8 vertices so far',
  ),
  fewCorners: codeEntry(
    "error",
    "MESH003",
    "A face has fewer than three corners.",
    "a face has 2 corners; at least 3 are needed",
  ),
  unexpected: codeEntry(
    "error",
    "MESH004",
    "An STL text has another word than the format asks for at this place.",
    'expected "facet" or "endsolid", found "vertx"',
  ),
  unfinished: codeEntry("error", "MESH005", "The file ends in the middle.", 'the file ends where "vertex" is expected'),
  wrongSize: codeEntry(
    "error",
    "MESH006",
    "A binary STL file is shorter or longer than its number of triangles says.",
    "12 triangles take 684 bytes; the file has 600",
  ),
  tooLarge: codeEntry(
    "error",
    "MESH007",
    "The mesh has more triangles or vertices than are read.",
    "more than 5000000 triangles; thin the mesh out",
  ),
  noTriangles: codeEntry("error", "MESH008", "The file has no triangle with an area.", "the file holds no triangle"),
  tooManyProblems: codeEntry(
    "error",
    "MESH009",
    "So much is wrong that the rest was not read.",
    "50 mistakes found; the rest of the file was not read",
  ),
  degenerate: codeEntry(
    "note",
    "MESH010",
    "Triangles without area were left out.",
    "2 triangles without area were left out",
  ),
  polygons: codeEntry(
    "note",
    "MESH011",
    "Faces with more than three corners were cut into triangles from their first corner, which is right for convex ones.",
    "6 faces with more than three corners were cut into triangles",
  ),
  ignored: codeEntry(
    "note",
    "MESH012",
    "Statements that add nothing to the shape, or are not understood, were passed over.",
    'passed over: "curv" (2 lines)',
  ),
});

export interface MeshResult {
  /** null where something is wrong. */
  readonly mesh: MeshData | null;
  readonly diagnostics: readonly Diagnostic[];
}

const MOST_PROBLEMS = 50;

export class MeshProblems {
  readonly file: string;
  readonly #mostTriangles: number;
  readonly #list = new DiagnosticList();
  #errors = 0;
  /** Set when it makes no sense to read on. */
  stopped = false;

  constructor(file: string, mostTriangles: number) {
    this.file = file;
    this.#mostTriangles = mostTriangles;
  }

  /** Columns count from 1; length is that of the stretch to be marked. */
  add(code: CodeEntry, message: string, line = 1, column = 1, length = 0): void {
    if (this.stopped) return;
    const range: SourceRange = { file: this.file, line, column, endLine: line, endColumn: column + length };
    this.#list.add(codedDiagnostic(code, range, message));
    if (code.severity !== "error") return;
    this.#errors++;
    if (this.#errors < MOST_PROBLEMS) return;
    const said = `${MOST_PROBLEMS} mistakes found; the rest of the file was not read`;
    this.#list.add(codedDiagnostic(meshCodes.tooManyProblems, range, said));
    this.stopped = true;
  }

  /** For what ends the reading at once. */
  fail(code: CodeEntry, message: string, line = 1, column = 1, length = 0): void {
    this.add(code, message, line, column, length);
    this.stopped = true;
  }

  /** Whether one more triangle may be read; reports it where not. */
  hasRoom(builder: MeshBuilder, line = 1, column = 1): boolean {
    const most = this.#mostTriangles;
    if (builder.triangleCount < most && builder.vertexCount <= 3 * most) return true;
    this.fail(meshCodes.tooLarge, `more than ${most} triangles; thin the mesh out`, line, column);
    return false;
  }

  result(builder: MeshBuilder): MeshResult {
    const n = builder.degenerate;
    // After an error, coordinates are missing and areas mean nothing.
    if (n > 0 && this.#errors === 0) {
      const said = n === 1 ? "1 triangle without area was left out" : `${n} triangles without area were left out`;
      this.add(meshCodes.degenerate, said);
    }
    if (this.#errors === 0 && builder.triangleCount === 0) {
      this.add(meshCodes.noTriangles, "the file holds no triangle");
    }
    return { mesh: this.#errors === 0 ? builder.build() : null, diagnostics: this.#list.sorted() };
  }
}

/** A word of a file inside a message: in quotes, not too long, without control characters. */
export function quotedWord(word: string): string {
  const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
  return `"${shown.replace(/\p{Cc}/gu, "·")}"`;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** NaN for anything but a finite decimal number: Number() alone takes "", "0x10" and " 1 ". */
export function finiteNumber(word: string): number {
  if (!NUMBER.test(word)) return Number.NaN;
  const value = Number(word);
  return Number.isFinite(value) ? value : Number.NaN;
}
