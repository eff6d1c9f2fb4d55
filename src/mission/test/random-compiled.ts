/** Compiled random missions, for tests of what is done with automata. */
import { Automaton } from "../automaton/automaton.ts";
import { compileMission } from "../compile/compile.ts";
import { dice } from "./random-automaton.ts";
import { type RandomMissionOptions, randomMissionSource } from "./random-mission.ts";

/** The first automata from a seed on; missions that are refused, or larger than is handy, are passed over. */
export function compiledMissions(count: number, firstSeed: number, options: RandomMissionOptions = {}): Automaton[] {
  const found: Automaton[] = [];
  for (let seed = firstSeed; found.length < count; seed++) {
    const { automaton } = compileMission(randomMissionSource(seed, options), `random-${seed}.mission`, {
      mostStates: 400,
    });
    if (automaton !== null && automaton.countTransitions() < 20_000) found.push(automaton);
  }
  return found;
}

/** The same automaton with its tasks, resources and signals thrown onto computers. */
export function placedAtRandom({ data }: Automaton, computers: readonly string[], seed: number): Automaton {
  const below = dice(seed, "places");
  const names = new Set([...data.inputs, ...data.outputs].map((s) => s.owner ?? s.name));
  names.delete("FATAL");
  for (const { arm, expired } of data.timers) for (const name of [arm, expired]) names.delete(name);
  const placed = Object.fromEntries([...names].map((name) => [name, computers[below(computers.length)]!]));
  return new Automaton({ ...data, computers, placed });
}
