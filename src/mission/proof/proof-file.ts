/**
 * Proofs as files: the automaton's hash, every property with its text and verdict, the tool's version, and a hash of all that. What was
 * proved is distinguished from what was not by text: a property whose text or actions have changed since is another property.
 *
 *   {
 *     "format": "thetis-proof-1",
 *     "tool": "thetis 0.1.0",
 *     "mission": "Vortex",
 *     "automaton": "…",                                   hash of the automaton
 *     "source": "…",                                      hash of the mission's text; empty where it was not at hand
 *     "properties": [
 *       {"name": "Vehicle", "text": "no conflict on vortex", "verdict": "holds", "proved": "…", "response": null, "reach": null}
 *     ],
 *     "hash": "…"                                         of everything before it
 *   }
 *
 * The same proof has the same bytes: no time, no counterexample. A file of which one byte was changed, blanks included, is refused.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  type Diagnostic,
  type SourceRange,
  sha256,
  startOfFile,
} from "../../core/index.ts";
import { proofCodes as codes } from "./codes.ts";
import type { Judgement, ReachFacts, ResponseFacts, Verdict } from "./verdict.ts";

export const PROOF_FORMAT = "thetis-proof-1";

export type ProvedProperty = {
  readonly name: string;
} & Pick<Verdict, "text" | "verdict" | "proved" | "response" | "reach">;

export interface Proof {
  /** Name and version of the program. */
  readonly tool: string;
  readonly mission: string;
  /** Hash of the automaton. */
  readonly automaton: string;
  /** Hash of the mission's text; "" where it was not at hand. */
  readonly source: string;
  readonly properties: readonly ProvedProperty[];
  /** Of everything else in it. */
  readonly hash: string;
}

export type ReadProof = { readonly proof: Proof } | { readonly diagnostics: readonly Diagnostic[] };

/** text: of the mission, where it is at hand. */
export function proofOf(
  tool: string,
  mission: string,
  automaton: string,
  verdicts: readonly Verdict[],
  text: string | null = null,
): Proof {
  const properties = verdicts.map(({ property, text: written, verdict, proved, response, reach }) => ({
    name: property,
    ...{ text: written, verdict, proved, response, reach },
  }));
  const content = { tool, mission, automaton, source: text === null ? "" : sha256(text), properties };
  return { ...content, hash: sha256(contentOf(content)) };
}

export function writeProof(proof: Proof): string {
  return `${contentOf(proof)}  "hash": ${JSON.stringify(proof.hash)}\n}\n`;
}

/** Everything before the hash, in the one order of its fields. */
function contentOf({ tool, mission, automaton, source, properties }: Omit<Proof, "hash">): string {
  const lines = properties.map(({ name, text, verdict, proved, response, reach }) => {
    const facts = response && {
      sameReaction: response.sameReaction,
      withinReactions: response.withinReactions,
      everyRun: response.everyRun,
      staysPossible: response.staysPossible,
    };
    const goal = reach && {
      staysPossible: reach.staysPossible,
      everyRun: reach.everyRun,
      oneState: reach.oneState,
    };
    return `    ${JSON.stringify({ name, text, verdict, proved, response: facts, reach: goal })}`;
  });
  const head = Object.entries({ format: PROOF_FORMAT, tool, mission, automaton, source }).map(
    ([field, value]) => `  ${JSON.stringify(field)}: ${JSON.stringify(value)},\n`,
  );
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n${head.join("")}  "properties": ${list},\n`;
}

/** Nothing in a file makes this throw. */
export function readProof(text: string, file = "proof.json"): ReadProof {
  const range = startOfFile(file);
  const refused = (code: CodeEntry, message: string): ReadProof => ({
    diagnostics: [codedDiagnostic(code, range, message)],
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split("\n");
    return refused(codes.proofJson, `the proof is not JSON: ${why}`);
  }
  const format = isRecord(parsed) && Object.hasOwn(parsed, "format") ? parsed.format : undefined;
  if (format !== PROOF_FORMAT) {
    const seen = typeof format === "string" ? JSON.stringify(format.slice(0, 40)) : "no text";
    return refused(codes.proofFormat, `format is ${seen}; allowed: "${PROOF_FORMAT}"`);
  }
  const reader = new ProofReader(range);
  const proof = reader.proof(parsed as Record<string, unknown>);
  if (reader.diagnostics.length > 0) return { diagnostics: reader.diagnostics };
  // The bytes are the ones that this content has, and the hash is theirs.
  if (writeProof(proof) !== text || proof.hash !== sha256(contentOf(proof))) {
    return refused(codes.proofHash, "the hash does not fit the proof: it was changed after it was written");
  }
  return { proof };
}

const JUDGEMENTS: readonly Judgement[] = ["holds", "fails", "vacuous", "undecided"];

class ProofReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #range: SourceRange;

  constructor(range: SourceRange) {
    this.#range = range;
  }

  proof(whole: Record<string, unknown>): Proof {
    const field = (name: string): unknown => (Object.hasOwn(whole, name) ? whole[name] : undefined);
    const list = field("properties");
    if (!Array.isArray(list)) this.#wrong("properties", "a list");
    return {
      tool: this.#text(field("tool"), "tool"),
      mission: this.#text(field("mission"), "mission"),
      automaton: this.#text(field("automaton"), "automaton"),
      source: this.#text(field("source"), "source"),
      properties: Array.isArray(list) ? list.map((item: unknown, i) => this.#property(item, `properties[${i}]`)) : [],
      hash: this.#text(field("hash"), "hash"),
    };
  }

  #property(value: unknown, path: string): ProvedProperty {
    const item = isRecord(value) ? value : {};
    if (!isRecord(value)) this.#wrong(path, "an object");
    const field = (name: string): unknown => (Object.hasOwn(item, name) ? item[name] : undefined);
    const verdict = JUDGEMENTS.find((j) => j === field("verdict"));
    if (verdict === undefined) this.#wrong(`${path}.verdict`, JUDGEMENTS.join(", "));
    return {
      name: this.#text(field("name"), `${path}.name`),
      text: this.#text(field("text"), `${path}.text`),
      verdict: verdict ?? "undecided",
      proved: this.#text(field("proved"), `${path}.proved`),
      response: this.#facts(field("response"), `${path}.response`, (facts, at): ResponseFacts => {
        const within = facts.withinReactions;
        const isCount = within === null || (typeof within === "number" && Number.isInteger(within) && within >= 0);
        if (!isCount) this.#wrong(`${at}.withinReactions`, "a whole number or null");
        return {
          sameReaction: this.#truth(facts.sameReaction, `${at}.sameReaction`),
          withinReactions: isCount ? within : null,
          everyRun: this.#truth(facts.everyRun, `${at}.everyRun`),
          staysPossible: this.#truth(facts.staysPossible, `${at}.staysPossible`),
        };
      }),
      reach: this.#facts(
        field("reach"),
        `${path}.reach`,
        (facts, at): ReachFacts => ({
          staysPossible: this.#truth(facts.staysPossible, `${at}.staysPossible`),
          everyRun: this.#truth(facts.everyRun, `${at}.everyRun`),
          oneState: this.#truth(facts.oneState, `${at}.oneState`),
        }),
      ),
    };
  }

  #facts<T>(value: unknown, path: string, read: (facts: Record<string, unknown>, path: string) => T): T | null {
    if (value === null) return null;
    if (isRecord(value)) return read(value, path);
    this.#wrong(path, "an object or null");
    return null;
  }

  #text(value: unknown, path: string): string {
    if (typeof value === "string") return value;
    this.#wrong(path, "a text");
    return "";
  }

  #truth(value: unknown, path: string): boolean {
    if (typeof value === "boolean") return value;
    this.#wrong(path, "true or false");
    return false;
  }

  #wrong(path: string, allowed: string): void {
    // After so many a file is not worth more words.
    if (this.diagnostics.length === 20) return;
    const message = `${path} has a wrong value, or is missing; allowed: ${allowed}`;
    this.diagnostics.push(codedDiagnostic(codes.proofShape, this.#range, message, { allowed }));
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
