/** Formatting keeps what a mission does: the automaton's hash is the same before and after. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileMission, formatMission, parseMission } from "../src/mission/index.ts";
import { randomMissionSource } from "../src/mission/test/random-mission.ts";
import { LONG } from "./support/long.ts";

const MISSIONS = LONG ? 500 : 100;

const folder = new URL("../missions/", import.meta.url);
const shipped = readdirSync(folder).filter((name) => name.endsWith(".mission"));

test.each(shipped)("%s is in canonical layout, and its automaton is that of its formatted text", (name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  const formatted = formatMission(parseMission(text, name).tree);
  expect(formatted).toBe(text);
  expect(compileMission(formatted, name).automaton!.hash()).toBe(compileMission(text, name).automaton!.hash());
});

test(`${MISSIONS} random missions that compile keep the hash of their automaton`, { timeout: 600_000 }, () => {
  const hash = (text: string): string | undefined =>
    compileMission(text, "random.mission", { mostStates: 1000, mostTransitions: 20_000 }).automaton?.hash();
  let compared = 0;
  for (let seed = 0; compared < MISSIONS; seed++) {
    const text = randomMissionSource(seed);
    const before = hash(text);
    if (before === undefined) continue;
    const formatted = formatMission(parseMission(text, "random.mission").tree);
    expect(hash(formatted), text).toBe(before);
    expect(formatMission(parseMission(formatted, "random.mission").tree)).toBe(formatted);
    compared++;
  }
});
