/** Files that parameters name: a map, a mesh. They are read when the component is built, so that models get bytes. */
import { codedDiagnostic, type Diagnostic } from "../core/index.ts";
import type { GivenValue } from "./checked-element.ts";
import { codes, quoted } from "./codes.ts";
import type { KindEntry } from "./kind-entry.ts";
import { OVERRIDES_FILE } from "./overrides.ts";
import { endingOf, type FileValue } from "./parameter.ts";
import type { SourceFiles } from "./source-files.ts";

/**
 * Puts the files into the values. Returns the parameters whose file cannot be read, which are reported and taken out. A name is
 * seen from the file in which it stands; one from outside, from the outermost file.
 */
export function readParameterFiles(
  kind: KindEntry,
  values: Map<string, GivenValue>,
  chain: readonly string[],
  files: SourceFiles,
  tell: (d: Diagnostic) => void,
): ReadonlySet<string> {
  const unreadable = new Set<string>();
  for (const parameter of [...kind.params.values(), ...kind.mount.values()]) {
    const given = parameter.type === "file" ? values.get(parameter.name) : undefined;
    if (given === undefined) continue;
    const seen = String(given.value);
    const from = given.range.file === OVERRIDES_FILE ? (chain[0] ?? "") : given.range.file;
    const ending = endingOf(parameter);
    if (ending !== undefined && !seen.endsWith(ending)) {
      const message = `${parameter.name} = ${quoted(seen)} does not end in ${ending}`;
      tell(codedDiagnostic(codes.otherEnding, given.range, message, { seen: seen.slice(0, 200), allowed: ending }));
      values.delete(parameter.name);
      unreadable.add(parameter.name);
      continue;
    }
    const { file, error } = files.resolve(from, seen);
    const answer = error === null ? files.bytes(file) : { error };
    if ("bytes" in answer) {
      values.set(parameter.name, { ...given, file: fileValue(files, file, answer.bytes) });
      continue;
    }
    const message = `cannot read ${quoted(seen)}: ${answer.error}`;
    tell(codedDiagnostic(codes.unreadableFile, given.range, message, { seen: seen.slice(0, 200) }));
    values.delete(parameter.name);
    unreadable.add(parameter.name);
  }
  return unreadable;
}

function fileValue(files: SourceFiles, name: string, bytes: Uint8Array): FileValue {
  const { projections } = files;
  return Object.freeze({
    name,
    bytes,
    beside: (ending: string) => {
      const answer = files.bytes(withEnding(name, ending));
      return "bytes" in answer ? answer.bytes : null;
    },
    ...(projections === undefined ? {} : { projections }),
  });
}

function withEnding(file: string, ending: string): string {
  const dot = file.lastIndexOf(".");
  return `${dot > file.lastIndexOf("/") ? file.slice(0, dot) : file}.${ending}`;
}
