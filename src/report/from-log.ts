/**
 * From logs to what a report is made from: what the messages hold is read in one pass (read-channels.ts), what was run comes from the
 * log's metadata.
 */
import { dateOfSeconds } from "../core/index.ts";
import {
  type ChannelDeclaration,
  type IndexedLog,
  LogError,
  lossWords,
  type RunRecord,
  readRunRecord,
  readScenery,
} from "../logging/index.ts";
import type { ChannelData, ReportInput, RunData, VehicleData } from "./input.ts";
import { seaOf } from "./log-sea.ts";
import { readChannels } from "./read-channels.ts";

/** A log with the names that the report gives it. */
export interface NamedLog {
  /** With its folder, as it was asked for. */
  readonly file: string;
  /** Without folder. */
  readonly name: string;
  readonly log: IndexedLog;
}

/** Throws LogError, with the file's name in front, where a log contradicts itself. */
export async function reportInput(logs: readonly NamedLog[], title?: string): Promise<ReportInput> {
  const runs: RunData[] = [];
  for (const [i, each] of logs.entries()) runs.push(await runData(each, uniqueName(logs, i)));
  return { title: title ?? [...new Set(runs.map((run) => run.scenario))].join(", "), runs };
}

/** File names without folders, unless two are equal. */
function uniqueName(logs: readonly NamedLog[], i: number): string {
  const { name, file } = logs[i]!;
  if (logs.filter((other) => other.name === name).length === 1) return name;
  return logs.filter((other) => other.file === file).length === 1 ? file : `${file} (${i + 1})`;
}

async function runData({ log, file }: NamedLog, name: string): Promise<RunData> {
  const record = recordOf(log, file);
  // Other programs count from 1970, or from when their computer was started.
  const zero_ns = record === null ? (log.start_ns ?? 0) : 0;
  const { drawn, pictures, missions, events, listed, notes } = await readChannels(log, record, zero_ns);
  const channelsBy = byVehicle(drawn);
  const picturesBy = byVehicle(pictures);
  const vehicles = (record?.vehicles ?? []).flatMap((vehicle, i): VehicleData[] => {
    const channels = inOrderOf(channelsBy.get(vehicle) ?? [], record?.controllers[i] ?? []);
    const mission = missions.get(vehicle) ?? null;
    const excerpts = (picturesBy.get(vehicle) ?? []).map(({ excerpt }) => excerpt);
    return channels.length === 0 && mission === null ? [] : [{ name: vehicle, channels, excerpts, mission }];
  });
  const known = new Set<string | undefined>(vehicles.map((vehicle) => vehicle.name));
  return {
    name,
    scenario: record?.scenario ?? name,
    seed: record?.seed ?? "–",
    version: record?.version ?? log.library,
    overrides: record?.overrides ?? [],
    startDate: log.epoch_s === null ? null : dateOfSeconds(log.epoch_s),
    duration_s: drawn.reduce((last_s, { series }) => Math.max(last_s, series.t_s.at(-1) ?? 0), 0),
    doc: record?.doc.replace(/\s+/g, " ") ?? `A log of another program: times count from its first message.`,
    vehicles,
    others: drawn.filter(({ declared }) => !known.has(declared.vehicle)),
    listed,
    events,
    sea: seaOf(log).words,
    scenery: readScenery(log.metadata),
    losses: [...lossWords(log), ...notes].map((line) => `${file}: ${line}`),
  };
}

function byVehicle<T extends { readonly declared: ChannelDeclaration }>(channels: readonly T[]): Map<string, T[]> {
  const lists = new Map<string, T[]>();
  for (const channel of channels) {
    const { vehicle = "" } = channel.declared;
    const list = lists.get(vehicle);
    if (list === undefined) lists.set(vehicle, [channel]);
    else list.push(channel);
  }
  return lists;
}

function recordOf(log: IndexedLog, file: string): RunRecord | null {
  try {
    return readRunRecord(log.metadata);
  } catch (error) {
    if (error instanceof LogError) throw new LogError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Control laws in the order of the scenario; the rest by topic. */
function inOrderOf(channels: readonly ChannelData[], laws: readonly string[]): ChannelData[] {
  const place = ({ declared }: ChannelData): number =>
    laws.findIndex((id) => declared.of === `${declared.vehicle}/${id}`) >>> 0;
  return [...channels].sort((a, b) => place(a) - place(b));
}
