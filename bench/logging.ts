/**
 * Writing and reading a log of records of 20 doubles, 50 a second of simulated time, into memory: a disk is not measured.
 * The values are smooth signals with full mantissas, as a trajectory has; they leave a compressor little to find.
 */
import * as zstd from "@foxglove/wasm-zstd";
import { type LogCompression, LogWriter, openLog, readTable } from "../src/logging/index.ts";
import { type Benchmark, figure, nsPerItemInTurns } from "./harness.ts";

const FIELDS = 20;
const MESSAGES = 50_000;
const PERIOD_NS = 20_000_000;
/** Rows that are made before the clock runs, and used again and again. */
const ROWS = 4096;

const names = Array.from({ length: FIELDS }, (_, i) => `value${i}_m`);

function signals(): Float64Array {
  const out = new Float64Array(ROWS * FIELDS);
  for (let row = 0; row < ROWS; row++) {
    for (let i = 0; i < FIELDS; i++) out[row * FIELDS + i] = (i + 1) * Math.sin(0.001 * row * (i + 1) + i);
  }
  return out;
}

/** Writes the log and returns its bytes. */
function write(rows: Float64Array, compression: LogCompression | null, keep: Uint8Array[] | null): number {
  let bytes = 0;
  const sink = {
    write(piece: Uint8Array) {
      bytes += piece.length;
      keep?.push(piece.slice());
    },
  };
  const writer = new LogWriter(sink, { compression, library: "bench" });
  const channel = writer.record("/auv/state", "bench.State", names);
  for (let i = 0; i < MESSAGES; i++) channel.write(i * PERIOD_NS, rows, (i % ROWS) * FIELDS);
  writer.close();
  return bytes;
}

export const benchmark: Benchmark = {
  name: "logging",
  doc: `writing and reading ${MESSAGES} records of ${FIELDS} doubles, with and without zstd`,
  async run() {
    await zstd.isLoaded;
    const packing: LogCompression = { name: "zstd", compress: (bytes) => zstd.compress(bytes) };
    const rows = signals();
    const pieces: Uint8Array[] = [];
    const packed = write(rows, packing, pieces);
    const plain = write(rows, null, null);
    const file = Buffer.concat(pieces);
    const source = { size: file.length, read: (at: number, length: number) => file.subarray(at, at + length) };
    const read = (): number => readTable(openLog(source, zstd), "/auv/state").rowsInLog;

    const [plain_ns, packed_ns, read_ns] = nsPerItemInTurns(
      [() => write(rows, null, null), () => write(rows, packing, null), read],
      MESSAGES,
    );
    const perSecond = (ns: readonly number[]): number[] => ns.map((each) => 1e9 / each);
    return [
      figure("log: encode and chunk a record of 20 doubles", "ns", plain_ns, { of: "value", atMost: 2000 }),
      figure("log: records of 20 doubles written with zstd", "1/s", perSecond(packed_ns)),
      figure("log: records of 20 doubles read to a table", "1/s", perSecond(read_ns)),
      figure("log: size of a record of 20 doubles, plain", "byte", [plain / MESSAGES]),
      figure("log: size of a record of 20 doubles with zstd", "byte", [packed / MESSAGES]),
    ];
  },
};
