/** A log of a gigabyte: a channel of 480 numbers and one of three, at 50 Hz, written as any log is. */
import { closeSync, openSync, writeSync } from "node:fs";
import { LogWriter } from "../../src/logging/index.ts";

export const PERIOD_NS = 20_000_000;

/** What the column `depth_m` of /auv/state holds at sample k: a dive with its bottom at 40 m. */
export function depthAt(k: number): number {
  return 20 - 20 * Math.cos(k / 1000);
}

/** Returns the number of samples and the bytes written. */
export function writeLargeLog(file: string, leastBytes: number): { samples: number; bytes: number } {
  const descriptor = openSync(file, "w");
  let bytes = 0;
  const sink = {
    write(piece: Uint8Array) {
      for (let done = 0; done < piece.length; ) done += writeSync(descriptor, piece, done);
      bytes += piece.length;
    },
  };
  const writer = new LogWriter(sink, { compression: null, library: "thetis test" });
  const wide = writer.record(
    "/auv/wide",
    "thetis.Wide",
    Array.from({ length: 480 }, (_, k) => `x${k}`),
  );
  const state = writer.record("/auv/state", "thetis.VehicleState", ["depth_m", "heading_rad", "u_mps"]);
  const values = new Float64Array(480);
  let samples = 0;
  for (; bytes < leastBytes; samples++) {
    const t_ns = samples * PERIOD_NS;
    values[samples % values.length] = samples;
    wide.write(t_ns, values, 0);
    state.write(t_ns, Float64Array.of(depthAt(samples), samples / 1e3, 1.5), 0);
  }
  writer.close();
  closeSync(descriptor);
  return { samples, bytes };
}
