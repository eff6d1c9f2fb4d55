/**
 * Pressure fields as the programs of the Acoustics Toolbox keep them (.shd), and back: a file of records of one length.
 *
 *   record  bytes, little-endian
 *   1       i4 length of a record in words of 4 bytes; 80 letters of title
 *   2       10 letters: "rectilin  " for receivers on a grid, "irregular " for pairs
 *   3       i4 × 7: frequencies, bearings, source x, source y, source depths, receiver depths, receiver ranges; f8 frequency; f8 attenuation
 *   4, 5    f8 frequencies; f8 bearings, degrees
 *   6, 7    f8 source x; f8 source y
 *   8, 9    f4 source depths, m; f4 receiver depths, m
 *   10      f8 receiver ranges, m
 *   11 …    f4 re, f4 im for each range; a record for each depth, of each source (one depth for pairs)
 *
 * The length is the largest of 41, 2 × frequencies, bearings, source x, source y and ranges, and source and receiver depths. Pressure is relative to
 * that at 1 m: TL = −20 lg |p|. Depths and pressures are single precision: a depth of 0.1 m comes back as 0.10000000149.
 * Written by versions of 2023 and later; those before have f4 for frequency and ranges, which are not read.
 * Left out: many frequencies, bearings and source positions; big-endian files.
 * Source: the layout as the Toolbox writes it. Test: shade-file.test.ts.
 */
import { codedDiagnostic, type Diagnostic, startOfFile } from "../../core/index.ts";
import { pow } from "../../math/index.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";

export interface ShadeFile {
  readonly title: string;
  readonly receivers: "grid" | "pairs";
  readonly frequency_Hz: number;
  readonly sourceDepths_m: Float64Array;
  readonly receiverDepths_m: Float64Array;
  readonly receiverRanges_m: Float64Array;
  /** Real and imaginary part for each range, of each depth (one for pairs), of each source. */
  readonly pressure: Float32Array;
}

const WORD = 4;
const TITLE_LETTERS = 80;
const PLOT_TYPES = { grid: "rectilin  ", pairs: "irregular " } as const;
const HEADER_RECORDS = 10;
/** Words of the first record: its length and the title. */
const LEAST_WORDS = 41;

/** Depths that have records of their own. */
function rowsOf(file: Pick<ShadeFile, "receivers" | "receiverDepths_m">): number {
  return file.receivers === "pairs" ? 1 : file.receiverDepths_m.length;
}

export function writeShade(file: ShadeFile): Uint8Array {
  const { sourceDepths_m: sources, receiverDepths_m: depths, receiverRanges_m: ranges } = file;
  const words = Math.max(LEAST_WORDS, sources.length, depths.length, 2 * ranges.length);
  const rows = sources.length * rowsOf(file);
  const length = words * WORD;
  const bytes = new Uint8Array(length * (HEADER_RECORDS + rows));
  const view = new DataView(bytes.buffer);
  const record = (number: number): number => (number - 1) * length;

  view.setInt32(0, words, true);
  lettersInto(bytes, WORD, file.title, TITLE_LETTERS);
  lettersInto(bytes, record(2), PLOT_TYPES[file.receivers], PLOT_TYPES.grid.length);
  const counts = [1, 1, 1, 1, sources.length, depths.length, ranges.length];
  counts.forEach((count, k) => {
    view.setInt32(record(3) + k * WORD, count, true);
  });
  view.setFloat64(record(3) + counts.length * WORD, file.frequency_Hz, true);
  view.setFloat64(record(4), file.frequency_Hz, true);
  sources.forEach((z, k) => {
    view.setFloat32(record(8) + k * WORD, z, true);
  });
  depths.forEach((z, k) => {
    view.setFloat32(record(9) + k * WORD, z, true);
  });
  ranges.forEach((r, k) => {
    view.setFloat64(record(10) + k * 2 * WORD, r, true);
  });
  for (let row = 0; row < rows; row++) {
    const at = record(HEADER_RECORDS + 1 + row);
    for (let k = 0; k < 2 * ranges.length; k++) {
      view.setFloat32(at + k * WORD, file.pressure[row * 2 * ranges.length + k], true);
    }
  }
  return bytes;
}

/** A pressure without a phase, of a loss: 10^(−TL/20). Infinity gives 0. */
export function pressureOfLoss(loss_dB: number): number {
  return loss_dB === Number.POSITIVE_INFINITY ? 0 : pow(10, -loss_dB / 20);
}

export interface ShadeResult {
  readonly file: ShadeFile | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Nothing is thrown; nothing is allocated beyond the length of the file. */
export function readShade(name: string, bytes: Uint8Array): ShadeResult {
  const refuse = (message: string, hint?: string): ShadeResult => ({
    file: null,
    diagnostics: [codedDiagnostic(codes.damaged, startOfFile(name), message, { hint })],
  });
  if (bytes.length < LEAST_WORDS * WORD) {
    return refuse(
      `the file has ${bytes.length} bytes; the first record of a pressure field has at least ${LEAST_WORDS * WORD}`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = view.getInt32(0, true);
  if (words < LEAST_WORDS || words > bytes.length / WORD) {
    const swapped = view.getInt32(0, false);
    const hint = swapped >= LEAST_WORDS && swapped <= bytes.length / WORD ? "the file is big-endian" : undefined;
    return refuse(`a record of ${words} words is not possible in a file of ${bytes.length} bytes`, hint);
  }
  const length = words * WORD;
  const record = (number: number): number => (number - 1) * length;
  if (bytes.length < record(HEADER_RECORDS + 1)) {
    return refuse(`the file has ${bytes.length} bytes, but its header needs ${record(HEADER_RECORDS + 1)}`);
  }
  const type = lettersOf(bytes, record(2), PLOT_TYPES.grid.length);
  const receivers = type.startsWith("irregular") ? "pairs" : type.startsWith("rectilin") ? "grid" : null;
  if (receivers === null)
    return refuse(`the type of the field must be rectilin or irregular; "${type.trim()}" stands there`);
  const counts = Array.from({ length: 7 }, (_, k) => view.getInt32(record(3) + k * WORD, true));
  const [frequencies, bearings, xs, ys, nSources, nDepths, nRanges] = counts;
  if (counts.some((count) => count < 1))
    return refuse(`the counts of the field, ${counts.join(" ")}, must be at least 1`);
  if (frequencies > 1 || bearings > 1 || xs > 1 || ys > 1) {
    return refuse(
      `fields of ${frequencies} frequencies, ${bearings} bearings and ${xs} by ${ys} sources are not read; one of each is`,
    );
  }
  if (nSources > words || nDepths > words || 2 * nRanges > words) {
    return refuse(
      `${nSources} sources, ${nDepths} depths and ${nRanges} ranges do not fit into records of ${words} words`,
    );
  }
  if (receivers === "pairs" && nDepths !== nRanges)
    return refuse(`${nDepths} depths and ${nRanges} ranges are not pairs`);
  const rows = nSources * (receivers === "pairs" ? 1 : nDepths);
  const needed = length * (HEADER_RECORDS + rows - 1) + 2 * nRanges * WORD;
  if (bytes.length < needed) return refuse(`the file has ${bytes.length} bytes, but its records need ${needed}`);

  const frequency_Hz = view.getFloat64(record(3) + 7 * WORD, true);
  const ranges = Float64Array.from({ length: nRanges }, (_, k) => view.getFloat64(record(10) + k * 2 * WORD, true));
  const single = (number: number, count: number): Float64Array =>
    Float64Array.from({ length: count }, (_, k) => view.getFloat32(record(number) + k * WORD, true));
  const sources = single(8, nSources);
  const depths = single(9, nDepths);
  if (
    !(frequency_Hz >= 1e-3 && frequency_Hz <= 1e9) ||
    !ranges.every((r) => Math.abs(r) <= 1e9) ||
    !isRising(ranges, receivers)
  ) {
    return refuse(
      "frequency and ranges are not numbers of double precision",
      "versions before 2023 wrote them in single precision",
    );
  }
  if (![...sources, ...depths].every((z) => Math.abs(z) <= 1e9)) return refuse("a depth is not a finite number");
  const pressure = new Float32Array(rows * 2 * nRanges);
  for (let row = 0; row < rows; row++) {
    const at = record(HEADER_RECORDS + 1 + row);
    for (let k = 0; k < 2 * nRanges; k++) pressure[row * 2 * nRanges + k] = view.getFloat32(at + k * WORD, true);
  }
  if (!pressure.every(Number.isFinite)) return refuse("a pressure is not a finite number");
  const file: ShadeFile = {
    title: lettersOf(bytes, WORD, TITLE_LETTERS).trimEnd(),
    receivers,
    frequency_Hz,
    sourceDepths_m: sources,
    receiverDepths_m: depths,
    receiverRanges_m: ranges,
    pressure,
  };
  return { file, diagnostics: [] };
}

/** Ranges of single precision, read as double, do not rise; those of pairs need not. */
function isRising(ranges: Float64Array, receivers: "grid" | "pairs"): boolean {
  return receivers === "pairs" || ranges.every((r, k) => k === 0 || r > ranges[k - 1]);
}

/** Printable ASCII, filled up with blanks; other letters become question marks. */
function lettersInto(bytes: Uint8Array, at: number, text: string, count: number): void {
  for (let k = 0; k < count; k++) {
    const code = k < text.length ? text.charCodeAt(k) : 32;
    bytes[at + k] = code >= 32 && code < 127 ? code : 63;
  }
}

function lettersOf(bytes: Uint8Array, at: number, count: number): string {
  let text = "";
  for (let k = 0; k < count; k++) {
    const code = bytes[at + k];
    text += code >= 32 && code < 127 ? String.fromCharCode(code) : "?";
  }
  return text;
}
