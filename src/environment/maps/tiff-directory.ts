/**
 * The first directory of a TIFF file: its tags, and the geographic keys among them.
 *
 *   bytes 0–1   "II" little-endian or "MM" big-endian;  2–3   42;  4–7   offset of the first directory
 *   directory   number of entries, then 12 bytes each: tag, type, count, and the values or their offset
 *   GeoKeys     four uint16 of header, then four each: key, tag that holds the value (0: here), count, value or index
 *
 * Later directories are reduced copies, masks and further pages: the first one is the full map.
 * Left out: BigTIFF, with a message.
 * Source: [TIFF6, section 2], [GeoTIFF11]. Tests: geotiff.test.ts.
 */
import { ByteReader, type NumberType, SIZE_OF } from "./byte-reader.ts";
import { mapCodes, mapError } from "./map-error.ts";

/** Tags that are read, with the names that messages use. */
export const TAG = {
  ImageWidth: 256,
  ImageLength: 257,
  BitsPerSample: 258,
  Compression: 259,
  StripOffsets: 273,
  SamplesPerPixel: 277,
  RowsPerStrip: 278,
  StripByteCounts: 279,
  Predictor: 317,
  TileWidth: 322,
  TileLength: 323,
  TileOffsets: 324,
  TileByteCounts: 325,
  SampleFormat: 339,
  ModelPixelScale: 33550,
  ModelTiepoint: 33922,
  ModelTransformation: 34264,
  GeoKeyDirectory: 34735,
  GeoDoubleParams: 34736,
  GeoAsciiParams: 34737,
  GdalMetadata: 42112,
  GdalNodata: 42113,
} as const;
export type TagName = keyof typeof TAG;

/** Number types by their TIFF code; 2 is ASCII, 5 and 10 are fractions, which no tag of ours has. */
const TYPES: Readonly<Record<number, NumberType>> = {
  1: "uint8",
  2: "uint8",
  3: "uint16",
  4: "uint32",
  6: "int8",
  7: "uint8",
  8: "int16",
  9: "int32",
  11: "float32",
  12: "float64",
};

interface Field {
  readonly type: NumberType;
  readonly count: number;
  readonly at: number;
}

export class TiffDirectory {
  readonly reader: ByteReader;
  readonly #fields = new Map<number, Field>();

  constructor(file: string, bytes: Uint8Array) {
    this.reader = openTiff(file, bytes);
    const reader = this.reader;
    const start = reader.u32(4, "the header");
    const entries = reader.u16(start, "the directory");
    reader.need(start + 2, 12 * entries, "the directory");
    for (let k = 0; k < entries; k++) {
      const at = start + 2 + 12 * k;
      const tag = reader.u16(at, "the directory");
      const type = TYPES[reader.u16(at + 2, "the directory")];
      const count = reader.u32(at + 4, "the directory");
      if (type === undefined) continue;
      const size = SIZE_OF[type] * count;
      this.#fields.set(tag, { type, count, at: size <= 4 ? at + 8 : reader.u32(at + 8, "the directory") });
    }
  }

  get file(): string {
    return this.reader.file;
  }

  has(name: TagName): boolean {
    return this.#fields.has(TAG[name]);
  }

  /** All values of a tag, null when it is absent. */
  numbers(name: TagName): Float64Array | null {
    const field = this.#fields.get(TAG[name]);
    if (field === undefined) return null;
    const { type, count, at } = field;
    // Before the allocation: a damaged count may be anything.
    this.reader.need(at, count * SIZE_OF[type], `tag ${TAG[name]} (${name})`);
    return Float64Array.from({ length: count }, (_, k) => this.reader.number(type, at + k * SIZE_OF[type], name));
  }

  /** The first value of a tag, or what stands for it when it is absent. */
  number(name: TagName, absent: number | null): number {
    const [value] = this.numbers(name) ?? [];
    if (value !== undefined) return value;
    if (absent !== null) return absent;
    throw mapError(mapCodes.malformed, this.file, `tag ${TAG[name]} (${name}) is missing`);
  }

  text(name: TagName): string | null {
    const field = this.#fields.get(TAG[name]);
    return field === undefined ? null : this.reader.text(field.at, field.count, `tag ${TAG[name]} (${name})`);
  }

  /** GeoKeys with one number. */
  geoKeys(): Map<number, number> {
    const keys = new Map<number, number>();
    const directory = this.numbers("GeoKeyDirectory");
    if (directory === null) return keys;
    const doubles = this.numbers("GeoDoubleParams") ?? new Float64Array(0);
    const count = Math.min(directory[3] ?? 0, Math.floor(directory.length / 4) - 1);
    for (let k = 1; k <= count; k++) {
      const [key, place, , value] = directory.subarray(4 * k, 4 * k + 4);
      if (place === 0) keys.set(key, value);
      else if (place === TAG.GeoDoubleParams && value < doubles.length) keys.set(key, doubles[value]);
    }
    return keys;
  }

  /** GeoKeys of text. */
  geoTexts(): Map<number, string> {
    const texts = new Map<number, string>();
    const directory = this.numbers("GeoKeyDirectory");
    const all = this.text("GeoAsciiParams");
    if (directory === null || all === null) return texts;
    const count = Math.min(directory[3] ?? 0, Math.floor(directory.length / 4) - 1);
    for (let k = 1; k <= count; k++) {
      const [key, place, length, from] = directory.subarray(4 * k, 4 * k + 4);
      if (place === TAG.GeoAsciiParams) texts.set(key, all.slice(from, from + length));
    }
    return texts;
  }
}

export function looksLikeTiff(bytes: Uint8Array): boolean {
  const little = bytes[0] === 0x49 && bytes[1] === 0x49 && bytes[3] === 0;
  const big = bytes[0] === 0x4d && bytes[1] === 0x4d && bytes[2] === 0;
  const version = little ? bytes[2] : bytes[3];
  return (little || big) && (version === 42 || version === 43);
}

function openTiff(file: string, bytes: Uint8Array): ByteReader {
  if (!looksLikeTiff(bytes)) throw mapError(mapCodes.malformed, file, "the file does not begin as a TIFF file");
  const reader = new ByteReader(file, bytes, bytes[0] === 0x49);
  if (reader.u16(2, "the header") === 42) return reader;
  throw mapError(mapCodes.unsupported, file, "this is a BigTIFF file, which is not read", {
    hint: "gdal_translate -co BIGTIFF=NO in.tif out.tif converts it",
  });
}
