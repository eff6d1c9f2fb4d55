/**
 * The kinds and models that a program knows, put together from lists that are passed in. What is wrong with them is
 * reported in diagnostics and left out; two registries can live in one process.
 */
import { codedDiagnostic, type Diagnostic, DiagnosticList, didYouMean, startOfFile } from "../core/index.ts";
import { type CodeEntry, codes, quoted } from "./codes.ts";
import { checkDeclared, DECLARATION_PROPERTIES } from "./declarations.ts";
import type { ChildrenDefinition, Definition, KindDefinition, ModelDefinition } from "./kind.ts";
import { type CheckedModel, KindEntry, type Slot } from "./kind-entry.ts";
import type { Parameter } from "./parameter.ts";
import { type Declarer, ParameterNames } from "./parameter-names.ts";
import {
  checkDoc,
  checkParameters,
  checkProperties,
  isRecord,
  KIND_NAME,
  MODEL_NAME,
  RESERVED_ELEMENTS,
} from "./spec-check.ts";

export class Definitions {
  readonly #kinds: ReadonlyMap<string, KindEntry>;

  private constructor(kinds: ReadonlyMap<string, KindEntry>) {
    this.#kinds = kinds;
    Object.freeze(this);
  }

  /**
   * A registry of what is in order in a list. fileOf returns the file that a definition came from, so that diagnostics can
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
  "usedByAll",
  "provenance",
  "check",
  "creates",
];
const CHILDREN_PROPERTIES = ["definition", "kind", "children"];
const MODEL_PROPERTIES = [
  ...["definition", "kind", "model", "doc", "reads", "params", "default", "check", "create"],
  ...DECLARATION_PROPERTIES,
];
const CHILD_PROPERTIES = ["kind", "doc", "min", "max", "implied"];

interface CheckedKind {
  readonly definition: KindDefinition;
  /** Its own and those of the mount. */
  readonly parameters: readonly Parameter[];
  /** Of the kind, its mount and its models. */
  readonly names: ParameterNames;
}

/** One pass over a list: kinds, then models, then children, since each refers to the ones before. */
class ListCheck {
  readonly diagnostics = new DiagnosticList();
  readonly #fileOf: (definition: Definition) => string | undefined;
  readonly #kinds = new Map<string, CheckedKind>();
  readonly #models = new Map<string, CheckedModel[]>();
  /** Names of kinds that were refused: what refers to them is not reported again. */
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
    this.#checkReads();
    this.#checkChildNames(slots);
    const entries = new Map<string, KindEntry>();
    for (const [name, { definition, parameters }] of this.#kinds) {
      entries.set(name, new KindEntry(definition, parameters, slots.get(name) ?? [], this.#models.get(name) ?? []));
    }
    return entries;
  }

  #blame(definition: Definition, entry: CodeEntry, message: string, hint?: string, other?: Declarer): void {
    const file = isRecord(definition) ? this.#fileOf(definition) : undefined;
    const related =
      other?.file === undefined ? [] : [{ message: `${other.name} is here`, range: startOfFile(other.file) }];
    this.diagnostics.add(
      codedDiagnostic(entry, file === undefined ? null : startOfFile(file), message, { hint, related }),
    );
  }

  /** Those of a definition's parameters that clash with no earlier one of the kind. */
  #distinct(
    definition: KindDefinition | ModelDefinition,
    name: string,
    names: ParameterNames,
    parameters: readonly Parameter[],
  ): Parameter[] {
    const by = { name, file: this.#fileOf(definition) };
    return parameters.filter((parameter) => {
      const clash = names.declare(parameter, by);
      if (clash === null) return true;
      const { between, message, first } = clash;
      const entry = between === "spec" ? codes.parameterMeanings : codes.parameterTwice;
      const hint = between === "spec" ? "declare it once and share the constant, or choose another name" : undefined;
      this.#blame(definition, entry, message, hint, first.name === name ? undefined : first);
      return false;
    });
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
    const of = { whole: `kind ${name}`, each: name };
    const parameters = [
      ...checkParameters(record.params, "param", of, blame),
      ...(record.mount === undefined ? [] : checkParameters(record.mount, "mount", of, blame)),
    ];
    const names = new ParameterNames(name);
    const distinct = this.#distinct(definition, `kind ${name}`, names, parameters);
    this.#kinds.set(name, { definition, parameters: distinct, names });
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
      blame(codes.modelOfUnknownKind, message, didYouMean(String(definition.kind), this.#kinds.keys()));
      return;
    }
    const what = `${definition.kind} model ${quoted(name)}`;
    const models = this.#models.get(definition.kind) ?? [];
    if (models.some((model) => model.definition.model === name)) {
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
    const reads = record.reads ?? [];
    if (!Array.isArray(reads)) {
      blame(codes.notADefinition, `${what}: "reads" must be a list of names`);
      return;
    }
    const of = { whole: what, each: what };
    const own = record.params === undefined ? [] : checkParameters(record.params, "param", of, blame);
    checkDeclared(record, what, [...reads.map(String), ...own.map((p) => p.name)], blame);
    const first = models.find((model) => model.definition.default === true)?.definition;
    if (definition.default === true && first !== undefined) {
      blame(codes.severalDefaults, `${definition.kind} has two default models: ${first.model}, ${name}`);
    }
    const parameters = this.#distinct(definition, what, kind.names, own);
    // With a parameter of another meaning it would get values that were never meant for it.
    if (parameters.length < own.length) return;
    this.#models.set(definition.kind, [...models, { definition, reads: reads.map(String), parameters }]);
  }

  /**
   * What models read must be declared: by their kind, or by another model of it, whose parameters a file may hold as
   * well. One that was refused is still known by name, so that its readers are not reported for it.
   */
  #checkReads(): void {
    for (const [name, models] of this.#models) {
      const ofKind = Object.keys(this.#kinds.get(name)?.definition.params ?? {});
      const declared = (model: CheckedModel): string[] => Object.keys(model.definition.params ?? {});
      for (const model of models) {
        const others = models.filter((other) => other !== model).flatMap(declared);
        const known = new Set([...ofKind, ...others]);
        for (const read of model.reads) {
          if (known.has(read)) continue;
          const what = `${name} model ${quoted(model.definition.model)}`;
          const message = `${what} reads ${quoted(read)}, which is not a parameter of ${name}`;
          const own = declared(model).includes(read);
          const hint = own ? "a model reads its own parameters without naming them" : didYouMean(read, known);
          this.#blame(model.definition, codes.readsUnknown, message, hint);
        }
      }
    }
  }

  /** Attributes and children of one name would leave a reader to guess which is meant. */
  #checkChildNames(slots: ReadonlyMap<string, readonly Slot[]>): void {
    for (const [name, { definition, parameters }] of this.#kinds) {
      const children = new Set((slots.get(name) ?? []).map((slot) => slot.name));
      const clash = (by: KindDefinition | ModelDefinition, what: string, parameter: Parameter): void => {
        if (!children.has(parameter.name)) return;
        this.#blame(by, codes.badName, `${what} parameter ${quoted(parameter.name)} has the name of a child`);
      };
      for (const parameter of parameters) clash(definition, name, parameter);
      for (const model of this.#models.get(name) ?? []) {
        const what = `${name} model ${quoted(model.definition.model)}`;
        for (const parameter of model.parameters) clash(model.definition, what, parameter);
      }
    }
  }

  #addChildren(definition: ChildrenDefinition, slots: Map<string, Slot[]>): void {
    const known = slots.get(definition.kind);
    checkProperties({ ...definition }, CHILDREN_PROPERTIES, `children of ${definition.kind}`, (...told) =>
      this.#blame(definition, ...told),
    );
    if (known === undefined) {
      if (this.#refused.has(definition.kind)) return;
      const message = `children are added to the unknown kind ${quoted(String(definition.kind))}`;
      this.#blame(
        definition,
        codes.modelOfUnknownKind,
        message,
        didYouMean(String(definition.kind), this.#kinds.keys()),
      );
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
