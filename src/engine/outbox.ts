/** What was sent in the round that is going on. Emptied into ports and links at its end (SPEC.md, rule 14). */
import { copyBytes, type DeliveryContext, type OutPort } from "./ports.ts";

export class Outbox {
  #count = 0;
  #reals = new Float64Array(1024);
  #realsUsed = 0;
  #bytes = new Uint8Array(4096);
  #bytesUsed = 0;
  readonly #ports: OutPort[] = [];
  /** Per message: begin of its fields, begin and length of its payload. */
  #places = new Int32Array(3 * 64);

  get empty(): boolean {
    return this.#count === 0;
  }

  /** Messages sent since the run began. */
  sent = 0;

  // biome-ignore lint/suspicious/noExplicitAny: a port of any fields; the message was typed when it was sent
  add(port: OutPort<any>, message: Float64Array, at: number, payload: Uint8Array, from: number, length: number): void {
    const { size } = port.type;
    const k = this.#count++;
    if (3 * k + 3 > this.#places.length) this.#places = grown(this.#places, new Int32Array(2 * this.#places.length));
    while (this.#realsUsed + size > this.#reals.length)
      this.#reals = grown(this.#reals, new Float64Array(2 * this.#reals.length));
    while (this.#bytesUsed + length > this.#bytes.length)
      this.#bytes = grown(this.#bytes, new Uint8Array(2 * this.#bytes.length));
    this.#ports[k] = port;
    this.#places[3 * k] = this.#realsUsed;
    this.#places[3 * k + 1] = this.#bytesUsed;
    this.#places[3 * k + 2] = length;
    const reals = this.#reals;
    const to = this.#realsUsed;
    for (let i = 0; i < size; i++) reals[to + i] = message[at + i];
    copyBytes(this.#bytes, this.#bytesUsed, payload, from, length);
    this.#realsUsed += size;
    this.#bytesUsed += length;
  }

  /** Carries everything away. */
  deliver(context: DeliveryContext): void {
    const places = this.#places;
    for (let k = 0; k < this.#count; k++) {
      const { carriers } = this.#ports[k];
      for (let c = 0; c < carriers.length; c++) {
        carriers[c].carry(context, this.#reals, places[3 * k], this.#bytes, places[3 * k + 1], places[3 * k + 2]);
      }
      this.sent += carriers.length;
    }
    this.clear();
  }

  clear(): void {
    this.#count = 0;
    this.#realsUsed = 0;
    this.#bytesUsed = 0;
  }
}

function grown<T extends Float64Array | Int32Array | Uint8Array>(old: T, wider: T): T {
  wider.set(old);
  return wider;
}
