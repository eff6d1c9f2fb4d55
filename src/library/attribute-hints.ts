/**
 * An attribute that the kind does not have: what was probably meant. A right name with a wrong or missing unit is so
 * common that it has its own code, and the conversion is done for the author.
 */
import { asQuestion, codedDiagnostic, type Diagnostic, nearest } from "../core/index.ts";
import { codes, quoted } from "./codes.ts";
import type { KindEntry } from "./kind-entry.ts";
import type { Parameter } from "./parameter.ts";
import { convert, splitName, unitOf } from "./units.ts";
import type { XmlAttribute, XmlElement } from "./xml/index.ts";

/** Values longer than this are not written out again in a hint. */
const LONGEST_WRITTEN = 64;

export interface UnknownAttribute {
  readonly diagnostic: Diagnostic;
  /** The name that was probably meant; it should not be called missing as well. */
  readonly meant: string | undefined;
}

export function unknownAttribute(
  kind: KindEntry,
  attribute: XmlAttribute,
  element: XmlElement,
  atRoot: boolean,
): UnknownAttribute {
  const { name } = attribute;
  const { stem, suffix } = splitName(name);
  for (const parameter of [...kind.params.values(), ...kind.mount.values()]) {
    const own = splitName(parameter.name);
    if (parameter.unit === null || own.stem === parameter.name) continue;
    const unitless = name === own.stem;
    if (unitless || (stem === own.stem && unitOf(suffix) !== undefined)) {
      return { diagnostic: wrongUnit(parameter, attribute, unitless ? null : suffix), meant: parameter.name };
    }
  }
  const names = ["id", "model", ...(atRoot ? [] : ["file", ...kind.mount.keys()]), ...kind.params.keys()];
  const meant = nearest(name, names);
  const detail = { seen: name.slice(0, 200), allowed: names.join(", "), hint: asQuestion(meant) };
  const message = `unknown attribute ${quoted(name)} of <${element.name}>`;
  return { diagnostic: codedDiagnostic(codes.unknownAttribute, attribute.nameRange, message, detail), meant };
}

function wrongUnit(parameter: Parameter, attribute: XmlAttribute, suffix: string | null): Diagnostic {
  const words = parameter.unit?.words ?? "";
  const message =
    suffix === null
      ? `attribute ${quoted(attribute.name)} has no unit: this parameter is ${parameter.name}, in ${words}`
      : `attribute ${quoted(attribute.name)} has the wrong unit: this parameter is ${parameter.name}, in ${words}`;
  const value = suffix === null ? attribute.value.trim() : converted(parameter, attribute.value, suffix);
  const hint = value === undefined ? `give ${parameter.name}, in ${words}` : `write ${parameter.name}="${value}"`;
  return codedDiagnostic(codes.wrongUnit, attribute.nameRange, message, {
    seen: attribute.name.slice(0, 200),
    allowed: parameter.name,
    hint: value !== undefined && value.length > LONGEST_WRITTEN ? `write ${parameter.name}` : hint,
  });
}

/** The value or values in the parameter's unit; undefined where they are not numbers or not of the same family. */
function converted(parameter: Parameter, value: string, suffix: string): string | undefined {
  const from = unitOf(suffix);
  const to = parameter.unit;
  if (from === undefined || to === null || value.trim() === "" || value.length > 1000) return undefined;
  const values = value
    .trim()
    .split(/\s+/)
    .map((x) => convert(Number(x), from, to));
  return values.every((x) => x !== undefined && Number.isFinite(x)) ? values.join(" ") : undefined;
}
