/**
 * A Doppler velocity log: four beams to the bottom, its velocity over the bottom from their Doppler shifts, ranges and altitude from their
 * echoes, and its velocity through the water from what drifts in it.
 *
 * Beam k points along b_k (janus-beams.ts) and meets bottom, obstacle or another vehicle at the distance r_k. In water with the speed of
 * sound c, an instrument that takes it for c_a reads
 *
 *   y_k = (c_a / c) b_k · (v_NS_S − v_NQ_S) + σ ξ                          (1)  f_D = 2 f b · v / c, read as y = c_a f_D / 2f
 *   r'_k = (c_a / c) r_k + σ_r ξ                                           (2)  t = 2 r / c, read as r' = c_a t / 2
 *   v' = argmin Σ (b'_k · v − y_k)²                                        (3)  b': beams as they would be at c_a
 *   h' = 1 / q_z,   q = argmin Σ (b'_k · q − 1/r'_k)²                       (4)  where z of S meets the plane of the echoes
 *   arrival = max 2 r_k / c + latency after the ping                       (5)  a beam without an echo is waited for to its limit
 *
 * and the errors of error-model.ts act on v', once for both velocities: they are those of one instrument. The velocity through the
 * water is (1) and (3) with v_FS_S, without Q, and a noise of its own.
 *
 * Q is the point that beam k meets, v_NQ its velocity: 0 on the bottom and on obstacles that stand; v_NB + w_NB × p_BQ on another vehicle
 * or an obstacle that moves. A lock on such a body with all beams reads the velocity relative to it; with some of them, neither this nor
 * that over the bottom. The truth beside the reading is the velocity over the bottom, and the altitude above bottom and obstacles. Where
 * other vehicles are comes as `neighbours`, by its accuracy; the vehicle's own hull is not in its way.
 *
 * Speed of sound. Pistons: b' = b, so that both velocities and ranges are wrong by c_a / c, in all components. Phased array: its beams turn,
 * s' / s = c_a / c, and the horizontal components of (3) are right whatever c_a is; the vertical one is wrong by
 * (c_a cos θ) / (c cos θ_a) [Pathfinder2018, p. 127].
 *
 * A beam has an echo where r'_k lies within the limits, and what it meets is not too oblique: the angle from its normal is at most
 * maxIncidence. Limits that are stated as altitudes h are those of a level instrument over a level bottom, r = h / cos θ: with a tilt,
 * beams lose the bottom one by one. With three echoes or four there is a bottom lock. With fewer, the velocity is NaN and called
 * invalid; the altitude is then the harmonic mean of r' cos θ. From (4): over a plane, h' is exact for every slope, and it is along the axis
 * of the instrument, not along the vertical.
 * The water track needs waterRange of water along three beams, not ended by a bottom, an obstacle, a vehicle or the surface.
 * A ping waits until the echoes of the one before are in: sample times that come earlier pass without one, so that the rate falls with
 * the range, as at sea. Where its file states a frequency, each ping is a sound that others hear (ping-sound.ts), sent at the instant of the sample.
 *
 * Frames: S as mounted, z along the axis of the array; velocities are those of So, over ground and through the water, in S.
 * Valid: the vehicle moves little while the sound is on its way; v ≪ c.
 * Left out: refraction, and the change of c on the way; the width of beams; noise that depends on range, speed and bottom; false bottoms; echoes of
 * the surface; how much of the sound the material of what is met sends back; water that moves differently at the layer and at the vehicle.
 * Sources: (1), (2) the Doppler effect; (5) arithmetic. Tests: dvl.test.ts, dvl-noise.test.ts, test/dvl.test.ts.
 */
import type { Thing, ThingSite } from "../engine/index.ts";
import { defineModel } from "../library/index.ts";
import { cos } from "../math/index.ts";
import { type DvlParams, longestEcho_s, longestRange_m, Ping, rangeOf, SOUND_MPS } from "./dvl-ping.ts";
import { axesParams, checkErrors, errorParams } from "./error-model.ts";
import { BEAMS } from "./janus-beams.ts";
import { dvlSample } from "./messages.ts";
import { checkPing, pingParams, pingTransducer } from "./ping-sound.ts";
import { READS, sensor } from "./sensor.ts";
import { type Measure, sensorThing } from "./sensor-thing.ts";

/** Of two beams, deg. */
const LEAST_APART_DEG = 1;

const params = {
  beamAngle_deg: { doc: "θ, of each beam from the axis of the instrument", above: 0, max: 60, default: 30 },
  beamAzimuths_deg: {
    type: "reals",
    length: BEAMS,
    min: -360,
    max: 360,
    doc: "α, of the four beams in their order about its z axis, from x (forward) towards y (starboard)",
    default: [45, 135, 225, 315],
  },
  transducers: {
    type: "choice",
    choices: ["pistons", "phasedArray"],
    doc: "one disc for each beam, or one array for all, whose beams turn with the speed of sound",
    default: "pistons",
  },
  designSoundSpeed_mps: {
    doc: "c_d, of a phased array: speed of sound at which its beams have their angle",
    min: 1000,
    max: 2000,
    default: SOUND_MPS,
  },
  soundSpeed_mps: {
    doc: "c_a, speed of sound that is set in it; where not given, it measures that of the water",
    min: 1000,
    max: 2000,
    optional: true,
  },
  minAltitude_m: { doc: "least altitude with a bottom lock", min: 0, max: 10_000, default: 0 },
  maxAltitude_m: { doc: "largest altitude with a bottom lock", above: 0, max: 10_000, example: 90 },
  limits: {
    type: "choice",
    choices: ["altitude", "beam"],
    doc: "minAltitude and maxAltitude are those of a level instrument over a level bottom, or lengths along a beam",
    default: "altitude",
  },
  maxIncidence_deg: {
    doc: "a beam that meets the bottom at a larger angle from its normal has no echo",
    above: 0,
    max: 90,
    default: 75,
  },
  beamNoise_mps: { doc: "σ, deviation of the noise of a ping along one beam, over the bottom", min: 0, default: 0 },
  beamDropout: { doc: "probability of each beam of each ping to fail", unit: "1", min: 0, max: 1, default: 0 },
  beamRangeNoise_m: { doc: "σ_r, deviation of the noise of a range along a beam", min: 0, default: 0 },
  beamRangeResolution_m: { doc: "step of the ranges along beams; 0 for none", min: 0, default: 0 },
  waterNoise_mps: { doc: "σ of a ping along one beam, through the water", min: 0, default: 0 },
  waterRange_m: {
    doc: "length of water along a beam that the water track needs; an instrument without one where not given",
    above: 0,
    max: 10_000,
    optional: true,
  },
  ...pingParams,
  ...errorParams("velocity", "mps", "velocity"),
  ...axesParams("velocity", "velocity"),
} as const;

export const dvl = defineModel(sensor, {
  model: "dvl",
  doc: "Doppler velocity log: velocity over the bottom and through the water, ranges of four beams, altitude",
  reads: READS,
  params,
  check(p, report) {
    checkErrors("velocity", "mps", p, report);
    checkPing(p, report);
    const { minAltitude_m: least, maxAltitude_m: most, beamAzimuths_rad: azimuths, waterRange_m } = p;
    if (least >= most) {
      const message = `minAltitude_m = ${least} is not below maxAltitude_m = ${most}`;
      report("minAltitude_m", message, { hint: "the range is reversed" });
    }
    const reach_m = rangeOf(p, most);
    if (waterRange_m !== undefined && waterRange_m > reach_m) {
      const shown = Number(reach_m.toPrecision(6));
      const message = `waterRange_m = ${waterRange_m} is beyond the ${shown} m that a beam reaches`;
      report("waterRange_m", message, { allowed: `at most ${shown}` });
    }
    const pair = closePair(azimuths ?? []); // undefined where the file's are refused already
    if (pair === null) return;
    const message = `beams ${pair[0] + 1} and ${pair[1] + 1} of beamAzimuths_deg point to one side: with three beams no velocity follows`;
    report("beamAzimuths_deg", message, { allowed: `at least ${LEAST_APART_DEG}° between two beams` });
  },
  create: (p, component): Thing =>
    sensorThing(component, p, {
      message: dvlSample,
      words: {
        velocity_mps: "velocity over the bottom",
        altitude_m: "altitude above the bottom",
        ranges_m: "range along a beam",
        waterValid: "1 for a valid velocity through the water",
        waterVelocity_mps: "velocity through the water",
      },
      untrue: ["waterValid"],
      validBy: { waterVelocity_mps: "waterValid" },
      water: true,
      sees_m: longestRange_m(p),
      longestDelay_s: longestEcho_s(p),
      emits: pingTransducer(p),
      events: [
        { name: "lock", level: "info", doc: "it has a bottom lock" },
        { name: "noLock", level: "warning", doc: "it has no bottom lock" },
      ],
      join: (site) => join(site, p),
    }),
});

/** Two beams of one azimuth, as near as makes no difference; null for none. */
function closePair(azimuths_rad: readonly number[]): [number, number] | null {
  const closest = cos((LEAST_APART_DEG * Math.PI) / 180);
  for (let i = 0; i < azimuths_rad.length; i++) {
    for (let j = 0; j < i; j++) if (cos(azimuths_rad[i] - azimuths_rad[j]) > closest) return [j, i];
  }
  return null;
}

function join(site: ThingSite, p: DvlParams): Measure {
  const ping = new Ping(site, p);
  return (reading, truth, input, moment) => ping.measure(reading, truth, input, moment);
}
