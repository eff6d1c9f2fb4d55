/**
 * The values of a TIFF file, from its strips or tiles.
 *
 * A strip is some full rows; a tile is a rectangle of fixed size, whose part beyond the map is padding. Both are blocks
 * here: `across` blocks beside one another, `down` above one another, numbered row by row. A block of no bytes was never
 * written: all its values are gaps.
 *
 * Left out: several samples per pixel (those are pictures) and samples of other sizes than 8, 16, 32 and 64 bits.
 * Source: [TIFF6, sections 2, 3, 14, 15 and 19]. Tests: geotiff.test.ts.
 */
import { type NumberType, readNumber, SIZE_OF } from "./byte-reader.ts";
import { mapCodes, mapError } from "./map-error.ts";
import { checkSize } from "./map-grid.ts";
import { decompress, isCompressionKnown, undoPredictor } from "./tiff-codecs.ts";
import type { TiffDirectory } from "./tiff-directory.ts";

export interface TiffRaster {
  readonly rows: number;
  readonly columns: number;
  /** North row first as a rule, west to east; blocks that are not there are NaN. */
  readonly values: Float64Array;
}

interface Blocks {
  readonly kind: "strip" | "tile";
  readonly rows: number;
  readonly columns: number;
  readonly across: number;
  readonly down: number;
  readonly offsets: Float64Array;
  readonly byteCounts: Float64Array;
}

export function readTiffRaster(directory: TiffDirectory): TiffRaster {
  const { file, reader } = directory;
  const columns = directory.number("ImageWidth", null);
  const rows = directory.number("ImageLength", null);
  checkSize(file, rows, columns);
  const type = sampleType(directory);
  const compression = directory.number("Compression", 1);
  if (!isCompressionKnown(compression)) {
    const message = `compression ${compression} is not read; only none, LZW, Deflate and PackBits are`;
    throw mapError(mapCodes.unsupported, file, message, {
      hint: "gdal_translate -co COMPRESS=NONE in.tif out.tif converts it",
    });
  }
  const predictor = directory.number("Predictor", 1);
  if (![1, 2, 3].includes(predictor) || (predictor === 3 && !type.startsWith("float"))) {
    throw mapError(mapCodes.unsupported, file, `predictor ${predictor} of ${type} values is not read`);
  }
  const blocks = blocksOf(directory, rows, columns);
  checkPlaces(directory, blocks, compression, rows, SIZE_OF[type]);

  const values = new Float64Array(rows * columns).fill(Number.NaN);
  for (let k = 0; k < blocks.across * blocks.down; k++) {
    if (blocks.byteCounts[k] === 0) continue;
    const row = Math.floor(k / blocks.across) * blocks.rows;
    const column = (k % blocks.across) * blocks.columns;
    const height = heightOf(blocks, k, rows);
    const size = height * blocks.columns * SIZE_OF[type];
    const stored = reader.bytes.subarray(blocks.offsets[k], blocks.offsets[k] + blocks.byteCounts[k]);
    const bytes = decompress(compression, stored, size);
    if (bytes === null) throw mapError(mapCodes.malformed, file, `${blocks.kind} ${k + 1} is damaged`);
    if (predictor > 1) undoPredictor(predictor, bytes, blocks.columns, SIZE_OF[type], reader.littleEndian);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const lastRow = Math.min(height, rows - row);
    const lastColumn = Math.min(blocks.columns, columns - column);
    for (let i = 0; i < lastRow; i++) {
      for (let j = 0; j < lastColumn; j++) {
        const at = (i * blocks.columns + j) * SIZE_OF[type];
        values[(row + i) * columns + column + j] = readNumber(view, type, at, reader.littleEndian);
      }
    }
  }
  return { rows, columns, values };
}

function sampleType(directory: TiffDirectory): NumberType {
  const { file } = directory;
  const samples = directory.number("SamplesPerPixel", 1);
  if (samples !== 1) {
    const message = `the file holds ${samples} samples per pixel: a picture, not a map of depths`;
    throw mapError(mapCodes.unsupported, file, message, { hint: "gdal_translate -b 1 takes the first of them" });
  }
  const bits = directory.number("BitsPerSample", 1);
  const format = directory.number("SampleFormat", 1);
  const names: Readonly<Record<number, string>> = { 1: "uint", 2: "int", 3: "float" };
  const type = `${names[format] ?? "?"}${bits}`;
  if (type in SIZE_OF) return type as NumberType;
  throw mapError(mapCodes.unsupported, file, `samples of ${bits} bits and format ${format} are not read`);
}

function blocksOf(directory: TiffDirectory, rows: number, columns: number): Blocks {
  const tiled = directory.has("TileWidth") || directory.has("TileOffsets");
  const kind = tiled ? "tile" : "strip";
  const blockColumns = tiled ? directory.number("TileWidth", null) : columns;
  const blockRows = tiled
    ? directory.number("TileLength", null)
    : Math.min(rows, directory.number("RowsPerStrip", rows));
  checkSize(directory.file, blockRows, blockColumns);
  const across = Math.ceil(columns / blockColumns);
  const down = Math.ceil(rows / blockRows);
  const offsets = directory.numbers(tiled ? "TileOffsets" : "StripOffsets");
  const byteCounts = directory.numbers(tiled ? "TileByteCounts" : "StripByteCounts");
  if (offsets === null || byteCounts === null || Math.min(offsets.length, byteCounts.length) < across * down) {
    const listed = Math.min(offsets?.length ?? 0, byteCounts?.length ?? 0);
    const message = `the file lists ${listed} of its ${across * down} ${kind}s`;
    throw mapError(mapCodes.malformed, directory.file, message);
  }
  return { kind, rows: blockRows, columns: blockColumns, across, down, offsets, byteCounts };
}

/**
 * All blocks lie in the file, and can hold what is expected of them, before memory is taken for the map: a small damaged file
 * makes no large map. No codec of ours makes more than 2560 bytes of one (LZW with a full table: 3838 bytes of 12 bits).
 */
function checkPlaces(
  directory: TiffDirectory,
  blocks: Blocks,
  compression: number,
  rows: number,
  sampleSize: number,
): void {
  for (let k = 0; k < blocks.across * blocks.down; k++) {
    const size = blocks.byteCounts[k];
    if (size === 0) continue;
    directory.reader.need(blocks.offsets[k], size, `${blocks.kind} ${k + 1}`);
    const expected = heightOf(blocks, k, rows) * blocks.columns * sampleSize;
    if (compression === 1 ? size >= expected : 2560 * size >= expected) continue;
    const message = `${blocks.kind} ${k + 1} has ${size} bytes for ${expected} bytes of values`;
    throw mapError(mapCodes.malformed, directory.file, message);
  }
}

/** The last strip has only the rows that are left; tiles are always whole. */
function heightOf(blocks: Blocks, k: number, rows: number): number {
  if (blocks.kind === "tile") return blocks.rows;
  return Math.min(blocks.rows, rows - k * blocks.rows);
}
