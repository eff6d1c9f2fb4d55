/**
 * Parameter specs: what a number, word or list in a component file is called, may be and means.
 *
 * A spec is the only source of the reader, the schema, the reference page and the form in the workbench. It is plain
 * data, so a kind may come from a user's own folder. `ParamsOf<typeof params>` is the record that models get:
 *
 *   { diameter_m: { doc: "…" }, tilt_deg: { doc: "…" }, blades: { type: "integer", optional: true, doc: "…" } }
 *   → { readonly diameter_m: number; readonly tilt_rad: number; readonly blades: number | undefined }
 */
import { type Plausible, plausibleBounds, plausibleFor } from "./plausible.ts";
import type { Projections } from "./reader.ts";
import { splitName, type Unit, unitOf } from "./units.ts";

interface CommonSpec<T> {
  readonly doc: string;
  /** Taken where the file gives no value. */
  readonly default?: T;
  /** May be left out, and is then undefined. Without it and without a default, a parameter is required. */
  readonly optional?: boolean;
  /** Where it is not given, the value of that name that the element around it gives, if it gives one. */
  readonly inherited?: boolean;
  /** A plausible value, for the example in the manual. */
  readonly example?: T;
}

interface Bounds {
  /** Smallest and largest allowed value. */
  readonly min?: number;
  readonly max?: number;
  /** The value must be above, or below, this. */
  readonly above?: number;
  readonly below?: number;
}

export interface RealSpec extends CommonSpec<number>, Bounds {
  readonly type?: "real";
  /** Where the name ends in no unit: "1" for a ratio, or any other unit in words. */
  readonly unit?: string;
  readonly oneOf?: readonly number[];
}

export interface IntegerSpec extends CommonSpec<number>, Bounds {
  readonly type: "integer";
  readonly unit?: string;
  readonly oneOf?: readonly number[];
}

export interface BooleanSpec extends CommonSpec<boolean> {
  readonly type: "boolean";
}

export interface ChoiceSpec extends CommonSpec<string> {
  readonly type: "choice";
  readonly choices: readonly string[];
}

export interface TextSpec extends CommonSpec<string> {
  readonly type: "text";
}

/** A list of numbers, separated by white space in the file. Bounds are those of each number. */
export interface RealsSpec extends CommonSpec<readonly number[]>, Bounds {
  readonly type: "reals";
  readonly unit?: string;
  readonly length?: number;
  /** Default: 1. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Each number must be above the one before it. */
  readonly increasing?: boolean;
}

/** A list of words, separated by white space in the file. */
export interface WordsSpec extends CommonSpec<readonly string[]> {
  readonly type: "words";
  /** The words that may occur. Default: any. */
  readonly choices?: readonly string[];
  /** Default: 1. */
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A file beside the one that names it: a map, a mesh. Models get its bytes. */
export interface FileSpec extends CommonSpec<string> {
  readonly type: "file";
  /** What its name ends in, such as ".mission". A file of another name is not read, and no message quotes it. Default: anything. */
  readonly ending?: string;
}

/** What models get for a file. */
export interface FileValue {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The bytes of the file of this name with another ending, such as "prj"; null where there is none. It belongs to the input like this one. */
  readonly beside?: (ending: string) => Uint8Array | null;
  /** As passed in with the reader. */
  readonly projections?: Projections;
}

export type ParamSpec = RealSpec | IntegerSpec | BooleanSpec | ChoiceSpec | TextSpec | RealsSpec | WordsSpec | FileSpec;
export type ParamSpecs = Readonly<Record<string, ParamSpec>>;
export type ParamType = "real" | "integer" | "boolean" | "choice" | "text" | "reals" | "words" | "file";
export type ParamValue = number | boolean | string | readonly number[] | readonly string[];

/** What models get for any parameter. */
export type HandedValue = ParamValue | FileValue;

/** The name under which a model gets a parameter: degrees become radians. */
export type HandedName<K extends string> = K extends `${infer Stem}_deg`
  ? `${Stem}_rad`
  : K extends `${infer Stem}_degps`
    ? `${Stem}_radps`
    : K extends `${infer Stem}_degps2`
      ? `${Stem}_radps2`
      : K extends `${infer Stem}_degpsprtHz`
        ? `${Stem}_radpsprtHz`
        : K extends `${infer Stem}_degpsprts`
          ? `${Stem}_radpsprts`
          : K;

type ValueOf<S> = S extends { readonly type: "boolean" }
  ? boolean
  : S extends { readonly type: "choice"; readonly choices: readonly (infer C)[] }
    ? C
    : S extends { readonly type: "text" }
      ? string
      : S extends { readonly type: "reals" }
        ? readonly number[]
        : S extends { readonly type: "words" }
          ? readonly string[]
          : S extends { readonly type: "file" }
            ? FileValue
            : number;

type AbsentOf<S> = S extends { readonly optional: true } ? undefined : never;

/** What models get for a set of specs. */
export type ParamsOf<P extends ParamSpecs> = {
  readonly [K in keyof P & string as HandedName<K>]: ValueOf<P[K]> | AbsentOf<P[K]>;
};

/** Any spec, seen as one that may have every property. */
type WideSpec = Omit<
  Partial<RealSpec & Omit<RealsSpec, "type"> & Omit<ChoiceSpec, "type">>,
  "type" | "default" | "example"
>;

/** A spec with everything that follows from it, ready for reader and generators. */
export interface Parameter {
  /** As in the file. */
  readonly name: string;
  /** As passed to models. */
  readonly key: string;
  readonly role: "param" | "mount";
  readonly type: ParamType;
  readonly spec: ParamSpec;
  readonly doc: string;
  /** The unit of the suffix, where the name ends in one. */
  readonly unit: Unit | null;
  /** The unit for the reader's eye: "m", "°", "1", or null for what has none. */
  readonly unitSymbol: string | null;
  /** Neither optional nor with a default. */
  readonly required: boolean;
  /** Taken from the element around it where it is not given. */
  readonly inherited: boolean;
  /** As in the file, before conversion; undefined without default. */
  readonly default: ParamValue | undefined;
  readonly example: ParamValue | undefined;
  /** As the spec states them. */
  readonly bounds: Bounds;
  /** The same, completed by what is plausible for the unit: what reader and schema hold values to. */
  readonly limits: Bounds;
  /** Where it completes the bounds; null for what is not a real number, or one of a few. */
  readonly plausible: Plausible | null;
  readonly oneOf: readonly number[] | null;
  readonly choices: readonly string[] | null;
  /** Allowed counts of a list; 1 to 1 for everything else. */
  readonly fewest: number;
  readonly most: number;
  readonly increasing: boolean;
  /** value for models = value in the file · toHanded */
  readonly toHanded: number;
}

/** A spec that has passed its checks, see spec-check. */
export function compileParameter(name: string, spec: ParamSpec, role: "param" | "mount"): Parameter {
  const type = spec.type ?? "real";
  const numeric = type === "real" || type === "integer" || type === "reals";
  const { stem, suffix } = splitName(name);
  const suffixUnit = numeric ? unitOf(suffix) : undefined;
  const unit = suffixUnit?.accepted === true ? suffixUnit : null;
  const converted = unit !== null && unit.handedAs !== null && type !== "integer";
  const given: WideSpec = spec;
  const { min, max, above, below } = given;
  const list = type === "reals" || type === "words";
  const bounds = Object.freeze({
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(above === undefined ? {} : { above }),
    ...(below === undefined ? {} : { below }),
  });
  const bounded = (type === "real" || type === "reals") && given.oneOf === undefined;
  const plausible = bounded ? plausibleFor(name, given.unit) : null;
  return Object.freeze({
    name,
    key: converted ? `${stem}_${unit.handedAs}` : name,
    role,
    type,
    spec,
    doc: spec.doc,
    unit,
    unitSymbol: given.unit ?? unit?.symbol ?? (numeric && type === "integer" ? "1" : null),
    required: spec.default === undefined && spec.optional !== true,
    inherited: spec.inherited ?? false,
    default: spec.default,
    example: spec.example,
    bounds,
    limits: plausible === null ? bounds : Object.freeze(plausibleBounds(bounds, plausible)),
    plausible,
    oneOf: given.oneOf ?? null,
    choices: given.choices ?? null,
    fewest: list ? (given.length ?? given.minLength ?? 1) : 1,
    most: list ? (given.length ?? given.maxLength ?? Number.POSITIVE_INFINITY) : 1,
    increasing: given.increasing ?? false,
    toHanded: converted ? unit.factor : 1,
  });
}

/** The value that models get, frozen. */
export function handed(parameter: Parameter, value: ParamValue): ParamValue {
  if (typeof value === "number") return value * parameter.toHanded;
  if (parameter.type !== "reals") return value;
  return Object.freeze((value as readonly number[]).map((x) => x * parameter.toHanded));
}

/** "at least 0.001, below 5", "one of: 1, -1", "" when anything goes. */
export function describeRange(parameter: Parameter): string {
  const { min, max, above, below } = parameter.bounds;
  const parts: string[] = [];
  if (parameter.oneOf !== null) parts.push(`one of: ${parameter.oneOf.join(", ")}`);
  if (parameter.choices !== null) parts.push(`one of: ${parameter.choices.join(", ")}`);
  if (parameter.type === "boolean") parts.push("true or false");
  if (min !== undefined) parts.push(`at least ${min}`);
  if (above !== undefined) parts.push(`above ${above}`);
  if (max !== undefined) parts.push(`at most ${max}`);
  if (below !== undefined) parts.push(`below ${below}`);
  if (parameter.increasing) parts.push("increasing");
  return parts.join(", ");
}

/** "3 numbers", "1 or more numbers", "an integer" … */
export function describeType(parameter: Parameter): string {
  switch (parameter.type) {
    case "real":
      return "number";
    case "integer":
      return "integer";
    case "boolean":
      return "boolean";
    case "choice":
      return "choice";
    case "text":
      return "text";
    case "reals":
      return `${describeCount(parameter)} numbers`;
    case "words":
      return `${describeCount(parameter)} words`;
    case "file":
      return endingOf(parameter) === undefined ? "file" : `${endingOf(parameter)} file`;
  }
}

/** What the name of a file must end in; undefined for anything. */
export function endingOf({ spec }: Parameter): string | undefined {
  return spec.type === "file" ? spec.ending : undefined;
}

export function describeCount(parameter: Parameter): string {
  const { fewest, most } = parameter;
  if (fewest === most) return String(fewest);
  return most === Number.POSITIVE_INFINITY ? `${fewest} or more` : `${fewest} to ${most}`;
}

/** A value as it would be written in a file. */
export function writeValue(value: ParamValue): string {
  return Array.isArray(value) ? value.join(" ") : String(value);
}
