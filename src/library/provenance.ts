/**
 * Where values come from: `<provenance of="diameter_m kT0" status="published" source="…" note="…"/>`.
 *
 * `of="*"` stands for every parameter that the same element gives and no other provenance of it names.
 */
import {
  asQuestion,
  codedDiagnostic,
  type Diagnostic,
  DiagnosticList,
  didYouMean,
  nearest,
  type SourceRange,
} from "../core/index.ts";
import type { CheckedElement } from "./checked-element.ts";
import { codes, quoted } from "./codes.ts";
import { PROVENANCE_STATUSES, type Provenance, type ProvenanceStatus } from "./component.ts";
import type { KindEntry } from "./kind-entry.ts";
import { trimSpace, type XmlElement } from "./xml/index.ts";

/** In one list of names. */
const MOST_UNKNOWN_LISTED = 10;
const ATTRIBUTES = ["of", "status", "source", "note"];

/** By parameter name; whatever is wrong goes to report. */
export function readProvenance(
  elements: readonly XmlElement[],
  kind: KindEntry,
  given: ReadonlySet<string>,
  report: (d: Diagnostic) => void,
): Map<string, Provenance> {
  const found = new Map<string, Provenance>();
  let rest: Provenance | null = null;
  for (const element of elements) {
    const problems = new DiagnosticList();
    const misspelt = misspeltIn(element, problems);
    const provenance = readOne(element, misspelt, problems);
    for (const [name, range] of namesOf(element, kind, misspelt, problems)) {
      const earlier = name === "*" ? (rest ?? undefined) : found.get(name);
      if (earlier !== undefined) {
        const related = [{ message: "first given here", range: earlier.range }];
        const what = name === "*" ? "everything else" : name;
        problems.add(
          codedDiagnostic(codes.provenanceTwice, range, `the provenance of ${what} is given twice`, { related }),
        );
      } else if (name === "*") {
        rest = provenance;
      } else {
        found.set(name, provenance);
      }
    }
    for (const d of problems.sorted()) report(d);
  }
  if (rest !== null) for (const name of given) if (!found.has(name)) found.set(name, rest);
  return found;
}

/** Attributes that are misspelt here, and so not missing as well. */
function misspeltIn(element: XmlElement, problems: DiagnosticList): Set<string | undefined> {
  const meant = new Set<string | undefined>();
  for (const attribute of element.attributes) {
    if (ATTRIBUTES.includes(attribute.name) || attribute.damaged) continue;
    const guess = nearest(attribute.name, ATTRIBUTES);
    meant.add(guess);
    const hint = asQuestion(guess);
    const message = `unknown attribute ${quoted(attribute.name)} of <provenance>`;
    problems.add(
      codedDiagnostic(codes.unknownAttribute, attribute.nameRange, message, { allowed: ATTRIBUTES.join(", "), hint }),
    );
  }
  return meant;
}

function readOne(element: XmlElement, misspelt: ReadonlySet<string | undefined>, problems: DiagnosticList): Provenance {
  const status = readStatus(element, misspelt, problems);
  const source = element.attribute("source")?.value.trim() ?? "";
  const hidden = element.damaged || misspelt.has("source");
  if (source === "" && !hidden && (status === "published" || status === "derived")) {
    const range = element.attribute("source")?.valueRange ?? element.nameRange;
    const message = `status "${status}" needs a source`;
    problems.add(
      codedDiagnostic(codes.provenanceSource, range, message, { hint: 'add source="…", or say status="assumed"' }),
    );
  }
  const note = element.attribute("note")?.value ?? null;
  // Where the status is wrong an error is already there, so the stand-in is never shown.
  return Object.freeze({
    status: status ?? "assumed",
    source: source === "" ? null : source,
    note,
    range: element.nameRange,
  });
}

/** A value that the use overrides has the provenance that the use gives, or none. */
export function mergedProvenance(
  use: Pick<CheckedElement, "values" | "provenance">,
  base: Pick<CheckedElement, "provenance"> | null,
  overridden: ReadonlyMap<string, unknown>,
): Readonly<Record<string, Provenance>> {
  const all: Record<string, Provenance> = {};
  for (const [name, provenance] of base?.provenance ?? []) if (!use.values.has(name)) all[name] = provenance;
  for (const [name, provenance] of use.provenance) all[name] = provenance;
  for (const name of overridden.keys()) delete all[name];
  return Object.freeze(all);
}

function readStatus(
  element: XmlElement,
  misspelt: ReadonlySet<string | undefined>,
  problems: DiagnosticList,
): ProvenanceStatus | null {
  const attribute = element.attribute("status");
  const allowed = PROVENANCE_STATUSES.join(", ");
  if (attribute === undefined) {
    if (element.damaged || misspelt.has("status")) return null;
    const message = `<provenance> has no status; allowed: ${allowed}`;
    problems.add(codedDiagnostic(codes.provenanceStatus, element.nameRange, message, { allowed }));
    return null;
  }
  const seen = trimSpace(attribute.value);
  const status = PROVENANCE_STATUSES.find((s) => s === seen);
  if (status !== undefined || attribute.damaged) return status ?? null;
  const hint = didYouMean(seen, PROVENANCE_STATUSES);
  const message = `status ${quoted(seen)} is not one of: ${allowed}`;
  problems.add(codedDiagnostic(codes.provenanceStatus, attribute.valueRange, message, { seen, allowed, hint }));
  return null;
}

function namesOf(
  element: XmlElement,
  kind: KindEntry,
  misspelt: ReadonlySet<string | undefined>,
  problems: DiagnosticList,
): Map<string, SourceRange> {
  const names = new Map<string, SourceRange>();
  const attribute = element.attribute("of");
  if (attribute === undefined && (element.damaged || misspelt.has("of"))) return names;
  const known = [...kind.params.keys(), ...kind.mount.keys()];
  const allowed = [...known, "*"].join(", ");
  if (attribute === undefined || !/[^ \t\r\n]/.test(attribute.value)) {
    const range = attribute?.valueRange ?? element.nameRange;
    const message = attribute === undefined ? '<provenance> has no "of"' : '"of" is empty';
    const hint = 'name the parameters, or write of="*" for all others';
    problems.add(codedDiagnostic(codes.provenanceOf, range, message, { allowed, hint }));
    return names;
  }
  if (attribute.damaged) return names;
  const item = /[^ \t\r\n]+/g;
  let unknown = 0;
  for (let match = item.exec(attribute.value); match !== null; match = item.exec(attribute.value)) {
    const [name] = match;
    const range = attribute.partRange(match.index, match.index + name.length);
    if (name !== "*" && kind.parameter(name) === undefined) {
      unknown++;
      if (unknown > MOST_UNKNOWN_LISTED) continue;
      const hint = didYouMean(name, known);
      const message = `provenance of ${quoted(name)}: <${kind.kind}> has no such parameter`;
      problems.add(codedDiagnostic(codes.provenanceName, range, message, { seen: name.slice(0, 200), allowed, hint }));
    } else if (!names.has(name)) {
      names.set(name, range);
    }
  }
  return names;
}
