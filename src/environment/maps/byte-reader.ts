/** Numbers and texts in the bytes of a file, with either byte order; reading past the end is a MapError, never a crash. */
import { mapCodes, mapError } from "./map-error.ts";

export class ByteReader {
  readonly file: string;
  readonly length: number;
  readonly littleEndian: boolean;
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(file: string, bytes: Uint8Array, littleEndian: boolean) {
    this.file = file;
    // Without a subclass: slices of a Node Buffer share its memory, and decoders write into their slices.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.length;
    this.littleEndian = littleEndian;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Complains unless the file holds `size` bytes from `at` on; `what` names them, as "strip 3". */
  need(at: number, size: number, what: string): void {
    if (at >= 0 && size >= 0 && at + size <= this.length) return;
    const message = `the file has ${this.length} bytes, but ${what} ends at byte ${at + size}`;
    throw mapError(mapCodes.truncated, this.file, message);
  }

  u8(at: number, what: string): number {
    this.need(at, 1, what);
    return this.#view.getUint8(at);
  }

  u16(at: number, what: string): number {
    this.need(at, 2, what);
    return this.#view.getUint16(at, this.littleEndian);
  }

  u32(at: number, what: string): number {
    this.need(at, 4, what);
    return this.#view.getUint32(at, this.littleEndian);
  }

  /** Exact below 2⁵³, which no file of ours reaches; larger ones are beyond any end and fail there. */
  u64(at: number, what: string): number {
    this.need(at, 8, what);
    const first = this.#view.getUint32(at, this.littleEndian);
    const second = this.#view.getUint32(at + 4, this.littleEndian);
    return this.littleEndian ? first + second * 4294967296 : first * 4294967296 + second;
  }

  number(type: NumberType, at: number, what: string): number {
    this.need(at, SIZE_OF[type], what);
    return readNumber(this.#view, type, at, this.littleEndian);
  }

  /** One character per byte up to a NUL: names, units and notes are ASCII in practice. */
  text(at: number, size: number, what: string): string {
    this.need(at, size, what);
    let text = "";
    for (let k = at; k < at + size && this.bytes[k] !== 0; k++) text += String.fromCharCode(this.bytes[k]);
    return text;
  }
}

export type NumberType =
  | "int8"
  | "uint8"
  | "int16"
  | "uint16"
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "float32"
  | "float64";

export const SIZE_OF: Readonly<Record<NumberType, number>> = Object.freeze({
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float32: 4,
  float64: 8,
});

/** One number, unchecked but for the DataView's own range; of 64-bit integers the nearest double. */
export function readNumber(view: DataView, type: NumberType, at: number, littleEndian: boolean): number {
  switch (type) {
    case "int8":
      return view.getInt8(at);
    case "uint8":
      return view.getUint8(at);
    case "int16":
      return view.getInt16(at, littleEndian);
    case "uint16":
      return view.getUint16(at, littleEndian);
    case "int32":
      return view.getInt32(at, littleEndian);
    case "uint32":
      return view.getUint32(at, littleEndian);
    case "int64":
    case "uint64":
      return readInteger64(view, type === "int64", at, littleEndian);
    case "float32":
      return view.getFloat32(at, littleEndian);
    case "float64":
      return view.getFloat64(at, littleEndian);
  }
}

/** `count` numbers from `at` on into out[o …], unchecked as above. The types that maps are made of are read without a choice per number. */
export function readRun(
  out: Float64Array,
  o: number,
  view: DataView,
  type: NumberType,
  at: number,
  count: number,
  littleEndian: boolean,
): void {
  if (type === "int16") {
    for (let k = 0; k < count; k++) out[o + k] = view.getInt16(at + 2 * k, littleEndian);
  } else if (type === "float32") {
    for (let k = 0; k < count; k++) out[o + k] = view.getFloat32(at + 4 * k, littleEndian);
  } else {
    const size = SIZE_OF[type];
    for (let k = 0; k < count; k++) out[o + k] = readNumber(view, type, at + k * size, littleEndian);
  }
}

function readInteger64(view: DataView, isSigned: boolean, at: number, littleEndian: boolean): number {
  const highAt = littleEndian ? at + 4 : at;
  const high = isSigned ? view.getInt32(highAt, littleEndian) : view.getUint32(highAt, littleEndian);
  return high * 4294967296 + view.getUint32(littleEndian ? at : at + 4, littleEndian);
}
