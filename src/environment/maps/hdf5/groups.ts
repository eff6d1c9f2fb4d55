/**
 * The links of a group: names, and the objects that they name.
 *
 *   old       symbol table message: a version 1 B-tree whose leaves are nodes of entries, and a local heap with the names
 *   compact   one link message each
 *   dense     link info message: a fractal heap of link messages, and a version 2 B-tree of their IDs
 *
 *   B-tree    "TREE", type 0, level, entries used, siblings; key, child, key, child, … , key
 *   node      "SNOD", version, number of entries; entries
 *   entry     offset of the name, address, cache type (4), four bytes, sixteen bytes
 *   heap      "HEAP", version, size, free list, address of its data
 *
 * Links in the order of their creation where it is kept. Soft and external links are left out: NetCDF-4 has none.
 * Source: [HDF5, III.A.1, III.B to D, IV.A.2.c and g]. Tests: hdf5.test.ts.
 */
import { visitRecords } from "./btree2.ts";
import { FractalHeap } from "./fractal-heap.ts";
import { Cursor, type Hdf5Source, type Region } from "./hdf5-source.ts";
import { MESSAGE, type Message } from "./object-header.ts";

/** B-tree of links by name: hash, ID in the heap. */
const BY_NAME = 5;
const SOFT = 2;
/** Names in a local heap end with a NUL; without one they end here. */
const LONGEST_NAME = 1024;

export interface Hdf5Link {
  readonly name: string;
  readonly address: number;
  /** 0 where it is not kept. */
  readonly order: number;
}

/** Null when the object is not a group. */
export function readLinks(source: Hdf5Source, messages: readonly Message[]): readonly Hdf5Link[] | null {
  const links: Hdf5Link[] = [];
  let isGroup = false;
  for (const message of messages) {
    if (message.type === MESSAGE.symbolTable) addOld(source, message, links);
    else if (message.type === MESSAGE.linkInfo) addDense(source, message, links);
    else if (message.type === MESSAGE.link) addLink(source, message, links);
    else continue;
    isGroup = true;
  }
  return isGroup ? links.sort((a, b) => a.order - b.order) : null;
}

function addOld(source: Hdf5Source, message: Region, links: Hdf5Link[]): void {
  const cursor = new Cursor(source, message.at, message.size, "a symbol table");
  const tree = cursor.address();
  const heapAddress = cursor.address();
  if (tree === null || heapAddress === null) return;
  const heap = new Cursor(source, heapAddress, undefined, "a local heap");
  heap.signature("HEAP");
  heap.version(0);
  heap.take(3);
  const size = heap.length();
  heap.length();
  const data = heap.address();
  if (data === null) throw source.malformed("a local heap has no data");
  source.reader.need(data, size, "a local heap");
  addTree(source, tree, null, { at: data, size }, links);
}

/** A node of the tree, which must be of the level that its parent says. */
function addTree(source: Hdf5Source, address: number, level: number | null, names: Region, links: Hdf5Link[]): void {
  const cursor = new Cursor(source, address, undefined, "a B-tree of a group");
  cursor.signature("TREE");
  const type = cursor.u8();
  const ownLevel = cursor.u8();
  if (type !== 0 || (level !== null && ownLevel !== level)) {
    throw source.malformed(`a B-tree of a group has a node of type ${type} and level ${ownLevel}`);
  }
  const used = cursor.u16();
  cursor.take(2 * source.offsetSize);
  for (let k = 0; k < used; k++) {
    source.step();
    cursor.length();
    const child = cursor.address();
    if (child === null) throw source.malformed("a B-tree of a group lacks a child");
    if (ownLevel === 0) addNode(source, child, names, links);
    else addTree(source, child, ownLevel - 1, names, links);
  }
}

function addNode(source: Hdf5Source, address: number, names: Region, links: Hdf5Link[]): void {
  const cursor = new Cursor(source, address, undefined, "a node of a group");
  cursor.signature("SNOD");
  cursor.version(1);
  cursor.take(1);
  const count = cursor.u16();
  for (let k = 0; k < count; k++) {
    source.step();
    const offset = cursor.uint(source.offsetSize);
    const object = cursor.address();
    const cache = cursor.u32();
    cursor.take(20);
    if (object === null || cache === SOFT) continue;
    if (offset >= names.size) throw source.malformed("the name of a link is not in its heap");
    const size = Math.min(names.size - offset, LONGEST_NAME);
    const name = source.text({ at: names.at + offset, size }, "the name of a link");
    links.push({ name, address: object, order: 0 });
  }
}

function addDense(source: Hdf5Source, message: Region, links: Hdf5Link[]): void {
  const cursor = new Cursor(source, message.at, message.size, "the place of links");
  cursor.version(0);
  const flags = cursor.u8();
  if ((flags & 1) !== 0) cursor.take(8);
  const heapAddress = cursor.address();
  const treeAddress = cursor.address();
  if (heapAddress === null || treeAddress === null) return;
  const heap = new FractalHeap(source, heapAddress);
  visitRecords(source, treeAddress, [BY_NAME], (at, size) => {
    if (size < 4 + heap.idSize) throw source.malformed("a record of a link is shorter than its ID");
    addLink(source, heap.object(at + 4), links);
  });
}

function addLink(source: Hdf5Source, message: Region, links: Hdf5Link[]): void {
  source.step();
  const cursor = new Cursor(source, message.at, message.size, "a link");
  cursor.version(1);
  const flags = cursor.u8();
  const type = (flags & 8) !== 0 ? cursor.u8() : 0;
  const order = (flags & 4) !== 0 ? cursor.uint(8) : 0;
  if ((flags & 16) !== 0) cursor.take(1);
  const size = cursor.uint(1 << (flags & 3));
  const name = source.text({ at: cursor.take(size), size }, "the name of a link");
  if (type !== 0) return;
  const address = cursor.address();
  if (address !== null) links.push({ name, address, order });
}
