/** What is wrong with the signals of a view, as names that a user gave. */
import { codedDiagnostic, type Diagnostic, didYouMean } from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import { exportCodes } from "../export/codes.ts";
import { observedDiagnostics } from "../export/observed-steps.ts";
import type { ViewOptions } from "./abstract-view.ts";
import { excludedInputs } from "./nominal.ts";

export function viewDiagnostics(
  automaton: Automaton,
  signals: readonly string[],
  { without = [] }: ViewOptions = {},
): Diagnostic[] {
  const inputs = automaton.data.inputs.map((s) => s.name);
  const outputs = automaton.data.outputs.map((s) => s.name);
  const wrong = (name: string, message: string, hint?: string): Diagnostic =>
    codedDiagnostic(exportCodes.unknownSignal, null, message, { seen: name, hint });
  const found = observedDiagnostics(automaton, signals);
  for (const name of without) {
    if (inputs.includes(name)) continue;
    const what = outputs.includes(name) ? `${name} is an output, and the mission decides whether it comes` : undefined;
    found.push(
      wrong(
        name,
        what ?? `the automaton has no input ${name}`,
        what === undefined ? didYouMean(name, inputs) : undefined,
      ),
    );
  }
  for (const name of excludedInputs(automaton, without)) {
    if (!signals.includes(name)) continue;
    const why = without.includes(name) ? "" : ": a relation gives it only together with one that is left out";
    found.push(wrong(name, `${name} is to be seen, but never comes${why}`));
  }
  return found;
}
