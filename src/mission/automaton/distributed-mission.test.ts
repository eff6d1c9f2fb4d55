import { describe, expect, test } from "vitest";
import { compileMission } from "../compile/compile.ts";
import { dice, Execution, randomAutomaton, randomInputs } from "../test/random-automaton.ts";
import { compiledMissions, placedAtRandom } from "../test/random-compiled.ts";
import { Automaton } from "./automaton.ts";
import { type Distribution, distribute, distributionTable } from "./distribute.ts";
import { type ComputerReaction, DistributedMission, MissionComputer } from "./distributed-mission.ts";

const computerSets = [["Hull"], ["Hull", "Arm"], ["Hull", "Arm", "Mast"]] as const;
const relations = [
  { form: "exclusive", inputs: [0, 1] },
  { form: "implies", inputs: [4, 2] },
] as const;

const automata = [
  ...compiledMissions(60, 1).map((automaton, i) => placedAtRandom(automaton, computerSets[i % 3]!, i)),
  ...Array.from({ length: 20 }, (_, seed) =>
    randomAutomaton(seed, {
      states: 6,
      inputs: 6,
      outputs: 5,
      relations: seed % 2 === 0 ? [] : relations,
      computers: computerSets[2],
    }),
  ),
];
const cases = automata.map((automaton, seed) => ({ seed, automaton, distribution: distribute(automaton) }));

/** Names of the inputs of each computer, reaction by reaction, and the outputs of the single automaton. */
function traceOf(automaton: Automaton, { computers }: Distribution, seed: number, length: number) {
  const below = dice(seed, "trace");
  const run = new Execution(automaton);
  return Array.from({ length }, () => {
    const present = randomInputs(automaton, below, 4);
    const names = new Set(automaton.data.inputs.flatMap((s, i) => (present[i] === 1 ? [s.name] : [])));
    const inputs = new Map(computers.map((c) => [c.name, c.inputs.filter((name) => names.has(name))]));
    return { inputs, outputs: run.react(present) };
  });
}

/** All reactions of every computer, when every message arrives at once. */
function atOnce(distribution: Distribution, trace: ReturnType<typeof traceOf>): Map<string, ComputerReaction[]> {
  const mission = new DistributedMission(distribution);
  const done = new Map(distribution.computers.map((c) => [c.name, [] as ComputerReaction[]]));
  for (const { inputs } of trace) {
    for (const { name } of distribution.computers) mission.offer(name, inputs.get(name)!);
    mission.deliver();
    for (const { name } of distribution.computers) done.get(name)!.push(...mission.computer(name).take());
  }
  return done;
}

describe("a distributed mission", () => {
  test("gives together, in every reaction, the outputs of the single automaton when messages are instantaneous", () => {
    const wrong: string[] = [];
    let compared = 0;
    for (const { seed, automaton, distribution } of cases) {
      const trace = traceOf(automaton, distribution, seed, 40);
      const done = atOnce(distribution, trace);
      trace.forEach(({ outputs }, n) => {
        const together = new Set([...done.values()].flatMap((reactions) => reactions[n]!.outputs));
        if ([...together].sort().join() !== [...outputs].sort().join()) wrong.push(`${seed}: reaction ${n + 1}`);
        compared++;
      });
    }
    expect(wrong).toEqual([]);
    expect(compared).toBe(40 * cases.length);
  });

  test("gives each output on the computer of its owner only, and FATAL on all", () => {
    for (const { automaton, distribution } of cases) {
      const { data } = automaton;
      for (const { name, owner } of data.outputs) {
        const where = distribution.computers.filter((c) => c.outputs.includes(name)).map((c) => c.name);
        if (name === "FATAL") expect(where).toEqual(data.computers);
        else expect(where).toEqual([data.placed[owner ?? name] ?? data.computers[0]]);
      }
    }
  });

  test("does the same reactions on every computer, only later, when messages are delayed in any way", () => {
    let largestSkew = 0;
    for (const { seed, automaton, distribution } of cases) {
      const trace = traceOf(automaton, distribution, seed, 25);
      const expected = atOnce(distribution, trace);
      const below = dice(seed, "network");
      const mission = new DistributedMission(distribution);
      const done = new Map(distribution.computers.map((c) => [c.name, [] as ComputerReaction[]]));
      const offered = new Map(distribution.computers.map((c) => [c.name, 0]));
      const begun = (name: string): number =>
        mission.computer(name).reactions + (mission.computer(name).waiting ? 1 : 0);
      const both = distribution.computers.flatMap((a) =>
        a.sends
          .filter((l) => a.receives.some((r) => r.computer === l.computer))
          .map((l) => [a.name, l.computer] as const),
      );
      let early = 0;
      let skew = 0;
      for (let steps = 0; [...done.values()].some((reactions) => reactions.length < trace.length); steps++) {
        if (steps > 100_000) throw new Error("the computers wait for each other");
        // One thing happens somewhere: a computer tries to go on, or one message arrives.
        const things: (() => void)[] = distribution.computers.map(({ name }) => () => {
          const n = offered.get(name)!;
          if (n === trace.length) return;
          const waits = mission.computer(name).waiting;
          const { kind } = mission.offer(name, trace[n]!.inputs.get(name)!);
          // No computer begins n + 1 before it has the messages of n, and nothing else holds it up.
          if (kind !== (waits ? "refused" : "taken")) early++;
          if (kind === "taken") offered.set(name, n + 1);
        });
        for (const { from, to, inTransit } of mission.links)
          if (inTransit > 0) things.push(() => mission.deliver(from, to));
        things[below(things.length)]!();
        for (const { name } of distribution.computers) done.get(name)!.push(...mission.computer(name).take());
        for (const [a, b] of both) {
          skew = Math.max(
            skew,
            Math.abs(mission.computer(a).reactions - mission.computer(b).reactions),
            Math.abs(begun(a) - begun(b)),
          );
        }
      }
      expect({ early, skewed: skew > 1 }).toEqual({ early: 0, skewed: false });
      largestSkew = Math.max(largestSkew, skew);
      expect(done).toEqual(expected);
    }
    expect(largestSkew).toBe(1);
  });

  test("stops with a report where a message is lost, after the very reactions that it would have done, and never goes on", () => {
    let lost = 0;
    for (const { seed, automaton, distribution } of cases) {
      const below = dice(seed, "loss");
      const links = new DistributedMission(distribution).links;
      if (links.length === 0) continue;
      const trace = traceOf(automaton, distribution, seed, 12);
      const expected = atOnce(distribution, trace);
      const { from, to } = links[below(links.length)]!;
      const at = below(trace.length);
      const mission = new DistributedMission(distribution);
      const done = new Map(distribution.computers.map((c) => [c.name, [] as ComputerReaction[]]));
      trace.forEach(({ inputs }, n) => {
        for (const { name } of distribution.computers) mission.offer(name, inputs.get(name)!);
        if (n === at) {
          expect(mission.lose(from, to)?.reaction).toBe(n + 1);
          lost++;
        }
        mission.deliver();
        // The deadline of the reaction passes everywhere; those that are done with it do not mind.
        for (const { name } of distribution.computers) mission.expire(name);
        for (const { name } of distribution.computers) done.get(name)!.push(...mission.computer(name).take());
      });
      const report = mission.computer(to).stopped;
      expect(report).toEqual({
        computer: to,
        reaction: at + 1,
        cause: "missing",
        missing: [from],
        text: `${to} stopped before reaction ${at + 1}: no message ${at + 1} from ${from} in time`,
      });
      for (const [name, reactions] of done) {
        const all = expected.get(name)!;
        expect(reactions).toEqual(all.slice(0, reactions.length));
        expect(reactions.length).toBe(
          mission.computer(name).stopped === null ? trace.length : mission.computer(name).stopped!.reaction - 1,
        );
      }
      expect(mission.offer(to, []).kind).toBe("refused");
    }
    expect(lost).toBeGreaterThan(20);
  });
});

const split = `
mission Split;
computer Hull, Arm;
resource vehicle at Hull;
resource arm at Arm;
input Battery at Hull;
input Grip at Arm;
output Done at Arm;
relation Battery # Grip;
task Dive on vehicle post Deep; end task
task Fold on arm post Folded; end task
main
  PAR{ SEQ( Dive; halt ) SEQ( do SEQ( Fold; emit Done; halt ) watching Grip; Fold ) }
end main
`;

function compiledSplit(): { automaton: Automaton; distribution: Distribution } {
  const { automaton, diagnostics } = compileMission(split, "split.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return { automaton: automaton!, distribution: distribute(automaton!) };
}

test("two laws that have nothing to do with each other need no messages but those of the relation between their inputs", () => {
  const { automaton, distribution } = compiledSplit();
  const [hull, arm] = distribution.computers;
  expect(hull!.outputs).toEqual(expect.arrayContaining(["START_Dive", "StartServoing_vehicle", "FATAL"]));
  expect(arm!.outputs).toEqual(expect.arrayContaining(["Done", "START_Fold", "StartServoing_arm", "FATAL"]));
  expect(hull!.receives).toEqual([{ computer: "Arm", inputs: ["Grip"] }]);
  expect(arm!.receives).toEqual([{ computer: "Hull", inputs: ["Battery"] }]);
  // True parallelism multiplies in the single automaton, and adds here.
  expect(hull!.states + arm!.states).toBeLessThan(automaton.states);
  expect(hull!.automaton.data.tasks.map((t) => t.name)).toEqual(["Dive"]);
  expect(distribution.hash).toBe(automaton.hash());
});

test("a relation between the inputs of two computers stops both in the reaction that breaks it", () => {
  const mission = new DistributedMission(compiledSplit().distribution);
  for (const inputs of [
    [[], []],
    [["Battery"], ["Grip"]],
  ] as const) {
    mission.offer("Hull", inputs[0]);
    mission.offer("Arm", inputs[1]);
    mission.deliver();
  }
  for (const name of ["Hull", "Arm"]) {
    expect(mission.computer(name).reactions).toBe(1);
    expect(mission.computer(name).stopped).toMatchObject({ reaction: 2, cause: "relation" });
    expect(mission.computer(name).stopped!.text).toBe(
      `${name} stopped before reaction 2: the inputs break the relation Battery # Grip`,
    );
  }
});

test("a relation between inputs of one computer is checked before anything is sent", () => {
  const automaton = randomAutomaton(3, { states: 4, inputs: 4, outputs: 4, computers: ["Hull", "Arm"] });
  const related = new Automaton({ ...automaton.data, relations: [{ form: "exclusive", inputs: [0, 2] }] });
  const mission = new DistributedMission(distribute(related));
  expect(mission.offer("Hull", ["I0", "I2"])).toEqual({
    kind: "refused",
    why: "relation",
    text: "the inputs break the relation I0 # I2",
  });
  expect(mission.links.every((l) => l.inTransit === 0)).toBe(true);
  expect(mission.offer("Hull", ["I1"])).toMatchObject({ kind: "refused", why: "unknown" });
  expect(mission.offer("Hull", ["I2"]).kind).toBe("taken");
});

test("repeated messages are ignored, a gap in their numbers and foreign messages stop the computer", () => {
  const automaton = randomAutomaton(5, { states: 5, inputs: 4, outputs: 4, computers: ["Hull", "Arm"] });
  const { computers } = distribute(automaton);
  const hull = (): MissionComputer => new MissionComputer(computers[0]!);
  const message = (reaction: number) => ({ from: "Arm", to: "Hull", reaction, inputs: ["I1"] });
  const twice = hull();
  twice.receive(message(1));
  twice.receive(message(1));
  twice.offer([]);
  expect(twice.reactions).toBe(1);
  expect(twice.offer([]).kind).toBe("taken");
  expect(twice.waiting).toBe(true);
  const gap = hull();
  gap.receive(message(1));
  gap.receive(message(3));
  expect(gap.stopped).toMatchObject({ cause: "missing", missing: ["Arm"] });
  expect(gap.stopped!.text).toBe("Hull stopped before reaction 1: message 2 from Arm is lost: 3 has come");
  const foreign = hull();
  foreign.receive({ ...message(1), inputs: ["I0"] });
  expect(foreign.stopped).toMatchObject({ cause: "foreign" });
  expect(foreign.offer([])).toMatchObject({ kind: "refused", why: "stopped" });
});

test("a mission that names no computers is one part without messages", () => {
  const automaton = randomAutomaton(1, { states: 5, inputs: 3, outputs: 2 });
  const { computers } = distribute(automaton);
  expect(computers.map((c) => [c.name, c.receives, c.sends])).toEqual([["Random", [], []]]);
});

test("the table sets the sizes beside those of the single automaton", () => {
  const { automaton, distribution } = compiledSplit();
  const [hull, arm] = distribution.computers;
  const row = (name: string, ...cells: (string | number)[]) => new RegExp(`^${name} +${cells.join(" +")}$`, "m");
  const table = distributionTable(distribution);
  expect(table).toMatch(/^Mission Split on 2 computers$/m);
  expect(table).toMatch(
    row("Hull", hull!.states, hull!.transitions, hull!.inputs.length, hull!.outputs.length, "1 Arm", "1 Arm"),
  );
  expect(table).toMatch(
    row("Arm", arm!.states, arm!.transitions, arm!.inputs.length, arm!.outputs.length, "1 Hull", "1 Hull"),
  );
  expect(table).toMatch(
    row(
      "single automaton",
      automaton.states,
      automaton.countTransitions(),
      automaton.data.inputs.length,
      automaton.data.outputs.length,
      "-",
      "-",
    ),
  );
});
