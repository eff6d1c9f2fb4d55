/** Folders as the command line meets them. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The files with one of some endings below a file or folder, in order of name. */
export function filesBelow(path: string, ...endings: readonly string[]): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return filesBelow(inside, ...endings);
      return endings.some((ending) => entry.name.endsWith(ending)) ? [inside] : [];
    });
}
