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
 */
import type { ThingPort } from "../../engine/index.ts";
import { arrivals, emission, type Transducer } from "../../environment/index.ts";
import type { Scenario } from "../load/scenario.ts";
import type { ScenarioThing } from "../load/things.ts";

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

function portsOf({ ports }: ScenarioThing, direction: ThingPort["direction"], message: unknown): ThingPort[] {
  return ports.filter((port) => port.direction === direction && (port.message as unknown) === message);
}
