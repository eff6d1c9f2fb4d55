/**
 * One value: from the text in a file to a number, word or list, or to what is wrong with it.
 *
 * Numbers are written with a point and perhaps an exponent: 0.2, -1.5e-3, +4, .5, 7. (so the schema's pattern says,
 * too). What people write instead (0.2m, 20 cm, 1,5, INF) gets a hint with the conversion done.
 */
import { didYouMean } from "../core/index.ts";
import { type CodeEntry, codes, quoted } from "./codes.ts";
import { describeCount, describeRange, type Parameter, type ParamValue, writeValue } from "./parameter.ts";
import { shortNumber } from "./plausible.ts";
import { convert, unitWritten } from "./units.ts";
import { trimSpace } from "./xml/index.ts";

export interface ValueProblem {
  readonly entry: CodeEntry;
  readonly message: string;
  readonly allowed?: string | undefined;
  readonly hint?: string | undefined;
  /** The offending stretch of the text, where it is not all of it. */
  readonly part?: readonly [number, number];
}

export type ValueResult =
  | { readonly value: ParamValue; readonly problem?: undefined }
  | { readonly problem: ValueProblem; readonly value?: undefined };

/** The syntax of a number; the schema uses the same words in its own dialect. */
export const NUMBER = "[+\\-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+\\-]?[0-9]+)?";
export const INTEGER = "[+\\-]?[0-9]+";

const numberAlone = new RegExp(`^${NUMBER}$`);
const integerAlone = new RegExp(`^${INTEGER}$`);
const numberFirst = new RegExp(`^${NUMBER}`);
const NOT_FINITE = /^[+-]?(inf(inity)?|nan)$/i;

export function readValue(parameter: Parameter, text: string): ValueResult {
  const { name } = parameter;
  // A text is taken as it stands, so it is compared as it stands.
  if ((parameter.type === "text" ? text : trimSpace(text)) === "?") {
    const allowed = allowedFor(parameter);
    return { problem: { entry: codes.notFilledIn, message: `${name} is not filled in: ${allowed}`, allowed } };
  }
  switch (parameter.type) {
    case "text":
      return { value: text };
    case "boolean":
      return readBoolean(parameter, trimSpace(text));
    case "choice":
      return readChoice(parameter, trimSpace(text));
    case "integer":
    case "real":
      return readNumber(parameter, trimSpace(text), name);
    case "reals":
      return readList(parameter, text);
    case "words":
      return readWords(parameter, text);
    case "file":
      return readFileName(parameter, trimSpace(text));
  }
}

/** The name alone; whether there is such a file, the loader sees. */
function readFileName(parameter: Parameter, text: string): ValueResult {
  if (text !== "") return { value: text };
  const message = `${parameter.name} is empty`;
  return { problem: { entry: codes.emptyReference, message, allowed: "the name of a file" } };
}

function readBoolean(parameter: Parameter, text: string): ValueResult {
  if (text === "true" || text === "false") return { value: text === "true" };
  const guess = /^(1|yes|on|true)$/i.test(text) ? "true" : /^(0|no|off|false)$/i.test(text) ? "false" : undefined;
  const hint = guess === undefined ? undefined : `write "${guess}"`;
  const message = `${parameter.name} = ${quoted(text)} is neither true nor false`;
  return { problem: { entry: codes.wrongType, message, allowed: "true, false", hint } };
}

function readChoice(parameter: Parameter, text: string): ValueResult {
  const choices = parameter.choices ?? [];
  if (choices.includes(text)) return { value: text };
  const hint = didYouMean(text, choices);
  const allowed = choices.join(", ");
  const message = `${parameter.name} = ${quoted(text)} is not one of: ${allowed}`;
  return { problem: { entry: codes.notOneOf, message, allowed, hint } };
}

/** One number, and whether it is allowed. The label is the parameter's name, or "position_m value 2" in a list. */
function readNumber(parameter: Parameter, text: string, label: string): ValueResult {
  const integer = parameter.type === "integer";
  if (!(integer ? integerAlone : numberAlone).test(text)) return { problem: notANumber(parameter, text, label) };
  // Adding 0 turns -0 into 0: -0 in a file never means a direction.
  const value = Number(text) + 0;
  if (!Number.isFinite(value)) {
    return {
      problem: { entry: codes.notFinite, message: `${label} = ${quoted(text)} is too large to be represented` },
    };
  }
  if (integer && !Number.isSafeInteger(value)) {
    const message = `${label} = ${quoted(text)} is too large for an exact integer`;
    return { problem: { entry: codes.notFinite, message, allowed: `at most ${Number.MAX_SAFE_INTEGER}` } };
  }
  const problem = rangeProblem(parameter, value, label, text);
  return problem === undefined ? { value } : { problem };
}

function notANumber(parameter: Parameter, text: string, label: string): ValueProblem {
  const seen = quoted(text);
  if (NOT_FINITE.test(text)) return { entry: codes.notFinite, message: `${label} = ${seen} is not finite` };
  if (parameter.type === "integer" && numberAlone.test(text)) {
    const value = Number(text);
    const hint = Number.isSafeInteger(value) ? `write "${value}"` : undefined;
    return { entry: codes.wrongType, message: `${label} = ${text.slice(0, 60)} is not an integer`, hint };
  }
  const allowed = allowedFor(parameter);
  const message = text === "" ? `${label} is empty: ${allowed}` : `${label} = ${seen} is not a number`;
  return { entry: codes.notANumber, message, allowed, hint: numberHint(parameter, text) };
}

/** What was probably meant by something that begins like a number. */
function numberHint(parameter: Parameter, text: string): string | undefined {
  if (text.length > 64) return undefined;
  const comma = /^([+-]?[0-9]+),([0-9]+)$/.exec(text);
  if (comma !== null) return `write "${comma[1]}.${comma[2]}", with a decimal point`;
  if (/^−/.test(text)) return 'write "-" for minus';
  if (/^[+-]?[0-9]{1,3}([ '\u00a0\u202f_][0-9]{3})+$/.test(text)) {
    return `write "${text.replace(/[^0-9+-]/g, "")}", without separators`;
  }
  const number = numberFirst.exec(text)?.[0];
  if (number === undefined) return undefined;
  const rest = text.slice(number.length).trim();
  const written = unitWritten(rest);
  // A guess at the number is made only where a word follows it: "1/2" does not mean 1, nor "0x1" 0.
  if (written === undefined || parameter.unit === null) {
    return /^\p{L}+$/u.test(rest) && /\s/.test(text) ? `only the number: "${number}"` : undefined;
  }
  const converted = convert(Number(number), written, parameter.unit);
  if (converted === undefined) return `${parameter.name} is in ${parameter.unit.words}, not in ${written.words}`;
  return `the unit is in the name; write ${parameter.name}="${converted}"`;
}

function rangeProblem(parameter: Parameter, value: number, label: string, text: string): ValueProblem | undefined {
  const { min, max, above, below } = parameter.bounds;
  const allowed = describeRange(parameter);
  const out = (relation: string, bound: number): ValueProblem => {
    return { entry: codes.outOfRange, message: `${label} = ${text} ${relation} ${bound}`, allowed };
  };
  if (parameter.oneOf !== null && !parameter.oneOf.includes(value)) {
    const message = `${label} = ${text} is not one of: ${parameter.oneOf.join(", ")}`;
    return { entry: codes.notOneOf, message, allowed };
  }
  if (min !== undefined && value < min) return out("is below its minimum", min);
  if (max !== undefined && value > max) return out("is above its maximum", max);
  if (above !== undefined && value <= above) return out("is not above", above);
  if (below !== undefined && value >= below) return out("is not below", below);
  return implausible(parameter, value, label, text);
}

/** Inside what the spec states, but beyond what a number of this unit can be: a slip of the exponent, or of the unit. */
function implausible(parameter: Parameter, value: number, label: string, text: string): ValueProblem | undefined {
  const { limits, plausible, unitSymbol } = parameter;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = limits;
  if (plausible === null || (value >= min && value <= max)) return undefined;
  const unit = unitSymbol === null || unitSymbol === "1" ? "" : ` ${unitSymbol}`;
  const allowed = value > max ? `at most ${shortNumber(max)}${unit}` : `at least ${shortNumber(min)}${unit}`;
  const message = `${label} = ${text} is not plausible: ${allowed} can be computed with`;
  return { entry: codes.implausible, message, allowed, hint: `${plausible.why}; check exponent and unit` };
}

function readWords(parameter: Parameter, text: string): ValueResult {
  const words: string[] = [];
  const item = /[^ \t\r\n]+/g;
  for (let match = item.exec(text); match !== null; match = item.exec(text)) {
    const { problem } = parameter.choices === null ? {} : readChoice(parameter, match[0]);
    if (problem !== undefined) return { problem: { ...problem, part: [match.index, match.index + match[0].length] } };
    words.push(match[0]);
  }
  return countProblem(parameter, words.length) ?? { value: Object.freeze(words) };
}

function readList(parameter: Parameter, text: string): ValueResult {
  const values: number[] = [];
  const item = /[^ \t\r\n]+/g;
  let wrong: ValueProblem | undefined;
  let previous = Number.NEGATIVE_INFINITY;
  for (let match = item.exec(text); match !== null; match = item.exec(text)) {
    const count = values.length + 1;
    const part = [match.index, match.index + match[0].length] as const;
    const { value, problem } = readNumber(parameter, match[0], `${parameter.name} value ${count}`);
    if (problem !== undefined) {
      wrong = { ...problem, part };
    } else if (parameter.increasing && !((value as number) > previous)) {
      const message = `${parameter.name} must increase, but value ${count}, ${match[0]}, follows ${previous}`;
      wrong = { entry: codes.notIncreasing, message, allowed: "each value above the one before it", part };
    }
    if (typeof value !== "number" || wrong !== undefined) break;
    previous = value;
    values.push(value);
  }
  // The count comes last: "0.1, 0.2, 0.3" has commas rather than too few values.
  if (wrong !== undefined) return { problem: commaHint(parameter, text) ?? wrong };
  return countProblem(parameter, values.length) ?? { value: Object.freeze(values) };
}

function countProblem(parameter: Parameter, count: number): ValueResult | undefined {
  if (count >= parameter.fewest && count <= parameter.most) return undefined;
  const allowed = describeCount(parameter);
  const are = allowed === "1" ? "is" : "are";
  const message = `${parameter.name} has ${count} ${count === 1 ? "value" : "values"}; ${allowed} ${are} needed`;
  return { problem: { entry: codes.wrongCount, message, allowed } };
}

/** Lists written with commas or semicolons are one mistake, not one per value. */
function commaHint(parameter: Parameter, text: string): ValueProblem | undefined {
  if (text.length > 1000) return undefined;
  const plain = trimSpace(text).replace(/[ \t\r\n]*[,;][ \t\r\n]*/g, " ");
  if (plain === trimSpace(text) || !plain.split(" ").every((x) => numberAlone.test(x))) return undefined;
  const message = `${parameter.name} = ${quoted(text)} is not a list of numbers separated by white space`;
  return { entry: codes.notANumber, message, allowed: allowedFor(parameter), hint: `write "${plain}"` };
}

/** "a number in metres, at least 0.001". */
export function allowedFor(parameter: Parameter): string {
  const range = describeRange(parameter);
  const what = {
    real: "a number",
    integer: "an integer",
    boolean: "",
    choice: "",
    text: "a text",
    reals: `${describeCount(parameter)} numbers separated by white space`,
    words: `${describeCount(parameter)} words separated by white space`,
    file: "the name of a file",
  }[parameter.type];
  const unit = parameter.unit === null ? "" : ` in ${parameter.unit.words}`;
  return [`${what}${unit}`, range].filter((x) => x !== "").join(", ");
}

/** Whether a default or an example of the spec would itself be accepted. */
export function problemOfValue(parameter: Parameter, value: ParamValue): string | undefined {
  const { problem } = readValue(parameter, writeValue(value));
  return problem?.message;
}
