/**
 * Devices of the simulator of communications: what joins it and returns a CommunicationsDevice is run by one actor of that simulator. What
 * arrives is data of the calendar: an event of that actor with the device and a number, not a message between ports.
 *
 *   arrive   a signal will arrive at the device's transducer; ahead of its arrival
 *   due      an event that the device has scheduled
 *   look     messages may have come to its ports, from software or from a supply
 *
 * All of them happen in `react`. Devices are passive: what changes lies in the engine's state, and a device is called in the order of
 * the events, so two of them may read each other's state (a receiver reads the frame of a sender: the bytes that the signal carries).
 */
import type { Moment } from "../engine/index.ts";
import type { Transducer } from "../environment/index.ts";
import type { StatePlaces } from "./state-places.ts";

/** What the simulator does for a device. */
export interface DeviceHost {
  /** Index of the device's transducer among those of the scenario; of a device without one, a number behind them. */
  readonly transducer: number;
  /**
   * All devices of the simulator, by the index of their transducers; null where a transducer is not one of theirs. Those without
   * a transducer are behind them.
   */
  readonly devices: readonly (CommunicationsDevice | null)[];
  /** An event of the device, not in the past; data: from 0 to MOST_DATA. Inside an event of the simulator. */
  schedule(moment: Moment, t_ns: number, data: number): void;
  /** The same before the run has begun. */
  at(t_ns: number, data: number): void;
  /** What all devices of one sort have together, made by the first of them: places that are given lie below the name. */
  share<T>(name: string, make: (places: StatePlaces) => T): T;
  /** Sends message[0 ..], an `emission`; its emitter is filled in. */
  emit(moment: Moment, message: Float64Array): void;
}

export const MOST_DATA = 0xfffff;

export interface CommunicationsDevice {
  /** null for one that works by others, such as a hybrid modem. */
  readonly transducer: Transducer | null;
  /** Whether anything is sent to its ports in this run: others are not asked to look. */
  readonly isLinked: boolean;
  /** Called once, when all devices have joined. */
  install(host: DeviceHost): void;
  /** message: an `arrivals`; record: place in it of the device's ARRIVAL_RECORD. Of a device with a transducer. */
  arrive?(moment: Moment, message: Float64Array, record: number): void;
  due(moment: Moment, data: number): void;
  look(moment: Moment): void;
}

export function isDevice(made: unknown): made is CommunicationsDevice {
  const device = made as Partial<CommunicationsDevice> | null | undefined;
  return (["install", "due", "look"] as const).every((name) => typeof device?.[name] === "function");
}
