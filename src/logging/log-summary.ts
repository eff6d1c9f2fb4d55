/**
 * The end of a log: footer and summary, which say where everything is. A log that was not closed has neither, and a summary
 * whose checksum does not hold is as good as none; the records are then walked instead.
 */
import { crc32Final, crc32Init, crc32Update } from "@foxglove/crc";
import type { Epoch } from "./log-epoch.ts";
import type { BlockReader, Reading } from "./log-source.ts";
import {
  type ChannelRecord,
  type ChunkIndex,
  FOOTER_BYTES,
  type Footer,
  MAGIC,
  OPCODE,
  PREFIX,
  parseChannel,
  parseChunkIndex,
  parseFooter,
  parsePlace,
  parseSchema,
  parseStatistics,
  RecordCursor,
  type SchemaRecord,
  type Statistics,
} from "./mcap-records.ts";

/** From the footer to the end of the file. */
const TAIL = PREFIX + FOOTER_BYTES + MAGIC.length;
const PIECE = 1024 * 1024;

export interface Summary {
  readonly start: number;
  readonly schemas: readonly SchemaRecord[];
  readonly channels: readonly ChannelRecord[];
  readonly chunks: readonly ChunkIndex[];
  readonly attachments: readonly { readonly offset: number; readonly length: number }[];
  readonly metadata: readonly { readonly offset: number; readonly length: number }[];
  readonly statistics: Statistics;
}

export function isMagic(bytes: Uint8Array | null): boolean {
  return bytes !== null && bytes.length === MAGIC.length && MAGIC.every((byte, i) => bytes[i] === byte);
}

/** CRC-32 of a stretch of the file, in pieces; null where it cannot be read. */
export function* crcOfStretch(reader: BlockReader, from: number, until: number): Reading<number | null> {
  let crc = crc32Init();
  for (let at = from; at < until; at += PIECE) {
    const bytes = yield* reader.bytes(at, Math.min(PIECE, until - at));
    if (bytes === null) return null;
    crc = crc32Update(crc, bytes);
  }
  return crc32Final(crc);
}

/** The footer of a log that ends as it should, its checksum included; else null. */
export function* readFooter(reader: BlockReader): Reading<Footer | null> {
  const at = reader.size - TAIL;
  const tail = at < MAGIC.length ? null : yield* reader.bytes(at, TAIL);
  if (tail === null || !isMagic(tail.subarray(TAIL - MAGIC.length))) return null;
  const c = new RecordCursor(tail);
  if (c.u8() !== OPCODE.footer || c.u64() !== FOOTER_BYTES) return null;
  const footer = parseFooter(tail.subarray(PREFIX, PREFIX + FOOTER_BYTES));
  if (footer === null || footer.summaryStart === 0) return footer;
  if (footer.summaryStart < MAGIC.length || footer.summaryStart > at) return null;
  // The checksum covers the summary and the footer up to the checksum itself; 0 stands for none.
  if (footer.summaryCrc === 0) return footer;
  const crc = yield* crcOfStretch(reader, footer.summaryStart, reader.size - MAGIC.length - 4);
  return crc === footer.summaryCrc ? footer : null;
}

/** The summary that a footer points at; null where there is none, or where it is too poor to find everything by. */
export function* readSummary(reader: BlockReader, footer: Footer, epoch: Epoch): Reading<Summary | null> {
  if (footer.summaryStart === 0) return null;
  const schemas: (SchemaRecord | null)[] = [];
  const channels: (ChannelRecord | null)[] = [];
  const chunks: (ChunkIndex | null)[] = [];
  const attachments: ReturnType<typeof parsePlace>[] = [];
  const metadata: ReturnType<typeof parsePlace>[] = [];
  let statistics: Statistics | null = null;

  const end = reader.size - TAIL;
  for (let at = footer.summaryStart; at < end; ) {
    const prefix = yield* reader.bytes(at, PREFIX);
    if (prefix === null) return null;
    const c = new RecordCursor(prefix);
    const opcode = c.u8();
    const length = c.u64();
    const content = length <= end - at - PREFIX ? yield* reader.bytes(at + PREFIX, length) : null;
    if (content === null) return null;
    if (opcode === OPCODE.schema) schemas.push(parseSchema(content));
    else if (opcode === OPCODE.channel) channels.push(parseChannel(content));
    else if (opcode === OPCODE.chunkIndex) chunks.push(parseChunkIndex(content, epoch));
    else if (opcode === OPCODE.attachmentIndex) attachments.push(parsePlace(content));
    else if (opcode === OPCODE.metadataIndex) metadata.push(parsePlace(content));
    else if (opcode === OPCODE.statistics) statistics = parseStatistics(content, epoch);
    at += PREFIX + length;
  }

  if (statistics === null) return null;
  const summary = {
    start: footer.summaryStart,
    schemas: sound(schemas),
    channels: sound(channels),
    chunks: sound(chunks).sort((a, b) => a.offset - b.offset),
    attachments: sound(attachments),
    metadata: sound(metadata),
    statistics,
  };
  return isRich(summary) ? summary : null;
}

function sound<T>(list: readonly (T | null)[]): T[] {
  return list.filter((item) => item !== null);
}

/** True where the summary lists all that its statistics count, in chunks and inside the data. */
function isRich({ start, channels, chunks, attachments, metadata, statistics }: Summary): boolean {
  const counts =
    statistics.channels === channels.length &&
    statistics.chunks === chunks.length &&
    statistics.attachments === attachments.length &&
    statistics.metadata === metadata.length;
  const inside = [...chunks, ...attachments, ...metadata].every(
    ({ offset, length }) => offset >= MAGIC.length && length >= PREFIX && offset + length <= start,
  );
  // Messages outside chunks have no index.
  return counts && inside && (chunks.length > 0 || statistics.messages === 0);
}
