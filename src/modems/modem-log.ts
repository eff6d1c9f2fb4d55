/** Rows of a modem's channel: one for each span of what it sends, waits with, hears and loses. */
import { S_PER_NS } from "../core/index.ts";
import type { Moment, ThingWriter } from "../engine/index.ts";
import { FRAME } from "./mac/mac.ts";
import { SORT } from "./modem-design.ts";
import type { ModemRun } from "./modem-run.ts";
import { FATE, RECEPTION } from "./receptions.ts";

const SORT_OF_FATE: readonly number[] = (() => {
  const sorts: number[] = [];
  sorts[FATE.received] = SORT.received;
  sorts[FATE.notForMe] = SORT["not for me"];
  sorts[FATE.outOfRange] = SORT["out of range"];
  sorts[FATE.noise] = SORT.noise;
  sorts[FATE.collision] = SORT.collision;
  sorts[FATE.halfDuplex] = SORT["half duplex"];
  sorts[FATE.fading] = SORT.fading;
  sorts[FATE.antenna] = SORT["antenna not in its medium"];
  sorts[FATE.cutOff] = SORT["cut off"];
  return sorts;
})();

const row = new Float64Array(12);

export class ModemLog {
  readonly #channel: ThingWriter | null;
  readonly #logsAll: boolean;

  constructor({ site, design }: ModemRun) {
    const { logged } = design.params;
    this.#channel = logged === "none" ? null : site.channel("");
    this.#logsAll = logged === "all";
  }

  get isOn(): boolean {
    return this.#channel !== null;
  }

  /** Whether a frame for another modem has a row. */
  hasOthers(reals: Float64Array, r: number): boolean {
    return this.#logsAll && reals[r + RECEPTION.isStrong] === 1;
  }

  write(moment: Moment, begin_ns: number, sort: number, other: number, number: number, bytes: number): void {
    if (this.#channel === null) return;
    row.fill(Number.NaN);
    this.#write(moment, begin_ns, sort, other, number, bytes);
  }

  writeSent(moment: Moment, f: number, number: number): void {
    if (this.#channel === null) return;
    const { reals } = moment;
    row.fill(Number.NaN);
    row[6] = reals[f + FRAME.level_dB];
    const begin_ns = reals[f + FRAME.sent_ns];
    this.#write(moment, begin_ns, SORT.sending, reals[f + FRAME.destination], number, reals[f + FRAME.bytes]);
  }

  writeHeard(moment: Moment, r: number, f: number): void {
    const { reals } = moment;
    const isMine = reals[r + RECEPTION.isMine] === 1;
    if (this.#channel === null || !(isMine || this.hasOthers(reals, r))) return;
    row[6] = reals[r + RECEPTION.level_dB];
    row[7] = reals[r + RECEPTION.noise_dB];
    row[8] = row[6] - row[7];
    row[9] = (reals[r] - reals[f + FRAME.sent_ns]) * S_PER_NS;
    row[10] = reals[r + RECEPTION.dopplerFactor];
    row[11] = reals[r + RECEPTION.distance_m];
    const sort = SORT_OF_FATE[isMine ? reals[r + RECEPTION.fate] : FATE.notForMe];
    const number = reals[r + RECEPTION.number];
    this.#write(moment, reals[r], sort, reals[f + FRAME.source], number, reals[f + FRAME.bytes]);
  }

  #write(moment: Moment, begin_ns: number, sort: number, other: number, number: number, bytes: number): void {
    row[0] = begin_ns * S_PER_NS;
    row[1] = moment.instant_ns[0] * S_PER_NS;
    row[2] = sort;
    row[3] = other;
    row[4] = number;
    row[5] = bytes;
    this.#channel?.write(moment.instant_ns[0], row, 0);
  }
}
