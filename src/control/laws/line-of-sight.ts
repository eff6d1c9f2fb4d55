/**
 * Line-of-sight guidance along a straight line in the horizontal plane: which heading leads back to it.
 *
 *   L = |p₂ − p₁|,   χ = atan2(E₂ − E₁, N₂ − N₁)                                (1)  from p₁ to p₂
 *   s =  (N − N₁) cos χ + (E − E₁) sin χ                                        (2)  along the line
 *   e = −(N − N₁) sin χ + (E − E₁) cos χ                                        (3)  to starboard of it
 *   ψ_d = χ − atan((e + σ y) / Δ)                                               (4)
 *   ẏ = Δ e / (Δ² + (e + σ y)²),   |σ y| ≤ Δ                                    (5)
 *   p₂ is reached in the plane when |p − p₂| ≤ R or s ≥ L                       (6)
 *
 * Δ: lookahead distance. With σ = 0 the law is the plain one, and a vehicle that follows it exactly at the speed U comes back as
 * e₀ exp(−U t/Δ) near the line. ψ_d is a heading, while (4) without y is the course that is wanted: a current across the
 * line then leaves the offset e = Δ tan β, where β is the angle of drift. The integral y turns the bow into the current until
 * the offset is gone; near the line
 *
 *   s² + (U/Δ) s + U σ/Δ² = 0,   ω₀ = √(U σ)/Δ,   ζ = ½ √(U/σ)                  (7)
 *
 * so σ = U/4 is critically damped. The bound in (5) is ours: 45° of drift are more than a useful speed leaves over, and a
 * vehicle that cannot hold the line does not wind up. At a corner of angle κ, y becomes y cos κ: the share of the old cross
 * current that lies across the new line; the share along it was not seen.
 *
 * p₁ = p₂ is a line of length 0, which is reached at once. "Passing the plane" (s ≥ L) is what keeps a vehicle that misses the
 * circle from turning back.
 *
 * Left out: speed and drift measured over ground (they would give β without an integral), curved paths, shrinking Δ, the
 * vertical plane (depth is a loop of its own, and route-follower.ts asks for it), turning early by the vehicle's own radius (R
 * does that).
 * Source: [Fossen2011] for the lookahead law and the circle, [Borhaug2008] for (4) and (5); (7) is their linear part.
 */
import { atan, atan2, cos } from "../../math/index.ts";

/** Places in the record that guidance is stepped with. */
export const TRACK = {
  /** p₁ and p₂: north, east, m. */
  from: 0,
  to: 2,
  /** p: north, east, m. */
  position: 4,
  /** Time since the last tick, s. */
  dt: 6,
  /** Answers: χ in rad, L, s and e in m, ψ_d in rad, 1 when p₂ is reached in the plane, else 0, and its distance there, m. */
  course: 7,
  length: 8,
  along: 9,
  cross: 10,
  heading: 11,
  reached: 12,
  distance: 13,
} as const;

export const TRACK_SIZE = 14;

/** Reals that it remembers: y. */
export const LINE_OF_SIGHT_MEMORY = 1;

export interface LineOfSightOptions {
  /** Δ. */
  readonly lookahead_m: number;
  /** R. */
  readonly acceptance_m: number;
  /** σ; 0 is guidance without an integral. */
  readonly integralGain_mps: number;
}

export class LineOfSight {
  readonly #lookahead_m: number;
  readonly #acceptance_m: number;
  readonly #gain_mps: number;

  constructor(options: LineOfSightOptions) {
    this.#lookahead_m = options.lookahead_m;
    this.#acceptance_m = options.acceptance_m;
    this.#gain_mps = options.integralGain_mps;
  }

  /** (1)–(3) and (6): where the vehicle is on its line. */
  locate(track: Float64Array): void {
    const north = track[TRACK.to]! - track[TRACK.from]!;
    const east = track[TRACK.to + 1]! - track[TRACK.from + 1]!;
    const fromNorth = track[TRACK.position]! - track[TRACK.from]!;
    const fromEast = track[TRACK.position + 1]! - track[TRACK.from + 1]!;
    const length = Math.sqrt(north * north + east * east);
    const c = length > 0 ? north / length : 1;
    const s = length > 0 ? east / length : 0;
    track[TRACK.course] = atan2(east, north); // (1)
    const along = fromNorth * c + fromEast * s; // (2)
    const cross = fromEast * c - fromNorth * s; // (3)
    const left = length - along;
    track[TRACK.length] = length;
    track[TRACK.along] = along;
    track[TRACK.cross] = cross;
    const distance_m = Math.sqrt(left * left + cross * cross);
    track[TRACK.distance] = distance_m;
    track[TRACK.reached] = left <= 0 || distance_m <= this.#acceptance_m ? 1 : 0; // (6)
  }

  /** (4) and (5), for a vehicle that locate has looked at; y is reals[at]. */
  steer(track: Float64Array, reals: Float64Array, at: number): void {
    const delta = this.#lookahead_m;
    const sigma = this.#gain_mps;
    const e = track[TRACK.cross]!;
    const aim = e + sigma * reals[at]!;
    track[TRACK.heading] = track[TRACK.course]! - atan(aim / delta); // (4)
    const rate = (delta * e) / (delta * delta + aim * aim); // (5)
    const most = sigma > 0 ? delta / sigma : 0;
    reals[at] = Math.min(Math.max(reals[at]! + rate * track[TRACK.dt]!, -most), most);
  }

  /** Carries y over a corner, from a line of the given course to the one that locate has looked at. */
  turn(track: Float64Array, courseBefore_rad: number, reals: Float64Array, at: number): void {
    reals[at] = reals[at]! * cos(track[TRACK.course]! - courseBefore_rad);
  }
}
