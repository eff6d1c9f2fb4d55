/**
 * What a report's page has inside it, as one module of texts: its script, bundled from src/report/page, and its styles. The plotting
 * library is not among them: it is passed in. The module is committed, so that neither the installed package nor a browser needs a bundler to make a report;
 * a test compares it with what is made here.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Of src/report/page: for any document of ours, and for the plots beside. */
const DOCUMENT_STYLES = ["theme.css", "page.css"];
const PLOT_STYLES = ["plots.css"];

/** Where the module lies in the package. */
export const ASSETS_FILE = "src/report/generated/page-assets.ts";

/** The text of the module; `root` is the folder of the package. */
export async function assetsModule(root: string): Promise<string> {
  const styles = (names: readonly string[]): string =>
    names.map((name) => readFileSync(join(root, "src/report/page", name), "utf8")).join("\n");
  const texts = {
    pageScript: await pageScript(root),
    documentStyle: styles(DOCUMENT_STYLES),
    plotStyle: styles(PLOT_STYLES),
  };
  const fields = Object.entries(texts).map(([name, text]) => `  ${name}: [\n${lines(text)}\n  ].join("\\n"),`);
  return [
    "/** Made by `npm run generate` from src/report/page: see tools/report-assets.ts. */",
    'import type { ReportAssets } from "../input.ts";',
    "",
    "export const PAGE_ASSETS: ReportAssets = {",
    ...fields,
    "};",
    "",
  ].join("\n");
}

/** One string per line, so that a change is seen where it is. */
function lines(text: string): string {
  return text
    .split("\n")
    .map((line) => `    ${JSON.stringify(line)},`)
    .join("\n");
}

async function pageScript(root: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["src/report/page/page.ts"],
    // Paths in the output are relative to it, wherever the package lies.
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
    // Without the compiler options of the build: the text depends on the sources alone.
    tsconfigRaw: "{}",
  });
  return outputFiles[0]!.text;
}
