/** The reference pages of the manual, as Markdown: one page per kind and an index, from the definitions alone. */
import { declarationRows } from "./declarations.ts";
import type { Definitions } from "./definitions.ts";
import type { ModelDefinition } from "./kind.ts";
import type { KindEntry } from "./kind-entry.ts";
import { describeRange, describeType, type Parameter, writeValue } from "./parameter.ts";
import { plausibleTable, shortNumber } from "./plausible.ts";
import { componentExample } from "./template.ts";
import { unitOf } from "./units.ts";

export interface Page {
  /** Name inside the folder of the pages. */
  readonly file: string;
  readonly text: string;
}

/** All pages with an index; or, of some kinds only, a page for each, which links to no page that is not there. */
export function referencePages(definitions: Definitions, only?: readonly string[]): Page[] {
  const kinds = definitions.kinds.filter(({ kind }) => only === undefined || only.includes(kind));
  const written = new Set(kinds.map(({ kind }) => kind));
  const pages = kinds.map((kind) => ({ file: `${kind.kind}.md`, text: kindPage(definitions, kind, written) }));
  return only === undefined ? [{ file: "index.md", text: indexPage(kinds) }, ...pages] : pages;
}

/**
 * Text that means nothing to Markdown, to HTML or to a template language with double braces, so that a doc can say
 * "a < b | c" in a cell of a table.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("{", "&#123;")
    .replaceAll("|", "\\|")
    .replace(/([*_`[\]])/g, "\\$1")
    .replace(/\s+/g, " ");
}

function code(text: string): string {
  return `\`${text}\``;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const GENERATED = "<!-- Generated from the definitions of kinds and models; changes made here are lost. -->";

function indexPage(kinds: readonly KindEntry[]): string {
  const rows = [...kinds]
    .sort((a, b) => (a.kind < b.kind ? -1 : 1))
    .map((kind) => [
      `[${kind.kind}](./${kind.kind}.md)`,
      escapeMarkdown(kind.doc),
      [...kind.models.keys()].map(code).join(", ") || "none",
    ]);
  const more = "Every message that a file can provoke: [diagnostics](./diagnostics.md).";
  const kindTable = markdownTable(["kind", "what it is", "models"], rows);
  return `# Components\n\n${GENERATED}\n\n${kindTable}\n\n${more}\n\n${plausibleSection()}\n`;
}

/** What bounds parameters whose range is left open on the pages of their kinds. */
function plausibleSection(): string {
  const rows = plausibleTable().map(([suffix, { most, least, why }]) => {
    const unit = suffix === "1" ? "1 (a ratio)" : suffix === "" ? "in words" : (unitOf(suffix)?.symbol ?? suffix);
    return [escapeMarkdown(unit), shortNumber(most), shortNumber(least), escapeMarkdown(why)];
  });
  const words = `Where a parameter's page leaves its range open, what is plausible for its unit bounds it: beyond that a number is a slip of
the exponent or of the unit, and is refused (LIB048). A spec that states a bound of its own is taken at its word on that side.`;
  const head = ["unit", "largest size", "smallest, where it must be above 0", "since"];
  return `## Plausible ranges\n\n${words}\n\n${markdownTable(head, rows)}`;
}

function kindPage(definitions: Definitions, kind: KindEntry, written: ReadonlySet<string>): string {
  const own = [...kind.ownParams.values()];
  const none = kind.params.size === 0 ? "None." : "Those of its models, below.";
  const sections = [
    `# ${kind.kind}`,
    GENERATED,
    escapeMarkdown(kind.doc),
    "## Parameters",
    own.length === 0 ? none : parameterTable(kind, own),
  ];
  if (kind.mount.size > 0) {
    sections.push("## Where it is mounted", "Given by the element that uses the component, never in its own file.");
    sections.push(parameterTable(kind, [...kind.mount.values()]));
  }
  if (kind.slots.size > 0) sections.push("## Children", childTable(kind, written));
  if (kind.models.size > 0) sections.push("## Models", modelTable(kind), ...modelSections(kind));
  const example = kind.definition.example ?? componentExample(definitions, kind.kind, "example");
  sections.push("## Example", `\`\`\`xml\n${example.trim()}\n\`\`\``);
  return `${sections.join("\n\n")}\n`;
}

/** Of a kind, who reads each parameter; in the section of a model, which others read it as well. */
function parameterTable(kind: KindEntry, parameters: readonly Parameter[], of: ModelDefinition | null = null): string {
  const readers = (p: Parameter): string[] => kind.readersOf(p.name).filter((name) => name !== of?.model);
  const withReaders =
    kind.models.size > 0 && parameters.some((p) => p.role === "param" && (of === null || readers(p).length > 0));
  const rows = parameters.map((p) => [
    code(p.name),
    escapeMarkdown(p.doc),
    describeType(p),
    p.unitSymbol === null ? "" : escapeMarkdown(p.unitSymbol),
    escapeMarkdown(describeRange(p)),
    defaultText(p),
    ...(withReaders ? [readers(p).map(code).join(", ")] : []),
  ]);
  const last = withReaders ? [of === null ? "read by" : "also read by"] : [];
  const head = ["attribute", "meaning", "type", "unit", "allowed", "default", ...last];
  const handed = parameters.filter((p) => p.key !== p.name).map((p) => `${code(p.name)} as ${code(p.key)}`);
  const note = handed.length === 0 ? "" : `\n\nModels get ${handed.join(", ")}.`;
  return markdownTable(head, rows) + note;
}

function defaultText(p: Parameter): string {
  const around = p.inherited ? "that of the element around it" : "";
  if (p.default === undefined) return around || (p.required ? "required" : "optional");
  return around === "" ? code(writeValue(p.default)) : `${around}, or ${code(writeValue(p.default))}`;
}

function childTable(kind: KindEntry, written: ReadonlySet<string>): string {
  const rows = [...kind.slots.values()].map((slot) => {
    const most = slot.max === Number.POSITIVE_INFINITY ? "any number" : `${slot.min} to ${slot.max}`;
    const count = slot.max === Number.POSITIVE_INFINITY && slot.min > 0 ? `${slot.min} or more` : most;
    const page = written.has(slot.kind) ? `[${slot.kind}](./${slot.kind}.md)` : slot.kind;
    return [code(`<${slot.name}>`), page, escapeMarkdown(slot.doc), count];
  });
  return markdownTable(["element", "kind", "meaning", "how many"], rows);
}

function modelTable(kind: KindEntry): string {
  const rows = [...kind.models.values()].map((model) => {
    const name = model.model === kind.defaultModel ? `${code(model.model)} (default)` : code(model.model);
    const own = kind.declaredBy(model).map((p) => code(p.name));
    return [name, escapeMarkdown(model.doc), readOfKind(kind, model), own.join(", ") || "none"];
  });
  return markdownTable(["model", "what it does", `reads of ${code(kind.kind)}`, "parameters of its own"], rows);
}

/** What a model reads besides its own parameters, in the shorter of two ways to say it. */
function readOfKind(kind: KindEntry, model: ModelDefinition): string {
  const read = kind.sharedReadsOf(model);
  const unread = [...kind.ownParams.keys()].filter((name) => !read.includes(name));
  if (read.length === 0) return "none";
  const isOfKind = read.every((name) => kind.ownParams.has(name));
  if (isOfKind && unread.length === 0) return "all";
  return isOfKind && unread.length < read.length ? `all but ${unread.map(code).join(", ")}` : read.map(code).join(", ");
}

function modelSections(kind: KindEntry): string[] {
  return [...kind.models.values()].flatMap((model) => {
    const own = kind.declaredBy(model);
    const rows = declarationRows(model).map(([what = "", name = "", carries = ""]) => [
      what,
      escapeMarkdown(name),
      escapeMarkdown(carries),
    ]);
    return [
      ...(own.length === 0 ? [] : [`### Parameters of model ${code(model.model)}`, parameterTable(kind, own, model)]),
      ...(rows.length === 0
        ? []
        : [`### What model ${code(model.model)} declares`, markdownTable(["what", "name", "carries"], rows)]),
    ];
  });
}
