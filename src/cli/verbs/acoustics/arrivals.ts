/** thetis acoustics arrivals: the paths from a source to receivers. */
import { arrivalsOf, type ReceiverArrivals } from "../../../acoustics/index.ts";
import { arrivalsSvg, hertz } from "../../../report/index.ts";
import { type Call, csvText, fixed, numberTable, type Result } from "./call.ts";
import { arrivalsText, environmentText } from "./environment-file.ts";
import { sentence } from "./loss.ts";
import { refuseDryReceivers, type SeaCase, seaCaseOf, short } from "./sea-case.ts";

const USUAL = { rays: 2001, angle_deg: 80, ranges: 1, depths: 1 };
const MOST_ROWS = 40;
const DEGREE = Math.PI / 180;

export interface Arrival {
  readonly delay_s: number;
  /** Pressure relative to that at 1 m, with the absorption of the water: 0 − loss of this path. */
  readonly level_dB: number;
  readonly phase_rad: number;
  readonly absorption_dB: number;
  readonly launch_rad: number;
  readonly arrival_rad: number;
  readonly surfaceBounces: number;
  readonly bottomBounces: number;
}

export interface ArrivalList {
  readonly range_m: number;
  readonly depth_m: number;
  readonly arrivals: readonly Arrival[];
}
export function arrivals(_: Call): Promise<Result | null> {
  return Promise.resolve(null);
}
export function arrivalLists(_: SeaCase): ArrivalList[] {
  return [];
}
