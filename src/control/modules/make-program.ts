/**
 * From an element of a vehicle's software to its program: the short forms become modules with their links, <software> puts several
 * of them together.
 */
import type { Diagnostic } from "../../core/index.ts";
import type { ParamsOf } from "../../library/index.ts";
import { type Component, createModel, type Definitions } from "../../library/index.ts";
import { bindMission } from "../mission/binding.ts";
import { MissionModule } from "../mission/mission-module.ts";
import { textsOf } from "../mission/source.ts";
import { faultOf } from "./module.ts";
import { isProgram, type Program, type ProgramLink, type Software, splitPort } from "./program.ts";
import type { link as linkKind } from "./software.ts";

export interface ProgramReporter {
  report(d: Diagnostic): void;
  /** A model throws when it is made, or what it makes is not a module. */
  notMade(component: Component, reason: string): void;
}

/** null where anything is wrong, which has been reported. */
export function makeProgram(definitions: Definitions, component: Component, reporter: ProgramReporter): Program | null {
  if (component.kind !== "software") return partOf(definitions, component, [], reporter);
  const links = component.children.filter(({ kind }) => kind === "link").map(linkOf);
  const children = component.children.filter(({ kind }) => kind !== "link" && kind !== "stall");
  const parts = children.map((child) => {
    const part = partOf(definitions, child, links, reporter);
    // What a child shows has a channel of its own.
    return part && { ...part, modules: part.modules.map((m) => ({ ...m, channel: child.id })) };
  });
  if (parts.includes(null)) return null;
  const made = parts.filter((part) => part !== null);
  return { modules: made.flatMap(({ modules }) => modules), links: [...made.flatMap((p) => p.links), ...links] };
}

function linkOf({ params, range }: Component): ProgramLink {
  const { maxAge_s, ...p } = params as ParamsOf<typeof linkKind.params>;
  return { ...p, range, ...(maxAge_s === undefined ? {} : { maxAge_s }) };
}

function partOf(
  definitions: Definitions,
  component: Component,
  links: readonly ProgramLink[],
  reporter: ProgramReporter,
): Program | null {
  if (component.kind === "mission") return missionProgram(definitions, component, links, reporter);
  try {
    const software = createModel(definitions, component) as Software;
    if (typeof software === "object" && software !== null && isProgram(software))
      return withoutDefaults(software, component, links);
    const fault = faultOf(software);
    if (fault === null) return { modules: [{ id: component.id, module: software, component, channel: "" }], links: [] };
    reporter.notMade(component, fault);
  } catch (error) {
    reporter.notMade(component, error instanceof Error ? error.message : String(error));
  }
  return null;
}

/** A plan that an element brings along gives way to a link, where the element has no plan written in it. */
function withoutDefaults({ modules, links }: Program, component: Component, given: readonly ProgramLink[]): Program {
  const says = component.children.some(({ kind }) => ["leg", "route", "hold"].includes(kind));
  const replaced = links.filter((link) => !says && given.some(({ to }) => to === link.to));
  const without = new Set(replaced.map(({ from }) => splitPort(from).owner));
  return {
    modules: modules.filter(({ id }) => !without.has(id)),
    links: links.filter(({ from }) => !without.has(splitPort(from).owner)),
  };
}

function missionProgram(
  definitions: Definitions,
  component: Component,
  links: readonly ProgramLink[],
  { report }: ProgramReporter,
): Program | null {
  const { id, range } = component;
  const given = links.map(({ to }) => splitPort(to)).filter(({ owner }) => owner === id);
  const { binding, diagnostics } = bindMission(definitions, component, new Set(given.map(({ port }) => port)));
  diagnostics.forEach(report);
  if (binding === null) return null;
  const { loops } = binding;
  const flown = `${id}/${loops.component.id}`;
  return {
    modules: [
      { id: flown, module: loops.module, component: loops.component, channel: "" },
      { id, module: new MissionModule(component, binding), component, channel: "" },
    ],
    links: [
      { from: `${id}.setpoint`, to: `${flown}.${loops.input}`, range },
      { from: `${id}.override`, to: `${flown}.override`, range },
      { from: `${flown}.shown`, to: `${id}.loops`, delay: true, range },
    ],
  };
}

/** The texts of the missions below a component, by file, for showing the lines that diagnostics point at. */
export function missionTexts(component: Component): ReadonlyMap<string, string> {
  if (component.kind !== "mission") return new Map(component.children.flatMap((child) => [...missionTexts(child)]));
  return new Map(textsOf(component).map(({ file, text }) => [file, text]));
}
