/** uPlot, with which the page of a report draws, from its installed package. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { PlotLibrary } from "../../report/index.ts";

export function plotLibrary(): PlotLibrary {
  const folder = dirname(createRequire(import.meta.url).resolve("uplot/package.json"));
  const text = (name: string): string => readFileSync(join(folder, "dist", name), "utf8");
  return { script: text("uPlot.iife.min.js"), style: text("uPlot.min.css") };
}
