/**
 * A straight line past a fixed receiver, solved from when it enters and leaves a circle around it.
 *
 *   t₀ = (t_in + t_out)/2              (1)  closest approach
 *   h  = v (t_out − t_in)/2            (2)  half of the chord
 *   d₀ = √(R² − h²)                    (3)  its distance; R > h
 *   d(t) = √(d₀² + v² (t − t₀)²)       (4)
 *   T(t) = 8 n/b + d(t)/c              (5)  when a message of n bytes is there, after its sending began at t
 *
 * The paper prints t_in, t_out and v, and not d₀: with a range R of ours the line is solved, so that t_in and t_out come back by themselves. They are
 * calibrations; what becomes of messages is a result.
 * Source: [Parodi2008Communications, preliminary simulations; (5): eq. (11)]. Test: geometry.test.ts.
 */
export interface Passage {
  readonly speed_mps: number;
  readonly closest_s: number;
  readonly halfChord_m: number;
  readonly closest_m: number;
}

/** (1) to (3); null where no line has so long a chord in so small a circle. */
export function passageOf(entry_s: number, exit_s: number, speed_mps: number, range_m: number): Passage | null {
  const halfChord_m = (speed_mps * (exit_s - entry_s)) / 2;
  if (!(range_m > halfChord_m)) return null;
  return {
    speed_mps,
    closest_s: (entry_s + exit_s) / 2,
    halfChord_m,
    closest_m: Math.sqrt(range_m * range_m - halfChord_m * halfChord_m),
  };
}

/** (4) */
export function distanceAt_m(p: Passage, t_s: number): number {
  const along_m = alongAt_m(p, t_s);
  return Math.sqrt(p.closest_m * p.closest_m + along_m * along_m);
}

/** Way past the point of closest approach. */
export function alongAt_m(p: Passage, t_s: number): number {
  return p.speed_mps * (t_s - p.closest_s);
}

/** (5) */
export function messageTime_s(bytes: number, bitrate_bps: number, distance_m: number, soundSpeed_mps: number): number {
  return (8 * bytes) / bitrate_bps + distance_m / soundSpeed_mps;
}
