/**
 * The things of a scenario: each child of a vehicle or of the world whose kind names a simulator, made into its model. What
 * a thing declares (ports, channels, events, figures) is checked here, before anything is built.
 */
import { codedDiagnostic, type Diagnostic, didYouMean } from "../../core/index.ts";
import {
  type MessageType,
  RegularTimes,
  THING_LEVELS,
  THING_PLOTS,
  type Thing,
  type ThingChannel,
  type ThingEvent,
  type ThingFigure,
  type ThingLink,
  type ThingMount,
  type ThingPort,
  type ThingReport,
  type ThingWorld,
  UNMOUNTED,
} from "../../engine/index.ts";
import {
  arrivals,
  excerpt,
  excerptRequest,
  neighbours,
  powerDraw,
  powerState,
  waterAt,
} from "../../environment/index.ts";
import {
  type CodeEntry,
  type Component,
  createModel,
  type Declarations,
  type Definitions,
  figureFault,
  timelineFault,
  wordsFault,
} from "../../library/index.ts";
import { quaternionFromRpyInto } from "../../math/index.ts";
import { batteryReading, bodyMotion, contactReading, partReading } from "../../sensors/index.ts";
import { findSignal, partsWith, push, type Signal, vehicleState } from "../../vehicles/index.ts";
import { scenarioCodes } from "./codes.ts";
import { checkFailures } from "./failure-check.ts";
import { OF_SIGNALS, signalPortFault } from "./signal-ports.ts";

/** The simulators that things join. */
export const THING_SIMULATORS = ["sensors", "communications", "environment"] as const;
export type ThingSimulator = (typeof THING_SIMULATORS)[number];

export interface ScenarioThing {
  /** "auv/thermometer", "world/tide": it names its state, random streams, ports and events. */
  readonly path: string;
  /** Index of the vehicle that carries it; null for one of the world. */
  readonly vehicle: number | null;
  readonly component: Component;
  readonly simulator: ThingSimulator;
  readonly mount: ThingMount;
  readonly thing: Thing;
  /** What it declares, or else its model. */
  readonly ports: readonly ThingPort[];
  readonly channels: readonly ThingChannel[];
  readonly events: readonly ThingEvent[];
  readonly figures: readonly ThingFigure[];
}

/** Names below a vehicle that its own simulator uses. */
export const PARTS: readonly string[] = ["actuators", "surroundings", "limits", "pushes", "signals", "taps", "weights"];

type Reporter = (d: Diagnostic) => void;

/** In paths and topics, whatever the world's own id is. */
const WORLD = "world";

export function makeThings(
  definitions: Definitions,
  vehicles: readonly Component[],
  world: Component,
  report: Reporter,
): ScenarioThing[] {
  const of = (parent: Component, name: string, vehicle: number | null): ScenarioThing[] =>
    parent.children.flatMap((component): ScenarioThing[] => {
      const simulator = definitions.kind(component.kind)?.definition.simulator;
      if (simulator === undefined) return [];
      const thing = makeThing(definitions, component, `${name}/${component.id}`, simulator, report);
      if (thing === null) return [];
      const path = `${name}/${component.id}`;
      const mount = mountOf(component);
      const declared = declaredBy(definitions, component, thing);
      return [{ path, vehicle, component, simulator: simulator as ThingSimulator, mount, thing, ...declared }];
    });
  return [...of(world, WORLD, null), ...vehicles.flatMap((parent, vehicle) => of(parent, parent.id, vehicle))];
}

function makeThing(
  definitions: Definitions,
  component: Component,
  path: string,
  simulator: string,
  report: Reporter,
): Thing | null {
  const { kind, model, range } = component;
  if (!(THING_SIMULATORS as readonly string[]).includes(simulator)) {
    const allowed = THING_SIMULATORS.join(", ");
    const message = `${path}: things of the kind ${kind} join ${JSON.stringify(simulator)}, which is not a simulator; there are: ${allowed}`;
    const hint = didYouMean(simulator, THING_SIMULATORS);
    report(codedDiagnostic(scenarioCodes.thingNotMade, range, message, { allowed, hint }));
    return null;
  }
  const fail = (reason: string): null => {
    const of = model === null ? "" : `model "${model}" of `;
    report(codedDiagnostic(scenarioCodes.thingNotMade, range, `${path}: ${of}${kind} cannot be made: ${reason}`));
    return null;
  };
  if (model === null) return fail("it has no model");
  try {
    const made = createModel(definitions, component);
    const fault = faultOf(made, (thing) => declaredBy(definitions, component, thing));
    return fault === null ? (made as Thing) : fail(fault);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** What a thing declares; where it says nothing, what its model's definition does. */
function declaredBy(
  definitions: Definitions,
  { kind, model, params }: Component,
  thing: Partial<Thing>,
): Pick<ScenarioThing, "ports" | "channels" | "events" | "figures"> {
  const definition = definitions.kind(kind)?.models.get(model ?? "");
  const rateOf = (name: string): number => Number((params as Readonly<Record<string, unknown>>)[name]);
  const ports = (definition?.ports ?? []).map(({ rate, ...port }) =>
    rate === undefined ? port : { ...port, times: new RegularTimes(rateOf(rate)) },
  );
  return {
    ports: thing.ports ?? (ports as unknown as readonly ThingPort[]),
    channels: thing.channels ?? ((definition?.channels ?? []) as readonly ThingChannel[]),
    events: thing.events ?? ((definition?.events ?? []) as readonly ThingEvent[]),
    figures: thing.figures ?? ((definition?.figures ?? []) as readonly ThingFigure[]),
  };
}

/** What a component declares that is a thing, as far as it is known outside a world; empty for others. */
export function thingDeclarations(definitions: Definitions, component: Component): Declarations {
  if (definitions.kind(component.kind)?.definition.simulator === undefined || component.model === null) return {};
  try {
    return declaredBy(definitions, component, createModel(definitions, component) as Thing);
  } catch {
    return {}; // what it throws is reported where it is made for a run
  }
}

/** What a user's own thing lacks, in words; null for nothing. */
function faultOf(made: unknown, declared: (thing: Partial<Thing>) => Declarations): string | null {
  if (typeof made !== "object" || made === null) return "it makes nothing";
  if (typeof (made as Partial<Thing>).join !== "function") return "it has no function join";
  return declarationFault(declared(made as Partial<Thing>));
}

function declarationFault(made: Declarations): string | null {
  for (const name of ["ports", "channels", "events", "figures"] as const) {
    const list: unknown = made[name];
    if (list === undefined) continue;
    if (!Array.isArray(list)) return `its ${name} are not a list`;
    const nameless = list.findIndex((each) => typeof each?.name !== "string");
    if (nameless >= 0) return `number ${nameless + 1} of its ${name} has no name`;
  }
  for (const { name, direction, message } of (made.ports ?? []) as readonly ThingPort[]) {
    if (direction !== "in" && direction !== "out") return `port ${name}: its direction is neither "in" nor "out"`;
    if (typeof (message as Partial<MessageType> | undefined)?.size !== "number") return `port ${name} has no message`;
  }
  for (const { name, fields, plot } of (made.channels ?? []) as readonly ThingChannel[]) {
    const shown = JSON.stringify(name);
    if (!Array.isArray(fields) || fields.length === 0) return `channel ${shown} has no fields`;
    if (fields.some((field) => typeof field?.name !== "string")) return `channel ${shown} has a field without a name`;
    for (const { name: field, truthOf, validBy } of fields) {
      const strange = [truthOf, validBy].find(
        (other) => other !== undefined && (other === field || !fields.some(({ name }) => name === other)),
      );
      if (strange !== undefined)
        return `channel ${shown}: field ${field} names ${JSON.stringify(strange)}, which is not another field of it`;
    }
    if (!THING_PLOTS.includes(plot)) return `channel ${shown}: its plot is not one of: ${THING_PLOTS.join(", ")}`;
    const fault = wordsFault(fields) ?? (plot === "timeline" ? timelineFault(fields) : null);
    if (fault !== null) return `channel ${shown} ${fault}`;
  }
  for (const { name, level, doc } of (made.events ?? []) as readonly ThingEvent[]) {
    if (!THING_LEVELS.includes(level)) return `event ${name}: its level is not one of: ${THING_LEVELS.join(", ")}`;
    if (typeof doc !== "string" || doc === "") return `event ${name} has no doc`;
  }
  for (const figure of (made.figures ?? []) as readonly ThingFigure[]) {
    const fault = figureFault(figure);
    if (fault !== null) return `figure ${JSON.stringify(figure.name)} ${fault}`;
  }
  return null;
}

/**
 * The things as they are in a world whose description is known, with what they declare checked. reserved: names of channels
 * that every vehicle has. signalsOf: what can be read of the parts of a vehicle, null for one without a hull. hasBattery: whether a
 * vehicle has one. linksOf: those of a vehicle's software to its devices.
 */
export function settleThings(
  definitions: Definitions,
  made: readonly ScenarioThing[],
  world: ThingWorld,
  reserved: readonly string[],
  signalsOf: (vehicle: number) => readonly Signal[] | null,
  hasBattery: (vehicle: number) => boolean,
  linksOf: (vehicle: number) => readonly ThingLink[],
  report: Reporter,
): ScenarioThing[] {
  const settled = made.flatMap((each): ScenarioThing[] => {
    const { component } = each;
    const thing =
      each.thing.inWorld === undefined
        ? each.thing
        : each.thing.inWorld(world, (parameter, message, detail) =>
            report(
              codedDiagnostic(
                scenarioCodes.unknownQuantity,
                component.origin[parameter] ?? component.range,
                message,
                detail,
              ),
            ),
          );
    if (thing === null) return [];
    return [Object.freeze({ ...each, thing, ...declaredBy(definitions, component, thing) })];
  });
  const all = settled.map(({ thing }) => thing);
  for (const { component, thing, vehicle } of settled) {
    const blame: ThingReport = (parameter, message, detail, of = component) =>
      report(codedDiagnostic(scenarioCodes.thingsDisagree, of.origin[parameter] ?? of.range, message, detail));
    thing.checkAmong?.(all, blame, vehicle === null ? [] : linksOf(vehicle));
  }
  for (const each of settled) {
    checkDeclarations(each, signalsOf, report);
    checkFailures(each, report);
    if (each.vehicle !== null && !hasBattery(each.vehicle)) checkWithoutBattery(each, report);
  }
  checkTopics(settled, reserved, report);
  return settled;
}

/** The topic of a channel in the log. */
export function thingTopic({ path, component }: ScenarioThing, channel: { name: string; folder?: string }): string {
  const [parent = ""] = path.split("/");
  const within = channel.folder === undefined ? "" : `${channel.folder}/`;
  const own = channel.name === "" || channel.name === component.id;
  return `/${parent}/${within}${component.id}${own ? "" : `/${channel.name}`}`;
}

function checkDeclarations(
  each: ScenarioThing,
  signalsOf: (vehicle: number) => readonly Signal[] | null,
  report: Reporter,
): void {
  const { path, component, ports, channels, events, figures } = each;
  const say = (entry: CodeEntry, message: string, hint?: string): void =>
    report(codedDiagnostic(entry, component.range, `${path}: ${message}`, { hint }));
  const model = `model "${component.model}" of ${component.kind}`;
  const once = (what: string, names: readonly string[]): void => {
    for (const name of new Set(names.filter((name, i) => names.indexOf(name) !== i))) {
      say(scenarioCodes.declaredTwice, `${model} declares the ${what} ${JSON.stringify(name)} twice`);
    }
  };
  once(
    "port",
    ports.map(({ name }) => name),
  );
  once(
    "channel",
    channels.map(({ name }) => name),
  );
  once(
    "event",
    events.map(({ name }) => name),
  );
  once(
    "figure",
    figures.map(({ name }) => name),
  );
  for (const { name, fields } of channels) {
    once(
      `field of the channel ${JSON.stringify(name)},`,
      fields.map((field) => field.name),
    );
  }
  const signals = each.vehicle === null ? null : signalsOf(each.vehicle);
  for (const port of ports) {
    if ((port.message as unknown) === partReading) checkPart(each, port, signals ?? [], report);
    const still = (port.message as unknown) === push && each.vehicle !== null && signals === null;
    const fault = still ? "pushes a vehicle without a hull, which stays where it is put" : unreached(each, port);
    if (fault !== null) say(scenarioCodes.portUnreached, `the port ${JSON.stringify(port.name)} ${fault}`);
  }
}

/** Whether the vehicle has the part that a port is mounted on. */
function checkPart(
  { path, component }: ScenarioThing,
  { name, of }: ThingPort,
  signals: readonly Signal[],
  report: Reporter,
): void {
  if (of === undefined) {
    const message = `${path}: the port ${JSON.stringify(name)} takes partReading, but does not say of which part`;
    report(codedDiagnostic(scenarioCodes.portUnreached, component.range, message));
    return;
  }
  if (findSignal(signals, of.part, of.quantity) !== null) return;
  const there = partsWith(signals, of.quantity);
  const wanted = `${JSON.stringify(of.part)} with ${/^[aeiou]/.test(of.quantity) ? "an" : "a"} ${of.quantity}`;
  const message = `${path}: the vehicle has no ${wanted}; there are: ${there.join(", ") || "none"}`;
  const hint = didYouMean(of.part, there);
  const range = component.origin[of.parameter] ?? component.range;
  report(codedDiagnostic(scenarioCodes.unknownActuator, range, message, { allowed: there.join(", "), hint }));
}

function checkWithoutBattery({ path, component, ports }: ScenarioThing, report: Reporter): void {
  if (!ports.some((port) => (port.message as unknown) === batteryReading && port.optional !== true)) return;
  const message = `${path}: the vehicle has no battery that it could measure`;
  const hint = "add a <battery> to the vehicle, or give the sensor a supply of its own";
  report(codedDiagnostic(scenarioCodes.noBattery, component.range, message, { hint }));
}

/** What is sent to things at times that they state. */
const TIMED_MESSAGES = [vehicleState, bodyMotion, partReading, batteryReading, contactReading, waterAt, neighbours];
const TIMED: readonly unknown[] = TIMED_MESSAGES;
const TIMED_NAMES = TIMED_MESSAGES.map(({ name }) => name).join(", ");
/** What passes between a device and the battery of its vehicle. */
const OF_POWER: readonly unknown[] = [powerDraw, powerState];

/** Whether a port takes messages of the vehicle's software, by a link: any that no simulator sends. */
export function isForSoftware({ direction, message, times }: ThingPort): boolean {
  if (direction !== "in" || times !== undefined || OF_POWER.includes(message) || OF_SIGNALS.includes(message))
    return false;
  return (message as unknown) !== excerpt && !TIMED.includes(message);
}

/** Whether software may take what leaves a port. */
export function isOfferedToSoftware({ direction, message }: ThingPort): boolean {
  return direction === "out" && !OF_POWER.includes(message) && !OF_SIGNALS.includes(message);
}

/** Whether messages come to a port in some worlds and not in others: only where there is a battery, another vehicle, or something that is heard. */
export function mayBeSilent({ direction, message }: ThingPort): boolean {
  const some: readonly unknown[] = [powerState, batteryReading, neighbours, arrivals];
  return direction === "in" && some.includes(message);
}

/** Why no message reaches a port, or none leaves it; null where one does. Other out-ports are offered to software. */
function unreached(each: ScenarioThing, port: ThingPort): string | null {
  const { vehicle, ports } = each;
  const { message, direction, times, range_m } = port;
  const { name } = message;
  const has = (of: unknown, way: "in" | "out"): boolean =>
    ports.some((port) => port.message === of && port.direction === way);
  const carried: readonly unknown[] = [...TIMED, ...OF_POWER, ...OF_SIGNALS, push, excerpt, excerptRequest];
  if (vehicle === null && carried.includes(message)) return `is of ${name}, which is for things that a vehicle carries`;
  if (OF_SIGNALS.includes(message)) return signalPortFault(each, port);
  if (direction === "out") {
    const unanswered = (message as unknown) === excerptRequest && !has(excerpt, "in");
    return unanswered ? "asks for excerpts, but no in-port takes them" : null;
  }
  if (TIMED.includes(message)) {
    if (times === undefined) return `takes ${name}, but does not say at which times`;
    const isBlind = (message as unknown) === neighbours && !(range_m !== undefined && range_m > 0);
    return isBlind ? `takes ${name}, but does not say within which range_m` : null;
  }
  if (times !== undefined) return `takes ${name} at stated times; sent at times are: ${TIMED_NAMES}`;
  // Any other message may come from the vehicle's software, by a link.
  if ((message as unknown) !== excerpt)
    return vehicle === null ? `takes ${name}, which no simulator sends to a thing` : null;
  return has(excerptRequest, "out") ? null : "takes excerpts, but no out-port asks for them";
}

/** Two channels of one topic cannot be distinguished. */
function checkTopics(things: readonly ScenarioThing[], reserved: readonly string[], report: Reporter): void {
  const first = new Map<string, ScenarioThing>();
  for (const each of things) {
    const { id, kind, range } = each.component;
    const written = each.channels.length > 0 && reserved.includes(id);
    if (each.vehicle !== null && (written || PARTS.includes(id))) {
      const message = `a ${kind} cannot be called ${id}: that is ${written ? "a channel of its vehicle's log" : "a part of its vehicle"}`;
      report(codedDiagnostic(scenarioCodes.reservedName, range, message, { hint: "give it another id" }));
    }
    for (const topic of new Set(each.channels.map((channel) => thingTopic(each, channel)))) {
      const other = first.get(topic);
      if (other === undefined) first.set(topic, each);
      else {
        const message = `${other.path} and ${each.path} both declare the channel ${topic}`;
        report(codedDiagnostic(scenarioCodes.declaredTwice, range, message));
      }
    }
  }
}

/** position_m and attitude_deg of its mount, where its kind has them. */
function mountOf({ mount }: Component): ThingMount {
  const { position_m, attitude_rad } = (mount ?? {}) as Partial<
    Record<"position_m" | "attitude_rad", readonly number[]>
  >;
  if (position_m === undefined && attitude_rad === undefined) return UNMOUNTED;
  const [roll = 0, pitch = 0, yaw = 0] = attitude_rad ?? [];
  const q_BS = new Float64Array(4);
  quaternionFromRpyInto(q_BS, 0, roll, pitch, yaw);
  return Object.freeze({ p_BS_m: position_m ?? UNMOUNTED.p_BS_m, q_BS: Object.freeze([...q_BS]) });
}
