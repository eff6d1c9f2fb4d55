import * as zstd from "@foxglove/wasm-zstd";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LogWriter, openLog, readTable, readTables } from "./index.ts";
import { compressionOf, MemorySink, memorySource, sampleLog, sampleRow } from "./test/support.ts";

await zstd.isLoaded;
const compression = compressionOf(zstd);
const sample = openLog(memorySource(sampleLog(compression, 35).bytes), compression);

test("a record is a table of its doubles, bit for bit, with the log time beside it", () => {
  const table = readTable(sample, "/auv/state");
  expect(table.names).toEqual(["depth_m", "speed_mps", "rudder_top", "zero", "none"]);
  expect([...table.t_ns]).toEqual(Array.from({ length: 35 }, (_, i) => i * 1e8));
  table.columns.forEach((column, c) => {
    expect([...column]).toEqual(Array.from({ length: 35 }, (_, i) => sampleRow(i)[c]));
  });
  expect(table.rowsInLog).toBe(35);
});

test("a pose is a table of seven columns with the names of its branches; texts in it are left out", () => {
  const table = readTable(sample, "/auv/pose");
  const position = ["x", "y", "z"].map((axis) => `pose.position.${axis}`);
  const orientation = ["x", "y", "z", "w"].map((axis) => `pose.orientation.${axis}`);
  expect(table.names).toEqual([...position, ...orientation]);
  expect(table.columns.map((column) => column[7])).toEqual([7, -7, 1, -0.5, 0.5, -0.5, 0.5]);
});

test("several topics are read in one pass, and a topic that is not there has no rows", () => {
  const [state, nothing, events] = readTables(sample, ["/auv/state", "/nothing", "/events"]);
  expect([state?.rowsInLog, nothing?.rowsInLog, events?.rowsInLog]).toEqual([35, 0, 4]);
  expect(nothing?.names).toEqual([]);
  expect(events?.names).toEqual(["level", "line"]);
  expect([...(events?.columns[0] ?? [])]).toEqual([2, 3, 3, 3]);
});

function ramp(rows: number): ReturnType<typeof openLog> {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression, library: "x" });
  const channel = writer.record("/r", "t.R", ["row"]);
  for (let i = 0; i < rows; i++) channel.write(1000 * i, Float64Array.of(i), 0);
  writer.close();
  return openLog(memorySource(sink.bytes), compression);
}

test("decimation keeps the first and the last row, at most the number asked for, at even distances", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 2, max: 60 }), (rows, mostRows) => {
      const { columns, t_ns, rowsInLog } = readTable(ramp(rows), "/r", { mostRows });
      const kept = [...columns[0]!];
      expect(rowsInLog).toBe(rows);
      expect(kept.length).toBeLessThanOrEqual(mostRows);
      expect([kept[0], kept.at(-1)]).toEqual([0, rows - 1]);
      expect([...t_ns]).toEqual(kept.map((row) => 1000 * row));
      if (rows <= mostRows - 1) expect(kept).toHaveLength(rows);
      // The distance is a power of two, but for the last row; at least a third of what was asked for is there.
      const steps = kept.slice(1, -1).map((row, i) => row - kept[i]!);
      expect(new Set(steps).size).toBeLessThanOrEqual(1);
      if (rows > mostRows) expect(kept.length).toBeGreaterThanOrEqual(mostRows / 3);
      // With a known number of messages the same rows are kept; a wrong one costs at most the last row.
      const told = (expected: number) => readTable(ramp(rows), "/r", { mostRows, expected });
      expect(told(rows)).toEqual(readTable(ramp(rows), "/r", { mostRows }));
      for (const wrong of [Math.max(0, rows - 7), rows + 7]) {
        const { t_ns: at, rowsInLog: seen } = told(wrong);
        expect(seen).toBe(rows);
        expect(at.length).toBeLessThanOrEqual(mostRows);
        expect([...at]).toEqual([...new Set(at)].sort((a, b) => a - b));
        expect(at[0]).toBe(0);
      }
    }),
    { seed: 31, numRuns: 60 },
  );
  expect(() => readTable(sample, "/auv/state", { mostRows: 1 })).toThrow("cannot hold the first and the last");
});
