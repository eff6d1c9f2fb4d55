/**
 * The header of a NetCDF-3 file, classic or with 64-bit offsets: dimensions, attributes and variables.
 *
 *   header      "CDF", version 1 or 2; number of records; dimensions; attributes; variables; all big-endian
 *   list        0 0, or its tag (10 dimensions, 11 variables, 12 attributes) and the number of its elements
 *   dimension   name, length (0: grows by records)
 *   attribute   name, type, number of values, values
 *   variable    name, dimensions, attributes, type, size, offset (32 bits in version 1, 64 in version 2)
 *
 * Names and values are padded to four bytes. Variables over the record dimension lie interleaved, record by record.
 * Left out: 64-bit data (CDF-5), with a message.
 * Source: [NetCDF3]. Tests: netcdf.test.ts, netcdf-file.test.ts.
 */
import { ByteReader, type NumberType, SIZE_OF } from "./byte-reader.ts";
import { mapCodes, mapError, shown } from "./map-error.ts";
import type { NetcdfAttributes, NetcdfDimension, NetcdfVariable } from "./netcdf-file.ts";

const DIMENSIONS = 10;
const VARIABLES = 11;
const ATTRIBUTES = 12;
/** Number of records of a file that was being written as a stream. */
const UNKNOWN_RECORDS = 0xffffffff;
/** [NetCDF3]: limits of the format's own library, so that a damaged list ends soon. */
const MOST_DIMENSIONS = 1024;

/** Text is one byte per character. */
const TYPES: Readonly<Record<number, NumberType | "text">> = {
  1: "int8",
  2: "text",
  3: "int16",
  4: "int32",
  5: "float32",
  6: "float64",
};

/** A variable, and where its values are. */
export interface Netcdf3Variable extends NetcdfVariable {
  readonly type: NumberType | "text";
  readonly offset: number;
  /** Bytes from one record to the next, for variables over the record dimension; otherwise 0. */
  readonly recordStride: number;
}

export interface Netcdf3Header {
  readonly reader: ByteReader;
  readonly dimensions: readonly NetcdfDimension[];
  readonly attributes: NetcdfAttributes;
  readonly variables: readonly Netcdf3Variable[];
}

/** CDF-5 as well, which is then refused. */
export function looksLikeNetcdf3(bytes: Uint8Array): boolean {
  return bytes[0] === 0x43 && bytes[1] === 0x44 && bytes[2] === 0x46 && [1, 2, 5].includes(bytes[3]);
}

export function readNetcdf3Header(file: string, bytes: Uint8Array): Netcdf3Header {
  if (bytes[3] === 5) {
    const message = "this is a NetCDF file of 64-bit data (CDF-5); NetCDF-3 and NetCDF-4 are read";
    throw mapError(mapCodes.unsupported, file, message, { hint: "nccopy -k nc4 in.nc out.nc converts it" });
  }
  return new HeaderParser(new ByteReader(file, bytes, false), bytes[3] === 2).parse();
}

interface RawVariable extends Omit<Netcdf3Variable, "recordStride" | "dimensions"> {
  readonly dimensionIds: readonly number[];
}

class HeaderParser {
  readonly #reader: ByteReader;
  readonly #longOffsets: boolean;
  #at = 4;

  constructor(reader: ByteReader, longOffsets: boolean) {
    this.#reader = reader;
    this.#longOffsets = longOffsets;
  }

  parse(): Netcdf3Header {
    const declaredRecords = this.#u32();
    const dimensions = this.#list(DIMENSIONS, () => ({ name: this.#name(), length: this.#u32() }));
    const attributes = this.#attributes();
    const raw = this.#list(VARIABLES, () => this.#variable());

    const isRecord = ({ dimensionIds }: RawVariable): boolean =>
      dimensionIds.length > 0 && dimensions[dimensionIds[0]]?.length === 0;
    const recordSizes = raw.filter(isRecord).map((variable) => this.#recordSize(variable, dimensions));
    // The only record variable is not padded. [NetCDF3, "Note on padding"]
    const padded = recordSizes.map((size) => (recordSizes.length === 1 ? size : 4 * Math.ceil(size / 4)));
    const stride = padded.reduce((sum, size) => sum + size, 0);
    const records =
      declaredRecords === UNKNOWN_RECORDS ? this.#countRecords(raw.filter(isRecord), stride) : declaredRecords;
    const sized = dimensions.map(({ name, length }) => ({ name, length: length === 0 ? records : length }));
    const variables = raw.map((variable) => {
      const { dimensionIds, ...rest } = variable;
      const own = dimensionIds.map(
        (id) => sized[id] ?? this.#fail(`dimension ${id} of ${shown(variable.name)} is not there`),
      );
      return { ...rest, dimensions: own, recordStride: isRecord(variable) ? stride : 0 };
    });
    return { reader: this.#reader, dimensions: sized, attributes, variables };
  }

  #recordSize(variable: RawVariable, dimensions: readonly NetcdfDimension[]): number {
    const cells = variable.dimensionIds.slice(1).reduce((product, id) => product * (dimensions[id]?.length ?? 0), 1);
    return cells * sizeOf(variable.type);
  }

  /** As many records as there are bytes for. */
  #countRecords(records: readonly RawVariable[], stride: number): number {
    const first = Math.min(...records.map(({ offset }) => offset));
    return stride > 0 ? Math.max(0, Math.floor((this.#reader.length - first) / stride)) : 0;
  }

  #variable(): RawVariable {
    const name = this.#name();
    const count = this.#u32();
    if (count > MOST_DIMENSIONS) this.#fail(`${shown(name)} has ${count} dimensions`);
    const dimensionIds = Array.from({ length: count }, () => this.#u32());
    const attributes = this.#attributes();
    const type = this.#type(name);
    this.#u32(); // The size follows from type and dimensions, and is wrong for large variables.
    const offset = this.#longOffsets
      ? this.#reader.u64(this.#at, "the header")
      : this.#reader.u32(this.#at, "the header");
    this.#at += this.#longOffsets ? 8 : 4;
    return { name, dimensionIds, attributes, type, offset };
  }

  #attributes(): Map<string, string | readonly number[]> {
    const entries = this.#list(ATTRIBUTES, (): [string, string | readonly number[]] => {
      const name = this.#name();
      const type = this.#type(name);
      const count = this.#u32();
      const at = this.#skip(count * sizeOf(type));
      if (type === "text") return [name, this.#reader.text(at, count, "the header")];
      return [name, Array.from({ length: count }, (_, k) => this.#reader.number(type, at + k * SIZE_OF[type], name))];
    });
    return new Map(entries);
  }

  #type(name: string): NumberType | "text" {
    const code = this.#u32();
    return TYPES[code] ?? this.#fail(`${shown(name)} is of the unknown type ${code}`);
  }

  #list<T>(tag: number, element: () => T): T[] {
    const found = this.#u32();
    const count = this.#u32();
    if (found === 0 && count === 0) return [];
    if (found !== tag) this.#fail(`a list begins with ${found} where ${tag} belongs`);
    // No element is shorter than eight bytes: a damaged count ends here and not in a loop.
    this.#reader.need(this.#at, 8 * count, "a list of the header");
    const elements: T[] = [];
    for (let k = 0; k < count; k++) elements.push(element());
    return elements;
  }

  #name(): string {
    const length = this.#u32();
    return this.#reader.text(this.#skip(length), length, "a name of the header");
  }

  /** Where `size` bytes and their padding begin; moves behind them. */
  #skip(size: number): number {
    const at = this.#at;
    this.#reader.need(at, size, "the header");
    this.#at = at + 4 * Math.ceil(size / 4);
    return at;
  }

  #u32(): number {
    const value = this.#reader.u32(this.#at, "the header");
    this.#at += 4;
    return value;
  }

  #fail(message: string): never {
    throw mapError(mapCodes.malformed, this.#reader.file, message);
  }
}

export function sizeOf(type: NumberType | "text"): number {
  return type === "text" ? 1 : SIZE_OF[type];
}
