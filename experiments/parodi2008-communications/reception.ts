/** How Taipan 300 hears Taipan 2 along its way, from the positions of a log: Fig. 11, and when the level crosses the threshold. */
import type { ResultPicture } from "../../src/cli/verbs/reproduce/experiment.ts";
import { type IndexedLog, readTablesOf } from "../../src/logging/index.ts";
import { curvesSvg } from "../../src/report/index.ts";
import { PAPER } from "./paper.ts";
import { type Reading, received_dB } from "./readings.ts";

export interface Track {
  readonly t_s: Float64Array;
  readonly distance_m: Float64Array;
}

/** Distances between two vehicles whose states are logged at the same instants. */
export async function trackOf(log: IndexedLog, one: string, other: string): Promise<Track> {
  const [a, b] = await readTablesOf(log, [`/${one}/state`, `/${other}/state`]);
  const place = (table: NonNullable<typeof a>, name: string): Float64Array => table.columns[table.names.indexOf(name)]!;
  const axes = ["north_m", "east_m", "depth_m"].map((name) => [place(a!, name), place(b!, name)] as const);
  return {
    t_s: a!.t_ns.map((t_ns) => t_ns * 1e-9),
    distance_m: a!.t_ns.map((_, k) => {
      const square = axes.reduce((sum, [x, y]) => sum + (x[k]! - y[k]!) * (x[k]! - y[k]!), 0);
      return Math.sqrt(square);
    }),
  };
}

/** Signal over noise, dB. */
export function signal_dB({ distance_m }: Track, reading: Reading): Float64Array {
  return distance_m.map((d) => received_dB(d) - reading.noise_dB);
}

/** When a signal rises above a threshold first, and falls below it last: linear between samples, NaN where it does not. */
export function crossings_s(t_s: Float64Array, signal: Float64Array, threshold: number): readonly [number, number] {
  let [entry, exit] = [Number.NaN, Number.NaN];
  for (let k = 1; k < t_s.length; k++) {
    const [before, now] = [signal[k - 1]! - threshold, signal[k]! - threshold];
    const at_s = t_s[k - 1]! + ((t_s[k]! - t_s[k - 1]!) * before) / (before - now);
    if (before < 0 && now >= 0 && Number.isNaN(entry)) entry = at_s;
    if (before >= 0 && now < 0) exit = at_s;
  }
  return [entry, exit];
}

export function receptionPicture(tracks: readonly (readonly [Reading, Track])[]): ResultPicture {
  const title = "Taipan 2, as Taipan 300 hears it";
  const threshold = PAPER.modem.threshold_dB;
  const [, first] = tracks[0]!;
  return {
    title,
    svg: curvesSvg({
      title,
      note: "Signal over noise along the way, as Fig. 11 has the level. Both lines were solved from 650 and 2382 s; messages are sent at 60, 1500 and 2300 s.",
      x: { label: "time (s)", from: 0, to: first.t_s.at(-1)! },
      y: { label: "signal over noise in the band (dB)", from: -10, to: 40 },
      curves: [
        ...tracks.map(([reading, track]) => ({
          words: `reading ${reading.wind}, range ${Math.round(reading.range_m)} m`,
          xs: track.t_s,
          ys: signal_dB(track, reading),
        })),
        { words: "threshold", xs: first.t_s, ys: first.t_s.map(() => threshold), isSum: true },
      ],
      marks: [PAPER.entry_s, PAPER.exit_s].map((t) => ({ x: t, y: threshold, words: `${t} s` })),
    }),
  };
}
