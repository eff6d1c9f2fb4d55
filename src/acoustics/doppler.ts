/**
 * Doppler: what motion does to the frequency, and by the same factor to the duration, of sound.
 *
 *   f′/f = (c − v_r·n)/(c − v_s·n)                                                                   (1)
 *   echo from something that comes nearer at v:   f′/f = (c + v)/(c − v) ≈ 1 + 2 v/c                  (2)
 *   beam of a Doppler log at θ from the vertical, horizontal speed V:   f′ − f ≈ 2 f V sin θ/c        (3)
 *
 * n: unit vector from source to receiver; v_s, v_r: velocities relative to the water in between, which carries the sound.
 * A signal of duration T lasts T/(f′/f) where it is heard.
 * Valid: steady speeds below c. Left out: acceleration during the signal, spread by surface waves and by scatterers.
 * Source: textbook kinematics.
 */
import { sin } from "../math/index.ts";

/** (1). receiver_mps, source_mps: v_r·n and v_s·n. */
export function dopplerFactor(soundSpeed_mps: number, source_mps: number, receiver_mps: number): number {
  return (soundSpeed_mps - receiver_mps) / (soundSpeed_mps - source_mps);
}

/** (2) */
export function echoDopplerFactor(soundSpeed_mps: number, closing_mps: number): number {
  return (soundSpeed_mps + closing_mps) / (soundSpeed_mps - closing_mps);
}

/** (3), without its approximation: (2) with v = V sin θ. */
export function beamShift_Hz(
  frequency_Hz: number,
  soundSpeed_mps: number,
  speed_mps: number,
  beam_rad: number,
): number {
  return frequency_Hz * (echoDopplerFactor(soundSpeed_mps, speed_mps * sin(beam_rad)) - 1);
}
