/** The diagnostics of reading automata from files and of exports, MIS080 to MIS099. Numbers are never used again for something else. */
import { type CodeEntry, codeEntry } from "../../core/index.ts";

export const exportCodes = Object.freeze({
  notJson: codeEntry("error", "MIS080", "The file of an automaton is not JSON.", "the file is not JSON"),
  format: codeEntry(
    "error",
    "MIS081",
    "Not the file of an automaton, or of another version.",
    'format is "thetis-automaton-9"',
  ),
  shape: codeEntry(
    "error",
    "MIS082",
    "Something in the file of an automaton has the wrong kind of value, or is missing.",
    "automaton.roots is 3; allowed: a list",
  ),
  range: codeEntry(
    "error",
    "MIS083",
    "A number in the file of an automaton refers to nothing.",
    "automaton.roots[3] is 90; allowed: -40 to 59",
  ),
  diagram: codeEntry(
    "error",
    "MIS084",
    "The questions of an automaton do not form decision diagrams.",
    "automaton.questions: question 7 refers to 9",
  ),
  name: codeEntry(
    "error",
    "MIS085",
    "A name in the file of an automaton that is not allowed there, or that it has twice.",
    "automaton.inputs[2].name is Leak again",
  ),
  hash: codeEntry(
    "error",
    "MIS086",
    "The hash of an automaton is not the one that its file states.",
    "the hash does not fit the automaton",
  ),
  unknownSignal: codeEntry(
    "error",
    "MIS087",
    "A signal to observe that the automaton does not have.",
    "the automaton has no signal BateryLow",
  ),
});

export const exportCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(exportCodes));
