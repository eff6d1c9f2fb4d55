import { basename } from "node:path";
import { componentTemplate } from "../../../library/index.ts";
import { knownKind, usableDefinitions } from "../../io/definitions.ts";
import { writeWhole } from "../../io/files.ts";
import { CallError, EXIT, printJson } from "../../io/outcome.ts";
import type { NewOptions } from "../components.ts";

export async function create(kind: string, options: NewOptions): Promise<number> {
  const definitions = await usableDefinitions(options.models);
  knownKind(definitions, kind);
  if (options.output !== undefined && !options.output.endsWith(".xml")) {
    throw new CallError(`${options.output} does not end in .xml, as component files do`);
  }
  const id = options.id ?? (options.output === undefined ? "my-component" : basename(options.output, ".xml"));
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) {
    throw new CallError(`id ${JSON.stringify(id)} is not made of letters, digits, "-", "_" and "."`);
  }
  const text = componentTemplate(definitions, kind, id);
  if (options.output !== undefined) writeWhole(options.output, text, options.force === true);
  if (options.json === true) printJson({ kind, id, file: options.output ?? null, text });
  else if (options.output === undefined) process.stdout.write(text);
  else process.stdout.write(`${options.output} written; fill in its ? and run: thetis check ${options.output}\n`);
  return EXIT.done;
}
