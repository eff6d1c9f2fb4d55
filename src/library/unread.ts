/**
 * Values that have no effect, since the chosen model does not read them.
 *
 * A component file may carry the parameters of several models, so that one of them can be chosen where it is used: its unread values
 * are listed by `components show` and are not a mistake. What is written for one use is meant to act, and is reported where it does not:
 * a value from outside (--set) is refused; a value beside `file="…"`, and every value of a scenario's own file, is a warning. So is a
 * value of a component file that is of use to no model: none that reads it could be chosen, since the file lacks what it needs besides.
 */
import { codedDiagnostic, type Diagnostic } from "../core/index.ts";
import type { GivenValue } from "./checked-element.ts";
import { codes } from "./codes.ts";
import type { ModelDefinition } from "./kind.ts";
import type { KindEntry } from "./kind-entry.ts";
import type { Layers } from "./missing.ts";
import type { ModelChoice } from "./model-choice.ts";

type GivenValues = ReadonlyMap<string, GivenValue>;

/** all: what the component has. set: its values from outside. strict: its element stands in a file that describes one use. */
export function tellUnread(
  layers: Layers,
  choice: ModelChoice,
  all: GivenValues,
  set: GivenValues,
  path: string,
  strict: boolean,
  tell: (d: Diagnostic) => void,
): void {
  const { use, base } = layers;
  const { kind } = use;
  const { model } = choice;
  if (model === null) return;
  const unread = (values: GivenValues): string[] => {
    const acting = new Set([...kind.readsOf(model), ...(kind.definition.usedByAll ?? [])]);
    return [...values.keys()].filter((name) => kind.params.has(name) && !acting.has(name));
  };
  for (const name of unread(set)) {
    const hint = choosing(kind, [name], `--set ${path === "" ? "" : `${path}/`}model=`);
    const detail = { seen: name, allowed: namesRead(kind, model), hint };
    tell(codedDiagnostic(codes.overrideUnread, set.get(name)?.range ?? null, sentence(kind, model, [name]), detail));
  }
  // Files are not to blame for a model that is chosen from outside.
  if (choice.key !== null) return;
  const written = [
    { values: use.values, acts: strict || base !== null },
    { values: base?.values ?? new Map<string, GivenValue>(), acts: false },
  ];
  for (const { values, acts } of written) {
    const names = unread(values).filter((name) => acts || isOfNoUse(kind, name, all));
    if (names.length === 0) continue;
    const detail = { seen: names.join(" "), allowed: namesRead(kind, model), hint: choosing(kind, names, "model=") };
    const range = values.get(names[0])?.range ?? null;
    tell(codedDiagnostic(codes.valueUnread, range, sentence(kind, model, names), detail));
  }
}

function sentence(kind: KindEntry, model: ModelDefinition, names: readonly string[]): string {
  const verb = names.length === 1 ? "has" : "have";
  return `${names.join(", ")} ${verb} no effect: ${kind.kind} model "${model.model}" reads ${namesRead(kind, model)}`;
}

function namesRead(kind: KindEntry, model: ModelDefinition): string {
  const names = [...kind.readsOf(model)];
  return names.length === 0 ? "no parameter" : `only ${names.join(", ")}`;
}

/** The models that would read all of it. */
function choosing(kind: KindEntry, names: readonly string[], how: string): string {
  const readers = [...kind.models.values()].filter((m) => names.every((name) => kind.readsOf(m).has(name)));
  if (readers.length === 0) return "leave it out";
  return `leave it out, or choose a model that reads it: ${readers.map((m) => how + m.model).join(", ")}`;
}

/** Whether models read a parameter, and the component lacks what each of them needs besides. */
function isOfNoUse(kind: KindEntry, name: string, all: GivenValues): boolean {
  const readers = [...kind.models.values()].filter((model) => kind.readsOf(model).has(name));
  return readers.length > 0 && readers.every((model) => kind.requiredBy(model).some((p) => !all.has(p.name)));
}
