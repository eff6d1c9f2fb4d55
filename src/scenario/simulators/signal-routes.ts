/**
 * The transducers of a scenario, and the routes of what they send and hear:
 *
 * | message       | from           | to             | when                                                                  |
 * |---------------|----------------|----------------|-----------------------------------------------------------------------|
 * | emission      | communications | environment    | a device begins to send                                               |
 * | emission      | sensors        | environment    | a sensor pings                                                        |
 * | stateQuestion | environment    | vehicles       | a vehicle carries what sends, or what a signal is about to reach      |
 * | vehicleState  | vehicles       | environment    | in answer                                                             |
 * | arrivals      | environment    | communications | ahead of the arrivals: those of all devices in one message            |
 * | arrivals      | environment    | sensors        | the same, to the port of each sensor that hears                       |
 *
 * A thing has a transducer where a port of `emission` or of `arrivals` says so with `with`. Both ports of one thing name the same one.
 * A world in which nothing has a transducer has none of these routes. Communications have both of theirs where any of their devices has one.
 * A vehicle without a hull stays where it is put, and is not asked.
 */
import type { Fields, MessageType, ThingPort } from "../../engine/index.ts";
import { arrivals, emission, stateQuestion, type Transducer } from "../../environment/index.ts";
import { vehicleState } from "../../vehicles/index.ts";
import type { Scenario } from "../load/scenario.ts";
import type { ScenarioThing } from "../load/things.ts";
import type { End } from "./roles.ts";
import type { Route } from "./routes.ts";
import { THING_PORTS } from "./thing-routes.ts";

export interface ScenarioTransducer {
  /** Among those of the scenario, in the order of its things: `emitter` and `ear` of messages. */
  readonly index: number;
  readonly each: ScenarioThing;
  readonly transducer: Transducer;
  /** Names of the ports; null for one that only hears, or only sends. */
  readonly sends: string | null;
  readonly hears: string | null;
}

/** Paths of ports that both sides of a route must know. */
export const SIGNAL_PORTS = {
  /** Of the simulator of communications, for all its devices. */
  communications: "communications/signals",
  /** Of the environment. */
  environment: "environment/signals",
  /** Of the environment, for a sensor. */
  sensor: (thing: string): string => `${thing}/signals`,
  /** Of a vehicle that is asked for its state, and of the environment that asks. */
  vehicle: (vehicle: string): string => `${vehicle}/signals`,
  asked: (vehicle: string): string => `environment/${vehicle}/signals`,
} as const;

export function transducersOf({ things }: Pick<Scenario, "things">): ScenarioTransducer[] {
  const found = things.flatMap((each) => {
    const [sends] = portsOf(each, "out", emission);
    const [hears] = portsOf(each, "in", arrivals);
    const transducer = (sends ?? hears)?.with as Transducer | undefined;
    if (transducer === undefined) return [];
    return [{ each, transducer, sends: sends?.name ?? null, hears: hears?.name ?? null }];
  });
  return found.map((each, index) => Object.freeze({ index, ...each }));
}

/** The vehicles that are asked where they are: those that move and carry a transducer, in the order of the scenario. */
export function askedVehicles({ vehicles, things }: Pick<Scenario, "things" | "vehicles">): number[] {
  const carriers = new Set(transducersOf({ things }).map(({ each }) => each.vehicle));
  return [...vehicles.keys()].filter((vehicle) => carriers.has(vehicle) && vehicles[vehicle]!.parts !== null);
}

export function signalRoutes(scenario: Pick<Scenario, "things" | "vehicles">): Route[] {
  const transducers = transducersOf(scenario);
  const route = (message: unknown, from: End, to: End): Route => ({
    message: message as MessageType<Fields>,
    from,
    to,
    latency_ns: 0,
  });
  const medium: End = { role: "environment", path: SIGNAL_PORTS.environment };
  const devices: End = { role: "communications", path: SIGNAL_PORTS.communications };
  const talks = transducers.some(({ each }) => each.simulator === "communications");
  return [
    ...(talks ? [route(emission, devices, medium), route(arrivals, medium, devices)] : []),
    ...transducers.flatMap(({ each, sends, hears }): Route[] => {
      const { simulator, path, vehicle } = each;
      if (simulator === "communications" || vehicle === null) return [];
      const own = (port: string): End => ({ role: simulator, path: THING_PORTS.port(path, port), vehicle });
      const desk: End = { role: "environment", path: SIGNAL_PORTS.sensor(path), vehicle };
      return [
        ...(sends === null ? [] : [route(emission, own(sends), desk)]),
        ...(hears === null ? [] : [route(arrivals, desk, own(hears))]),
      ];
    }),
    ...askedVehicles(scenario).flatMap((vehicle): Route[] => {
      const { name } = scenario.vehicles[vehicle]!;
      const asking: End = { role: "environment", path: SIGNAL_PORTS.asked(name), vehicle };
      const asked: End = { role: "vehicles", path: SIGNAL_PORTS.vehicle(name), vehicle };
      return [route(stateQuestion, asking, asked), route(vehicleState, asked, asking)];
    }),
  ];
}

function portsOf({ ports }: ScenarioThing, direction: ThingPort["direction"], message: unknown): ThingPort[] {
  return ports.filter((port) => port.direction === direction && (port.message as unknown) === message);
}
