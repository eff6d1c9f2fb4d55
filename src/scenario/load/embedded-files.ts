/**
 * The files of a scenario, carried with a log or to another thread, as a reader. They are named as seen from the scenario's
 * own folder. A reference by an absolute path, which only makes sense on the machine where it was written, is met by the
 * file whose name ends it; one by the id of a shipped component, by the file of that name.
 */
import { memoryReader, type Projections, resolvePath, type SourceReader } from "../../library/index.ts";

export function embeddedReader(
  files: ReadonlyMap<string, string>,
  binaries: ReadonlyMap<string, Uint8Array>,
  projections?: Projections,
): SourceReader {
  const withoutClimb = (name: string): string => name.replace(/^(\.\.\/)+/, "");
  return {
    ...memoryReader(Object.fromEntries(files), binaries),
    ...(projections === undefined ? {} : { projections }),
    resolve(fromFile, reference) {
      if (!reference.startsWith("/")) {
        const beside = resolvePath(fromFile, reference);
        if (files.has(beside) || reference.includes("/") || reference.includes(".")) return beside;
        // The package's file and not a copy of it in the project, which lies nearer.
        const named = [...files.keys()].filter(
          (name) => name.endsWith(`/${reference}.xml`) && name.includes("components/"),
        );
        return named.sort((a, b) => b.length - a.length)[0] ?? beside;
      }
      const ends = [...files.keys(), ...binaries.keys()].filter((name) => reference.endsWith(`/${withoutClimb(name)}`));
      return ends.sort((a, b) => withoutClimb(b).length - withoutClimb(a).length)[0] ?? reference;
    },
  };
}
