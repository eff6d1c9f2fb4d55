/**
 * The kinds and models that a program knows, put together from lists that are handed in. What is wrong with them is
 * told in diagnostics, and what is wrong is left out; two registries can live in one process.
 */
import { type Diagnostic, DiagnosticList, nearest, startOfFile } from "../core/index.ts";
import { type CodeEntry, codes, diagnostic, quoted } from "./codes.ts";
import type { ChildrenDefinition, Definition, KindDefinition, ModelDefinition } from "./kind.ts";
import type { HandedValue, Parameter, ParamSpecs, ParamsOf } from "./parameter.ts";
import {
  checkDoc,
  checkParameters,
  checkProperties,
  isRecord,
  KIND_NAME,
  MODEL_NAME,
  RESERVED_ELEMENTS,
} from "./spec-check.ts";

/** A kind of child that a component may have. */
export interface Slot {
  /** Name of the element. */
  readonly name: string;
  readonly kind: string;
  readonly doc: string;
  readonly min: number;
  readonly max: number;
  readonly implied: boolean;
}

/** A kind with everything that follows from its definition. */
export class KindEntry {
  readonly kind: string;
  readonly doc: string;
  readonly definition: KindDefinition;
  /** By name as in the file, in the order of the definition. */
  readonly params: ReadonlyMap<string, Parameter>;
  readonly mount: ReadonlyMap<string, Parameter>;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly models: ReadonlyMap<string, ModelDefinition>;
  readonly defaultModel: string | null;
  readonly wantsProvenance: boolean;
  readonly idOptional: boolean;
  /** Parameters that must be given whichever model is chosen: what a schema can ask for. */
  readonly requiredByAll: readonly Parameter[];
  readonly #requiredBy: ReadonlyMap<ModelDefinition | null, readonly Parameter[]>;

  constructor(
    definition: KindDefinition,
    parameters: readonly Parameter[],
    slots: readonly Slot[],
    models: readonly ModelDefinition[],
  ) {
    const byName = (role: "param" | "mount"): Map<string, Parameter> =>
      new Map(parameters.filter((p) => p.role === role).map((p) => [p.name, p]));
    this.kind = definition.kind;
    this.doc = definition.doc;
    this.definition = definition;
    this.params = byName("param");
    this.mount = byName("mount");
    this.slots = new Map(slots.map((slot) => [slot.name, slot]));
    this.models = new Map(models.map((model) => [model.model, model]));
    this.defaultModel = models.find((model) => model.default === true)?.model ?? null;
    this.wantsProvenance = definition.provenance !== false;
    this.idOptional = definition.id === "optional";
    const required = [...this.params.values()].filter((p) => p.required);
    this.requiredByAll = required.filter((p) => models.every((model) => model.reads.includes(p.name)));
    this.#requiredBy = new Map([
      [null, required],
      ...models.map((model) => [model, required.filter((p) => model.reads.includes(p.name))] as const),
    ]);
    Object.freeze(this);
  }

  parameter(name: string): Parameter | undefined {
    return this.params.get(name) ?? this.mount.get(name);
  }

  /** Parameters that must be given for a model; for a kind without models, where the model is null, all of them. */
  requiredBy(model: ModelDefinition | null): readonly Parameter[] {
    return this.#requiredBy.get(model) ?? [];
  }

  /** The models that read a parameter. */
  readersOf(name: string): string[] {
    return [...this.models.values()].filter((model) => model.reads.includes(name)).map((model) => model.model);
  }

  /** Of a component's values, those that a model reads: a model cannot see what it did not declare. */
  readBy(model: ModelDefinition, params: Readonly<Record<string, HandedValue | undefined>>): ParamsOf<ParamSpecs> {
    const read: Record<string, HandedValue | undefined> = {};
    for (const name of model.reads) {
      const key = this.params.get(name)?.key ?? name;
      read[key] = params[key];
    }
    return Object.freeze(read) as ParamsOf<ParamSpecs>;
  }
}

export class Definitions {
  readonly #kinds: ReadonlyMap<string, KindEntry>;

  private constructor(kinds: ReadonlyMap<string, KindEntry>) {
    this.#kinds = kinds;
    Object.freeze(this);
  }

  /**
   * A registry of what is in order in a list. fileOf tells which file a definition came from, so that diagnostics can
   * name it.
   */
  static create(
    list: readonly Definition[],
    fileOf: (definition: Definition) => string | undefined = () => undefined,
  ): { readonly definitions: Definitions; readonly diagnostics: readonly Diagnostic[] } {
    const check = new ListCheck(fileOf);
    const kinds = check.all(list);
    return { definitions: new Definitions(kinds), diagnostics: check.diagnostics.sorted() };
  }

  kind(name: string): KindEntry | undefined {
    return this.#kinds.get(name);
  }

  /** In the order of the lists. */
  get kinds(): KindEntry[] {
    return [...this.#kinds.values()];
  }

  get kindNames(): string[] {
    return [...this.#kinds.keys()];
  }
}

const KIND_PROPERTIES = [
  "definition",
  "kind",
  "doc",
  "params",
  "mount",
  "children",
  "id",
  "example",
  "simulator",
  "provenance",
  "check",
  "creates",
];
const CHILDREN_PROPERTIES = ["definition", "kind", "children"];
const MODEL_PROPERTIES = ["definition", "kind", "model", "doc", "reads", "default", "check", "create"];
const CHILD_PROPERTIES = ["kind", "doc", "min", "max", "implied"];

/** One pass over a list: kinds, then models, then children, since each refers to the ones before. */
class ListCheck {
  readonly diagnostics = new DiagnosticList();
  readonly #fileOf: (definition: Definition) => string | undefined;
  readonly #kinds = new Map<string, { definition: KindDefinition; parameters: Parameter[] }>();
  readonly #models = new Map<string, ModelDefinition[]>();
  /** Names of kinds that were refused: what refers to them is not blamed again. */
  readonly #refused = new Set<string>();

  constructor(fileOf: (definition: Definition) => string | undefined) {
    this.#fileOf = fileOf;
  }

  all(list: readonly Definition[]): Map<string, KindEntry> {
    const sound: Definition[] = [];
    list.forEach((definition: unknown, index) => {
      const kind = isRecord(definition) ? definition.definition : undefined;
      if (kind === "kind" || kind === "model" || kind === "children") sound.push(definition as Definition);
      else
        this.#blame(
          definition as Definition,
          codes.notADefinition,
          `definition ${index + 1} is neither a kind nor a model`,
          "make it with defineKind, defineModel or defineChildren",
        );
    });
    for (const definition of sound) if (definition.definition === "kind") this.#addKind(definition);
    for (const definition of sound) if (definition.definition === "model") this.#addModel(definition);
    const slots = new Map([...this.#kinds].map(([name, { definition }]) => [name, this.#slots(definition)]));
    for (const definition of sound) if (definition.definition === "children") this.#addChildren(definition, slots);
    const entries = new Map<string, KindEntry>();
    for (const [name, { definition, parameters }] of this.#kinds) {
      entries.set(name, new KindEntry(definition, parameters, slots.get(name) ?? [], this.#models.get(name) ?? []));
    }
    return entries;
  }

  #blame(definition: Definition, entry: CodeEntry, message: string, hint?: string): void {
    const file = isRecord(definition) ? this.#fileOf(definition) : undefined;
    this.diagnostics.add(diagnostic(entry, file === undefined ? null : startOfFile(file), message, { hint }));
  }

  #addKind(definition: KindDefinition): void {
    const blame = (entry: CodeEntry, message: string, hint?: string): void =>
      this.#blame(definition, entry, message, hint);
    const name: unknown = definition.kind;
    if (typeof name !== "string" || !KIND_NAME.test(name) || RESERVED_ELEMENTS.includes(name)) {
      const why = RESERVED_ELEMENTS.includes(String(name)) ? "is reserved" : "is not a name";
      blame(codes.badName, `kind ${quoted(String(name))} ${why}`, "letters and digits, beginning with a letter");
      this.#refused.add(String(name));
      return;
    }
    if (this.#kinds.has(name)) {
      blame(codes.duplicateKind, `kind ${quoted(name)} is defined twice`);
      return;
    }
    const record = definition as unknown as Readonly<Record<string, unknown>>;
    checkProperties(record, KIND_PROPERTIES, `kind ${name}`, blame);
    if (record.id !== undefined && record.id !== "required" && record.id !== "optional") {
      blame(codes.badSpec, `kind ${name}: "id" must be "required" or "optional"`);
    }
    checkDoc(record, `kind ${name}`, blame);
    if (record.example !== undefined && typeof record.example !== "string") {
      blame(codes.badSpec, `kind ${name}: "example" must be a text`);
    }
    if (record.simulator !== undefined && typeof record.simulator !== "string") {
      blame(codes.badSpec, `kind ${name}: "simulator" must be a text`);
    }
    if (record.check !== undefined && typeof record.check !== "function") {
      blame(codes.notADefinition, `kind ${name}: "check" must be a function`);
    }
    const parameters = [
      ...checkParameters(record.params, "param", name, blame),
      ...checkParameters(record.mount, "mount", name, blame),
    ];
    const byKey = new Map<string, Parameter>();
    const distinct = parameters.filter((p) => {
      const other = byKey.get(p.key);
      if (other === undefined) byKey.set(p.key, p);
      else
        blame(
          codes.parameterTwice,
          `${name} parameters ${quoted(other.name)} and ${quoted(p.name)} are handed to models under one name`,
        );
      return other === undefined;
    });
    this.#kinds.set(name, { definition, parameters: distinct });
  }

  #addModel(definition: ModelDefinition): void {
    const blame = (entry: CodeEntry, message: string, hint?: string): void =>
      this.#blame(definition, entry, message, hint);
    const name: unknown = definition.model;
    if (typeof name !== "string" || !MODEL_NAME.test(name)) {
      blame(
        codes.badName,
        `model ${quoted(String(name))} is not a name`,
        "letters, digits, - and ., beginning with a letter",
      );
      return;
    }
    const kind = this.#kinds.get(definition.kind);
    if (kind === undefined) {
      if (this.#refused.has(definition.kind)) return;
      const message = `model ${quoted(name)} is of the unknown kind ${quoted(String(definition.kind))}`;
      blame(codes.modelOfUnknownKind, message, hintFor(String(definition.kind), this.#kinds.keys()));
      return;
    }
    const what = `${definition.kind} model ${quoted(name)}`;
    const models = this.#models.get(definition.kind) ?? [];
    if (models.some((model) => model.model === name)) {
      blame(codes.duplicateModel, `${what} is defined twice`);
      return;
    }
    const record = definition as unknown as Readonly<Record<string, unknown>>;
    checkProperties(record, MODEL_PROPERTIES, what, blame);
    checkDoc(record, what, blame);
    if (typeof record.create !== "function") {
      blame(codes.notADefinition, `${what}: "create" must be a function`);
      return;
    }
    if (!Array.isArray(record.reads)) {
      blame(codes.notADefinition, `${what}: "reads" must be a list of names`);
      return;
    }
    // A parameter that was refused is still known by name, so that its readers are not blamed for it.
    const known = Object.keys(kind.definition.params);
    for (const read of record.reads) {
      if (known.includes(String(read))) continue;
      const message = `${what} reads ${quoted(String(read))}, which is no parameter of ${definition.kind}`;
      blame(codes.readsUnknown, message, hintFor(String(read), known));
    }
    const first = models.find((model) => model.default === true);
    if (definition.default === true && first !== undefined) {
      blame(codes.severalDefaults, `${definition.kind} has two default models: ${first.model}, ${name}`);
    }
    this.#models.set(definition.kind, [...models, definition]);
  }

  #addChildren(definition: ChildrenDefinition, slots: Map<string, Slot[]>): void {
    const known = slots.get(definition.kind);
    checkProperties({ ...definition }, CHILDREN_PROPERTIES, `children of ${definition.kind}`, (...told) =>
      this.#blame(definition, ...told),
    );
    if (known === undefined) {
      if (this.#refused.has(definition.kind)) return;
      const message = `children are added to the unknown kind ${quoted(String(definition.kind))}`;
      this.#blame(definition, codes.modelOfUnknownKind, message, hintFor(String(definition.kind), this.#kinds.keys()));
      return;
    }
    for (const slot of this.#slots(definition)) {
      if (known.some((other) => other.name === slot.name)) {
        this.#blame(definition, codes.childTwice, `${definition.kind} child ${quoted(slot.name)} is defined twice`);
      } else {
        known.push(slot);
      }
    }
  }

  #slots(definition: KindDefinition | ChildrenDefinition): Slot[] {
    const blame = (entry: CodeEntry, message: string, hint?: string): void =>
      this.#blame(definition, entry, message, hint);
    const children: unknown = definition.children ?? {};
    if (!isRecord(children)) {
      blame(codes.notADefinition, `kind ${definition.kind}: "children" must be an object`);
      return [];
    }
    const slots: Slot[] = [];
    for (const [name, child] of Object.entries(children)) {
      const what = `${definition.kind} child ${quoted(name)}`;
      if (!isRecord(child)) {
        blame(codes.notADefinition, `${what} must be an object`);
        continue;
      }
      if (!KIND_NAME.test(name) || RESERVED_ELEMENTS.includes(name)) {
        blame(codes.badName, `${what} ${RESERVED_ELEMENTS.includes(name) ? "is reserved" : "is not a name"}`);
        continue;
      }
      checkProperties(child, CHILD_PROPERTIES, what, blame);
      checkDoc(child, what, blame);
      const kind = typeof child.kind === "string" ? child.kind : name;
      const min = child.min ?? 0;
      const max = child.max ?? Number.POSITIVE_INFINITY;
      if (typeof min !== "number" || typeof max !== "number" || !(min >= 0 && min <= max)) {
        blame(codes.badSpec, `${what}: min and max must be counts, min at most max`);
      } else if (!this.#kinds.has(kind)) {
        if (!this.#refused.has(kind)) blame(codes.unknownChildKind, `${what} is of the unknown kind ${quoted(kind)}`);
      } else {
        const implied = child.implied === true;
        slots.push(Object.freeze({ name, kind, doc: String(child.doc), min, max, implied }));
      }
    }
    return slots;
  }
}

function hintFor(name: string, known: Iterable<string>): string | undefined {
  const guess = nearest(name, known);
  return guess === undefined ? undefined : `did you mean "${guess}"?`;
}
