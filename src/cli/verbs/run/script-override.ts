/**
 * `thetis run SCENARIO --script FILE`: the script becomes a value of the mission that is to play it, as --set would give it. So it is
 * in the log like every file and every other value, and the log can be run again.
 */
import { dirname, relative, resolve, sep } from "node:path";
import { type Component, type Definitions, loadComponent } from "../../../library/index.ts";
import { CallError } from "../../io/outcome.ts";
import { worldReader } from "../../io/projections.ts";
import type { RunCall } from "./scenario.ts";

/** The call with the script among its values; as it is where the scenario cannot be read, which is reported when it is loaded. */
export function withScript<Call extends RunCall>(definitions: Definitions, call: Call, given: string): Call {
  const { file, overrides } = call;
  const { component } = loadComponent(definitions, worldReader(file, call), file, { kind: "scenario", overrides });
  if (component === null) return call;
  const missions = missionPaths(component);
  const path = missions.find((name) => given.startsWith(`${name}=`)) ?? onlyOne(missions, given, file);
  const script = given.startsWith(`${path}=`) ? given.slice(path.length + 1) : given;
  // Names from outside are seen from the scenario's folder.
  const seen = relative(dirname(resolve(file)), resolve(script))
    .split(sep)
    .join("/");
  return { ...call, overrides: [...overrides, `${path}/script=${seen}`], named: [script] };
}

function onlyOne(missions: readonly string[], given: string, file: string): string {
  const [only] = missions;
  if (only === undefined) throw new CallError(`${file} has no mission that could play ${given}: leave out --script`);
  if (missions.length === 1) return only;
  const names = missions.join(", ");
  throw new CallError(`${file} has ${missions.length} missions: ${names}; say which one: --script ${only}=${given}`);
}

/** As --set names them: without the scenario itself. */
function missionPaths(component: Component): string[] {
  if (component.kind === "mission") return [component.path.slice(component.path.indexOf("/") + 1)];
  return component.children.flatMap(missionPaths);
}
