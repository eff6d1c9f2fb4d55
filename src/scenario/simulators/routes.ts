/**
 * Which messages go from where to where: one table, made from the description alone, so that every simulator of a world
 * makes the same one wherever it runs. A route that is not here does not exist.
 *
 * | message         | from          | to           | when                                                          |
 * |-----------------|---------------|--------------|---------------------------------------------------------------|
 * | vehicleState    | vehicles      | owner of tap | at the sample times of the tap, read in sense                 |
 * | vehicleState    | vehicles      | environment  | refresh_Hz, where there is a sea or a thing takes neighbours     |
 * | bodyMotion      | vehicles      | sensors      | the same, with accelerations                                   |
 * | partReading     | vehicles      | sensors      | the same, of one part of the vehicle                            |
 * | surroundings    | environment   | vehicles     | in answer to the state, refresh_Hz                             |
 * | contactState    | vehicles      | environment  | when a body has left its free space, and in answer              |
 * | contactQuestion, freeSpace, correction | environment | vehicles | as contacts are found and decided           |
 * | navigationState       | sensors       | controllers  | at the rate of each module that takes it                        |
 * | clockTick       | sensors       | controllers  | at the rate of each module that takes no reading                |
 * | of a device     | things        | controllers  | when the device sends it, where a program has a link to it        |
 * | for a device    | controllers   | things       | when a module has stepped that has a link to it                  |
 * | streams         | both          | both         | each message, between a device and modules that name its port    |
 * | actuatorCommand | controllers   | vehicles     | in answer                                                     |
 * | navigationState | controllers   | vehicles     | from the vehicle's navigation, for the log: its error            |
 * | batteryReading  | vehicles      | sensors      | at the sample times of the port, where the vehicle has a battery |
 * | contactReading  | vehicles      | sensors      | at the sample times of the port                                 |
 * | powerDraw       | things        | vehicles     | when it changes, where the vehicle has a battery                |
 * | powerState      | vehicles      | things, controllers | a nanosecond after the battery has cut off               |
 * | shown           | controllers   | displays     | with each command, where controllers run outside                |
 * | waterAt         | environment   | things       | at the sample times of the port                                 |
 * | neighbours      | environment   | things       | the same, where the world has other vehicles that rays meet        |
 * | emission        | things        | environment  | when a device begins to send, or a sensor pings (signal-routes.ts) |
 * | stateQuestion, vehicleState | environment, vehicles | | when a signal leaves a vehicle or is about to reach it    |
 * | arrivals        | environment   | things       | ahead of the arrivals of a signal                              |
 *
 * What things send and take, such as a <push> or an <excerpt>, follows from the ports that they declare (thing-routes.ts).
 */
import { clockTick, type ExternalInput, navigationState } from "../../control/index.ts";
import { InvariantError, invariant, type Seed } from "../../core/index.ts";
import { type Fields, type MessageType, RegularTimes, type SampleTimes, type ThingPart } from "../../engine/index.ts";
import { contactQuestion, correction, freeSpace, powerState, surroundings } from "../../environment/index.ts";
import { contactState, vehicleState } from "../../vehicles/index.ts";
import type { Scenario } from "../load/scenario.ts";
import type { ScenarioController } from "../load/vehicle.ts";
import type { Extension, SoftwarePort } from "./extension.ts";
import { type End, ROLES } from "./roles.ts";
import { signalRoutes } from "./signal-routes.ts";
import {
  batteryPath,
  neighbourPorts,
  POWER_STATE_LATENCY_NS,
  thingIn,
  thingOut,
  thingRoutes,
  thingTaps,
} from "./thing-routes.ts";

export interface Route {
  readonly message: MessageType<Fields>;
  readonly from: End;
  readonly to: End;
  readonly latency_ns: number;
}

/** A request for the state of a vehicle at sample times: the owner of the state reads it in sense and sends it. */
export interface Tap {
  readonly vehicle: number;
  /** Distinguishes the taps of one vehicle. */
  readonly name: string;
  readonly times: SampleTimes;
  readonly to: End;
  /** What of it is sent: vehicleState where nothing is said. */
  readonly message?: MessageType<Fields>;
  /** Of a partReading: the part, and what of it. */
  readonly of?: ThingPart;
}

/** Everything that passes between the simulators of a world. */
export interface RouteTable {
  readonly routes: readonly Route[];
  readonly taps: readonly Tap[];
}

/** Messages that can wait where each is read in the instant in which it comes: a fleet's ports should stay in the cache. */
export const FEW = 4;

/** Paths of ports that both sides of a route must know. */
export const PORTS = {
  tap: (vehicle: string, name: string): string => `${vehicle}/taps/${name}`,
  state: (reader: string): string => `${reader}/state`,
  environment: (vehicle: string): string => `environment/${vehicle}`,
  waterLog: (vehicle: string): string => `environment/${vehicle}/log`,
  law: (vehicle: string, id: string): string => `${vehicle}/${id}`,
  display: (vehicle: string, id: string): string => `${vehicle}/${id}/display`,
  contact: (vehicle: string): string => `${vehicle}/contact`,
  contactOf: (vehicle: string): string => `environment/${vehicle}/contact`,
  software: (vehicle: string, id: string, port: string): string => `${vehicle}/${id}.${port}`,
} as const;

export interface RouteOptions {
  /** Controllers run outside the world, and show themselves on displays. */
  readonly outside: boolean;
  readonly extensions: readonly Extension[];
  /** Of the run: sample times may jitter. */
  readonly seed: Seed;
}

export function routeTable(scenario: Scenario, { outside, extensions, seed }: RouteOptions): RouteTable {
  const taps = [
    ...shippedTaps(scenario),
    ...thingTaps(scenario, seed),
    ...extensions.flatMap((extension) => extension.taps?.(scenario) ?? []),
  ];
  for (const { vehicle, name } of taps) checkVehicle(scenario, `the tap "${name}" is`, vehicle);
  const routes = [
    ...taps.map(({ vehicle, name, to, message = vehicleState }) =>
      route(
        message as MessageType<Fields>,
        end(scenario, "vehicles", vehicle, (v) => PORTS.tap(v, name)),
        to,
      ),
    ),
    ...environmentRoutes(scenario),
    ...contactRoutes(scenario),
    ...thingRoutes(scenario),
    ...signalRoutes(scenario),
    ...controlRoutes(scenario, outside),
    ...extensions.flatMap((extension) => extension.routes?.(scenario) ?? []),
  ];
  for (const { message, from, to } of routes) {
    for (const end of [from, to]) checkEnd(scenario, `a route of ${message.name} has an end, ${end.path},`, end);
  }
  for (const { name, vehicle, controller } of extensions.flatMap((extension) => extension.software?.(scenario) ?? [])) {
    checkController(scenario, `the software port "${name}" is`, vehicle, controller);
  }
  return { routes, taps };
}

/** Ends that extensions name may not exist: whose they are is known before anything is built. */
function checkEnd(scenario: Scenario, what: string, { role, vehicle, controller }: End): void {
  invariant(ROLES.includes(role), `${what} of ${role}, which is not a role; there are: ${ROLES.join(", ")}`);
  if (role === "controllers") checkController(scenario, what, vehicle, controller);
  else if (vehicle !== undefined) checkVehicle(scenario, what, vehicle);
}

function checkVehicle({ vehicles }: Scenario, what: string, vehicle: number | undefined): void {
  if (vehicle !== undefined && vehicles[vehicle] !== undefined) return;
  const there = vehicles.map(({ name }, i) => `${i} ${name}`).join(", ");
  throw new InvariantError(`${what} of vehicle ${vehicle}, which does not exist; there are: ${there}`);
}

function checkController(
  scenario: Scenario,
  what: string,
  vehicle: number | undefined,
  controller: string | undefined,
): void {
  checkVehicle(scenario, what, vehicle);
  const { name, controllers } = scenario.vehicles[vehicle!]!;
  const ids = controllers.map(({ component }) => component.id);
  const there = ids.join(", ") || "none";
  invariant(
    ids.includes(controller ?? ""),
    `${what} of controller ${JSON.stringify(controller ?? "")}, which ${name} does not have; it has: ${there}`,
  );
}

function shippedTaps(scenario: Scenario): Tap[] {
  const { sea, world, vehicles, logs } = scenario;
  const rate = (rate_Hz: number): SampleTimes => new RegularTimes(rate_Hz);
  const taps: Tap[] = [];
  const isLooked = neighbourPorts(scenario).length > 0;
  vehicles.forEach(({ name, controllers, parts }, vehicle) => {
    if ((sea !== null || isLooked) && parts !== null) {
      const to = { role: "environment", path: PORTS.environment(name), vehicle } as const;
      taps.push({ vehicle, name: "environment", times: rate(world.refresh_Hz), to });
    }
    for (const controller of controllers) {
      for (const external of controller.program.externals) {
        if (external.source !== "state") continue;
        const path = inputPath(name, controller, external);
        const to = { role: "sensors", path: PORTS.state(path), vehicle } as const;
        taps.push({ vehicle, name: path.slice(name.length + 1), times: rate(external.rate_Hz), to });
      }
    }
  });
  for (const { vehicle, rate_Hz, channels } of logs) {
    if (sea === null || !channels.includes("water")) continue;
    const to = { role: "environment", path: PORTS.waterLog(vehicles[vehicle]!.name), vehicle } as const;
    taps.push({ vehicle, name: "water", times: rate(rate_Hz), to });
  }
  return taps;
}

function environmentRoutes(scenario: Scenario): Route[] {
  const { sea, vehicles } = scenario;
  return vehicles.flatMap(({ parts }, vehicle) => {
    if (sea === null || parts === null) return [];
    const from = end(scenario, "environment", vehicle, PORTS.environment);
    return [route(surroundings, from, end(scenario, "vehicles", vehicle))];
  });
}

/** Between each body that may touch something and the environment, which decides. */
function contactRoutes(scenario: Scenario): Route[] {
  const { contacts, vehicles } = scenario;
  return vehicles.flatMap((_, vehicle) => {
    if ((contacts?.bodies[vehicle] ?? null) === null) return [];
    const body = end(scenario, "vehicles", vehicle, PORTS.contact);
    const desk = end(scenario, "environment", vehicle, PORTS.contactOf);
    return [
      route(contactState, body, desk),
      route(contactQuestion, desk, body),
      route(freeSpace, desk, body),
      route(correction, desk, body),
    ];
  });
}

function controlRoutes(scenario: Scenario, outside: boolean): Route[] {
  return scenario.vehicles.flatMap(({ controllers, command }, vehicle) =>
    controllers.flatMap((controller) => {
      const { id } = controller.component;
      const path = (v: string): string => PORTS.law(v, id);
      const law = { ...end(scenario, "controllers", vehicle, path), controller: id };
      const display = end(scenario, "displays", vehicle, (v) => PORTS.display(v, id));
      return [
        ...inputRoutes(scenario, vehicle, controller),
        route(command, law, end(scenario, "vehicles", vehicle, path)),
        ...deliveryRoutes(scenario, vehicle, controller),
        ...streamRoutes(scenario, vehicle, controller),
        ...(controller.program.estimate === null
          ? []
          : [route(navigationState, law, end(scenario, "vehicles", vehicle, path))]),
        ...supplyRoutes(scenario, vehicle, law),
        ...(outside ? [route(controller.shown, law, display)] : []),
      ];
    }),
  );
}

/** Whether the computer of a program has power. */
function supplyRoutes(scenario: Scenario, vehicle: number, law: End): Route[] {
  const path = batteryPath(scenario, vehicle);
  if (path === null) return [];
  return [route(powerState, { role: "vehicles", path, vehicle }, law, POWER_STATE_LATENCY_NS)];
}

/** What comes into a program. */
function inputRoutes(scenario: Scenario, vehicle: number, controller: ScenarioController): Route[] {
  const { name } = scenario.vehicles[vehicle]!;
  return controller.program.externals.map((external) => {
    const path = inputPath(name, controller, external);
    const to: End = { role: "controllers", path, vehicle, controller: controller.component.id };
    if (external.source === "device") {
      const out = thingOut(scenario, `${name}/${external.name}`);
      invariant(out !== null, `${path}: no device of ${name} sends ${external.name}`);
      return route(out.message, out.end, to);
    }
    const from: End = { role: "sensors", path, vehicle };
    return external.source === "state" ? route(navigationState, from, to) : route(clockTick, from, to);
  });
}

/** What goes from a program to devices. */
function deliveryRoutes(scenario: Scenario, vehicle: number, { component, program }: ScenarioController): Route[] {
  const { name } = scenario.vehicles[vehicle]!;
  return program.deliveries.map((delivery) => {
    const path = PORTS.software(name, component.id, delivery.name);
    const from: End = { role: "controllers", path, vehicle, controller: component.id };
    return route(program.slots[delivery.slot]!.message, from, thingIn(scenario, `${name}/${delivery.name}`));
  });
}

/** Beside the path of a link to the same port of a device. */
function streamPath(name: string): string {
  return `${name} stream`;
}

/** Between devices and the modules that name their ports, for messages that each count or carry bytes. */
function streamRoutes(scenario: Scenario, vehicle: number, { component, program }: ScenarioController): Route[] {
  const { name: owner } = scenario.vehicles[vehicle]!;
  return program.streams.map(({ name, direction, message }) => {
    const path = PORTS.software(owner, component.id, streamPath(name));
    const own: End = { role: "controllers", path, vehicle, controller: component.id };
    if (direction === "out") return route(message, own, thingIn(scenario, `${owner}/${name}`));
    const out = thingOut(scenario, `${owner}/${name}`);
    invariant(out !== null, `${path}: no device of ${owner} sends ${name}`);
    return route(message, out.end, own);
  });
}

/** The ports that programs have besides their links, as their modules name them. */
export function programStreams({ vehicles }: Scenario): SoftwarePort[] {
  return vehicles.flatMap(({ controllers }, vehicle) =>
    controllers.flatMap(({ component, program }) =>
      program.streams.map(({ name, direction, message }) => ({
        vehicle,
        controller: component.id,
        name,
        direction,
        type: message,
        path: streamPath(name),
      })),
    ),
  );
}

/** The port of a program at which something comes in. Readings at its own rate come to its own path. */
export function inputPath(
  vehicle: string,
  { component, program }: ScenarioController,
  external: ExternalInput,
): string {
  if (external.source === "device") return PORTS.software(vehicle, component.id, external.name);
  const path = PORTS.law(vehicle, component.id);
  return external.rate_Hz === program.rate_Hz ? path : `${path} ${external.rate_Hz} Hz`;
}

function route<F extends Fields>(message: MessageType<F>, from: End, to: End, latency_ns = 0): Route {
  return { message: message as unknown as MessageType<Fields>, from, to, latency_ns };
}

function end(scenario: Scenario, role: End["role"], vehicle: number, path = (name: string) => name): End {
  return { role, vehicle, path: path(scenario.vehicles[vehicle]!.name) };
}
