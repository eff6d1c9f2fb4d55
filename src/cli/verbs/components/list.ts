import type { Component } from "../../../library/index.ts";
import { loadComponent } from "../../../library/index.ts";
import { knownKind, usableDefinitions } from "../../io/definitions.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { reasonOf, shippedComponents, shownPath } from "../../io/files.ts";
import { filesBelow } from "../../io/folders.ts";
import { CallError, EXIT, printJson } from "../../io/outcome.ts";
import { worldReader } from "../../io/projections.ts";
import { table } from "../../io/table.ts";
import type { ListOptions } from "../components.ts";

export async function list(options: ListOptions): Promise<number> {
  const definitions = await usableDefinitions(options.models);
  if (options.kind !== undefined) knownKind(definitions, options.kind);
  const wanted = (kind: string): boolean => options.kind === undefined || options.kind === kind;

  const kinds = definitions.kinds.filter(({ kind }) => wanted(kind));
  const components: Component[] = [];
  let broken = 0;
  for (const folder of options.folder ?? [shippedComponents]) {
    for (const file of filesIn(folder)) {
      const { component, diagnostics, sources } = loadComponent(definitions, worldReader(file, options), file);
      if (component !== null) {
        if (wanted(component.kind)) components.push(component);
      } else {
        broken++;
        printDiagnostics(diagnostics, sources);
      }
    }
  }

  if (options.json === true) {
    printJson({
      kinds: kinds.map(({ kind, doc, models, defaultModel }) => ({
        kind,
        doc,
        models: [...models.keys()],
        defaultModel,
      })),
      components: components.map(({ id, kind, model, file, doc }) => ({ id, kind, model, file: shownPath(file), doc })),
    });
  } else {
    const write = (text: string): void => void process.stdout.write(`${text}\n`);
    write("Kinds");
    write(
      table(
        kinds.map(({ kind, doc, models, defaultModel }) => {
          const names = [...models.keys()].map((m) => (m === defaultModel ? `${m} (default)` : m));
          return [kind, names.length === 0 ? doc : `${doc} Models: ${names.join(", ")}.`];
        }),
      ),
    );
    write("\nComponents");
    write(table(components.map((c) => [c.id, c.kind, firstSentence(c.doc)])));
    write("\nNext: thetis components show ID, thetis components new KIND, thetis check FILE");
  }
  return broken > 0 ? EXIT.wrongInput : EXIT.done;
}

function filesIn(folder: string): string[] {
  try {
    return filesBelow(folder, ".xml");
  } catch (error) {
    throw new CallError(`cannot read ${folder}: ${reasonOf(error)}`);
  }
}

function firstSentence(doc: string | null): string {
  return /^.*?\.(?=\s|$)/s.exec(doc ?? "")?.[0] ?? doc ?? "";
}
