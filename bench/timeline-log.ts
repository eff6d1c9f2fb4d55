/** A log of devices that send and receive for a day, for bench/report.ts: rows as a device writes them, without a simulation. */
import { FileSink, loadZstd } from "../src/cli/io/log-files.ts";
import { CHANNELS_METADATA, type ChannelDeclaration, declarationText, LogWriter } from "../src/logging/index.ts";

const WORDS = ["sending", "waiting to send", "received", "not for me", "out of range", "noise", "collision"];
const FIELDS = [
  ...[
    { name: "begin_s", unit: "s" },
    { name: "end_s", unit: "s" },
    { name: "sort", unit: "", words: WORDS },
  ],
  ...["other", "number", "bytes"].map((name) => ({ name, unit: "" })),
  ...["level_dB", "noise_dB", "snr_dB"].map((name) => ({ name, unit: "dB" })),
  ...[
    { name: "delay_s", unit: "s" },
    { name: "dopplerFactor", unit: "" },
    { name: "distance_m", unit: "m" },
  ],
];
const FRAME_S = 1.2;

/** Every device sends in its turn; what becomes of the frame elsewhere goes round, a row for each receiver. */
export async function writeTimelineLog(file: string, devices: number, duration_s: number, rows: number): Promise<void> {
  const sink = new FileSink(file);
  const writer = new LogWriter(sink, { compression: await loadZstd(), library: "bench" });
  sink.release();
  const topicOf = (k: number): string => `/node${k}/modem`;
  const declared = Array.from({ length: devices }, (_, k): ChannelDeclaration => {
    const plot = { plot: "timeline", group: "communications" } as const;
    return { ...plot, topic: topicOf(k), vehicle: `node${k}`, of: `node${k}/modem`, fields: FIELDS };
  });
  writer.metadata(CHANNELS_METADATA, Object.fromEntries(declared.map((each) => [each.topic, declarationText(each)])));
  const names = FIELDS.map(({ name }) => name);
  const channels = declared.map(({ topic }, k) =>
    writer.record(topic, "bench.Spans", names, { address: String(k), medium: "sound" }),
  );
  const frames = Math.floor(rows / devices);
  const row = new Float64Array(FIELDS.length);
  for (let number = 0; number < frames; number++) {
    const from = number % devices;
    const begin_s = (number * (duration_s - 2 * FRAME_S)) / frames;
    for (let k = 0; k < devices; k++) {
      const sort = k === from ? 0 : 2 + ((7 * k + 3 * number) % (WORDS.length - 2));
      const other = k === from ? -1 : from;
      row.set([begin_s, begin_s + FRAME_S, sort, other, number, 32, 100 - k, 60, 40 - k, 0.01 * k, 1, 15 * k]);
      channels[k]!.write(Math.round((begin_s + FRAME_S) * 1e9), row, 0);
    }
  }
  writer.close();
  sink.close();
}
