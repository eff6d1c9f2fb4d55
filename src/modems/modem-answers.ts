/**
 * Acknowledgements, of both ends. A receiver acknowledges each copy of a frame, at once or when its scheme allows; a sender waits for
 * the acknowledgement of the first message of its queue, and offers the message again where none comes in time.
 */
import type { Moment } from "../engine/index.ts";
import { FRAME, FRAME_SIZE, FRAME_TYPE } from "./mac/mac.ts";
import { ANSWERS, EVENT, KIND, MEMORY } from "./modem-memory.ts";
import type { ModemRun } from "./modem-run.ts";
import { RECEPTION } from "./receptions.ts";

const frame = new Float64Array(FRAME_SIZE);
const NO_BYTES = new Uint8Array(0);

export class ModemAnswers {
  readonly #modem: ModemRun;

  constructor(modem: ModemRun) {
    this.#modem = modem;
  }

  /** To a frame reals[f ..] that was received as reals[r ..]. */
  answer(moment: Moment, r: number, f: number): void {
    const { reals } = moment;
    const modem = this.#modem;
    const m = modem.at;
    if (reals[m + MEMORY.answerCount] >= ANSWERS) return; // the sender will ask again
    frame.fill(0);
    frame[FRAME.type] = FRAME_TYPE.acknowledgement;
    frame[FRAME.source] = modem.design.address;
    frame[FRAME.destination] = reals[f + FRAME.source];
    frame[FRAME.origin] = reals[f + FRAME.origin];
    frame[FRAME.target] = reals[f + FRAME.source];
    frame[FRAME.serial] = reals[f + FRAME.serial];
    frame[FRAME.a] = reals[r + RECEPTION.level_dB] - reals[r + RECEPTION.noise_dB];
    frame[FRAME.b] = reals[f + FRAME.level_dB];
    frame[FRAME.queued_ns] = moment.instant_ns[0];
    const place = (reals[m + MEMORY.answerFirst] + reals[m + MEMORY.answerCount]) % ANSWERS;
    modem.waitingAnswers.keep(moment, place, frame, 0, NO_BYTES, 0);
    reals[m + MEMORY.answerCount]++;
    if (modem.design.scheme.ordersAcknowledgements === true) modem.outbox.next(moment);
    else this.#sendAt(moment, moment.instant_ns[0] + modem.plan.turnaround_ns);
  }

  #sendAt(moment: Moment, t_ns: number): void {
    const { reals } = moment;
    const m = this.#modem.at;
    if (reals[m + MEMORY.answerAt_ns] >= moment.instant_ns[0]) return;
    reals[m + MEMORY.answerAt_ns] = t_ns;
    this.#modem.host.schedule(moment, t_ns, EVENT.answer);
  }

  /** The first that waits is due. */
  send(moment: Moment): void {
    const { reals } = moment;
    const modem = this.#modem;
    const m = modem.at;
    reals[m + MEMORY.answerAt_ns] = -1;
    if (reals[m + MEMORY.answerCount] === 0 || modem.isOff(moment)) return;
    if (modem.isSending(moment)) {
      this.#sendAt(moment, reals[m + MEMORY.sendEnd_ns] + modem.plan.turnaround_ns);
      return;
    }
    const f = modem.waitingAnswers.placeOf(reals[m + MEMORY.answerFirst]);
    for (let k = 0; k < FRAME_SIZE; k++) frame[k] = reals[f + k];
    modem.sending.chooseInto(frame, moment);
    this.pop(moment);
    modem.sending.transmit(moment, frame, KIND.answer, NO_BYTES, 0);
    if (reals[m + MEMORY.answerCount] > 0)
      this.#sendAt(moment, reals[m + MEMORY.sendEnd_ns] + modem.plan.turnaround_ns);
  }

  pop({ reals }: Moment): void {
    const m = this.#modem.at;
    reals[m + MEMORY.answerFirst] = (reals[m + MEMORY.answerFirst] + 1) % ANSWERS;
    reals[m + MEMORY.answerCount]--;
  }

  /** An acknowledgement reals[f ..] has come. */
  isAnswered(moment: Moment, f: number): void {
    const { reals } = moment;
    const modem = this.#modem;
    const m = modem.at;
    if (reals[m + MEMORY.waits] === 0) return;
    const head = modem.queue.placeOf(reals[m + MEMORY.queueFirst]);
    const isIt =
      reals[head + FRAME.serial] === reals[f + FRAME.serial] && reals[head + FRAME.origin] === reals[f + FRAME.origin];
    if (!isIt || reals[head + FRAME.destination] !== reals[f + FRAME.source]) return;
    reals[m + MEMORY.waits] = 0;
    modem.outbox.reportHead(moment, "acknowledged");
    modem.outbox.pop(moment);
    modem.mac.answered?.(moment, modem.link, true);
    modem.outbox.next(moment);
  }

  /** None has come in time. */
  isNotAnswered(moment: Moment): void {
    const { reals } = moment;
    const modem = this.#modem;
    const m = modem.at;
    reals[m + MEMORY.waits] = 0;
    modem.mac.answered?.(moment, modem.link, false);
    if (reals[m + MEMORY.attempts] >= modem.design.params.attempts) modem.outbox.lose(moment, "not acknowledged");
    modem.outbox.next(moment);
  }
}
