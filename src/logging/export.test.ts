/** CSV, JSON and XML against the MCAP file itself, read by @mcap/core and decoded by protobufjs: equal to the last digit. */
import * as zstd from "@foxglove/wasm-zstd";
import { McapStreamReader } from "@mcap/core";
import { XmlDocument } from "libxml2-wasm";
import protobuf from "protobufjs";
import { describe, expect, test } from "vitest";
import "protobufjs/ext/descriptor.js";
import { base64 } from "./export-json.ts";
import { SheetNames } from "./export-xml.ts";
import { exportCsv, exportJson, exportXml, type Log, LogWriter, openLog } from "./index.ts";
import { compressionOf, MemorySink, memorySource } from "./test/support.ts";

await zstd.isLoaded;
const compression = compressionOf(zstd);

const NAMES = ["depth_m", "rate-x", "level"];
const HARD = [0.1, 1 / 3, -0, 5e-324, 1.7976931348623157e308, 1e21, 1e-7, 123456789012345680, Number.NaN];
HARD.push(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.EPSILON, 100, 0.30000000000000004);

const TEXTS = ['plain, with "quotes"', "two\r\nlines", "=1+1; <tag> & ümläut 日本 \u{1F30A}", "", "bell \u0007"];

function makeLog(): { bytes: Uint8Array; log: Log } {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression, library: "thetis test" });
  writer.metadata("run", { seed: "7" });
  writer.attach("a.xml", "text/xml", "<a/>");
  const record = writer.record("/auv/state", "thetis.State", NAMES);
  const pose = writer.pose("/auv/pose", "N");
  const text = writer.text("/events");
  for (let i = 0; i < 40; i++) {
    const at = (k: number): number => HARD[(i + k) % HARD.length]!;
    record.write(i * 33_333_333, Float64Array.of(at(0), at(1), at(5)), 0);
    pose.write(i * 33_333_333, Float64Array.of(at(0), at(2), i, 1, at(3), at(4), 0), 0);
    text.write(i * 33_333_333, "warning", `auv,${i}`, TEXTS[i % TEXTS.length]!);
  }
  writer.close();
  return { bytes: sink.bytes, log: openLog(memorySource(sink.bytes), compression) };
}
const { bytes, log } = makeLog();

/** Rows by the public readers: time, then the leaves named, in that order. */
function publicRows(topic: string, names: readonly string[]): { t_ns: bigint; values: unknown[] }[] {
  const decompressHandlers = { zstd: (packed: Uint8Array, size: bigint) => zstd.decompress(packed, Number(size)) };
  const stream = new McapStreamReader({ decompressHandlers, validateCrcs: true });
  stream.append(bytes);
  const types = new Map<number, protobuf.Type>();
  const channels = new Map<number, { topic: string; schemaId: number }>();
  const withDescriptor = protobuf.Root as unknown as { fromDescriptor(bytes: Uint8Array): protobuf.Root };
  const out: { t_ns: bigint; values: unknown[] }[] = [];
  for (let record = stream.nextRecord(); record !== undefined; record = stream.nextRecord()) {
    if (record.type === "Schema")
      types.set(record.id, withDescriptor.fromDescriptor(record.data).lookupType(record.name));
    if (record.type === "Channel") channels.set(record.id, record);
    const channel = record.type === "Message" ? channels.get(record.channelId) : undefined;
    if (record.type !== "Message" || channel?.topic !== topic) continue;
    const type = types.get(channel.schemaId)!;
    const message = type.toObject(type.decode(record.data), { defaults: true, enums: String });
    const leaf = (name: string): unknown =>
      name.split(".").reduce((value: unknown, key) => (value as Record<string, unknown>)[key], message);
    out.push({ t_ns: record.logTime, values: names.map(leaf) });
  }
  return out;
}

const joined = (pieces: Iterable<string>): string => [...pieces].join("");

/** RFC 4180, read by the rule: quotes, doubled quotes, commas, CR LF. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const pattern = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/y;
  while (pattern.lastIndex < text.length) {
    const [, cell = "", end] = pattern.exec(text) ?? [];
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "\r\n") rows.push([]);
  }
  rows.pop();
  return rows;
}

/** A number as each format spells it, back to a number. */
function numberOf(text: string): number {
  if (text === "Inf") return Number.POSITIVE_INFINITY;
  return text === "-Inf" ? Number.NEGATIVE_INFINITY : Number(text);
}

const STATE = ["depth_m", "rate_x", "level"];
const POSE = ["frame_id", "pose.position.x", "pose.position.y", "pose.position.z"];
POSE.push("pose.orientation.x", "pose.orientation.y", "pose.orientation.z", "pose.orientation.w");
const EVENTS = ["level", "message", "name", "file", "line"];
const topics = [
  ["/auv/state", STATE],
  ["/auv/pose", POSE],
  ["/events", EVENTS],
] as const;

/** What the public readers found, in the spelling of tables: numbers stay numbers, texts texts. */
function expectCells(topic: string, names: readonly string[], cells: readonly string[][], allowed = (s: string) => s) {
  const rows = publicRows(topic, names);
  expect(rows).toHaveLength(40);
  expect(cells).toHaveLength(rows.length);
  rows.forEach(({ t_ns, values }, i) => {
    const [t, seconds, ...rest] = cells[i]!;
    expect(BigInt(t!)).toBe(t_ns);
    expect(Number(seconds)).toBe(Number(t_ns) / 1e9);
    const found = values.map((value, k) => (typeof value === "number" ? numberOf(rest[k]!) : rest[k]));
    // toBe inside toEqual: NaN equals NaN, and 0 differs from −0.
    expect(found).toEqual(values.map((value) => (typeof value === "string" ? allowed(value) : value)));
    expect(rest).toHaveLength(values.length);
  });
}

describe("CSV", () => {
  test.each(topics)("of %s agrees with the public readers to the last digit", (topic, names) => {
    const [header, ...rows] = parseCsv(joined(exportCsv(log, topic)));
    expect(header).toEqual(["t_ns", "t_s", ...names]);
    expectCells(topic, names, rows);
  });

  test("writes what is not finite as NaN, Inf and -Inf, and quotes only what needs it", () => {
    const text = joined(exportCsv(log, "/auv/state"));
    expect(text).toMatch(/,NaN/);
    expect(text).toMatch(/,Inf/);
    expect(text).toMatch(/,-Inf/);
    expect(text).not.toContain('"');
    const events = joined(exportCsv(log, "/events"));
    expect(events).toContain('0,0,WARNING,"plain, with ""quotes""","auv,0",,0\r\n');
  });

  test("of a topic that is not there is a header alone", () => {
    expect(joined(exportCsv(log, "/nothing"))).toBe("t_ns,t_s\r\n");
  });
});

describe("JSON", () => {
  const document = JSON.parse(
    joined(
      exportJson(
        log,
        topics.map(([topic]) => topic),
      ),
    ),
  );

  test.each(topics)("of %s agrees with the public readers to the last digit", (topic, names) => {
    const channel = document.channels.find((each: { topic: string }) => each.topic === topic);
    expect(channel.names).toEqual(names);
    const leaf = (message: unknown, name: string): unknown =>
      name.split(".").reduce((value: unknown, key) => (value as Record<string, unknown>)[key], message);
    const rows = publicRows(topic, names);
    expect(channel.messages).toHaveLength(rows.length);
    rows.forEach(({ t_ns, values }, i) => {
      const message = channel.messages[i];
      expect(BigInt(message.t_ns)).toBe(t_ns);
      const found = values.map((value, k) => {
        const given = leaf(message, names[k]!);
        return typeof value === "number" && typeof given === "string" ? Number(given) : given;
      });
      expect(found).toEqual(values);
    });
  });

  test("says what log it came from, and leaves out the timestamp that equals t_ns", () => {
    expect(document.log).toEqual({
      library: "thetis test",
      format: 1,
      complete: true,
      start_ns: 0,
      end_ns: 39 * 33_333_333,
      metadata: { thetis: { format: "1" }, run: { seed: "7" } },
      attachments: [{ name: "a.xml", mediaType: "text/xml", bytes: 4 }],
    });
    expect(document.losses).toEqual([]);
    expect(Object.keys(document.channels[0].messages[0])).toEqual(["t_ns", "depth_m", "rate_x", "level"]);
  });

  test("writes raw bytes as base64", () => {
    for (let n = 0; n < 10; n++) {
      const raw = Uint8Array.from({ length: n }, (_, i) => 255 - 37 * i);
      expect(base64(raw)).toBe(Buffer.from(raw).toString("base64"));
    }
  });
});

describe("XML", () => {
  const SS = { ss: "urn:schemas-microsoft-com:office:spreadsheet" };
  /** Names of the sheets, and their cells as text with their types. */
  function sheetsOf(text: string): Map<string, { texts: string[][]; types: string[][] }> {
    const xml = XmlDocument.fromString(text);
    const out = new Map<string, { texts: string[][]; types: string[][] }>();
    for (const sheet of xml.find("/ss:Workbook/ss:Worksheet", SS)) {
      const name = xml.eval(`string(/ss:Workbook/ss:Worksheet[${out.size + 1}]/@ss:Name)`, SS) as string;
      const rows = sheet.find("ss:Table/ss:Row", SS);
      const cells = rows.map((row) => row.find("ss:Cell", SS));
      const types = cells.map((row) => row.map((cell) => cell.get("ss:Data/@ss:Type", SS)?.content ?? ""));
      out.set(name, { texts: cells.map((row) => row.map((cell) => cell.content)), types });
    }
    xml.dispose();
    return out;
  }
  const text = joined(
    exportXml(
      log,
      topics.map(([topic]) => topic),
    ),
  );
  const sheets = sheetsOf(text);

  test("is well-formed by libxml2, with one sheet per topic and the word that makes Excel open it", () => {
    expect([...sheets.keys()]).toEqual(["auv_state", "auv_pose", "events"]);
    expect(text.split("\n")[1]).toBe('<?mso-application progid="Excel.Sheet"?>');
  });

  test.each(topics)("of %s agrees with the public readers to the last digit", (topic, names) => {
    const [header, ...rows] = sheets.get(topic.slice(1).replace("/", "_"))!.texts;
    expect(header).toEqual(["t_ns", "t_s", ...names]);
    // XML 1.0 has no bell.
    expectCells(topic, names, rows, (value) => value.replace("\u0007", "\ufffd"));
  });

  test("calls finite numbers Number, and everything else String", () => {
    const { texts, types } = sheets.get("auv_state")!;
    texts.slice(1).forEach((row, i) => {
      row.forEach((cell, k) => {
        const finite = Number.isFinite(Number(cell));
        expect([cell, types[i + 1]![k]]).toEqual([cell, finite ? "Number" : "String"]);
      });
    });
  });

  test("continues on a further sheet when one is full, names repeated", () => {
    const pages = sheetsOf(joined(exportXml(log, ["/auv/state", "/events"], { rowsPerSheet: 16 })));
    expect([...pages.keys()].slice(0, 4)).toEqual(["auv_state", "auv_state (2)", "auv_state (3)", "events"]);
    const [one, two, three] = [...pages.values()].map(({ texts }) => texts);
    expect([one?.length, two?.length, three?.length]).toEqual([16, 16, 40 - 30 + 1]);
    expect(two?.[0]).toEqual(["t_ns", "t_s", ...STATE]);
    expect(two?.[1]?.[0]).toBe(String(15 * 33_333_333));
  });

  test("gives sheets names that spreadsheets accept", () => {
    const names = new SheetNames();
    expect(names.next("/a[1]:b*c?d/e\\f")).toBe("a_1__b_c_d_e_f");
    expect(names.next("/very/long/topic/of/a/vehicle/in/a/fleet")).toBe("very_long_topic_of_a_vehicle_in");
    expect(names.next("/very/long/topic/of/a/vehicle/in/the/fleet")).toBe("very_long_topic_of_a_vehicl (2)");
    expect([names.next("/History"), names.next("/"), names.next("/A"), names.next("/a")]).toEqual([
      "History (2)",
      "log",
      "A",
      "a (2)",
    ]);
    expect(names.next("'quoted'")).toBe("_quoted_");
  });
});
