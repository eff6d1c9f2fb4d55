import { expect, test } from "vitest";
import { compileMission } from "../compile/compile.ts";
import { readScript } from "../run/index.ts";
import { checkProperty } from "./check.ts";
import { counterexampleScript, counterexampleText } from "./counterexample.ts";
import { counterexampleSvg } from "./counterexample-svg.ts";
import { parseProperties } from "./property-parser.ts";
import { resolveProperties } from "./resolve.ts";

const { automaton } = compileMission(
  `mission M;
input A, B;
output X;
main
  await A;
  loop
    emit X;
    await B
  end loop
end main`,
  "m.mission",
);

function found(property: string) {
  const { properties } = resolveProperties(parseProperties(`property P: ${property};`, "p").tree, automaton!);
  return checkProperty(automaton!, properties[0]!).counterexample!;
}

test("a violation as a timeline in the author's words", () => {
  expect(counterexampleText(found("never sequence X then X"))).toBe(`  1  in      nothing
     out     nothing
     enters  await A (line 5)
     state   1
  2  in      A
     out     X
     leaves  await A (line 5)
     enters  await B (line 8)
     state   2
  3  in      B
     out     X
     state   2, as before
  then active: await B (line 8)
  the last reaction completes the sequence
`);
});

test("a run without end shows where it goes round", () => {
  const text = counterexampleText(found("X leads to B on every run"));
  expect(text).toContain("from here on, again and again:\n  3  in      nothing");
  expect(text).toMatch(/on this run `B` never comes\n$/);
});

test("scripts list the reactions, and go round a loop three times; the reader of scripts takes them", () => {
  const counterexample = found("X leads to B on every run");
  const script = counterexampleScript("P", "X leads to B on every run", counterexample);
  expect(script.split("\n").filter((line) => !line.startsWith("//"))).toEqual([
    "react",
    "react A",
    "react",
    "react",
    "react",
    "",
  ]);
  const read = readScript(script, "P.events", automaton!);
  expect(read.diagnostics).toEqual([]);
  expect(read.script).toMatchObject({ kind: "reactions", reactions: [[], [0], [], [], []] });
});

test("a picture has a lane for each signal and statement, a mark on the last reaction, and sound XML", () => {
  const svg = counterexampleSvg("P", 'never "A" & <B>', found("never X"));
  expect(svg).toContain("never &quot;A&quot; &amp; &lt;B&gt;");
  for (const lane of ["inputs", "A", "outputs", "X", "active", "await A :5", "await B :8"])
    expect(svg).toContain(`>${lane}</text>`);
  expect(svg.match(/class="look"/g)).toHaveLength(1);
  expect(svg.match(/class="loop"/g)).toBeNull();
  // Every element that is opened is closed, in order.
  const open: string[] = [];
  for (const [, close, name, self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (close === "/") expect(open.pop()).toBe(name);
    else if (self !== "/") open.push(name!);
  }
  expect(open).toEqual([]);
});

test("a picture of a loop shades it", () => {
  const svg = counterexampleSvg("P", "X leads to B on every run", found("X leads to B on every run"));
  expect(svg).toContain(">again and again</text>");
  expect(svg.match(/class="loop"/g)).toHaveLength(1);
});

test("a counterexample without reactions can be printed and drawn", () => {
  const counterexample = found("always can reach X without A");
  expect(counterexample.reactions).toEqual([]);
  expect(counterexampleText(counterexample)).toContain("no inputs ever lead to `X`");
  expect(counterexampleSvg("P", "", counterexample)).toContain("</svg>");
});
