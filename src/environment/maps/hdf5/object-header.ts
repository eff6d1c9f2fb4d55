/**
 * The header of an object, a group or a dataset: a list of messages, in one block or continued in others.
 *
 *   version 1   version, number of messages, references, size; messages of type (2), size (2), flags (1), three bytes, data
 *   version 2   "OHDR", version, flags, times, limits, size; messages of type (1), size (2), flags (1), order, data; checksum
 *   continued   the bare messages in version 1; "OCHK", messages, checksum in version 2
 *
 * A message may be shared: then it says whose header holds it. Messages shared in a heap of the file are left out, with a message of ours.
 * Source: [HDF5, IV.A]. Tests: hdf5.test.ts.
 */
import { Cursor, type Hdf5Source, type Region } from "./hdf5-source.ts";

export const MESSAGE = {
  dataspace: 0x01,
  linkInfo: 0x02,
  datatype: 0x03,
  oldFillValue: 0x04,
  fillValue: 0x05,
  link: 0x06,
  externalFiles: 0x07,
  layout: 0x08,
  filters: 0x0b,
  attribute: 0x0c,
  continuation: 0x10,
  symbolTable: 0x11,
  attributeInfo: 0x15,
} as const;

const WHAT = "an object header";
const SHARED = 2;
/** Shared in the heap of shared messages. */
const IN_HEAP = 1;

export interface Message extends Region {
  readonly type: number;
  readonly isShared: boolean;
}

export function readMessages(source: Hdf5Source, address: number): readonly Message[] {
  const isNew = source.reader.u8(address, WHAT) === 0x4f;
  return isNew ? readNew(source, address) : readOld(source, address);
}

function readOld(source: Hdf5Source, address: number): Message[] {
  const start = new Cursor(source, address, undefined, WHAT);
  start.version(1);
  start.take(1);
  const count = start.u16();
  start.take(4);
  const size = start.u32();
  // Messages begin at a multiple of eight.
  start.take(4);
  const messages: Message[] = [];
  const blocks: Region[] = [{ at: start.at, size }];
  let seen = 0;
  // Blocks may name further blocks.
  for (let k = 0; k < blocks.length; k++) {
    source.step();
    const block = blocks[k];
    const cursor = new Cursor(source, block.at, block.size, WHAT);
    while (cursor.left >= 8 && seen < count) {
      source.step();
      seen++;
      const type = cursor.u16();
      const messageSize = cursor.u16();
      const flags = cursor.u8();
      cursor.take(3);
      addMessage(source, messages, blocks, type, flags, { at: cursor.take(messageSize), size: messageSize });
    }
  }
  return messages;
}

function readNew(source: Hdf5Source, address: number): Message[] {
  const start = new Cursor(source, address, undefined, WHAT);
  start.signature("OHDR");
  start.version(2);
  const flags = start.u8();
  if ((flags & 32) !== 0) start.take(16);
  if ((flags & 16) !== 0) start.take(4);
  const size = start.uint(1 << (flags & 3));
  const orderSize = (flags & 4) !== 0 ? 2 : 0;
  const messages: Message[] = [];
  const blocks: Region[] = [];
  readBlock(source, messages, blocks, address, { at: start.at, size }, orderSize);
  // Blocks may name further blocks.
  for (let k = 0; k < blocks.length; k++) {
    source.step();
    const block = blocks[k];
    const cursor = new Cursor(source, block.at, block.size, WHAT);
    cursor.signature("OCHK");
    readBlock(source, messages, blocks, block.at, { at: cursor.at, size: cursor.left - 4 }, orderSize);
  }
  return messages;
}

/** Messages of one block of version 2, and the checksum behind them of everything from `from` on. */
function readBlock(
  source: Hdf5Source,
  messages: Message[],
  blocks: Region[],
  from: number,
  region: Region,
  orderSize: number,
): void {
  const cursor = new Cursor(source, region.at, region.size, WHAT);
  new Cursor(source, cursor.end, 4, WHAT).checksum(from);
  // What is too short for a message is a gap.
  while (cursor.left >= 4 + orderSize) {
    source.step();
    const type = cursor.u8();
    const size = cursor.u16();
    const flags = cursor.u8();
    cursor.take(orderSize);
    addMessage(source, messages, blocks, type, flags, { at: cursor.take(size), size });
  }
}

function addMessage(
  source: Hdf5Source,
  messages: Message[],
  blocks: Region[],
  type: number,
  flags: number,
  { at, size }: Region,
): void {
  if (type !== MESSAGE.continuation) {
    messages.push({ type, isShared: (flags & SHARED) !== 0, at, size });
    return;
  }
  const cursor = new Cursor(source, at, size, "a continuation");
  const address = cursor.address();
  const length = cursor.length();
  if (address !== null) blocks.push({ at: address, size: length });
}

/** The first message of a type; null when there is none. Messages that are shared are looked up. */
export function findMessage(source: Hdf5Source, messages: readonly Message[], type: number): Region | null {
  const found = messages.find((message) => message.type === type);
  if (found === undefined) return null;
  return found.isShared ? followShared(source, found, type) : found;
}

/** Where a shared message stands: `region` says so. */
export function followShared(source: Hdf5Source, region: Region, type: number): Region {
  const cursor = new Cursor(source, region.at, region.size, "a shared message");
  const version = cursor.version(1, 2, 3);
  const kind = cursor.u8();
  if (version === 3 && kind === IN_HEAP) throw source.unsupported("an HDF5 file with a heap of shared messages");
  if (version === 1) cursor.take(6);
  const address = cursor.address();
  const owner = address === null ? [] : readMessages(source, address);
  const message = owner.find((candidate) => candidate.type === type && !candidate.isShared);
  if (message === undefined) throw source.malformed("a shared message is not where it should be");
  return message;
}
