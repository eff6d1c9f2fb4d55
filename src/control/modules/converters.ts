/**
 * Modules that stand between a law and an actuator of different units, where the actuator has an inverse for the law's unit:
 *
 *   pilot.propeller (rad/s) ─> vehicle/propeller ─> vehicle.propeller (µs)
 *
 * The vehicle makes them (program.ts, VehicleActuator), since this room knows no thruster. Each is reported with a note: nothing is
 * converted in silence. Where there is no inverse the link stays as it is, and connecting refuses it.
 */
import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import { placeOfValue } from "../../library/index.ts";
import { moduleCodes as codes } from "./codes.ts";
import { setpointUnit, unitInWords } from "./messages.ts";
import type { DataOutput } from "./module.ts";
import {
  driven,
  type ProgramLink,
  type ProgramModule,
  splitPort,
  VEHICLE,
  type VehicleActuator,
  type VehiclePorts,
} from "./program.ts";

/** Adds them to the modules, and leads the links through them. */
export function addConverters(
  modules: ProgramModule[],
  links: ProgramLink[],
  { actuators }: VehiclePorts,
  report: (d: Diagnostic) => void,
): void {
  const actuatorOf = (name: string): VehicleActuator | undefined => actuators.find((a) => a.name === name);
  for (const m of modules) {
    for (const output of m.module.outputs ?? []) {
      if (links.some(({ from }) => from === `${m.id}.${output.name}`)) continue;
      const stated = linksOf(m, output);
      if (stated.some((link) => converterOf(output, actuatorOf(splitPort(link.to).port), link) !== null))
        links.push(...stated);
    }
  }
  // Links that are added on the way need no conversion.
  for (const [i, link] of [...links].entries()) {
    const from = splitPort(link.from);
    const to = splitPort(link.to);
    const writer = modules.find(({ id }) => id === from.owner);
    const output = writer?.module.outputs?.find(({ name }) => name === from.port);
    const actuator = to.owner === VEHICLE ? actuatorOf(to.port) : undefined;
    const converter = output === undefined ? null : converterOf(output, actuator, link);
    if (writer === undefined || actuator === undefined || converter === null) continue;
    const id = freeName(`${VEHICLE}/${actuator.name}`, modules);
    modules.push({ id, module: converter.module, component: writer.component, channel: "" });
    links[i] = { from: link.from, to: `${id}.wanted`, range: link.range };
    links.push({ ...link, from: `${id}.command`, factor: 1 });
    const [writes, takes] = [setpointUnit(output!.message)!, actuator.unit].map(unitInWords);
    const message = `${link.from} writes ${writes}, but the actuator ${actuator.name} takes ${takes}: each value becomes ${converter.words}`;
    report(codedDiagnostic(codes.converted, link.range, message));
  }
}

function converterOf(output: DataOutput, actuator: VehicleActuator | undefined, link: ProgramLink) {
  const unit = setpointUnit(output.message);
  if (actuator === undefined || unit === null || unit === actuator.unit) return null;
  return actuator.converter?.(unit, link.factor ?? 1) ?? null;
}

/** What an output drives by itself, as links. */
export function linksOf({ id, component }: ProgramModule, { name, drives, parameter = "" }: DataOutput): ProgramLink[] {
  if (drives === undefined || typeof drives === "string") return [];
  const range = placeOfValue(component, parameter);
  return drives.map(driven).map(({ actuator, factor }) => {
    return { from: `${id}.${name}`, to: `${VEHICLE}.${actuator}`, factor, range };
  });
}

function freeName(wanted: string, modules: readonly ProgramModule[]): string {
  let name = wanted;
  for (let k = 2; modules.some(({ id }) => id === name); k++) name = `${wanted} ${k}`;
  return name;
}

/** What to do about a law whose unit an actuator does not take. */
export function unitHint({ name, converts = [] }: VehicleActuator): string {
  const words = converts.map(unitInWords);
  const list = words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words.join("");
  const module = "put a module between them that converts";
  if (words.length === 0) return `${module}, or choose an actuator with that unit`;
  return `let the law write ${list}, which ${name} converts by its own curve, or ${module}`;
}
