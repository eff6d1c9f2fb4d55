/**
 * What follows from the ports that things declare:
 *
 * | port                     | route                                                                                      |
 * |--------------------------|--------------------------------------------------------------------------------------------|
 * | in, vehicleState, times  | a tap on the vehicle that carries the thing                                                |
 * | in, bodyMotion, times    | the same, with accelerations                                                               |
 * | in, partReading, times   | the same, of one part of the vehicle                                                       |
 * | in, batteryReading, times | the same, of its battery, where it has one                                                |
 * | in, contactReading, times | the same, of what touches it                                                              |
 * | in, waterAt, times       | a tap for the environment, which answers for where the thing is, at the same instant        |
 * | in, neighbours, times    | the same, answered with the vehicles near, where the world has another that rays meet       |
 * | out, push                | to the vehicle that carries the thing                                                      |
 * | out, powerDraw           | to the battery of the vehicle, where it has one                                            |
 * | in, powerState           | from that battery                                                                          |
 * | out, excerptRequest      | to a desk of the environment, whose answers come to the thing's in-port of excerpt          |
 * | out, emission; in, arrivals | to and from the environment: signal-routes.ts                                           |
 * | out, any other           | offered: software takes it by its path, "vehicle/thing.port"                                |
 * | in, any other            | from software, where a program has a link to it                                             |
 */
import { invariant, RandomStream, type Seed } from "../../core/index.ts";
import type { Fields, MessageType, SampleTimes, ThingPort } from "../../engine/index.ts";
import {
  describedSea,
  excerpt,
  excerptRequest,
  neighbours,
  powerDraw,
  powerState,
  waterAt,
} from "../../environment/index.ts";
import { batteryReading, bodyMotion, contactReading, partReading } from "../../sensors/index.ts";
import { push, vehicleState } from "../../vehicles/index.ts";
import type { Scenario } from "../load/scenario.ts";
import type { ScenarioThing } from "../load/things.ts";
import type { End } from "./roles.ts";
import type { Route, Tap } from "./routes.ts";

/** What a vehicle sends to the things that it carries, at times that they state. */
export const TAPPED: readonly unknown[] = [vehicleState, bodyMotion, partReading, batteryReading, contactReading];

/** Paths of the ends that both sides must know. */
export const THING_PORTS = {
  port: (thing: string, port: string): string => `${thing}.${port}`,
  /** Where the environment takes the states that it answers with waterAt. */
  water: (thing: string, port: string): string => `environment/${thing}.${port}`,
  /**
   * Where the environment takes the states that it answers with `neighbours`. In the order of paths it is behind the environment's ends
   * of vehicles: of one instant, states are known before they are asked for.
   */
  neighbours: (thing: string, port: string): string => `neighbours/${thing}.${port}`,
  /** Where a battery takes what a device draws. */
  draw: (battery: string, device: string): string => `${battery}/${device}`,
  excerptDesk: (thing: string): string => `environment/${thing}/excerpts`,
} as const;

/** Each port of each thing. */
function portsOf({ things }: Pick<Scenario, "things">): { each: ScenarioThing; port: ThingPort }[] {
  return things.flatMap((each) => each.ports.map((port) => ({ each, port })));
}

function endOf({ simulator, path, vehicle }: ScenarioThing, port: string): End {
  const end = { role: simulator, path: THING_PORTS.port(path, port) };
  return vehicle === null ? end : { ...end, vehicle };
}

/** Path of the battery of a vehicle, "auv/battery"; null where it has none. */
export function batteryPath({ vehicles }: Pick<Scenario, "vehicles">, vehicle: number): string | null {
  const { name, parts } = vehicles[vehicle]!;
  const battery = parts?.battery ?? null;
  return battery === null ? null : `${name}/${battery.name}`;
}

/** The things of a vehicle that draw from its battery, in their order. */
export function drawersOf({ things }: Pick<Scenario, "things">, vehicle: number): readonly ScenarioThing[] {
  return things.filter(
    (each) =>
      each.vehicle === vehicle && each.ports.some((port) => port.direction === "out" && is(port.message, powerDraw)),
  );
}

/** That power is gone is known a nanosecond later, since in its own instant the phases of those that it concerns are over. */
export const POWER_STATE_LATENCY_NS = 1;

/** What of a scenario says who sends what to things. */
type Described = Pick<Scenario, "things" | "vehicles" | "described">;

export function thingTaps(scenario: Described, seed: Seed): Tap[] {
  const times = new Instants(seed);
  return portsOf(scenario).flatMap(({ each, port }): Tap[] => {
    const { vehicle, component } = each;
    const { name, direction, message } = port;
    if (direction !== "in" || port.times === undefined || vehicle === null) return [];
    if (is(message, batteryReading) && batteryPath(scenario, vehicle) === null) return [];
    if (is(message, neighbours) && !hasOthers(scenario, vehicle)) return [];
    const desk = deskOf(each, port);
    const answered = desk !== null;
    if (!answered && !TAPPED.some((tapped) => is(message, tapped))) return [];
    const to: End = answered ? { role: "environment", path: desk, vehicle } : endOf(each, name);
    const tap = { vehicle, name: THING_PORTS.port(component.id, name), times: times.of(each, port), to };
    return [answered ? tap : { ...tap, message, ...(port.of === undefined ? {} : { of: port.of }) }];
  });
}

/** Where the environment answers the states that a tap sends for a port; null for one that takes the state itself. */
function deskOf({ path }: ScenarioThing, { name, message }: ThingPort): string | null {
  if (is(message, waterAt)) return THING_PORTS.water(path, name);
  return is(message, neighbours) ? THING_PORTS.neighbours(path, name) : null;
}

/** Whether there is another vehicle in the world that rays meet. */
function hasOthers({ described }: Pick<Scenario, "described">, vehicle: number): boolean {
  return describedSea(described).bodies.some((body, index) => index !== vehicle && !body.isEmpty);
}

/**
 * When messages are sent to the ports of things. Ports of a thing that state one and the same function get the same instants, those of
 * the first of them: what belongs to one sample has one jitter.
 */
class Instants {
  readonly #seed: Seed;
  readonly #made = new Map<ScenarioThing, Map<ThingPort["times"], SampleTimes>>();

  constructor(seed: Seed) {
    this.#seed = seed;
  }

  of(each: ScenarioThing, { name, times }: ThingPort): SampleTimes {
    invariant(times !== undefined, `${each.path}: the port ${name} states no times`);
    if (typeof times !== "function") return times;
    const made = this.#made.get(each) ?? new Map<ThingPort["times"], SampleTimes>();
    this.#made.set(each, made);
    const instants = made.get(times) ?? times(new RandomStream(this.#seed, THING_PORTS.port(each.path, name)));
    made.set(times, instants);
    return instants;
  }
}

export function thingRoutes(scenario: Described): Route[] {
  const route = (message: unknown, from: End, to: End, latency_ns = 0): Route => ({
    message: message as MessageType<Fields>,
    from,
    to,
    latency_ns,
  });
  return portsOf(scenario).flatMap(({ each, port }): Route[] => {
    const { name, direction, message } = port;
    const { path, vehicle } = each;
    if (vehicle === null) return [];
    const own = endOf(each, name);
    const battery = batteryPath(scenario, vehicle);
    const supply: End = { role: "vehicles", path: battery ?? "", vehicle };
    const desk: End = { role: "environment", path: THING_PORTS.excerptDesk(path), vehicle };
    if (direction === "in") {
      const answering = deskOf(each, port);
      if (answering !== null) {
        const isAlone = is(message, neighbours) && !hasOthers(scenario, vehicle);
        return isAlone ? [] : [route(message, { role: "environment", path: answering, vehicle }, own)];
      }
      if (is(message, powerState)) {
        return battery === null ? [] : [route(message, supply, own, POWER_STATE_LATENCY_NS)];
      }
      return is(message, excerpt) ? [route(message, desk, own)] : [];
    }
    if (is(message, excerptRequest)) return [route(message, own, desk)];
    if (is(message, powerDraw)) {
      const path = THING_PORTS.draw(supply.path, each.component.id);
      return battery === null ? [] : [route(message, own, { ...supply, path })];
    }
    if (!is(message, push)) return [];
    return [route(message, own, { role: "vehicles", path: scenario.vehicles[vehicle]!.name, vehicle })];
  });
}

/** An out-port of a thing, to be the beginning of a route. */
export interface ThingOut {
  readonly end: End;
  readonly message: MessageType<Fields>;
}

/** The out-port of a thing by its path, "auv/thermometer.reading"; null where there is none. */
export function thingOut(scenario: Pick<Scenario, "things">, path: string): ThingOut | null {
  return thingOuts(scenario).find(({ end }) => end.path === path) ?? null;
}

/** All out-ports that things offer. */
export function thingOuts(scenario: Pick<Scenario, "things">): ThingOut[] {
  return portsOf(scenario).flatMap(({ each, port }) =>
    port.direction === "out" ? [{ end: endOf(each, port.name), message: port.message }] : [],
  );
}

/** Where a message for the in-port of a thing ends, by its path, "auv/gps.mode". */
export function thingIn(scenario: Pick<Scenario, "things">, path: string): End {
  const found = portsOf(scenario).find(({ each, port }) => THING_PORTS.port(each.path, port.name) === path);
  invariant(found !== undefined, `no thing takes messages at ${path}`);
  return endOf(found.each, found.port.name);
}

/** The environment's ends of things that take the water, with the thing of each. */
export function waterPorts(scenario: Pick<Scenario, "things">): { each: ScenarioThing; port: ThingPort }[] {
  return portsOf(scenario).filter(({ port }) => port.direction === "in" && is(port.message, waterAt));
}

/** Ports of things that take the vehicles near, where there are others; with the thing of each. */
export function neighbourPorts(scenario: Described): { each: ScenarioThing; port: ThingPort }[] {
  return portsOf(scenario).filter(
    ({ each, port }) =>
      port.direction === "in" &&
      is(port.message, neighbours) &&
      each.vehicle !== null &&
      hasOthers(scenario, each.vehicle),
  );
}

/** Paths of the environment's desks at which things ask for excerpts. */
export function excerptDesks(scenario: Pick<Scenario, "things">): string[] {
  return portsOf(scenario).flatMap(({ each, port }) =>
    port.direction === "out" && is(port.message, excerptRequest) ? [THING_PORTS.excerptDesk(each.path)] : [],
  );
}

/** How many things may push a vehicle. */
export function pushersOf(scenario: Pick<Scenario, "things">, vehicle: number): number {
  const pushes = portsOf(scenario).filter(({ port }) => port.direction === "out" && is(port.message, push));
  return pushes.filter(({ each }) => each.vehicle === vehicle).length;
}

/** Messages are compared by what they are, not by name: two may have one name. */
function is(message: MessageType<Fields>, other: unknown): boolean {
  return (message as unknown) === other;
}
