/**
 * A kind of device and the models of it are two things. The kind has the parameters that its models share; each model
 * says which of them it reads, adds those of its own, and makes the thing that simulates the device. All models of a
 * kind make the same interface T, so a scenario can pick a coarse or a fine one for the same file.
 *
 *   export const thruster = defineKind<ThrusterModel>()({ kind: "thruster", doc: "…", params: { diameter_m: … } });
 *   export const propeller = defineModel(thruster, {
 *     model: "propeller", doc: "…", reads: ["diameter_m"], params: { kT0: { doc: "…", unit: "1" } }, create,
 *   });
 *
 * A file may hold parameters of several models. So a name has one spec within a kind: two models declare the same
 * parameter with an equal spec, by way of a shared constant, or under different names.
 *
 * Definitions are frozen data; Definitions.create puts a list of them together and checks them. Nothing registers
 * itself.
 */
import type { Component } from "./component.ts";
import type { Declarations } from "./declarations.ts";
import type { ParamSpecs, ParamsOf } from "./parameter.ts";

/** Reports what is wrong with a parameter, by its name in the file. The message is one sentence without a full stop. */
export type Report<Name extends string = string> = (
  name: Name,
  message: string,
  detail?: { readonly allowed?: string; readonly hint?: string },
) => void;

export interface ChildSpec {
  /** The kind of the child. Default: the name of the element. */
  readonly kind?: string;
  readonly doc: string;
  /** Default: 0. */
  readonly min?: number;
  /** Default: any number. */
  readonly max?: number;
  /** Where there is none in the file, there is one with its defaults. For kinds with an optional id that need nothing. */
  readonly implied?: boolean;
}

/** Makes what a child stands for, with the model that it chooses: for devices whose parts have models of their own. */
export type MakeChild = (child: Component) => unknown;

type NoSpecs = Readonly<Record<never, never>>;

export interface KindInput<P extends ParamSpecs, M extends ParamSpecs> {
  readonly kind: string;
  readonly doc: string;
  readonly params: P;
  /** Parameters of the place where it is mounted: given where the component is used, never in its own file. */
  readonly mount?: M;
  /** Children by the name of their element. */
  readonly children?: Readonly<Record<string, ChildSpec>>;
  /** "optional": one that is not named is called after its element, numbered where several may stand. */
  readonly id?: "required" | "optional";
  /** For the reference page, where one made from the parameters would not do. Files are named from the project's folder. */
  readonly example?: string;
  /** The simulator that its models join as things; the room that runs worlds knows which there are. */
  readonly simulator?: string;
  /** Parameters, its own or its models', that are used whichever model is chosen: they always have an effect. Default: none. */
  readonly usedByAll?: readonly string[];
  /** False for kinds whose values need no source, such as a scenario. Default: true. */
  readonly provenance?: boolean;
  /**
   * Checks of several values together, called when each is fine on its own. Parameters that the chosen model does
   * not read may be missing; mount is null at the root of a file.
   */
  check?(
    params: Partial<ParamsOf<P>>,
    report: Report<keyof (P & M) & string>,
    mount: Partial<ParamsOf<M>> | null,
  ): void;
}

export interface KindDefinition<T = unknown, P extends ParamSpecs = ParamSpecs, M extends ParamSpecs = ParamSpecs>
  extends KindInput<P, M> {
  readonly definition: "kind";
  /** For the type checker only; never set. */
  readonly creates?: T;
}

export interface ModelInput<
  T,
  P extends ParamSpecs,
  M extends ParamSpecs,
  Reads extends readonly (keyof P & string)[],
  Own extends ParamSpecs,
> extends Declarations {
  readonly model: string;
  readonly doc: string;
  /**
   * Parameters of the kind that it reads, by their names in the file. Default: none. A file without a type
   * checker may also name parameters that another model of the kind declares.
   */
  readonly reads?: Reads;
  /** Parameters of its own, all of which it reads. */
  readonly params?: Own;
  /** The model that is taken where neither file nor scenario chooses. */
  readonly default?: boolean;
  check?(params: ParamsOf<Pick<P, Reads[number]> & Own>, report: Report<Reads[number] | (keyof Own & string)>): void;
  create(params: ParamsOf<Pick<P, Reads[number]> & Own>, component: Component<P & Own, M>, make: MakeChild): T;
}

export interface ModelDefinition<T = unknown> extends Declarations {
  readonly definition: "model";
  readonly kind: string;
  readonly model: string;
  readonly doc: string;
  /** Of the kind's parameters, or of other models'; what it reads in all is KindEntry.readsOf. */
  readonly reads?: readonly string[];
  readonly params?: ParamSpecs;
  readonly default?: boolean;
  check?(params: ParamsOf<ParamSpecs>, report: Report): void;
  create(params: ParamsOf<ParamSpecs>, component: Component, make: MakeChild): T;
}

/** Children that a room adds to a kind of a room below it: the vehicle's software, its sensors, its modems. */
export interface ChildrenDefinition {
  readonly definition: "children";
  readonly kind: string;
  readonly children: Readonly<Record<string, ChildSpec>>;
}

export type Definition = KindDefinition | ModelDefinition | ChildrenDefinition;

/** Called twice, since TypeScript infers either all type arguments or none: T is given, the rest inferred. */
export function defineKind<T = unknown>() {
  return <const P extends ParamSpecs, const M extends ParamSpecs = NoSpecs>(
    input: KindInput<P, M>,
  ): KindDefinition<T, P, M> => deepFreeze({ ...input, definition: "kind" as const });
}

export function defineModel<
  T,
  P extends ParamSpecs,
  M extends ParamSpecs,
  const Reads extends readonly (keyof P & string)[] = readonly [],
  const Own extends ParamSpecs = NoSpecs,
>(kind: KindDefinition<T, P, M>, input: ModelInput<T, P, M, Reads, Own>): ModelDefinition<T> {
  const definition = { ...input, definition: "model" as const, kind: kind.kind };
  return deepFreeze(definition as unknown as ModelDefinition<T>);
}

export function defineChildren(kind: string, children: Readonly<Record<string, ChildSpec>>): ChildrenDefinition {
  return deepFreeze({ definition: "children" as const, kind, children: { ...children } });
}

/** The files of users get these definitions, and must not be able to change the ones that ship. */
function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
