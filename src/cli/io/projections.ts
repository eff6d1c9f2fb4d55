/** Coordinate systems of maps, by proj4: loaded when a map is met that needs it, and never for the others. */
import { createRequire } from "node:module";
import { type Proj4, projectionsBy } from "../../environment/index.ts";
import type { Projections, SourceReader } from "../../library/index.ts";
import { type FileAccess, projectReader } from "./project-reader.ts";

let loaded: Projections | null = null;

export const projections: Projections = (definition) => {
  // A scenario is loaded synchronously, which an import is not.
  loaded ??= projectionsBy(createRequire(import.meta.url)("proj4") as Proj4);
  return loaded(definition);
};

/** Files for a world, whose maps may need projections; apart from the plain reader, which loads no room of the world. */
export function worldReader(file: string, access: FileAccess): SourceReader {
  return { ...projectReader(file, access), projections };
}
