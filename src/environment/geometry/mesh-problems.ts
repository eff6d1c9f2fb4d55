/**
 * What the readers of mesh files can say: one table of codes, and the list that a reader fills. A broken file may be wrong
 * in every line, so that after MOST_PROBLEMS the rest is not read.
 */
import { type Diagnostic, DiagnosticList, type SourceRange } from "../../core/index.ts";
import type { CodeEntry } from "../../library/index.ts";
import type { MeshBuilder, MeshData } from "./mesh-data.ts";

function entry(code: string, severity: CodeEntry["severity"], meaning: string, example: string): CodeEntry {
  return Object.freeze({ code, severity, meaning, example });
}

export const meshCodes = Object.freeze({
  notANumber: entry(
    "MESH001",
    "error",
    "A coordinate is missing or not a finite number.",
    '"1.2.3" is not a finite number',
  ),
  badIndex: entry(
    "MESH002",
    "error",
    "A face names a vertex that is not there, or something that is no vertex.",
    'vertex "9" does not exist: 8 vertices so far',
  ),
  fewCorners: entry(
    "MESH003",
    "error",
    "A face has fewer than three corners.",
    "a face has 2 corners; at least 3 are needed",
  ),
  unexpected: entry(
    "MESH004",
    "error",
    "An STL text goes on with another word.",
    'expected "facet" or "endsolid", found "vertx"',
  ),
  unfinished: entry("MESH005", "error", "The file ends in the middle.", 'the file ends where "vertex" is expected'),
  wrongSize: entry(
    "MESH006",
    "error",
    "A binary STL file is shorter or longer than its number of triangles says.",
    "12 triangles take 684 bytes; the file has 600",
  ),
  tooLarge: entry(
    "MESH007",
    "error",
    "The mesh has more triangles or vertices than are read.",
    "more than 5000000 triangles; thin the mesh out",
  ),
  noTriangles: entry("MESH008", "error", "The file has no triangle with an area.", "the file holds no triangle"),
  tooManyProblems: entry(
    "MESH009",
    "error",
    "So much is wrong that the rest was not read.",
    "50 mistakes found; the rest of the file was not read",
  ),
  degenerate: entry(
    "MESH010",
    "note",
    "Triangles without area were left out.",
    "2 triangles without area were left out",
  ),
  polygons: entry(
    "MESH011",
    "note",
    "Faces with more than three corners were cut into triangles from their first corner, which is right for convex ones.",
    "6 faces with more than three corners were cut into triangles",
  ),
  ignored: entry(
    "MESH012",
    "note",
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
    this.#list.add({ severity: code.severity, code: code.code, message, range });
    if (code.severity !== "error") return;
    this.#errors++;
    if (this.#errors < MOST_PROBLEMS) return;
    const tooMany = meshCodes.tooManyProblems;
    const said = `${MOST_PROBLEMS} mistakes found; the rest of the file was not read`;
    this.#list.add({ severity: tooMany.severity, code: tooMany.code, message: said, range });
    this.stopped = true;
  }

  /** For what ends the reading at once. */
  fail(code: CodeEntry, message: string, line = 1, column = 1, length = 0): void {
    this.add(code, message, line, column, length);
    this.stopped = true;
  }

  /** Whether one more triangle may be read; tells where not. */
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
