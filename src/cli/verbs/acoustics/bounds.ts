/** What the flags of several verbs may be. */
import type { Bounds } from "./flags.ts";

export const FREQUENCY: Bounds = { what: "a frequency in Hz", least: 0, isAbove: true, greatest: 1e7 };
export const FREQUENCY_LIST: Bounds = { ...FREQUENCY, isLog: true, most: 10_000 };
export const WIND: Bounds = { what: "a wind speed in m/s", least: 0, greatest: 100 };
export const LENGTH: Bounds = { what: "a length in m", least: 0, isAbove: true, greatest: 1e6 };
export const DEPTH: Bounds = { what: "a depth in m", least: 0, greatest: 12_000 };
