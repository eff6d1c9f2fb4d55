import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { knownKind, usableDefinitions } from "../../io/definitions.ts";
import { reasonOf, writeWhole } from "../../io/files.ts";
import { manualPages, refuseHandWritten } from "../../io/generated.ts";
import { CallError, EXIT, printJson } from "../../io/outcome.ts";
import type { ReferenceOptions } from "../components.ts";

export async function reference(kinds: readonly string[], options: ReferenceOptions): Promise<number> {
  const definitions = await usableDefinitions(options.models);
  for (const kind of kinds) knownKind(definitions, kind);
  const { output } = options;
  if (output === undefined && kinds.length === 0) {
    throw new CallError("name the kinds to print, or say with --output DIR where the pages of all kinds go");
  }
  const pages = manualPages(definitions, kinds.length === 0 ? undefined : kinds);
  if (output !== undefined) {
    makeFolder(output);
    refuseHandWritten(pages.map(({ file }) => join(output, file)));
    for (const { file, text } of pages) writeWhole(join(output, file), text, true);
  }
  const files = pages.map(({ file }) => (output === undefined ? file : join(output, file)));
  if (options.json === true) {
    const texts = pages.map(({ text }, i) => ({ file: files[i], ...(output === undefined ? { text } : {}) }));
    printJson({ folder: output ?? null, pages: texts });
  } else if (output === undefined) {
    process.stdout.write(pages.map(({ text }) => text).join("\n"));
  } else {
    process.stdout.write(`${files.length === 1 ? files[0] : `${files.length} pages in ${output}`} written\n`);
  }
  return EXIT.done;
}

function makeFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new CallError(`cannot write to ${folder}: it is not a folder`);
  }
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new CallError(`cannot make the folder ${folder}: ${reasonOf(error)}`, EXIT.failed, { cause: error });
  }
}
