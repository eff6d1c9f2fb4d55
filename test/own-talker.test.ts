/**
 * Software of a user's own that talks over a modem: bytes out and in through the streams that its module names, with no line of the package
 * changed and no extension. Needs dist (npm run build).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const example = join(root, "examples/own-talker");
const models = ["--models", join(example, "models")];
const folder = mkdtempSync(join(tmpdir(), "thetis-own-talker-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Row = Readonly<Record<string, number>>;

async function rows(log: string, channel: string): Promise<Row[]> {
  const { status, stdout } = await warmThetis(["export", log, "--channel", channel], { cwd: folder });
  expect(status).toBe(0);
  const [head = "", ...lines] = stdout.trimEnd().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, k) => [name, Number(cells[k])]));
  });
}

/** The row at a time; rows are 0.2 s apart. */
const at = (list: readonly Row[], t_s: number): Row => list.find((row) => Math.abs(row.t_s! - t_s) < 1e-6)!;

describe("the example", () => {
  const log = join(folder, "talk.mcap");
  let stdout = "";
  beforeAll(async () => {
    const ended = await warmThetis(["run", join(example, "talk.xml"), ...models, "--log", log, "--json"], {
      cwd: folder,
    });
    expect(ended.status).toBe(0);
    stdout = ended.stdout;
  });

  test("each vehicle gets every message of the other one once: 13 are sent at 0, 10 … 120 s, the last one too late to arrive", () => {
    const { figures } = JSON.parse(stdout) as { readonly figures: Readonly<Record<string, Row>> };
    expect(figures["one/modem"]!.delivered).toBe(12);
    expect(figures["two/modem"]!.delivered).toBe(12);
  });

  test("what one knows of the other is what that one's navigation said when it sent, to the 32 bits of the message", async () => {
    const heard = await rows(log, "/two/radio/talker");
    const said = await rows(log, "/one/navigation/radio");
    const truth = await rows(log, "/one/state");
    for (const t_s of [25, 55, 115]) {
      const row = at(heard, t_s);
      expect(row.sent_s).toBe(t_s - 5);
      const there = at(truth, row.sent_s!);
      const error = at(said, row.sent_s!);
      // 2^-24 of some hundred metres is 1e-5; the log of the navigation error is of the same instant.
      expect(Math.abs(row.otherNorth_m! - there.north_m! - error.northError_m!)).toBeLessThan(1e-4);
      expect(Math.abs(row.otherEast_m! - there.east_m! - error.eastError_m!)).toBeLessThan(1e-4);
    }
  });

  test("the distance by sound is the way from where it was sent to where it came, at 1500 m/s", async () => {
    const heard = await rows(log, "/two/radio/talker");
    const [one, two] = [await rows(log, "/one/state"), await rows(log, "/two/state")];
    for (const t_s of [25, 55, 115]) {
      const { sent_s, soundRange_m } = at(heard, t_s);
      const from = at(one, sent_s!);
      // It arrives 0.2 s later, the next row of the log, within 0.02 s: 3 cm of way; the modem sits at Bo.
      const to = at(two, sent_s! + 0.2);
      const way = Math.hypot(to.north_m! - from.north_m!, to.east_m! - from.east_m!, to.depth_m! - from.depth_m!);
      expect(Math.abs(soundRange_m! - way)).toBeLessThan(0.1);
    }
  });

  test("a log of it runs again to the same bytes of what was said", async () => {
    const again = join(folder, "again.mcap");
    const ended = await warmThetis(["run", join(example, "talk.xml"), ...models, "--log", again], { cwd: folder });
    expect(ended.status).toBe(0);
    expect(await rows(again, "/two/radio/talker")).toEqual(await rows(log, "/two/radio/talker"));
  });
});

test("a stream of a device that the vehicle does not have is reported at the module, with those that there are", async () => {
  const text = readFileSync(join(example, "talk.xml"), "utf8")
    .replaceAll("../../", `${root}/`)
    .replace('model="talker" rate_Hz="5" to="2"', 'model="talker" modem="modum" rate_Hz="5" to="2"');
  writeFileSync(join(folder, "wrong.xml"), text);
  const { status, stdout, stderr } = await warmThetis(
    ["check", join(folder, "wrong.xml"), ...models, "--allow-outside"],
    {
      cwd: folder,
    },
  );
  expect(status).toBe(2);
  const said = stdout + stderr;
  expect(said).toMatch(/wrong\.xml:\d+:\d+: error MOD001: talker takes or sends "modum\.outgoing"/);
  expect(said).toContain("modem.outgoing");
});

test("a link to a port whose messages carry bytes is warned about: it brings its numbers alone", async () => {
  const text = readFileSync(join(example, "talk.xml"), "utf8")
    .replaceAll("../../", `${root}/`)
    .replace(
      '<module id="talker" model="talker" rate_Hz="5" to="2" every_s="10"/>',
      '<module id="talker" model="linked"/><link from="talker.message" to="modem.outgoing"/>',
    );
  writeFileSync(join(folder, "linked.xml"), text);
  writeFileSync(
    join(folder, "linked.mjs"),
    `export default ({ defineModel, kinds, messages }) => defineModel(kinds.module, {
      model: "linked", doc: "Writes a message over a link.",
      create: () => ({ rate_Hz: 1, memory: 0, shows: [], outputs: [{ name: "message", message: messages.outgoingMessage }], step() {} }),
    });`,
  );
  writeFileSync(join(folder, "talker.mjs"), readFileSync(join(example, "models/talker.mjs"), "utf8"));
  const args = ["check", join(folder, "linked.xml"), "--models", folder, "--allow-outside"];
  const { stdout, stderr } = await warmThetis(args, { cwd: folder });
  expect(stdout + stderr).toMatch(/linked\.xml:\d+:\d+: warning MOD\d+: a link carries no bytes/);
});
