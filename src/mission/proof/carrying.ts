/**
 * Proof-carrying execution (rule 46): whether an automaton may be executed with the proof that comes with it. Everything is looked at
 * again: that the proof is as it was written, that it is of this very automaton, that each required property holds in it, and that the
 * text of the property is still the one that was proved. All reasons against it are reported at once.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  type Diagnostic,
  type DiagnosticDetail,
  didYouMean,
  type SourceRange,
  sha256,
  startOfFile,
} from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import type { MissionTree } from "../syntax/tree.ts";
import { carryingCodes as codes } from "./carrying-codes.ts";

import { type Proof, readProof } from "./proof-file.ts";
import { parseProperties } from "./property-parser.ts";
import { resolveProperties } from "./resolve.ts";

export interface TextFile {
  readonly file: string;
  readonly text: string;
}

export interface ProofSources {
  /** null: there is none. */
  readonly proof: TextFile | null;
  /** The mission's text as it is now; left out where only its automaton is at hand. */
  readonly mission?: TextFile | null;
  /** The properties as they are now; null where they are not at hand: then the texts in the proof stand for themselves. */
  readonly properties: TextFile | null;
  /** Where the proof was looked for, for the message; null where no place was given. */
  readonly lookedFor?: string | null;
  /** What is to blame for a missing proof. */
  readonly at?: SourceRange | null;
  /** How it is made. */
  readonly hint?: string;
}

/** A reason against executing; of one property, or of all (null). */
export interface Refusal {
  readonly property: string | null;
  readonly diagnostic: Diagnostic;
}

export interface Carried {
  /** Hash of the automaton that the proof has to be of. */
  readonly automaton: string;
  /** Hash of the proof; null where there is none that can be used. */
  readonly proof: string | null;
  /** Properties that are proved of the automaton, with the text that they have now. */
  readonly proved: readonly string[];
  /** Empty: it may be executed. */
  readonly refusals: readonly Refusal[];
}

/** `vortex.mission`, `vortex.json` and `vortex` have their proof in `vortex.proof.json` and their properties in `vortex.properties`. */
export function proofFileOf(mission: string): string {
  return `${stemOf(mission)}.proof.json`;
}

export function propertiesFileOf(mission: string): string {
  return `${stemOf(mission)}.properties`;
}

function stemOf(file: string): string {
  return file.replace(/\.(mission|json)$/, "");
}

/** What a proof is worth for an automaton. A proof that is given is looked at even where nothing is required. */
export function carriedProof(automaton: Automaton, sources: ProofSources): Carried {
  return new Examination(automaton, sources).result();
}

/** What a mission requires although its file of properties does not have it. */
export function unknownRequirements(tree: MissionTree, known: readonly string[], file: string): Diagnostic[] {
  const required = tree.declarations.flatMap((d) => (d.kind === "requires" ? d.properties : []));
  return required.flatMap(({ text, at }) => {
    if (known.includes(text)) return [];
    const hint = didYouMean(text, known);
    return [
      codedDiagnostic(codes.unknown, at, `${file} has no property ${text}, which is required`, { seen: text, hint }),
    ];
  });
}

class Examination {
  readonly #automaton: Automaton;
  readonly #hash: string;
  readonly #sources: ProofSources;
  readonly #refusals: Refusal[] = [];

  constructor(automaton: Automaton, sources: ProofSources) {
    this.#automaton = automaton;
    this.#hash = automaton.hash();
    this.#sources = sources;
  }

  result(): Carried {
    const proof = this.#usable();
    const proved = proof === null ? [] : this.#proved(proof);
    const hash = proof === null ? null : writtenHash(this.#sources.proof!.text);
    return { automaton: this.#hash, proof: hash, proved, refusals: this.#refusals };
  }

  #refuse(
    property: string | null,
    code: CodeEntry,
    range: SourceRange | null,
    message: string,
    more: DiagnosticDetail = {},
  ) {
    const detail = { hint: this.#sources.hint, ...more };
    this.#refusals.push({ property, diagnostic: codedDiagnostic(code, range, message, detail) });
  }

  /** The proof, if it is one of this automaton. */
  #usable(): Proof | null {
    const { proof: source, lookedFor, at } = this.#sources;
    const { mission, requires } = this.#automaton.data;
    if (source === null) {
      if (requires.length === 0) return null;
      const where = typeof lookedFor === "string" ? `there is no ${lookedFor}` : "none is given";
      const message = `${mission} requires a proof of ${requires.join(", ")}, and ${where}`;
      this.#refuse(null, codes.missing, at ?? null, message);
      return null;
    }
    const read = readProof(source.text, source.file);
    if ("diagnostics" in read) {
      for (const diagnostic of read.diagnostics) this.#refusals.push({ property: null, diagnostic });
      return null;
    }
    const { proof } = read;
    if (proof.automaton === this.#hash) return this.#hasSource(proof) ? proof : null;
    const message = `${source.file} proves another automaton, ${short(proof.automaton)}: ${mission} is ${short(this.#hash)}, it was changed after the proof`;
    this.#refuse(null, codes.otherAutomaton, startOfFile(source.file), message, {
      seen: proof.automaton,
      allowed: this.#hash,
    });
    return null;
  }

  /** The same automaton may come from a changed text; but it should never be in doubt what was proved. */
  #hasSource(proof: Proof): boolean {
    const { proof: source, mission } = this.#sources;
    if (mission === undefined || mission === null || proof.source === "" || proof.source === sha256(mission.text))
      return true;
    const message = `the text of ${mission.file} was changed after the proof in ${source!.file}, though its automaton is the same`;
    this.#refuse(null, codes.otherSource, startOfFile(mission.file), message);
    return false;
  }

  #proved(proof: Proof): string[] {
    const { file } = this.#sources.proof!;
    const range = startOfFile(file);
    const now = this.#texts();
    const { requires } = this.#automaton.data;
    const { mission, properties } = this.#sources;
    if (requires.length > 0 && properties === null && mission !== undefined && mission !== null) {
      const message = `${mission.file} requires proofs, but its file of properties is not there, so that it is unknown what was proved`;
      this.#refuse(null, codes.otherText, startOfFile(mission.file), message);
    }
    if (this.#refusals.length > 0) return [];
    for (const { name, text } of proof.properties) {
      if (!requires.includes(name) || !/^on .* conforms to "/.test(text)) continue;
      const message = `${name} is about a shape in a file of its own, which the proof does not hold: it cannot be required`;
      this.#refuse(name, codes.otherText, range, message);
    }
    if (this.#refusals.length > 0) return [];
    for (const name of requires) {
      if (proof.properties.some((p) => p.name === name)) continue;
      this.#refuse(name, codes.unproved, range, `${file} says nothing about ${name}, which is required`);
    }
    return proof.properties.flatMap(({ name, text, verdict }) => {
      const required = requires.includes(name);
      if (verdict !== "holds") {
        if (required)
          this.#refuse(name, codes.failed, range, `${name} is required and was not proved: ${WORDS[verdict]}`);
        return [];
      }
      if (now === null || now.get(name) === text) return [name];
      if (required) {
        const is = now.get(name);
        const message =
          is === undefined
            ? `${name} was proved, but ${this.#sources.properties!.file} has no such property now`
            : `${name} was changed after its proof: proved was \`${text}\`, and now it is \`${is}\``;
        this.#refuse(name, codes.otherText, range, message, {
          seen: text,
          ...(is === undefined ? {} : { allowed: is }),
        });
      }
      return [];
    });
  }

  /** What the properties say now, by name; null where they are not at hand. With mistakes in them it is unknown. */
  #texts(): ReadonlyMap<string, string> | null {
    const { properties } = this.#sources;
    if (properties === null) return null;
    const { tree, diagnostics } = parseProperties(properties.text, properties.file);
    const resolved = resolveProperties(tree, this.#automaton);
    const wrong = [...diagnostics, ...resolved.diagnostics].find((d) => d.severity === "error");
    if (wrong === undefined) return new Map(resolved.properties.map((p) => [p.name, p.text]));
    const message = `${properties.file} has errors, so that it is unknown what was proved: ${wrong.message}`;
    this.#refuse(null, codes.otherText, wrong.range, message);
    return null;
  }
}

const WORDS = {
  fails: "it fails",
  vacuous: "it says nothing, since what it speaks about never happens",
  undecided: "it was left undecided",
} as const;

/** The hash that a proof states of itself; it was compared with its content. */
function writtenHash(text: string): string {
  return (JSON.parse(text) as { readonly hash: string }).hash;
}

/** Enough of a hash to distinguish two. */
function short(hash: string): string {
  return hash.slice(0, 12);
}
