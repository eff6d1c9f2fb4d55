/**
 * A network of one receiver in the middle and senders around it, as the text of a scenario: moored nodes, modems that hear one another everywhere,
 * Poisson traffic to the receiver, one medium access scheme.
 *
 *   T = (overhead + 8 bytes)/rate                                                                     (1)  a frame
 *   I = (N − 1) T/G                                                                                   (2)  mean interval of one sender's messages
 *
 * N nodes with the receiver, G messages offered per T by all senders together. Senders lie evenly in a disc whose diameter is the size of the network;
 * their places depend on N and the size alone, so that schemes are compared on one network, and on one traffic (streams are named).
 * Sound falls by 20 log r and nothing else, and is 20 dB over the noise across the whole network: what is lost is lost by the scheme.
 */
import { RandomStream, STREAM_WORDS } from "../../src/core/index.ts";
import { cos, log10, sin } from "../../src/math/index.ts";

export interface Network {
  /** With the receiver. */
  readonly nodes: number;
  /** Longest way between two of them. */
  readonly size_m: number;
  /** G of (2). */
  readonly load: number;
  readonly duration_s: number;
  readonly scheme: Scheme;
  readonly seed: number;
}

/** A medium access scheme, as a scenario asks for it. */
export interface Scheme {
  readonly name: string;
  /** The element <mac … /> for a network of this size. */
  mac(size_m: number): string;
  /** Hears while it sends. */
  readonly isFullDuplex?: boolean;
  /** No frame should ever meet another one at the receiver. */
  readonly isCollisionFree?: boolean;
}

export const FRAME = { bytes: 64, overheadBits: 64, bitrate_bps: 1000 } as const;
/** (1): 0.576 s. */
export const FRAME_S = (FRAME.overheadBits + 8 * FRAME.bytes) / FRAME.bitrate_bps;
export const RECEIVER = { name: "sink", address: 1 } as const;
export const SOUND_SPEED_MPS = 1500;
/** While a modem sends. */
export const TRANSMIT_W = 10;
/** Messages that a modem keeps: so few that a network that is asked too much is steady soon. */
const QUEUE = 8;
const DEPTH_M = 20;
const BANDWIDTH_HZ = 5000;
/** Over the noise across the network. */
const MARGIN_DB = 20;
const NOISE_DB = 40;

export function senderName(k: number): string {
  return `node${k}`;
}

/** North and east of the senders, m. */
export function places(nodes: number, size_m: number): readonly (readonly [number, number])[] {
  const stream = new RandomStream({ campaign: nodes, run: Math.round(size_m) }, "places");
  const words = new Int32Array(STREAM_WORDS);
  return Array.from({ length: nodes - 1 }, () => {
    // Even over the area; not nearer to the middle than a tenth of the radius.
    const radius_m = (size_m / 2) * Math.sqrt(0.01 + 0.99 * stream.uniform(words));
    const angle = 2 * Math.PI * stream.uniform(words);
    return [radius_m * cos(angle), radius_m * sin(angle)] as const;
  });
}

export function scenarioText(network: Network): string {
  const { nodes, size_m, load, duration_s, scheme, seed } = network;
  const duplex = scheme.isFullDuplex === true ? "full" : "half";
  const level_dB = NOISE_DB + 10 * log10(BANDWIDTH_HZ) + MARGIN_DB + 20 * log10(size_m);
  const interval_s = ((nodes - 1) * FRAME_S) / load; // (2)
  const modem = (address: number, inside: string): string =>
    `<modem id="modem" address="${address}" frequency_Hz="25e3" bandwidth_Hz="${BANDWIDTH_HZ}" bitRate_bps="${FRAME.bitrate_bps}" overheadBits="${FRAME.overheadBits}" longestMessageBytes="${FRAME.bytes}" sourceLevel_dBre1uPam="${level_dB.toFixed(3)}" threshold_dB="0" queue="${QUEUE}" range_m="${size_m}" duplex="${duplex}" transmitPower_W="${TRANSMIT_W}" logged="own">${ASSUMED}${scheme.mac(size_m)}${inside}</modem>`;
  const node = (name: string, north_m: number, east_m: number, inside: string): string =>
    `<vehicle id="${name}" length_m="0.6" position_m="${north_m.toFixed(3)} ${east_m.toFixed(3)} ${DEPTH_M}">${ASSUMED}${inside}</vehicle>`;
  const traffic = `<traffic id="load" model="poisson" to="${RECEIVER.address}" interval_s="${interval_s}" messageBytes="${FRAME.bytes}"/>`;
  const senders = places(nodes, size_m).map(([north_m, east_m], k) =>
    node(senderName(k), north_m, east_m, modem(RECEIVER.address + 1 + k, traffic)),
  );
  return `<scenario id="network" duration_s="${duration_s}" seed="${seed}">
<world contacts="off"><sound absorption_dBpm="0" soundSpeed_mps="${SOUND_SPEED_MPS}" noise_dBre1uPa2pHz="${NOISE_DB}">${ASSUMED}</sound></world>
${node(RECEIVER.name, 0, 0, modem(RECEIVER.address, ""))}
${senders.join("\n")}
<log rate_Hz="0.001" channels="state"/>
</scenario>
`;
}

const ASSUMED = '<provenance of="*" status="assumed"/>';
