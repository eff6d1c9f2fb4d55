/** What a modem hears: signals that arrive, what they meet, and whether a frame among them is received (receptions.ts). */
import type { RandomStream } from "../core/index.ts";
import type { Moment } from "../engine/index.ts";
import { ARRIVAL_RECORD, arrivals } from "../environment/index.ts";
import { log10 } from "../math/index.ts";
import type { DeviceHost } from "./device.ts";
import { FRAME } from "./mac/mac.ts";
import { BROADCAST } from "./messages.ts";
import type { FigureName } from "./modem-design.ts";
import { CODES, EVENT, GONE, MEMORY, UNDER_WAY } from "./modem-memory.ts";
import type { ModemRun } from "./modem-run.ts";
import { FATE, NONE, RECEPTION, Receptions } from "./receptions.ts";

/**
 * Signals that all modems together can follow at a time: for each one some, and some for each other, as many as that one's frames are remembered
 * where they are few; and the most.
 */
const RECEPTIONS = { each: 16, perOther: 8, few: 1024, most: 0x20000 } as const;
/** So many signals are followed before it is looked which of them are over. */
const MANY = 8;

const ARRIVAL = arrivals.at;
const scratch = new Float64Array(3);

const FIGURE_OF_FATE: Readonly<Record<number, FigureName>> = {
  [FATE.outOfRange]: "outOfRange",
  [FATE.noise]: "noise",
  [FATE.collision]: "collisions",
  [FATE.halfDuplex]: "halfDuplex",
  [FATE.fading]: "fading",
  [FATE.cutOff]: "cutOff",
  [FATE.antenna]: "lostAntenna",
};

/** Constants of an ear, side by side for all modems: one signal is looked at at many ears, and what they are should be in the cache. */
const EAR = { threshold_dB: 0, bandwidth_Hz: 1, ownNoise_dB: 2, address: 3, flags: 4 } as const;
const EAR_SIZE = 5;
const FLAG = { half: 1, sinr: 2, cuttable: 4, overhears: 8, logged: 16, rates: 32, listens: 64 } as const;

export class ModemHearing {
  readonly #modem: ModemRun;
  /** Of all modems, EAR_SIZE for each. */
  #ears: Float64Array = new Float64Array(0);
  #peers: readonly (ModemRun | null)[] = [];
  #host!: DeviceHost;
  /** Place of MEMORY. */
  readonly #at: number;
  /** By FATE: place of its figure; −1 for none. */
  readonly #fates: Int32Array;
  readonly #isSinr: boolean;
  readonly #isHalf: boolean;
  readonly #dice: RandomStream | null;
  /** Index of its transducer, and the store of all modems. */
  #ear = 0;
  #receptions!: Receptions;
  /** Rule "overlap" at the end of a signal: others that overlap with it may still be cut off before they do. */
  #isCuttable = false;

  constructor(modem: ModemRun) {
    const { design, figures, site } = modem;
    this.#modem = modem;
    this.#at = modem.at;
    this.#fates = Int32Array.from({ length: FATE.other + 1 }, (_, fate) => {
      const name = FIGURE_OF_FATE[fate];
      return name === undefined ? -1 : figures[name];
    });
    this.#isSinr = design.params.collisions === "sinr" || design.success !== null;
    this.#isHalf = design.params.duplex === "half";
    this.#dice = design.success === null ? null : site.random("reception");
  }

  /** When the band is known. isCuttable: whether what one of it sends may end earlier than it said. */
  install(isCuttable: boolean): void {
    const modem = this.#modem;
    const { host } = modem;
    const count = host.devices.length;
    const perOther = Math.max(RECEPTIONS.perOther, Math.min(UNDER_WAY, Math.floor(RECEPTIONS.few / count)));
    const capacity = Math.min(RECEPTIONS.most, count * (RECEPTIONS.each + perOther * (count - 1)));
    this.#isCuttable = isCuttable;
    this.#ear = host.transducer;
    this.#receptions = host.share("receptions", (places) => new Receptions(places, "of", count, capacity));
    this.#host = host;
    this.#peers = modem.peers;
    this.#ears = host.share("ears", () => new Float64Array(EAR_SIZE * count));
    const { design, log } = modem;
    const { params, scheme } = design;
    const e = EAR_SIZE * this.#ear;
    this.#ears[e + EAR.threshold_dB] = params.threshold_dB;
    this.#ears[e + EAR.bandwidth_Hz] = design.transducer.bandwidth_Hz;
    this.#ears[e + EAR.ownNoise_dB] = design.ownNoise_dB;
    this.#ears[e + EAR.address] = design.address;
    this.#ears[e + EAR.flags] =
      (this.#isHalf ? FLAG.half : 0) |
      (this.#isSinr ? FLAG.sinr : 0) |
      (isCuttable ? FLAG.cuttable : 0) |
      (scheme.overhears === true ? FLAG.overhears : 0) |
      (log.isOn ? FLAG.logged : 0) |
      (params.rates_bps === undefined ? 0 : FLAG.rates) |
      (scheme.listensWhileSending === true ? FLAG.listens : 0);
  }

  /** out[0] = end of what is heard now, where that is known, or a time that is over. */
  busyUntilInto(out: Float64Array, { reals, integers, instant_ns }: Moment): void {
    const now_ns = instant_ns[0];
    const receptions = this.#receptions;
    let until_ns = -1;
    for (let k = receptions.first(integers, this.#ear); k !== NONE; k = receptions.next(integers, k)) {
      const r = receptions.placeOf(k);
      if (reals[r] > now_ns || reals[r + RECEPTION.isStrong] === 0) continue;
      if (reals[r + RECEPTION.end_ns] > until_ns) until_ns = reals[r + RECEPTION.end_ns];
    }
    out[0] = until_ns > now_ns ? until_ns : now_ns;
  }

  arrive(moment: Moment, message: Float64Array, record: number): void {
    const { reals, integers } = moment;
    const m = this.#at;
    if (reals[m + MEMORY.isOff] === 1) return;
    const receptions = this.#receptions;
    const ears = this.#ears;
    const ear = this.#ear;
    const e = EAR_SIZE * ear;
    if (receptions.count(integers, ear) >= MANY) receptions.purge(reals, integers, ear, moment.instant_ns[0]);
    const slot = receptions.take(integers, ear);
    if (slot === NONE) {
      this.#modem.site.tell(moment, "crowded");
      return;
    }
    const flags = ears[e + EAR.flags] | 0;
    const bandwidth_Hz = ears[e + EAR.bandwidth_Hz];
    const r = receptions.placeOf(slot);
    const emitter = message[ARRIVAL.emitter];
    const number = message[ARRIVAL.number];
    const width_Hz = message[ARRIVAL.bandwidth_Hz];
    // A filter for a narrower signal lets less noise through.
    const narrow_dB = width_Hz > 0 && width_Hz < bandwidth_Hz ? 10 * log10(width_Hz / bandwidth_Hz) : 0;
    const noise_dB = Math.max(message[record + ARRIVAL_RECORD.noise_dB] + narrow_dB, ears[e + EAR.ownNoise_dB]);
    const level_dB = message[record + ARRIVAL_RECORD.level_dB];
    const doppler = message[record + ARRIVAL_RECORD.dopplerFactor];
    reals[r] = message[record + ARRIVAL_RECORD.start_ns];
    reals[r + RECEPTION.end_ns] = reals[r] + Math.max(1, message[record + ARRIVAL_RECORD.duration_ns]);
    reals[r + RECEPTION.emitter] = emitter;
    reals[r + RECEPTION.number] = number;
    reals[r + RECEPTION.level_dB] = level_dB;
    reals[r + RECEPTION.noise_dB] = noise_dB;
    reals[r + RECEPTION.dopplerFactor] = doppler;
    reals[r + RECEPTION.distance_m] = message[record + ARRIVAL_RECORD.distance_m];
    reals[r + RECEPTION.frequency_Hz] = message[ARRIVAL.frequency_Hz];
    reals[r + RECEPTION.bandwidth_Hz] = width_Hz;
    reals[r + RECEPTION.fate] = FATE.open;
    reals[r + RECEPTION.isMine] = 0;

    // 1. What it is, and whether it is strong enough by itself
    const sender = this.#peers[emitter];
    let threshold_dB = ears[e + EAR.threshold_dB];
    let fate: number = FATE.other;
    const f = sender === null ? GONE : sender.sending.frameAt(moment, number);
    if (sender !== null && f === GONE) this.#modem.site.tell(moment, "crowded");
    else if (sender !== null) {
      const to = reals[f + FRAME.destination];
      const isMine = to === BROADCAST || to === ears[e + EAR.address];
      reals[r + RECEPTION.isMine] = isMine ? 1 : 0;
      fate = isMine || (flags & FLAG.overhears) !== 0 ? FATE.open : FATE.notForMe;
      if ((flags & FLAG.rates) !== 0) threshold_dB = this.#thresholdOf(reals[f + FRAME.bitRate_bps]);
      if (reals[f + FRAME.isCut] === 1) {
        reals[r + RECEPTION.end_ns] = reals[r] + Math.max(1, Math.round(reals[f + FRAME.duration_ns] / doppler));
        if (fate === FATE.open) fate = FATE.cutOff;
      }
    }
    const isStrong = level_dB - noise_dB >= threshold_dB;
    reals[r + RECEPTION.isStrong] = isStrong ? 1 : 0;
    if (fate === FATE.open && !isStrong) {
      if (level_dB === Number.NEGATIVE_INFINITY) fate = FATE.antenna;
      else fate = message[record + ARRIVAL_RECORD.mean_dB] - noise_dB >= threshold_dB ? FATE.fading : FATE.outOfRange;
    }

    // 2. What it meets here
    if ((flags & (FLAG.sinr | FLAG.cuttable)) === 0) {
      for (let k = receptions.first(integers, ear); k !== NONE; k = receptions.next(integers, k)) {
        const o = receptions.placeOf(k);
        if (o === r || !receptions.overlap(reals, r, o)) continue;
        if (isStrong && reals[o + RECEPTION.fate] === FATE.open) this.#doom(moment, o, FATE.collision);
        if (fate === FATE.open && reals[o + RECEPTION.isStrong] === 1) fate = FATE.collision;
      }
    }
    if ((flags & FLAG.half) !== 0 && fate === FATE.open) {
      const begin_ns = reals[m + MEMORY.sendStart_ns];
      const end_ns = reals[m + MEMORY.sendEnd_ns];
      if (begin_ns < reals[r + RECEPTION.end_ns] && end_ns > reals[r]) fate = FATE.halfDuplex;
    }
    if (fate !== FATE.open) this.#doom(moment, r, fate);

    // 3. What is still to come of it
    const isWritten = (flags & FLAG.logged) !== 0 && f !== GONE;
    if (fate === FATE.open || (isWritten && (reals[r + RECEPTION.isMine] === 1 || this.#modem.log.hasOthers(reals, r))))
      this.#scheduleEnd(moment, slot, r);
    // What is too weak to spoil a frame here does not disturb one that is sent.
    if (isStrong && (flags & FLAG.listens) !== 0) this.#host.schedule(moment, reals[r], EVENT.begins);
  }

  /** Half duplex: from begin_ns to end_ns it sends, and receives nothing. */
  deafen(moment: Moment, begin_ns: number, end_ns: number): void {
    if (!this.#isHalf) return;
    const { reals, integers } = moment;
    const receptions = this.#receptions;
    for (let k = receptions.first(integers, this.#ear); k !== NONE; k = receptions.next(integers, k)) {
      const r = receptions.placeOf(k);
      if (reals[r + RECEPTION.fate] !== FATE.open) continue;
      if (reals[r] < end_ns && reals[r + RECEPTION.end_ns] > begin_ns) this.#doom(moment, r, FATE.halfDuplex);
    }
  }

  /** What another modem has begun to send ends earlier than it said. */
  isCut(moment: Moment, emitter: number, number: number): void {
    const { reals, integers } = moment;
    const { modems } = this.#modem;
    const receptions = this.#receptions;
    for (let slot = receptions.first(integers, this.#ear); slot !== NONE; slot = receptions.next(integers, slot)) {
      const r = receptions.placeOf(slot);
      if (reals[r + RECEPTION.emitter] !== emitter || reals[r + RECEPTION.number] !== number) continue;
      const lasted_ns = modems[emitter]!.sending.lasted_ns(moment, number);
      const end_ns = reals[r] + Math.round(lasted_ns / reals[r + RECEPTION.dopplerFactor]);
      if (end_ns >= reals[r + RECEPTION.end_ns]) continue;
      reals[r + RECEPTION.end_ns] = end_ns > moment.instant_ns[0] ? end_ns : moment.instant_ns[0];
      if (reals[r + RECEPTION.fate] === FATE.open) this.#doom(moment, r, FATE.cutOff);
      this.#scheduleEnd(moment, slot, r);
    }
  }

  #scheduleEnd(moment: Moment, slot: number, r: number): void {
    this.#host.schedule(moment, moment.reals[r + RECEPTION.end_ns], EVENT.heard + CODES * slot);
  }

  #thresholdOf(bitRate_bps: number): number {
    const { params, rates_bps, thresholds_dB } = this.#modem.design;
    if (params.rates_bps === undefined) return params.threshold_dB;
    for (let k = 0; k < rates_bps.length; k++) if (rates_bps[k] === bitRate_bps) return thresholds_dB[k];
    return params.threshold_dB;
  }

  #doom({ reals }: Moment, r: number, fate: number): void {
    reals[r + RECEPTION.fate] = fate;
    const figure = this.#fates[fate];
    if (figure >= 0 && reals[r + RECEPTION.isMine] === 1) reals[figure]++;
  }

  /** The last of a signal has come. */
  ends(moment: Moment, slot: number): void {
    const { reals, integers } = moment;
    const receptions = this.#receptions;
    const r = receptions.placeOf(slot);
    if (reals[r + RECEPTION.end_ns] !== moment.instant_ns[0]) return;
    const sender = this.#peers[reals[r + RECEPTION.emitter]];
    if (sender === null) return;
    const number = reals[r + RECEPTION.number];
    const f = sender.sending.frameAt(moment, number);
    if (f === GONE) {
      this.#modem.site.tell(moment, "crowded");
      return;
    }
    if (reals[r + RECEPTION.fate] === FATE.open && reals[this.#at + MEMORY.isOff] !== 1) {
      if (this.#isSinr) {
        receptions.disturbanceInto(scratch, reals, integers, this.#ear, slot);
        this.#decide(moment, r, f);
      } else if (this.#isCuttable && receptions.meetsStrong(reals, integers, this.#ear, slot))
        this.#doom(moment, r, FATE.collision);
      else reals[r + RECEPTION.fate] = FATE.received;
    }
    const fate = reals[r + RECEPTION.fate];
    const modem = this.#modem;
    if (((this.#ears[EAR_SIZE * this.#ear + EAR.flags] | 0) & FLAG.logged) !== 0) modem.log.writeHeard(moment, r, f);
    if (fate === FATE.received) modem.inbox.receive(moment, r, f, sender.sending.bytesAt(number));
  }

  /** scratch[0], scratch[1]: disturbance with and without other signals. */
  #decide(moment: Moment, r: number, f: number): void {
    const { reals, integers } = moment;
    const { success, params } = this.#modem.design;
    const bitRate_bps = reals[f + FRAME.bitRate_bps];
    const threshold_dB = this.#thresholdOf(bitRate_bps);
    const sinr_dB = reals[r + RECEPTION.level_dB] - scratch[0];
    const snr_dB = reals[r + RECEPTION.level_dB] - scratch[1];
    if (sinr_dB < threshold_dB) {
      this.#doom(moment, r, FATE.collision);
      return;
    }
    reals[r + RECEPTION.fate] = FATE.received;
    if (success === null || this.#dice === null) return;
    const bits = params.overheadBits + 8 * reals[f + FRAME.bytes];
    this.#dice.uniformInto(scratch, 2, integers);
    if (scratch[2] < success(sinr_dB, bits, bitRate_bps)) return;
    this.#doom(moment, r, scratch[2] < success(snr_dB, bits, bitRate_bps) ? FATE.collision : FATE.noise);
  }
}
