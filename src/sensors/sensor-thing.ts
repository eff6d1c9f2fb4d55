/**
 * A sensor in a run: takes what its model measures, at its own times, and passes on what software gets to see.
 *
 *   sense     the vehicle sends its motion (or a part its state), at the sensor's sample times
 *   deliver   the sensor measures; a sample goes out, or waits for its latency
 *   actuate   it is switched, and says what it draws from the battery of its vehicle, if that has one
 *
 * It only reads: a sensor moves no bit of a trajectory, and its noise comes from streams of its own name, so it changes no sample of
 * another sensor. Everything that changes lies in the engine's state, what waits for its latency included.
 *
 * When that battery has cut off it is silent for good; what waits for its latency is lost. A failure changes nothing of what it draws.
 *
 * In the log stands what arrives, when it arrives: the time at which it was taken, validity, each value, and beside it the truth, which is
 * that of the instant at which the sample was taken.
 */
import { invariant, NS_PER_S, S_PER_NS } from "../core/index.ts";
import {
  type Fields,
  JitteredTimes,
  type MessageType,
  type Moment,
  PHASE,
  RegularTimes,
  type Thing,
  type ThingChannel,
  type ThingEvent,
  type ThingField,
  type ThingPart,
  type ThingPort,
  type ThingSite,
  type ThingTimes,
} from "../engine/index.ts";
import { emission, neighbours, powerDraw, powerState, type Transducer, waterAt } from "../environment/index.ts";
import type { Component, ParamsOf } from "../library/index.ts";
import { splitName } from "../library/index.ts";
import { FAILURE_WORDS, type Failure, failuresOf, mendedWords } from "./failure.ts";
import { batteryReading, bodyMotion, contactReading, MODES, partReading, sensorMode } from "./messages.ts";
import type { sensor } from "./sensor.ts";

export type SensorParams = ParamsOf<typeof sensor.params>;

/** What a model has to measure with. One object per sensor, used again for every sample. */
export interface SensorInput {
  /** A bodyMotion: of the vehicle, at the instant of the sample. */
  readonly motion: Float64Array;
  /** A waterAt of the place of the sensor, where the model asks for it. */
  readonly water: Float64Array;
  /** A `neighbours`, where the model asks for it: of a count of 0 where the world has no other vehicle. */
  readonly neighbours: Float64Array;
  /** The state of a part, where the model asks for one. */
  readonly part: Float64Array;
  /** A batteryReading, where the model asks for it and the vehicle has a battery; NaN otherwise. */
  readonly battery: Float64Array;
  /** A contactReading, where the model asks for it. */
  readonly contact: Float64Array;
  /** Since the sample before, or since it was switched on; NaN for the first. */
  elapsed_s: number;
  /** Since it was switched on. */
  on_s: number;
  /** From taking to arrival, ns: a model with a delay of its own, such as that of an echo, adds to it. */
  latency_ns: number;
}

/** What a measurement is good for. */
export const SAMPLE = { silent: 0, invalid: 1, outOfRange: 2, valid: 3 } as const;

export interface Instrument {
  /** What it sends: taken_ns, valid, then its values. */
  readonly message: MessageType<Fields>;
  /** Of each value in words, by the name of its field; units are in the names. */
  readonly words: Readonly<Record<string, string>>;
  /** Fields behind `valid` of which there is no truth, such as a dilution. */
  readonly untrue?: readonly string[];
  /** Of fields whose validity is not that of the sample: the field that says it. */
  readonly validBy?: Readonly<Record<string, string>>;
  /** Whether it measures with the sea at its place, besides the motion of its vehicle. */
  readonly water?: boolean;
  /** How far it meets other vehicles, m: of one that measures with the sea at its place, with which they come. */
  readonly sees_m?: number;
  /** Whether it measures a part of the vehicle, instead of its motion. */
  readonly part?: ThingPart;
  /** Whether it measures the battery of the vehicle, besides its motion: "optional" for one that does without where there is none. */
  readonly battery?: "needed" | "optional";
  /** Whether it measures what touches the vehicle, besides its motion. */
  readonly contact?: boolean;
  /** What its pings leave by, of one that others hear: see ping-sound.ts. */
  readonly emits?: Transducer | undefined;
  /** Longest delay that it adds to its latency, s. */
  readonly longestDelay_s?: number;
  /** More for the report: "inertial" channels get an Allan deviation. */
  readonly about?: Readonly<Record<string, string>>;
  readonly events?: readonly ThingEvent[];
  /** Puts it into a run. */
  join(site: ThingSite): Measure;
}

/**
 * Writes the readings of a sample to reading[0 ..] and the truth to truth[0 ..], in the order of the message's values, and returns one of
 * SAMPLE. Allocates nothing.
 */
export type Measure = (reading: Float64Array, truth: Float64Array, input: SensorInput, moment: Moment) => number;

const OFF = 0;
const ON = 2;

const EVENTS: readonly ThingEvent[] = [
  { name: "failure", level: "warning", doc: "the sensor fails" },
  { name: "mended", level: "info", doc: "the sensor works again" },
  { name: "mode", level: "info", doc: "the sensor is switched" },
  { name: "range", level: "warning", doc: "what it measures is outside its range" },
];

/** Messages that can wait where each is read in the instant in which it comes. */
const FEW = 4;

/** Samples that can wait for their latency, beside those that the rate gives: sample times may jitter. */
const SPARE = 2;

export function sensorThing(component: Component, params: SensorParams, instrument: Instrument): Thing {
  return new SensorThing(component, params, instrument);
}

class SensorThing implements Thing {
  readonly ports: readonly ThingPort[];
  readonly channels: readonly ThingChannel[];
  readonly events: readonly ThingEvent[];
  readonly #params: SensorParams;
  readonly #instrument: Instrument;
  readonly #failures: readonly Failure[];

  constructor(component: Component, params: SensorParams, instrument: Instrument) {
    this.#params = params;
    this.#instrument = instrument;
    this.#failures = failuresOf(component);
    const times = timesOf(params);
    const { part, water, sees_m } = instrument;
    invariant(sees_m === undefined || water === true, `${component.path} sees vehicles, but not the sea at its place`);
    this.ports = [
      part === undefined
        ? { name: "motion", direction: "in", message: bodyMotion, times }
        : { name: "part", direction: "in", message: partReading, times, of: part },
      ...(instrument.water === true ? [{ name: "water", direction: "in", message: waterAt, times } as const] : []),
      ...(instrument.sees_m === undefined
        ? []
        : [{ name: "neighbours", direction: "in", message: neighbours, times, range_m: instrument.sees_m } as const]),
      ...(instrument.battery === undefined
        ? []
        : [
            {
              name: "battery",
              direction: "in",
              message: batteryReading,
              times,
              optional: instrument.battery === "optional",
            } as const,
          ]),
      ...(instrument.contact === true
        ? [{ name: "contact", direction: "in", message: contactReading, times } as const]
        : []),
      { name: "mode", direction: "in", message: sensorMode },
      ...(draws(params) ? [{ name: "power", direction: "out", message: powerDraw } as const] : []),
      { name: "supply", direction: "in", message: powerState },
      { name: "sample", direction: "out", message: instrument.message },
      ...(instrument.emits === undefined
        ? []
        : [{ name: "emission", direction: "out", message: emission, with: instrument.emits } as const]),
    ] as readonly ThingPort[];
    this.channels = [
      {
        name: "",
        plot: "lines",
        fields: channelFields(instrument),
        about: { ...instrument.about, rate_Hz: String(params.rate_Hz), ...failuresDeclared(this.#failures) },
      },
    ];
    this.events = [...EVENTS, ...(instrument.events ?? [])];
  }

  join(site: ThingSite): void {
    new SensorNode(site, this.#params, this.#instrument, this.#failures);
  }
}

function draws({ power_W, standbyPower_W }: SensorParams): boolean {
  return power_W !== 0 || standbyPower_W !== 0;
}

function timesOf({ rate_Hz, offset_s, jitter_s }: SensorParams): ThingTimes {
  const offset_ns = Math.round(offset_s * NS_PER_S);
  const jitter_ns = Math.round(jitter_s * NS_PER_S);
  if (jitter_ns === 0) return new RegularTimes(rate_Hz, offset_ns);
  return (jitter) => new JitteredTimes(rate_Hz, jitter_ns, jitter, offset_ns);
}

/** Names of the values of a message behind `valid`, one for each number: "rateX_radps" of rate_radps: 3. */
export function valueNames({ fields }: MessageType<Fields>): string[] {
  const [, , ...values] = Object.entries(fields);
  return values.flatMap(([name, size]) => {
    if (size === 1) return [name];
    const { stem, suffix } = splitName(name);
    const axes = size === 3 ? ["X", "Y", "Z"] : Array.from({ length: size }, (_, i) => String(i + 1));
    return axes.map((axis) => (suffix === "" ? `${stem}${axis}` : `${stem}${axis}_${suffix}`));
  });
}

/** "depth_m" is "depthTrue_m". */
function trueName(name: string): string {
  const { stem, suffix } = splitName(name);
  return suffix === "" ? `${stem}True` : `${stem}True_${suffix}`;
}

/** The texts of the events that begin and end each failure, so that a reader of the log can list them. */
function failuresDeclared(failures: readonly Failure[]): { readonly spans?: string } {
  if (failures.length === 0) return {};
  const texts = failures.map(({ mode }) => [mode, [FAILURE_WORDS[mode], mendedWords(mode)]]);
  return { spans: JSON.stringify(Object.fromEntries(texts)) };
}

function channelFields({ message, words, untrue = [], validBy = {} }: Instrument): ThingField[] {
  const [, , ...fields] = Object.entries(message.fields);
  const docs = fields.flatMap(([name, size]) => Array.from({ length: size }, () => words[name] ?? ""));
  const hidden = fields.flatMap(([name, size]) => Array.from({ length: size }, () => untrue.includes(name)));
  const names = valueNames(message);
  const isSaying = (name: string): boolean => Object.values(validBy).includes(name);
  const says = fields.flatMap(([name, size]) =>
    Array.from({ length: size }, () => (isSaying(name) ? {} : { validBy: validBy[name] ?? "valid" })),
  );
  return [
    { name: "taken_s", doc: "when it was taken, as the sensor says", isTaken: true },
    { name: "valid", doc: "1 for a sample that the sensor calls valid" },
    ...names.map((name, i) => ({ name, doc: docs[i]!, ...says[i] })),
    ...names.flatMap((name, i) =>
      hidden[i] ? [] : [{ name: trueName(name), truthOf: name, doc: `${docs[i]}, true` }],
    ),
  ];
}

/** Places in the state: mode, instants of switching on and of the last sample and of the next one for the log, whether out of range. */
const MODE = 0;
const ON_NS = 1;
const LAST_NS = 2;
const LOG_NS = 3;
const OUTSIDE = 4;
/** The instant that a frozen clock shows, and the count of samples that wait, with the place of the oldest. */
const FROZEN_NS = 5;
const WAITING = 6;
const OLDEST = 7;
const LAST_DUE_NS = 8;
/** 1 once the battery of the vehicle has cut off. */
const UNPOWERED = 9;
/** The last reading before a failure that keeps it: NOT_KEPT, or whether it was called valid; then the reading. */
const KEPT = 10;
const READING = 11;
const NOT_KEPT = -1;

class SensorNode {
  readonly #site: ThingSite;
  readonly #params: SensorParams;
  readonly #failures: readonly Failure[];
  readonly #measure: Measure;
  readonly #count: number;
  readonly #at: number;
  /** Of each sample that waits: when it is due, message, truth. */
  readonly #queueAt: number;
  readonly #slots: number;
  readonly #slotSize: number;
  readonly #logPeriod_ns: number;
  readonly #warmUp_ns: number;
  readonly #latency_ns: number;
  readonly #input: SensorInput;
  readonly #message: Float64Array;
  readonly #reading: Float64Array;
  readonly #truth: Float64Array;
  readonly #shown: Float64Array;
  /** Places in #truth of the values that the log shows the truth of. */
  readonly #known: Int32Array;
  /** For each failure, 1 for each value that it changes. */
  readonly #touched: readonly Uint8Array[];
  readonly #dice: ReturnType<ThingSite["random"]> | null;
  readonly #out: ReturnType<ThingSite["out"]>;
  /** null for one that never draws anything. */
  #tellDraw: ((moment: Moment) => void) | null = null;
  readonly #channel: ReturnType<ThingSite["channel"]>;

  constructor(site: ThingSite, params: SensorParams, instrument: Instrument, failures: readonly Failure[]) {
    const { message, untrue = [] } = instrument;
    const names = valueNames(message);
    const count = names.length;
    this.#site = site;
    this.#params = params;
    this.#failures = failures;
    this.#count = count;
    this.#latency_ns = Math.round(params.latency_s * NS_PER_S);
    this.#warmUp_ns = Math.round(params.warmUp_s * NS_PER_S);
    this.#logPeriod_ns = params.logRate_Hz === undefined ? 0 : NS_PER_S / params.logRate_Hz;
    const mode = MODES.indexOf(params.mode as (typeof MODES)[number]);
    const start = new Array<number>(READING + count).fill(0);
    start[MODE] = mode;
    start[LAST_NS] = Number.NaN;
    start[FROZEN_NS] = Number.NaN;
    start[KEPT] = NOT_KEPT;
    start.fill(Number.NaN, READING);
    this.#at = site.reals("", READING + count, start);
    this.#slotSize = 1 + message.size + count;
    const longest_s = params.latency_s + (instrument.longestDelay_s ?? 0);
    this.#slots = longest_s === 0 ? 0 : Math.ceil(longest_s * params.rate_Hz) + SPARE;
    this.#queueAt = this.#slots === 0 ? -1 : site.reals("waiting", this.#slots * this.#slotSize);
    this.#message = new Float64Array(message.size);
    this.#reading = new Float64Array(count);
    this.#truth = new Float64Array(count);
    const { fields } = message;
    const owner = Object.entries(fields)
      .slice(2)
      .flatMap(([name, size]) => Array.from({ length: size }, () => name));
    this.#known = Int32Array.from(owner.flatMap((name, i) => (untrue.includes(name) ? [] : [i])));
    this.#shown = new Float64Array(2 + count + this.#known.length);
    this.#touched = failures.map(({ values }) =>
      Uint8Array.from(owner, (name) => (values === null || values.includes(splitName(name).stem) ? 1 : 0)),
    );
    const random = failures.some(({ mode: m }) => m === "spikes" || m === "dropouts");
    this.#dice = random ? site.random("failures") : null;
    this.#input = {
      motion: new Float64Array(bodyMotion.size),
      water: new Float64Array(waterAt.size),
      neighbours: new Float64Array(neighbours.size),
      part: new Float64Array(partReading.size),
      battery: new Float64Array(batteryReading.size).fill(Number.NaN),
      contact: new Float64Array(contactReading.size),
      elapsed_s: 0,
      on_s: 0,
      latency_ns: 0,
    };
    this.#channel = site.channel("");
    this.#out = site.out("sample", PHASE.deliver);
    this.#measure = instrument.join(site);
    this.#take(instrument);
    this.#takeModes(site);
    this.#takeSupply(site);
    this.#announce(site);
  }

  /** The in-ports: what comes last of a sample wakes the sensor, and so does the end of a latency. */
  #take({ water, part, battery, contact, sees_m }: Instrument): void {
    const site = this.#site;
    const { motion, water: sea, part: state, battery: supply, contact: touch, neighbours: near } = this.#input;
    const [name, into] = part === undefined ? (["motion", motion] as const) : (["part", state] as const);
    if (battery !== undefined || contact === true) {
      // Both are sent in one phase, so the motion finds the reading of its instant, if there is what it is of.
      const beside = site.in(contact === true ? "contact" : "battery");
      const reading = contact === true ? touch : supply;
      site.in(name, {
        handle: (moment, port) => {
          this.#deliver(moment);
          while (port.receive(moment, into, 0)) {
            if (!beside.receive(moment, reading, 0)) reading.fill(Number.NaN);
            this.#sample(moment, into);
          }
        },
      });
      return;
    }
    if (water !== true) {
      site.in(name, {
        handle: (moment, port) => {
          this.#deliver(moment);
          while (port.receive(moment, into, 0)) this.#sample(moment, into);
        },
      });
      return;
    }
    const first = site.in(name);
    // The environment answers for one instant in one round, so the water finds the vehicles near, if there are others.
    const others = sees_m === undefined ? null : site.in("neighbours", { capacity: FEW });
    site.in("water", {
      handle: (moment, port) => {
        this.#deliver(moment);
        while (port.receive(moment, sea, 0)) {
          first.receive(moment, into, 0);
          others?.receive(moment, near, 0);
          this.#sample(moment, into);
        }
      },
    });
  }

  #takeModes(site: ThingSite): void {
    const wanted = new Float64Array(sensorMode.size);
    site.in("mode", {
      // Software sends in the phase before.
      phase: PHASE.actuate,
      capacity: 4,
      handle: (moment, port) => {
        while (port.receive(moment, wanted, 0)) this.#switchTo(moment, wanted[0]);
      },
    });
  }

  /** What it draws goes to the battery, and from there comes whether it has power. */
  #takeSupply(site: ThingSite): void {
    const { power_W, standbyPower_W } = this.#params;
    if (draws(this.#params)) {
      const out = site.out("power", PHASE.actuate);
      const drawn = new Float64Array(powerDraw.size);
      this.#tellDraw = (moment) => {
        const mode = moment.reals[this.#at + MODE];
        drawn[0] = mode === ON ? power_W : mode === OFF ? 0 : standbyPower_W;
        out.send(moment, drawn, 0);
      };
      site.at(0, PHASE.actuate, site.actor("power", this.#tellDraw));
    }
    const state = new Float64Array(powerState.size);
    site.in("supply", {
      handle: (moment, port) => {
        while (port.receive(moment, state, 0)) moment.reals[this.#at + UNPOWERED] = state[0] === 0 ? 1 : 0;
      },
    });
  }

  #switchTo(moment: Moment, wanted: number): void {
    const { reals } = moment;
    const mode = wanted >= ON ? ON : wanted >= 1 ? 1 : OFF;
    if (Number.isNaN(wanted) || reals[this.#at + MODE] === mode || reals[this.#at + UNPOWERED] === 1) return;
    reals[this.#at + MODE] = mode;
    this.#tellDraw?.(moment);
    if (mode === ON) {
      reals[this.#at + ON_NS] = moment.now_ns;
      reals[this.#at + LAST_NS] = Number.NaN;
    }
    this.#site.tell(moment, "mode", `it is switched ${mode === 1 ? "to standby" : MODES[mode]}`);
  }

  /** Failures are events when they begin and end. */
  #announce(site: ThingSite): void {
    if (this.#failures.length === 0) return;
    const actor = site.actor("failures", (moment, data) => {
      const failure = this.#failures[data >> 1];
      const words = FAILURE_WORDS[failure.mode];
      if ((data & 1) === 0) site.tell(moment, "failure", words);
      else site.tell(moment, "mended", mendedWords(failure.mode));
    });
    this.#failures.forEach(({ from_ns, to_ns }, i) => {
      site.at(from_ns, PHASE.sense, actor, 2 * i);
      if (Number.isFinite(to_ns)) site.at(to_ns, PHASE.sense, actor, 2 * i + 1);
    });
  }

  /** taken[0]: the instant of the sample. */
  #sample(moment: Moment, taken: Float64Array): void {
    const { reals } = moment;
    const t_ns = taken[0];
    const at = this.#at;
    if (reals[at + MODE] !== ON || reals[at + UNPOWERED] === 1 || this.#isDead(reals, t_ns)) return;
    if (t_ns - reals[at + ON_NS] < this.#warmUp_ns) return;
    const input = this.#input;
    input.elapsed_s = (t_ns - reals[at + LAST_NS]) * S_PER_NS;
    input.on_s = (t_ns - reals[at + ON_NS]) * S_PER_NS;
    input.latency_ns = this.#latency_ns;
    const quality = this.#measure(this.#reading, this.#truth, input, moment);
    reals[at + LAST_NS] = t_ns;
    this.#reportRange(moment, quality === SAMPLE.outOfRange);
    const { outOfRange } = this.#params;
    const isSilent = quality === SAMPLE.silent || (quality === SAMPLE.outOfRange && outOfRange === "silent");
    const isInvalid = quality === SAMPLE.invalid || (quality === SAMPLE.outOfRange && outOfRange === "invalid");
    const message = this.#message;
    message[0] = t_ns;
    message[1] = isInvalid ? 0 : 1;
    if (!this.#fail(moment, isSilent)) return;
    for (let i = 0; i < this.#count; i++) message[2 + i] = this.#reading[i];
    this.#send(moment);
  }

  /** One that is dead measures nothing; mended, it begins as one that is switched on. */
  #isDead(reals: Float64Array, t_ns: number): boolean {
    const failures = this.#failures;
    let dead = false;
    for (let k = 0; k < failures.length; k++) {
      const { mode, from_ns, to_ns } = failures[k];
      if (mode !== "dead" || t_ns < from_ns || t_ns >= to_ns) continue;
      dead = true;
      reals[this.#at + ON_NS] = Math.max(reals[this.#at + ON_NS], to_ns);
      reals[this.#at + LAST_NS] = Number.NaN;
    }
    return dead;
  }

  #reportRange(moment: Moment, outside: boolean): void {
    const { reals } = moment;
    const was = reals[this.#at + OUTSIDE] === 1;
    if (outside === was) return;
    reals[this.#at + OUTSIDE] = outside ? 1 : 0;
    if (outside) this.#site.tell(moment, "range");
  }

  /** Failures in force change the reading and the message; false where no sample goes out. One that is stuck is not silent. */
  #fail(moment: Moment, isSilent: boolean): boolean {
    const { reals, integers } = moment;
    const t_ns = this.#message[0];
    const failures = this.#failures;
    const reading = this.#reading;
    const kept = this.#at + READING;
    let stuck = false;
    let frozen = false;
    let sent = true;
    for (let k = 0; k < failures.length; k++) {
      const { mode, from_ns, to_ns, drift, spike, probability } = failures[k];
      if (t_ns < from_ns || t_ns >= to_ns) continue;
      const touched = this.#touched[k];
      if (mode === "stuck") stuck = true;
      else if (mode === "frozenTime") frozen = true;
      else if (mode === "dropouts") {
        if (this.#dice!.uniform(integers) < probability) sent = false;
      } else if (mode === "drift") {
        for (let i = 0; i < this.#count; i++) if (touched[i] === 1) reading[i] += drift * (t_ns - from_ns) * S_PER_NS;
      } else if (this.#dice!.uniform(integers) < probability) {
        const sign = this.#dice!.uniform(integers) < 0.5 ? -1 : 1;
        for (let i = 0; i < this.#count; i++) if (touched[i] === 1) reading[i] += sign * spike;
      }
    }
    const hasKept = reals[this.#at + KEPT] !== NOT_KEPT;
    if (isSilent && !(stuck && hasKept)) return false;
    if (stuck && hasKept) {
      for (let i = 0; i < this.#count; i++) reading[i] = reals[kept + i];
      this.#message[1] = reals[this.#at + KEPT];
    } else if (!stuck) {
      for (let i = 0; i < this.#count; i++) reals[kept + i] = reading[i];
      reals[this.#at + KEPT] = this.#message[1];
    }
    if (!frozen) reals[this.#at + FROZEN_NS] = t_ns;
    else if (!Number.isNaN(reals[this.#at + FROZEN_NS])) this.#message[0] = reals[this.#at + FROZEN_NS];
    return sent;
  }

  /** At once, or when its latency is over; never before one that was taken earlier. */
  #send(moment: Moment): void {
    if (this.#slots === 0) {
      this.#pass(moment, this.#message, 0, this.#truth, 0);
      return;
    }
    const { reals } = moment;
    const at = this.#at;
    const due_ns = Math.max(reals[at + LAST_NS] + Math.round(this.#input.latency_ns), reals[at + LAST_DUE_NS]);
    reals[at + LAST_DUE_NS] = due_ns;
    const slot = (reals[at + OLDEST] + reals[at + WAITING]) % this.#slots;
    if (reals[at + WAITING] === this.#slots) return; // more than the rate and the longest delay give
    reals[at + WAITING]++;
    let to = this.#queueAt + slot * this.#slotSize;
    reals[to++] = due_ns;
    for (let i = 0; i < this.#message.length; i++) reals[to++] = this.#message[i];
    for (let i = 0; i < this.#count; i++) reals[to++] = this.#truth[i];
    if (due_ns > moment.now_ns) moment.schedule(due_ns, PHASE.deliver);
    else this.#deliver(moment);
  }

  /** What is due. */
  #deliver(moment: Moment): void {
    if (this.#slots === 0) return;
    const { reals } = moment;
    const at = this.#at;
    while (reals[at + WAITING] > 0) {
      const from = this.#queueAt + reals[at + OLDEST] * this.#slotSize;
      if (reals[from] > moment.now_ns) return;
      reals[at + OLDEST] = (reals[at + OLDEST] + 1) % this.#slots;
      reals[at + WAITING]--;
      if (reals[at + UNPOWERED] === 1) continue;
      this.#pass(moment, reals, from + 1, reals, from + 1 + this.#message.length);
    }
  }

  #pass(moment: Moment, message: Float64Array, m: number, truth: Float64Array, t: number): void {
    this.#out.send(moment, message, m);
    const { reals, now_ns } = moment;
    if (this.#logPeriod_ns > 0) {
      if (now_ns < reals[this.#at + LOG_NS]) return;
      reals[this.#at + LOG_NS] = (Math.floor(now_ns / this.#logPeriod_ns) + 1) * this.#logPeriod_ns;
    }
    const shown = this.#shown;
    shown[0] = message[m] / NS_PER_S; // not times 1e-9, which is not exact
    for (let i = 0; i <= this.#count; i++) shown[1 + i] = message[m + 1 + i];
    const known = this.#known;
    for (let i = 0; i < known.length; i++) shown[2 + this.#count + i] = truth[t + known[i]];
    this.#channel.write(now_ns, shown, 0);
  }
}
