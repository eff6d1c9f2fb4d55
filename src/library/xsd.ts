/**
 * One XML Schema 1.0 for all kinds, for editors and for checks without Thetis. The reader does not use it.
 *
 * A kind has two types. The root type is a component in its own file: what every model needs is required. The mounted
 * type is a component inside another: it may name a file and then give nothing else, and it has the parameters of its
 * place. What XML Schema 1.0 cannot say is left to the reader: which parameters the chosen model needs, counts where
 * children of several kinds may stand in any order, one <doc> only, increasing lists, checks of several values.
 */
import { ID_PATTERN, LONGEST_ID } from "./checked-element.ts";
import { PROVENANCE_STATUSES } from "./component.ts";
import type { Definitions } from "./definitions.ts";
import type { KindEntry, Slot } from "./kind-entry.ts";
import { type Parameter, writeValue } from "./parameter.ts";
import { INTEGER, NUMBER } from "./parameter-value.ts";

/** Lines of XML; nesting is by indentation, so that the generated file can be read. */
type Lines = readonly string[];

export function schemaFor(definitions: Definitions): string {
  const kinds = definitions.kinds;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<!-- Generated from the definitions of kinds and models; changes made here are lost. -->",
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">',
    ...indent([...commonTypes(), ...kinds.flatMap(kindTypes), ...kinds.flatMap(rootElement)]),
    "</xs:schema>",
  ];
  return `${lines.join("\n")}\n`;
}

function indent(lines: Lines): string[] {
  return lines.map((line) => `  ${line}`);
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function element(tag: string, attributes: Readonly<Record<string, string | number>>, content: Lines = []): string[] {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  const start = `<xs:${tag}${written.join("")}`;
  return content.length === 0 ? [`${start}/>`] : [`${start}>`, ...indent(content), `</xs:${tag}>`];
}

function documentation(text: string): string[] {
  return ["<xs:annotation>", `  <xs:documentation>${escapeXml(text)}</xs:documentation>`, "</xs:annotation>"];
}

function facet(name: string, value: string | number): string[] {
  return element(name, { value });
}

function restriction(base: string, facets: Lines): string[] {
  return element("restriction", { base }, facets);
}

/** Any text but a question mark alone, which stands for a value that is still to be filled in. */
const FILLED_IN = "([^?]|[\\s\\S][\\s\\S]+)?";

function commonTypes(): string[] {
  const type = (name: string, doc: string, content: Lines): string[] =>
    element("simpleType", { name }, [...documentation(doc), ...content]);
  return [
    ...type(
      "common.real",
      "A finite number",
      // Without the largest value as bound, a validator may read 1e999 as infinite and accept it.
      restriction("xs:double", [
        ...facet("pattern", NUMBER),
        ...facet("minInclusive", -Number.MAX_VALUE),
        ...facet("maxInclusive", Number.MAX_VALUE),
      ]),
    ),
    ...type(
      "common.integer",
      "An integer that is exact in double precision",
      restriction("xs:integer", [
        ...facet("pattern", INTEGER),
        ...facet("minInclusive", Number.MIN_SAFE_INTEGER),
        ...facet("maxInclusive", Number.MAX_SAFE_INTEGER),
      ]),
    ),
    ...type("common.boolean", "true or false", restriction("xs:boolean", facet("pattern", "true|false"))),
    ...type("common.word", "A word", restriction("xs:token", facet("pattern", "[^?\\s]|\\S\\S+"))),
    ...type("common.text", "A text", restriction("xs:string", facet("pattern", FILLED_IN))),
    ...type(
      "common.id",
      "A name, unique among its siblings",
      restriction("xs:string", [...facet("maxLength", LONGEST_ID), ...facet("pattern", ID_PATTERN)]),
    ),
    ...type(
      "common.file",
      "A file, relative to the file that names it",
      restriction("xs:string", [...facet("minLength", 1), ...facet("pattern", FILLED_IN)]),
    ),
    ...type(
      "common.status",
      "published: in a source as it stands; derived: computed from one; assumed: neither",
      restriction(
        "xs:token",
        PROVENANCE_STATUSES.flatMap((status) => facet("enumeration", status)),
      ),
    ),
    ...element("complexType", { name: "common.doc" }, [
      ...documentation("Free text"),
      ...element("simpleContent", {}, element("extension", { base: "xs:string" })),
    ]),
  ];
}

function kindTypes(kind: KindEntry): string[] {
  const parameters = [...kind.params.values(), ...kind.mount.values()];
  return [
    ...parameters.flatMap((p) => parameterType(kind, p)),
    ...modelType(kind),
    ...provenanceType(kind),
    ...componentType(kind, "root"),
    ...componentType(kind, "mounted"),
  ];
}

function typeName(kind: KindEntry, parameter: Parameter): string {
  return `${kind.kind}.${parameter.role}.${parameter.name}`;
}

function parameterType(kind: KindEntry, parameter: Parameter): string[] {
  const { min, max, above, below } = parameter.limits;
  const bounds = [
    ...(min === undefined ? [] : facet("minInclusive", min)),
    ...(above === undefined ? [] : facet("minExclusive", above)),
    ...(max === undefined ? [] : facet("maxInclusive", max)),
    ...(below === undefined ? [] : facet("maxExclusive", below)),
    ...(parameter.oneOf ?? []).flatMap((value) => facet("enumeration", value)),
  ];
  const simple = (content: Lines): string[] => element("simpleType", { name: typeName(kind, parameter) }, content);
  switch (parameter.type) {
    case "real":
      return simple(restriction("common.real", bounds));
    case "integer":
      return simple(restriction("common.integer", bounds));
    case "boolean":
      return simple(restriction("common.boolean", []));
    case "text":
      return simple(restriction("common.text", []));
    case "file":
      return simple(restriction("common.file", []));
    case "choice":
      return simple(
        restriction(
          "xs:token",
          (parameter.choices ?? []).flatMap((c) => facet("enumeration", c)),
        ),
      );
    case "reals":
      return simple(listOf(parameter, restriction("common.real", bounds)));
    case "words":
      return simple(
        listOf(
          parameter,
          restriction(
            "common.word",
            (parameter.choices ?? []).flatMap((c) => facet("enumeration", c)),
          ),
        ),
      );
  }
}

function listOf(parameter: Parameter, item: Lines): string[] {
  const list = element("simpleType", {}, element("list", {}, element("simpleType", {}, item)));
  const { fewest, most } = parameter;
  const lengths = [
    ...facet("minLength", fewest),
    ...(most === Number.POSITIVE_INFINITY ? [] : facet("maxLength", most)),
  ];
  return element("restriction", {}, [...list, ...lengths]);
}

function modelType(kind: KindEntry): string[] {
  if (kind.models.size === 0) return [];
  const models = [...kind.models.values()].flatMap((model) =>
    element("enumeration", { value: model.model }, documentation(model.doc)),
  );
  return element("simpleType", { name: `${kind.kind}.model` }, restriction("xs:token", models));
}

/** The names that a provenance may be about are those of the kind, so the type is the kind's own. */
function provenanceType(kind: KindEntry): string[] {
  const names = [...kind.params.keys(), ...kind.mount.keys(), "*"];
  const name = element(
    "simpleType",
    {},
    restriction(
      "xs:token",
      names.flatMap((n) => facet("enumeration", n)),
    ),
  );
  const list = element("simpleType", {}, element("list", {}, name));
  const of = element("simpleType", {}, element("restriction", {}, [...list, ...facet("minLength", 1)]));
  return element("complexType", { name: `${kind.kind}.provenance` }, [
    ...documentation(`Where values of a ${kind.kind} come from`),
    ...element("attribute", { name: "of", use: "required" }, of),
    ...element("attribute", { name: "status", type: "common.status", use: "required" }),
    ...element("attribute", { name: "source", type: "xs:string" }),
    ...element("attribute", { name: "note", type: "xs:string" }),
  ]);
}

function componentType(kind: KindEntry, role: "root" | "mounted"): string[] {
  const atRoot = role === "root";
  const required = new Set(atRoot ? kind.requiredByAll.map((p) => p.name) : []);
  const use = (needed: boolean): Record<string, string> => (needed ? { use: "required" } : {});
  const parameter = (p: Parameter): string[] => {
    const needed = p.role === "mount" ? p.required : required.has(p.name);
    const unit = p.unitSymbol === null || p.unitSymbol === "1" ? "" : ` (${p.unitSymbol})`;
    return element(
      "attribute",
      { name: p.name, type: typeName(kind, p), ...use(needed) },
      documentation(`${p.doc}${unit}${p.default === undefined ? "" : `; default ${writeValue(p.default)}`}`),
    );
  };
  const model =
    kind.models.size === 0
      ? []
      : element("attribute", {
          name: "model",
          type: `${kind.kind}.model`,
          ...use(atRoot && kind.defaultModel === null),
        });
  return element("complexType", { name: `${kind.kind}.${role}` }, [
    ...documentation(kind.doc),
    ...content(kind, atRoot),
    ...element("attribute", { name: "id", type: "common.id", ...use(!kind.idOptional) }),
    ...model,
    ...(atRoot ? [] : element("attribute", { name: "file", type: "common.file" })),
    ...[...kind.params.values()].flatMap(parameter),
    ...(atRoot ? [] : [...kind.mount.values()].flatMap(parameter)),
  ]);
}

function content(kind: KindEntry, atRoot: boolean): string[] {
  const notes = [
    ...element("element", { name: "doc", type: "common.doc" }),
    ...element("element", { name: "provenance", type: `${kind.kind}.provenance` }),
  ];
  const anyNotes = element("choice", { minOccurs: 0, maxOccurs: "unbounded" }, notes);
  const slots = [...kind.slots.values()];
  if (slots.length === 0) return anyNotes;
  const child = (slot: Slot): string[] =>
    element(
      "element",
      { name: slot.name, type: `${slot.kind}.mounted` },
      uniqueIds(`${kind.kind}.${atRoot ? "root" : "mounted"}.${slot.name}`),
    );
  if (slots.length > 1) {
    // Children of several kinds in any order: XML Schema 1.0 cannot count them.
    return element("choice", { minOccurs: 0, maxOccurs: "unbounded" }, [...notes, ...slots.flatMap(child)]);
  }
  const [slot] = slots;
  const occurs = {
    // A mounted one may take its children from its file.
    minOccurs: atRoot ? slot.min : 0,
    maxOccurs: slot.max === Number.POSITIVE_INFINITY ? "unbounded" : slot.max,
  };
  return element("sequence", {}, [...anyNotes, ...element("sequence", occurs, [...child(slot), ...anyNotes])]);
}

/** No two children of an element have the same id. */
function uniqueIds(name: string): string[] {
  return element("unique", { name: `${name}.ids` }, [
    ...element("selector", { xpath: "*" }),
    ...element("field", { xpath: "@id" }),
  ]);
}

function rootElement(kind: KindEntry): string[] {
  const attributes = { name: kind.kind, type: `${kind.kind}.root` };
  return element("element", attributes, [...documentation(kind.doc), ...uniqueIds(`${kind.kind}.root`)]);
}
