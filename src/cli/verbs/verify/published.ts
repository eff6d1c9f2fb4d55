/**
 * Published results about a mission, which a report shows beside its own: NAME.published.json.
 *
 *   {
 *     "source": "[Simon1996], section 5",
 *     "claims":  [{ "claim": "…", "published": "proved", "properties": ["LeakAlarms", "LeakSurfaces"] }],
 *     "numbers": [{ "what": "states", "published": "715", "of": "states" }],
 *     "views":   [{ "title": "Figure 7", "published": "…", "signals": ["A", "B"], "without": ["C"], "equivalence": "trace" }]
 *   }
 *
 * A claim is met where all its properties hold. Numbers are of the mission: statements, inputs, outputs, states, transitions.
 */
import { didYouMean } from "../../../core/index.ts";
import { type Equivalence, equivalences } from "../../../lts/index.ts";
import { CallError, withHint } from "../../io/outcome.ts";

export const NUMBERS = ["statements", "inputs", "outputs", "states", "transitions"] as const;
export type NumberOf = (typeof NUMBERS)[number];

export interface PublishedClaim {
  readonly claim: string;
  readonly published: string;
  readonly properties: readonly string[];
}

export interface PublishedView {
  readonly title: string;
  readonly published: string;
  readonly signals: readonly string[];
  readonly without: readonly string[];
  readonly equivalence: Equivalence;
}

export interface Published {
  readonly source: string;
  readonly claims: readonly PublishedClaim[];
  readonly numbers: readonly { readonly what: string; readonly published: string; readonly of: NumberOf }[];
  readonly views: readonly PublishedView[];
}

/** Throws a CallError that names the file and the place in it. */
export function readPublished(text: string, file: string): Published {
  const fields = new Fields(file);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new CallError(`${file} is not JSON: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  }
  const top = fields.object(parsed, "the file", ["source", "claims", "numbers", "views"]);
  return {
    source: fields.text(top.source, "source"),
    claims: fields.list(top.claims, "claims", (value, at) => {
      const claim = fields.object(value, at, ["claim", "published", "properties"]);
      const properties = fields.texts(claim.properties, `${at}.properties`);
      if (properties.length === 0) fields.wrong(`${at}.properties`, "one name at least");
      return {
        claim: fields.text(claim.claim, `${at}.claim`),
        published: fields.text(claim.published, `${at}.published`),
        properties,
      };
    }),
    numbers: fields.list(top.numbers, "numbers", (value, at) => {
      const number = fields.object(value, at, ["what", "published", "of"]);
      return {
        what: fields.text(number.what, `${at}.what`),
        published: fields.text(number.published, `${at}.published`),
        of: fields.oneOf(number.of, `${at}.of`, NUMBERS),
      };
    }),
    views: fields.list(top.views, "views", (value, at) => {
      const view = fields.object(value, at, ["title", "published", "signals", "without", "equivalence"]);
      return {
        title: fields.text(view.title, `${at}.title`),
        published: fields.text(view.published, `${at}.published`),
        signals: fields.texts(view.signals, `${at}.signals`),
        without: fields.texts(view.without, `${at}.without`),
        equivalence: fields.oneOf(view.equivalence, `${at}.equivalence`, equivalences),
      };
    }),
  };
}

/** Every claim is about properties that there are. */
export function checkClaims({ claims }: Published, known: readonly string[], file: string): void {
  for (const name of claims.flatMap((c) => c.properties)) {
    if (known.includes(name)) continue;
    const message = `${file} speaks of the property ${name}, which was not checked`;
    throw new CallError(withHint(message, didYouMean(name, known)));
  }
}

class Fields {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  wrong(at: string, allowed: string): never {
    throw new CallError(`${this.#file}: ${at} has a wrong value, or is missing; allowed: ${allowed}`);
  }

  object(value: unknown, at: string, names: readonly string[]): Record<string, unknown> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.wrong(at, "an object");
    const found = value as Record<string, unknown>;
    const strange = Object.keys(found).find((name) => !names.includes(name));
    if (strange !== undefined) this.wrong(`${strange} of ${at}`, names.join(", "));
    return Object.fromEntries(names.map((name) => [name, Object.hasOwn(found, name) ? found[name] : undefined]));
  }

  text(value: unknown, at: string): string {
    return typeof value === "string" ? value : this.wrong(at, "a text");
  }

  texts(value: unknown, at: string): string[] {
    return this.list(value, at, (item, place) => this.text(item, place));
  }

  oneOf<T extends string>(value: unknown, at: string, allowed: readonly T[]): T {
    return allowed.find((a) => a === value) ?? this.wrong(at, allowed.join(", "));
  }

  list<T>(value: unknown, at: string, item: (value: unknown, at: string) => T): T[] {
    if (!Array.isArray(value)) this.wrong(at, "a list");
    return (value as unknown[]).map((one, i) => item(one, `${at}[${i}]`));
  }
}
