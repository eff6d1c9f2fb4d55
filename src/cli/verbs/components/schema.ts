import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { usableDefinitions } from "../../io/definitions.ts";
import { writeWhole } from "../../io/files.ts";
import { refuseHandWritten, schemaPage } from "../../io/generated.ts";
import { CallError, EXIT, printJson } from "../../io/outcome.ts";
import type { SchemaOptions } from "../components.ts";

export async function schema(options: SchemaOptions): Promise<number> {
  const definitions = await usableDefinitions(options.models);
  const { file: name, text } = schemaPage(definitions);
  const { output } = options;
  const isFolder = output !== undefined && existsSync(output) && statSync(output).isDirectory();
  const file = output === undefined ? null : isFolder ? join(output, name) : output;
  if (file !== null && !file.endsWith(".xsd")) {
    throw new CallError(`${file} does not end in .xsd, as schemas do, and is not a folder`);
  }
  if (file !== null) {
    refuseHandWritten([file]);
    writeWhole(file, text, true);
  }
  const kinds = definitions.kindNames;
  if (options.json === true) printJson({ file, kinds, ...(file === null ? { text } : {}) });
  else if (file === null) process.stdout.write(text);
  else process.stdout.write(`${file} written, with ${kinds.length} kinds\n`);
  return EXIT.done;
}
