/**
 * Long logs for bench/report.ts without long runs: a short run is simulated, and its messages are written again and again, each time
 * later. The report reads them as it reads a run of that length.
 */
import { McapStreamReader, type McapTypes } from "@mcap/core";
import { diskReader } from "../src/cli/io/files.ts";
import { FileSink, loadZstd } from "../src/cli/io/log-files.ts";
import { Definitions, memoryReader, type SourceReader } from "../src/library/index.ts";
import { LogWriter } from "../src/logging/index.ts";
import { LogContainer, type OpenChannel, type OpenSchema } from "../src/logging/log-container.ts";
import { loadScenario, ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { bareBodies } from "./bare-bodies.ts";

const { definitions } = Definitions.create(shippedDefinitions);

/** The uncompressed log of a fleet that mows the lawn, logged at 10 Hz. */
function fleetLog(root: string, vehicles: number, duration_s: number): Uint8Array {
  const crew = Array.from(
    { length: vehicles },
    (_, k) => `<vehicle id="auv${k + 1}" file="${root}components/vehicles/remus100.xml" position_m="0 ${20 * k} 4">
  <autopilot id="pilot" file="${root}components/controllers/remus100-reference-autopilot.xml">
    <route id="lane" acceptance_m="23" lookahead_m="15"><point position_m="200 ${20 * k} 4"/><point position_m="200 ${20 * k + 60} 4"/></route>
  </autopilot></vehicle>`,
  );
  const text = `<scenario id="fleet" duration_s="${duration_s}" step_s="0.05">${crew.join("")}<log rate_Hz="10"/></scenario>`;
  const memory = memoryReader({ "fleet.xml": text });
  const disk = bareBodies(diskReader);
  const reader: SourceReader = {
    ...disk,
    read: (file) => (file === "fleet.xml" ? memory : disk).read(file),
  };
  const { scenario } = loadScenario(definitions, reader, "fleet.xml");
  if (scenario === null) throw new Error("the fleet cannot be loaded");
  const pieces: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array): void => void pieces.push(bytes.slice()) };
  const run = new ScenarioRun(scenario, {
    writer: new LogWriter(sink, { compression: null, library: "bench" }),
    version: "bench",
  });
  run.advance(run.end_ns);
  run.close();
  return Buffer.concat(pieces);
}

/** Records in the order of the file, chunks opened. */
function* recordsOf(log: Uint8Array): Generator<McapTypes.TypedMcapRecord> {
  const reader = new McapStreamReader();
  reader.append(log);
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) yield record;
}

/** Writes a log of `vehicles` that lasts duration_s, from a run of simulated_s. */
export async function writeFleetLog(
  root: string,
  file: string,
  vehicles: number,
  duration_s: number,
  simulated_s: number,
): Promise<void> {
  const log = fleetLog(root, vehicles, simulated_s);
  const sink = new FileSink(file);
  const out = new LogContainer(sink, { compression: await loadZstd(), library: "bench" });
  sink.release();
  const schemas = new Map<number, OpenSchema>();
  const channels = new Map<number, OpenChannel>();
  const messages: McapTypes.Message[] = [];
  for (const record of recordsOf(log)) {
    if (record.type === "Metadata") out.metadata(record.name, new Map(record.metadata));
    else if (record.type === "Attachment") out.attachment(record.name, record.mediaType, record.data, 0);
    else if (record.type === "Schema" && !schemas.has(record.id))
      schemas.set(record.id, out.schema(record.name, record.encoding, record.data));
    else if (record.type === "Channel" && !channels.has(record.id)) {
      const { topic, messageEncoding, metadata } = record;
      channels.set(record.id, out.channel(schemas.get(record.schemaId)!, topic, messageEncoding, new Map(metadata)));
    } else if (record.type === "Message") messages.push(record);
  }
  for (let from_s = 0; from_s < duration_s; from_s += simulated_s) {
    for (const { channelId, logTime, data } of messages) {
      const t_ns = Number(logTime);
      // The last instant of a part is the first of the next.
      if (t_ns < simulated_s * 1e9) out.message(channels.get(channelId)!, t_ns + from_s * 1e9, data);
    }
  }
  out.close();
  sink.close();
}
