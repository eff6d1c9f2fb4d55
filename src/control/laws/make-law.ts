/** From the element of a controller to its law; missions, which are made of several models, have no model of their own. */
import type { Diagnostic } from "../../core/index.ts";
import { type Component, createModel, type Definitions } from "../../library/index.ts";
import { bindMission } from "../mission/binding.ts";
import { MissionLaw } from "../mission/mission-law.ts";
import { missionText } from "../mission/source.ts";
import type { ControlLaw } from "./law.ts";

export function makeLaw(definitions: Definitions, component: Component): ControlLaw {
  if (component.kind === "mission") return new MissionLaw(definitions, component);
  return createModel(definitions, component) as ControlLaw;
}

/** What is wrong with the missions below a component: in their own files, and in how they are bound. */
export function missionDiagnostics(definitions: Definitions, component: Component): readonly Diagnostic[] {
  if (component.kind === "mission") return bindMission(definitions, component).diagnostics;
  return component.children.flatMap((child) => missionDiagnostics(definitions, child));
}

/** The texts of the missions below a component, by file, for showing the lines that diagnostics point at. */
export function missionTexts(component: Component): ReadonlyMap<string, string> {
  if (component.kind !== "mission") return new Map(component.children.flatMap((child) => [...missionTexts(child)]));
  const { file, text } = missionText(component);
  return new Map([[file, text]]);
}
