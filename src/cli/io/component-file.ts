/** The file of a component that a call names: by its path, or by the id of a shipped one. */
import { existsSync, statSync } from "node:fs";
import { didYouMean } from "../../core/index.ts";
import type { Definitions } from "../../library/index.ts";
import { CallError, withHint } from "./outcome.ts";
import { shippedFiles } from "./project-reader.ts";

export function componentFile(definitions: Definitions, name: string): string {
  return existsSync(name) && statSync(name).isFile() ? name : shippedFile(definitions, name);
}

/** The shipped file whose component has this id. */
function shippedFile(definitions: Definitions, id: string): string {
  const file = shippedFiles().get(id);
  if (file !== undefined) return file;
  const known = [...shippedFiles().keys()];
  const kinds = definitions.kindNames.join(", ");
  const message = `${id} is not a file, a kind (${kinds}) or a shipped component (${known.join(", ")})`;
  throw new CallError(withHint(message, didYouMean(id, [...known, ...definitions.kindNames])));
}
