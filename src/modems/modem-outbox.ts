/**
 * Messages that a modem is to send: they wait in its queue, the first is on offer to the scheme, and what becomes of each is reported.
 *
 * A frame is numbers (FRAME) in an array of the caller's; its bytes are at data[d ..].
 */
import type { Moment, OutPort } from "../engine/index.ts";
import { PHASE } from "../engine/index.ts";
import { placeOf } from "./bands.ts";
import { FRAME, FRAME_TYPE } from "./mac/mac.ts";
import { BROADCAST, messageReport, OUTCOMES, type Outcome } from "./messages.ts";
import { SORT } from "./modem-design.ts";
import { KIND, MEMORY } from "./modem-memory.ts";
import type { ModemRun } from "./modem-run.ts";

const REPORT = messageReport.at;
const reported = new Float64Array(messageReport.size);

export class ModemOutbox {
  readonly #modem: ModemRun;
  readonly #report: OutPort<typeof messageReport.fields>;

  constructor(modem: ModemRun) {
    this.#modem = modem;
    this.#report = modem.site.out("report", PHASE.react);
  }

  /** A message of this vehicle: its target, bytes, reference, whether it is to be acknowledged, and its serial, 0 for the next one. */
  enqueueOwn(moment: Moment, frame: Float64Array, bytes: Uint8Array): void {
    const { reals } = moment;
    const { design, band, serialAt } = this.#modem;
    const { address, params } = design;
    const target = frame[FRAME.target];
    if (this.#modem.isOff(moment)) this.#refuse(moment, frame, "switched off", "it is switched off");
    else if (frame[FRAME.bytes] > params.longestMessageBytes) {
      const words = `a message of ${frame[FRAME.bytes]} bytes; its frames carry ${params.longestMessageBytes}`;
      this.#refuse(moment, frame, "too long", words);
    } else if (target !== BROADCAST && (target === address || placeOf(target, band) < 0)) {
      this.#refuse(moment, frame, "unknown address", `a message for ${target}; it can reach: ${this.#othersInWords()}`);
    } else {
      frame[FRAME.type] = FRAME_TYPE.data;
      frame[FRAME.origin] = address;
      if (frame[FRAME.serial] === 0) frame[FRAME.serial] = ++reals[serialAt];
      this.enqueue(moment, frame, bytes, 0);
    }
  }

  #othersInWords(): string {
    const { band, design } = this.#modem;
    return band.filter((address) => address !== design.address).join(", ") || "none";
  }

  #refuse(moment: Moment, frame: Float64Array, outcome: Outcome, words: string): void {
    const { figures, site } = this.#modem;
    moment.reals[figures.refused]++;
    site.tell(moment, "refused", `refuses ${words}`);
    this.#reportFrame(moment, outcome, frame[FRAME.reference], 0);
  }

  enqueue(moment: Moment, frame: Float64Array, data: Uint8Array, d: number): void {
    const { reals } = moment;
    const { design, at, figures, site, log } = this.#modem;
    const { queue } = design.params;
    const count = reals[at + MEMORY.queueCount];
    if (count >= queue) {
      reals[figures.queueFull]++;
      site.tell(moment, "queueFull");
      log.write(moment, moment.instant_ns[0], SORT["queue full"], frame[FRAME.target], 0, frame[FRAME.bytes]);
      this.#reportFrame(moment, "queue full", frame[FRAME.reference], 0);
      return;
    }
    frame[FRAME.source] = design.address;
    frame[FRAME.destination] = this.#nextHop(frame[FRAME.target]);
    frame[FRAME.queued_ns] = moment.instant_ns[0];
    this.#modem.queue.keep(moment, (reals[at + MEMORY.queueFirst] + count) % queue, frame, 0, data, d);
    reals[at + MEMORY.queueCount] = count + 1;
    this.next(moment);
  }

  #nextHop(target: number): number {
    const { routes } = this.#modem.design;
    for (let k = 0; k < routes.length; k++) if (routes[k].to === target) return routes[k].via;
    return target;
  }

  /** Offers the next frame to the scheme, if there is one and nothing else is going on. */
  next(moment: Moment): void {
    const { reals } = moment;
    const modem = this.#modem;
    const m = modem.at;
    if (reals[m + MEMORY.offered] !== KIND.none || modem.isOff(moment)) return;
    const sending = reals[m + MEMORY.sending];
    const answers = reals[m + MEMORY.answerCount] > 0;
    const inTurn = modem.design.scheme.ordersAcknowledgements === true;
    if (answers && inTurn && sending !== KIND.answer) reals[m + MEMORY.offered] = KIND.answer;
    // An answer that is to be sent at once goes before what a relay passes on.
    else if (answers && !inTurn) return;
    else if (reals[m + MEMORY.queueCount] > 0 && reals[m + MEMORY.waits] === 0 && sending !== KIND.data)
      reals[m + MEMORY.offered] = KIND.data;
    else return;
    modem.mac.offer(moment, modem.link);
  }

  /** Place in reals of the frame on offer. */
  head({ reals }: Moment): number {
    const { at, waitingAnswers, queue } = this.#modem;
    return reals[at + MEMORY.offered] === KIND.answer
      ? waitingAnswers.placeOf(reals[at + MEMORY.answerFirst])
      : queue.placeOf(reals[at + MEMORY.queueFirst]);
  }

  /** The first message of the queue leaves it. */
  pop({ reals }: Moment): void {
    const m = this.#modem.at;
    reals[m + MEMORY.queueFirst] = (reals[m + MEMORY.queueFirst] + 1) % this.#modem.design.params.queue;
    reals[m + MEMORY.queueCount]--;
    reals[m + MEMORY.attempts] = 0;
  }

  /** The first message of the queue is lost. */
  lose(moment: Moment, outcome: Outcome): void {
    const { reals } = moment;
    const { at, queue, figures, site, log } = this.#modem;
    const f = queue.placeOf(reals[at + MEMORY.queueFirst]);
    reals[figures.unacknowledged]++;
    const target = reals[f + FRAME.target];
    const tries = reals[at + MEMORY.attempts];
    site.tell(moment, "givenUp", `a message for ${target} is given up after ${tries} ${tries === 1 ? "try" : "tries"}`);
    log.write(moment, moment.instant_ns[0], SORT["no acknowledgement"], target, 0, reals[f + FRAME.bytes]);
    this.reportHead(moment, outcome);
    this.pop(moment);
  }

  /** All that waits is lost: it is switched off. */
  clear(moment: Moment): void {
    const { reals } = moment;
    const m = this.#modem.at;
    const waiting = reals[m + MEMORY.queueCount];
    for (let k = 0; k < waiting; k++) this.reportHead(moment, "switched off", k);
    reals[m + MEMORY.queueCount] = 0;
    reals[m + MEMORY.offered] = KIND.none;
    reals[m + MEMORY.waits] = 0;
    reals[m + MEMORY.answerCount] = 0;
  }

  /** Reports what became of a message of this vehicle, the first of the queue or one behind it. */
  reportHead(moment: Moment, outcome: Outcome, behind = 0): void {
    const { reals } = moment;
    const { at, design, queue } = this.#modem;
    const f = queue.placeOf((reals[at + MEMORY.queueFirst] + behind) % design.params.queue);
    if (reals[f + FRAME.origin] !== design.address) return;
    this.#reportFrame(moment, outcome, reals[f + FRAME.reference], reals[at + MEMORY.attempts]);
  }

  #reportFrame(moment: Moment, outcome: Outcome, reference: number, attempts: number): void {
    if (reference < 0) return;
    const { listener, place } = this.#modem;
    if (listener !== null) {
      listener.reported(moment, place, reference, OUTCOMES.indexOf(outcome), attempts);
      return;
    }
    reported[REPORT.t_ns] = moment.instant_ns[0];
    reported[REPORT.reference] = reference;
    reported[REPORT.outcome] = OUTCOMES.indexOf(outcome);
    reported[REPORT.attempts] = attempts;
    this.#report.send(moment, reported, 0);
  }
}
