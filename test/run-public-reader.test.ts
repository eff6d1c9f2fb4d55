/**
 * A log of the program in other people's programs: opened by @mcap/core, decoded by protobufjs, and the three exports of the
 * program held against that, every channel, every message, to the last digit.
 */
import { readFileSync } from "node:fs";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { leavesOf, type PublicChannel, publicChannels, publicReader } from "./support/run-public-reader.ts";
import { Folder, root } from "./support/run-thetis.ts";
import { autopilot, law, lawsFile, world } from "./support/run-worlds.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const log = folder.at("two.mcap");

// Two vehicles, one with an autopilot that tells events, one with an open loop and a law: every kind of channel there is.
const second = `<vehicle id="other" file="${root}components/vehicles/rexrov.xml" position_m="5 5 20">
    <stationKeeper horizontalLimit_N="1500" verticalLimit_N="1500" torqueLimit_Nm="800">
      <position kp="4000" ki="800" kd="5000"/><depth kp="4000" ki="800" kd="5000"/><heading kp="2000" ki="200" kd="1500"/>
    </stationKeeper>
  </vehicle>
  <vehicle id="third" file="${root}components/vehicles/remus100.xml" position_m="0 0 30">
    <script actuator="propeller" times_s="0 3" values="1200 -300"/>${law("weave").replace("rudder propeller", "rudder sternPlane")}
  </vehicle>`;

const SUITE = ["ahrs", "depth", "dvl", "gps", "navigation"];
const topicsOf = (vehicle: string, ...own: string[]): string[] =>
  ["actuators", "commands", "contact", "impact", "location", "pose", "state", "water", ...own].map((part) => `/${vehicle}/${part}`).sort();
const TOPICS = [
  ...topicsOf("auv", ...SUITE, "pilot", "pilot/navigation"),
  "/diagnostics",
  "/events",
  ...topicsOf("other", "depth", "dvl", "imu", "navigation", "stationKeeper", "stationKeeper/navigation"),
  "/scene",
  "/tf",
  ...topicsOf("third", ...SUITE, "own", "own/navigation"),
];

/** What only viewers read: shapes, and fixes with fields that are not given. */
const isForViewers = (topic: string): boolean => topic === "/scene" || topic.endsWith("/location");
const TABLES = TOPICS.filter((topic) => !isForViewers(topic));

const ORIGIN_DEG = [43.1, 5.9] as const;
const sea = `<world latitude_deg="${ORIGIN_DEG[0]}" longitude_deg="${ORIGIN_DEG[1]}">
    <bottom id="ground" model="slope" depth_m="60" slope_deg="2"><provenance of="*" status="assumed" note="a test"/></bottom>
  </world>`;

let channels = new Map<string, PublicChannel>();
beforeAll(async () => {
  folder.write("models/laws.mjs", lawsFile());
  const text = world({ duration_s: 10, step_s: 0.01, inside: autopilot() }).replace(
    "</vehicle>",
    `</vehicle>\n${second}\n${sea}`,
  );
  const logs = '<log vehicles="auv other"/><log vehicles="third" axes="rep103"/>';
  const call = [
    "run",
    folder.write("two.xml", text.replace(/<log [^>]*>/, logs)),
    "--models",
    folder.at("models"),
    "--log",
    log,
  ];
  expect(await warmThetis(call)).toMatchObject({ status: 0, stderr: "" });
  channels = await publicChannels(log);
});

describe("the public reader", () => {
  test("opens the log by its index and finds every channel, with messages of one instant after the other", async () => {
    expect([...channels.keys()].sort()).toEqual(TOPICS);
    for (const topic of TOPICS) {
      const { messages } = channels.get(topic)!;
      // Nothing is amiss, and nothing touches anything.
      const isIdle = topic === "/diagnostics" || /\/(contact|impact)$/.test(topic);
      if (!isIdle) expect(messages.length).toBeGreaterThan(0);
      for (let i = 1; i < messages.length; i++) expect(messages[i]!.time_ns >= messages[i - 1]!.time_ns).toBe(true);
    }
    // 10 s at 10 Hz, both ends included.
    for (const topic of ["/auv/state", "/auv/pose", "/other/actuators", "/third/own"])
      expect(channels.get(topic)!.messages).toHaveLength(101);
  });

  test("knows the schemas: those of Foxglove for poses, transforms and texts, protobuf with a descriptor for all", () => {
    for (const { schemaEncoding, type, schemaName } of channels.values())
      expect([schemaEncoding, type.fullName]).toEqual(["protobuf", `.${schemaName}`]);
    const schema = (topic: string): string => channels.get(topic)!.schemaName;
    expect(["/auv/pose", "/third/pose"].map(schema)).toEqual(["foxglove.PoseInFrame", "foxglove.PoseInFrame"]);
    expect(schema("/tf")).toBe("foxglove.FrameTransform");
    expect(["/events", "/diagnostics"].map(schema)).toEqual(["foxglove.Log", "foxglove.Log"]);
  });

  test("finds the log time again as the timestamp in every message", () => {
    for (const [topic, { messages }] of channels)
      for (const { time_ns, values } of messages) {
        if (topic === "/scene") continue; // its entities have times, see below
        const { seconds, nanos } = values.timestamp as { seconds: string; nanos: number };
        expect(BigInt(seconds) * 1_000_000_000n + BigInt(nanos)).toBe(time_ns);
      }
  });

  test("sees one motion in state, pose and transform: position the same to the bit, depth downwards", () => {
    const state = channels.get("/auv/state")!.messages;
    const pose = channels.get("/auv/pose")!.messages;
    state.forEach(({ time_ns, values }, i) => {
      const { position, orientation } = (
        pose[i]!.values as { pose: Record<"position" | "orientation", Record<string, number>> }
      ).pose;
      expect(pose[i]!.time_ns).toBe(time_ns);
      expect([position.x, position.y, position.z]).toEqual([values.north_m, values.east_m, values.depth_m]);
      const { x, y, z, w } = orientation as Record<"x" | "y" | "z" | "w", number>;
      // Unit after each step, to rounding; and yaw, pitch, roll after the usual formulas, a few roundings apart.
      expect(x * x + y * y + z * z + w * w).toBeCloseTo(1, 12);
      expect(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))).toBeCloseTo(values.heading_rad as number, 12);
      expect(Math.asin(2 * (w * y - z * x))).toBeCloseTo(values.pitch_rad as number, 12);
    });
    expect(state.at(-1)!.values.depth_m as number).toBeGreaterThan(5);
  });

  test("finds one schema for each kind of channel: vehicles share those of equal fields", () => {
    const schema = (topic: string): string => channels.get(topic)!.schemaName;
    expect(schema("/auv/actuators")).toBe("thetis.Actuators");
    // The same vehicle with the same actuators, and one with eight thrusters.
    expect(schema("/third/actuators")).toBe("thetis.Actuators");
    expect(schema("/other/actuators")).toBe("thetis.Actuators_2");
    for (const { schemaName } of channels.values()) expect(schemaName).not.toMatch(/auv|other|third/);
  });

  test("finds a scene at the beginning: a body for each vehicle in its frame, and the bottom at its depths", () => {
    const { schemaName, messages } = channels.get("/scene")!;
    expect([schemaName, messages.length]).toEqual(["foxglove.SceneUpdate", 1]);
    const [{ time_ns, values }] = messages as [{ time_ns: bigint; values: Readonly<Record<string, unknown>> }];
    expect(time_ns).toBe(0n);
    const entities = values.entities as { id: string; frame_id: string; timestamp: { seconds: string } }[];
    expect(entities.map(({ id, frame_id }) => [id, frame_id])).toEqual([
      ...["auv", "other", "third"].map((name) => [name, name]),
      ["bottom", "ned"],
    ]);
    for (const { timestamp } of entities) expect(timestamp).toEqual({ seconds: "0", nanos: 0 });
    const [auv, other] = entities as unknown as Record<"cubes" | "cylinders" | "spheres", unknown[]>[];
    // This REMUS is an ellipsoid whose hull model has the propeller; RexROV is a box with eight thrusters.
    expect([auv!.spheres.length, other!.cubes.length, other!.cylinders.length]).toEqual([1, 1, 8]);
    const [ground] = (entities[3] as unknown as { triangles: { points: { x: number; z: number }[] }[] }).triangles;
    // A plane of 2°: differences of depth over differences of north are the same everywhere, but for rounding of depths near 60 m.
    const [a, b] = [ground!.points[0]!, ground!.points.at(-1)!];
    expect(Math.abs((b.z - a.z) / (b.x - a.x))).toBeCloseTo(Math.tan((2 * Math.PI) / 180), 12);
  });

  test("finds where the vehicle is on the earth: degrees by the radii of WGS 84, height by the depth", () => {
    const state = channels.get("/auv/state")!.messages;
    const fixes = channels.get("/auv/location")!.messages;
    expect(fixes).toHaveLength(state.length);
    const phi = (ORIGIN_DEG[0] * Math.PI) / 180;
    const [a, e2] = [6378137, 0.00669437999014];
    const w = Math.sqrt(1 - e2 * Math.sin(phi) ** 2);
    const perNorth = 180 / Math.PI / ((a * (1 - e2)) / w ** 3);
    const perEast = 180 / Math.PI / ((a / w) * Math.cos(phi));
    fixes.forEach(({ time_ns, values }, i) => {
      const at = state[i]!;
      expect(time_ns).toBe(at.time_ns);
      const { latitude, longitude, altitude } = values as Record<"latitude" | "longitude" | "altitude", number>;
      const { north_m, east_m, depth_m } = at.values as Record<"north_m" | "east_m" | "depth_m", number>;
      // Of 20 m the radii change by 3e-6, and 12 m deeper the same angle is 2e-6 of it less: 1e-4 m in all, which is 1e-9°.
      expect(Math.abs(latitude - (ORIGIN_DEG[0] + north_m * perNorth))).toBeLessThan(2e-9);
      expect(Math.abs(longitude - (ORIGIN_DEG[1] + east_m * perEast))).toBeLessThan(2e-9);
      // The earth falls away by d²/(2 R): 3e-5 m at 20 m.
      expect(Math.abs(altitude + depth_m)).toBeLessThan(1e-4);
    });
  });

  test("finds the axes of ROS where they are asked for: map, third/base_link, and the body hanging on it", () => {
    type Frames = Record<"parent_frame_id" | "child_frame_id", string>;
    const frames = new Set(
      channels.get("/tf")!.messages.map(({ values }) => {
        const { parent_frame_id, child_frame_id } = values as Frames;
        return `${parent_frame_id} ${child_frame_id}`;
      }),
    );
    expect([...frames].sort()).toEqual(
      ["map ned", "map third/base_link", "ned auv", "ned other", "third/base_link third"].sort(),
    );
    const state = channels.get("/third/state")!.messages;
    channels.get("/third/pose")!.messages.forEach(({ values }, i) => {
      const { frame_id, pose } = values as { frame_id: string; pose: { position: Record<string, number> } };
      const { north_m, east_m, depth_m } = state[i]!.values as Record<string, number>;
      expect([frame_id, pose.position]).toEqual(["map", { x: east_m, y: north_m, z: -depth_m! }]);
    });
  });

  test("finds the scenario, its components and how to run it again", async () => {
    const reader = await publicReader(log);
    const names: string[] = [];
    for await (const { name, data } of reader.readAttachments()) {
      names.push(name);
      expect(new TextDecoder().decode(data)).toMatch(/^(<\?xml|<scenario)/);
    }
    expect(names[0]).toBe("two.xml");
    for (const part of ["remus100.xml", "rexrov.xml"]) expect(names.some((name) => name.endsWith(part))).toBe(true);
    const metadata = new Map<string, Map<string, string>>();
    for await (const record of reader.readMetadata()) metadata.set(record.name, record.metadata);
    expect(metadata.get("run")?.get("seed")).toBe("7");
    expect(metadata.get("run")?.get("version")).toMatch(/^\d+\.\d+\.\d+/);
    expect(reader.header.library).toMatch(/^thetis \d/);
  });
});

/** A number in any spelling that the formats use for it; what is no number stays a text. */
function numberOf(text: string): number {
  const words: Record<string, number> = { Inf: Infinity, "-Inf": -Infinity, Infinity, "-Infinity": -Infinity, NaN };
  return words[text] ?? (text === "" ? Number.NaN : Number(text));
}

type Row = readonly [t_ns: string, t_s: string, ...cells: string[]];

/** Every cell of a table against the public reader. Object.is: NaN is NaN, and −0 is not 0. */
function expectTable(topic: string, [names, ...rows]: readonly string[][]): void {
  const { messages } = channels.get(topic)!;
  expect(rows).toHaveLength(messages.length);
  messages.forEach(({ time_ns, values }, i) => {
    const [t_ns, t_s, ...cells] = rows[i] as unknown as Row;
    expect(BigInt(t_ns)).toBe(time_ns);
    expect(Number(t_s)).toBe(Number(time_ns) / 1e9);
    const leaves = leavesOf(values);
    expect(names).toEqual(["t_ns", "t_s", ...leaves.keys()]);
    const read = [...leaves.values()].map((value, k) => (typeof value === "number" ? numberOf(cells[k]!) : cells[k]));
    expect(read).toEqual([...leaves.values()]);
  });
}

async function exported(format: string, topics: readonly string[]): Promise<string> {
  const file = folder.at(`out.${format}`);
  const call = ["export", log, "--channel", ...topics, "--format", format, "--output", file];
  expect(await warmThetis(call)).toMatchObject({ status: 0, stdout: "" });
  return readFileSync(file, "utf8");
}

describe("what is exported equals what the public reader finds, to the last digit", () => {
  // RFC 4180 by the rule: quotes, doubled quotes, commas, lines that end with CR LF.
  const csvRows = (text: string): string[][] => {
    const rows: string[][] = [[]];
    const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/y;
    while (cell.lastIndex < text.length) {
      const [, value = "", end] = cell.exec(text) ?? [];
      rows.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
      if (end === "\r\n") rows.push([]);
    }
    return rows.slice(0, -1);
  };

  test.concurrent.each(TABLES)("%s as CSV on standard output", async (topic) => {
    const { status, stdout, stderr } = await warmThetis(["export", log, "--channel", topic]);
    expect([status, stderr]).toEqual([0, ""]);
    const rows = csvRows(stdout);
    if (channels.get(topic)!.messages.length > 0) expectTable(topic, rows);
    else expect(rows).toHaveLength(1);
  });

  test("all channels in one JSON document", async () => {
    const document = JSON.parse(await exported("json", TABLES)) as {
      log: { complete: boolean };
      channels: { topic: string; schema: string; messages: Record<string, unknown>[] }[];
      losses: unknown[];
    };
    expect([document.log.complete, document.losses]).toEqual([true, []]);
    expect(document.channels.map(({ topic }) => topic)).toEqual(TABLES);
    for (const { topic, schema, messages: found } of document.channels) {
      const { messages, schemaName } = channels.get(topic)!;
      expect([schema, found.length]).toEqual([schemaName, messages.length]);
      messages.forEach(({ time_ns, values }, i) => {
        const { t_ns, ...rest } = found[i]!;
        expect(BigInt(t_ns as number)).toBe(time_ns);
        const leaves = leavesOf(values);
        const read = [...leavesOf(rest)].map(([name, value]) => {
          return [
            name,
            typeof leaves.get(name) === "number"
              ? numberOf(String(value === 0 && Object.is(value, -0) ? "-0" : value))
              : value,
          ];
        });
        expect(read).toEqual([...leaves]);
      });
    }
  });

  test("all channels as sheets of one XML file, which libxml2 reads", async () => {
    const document = XmlDocument.fromString(await exported("xml", TABLES));
    try {
      const namespaces = { s: "urn:schemas-microsoft-com:office:spreadsheet" };
      const sheets = document.find("/s:Workbook/s:Worksheet", namespaces) as XmlElement[];
      expect(sheets).toHaveLength(TABLES.length);
      sheets.forEach((sheet, i) => {
        const topic = TABLES[i]!;
        expect(sheet.attr("Name", "ss")?.value).toBe(topic.slice(1).replaceAll("/", "_"));
        const rows = (sheet.find("s:Table/s:Row", namespaces) as XmlElement[]).map((row) =>
          (row.find("s:Cell", namespaces) as XmlElement[]).map((cell) => cell.content),
        );
        if (channels.get(topic)!.messages.length > 0) expectTable(topic, rows);
        else expect(rows).toHaveLength(1);
        // A cell that says that it is a number is one for a spreadsheet.
        for (const data of sheet.find('s:Table/s:Row/s:Cell/s:Data[@s:Type="Number"]', namespaces) as XmlElement[])
          expect(data.content).toMatch(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/);
      });
    } finally {
      document.dispose();
    }
  });
});
