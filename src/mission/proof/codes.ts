/** The diagnostics of properties and proofs. Numbers are never used again for something else. */
import type { Diagnostic, RelatedPlace, Severity, SourceRange } from "../../core/index.ts";

export interface ProofCode<S extends Severity = Severity> {
  readonly code: string;
  readonly severity: S;
  /** One line, for the manual. */
  readonly meaning: string;
  /** A message as an author would meet it. */
  readonly example: string;
}

function error(code: string, meaning: string, example: string): ProofCode<"error"> {
  return Object.freeze({ code, severity: "error", meaning, example });
}

function warning(code: string, meaning: string, example: string): ProofCode<"warning"> {
  return Object.freeze({ code, severity: "warning", meaning, example });
}

export const proofCodes = Object.freeze({
  item: error(
    "PRF001",
    "Text in a file of properties that is neither a property nor an action.",
    "`property NAME: …;` or `action NAME = …;` is expected, but here is `emit`",
  ),
  form: error("PRF002", "A property that has none of the known forms.", "a property is expected, but here is `;`"),
  word: error("PRF003", "A certain word is expected.", "`to` is expected, but here is `Alarm`"),
  count: error("PRF004", "A number out of its range.", "`within` needs a whole number of reactions, 1 to 1000"),
  nameTwice: error("PRF005", "Two properties or actions have one name.", "Order is already defined"),
  unknownSignal: error("PRF006", "A signal that the mission does not have.", "the mission has no signal WaterLeek"),
  unknownOwner: error(
    "PRF007",
    "A task or resource that the mission does not have or use.",
    "the mission uses no resource vehicel",
  ),
  clause: error(
    "PRF008",
    "A clause that this form of property does not take, or a clause that stands twice.",
    "`no deadlock` takes no `until`",
  ),
  outputAssumed: error(
    "PRF009",
    "An assumption about something else than inputs.",
    "Alarm is an output; assumptions are about inputs",
  ),
  unsatisfiable: error(
    "PRF010",
    "Assumptions that no inputs satisfy.",
    "no inputs satisfy `Leak and not Leak`: nothing would be proved",
  ),
  actionCircle: error("PRF011", "An action that is defined by itself.", "Error is defined by itself"),
  emptySequence: error(
    "PRF012",
    "A sequence that no reaction at all already matches.",
    "the sequence matches even where nothing happens",
  ),
  tooLarge: error("PRF013", "A property with more parts than can be handled.", "more than 30 different conditions"),
  vacuous: warning(
    "PRF014",
    "A property that holds only because what it speaks about never happens.",
    "Order says nothing: START_GoHome is never emitted",
  ),
  neverMatches: warning(
    "PRF015",
    "A condition or action that no reachable reaction satisfies.",
    "Error never matches: Leak and Alarm never come together",
  ),
  limit: error(
    "PRF016",
    "A product of mission and property that is too large.",
    "Order is undecided: more than 4000000 configurations",
  ),
  shapeFile: error("PRF018", "The automaton that a property names cannot be used.", "cannot read figure7.aut"),
  empty: error("PRF019", "A file without properties.", "the file has no property"),
  proofJson: error("PRF020", "The proof is not JSON.", "the proof is not JSON"),
  proofFormat: error("PRF021", "Not a proof, or one of another version.", 'format is "thetis-proof-9"'),
  proofShape: error(
    "PRF022",
    "Something in a proof has the wrong kind of value, or is missing.",
    "properties[0].verdict is no verdict",
  ),
  proofHash: error("PRF023", "A proof was changed after it was written.", "the hash does not fit the proof"),
});

export const proofCodeTable: readonly ProofCode[] = Object.freeze(Object.values(proofCodes));

export interface ProofDetail {
  readonly seen?: string;
  readonly allowed?: string;
  readonly hint?: string | undefined;
  readonly related?: readonly RelatedPlace[];
}

export function proofDiagnostic(
  { code, severity }: ProofCode,
  range: SourceRange | null,
  message: string,
  { hint, ...detail }: ProofDetail = {},
): Diagnostic {
  return { severity, code, message, range, ...detail, ...(hint === undefined ? {} : { hint }) };
}
