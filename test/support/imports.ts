/** Imports of source files, for tests of who may import whom. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The .ts files below a folder, tests aside. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return name.endsWith(".ts") && !name.endsWith(".test.ts") ? [path] : [];
  });
}

export interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

/** What a file imports and exports again. */
export function importsOf(file: string): Import[] {
  return importsIn(file, readFileSync(file, "utf8"));
}

export function importsIn(file: string, source: string): Import[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const statements = text.matchAll(/\b(?:import|export)\s+(type\s)?(?:[\w*{][^;"']*?\sfrom\s+)?["']([^"']+)["']/g);
  const dynamic = text.matchAll(/\bimport\(\s*["']([^"']+)["']/g);
  return [
    ...[...statements].map((m) => ({ file, target: m[2] ?? "", typeOnly: m[1] !== undefined })),
    ...[...dynamic].map((m) => ({ file, target: m[1] ?? "", typeOnly: false })),
  ];
}
