/**
 * Everything that a report takes from the messages of a log, in one pass over it: a table of each channel that has numbers, some
 * pictures, reactions of missions, events, and of the rest how many messages there are. Channels that declare nothing, in logs of older
 * versions and of other programs, are declared by their names (by-name.ts). Channels that cannot be read are listed.
 */
import {
  type ChannelDeclaration,
  type IndexedLog,
  isText,
  type LogChannel,
  type LogTable,
  type ReadDeclaration,
  type RunRecord,
  readDeclarations,
  readTopics,
  SpanReader,
  TableReader,
  TextReader,
  type TopicReader,
} from "../logging/index.ts";
import { declaredByName, isDrawnByName, isShownByName, type LogNames } from "./by-name.ts";
import type { ChannelData, EventData, ExcerptData, ListedChannel, MissionData, Series } from "./input.ts";
import { MissionReader, missionChannelOf } from "./log-mission.ts";
import { excerptOf, MOST_PICTURES, seaOf } from "./log-sea.ts";

/** Rows of a channel that are read; a longer one is thinned evenly while it is read, and the report says so. */
const MOST_ROWS = 400_000;
/** Numbers of all channels together, 320 MB: where there are more, fewer rows of the longest are kept. */
const MOST_NUMBERS = 40_000_000;
const FEWEST_ROWS = 2_000;
/** Columns that are drawn of a channel that declares nothing. */
const MOST_COLUMNS = 100;

export interface ReadChannels {
  /** Channels of numbers that are drawn. */
  readonly drawn: readonly ChannelData[];
  readonly pictures: readonly { readonly declared: ChannelDeclaration; readonly excerpt: ExcerptData }[];
  /** By vehicle. */
  readonly missions: ReadonlyMap<string, MissionData>;
  readonly events: readonly EventData[];
  readonly listed: readonly ListedChannel[];
  /** What is not drawn in full, in words. */
  readonly notes: readonly string[];
}

/** What reads one topic. */
interface TopicReaders {
  readonly channel: LogChannel;
  readonly span: SpanReader;
  table?: TableReader;
  isPicture?: boolean;
  texts?: TextReader;
  mission?: { readonly vehicle: string; readonly reader: MissionReader };
}

export async function readChannels(log: IndexedLog, record: RunRecord | null, zero_ns: number): Promise<ReadChannels> {
  const declarations = readDeclarations(log.metadata);
  const names: LogNames = {
    vehicles: record?.vehicles ?? [],
    scalars: new Map(seaOf(log).scalars.map(({ column, unit }) => [column, unit])),
    ours: record !== null,
  };
  const topics = readersOf(log, declarations, names);
  await readTopics(log, new Map([...topics].map(([topic, readers]) => [topic, listOf(readers)])));

  const drawn: ChannelData[] = [];
  const pictures: { declared: ChannelDeclaration; excerpt: ExcerptData }[] = [];
  const missions = new Map<string, MissionData>();
  const listed: ListedChannel[] = [];
  const notes: string[] = [];
  for (const [topic, { channel, span, table: reader, isPicture, texts, mission }] of topics) {
    const { schemaName, encoding, unreadable } = channel;
    const said = declarations.get(topic);
    let isDrawn = isShownByName(topic, schemaName, names.ours);
    if (mission !== undefined) missions.set(mission.vehicle, mission.reader.mission);
    const table = reader?.table();
    if (table !== undefined && isPicture) {
      pictures.push({ declared: pictureOf(channel, said, names), excerpt: excerptOf(log, table) });
      isDrawn = true;
    } else if (table !== undefined) {
      const declared = declaredOf(channel, table, said, names);
      if (declared !== null) {
        drawn.push({ declared, series: seriesOf(table, zero_ns), about: channel.metadata });
        notes.push(...notesOf(table, declared));
        if (declared.fields.length > 0) isDrawn = true;
      }
    }
    const { messages, first_ns, last_ns } = table === undefined || isPicture ? span : spanOf(table);
    listed.push({
      topic,
      schema: schemaName,
      encoding,
      messages,
      span_s: messages === 0 ? null : [(first_ns - zero_ns) / 1e9, (last_ns - zero_ns) / 1e9],
      note: unreadable !== null ? `no: ${unreadable}` : isDrawn || texts !== undefined ? "" : "no",
    });
  }
  return { drawn, pictures, missions, listed, notes, events: eventsOf([...topics.values()], zero_ns) };
}

function listOf({ span, table, isPicture, texts, mission }: TopicReaders): TopicReader[] {
  // A table counts by itself.
  const counts = table === undefined || isPicture ? span : undefined;
  return [counts, table, texts, mission?.reader].filter((reader) => reader !== undefined);
}

/** By topic, in the order of the topics. */
function readersOf(
  log: IndexedLog,
  declarations: ReadonlyMap<string, ReadDeclaration>,
  names: LogNames,
): Map<string, TopicReaders> {
  const topics = new Map<string, TopicReaders>();
  for (const channel of log.channels)
    if (!topics.has(channel.topic)) topics.set(channel.topic, { channel, span: new SpanReader() });
  const tables: TopicReaders[] = [];
  for (const [topic, readers] of topics) {
    const { schemaName, unreadable } = readers.channel;
    // Our channel of events; in other programs' logs every channel of texts.
    if (isText(log, topic) && (topic === "/events" || !names.ours)) readers.texts = new TextReader();
    if (unreadable !== null || !(declarations.has(topic) || isDrawnByName(schemaName, names.ours))) continue;
    readers.isPicture =
      declarations.get(topic)?.plot === "picture" || names.vehicles.some((v) => topic.startsWith(`/${v}/excerpts/`));
    if (readers.isPicture) readers.table = new TableReader(log, topic, { mostRows: MOST_PICTURES });
    else tables.push(readers);
  }
  const counts = new Map<string, number | null>();
  for (const { topic, messages } of log.channels) {
    const before = counts.get(topic) ?? 0;
    counts.set(topic, counts.get(topic) === null || messages === null ? null : before + messages);
  }
  const sizes = tables.map(({ channel }) => ({
    rows: counts.get(channel.topic) ?? Number.POSITIVE_INFINITY,
    columns: 1 + channel.fields.length,
  }));
  const mostRows = mostRowsOf(sizes);
  for (const readers of tables) {
    const { topic } = readers.channel;
    readers.table = new TableReader(log, topic, { mostRows, expected: counts.get(topic) ?? null });
  }
  for (const vehicle of names.vehicles) {
    const channel = missionChannelOf(log, vehicle);
    const readers = channel && topics.get(channel.topic);
    if (readers !== undefined) readers.mission = { vehicle, reader: new MissionReader(channel!) };
  }
  return topics;
}

/** Of what could be decoded. */
function spanOf({ t_ns, rowsInLog }: LogTable): Pick<SpanReader, "messages" | "first_ns" | "last_ns"> {
  return { messages: rowsInLog, first_ns: t_ns[0] ?? 0, last_ns: t_ns.at(-1) ?? 0 };
}

/** As many rows of every channel as MOST_NUMBERS allows: what slow channels leave is for the fast ones. */
export function mostRowsOf(sizes: readonly { readonly rows: number; readonly columns: number }[]): number {
  const numbers = (rows: number): number => sizes.reduce((sum, s) => sum + s.columns * Math.min(s.rows, rows), 0);
  let low = FEWEST_ROWS;
  let high = MOST_ROWS;
  if (numbers(high) <= MOST_NUMBERS) return high;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (numbers(middle) <= MOST_NUMBERS) low = middle;
    else high = middle;
  }
  return low;
}

function notesOf({ topic, t_ns, rowsInLog, names }: LogTable, { fields }: ChannelDeclaration): string[] {
  const kept = t_ns.length;
  const notes: string[] = [];
  if (rowsInLog > kept) notes.push(`${topic} has ${rowsInLog} samples, of which ${kept}, evenly spread, are used`);
  if (names.length > fields.length)
    notes.push(`${topic} has ${names.length} columns, of which the first ${MOST_COLUMNS} are drawn`);
  return notes;
}

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

function eventsOf(topics: readonly TopicReaders[], zero_ns: number): EventData[] {
  const lists = topics.flatMap(({ texts }) => (texts === undefined ? [] : [texts.texts]));
  const events = lists.flat().map(({ t_ns, ...event }): EventData => ({ t_s: (t_ns - zero_ns) / 1e9, ...event }));
  return lists.length > 1 ? events.sort((a, b) => a.t_s - b.t_s) : events;
}

function seriesOf({ t_ns, names, columns }: LogTable, zero_ns: number): Series {
  const t_s = new Float64Array(t_ns.length);
  for (let i = 0; i < t_s.length; i++) t_s[i] = (t_ns[i]! - zero_ns) / 1e9;
  return { t_s, columns: new Map(names.map((name, i) => [name, columns[i]!])) };
}
