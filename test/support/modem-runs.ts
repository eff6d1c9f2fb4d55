/** Small worlds with modems: what their channels and figures say, by the path of the modem. */
import { type LogTable, readTable } from "../../src/logging/index.ts";
import { SORTS } from "../../src/modems/index.ts";
import type { RunEvent, Scenario, ScenarioRun } from "../../src/scenario/index.ts";
import { opened } from "./outside.ts";
import { runToEnd, scenarioOf } from "./scenarios.ts";

/** A span of a modem's channel. */
export interface Span {
  readonly begin_s: number;
  readonly end_s: number;
  readonly sort: string;
  readonly other: number;
  readonly number: number;
  readonly bytes: number;
  readonly level_dB: number;
  readonly noise_dB: number;
  readonly snr_dB: number;
  readonly delay_s: number;
  readonly dopplerFactor: number;
  readonly distance_m: number;
}

export interface ModemRun {
  readonly run: ScenarioRun;
  readonly bytes: Uint8Array;
  readonly events: readonly RunEvent[];
  /** Spans of a modem, "vehicle/modem"; of one sort where it is named. */
  spans(path: string, sort?: string): Span[];
  /** Sorts of a modem's spans in the order of their ends, "waiting to send" left out. */
  sorts(path: string): string[];
  figures(path: string): Readonly<Record<string, number>>;
  table(topic: string): LogTable;
}

export function runModems(text: string, overrides: readonly string[] = []): ModemRun {
  return resultOf(runToEnd(scenarioOf(text, overrides)));
}

export function runScenario(scenario: Scenario): ModemRun {
  return resultOf(runToEnd(scenario));
}

export function resultOf({ run, log: bytes }: { run: ScenarioRun; log: Uint8Array }): ModemRun {
  const log = opened(bytes);
  const spans = (path: string, sort?: string): Span[] => {
    if (!log.channels.some(({ topic }) => topic === `/${path}`)) return [];
    const { names, columns } = readTable(log, `/${path}`);
    const rows = Array.from({ length: columns[0]?.length ?? 0 }, (_, k) =>
      Object.fromEntries(names.map((name, n) => [name, name === "sort" ? SORTS[columns[n]![k]!] : columns[n]![k]])),
    ) as unknown as Span[];
    return sort === undefined ? rows : rows.filter((row) => row.sort === sort);
  };
  return {
    run,
    bytes,
    events: run.events,
    spans,
    sorts: (path) => spans(path).flatMap(({ sort }) => (sort === "waiting to send" ? [] : [sort])),
    figures: (path) => run.figures().get(path)!,
    table: (topic) => readTable(log, topic),
  };
}

/** A vehicle without hull that carries a modem. at: north, east, down, m. */
export function node(
  id: string,
  at: readonly [number, number, number],
  address: number,
  modem: string,
  inside = "",
): string {
  return `<vehicle id="${id}" file="components/vehicles/moored-node.xml" position_m="${at.join(" ")}"><modem id="modem" address="${address}" ${modem}>${inside}<provenance of="*" status="assumed"/></modem></vehicle>`;
}

/** Water of constant absorption, 0.01 dB/m, with noise of 50 dB re 1 µPa²/Hz; c = 1500 m/s, spherical spreading. */
export const PLAIN_SOUND =
  '<sound soundSpeed_mps="1500" absorption_dBpm="0.01" noise_dBre1uPa2pHz="50"><provenance of="*" status="assumed"/></sound>';

export function sea(
  duration_s: number,
  vehicles: readonly string[],
  more: { sound?: string; seed?: number; step_s?: number } = {},
): string {
  const { sound = PLAIN_SOUND, seed = 1, step_s = 0.02 } = more;
  return `<scenario id="s" duration_s="${duration_s}" step_s="${step_s}" seed="${seed}"><world density_kgpm3="1025">${sound}</world>
    ${vehicles.join("\n    ")}<log rate_Hz="0.001" channels="state"/></scenario>`;
}

/** A round modem of sound without overhead: SL 177 dB at 33 kHz and 6 kHz, 15 dB. In words of the file. */
export const ROUND =
  'frequency_Hz="33e3" bandwidth_Hz="6e3" bitRate_bps="1000" sourceLevel_dBre1uPam="177" threshold_dB="15" longestMessageBytes="125"';

/** The closed form of its link over d metres of plain sound: 177 − 20 log d − 0.01 d − (50 + 10 log 6000), in dB. */
export function plainSnr_dB(distance_m: number, sourceLevel_dB = 177, bandwidth_Hz = 6000): number {
  return (
    sourceLevel_dB - 20 * Math.log10(Math.max(1, distance_m)) - 0.01 * distance_m - 50 - 10 * Math.log10(bandwidth_Hz)
  );
}
