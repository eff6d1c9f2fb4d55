/**
 * Walks the records of a log from its beginning, and goes on behind damage.
 *
 * Every record is checked for its shape: the lengths inside it must agree with the length in front of it, or, where a
 * writer put bytes of its own behind the known ones, something that looks like a record must follow. Where that fails:
 *
 *   1. a chunk may lie right here whose opcode or outer length alone is damaged; its checksum proves it;
 *   2. else the next place is searched at which a chunk, an attachment, a metadata record or the end of the data fits
 *      exactly: two lengths of 32 or 64 bits agree there, which happens by chance once in some 10⁹ bytes.
 *
 * What lies between is one gap. Messages are never guessed: only a chunk whose checksum holds counts (chunk-reader.ts).
 * Left out: messages outside chunks behind damage, since nothing proves them.
 */
import { NO_EPOCH } from "./log-epoch.ts";
import type { BlockReader, Reading } from "./log-source.ts";
import {
  FOOTER_BYTES,
  MESSAGE_PREFIX,
  OPCODE,
  PREFIX,
  parseAttachmentHeader,
  parseChunkHeader,
  RecordCursor,
} from "./mcap-records.ts";

export interface RecordPlace {
  readonly opcode: number;
  /** Of the record, and of its content. */
  readonly at: number;
  readonly contentAt: number;
  readonly length: number;
}

export interface Gap {
  readonly opcode: null;
  readonly at: number;
  readonly end: number;
  /** True where the file ends inside a record that is sound as far as it goes. */
  readonly cutOff: boolean;
  readonly reason: string;
}

type Shape = "exact" | "loose" | "damaged";

/** Names of schemas, topics and files together; a record with longer ones is taken for damaged. */
const LONGEST_HEAD = 64 * 1024;
const LARGEST_KNOWN = OPCODE.dataEnd;
/** Opcodes from here on are for private records of any program, which are passed over. */
const FIRST_PRIVATE = 0x80;
/** A record that fits exactly as one of these is one, whatever its damaged opcode says. */
const MISTAKEN = [OPCODE.chunk, OPCODE.attachment, OPCODE.metadata];

/** How well the beginning of a content fits the length of the whole. */
export function recordShape(opcode: number, head: Uint8Array, length: number): Shape {
  const needed = neededLength(opcode, head);
  if (needed === null || needed > length) return "damaged";
  if (needed === length) return "exact";
  const strict = opcode === OPCODE.chunk || opcode === OPCODE.footer || opcode === OPCODE.dataEnd;
  return strict ? "damaged" : "loose";
}

/** The bytes that the lengths inside a record announce, null where they cannot be read. */
function neededLength(opcode: number, head: Uint8Array): number | null {
  const c = new RecordCursor(head);
  const strings = (count: number): number => {
    for (let i = 0; i < count; i++) c.sized(c.u32());
    return c.at;
  };
  /** A length in the head and that many bytes, which need not be in the head. */
  const announced = (): number => c.u32() + c.at;
  let needed: number;
  switch (opcode) {
    case OPCODE.header:
      needed = strings(2);
      break;
    case OPCODE.footer:
      return FOOTER_BYTES;
    case OPCODE.dataEnd:
      return 4;
    case OPCODE.schema:
      c.u16();
      strings(2);
      needed = announced();
      break;
    case OPCODE.channel:
      c.u32();
      strings(2);
      needed = announced();
      break;
    case OPCODE.metadata:
      strings(1);
      needed = announced();
      break;
    case OPCODE.messageIndex:
      c.u16();
      needed = announced();
      break;
    case OPCODE.chunk: {
      const chunk = parseChunkHeader(head, NO_EPOCH);
      return chunk === null ? null : chunk.recordsAt + chunk.recordsLength;
    }
    case OPCODE.attachment: {
      const attachment = parseAttachmentHeader(head, NO_EPOCH);
      return attachment === null ? null : attachment.dataAt + attachment.dataLength + 4;
    }
    case OPCODE.message:
      return MESSAGE_PREFIX;
    default:
      // Indexes and statistics belong behind the data, where the walk does not go.
      return opcode < FIRST_PRIVATE ? null : 0;
  }
  return c.failed ? null : needed;
}

export class RecordWalk {
  readonly #reader: BlockReader;
  readonly #end: number;
  readonly #chunkEnd: (at: number) => Reading<number | null>;
  #at: number;

  /** `chunkEnd` says where the chunk at an offset ends, whatever its opcode and outer length, if its checksum holds. */
  constructor(reader: BlockReader, from: number, end: number, chunkEnd: (at: number) => Reading<number | null>) {
    this.#reader = reader;
    this.#at = from;
    this.#end = end;
    this.#chunkEnd = chunkEnd;
  }

  /** The next record or gap, up to the end of the data, which is included, or of the file; then null. */
  *next(): Reading<RecordPlace | Gap | null> {
    const at = this.#at;
    if (at >= this.#end) return null;
    this.#reader.trouble = null;
    const place = yield* this.#sound(at);
    if (place !== null) {
      const isLast = place.opcode === OPCODE.dataEnd || place.opcode === OPCODE.footer;
      this.#at = isLast ? this.#end : place.contentAt + place.length;
      return place;
    }
    const chunkEnd = yield* this.#chunkEnd(at);
    if (chunkEnd !== null) {
      this.#at = chunkEnd;
      return { opcode: OPCODE.chunk, at, contentAt: at + PREFIX, length: chunkEnd - at - PREFIX };
    }
    const next = yield* this.#search(at + 1);
    const cutOff = next === this.#end && (yield* this.#isCutOff(at));
    this.#at = next;
    return { opcode: null, at, end: next, cutOff, reason: this.#reason(cutOff) };
  }

  /** The record at an offset, null where it is damaged. */
  *#sound(at: number): Reading<RecordPlace | null> {
    const place = yield* this.#prefix(at);
    if (place === null) return null;
    const shape = yield* this.#shape(place);
    if (shape === "exact") return place;
    if (shape === "damaged") return null;
    for (const opcode of MISTAKEN)
      if ((yield* this.#shape({ ...place, opcode })) === "exact") return { ...place, opcode };
    return (yield* this.#looksLikeRecord(place.contentAt + place.length)) ? place : null;
  }

  *#prefix(at: number): Reading<RecordPlace | null> {
    const bytes = at + PREFIX <= this.#end ? yield* this.#reader.bytes(at, PREFIX) : null;
    if (bytes === null) return null;
    const c = new RecordCursor(bytes);
    const place = { opcode: c.u8(), at, contentAt: at + PREFIX, length: c.u64() };
    return place.length <= this.#end - place.contentAt ? place : null;
  }

  *#shape(place: RecordPlace): Reading<Shape> {
    const head = yield* this.#reader.bytes(place.contentAt, Math.min(place.length, LONGEST_HEAD));
    return head === null ? "damaged" : recordShape(place.opcode, head, place.length);
  }

  /** True at the end of the file, and where a known opcode stands in front of a length that fits. */
  *#looksLikeRecord(at: number): Reading<boolean> {
    if (at === this.#end) return true;
    const place = yield* this.#prefix(at);
    return place !== null && place.opcode > 0 && place.opcode <= LARGEST_KNOWN;
  }

  /** The next place that a damaged log can be read on from, or the end. */
  *#search(from: number): Reading<number> {
    const step = LONGEST_HEAD;
    for (let start = from; start < this.#end; start += step) {
      const block = yield* this.#reader.atMost(start, Math.min(step + PREFIX - 1, this.#end - start));
      if (block === null) continue;
      // Candidates are gathered first: looking at one moves the reader's block.
      for (const i of candidates(block, step, this.#end - start)) {
        const place = yield* this.#prefix(start + i);
        if (place !== null && (yield* this.#shape(place)) === "exact") return place.at;
      }
    }
    return this.#end;
  }

  #reason(cutOff: boolean): string {
    if (this.#reader.trouble !== null) return `the file cannot be read here: ${this.#reader.trouble}`;
    return cutOff ? "the file ends in the middle of a record" : "the bytes are damaged: no record can be recognised";
  }

  /** True where a record begins that would be sound if the file went on. */
  *#isCutOff(at: number): Reading<boolean> {
    const bytes = yield* this.#reader.atMost(at, PREFIX);
    if (bytes === null || bytes.length < PREFIX) return true;
    const c = new RecordCursor(bytes);
    const opcode = c.u8();
    const length = c.u64();
    if (opcode === 0 || opcode > LARGEST_KNOWN || length <= this.#end - at - PREFIX) return false;
    const head = yield* this.#reader.atMost(at + PREFIX, LONGEST_HEAD);
    if (head === null || head.length < 64) return true;
    return recordShape(opcode, head, length) === "exact";
  }
}

/** Offsets below `count` at which a record may begin that a damaged log can be read on from. */
function candidates(block: Uint8Array, count: number, left: number): number[] {
  const out: number[] = [];
  const last = Math.min(count, block.length - PREFIX + 1);
  for (let i = 0; i < last; i++) {
    const opcode = block[i];
    const searched =
      opcode === OPCODE.chunk ||
      opcode === OPCODE.attachment ||
      opcode === OPCODE.metadata ||
      opcode === OPCODE.dataEnd ||
      opcode === OPCODE.footer;
    // No file is longer than 2⁴⁸ bytes, so the upper two bytes of a length are zero.
    if (!searched || block[i + 8] !== 0 || block[i + 7] !== 0) continue;
    const low = block[i + 1] + block[i + 2] * 256 + block[i + 3] * 65536 + block[i + 4] * 16777216;
    const high = block[i + 5] + block[i + 6] * 256;
    if (low + high * 4294967296 <= left - i - PREFIX) out.push(i);
  }
  return out;
}
