/** What a program knows of one kind: its parameters, places for children and models, and who reads what. */
import type { KindDefinition, ModelDefinition } from "./kind.ts";
import type { HandedValue, Parameter, ParamSpecs, ParamsOf } from "./parameter.ts";

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

/** A model that is in order: what it reads of its kind's parameters, and its own. */
export interface CheckedModel {
  readonly definition: ModelDefinition;
  readonly reads: readonly string[];
  readonly parameters: readonly Parameter[];
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** A kind with everything that follows from its definition and those of its models. */
export class KindEntry {
  readonly kind: string;
  readonly doc: string;
  readonly definition: KindDefinition;
  /** By name as in the file: the kind's own in the order of its definition, then those of its models in their order. */
  readonly params: ReadonlyMap<string, Parameter>;
  /** The part of params that the kind itself declares. */
  readonly ownParams: ReadonlyMap<string, Parameter>;
  readonly mount: ReadonlyMap<string, Parameter>;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly models: ReadonlyMap<string, ModelDefinition>;
  readonly defaultModel: string | null;
  readonly wantsProvenance: boolean;
  readonly idOptional: boolean;
  /** Parameters that must be given whichever model is chosen: what a schema can ask for. */
  readonly requiredByAll: readonly Parameter[];
  readonly #requiredBy: ReadonlyMap<ModelDefinition | null, readonly Parameter[]>;
  readonly #reads: ReadonlyMap<ModelDefinition, ReadonlySet<string>>;
  readonly #declared: ReadonlyMap<ModelDefinition, readonly Parameter[]>;

  constructor(
    definition: KindDefinition,
    parameters: readonly Parameter[],
    slots: readonly Slot[],
    checkedModels: readonly CheckedModel[],
  ) {
    const models = checkedModels.map((model) => model.definition);
    const byName = (role: "param" | "mount"): Map<string, Parameter> =>
      new Map(parameters.filter((p) => p.role === role).map((p) => [p.name, p]));
    this.kind = definition.kind;
    this.doc = definition.doc;
    this.definition = definition;
    this.ownParams = byName("param");
    const params = new Map(this.ownParams);
    for (const p of checkedModels.flatMap((model) => model.parameters)) if (!params.has(p.name)) params.set(p.name, p);
    this.params = params;
    this.mount = byName("mount");
    this.slots = new Map(slots.map((slot) => [slot.name, slot]));
    this.models = new Map(models.map((model) => [model.model, model]));
    this.defaultModel = models.find((model) => model.default === true)?.model ?? null;
    this.wantsProvenance = definition.provenance !== false;
    this.idOptional = definition.id === "optional";
    this.#declared = new Map(checkedModels.map((model) => [model.definition, model.parameters]));
    const reads = new Map(
      checkedModels.map(({ definition: model, reads: named, parameters: own }) => {
        const names = new Set([...named, ...own.map((p) => p.name)]);
        return [model, new Set([...params.keys()].filter((name) => names.has(name)))] as const;
      }),
    );
    this.#reads = reads;
    const required = [...params.values()].filter((p) => p.required);
    this.requiredByAll = required.filter((p) => [...reads.values()].every((names) => names.has(p.name)));
    this.#requiredBy = new Map<ModelDefinition | null, readonly Parameter[]>([
      [null, required],
      ...[...reads].map(([model, names]) => [model, required.filter((p) => names.has(p.name))] as const),
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

  /** Everything that a model reads, by name as in the file: of the kind's parameters and of its own. */
  readsOf(model: ModelDefinition): ReadonlySet<string> {
    return this.#reads.get(model) ?? NO_NAMES;
  }

  /** The parameters that a model declares itself. */
  declaredBy(model: ModelDefinition): readonly Parameter[] {
    return this.#declared.get(model) ?? [];
  }

  /** What a model reads besides its own: of the kind's parameters and of other models'. */
  sharedReadsOf(model: ModelDefinition): string[] {
    const own = new Set(this.declaredBy(model).map((p) => p.name));
    return [...this.readsOf(model)].filter((name) => !own.has(name));
  }

  /** The models that read a parameter. */
  readersOf(name: string): string[] {
    return [...this.models.values()].filter((model) => this.readsOf(model).has(name)).map((model) => model.model);
  }

  /** Of a component's values, those that a model reads: a model cannot see what it did not declare. */
  readBy(model: ModelDefinition, params: Readonly<Record<string, HandedValue | undefined>>): ParamsOf<ParamSpecs> {
    const read: Record<string, HandedValue | undefined> = {};
    for (const name of this.readsOf(model)) {
      const key = this.params.get(name)?.key ?? name;
      read[key] = params[key];
    }
    return Object.freeze(read) as ParamsOf<ParamSpecs>;
  }
}
