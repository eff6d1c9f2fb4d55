/**
 * Sound along one straight path: the sonar equation without source and receiver.
 *
 *   gain  = B_t(θ_t) − TL(d) + B_r(θ_r)                                                              (1)
 *   TL    = spreading(d) + α d                                                                       (2)  spreading.ts; 0 within 1 m
 *   delay = d/c                                                                                      (3)
 *   f′/f  = (c − v_r·n)/(c − v_s·n)                                                                   (4)  v through the water, n from source to receiver
 *   noise = ambient in the band of the receiver − DI_r                                               (5)
 *   reach : level + max B_t + max B_r + greatest fade − TL(reach) − noise = least SNR, with the least α anywhere in the water        (6)
 *
 * c and α are those of the water half way, at the frequency at which the source is in the middle of its band. Where both ends are at one place, d = 0,
 * the sound counts as on both axes and comes from no direction.
 * Frames: places and velocities in N, axes x of T. Valid: where refraction and boundaries do not matter: short links, or k fitted to longer ones.
 * Left out: refraction, echoes, obstacles and hulls in the way, waves at the surface, the noise of the vehicle's own thrusters, the near field.
 * Source: [Parodi2008Communications, eq. (10)]; [Urick1983]. Test: straight-sound.test.ts.
 */
import {
  type Carrier,
  type CarrierModel,
  type CarrierWorld,
  type FadingLaw,
  greatestFade_dB,
  greatestGain_dB,
  PATH,
  POINT,
  POINT_SIZE,
  SIGHT,
  SIGHT_SIZE,
  sightInto,
  type Transducer,
} from "../../environment/index.ts";
import { log10 } from "../../math/index.ts";
import { type Spreading, type SpreadingSlopes, slopesOf, spreadingLoss_dB } from "../spreading.ts";
import { greatestRange_m } from "../transmission-loss.ts";
import { HeardNoise } from "./heard-noise.ts";
import { type FadingParams, fadingLaw } from "./sound.ts";
import { WATER_BODY, WaterBody, type WaterBodyParams } from "./water-body.ts";

export interface StraightSoundParams extends FadingParams, WaterBodyParams {
  readonly spreading: Spreading;
  readonly noise_dBre1uPa2pHz?: number | undefined;
}

export class StraightSound implements Carrier {
  readonly medium = "sound";
  readonly isSteady: boolean;
  readonly fading: FadingLaw | null;
  readonly #spreading: Spreading;
  readonly #slopes: SpreadingSlopes;
  readonly #noise: HeardNoise;
  readonly #water: WaterBody;
  // Room inside one call; nothing is kept between calls.
  readonly #sight = new Float64Array(SIGHT_SIZE);
  readonly #point = new Float64Array(POINT_SIZE);
  readonly #at = new Float64Array(2);
  readonly #beams = new Float64Array(2);

  constructor(world: CarrierWorld, p: StraightSoundParams) {
    this.#spreading = p.spreading;
    this.#slopes = slopesOf(p.spreading);
    this.#noise = new HeardNoise(world, p.noise_dBre1uPa2pHz);
    this.#water = new WaterBody(world, p);
    this.isSteady = this.#water.isSteady;
    this.fading = fadingLaw(p);
  }

  /** (6) */
  reach_m(from: Transducer, level_dB: number, to: Transducer): number {
    const beams_dB = greatestGain_dB(from.pattern) + greatestGain_dB(to.pattern) + greatestFade_dB(this.fading);
    const most_dB = level_dB + beams_dB - this.#noise.of(to) - to.leastSnr_dB;
    const least_dBpm = this.#water.leastAbsorption_dBpm(from.frequency_Hz);
    return greatestRange_m((d) => most_dB - spreadingLoss_dB(this.#spreading, d) - least_dBpm * d);
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
    const water = this.#water;
    if (!(water.holds(source, s) && water.holds(receiver, r))) return false;
    // 1. Line of sight, and the water half way
    const sight = this.#sight;
    sightInto(sight, 0, source, s, receiver, r);
    const point = this.#point;
    for (let k = 0; k < 3; k++) point[POINT.p + k] = 0.5 * (source[s + k] + receiver[r + k]);
    point[POINT.t_s] = time_s[0];
    water.waterInto(this.#at, 0, point, 0, from.frequency_Hz);
    const c = this.#at[WATER_BODY.soundSpeed_mps];
    const d = sight[SIGHT.distance_m];

    // 2. Loss
    const slopes = this.#slopes;
    const decades = d > 1 ? log10(d) : 0;
    const spread =
      d <= slopes.transition_m ? slopes.near_dBpdecade * decades : slopes.offset_dB + slopes.far_dBpdecade * decades;
    const loss = spread + this.#at[WATER_BODY.absorption_dBpm] * d; // (2)

    // 3. Beams
    const beams = this.#beams;
    beams[0] = 0;
    beams[1] = 0;
    from.pattern?.relativeInto(beams, 0, sight, SIGHT.cosineFrom);
    to.pattern?.relativeInto(beams, 1, sight, SIGHT.cosineTo);

    out[o + PATH.delay_s] = d / c; // (3)
    out[o + PATH.gain_dB] = beams[0] - loss + beams[1]; // (1)
    out[o + PATH.noise_dB] = this.#noise.of(to); // (5)
    out[o + PATH.dopplerFactor] = (c - sight[SIGHT.speedTo_mps]) / (c - sight[SIGHT.speedFrom_mps]); // (4)
    out[o + PATH.spread_s] = 0;
    out[o + PATH.distance_m] = d;
    for (let k = 0; k < 3; k++) out[o + PATH.direction_N + k] = 0 - sight[SIGHT.n + k];
    return true;
  }
}

/** The model of a world. */
export function straightSoundModel(p: StraightSoundParams): CarrierModel {
  return Object.freeze({ carrierIn: (world: CarrierWorld) => new StraightSound(world, p) });
}
