/**
 * Radio between two antennas: both in the water, both above it, or one of each.
 *
 *   both in water   gain = G_t − L_w(d) + G_r,   delay = d/v                                           (1)  water-link.ts, the water half way
 *   both in air     gain = G_t − L_a + G_r,      delay = d/c                                           (2)  air-link.ts, over the mean surface
 *   one of each     gain = G_t − A d_w − L_s − L + G_r,   delay = d_w/v + d_a/c                          (3)
 *     ψ = atan(r/h),   β sin θ = k₀ sin ψ,   d_w = z/cos θ,   d_a = √(r² + h²)                          (4)
 *     L_s = −10 lg 𝒯(ψ), from air to water, both ways                                                (5)  boundary.ts
 *     friis      L = 20 lg (4π (d_w + n d_a)/λ₀),   n = β/k₀                                            (6)
 *     none       L = L_a(d_a);   spherical: and 20 lg d_w from 1 m                                    (7)
 *   noise = 10 lg (k T B/1 mW) + F                                                                   (8)  of the receiver itself: no pattern lowers it
 *   f′/f  = (c − v_r·n)/(c − v_s·n),   c the speed of the wave where both are in one medium, that of light otherwise      (9)
 *   reach : r_a + r_w,   20 lg (4π r_a/λ₀) = A_min r_w = level + max G_t + max G_r + greatest fade + 6.1 dB − noise − least SNR            (10)
 *
 * z: depth of the one in the water; h: height of the other; r: horizontal distance. Water is so much slower than air that what leaves it comes from
 * within 6.4° of the vertical: (4) lets it leave straight above the antenna, which lengthens d_a by z tan θ at most, a tenth of z. (6) is
 * the spreading of a ray that is bent at a plane surface, the same both ways; so is (5), since of a wave that comes from air both powers are defined.
 * The direction of what arrives through the surface, and the angles of both patterns, are those of (4). Bands that need air are damped by A, which in
 * sea water at 2.4 GHz is 1 kdB/m: they end where an antenna goes under.
 * Valid: as each file of the room says. Left out: the wave along the surface, the near field, waves, hulls in the way, antennas in the ground.
 * Source: the files named; (6) follows from the image of a point under a plane surface. Test: plain-radio.test.ts.
 */
import {
  axisCosine,
  type Carrier,
  type CarrierModel,
  type CarrierWorld,
  type FadingLaw,
  greatestFade_dB,
  greatestGain_dB,
  PATH,
  POINT,
  POINT_SIZE,
  POSED,
  SIGHT,
  SIGHT_SIZE,
  sightInto,
  type Transducer,
} from "../../environment/index.ts";
import { atan2, exp, log10 } from "../../math/index.ts";
import { AIR_LINK, AIR_LINK_SIZE, AIR_PATH, AIR_PATH_SIZE, AirLink, type AirModel } from "../air-link.ts";
import { BOUNDARY, BOUNDARY_SIZE, boundaryInto, type Polarisation } from "../boundary.ts";
import { dBmOfWatts } from "../link-budget.ts";
import { AIR, MEDIUM, MEDIUM_SIZE, PLANE_WAVE, PLANE_WAVE_SIZE, planeWaveInto, SPEED_OF_LIGHT_MPS } from "../medium.ts";
import { SPREADING, WATER_PATH, WATER_PATH_SIZE, type WaterSpreading, waterPathInto } from "../water-link.ts";
import { RadioWater, type RadioWaterParams } from "./radio-water.ts";

/** Exact by definition. */
const BOLTZMANN_JPK = 1.380649e-23;
/** Two rays in phase over one, and a little. */
const IN_PHASE_DB = 6.1;
const TWENTIETH_LN10 = Math.LN10 / 20;
/** A tone is heard in a band of this width. */
const TONE_HZ = 1;

export interface PlainRadioParams extends RadioWaterParams {
  readonly noiseFigure_dB: number;
  readonly noiseTemperature_K: number;
  readonly waterSpreading: WaterSpreading;
  readonly airModel: AirModel;
  readonly polarisation: Polarisation;
  readonly fading: FadingLaw | null;
}

export class PlainRadio implements Carrier {
  readonly medium = "radio";
  readonly isSteady: boolean;
  readonly fading: FadingLaw | null;
  readonly #p: PlainRadioParams;
  readonly #spreading: number;
  readonly #water: RadioWater;
  readonly #air: AirLink;
  // Room inside one call; nothing is kept between calls.
  readonly #sight = new Float64Array(SIGHT_SIZE);
  readonly #point = new Float64Array(POINT_SIZE);
  readonly #medium = new Float64Array(MEDIUM_SIZE);
  readonly #airMedium = new Float64Array(MEDIUM_SIZE);
  readonly #wave = new Float64Array(PLANE_WAVE_SIZE);
  readonly #waterPath = new Float64Array(WATER_PATH_SIZE);
  readonly #airPath = new Float64Array(AIR_PATH_SIZE);
  readonly #airLink = new Float64Array(AIR_LINK_SIZE);
  readonly #boundary = new Float64Array(BOUNDARY_SIZE);
  readonly #angle = new Float64Array(1);
  readonly #beams = new Float64Array(2);

  constructor(world: CarrierWorld, p: PlainRadioParams) {
    this.#p = p;
    this.#spreading = SPREADING[p.waterSpreading];
    this.#water = new RadioWater(world, p);
    this.isSteady = this.#water.isSteady;
    this.fading = p.fading;
    this.#airMedium[MEDIUM.conductivity_Spm] = AIR.conductivity_Spm;
    this.#airMedium[MEDIUM.relativePermittivity] = AIR.relativePermittivity;
    this.#air = new AirLink({
      model: p.airModel,
      vertical: p.polarisation === "in-plane",
      ...(p.conductivity_Spm === undefined ? {} : { conductivity_Spm: p.conductivity_Spm }),
      ...(p.relativePermittivity === undefined ? {} : { relativePermittivity: p.relativePermittivity }),
    });
  }

  /** (10) */
  reach_m(from: Transducer, level_dB: number, to: Transducer): number {
    const beams_dB = greatestGain_dB(from.pattern) + greatestGain_dB(to.pattern) + greatestFade_dB(this.fading);
    const most_dB = level_dB + beams_dB + IN_PHASE_DB - this.#noise_dBm(to) - to.leastSnr_dB;
    if (!(most_dB >= 0)) return 0;
    const inAir_m = (SPEED_OF_LIGHT_MPS / from.frequency_Hz / (4 * Math.PI)) * exp(TWENTIETH_LN10 * most_dB);
    return inAir_m + most_dB / this.#water.leastAttenuation_dBpm(from.frequency_Hz);
  }

  pathInto(
    out: Float64Array,
    o: number,
    from: Transducer,
    source: Float64Array,
    s: number,
    to: Transducer,
    receiver: Float64Array,
    r: number,
    time_s: Float64Array,
  ): boolean {
    if (!(this.#water.isFree(source, s) && this.#water.isFree(receiver, r))) return false;
    const sight = this.#sight;
    sightInto(sight, 0, source, s, receiver, r);
    const beams = this.#beams;
    beams[0] = 0;
    beams[1] = 0;
    out[o + PATH.noise_dB] = this.#noise_dBm(to); // (8)
    out[o + PATH.spread_s] = 0;
    out[o + PATH.distance_m] = sight[SIGHT.distance_m];
    for (let k = 0; k < 3; k++) out[o + PATH.direction_N + k] = 0 - sight[SIGHT.n + k];
    const sent = source[s + 2] >= 0;
    const heard = receiver[r + 2] >= 0;
    let speed = SPEED_OF_LIGHT_MPS;
    if (sent && heard) {
      for (let k = 0; k < 3; k++) this.#point[POINT.p + k] = 0.5 * (source[s + k] + receiver[r + k]);
      this.#point[POINT.t_s] = time_s[0];
      this.#waveAtPoint(from.frequency_Hz);
      waterPathInto(this.#waterPath, 0, this.#wave, 0, sight, SIGHT.distance_m, this.#spreading); // (1)
      out[o + PATH.gain_dB] = 0 - this.#waterPath[WATER_PATH.loss_dB];
      out[o + PATH.delay_s] = this.#waterPath[WATER_PATH.delay_s];
      speed = this.#wave[PLANE_WAVE.speed_mps];
    } else if (sent) this.#through(out, o, from.frequency_Hz, source, s, receiver, r, time_s);
    else if (heard) this.#through(out, o, from.frequency_Hz, receiver, r, source, s, time_s);
    else this.#over(out, o, from.frequency_Hz, source, s, receiver, r);
    if (sent !== heard) this.#bend(out, o, source, s, receiver, r, sent);
    from.pattern?.relativeInto(beams, 0, sight, SIGHT.cosineFrom);
    to.pattern?.relativeInto(beams, 1, sight, SIGHT.cosineTo);
    out[o + PATH.gain_dB] += beams[0] + beams[1];
    out[o + PATH.dopplerFactor] = (speed - sight[SIGHT.speedTo_mps]) / (speed - sight[SIGHT.speedFrom_mps]); // (9)
    return out[o + PATH.gain_dB] > Number.NEGATIVE_INFINITY;
  }

  /** (2) */
  #over(out: Float64Array, o: number, f: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
    const path = this.#airPath;
    const north = b[j] - a[i];
    const east = b[j + 1] - a[i + 1];
    path[AIR_PATH.frequency_Hz] = f;
    path[AIR_PATH.distance_m] = Math.sqrt(north * north + east * east);
    path[AIR_PATH.height1_m] = -a[i + 2];
    path[AIR_PATH.height2_m] = -b[j + 2];
    this.#air.linkInto(this.#airLink, 0, path, 0);
    out[o + PATH.gain_dB] = 0 - this.#airLink[AIR_LINK.loss_dB];
    out[o + PATH.delay_s] = this.#airLink[AIR_LINK.delay_s];
  }

  /** (3) to (7); w[i ..] is the one in the water. */
  #through(
    out: Float64Array,
    o: number,
    frequency_Hz: number,
    w: Float64Array,
    i: number,
    a: Float64Array,
    j: number,
    time_s: Float64Array,
  ): void {
    const z = w[i + 2];
    const h = -a[j + 2];
    const north = a[j] - w[i];
    const east = a[j + 1] - w[i + 1];
    const inAir = Math.sqrt(north * north + east * east + h * h);
    const sine = Math.sqrt(north * north + east * east) / inAir;
    this.#point[POINT.p] = w[i];
    this.#point[POINT.p + 1] = w[i + 1];
    this.#point[POINT.p + 2] = 0.5 * z;
    this.#point[POINT.t_s] = time_s[0];
    this.#waveAtPoint(frequency_Hz);
    const k0 = (2 * Math.PI * frequency_Hz) / SPEED_OF_LIGHT_MPS;
    const n = this.#wave[PLANE_WAVE.phase_radpm] / k0;
    const bent = sine / n;
    const inWater = z / Math.sqrt(1 - bent * bent); // (4)
    this.#airMedium[MEDIUM.frequency_Hz] = frequency_Hz;
    this.#angle[0] = atan2(Math.sqrt(north * north + east * east), h); // ψ
    boundaryInto(
      this.#boundary,
      0,
      this.#airMedium,
      0,
      this.#medium,
      0,
      this.#angle,
      0,
      this.#p.polarisation === "in-plane",
    );
    let loss = this.#wave[PLANE_WAVE.attenuation_dBpm] * inWater + this.#boundary[BOUNDARY.loss_dB]; // (3), (5)
    const ratio = 2 * k0 * (this.#spreading === SPREADING.friis ? inWater + n * inAir : inAir);
    if (ratio > 1) loss += 20 * log10(ratio); // (6), (7)
    if (this.#spreading === SPREADING.spherical && inWater > 1) loss += 20 * log10(inWater);
    out[o + PATH.gain_dB] = 0 - loss;
    out[o + PATH.delay_s] = inWater / this.#wave[PLANE_WAVE.speed_mps] + inAir / SPEED_OF_LIGHT_MPS;
  }

  /** Angles of the patterns, and the direction from which it comes, through the surface. sent: the sender is in the water. */
  #bend(
    out: Float64Array,
    o: number,
    source: Float64Array,
    s: number,
    receiver: Float64Array,
    r: number,
    sent: boolean,
  ): void {
    // From above the antenna in the water to the one in air, in N; and in the water, up.
    const sign = sent ? 1 : -1;
    const x = sign * (receiver[r] - source[s]);
    const y = sign * (receiver[r + 1] - source[s + 1]);
    const z = sent ? receiver[r + 2] : source[s + 2];
    const inAir = Math.sqrt(x * x + y * y + z * z);
    const n =
      this.#wave[PLANE_WAVE.phase_radpm] / ((2 * Math.PI * this.#airMedium[MEDIUM.frequency_Hz]) / SPEED_OF_LIGHT_MPS);
    const ax = x / inAir;
    const ay = y / inAir;
    const az = z / inAir;
    const wx = ax / n;
    const wy = ay / n;
    const wz = -Math.sqrt(1 - wx * wx - wy * wy);
    const sight = this.#sight;
    const qs = s + POSED.q_NT;
    const qr = r + POSED.q_NT;
    sight[SIGHT.cosineFrom] = sent ? axisCosine(source, qs, wx, wy, wz) : axisCosine(source, qs, -ax, -ay, -az);
    sight[SIGHT.cosineTo] = sent ? axisCosine(receiver, qr, -ax, -ay, -az) : axisCosine(receiver, qr, wx, wy, wz);
    out[o + PATH.direction_N] = sent ? -ax : wx;
    out[o + PATH.direction_N + 1] = sent ? -ay : wy;
    out[o + PATH.direction_N + 2] = sent ? -az : wz;
  }

  #waveAtPoint(frequency_Hz: number): void {
    this.#water.mediumInto(this.#medium, 0, this.#point, 0, frequency_Hz);
    planeWaveInto(this.#wave, 0, this.#medium, 0);
  }

  /** (8) */
  #noise_dBm({ bandwidth_Hz }: Transducer): number {
    const { noiseTemperature_K, noiseFigure_dB } = this.#p;
    return dBmOfWatts(BOLTZMANN_JPK * noiseTemperature_K * Math.max(TONE_HZ, bandwidth_Hz)) + noiseFigure_dB;
  }
}

/** The model of a world. */
export function plainRadioModel(p: PlainRadioParams): CarrierModel {
  return Object.freeze({ carrierIn: (world: CarrierWorld) => new PlainRadio(world, p) });
}
