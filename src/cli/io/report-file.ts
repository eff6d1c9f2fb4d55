/** From logs to the file of a report: reads the channels that a report shows. */
import { type LogTable, readTable, texts } from "../../logging/index.ts";
import { type RunData, reportHtml, type Series, type VehicleData } from "../../report/index.ts";
import { writeWhole } from "./files.ts";
import { missionOf } from "./log-mission.ts";
import { excerptsOf, seaOf } from "./log-sea.ts";
import { lossLines, type OpenLog, openLogFile, runRecord } from "./open-log.ts";
import { CallError } from "./outcome.ts";

/** Rows of a channel that are read; a longer one is thinned evenly, and the report says so. */
const MOST_ROWS = 400_000;

/** Writes the report, whole or not at all. Returns what could not be read, in words. */
export async function writeReport(logs: readonly string[], file: string, title?: string): Promise<string[]> {
  const opened: OpenLog[] = [];
  try {
    for (const log of logs) opened.push(await openLogFile(log));
    const runs = opened.map((open, i) => runData(open, uniqueName(opened, i)));
    writeWhole(file, reportHtml({ title: title ?? titleOf(runs), runs }), true);
    return runs.flatMap((run) => run.losses);
  } finally {
    for (const open of opened) open.close();
  }
}

function titleOf(runs: readonly RunData[]): string {
  return [...new Set(runs.map((run) => run.scenario))].join(", ");
}

/** File names without folders, unless two are equal. */
function uniqueName(opened: readonly OpenLog[], i: number): string {
  const { name, file } = opened[i]!;
  if (opened.filter((other) => other.name === name).length === 1) return name;
  return opened.filter((other) => other.file === file).length === 1 ? file : `${file} (${i + 1})`;
}

function runData(open: OpenLog, name: string): RunData {
  const { log, file } = open;
  const { vehicles, controllers, scenario, seed, version, overrides, doc } = runRecord(open);
  const about = seaOf(open);
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
    return [
      {
        ...{
          name: vehicle,
          state,
          actuators: read(`/${vehicle}/actuators`),
          control,
          water: read(`/${vehicle}/water`),
        },
        scalars: about.scalars,
        excerpts: excerptsOf(log, vehicle),
        mission: missionOf(log, vehicle),
      },
    ];
  });
  if (shown.length === 0) throw new CallError(`${file} holds no state of a vehicle: log the channel "state"`);
  return {
    name,
    scenario,
    seed,
    version,
    overrides,
    duration_s: Math.max(...shown.map(({ state }) => state.t_s.at(-1) ?? 0)),
    doc: doc.replace(/\s+/g, " "),
    vehicles: shown,
    events: texts(log, "/events").map(({ t_ns, ...event }) => ({ t_s: t_ns / 1e9, ...event })),
    sea: about.words,
    losses: [...lossLines(open), ...thinned],
  };
}

function seriesOf({ t_ns, names, columns }: LogTable): Series {
  return { t_s: t_ns.map((t) => t / 1e9), columns: new Map(names.map((name, i) => [name, columns[i]!])) };
}
