/**
 * A component file to start from. Required values are "?", which the reader reports as not filled in; everything
 * else is in comments, with its default.
 */
import { invariant } from "../core/index.ts";
import type { Definitions } from "./definitions.ts";
import type { ModelDefinition } from "./kind.ts";
import type { KindEntry, Slot } from "./kind-entry.ts";
import { type Parameter, writeValue } from "./parameter.ts";
import { allowedFor } from "./parameter-value.ts";
import { escapeXml } from "./xsd.ts";

/** The file for a kind that is known; the caller has checked that, and the id. */
export function componentTemplate(definitions: Definitions, kindName: string, id: string): string {
  const kind = definitions.kind(kindName);
  invariant(kind !== undefined, `no kind ${kindName} to make a template for`);
  const model = modelFor(kind);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<!--",
    ...comment(`${kind.kind}: ${kind.doc}`),
    ...comment('Replace every "?". Values in SI units; the name says which.'),
    ...kind.requiredBy(model).flatMap((p) => describe(p)),
    "-->",
    ...skeleton(definitions, kind, model, id),
  ];
  return `${lines.join("\n")}\n`;
}

/** The same without comments, with values that load: for the reference page. */
export function componentExample(definitions: Definitions, kindName: string, id: string): string {
  const kind = definitions.kind(kindName);
  invariant(kind !== undefined, `no kind ${kindName} to make an example of`);
  return `${exampleLines(definitions, kind, id, null, new Set()).join("\n")}\n`;
}

function modelFor(kind: KindEntry): ModelDefinition | null {
  const name = kind.defaultModel ?? [...kind.models.keys()][0];
  return name === undefined ? null : (kind.models.get(name) ?? null);
}

/** Two hyphens would end the comment. */
function comment(text: string, depth = 1): string[] {
  return text.split("\n").map((line) => "  ".repeat(depth) + line.replace(/-(?=-)/g, "- ").replace(/-$/, "- "));
}

function describe(parameter: Parameter): string[] {
  return comment(`${parameter.name}: ${parameter.doc}; ${allowedFor(parameter)}`, 2);
}

function skeleton(definitions: Definitions, kind: KindEntry, model: ModelDefinition | null, id: string): string[] {
  const needed = kind.requiredBy(model);
  const others = [...kind.params.values()].filter((p) => !needed.includes(p));
  const attributes = [
    `id="${escapeXml(id)}"`,
    ...(model === null ? [] : [`model="${model.model}"`]),
    ...needed.map((p) => `${p.name}="?"`),
  ];
  const placed = (slot: Slot): string => {
    const mount = [...(definitions.kind(slot.kind)?.mount.values() ?? [])];
    return mount
      .filter((p) => p.required)
      .map((p) => ` ${p.name}="?"`)
      .join("");
  };
  const otherModels = [...kind.models.values()].filter((m) => m !== model);
  return [
    `<${kind.kind}`,
    ...attributes.map((a) => `  ${a}`),
    ">",
    "  <doc>What this is, and where it was measured.</doc>",
    ...(kind.wantsProvenance && kind.params.size > 0
      ? ['  <provenance of="*" status="assumed" note="say where the values come from"/>']
      : []),
    ...block(
      "Further attributes of the element above, with the values they have if not given:",
      others.map((p) => `${p.name}${shownDefault(p)}  ${p.doc}; ${reading(kind, p)}`),
    ),
    ...block(
      "Other models:",
      otherModels.map((m) => `model="${m.model}"  ${m.doc}`),
    ),
    ...block(
      "Children:",
      [...kind.slots.values()]
        .filter((s) => s.min === 0)
        .map((s) => `<${s.name} id="…" file="…"${placed(s).replaceAll("?", "…")}/>  ${s.doc}`),
    ),
    ...[...kind.slots.values()].flatMap((slot) =>
      Array.from({ length: slot.min }, (_, i) => `  <${slot.name} id="${slot.name}${i + 1}" file="?"${placed(slot)}/>`),
    ),
    `</${kind.kind}>`,
  ];
}

function shownDefault(parameter: Parameter): string {
  if (parameter.default !== undefined) return `="${writeValue(parameter.default)}"`;
  return parameter.required ? "" : " (optional)";
}

function reading(kind: KindEntry, parameter: Parameter): string {
  const readers = kind.readersOf(parameter.name);
  const who = readers.length > 0 ? `read by ${readers.join(", ")}` : kind.models.size > 0 ? "read by no model" : "";
  return [allowedFor(parameter), who].filter((x) => x !== "").join("; ");
}

function block(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ["  <!--", ...comment(title, 2), ...lines.flatMap((line) => comment(line, 3)), "  -->"];
}

function exampleLines(
  definitions: Definitions,
  kind: KindEntry,
  id: string,
  parent: KindEntry | null,
  above: ReadonlySet<string>,
): string[] {
  const model = modelFor(kind);
  const needed = [
    ...kind.requiredBy(model),
    ...(parent === null ? [] : [...kind.mount.values()].filter((p) => p.required)),
  ];
  const start = [
    kind.kind,
    ...(kind.idOptional && parent !== null ? [] : [`id="${escapeXml(id)}"`]),
    ...(model === null || kind.defaultModel !== null ? [] : [`model="${model.model}"`]),
    ...needed.map((p) => `${p.name}="${escapeXml(exampleValue(p))}"`),
  ].join(" ");
  // A kind that must contain itself has no finite example.
  const slots = above.has(kind.kind) ? [] : [...kind.slots.values()].filter((slot) => slot.min > 0);
  const inside = new Set([...above, kind.kind]);
  const children = slots.flatMap((slot) => {
    const child = definitions.kind(slot.kind);
    if (child === undefined) return [];
    return Array.from({ length: slot.min }, (_, i) =>
      exampleLines(definitions, child, `${slot.name}${i + 1}`, kind, inside).map((line) =>
        line.replace(new RegExp(`^(</?)${child.kind}\\b`), `$1${slot.name}`),
      ),
    ).flat();
  });
  const notes = kind.wantsProvenance && needed.length > 0 ? ['<provenance of="*" status="assumed"/>'] : [];
  const body = [...notes, ...children];
  if (body.length === 0) return [`<${start}/>`];
  return [`<${start}>`, ...body.map((line) => `  ${line}`), `</${kind.kind}>`];
}

/** Some allowed value; a reader of the page sees the form, not a recommendation. */
function exampleValue(parameter: Parameter): string {
  const given = parameter.example ?? parameter.default;
  if (given !== undefined) return writeValue(given);
  switch (parameter.type) {
    case "boolean":
      return "true";
    case "choice":
      return parameter.choices?.[0] ?? "";
    case "text":
      return "text";
    case "file":
      return "map.asc";
    case "integer":
    case "real":
      return String(exampleNumber(parameter, 0));
    case "reals": {
      const count = Math.max(1, parameter.fewest);
      return Array.from({ length: count }, (_, i) => exampleNumber(parameter, i / count)).join(" ");
    }
    case "words":
      return Array.from({ length: Math.max(1, parameter.fewest) }, () => parameter.choices?.[0] ?? "name").join(" ");
  }
}

/** A number inside the bounds; the share, from 0 up to 1, moves it up, for lists that must increase. */
function exampleNumber(parameter: Parameter, share: number): number {
  if (parameter.oneOf !== null) return parameter.oneOf[0];
  const { min, max, above, below } = parameter.bounds;
  if (parameter.type === "integer") return min ?? (above !== undefined ? above + 1 : Math.min(1, max ?? 1));
  const low = min ?? above;
  const high = max ?? below;
  if (low !== undefined && high !== undefined) return low + (high - low) * (0.5 + share / 2);
  if (low !== undefined) return (low <= 0 ? 1 : 2 * low) + share;
  if (high !== undefined) return (high > 0 ? high / 2 : 2 * high) - 1 + share;
  return 1 + share;
}
