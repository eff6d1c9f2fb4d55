/**
 * A kind of device and the models of it are two things. The kind says what a file may contain; each model says which
 * of that it reads and how to make the thing that simulates it. All models of a kind make the same interface T, so a
 * scenario can pick a coarse or a fine one for the same file.
 *
 *   export const thruster = defineKind<ThrusterModel>()({ kind: "thruster", doc: "…", params: { … } });
 *   export const propeller = defineModel(thruster, { model: "propeller", doc: "…", reads: ["diameter_m"], create });
 *
 * Definitions are frozen data; Definitions.create puts a list of them together and checks them. Nothing registers
 * itself.
 */
import type { Component } from "./component.ts";
import type { ParamSpecs, ParamsOf } from "./parameter.ts";

/** Tells what is wrong with a parameter, by its name in the file. The message is one sentence without a full stop. */
export type Report<Name extends string = string> = (
  name: Name,
  message: string,
  detail?: { readonly allowed?: string; readonly hint?: string },
) => void;

export interface ChildSpec {
  /** The kind of the child; the name of the element where nothing is said. */
  readonly kind?: string;
  readonly doc: string;
  /** 0 where nothing is said. */
  readonly min?: number;
  /** Any number where nothing is said. */
  readonly max?: number;
  /** Where there is none in the file, there is one with its defaults. For kinds with an optional id that need nothing. */
  readonly implied?: boolean;
}

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
  /** False for kinds whose values need no source, such as a scenario. True where nothing is said. */
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
> {
  readonly model: string;
  readonly doc: string;
  /** Names as in the file. */
  readonly reads: Reads;
  /** The model that is taken where neither file nor scenario chooses. */
  readonly default?: boolean;
  check?(params: ParamsOf<Pick<P, Reads[number]>>, report: Report<Reads[number]>): void;
  create(params: ParamsOf<Pick<P, Reads[number]>>, component: Component<P, M>): T;
}

export interface ModelDefinition<T = unknown> {
  readonly definition: "model";
  readonly kind: string;
  readonly model: string;
  readonly doc: string;
  readonly reads: readonly string[];
  readonly default?: boolean;
  check?(params: ParamsOf<ParamSpecs>, report: Report): void;
  create(params: ParamsOf<ParamSpecs>, component: Component): T;
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
  const Reads extends readonly (keyof P & string)[],
>(kind: KindDefinition<T, P, M>, input: ModelInput<T, P, M, Reads>): ModelDefinition<T> {
  const definition = { ...input, definition: "model" as const, kind: kind.kind };
  return deepFreeze(definition as unknown as ModelDefinition<T>);
}

export function defineChildren(kind: string, children: Readonly<Record<string, ChildSpec>>): ChildrenDefinition {
  return deepFreeze({ definition: "children" as const, kind, children: { ...children } });
}

/** Definitions are handed to the files of users, who must not be able to change the ones that ship. */
function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
