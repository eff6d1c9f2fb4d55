/** The definitions that a call works with: those that ship, and those of --models. */
import { type Diagnostic, DiagnosticList, didYouMean } from "../../core/index.ts";
import { Definitions } from "../../library/index.ts";
import { shippedDefinitions } from "../../scenario/index.ts";
import { printDiagnostics } from "./diagnostics-output.ts";
import { loadModelsFolder } from "./models-folder.ts";
import { CallError, withHint } from "./outcome.ts";

export interface CallDefinitions {
  readonly definitions: Definitions;
  readonly diagnostics: readonly Diagnostic[];
}

export async function callDefinitions(modelsFolder: string | undefined): Promise<CallDefinitions> {
  if (modelsFolder === undefined) return Definitions.create(shippedDefinitions);
  const own = await loadModelsFolder(modelsFolder);
  const { definitions, diagnostics } = Definitions.create([...shippedDefinitions, ...own.definitions], (definition) =>
    own.fileOf.get(definition),
  );
  const list = new DiagnosticList();
  list.addAll(own.diagnostics);
  list.addAll(diagnostics);
  return { definitions, diagnostics: list.sorted() };
}

/** The same for verbs that cannot go on with half of the definitions. */
export async function usableDefinitions(modelsFolder: string | undefined): Promise<Definitions> {
  const { definitions, diagnostics } = await callDefinitions(modelsFolder);
  printDiagnostics(diagnostics, new Map());
  if (diagnostics.some((d) => d.severity === "error"))
    throw new CallError(`the models in ${modelsFolder} are not usable`);
  return definitions;
}

export function knownKind(definitions: Definitions, kind: string): void {
  if (definitions.kind(kind) !== undefined) return;
  const names = definitions.kindNames;
  const message = `there is no kind ${JSON.stringify(kind)}; there are: ${names.join(", ")}`;
  throw new CallError(withHint(message, didYouMean(kind, names)));
}
