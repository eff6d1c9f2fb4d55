/**
 * How the receiver of a modem decides about a frame that nothing else has spoiled: the models of the kind `modem`.
 *
 *   threshold   received ⇔ SINR ≥ threshold                                                          (1)
 *   waveform    received with the probability (1 − P_b(E_b/N₀ + G))ⁿ,  E_b/N₀ = SINR + 10 log(W/R)     (2)
 *               n: bits of the frame, W: bandwidth, R: its bit rate, G: coding gain
 *
 * Both read one file: threshold_dB is what (2) needs to notice the frame at all (its preamble), so a weaker one is out of range for both.
 * Source: (1) [Parodi2008Communications, eq. (10)]; (2) acoustics/packet-errors.ts.
 */
import { type Modulation, type ModulationName, modulations, packetSuccess } from "../acoustics/index.ts";
import type { Thing } from "../engine/index.ts";
import { type Definition, defineModel } from "../library/index.ts";
import { log10 } from "../math/index.ts";
import type { CommunicationsDevice } from "./device.ts";
import { MODEM_READS, modem } from "./modem.ts";
import { modemThing } from "./modem-thing.ts";

/** Probability that a frame above the threshold is received: by SINR in dB, number of bits and bit rate. */
export type FrameSuccess = (sinr_dB: number, bits: number, bitRate_bps: number) => number;

export const thresholdModem = defineModel(modem, {
  model: "threshold",
  doc: "A frame is received where it is above the threshold from beginning to end",
  default: true,
  reads: MODEM_READS,
  create: (p, component, make): Thing<CommunicationsDevice> => modemThing(component, p, make, null),
});

export const waveformModem = defineModel(modem, {
  model: "waveform",
  doc: "A frame above the threshold is received with the probability that all its bits are right",
  reads: MODEM_READS,
  params: {
    modulation: {
      type: "choice",
      choices: Object.keys(modulations) as ModulationName[],
      doc: "what carries its bits",
      default: "bfsk",
    },
    codingGain_dB: { doc: "G, of its error correction", min: 0, max: 30, default: 0 },
  },
  create(p, component, make): Thing<CommunicationsDevice> {
    const modulation: Modulation = modulations[p.modulation as ModulationName];
    return modemThing(component, p, make, (sinr_dB, bits, bitRate_bps) => {
      const perBit_dB = sinr_dB + 10 * log10(p.bandwidth_Hz / bitRate_bps);
      return packetSuccess(modulation, perBit_dB, p.codingGain_dB, bits); // (2)
    });
  },
});

export const receiverDefinitions: readonly Definition[] = [thresholdModem, waveformModem];
