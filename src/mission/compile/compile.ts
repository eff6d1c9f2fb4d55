/** From the text of a mission to its automaton, with everything that is wrong on the way. */
import { codedDiagnostic, type Diagnostic, DiagnosticList } from "../../core/index.ts";
import { Automaton, type AutomatonData, type AutomatonTask, type Statistics } from "../automaton/automaton.ts";
import { findCycle } from "../automaton/causality.ts";
import { type Exploration, Explorer, type Implication } from "../automaton/explore.ts";
import { parseMission } from "../syntax/index.ts";
import type { MissionTree } from "../syntax/tree.ts";
import { checkMission } from "./check.ts";
import type { CheckedMission } from "./checked-mission.ts";
import { buildCircuit, type MissionCircuit } from "./circuit/build.ts";
import { compilerCodes as codes } from "./compiler-codes.ts";
import { expandMission } from "./expand.ts";
import type { Expansion } from "./expanded-mission.ts";

export const MOST_STATES = 200_000;
/** Some twenty seconds of exploration. */
export const MOST_TRANSITIONS = 4_000_000;

export interface CompileOptions {
  /** States beyond which the mission is refused. */
  readonly mostStates?: number;
  /** Transitions beyond which it is refused. */
  readonly mostTransitions?: number;
  /** Called now and then: states found, states done. */
  progress?(states: number, done: number): void;
}

export interface Compiled {
  readonly tree: MissionTree;
  readonly mission: CheckedMission | null;
  readonly automaton: Automaton | null;
  readonly statistics: Statistics | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Where the mission has a causality cycle: the inputs, reaction by reaction, that lead into it. */
  readonly cycleTrace?: readonly (readonly string[])[];
}

export function compileMission(text: string, file: string, options: CompileOptions = {}): Compiled {
  const { tree, diagnostics } = parseMission(text, file);
  const list = new DiagnosticList();
  list.addAll(diagnostics);
  // Names are looked up even where the text is broken elsewhere: more is said at once.
  const checked = checkMission(tree);
  list.addAll(checked.diagnostics);
  const failed = (mission: CheckedMission | null): Compiled => ({
    tree,
    mission,
    automaton: null,
    statistics: null,
    diagnostics: list.sorted(),
  });
  if (checked.mission === null || list.hasErrors) return failed(checked.mission);
  const { mission } = checked;
  const expanded = expandMission(mission);
  list.addAll(expanded.diagnostics);
  if (expanded.expansion === null) return failed(mission);
  const { expansion } = expanded;
  const net = buildCircuit(mission, expansion);
  const explorer = new Explorer(net.circuit, implicationsOf(mission, net));
  const mostStates = options.mostStates ?? MOST_STATES;
  const mostTransitions = options.mostTransitions ?? MOST_TRANSITIONS;
  const result = explorer.explore(mostStates, mostTransitions, options.progress);
  if (result.kind === "cycle") {
    const cycleTrace = result.trace.map((reaction) => reaction.map((i) => net.inputs[i]!.name));
    list.add(cycleDiagnostic(mission, net, cycleTrace, result.unknown));
    return { ...failed(mission), cycleTrace };
  }
  if (result.kind === "tooMany") {
    list.add(
      tooManyDiagnostic(mission, net, result.exploration, limitInWords(result.what, mostStates, mostTransitions)),
    );
    return failed(mission);
  }
  const automaton = new Automaton(automatonData(mission, expansion, net, result.exploration));
  list.addAll(conflictDiagnostics(mission, expansion, net, automaton, result.exploration));
  return {
    tree,
    mission,
    automaton,
    statistics: {
      statements: expansion.statements,
      nets: net.circuit.size,
      registers: net.circuit.registers.length,
      states: automaton.states,
      transitions: automaton.countTransitions(),
    },
    diagnostics: list.sorted(),
  };
}

function implicationsOf(mission: CheckedMission, { inputs }: MissionCircuit): Implication[] {
  const place = new Map(inputs.map((s, i) => [s.name, i]));
  const implications: Implication[] = [];
  for (const { form, signals } of mission.relations) {
    const places = signals.flatMap((s) => place.get(s) ?? []);
    if (places.length < signals.length) continue;
    for (const input of places) {
      for (const other of places) {
        if (other === input) continue;
        if (form === "exclusive") implications.push({ input, when: true, other, value: false });
      }
    }
    if (form === "implies") {
      const [a, b] = places as [number, number];
      implications.push(
        { input: a, when: true, other: b, value: true },
        { input: b, when: false, other: a, value: false },
      );
    }
  }
  return implications;
}

function automatonData(
  mission: CheckedMission,
  expansion: Expansion,
  net: MissionCircuit,
  exploration: Exploration,
): AutomatonData {
  const place = new Map(net.inputs.map((s, i) => [s.name, i]));
  const byRegister = new Map(net.active.map((thing, i) => [thing.register, i]));
  const active: number[][] = [];
  for (let state = 0; state < exploration.states; state++) {
    active.push(
      exploration
        .registersOn(state)
        .flatMap((r) => byRegister.get(r) ?? [])
        .sort((a, b) => a - b),
    );
  }
  return {
    mission: mission.name,
    inputs: net.inputs,
    outputs: net.outputs,
    relations: mission.relations.flatMap(({ form, signals }) => {
      const inputs = signals.flatMap((s) => place.get(s) ?? []);
      return inputs.length < signals.length ? [] : [{ form, inputs }];
    }),
    fatal: net.inputs.flatMap((s, i) => (mission.signals.get(s.name)?.fatal === true ? [i] : [])),
    timers: expansion.timers.map(({ arm, expired, duration_s }) => ({ arm, expired, duration_s })),
    tasks: expansion.tasks.map(({ name, sets }) => automatonTask(mission, name, sets)),
    roots: [...exploration.roots],
    questions: [...exploration.questions],
    leaves: [...exploration.leaves],
    outputSets: exploration.outputSets,
    active,
    statements: net.active.map(({ text, origin }) => ({
      text,
      path: origin?.path ?? [],
      line: origin?.at.line ?? 0,
      column: origin?.at.column ?? 0,
    })),
    computers: mission.computers,
    placed: placedOf(mission),
    requires: mission.requires,
  };
}

function automatonTask(mission: CheckedMission, name: string, sets: AutomatonTask["sets"]): AutomatonTask {
  const { resources, type1, type2, stopWithin_s, hasInit, pre } = mission.tasks.get(name)!;
  const limits = (phase: "wait" | "active"): { event: string; after_s: number }[] =>
    type2.flatMap((e) => (e.phase === phase && e.after_s !== null ? [{ event: e.event, after_s: e.after_s }] : []));
  const [waitLimit] = limits("wait");
  return {
    name,
    resources,
    sets,
    type1,
    waitLimit: waitLimit ?? null,
    activeLimits: limits("active"),
    stopWithin_s,
    hasInit,
    pre,
  };
}

/** Computers of resources, tasks and named signals; the first computer has what has no place. */
function placedOf(mission: CheckedMission): Record<string, string> {
  const [first] = mission.computers;
  if (first === undefined) return {};
  const placed = new Map<string, string>();
  for (const { name, computer } of mission.resources.values()) placed.set(name, computer ?? first);
  for (const { name, resources } of mission.tasks.values()) placed.set(name, placed.get(resources[0] ?? "") ?? first);
  for (const { name, computer } of mission.signals.values()) placed.set(name, computer ?? first);
  return Object.fromEntries(placed);
}

/** "A with B, then nothing, then C". */
export function traceInWords(trace: readonly (readonly string[])[]): string {
  return trace.map((inputs) => (inputs.length === 0 ? "nothing" : inputs.join(" with "))).join(", then ");
}

function cycleDiagnostic(
  mission: CheckedMission,
  net: MissionCircuit,
  inputs: readonly (readonly string[])[],
  unknown: readonly number[],
): Diagnostic {
  const cycle = findCycle(net, unknown);
  const [first] = cycle.origins;
  const round = [...cycle.signals, cycle.signals[0] ?? "itself"];
  const depends =
    cycle.signals.length === 1
      ? `whether ${cycle.signals[0]} is present depends on itself`
      : `whether a signal is present depends on itself: ${round.join(" on ")}`;
  return codedDiagnostic(
    codes.causality,
    first?.at ?? mission.main.at,
    `${depends}, after the inputs: ${traceInWords(inputs)}`,
    {
      hint: "let one of them wait (`pause`, `await`), or use the weak form of an abortion",
      related: cycle.origins.map((origin) => ({ message: origin.text, range: origin.at })),
    },
  );
}

function limitInWords(what: "states" | "transitions" | "work", mostStates: number, mostTransitions: number): string {
  if (what === "work") return "can be explored in reasonable time: long sequences of statements, many states";
  return what === "states" ? `${mostStates} states` : `${mostTransitions} transitions`;
}

/** Says which parallel branches multiply: the PAR whose branches were found in most combinations. */
function tooManyDiagnostic(mission: CheckedMission, net: MissionCircuit, found: Exploration, most: string): Diagnostic {
  const states = Array.from({ length: Math.min(found.met, 5000) }, (_, state) => new Set(found.registersOn(state)));
  const counted = net.parallels().map(({ origin, branches }) => ({
    origin,
    sizes: branches.map((branch) => new Set(states.map((on) => branch.filter((r) => on.has(r)).join())).size),
  }));
  const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);
  const worst = counted.sort((a, b) => product(b.sizes) - product(a.sizes))[0];
  const hint =
    worst === undefined
      ? "exclude inputs by relations, or repeat less"
      : `the branches of PAR multiply, here ${worst.sizes.join(" · ")} configurations seen so far: make them wait for each other, exclude inputs by relations, or split the mission into several`;
  const message = `the automaton has more than ${most}`;
  return codedDiagnostic(codes.tooManyStates, worst?.origin.at ?? mission.main.at, message, { hint });
}

/** The inputs that a guard wants present, with those that relations then force. */
function completed({ data }: Automaton, guard: Int8Array): number[] {
  const present = new Set(data.inputs.flatMap((_, i) => (guard[i] === 1 ? [i] : [])));
  for (const input of present) {
    for (const { form, inputs } of data.relations)
      if (form === "implies" && inputs[0] === input) present.add(inputs[1]!);
  }
  return [...present].sort((a, b) => a - b);
}

/** A conflict that some inputs can bring about, with the shortest way to it. */
function conflictDiagnostics(
  mission: CheckedMission,
  expansion: Expansion,
  net: MissionCircuit,
  automaton: Automaton,
  exploration: Exploration,
): Diagnostic[] {
  const { outputs, inputs } = automaton.data;
  const found = new Map<number, { readonly trace: string; readonly next: number }>();
  for (let state = 0; state < automaton.states; state++) {
    automaton.eachTransition(state, (guard, leaf) => {
      for (const o of automaton.outputsOf(leaf)) {
        const { role } = outputs[o]!;
        if ((role !== "taskConflict" && role !== "resourceConflict") || found.has(o)) continue;
        const last = completed(automaton, guard).map((i) => inputs[i]!.name);
        const before = exploration.traceTo(state).map((reaction) => reaction.map((i) => inputs[i]!.name));
        found.set(o, { trace: traceInWords([...before, last]), next: automaton.nextOf(leaf) });
      }
    });
  }
  return [...found].map(([o, { trace, next }]) => {
    const { role } = outputs[o]!;
    const owner = outputs[o]!.owner!;
    const things = automaton.data.active[next]!.map((i) => net.active[i]!);
    const isBusy = (task: string): boolean =>
      things.some(({ text }) => [`${task} initialises`, `${task} is ready`, `${task} is active`].includes(text));
    const isOf = (task: string): boolean =>
      task === owner || (isBusy(task) && mission.tasks.get(task)!.resources.includes(owner));
    // The calls that are there when it happens.
    const calls = expansion.tasks
      .filter(({ name }) => isOf(name))
      .flatMap(({ calls: all }) => all.filter(({ origin }) => things.some((thing) => thing.origin === origin)));
    const names = calls.map(({ task }) => task).join(" and ");
    const what =
      role === "taskConflict" ? `${owner} can be called twice at once` : `${names} can want ${owner} at once`;
    const then = mission.onFatal === null ? ", and there is no `on fatal`" : "";
    const message = `${what}, after the inputs: ${trace}; the next reaction is fatal${then}`;
    const related = calls.slice(1).map(({ task, origin }) => ({ message: `the call of ${task}`, range: origin.at }));
    return codedDiagnostic(codes.conflict, calls[0]?.origin.at ?? mission.main.at, message, { related });
  });
}
