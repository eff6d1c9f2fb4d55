/**
 * The proofs of an automaton in its C header (rule 46): constants that state what was proved of which automaton, and for each property
 * that the mission requires a stop for the compiler where its proof is missing. Header and source carry the hash as the name of a macro, so that
 * a header with proofs does not go with the tables of another automaton.
 */
import type { Carried } from "../proof/carrying.ts";

/** Macro names may be cut after 63 letters; 32 digits of a hash are enough to tell automata apart. */
const DIGITS = 32;

function mark(name: string, hash: string): string {
  return `${name}_AUTOMATON_${hash.slice(0, DIGITS)}`;
}

export function proofHeader(name: string, hash: string, requires: readonly string[], carried: Carried | null): string {
  const proved = carried?.proved ?? [];
  const reason = (property: string): string => {
    const about = carried?.refusals.find((r) => r.property === property || r.property === null)?.diagnostic.message;
    return quotable(about ?? "no proof was given to the export");
  };
  const lines = [
    "/*",
    ` * Proofs. ${name}_PROVED_x is defined for each property x that was proved of the automaton ${name}_PROOF_AUTOMATON, and`,
    " * a mission that requires a proof which is not there does not compile.",
    " */",
    `#define ${name}_AUTOMATON "${hash}"`,
    `#define ${mark(name, hash)} 1`,
    ...(carried === null || carried.proof === null
      ? []
      : [`#define ${name}_PROOF "${carried.proof}"`, `#define ${name}_PROOF_AUTOMATON "${carried.automaton}"`]),
    ...proved.map((property) => `#define ${name}_PROVED_${property} 1`),
    ...requires.flatMap((property) => [
      `#ifndef ${name}_PROVED_${property}`,
      `#error "${name} requires a proof of ${property}: ${reason(property)}"`,
      "#endif",
    ]),
    "/* Names of the proved properties, with a null pointer after the last. */",
    `extern const char *const ${name}_proved[];`,
  ];
  return `${lines.join("\n")}\n`;
}

export function proofSource(name: string, hash: string, carried: Carried | null): string {
  const names = (carried?.proved ?? []).map((property) => `  "${property}",\n`);
  return `#ifndef ${mark(name, hash)}
#error "${name}.h belongs to another automaton"
#endif

const char *const ${name}_proved[] = {\n${names.join("")}  0\n};
`;
}

/** Words of a message as a C string: ASCII, without quotes, backslashes and trigraphs. */
function quotable(text: string): string {
  return text
    .replaceAll(/["\\]/g, "'")
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .replaceAll(/\?(?=\?)/g, "? ");
}
