/**
 * Missions: how long the shipped ones take to compile, how fast the automaton is explored, and what one reaction of the
 * executor costs, with inputs that lead all over the automaton.
 */
import { readFileSync } from "node:fs";
import { RandomStream, STREAM_WORDS } from "../src/core/index.ts";
import { Explorer, type Implication } from "../src/mission/automaton/explore.ts";
import { checkMission } from "../src/mission/compile/check.ts";
import type { CheckedMission } from "../src/mission/compile/checked-mission.ts";
import { buildCircuit, type MissionCircuit } from "../src/mission/compile/circuit/build.ts";
import { expandMission } from "../src/mission/compile/expand.ts";
import { type Automaton, compileMission, parseMission } from "../src/mission/index.ts";
import { MissionExecutor, type MissionHost } from "../src/mission/run/index.ts";
import { type Benchmark, type BenchResult, figure, nsPerItemInTurns } from "./harness.ts";

const RUNS = 7;
const REACTIONS = 100_000;

/** From dist/bench. */
function source(name: string): string {
  return readFileSync(new URL(`../../missions/${name}`, import.meta.url), "utf8");
}

function compiled(name: string): Automaton {
  const { automaton } = compileMission(source(name), name);
  if (automaton === null) throw new Error(`${name} does not compile`);
  return automaton;
}

/** The first run is with a cold compiler, as at a start of the program; the median is the warm figure. */
function compileTimes(name: string, goal_s: number): BenchResult {
  const text = source(name);
  const runs_s = Array.from({ length: RUNS }, () => {
    const start = process.hrtime.bigint();
    if (compileMission(text, name).automaton === null) throw new Error(`${name} does not compile`);
    return Number(process.hrtime.bigint() - start) / 1e9;
  });
  return figure(`mission: compile ${name}`, "s", runs_s, { of: "value", atMost: goal_s });
}

/** What the relations of a mission force; those of the shipped missions are exclusions. */
function exclusions(mission: CheckedMission, { inputs }: MissionCircuit): Implication[] {
  return mission.relations.flatMap(({ form, signals }) => {
    if (form !== "exclusive") throw new Error("this benchmark knows exclusions only");
    const places = signals.map((name) => inputs.findIndex((s) => s.name === name));
    return places.flatMap((input) =>
      places.flatMap((other) => (other === input ? [] : [{ input, when: true, other, value: false }])),
    );
  });
}

/** Exploration alone, from the finished circuit to states and diagrams. */
function explorationRate(name: string): BenchResult {
  const { mission } = checkMission(parseMission(source(name), name).tree);
  const expansion = mission === null ? null : expandMission(mission).expansion;
  if (mission === null || expansion === null) throw new Error(`${name} does not compile`);
  const net = buildCircuit(mission, expansion);
  const automaton = compiled(name);
  const transitions = automaton.countTransitions();
  const rates = Array.from({ length: RUNS }, () => {
    const explorer = new Explorer(net.circuit, exclusions(mission, net));
    const start = process.hrtime.bigint();
    const result = explorer.explore(automaton.states + 1, Number.POSITIVE_INFINITY);
    const elapsed_s = Number(process.hrtime.bigint() - start) / 1e9;
    // The same automaton as the compiler's, or the figure is meaningless.
    if (result.kind !== "explored" || result.exploration.states !== automaton.states)
      throw new Error("explored otherwise");
    return transitions / elapsed_s;
  });
  const goal = { of: "value", atLeast: 200_000 } as const;
  return figure(`mission: exploration of ${name}`, "transitions/s", rates, goal);
}

const idleHost: MissionHost = { init() {}, start() {}, stop() {}, parameters() {} };

interface Walk {
  /** Inputs of reaction k: inputs[starts[k]] to inputs[starts[k + 1] - 1]. */
  readonly inputs: Int32Array;
  readonly starts: Int32Array;
  /** 1 where a reaction is the first of a mission that starts anew. */
  readonly anew: Uint8Array;
  readonly states: number;
}

/** By chance through the automaton, always on to another state, never by a fatal input; from the start again at an end. */
function walkThrough(automaton: Automaton): Walk {
  const stream = new RandomStream({ campaign: 6, run: 0 }, "bench/mission");
  const words = new Int32Array(STREAM_WORDS);
  const { fatal } = automaton.data;
  const ways = Array.from({ length: automaton.states }, (_, state) => {
    const out: { readonly inputs: readonly number[]; readonly next: number }[] = [];
    automaton.eachTransition(state, (guard, leaf) => {
      const inputs = [...guard].flatMap((value, i) => (value === 1 ? [i] : []));
      const next = automaton.nextOf(leaf);
      if (next !== state && !inputs.some((i) => fatal.includes(i))) out.push({ inputs, next });
    });
    return out;
  });
  const inputs: number[] = [];
  const starts = new Int32Array(REACTIONS + 1);
  const anew = new Uint8Array(REACTIONS);
  const visited = new Set<number>();
  let state = 0;
  for (let k = 0; k < REACTIONS; k++) {
    if (ways[state]!.length === 0) state = 0;
    if (state === 0) anew[k] = 1;
    const way = ways[state]![stream.integerBelow(words, ways[state]!.length)]!;
    inputs.push(...way.inputs);
    starts[k + 1] = inputs.length;
    state = way.next;
    visited.add(state);
  }
  return { inputs: Int32Array.from(inputs), starts, anew, states: visited.size };
}

function reactions(name: string): BenchResult {
  const automaton = compiled(name);
  const { inputs, starts, anew, states } = walkThrough(automaton);
  const executor = new MissionExecutor(automaton);
  const reals = new Float64Array(executor.size);
  const run = (): number => {
    let sum = 0;
    for (let k = 0; k < REACTIONS; k++) {
      if (anew[k] === 1) executor.initialInto(reals, 0);
      for (let i = starts[k]!; i < starts[k + 1]!; i++) executor.raise(reals, 0, inputs[i]!);
      executor.react(reals, 0, k, idleHost);
      sum += executor.state(reals, 0);
    }
    return sum;
  };
  const [runs_ns] = nsPerItemInTurns([run], REACTIONS, RUNS);
  const runs_us = runs_ns!.map((ns) => ns / 1000);
  const what = `mission: one reaction of the executor, ${states} of ${automaton.states} states of ${name}`;
  return figure(what, "us", runs_us, { of: "value", atMost: 5 });
}

export const benchmark: Benchmark = {
  name: "mission",
  doc: "missions compiled, explored and executed",
  run() {
    return [
      compileTimes("vortex-inspection.mission", 0.5),
      compileTimes("vortex.mission", 5),
      explorationRate("vortex.mission"),
      reactions("vortex.mission"),
    ];
  },
};
