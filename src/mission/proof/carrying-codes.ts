/** The diagnostics of executing a mission that requires proofs (rule 46). Numbers are never used again for something else. */
import { type CodeEntry, codeEntry } from "../../core/index.ts";

export const carryingCodes = Object.freeze({
  missing: codeEntry(
    "error",
    "PRF040",
    "A mission that requires proofs is to be executed without any.",
    "Vortex requires a proof of LeakSurfaces, and there is no vortex.proof.json",
  ),
  otherAutomaton: codeEntry(
    "error",
    "PRF041",
    "A proof was made of another automaton: the mission was changed after it.",
    "vortex.proof.json proves another automaton",
  ),
  unproved: codeEntry(
    "error",
    "PRF042",
    "A property that the mission requires is not in the proof.",
    "vortex.proof.json says nothing about LeakSurfaces",
  ),
  failed: codeEntry(
    "error",
    "PRF043",
    "A property that the mission requires was checked and not proved.",
    "LeakSurfaces was not proved: it fails",
  ),
  otherText: codeEntry(
    "error",
    "PRF044",
    "A property was changed after its proof, or its file has no such property any more.",
    "LeakSurfaces was proved with another text",
  ),
  storedChanged: codeEntry(
    "error",
    "PRF045",
    "The file of an automaton that requires proofs is not as it was written.",
    "vortex.json is not as it was written",
  ),
  unknown: codeEntry(
    "error",
    "PRF046",
    "A mission requires a property that its file of properties does not have.",
    "vortex.properties has no property LeakSurface, which is required",
  ),
  otherSource: codeEntry(
    "error",
    "PRF047",
    "The text of a mission was changed after its proof, if only in a comment.",
    "the text of vortex.mission was changed after the proof in vortex.proof.json",
  ),
});

export const carryingCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(carryingCodes));
