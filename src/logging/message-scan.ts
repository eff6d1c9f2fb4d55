/** Messages one after another, out of an unpacked chunk or out of a stretch of a file without chunks. */
import type { ChannelTable, LogChannel } from "./log-channels.ts";
import { type Epoch, instantOf } from "./log-epoch.ts";
import type { BlockReader, Reading } from "./log-source.ts";
import { MESSAGE_PREFIX, OPCODE, PREFIX, type SchemaRecord } from "./mcap-records.ts";

const TWO_POW_32 = 4294967296;
/** Offsets of the channel's id and of the log time in a message record. */
const ID_AT = 0;
const TIME_AT = 6;

/** A message where it lies. A log has millions: views and exact times are made only for who asks. */
export class ScannedMessage {
  /** Null where the description of the channel is not in the log, or lost. */
  readonly channel: LogChannel | null;
  readonly channelId: number;
  /** Log time since the epoch of the log, rounded above 2⁵³. */
  readonly t_ns: number;
  /** The message is bytes[from .. end); they hold until the next batch is asked for. */
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly end: number;

  /** A message record whose content begins at `at`. */
  constructor(bytes: Uint8Array, view: DataView, at: number, end: number, definitions: Definitions) {
    this.bytes = bytes;
    this.from = at + MESSAGE_PREFIX;
    this.end = end;
    this.channelId = view.getUint16(at + ID_AT, true);
    const low = view.getUint32(at + TIME_AT, true);
    this.t_ns = instantOf(low, view.getUint32(at + TIME_AT + 4, true), definitions.epoch);
    this.channel = definitions.channel(this.channelId);
  }

  /** The same, exact also in the logs of others, which count from 1970. */
  get time_ns(): bigint {
    if (Number.isSafeInteger(this.t_ns)) return BigInt(this.t_ns);
    const { buffer, byteOffset } = this.bytes;
    const at = byteOffset + this.from - MESSAGE_PREFIX + TIME_AT;
    return new DataView(buffer, at, 8).getBigUint64(0, true);
  }

  get data(): Uint8Array {
    return this.bytes.subarray(this.from, this.end);
  }
}

/** Schemas and channels on the way. Those of a chunk come before those of the log: its checksum covers them. */
class Definitions {
  readonly #table: ChannelTable;
  readonly #schemas = new Map<number, SchemaRecord>();
  readonly #channels = new Map<number, LogChannel>();
  readonly epoch: Epoch;

  constructor(table: ChannelTable) {
    this.#table = table;
    this.epoch = table.epoch;
  }

  take(opcode: number, content: Uint8Array): void {
    if (opcode === OPCODE.schema) {
      const schema = this.#table.schemaIn(content);
      if (schema !== null) this.#schemas.set(schema.id, schema);
    } else if (opcode === OPCODE.channel) {
      const found = this.#table.channelIn(content, this.#schemas);
      if (found !== null) this.#channels.set(found.id, found.channel);
    }
  }

  channel(id: number): LogChannel | null {
    return this.#channels.get(id) ?? this.#table.byId(id) ?? null;
  }
}

/** What an unpacked chunk holds. Definitions go into the table as well. Stops at the first record that does not fit. */
export function chunkMessages(records: Uint8Array, table: ChannelTable): ScannedMessage[] {
  const definitions = new Definitions(table);
  const messages: ScannedMessage[] = [];
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  for (let at = 0; at + PREFIX <= records.length; ) {
    const start = at + PREFIX;
    const end = start + view.getUint32(at + 1, true) + view.getUint32(at + 5, true) * TWO_POW_32;
    if (end > records.length) break;
    if (records[at] !== OPCODE.message) definitions.take(records[at], records.subarray(start, end));
    else if (end - start >= MESSAGE_PREFIX) messages.push(new ScannedMessage(records, view, start, end, definitions));
    at = end;
  }
  return messages;
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
        const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
        if (content.length >= MESSAGE_PREFIX)
          batch.push(new ScannedMessage(content, view, 0, content.length, this.#definitions));
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
