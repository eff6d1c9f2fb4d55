/**
 * Are the definitions themselves in order? They may come from a user's folder, written without a type checker, so
 * nothing about their shape is taken for granted and nothing here throws.
 */
import { didYouMean } from "../core/index.ts";
import { type CodeEntry, codes, quoted } from "./codes.ts";
import { compileParameter, type Parameter, type ParamSpec } from "./parameter.ts";
import { problemOfValue } from "./parameter-value.ts";
import { splitName, unitOf } from "./units.ts";

export type Blame = (entry: CodeEntry, message: string, hint?: string) => void;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Names of kinds, models and parameters: one word of letters and digits, for parameters with a unit behind "_". */
export const KIND_NAME = /^[A-Za-z][A-Za-z0-9]*$/;
export const MODEL_NAME = /^[A-Za-z][A-Za-z0-9.-]*$/;
const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/;
/** Attributes and elements that every component has. */
const RESERVED_ATTRIBUTES = ["id", "model", "file", "xmlns"];
export const RESERVED_ELEMENTS = ["doc", "provenance"];

const COMMON = ["type", "doc", "default", "optional", "inherited", "example"];
const BOUNDS = ["min", "max", "above", "below"];
const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  real: [...COMMON, ...BOUNDS, "unit", "oneOf"],
  integer: [...COMMON, ...BOUNDS, "unit", "oneOf"],
  boolean: COMMON,
  choice: [...COMMON, "choices"],
  text: COMMON,
  reals: [...COMMON, ...BOUNDS, "unit", "length", "minLength", "maxLength", "increasing"],
  words: [...COMMON, "choices", "minLength", "maxLength"],
  file: [...COMMON, "ending"],
};

export function checkProperties(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  what: string,
  blame: Blame,
): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    blame(codes.unknownProperty, `${what}: unknown property ${quoted(name)}`, didYouMean(name, known));
  }
}

export function checkDoc(value: Readonly<Record<string, unknown>>, what: string, blame: Blame): void {
  if (typeof value.doc !== "string" || value.doc.trim() === "") blame(codes.noDoc, `${what} has no doc`);
}

/**
 * All parameters of a kind or a model that are in order; the others are reported. `of` names the definition, as a
 * whole and before the word "parameter".
 */
export function checkParameters(
  specs: unknown,
  role: "param" | "mount",
  of: { readonly whole: string; readonly each: string },
  blame: Blame,
): Parameter[] {
  if (!isRecord(specs)) {
    blame(codes.notADefinition, `${of.whole}: "${role === "param" ? "params" : "mount"}" must be an object`);
    return [];
  }
  const parameters: Parameter[] = [];
  for (const [name, spec] of Object.entries(specs)) {
    let faults = 0;
    const parameter = checkParameter(name, spec, role, `${of.each} parameter ${quoted(name)}`, (...told) => {
      faults++;
      blame(...told);
    });
    if (parameter !== null && faults === 0) parameters.push(parameter);
  }
  return parameters;
}

function checkParameter(
  name: string,
  spec: unknown,
  role: "param" | "mount",
  what: string,
  blame: Blame,
): Parameter | null {
  if (!PARAMETER_NAME.test(name) || RESERVED_ATTRIBUTES.includes(name)) {
    blame(codes.badName, `${what} ${PARAMETER_NAME.test(name) ? "has a reserved name" : "is not a name"}`);
    return null;
  }
  if (!isRecord(spec)) {
    blame(codes.notADefinition, `${what} must be an object`);
    return null;
  }
  const type = spec.type ?? "real";
  const known = typeof type === "string" && Object.hasOwn(PROPERTIES, type) ? PROPERTIES[type] : undefined;
  if (known === undefined) {
    blame(
      codes.badSpec,
      `${what} has the unknown type ${quoted(String(type))}; known: ${Object.keys(PROPERTIES).join(", ")}`,
    );
    return null;
  }
  checkProperties(spec, known, what, blame);
  checkDoc(spec, what, blame);
  const fault = shapeFault(spec, String(type));
  if (fault !== undefined) {
    blame(codes.badSpec, `${what}: ${fault}`);
    return null;
  }
  checkUnit(name, spec as unknown as ParamSpec, what, blame);
  const parameter = compileParameter(name, spec as unknown as ParamSpec, role);
  const contradiction = contradictionIn(parameter);
  if (contradiction !== undefined) blame(codes.badSpec, `${what}: ${contradiction}`);
  return parameter;
}

/** Whether each property has the type that it must have. */
function shapeFault(spec: Readonly<Record<string, unknown>>, type: string): string | undefined {
  const numbers = (value: unknown): boolean => Array.isArray(value) && value.every(Number.isFinite);
  for (const name of BOUNDS) {
    if (spec[name] !== undefined && !Number.isFinite(spec[name])) return `${name} must be a finite number`;
  }
  for (const name of ["length", "minLength", "maxLength"]) {
    const value = spec[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && (value as number) >= 0)) {
      return `${name} must be a count`;
    }
  }
  for (const name of ["optional", "inherited", "increasing"]) {
    if (spec[name] !== undefined && typeof spec[name] !== "boolean") return `${name} must be true or false`;
  }
  if (spec.unit !== undefined && (typeof spec.unit !== "string" || spec.unit === "")) return "unit must be a text";
  if (spec.ending !== undefined && !(typeof spec.ending === "string" && /^\.\S+$/.test(spec.ending))) {
    return 'ending must be a text that begins with "."';
  }
  if (spec.oneOf !== undefined && !(numbers(spec.oneOf) && (spec.oneOf as unknown[]).length > 0)) {
    return "oneOf must be a list of numbers";
  }
  if (type === "choice" || (type === "words" && spec.choices !== undefined)) {
    const { choices } = spec;
    // A choice with outer white space could never be met: values are trimmed, and lists are split at it.
    const pattern = type === "choice" ? /^\S+( \S+)*$/ : /^\S+$/;
    const fine = (x: unknown): boolean => typeof x === "string" && pattern.test(x) && x !== "?";
    if (!Array.isArray(choices) || choices.length === 0 || !choices.every(fine)) {
      return "choices must be a list of words";
    }
    if (new Set(choices).size < choices.length) return "choices has a word twice";
  }
  const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
    real: Number.isFinite,
    integer: Number.isSafeInteger,
    boolean: (value) => typeof value === "boolean",
    choice: (value) => typeof value === "string",
    text: (value) => typeof value === "string",
    reals: numbers,
    words: (value) => Array.isArray(value) && value.every((x) => typeof x === "string"),
    file: (value) => typeof value === "string",
  };
  for (const name of ["default", "example"]) {
    if (spec[name] !== undefined && !isOfType[type](spec[name])) return `${name} is not of type ${type}`;
  }
  return undefined;
}

function checkUnit(name: string, spec: ParamSpec, what: string, blame: Blame): void {
  const type = spec.type ?? "real";
  if (type !== "real" && type !== "reals" && type !== "integer") return;
  const unit = unitOf(splitName(name).suffix);
  if ("unit" in spec && spec.unit !== undefined) {
    // Two units for one number would leave a reader to guess.
    if (unit !== undefined && spec.unit !== unit.symbol) {
      blame(codes.badSpec, `${what}: unit ${quoted(spec.unit)} contradicts the suffix of its name`);
    }
    return;
  }
  if (type === "integer") {
    if (unit?.handedAs != null) blame(codes.badSpec, `${what}: an integer cannot be in ${unit.words}, use type real`);
    return;
  }
  if (unit === undefined) {
    blame(codes.noUnit, `${what} has no unit`, 'end the name in a unit such as "_m", or say unit: "1" for a ratio');
  } else if (!unit.accepted) {
    blame(codes.noUnit, `${what} is in ${unit.words}`, "parameters are in SI units; degrees are the exception");
  }
}

function contradictionIn(parameter: Parameter): string | undefined {
  const { min, max, above, below } = parameter.bounds;
  const { spec } = parameter;
  if (min !== undefined && above !== undefined) return "min and above are both given";
  if (max !== undefined && below !== undefined) return "max and below are both given";
  const low = min ?? above ?? Number.NEGATIVE_INFINITY;
  const high = max ?? below ?? Number.POSITIVE_INFINITY;
  const open = above !== undefined || below !== undefined;
  if (low > high || (open && low >= high)) return `no value is between ${low} and ${high}`;
  if ("length" in spec && spec.length !== undefined && ("minLength" in spec || "maxLength" in spec)) {
    return "length and minLength or maxLength are both given";
  }
  if (parameter.fewest > parameter.most) return `minLength ${parameter.fewest} is above maxLength ${parameter.most}`;
  if (spec.default !== undefined && spec.optional === true) return "a parameter with a default is never absent";
  for (const name of ["default", "example"] as const) {
    const value = parameter[name];
    const fault = value === undefined ? undefined : problemOfValue(parameter, value);
    if (fault !== undefined) return `its ${name} is not allowed: ${fault}`;
  }
  return undefined;
}
