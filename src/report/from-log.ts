/** From logs to what a report is made from: reads the channels that a report shows. */
import { type Log, LogError, type LogTable, lossWords, readRunRecord, readTable, texts } from "../logging/index.ts";
import type { ReportInput, RunData, Series, VehicleData } from "./input.ts";
import { missionOf } from "./log-mission.ts";
import { excerptsOf, seaOf } from "./log-sea.ts";

/** Rows of a channel that are read; a longer one is thinned evenly, and the report says so. */
const MOST_ROWS = 400_000;

/** A log with the names that the report gives it. */
export interface NamedLog {
  /** With its folder, as it was asked for. */
  readonly file: string;
  /** Without folder. */
  readonly name: string;
  readonly log: Log;
}

/** Throws LogError, with the file's name in front, where a log holds nothing that a report could show. */
export function reportInput(logs: readonly NamedLog[], title?: string): ReportInput {
  const runs = logs.map((each, i) => runData(each, uniqueName(logs, i)));
  return { title: title ?? [...new Set(runs.map((run) => run.scenario))].join(", "), runs };
}

/** File names without folders, unless two are equal. */
function uniqueName(logs: readonly NamedLog[], i: number): string {
  const { name, file } = logs[i]!;
  if (logs.filter((other) => other.name === name).length === 1) return name;
  return logs.filter((other) => other.file === file).length === 1 ? file : `${file} (${i + 1})`;
}

function runData({ log, file }: NamedLog, name: string): RunData {
  const record = readRunRecord(log.metadata);
  if (record === null) throw new LogError(`${file} does not say what was run: it is not a log of a run of Thetis`);
  const { vehicles, controllers, scenario, seed, version, overrides, doc } = record;
  const about = seaOf(log);
  const thinned: string[] = [];
  const has = (topic: string): boolean => log.channels.some((channel) => channel.topic === topic);
  const read = (topic: string): Series | null => {
    if (!has(topic)) return null;
    const table = readTable(log, topic, { mostRows: MOST_ROWS });
    if (table.rowsInLog > table.t_ns.length) {
      thinned.push(
        `${file}: ${topic} has ${table.rowsInLog} samples, of which ${table.t_ns.length}, evenly spread, are used`,
      );
    }
    return seriesOf(table);
  };
  const shown = vehicles.flatMap((vehicle, i): VehicleData[] => {
    const state = read(`/${vehicle}/state`);
    if (state === null) return [];
    const law = (controllers[i] ?? []).find((id) => has(`/${vehicle}/${id}`));
    const control = law === undefined ? null : read(`/${vehicle}/${law}`);
    const [actuators, water] = [read(`/${vehicle}/actuators`), read(`/${vehicle}/water`)];
    return [
      {
        ...{ name: vehicle, state, actuators, control, water, scalars: about.scalars },
        excerpts: excerptsOf(log, vehicle),
        mission: missionOf(log, vehicle),
      },
    ];
  });
  if (shown.length === 0) throw new LogError(`${file} holds no state of a vehicle: log the channel "state"`);
  return {
    ...{ name, scenario, seed, version, overrides },
    duration_s: Math.max(...shown.map(({ state }) => state.t_s.at(-1) ?? 0)),
    doc: doc.replace(/\s+/g, " "),
    vehicles: shown,
    events: texts(log, "/events").map(({ t_ns, ...event }) => ({ t_s: t_ns / 1e9, ...event })),
    sea: about.words,
    losses: [...lossWords(log).map((line) => `${file}: ${line}`), ...thinned],
  };
}

function seriesOf({ t_ns, names, columns }: LogTable): Series {
  return { t_s: t_ns.map((t) => t / 1e9), columns: new Map(names.map((name, i) => [name, columns[i]!])) };
}
