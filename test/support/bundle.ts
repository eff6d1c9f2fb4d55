/** A program that a test writes as a text, as one file for plain Node or for a thread: neither of them reads TypeScript. */
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/** The text imports as the test's file would; `url` is that file's import.meta.url. */
export function bundle(url: string, text: string, format: "esm" | "cjs"): string {
  const { outputFiles } = buildSync({
    stdin: { contents: text, resolveDir: fileURLToPath(new URL(".", url)), loader: "ts" },
    bundle: true,
    write: false,
    platform: "node",
    format,
  });
  return outputFiles[0]!.text;
}
