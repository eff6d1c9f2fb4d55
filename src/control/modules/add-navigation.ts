/**
 * Puts the vehicle's navigation into a program, where any of its modules takes a state that no link brings: the module, links from the
 * sensors to it, and from it to those modules.
 */
import { codedDiagnostic, type Diagnostic, didYouMean } from "../../core/index.ts";
import { moduleCodes as codes } from "./codes.ts";
import { navigationState, sameType, typeInWords } from "./messages.ts";
import {
  type DeviceMount,
  type NavigationInput,
  type ProgramLink,
  type ProgramModule,
  splitPort,
  type VehicleNavigation,
  type VehiclePorts,
} from "./program.ts";

/** The port on which every sensor sends. */
const SAMPLE = "sample";

export function addNavigation(
  modules: ProgramModule[],
  links: ProgramLink[],
  vehicle: VehiclePorts,
  report: (d: Diagnostic) => void,
): void {
  const { navigation } = vehicle;
  if (navigation == null || !navigation.model.onSensors) return;
  const takers = modules.flatMap(({ id, module }) =>
    (module.inputs ?? [])
      .filter(({ message }) => message === navigationState)
      .map(({ name }) => `${id}.${name}`)
      .filter((end) => !links.some(({ to }) => to === end)),
  );
  if (takers.length === 0) return;
  const { component, model, mounts, start } = navigation;
  const { id, range } = component;
  const used = new Map<string, string>();
  let isClear = true;
  const unclear = (d: Diagnostic): void => {
    isClear = false;
    report(d);
  };
  for (const input of model.inputs) {
    const device = deviceFor(input, vehicle, navigation, unclear);
    if (device !== null) used.set(input.name, device);
  }
  // One mistake, one message.
  if (!isClear) return;
  const lacks = model.lacks(new Set(used.keys()));
  if (lacks !== null) {
    const there = [...vehicle.devices.keys()].map((port) => splitPort(port).owner);
    const message = `${vehicle.name}/${id} needs ${lacks}; ${vehicle.name} has: ${there.join(", ") || "no sensor"}`;
    const hint = `add the sensor, or let the software fly on the true state: source="truth"`;
    report(codedDiagnostic(codes.sensorLacking, range, message, { hint }));
    return;
  }
  const mounted = new Map([...used].map(([input, device]): [string, DeviceMount] => [input, mounts.get(device)!]));
  modules.unshift({ id, module: model.make(mounted, start), component, channel: id, estimates: true });
  for (const [input, device] of used) links.push({ from: `${device}.${SAMPLE}`, to: `${id}.${input}`, range });
  for (const to of takers) links.push({ from: `${id}.state`, to, range });
}

function deviceFor(
  { name, message, device, parameter }: NavigationInput,
  { name: vehicle, devices }: VehiclePorts,
  { component }: VehicleNavigation,
  report: (d: Diagnostic) => void,
): string | null {
  const range = component.origin[parameter] ?? component.range;
  const senders = [...devices].filter(([port]) => splitPort(port).port === SAMPLE);
  const fitting = senders.filter(([, sent]) => sameType(sent, message)).map(([port]) => splitPort(port).owner);
  if (device === undefined) {
    if (fitting.length > 1) {
      const text = `${fitting.join(" and ")} of ${vehicle} both send ${message.name}: ${component.id} does not say which one it uses`;
      const hint = `say it: ${parameter}="${fitting[0]}"`;
      report(codedDiagnostic(codes.sensorUnclear, range, text, { allowed: fitting.join(", "), hint }));
    }
    return fitting[0] ?? null;
  }
  if (fitting.includes(device)) return device;
  const names = senders.map(([port]) => splitPort(port).owner);
  const sent = devices.get(`${device}.${SAMPLE}`);
  const text =
    sent === undefined
      ? `${component.id} names the sensor ${JSON.stringify(device)} for ${name}, which ${vehicle} does not have; it has: ${names.join(", ") || "none"}`
      : `${component.id} takes ${typeInWords(message)} for ${name}, but the sensor ${device} sends ${typeInWords(sent)}`;
  const others =
    fitting.length === 0 ? "no sensor of the vehicle sends such samples" : `${fitting.join(" and ")} would fit`;
  const hint = sent === undefined ? didYouMean(device, names) : others;
  report(codedDiagnostic(codes.sensorLacking, range, text, { allowed: fitting.join(", ") || "none", hint }));
  return null;
}
