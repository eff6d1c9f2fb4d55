/** The checker against definitions: every run written down, on random missions with random properties. */
import { expect, test } from "vitest";
import { compileMission } from "../compile/compile.ts";
import { naiveVerdict } from "../test/naive-endless.ts";
import { isViolated, type Moment, shortestViolation } from "../test/naive-properties.ts";
import { randomMission } from "../test/random-mission.ts";
import { randomProperty } from "../test/random-property.ts";
import { ReferenceMission } from "../test/reference-interpreter.ts";
import { checkProperty } from "./check.ts";
import type { Counterexample } from "./counterexample.ts";
import { parseProperties } from "./property-parser.ts";
import { type Property, resolveProperties } from "./resolve.ts";
import type { Verdict } from "./verdict.ts";

interface Case {
  readonly label: string;
  readonly mission: ReturnType<typeof randomMission>;
  readonly automaton: NonNullable<ReturnType<typeof compileMission>["automaton"]>;
  readonly property: Property;
  readonly verdict: Verdict;
}

/** A property whose text is not one (a sequence that matches nothing, assumptions that exclude each other) is passed over. */
function* cases(missions: number, firstSeed: number, tasks: boolean, each: number): Generator<Case> {
  let found = 0;
  for (let seed = firstSeed; found < missions; seed++) {
    const mission = randomMission(seed, { tasks, inputs: tasks ? 2 : 3, durations: false, size: tasks ? 8 : 14 });
    const { automaton } = compileMission(mission.source, "m.mission", { mostStates: 60 });
    if (automaton === null || automaton.states < 3) continue;
    if (tasks && (automaton.data.tasks.length === 0 || automaton.data.inputs.length > 12)) continue;
    found++;
    for (let k = 0; k < each; k++) {
      const source = randomProperty(automaton, 100 * seed + k, { mostInputs: 1 + ((seed + k) % (tasks ? 4 : 3)) });
      const parsed = parseProperties(source, "m.properties");
      expect(parsed.diagnostics, source).toEqual([]);
      const { properties, diagnostics } = resolveProperties(parsed.tree, automaton);
      for (const d of diagnostics) expect(["PRF010", "PRF012"], `${source} ${d.message}`).toContain(d.code);
      const [property] = properties;
      if (property === undefined) continue;
      const verdict = checkProperty(automaton, property);
      yield { label: `mission ${seed}: ${source}\n${mission.source}`, mission, automaton, property, verdict };
    }
  }
}

/** The run of a counterexample on the second interpreter, which shares nothing with the compiler. */
function replay({ mission, label }: Case, { reactions }: Counterexample): Moment[] {
  const machine = new ReferenceMission(mission.tree);
  return reactions.map(({ inputs, outputs }) => {
    const reaction = machine.react(new Set(inputs));
    if ("error" in reaction) throw new Error(`${reaction.error}: ${label}`);
    expect([...reaction.outputs].sort(), label).toEqual([...outputs].sort());
    return new Set([...inputs, ...outputs]);
  });
}

/** As many runs are written down: long ones where few inputs can come. */
const MOST_RUNS = 6000;

function checkFinite(c: Case): void {
  const { automaton, property, verdict, label } = c;
  const free = automaton.data.inputs.length - property.assumptions.without.length;
  const most = Math.max(2, Math.min(10, Math.floor(Math.log2(MOST_RUNS) / Math.max(1, free))));
  const naive = shortestViolation(automaton, property, most);
  const { counterexample } = verdict;
  const length = counterexample?.reactions.length ?? Number.POSITIVE_INFINITY;
  expect(naive, label).toBe(length <= most ? length : null);
  if (counterexample === null) return;
  const run = replay(c, counterexample);
  expect(isViolated(property, run), label).toBe(true);
  expect(isViolated(property, run.slice(0, -1)), label).toBe(false);
}

/** Each task has a moment in the loop at which nothing is asked of it. */
function expectStops({ data }: Case["automaton"], { reactions, loopFrom }: Counterexample, label: string): void {
  for (const { name } of data.tasks) {
    let asked = false;
    const free = reactions.map(({ inputs, outputs }) => {
      asked = outputs.includes(`STOP_${name}`) || (asked && !inputs.includes(`STOPPED_${name}`));
      return !asked;
    });
    expect(free.slice(loopFrom!).includes(true), label).toBe(true);
  }
}

function checkEndless(c: Case): void {
  const { automaton, property, verdict, label } = c;
  const { form, assumptions } = property;
  const naive = naiveVerdict(automaton, property);
  const { response, reach, counterexample, endless } = verdict;
  if (form.kind === "response") {
    expect(verdict.verdict === "vacuous", label).toBe(!naive.triggered);
    const { sameReaction, withinReactions, everyRun, staysPossible } = naive;
    expect(response, label).toEqual({ sameReaction, withinReactions, everyRun, staysPossible });
  } else if (form.kind === "reach") {
    expect(reach, label).toEqual({
      everyRun: naive.everyRun,
      staysPossible: naive.staysPossible,
      oneState: naive.staysPossible,
    });
  } else expect(verdict.verdict, label).toBe(naive.stuck === null ? "holds" : "fails");
  for (const found of [counterexample, endless]) {
    if (found === null) continue;
    replay(c, found);
    if (found.kind === "stuck") expect(found.reactions.length, label).toBe(naive.stuck);
    if (found.kind !== "loop") continue;
    const loop = found.reactions.slice(found.loopFrom!);
    expect(loop.at(-1)!.to, label).toBe(loop[0]!.from);
    const isFree = !assumptions.tasksStop && assumptions.recur.length === 0;
    if (isFree) expect(found.reactions.length, label).toBe(naive.lasso);
    if (assumptions.tasksStop) expectStops(automaton, found, label);
    for (const { text } of assumptions.recur)
      expect(
        loop.some((r) => r.inputs.includes(text)),
        label,
      ).toBe(true);
  }
}

const decidedByFiniteRuns = ({ form }: Property): boolean =>
  form.kind === "response"
    ? form.demand.kind === "same" || form.demand.kind === "within"
    : form.kind !== "reach" && form.kind !== "deadlock";

test.each([
  ["without tasks", 140, 1, false, 4],
  ["with tasks", 90, 5000, true, 4],
] as const)(
  "verdicts and lengths on random missions %s are those of the definitions",
  (_, missions, seed, tasks, each) => {
    let count = 0;
    const seen = new Map<string, number>();
    let byJustice = 0;
    for (const c of cases(missions, seed, tasks, each)) {
      count++;
      const key = `${c.property.form.kind} ${c.verdict.verdict}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      const { response, reach } = c.verdict;
      const { tasksStop, recur } = c.property.assumptions;
      const isNarrowed = tasksStop || recur.length > 0;
      if (isNarrowed && (response?.withinReactions === null || reach !== null) && (response ?? reach)!.everyRun)
        byJustice++;
      if (decidedByFiniteRuns(c.property)) checkFinite(c);
      if (!decidedByFiniteRuns(c.property) || c.property.form.kind === "response") checkEndless(c);
    }
    expect(count).toBeGreaterThan(0.8 * missions * each);
    expect(byJustice).toBeGreaterThan(2);
    // Both answers of every form are met.
    for (const kind of ["never", "response", "precedence", "sequence", "reach", "deadlock"]) {
      for (const verdict of ["holds", "fails"])
        expect(seen.get(`${kind} ${verdict}`) ?? 0, `${kind} ${verdict}`).toBeGreaterThan(0);
    }
  },
);
