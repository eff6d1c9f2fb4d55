/** thetis verify --report. Needs dist (npm run build). */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPublished } from "../src/cli/verbs/verify/published.ts";
import { type Ended, Folder } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const MISSION = `mission Lamp;
input Press, Leak;
output On, Off;
main loop await Press; emit On; await Press; emit Off end loop end main
`;
const PROPERTIES = `property Order: Off only after On;
property Dark: never On and not Leak;
`;
const PUBLISHED = {
  source: "[Somebody<1>]",
  claims: [
    { claim: "light & dark come in turn", published: "proved", properties: ["Order"] },
    { claim: "no light", published: "not proved", properties: ["Order", "Dark"] },
  ],
  numbers: [{ what: "states of it", published: "4711", of: "states" }],
  views: [
    {
      title: "Figure 1",
      published: "Two states.",
      signals: ["On", "Off"],
      without: ["Leak"],
      equivalence: "branching",
    },
  ],
};

const folder = new Folder();
folder.write("lamp.mission", MISSION);
folder.write("lamp.properties", PROPERTIES);
const call = (...args: string[]): Promise<Ended> => warmThetis(args, { cwd: folder.path });
const page = (name: string): string => readFileSync(folder.at(name), "utf8");

/** Text of all cells, row by row. */
function rows(html: string): string[][] {
  const plain = (cell: string): string =>
    cell
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  return [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell]) => plain(cell!)),
  );
}

test("without anything published a report has the verdicts, the sizes and the counterexamples, and needs nothing else", async () => {
  const { status, stderr } = await call("verify", "lamp.mission", "--report", "plain.html");
  expect([status, stderr]).toEqual([1, expect.stringMatching(/MIS040[\s\S]*plain\.html written\n$/)]);
  const html = page("plain.html");
  const found = rows(html);
  expect(found).toContainEqual(["states", "3"]);
  expect(found.find((row) => row[1] === "Order")?.[0]).toBe("holds");
  expect(found.find((row) => row[1] === "Dark")?.slice(0, 3)).toEqual(["fails", "Dark", "never On and not Leak"]);
  // The counterexample as a picture and in words; nothing from elsewhere, no script.
  expect(html).toMatch(/<img alt="Dark, reaction by reaction" src="data:image\/svg\+xml;base64,/);
  expect(html).toContain("<pre>");
  expect(html).not.toMatch(/<script|src="(?!data:)|href=/);
  expect(html).not.toContain("Abstract views");
});

test("beside what was published stand the verdicts of this program, its numbers, and the view as a picture", async () => {
  folder.write("known/lamp.mission", MISSION);
  folder.write("known/lamp.properties", PROPERTIES);
  folder.write("known/lamp.published.json", JSON.stringify(PUBLISHED));
  const { status } = await call("verify", "known/lamp.mission", "--report", "known.html");
  expect(status).toBe(1);
  const html = page("known.html");
  const found = rows(html);
  expect(found).toContainEqual(["", "[Somebody<1>]", "here"]);
  expect(found).toContainEqual(["states of it", "4711", "3"]);
  expect(found.find((row) => row[0] === "light & dark come in turn")?.slice(1, 4)).toEqual([
    "proved",
    "holds",
    "Order",
  ]);
  expect(found.find((row) => row[0] === "no light")?.slice(1, 4)).toEqual(["not proved", "Dark fails", "Order, Dark"]);
  expect(html).toMatch(/Figure 1[\s\S]*seen through On, Off; without Leak: 2 states and 2 transitions/);
  const [, data] = /<img alt="Figure 1: states and transitions" src="data:image\/svg\+xml;base64,([^"]*)"/.exec(html)!;
  const svg = Buffer.from(data!, "base64").toString("utf8");
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain("!On");
});

test.each<[string, unknown, RegExp]>([
  ["no JSON", "{", /lamp\.published\.json is not JSON/],
  ["a list", [], /the file has a wrong value, or is missing; allowed: an object/],
  [
    "a strange field",
    { ...PUBLISHED, claim: 1 },
    /claim of the file has a wrong value.*source, claims, numbers, views/,
  ],
  ["an unknown number", { ...PUBLISHED, numbers: [{ what: "", published: "", of: "stats" }] }, /numbers\[0\]\.of/],
  ["no properties", { ...PUBLISHED, claims: [{ claim: "", published: "", properties: [] }] }, /one name at least/],
  [
    "an unknown property",
    { ...PUBLISHED, claims: [{ claim: "", published: "", properties: ["Ordre"] }] },
    /speaks of the property Ordre, which was not checked \(did you mean "Order"\?\)/,
  ],
  [
    "an unknown signal",
    { ...PUBLISHED, views: [{ ...PUBLISHED.views[0], signals: ["Onn"] }] },
    /Figure 1: the automaton has no signal Onn/,
  ],
  ["an unknown equivalence", { ...PUBLISHED, views: [{ ...PUBLISHED.views[0], equivalence: "equal" }] }, /branching/],
])("%s in what was published is refused with 2, and nothing is written", async (name, content, reason) => {
  const own = `wrong ${name}`;
  folder.write(`${own}/lamp.mission`, MISSION);
  folder.write(`${own}/lamp.properties`, PROPERTIES);
  folder.write(`${own}/lamp.published.json`, typeof content === "string" ? content : JSON.stringify(content));
  const { status, stderr } = await call("verify", `${own}/lamp.mission`, "--report", `${own}/out.html`);
  expect(stderr).toMatch(reason);
  expect(status).toBe(2);
  expect(existsSync(folder.at(`${own}/out.html`))).toBe(false);
});

test("a report never takes the place of what it is made from, and goes with no view", async () => {
  const over = await call("verify", "lamp.mission", "--report", "lamp.properties");
  expect([over.status, over.stderr]).toEqual([2, expect.stringContaining("is read by the same call")]);
  const view = await call("verify", "lamp.mission", "--view", "On", "--report", "view.html");
  expect([view.status, view.stderr]).toEqual([2, expect.stringContaining("--report does not go with --view")]);
});

test("what shipped missions have published of them can be read", () => {
  for (const name of ["vortex", "vortex-inspection"]) {
    const file = new URL(`../missions/${name}.published.json`, import.meta.url);
    const { claims, views } = readPublished(readFileSync(file, "utf8"), name);
    expect([claims.length, views.length]).toEqual([11, 2]);
  }
});
