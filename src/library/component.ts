/** What a component file becomes: frozen values with the places they came from. */
import { invariant, type SourceRange } from "../core/index.ts";
import type { Definitions } from "./definitions.ts";
import type { KindDefinition } from "./kind.ts";
import { OVERRIDES_FILE } from "./overrides.ts";
import type { ParamSpecs, ParamsOf } from "./parameter.ts";

/** published: in a source as it stands; derived: computed from one; assumed: neither. */
export type ProvenanceStatus = "published" | "derived" | "assumed";

export const PROVENANCE_STATUSES: readonly ProvenanceStatus[] = ["published", "derived", "assumed"];

export interface Provenance {
  readonly status: ProvenanceStatus;
  /** A key of references.bib, or a link; null only for what is assumed. */
  readonly source: string | null;
  readonly note: string | null;
  readonly range: SourceRange;
}

export interface Component<P extends ParamSpecs = ParamSpecs, M extends ParamSpecs = ParamSpecs> {
  readonly kind: string;
  readonly id: string;
  /** The ids from the root down, joined by "/". */
  readonly path: string;
  /** The file that describes it; for one taken by `file="…"`, that file. */
  readonly file: string;
  /** The element's name in the file: where the component is used, or at the root. */
  readonly range: SourceRange;
  /** null for a kind without models. */
  readonly model: string | null;
  /** By the names that models use, defaults filled in. What is neither given nor has a default is undefined. */
  readonly params: Partial<ParamsOf<P>>;
  /** Of the place of mounting; null at the root, which has no mount. */
  readonly mount: ParamsOf<M> | null;
  /** Names as in the file, in the order of the definition. */
  readonly given: readonly string[];
  /** Given, but not read by the chosen model. */
  readonly unread: readonly string[];
  /** By name as in the file. */
  readonly provenance: Readonly<Record<string, Provenance>>;
  /** Where each given value stands, by name as in the file. */
  readonly origin: Readonly<Record<string, SourceRange>>;
  readonly children: readonly Component[];
  readonly doc: string | null;
}

/**
 * Where to look for a value that is wrong: where it stands, or, where that is in a file of its own, at the element that uses the file.
 */
export function placeOfValue({ origin, range }: Component, name: string): SourceRange {
  const stands = origin[name];
  return stands !== undefined && [range.file, OVERRIDES_FILE].includes(stands.file) ? stands : range;
}

/**
 * Makes the thing that simulates a component, with the chosen model. The model gets only what it reads. With the
 * kind's definition as third argument, the result has the kind's type.
 */
export function createModel(definitions: Definitions, component: Component): unknown;
export function createModel<T, P extends ParamSpecs, M extends ParamSpecs>(
  definitions: Definitions,
  component: Component,
  kind: KindDefinition<T, P, M>,
): T;
export function createModel(definitions: Definitions, component: Component, kind?: { readonly kind: string }): unknown {
  invariant(kind === undefined || kind.kind === component.kind, `${component.path} is not a ${kind?.kind}`);
  const entry = definitions.kind(component.kind);
  const model = component.model === null ? undefined : entry?.models.get(component.model);
  invariant(
    entry !== undefined && model !== undefined,
    `${component.path} was loaded with other definitions: no model ${component.model} of ${component.kind}`,
  );
  return model.create(entry.readBy(model, component.params), component, (child) => createModel(definitions, child));
}
