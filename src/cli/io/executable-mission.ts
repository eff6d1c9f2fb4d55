/**
 * Missions that are to be executed, from their text or from a stored automaton (.json), together with the proofs that they
 * require (rule 46): NAME.proof.json and NAME.properties beside them, or a proof that is named.
 */
import { existsSync } from "node:fs";
import { codedDiagnostic, type SourceRange, startOfFile } from "../../core/index.ts";
import { readAutomaton, writeAutomaton } from "../../mission/export/index.ts";
import {
  type Automaton,
  type Carried,
  carriedProof,
  carryingCodes,
  type MissionTree,
  proofFileOf,
  propertiesFileOf,
  type TextFile,
} from "../../mission/index.ts";
import { printDiagnostics } from "./diagnostics-output.ts";
import { readText, usableMission } from "./mission-file.ts";
import { CallError, printJson } from "./outcome.ts";

export interface ExecutionCall {
  readonly file: string;
  /** Instead of the one beside the mission. */
  readonly proof: string | undefined;
  /** Go on without the proofs that are required, for example to look at a counterexample: the reasons are reported. */
  readonly unproved: boolean;
  readonly json: boolean;
}

/** The automaton, if it may be executed; else null, with all reasons printed. */
export function executableMission({ file, proof: proofFile, unproved, json }: ExecutionCall): Automaton | null {
  const stored = file.endsWith(".json");
  const mission = stored ? null : usableMission(file, json);
  const automaton = stored ? storedAutomaton(file, json) : (mission?.automaton ?? null);
  if (automaton === null) return null;
  // A proof that nothing asks for is not read.
  if (automaton.data.requires.length === 0 && proofFile === undefined) return automaton;
  const at = (mission && requiredAt(mission.tree)) ?? startOfFile(file);
  const { refusals } = carriedBeside(file, automaton, proofFile, at);
  if (refusals.length === 0) return automaton;
  const diagnostics = refusals.map((r) => r.diagnostic);
  if (json && !unproved) printJson({ diagnostics });
  printDiagnostics(diagnostics, new Map([[file, readText(file)]]));
  return unproved ? automaton : null;
}

/** What is proved of an automaton by the proof beside its file. */
export function carriedBeside(
  file: string,
  automaton: Automaton,
  proofFile: string | undefined,
  at: SourceRange | null,
): Carried {
  if (proofFile !== undefined && !existsSync(proofFile)) throw new CallError(`cannot read ${proofFile}: no such file`);
  const lookedFor = proofFile ?? proofFileOf(file);
  return carriedProof(automaton, {
    proof: textIfThere(lookedFor),
    mission: file.endsWith(".json") ? null : textIfThere(file),
    properties: textIfThere(propertiesFileOf(file)),
    lookedFor,
    at,
    hint: file.endsWith(".json") ? "prove its mission with thetis verify --write" : `thetis verify ${file} --write`,
  });
}

function textIfThere(file: string): TextFile | null {
  return existsSync(file) ? { file, text: readText(file) } : null;
}

/** Where the mission says that it requires something. */
function requiredAt({ declarations }: MissionTree): SourceRange | null {
  return declarations.find((d) => d.kind === "requires")?.at ?? null;
}

function storedAutomaton(file: string, json: boolean): Automaton | null {
  const text = readText(file);
  const result = readAutomaton(text, file);
  const wrong = "diagnostics" in result ? result.diagnostics : notAsWritten(file, text, result.automaton);
  if ("automaton" in result && wrong.length === 0) return result.automaton;
  if (json) printJson({ diagnostics: wrong });
  printDiagnostics(wrong, new Map());
  return null;
}

/** The reader lets pass what says the same. Where proofs are required, not a byte may differ. */
function notAsWritten(file: string, text: string, automaton: Automaton) {
  if (automaton.data.requires.length === 0 || writeAutomaton(automaton) === text) return [];
  return [codedDiagnostic(carryingCodes.storedChanged, startOfFile(file), `${file} is not as it was written`)];
}
