/** The file of a component that a call names: by its path, or by the id of a shipped one. */
import { existsSync, statSync } from "node:fs";
import { didYouMean } from "../../core/index.ts";
import { type Definitions, loadComponent } from "../../library/index.ts";
import { shippedComponents } from "./files.ts";
import { filesBelow } from "./folders.ts";
import { CallError, withHint } from "./outcome.ts";
import { worldReader } from "./projections.ts";

export function componentFile(definitions: Definitions, name: string): string {
  return existsSync(name) && statSync(name).isFile() ? name : shippedFile(definitions, name);
}

/** The shipped file whose component has this id. */
function shippedFile(definitions: Definitions, id: string): string {
  const known: string[] = [];
  for (const file of filesBelow(shippedComponents, ".xml")) {
    const { component } = loadComponent(definitions, worldReader, file);
    if (component?.id === id) return file;
    if (component !== null) known.push(component.id);
  }
  const kinds = definitions.kindNames.join(", ");
  const message = `${id} is not a file, a kind (${kinds}) or a shipped component (${known.join(", ")})`;
  throw new CallError(withHint(message, didYouMean(id, [...known, ...definitions.kindNames])));
}
