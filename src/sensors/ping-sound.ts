/**
 * The sound of a sensor's pings, as others hear it: an emission (environment/signals) at the instant of each ping. Without a frequency in its file
 * a sensor makes no sound that anything hears, and nothing of it changes.
 *
 * The level is the same in all directions. Of an instrument whose beams point down it is what its side lobes send to the side, where the devices
 * are that it disturbs; on the axis of a beam it may be tens of decibels more. Echoes of pings are not heard by others.
 */
import { NS_PER_S } from "../core/index.ts";
import { type Moment, type OutPort, PHASE, type ThingSite } from "../engine/index.ts";
import { emission, type Transducer } from "../environment/index.ts";

export const pingParams = {
  pingFrequency_Hz: {
    doc: "middle of the band of its pings; where given, modems and other sensors hear them",
    above: 0,
    max: 10e6,
    optional: true,
    example: 614_400,
  },
  pingBandwidth_Hz: {
    doc: "width of that band; 0 for a tone",
    min: 0,
    max: 10e6,
    default: 0,
  },
  pingLevel_dBre1uPam: {
    doc: "source level of a ping in the directions of those who hear it: that of the side lobes, where its beams do not point at them",
    min: 0,
    max: 260,
    default: 180,
  },
  pingDuration_s: { doc: "of a ping", above: 0, max: 10, default: 0.01 },
} as const;

export interface PingSoundParams {
  readonly pingFrequency_Hz?: number | undefined;
  readonly pingBandwidth_Hz: number;
  readonly pingLevel_dBre1uPam: number;
  readonly pingDuration_s: number;
}

type Report = (name: "pingBandwidth_Hz", message: string, detail?: { readonly allowed?: string }) => void;

/** For a model's `check`. */
export function checkPing({ pingFrequency_Hz, pingBandwidth_Hz }: PingSoundParams, report: Report): void {
  if (pingFrequency_Hz === undefined || pingBandwidth_Hz < 2 * pingFrequency_Hz) return;
  const message = `pingBandwidth_Hz = ${pingBandwidth_Hz} around ${pingFrequency_Hz} Hz reaches below 0`;
  report("pingBandwidth_Hz", message, { allowed: `below ${2 * pingFrequency_Hz}` });
}

/** What sends the pings; undefined for a sensor that states no frequency. */
export function pingTransducer(p: PingSoundParams): Transducer | undefined {
  if (p.pingFrequency_Hz === undefined) return undefined;
  return Object.freeze({
    medium: "sound",
    frequency_Hz: p.pingFrequency_Hz,
    bandwidth_Hz: p.pingBandwidth_Hz,
    pattern: null,
    greatestLevel_dB: p.pingLevel_dBre1uPam,
    leastSnr_dB: Number.POSITIVE_INFINITY,
  });
}

const SENT = emission.at;

/** Sends the pings of a sensor through its port "emission". */
export class PingSound {
  readonly #out: OutPort<typeof emission.fields>;
  /** Place in the integers: how many have been sent. */
  readonly #countAt: number;
  readonly #message = new Float64Array(emission.size);

  constructor(site: ThingSite, p: PingSoundParams) {
    this.#out = site.out("emission", PHASE.deliver);
    this.#countAt = site.integers("pings", 1);
    this.#message[SENT.duration_ns] = Math.round(p.pingDuration_s * NS_PER_S);
    this.#message[SENT.level_dB] = p.pingLevel_dBre1uPam;
    this.#message[SENT.frequency_Hz] = p.pingFrequency_Hz ?? Number.NaN;
    this.#message[SENT.bandwidth_Hz] = p.pingBandwidth_Hz;
  }

  /** Now, in the phase deliver. */
  send(moment: Moment): void {
    const message = this.#message;
    message[SENT.t_ns] = moment.instant_ns[0];
    message[SENT.number] = moment.integers[this.#countAt]++;
    this.#out.send(moment, message, 0);
  }
}
