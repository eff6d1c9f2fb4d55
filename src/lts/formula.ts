/**
 * What distinguishes two systems: formulas of Hennessy-Milner logic with the modalities of each equivalence, in words and in signs.
 *
 *   can    ⟨a⟩φ      strong        a step a to where φ
 *   weak   ⟨⟨a⟩⟩φ    weak          a step a to where φ, internal steps before and behind it (a = null: internal steps only, or none)
 *   until  φ⟨a⟩ψ     branching     internal steps through states where φ, also in the last, then a to where ψ
 *   reach  φ⟨⟩ψ      branching     internal steps, or none, through states where φ, to where ψ
 *   onward Δφ        dpbranching   internal steps for ever, always where φ
 *
 * Formulas share parts; a part is one object however often it is used.
 */
export type Formula =
  | { readonly kind: "true" }
  | { readonly kind: "not"; readonly of: Formula }
  | { readonly kind: "and"; readonly of: readonly Formula[] }
  | { readonly kind: "can"; readonly label: string; readonly then: Formula }
  | { readonly kind: "weak"; readonly label: string | null; readonly then: Formula }
  | { readonly kind: "until"; readonly through: Formula; readonly label: string; readonly then: Formula }
  | { readonly kind: "reach"; readonly through: Formula; readonly then: Formula }
  | { readonly kind: "onward"; readonly through: Formula };

export const TRUE: Formula = Object.freeze({ kind: "true" });

export function negation(formula: Formula): Formula {
  return formula.kind === "not" ? formula.of : { kind: "not", of: formula };
}

export function conjunction(parts: readonly Formula[]): Formula {
  const rest = [...new Set(parts.flatMap((part) => (part.kind === "and" ? part.of : [part])))].filter(
    (part) => part.kind !== "true",
  );
  return rest.length === 0 ? TRUE : rest.length === 1 ? rest[0]! : { kind: "and", of: rest };
}

export function partsOf(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case "true":
      return [];
    case "not":
      return [formula.of];
    case "and":
      return formula.of;
    case "can":
    case "weak":
      return [formula.then];
    case "until":
    case "reach":
      return [formula.through, formula.then];
    case "onward":
      return [formula.through];
  }
}

/** Every part once, the parts of a part before it; the formula itself is the last. */
export function partsInOrder(formula: Formula): Formula[] {
  const order: Formula[] = [];
  const done = new Set<Formula>();
  const visit = (part: Formula): void => {
    if (done.has(part)) return;
    done.add(part);
    for (const below of partsOf(part)) visit(below);
    order.push(part);
  };
  visit(formula);
  return order;
}

/** Signs of a formula written out in full, at most `most` + 1. */
function writtenSize(formula: Formula, most: number): number {
  const sizes = new Map<Formula, number>();
  for (const part of partsInOrder(formula)) {
    const size = partsOf(part).reduce((sum, below) => sum + sizes.get(below)!, 1);
    sizes.set(part, Math.min(size, most + 1));
  }
  return sizes.get(formula)!;
}

const LONGEST_SENTENCE = 24;

/**
 * The formula as something that a state does: `can do "a" and then cannot do "b"`. A long one is written in several lines, in which
 * later ones explain what the first calls [A], [B] and so on.
 */
export function inWords(formula: Formula): string {
  return written(formula, phrase, LONGEST_SENTENCE).join("\n");
}

/** The formula in signs: `<a>not <b>true`. */
export function inSigns(formula: Formula): string {
  return written(formula, signs, 4 * LONGEST_SENTENCE).join("\n");
}

type Writer = (formula: Formula, write: (part: Formula) => string) => string;

function written(formula: Formula, writer: Writer, longest: number): string[] {
  const names = new Map<Formula, string>();
  const order = partsInOrder(formula);
  if (writtenSize(formula, longest) > longest) {
    // Parts that are short, or that are used once in something short, stay where they are.
    const sizes = new Map<Formula, number>();
    for (const part of order) {
      const size = partsOf(part).reduce((sum, below) => sum + (names.has(below) ? 1 : sizes.get(below)!), 1);
      sizes.set(part, size);
      if (part !== formula && size > longest / 3 && part.kind !== "not") names.set(part, `[${letters(names.size)}]`);
    }
  }
  const write = (part: Formula): string => names.get(part) ?? writer(part, write);
  return [writer(formula, write), ...[...names].reverse().map(([part, name]) => `${name}: ${writer(part, write)}`)];
}

/** A, B … Z, AA, AB … */
function letters(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}

function phrase(formula: Formula, write: (part: Formula) => string): string {
  const name = (label: string): string => (label === "tau" ? "an internal step" : `"${label}"`);
  const then = (part: Formula): string => (part.kind === "true" ? "" : ` and then ${write(part)}`);
  const through = (part: Formula): string =>
    part.kind === "true" ? "" : ` through states that ${bracketed(part, write)}`;
  switch (formula.kind) {
    case "true":
      return "do anything";
    case "not":
      return negative(formula.of, write);
    case "and":
      return `(${formula.of.map(write).join(", and ")})`;
    case "can":
      return `can do ${name(formula.label)}${then(formula.then)}`;
    case "weak":
      return formula.label === null
        ? `can by internal steps, or none, come to where it ${write(formula.then)}`
        : `can, with internal steps, do ${name(formula.label)}${then(formula.then)}`;
    case "until":
      return `can, after internal steps or none${through(formula.through)}, do ${name(formula.label)}${then(formula.then)}`;
    case "reach":
      return `can, by internal steps or none${through(formula.through)}, come to where it ${write(formula.then)}`;
    case "onward":
      return `can go on internally for ever${through(formula.through)}`;
  }
}

function bracketed(part: Formula, write: (part: Formula) => string): string {
  const text = write(part);
  return text.startsWith("(") || text.startsWith("[") ? text : `(${text})`;
}

/** "cannot …"; after every step something holds, rather than no step after which it does not. */
function negative(formula: Formula, write: (part: Formula) => string): string {
  if (formula.kind === "can" && formula.then.kind === "not") {
    const name = formula.label === "tau" ? "internal step" : `"${formula.label}"`;
    return `after every ${name} ${write(formula.then.of)}`;
  }
  if (formula.kind === "weak" && formula.label !== null && formula.then.kind === "not")
    return `after every "${formula.label}" with its internal steps ${write(formula.then.of)}`;
  const text = write(formula);
  return text.startsWith("can") ? `cannot${text.slice(3)}` : `does not ${bracketed(formula, write)}`;
}

function signs(formula: Formula, write: (part: Formula) => string): string {
  const tight = (part: Formula): string => {
    const text = write(part);
    return part.kind === "and" || part.kind === "until" || part.kind === "reach" ? `(${text})` : text;
  };
  switch (formula.kind) {
    case "true":
      return "true";
    case "not":
      return `not ${tight(formula.of)}`;
    case "and":
      return formula.of.map(tight).join(" and ");
    case "can":
      return `<${formula.label}>${tight(formula.then)}`;
    case "weak":
      return `<<${formula.label ?? ""}>>${tight(formula.then)}`;
    case "until":
      return `${tight(formula.through)} <${formula.label}> ${tight(formula.then)}`;
    case "reach":
      return `${tight(formula.through)} <> ${tight(formula.then)}`;
    case "onward":
      return `onward ${tight(formula.through)}`;
  }
}

/** For JSON: parts in an order in which each refers only to earlier ones, by number; the last is the formula. */
export function formulaTable(formula: Formula): Record<string, unknown>[] {
  const order = partsInOrder(formula);
  const number = new Map(order.map((part, i) => [part, i]));
  return order.map((part) =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]: [string, unknown]) => {
        if (Array.isArray(value)) return [key, value.map((below: Formula) => number.get(below))];
        return [key, typeof value === "object" && value !== null ? number.get(value as Formula) : value];
      }),
    ),
  );
}
