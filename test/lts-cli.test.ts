/** thetis lts as a user meets it: its output, its files, its exit codes. Needs dist (npm run build). */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readAut } from "../src/lts/index.ts";
import { expectRefusal, Folder } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const fair = folder.write("fair.aut", 'des (0,3,2)\n(0,"coin",1)\n(1,"coffee",0)\n(1,"tea",0)\n');
const unfair = folder.write("unfair.aut", 'des (0,4,3)\n(0,"coin",1)\n(1,"coffee",0)\n(0,"coin",2)\n(2,"tea",0)\n');
const customer = folder.write("customer.aut", 'des (0,2,2)\n(0,"coin",1)\n(1,"tea",0)\n');
const dive = folder.write("dive.aut", 'des (0,3,3)\n(0,"?Go.!Dive",1)\n(1,"?Leak",2)\n(2,tau,2)\n');

function lts(...args: string[]) {
  return warmThetis(["lts", ...args]);
}

test.each([[[]], [["info"]], [["reduce"]], [["compare"]], [["hide"]], [["rename"]], [["abstract"]], [["compose"]]])(
  "thetis lts %j --help has a description and an example, and exits with 0",
  async (verb) => {
    const { status, stdout, stderr } = await lts(...verb, "--help");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/Examples:\n {2}(thetis|echo) /);
    if (verb.length > 0) expect(stdout).toContain("--json");
  },
);

test("info prints size, labels, the nearest deadlock and livelock; claims decide the exit code", async () => {
  const { status, stdout } = await lts("info", dive);
  expect(status).toBe(0);
  expect(stdout).toMatch(/3 states, 3 transitions, 1 of them internal/);
  expect(stdout).toMatch(/livelocks +1, the nearest after 2 steps: \?Go\.!Dive \?Leak/);
  expect(stdout).toMatch(/deadlocks +none/);
  const claims = await lts("info", dive, "--deadlock-free", "--livelock-free", "--never", "?Leak", "--json");
  expect(claims.status).toBe(1);
  expect(JSON.parse(claims.stdout)).toMatchObject({
    states: 3,
    deadlocks: { states: 0, trace: null },
    livelocks: { states: 1, trace: ["?Go.!Dive", "?Leak"], cycle: [2, 2] },
    claims: [
      { claim: "no deadlock", holds: true },
      { claim: "no livelock", holds: false },
      { claim: "?Leak never happens", holds: false, trace: ["?Go.!Dive", "?Leak"] },
    ],
  });
  expect((await lts("info", dive, "--reaches", "?Leak")).status).toBe(0);
});

test("reduce writes the smallest system to a file, or to standard output where notes go to standard error", async () => {
  const output = folder.at("small.aut");
  const written = await lts("reduce", dive, "--equivalence", "trace", "-o", output);
  expect([written.status, written.stdout]).toEqual([0, ""]);
  expect(written.stderr).toContain("3 states, 3 transitions -> 3 states, 2 transitions");
  expect(readFileSync(output, "utf8")).toBe('des (0,2,3)\n(0,"?Go.!Dive",1)\n(1,"?Leak",2)\n');
  const printed = await lts("reduce", unfair, "--equivalence", "strong");
  expect(readAut(printed.stdout, "printed").lts?.states).toBe(3);
  const json = JSON.parse((await lts("reduce", unfair, "--json")).stdout);
  expect(json).toMatchObject({ equivalence: "branching", result: { states: 3, transitions: 4 } });
  expect(readAut(json.result.aut, "json").lts?.transitions).toBe(4);
});

test("compare says why: a sentence, or a trace; 0 for equivalent, 1 for not", async () => {
  const same = await lts("compare", fair, unfair, "--equivalence", "trace");
  expect([same.status, same.stdout]).toEqual([0, "equivalent modulo trace\n"]);
  const words = await lts("compare", fair, unfair, "--equivalence", "strong");
  expect(words.status).toBe(1);
  expect(words.stdout).toBe(
    `not equivalent modulo strong: both have the same traces, but ${unfair} can do "coin" and then cannot do "tea"; ${fair} does not\n`,
  );
  const trace = JSON.parse((await lts("compare", fair, customer, "--json")).stdout);
  expect(trace).toMatchObject({
    equivalent: false,
    difference: { kind: "trace", of: fair, trace: ["coin", "coffee"] },
  });
  const formula = JSON.parse((await lts("compare", fair, unfair, "--json")).stdout);
  expect(formula.difference).toMatchObject({ kind: "formula", of: unfair });
  expect(formula.difference.formula.at(-1)).toMatchObject({ kind: "until", label: "coin" });
});

test("hide, rename, abstract and compose make new systems", async () => {
  const view = await lts("hide", fair, "--keep", "co*");
  expect(view.stdout).toBe('des (0,3,2)\n(0,"coin",1)\n(1,"coffee",0)\n(1,"tau",0)\n');
  expect((await lts("hide", fair, "--labels", "coin")).stdout).toContain('(0,"tau",1)');
  expect((await lts("rename", fair, "--map", "tea=infusion", "coffee=tau")).stdout).toBe(
    'des (0,3,2)\n(0,"coin",1)\n(1,"tau",0)\n(1,"infusion",0)\n',
  );
  const criteria = folder.write("error.criteria", "Error = any* [?Leak and not !Ascent];\n");
  const abstracted = await lts("abstract", dive, "--criteria", criteria);
  expect(abstracted.status).toBe(0);
  expect(abstracted.stdout).toBe('des (0,1,2)\n(0,"Error",1)\n');
  expect(abstracted.stderr).toContain("warning LTS030: no label of the system has the part !Ascent");
  const both = await lts("compose", fair, customer);
  expect(both.stdout).toBe('des (0,3,3)\n(0,"coin",1)\n(1,"coffee",2)\n(1,"tea",0)\n');
  expect(JSON.parse((await lts("compose", fair, customer, "--interleave", "--json")).stdout).result.states).toBe(4);
});

describe("bad input exits with 2, the reason on standard error, and nothing but JSON on standard output", () => {
  const broken = folder.write("broken.aut", 'des (0,2,2)\n(0,"a",7)\n(x,"b",0)\n');
  const badCriteria = folder.write("bad.criteria", "Error = [?Leak;\n");
  test.each([
    ["a missing file", ["info", "nowhere.aut"], /cannot read nowhere\.aut: no such file/],
    ["a folder", ["info", folder.path], /it is a folder/],
    [
      "mistakes in a file, all of them",
      ["info", broken],
      /broken\.aut:2:8: error LTS004: there is no state 7; allowed: 0 to 1[\s\S]*broken\.aut:3:2: error LTS003/,
    ],
    [
      "an unknown label",
      ["hide", fair, "--labels", "cofee"],
      /LTS008: no label is or matches cofee \(did you mean "coffee"\?\)/,
    ],
    ["neither --labels nor --keep", ["hide", fair], /either --labels or --keep/],
    ["an unknown equivalence", ["reduce", fair, "--equivalence", "strnog"], /Allowed choices are strong/],
    ["a map without =", ["rename", fair, "--map", "tea"], /--map takes OLD=NEW, not tea/],
    [
      "a broken criterion",
      ["abstract", dive, "--criteria", badCriteria],
      /bad\.criteria:1:15: error LTS022: `\]` is expected/,
    ],
    [
      "a composition beyond its limit",
      ["compose", fair, customer, "--interleave", "--most-states", "3"],
      /LTS010: the composition has more than 3 states/,
    ],
    ["two ways to synchronise", ["compose", fair, customer, "--interleave", "--sync", "tea"], /exclude each other/],
    ["a limit that is not a number", ["compose", fair, "--most-states", "many"], /is not a whole number/],
    ["an output that is the input", ["reduce", fair, "-o", fair], /is read by the same call/],
  ])("%s", async (_, args, reason) => {
    const plain = await lts(...args);
    expectRefusal(plain, 2, reason, false);
    expectRefusal(await lts(...args, "--json"), 2, reason, true);
  });

  test("the input of a refused call is untouched", () => {
    expect(existsSync(fair)).toBe(true);
    expect(readFileSync(fair, "utf8")).toContain("coffee");
  });
});
