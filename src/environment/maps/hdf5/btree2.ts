/**
 * Version 2 B-trees: records of one size, sorted, in nodes of one size. They index links, attributes, huge objects and chunks.
 *
 *   header     "BTHD", version, type, node size, record size, depth, percentages, root, its records, all records, checksum
 *   leaf       "BTLF", version, type, records, checksum
 *   internal   "BTIN", version, type, records, one child more than records, checksum
 *   child      address, number of records, and two levels above the leaves and higher the number of records in all below
 *
 * Those numbers have as many bytes as their largest possible values need; of the first, those of a full leaf.
 * Source: [HDF5, III.A.2]. Tests: hdf5.test.ts.
 */
import { bytesFor, Cursor, type Hdf5Source } from "./hdf5-source.ts";

/** Signature, version, type and checksum. */
const OVERHEAD = 10;
/** Sixteen levels of two children already hold more than any file. */
const DEEPEST = 16;

interface Tree {
  readonly source: Hdf5Source;
  readonly type: number;
  readonly recordSize: number;
  readonly countSize: number;
  /** Bytes of the number of all records, by level of the child. */
  readonly totalSizes: readonly number[];
}

/** Visits every record, in order; `at` is where it begins. The tree must be of one of the types. */
export function visitRecords(
  source: Hdf5Source,
  address: number,
  types: readonly number[],
  visit: (at: number, size: number, type: number) => void,
): void {
  const cursor = new Cursor(source, address, undefined, "a B-tree");
  cursor.signature("BTHD");
  cursor.version(0);
  const type = cursor.u8();
  if (!types.includes(type)) throw source.malformed(`a B-tree of type ${type} where ${types.join(" or ")} belongs`);
  const nodeSize = cursor.u32();
  const recordSize = cursor.u16();
  const depth = cursor.u16();
  cursor.take(2);
  const root = cursor.address();
  const count = cursor.u16();
  cursor.length();
  cursor.checksum(address);
  if (recordSize === 0 || nodeSize <= OVERHEAD + recordSize || depth > DEEPEST) {
    throw source.malformed(`a B-tree of depth ${depth} with records of ${recordSize} bytes in nodes of ${nodeSize}`);
  }
  if (root === null) return;

  const leafMost = Math.floor((nodeSize - OVERHEAD) / recordSize);
  const countSize = bytesFor(leafMost);
  const totalSizes = [countSize];
  let total = leafMost;
  for (let level = 1; level < depth; level++) {
    const child = source.offsetSize + countSize + (level > 1 ? totalSizes[level - 1] : 0);
    const most = Math.floor((nodeSize - OVERHEAD - child) / (recordSize + child));
    total = (most + 1) * total + most;
    totalSizes.push(bytesFor(total));
  }
  visitNode({ source, type, recordSize, countSize, totalSizes }, root, count, depth, visit);
}

function visitNode(
  tree: Tree,
  address: number,
  count: number,
  level: number,
  visit: (at: number, size: number, type: number) => void,
): void {
  const { source, type, recordSize } = tree;
  const cursor = new Cursor(source, address, undefined, "a node of a B-tree");
  cursor.signature(level === 0 ? "BTLF" : "BTIN");
  cursor.version(0);
  if (cursor.u8() !== type) throw source.malformed("a node of a B-tree is of another type than the tree");
  const records = cursor.take(count * recordSize);
  const children: (readonly [address: number | null, count: number])[] = [];
  for (let k = 0; level > 0 && k <= count; k++) {
    source.step();
    children.push([cursor.address(), cursor.uint(tree.countSize)]);
    if (level > 1) cursor.take(tree.totalSizes[level - 1]);
  }
  cursor.checksum(address);
  for (let k = 0; k <= count; k++) {
    source.step();
    const [child, childCount] = children[k] ?? [null, 0];
    if (child !== null) visitNode(tree, child, childCount, level - 1, visit);
    if (k < count) visit(records + k * recordSize, recordSize, type);
  }
}
