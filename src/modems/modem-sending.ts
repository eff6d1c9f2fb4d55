/** What a modem sends: rate, level and power of a frame, (4) to (6) of modem-device.ts, its emission, and the end of its sending. */
import { invariant, S_PER_NS } from "../core/index.ts";
import type { Moment, OutPort } from "../engine/index.ts";
import { PHASE } from "../engine/index.ts";
import { emission, type powerDraw } from "../environment/index.ts";
import { exp } from "../math/index.ts";
import { placeOf } from "./bands.ts";
import { FRAME, FRAME_TYPE } from "./mac/mac.ts";
import { duration_ns } from "./modem-design.ts";
import { EVENT, GONE, KIND, MEMORY, placeUnderWay, UNDER_WAY } from "./modem-memory.ts";
import type { ModemRun } from "./modem-run.ts";

const OUT = emission.at;
const sent = new Float64Array(emission.size);
const TENTH_LN10 = Math.LN10 / 10;
const drawn = new Float64Array(1);

export class ModemSending {
  readonly #modem: ModemRun;
  readonly #power: OutPort<typeof powerDraw.fields> | null;

  constructor(modem: ModemRun) {
    const { transmitPower_W, listenPower_W } = modem.design.params;
    this.#modem = modem;
    this.#power = transmitPower_W !== 0 || listenPower_W !== 0 ? modem.site.out("power", PHASE.react) : null;
  }

  draw(moment: Moment, power_W: number): void {
    if (this.#power === null) return;
    drawn[0] = power_W;
    this.#power.send(moment, drawn, 0);
  }

  /** Rate, level and duration of a frame f[0 ..]: (4), (5). */
  chooseInto(f: Float64Array, { reals }: Moment): void {
    const { design, costsAt, band, at, plan } = this.#modem;
    const { params, level_dB, rates_bps, thresholds_dB } = design;
    let rate = params.rates_bps === undefined ? params.bitRate_bps : rates_bps[0];
    let threshold_dB = params.rates_bps === undefined ? params.threshold_dB : thresholds_dB[0];
    let level = level_dB;
    const place = costsAt < 0 ? -1 : placeOf(f[FRAME.destination], band);
    const isRetry = f[FRAME.type] === FRAME_TYPE.data && reals[at + MEMORY.attempts] > 0;
    const cost_dB = place < 0 ? Number.NaN : reals[costsAt + place];
    if (!Number.isNaN(cost_dB) && !isRetry) {
      if (params.rates_bps !== undefined) {
        for (let k = 0; k < rates_bps.length; k++) {
          if (level_dB - cost_dB < thresholds_dB[k] + params.powerMargin_dB) break;
          rate = rates_bps[k];
          threshold_dB = thresholds_dB[k];
        }
      }
      if (params.powerControl === "adaptive") {
        const wanted = cost_dB + threshold_dB + params.powerMargin_dB; // (5)
        level = Math.min(level_dB, Math.max(level_dB + params.leastLevel_dB, wanted));
      }
    }
    f[FRAME.bitRate_bps] = rate;
    f[FRAME.level_dB] = level;
    f[FRAME.duration_ns] = duration_ns(design, f[FRAME.bytes], rate, plan.share);
  }

  /** Sends a frame, with its bytes at data[d ..]. */
  transmit(moment: Moment, frame: Float64Array, kind: number, data: Uint8Array, d: number): void {
    const { reals } = moment;
    const modem = this.#modem;
    const { design, plan, host } = modem;
    const m = modem.at;
    const now_ns = moment.instant_ns[0];
    invariant(!modem.isSending(moment), `${modem.site.path}: its scheme sends while the modem is sending`);
    const number = ++reals[m + MEMORY.number];
    frame[FRAME.sent_ns] = now_ns;
    frame[FRAME.isCut] = 0;
    modem.underWay.keep(moment, placeUnderWay(number), frame, 0, data, d);
    const end_ns = now_ns + frame[FRAME.duration_ns];
    reals[m + MEMORY.sendStart_ns] = now_ns;
    reals[m + MEMORY.sendEnd_ns] = end_ns;
    reals[m + MEMORY.sending] = kind;
    reals[modem.figures.sent]++;
    this.#count(moment, frame[FRAME.duration_ns], frame[FRAME.level_dB]);
    this.draw(moment, this.#power_W(frame[FRAME.level_dB]));
    modem.hearing.deafen(moment, now_ns, end_ns);
    const { frequency_Hz, bandwidth_Hz } = design.transducer;
    const { part, share } = plan;
    sent[OUT.t_ns] = now_ns;
    sent[OUT.number] = number;
    sent[OUT.duration_ns] = frame[FRAME.duration_ns];
    sent[OUT.level_dB] = frame[FRAME.level_dB];
    sent[OUT.frequency_Hz] = frequency_Hz + bandwidth_Hz * (0.5 * (part.from + part.to) - 0.5);
    sent[OUT.bandwidth_Hz] = bandwidth_Hz * share;
    host.emit(moment, sent);
    host.schedule(moment, end_ns, EVENT.sent);
  }

  #count({ reals }: Moment, duration_ns: number, level_dB: number): void {
    const { figures } = this.#modem;
    reals[figures.sending_s] += duration_ns * S_PER_NS;
    reals[figures.transmitEnergy_J] += duration_ns * S_PER_NS * this.#power_W(level_dB);
  }

  /** (6) */
  #power_W(level_dB: number): number {
    const { params, level_dB: full_dB } = this.#modem.design;
    const { transmitPower_W, listenPower_W } = params;
    const below_dB = level_dB - full_dB;
    if (below_dB === 0) return transmitPower_W;
    return listenPower_W + (transmitPower_W - listenPower_W) * exp(TENTH_LN10 * below_dB);
  }

  /** The last bit has left. */
  ends(moment: Moment): void {
    const { reals } = moment;
    const modem = this.#modem;
    const m = modem.at;
    const kind = reals[m + MEMORY.sending];
    if (kind === KIND.none) return;
    const number = reals[m + MEMORY.number];
    const f = modem.underWay.placeOf(placeUnderWay(number));
    reals[m + MEMORY.sending] = KIND.none;
    modem.log.writeSent(moment, f, number);
    this.draw(moment, modem.design.params.listenPower_W);
    if (kind === KIND.data) {
      if (reals[f + FRAME.isReliable] === 1) {
        const due_ns = moment.instant_ns[0] + modem.plan.acknowledgement_ns;
        reals[m + MEMORY.waits] = 1;
        reals[m + MEMORY.answerDue_ns] = due_ns;
        modem.host.schedule(moment, due_ns, EVENT.noAnswer);
      } else {
        modem.outbox.reportHead(moment, "sent");
        modem.outbox.pop(moment);
      }
    }
    modem.mac.sent?.(moment, modem.link, reals, f);
    modem.outbox.next(moment);
  }

  /** Ends what is being sent, here and, as soon as that is heard, everywhere else. */
  stop(moment: Moment): void {
    const { reals } = moment;
    const modem = this.#modem;
    const m = modem.at;
    const now_ns = moment.instant_ns[0];
    const number = reals[m + MEMORY.number];
    const f = modem.underWay.placeOf(placeUnderWay(number));
    const lasted_ns = now_ns - reals[m + MEMORY.sendStart_ns];
    this.#count(moment, lasted_ns - reals[f + FRAME.duration_ns], reals[f + FRAME.level_dB]);
    reals[f + FRAME.duration_ns] = lasted_ns;
    reals[f + FRAME.isCut] = 1;
    reals[m + MEMORY.sendEnd_ns] = now_ns;
    reals[m + MEMORY.sending] = KIND.none;
    modem.log.writeSent(moment, f, number);
    this.draw(moment, modem.design.params.listenPower_W);
    for (const other of modem.modems) other?.hearing.isCut(moment, modem.host.transducer, number);
  }

  /** How long a frame was sent. */
  lasted_ns({ reals }: Moment, number: number): number {
    return reals[this.#modem.underWay.placeOf(placeUnderWay(number)) + FRAME.duration_ns];
  }

  /** Place in reals of a frame that this modem has sent; the bytes are where bytesAt says. */
  frameAt({ reals }: Moment, number: number): number {
    const { at, underWay } = this.#modem;
    if (number <= reals[at + MEMORY.number] - UNDER_WAY) return GONE;
    return underWay.placeOf(placeUnderWay(number));
  }

  bytesAt(number: number): number {
    return this.#modem.underWay.bytesOf(placeUnderWay(number));
  }
}
