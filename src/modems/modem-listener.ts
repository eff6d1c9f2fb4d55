/** What a modem tells another device of the same vehicle that uses it, such as a hybrid modem. Both are run by the same actor. */
import type { Moment } from "../engine/index.ts";

export interface ModemListener {
  /** Place in the state's reals of the count from which all modems of this device take the serial numbers of their messages. */
  readonly serialAt: number;
  /**
   * A frame of an address was decoded. range_m: by its travel time and the nominal speed; margin_dB: how far above its threshold a frame would
   * be at the other end, sent at full level, the way back being as long as the way there.
   */
  heard(moment: Moment, modem: number, address: number, range_m: number, margin_dB: number): void;
  /** A message has come: told, a deliveredMessage, and its bytes data[d .. d + length − 1]. It names a message by origin and serial. */
  delivered(moment: Moment, told: Float64Array, serial: number, data: Uint8Array, d: number, length: number): void;
  /** What became of a message that the device gave to the modem: once for each. outcome: place in OUTCOMES. */
  reported(moment: Moment, modem: number, reference: number, outcome: number, attempts: number): void;
}
