/**
 * A scenario with a start date: every verb gives on its log what it gives on that of the same scenario without one, but for the dates.
 * Other people's reader sees date + t.
 */
import { copyFileSync, readFileSync, truncateSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { publicChannels, publicReader } from "./support/run-public-reader.ts";
import { Folder, root, thetis } from "./support/run-thetis.ts";
import { autopilot, world } from "./support/run-worlds.ts";

const DATE = "2026-06-01T08:00:00Z";
const EPOCH_NS = BigInt(Date.parse(DATE)) * 1_000_000n;

describe("every verb", () => {
  const folder = new Folder();
  const sea = `<world latitude_deg="43.1" longitude_deg="5.9"/>`;
  const text = world({ duration_s: 5, inside: autopilot() }).replace("</vehicle>", `</vehicle>${sea}`);
  const [dated, plain] = [folder.at("dated.mcap"), folder.at("plain.mcap")];
  const outputs: string[] = [];
  beforeAll(async () => {
    const files = [
      folder.write("dated.xml", text.replace(' seed="7"', ` seed="7" startDate="${DATE}"`)),
      folder.write("plain.xml", text),
    ];
    for (const [i, log] of [dated, plain].entries()) {
      const run = await thetis(["run", files[i]!, "--log", log, "--json"], { short: true });
      expect(run).toMatchObject({ status: 0, stderr: "" });
      outputs.push(run.stdout);
    }
  });

  test("run says when it started", () => {
    const [first, second] = outputs.map((out) => JSON.parse(out));
    expect([first.startDate, second.startDate]).toEqual([DATE, undefined]);
    expect([first.vehicles, first.events]).toEqual([second.vehicles, second.events]);
  });

  test("the public reader sees the date plus t, in log times and in the timestamps of messages and of shapes", async () => {
    const [ours, theirs] = [await publicChannels(dated), await publicChannels(plain)];
    expect([...ours.keys()]).toEqual([...theirs.keys()]);
    expect([...ours.keys()]).toEqual(
      expect.arrayContaining(["/scene", "/auv/location", "/auv/state", "/events", "/tf"]),
    );
    for (const [topic, { messages }] of ours) {
      const others = theirs.get(topic)!.messages;
      expect(messages.map(({ time_ns }) => time_ns - EPOCH_NS)).toEqual(others.map(({ time_ns }) => time_ns));
      for (const { time_ns, values } of messages) {
        const entities = (values.entities ?? []) as Readonly<Record<string, unknown>>[];
        for (const { timestamp } of [values, ...entities]) {
          if (timestamp === undefined || timestamp === null) continue;
          const { seconds, nanos } = timestamp as { seconds: string; nanos: number };
          expect(BigInt(seconds) * 1_000_000_000n + BigInt(nanos)).toBe(time_ns);
        }
      }
    }
    const { statistics } = await publicReader(dated);
    expect([statistics!.messageStartTime, statistics!.messageEndTime]).toEqual([EPOCH_NS, EPOCH_NS + 5_000_000_000n]);
  });

  test("run LOG repeats it to the byte", async () => {
    const again = await thetis(["run", dated, "--log", folder.at("again.mcap")], { short: true });
    expect(again.stdout).toMatch(/started at 2026-06-01T08:00:00Z\n[\s\S]*SAME .*: same bytes\n$/);
    expect(readFileSync(folder.at("again.mcap")).equals(readFileSync(dated))).toBe(true);
  });

  test("run LOG repeats what is left of one that was killed", async () => {
    const killed = folder.at("killed.mcap");
    copyFileSync(dated, killed);
    truncateSync(killed, Math.floor(readFileSync(dated).length * 0.6));
    const again = await thetis(["run", killed, "--log", folder.at("again2.mcap")], { short: true });
    expect(again.stdout).toMatch(/ended {4}at [1-4]\.\d{3} s of 5 s[\s\S]*SAME .*same values, to the last bit/);
  });

  test("export counts from the beginning of the run, and gives dates where they are asked for", async () => {
    const csv = async (log: string, ...more: string[]): Promise<string> =>
      (await thetis(["export", log, "--channel", "/auv/state", ...more], { short: true })).stdout;
    expect(await csv(dated)).toBe(await csv(plain));
    expect((await csv(dated, "--dates")).split("\r\n")[2]).toMatch(/^100000000,0.1,2026-06-01T08:00:00.100000000Z,/);
    expect((await thetis(["export", dated], { short: true })).stdout).toMatch(
      /times count from 2026-06-01T08:00:00Z\n$/,
    );
    const refused = await thetis(["export", plain, "--channel", "/auv/state", "--dates"], { short: true });
    expect([refused.status, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain(
      "plain.mcap does not count from a date: its scenario has no startDate; leave out --dates",
    );
  });

  test("report has a column with the start, and otherwise the page of the undated log", async () => {
    const pages: string[] = [];
    for (const log of [dated, plain]) {
      const page = folder.at("page.html");
      const ended = await thetis(["report", log, "--output", page, "--title", "sea"], { short: true });
      expect(ended).toMatchObject({ status: 0 });
      pages.push(readFileSync(page, "utf8"));
    }
    const undated = pages[0]!
      .replaceAll("dated.mcap", "plain.mcap")
      .replace('<th scope="col">start</th>', "")
      .replace(`<td>${DATE}</td>`, "");
    expect(pages[0]).not.toBe(pages[1]!.replaceAll("plain.mcap", "dated.mcap"));
    expect(undated).toBe(pages[1]);
  });
});

test("a scenario that ships has a date, and check says nothing against it", async () => {
  expect(readFileSync(`${root}scenarios/harbour.xml`, "utf8")).toContain(`startDate="${DATE}"`);
  expect(await thetis(["check", `${root}scenarios/harbour.xml`], { short: true })).toMatchObject({ status: 0 });
});
