/**
 * Logs through other people's eyes: read by McapIndexedReader of @mcap/core, unpacked by @foxglove/wasm-zstd, decoded by
 * protobufjs from the descriptors that the file carries. Nothing of the project is used here.
 */
import { readFileSync } from "node:fs";
import * as zstd from "@foxglove/wasm-zstd";
import { type IWritable, McapIndexedReader, type McapTypes, McapWriter } from "@mcap/core";
import protobuf from "protobufjs";
import "protobufjs/ext/descriptor.js";

await zstd.isLoaded;

export interface PublicMessage {
  readonly time_ns: bigint;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface PublicChannel {
  readonly schemaName: string;
  readonly schemaEncoding: string;
  readonly type: protobuf.Type;
  readonly messages: PublicMessage[];
}

export function publicReader(file: string): Promise<McapIndexedReader> {
  const bytes = readFileSync(file);
  return McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, length) => bytes.subarray(Number(offset), Number(offset + length)),
    },
    decompressHandlers: { zstd: (packed, size) => zstd.decompress(packed, Number(size)) },
  });
}

/** All channels by topic, with their messages in order of log time. */
export async function publicChannels(file: string): Promise<Map<string, PublicChannel>> {
  const reader = await publicReader(file);
  const withDescriptor = protobuf.Root as unknown as { fromDescriptor(bytes: Uint8Array): protobuf.Root };
  const channels = new Map<string, PublicChannel>();
  const byId = new Map<number, PublicChannel>();
  for (const { id, topic, schemaId } of reader.channelsById.values()) {
    const { name, encoding, data } = reader.schemasById.get(schemaId)!;
    const type = withDescriptor.fromDescriptor(data).lookupType(name);
    const channel = { schemaName: name, schemaEncoding: encoding, type, messages: [] };
    channels.set(topic, channel);
    byId.set(id, channel);
  }
  for await (const { channelId, logTime, data } of reader.readMessages({ validateCrcs: true })) {
    const { type, messages } = byId.get(channelId)!;
    // Not toJSON, which would turn what is not finite into text.
    const values = type.toObject(type.decode(data), { defaults: true, enums: String, longs: String });
    messages.push({ time_ns: logTime, values });
  }
  return channels;
}

/** { pose: { position: { x: 1 } } } → "pose.position.x" → 1; the timestamp, which repeats the log time, apart. */
export function leavesOf(values: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const add = (name: string, value: unknown): void => {
    if (typeof value !== "object" || value === null) leaves.set(name, value);
    else for (const [key, inner] of Object.entries(value)) add(`${name}.${key}`, inner);
  };
  for (const [name, value] of Object.entries(values)) if (name !== "timestamp") add(name, value);
  return leaves;
}

/** What to change on the way into a copy. */
export interface Changes {
  attachment?(attachment: McapTypes.Attachment): McapTypes.Attachment;
  metadata?(metadata: McapTypes.Metadata): McapTypes.Metadata;
}

/** A log written anew by the public writer: the same contents in other chunks, but for the changes. */
export async function rewritten(file: string, changes: Changes = {}): Promise<Uint8Array> {
  const reader = await publicReader(file);
  const pieces: Uint8Array[] = [];
  let position = 0n;
  const writable: IWritable = {
    position: () => position,
    async write(bytes) {
      pieces.push(bytes.slice());
      position += BigInt(bytes.length);
    },
  };
  const writer = new McapWriter({
    writable,
    compressChunk: (data) => ({ compression: "zstd", compressedData: zstd.compress(data) }),
  });
  await writer.start(reader.header);
  for await (const metadata of reader.readMetadata())
    await writer.addMetadata(changes.metadata?.(metadata) ?? metadata);
  for await (const attachment of reader.readAttachments())
    await writer.addAttachment(changes.attachment?.(attachment) ?? attachment);
  const ids = new Map<number, number>();
  for (const { id, schemaId, ...channel } of reader.channelsById.values()) {
    const { id: _, ...schema } = reader.schemasById.get(schemaId)!;
    ids.set(id, await writer.registerChannel({ ...channel, schemaId: await writer.registerSchema(schema) }));
  }
  for await (const message of reader.readMessages())
    await writer.addMessage({ ...message, channelId: ids.get(message.channelId)! });
  await writer.end();
  return Buffer.concat(pieces);
}
