/** Files of triangles as parameters: OBJ, or STL in either form; metres times `scale`. Shared by all that is made from one. */
import { formatDiagnostic } from "../../core/index.ts";
import type { FileValue } from "../../library/index.ts";
import type { MeshData } from "./mesh-data.ts";
import type { MeshResult } from "./mesh-problems.ts";
import { readObj } from "./obj.ts";
import { readStl } from "./stl.ts";

// Browsers, workers and Node all have it; the rooms that run anywhere know no platform's types.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export const meshFileParams = {
  mesh: { type: "file", doc: "triangles, OBJ or STL", optional: true },
  scale: {
    doc: "metres in one unit of the mesh: 0.001 for one in millimetres",
    unit: "m/unit",
    above: 0,
    default: 1,
  },
} as const;

/** The mesh of a file, in its own units; or why there is none. */
export function meshOfFile(file: FileValue): { readonly mesh: MeshData } | { readonly fault: string } {
  const { mesh, diagnostics } = read(file);
  if (mesh !== null) return { mesh };
  const first = diagnostics.find((d) => d.severity === "error");
  return { fault: first === undefined ? "it holds no mesh" : formatDiagnostic(first) };
}

function read({ name, bytes }: FileValue): MeshResult {
  return name.toLowerCase().endsWith(".obj") ? readObj(new TextDecoder().decode(bytes), name) : readStl(bytes, name);
}
