/** The text of a mission that a component names, what the compiler makes of it, and what is proved of it. */
import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import type { Component, FileValue } from "../../library/index.ts";
import { type Automaton, type Compiled, carriedProof, compileMission } from "../../mission/index.ts";
import { readScript } from "../../mission/run/index.ts";
import { missionCodes } from "./codes.ts";
import type { MissionParams } from "./kinds.ts";

/** A file is compiled once, though the checks and the module both ask for it. */
const compiled = new WeakMap<FileValue, Compiled>();

export function missionText(component: Component): { readonly file: string; readonly text: string } {
  const { source } = component.params as unknown as MissionParams;
  return textOf(source);
}

export function compiledMission(component: Component): Compiled {
  const { source } = component.params as unknown as MissionParams;
  let result = compiled.get(source);
  if (result === undefined) {
    const { file, text } = missionText(component);
    result = compileMission(text, file);
    compiled.set(source, result);
  }
  return result;
}

/** Why the automaton may not be executed with the proof that the component names (rule 46); nothing where it may. */
export function proofDiagnostics(component: Component, automaton: Automaton): readonly Diagnostic[] {
  const { source, proof, properties } = component.params as unknown as MissionParams;
  if (automaton.data.requires.length === 0 && proof === undefined) return [];
  const { refusals } = carriedProof(automaton, {
    proof: proof === undefined ? null : textOf(proof),
    mission: textOf(source),
    properties: properties === undefined ? null : textOf(properties),
    at: component.range,
    hint: `make it with thetis verify ${source.name} --write, and name it with proof`,
  });
  return refusals.map((r) => r.diagnostic);
}

/** The reactions that the component's script lists; null for no script, or one with mistakes, which are reported. */
export function scriptedReactions(
  component: Component,
  automaton: Automaton,
  report: (d: Diagnostic) => void,
): readonly (readonly number[])[] | null {
  const { script: source } = component.params as unknown as MissionParams;
  if (source === undefined) return null;
  const { file, text } = textOf(source);
  const { script, diagnostics } = readScript(text, file, automaton);
  diagnostics.forEach(report);
  if (script === null) return null;
  if (script.kind === "reactions") return script.reactions;
  const message = `${file} has a clock of its own: a script for a flight lists reactions`;
  const hint = 'lines begin with `react`; for an event at an instant, the scenario has <event at_s="…"/>';
  report(codedDiagnostic(missionCodes.scriptWithClock, component.origin.script ?? component.range, message, { hint }));
  return null;
}

/** Texts that diagnostics may point at: the mission, and its script. */
export function textsOf(component: Component): { readonly file: string; readonly text: string }[] {
  const { source, script } = component.params as unknown as MissionParams;
  return [textOf(source), ...(script === undefined ? [] : [textOf(script)])];
}

function textOf({ name, bytes }: FileValue): { readonly file: string; readonly text: string } {
  return { file: name, text: new TextDecoder().decode(bytes) };
}
