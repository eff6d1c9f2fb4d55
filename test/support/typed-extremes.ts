/**
 * Scenarios in which one parameter has an extreme value: every parameter of every kind and model that is defined, in turn. Nothing here
 * knows a kind by name but the outermost: a kind that is new is walked through by itself.
 *
 * Each kind's element is the example of its reference page, which loads; it is put into the examples of the kinds that take it, up
 * to a scenario. For a model other than the example's, what that model needs is added.
 */
import {
  componentExample,
  type Definitions,
  type KindEntry,
  type Parameter,
  parseXml,
  writeValue,
  type XmlElement,
} from "../../src/library/index.ts";

export interface ExtremeCase {
  readonly kind: string;
  /** Kind, model, parameter and value, as a person would look for them. */
  readonly name: string;
  /** Written when it is asked for: most cases are left out of a sample. */
  text(): string;
}

interface Element {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: Element[];
}

/** loads: whether a scenario is taken. Of two places for an element, the one is used in which its kind's example is. */
export function extremeCases(definitions: Definitions, loads: (text: string) => boolean): ExtremeCase[] {
  const cases: ExtremeCase[] = [];
  for (const kind of definitions.kinds) {
    const chain = wayTo(definitions, kind.kind);
    if (chain === null) continue;
    const models = kind.models.size === 0 ? [null] : [...kind.models.keys()];
    models.forEach((model, i) => {
      const host = hostOf(definitions, chain, () => baseOf(definitions, kind, model), loads);
      const read = model === null ? null : kind.readsOf(kind.models.get(model)!);
      for (const p of [...kind.params.values(), ...(kind.kind === "scenario" ? [] : kind.mount.values())]) {
        // What no model reads in particular is walked once.
        if (read === null || p.role === "mount" || !read.has(p.name) ? i > 0 : false) continue;
        for (const [attribute, value] of extremesOf(p)) {
          const shown = value.length <= 40 ? value : `${value.slice(0, 40)}… (${value.length})`;
          const name = `${kind.kind}${model === null ? "" : ` ${model}`} ${attribute}="${shown}"`;
          const text = (): string => {
            const element = baseOf(definitions, kind, model);
            if (attribute !== p.name) element.attributes.delete(p.name);
            element.attributes.set(attribute, value);
            return written(host(element));
          };
          cases.push({ kind: kind.kind, name, text });
        }
      }
    });
  }
  return cases;
}

const NUMBERS = [
  "0",
  "-0",
  "5e-324",
  "-5e-324",
  "2.2e-308",
  "1.8e308",
  "-1.8e308",
  "1e30",
  "-1e30",
  "1e200",
  "1e308",
  "-1e308",
  "NaN",
  "INF",
];
const LONG = "x".repeat(100_000);

/** Attribute and value: the attribute is another one where the unit is wrong. */
function extremesOf(p: Parameter): [string, string][] {
  const { name, limits } = p;
  // The edges of what is taken go furthest: they load.
  const edges = [limits.min, limits.max, limits.above, limits.below, p.plausible?.least].flatMap((x) =>
    x === undefined ? [] : [String(x)],
  );
  const numbers = [...new Set([...NUMBERS, ...edges])];
  const values = ((): string[] => {
    switch (p.type) {
      case "real":
        return [...numbers, "1 2", "", "3 parsec"];
      case "integer":
        return [...numbers, String(Number.MAX_SAFE_INTEGER), "9007199254740993", "1.5", "1 2", ""];
      case "reals": {
        const count = Math.max(1, p.fewest);
        const rest = sampleOf(p).split(" ").slice(1);
        const many = new Array<string>(Math.min(p.most, 1000) + 1).fill("1").join(" ");
        const first = numbers.map((x) => [x, ...rest].join(" "));
        const all = numbers.map((x) => new Array<string>(count).fill(x).join(" "));
        return [...first, ...all, new Array<string>(count - 1).fill("1").join(" "), many, "1 parsec"];
      }
      case "boolean":
      case "choice":
      case "words":
        return ["", "?", "NaN", "1e308", LONG];
      case "text":
      case "file":
        return ["", "?", "NaN", "/", "..", LONG];
    }
  })();
  const otherUnit: [string, string][] =
    p.unit === null ? [] : [[`${name.slice(0, name.lastIndexOf("_"))}_parsec`, "1"]];
  return [...[...new Set(values)].map((value): [string, string] => [name, value]), ...otherUnit];
}

/** Some value that is likely to be taken. */
function sampleOf(p: Parameter): string {
  const given = p.example ?? p.default;
  if (given !== undefined) return writeValue(given);
  const { min, max, above, below } = p.limits;
  const low = min ?? above ?? -1;
  const high = max ?? below ?? 1;
  const middle = low <= 1 && high >= 1 ? 1 : low > 1 ? 2 * low : 0.5 * (low + high);
  if (p.type === "reals")
    return Array.from({ length: Math.max(1, p.fewest) }, (_, i) => middle + (p.increasing ? i : 0)).join(" ");
  if (p.type === "real" || p.type === "integer") return String(p.oneOf?.[0] ?? middle);
  if (p.type === "boolean") return "true";
  if (p.type === "words" || p.type === "choice") return p.choices?.[0] ?? "name";
  return "name";
}

/** The kinds from the scenario down to this one, with the names of their elements. */
function wayTo(definitions: Definitions, wanted: string): Chain | null {
  const scenario = definitions.kind("scenario")!;
  const seen = new Set(["scenario"]);
  let ways = [[{ slot: "scenario", kind: scenario }]];
  while (ways.length > 0) {
    const found = ways.find((way) => way.at(-1)!.kind.kind === wanted);
    if (found !== undefined) return found;
    ways = ways.flatMap((way) =>
      [...way.at(-1)!.kind.slots.values()].flatMap((slot) => {
        const kind = definitions.kind(slot.kind);
        if (kind === undefined || seen.has(slot.kind)) return [];
        seen.add(slot.kind);
        return [[...way, { slot: slot.name, kind }]];
      }),
    );
  }
  return null;
}

function exampleOf(definitions: Definitions, kind: KindEntry): Element {
  const text = kind.definition.example ?? componentExample(definitions, kind.kind, kind.kind);
  return elementOf(parseXml(text, "example.xml").root!);
}

/** The example of a kind, with this model and what it needs. */
function baseOf(definitions: Definitions, kind: KindEntry, model: string | null): Element {
  const element = exampleOf(definitions, kind);
  if (model === null) return element;
  const { attributes } = element;
  attributes.set("model", model);
  for (const p of kind.requiredBy(kind.models.get(model)!))
    if (!attributes.has(p.name)) attributes.set(p.name, sampleOf(p));
  return element;
}

type Chain = readonly { readonly slot: string; readonly kind: KindEntry }[];
type Host = (element: Element) => Element;

/** Inside what the scenario's example has on the way, as far as it goes; or in the example of each kind on the way. */
function hostOf(definitions: Definitions, chain: Chain, base: () => Element, loads: (text: string) => boolean): Host {
  const within = (isShared: boolean): Host => {
    return (element) => hosted(definitions, chain, element, isShared);
  };
  return [true, false].map(within).find((host) => loads(written(host(base())))) ?? within(false);
}

/** Put into the elements above it, in place of what they have of its kind. */
function hosted(definitions: Definitions, chain: Chain, element: Element, isShared: boolean): Element {
  const hosts: Element[] = [];
  chain.slice(0, -1).forEach(({ slot, kind }, k) => {
    const shared = isShared && k > 0 ? hosts[k - 1]!.children.find(({ name }) => name === slot) : undefined;
    hosts.push(shared ?? exampleOf(definitions, kind));
  });
  let inner = { ...element, name: chain.at(-1)!.slot };
  for (let k = chain.length - 1; k > 0; k--) {
    for (const p of chain[k]!.kind.mount.values()) {
      if (p.required && !inner.attributes.has(p.name)) inner.attributes.set(p.name, sampleOf(p));
    }
    const outer = hosts[k - 1]!;
    const others = outer.children.filter(({ name }) => name !== inner.name);
    inner = { name: chain[k - 1]!.slot, attributes: outer.attributes, children: [...others, inner] };
  }
  return inner;
}

function elementOf(xml: XmlElement): Element {
  const attributes = xml.attributes.map((a): [string, string] => [a.name, a.value]);
  const children = xml.children.filter((child) => child.name !== "doc");
  return { name: xml.name, attributes: new Map(attributes), children: children.map(elementOf) };
}

function written({ name, attributes, children }: Element): string {
  const escaped = (text: string): string =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const start = [name, ...[...attributes].map(([a, value]) => `${a}="${escaped(value)}"`)].join(" ");
  return children.length === 0 ? `<${start}/>` : `<${start}>\n${children.map(written).join("\n")}\n</${name}>`;
}
