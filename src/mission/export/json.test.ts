import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../core/index.ts";
import { Automaton, type AutomatonData } from "../automaton/automaton.ts";
import { distribute } from "../automaton/distribute.ts";
import { minimise } from "../automaton/minimise.ts";
import { compileMission } from "../compile/compile.ts";
import { dice, Execution, randomAutomaton } from "../test/random-automaton.ts";
import { compiledMissions, placedAtRandom } from "../test/random-compiled.ts";
import { AUTOMATON_FORMAT, MOST_INPUTS, readAutomaton, writeAutomaton } from "./json.ts";

const full = `
mission Full;
computer Hull, Arm;
resource vehicle at Hull;
input A, B;
fatal Leak;
relation A # B;
requires Calm, Order;
task Dive(depth_m, note = "a \\ b", fast = true) on vehicle
  pre Fix within 60 s else NoFix;
  init;
  post Deep;
  type1 Sinking sets depth_m = 2;
  type2 Late after 5 min;
  stop within 1.5 s;
end task
main
  exception NoFix, Late in
    Dive(5); await 30 s; do Dive(7.5, fast = false) watching A
  end exception
end main
on fatal nothing end fatal
`;

const automata: readonly Automaton[] = [
  compileMission(full, "full.mission").automaton!,
  ...compiledMissions(40, 700),
  randomAutomaton(3, { states: 9, inputs: 4, outputs: 3, computers: ["Hull", "Arm"] }),
];

function accepted(text: string): Automaton {
  const result = readAutomaton(text);
  if (!("automaton" in result)) throw new Error(result.diagnostics.map((d) => d.message).join("\n"));
  return result.automaton;
}

test("an automaton that was written is read as it was, and written again in the same bytes", () => {
  for (const automaton of automata) {
    const text = writeAutomaton(automaton);
    const again = accepted(text);
    expect(again.data).toEqual(automaton.data);
    expect(again.hash()).toBe(automaton.hash());
    expect(writeAutomaton(again)).toBe(text);
    expect(JSON.parse(text)).toMatchObject({ format: AUTOMATON_FORMAT, hash: automaton.hash() });
  }
});

test("minimised and distributed automata can be written, too", () => {
  for (const automaton of automata.slice(0, 12)) {
    const parts = distribute(placedAtRandom(automaton, ["Hull", "Arm"], 1)).computers.map((c) => c.automaton);
    for (const one of [minimise(automaton), minimise(automaton, (o) => o % 2 === 0), ...parts]) {
      expect(accepted(writeAutomaton(one)).data).toEqual(one.data);
    }
  }
});

test("the order of fields in the file does not matter, and neither does that of a program's objects", () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, v]) => [key, key === "placed" || key === "sets" ? v : turned(v)]),
    );
  };
  const text = writeAutomaton(automata[0]!);
  const other = JSON.stringify(turned(JSON.parse(text)));
  expect(other).not.toBe(JSON.stringify(JSON.parse(text)));
  expect(writeAutomaton(accepted(other))).toBe(text);
  expect(writeAutomaton(new Automaton(turned(automata[0]!.data) as AutomatonData))).toBe(text);
});

test("every byte that says something is covered: changed, the file is refused, or it is still the same automaton", () => {
  const text = writeAutomaton(automata[0]!);
  const same = JSON.stringify(JSON.parse(text));
  const below = dice(8, "bytes");
  let refused = 0;
  for (let n = 0; n < 3000; n++) {
    const at = below(text.length);
    const bit = String.fromCharCode(text.charCodeAt(at) ^ (1 << below(7)));
    const other = text.slice(0, at) + bit + text.slice(at + 1);
    const result = readAutomaton(other);
    if ("automaton" in result) expect(JSON.stringify(JSON.parse(other)), other.slice(at - 20, at + 20)).toBe(same);
    else refused++;
  }
  expect(refused).toBeGreaterThan(2500);
});

/** The file of an automaton after a change, with the hash that its author would have put there. */
function changed(change: (data: Record<string, unknown>) => void): string {
  const file = JSON.parse(writeAutomaton(automata[0]!)) as {
    hash: string;
    content: string;
    automaton: Record<string, unknown>;
  };
  change(file.automaton);
  file.content = sha256(JSON.stringify(file.automaton));
  try {
    file.hash = new Automaton(file.automaton as unknown as AutomatonData).hash();
  } catch {
    // Such data have no hash; the old one stays.
  }
  return JSON.stringify(file);
}

type Nested = Record<string, unknown>[];

describe("what is wrong is reported with its place", () => {
  test.each<[string, string, (data: Record<string, unknown>) => void, string]>([
    [
      "a root beyond the nodes",
      "MIS083",
      (d) => ((d.roots as number[])[1] = 100_000),
      "automaton.roots[1] is 100000; allowed: -",
    ],
    [
      "a leaf that does not exist",
      "MIS083",
      (d) => ((d.roots as number[])[0] = -100_000),
      "automaton.roots[0] is -100000; allowed: -",
    ],
    [
      "a next state that does not exist",
      "MIS083",
      (d) => ((d.leaves as number[])[3] = 9999),
      "automaton.leaves[3] is 9999; allowed: 0 to",
    ],
    [
      "an output set that does not exist",
      "MIS083",
      (d) => ((d.leaves as number[])[2] = -1),
      "automaton.leaves[2] is -1; allowed: 0 to",
    ],
    [
      "a question about no input",
      "MIS083",
      (d) => ((d.questions as number[])[0] = 99),
      "automaton.questions[0] is 99; allowed: 0 to",
    ],
    [
      "a question that leads to itself",
      "MIS083",
      (d) => ((d.questions as number[])[4] = 1),
      "automaton.questions[4] is 1; allowed: -",
    ],
    ["half a question", "MIS082", (d) => (d.questions as number[]).push(0), "numbers; allowed: a multiple of 3"],
    ["a fraction", "MIS083", (d) => ((d.roots as number[])[0] = 0.5), "automaton.roots[0] is 0.5; allowed:"],
    [
      "a text for a number",
      "MIS082",
      (d) => ((d.roots as unknown[])[0] = "0"),
      'automaton.roots[0] is "0"; allowed: a whole number',
    ],
    [
      "no states",
      "MIS082",
      (d) => Object.assign(d, { roots: [], active: [] }),
      "automaton.roots is empty; allowed: at least one state",
    ],
    [
      "outputs of a set out of order",
      "MIS083",
      (d) => ((d.outputSets as number[][])[0] = [2, 1]),
      "automaton.outputSets[0][1] is 1; allowed: above 2",
    ],
    [
      "an unknown output",
      "MIS083",
      (d) => ((d.outputSets as number[][])[0] = [500]),
      "automaton.outputSets[0][0] is 500; allowed: 0 to",
    ],
    ["two signals of one name", "MIS085", (d) => ((d.outputs as Nested)[0]!.name = "A"), "the signals have A twice"],
    ["a name that is none", "MIS085", (d) => ((d.inputs as Nested)[0]!.name = 'A"; x'), "automaton.inputs[0].name is"],
    [
      "an output among the inputs",
      "MIS082",
      (d) => ((d.inputs as Nested)[0]!.role = "output"),
      'automaton.inputs[0].role is "output"; allowed: input',
    ],
    [
      "a relation with itself",
      "MIS082",
      (d) => ((d.relations as Nested)[0]!.inputs = [1, 1]),
      "automaton.relations[0].inputs is not a list of different inputs",
    ],
    [
      "a relation of a strange form",
      "MIS082",
      (d) => ((d.relations as Nested)[0]!.form = "xor"),
      "automaton.relations[0].form is",
    ],
    ["a fatal input that does not exist", "MIS083", (d) => (d.fatal = [77]), "automaton.fatal[0] is 77"],
    [
      "a timer that nothing arms",
      "MIS085",
      (d) => ((d.timers as Nested)[0]!.arm = "ARM_9"),
      "automaton.timers[0].arm is ARM_9, which the automaton does not have",
    ],
    [
      "a time that is not above 0",
      "MIS082",
      (d) => ((d.timers as Nested)[0]!.duration_s = -1),
      "automaton.timers[0].duration_s is -1",
    ],
    [
      "a statement that does not exist",
      "MIS083",
      (d) => ((d.active as number[][])[1] = [400]),
      "automaton.active[1][0] is 400",
    ],
    ["states without what is active", "MIS082", (d) => (d.active as unknown[]).pop(), "automaton.active has"],
    ["an unknown field", "MIS082", (d) => (d.extra = 1), 'automaton has the unknown field "extra"'],
    ["a missing field", "MIS082", (d) => delete d.fatal, "automaton has no field fatal"],
    ["an unknown computer", "MIS082", (d) => (d.placed = { A: "Moon" }), 'automaton.placed of A is "Moon"; allowed: '],
    [
      "a command that no task has",
      "MIS085",
      (d) => ((d.outputs as Nested).find((s) => s.name === "START_Dive")!.name = "GO_Dive"),
      "is GO_Dive, with the role command and the owner Dive; allowed: WAIT_Dive, INIT_Dive,",
    ],
    [
      "an answer with the name of another",
      "MIS085",
      (d) => ((d.inputs as Nested).find((s) => s.name === "STOPPED_Dive")!.name = "STOPPED_Climb"),
      "is STOPPED_Climb, with the role input and the owner Dive; allowed: INITOK_Dive, STOPPED_Dive, STOPTO_Dive",
    ],
    [
      "an argument that is not a constant",
      "MIS082",
      (d) => ((d.tasks as Nested)[0]!.sets = [{ depth_m: null }]),
      "automaton.tasks[0].sets[0] of depth_m is not a constant",
    ],
  ])("%s: %s", (_, code, change, message) => {
    const result = readAutomaton(changed(change), "full.json");
    const found =
      "diagnostics" in result ? result.diagnostics.map((d) => `${d.code} ${d.range?.file} ${d.message}`) : [];
    expect(
      found.some((text) => text.startsWith(`${code} full.json `) && text.includes(message)),
      found.join("\n"),
    ).toBe(true);
  });

  test("questions whose inputs do not rise, and idle questions: MIS084", () => {
    const swapped = readAutomaton(
      changed((d) => {
        const questions = d.questions as number[];
        const q = questions.findIndex((v, k) => k % 3 === 1 && v >= 0);
        questions[3 * questions[q]!] = questions[q - 1]!;
      }),
    );
    expect("diagnostics" in swapped && swapped.diagnostics.map((d) => d.code)).toContain("MIS084");
    const idle = readAutomaton(changed((d) => ((d.questions as number[])[1] = (d.questions as number[])[2]!)));
    expect("diagnostics" in idle && idle.diagnostics[0]).toMatchObject({ code: "MIS084" });
  });

  test("another format, no JSON, and a hash that does not fit", () => {
    const text = writeAutomaton(automata[0]!);
    const code = (t: string): unknown => {
      const result = readAutomaton(t);
      return "diagnostics" in result ? result.diagnostics.map((d) => d.code) : null;
    };
    expect(code(text.replace(AUTOMATON_FORMAT, "thetis-automaton-9"))).toEqual(["MIS081"]);
    expect(code("{}")).toEqual(["MIS081"]);
    expect(code("[]")).toEqual(["MIS082", "MIS081"]);
    expect(code(text.slice(0, -10))).toEqual(["MIS080"]);
    expect(code(text.replace('"depth_m":5', '"depth_m":6'))).toEqual(["MIS086"]);
    expect(code(text.replace(/"hash": "./, '"hash": "x'))).toEqual(["MIS086"]);
    expect(code(text.replace(/"content": "./, '"content": "x'))).toEqual(["MIS086"]);
    // Where a statement stands is not part of what is proved, but part of the file.
    expect(code(text.replace(/"line":\d+/, '"line":99'))).toEqual(["MIS086"]);
  });

  test("a hopeless file gives a bounded number of diagnostics", () => {
    const result = readAutomaton(changed((d) => (d.roots = Array.from({ length: 50_000 }, () => "x"))));
    expect("diagnostics" in result && result.diagnostics.length).toBe(20);
  });
});

describe("hostile files", () => {
  test("random JSON, and random text, never throw and are never an automaton", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 5 }), fc.string()), (text) => {
        expect("diagnostics" in readAutomaton(text)).toBe(true);
        const inside = `{"format":"${AUTOMATON_FORMAT}","hash":"","automaton":${text}}`;
        expect("diagnostics" in readAutomaton(inside)).toBe(true);
      }),
      { seed: 6, numRuns: 500 },
    );
  });

  test("an automaton with anything in it replaced is refused, or works", () => {
    const strange: readonly unknown[] = [
      ...[
        null,
        true,
        -1,
        0,
        1,
        3,
        1e9,
        2 ** 31,
        2 ** 53,
        -(2 ** 31),
        0.5,
        1e308,
        "",
        "A",
        "__proto__",
        "constructor",
        "é",
      ],
      ...[[], [0], [[]], {}, { __proto__: null, length: 5 }, { toString: 1 }, JSON.parse('{"__proto__":{"name":"x"}}')],
    ];
    const below = dice(3, "hostile");
    let works = 0;
    let refused = 0;
    for (let n = 0; n < 1500; n++) {
      const text = changed((data) => {
        let at: Record<string, unknown> = data;
        for (;;) {
          const keys = Object.keys(at);
          if (keys.length === 0) return;
          const key = keys[below(keys.length)]!;
          const next = at[key];
          if (typeof next === "object" && next !== null && below(8) > 0) {
            at = next as Record<string, unknown>;
            continue;
          }
          const choice = below(strange.length + 2);
          if (choice === strange.length) delete at[key];
          else if (choice > strange.length) at[`${key}x`] = next;
          else at[key] = strange[choice];
          return;
        }
      });
      const result = readAutomaton(text);
      if ("diagnostics" in result) {
        refused++;
        continue;
      }
      works++;
      // Everything that executing and exporting do on any automaton.
      const run = new Execution(result.automaton);
      for (let k = 0; k < 20; k++) run.react(Uint8Array.from(result.automaton.data.inputs, () => below(2)));
      expect(run.state).toBeLessThan(result.automaton.states);
      expect(result.automaton.countTransitions()).toBeGreaterThan(0);
      expect(accepted(writeAutomaton(result.automaton)).hash()).toBe(result.automaton.hash());
    }
    expect(refused).toBeGreaterThan(700);
    expect(works).toBeGreaterThan(50);
  });

  test("deep nesting and long lists are refused without harm, and a way as deep as is allowed can be walked", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    for (const text of [deep, `{"format":"${AUTOMATON_FORMAT}","hash":"","automaton":${deep}}`]) {
      expect("diagnostics" in readAutomaton(text)).toBe(true);
    }
    const chain = (inputs: number): Automaton =>
      new Automaton({
        ...randomAutomaton(1, { states: 1, inputs: 1, outputs: 1 }).data,
        inputs: Array.from({ length: inputs }, (_, i) => ({ name: `I${i}`, role: "input" as const, owner: null })),
        outputs: [{ name: "O", role: "output", owner: null }],
        roots: [inputs - 1],
        questions: Array.from({ length: inputs }, (_, q) => [inputs - 1 - q, q === 0 ? -1 : q - 1, -2]).flat(),
        leaves: [0, 0, 1, 0],
        outputSets: [[], [0]],
      });
    const longest = accepted(writeAutomaton(chain(MOST_INPUTS)));
    let ways = 0;
    longest.eachTransition(0, () => ways++);
    expect(ways).toBe(MOST_INPUTS + 1);
    expect(() => writeAutomaton(chain(MOST_INPUTS + 1))).toThrow("at most 4096");
  });
});
