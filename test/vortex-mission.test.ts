/** The paper's missions: they compile, their sizes are those that the manual prints, and laws are switched as it says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Automaton, compileMission, minimise } from "../src/mission/index.ts";
import { CompiledMachine } from "../src/mission/test/compiled-machine.ts";

function source(name: string): string {
  return readFileSync(new URL(`../missions/${name}.mission`, import.meta.url), "utf8");
}

function compiled(name: string, more = ""): { automaton: Automaton; statements: number } {
  const text = source(name).replace("\nmain\n", `\n${more}\nmain\n`);
  const { automaton, statistics, diagnostics } = compileMission(text, `${name}.mission`);
  expect(diagnostics.filter((d) => d.severity !== "note")).toEqual([]);
  return { automaton: automaton!, statements: statistics!.statements };
}

const page = readFileSync(new URL("../docs/vortex-mission.md", import.meta.url), "utf8");
const [, sizes] = page.split(/^## Sizes$/m);
const rows = sizes!
  .split(/^## /m)[0]!
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test.each([
  ["vortex-inspection", 3],
  ["vortex", 4],
] as const)("%s has the sizes of the manual's table", (name, column) => {
  const { automaton, statements } = compiled(name);
  const { inputs } = automaton.data;
  const single = minimise(compiled(name, `relation ${inputs.map((s) => s.name).join(" # ")};`).automaton);
  const sizes = [
    statements,
    inputs.length,
    automaton.states,
    automaton.countTransitions(),
    single.states,
    single.countTransitions(),
  ];
  expect(rows.slice(2).map((cells) => Number(cells[column]))).toEqual(sizes);
});

test("sounders to camera and back: each switch is one reaction, in which the old law has stopped and the new one starts", () => {
  const machine = new CompiledMachine(compiled("vortex-inspection").automaton);
  const react = (inputs: string): string[] => {
    const reaction = machine.react(new Set(inputs.split(" ").filter((name) => name !== "")));
    return "error" in reaction
      ? [reaction.error]
      : [...reaction.outputs].filter((name) => !/Pa10|pa10|motion/.test(name)).sort();
  };
  expect(react("")).toEqual(["START_KeepStableUS", "StartServoing_vortex"]);
  expect(react("TargetFound")).toEqual(["STOP_KeepStableUS"]);
  expect(react("STOPPED_KeepStableUS")).toEqual([
    "BF_KeepStableUS",
    "BaseStabilized",
    "START_KeepStableCamera",
    "StartServoing_vortex",
    "StoppedServoing_vortex",
  ]);
  expect(react("TargetLost")).toEqual(["STOP_KeepStableCamera"]);
  expect(react("STOPPED_KeepStableCamera")).toEqual([
    "START_KeepStableUS",
    "StartServoing_vortex",
    "StoppedServoing_vortex",
  ]);
});

test("a leak in any state brings the alarm in the same reaction, and the vehicle up as soon as its law has stopped", () => {
  const { automaton } = compiled("vortex");
  const { inputs, outputs } = automaton.data;
  const input = (name: string): number => inputs.findIndex((s) => s.name === name);
  const present = new Uint8Array(inputs.length);
  const names = (leaf: number): string[] => automaton.outputsOf(leaf).map((o) => outputs[o]!.name);
  const main = automaton.data.statements.map(({ line, path }) => line > 0 && path[0] !== "on fatal");
  let seen = 0;
  for (let state = 0; state < automaton.states; state++) {
    const running = state === 0 || automaton.data.active[state]!.some((s) => main[s]);
    if (!running) continue;
    seen++;
    present.fill(0);
    present[input("WaterLeak")] = 1;
    const leaf = automaton.leafAt(state, present);
    expect(names(leaf)).toContain("Alarm");
    expect(names(leaf)).toContain("FATAL");
    // Whatever still runs stops when asked; then GoUp has the vehicle.
    let started = names(leaf).includes("START_GoUp");
    let next = automaton.nextOf(leaf);
    for (let n = 0; n < 2 && !started; n++) {
      present.fill(0);
      inputs.forEach((s, i) => {
        if (s.name.startsWith("STOPPED_")) present[i] = 1;
      });
      const after = automaton.leafAt(next, present);
      started = names(after).includes("START_GoUp");
      next = automaton.nextOf(after);
    }
    expect(
      started,
      `state ${state}: ${automaton.data.active[state]!.map((s) => automaton.data.statements[s]!.text)}`,
    ).toBe(true);
  }
  expect(seen).toBeGreaterThan(1000);
});
