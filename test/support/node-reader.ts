/** Files of the repository for the library's loader, by their path from the root. */
import { readFileSync } from "node:fs";
import { withoutEquipment } from "../../bench/bare-bodies.ts";
import { resolvePath, type SourceReader } from "../../src/library/index.ts";

const root = new URL("../../", import.meta.url);

const BARE = ".bare.xml";

/** "NAME.bare.xml" is the shipped vehicle NAME.xml without its sensors and its navigation. */
export function nodeReader(): SourceReader {
  return {
    read: (file) => {
      const bare = file.endsWith(BARE);
      const text = readFileSync(new URL(bare ? file.replace(BARE, ".xml") : file, root), "utf8");
      return { text: bare ? withoutEquipment(text) : text };
    },
    readBytes: (file) => ({ bytes: new Uint8Array(readFileSync(new URL(file, root))) }),
    resolve: resolvePath,
  };
}
