/** The diagnostics of scripts (.events), MIS070 to MIS079. Numbers are never used again for something else. */
import { type CodeEntry, codeEntry } from "../../core/index.ts";

export const scriptCodes = Object.freeze({
  line: codeEntry(
    "error",
    "MIS070",
    "A line of a script that begins with no word of the format.",
    "a line begins with at, task, tick or react, but here is `wait`",
  ),
  time: codeEntry(
    "error",
    "MIS071",
    "No time where one is expected, or one out of range.",
    "the time 12.5 has no unit",
  ),
  expected: codeEntry("error", "MIS072", "Something else is expected here in a script.", "`after` is expected"),
  unknownName: codeEntry(
    "error",
    "MIS073",
    "A signal or task that the mission does not have, or that a script cannot give.",
    "the mission has no input DepthReach",
  ),
  twice: codeEntry("error", "MIS074", "Something that a script may say once.", "the task Dive is already described"),
  mixed: codeEntry(
    "error",
    "MIS075",
    "A script either has a clock or lists reactions.",
    "`react` cannot stand beside `at`, `task` and `tick`",
  ),
  relation: codeEntry(
    "error",
    "MIS076",
    "Inputs given together that a relation of the mission forbids.",
    "the inputs break the relation A # B",
  ),
  noEffect: codeEntry(
    "warning",
    "MIS077",
    "Something that has no effect on this mission.",
    "Dive has no phase of initialisation",
  ),
  more: codeEntry(
    "error",
    "MIS078",
    "A script has more mistakes than are listed.",
    "there are more mistakes in this script",
  ),
});

export const scriptCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(scriptCodes));
