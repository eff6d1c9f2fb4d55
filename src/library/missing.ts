/** What a component lacks: parameters that its model, its place or every model of its kind needs and no layer gives. */
import { codedDiagnostic, type Diagnostic } from "../core/index.ts";
import type { CheckedElement, GivenValue } from "./checked-element.ts";
import { codes } from "./codes.ts";
import type { ModelChoice } from "./model-choice.ts";

/** The elements that a component is made of: where it is used, and the root of the file it takes, if any. */
export interface Layers {
  readonly use: CheckedElement;
  readonly base: CheckedElement | null;
}

/** What a file must give for every model is asked of the file itself, as its schema does, however it is used. */
export function tellMissingFromFile(checked: CheckedElement, tell: (d: Diagnostic) => void): void {
  const { kind, element } = checked;
  if (element.damaged) return;
  for (const parameter of kind.requiredByAll) {
    if (checked.values.has(parameter.name) || checked.bad.has(parameter.name)) continue;
    const readers = kind.readersOf(parameter.name);
    const who = readers.length === 0 ? kind.kind : `every ${kind.kind} model (${readers.join(", ")})`;
    const verb = readers.length === 0 ? "needs" : "reads";
    const message = `${who} ${verb} ${parameter.name} (${parameter.doc}), which is not given`;
    const hint = `add ${parameter.name}="…"`;
    tell(codedDiagnostic(codes.missingParameter, element.nameRange, message, { allowed: parameter.name, hint }));
  }
}

/** Parameters of the chosen model, and of the place, that no layer gives. */
export function tellMissing(
  layers: Layers,
  choice: ModelChoice,
  values: ReadonlyMap<string, GivenValue>,
  isBad: (name: string) => boolean,
  atRoot: boolean,
  tell: (d: Diagnostic) => void,
): boolean {
  const { use, base } = layers;
  const { kind } = use;
  const { model } = choice;
  if (use.element.damaged || base?.element.damaged === true) return true;
  // With a wrong model, or without one, it is not known what is needed.
  const wanted = model === null && kind.models.size > 0 ? [] : kind.requiredBy(model);
  const asked = atRoot || base !== null ? new Set(kind.requiredByAll.map((p) => p.name)) : new Set<string>();
  let missing = false;
  for (const parameter of [...wanted, ...(atRoot ? [] : [...kind.mount.values()].filter((p) => p.required))]) {
    const { name } = parameter;
    if (values.has(name) || isBad(name)) continue;
    missing = true;
    if (asked.has(name)) continue; // already reported for the file
    const isMount = parameter.role === "mount";
    const who = isMount
      ? `a mounted ${kind.kind} needs`
      : model === null
        ? `${kind.kind} needs`
        : `${kind.kind} model "${model.model}" reads`;
    const others = [...kind.models.values()]
      .filter((m) => m !== model && !kind.readsOf(m).has(name))
      .map((m) => m.model);
    const another =
      isMount || others.length === 0 ? "" : `, or choose a model that does not read it: ${others.join(", ")}`;
    const detail = { allowed: name, hint: `add ${name}="…"${another}` };
    const range = isMount ? use.element.nameRange : (choice.range ?? base?.element.nameRange ?? use.element.nameRange);
    const message = `${who} ${name} (${parameter.doc}), which is not given${choice.why}`;
    tell(codedDiagnostic(codes.missingParameter, range, message, detail));
  }
  return missing;
}
