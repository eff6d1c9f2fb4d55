/** Logs that other programs wrote, by the public writer of @mcap/core, and logs of ours without and with declarations. */

import { McapWriter } from "@mcap/core";
import protobuf from "protobufjs";
import { expect, test } from "vitest";
import { PLOT_LIBRARY } from "../../test/support/plot-library.ts";
import { runToEnd, scenarioOf } from "../../test/support/scenarios.ts";
import {
  asyncSource,
  CHANNELS_METADATA,
  declarationText,
  LogWriter,
  meaningByName,
  openIndexedLog,
  RUN_METADATA,
} from "../logging/index.ts";
import { reportInput } from "./from-log.ts";
import { reportHtml } from "./page.ts";
import "protobufjs/ext/descriptor.js";

async function opened(bytes: Uint8Array) {
  const source = { size: bytes.length, read: (from: number, length: number) => bytes.subarray(from, from + length) };
  return { file: "logs/a.mcap", name: "a.mcap", log: await openIndexedLog(asyncSource(source), null) };
}

/** A file of another program, counted from 1970. */
async function foreign(fill: (writer: McapWriter) => Promise<void>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let position = 0n;
  const writable = {
    position: () => position,
    async write(bytes: Uint8Array) {
      pieces.push(bytes.slice());
      position += BigInt(bytes.length);
    },
  };
  const writer = new McapWriter({ writable });
  await writer.start({ profile: "ros2", library: "somebody 3" });
  await fill(writer);
  await writer.end();
  return Buffer.concat(pieces);
}

const START_NS = 1_700_000_000_000_000_000n;
const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

interface Topic {
  readonly topic: string;
  readonly schema: { readonly name: string; readonly encoding: string; readonly data: Uint8Array };
  readonly encoding: string;
  data(k: number): Uint8Array;
}

/** Ten messages of a topic, one each half second. */
async function write(writer: McapWriter, { topic, schema, encoding, data }: Topic): Promise<void> {
  const schemaId = await writer.registerSchema(schema);
  const channelId = await writer.registerChannel({ topic, schemaId, messageEncoding: encoding, metadata: new Map() });
  for (let k = 0; k < 10; k++) {
    const logTime = START_NS + BigInt(k) * 500_000_000n;
    await writer.addMessage({ channelId, sequence: k, logTime, publishTime: logTime, data: data(k) });
  }
}

const JSON_TOPIC: Topic = {
  topic: "/weather",
  schema: {
    name: "weather",
    encoding: "jsonschema",
    data: text({ type: "object", properties: { air_degC: { type: "number" } } }),
  },
  encoding: "json",
  data: (k) => text({ air_degC: 10 + k, station: "pier", wind: { speed_mps: k } }),
};

function protobufTopic(): Topic {
  const root = protobuf.parse(`syntax = "proto3"; package acme;
    message Motor { double rpm = 1; sint32 faults = 2; repeated float cells = 3; string name = 4; }`).root;
  const Motor = root.lookupType("acme.Motor");
  const described = root as unknown as { toDescriptor(syntax: string): protobuf.Message };
  const set = described.toDescriptor("proto3");
  const data = (set.$type as protobuf.Type).encode(set).finish();
  return {
    topic: "/motor",
    schema: { name: "acme.Motor", encoding: "protobuf", data },
    encoding: "protobuf",
    data: (k) => Motor.encode({ rpm: 100 * k, faults: -k, cells: [1, 2], name: "m" }).finish(),
  };
}

const ROS_TOPIC: Topic = {
  topic: "/scan",
  schema: { name: "sensor_msgs/msg/LaserScan", encoding: "ros2msg", data: text("float32 angle_min") },
  encoding: "cdr",
  data: () => Uint8Array.of(0, 1, 0, 0, 1, 2, 3, 4),
};

test("a log of another program is drawn as far as its schemas say: JSON, protobuf of its own; the rest is listed", async () => {
  const bytes = await foreign(async (writer) => {
    for (const topic of [JSON_TOPIC, protobufTopic(), ROS_TOPIC]) await write(writer, topic);
  });
  const input = await reportInput([await opened(bytes)]);
  const [run] = input.runs;
  expect(input.title).toBe("a.mcap");
  expect(run!.vehicles).toEqual([]);
  expect(run!.others!.map(({ declared }) => [declared.topic, declared.fields.map((f) => [f.name, f.unit])])).toEqual([
    [
      "/motor",
      [
        ["rpm", ""],
        ["faults", ""],
      ],
    ],
    [
      "/weather",
      [
        ["air_degC", "°C"],
        ["wind.speed_mps", "m/s"],
      ],
    ],
  ]);
  const [motor] = run!.others!;
  expect([...motor!.series.columns.get("faults")!]).toEqual([-0, -1, -2, -3, -4, -5, -6, -7, -8, -9].map((x) => x + 0));
  // Times count from the first message.
  expect([motor!.series.t_s[0], motor!.series.t_s.at(-1)]).toEqual([0, 4.5]);
  expect(
    run!.listed!.map(({ topic, encoding, messages, span_s, note }) => [topic, encoding, messages, span_s, note]),
  ).toEqual([
    ["/motor", "protobuf", 10, [0, 4.5], ""],
    [
      ...["/scan", "cdr", 10],
      [0, 4.5],
      "no: messages of schema sensor_msgs/msg/LaserScan are encoded as cdr, which is not read",
    ],
    ["/weather", "json", 10, [0, 4.5], ""],
  ]);
  const html = reportHtml(input, PLOT_LIBRARY);
  for (const part of [
    '<h2 id="channels">Channels</h2>',
    ">/weather</h2>",
    "sensor_msgs/msg/LaserScan",
    "(°C)</figcaption>",
  ])
    expect([part, html.includes(part)]).toEqual([part, true]);
});

test.each<[string, Partial<Topic>]>([
  [
    "protobuf whose description makes no sense",
    { encoding: "protobuf", schema: { name: "x.Y", encoding: "protobuf", data: Uint8Array.of(255, 255) } },
  ],
  ["JSON that is none", { encoding: "json", data: () => Uint8Array.of(123) }],
  [
    "JSON of other shapes each time",
    {
      encoding: "json",
      data: (k) => text([{ a: 1 }, [1, 2], 7, null, "x", { a: "b" }, { a: { b: [] } }, true, {}, ""][k]),
    },
  ],
  ["no schema, no encoding", { encoding: "", schema: { name: "", encoding: "", data: new Uint8Array(0) } }],
])("%s: listed, and nothing breaks", async (_, other) => {
  const bytes = await foreign((writer) => write(writer, { ...JSON_TOPIC, ...other }));
  const input = await reportInput([await opened(bytes)]);
  expect(input.runs[0]!.listed!.map(({ topic }) => topic)).toEqual(["/weather"]);
  expect(reportHtml(input, PLOT_LIBRARY)).toContain("/weather");
});

test("an empty log of another program is a page that says so", async () => {
  const input = await reportInput([await opened(await foreign(async () => {}))]);
  expect(reportHtml(input, PLOT_LIBRARY)).toContain("No vehicle in these logs.");
});

test("every channel of a run is declared: its group, its vehicle, what it is of, and its fields with their quantities", async () => {
  const { log } = runToEnd(
    scenarioOf(`<scenario id="t" duration_s="3">
      <vehicle id="auv" file="components/vehicles/remus100.bare.xml" position_m="0 0 5"/></scenario>`),
  );
  const [run] = (await reportInput([await opened(log)])).runs;
  const [auv] = run!.vehicles;
  expect(auv!.channels.map(({ declared }) => [declared.group, declared.plot, declared.of])).toEqual([
    ["actuators", "lines", "auv/actuators"],
    ["state", "motion", "auv"],
  ]);
  for (const { declared, series } of auv!.channels) {
    expect(declared.fields.map(({ name }) => name)).toEqual([...series.columns.keys()]);
    for (const { quantity, label } of declared.fields) expect([quantity, label]).not.toContain(undefined);
  }
});

/** A log of ours with two laws on one vehicle, the second in the scenario first by topic. */
function twoLaws(declare: boolean): Uint8Array {
  const pieces: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void pieces.push(bytes.slice()) };
  const writer = new LogWriter(sink, { compression: null, library: "thetis test" });
  const record = { scenario: "two", overrides: "[]", vehicles: '["auv"]', controllers: '[["pilot","diver"]]' };
  writer.metadata(RUN_METADATA, record);
  const laws = { diver: ["depthSetpoint_m", "depthError_m"], pilot: ["headingError_rad"], state: ["depth_m"] };
  const channels = Object.entries(laws).map(([id, names]) => ({ topic: `/auv/${id}`, names, id }));
  if (declare) {
    const texts = channels.map(({ topic, names, id }) => {
      const [group, plot] = id === "state" ? ["state", "motion" as const] : ["control", "lines" as const];
      const fields = names.map((name) => ({
        name,
        unit: name.slice(name.indexOf("_") + 1),
        ...meaningByName(name.split("_")[0]!),
      }));
      return [topic, declarationText({ topic, group, plot, vehicle: "auv", of: `auv/${id}`, fields })];
    });
    writer.metadata(CHANNELS_METADATA, Object.fromEntries(texts));
  }
  for (const { topic, names } of channels) {
    const channel = writer.record(topic, `x.${topic.slice(5)}`, names);
    for (let k = 0; k < 5; k++)
      channel.write(
        k * 1e8,
        Float64Array.from(names, () => k),
        0,
      );
  }
  writer.close();
  return Buffer.concat(pieces);
}

test.each([true, false])(
  "two laws on one vehicle are both there, in the order of the scenario; declared: %s",
  async (declare) => {
    const [run] = (await reportInput([await opened(twoLaws(declare))])).runs;
    expect(run!.vehicles[0]!.channels.map(({ declared }) => [declared.topic, declared.group])).toEqual([
      ["/auv/pilot", "control"],
      ["/auv/diver", "control"],
      ["/auv/state", "state"],
    ]);
    const html = reportHtml({ title: "two", runs: [run!] }, PLOT_LIBRARY);
    for (const caption of ["Pilot: heading error (°)", "Diver: depth error (m)"])
      expect([caption, html.includes(`<figcaption>${caption}</figcaption>`)]).toEqual([caption, true]);
  },
);
