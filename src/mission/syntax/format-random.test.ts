import { expect, test } from "vitest";
import { formatDiagnostic } from "../../core/index.ts";
import { Draws } from "../test/random-draws.ts";
import { randomMissionSource } from "../test/random-mission.ts";
import { formatMission, type MissionTree, parseMission, sameMeaning } from "./index.ts";
import { lex } from "./lexer.ts";

function read(text: string, seed: number): MissionTree {
  const { tree, diagnostics } = parseMission(text, `random-${seed}`);
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return tree;
}

/** Prints, prints again, and compares. */
function checkRoundTrip(text: string, seed: number): MissionTree {
  const tree = read(text, seed);
  const printed = formatMission(tree);
  const again = read(printed, seed);
  if (formatMission(again) !== printed)
    throw new Error(`mission ${seed} changes when it is printed again:\n${printed}`);
  if (!sameMeaning(tree, again)) throw new Error(`mission ${seed} says something else in print:\n${printed}`);
  return again;
}

test("500 random missions: printing is idempotent and keeps the tree", () => {
  for (let seed = 1; seed <= 500; seed++) checkRoundTrip(randomMissionSource(seed), seed);
});

/** The words of a text with random spaces, line ends and comments between them, and how many comments that are. */
function scattered(text: string, d: Draws): { text: string; comments: string[] } {
  const comments: string[] = [];
  const comment = (open: string, close: string): string => {
    comments.push(`${open}c${comments.length}${close}`);
    return comments.at(-1)!;
  };
  const gap = (): string => {
    switch (d.weighted({ space: 60, line: 14, empty: 6, block: 7, line2: 8, tall: 3, star: 2 })) {
      case "line":
        return d.one(["\n", "\r\n", "\n\t"]);
      case "empty":
        return "\n\n\n";
      case "block":
        return ` ${comment("/* ", " */")} `;
      case "line2":
        return `${d.one([" ", "\n", "\n\n"])}${comment("// ", "")}\n`;
      case "tall":
        return `\n${comment("/* a\n   b ", "\n */")} `;
      case "star":
        return ` ${comment("/*\n        * ", "\n * */")}\n`;
      default:
        return " ";
    }
  };
  const words = lex(text, "")
    .tokens.slice(0, -1)
    .map((t) => (t.kind === "text" ? `"${t.text}"` : t.text));
  return { text: words.map((word) => gap() + word).join("") + gap(), comments };
}

const bare = (comment: string): string => comment.replace(/\s+/g, " ");

test("500 random missions with comments and line ends between any two words: none is lost, doubled or moved past another", () => {
  const d = new Draws(11, "comments");
  for (let seed = 1; seed <= 500; seed++) {
    const { text, comments } = scattered(randomMissionSource(seed, { size: 1 + (seed % 25) }), d);
    const again = checkRoundTrip(text, seed);
    expect(again.comments.map((c) => bare(c.text))).toEqual(comments.map(bare));
  }
});

test("no line of 300 random missions is longer than 100 columns", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const printed = formatMission(read(randomMissionSource(seed), seed));
    for (const line of printed.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
  }
});
