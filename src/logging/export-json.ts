/**
 * Channels as one JSON document, written as a stream:
 *
 *   { "log": { library, format, complete, startDate, start_ns, end_ns, metadata, attachments: [{ name, mediaType, bytes }] },
 *     "channels": [ { "topic", "schema", "names", "messages": [ { "t_ns": …, "depth_m": … } ] } ],
 *     "losses": [ { from_ns, until_ns, bytes, reason } ] }
 *
 * Messages keep their shape: messages inside messages are objects, lists are arrays. Numbers have the shortest form that
 * reads back as the same double. JSON has no numbers that are not finite; as in protobuf's own JSON form they are the
 * strings "NaN", "Infinity" and "-Infinity". Integers beyond 2⁵³ are strings of digits too, raw bytes are base64, enums are
 * written by name. Times count from the beginning of the run; startDate, where the log has one, says when that was, and each message
 * gets its date on demand. A number for one of several sorts has its word beside it: "sort": 2, "sort_word": "received". `timestamp` of our own messages is left out: it is t_ns.
 */
import { dateOfSeconds } from "../core/index.ts";
import { dateIn, type ExportLook, inPieces, nameOf, shortest, wordColumns, wordOf } from "./export-rows.ts";
import type { LogChannel } from "./log-channels.ts";
import { type Log, Undecoded } from "./log-reader.ts";
import { leavesOfValue } from "./message-leaves.ts";
import type { FieldSchema, MessageSchema, ProtoMessage, ProtoValue } from "./protobuf.ts";
import { START_DATE } from "./run-record.ts";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** RFC 4648; Node and browsers have no common function for it. */
export function base64(bytes: Uint8Array): string {
  let out = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const triple = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out += DIGITS[triple >> 18] + DIGITS[(triple >> 12) & 63];
    out += (left > 1 ? DIGITS[(triple >> 6) & 63] : "=") + (left > 2 ? DIGITS[triple & 63] : "=");
  }
  return out;
}

/** A value as JSON. The type is known for protobuf, and null for what came as JSON. */
function json(value: ProtoValue | undefined, type: FieldSchema["type"] | null): string {
  if (value === null || value === undefined) return "null";
  switch (typeof value) {
    case "number": {
      if (type !== null && typeof type !== "string" && type.kind === "enum")
        return JSON.stringify(nameOf(type.values, value));
      return Number.isFinite(value) ? shortest(value) : `"${value}"`;
    }
    case "bigint":
      return `"${value}"`;
    case "string":
    case "boolean":
      return JSON.stringify(value);
  }
  if (value instanceof Uint8Array) return `"${base64(value)}"`;
  if (Array.isArray(value)) return `[${value.map((item) => json(item, type)).join(",")}]`;
  const schema = type !== null && typeof type !== "string" && type.kind === "message" ? type : null;
  return `{${fields(value as ProtoMessage, schema, null).join(",")}}`;
}

function fields(message: ProtoMessage, schema: MessageSchema | null, skip: string | null): string[] {
  const types = new Map(schema?.fields.map(({ name, type }) => [name, type]));
  return Object.entries(message)
    .filter(([name]) => name !== skip)
    .map(([name, value]) => `${JSON.stringify(name)}:${json(value, types.get(name) ?? null)}`);
}

function header(log: Log): string {
  const { library, format, complete, start_ns, end_ns, epoch_s } = log;
  const dated = epoch_s === null ? {} : { [START_DATE]: dateOfSeconds(epoch_s) };
  const attachments = log.attachments.map(({ name, mediaType, size }) => ({ name, mediaType, bytes: size }));
  const metadata = Object.fromEntries(log.metadata);
  return JSON.stringify({ library, format, complete, ...dated, start_ns, end_ns, metadata, attachments });
}

/** The messages of the channels of one topic that share a schema. */
function* channel(
  log: Log,
  topic: string,
  among: readonly LogChannel[],
  { dates = false }: ExportLook,
): Generator<string> {
  const [first] = among;
  const names = new Set(first.fields.map(({ name }) => name));
  if (first.schema === null)
    for (const { values } of log.messages({ topics: [topic] }))
      for (const name of leavesOfValue(values).keys()) names.add(name);
  const worded = wordColumns(log, topic, [...names]);
  for (const { name } of worded) names.add(name);
  const head = [
    `"topic":${JSON.stringify(topic)}`,
    `"schema":${JSON.stringify(first.schemaName)}`,
    `"names":${JSON.stringify([...names])}`,
  ];
  yield `{${head.join(",")},"messages":[`;
  const undecoded = new Undecoded();
  let separator = "\n";
  for (const message of log.rawMessages({ topics: [topic] })) {
    if (!among.includes(message.channel)) continue;
    const values = message.channel.decode(message.data);
    if (values === null) {
      undecoded.add(message.channel, message.data);
      continue;
    }
    // A field that another program has called t_ns would appear twice.
    const own = Object.hasOwn(values, "t_ns") ? "logTime_ns" : "t_ns";
    const times = [`"${own}":${message.time_ns}`];
    if (dates)
      times.push(`"${Object.hasOwn(values, "date") ? "logDate" : "date"}":"${dateIn(log.epoch_s, message.time_ns)}"`);
    const words = worded.map(({ of, name, words }) => {
      return `${JSON.stringify(name)}:${JSON.stringify(wordOf(words, values[of]))}`;
    });
    yield `${separator}{${[...times, ...fields(values, first.schema, log.timeField), ...words].join(",")}}`;
    separator = ",\n";
  }
  log.lose(undecoded);
  yield "]}";
}

function* parts(log: Log, topics: readonly string[], look: ExportLook): Generator<string> {
  yield `{"log":${header(log)},\n"channels":[`;
  let separator = "\n";
  for (const topic of topics) {
    const here = log.channels.filter((each) => each.topic === topic && each.unreadable === null);
    const kinds = new Set(here.map(({ schemaName, encoding }) => `${encoding} ${schemaName}`));
    for (const kind of kinds) {
      yield separator;
      yield* channel(
        log,
        topic,
        here.filter(({ schemaName, encoding }) => `${encoding} ${schemaName}` === kind),
        look,
      );
      separator = ",\n";
    }
  }
  yield `],\n"losses":${JSON.stringify(log.losses)}}\n`;
}

/** The text of a JSON file, in pieces. */
export function exportJson(log: Log, topics: readonly string[], look: ExportLook = {}): Iterable<string> {
  return inPieces(parts(log, topics, look));
}
