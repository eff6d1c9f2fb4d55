/**
 * The file test/data/elementary-reference.bin: arguments, nearest doubles and offsets for every elementary function.
 *
 * For each function, in the order of FUNCTION_NAMES: the number of points as a 32-bit integer, then per point the arguments
 * and the nearest double (64 bits each) and the offset in steps of 1/65534 (16 bits, signed). All little-endian, without
 * gaps: 18 bytes per point for a function of one argument.
 */
import { ARITY, FUNCTION_NAMES, type FunctionName, type Reference } from "./high-precision.ts";

export interface ReferencePoint extends Reference {
  readonly args: readonly number[];
}

export type ReferenceTable = ReadonlyMap<FunctionName, readonly ReferencePoint[]>;

/** Half a last place either way must fit into 16 bits. */
export const OFFSET_STEPS = 65534;

function bytesPerPoint(name: FunctionName): number {
  return 8 * ARITY[name] + 10;
}

export function encodeReference(table: ReferenceTable): Uint8Array {
  let length = 0;
  for (const name of FUNCTION_NAMES) length += 4 + (table.get(name)?.length ?? 0) * bytesPerPoint(name);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const name of FUNCTION_NAMES) {
    const points = table.get(name) ?? [];
    view.setUint32(at, points.length, true);
    at += 4;
    for (const { args, value, offset } of points) {
      for (const x of [...args, value]) {
        view.setFloat64(at, x, true);
        at += 8;
      }
      view.setInt16(at, Math.round(offset * OFFSET_STEPS), true);
      at += 2;
    }
  }
  return bytes;
}

export function decodeReference(bytes: Uint8Array): ReferenceTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const table = new Map<FunctionName, ReferencePoint[]>();
  let at = 0;
  for (const name of FUNCTION_NAMES) {
    const count = view.getUint32(at, true);
    at += 4;
    const points: ReferencePoint[] = [];
    for (let i = 0; i < count; i++) {
      const args: number[] = [];
      for (let n = 0; n < ARITY[name]; n++) args.push(view.getFloat64(at + 8 * n, true));
      const value = view.getFloat64(at + 8 * args.length, true);
      const offset = view.getInt16(at + 8 * args.length + 8, true) / OFFSET_STEPS;
      points.push({ args, value, offset });
      at += bytesPerPoint(name);
    }
    table.set(name, points);
  }
  return table;
}
