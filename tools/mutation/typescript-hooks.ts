/** Hooks of Node's module loader for the warm runner: TypeScript without its types, and "vitest" from warm-vitest.ts. */
import { readFile } from "node:fs/promises";
import type { LoadHook, ResolveHook } from "node:module";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

const VITEST = new URL("./warm-vitest.js", import.meta.url).href;

export const resolve: ResolveHook = (specifier, context, next) =>
  specifier === "vitest" ? { url: VITEST, shortCircuit: true } : next(specifier, context);

export const load: LoadHook = async (url, context, next) => {
  if (!url.endsWith(".ts")) return next(url, context);
  const text = await readFile(fileURLToPath(url), "utf8");
  const { code } = await transform(text, { loader: "ts", format: "esm", target: "node20" });
  return { format: "module", source: code, shortCircuit: true };
};
