/** What a kind's file may say: its own parameters first, then each model with what it reads of them and what it adds. */
import {
  type Declarations,
  declarationRows,
  describeRange,
  describeType,
  fieldUnit,
  type KindEntry,
  type ModelDefinition,
  type Parameter,
  writeValue,
} from "../../../library/index.ts";
import { table } from "../../io/table.ts";

export function kindDocument(kind: KindEntry): object {
  return {
    kind: kind.kind,
    doc: kind.doc,
    defaultModel: kind.defaultModel,
    parameters: [...kind.params.values(), ...kind.mount.values()].map((p) => ({
      name: p.name,
      role: p.role,
      type: describeType(p),
      unit: p.unitSymbol,
      allowed: describeRange(p),
      default: p.default ?? null,
      required: p.required,
      /** The models that declare it; empty for a parameter of the kind itself. */
      declaredBy: declarersOf(kind, p),
      readBy: kind.readersOf(p.name),
      doc: p.doc,
    })),
    models: [...kind.models.values()].map((model) => ({
      model: model.model,
      doc: model.doc,
      reads: [...kind.readsOf(model)],
      parameters: kind.declaredBy(model).map((p) => p.name),
      ...declarationsDocument(model),
    })),
    children: [...kind.slots.values()].map(({ name, kind: of, doc, min, max }) => ({
      element: name,
      kind: of,
      doc,
      min,
      max: Number.isFinite(max) ? max : null,
    })),
  };
}

export function kindText(kind: KindEntry): string {
  const models = [...kind.models.values()];
  const most = (max: number): string => (Number.isFinite(max) ? String(max) : "any number");
  return [
    `${kind.kind}: ${kind.doc}\n`,
    section(
      "Parameters",
      [...kind.ownParams.values()].map((p) => line(p, readersNote(kind, p))),
    ),
    section(
      "Where it is mounted",
      [...kind.mount.values()].map((p) => line(p, "")),
    ),
    section(
      "Children",
      [...kind.slots.values()].map((s) => [`<${s.name}>`, `${s.min} to ${most(s.max)}`, s.doc]),
    ),
    section(
      "Models",
      models.map((m) => [m.model === kind.defaultModel ? `${m.model} (default)` : m.model, m.doc]),
    ),
    ...models.map((model) => modelText(kind, model)),
  ].join("");
}

/** Nothing for a model that reads every parameter of its kind and has none of its own: the tables above say it all. */
function modelText(kind: KindEntry, model: ModelDefinition): string {
  const shared = kind.sharedReadsOf(model);
  const own = kind.declaredBy(model);
  const declared = declarationRows(model);
  const isAll = shared.length === kind.ownParams.size && shared.every((name) => kind.ownParams.has(name));
  if (own.length === 0 && isAll && declared.length === 0) return "";
  const read = shared.length === 0 ? "none" : isAll ? "all" : shared.join(", ");
  const note = kind.ownParams.size === 0 && shared.length === 0 ? [] : [["reads of the kind", read]];
  const tables = [note, own.map((p) => line(p, "")), declared].filter((lines) => lines.length > 0);
  return `\nModel ${model.model}\n${tables.map((lines) => `${table(lines)}\n`).join("")}`;
}

/** Ports, channels, events and figures as plain data; nothing where there are none. */
export function declarationsDocument({ ports = [], channels = [], events = [], figures = [] }: Declarations): object {
  if (ports.length + channels.length + events.length + figures.length === 0) return {};
  return {
    ports: ports.map(({ name, direction, message }) => ({ name, direction, message: message.name })),
    channels: channels.map(({ name, plot, title, fields }) => ({
      name,
      plot,
      title: title ?? null,
      fields: fields.map((f) => ({
        name: f.name,
        unit: fieldUnit(f),
        doc: f.doc ?? null,
        ...(f.words && { words: f.words }),
      })),
    })),
    events: events.map(({ name, level, doc }) => ({ name, level, doc })),
    ...(figures.length === 0
      ? {}
      : { figures: figures.map((f) => ({ name: f.name, unit: fieldUnit(f), doc: f.doc })) }),
  };
}

function section(title: string, lines: readonly (readonly string[])[]): string {
  return lines.length === 0 ? "" : `\n${title}\n${table(lines)}\n`;
}

function line(p: Parameter, note: string): string[] {
  const shownDefault =
    p.default === undefined ? (p.required ? "required" : "optional") : `default ${writeValue(p.default)}`;
  return [p.name, describeType(p), describeRange(p), shownDefault, `${p.doc}${note}`];
}

/** Which models read a parameter, where not all do. */
function readersNote(kind: KindEntry, p: Parameter): string {
  const readers = kind.readersOf(p.name);
  return readers.length === 0 || readers.length === kind.models.size ? "" : ` [${readers.join(", ")}]`;
}

function declarersOf(kind: KindEntry, p: Parameter): string[] {
  if (kind.ownParams.has(p.name)) return [];
  const models = [...kind.models.values()];
  return models.filter((model) => kind.declaredBy(model).some((own) => own.name === p.name)).map((m) => m.model);
}
