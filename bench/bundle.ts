/**
 * What a page loads before it can run a scenario: the room `scenario` and all below it as one minified file, beside its size before libraries took
 * the place of our own code (decision 17). proj4, zstd and other large parts are loaded by pages when they are needed, and are not in it.
 */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Benchmark, comparison } from "./harness.ts";

/** Bytes of the same bundle at commit 91d2457, by esbuild 0.28.2: plain, and with gzip. */
const BEFORE = { plain: 745_344, packed: 264_555 };

export const benchmark: Benchmark = {
  name: "bundle",
  doc: "size of the browser bundle of scenario",
  async run() {
    const { build } = await import("esbuild");
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("../src/scenario/index.js", import.meta.url))],
      bundle: true,
      write: false,
      minify: true,
      platform: "browser",
      format: "esm",
      target: "es2022",
      logLevel: "silent",
    });
    const [file] = outputFiles;
    if (file === undefined) throw new Error("esbuild made no file");
    const { contents } = file;
    const before = "before libraries";
    return [
      comparison("bundle of scenario, minified", "byte", [contents.length], before, [BEFORE.plain], {
        of: "ratio",
        atMost: 1.1,
      }),
      comparison("bundle of scenario, with gzip", "byte", [gzipSync(contents).length], before, [BEFORE.packed]),
    ];
  },
};
