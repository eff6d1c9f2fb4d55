/**
 * A scheme of medium access from a user's folder, one file: with no line of the package changed it is in the schema, the help and the reference
 * page, and modems follow it. Needs dist (npm run build).
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SORTS } from "../src/modems/index.ts";
import { root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const example = join(root, "examples/own-mac");
const scenario = join(example, "harbour.xml");
const models = ["--models", join(example, "models")];
const folder = mkdtempSync(join(tmpdir(), "thetis-own-mac-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await warmThetis(args, { cwd: folder });
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: "" });
  return stdout;
}

interface Span {
  readonly begin_s: number;
  readonly end_s: number;
  readonly sort: string;
  readonly other: number;
}

async function spans(log: string, modem: string): Promise<Span[]> {
  const text = await printed("export", log, "--channel", `/${modem}/modem`);
  const [head = "", ...lines] = text.trimEnd().split(/\r?\n/);
  const names = head.split(",").map((name) => name.trim());
  const at = (name: string): number => names.indexOf(name);
  return lines.map((line) => {
    const cells = line.split(",");
    return {
      begin_s: Number(cells[at("begin_s")]),
      end_s: Number(cells[at("end_s")]),
      sort: SORTS[Number(cells[at("sort")])] ?? cells[at("sort")]!,
      other: Number(cells[at("other")]),
    };
  });
}

const NODES = ["north", "east", "south", "west"];
/** What a modem does; what it hears is every other sort with a level. */
const OWN = ["sending", "waiting to send", "queue full", "no acknowledgement"];

/** a sends 1 s at 10 s; b, 150 m away, hears it from 10.1 to 11.1 s and has a message at 10.5 s. */
const pair = (mac: string): string => {
  const node = (id: string, north_m: number, address: number, inside: string): string =>
    `<vehicle id="${id}" length_m="1" position_m="${north_m} 0 5"><provenance of="*" status="assumed"/>
      <modem id="modem" address="${address}" frequency_Hz="33e3" bandwidth_Hz="6e3" bitRate_bps="1000" sourceLevel_dBre1uPam="177"
        threshold_dB="15" overheadBits="80" longestMessageBytes="115"><provenance of="*" status="assumed"/>${inside}</modem></vehicle>`;
  const traffic = (t_s: number): string => `<traffic model="schedule" times_s="${t_s}" messageBytes="115"/>`;
  return `<scenario id="pair" duration_s="60"><world><sound soundSpeed_mps="1500"><provenance of="*" status="assumed"/></sound></world>
    ${node("a", 0, 1, traffic(10))}${node("b", 150, 2, mac + traffic(10.5))}</scenario>`;
};
beforeAll(async () => {
  await printed("run", scenario, ...models, "--log", "harbour.mcap", "--report", "harbour.html");
});

test("the scheme is one file, and the example is nothing besides a scenario, a modem and a page", () => {
  expect(readdirSync(join(example, "models"))).toEqual(["polite-aloha.mjs"]);
  expect(readdirSync(example).sort()).toEqual(["README.md", "harbour.xml", "modem.xml", "models"].sort());
});

test("without the folder it does not exist: the scenario is refused at its line, and no page of the package names it", async () => {
  const { status, stdout } = await warmThetis(["check", scenario], { cwd: folder });
  expect(status).toBe(2);
  expect(stdout).toContain("polite-aloha");
  expect(await printed("components", "schema")).not.toMatch(/polite-aloha|mostWaits/);
});

test("it is in the schema, in the help and on the reference page of mac, with its parameters", async () => {
  for (const verb of ["schema", "show", "reference"]) {
    const page = (await printed("components", verb, ...(verb === "schema" ? [] : ["mac"]), ...models)).replaceAll(
      "\\_",
      "_",
    );
    for (const name of ["polite-aloha", "wait_s", "mostWaits"])
      expect([verb, name, page.includes(name)]).toEqual([verb, name, true]);
  }
});

test("the report draws its nodes, and the log runs again to the same bytes", async () => {
  const page = readFileSync(join(folder, "harbour.html"), "utf8");
  for (const name of NODES) expect(page).toContain(`${name}/modem`);
  expect(await printed("run", "harbour.mcap", ...models)).toContain("SAME     as harbour.mcap: same bytes");
});

test("what is wrong with its parameters is refused with its place", async () => {
  const call = ["run", scenario, ...models, "--no-log", "--set", "north/modem/mac/mostWaits=-1"];
  const { status, stdout, stderr } = await warmThetis(call, { cwd: folder });
  expect(status).toBe(2);
  expect(stdout + stderr).toMatch(/mostWaits/);
});

test("the scheme of the manual runs as it is printed", async () => {
  const page = readFileSync(join(root, "docs/medium-access.md"), "utf8");
  const [, code = ""] = /## Adding a scheme[\s\S]*?```js\n([\s\S]*?)```/.exec(page) ?? [];
  mkdirSync(join(folder, "manual"));
  writeFileSync(join(folder, "manual/patient.mjs"), code);
  writeFileSync(join(folder, "manual.xml"), pair('<mac model="patient" look_s="0.25"/>'));
  await printed("run", "manual.xml", "--models", "manual", "--log", "manual.mcap");
  const sent = (await spans("manual.mcap", "b")).filter(({ sort }) => sort === "sending");
  // It looks at 10.5, 10.75, 11 and 11.25 s; the frame is over at 11.1 s.
  expect(sent.map(({ begin_s }) => begin_s)).toEqual([11.25]);
});

describe("what the modems do", () => {
  test("no data frame begins while its sender hears another one; some do wait, and messages arrive", async () => {
    let waited = 0;
    let received = 0;
    for (const name of NODES) {
      const all = await spans("harbour.mcap", name);
      const heard = all.filter(({ sort }) => !OWN.includes(sort));
      // An acknowledgement, which goes at once, takes 0.08 s; a message 1 s.
      const sent = all.filter(({ sort, begin_s, end_s }) => sort === "sending" && end_s - begin_s > 0.5);
      expect(sent.length).toBeGreaterThan(20);
      for (const { begin_s } of sent) {
        // What begins at the same instant is not heard yet. Instants in the log are whole nanoseconds.
        const during = heard.filter((span) => span.begin_s < begin_s - 1e-9 && span.end_s > begin_s + 1e-9);
        expect([name, begin_s, during]).toEqual([name, begin_s, []]);
      }
      waited += all.filter(({ sort }) => sort === "waiting to send").length;
      received += heard.filter(({ sort }) => sort === "received").length;
    }
    expect(waited).toBeGreaterThan(20);
    expect(received).toBeGreaterThan(100);
  });

  const ran = async (name: string, mac: string): Promise<Span[]> => {
    writeFileSync(join(folder, `${name}.xml`), pair(mac));
    await warmThetis(["run", `${name}.xml`, ...models, "--log", `${name}.mcap`], { cwd: folder });
    return spans(`${name}.mcap`, "b");
  };

  test("b waits for shares of 1 s, 2 s, 4 s … and sends when it hears nothing: after 11.1 s, before 10.5 + 7 s", async () => {
    const all = await ran("polite", '<mac model="polite-aloha"/>');
    const [sent] = all.filter(({ sort }) => sort === "sending");
    expect(sent!.begin_s).toBeGreaterThanOrEqual(11.1);
    // Three waits, of 7 s together at the most, are enough with this seed.
    expect(sent!.begin_s).toBeLessThan(17.5);
    expect(all.filter(({ sort }) => sort === "received").map(({ other }) => other)).toEqual([1]);
  });

  test("with mostWaits 0 it gives up at 10.5 s, when it has listened once", async () => {
    const all = await ran("short", '<mac model="polite-aloha" mostWaits="0"/>');
    expect(all.filter(({ sort }) => sort === "sending")).toEqual([]);
    expect(all.filter(({ sort }) => sort === "no acknowledgement").map(({ begin_s }) => begin_s)).toEqual([10.5]);
  });

  test("ALOHA sends at 10.5 s in the same place, and loses the frame that it was hearing", async () => {
    const all = await ran("aloha", '<mac model="aloha"/>');
    expect(all.filter(({ sort }) => sort === "sending").map(({ begin_s }) => begin_s)).toEqual([10.5]);
    expect(all.filter(({ sort }) => sort === "half duplex").map(({ other }) => other)).toEqual([1]);
  });
});
