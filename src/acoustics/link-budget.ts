/**
 * The sonar equation of a link between two transducers, for hot code.
 *
 *   RL = SL + B_t(θ_t) − TL(r) + B_r(θ_r)                                                            (1)  received level
 *   NL = (N − DI_r) ⊕ I                                                                              (2)  noise and interference
 *   SNR = RL − NL                                                                                    (3)
 *   delay = r/c,   f′/f = (c − v_r·n)/(c − v_s·n)                                                     (4)
 *   TL = spreading(r) + α r/1000                                                                     (5)
 *
 * SL: source level on the axis; B: directivity of each transducer, θ: between its axis and the line of sight, both attitudes counted; N: ambient
 * noise in the band; DI_r: index of the receiver, which it hears less of noise from all sides; I: interference in the band as it is received
 * (reverberation, other senders), −Infinity for none; ⊕: sum of powers.
 *
 * Records, in Float64Array: TRANSDUCER (place, attitude and velocity of each end), MEDIUM (what the water is between them), BUDGET (the result).
 * A call allocates nothing. Where both ends are at one place, r = 0, the sound counts as on both axes.
 * Valid: one straight path. Left out: echoes: rays/; fading: fading.ts; the receiver: bit-errors.ts, packet-errors.ts.
 * Source: [Parodi2008Communications, eq. (10)] with the directivity of its text; [Urick1983].
 */
import { exp, log10, rotateInto } from "../math/index.ts";
import { type DirectivityTable, OMNIDIRECTIONAL } from "./directivity.ts";
import { type Spreading, type SpreadingSlopes, slopesOf } from "./spreading.ts";

/** One end: place and velocity through the water in N, attitude of its frame T, whose x is the axis. */
export const TRANSDUCER = { p_NT: 0, q_NT: 3, v_FT_N: 7 } as const;
export const TRANSDUCER_SIZE = 10;

/** attenuation: absorption and scattering; noise: in the band, in all directions. */
export const MEDIUM = { soundSpeed_mps: 0, attenuation_dBpkm: 1, noise_dB: 2, interference_dB: 3 } as const;
export const MEDIUM_SIZE = 4;

export const BUDGET = {
  distance_m: 0,
  delay_s: 1,
  transmissionLoss_dB: 2,
  /** B_t and B_r. */
  transmit_dB: 3,
  receive_dB: 4,
  received_dB: 5,
  noise_dB: 6,
  snr_dB: 7,
  dopplerFactor: 8,
} as const;
export const BUDGET_SIZE = 9;

/** Of a body's state: p_NB, q_NB, then v_NB_B and w_NB_B. Of a mount: p_BT, q_BT. */
export const MOUNT = { p_BT: 0, q_BT: 3 } as const;
const BODY = { p: 0, q: 3, v: 7, w: 10 } as const;

/** For transducerInto; holds nothing between calls. */
const scratch = new Float64Array(9);

/** A transducer on a body: TRANSDUCER to out[o ..] from the body's state, its mount, and the current at it, in N. */
export function transducerInto(
  out: Float64Array,
  o: number,
  body: Float64Array,
  b: number,
  mount: Float64Array,
  m: number,
  current_N_mps: Float64Array,
  c: number,
): void {
  // Place
  rotateInto(scratch, 0, body, b + BODY.q, mount, m + MOUNT.p_BT);
  for (let k = 0; k < 3; k++) out[o + TRANSDUCER.p_NT + k] = body[b + BODY.p + k] + scratch[k];
  // Velocity: v + ω × p in B, turned into N, less the water's
  const px = mount[m];
  const py = mount[m + 1];
  const pz = mount[m + 2];
  const wx = body[b + BODY.w];
  const wy = body[b + BODY.w + 1];
  const wz = body[b + BODY.w + 2];
  scratch[3] = body[b + BODY.v] + wy * pz - wz * py;
  scratch[4] = body[b + BODY.v + 1] + wz * px - wx * pz;
  scratch[5] = body[b + BODY.v + 2] + wx * py - wy * px;
  rotateInto(scratch, 6, body, b + BODY.q, scratch, 3);
  for (let k = 0; k < 3; k++) out[o + TRANSDUCER.v_FT_N + k] = scratch[6 + k] - current_N_mps[c + k];
  // Attitude: q_NB ⊗ q_BT
  const w1 = body[b + BODY.q];
  const x1 = body[b + BODY.q + 1];
  const y1 = body[b + BODY.q + 2];
  const z1 = body[b + BODY.q + 3];
  const w2 = mount[m + MOUNT.q_BT];
  const x2 = mount[m + MOUNT.q_BT + 1];
  const y2 = mount[m + MOUNT.q_BT + 2];
  const z2 = mount[m + MOUNT.q_BT + 3];
  out[o + TRANSDUCER.q_NT] = w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2;
  out[o + TRANSDUCER.q_NT + 1] = w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2;
  out[o + TRANSDUCER.q_NT + 2] = w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2;
  out[o + TRANSDUCER.q_NT + 3] = w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2;
}

export interface LinkOptions {
  readonly sourceLevel_dB: number;
  readonly spreading: Spreading;
  /** Omnidirectional where not given. */
  readonly transmitter?: DirectivityTable;
  readonly receiver?: DirectivityTable;
}

const TENTH_LN10 = Math.LN10 / 10;

export class LinkBudget {
  readonly #sourceLevel_dB: number;
  readonly #slopes: SpreadingSlopes;
  readonly #transmitter: DirectivityTable;
  readonly #receiver: DirectivityTable;
  readonly #index_dB: number;
  /** Cosines of θ_t and θ_r, then B_t and B_r; holds nothing between calls. */
  readonly #beams = new Float64Array(4);

  constructor({ sourceLevel_dB, spreading, transmitter, receiver }: LinkOptions) {
    this.#sourceLevel_dB = sourceLevel_dB;
    this.#slopes = slopesOf(spreading);
    this.#transmitter = transmitter ?? OMNIDIRECTIONAL;
    this.#receiver = receiver ?? OMNIDIRECTIONAL;
    this.#index_dB = this.#receiver.index_dB;
  }

  /** BUDGET to out[o ..] of a message from one TRANSDUCER, source[s ..], to another, receiver[r ..], in the MEDIUM medium[m ..]. */
  budgetInto(
    out: Float64Array,
    o: number,
    source: Float64Array,
    s: number,
    receiver: Float64Array,
    r: number,
    medium: Float64Array,
    m: number,
  ): void {
    const c = medium[m + MEDIUM.soundSpeed_mps];
    // Line of sight
    const dx = receiver[r] - source[s];
    const dy = receiver[r + 1] - source[s + 1];
    const dz = receiver[r + 2] - source[s + 2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const apart = distance > 0;
    const nx = apart ? dx / distance : 0;
    const ny = apart ? dy / distance : 0;
    const nz = apart ? dz / distance : 0;
    // Both directivities
    const beams = this.#beams;
    beams[0] = apart ? cosineFromAxis(source, s + TRANSDUCER.q_NT, nx, ny, nz) : 1;
    beams[1] = apart ? cosineFromAxis(receiver, r + TRANSDUCER.q_NT, -nx, -ny, -nz) : 1;
    this.#transmitter.relativeInto(beams, 2, beams, 0);
    this.#receiver.relativeInto(beams, 3, beams, 1);
    // Loss
    const slopes = this.#slopes;
    const decades = distance > 1 ? log10(distance) : 0;
    const spread =
      distance <= slopes.transition_m
        ? slopes.near_dBpdecade * decades
        : slopes.offset_dB + slopes.far_dBpdecade * decades;
    const loss = spread + 1e-3 * medium[m + MEDIUM.attenuation_dBpkm] * distance; // (5)
    const received = this.#sourceLevel_dB + beams[2] - loss + beams[3]; // (1)
    // Noise
    const ambient = medium[m + MEDIUM.noise_dB] - this.#index_dB;
    const other = medium[m + MEDIUM.interference_dB];
    const loud = ambient > other ? ambient : other;
    const soft = ambient > other ? other : ambient;
    // More than 200 dB below, or silent: nothing of it is left in the sum.
    const noise = soft - loud > -200 ? loud + 10 * log10(1 + exp(TENTH_LN10 * (soft - loud))) : loud; // (2)
    // Doppler
    const v = TRANSDUCER.v_FT_N;
    const vs = source[s + v] * nx + source[s + v + 1] * ny + source[s + v + 2] * nz;
    const vr = receiver[r + v] * nx + receiver[r + v + 1] * ny + receiver[r + v + 2] * nz;

    out[o + BUDGET.distance_m] = distance;
    out[o + BUDGET.delay_s] = distance / c;
    out[o + BUDGET.transmissionLoss_dB] = loss;
    out[o + BUDGET.transmit_dB] = beams[2];
    out[o + BUDGET.receive_dB] = beams[3];
    out[o + BUDGET.received_dB] = received;
    out[o + BUDGET.noise_dB] = noise;
    out[o + BUDGET.snr_dB] = received - noise; // (3)
    out[o + BUDGET.dopplerFactor] = (c - vr) / (c - vs); // (4)
  }
}

/** Of the angle between x of T, the first column of its rotation, and a direction in N. */
function cosineFromAxis(q: Float64Array, i: number, nx: number, ny: number, nz: number): number {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  return (1 - 2 * (y * y + z * z)) * nx + 2 * (x * y + w * z) * ny + 2 * (x * z - w * y) * nz;
}
