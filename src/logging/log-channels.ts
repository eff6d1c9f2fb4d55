/** The channels of a log that is read, and how the bytes of their messages become values. */

import { crc32 } from "@foxglove/crc";
import { fromUtf8 } from "../core/index.ts";
import { schemaFromDescriptorSet } from "./descriptor.ts";
import type { Epoch } from "./log-epoch.ts";
import { type ChannelRecord, parseChannel, parseSchema, type SchemaRecord } from "./mcap-records.ts";
import { leavesOf, type MessageLeaf } from "./message-leaves.ts";
import type { MessageSchema, ProtoMessage } from "./protobuf.ts";
import { MessageDecoder } from "./protobuf-decode.ts";

export class LogChannel {
  readonly topic: string;
  readonly schemaName: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** "protobuf", "json" or whatever the log of another program says. */
  readonly encoding: string;
  /** Why messages of this channel cannot be decoded, null where they can. */
  readonly unreadable: string | null;
  /** What the messages consist of; null for JSON, and where the schema is not understood. */
  readonly schema: MessageSchema | null;
  /** Number of messages, null where the log does not say. */
  messages: number | null = null;
  readonly #decoder: MessageDecoder | null;
  readonly #table: ChannelTable;
  #fields: readonly MessageLeaf[] | null = null;

  constructor(record: ChannelRecord, schema: SchemaRecord | null, table: ChannelTable) {
    this.#table = table;
    this.topic = record.topic;
    this.schemaName = schema?.name ?? "";
    this.metadata = Object.fromEntries(record.metadata);
    this.encoding = record.messageEncoding;
    const described = record.messageEncoding === "protobuf" && schema?.encoding === "protobuf";
    this.schema = described ? schemaFromDescriptorSet(schema.data, schema.name) : null;
    this.#decoder = this.schema === null ? null : new MessageDecoder(this.schema);
    if (this.schema !== null || this.encoding === "json") this.unreadable = null;
    else if (described) this.unreadable = `the description of schema ${this.schemaName} cannot be understood`;
    else this.unreadable = `messages of schema ${this.schemaName} are encoded as ${this.encoding}, which is not read`;
  }

  /** Values at the ends of the message's branches; none for JSON, which has no schema that binds. */
  get fields(): readonly MessageLeaf[] {
    this.#fields ??= this.schema === null ? [] : leavesOf(this.schema, this.#table.timeField);
    return this.#fields;
  }

  /** The values of a message, null where its bytes are damaged or cannot be understood. */
  decode(bytes: Uint8Array): ProtoMessage | null {
    if (this.#decoder !== null) return this.#decoder.decode(bytes);
    return this.encoding === "json" ? parseJson(bytes) : null;
  }
}

function parseJson(bytes: Uint8Array): ProtoMessage | null {
  try {
    const value = JSON.parse(fromUtf8(bytes));
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : { value };
  } catch {
    return null; // not JSON: the caller counts it as lost
  }
}

export interface ChannelIn {
  readonly id: number;
  readonly channel: LogChannel;
}

/** Schemas and channels begin with their id. */
function idIn(content: Uint8Array): number {
  return content.length < 2 ? -1 : content[0] | (content[1] << 8);
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Channels by their definition, so that the copies of it in many chunks are one channel. */
export class ChannelTable {
  /** The field that repeats the log time in every message, and that rows leave out; set before fields are asked for. */
  timeField: string | null = null;
  /** Where the times of the log count from. */
  readonly epoch: Epoch;
  readonly list: LogChannel[] = [];
  readonly #byDefinition = new Map<string, LogChannel>();
  readonly #byId = new Map<number, LogChannel>();
  readonly #schemas = new Map<number, SchemaRecord>();
  /** The last record of each id as bytes, with what was found in it: chunks repeat the same ones over and over. */
  readonly #schemaBytes = new Map<number, { readonly content: Uint8Array; readonly schema: SchemaRecord }>();
  readonly #channelBytes = new Map<
    number,
    { readonly content: Uint8Array; readonly schema: SchemaRecord | undefined; readonly channel: LogChannel }
  >();

  constructor(epoch: Epoch) {
    this.epoch = epoch;
  }

  /** By topic. */
  sorted(): LogChannel[] {
    return [...this.list].sort((a, b) => (a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : 0));
  }

  /** The first definition of an id stands for the whole log; chunks that bring their own use their own. */
  addSchema(schema: SchemaRecord): void {
    if (!this.#schemas.has(schema.id)) this.#schemas.set(schema.id, schema);
  }

  /** The schema of a record, which becomes known; null where the bytes are not one. */
  schemaIn(content: Uint8Array): SchemaRecord | null {
    const known = this.#schemaBytes.get(idIn(content));
    if (known !== undefined && areEqual(known.content, content)) return known.schema;
    const schema = parseSchema(content);
    if (schema === null) return null;
    this.addSchema(schema);
    this.#schemaBytes.set(schema.id, { content: content.slice(), schema });
    return schema;
  }

  /** The channel of a record; schemas that stand beside it count before those of the log. Null where the bytes are not one. */
  channelIn(content: Uint8Array, beside: ReadonlyMap<number, SchemaRecord>): ChannelIn | null {
    const known = this.#channelBytes.get(idIn(content));
    const schemaOf = (id: number): SchemaRecord | undefined => beside.get(id) ?? this.schema(id);
    if (known !== undefined && areEqual(known.content, content)) {
      const { channel, schema } = known;
      if (schema === undefined || schemaOf(schema.id) === schema) return { id: idIn(content), channel };
    }
    const record = parseChannel(content);
    if (record === null) return null;
    const schema = schemaOf(record.schemaId);
    const channel = this.define(record, schema);
    this.#channelBytes.set(record.id, { content: content.slice(), schema, channel });
    return { id: record.id, channel };
  }

  schema(id: number): SchemaRecord | undefined {
    return this.#schemas.get(id);
  }

  byId(id: number): LogChannel | undefined {
    return this.#byId.get(id);
  }

  define(record: ChannelRecord, schema: SchemaRecord | undefined): LogChannel {
    const described = schema === undefined ? "" : `${schema.name} ${schema.encoding} ${crc32(schema.data)}`;
    const key = `${record.id} ${record.messageEncoding} ${described} ${record.topic}`;
    let channel = this.#byDefinition.get(key);
    if (channel === undefined) {
      channel = new LogChannel(record, schema ?? null, this);
      this.#byDefinition.set(key, channel);
      this.list.push(channel);
      if (!this.#byId.has(record.id)) this.#byId.set(record.id, channel);
    }
    return channel;
  }
}
