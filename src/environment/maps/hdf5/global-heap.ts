/**
 * The global heap: collections of objects, where sequences and texts of any length lie.
 *
 *   collection   "GCOL", version, size; objects
 *   object       index (2), references (2), four bytes, size; data, filled up to a multiple of eight; index 0 is free space
 *   sequence     number of elements (4), address of the collection, index (4)
 *
 * Source: [HDF5, III.E]. Tests: hdf5.test.ts.
 */
import { Cursor, type Hdf5Source, type Region } from "./hdf5-source.ts";

export class GlobalHeap {
  readonly #source: Hdf5Source;
  readonly #collections = new Map<number, ReadonlyMap<number, Region>>();

  constructor(source: Hdf5Source) {
    this.#source = source;
  }

  /** The elements of the sequence at `at`, of `elementSize` bytes each; null when there are none. */
  sequence(at: number, elementSize: number): Region | null {
    const source = this.#source;
    const cursor = new Cursor(source, at, 8 + source.offsetSize, "a sequence");
    const count = cursor.u32();
    const address = cursor.address();
    const index = cursor.u32();
    if (count === 0 || address === null || address === 0) return null;
    const object = this.#collection(address).get(index);
    if (object === undefined) throw source.malformed(`object ${index} of a global heap is not there`);
    const size = count * elementSize;
    if (size > object.size) throw source.malformed(`a sequence of ${size} bytes in an object of ${object.size}`);
    return { at: object.at, size };
  }

  #collection(address: number): ReadonlyMap<number, Region> {
    const known = this.#collections.get(address);
    if (known !== undefined) return known;
    const source = this.#source;
    const start = new Cursor(source, address, undefined, "a global heap");
    start.signature("GCOL");
    start.version(1);
    start.take(3);
    const size = start.length();
    const cursor = new Cursor(source, address, size, "a global heap");
    cursor.take(start.at - address);
    const objects = new Map<number, Region>();
    while (cursor.left >= 8 + source.lengthSize) {
      source.step();
      const index = cursor.u16();
      cursor.take(6);
      const objectSize = cursor.length();
      if (index === 0) break;
      const at = cursor.take(objectSize);
      cursor.take(Math.min(8 * Math.ceil(objectSize / 8) - objectSize, cursor.left));
      objects.set(index, { at, size: objectSize });
    }
    this.#collections.set(address, objects);
    return objects;
  }
}
