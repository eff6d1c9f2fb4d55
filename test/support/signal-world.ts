/**
 * Worlds for signals, with devices that do nothing but send and hear:
 *
 *   <talker>  of communications. SignalWorld stands in for their simulator: it sends what it is asked to, and keeps what arrives.
 *   <pinger>  of sensors: sends at its times, and reports what it hears as events. For whole runs.
 */
import {
  type InPort,
  InProcessLink,
  ModelBuilder,
  type OutPort,
  PHASE,
  Simulation,
  type Thing,
  type ThingSite,
} from "../../src/engine/index.ts";
import {
  ARRIVAL_RECORD,
  ARRIVAL_RECORD_SIZE,
  arrivals,
  type BeamPattern,
  emission,
  type MediumName,
  type Transducer,
} from "../../src/environment/index.ts";
import { type Definition, Definitions, defineChildren, defineKind, defineModel } from "../../src/library/index.ts";
import { log10 } from "../../src/math/index.ts";
import { loadScenario, type Scenario, type Site, shippedDefinitions } from "../../src/scenario/index.ts";
import { silentBoard } from "../../src/scenario/run/recorder.ts";
import { installEnvironment, statedConstants } from "../../src/scenario/simulators/environment/install.ts";
import { routeTable } from "../../src/scenario/simulators/routes.ts";
import { SIGNAL_PORTS } from "../../src/scenario/simulators/signal-routes.ts";
import { installVehicles } from "../../src/scenario/simulators/vehicles/install.ts";
import { readerOver } from "./scenarios.ts";

const params = {
  medium: { type: "choice", choices: ["sound", "radio"], doc: "medium", default: "sound" },
  frequency_Hz: { doc: "frequency", above: 0, default: 25_000 },
  bandwidth_Hz: { doc: "bandwidth", min: 0, default: 4000 },
  level_dB: { doc: "greatest level", default: 170 },
  leastSnr_dB: { doc: "least SNR", default: 0 },
  cosinePower: { doc: "pattern cos^n on the axis, 0 behind; none for 0", unit: "1", min: 0, default: 0 },
  times_s: { type: "reals", doc: "when it pings", min: 0, optional: true },
} as const;
const mount = {
  position_m: { type: "reals", length: 3, doc: "p_BT", default: [0, 0, 0] },
  attitude_deg: { type: "reals", length: 3, doc: "attitude", default: [0, 0, 0] },
} as const;

const input = { doc: "A device of a test", params, mount, provenance: false } as const;
const pinger = defineKind<Thing>()({ ...input, kind: "pinger", simulator: "sensors" });
const talker = defineKind<Thing>()({ ...input, kind: "talker", simulator: "communications" });
const reads = Object.keys(params) as (keyof typeof params)[];

interface Params {
  readonly medium: string;
  readonly frequency_Hz: number;
  readonly bandwidth_Hz: number;
  readonly level_dB: number;
  readonly leastSnr_dB: number;
  readonly cosinePower: number;
  readonly times_s: readonly number[] | undefined;
}

/** 10 n log cos θ ahead, −60 dB behind. */
function beam(n: number): BeamPattern | null {
  if (n === 0) return null;
  return {
    relativeInto(out, o, cosine, i) {
      out[o] = cosine[i]! > 1e-6 ? Math.max(-60, 10 * n * log10(cosine[i]!)) : -60;
    },
    index_dB: 10 * log10(2 * (n + 1)),
  };
}

function transducerOf(p: Params): Transducer {
  return {
    medium: p.medium as MediumName,
    frequency_Hz: p.frequency_Hz,
    bandwidth_Hz: p.bandwidth_Hz,
    pattern: beam(p.cosinePower),
    greatestLevel_dB: p.level_dB,
    leastSnr_dB: p.leastSnr_dB,
  };
}

function device(p: Params, join: (site: ThingSite) => void): Thing<void> {
  const transducer = transducerOf(p);
  return {
    ports: [
      { name: "emission", direction: "out", message: emission, with: transducer },
      { name: "arrivals", direction: "in", message: arrivals, with: transducer },
    ],
    events: [{ name: "heard", level: "info", doc: "a signal arrives" }],
    join,
  };
}

function joinPinger(site: ThingSite, p: Params): void {
  const sent = new Float64Array(emission.size);
  const heard = new Float64Array(arrivals.size);
  const out = site.out("emission", PHASE.deliver);
  const count = site.integers("count", 1);
  const actor = site.actor("ping", (moment) => {
    sent.set([moment.now_ns, -1, moment.integers[count]!++, 1e7, p.level_dB, p.frequency_Hz, p.bandwidth_Hz]);
    out.send(moment, sent, 0);
  });
  for (const time_s of p.times_s ?? []) site.at(Math.round(time_s * 1e9), PHASE.deliver, actor);
  site.in("arrivals", {
    phase: PHASE.react,
    capacity: 256,
    handle(moment, port) {
      while (port.receive(moment, heard, 0)) site.tell(moment, "heard", [...heard.slice(0, 18)].join(" "));
    },
  });
}

const definitionsOfTest: readonly Definition[] = [
  pinger,
  talker,
  defineModel(pinger, {
    model: "plain",
    doc: "A pinger",
    default: true,
    reads,
    create: (p) => device(p as Params, (site) => joinPinger(site, p as Params)),
  }),
  defineModel(talker, {
    model: "plain",
    doc: "A talker",
    default: true,
    reads,
    create: (p) => device(p as Params, () => {}),
  }),
  defineChildren("vehicle", { pinger: { doc: "a pinger", max: 8 }, talker: { doc: "a talker", max: 8 } }),
];

const made = Definitions.create([...shippedDefinitions, ...definitionsOfTest]);
if (made.diagnostics.length > 0) throw new Error(JSON.stringify(made.diagnostics));
export const signalDefinitions = made.definitions;

export function signalScenario(text: string): Scenario {
  const { scenario, diagnostics } = loadScenario(signalDefinitions, readerOver({ "test.xml": text }), "test.xml");
  if (scenario === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return scenario;
}

/** One record of an `arrivals`, and what stood in front of it. */
export interface Heard {
  readonly now_ns: number;
  readonly sent_ns: number;
  readonly emitter: number;
  readonly number: number;
  readonly ear: number;
  readonly start_ns: number;
  readonly duration_ns: number;
  readonly level_dB: number;
  readonly mean_dB: number;
  readonly noise_dB: number;
  readonly dopplerFactor: number;
  readonly spread_s: number;
  readonly distance_m: number;
  readonly direction_N: readonly number[];
}

interface Emission {
  readonly t_ns: number;
  readonly emitter: number;
  readonly duration_ns?: number;
  readonly level_dB?: number;
  readonly frequency_Hz?: number;
  readonly bandwidth_Hz?: number;
}

const OUT = arrivals.at;
const RECORD = ARRIVAL_RECORD;

/** Vehicles and environment of a scenario of talkers in one model, driven by hand. */
export class SignalWorld {
  readonly sim: Simulation;
  heard: Heard[] = [];
  readonly told: string[] = [];
  /** Messages of arrivals that came. */
  messages = 0;
  /** Records are only counted, not kept: for benchmarks. */
  counts = false;
  records = 0;

  constructor(scenario: Scenario, emissions: readonly Emission[], seed = 1) {
    const builder = new ModelBuilder({ campaign: seed, run: 0 });
    const table = routeTable(scenario, { outside: false, extensions: [], seed: { campaign: seed, run: 0 } });
    const outs = new Map<string, OutPort>();
    const ins = new Map<string, InPort>();
    const key = (role: string, path: string, name: string): string => `${role} ${path} ${name}`;
    const ends = new Set(table.routes.map(({ message, to }) => key(to.role, to.path, message.name)));
    const log = silentBoard(scenario, builder);
    const siteOf = (role: string): Site => {
      const out = (path: string, type: never, phase: never): never => {
        const port = builder.outPort(`${path}/${(type as { name: string }).name}`, type, phase);
        outs.set(key(role, path, (type as { name: string }).name), port as never);
        return port as never;
      };
      const into = (path: string, type: never, options: never): never => {
        const port = builder.inPort(`${path}/${(type as { name: string }).name}`, type, options);
        ins.set(key(role, path, (type as { name: string }).name), port as never);
        return port as never;
      };
      return {
        builder,
        scenario,
        constants: statedConstants(scenario),
        taps: table.taps,
        software: [],
        log,
        tell: ({ message }: { message: string }) => this.told.push(message),
        figure: () => {},
        has: () => false,
        expects: (path: string, { name }: { name: string }) => ends.has(key(role, path, name)),
        out,
        offer: out,
        in: into,
        accept: into,
        reports: false,
      } as unknown as Site;
    };
    installVehicles(siteOf("vehicles"));
    installEnvironment(siteOf("environment"));
    this.#install(siteOf("communications"), scenario, emissions);
    for (const { message, from, to, latency_ns } of table.routes) {
      const a = outs.get(key(from.role, from.path, message.name));
      const b = ins.get(key(to.role, to.path, message.name));
      if (a !== undefined && b !== undefined) new InProcessLink(latency_ns).connect(a, b);
    }
    this.sim = new Simulation(builder.build());
  }

  #install(site: Site, scenario: Scenario, emissions: readonly Emission[]): void {
    const path = SIGNAL_PORTS.communications;
    const out = site.out(path, emission, PHASE.react);
    const sent = new Float64Array(emission.size);
    const heard = new Float64Array(arrivals.size);
    const transducers = scenario.things.map(({ ports }) => ports[0]!.with as Transducer);
    const sender = site.builder.addActor({
      path: "talkers",
      handle(moment, data) {
        const { emitter, duration_ns = 1e7, level_dB, frequency_Hz, bandwidth_Hz } = emissions[data]!;
        const of = transducers[emitter]!;
        sent.set([moment.now_ns, emitter, data, duration_ns]);
        sent[emission.at.level_dB] = level_dB ?? of.greatestLevel_dB;
        sent[emission.at.frequency_Hz] = frequency_Hz ?? of.frequency_Hz;
        sent[emission.at.bandwidth_Hz] = bandwidth_Hz ?? of.bandwidth_Hz;
        out.send(moment, sent, 0);
      },
    });
    emissions.forEach(({ t_ns }, n) => {
      site.builder.at(t_ns, PHASE.react, sender, n);
    });
    let port: InPort<typeof arrivals.fields>;
    const actor = site.builder.addActor({
      path: "listeners",
      handle: (moment) => {
        while (port.receive(moment, heard, 0)) {
          this.messages++;
          this.records += heard[OUT.count]!;
          if (!this.counts) this.#keep(moment.now_ns, heard);
        }
      },
    });
    port = site.in(path, arrivals, { capacity: 4096, wake: { actor, phase: PHASE.react } });
  }

  #keep(now_ns: number, m: Float64Array): void {
    for (let n = 0; n < m[OUT.count]!; n++) {
      const at = OUT.records + ARRIVAL_RECORD_SIZE * n;
      const of = (place: number): number => m[at + place]!;
      this.heard.push({
        now_ns,
        sent_ns: m[OUT.t_ns]!,
        emitter: m[OUT.emitter]!,
        number: m[OUT.number]!,
        ear: of(RECORD.ear),
        start_ns: of(RECORD.start_ns),
        duration_ns: of(RECORD.duration_ns),
        level_dB: of(RECORD.level_dB),
        mean_dB: of(RECORD.mean_dB),
        noise_dB: of(RECORD.noise_dB),
        dopplerFactor: of(RECORD.dopplerFactor),
        spread_s: of(RECORD.spread_s),
        distance_m: of(RECORD.distance_m),
        direction_N: [0, 1, 2].map((k) => of(RECORD.direction_N + k)),
      });
    }
  }
}

/** A ball without drag, neutral: it goes on as it was set going. */
export function ball(id: string, place: string, velocity: string, inside: string): string {
  return `<vehicle id="${id}" length_m="0.3" position_m="${place}" velocity_mps="${velocity}">
    <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0"/>${inside}</vehicle>`;
}

/** A node that stays. */
export function node(id: string, place: string, inside: string): string {
  return `<vehicle id="${id}" length_m="1" position_m="${place}">${inside}</vehicle>`;
}

/** A sea of 1500 m/s, 5 dB/km and 50 dB of noise re 1 µPa²/Hz, spherical spreading. */
export const SOUND = '<sound soundSpeed_mps="1500" absorption_dBpm="0.005" noise_dBre1uPa2pHz="50"/>';

export function scenarioText(vehicles: string, { sea = SOUND, duration_s = 100, step_s = 0.01 } = {}): string {
  return `<scenario id="s" duration_s="${duration_s}" step_s="${step_s}"><world contacts="off" density_kgpm3="1000" gravity_mps2="9.81">${sea}</world>${vehicles}</scenario>`;
}
