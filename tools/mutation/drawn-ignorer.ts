/** Stryker's ignorer for what lies inside a drawn place and was not drawn itself (sample.ts). */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { DrawnPlaces, type Place, type Position } from "./sample.ts";

/** What the ignorer needs of a path in Babel's tree. */
interface TreePath {
  readonly node: { readonly loc?: { readonly start: Position; readonly end: Position } | null };
  readonly hub?: { readonly file: { readonly opts: { readonly filename: string } } };
}

/** Where main.ts leaves the sample, from the root of the project. */
export const SAMPLE_FILE = ".tmp/mutation/sample.json";

let drawn: DrawnPlaces | null = null;

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "drawn", {
    shouldIgnore(path) {
      const { node, hub } = path as TreePath;
      if (node.loc === undefined || node.loc === null || hub === undefined) return undefined;
      drawn ??= new DrawnPlaces(JSON.parse(readFileSync(SAMPLE_FILE, "utf8")) as Place[]);
      const file = relative(process.cwd(), hub.file.opts.filename);
      // Babel counts lines from 1.
      const [start, end] = [node.loc.start, node.loc.end].map(({ line, column }) => ({ line: line - 1, column }));
      return drawn.within(file, start!, end!) ? undefined : "not in the sample";
    },
  }),
];
