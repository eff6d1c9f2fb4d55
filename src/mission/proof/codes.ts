/** The diagnostics of properties and proofs. Numbers are never used again for something else. */
import { type CodeEntry, codeEntry } from "../../core/index.ts";

export const proofCodes = Object.freeze({
  item: codeEntry(
    "error",
    "PRF001",
    "Text in a file of properties that is neither a property nor an action.",
    "`property NAME: …;` or `action NAME = …;` is expected, but here is `emit`",
  ),
  form: codeEntry(
    "error",
    "PRF002",
    "A property that has none of the known forms.",
    "a property is expected, but here is `;`",
  ),
  word: codeEntry("error", "PRF003", "A certain word is expected.", "`to` is expected, but here is `Alarm`"),
  count: codeEntry(
    "error",
    "PRF004",
    "A number out of its range.",
    "`within` needs a whole number of reactions, 1 to 1000",
  ),
  nameTwice: codeEntry("error", "PRF005", "Two properties or actions have one name.", "Order is already defined"),
  unknownSignal: codeEntry(
    "error",
    "PRF006",
    "A signal that the mission does not have.",
    "the mission has no signal WaterLeek",
  ),
  unknownOwner: codeEntry(
    "error",
    "PRF007",
    "A task or resource that the mission does not have or use.",
    "the mission uses no resource vehicel",
  ),
  clause: codeEntry(
    "error",
    "PRF008",
    "A clause that this form of property does not take, or a clause that stands twice.",
    "`no deadlock` takes no `until`",
  ),
  outputAssumed: codeEntry(
    "error",
    "PRF009",
    "An assumption about something else than inputs.",
    "Alarm is an output; assumptions are about inputs",
  ),
  unsatisfiable: codeEntry(
    "error",
    "PRF010",
    "Assumptions that no inputs satisfy.",
    "no inputs satisfy `Leak and not Leak`: nothing would be proved",
  ),
  actionCircle: codeEntry("error", "PRF011", "An action that is defined by itself.", "Error is defined by itself"),
  emptySequence: codeEntry(
    "error",
    "PRF012",
    "A sequence that no reaction at all already matches.",
    "the sequence matches even where nothing happens",
  ),
  tooLarge: codeEntry(
    "error",
    "PRF013",
    "A property with more parts than can be handled.",
    "more than 30 different conditions",
  ),
  vacuous: codeEntry(
    "warning",
    "PRF014",
    "A property that holds only because what it speaks about never happens.",
    "Order says nothing: START_GoHome is never emitted",
  ),
  neverMatches: codeEntry(
    "warning",
    "PRF015",
    "A condition or action that no reachable reaction satisfies.",
    "Error never matches: Leak and Alarm never come together",
  ),
  limit: codeEntry(
    "error",
    "PRF016",
    "A product of mission and property that is too large.",
    "Order is undecided: more than 4000000 configurations",
  ),
  shapeFile: codeEntry(
    "error",
    "PRF018",
    "The automaton that a property names cannot be used.",
    "cannot read figure7.aut",
  ),
  empty: codeEntry("error", "PRF019", "A file without properties.", "the file has no property"),
  proofJson: codeEntry("error", "PRF020", "The proof is not JSON.", "the proof is not JSON"),
  proofFormat: codeEntry("error", "PRF021", "Not a proof, or one of another version.", 'format is "thetis-proof-9"'),
  proofShape: codeEntry(
    "error",
    "PRF022",
    "Something in a proof has the wrong kind of value, or is missing.",
    "properties[0].verdict is perhaps; allowed: holds, fails, vacuous, undecided",
  ),
  proofHash: codeEntry(
    "error",
    "PRF023",
    "A proof was changed after it was written.",
    "the hash does not fit the proof",
  ),
});

export const proofCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(proofCodes));
