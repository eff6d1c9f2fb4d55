import { basename } from "node:path";
import { componentTemplate } from "../../../library/index.ts";
import { knownKind, usableDefinitions } from "../../io/definitions.ts";
import { writeWhole } from "../../io/files.ts";
import { CallError, EXIT, printJson } from "../../io/outcome.ts";
import type { NewOptions } from "../components.ts";

export async function create(kind: string, options: NewOptions): Promise<number> {
  const definitions = await usableDefinitions(options.models);
  knownKind(definitions, kind);
  if (options.out !== undefined && !options.out.endsWith(".xml")) {
    throw new CallError(`${options.out} does not end in .xml, as component files do`);
  }
  const id = options.id ?? (options.out === undefined ? "my-component" : basename(options.out, ".xml"));
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) {
    throw new CallError(`id ${JSON.stringify(id)} is not made of letters, digits, "-", "_" and "."`);
  }
  const text = componentTemplate(definitions, kind, id);
  if (options.out !== undefined) writeWhole(options.out, text, options.force === true);
  if (options.json === true) printJson({ kind, id, file: options.out ?? null, text });
  else if (options.out === undefined) process.stdout.write(text);
  else process.stdout.write(`${options.out} written; fill in its ? and run: thetis check ${options.out}\n`);
  return EXIT.done;
}
