/** Messages one after another, out of an unpacked chunk or out of a stretch of a file without chunks. */
import type { ChannelTable, LogChannel } from "./log-channels.ts";
import type { BlockReader } from "./log-source.ts";
import { MESSAGE_PREFIX, OPCODE, PREFIX, parseChannel, parseSchema, type SchemaRecord } from "./mcap-records.ts";

export interface ScannedMessage {
  /** Null where the description of the channel is not in the log, or lost. */
  readonly channel: LogChannel | null;
  readonly channelId: number;
  /** Log time, exact also in the logs of others, which count from 1970. */
  readonly time_ns: bigint;
  /** Holds until the next message is asked for. */
  readonly data: Uint8Array;
}

const TWO_POW_32 = 4294967296;

/** Schemas and channels on the way. Those of a chunk come before those of the log: its checksum covers them. */
class Definitions {
  readonly #table: ChannelTable;
  readonly #schemas = new Map<number, SchemaRecord>();
  readonly #channels = new Map<number, LogChannel>();

  constructor(table: ChannelTable) {
    this.#table = table;
  }

  take(opcode: number, content: Uint8Array): void {
    if (opcode === OPCODE.schema) {
      const schema = parseSchema(content);
      if (schema === null) return;
      this.#schemas.set(schema.id, schema);
      this.#table.addSchema(schema);
    } else if (opcode === OPCODE.channel) {
      const record = parseChannel(content);
      if (record === null) return;
      const schema = this.#schemas.get(record.schemaId) ?? this.#table.schema(record.schemaId);
      this.#channels.set(record.id, this.#table.define(record, schema));
    }
  }

  channel(id: number): LogChannel | null {
    return this.#channels.get(id) ?? this.#table.byId(id) ?? null;
  }
}

function message(content: Uint8Array, definitions: Definitions): ScannedMessage | null {
  if (content.length < MESSAGE_PREFIX) return null;
  const view = new DataView(content.buffer, content.byteOffset, MESSAGE_PREFIX);
  const channelId = view.getUint16(0, true);
  const time_ns = view.getBigUint64(6, true);
  return { channel: definitions.channel(channelId), channelId, time_ns, data: content.subarray(MESSAGE_PREFIX) };
}

/** What an unpacked chunk holds. Definitions go into the table as well. Stops at the first record that does not fit. */
export function* chunkMessages(records: Uint8Array, table: ChannelTable): Generator<ScannedMessage> {
  const definitions = new Definitions(table);
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  for (let at = 0; at + PREFIX <= records.length; ) {
    const start = at + PREFIX;
    const end = start + view.getUint32(at + 1, true) + view.getUint32(at + 5, true) * TWO_POW_32;
    if (end > records.length) return;
    const content = records.subarray(start, end);
    if (records[at] === OPCODE.message) {
      const found = message(content, definitions);
      if (found !== null) yield found;
    } else definitions.take(records[at], content);
    at = end;
  }
}

/** The messages between two offsets of a file without chunks. */
export function* plainMessages(
  reader: BlockReader,
  from: number,
  until: number,
  table: ChannelTable,
): Generator<ScannedMessage> {
  const definitions = new Definitions(table);
  for (let at = from; at < until; ) {
    const prefix = reader.bytes(at, PREFIX);
    if (prefix === null) return;
    const opcode = prefix[0];
    const view = new DataView(prefix.buffer, prefix.byteOffset, PREFIX);
    const length = view.getUint32(1, true) + view.getUint32(5, true) * TWO_POW_32;
    const wanted = opcode === OPCODE.message || opcode === OPCODE.schema || opcode === OPCODE.channel;
    const content = wanted ? reader.bytes(at + PREFIX, length) : null;
    if (wanted && content === null) return;
    if (content !== null && opcode === OPCODE.message) {
      const found = message(content, definitions);
      if (found !== null) yield found;
    } else if (content !== null) definitions.take(opcode, content);
    at += PREFIX + length;
  }
}
