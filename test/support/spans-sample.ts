/** Timelines for tests of the report: rows as a device writes them, and a network of devices that send when they like. */
import type { ChannelData, RunData, VehicleData } from "../../src/report/index.ts";
import { instants_s, sampleRun, series, vehicleOf } from "./report-sample.ts";

export const SORTS = [
  ...[
    "sending",
    "waiting to send",
    "received",
    "not for me",
    "out of range",
    "noise",
    "collision",
    "half duplex",
    "fading",
  ],
  ...["antenna not in its medium", "cut off", "queue full", "no acknowledgement", "other signal"],
] as const;
export type Sort = (typeof SORTS)[number];

/** A row: what is left out is NaN. */
export interface SpanRow {
  readonly begin_s: number;
  readonly end_s: number;
  readonly sort: Sort | number;
  readonly other?: number;
  readonly number?: number;
  readonly bytes?: number;
  readonly level_dB?: number;
  readonly snr_dB?: number;
  readonly delay_s?: number;
  readonly distance_m?: number;
}

const FIELDS = [
  ...[
    { name: "begin_s", unit: "s" },
    { name: "end_s", unit: "s" },
    { name: "sort", unit: "", words: SORTS },
  ],
  ...["other", "number", "bytes"].map((name) => ({ name, unit: "" })),
  ...["level_dB", "noise_dB", "snr_dB"].map((name) => ({ name, unit: "dB" })),
  ...[
    { name: "delay_s", unit: "s" },
    { name: "dopplerFactor", unit: "" },
    { name: "distance_m", unit: "m" },
  ],
];

/** A channel of a vehicle; rows stand in the order in which they end. */
export function spanChannel(
  vehicle: string,
  device: string,
  rows: readonly SpanRow[],
  about: Readonly<Record<string, string>> = {},
): ChannelData {
  const column = (name: string): Float64Array =>
    Float64Array.from(rows, (row) => {
      const value = (row as unknown as Record<string, number | string | undefined>)[name];
      return typeof value === "string" ? SORTS.indexOf(value as Sort) : (value ?? Number.NaN);
    });
  return {
    declared: {
      ...{ topic: `/${vehicle}/${device}`, plot: "timeline", group: "communications", vehicle },
      ...{ of: `${vehicle}/${device}`, fields: FIELDS },
    },
    series: {
      t_s: Float64Array.from(rows, ({ end_s }) => end_s),
      columns: new Map(FIELDS.map(({ name }) => [name, column(name)])),
    },
    about,
  };
}

/** Stands, so that it has a place in the plan view. */
export function standing(name: string, north_m: number, east_m: number, duration_s: number): VehicleData {
  const none = (): number => 0;
  return vehicleOf(name, {
    state: series(instants_s(duration_s, 10 / duration_s), {
      ...{ north_m: () => north_m, east_m: () => east_m, depth_m: () => 10 },
      ...{ roll_rad: none, pitch_rad: none, heading_rad: none, u_mps: none, v_mps: none, w_mps: none },
    }),
  });
}

/** Numbers in [0, 1): the same wherever the test runs. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

/** Nodes in a square that send a frame of 1.2 s to one of the others, or to all, every period_s on average; 1500 m/s, range 2 km. */
export function network(nodes: number, duration_s: number, period_s: number, seed = 1): RunData {
  const random = numbers(seed);
  const [frame_s, side_m, range_m] = [1.2, 3000, 2000];
  const places = Array.from({ length: nodes }, () => [side_m * random(), side_m * random()] as const);
  const sent = Array.from({ length: Math.round((nodes * duration_s) / period_s) }, (_, number) => {
    const from = Math.floor(nodes * random());
    const to = random() < 0.3 ? -1 : (from + 1 + Math.floor((nodes - 1) * random())) % nodes;
    return { number, from, to, at_s: (duration_s - 10) * random() };
  }).sort((a, b) => a.at_s - b.at_s);
  const rows = places.map((): SpanRow[] => []);
  const heard = places.map((): { begin_s: number; k: number; distance_m: number }[] => []);
  sent.forEach(({ number, from, to, at_s }, k) => {
    rows[from]!.push({ begin_s: at_s, end_s: at_s + frame_s, sort: "sending", other: to, number, bytes: 32 });
    places.forEach(([n, e], at) => {
      if (at === from) return;
      const distance_m = Math.hypot(n - places[from]![0], e - places[from]![1]);
      heard[at]!.push({ begin_s: at_s + distance_m / 1500, k, distance_m });
    });
  });
  heard.forEach((list, at) => {
    list.sort((a, b) => a.begin_s - b.begin_s);
    const own = rows[at]!.filter(({ sort }) => sort === "sending");
    let next = 0;
    list.forEach(({ begin_s, k, distance_m }, i) => {
      const { number, from, to } = sent[k]!;
      const end_s = begin_s + frame_s;
      while (next < own.length && own[next]!.end_s < begin_s) next++;
      const level_dB = 180 - 20 * Math.log10(distance_m);
      const near = (other: (typeof list)[number] | undefined): boolean =>
        other !== undefined && other.distance_m < range_m && Math.abs(other.begin_s - begin_s) < frame_s;
      const isBusy = next < own.length && own[next]!.begin_s < end_s;
      const sort: Sort =
        distance_m > range_m
          ? "out of range"
          : isBusy
            ? "half duplex"
            : near(list[i - 1]) || near(list[i + 1])
              ? "collision"
              : random() < 0.03
                ? "noise"
                : to === -1 || to === at
                  ? "received"
                  : "not for me";
      const numbers = {
        other: from,
        number,
        bytes: 32,
        level_dB,
        snr_dB: level_dB - 90,
        delay_s: distance_m / 1500,
        distance_m,
      };
      rows[at]!.push({ begin_s, end_s, sort, ...numbers });
    });
    rows[at]!.sort((a, b) => a.end_s - b.end_s);
  });
  const names = places.map((_, k) => `node${String(k).padStart(2, "0")}`);
  const vehicles = places.map(([n, e], k): VehicleData => {
    const vehicle = standing(names[k]!, n, e, duration_s);
    const about = { address: String(k), medium: "sound" };
    return { ...vehicle, channels: [...vehicle.channels, spanChannel(names[k]!, "modem", rows[k]!, about)] };
  });
  const scenery = names.map((vehicle) => ({
    ...{ of: `${vehicle}/modem`, role: "range", label: "range of the modem, 2000 m", vehicle },
    drawn: { shape: "circle", radius: range_m } as const,
  }));
  return sampleRun("network.mcap", vehicles, { duration_s, scenery: scenery.slice(0, 2) });
}
