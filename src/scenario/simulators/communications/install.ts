/**
 * The communications of a world: the devices by which vehicles talk.
 *
 *   react   messages of software come to devices; devices begin to send (emission, to the environment); the environment says what will arrive where
 *           and when (arrivals, ahead of it); what has arrived is decided by the devices, and goes to software
 *
 * All devices are run by one actor: what will arrive at them are its events, not messages. A device without a transducer, which works by others,
 * is run by it, too. A thing that joins here and makes no device
 * (modems/device.ts) has actors of its own, as everywhere.
 */
import { type InPort, type ModelBuilder, type Moment, type OutPort, PHASE } from "../../../engine/index.ts";
import { ARRIVAL_RECORD, ARRIVAL_RECORD_SIZE, arrivals, emission } from "../../../environment/index.ts";
import {
  type CommunicationsDevice,
  type DeviceHost,
  isDevice,
  MOST_DATA,
  type StatePlaces,
} from "../../../modems/index.ts";
import { SIGNAL_PORTS, transducersOf } from "../signal-routes.ts";
import type { Site } from "../site.ts";
import { joinThings } from "../things.ts";

const SENT = emission.at;
const ARRIVING = arrivals.at;
/** Messages of arrivals that come in one round. */
const CAPACITY = 256;

export function installCommunications(site: Site): void {
  const { builder, scenario } = site;
  if (!scenario.things.some(({ simulator }) => simulator === "communications")) return;
  const path = SIGNAL_PORTS.communications;
  const arriving = new Float64Array(arrivals.size);
  /** By the index of their transducers; behind them those without one. */
  const devices: (CommunicationsDevice | null)[] = [];
  const looking: CommunicationsDevice[] = [];
  let heard: InPort<typeof arrivals.fields> | null = null;
  let sends: OutPort<typeof emission.fields> | null = null;

  const actor = builder.addActor({
    path,
    handle(moment, data) {
      if (data > 0) {
        // A division by a power of 2 is exact, and takes a twentieth of the time of a remainder.
        const device = Math.floor((data - 1) / (MOST_DATA + 1));
        devices[device]!.due(moment, data - 1 - device * (MOST_DATA + 1));
        return;
      }
      if (heard !== null) while (heard.receive(moment, arriving, 0)) arrive(moment);
      for (let k = 0; k < looking.length; k++) looking[k]!.look(moment);
    },
  });
  const wake = { actor, phase: PHASE.react } as const;

  const arrive = (moment: Moment): void => {
    const count = arriving[ARRIVING.count]!;
    for (let n = 0; n < count; n++) {
      const record = ARRIVING.records + n * ARRIVAL_RECORD_SIZE;
      devices[arriving[record + ARRIVAL_RECORD.ear]!]?.arrive?.(moment, arriving, record);
    }
  };

  const made = joinThings(site, "communications", wake);
  const transducers = transducersOf(scenario);
  for (const { index, each } of transducers) {
    const device = made.get(each.path);
    devices[index] = isDevice(device) ? device : null;
  }
  if (devices.some((device) => (device ?? null) !== null)) {
    if (site.expects(path, arrivals)) heard = site.in(path, arrivals, { capacity: CAPACITY, wake });
    sends = site.offer(path, emission, PHASE.react);
  }
  const shared = new Map<string, unknown>();
  const share = <T>(name: string, make: (places: StatePlaces) => T): T => {
    const below = (place: string): string => `communications/${name}/${place}`;
    const { layout } = builder;
    if (!shared.has(name)) {
      const places: StatePlaces = {
        reals: (place, size, initial) => layout.reals(below(place), size, initial),
        integers: (place, size) => layout.integers(below(place), size),
        bytes: (place, size) => layout.bytes(below(place), size),
      };
      shared.set(name, make(places));
    }
    return shared.get(name) as T;
  };
  for (const device of made.values()) if (isDevice(device) && device.transducer === null) devices.push(device);
  for (const [index, device] of devices.entries()) {
    if (device === null) continue;
    if (device.isLinked) looking.push(device);
    device.install(new Host(index, devices, share, builder, actor, sends));
  }
}

/** What the simulator does for one device. One object, since events of many devices follow one another. */
class Host implements DeviceHost {
  readonly transducer: number;
  readonly devices: readonly (CommunicationsDevice | null)[];
  readonly share: DeviceHost["share"];
  readonly #first: number;
  readonly #builder: ModelBuilder;
  readonly #actor: number;
  readonly #sends: OutPort<typeof emission.fields> | null;

  constructor(
    index: number,
    devices: readonly (CommunicationsDevice | null)[],
    share: DeviceHost["share"],
    builder: ModelBuilder,
    actor: number,
    sends: OutPort<typeof emission.fields> | null,
  ) {
    this.transducer = index;
    this.devices = devices;
    this.share = share;
    this.#first = 1 + index * (MOST_DATA + 1);
    this.#builder = builder;
    this.#actor = actor;
    this.#sends = sends;
  }

  schedule(moment: Moment, t_ns: number, data: number): void {
    moment.schedule(t_ns, PHASE.react, this.#first + data);
  }

  at(t_ns: number, data: number): void {
    this.#builder.at(t_ns, PHASE.react, this.#actor, this.#first + data);
  }

  emit(moment: Moment, message: Float64Array): void {
    message[SENT.emitter] = this.transducer;
    this.#sends?.send(moment, message, 0);
  }
}
