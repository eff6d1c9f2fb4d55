/**
 * Modems in a medium without a world: straight ways at one speed, spherical spreading, one noise. Emissions reach all others at once, ahead of
 * their arrival, as the environment does it.
 */
import { formatDiagnostic } from "../../core/index.ts";
import { ModelBuilder, type Moment, PHASE, Simulation, thingSite } from "../../engine/index.ts";
import { ARRIVAL_RECORD, arrivals, emission } from "../../environment/index.ts";
import { type Component, createModel, Definitions, loadComponent, memoryReader } from "../../library/index.ts";
import { log10 } from "../../math/index.ts";
import { MOST_DATA } from "../device.ts";
import { modemDefinitions } from "../index.ts";
import { SORTS } from "../modem-design.ts";
import type { ModemDevice } from "../modem-device.ts";
import type { ModemThing } from "../modem-thing.ts";
import type { StatePlaces } from "../state-places.ts";

const { definitions } = Definitions.create(modemDefinitions.filter(({ definition }) => definition !== "children"));

/** A <modem> as in a file, with its address. */
export function modemOf(xml: string, address: number): ModemThing {
  const { component, diagnostics } = loadComponent(definitions, memoryReader({ "modem.xml": xml }), "modem.xml", {
    kind: "modem",
  });
  if (component === null) throw new Error(diagnostics.map((d) => formatDiagnostic(d)).join("\n"));
  return createModel(definitions, { ...component, mount: { address } } as Component) as ModemThing;
}

/** The attributes of a <modem>, and its children. */
export function modemXml(attributes: string, children = ""): string {
  return `<modem id="m" frequency_Hz="33e3" bandwidth_Hz="6e3" ${attributes}><provenance of="*" status="assumed"/>${children}</modem>`;
}

export interface Row {
  readonly address: number;
  readonly begin_s: number;
  readonly end_s: number;
  readonly sort: string;
  readonly other: number;
  readonly number: number;
}

export interface IdealMedium {
  readonly sim: Simulation;
  readonly rows: readonly Row[];
  readonly events: readonly string[];
  /** A figure of the k-th modem. */
  figure(k: number, name: string): number;
  total(name: string): number;
}

export interface MediumOptions {
  /** Of each modem, along one line, or in the plane. */
  readonly places_m: readonly (readonly [number, number])[];
  readonly speed_mps?: number;
  readonly noise_dB?: number;
  readonly seed?: number;
}

/** things: one for each place. */
export function idealMedium(things: readonly ModemThing[], options: MediumOptions): IdealMedium {
  const { places_m, speed_mps = 1500, noise_dB = 60, seed = 1 } = options;
  const builder = new ModelBuilder({ campaign: seed, run: 0 });
  const rows: Row[] = [];
  const events: string[] = [];
  const figures: Map<string, number>[] = things.map(() => new Map());
  const devices: ModemDevice[] = [];
  const message = new Float64Array(arrivals.size);
  const AT = arrivals.at;
  const actor = builder.addActor({
    path: "communications",
    handle(moment, data) {
      const code = (data - 1) % (MOST_DATA + 1);
      devices[(data - 1 - code) / (MOST_DATA + 1)].due(moment, code);
    },
  });
  const emit = (moment: Moment, from: number, sent: Float64Array): void => {
    const OUT = emission.at;
    message[AT.t_ns] = sent[OUT.t_ns];
    message[AT.emitter] = from;
    message[AT.number] = sent[OUT.number];
    message[AT.frequency_Hz] = sent[OUT.frequency_Hz];
    message[AT.bandwidth_Hz] = sent[OUT.bandwidth_Hz];
    message[AT.count] = 1;
    for (let to = 0; to < devices.length; to++) {
      if (to === from) continue;
      const dx = places_m[to][0] - places_m[from][0];
      const dy = places_m[to][1] - places_m[from][1];
      const d = Math.sqrt(dx * dx + dy * dy);
      const level_dB = sent[OUT.level_dB] - 20 * log10(Math.max(1, d));
      if (level_dB - noise_dB < devices[to].transducer.leastSnr_dB) continue;
      const r = AT.records;
      message[r + ARRIVAL_RECORD.ear] = to;
      message[r + ARRIVAL_RECORD.start_ns] = sent[OUT.t_ns] + Math.max(1, Math.round((d / speed_mps) * 1e9));
      message[r + ARRIVAL_RECORD.duration_ns] = sent[OUT.duration_ns];
      message[r + ARRIVAL_RECORD.level_dB] = level_dB;
      message[r + ARRIVAL_RECORD.mean_dB] = level_dB;
      message[r + ARRIVAL_RECORD.noise_dB] = noise_dB;
      message[r + ARRIVAL_RECORD.dopplerFactor] = 1;
      message[r + ARRIVAL_RECORD.distance_m] = d;
      devices[to].arrive(moment, message, r);
    }
  };
  things.forEach((thing, k) => {
    const site = thingSite(builder, `m${k}/modem`, thing, {
      in: () => {
        throw new Error("no port is linked");
      },
      out: (port, phase) => builder.outPort(`m${k}/modem.${port.name}`, port.message, phase) as never,
      channel: () => ({
        write: (_, v, at) =>
          rows.push({
            address: thing.design.address,
            begin_s: v[at],
            end_s: v[at + 1],
            sort: SORTS[v[at + 2]],
            other: v[at + 3],
            number: v[at + 4],
          }),
      }),
      figure: (figure, at) => figures[k].set(figure.name, at),
      tell: (_, event, text) => events.push(`${event.name}: ${text}`),
    });
    devices.push(thing.join(site) as ModemDevice);
  });
  const shared = new Map<string, unknown>();
  devices.forEach((device, index) => {
    const dataOf = (data: number): number => 1 + index * (MOST_DATA + 1) + data;
    device.install({
      transducer: index,
      devices,
      share: <T>(name: string, make: (places: StatePlaces) => T): T => {
        if (!shared.has(name)) shared.set(name, make(builder.layout));
        return shared.get(name) as T;
      },
      schedule: (moment, t_ns, data) => moment.schedule(t_ns, PHASE.react, dataOf(data)),
      at: (t_ns, data) => builder.at(t_ns, PHASE.react, actor, dataOf(data)),
      emit: (moment, sent) => emit(moment, index, sent),
    });
  });
  const sim = new Simulation(builder.build());
  const figure = (k: number, name: string): number => sim.reals[figures[k].get(name)!];
  return { sim, rows, events, figure, total: (name) => things.reduce((sum, _, k) => sum + figure(k, name), 0) };
}
