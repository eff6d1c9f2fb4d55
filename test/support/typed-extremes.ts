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
  readonly model: string | null;
  /** Whether what the extreme is put into is taken without it, so that cases do step. */
  readonly loads: boolean;
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

/**
 * loads: whether a scenario is taken. Of several places for an element, the first is used in which it is. whole: texts of scenarios that
 * load, for what its example alone cannot be: a task of a mission, a link between modules, a map.
 */
export function extremeCases(
  definitions: Definitions,
  loads: (text: string) => boolean,
  whole: readonly string[] = [],
): ExtremeCase[] {
  const cases: ExtremeCase[] = [];
  // Examples of other kinds hold elements as well: a program its modules and links, a controller its loops.
  const examples = definitions.kinds.flatMap((kind) => {
    const chain = kind.kind === "scenario" ? null : wayTo(definitions, kind.kind);
    if (chain === null || exampleOf(definitions, kind).children.length === 0) return [];
    return [true, false].map((isShared) => written(hosted(definitions, chain, exampleOf(definitions, kind), isShared)));
  });
  for (const kind of definitions.kinds) {
    const chain = wayTo(definitions, kind.kind);
    if (chain === null) continue;
    const models = kind.models.size === 0 ? [null] : [...kind.models.keys()];
    models.forEach((model, i) => {
      const bench = benchOf(definitions, chain, kind, model, loads, [...examples, ...whole]);
      const read = model === null ? null : kind.readsOf(kind.models.get(model)!);
      for (const p of [...kind.params.values(), ...(kind.kind === "scenario" ? [] : kind.mount.values())]) {
        // What no model reads in particular is walked once.
        if (read === null || p.role === "mount" || !read.has(p.name) ? i > 0 : false) continue;
        for (const [attribute, value] of extremesOf(p)) {
          const shown = value.length <= 40 ? value : `${value.slice(0, 40)}… (${value.length})`;
          const name = `${kind.kind}${model === null ? "" : ` ${model}`} ${attribute}="${shown}"`;
          const text = (): string => {
            const { element, scenario } = bench.make();
            if (attribute !== p.name) element.attributes.delete(p.name);
            element.attributes.set(attribute, value);
            return written(scenario(element));
          };
          cases.push({ kind: kind.kind, model, loads: bench.loads, name, text });
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

interface Bench {
  readonly loads: boolean;
  /** The element that gets the extreme, and the scenario around it. */
  make(): { element: Element; scenario: (element: Element) => Element };
}

/**
 * Inside what the scenario's example has on the way, as far as it goes; in the example of each kind on the way; in the first of the
 * examples of other kinds and of the whole scenarios that has such an element.
 */
function benchOf(
  definitions: Definitions,
  chain: Chain,
  kind: KindEntry,
  model: string | null,
  loads: (text: string) => boolean,
  whole: readonly string[],
): Bench {
  const makers: Bench["make"][] = [true, false].map((isShared) => () => ({
    element: baseOf(definitions, kind, model),
    scenario: (element: Element) => hosted(definitions, chain, element, isShared),
  }));
  const { slot } = chain.at(-1)!;
  for (const text of whole) {
    const found = (): { root: Element; element: Element | undefined } => {
      const root = elementOf(parseXml(text, "whole.xml").root!);
      const isIt = ({ name, attributes }: Element): boolean =>
        name === slot && (model === null || (attributes.get("model") ?? kind.defaultModel) === model);
      return { root, element: allOf(root).find(isIt) };
    };
    if (found().element === undefined) continue;
    // Changed in place.
    makers.push(() => {
      const { root, element } = found();
      return { element: element!, scenario: () => root };
    });
  }
  const textOf = (make: Bench["make"]): string => {
    const { element, scenario } = make();
    return written(scenario(element));
  };
  const good = makers.find((make) => loads(textOf(make)));
  return { loads: good !== undefined, make: good ?? makers[1]! };
}

function allOf(element: Element): Element[] {
  return [element, ...element.children.flatMap(allOf)];
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
