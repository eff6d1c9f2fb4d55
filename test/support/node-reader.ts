/** Files of the repository for the library's loader, by their path from the root. */
import { readFileSync } from "node:fs";
import { resolvePath, type SourceReader } from "../../src/library/index.ts";

const root = new URL("../../", import.meta.url);

export function nodeReader(): SourceReader {
  return {
    read: (file) => ({ text: readFileSync(new URL(file, root), "utf8") }),
    readBytes: (file) => ({ bytes: new Uint8Array(readFileSync(new URL(file, root))) }),
    resolve: resolvePath,
  };
}
