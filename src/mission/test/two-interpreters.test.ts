/** The compiled automaton against the interpreter of Must and Can on the syntax tree, which shares nothing with the compiler. */
import { expect, test } from "vitest";
import { compileMission } from "../compile/compile.ts";
import { CompiledMachine } from "./compiled-machine.ts";
import { dice } from "./random-automaton.ts";
import { randomMissionSource } from "./random-mission.ts";
import { ReferenceMission } from "./reference-interpreter.ts";
import { instantaneousLoops } from "./reference-loops.ts";

/** Beyond these a random program says nothing new and takes long. */
const MOST_STATES = 1500;
const REACTIONS = 25;

interface Tally {
  same: number;
  causality: number;
  loops: number;
  tooLarge: number;
  reactions: number;
}

function compare(seed: number, tally: Tally): void {
  const source = randomMissionSource(seed);
  const compiled = compileMission(source, `random-${seed}.mission`, { mostStates: MOST_STATES });
  const codes = compiled.diagnostics.filter((d) => d.severity === "error").map((d) => d.code);
  const why = `seed ${seed}\n${source}`;
  expect(codes.includes("MIS045"), why).toBe(instantaneousLoops(compiled.tree).length > 0);
  if (codes.includes("MIS045")) {
    tally.loops++;
    return;
  }
  const reference = (): ReferenceMission => new ReferenceMission(compiled.tree);
  if (compiled.cycleTrace !== undefined) {
    // The other interpreter goes the same way, and sticks at the same reaction.
    const machine = reference();
    compiled.cycleTrace.forEach((inputs, i) => {
      const reaction = machine.react(new Set(inputs));
      expect("error" in reaction ? reaction.error : "none", why).toBe(
        i + 1 === compiled.cycleTrace!.length ? "causality" : "none",
      );
    });
    tally.causality++;
    return;
  }
  if (codes.includes("MIS047")) {
    tally.tooLarge++;
    return;
  }
  expect(codes, why).toEqual([]);
  const below = dice(seed, "inputs");
  for (let round = 0; round < 3; round++) {
    const other = reference();
    const machine = new CompiledMachine(compiled.automaton!);
    const names = compiled.automaton!.data.inputs.map((s) => s.name);
    // The other one also names inputs of tasks that nothing calls.
    expect(other.inputs, why).toEqual(expect.arrayContaining(names));
    // Rare, common and very common inputs.
    const density = [6, 3, 2][round]!;
    for (let n = 0; n < REACTIONS; n++) {
      const inputs = new Set(names.filter(() => below(density) === 0));
      const ours = machine.react(inputs);
      const theirs = other.react(inputs);
      const words = (r: typeof ours): string => ("error" in r ? `error: ${r.error}` : [...r.outputs].sort().join(" "));
      expect(words(ours), `${why}\nround ${round}, reaction ${n + 1} with {${[...inputs].join(" ")}}`).toBe(
        words(theirs),
      );
      tally.reactions++;
    }
  }
  tally.same++;
}

test("2,000 random programs react alike in both, and are refused alike", { timeout: 300_000 }, () => {
  const tally: Tally = { same: 0, causality: 0, loops: 0, tooLarge: 0, reactions: 0 };
  for (let seed = 0; seed < 2000; seed++) compare(seed, tally);
  // The programs must be worth the comparison: most run, and every kind of refusal occurs.
  expect(tally.same).toBeGreaterThan(1200);
  expect(tally.causality).toBeGreaterThan(20);
  expect(tally.loops).toBeGreaterThan(20);
  expect(tally.tooLarge).toBeLessThan(300);
  expect(tally.reactions).toBeGreaterThan(90_000);
});
