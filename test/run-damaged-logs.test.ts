/**
 * Logs that were cut off or damaged, in every verb that reads logs: as much as possible is recovered, what was lost is said,
 * and nobody sees a stack. A verb exits with 0 and tells the loss, or with 2 and says why nothing can be done.
 */
import { readFileSync } from "node:fs";
import type { McapTypes } from "@mcap/core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Log } from "../src/logging/index.ts";
import { logOf, logOfBytes, notAPrefix, type Sample, samplesOf } from "./support/run-logs.ts";
import { publicReader } from "./support/run-public-reader.ts";
import {
  chances,
  type Ended,
  expectPlainWords,
  expectRefusal,
  Folder,
  severalAtATime,
  thetis,
} from "./support/run-thetis.ts";
import { world } from "./support/run-worlds.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const scenario = folder.write("sea.xml", world({ duration_s: 20 }));
const log = folder.at("whole.mcap");
const VERBS = ["export", "report", "run"] as const;
type Verb = (typeof VERBS)[number];

let bytes: Buffer = Buffer.alloc(0);
let whole = new Map<string, Sample[]>();
let chunks: readonly McapTypes.ChunkIndex[] = [];
beforeAll(async () => {
  expect(await thetis(["run", scenario, "--log", log])).toMatchObject({ status: 0 });
  bytes = readFileSync(log);
  whole = samplesOf(logOf(log));
  chunks = (await publicReader(log)).chunkIndexes;
});

function messagesIn(read: Log): number {
  return [...samplesOf(read).values()].flat().length;
}

/** Where a chunk ends in the file. */
function endOf({ chunkStartOffset, chunkLength }: McapTypes.ChunkIndex): number {
  return Number(chunkStartOffset + chunkLength);
}

async function read(verb: Verb, name: string, damaged: Uint8Array): Promise<Ended> {
  const file = folder.write(`${name}.mcap`, damaged);
  const also = {
    export: ["--channel", "/auv/state", "--output", folder.at(`${name}.csv`)],
    report: ["--output", folder.at(`${name}.html`)],
    run: ["--log", folder.at(`${name}-again.mcap`)],
  };
  return warmThetis([verb, file, ...also[verb], "--json"]);
}

/** What is wrong with how a verb ended; null for nothing. */
function complaint(verb: Verb, name: string, ended: Ended): string | null {
  try {
    expectPlainWords(ended.stderr);
    expect(ended.signal).toBeNull();
    const document = JSON.parse(ended.stdout);
    if (ended.status === 0) {
      const told = verb === "report" ? document.losses.join("\n") : ended.stderr;
      expect(told).toContain(name);
    } else expectRefusal(ended, 2, /\S/, true);
    return null;
  } catch (error) {
    return `${verb} ${name}: status ${ended.status}, ${JSON.stringify(ended.stderr.slice(0, 300))}: ${(error as Error).message.split("\n")[0]}`;
  }
}

describe("a log that is cut off", () => {
  test("at every 500th of its length is read up to the last whole chunk, and says that it is not complete", () => {
    for (let k = 1; k < 500; k++) {
      const cut = Math.floor((bytes.length * k) / 500);
      const short = logOfBytes(bytes.subarray(0, cut));
      const samples = samplesOf(short);
      expect(notAPrefix(samples, whole)).toBeNull();
      const last_ns = Number(chunks.filter((chunk) => endOf(chunk) <= cut).at(-1)?.messageEndTime ?? -1n);
      const there = [...whole.values()].flat().filter(({ t_ns }) => t_ns <= last_ns).length;
      expect([...samples.values()].flat().length).toBeGreaterThanOrEqual(there);
      expect(short.complete).toBe(false);
    }
  });

  /** Every verb works as soon as there is a chunk. */
  const cutAt = async (verb: Verb, cut: number): Promise<string | null> => {
    const name = `cut-${verb}-${cut}`;
    const ended = await read(verb, name, bytes.subarray(0, cut));
    const works = ended.status === 0 || cut < endOf(chunks[0]!);
    return complaint(verb, name, ended) ?? (works ? null : `${name}: ${ended.status} ${ended.stderr}`);
  };

  test("at every hundredth of its length: export works or says why not", { timeout: 600_000 }, async () => {
    const cuts = Array.from({ length: 99 }, (_, i) => Math.floor((bytes.length * (i + 1)) / 100));
    const complaints = await severalAtATime(
      3,
      cuts.map((cut) => () => cutAt("export", cut)),
    );
    expect(complaints.filter((each) => each !== null)).toEqual([]);
    // Nothing half-written: neighbours of unfinished files begin with a dot.
    expect(folder.names().filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("wherever its structure has a seam: report and run work or say why not", { timeout: 600_000 }, async () => {
    const first = chunks[0]!;
    const last = chunks.at(-1)!;
    const seams = [
      12, // in the header
      bytes.indexOf("overrides"), // in the metadata
      bytes.indexOf("<scenario") + 100, // in an attachment
      Number(first.chunkStartOffset),
      Number(first.chunkStartOffset) + 1000,
      endOf(first),
      endOf(first) + Number(first.messageIndexLength),
      Math.floor(bytes.length / 2),
      endOf(last) - 1,
      endOf(last) + Number(last.messageIndexLength),
      bytes.length - 2000, // in the summary
      bytes.length - 20, // in the footer
      bytes.length - 1,
    ];
    const jobs = seams.flatMap((cut) => (["report", "run"] as const).map((verb) => () => cutAt(verb, cut)));
    expect((await severalAtATime(3, jobs)).filter((each) => each !== null)).toEqual([]);
    expect(folder.names().filter((name) => name.startsWith("."))).toEqual([]);
  });
});

test("a log without a single message is not said to be the same as its run", async () => {
  const cut = Number(chunks[0]!.chunkStartOffset);
  expect(messagesIn(logOfBytes(bytes.subarray(0, cut)))).toBe(0);
  const { stdout } = await read("run", "no-message", bytes.subarray(0, cut));
  expect(JSON.parse(stdout).verdict ?? "").not.toMatch(/^same/i);
});

describe("a log with a wrong byte", () => {
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 0xff;
    return copy;
  };

  test("anywhere gives no wrong value: what is read was written, and what is missing is told", () => {
    const chance = chances("flips in the reader");
    const all = new Set(
      [...whole].flatMap(([topic, list]) =>
        list.map((s) => `${topic} ${s.t_ns} ${Buffer.from(s.bytes).toString("latin1")}`),
      ),
    );
    for (let k = 0; k < 120; k++) {
      const at = 8 + Math.floor(chance() * (bytes.length - 16));
      const damaged = logOfBytes(flipped(at));
      let found = 0;
      for (const [topic, list] of samplesOf(damaged))
        for (const { t_ns, bytes: data } of list) {
          expect(all.has(`${topic} ${t_ns} ${Buffer.from(data).toString("latin1")}`)).toBe(true);
          found++;
        }
      // One byte damages one chunk of 2 s at most: 20 messages of each of six channels, 60 of the navigation, and 20 of the depth
      // gauge and of the attitude reference, 14 of the Doppler log and 2 of the receiver.
      expect(found).toBeGreaterThan(all.size - 300);
      if (found < all.size) expect(damaged.verify()).not.toEqual([]);
    }
  });

  test("in any of 30 places: no verb fails, and lost messages are told", { timeout: 600_000 }, async () => {
    const chance = chances("flips in the verbs");
    const places = Array.from({ length: 30 }, () => 8 + Math.floor(chance() * (bytes.length - 16)));
    const jobs = places.map((at, i) => async (): Promise<string[]> => {
      const verb = VERBS[i % VERBS.length]!;
      const name = `flip-${at}`;
      const ended = await read(verb, name, flipped(at));
      // A byte in an index, where every message is found all the same, need not be told.
      const lost = messagesIn(logOfBytes(flipped(at))) < messagesIn(logOf(log));
      const found = complaint(verb, name, ended);
      return found === null || (ended.status === 0 && !lost) ? [] : [found];
    });
    expect((await severalAtATime(3, jobs)).flat()).toEqual([]);
  });
});

describe("a log in which a text was damaged", () => {
  /** All places of a text in front of the first chunk: metadata and attachments, which lie there as they are. */
  const changed = (from: string, to: string): Buffer => {
    const copy = Buffer.from(bytes);
    const at = copy.indexOf(from);
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(Number(chunks[0]!.chunkStartOffset));
    expect(to).toHaveLength(from.length);
    copy.write(to, at, "latin1");
    return copy;
  };

  test.concurrent.each([
    ["the list of vehicles", '["auv"]', '["auv"}'],
    ["the name of a vehicle", '["auv"]', '["aux"]'],
    ["the list of controllers", '[["pilot"]]', '[["pilot"]"'],
    ["the list of vehicles, now a number", '["auv"]', "1234567"],
    ["the list of vehicles, now an object", '["auv"]', '{"a":1}'],
    ["the mode", "offline", "offlime"],
    ["the name of the scenario's file", "sea.xml", "seb.xml"],
    ["the format", "format", "farmat"],
  ])("%s: every verb works or says in plain words why not", async (name, from, to) => {
    const damaged = changed(from, to);
    const verbs = ["report", "run"] as const;
    const ended = await Promise.all(verbs.map((verb) => read(verb, name.replace(/\W+/g, "-"), damaged)));
    ended.forEach(({ status, stderr, stdout }, i) => {
      expect([verbs[i], [0, 2].includes(status ?? -1), stderr]).toEqual([verbs[i], true, expect.anything()]);
      expectPlainWords(stderr);
      expect(() => JSON.parse(stdout)).not.toThrow();
    });
  });

  test("the overrides: it is not run as if there had been none", async () => {
    const overridden = folder.at("overridden.mcap");
    const call = ["run", scenario, "--set", "auv/pilot/depth/kp=0.2", "--log", overridden];
    expect(await thetis(call)).toMatchObject({ status: 0 });
    const file = readFileSync(overridden);
    file.write("}", file.indexOf('["auv/pilot'), "latin1");
    const ended = await read("run", "overrides", file);
    expectRefusal(ended, 2, /overrides/, true);
  });

  test("a gain of the scenario in it: it is refused or told, never run as if nothing were wrong", async () => {
    const ended = await read("run", "gain", changed('kp="0.1"', 'kp="0.9"'));
    expect([0, 2]).toContain(ended.status);
    expectPlainWords(ended.stderr);
    expect(ended.stderr).toMatch(/sea\.xml|attachment|gain\.mcap/);
  });
});
