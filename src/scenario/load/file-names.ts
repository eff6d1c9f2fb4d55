/** File names as a log has them: seen from the folder of the scenario's own file, whatever machine it lies on. */
import type { Diagnostic } from "../../core/index.ts";
import { OVERRIDES_FILE, resolvePath, type SourceReader } from "../../library/index.ts";

/** File names as seen from the scenario's folder, its own first, so that a log names no folder of the machine it was made on. */
export function relativeNames(
  reader: SourceReader,
  root: string,
  files: Iterable<string>,
): ReadonlyMap<string, string> {
  const whole = (file: string): string[] =>
    resolvePath("", (reader.absolute?.(file) ?? file).replaceAll("\\", "/")).split("/");
  const from = whole(root).slice(0, -1);
  const names = new Map<string, string>();
  for (const file of [root, ...files]) {
    if (file === OVERRIDES_FILE) continue;
    const to = whole(file);
    let same = 0;
    while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
    names.set(file, [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/"));
  }
  return names;
}

export function renamed(d: Diagnostic, names: ReadonlyMap<string, string>): Diagnostic {
  if (d.range === null) return d;
  return { ...d, range: { ...d.range, file: names.get(d.range.file) ?? d.range.file } };
}

/** In the order of the names, the scenario's own file first. */
export function renamedKeys<T>(
  files: ReadonlyMap<string, T>,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, T> {
  const entries = [...names].flatMap(([name, relative]) => {
    const content = files.get(name);
    return content === undefined ? [] : [[relative, content] as const];
  });
  return new Map(entries);
}
