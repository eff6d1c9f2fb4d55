/**
 * One element of a component file, looked at on its own: which values it gives, which children it has, what is wrong
 * with it. What depends on how the component is used (the chosen model, values from an included file) is not here.
 *
 * An element is checked once, however often its file is included, so its mistakes are reported once.
 */
import { codedDiagnostic, type Diagnostic, didYouMean, type SourceRange } from "../core/index.ts";
import { unknownAttribute } from "./attribute-hints.ts";
import { codes, quoted, tagged } from "./codes.ts";
import type { Provenance } from "./component.ts";
import type { Definitions } from "./definitions.ts";
import type { KindEntry, Slot } from "./kind-entry.ts";
import type { FileValue, ParamValue } from "./parameter.ts";
import { readValue } from "./parameter-value.ts";
import { mergedProvenance, readProvenance } from "./provenance.ts";
import type { XmlAttribute, XmlElement } from "./xml/index.ts";

export interface GivenValue {
  readonly value: ParamValue;
  /** Between the quotes. */
  readonly range: SourceRange;
  /** Of a parameter that names a file, once that is read. */
  readonly file?: FileValue;
}

export interface CheckedElement {
  readonly element: XmlElement;
  readonly kind: KindEntry;
  readonly id: string | null;
  /** The attribute, if there is one that names a model. */
  readonly model: XmlAttribute | null;
  /** The attribute, if there is one that can be followed. */
  readonly file: XmlAttribute | null;
  /** Good values by name as in the file. */
  readonly values: ReadonlyMap<string, GivenValue>;
  /** Names that are given with a bad value: not missing, and a reason to check nothing that needs all values. */
  readonly bad: ReadonlySet<string>;
  readonly provenance: ReadonlyMap<string, Provenance>;
  readonly children: readonly { readonly element: XmlElement; readonly slot: Slot }[];
  readonly doc: string | null;
}

/** Letters, digits, "-", "_" and "."; not beginning with "." or "-", so that no path is "..", or an option. */
export const ID_PATTERN = "[A-Za-z0-9_][A-Za-z0-9_.\\-]*";
export const LONGEST_ID = 64;
const ID = new RegExp(`^${ID_PATTERN}$`);

const SCHEMA_NAMESPACE = "http://www.w3.org/2001/XMLSchema-instance";
const SCHEMA_ATTRIBUTES = ["schemaLocation", "noNamespaceSchemaLocation"];

export function checkElement(
  element: XmlElement,
  kind: KindEntry,
  atRoot: boolean,
  definitions: Definitions,
  report: (d: Diagnostic) => void,
): CheckedElement {
  const values = new Map<string, GivenValue>();
  const bad = new Set<string>();
  const misspelt = new Set<string>();
  let model: XmlAttribute | null = null;
  let file: XmlAttribute | null = null;
  let id: string | null = null;
  let hasId = false;

  for (const attribute of element.attributes) {
    const { name } = attribute;
    const parameter = kind.parameter(name);
    if (name === "id") {
      hasId = true;
      id = readId(attribute, report);
    } else if (name === "model") {
      model = attribute;
    } else if (name === "file") {
      file = readReference(attribute, element, atRoot, report);
    } else if (parameter !== undefined && atRoot && parameter.role === "mount") {
      const message = `${name} is given where the ${kind.kind} is mounted, not in its own file`;
      report(
        codedDiagnostic(codes.mountAtRoot, attribute.nameRange, message, {
          hint: "move it to the element that uses the file",
        }),
      );
    } else if (parameter !== undefined) {
      const { value, problem } = attribute.damaged ? { problem: null } : readValue(parameter, attribute.value);
      if (value !== undefined) {
        values.set(name, { value, range: attribute.valueRange });
      } else {
        bad.add(name);
        if (problem === null) continue;
        const { entry, message, allowed, hint, part } = problem;
        const range = part === undefined ? attribute.valueRange : attribute.partRange(part[0], part[1]);
        report(codedDiagnostic(entry, range, message, { seen: attribute.value.slice(0, 200), allowed, hint }));
      }
    } else {
      const meant = checkOther(attribute, element, kind, atRoot, report);
      if (meant !== undefined) misspelt.add(meant);
    }
  }
  // A misspelt name is one mistake: the right one is not missing as well.
  hasId ||= misspelt.has("id");
  for (const name of misspelt) if (!values.has(name) && kind.parameter(name) !== undefined) bad.add(name);
  if (!hasId && !element.damaged && !kind.idOptional) {
    const message = `<${element.name}> has no id`;
    report(codedDiagnostic(codes.missingId, element.nameRange, message, { hint: 'add id="…"' }));
  }
  for (const text of element.texts) {
    if (text.isBlank) continue;
    const message = `stray text ${quoted(text.text.trim(), 30)} in <${element.name}>`;
    report(
      codedDiagnostic(codes.strayText, text.range, message, {
        hint: "values are attributes; free text belongs in <doc>",
      }),
    );
  }
  const { children, docs, provenances } = sortChildren(element, kind, definitions, report);
  const given = new Set([...values.keys(), ...bad]);
  const provenance = readProvenance(provenances, kind, given, report);
  warnAboutProvenance(element, kind, given, provenance, file !== null, report);
  return { element, kind, id, model, file, values, bad, provenance, children, doc: docs };
}

/**
 * A child of a file with what the use of the file says of it laid over it. A file of its own exchanges the thing itself, so that only its
 * place stays: the parameters of the mount.
 */
export function over(lower: CheckedElement, upper: CheckedElement): CheckedElement {
  const exchanged = upper.file !== null;
  const stays = (name: string): boolean =>
    !upper.values.has(name) && !upper.bad.has(name) && (!exchanged || lower.kind.mount.has(name));
  const values = new Map([...[...lower.values].filter(([name]) => stays(name)), ...upper.values]);
  const kept = exchanged ? new Map([...lower.provenance].filter(([name]) => stays(name))) : lower.provenance;
  return {
    element: upper.element,
    kind: upper.kind,
    id: lower.id,
    model: upper.model ?? (exchanged ? null : lower.model),
    file: upper.file ?? lower.file,
    values,
    bad: new Set([...[...lower.bad].filter(stays), ...upper.bad]),
    provenance: new Map(Object.entries(mergedProvenance(upper, { provenance: kept }, new Map()))),
    children: exchanged ? upper.children : [...lower.children, ...upper.children],
    doc: upper.doc ?? (exchanged ? null : lower.doc),
  };
}

function readId(attribute: XmlAttribute, report: (d: Diagnostic) => void): string | null {
  const { value } = attribute;
  if (attribute.damaged) return null;
  if (ID.test(value) && value.length <= LONGEST_ID) return value;
  const allowed = `1 to ${LONGEST_ID} letters, digits, "-", "_" and ".", beginning with a letter, digit or "_"`;
  const entry = value === "?" ? codes.notFilledIn : codes.badId;
  const message = value === "?" ? "id is not filled in" : `id ${quoted(value)} is not a name: ${allowed}`;
  report(codedDiagnostic(entry, attribute.valueRange, message, { seen: value.slice(0, 200), allowed }));
  return null;
}

function readReference(
  attribute: XmlAttribute,
  element: XmlElement,
  atRoot: boolean,
  report: (d: Diagnostic) => void,
): XmlAttribute | null {
  if (atRoot) {
    const message = `only a child can be taken from a file; <${element.name}> is the outermost element`;
    report(codedDiagnostic(codes.fileAtRoot, attribute.nameRange, message));
    return null;
  }
  if (attribute.value === "?") {
    report(codedDiagnostic(codes.notFilledIn, attribute.valueRange, "file is not filled in", { seen: "?" }));
  } else if (attribute.value === "") {
    report(
      codedDiagnostic(codes.emptyReference, attribute.valueRange, "file is empty", { allowed: "the name of a file" }),
    );
  }
  return attribute;
}

/** Attributes that are neither common ones nor parameters: namespaces, the schema's place, or a mistake: then the name that was meant. */
function checkOther(
  attribute: XmlAttribute,
  element: XmlElement,
  kind: KindEntry,
  atRoot: boolean,
  report: (d: Diagnostic) => void,
): string | undefined {
  const { name } = attribute;
  if (name.startsWith("xmlns:")) return undefined;
  if (name === "xmlns") {
    if (attribute.value === "") return undefined;
    const message = `xmlns=${quoted(attribute.value)}: component files have no namespace`;
    report(codedDiagnostic(codes.fileNamespace, attribute.nameRange, message, { hint: "remove it" }));
  } else if (attribute.uri !== SCHEMA_NAMESPACE || !SCHEMA_ATTRIBUTES.includes(name.slice(name.indexOf(":") + 1))) {
    const { diagnostic: unknown, meant } = unknownAttribute(kind, attribute, element, atRoot);
    report(unknown);
    return meant;
  }
  return undefined;
}

function sortChildren(
  element: XmlElement,
  kind: KindEntry,
  definitions: Definitions,
  report: (d: Diagnostic) => void,
): { children: { element: XmlElement; slot: Slot }[]; docs: string | null; provenances: XmlElement[] } {
  const children: { element: XmlElement; slot: Slot }[] = [];
  const provenances: XmlElement[] = [];
  let doc: XmlElement | null = null;
  for (const child of element.children) {
    const slot = kind.slots.get(child.name);
    if (child.name === "doc") {
      checkLeaf(child, true, report);
      if (doc !== null) {
        const related = [{ message: "the first one", range: doc.nameRange }];
        const message = `<${element.name}> has a second <doc>`;
        report(codedDiagnostic(codes.docTwice, child.nameRange, message, { related }));
      }
      doc ??= child;
    } else if (child.name === "provenance") {
      checkLeaf(child, false, report);
      provenances.push(child);
    } else if (slot !== undefined) {
      children.push({ element: child, slot });
    } else {
      report(unexpectedChild(child, element, kind, definitions));
    }
  }
  return { children, docs: doc === null ? null : doc.text.trim(), provenances };
}

function unexpectedChild(child: XmlElement, parent: XmlElement, kind: KindEntry, definitions: Definitions): Diagnostic {
  const slots = [...kind.slots.keys()];
  const allowed = [...slots, "doc", "provenance"].map((name) => `<${name}>`).join(", ");
  if (definitions.kind(child.name) !== undefined) {
    const message = `<${child.name}> cannot stand in <${parent.name}>; allowed: ${allowed}`;
    return codedDiagnostic(codes.misplacedElement, child.nameRange, message, { seen: child.name, allowed });
  }
  const parameter = kind.params.get(child.name);
  const hint =
    parameter !== undefined
      ? `parameters are attributes: write ${child.name}="…" in <${parent.name}>`
      : didYouMean(child.name, [...slots, "doc", "provenance", ...(slots.length > 0 ? [] : definitions.kindNames)]);
  const message = `unknown element ${tagged(child.name)} in <${parent.name}>`;
  return codedDiagnostic(codes.unknownElement, child.nameRange, message, {
    seen: child.name.slice(0, 200),
    allowed,
    hint,
  });
}

/** <doc> has text and nothing else; <provenance> has attributes and nothing else. */
function checkLeaf(element: XmlElement, isDoc: boolean, report: (d: Diagnostic) => void): void {
  for (const child of element.children) {
    const message = `unknown element ${tagged(child.name)} in <${element.name}>`;
    report(
      codedDiagnostic(codes.unknownElement, child.nameRange, message, { hint: 'write "&lt;" for the sign itself' }),
    );
  }
  if (isDoc) {
    for (const attribute of element.attributes) {
      const message = `unknown attribute ${quoted(attribute.name)} of <doc>`;
      report(codedDiagnostic(codes.unknownAttribute, attribute.nameRange, message));
    }
    return;
  }
  for (const text of element.texts) {
    if (text.isBlank) continue;
    const message = `stray text ${quoted(text.text.trim(), 30)} in <${element.name}>`;
    report(codedDiagnostic(codes.strayText, text.range, message, { hint: 'write it as note="…"' }));
  }
}

function warnAboutProvenance(
  element: XmlElement,
  kind: KindEntry,
  given: ReadonlySet<string>,
  provenance: ReadonlyMap<string, Provenance>,
  hasFile: boolean,
  report: (d: Diagnostic) => void,
): void {
  // The place of mounting may be covered, but need not be: it is often this very file that decides it.
  const without = [...kind.params.keys()].filter((name) => given.has(name) && !provenance.has(name));
  if (kind.wantsProvenance && without.length > 0 && !element.damaged) {
    const names = without.join(", ");
    const hint = `add <provenance of="${without.join(" ")}" status="published|derived|assumed" …/>`;
    report(codedDiagnostic(codes.noProvenance, element.nameRange, `no provenance for ${names}`, { hint }));
  }
  // A reference may speak about values of the file it takes.
  if (hasFile || element.damaged) return;
  const listed = new Set<string>();
  for (const [name, { range }] of provenance) {
    if (given.has(name) || listed.has(name)) continue;
    listed.add(name);
    const message = `a provenance is given for ${name}, but ${name} itself is not given`;
    report(codedDiagnostic(codes.provenanceUnused, range, message));
  }
}
