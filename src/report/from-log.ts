/**
 * From logs to what a report is made from. The report goes over what the channels of a log declare; channels that declare nothing, in
 * logs of older versions and of other programs, are declared by their names (by-name.ts). Channels that cannot be read are listed.
 */
import {
  type ChannelDeclaration,
  type IndexedLog,
  type LogChannel,
  LogError,
  type LogTable,
  lossWords,
  type ReadDeclaration,
  type RunRecord,
  readDeclarations,
  readRunRecord,
  readTablesOf,
  textsOf,
} from "../logging/index.ts";
import { declaredByName, isDrawnByName, isShownByName, type LogNames } from "./by-name.ts";
import type {
  ChannelData,
  EventData,
  ExcerptData,
  ListedChannel,
  ReportInput,
  RunData,
  Series,
  VehicleData,
} from "./input.ts";
import { missionOf } from "./log-mission.ts";
import { excerptOf, seaOf } from "./log-sea.ts";

/** Rows of a channel that are read; a longer one is thinned evenly, and the report says so. */
const MOST_ROWS = 400_000;
/** Columns that are drawn of a channel that declares nothing. */
const MOST_COLUMNS = 100;

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
  const channels = await readChannels(log, record, zero_ns);
  const { drawn, notes } = channels;
  const events = await eventsOf(log, record !== null, zero_ns);
  const vehicles: VehicleData[] = [];
  for (const [i, vehicle] of (record?.vehicles ?? []).entries()) {
    const order = record?.controllers[i] ?? [];
    const own = drawn.filter(({ declared }) => declared.vehicle === vehicle && declared.plot !== "picture");
    const excerpts = drawn.filter(({ declared }) => declared.vehicle === vehicle && declared.plot === "picture");
    const mission = await missionOf(log, vehicle);
    if (own.length === 0 && mission === null) continue;
    const pictures: ExcerptData[] = [];
    for (const { declared } of excerpts) pictures.push(await excerptOf(log, declared.topic));
    vehicles.push({ name: vehicle, channels: inOrderOf(own, order), excerpts: pictures, mission });
  }
  const isOfVehicle = ({ declared }: ChannelData): boolean => vehicles.some((v) => v.name === declared.vehicle);
  const others = drawn.filter((channel) => !isOfVehicle(channel) && channel.declared.plot !== "picture");
  const last_s = (series: Series): number => series.t_s.at(-1) ?? 0;
  return {
    name,
    scenario: record?.scenario ?? name,
    seed: record?.seed ?? "–",
    version: record?.version ?? log.library,
    overrides: record?.overrides ?? [],
    duration_s: Math.max(0, ...drawn.map(({ series }) => last_s(series))),
    doc: record?.doc.replace(/\s+/g, " ") ?? `A log of another program: times count from its first message.`,
    vehicles,
    others,
    listed: channels.listed,
    events,
    sea: seaOf(log).words,
    losses: [...lossWords(log), ...notes].map((line) => `${file}: ${line}`),
  };
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

interface ReadChannels {
  readonly drawn: readonly ChannelData[];
  readonly listed: readonly ListedChannel[];
  /** What is not drawn in full, in words. */
  readonly notes: readonly string[];
}

/** Reads every channel that has numbers, in one pass. */
async function readChannels(log: IndexedLog, record: RunRecord | null, zero_ns: number): Promise<ReadChannels> {
  const declarations = readDeclarations(log.metadata);
  const { scalars } = seaOf(log);
  const names: LogNames = {
    vehicles: record?.vehicles ?? [],
    scalars: new Map(scalars.map(({ column, unit }) => [column, unit])),
    ours: record !== null,
  };
  const byTopic = new Map<string, LogChannel>();
  for (const channel of log.channels) if (!byTopic.has(channel.topic)) byTopic.set(channel.topic, channel);
  const isTable = ({ topic, schemaName, unreadable }: LogChannel): boolean =>
    unreadable === null && (declarations.has(topic) || isDrawnByName(schemaName, names.ours));
  const isPicture = ({ topic }: LogChannel): boolean =>
    declarations.get(topic)?.plot === "picture" || names.vehicles.some((v) => topic.startsWith(`/${v}/excerpts/`));
  const all = [...byTopic.values()];
  const read = all.filter((channel) => isTable(channel) && !isPicture(channel));
  const topics = read.map(({ topic }) => topic);
  const tables = new Map(
    (await readTablesOf(log, topics, { mostRows: MOST_ROWS })).map((table) => [table.topic, table]),
  );
  const spans = await spansOf(
    log,
    all.filter(({ topic }) => !tables.has(topic)).map(({ topic }) => topic),
  );

  const drawn: ChannelData[] = [];
  const listed: ListedChannel[] = [];
  const notes: string[] = [];
  for (const channel of all) {
    const { topic, schemaName, encoding, unreadable } = channel;
    const table = tables.get(topic);
    const declared = table && declaredOf(channel, table, declarations.get(topic), names);
    const picture = table === undefined && isTable(channel) && isPicture(channel);
    if (picture) drawn.push({ declared: pictureOf(channel, declarations.get(topic), names), series: NOTHING });
    if (table !== undefined && declared) {
      drawn.push({ declared, series: seriesOf(table, zero_ns) });
      const kept = table.t_ns.length;
      if (table.rowsInLog > kept)
        notes.push(`${topic} has ${table.rowsInLog} samples, of which ${kept}, evenly spread, are used`);
      const left = table.names.length - declared.fields.length;
      if (left > 0)
        notes.push(`${topic} has ${table.names.length} columns, of which the first ${MOST_COLUMNS} are drawn`);
    }
    const known = table === undefined ? spans.get(topic) : spanOf(table);
    const isDrawn = picture || (declared?.fields.length ?? 0) > 0 || isShownByName(topic, schemaName, names.ours);
    listed.push({
      topic,
      schema: schemaName,
      encoding,
      messages: known?.messages ?? 0,
      span_s: known ? [(known.first_ns - zero_ns) / 1e9, (known.last_ns - zero_ns) / 1e9] : null,
      note: unreadable !== null ? `no: ${unreadable}` : isDrawn ? "" : "no",
    });
  }
  return { drawn, listed, notes };
}

const NOTHING: Series = { t_s: new Float64Array(0), columns: new Map() };

function declaredOf(
  { topic, schemaName }: LogChannel,
  table: LogTable,
  said: ReadDeclaration | undefined,
  names: LogNames,
): ChannelDeclaration | null {
  if (said === undefined) return declaredByName(topic, schemaName, table.names.slice(0, MOST_COLUMNS), names);
  const { fieldsOf, ...rest } = said;
  return { ...rest, fields: fieldsOf(table.names) };
}

function pictureOf(
  { topic, schemaName }: LogChannel,
  said: ReadDeclaration | undefined,
  names: LogNames,
): ChannelDeclaration {
  const { fieldsOf: _, ...rest } = said ?? { fieldsOf: null, ...declaredByName(topic, schemaName, [], names)! };
  return { ...rest, fields: [] };
}

interface Span {
  messages: number;
  first_ns: number;
  last_ns: number;
}

function spanOf({ t_ns, rowsInLog }: LogTable): Span | undefined {
  return t_ns.length === 0 ? undefined : { messages: rowsInLog, first_ns: t_ns[0]!, last_ns: t_ns.at(-1)! };
}

/** Messages of channels that are not read as tables. */
async function spansOf(log: IndexedLog, topics: readonly string[]): Promise<Map<string, Span>> {
  const spans = new Map<string, Span>();
  if (topics.length === 0) return spans;
  for await (const batch of log.rawBatches({ topics })) {
    for (const { channel, time_ns } of batch) {
      const t_ns = Number(time_ns);
      const span = spans.get(channel.topic) ?? { messages: 0, first_ns: t_ns, last_ns: t_ns };
      span.messages += 1;
      span.first_ns = Math.min(span.first_ns, t_ns);
      span.last_ns = Math.max(span.last_ns, t_ns);
      spans.set(channel.topic, span);
    }
  }
  return spans;
}

/** What happened: our channel of events; in other programs' logs every channel of texts. */
async function eventsOf(log: IndexedLog, ours: boolean, zero_ns: number): Promise<EventData[]> {
  const topics = ours ? ["/events"] : [...new Set(log.channels.map(({ topic }) => topic))];
  const events: EventData[] = [];
  for (const topic of topics) {
    for (const { t_ns, ...event } of await textsOf(log, topic)) events.push({ t_s: (t_ns - zero_ns) / 1e9, ...event });
  }
  return topics.length > 1 ? events.sort((a, b) => a.t_s - b.t_s) : events;
}

function seriesOf({ t_ns, names, columns }: LogTable, zero_ns: number): Series {
  return { t_s: t_ns.map((t) => (t - zero_ns) / 1e9), columns: new Map(names.map((name, i) => [name, columns[i]!])) };
}
