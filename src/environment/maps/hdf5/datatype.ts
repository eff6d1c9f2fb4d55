/**
 * What the values of a dataset or an attribute are, and over which dimensions.
 *
 *   datatype    class and version, bit field (3), size (4), properties of the class
 *   dataspace   version, rank, flags, (type,) lengths, largest lengths
 *
 * Integers of 1, 2, 4 and 8 bytes and IEEE numbers of 4 and 8 bytes, of either byte order; enumerations as their integers; texts; references
 * to objects; sequences of these of any length. Everything else is "other": it is passed over and cannot be read.
 * Source: [HDF5, IV.A.2.b and d]. Tests: hdf5.test.ts.
 */
import type { NumberType } from "../byte-reader.ts";
import { Cursor, type Hdf5Source, type Region } from "./hdf5-source.ts";

export type Hdf5Type =
  | { readonly kind: "number"; readonly size: number; readonly type: NumberType; readonly littleEndian: boolean }
  | { readonly kind: "text"; readonly size: number }
  | { readonly kind: "reference"; readonly size: number }
  /** Elements lie in a global heap. */
  | { readonly kind: "sequence"; readonly size: number; readonly of: Hdf5Type }
  | { readonly kind: "other"; readonly size: number };

const INTEGERS: Readonly<Record<number, readonly [NumberType, NumberType]>> = {
  1: ["uint8", "int8"],
  2: ["uint16", "int16"],
  4: ["uint32", "int32"],
  8: ["uint64", "int64"],
};

/** Place and size of exponent and mantissa, and bias, of the IEEE numbers. */
const FLOATS: Readonly<Record<number, readonly [NumberType, readonly number[]]>> = {
  4: ["float32", [23, 8, 0, 23, 127]],
  8: ["float64", [52, 11, 0, 52, 1023]],
};

/** The limit of the format's own library. */
const MOST_DIMENSIONS = 32;
/** Sequences of sequences and enumerations of enumerations end here. */
const DEEPEST = 4;

export function readDatatype(source: Hdf5Source, region: Region): Hdf5Type {
  return readType(new Cursor(source, region.at, region.size, "a datatype"), 0);
}

function readType(cursor: Cursor, depth: number): Hdf5Type {
  const kind = cursor.u8() & 15;
  const bits = cursor.uint(3);
  const size = cursor.u32();
  const other: Hdf5Type = { kind: "other", size };
  switch (kind) {
    case 0: {
      const offset = cursor.u16();
      const precision = cursor.u16();
      const pair = INTEGERS[size];
      if (pair === undefined || offset !== 0 || precision !== 8 * size) return other;
      return { kind: "number", size, type: pair[(bits >> 3) & 1], littleEndian: (bits & 1) === 0 };
    }
    case 1: {
      const offset = cursor.u16();
      const precision = cursor.u16();
      const parts = [cursor.u8(), cursor.u8(), cursor.u8(), cursor.u8(), cursor.u32()];
      const format = FLOATS[size];
      const isIeee = format?.[1].every((part, k) => part === parts[k]) && offset === 0 && precision === 8 * size;
      // Bit 6 marks the byte order of the VAX; bits 8 to 15 are the place of the sign.
      if (!isIeee || (bits & 64) !== 0 || ((bits >> 8) & 255) !== 8 * size - 1) return other;
      return { kind: "number", size, type: format[0], littleEndian: (bits & 1) === 0 };
    }
    case 3:
      return size > 0 ? { kind: "text", size } : other;
    case 7:
      return (bits & 15) === 0 ? { kind: "reference", size } : other;
    case 8: {
      const base = depth < DEEPEST ? readType(cursor, depth + 1) : other;
      return base.kind === "number" && base.size === size ? base : other;
    }
    case 9: {
      if (depth >= DEEPEST) return other;
      // Type 1 is a text; its elements are characters.
      const of: Hdf5Type = (bits & 15) === 1 ? { kind: "text", size: 1 } : readType(cursor, depth + 1);
      return { kind: "sequence", size, of };
    }
    default:
      return other;
  }
}

export interface Dataspace {
  readonly lengths: readonly number[];
  /** The largest lengths; null where there is no limit. */
  readonly limits: readonly (number | null)[];
  /** The product of the lengths; 0 for a space without any element. */
  readonly count: number;
}

export function readDataspace(source: Hdf5Source, region: Region): Dataspace {
  const cursor = new Cursor(source, region.at, region.size, "a dataspace");
  const version = cursor.version(1, 2);
  const rank = cursor.u8();
  if (rank > MOST_DIMENSIONS) throw source.malformed(`a dataspace has ${rank} dimensions`);
  const flags = cursor.u8();
  const type = version === 2 ? cursor.u8() : 1;
  if (version === 1) cursor.take(5);
  const lengths = Array.from({ length: rank }, () => cursor.length());
  const limits: (number | null)[] = lengths.slice();
  if ((flags & 1) !== 0) for (let k = 0; k < rank; k++) limits[k] = readLimit(cursor);
  // Type 2 is a space without elements.
  const count = type === 2 ? 0 : lengths.reduce((product, length) => product * length, 1);
  return { lengths, limits, count };
}

function readLimit(cursor: Cursor): number | null {
  const at = cursor.take(cursor.source.lengthSize);
  const bytes = cursor.source.reader.bytes.subarray(at, cursor.at);
  return bytes.every((byte) => byte === 0xff) ? null : cursor.source.uint(at, bytes.length, cursor.what);
}
