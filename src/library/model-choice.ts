/**
 * Which model a component gets. In this order: chosen from outside for its path, for its kind, where it is used, in
 * its file, the kind's default one.
 */
import { codedDiagnostic, type Diagnostic, didYouMean, type SourceRange } from "../core/index.ts";
import type { CheckedElement } from "./checked-element.ts";
import { codes, quoted } from "./codes.ts";
import type { Definitions } from "./definitions.ts";
import type { ModelDefinition } from "./kind.ts";
import type { KindEntry } from "./kind-entry.ts";
import { trimSpace, type XmlAttribute } from "./xml/index.ts";

export interface ModelChoice {
  /** null for a kind without models, and where the choice is wrong. */
  readonly model: ModelDefinition | null;
  /** The attribute that overrides a file's model, where something that follows from the choice is to be shown. */
  readonly range: SourceRange | null;
  /** For messages: " (chosen for all thruster)", or "". */
  readonly why: string;
  /** The outside choice that was taken. */
  readonly key: string | null;
}

export function chooseModel(
  kind: KindEntry,
  path: string,
  use: CheckedElement,
  base: CheckedElement | null,
  outside: Readonly<Record<string, string>>,
  report: (d: Diagnostic) => void,
): ModelChoice {
  for (const layer of [use, base]) if (layer?.model != null) checkNamed(kind, layer.model, report);
  const nothing = { model: null, range: null, why: "", key: null };

  const key = Object.hasOwn(outside, path) ? path : Object.hasOwn(outside, kind.kind) ? kind.kind : null;
  if (key !== null) {
    const model = kind.models.get(outside[key]) ?? null;
    // A choice for a kind that is wrong is wrong everywhere, and reported once.
    if (model === null)
      report(
        codedDiagnostic(
          codes.modelChoice,
          null,
          `${key}: ${noSuchModel(kind, outside[key])}`,
          modelDetail(kind, outside[key]),
        ),
      );
    return { model, range: null, why: ` (model chosen for ${quoted(key)})`, key };
  }
  if (kind.models.size === 0) return nothing;
  const named = use.model ?? base?.model ?? null;
  if (named !== null) {
    const model = kind.models.get(trimmed(named)) ?? null;
    return { model, range: base !== null && named === use.model ? named.valueRange : null, why: "", key: null };
  }
  const chosen = kind.defaultModel === null ? undefined : kind.models.get(kind.defaultModel);
  if (chosen !== undefined) return { ...nothing, model: chosen };
  const allowed = [...kind.models.keys()].join(", ");
  const message = `${kind.kind} has no default model; choose one of: ${allowed}`;
  report(codedDiagnostic(codes.noModel, (base ?? use).element.nameRange, message, { allowed, hint: 'add model="…"' }));
  return nothing;
}

function checkNamed(kind: KindEntry, attribute: XmlAttribute, report: (d: Diagnostic) => void): void {
  const seen = trimmed(attribute);
  if (attribute.damaged || kind.models.has(seen)) return;
  if (seen === "?") {
    report(codedDiagnostic(codes.notFilledIn, attribute.valueRange, "model is not filled in", modelDetail(kind, seen)));
  } else if (kind.models.size === 0) {
    const message = `${kind.kind} has no models`;
    report(codedDiagnostic(codes.noModels, attribute.nameRange, message, { seen, hint: "remove the attribute" }));
  } else {
    report(codedDiagnostic(codes.unknownModel, attribute.valueRange, noSuchModel(kind, seen), modelDetail(kind, seen)));
  }
}

function noSuchModel(kind: KindEntry, seen: string): string {
  if (kind.models.size === 0) return `${kind.kind} has no models`;
  return `${kind.kind} has no model ${quoted(seen)}; known: ${[...kind.models.keys()].join(", ")}`;
}

function modelDetail(kind: KindEntry, seen: string): { seen: string; allowed: string; hint: string | undefined } {
  const hint = didYouMean(seen, kind.models.keys());
  return { seen: seen.slice(0, 200), allowed: [...kind.models.keys()].join(", "), hint };
}

function trimmed(attribute: XmlAttribute): string {
  return trimSpace(attribute.value);
}

/** Outside choices that met no component. A known kind that happens not to occur is fine. */
export function unusedChoices(
  outside: Readonly<Record<string, string>>,
  used: ReadonlySet<string>,
  definitions: Definitions,
): Diagnostic[] {
  const unused = Object.keys(outside).filter((key) => !used.has(key) && definitions.kind(key) === undefined);
  return unused.map((key) => {
    const hint = didYouMean(key, definitions.kindNames);
    return codedDiagnostic(codes.modelChoice, null, `no component or kind ${quoted(key)} to choose a model for`, {
      seen: key,
      hint,
    });
  });
}
