/**
 * Within a kind one parameter name has one unit and one meaning, whichever of its models declare it: a file may hold
 * parameters of several models, and a scenario picks the model afterwards.
 */
import { quoted } from "./codes.ts";
import type { Parameter, ParamSpec } from "./parameter.ts";

/** Who declares a parameter: a kind or one of its models, and the file it came from, where that is known. */
export interface Declarer {
  /** "thruster" for a kind, 'thruster model "static"' for a model. */
  readonly name: string;
  readonly file: string | undefined;
}

export interface Clash {
  /** "spec": one name with two specs. "key": two parameters that models, or files, would know by one name. */
  readonly between: "spec" | "key";
  readonly message: string;
  /** Who declared it first. */
  readonly first: Declarer;
}

export class ParameterNames {
  readonly #kind: string;
  readonly #byName = new Map<string, { parameter: Parameter; by: Declarer }>();
  readonly #byKey = new Map<string, { parameter: Parameter; by: Declarer }>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Takes a parameter in, or says what it clashes with; the first declarer keeps the name. */
  declare(parameter: Parameter, by: Declarer): Clash | null {
    const named = this.#byName.get(parameter.name);
    if (named !== undefined && named.parameter.role === "param" && named.by.name !== by.name) {
      if (named.parameter.spec === parameter.spec) return null;
      const differing = differences(named.parameter.spec, parameter.spec);
      if (differing.length === 0) return null;
      const message =
        `${this.#kind} parameter ${quoted(parameter.name)} is declared by ${placed(named.by)} and by ${placed(by)} ` +
        `with different specs: ${differing.join(", ")}`;
      return { between: "spec", message, first: named.by };
    }
    const other = this.#byKey.get(parameter.key);
    if (other !== undefined) {
      const where = other.by.name === by.name ? "" : ` of ${placed(other.by)}`;
      const own = other.by.name === by.name ? "" : ` of ${placed(by)}`;
      const message =
        `${this.#kind} parameters ${quoted(other.parameter.name)}${where} and ${quoted(parameter.name)}${own} ` +
        "are passed to models under one name";
      return { between: "key", message, first: other.by };
    }
    this.#byName.set(parameter.name, { parameter, by });
    this.#byKey.set(parameter.key, { parameter, by });
    return null;
  }
}

function placed(by: Declarer): string {
  return by.file === undefined ? by.name : `${by.name} (${by.file})`;
}

/** The properties in which two specs differ, with both values: "min 0 and 1". Empty where they are equal. */
export function differences(a: ParamSpec, b: ParamSpec): string[] {
  const first = shape(a);
  const second = shape(b);
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((name) => first.get(name) !== second.get(name))
    .map((name) => `${name} ${first.get(name) ?? "(none)"} and ${second.get(name) ?? "(none)"}`);
}

/** The properties that a spec gives, in the form in which they are compared. Specs are plain data. */
function shape(spec: ParamSpec): Map<string, string> {
  const given = Object.entries({ type: "real", ...spec }).filter(([, value]) => value !== undefined);
  return new Map(given.map(([name, value]) => [name, JSON.stringify(value)]));
}
