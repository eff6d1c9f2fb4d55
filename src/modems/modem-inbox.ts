/** A frame that was received: whose it is, whether it is new, what it teaches of its sender. It is delivered once, or passed on. */
import { S_PER_NS } from "../core/index.ts";
import type { Moment, OutPort } from "../engine/index.ts";
import { PHASE } from "../engine/index.ts";
import { placeOf } from "./bands.ts";
import { FRAME, FRAME_SIZE, FRAME_TYPE } from "./mac/mac.ts";
import { BROADCAST, deliveredMessage } from "./messages.ts";
import { leastThreshold_dB } from "./modem-design.ts";
import type { ModemListener } from "./modem-listener.ts";
import type { ModemRun } from "./modem-run.ts";
import { RECEPTION } from "./receptions.ts";
import { SerialWindow } from "./serial-window.ts";

const DELIVERED = deliveredMessage.at;
const frame = new Float64Array(FRAME_SIZE);
const told = new Float64Array(deliveredMessage.size);

export class ModemInbox {
  readonly #modem: ModemRun;
  readonly #delivered: OutPort<typeof deliveredMessage.fields>;
  /** Of each of the band. */
  #seen!: SerialWindow;

  constructor(modem: ModemRun) {
    this.#modem = modem;
    this.#delivered = modem.site.out("delivered", PHASE.react);
  }

  /** When the band is known. */
  install(): void {
    this.#seen = new SerialWindow(this.#modem.site, "seen", this.#modem.band.length);
  }

  /** A frame was decoded: reals[f ..], as it was sent; its bytes at bytes[b ..]. */
  receive(moment: Moment, r: number, f: number, b: number): void {
    const { reals } = moment;
    const modem = this.#modem;
    const { address, scheme } = modem.design;
    const to = reals[f + FRAME.destination];
    const type = reals[f + FRAME.type];
    this.#learn(moment, r, f);
    if (modem.listener !== null) this.#tellHeard(moment, modem.listener, r, f);
    if (to === address || to === BROADCAST || scheme.overhears === true)
      modem.mac.heard?.(moment, modem.link, reals, f);
    if (to !== address && to !== BROADCAST) return;
    if (type === FRAME_TYPE.acknowledgement) modem.answers.isAnswered(moment, f);
    if (type !== FRAME_TYPE.data) return;
    const isNew = reals[f + FRAME.isReliable] === 0 || this.#isNew(moment, f);
    if (reals[f + FRAME.isReliable] === 1) modem.answers.answer(moment, r, f);
    if (!isNew) return;
    const target = reals[f + FRAME.target];
    if (target === address || target === BROADCAST) this.#deliver(moment, r, f, b);
    else this.#passOn(moment, f, b);
  }

  /** (1), (2) of modem-device.ts */
  #learn({ reals }: Moment, r: number, f: number): void {
    const { costsAt, band, design } = this.#modem;
    if (costsAt < 0) return;
    const place = placeOf(reals[f + FRAME.source], band);
    if (place < 0) return;
    const snr_dB = reals[r + RECEPTION.level_dB] - reals[r + RECEPTION.noise_dB];
    const isAnswer =
      reals[f + FRAME.type] === FRAME_TYPE.acknowledgement && reals[f + FRAME.destination] === design.address;
    reals[costsAt + place] = isAnswer ? reals[f + FRAME.b] - reals[f + FRAME.a] : reals[f + FRAME.level_dB] - snr_dB;
  }

  #isNew({ reals, integers }: Moment, f: number): boolean {
    const place = placeOf(reals[f + FRAME.origin], this.#modem.band);
    return place >= 0 && this.#seen.isNew(integers, place, reals[f + FRAME.serial]);
  }

  #deliver(moment: Moment, r: number, f: number, b: number): void {
    const { reals, bytes } = moment;
    const { figures } = this.#modem;
    reals[figures.delivered]++;
    const { listener } = this.#modem;
    if (this.#delivered.carriers.length === 0 && listener === null) return;
    told[DELIVERED.t_ns] = moment.instant_ns[0];
    told[DELIVERED.source] = reals[f + FRAME.origin];
    told[DELIVERED.destination] = reals[f + FRAME.target];
    told[DELIVERED.sent_ns] = reals[f + FRAME.sent_ns];
    told[DELIVERED.start_ns] = reals[r];
    told[DELIVERED.level_dB] = reals[r + RECEPTION.level_dB];
    told[DELIVERED.noise_dB] = reals[r + RECEPTION.noise_dB];
    told[DELIVERED.snr_dB] = reals[r + RECEPTION.level_dB] - reals[r + RECEPTION.noise_dB];
    told[DELIVERED.dopplerFactor] = reals[r + RECEPTION.dopplerFactor];
    told[DELIVERED.oneWayRange_m] = this.#range_m(reals, r, f);
    const length = reals[f + FRAME.bytes];
    this.#delivered.send(moment, told, 0, bytes, b, length);
    listener?.delivered(moment, told, reals[f + FRAME.serial], bytes, b, length);
  }

  /** By travel time. */
  #range_m(reals: Float64Array, r: number, f: number): number {
    return (reals[r] - reals[f + FRAME.sent_ns]) * S_PER_NS * this.#modem.design.speed_mps;
  }

  #tellHeard(moment: Moment, listener: ModemListener, r: number, f: number): void {
    const { reals } = moment;
    const { design, place } = this.#modem;
    const snr_dB = reals[r + RECEPTION.level_dB] - reals[r + RECEPTION.noise_dB];
    const cost_dB = reals[f + FRAME.level_dB] - snr_dB; // (2)
    const margin_dB = design.level_dB - cost_dB - leastThreshold_dB(design);
    listener.heard(moment, place, reals[f + FRAME.source], this.#range_m(reals, r, f), margin_dB);
  }

  /** Into the own queue, for the last receiver or for another relay. */
  #passOn(moment: Moment, f: number, b: number): void {
    const { reals, bytes } = moment;
    for (let k = 0; k < FRAME_SIZE; k++) frame[k] = reals[f + k];
    frame[FRAME.reference] = -1;
    this.#modem.outbox.enqueue(moment, frame, bytes, b);
  }
}
