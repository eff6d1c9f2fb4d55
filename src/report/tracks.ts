/**
 * A track is one vehicle in one run: what one line of a plot belongs to. Its style is the same in every plot and table.
 *
 *   one run:       one colour per vehicle, and another dash for every further ten;
 *   several runs:  one colour per run, one dash per vehicle.
 */
import type { ReportInput, RunData, VehicleData } from "./input.ts";

export const COLOURS = 10;

/** Lengths of strokes and spaces in pixels; the first is the full line. Dots are kept for set-points. */
export const DASHES: readonly (readonly number[])[] = [[], [8, 4], [14, 4], [8, 3, 2, 3], [4, 3], [14, 3, 2, 3, 2, 3]];

export interface Style {
  /** 0 .. COLOURS − 1. */
  readonly colour: number;
  /** Index into DASHES. */
  readonly dash: number;
}

export interface Track {
  readonly run: number;
  readonly runName: string;
  readonly vehicle: string;
  /** False for what belongs to no vehicle. */
  readonly isVehicle: boolean;
  readonly label: string;
  readonly style: Style;
  readonly data: VehicleData;
}

export function tracksOf({ runs }: ReportInput): Track[] {
  const names = vehicleNames({ runs });
  return runs.flatMap((run, r) =>
    dataOf(run).map((data): Track => {
      const v = names.indexOf(data.name);
      const style =
        runs.length === 1
          ? { colour: v % COLOURS, dash: Math.floor(v / COLOURS) % DASHES.length }
          : { colour: r % COLOURS, dash: (v + Math.floor(r / COLOURS)) % DASHES.length };
      const label = runs.length === 1 ? data.name : names.length === 1 ? run.name : `${data.name} · ${run.name}`;
      return {
        run: r,
        runName: run.name,
        vehicle: data.name,
        isVehicle: run.vehicles.includes(data),
        label,
        style,
        data,
      };
    }),
  );
}

/** The vehicles of a run and, where it has channels that belong to none, a track for those. */
function dataOf({ vehicles, others = [] }: RunData): readonly VehicleData[] {
  return others.length === 0 ? vehicles : [...vehicles, { name: NO_VEHICLE, channels: others }];
}

/** What the track of channels that belong to no vehicle is called. */
export const NO_VEHICLE = "other channels";

/** Names of all vehicles, each once, in the order of the logs. */
export function vehicleNames({ runs }: Pick<ReportInput, "runs">): string[] {
  return [...new Set(runs.flatMap((run) => dataOf(run).map((v) => v.name)))];
}

/** A column with the series that gives its instants. */
export interface Signal {
  readonly t_s: Float64Array;
  readonly y: Float64Array;
  /** The longest interval that its line goes across, where that is not the usual one (signals.ts). */
  readonly gap_s?: number;
}
