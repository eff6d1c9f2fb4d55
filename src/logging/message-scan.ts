/** Messages one after another, out of an unpacked chunk or out of a stretch of a file without chunks. */
import type { ChannelTable, LogChannel } from "./log-channels.ts";
import type { BlockReader, Reading } from "./log-source.ts";
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

/** Messages that are given at once, out of a file without chunks. */
const BATCH = 256;

/** The messages between two offsets of a file without chunks, some at a time. */
export class PlainMessages {
  readonly #reader: BlockReader;
  readonly #until: number;
  readonly #definitions: Definitions;
  #at: number;

  constructor(reader: BlockReader, from: number, until: number, table: ChannelTable) {
    this.#reader = reader;
    this.#at = from;
    this.#until = until;
    this.#definitions = new Definitions(table);
  }

  /** Null at the end, and at the first record that does not fit. */
  *next(): Reading<readonly ScannedMessage[] | null> {
    const batch: ScannedMessage[] = [];
    while (this.#at < this.#until && batch.length < BATCH) {
      const at = this.#at;
      const prefix = this.#reader.held(at, PREFIX) ?? (yield* this.#reader.bytes(at, PREFIX));
      const length = prefix === null ? 0 : lengthIn(prefix);
      const opcode = prefix?.[0];
      const wanted = opcode === OPCODE.message || opcode === OPCODE.schema || opcode === OPCODE.channel;
      const contentAt = at + PREFIX;
      const content = wanted
        ? (this.#reader.held(contentAt, length) ?? (yield* this.#reader.bytes(contentAt, length)))
        : null;
      if (opcode === undefined || (wanted && content === null)) {
        this.#at = this.#until;
        break;
      }
      if (content !== null && opcode === OPCODE.message) {
        const found = message(content, this.#definitions);
        if (found !== null) batch.push(found);
      } else if (content !== null) this.#definitions.take(opcode, content);
      this.#at = contentAt + length;
    }
    return batch.length === 0 ? null : batch;
  }
}

function lengthIn(prefix: Uint8Array): number {
  const view = new DataView(prefix.buffer, prefix.byteOffset, PREFIX);
  return view.getUint32(1, true) + view.getUint32(5, true) * TWO_POW_32;
}
