import { expect, test } from "vitest";
import { runProgram, STRICT_C, withFiles } from "../../../test/support/run-program.ts";
import { Automaton } from "../automaton/automaton.ts";
import { brokenRelation } from "../automaton/input-relations.ts";
import { compileMission } from "../compile/compile.ts";
import { dice, Execution, randomAutomaton } from "../test/random-automaton.ts";
import { compiledMissions } from "../test/random-compiled.ts";
import { writeC } from "./c.ts";

const REACTIONS = 30;

/**
 * One C file with all missions and a program that reads, for each reaction, the number of the mission and its inputs as digits, and
 * prints 0 for refused inputs, else the outputs as digits.
 */
function program(automata: readonly Automaton[]): Record<string, string> {
  const files = automata.map((automaton, m) => ({ name: `m${m}`, ...writeC(automaton, { name: `m${m}` }) }));
  const most = Math.max(...automata.map(({ data }) => Math.max(data.inputs.length, data.outputs.length))) + 1;
  const main = `${files.map((f) => f.source).join("\n")}
#include <stdio.h>
${files.map((f) => `static ${f.name}_state s_${f.name};`).join("\n")}
int main(void) {
  static char text[${most} + 1];
  static uint8_t inputs[${most}];
  static uint8_t outputs[${most}];
  unsigned mission;
  ${files.map((f) => `${f.name}_reset(&s_${f.name});`).join("\n  ")}
  while (scanf("%u .%${most}s", &mission, text) == 2) {
    int k;
    int count = 0;
    int done = 0;
    for (k = 0; text[k + 1]; k++) inputs[k] = (uint8_t)(text[k] - '0');
    memset(outputs, 7, sizeof outputs);
    switch (mission) {
${files.map((f, m) => `      case ${m}: done = ${f.name}_step(&s_${f.name}, inputs, outputs); count = ${f.name}_OUTPUTS; break;`).join("\n")}
      default: return 1;
    }
    printf("%d ", done);
    for (k = 0; k < count; k++) putchar('0' + outputs[k]);
    putchar('\\n');
  }
  return 0;
}
`;
  return Object.fromEntries([["main.c", main], ...files.map((f) => [`${f.name}.h`, f.header])]);
}

const automata: readonly Automaton[] = [
  // A mission that requires proofs does not compile without them, and none are given here.
  ...compiledMissions(70, 5000).filter((a) => a.data.requires.length === 0),
  // More than 256 states and nodes, relations, no question at all, no inputs, no outputs.
  randomAutomaton(1, { states: 300, inputs: 6, outputs: 9, answers: 700 }),
  ...Array.from({ length: 4 }, (_, seed) =>
    randomAutomaton(seed, {
      states: 5,
      inputs: 5,
      outputs: 3,
      relations: [
        { form: "exclusive", inputs: [0, 3, 4] },
        { form: "implies", inputs: [1, 2] },
      ],
    }),
  ),
  randomAutomaton(2, { states: 3, inputs: 0, outputs: 2 }),
  randomAutomaton(3, { states: 3, inputs: 2, outputs: 0 }),
];

test("the exported C compiles under the strictest options and gives the traces of the automaton, refused inputs included", () => {
  const lines: string[] = [];
  const expected: string[] = [];
  let refused = 0;
  automata.forEach((automaton, m) => {
    const below = dice(m, "c");
    const run = new Execution(automaton);
    const { inputs, outputs, relations } = automaton.data;
    for (let n = 0; n < REACTIONS; n++) {
      const present = Uint8Array.from(inputs, () => (below(3) === 0 ? 1 : 0));
      // Any byte but 0 means present.
      lines.push(`${m} .${[...present].map((p) => (p === 0 ? 0 : 1 + below(9))).join("")}.`);
      const legal = brokenRelation(relations, present) < 0;
      const given = new Set(legal ? run.react(present) : []);
      if (!legal) refused++;
      expected.push(`${legal ? 1 : 0} ${outputs.map((o) => (given.has(o.name) ? 1 : 0)).join("")}`);
    }
  });
  const printed = withFiles(program(automata), (folder) => {
    runProgram(folder, "cc", [...STRICT_C, "-o", "main", "main.c"]);
    return runProgram(folder, "./main", [], `${lines.join("\n")}\n`);
  });
  expect(printed).toBe(expected.map((line) => `${line}\n`).join(""));
  expect(refused).toBeGreaterThan(20);
  expect(automata.some((a) => a.states > 256)).toBe(true);
  expect(automata.length).toBeGreaterThan(57);
});

const timed = `
mission Timed;
resource vehicle;
input A;
fatal Leak;
task Dive(depth_m, note = "deep */ ??/ /* \\\\ é") on vehicle
  pre Fix within 60 s else NoFix;
  post Deep;
  type2 Late after 5 min;
  stop within 1.5 s;
end task
main
  exception NoFix, Late in
    Dive(5); await 30 s; Dive(7.5)
  end exception
end main
on fatal nothing end fatal
`;

test("header and source stand alone, may be included twice, and name signals, times, hash and argument sets", () => {
  const { automaton, diagnostics } = compileMission(timed, "timed.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const { header, source } = writeC(automaton!);
  const { inputs, outputs } = automaton!.data;
  const place = (name: string, signals: typeof inputs) => signals.findIndex((s) => s.name === name);
  const times = [
    ["ARM_1", "TIMER_1", 30],
    ["WAIT_Dive", "NoFix", 60],
    ["START_Dive", "Late", 300],
    ["STOP_Dive", "STOPTO_Dive", 1.5],
  ] as const;
  const check = `#include "Timed.h"
#include "Timed.h"
#include <stdio.h>
int main(void) {
  int k;
  for (k = 0; k < Timed_TIMES; k++) printf("%d %d %g\\n", Timed_times[k].arm, Timed_times[k].expired, Timed_times[k].duration_s);
  printf("%s %s %s %d %d\\n", Timed_hash, Timed_input_names[Timed_IN_TIMER_1], Timed_output_names[Timed_OUT_FATAL], Timed_INPUTS, Timed_OUTPUTS);
  printf("%d %lu\\n", Timed_input_names[Timed_INPUTS] == 0, Timed_STATES);
  return 0;
}
`;
  const printed = withFiles({ "Timed.h": header, "Timed.c": source, "check.c": check }, (folder) => {
    runProgram(folder, "cc", [...STRICT_C, "-o", "check", "check.c", "Timed.c"]);
    return runProgram(folder, "./check", []);
  });
  expect(printed.trimEnd().split("\n")).toEqual([
    ...times.map(([arm, expired, seconds]) => `${place(arm, outputs)} ${place(expired, inputs)} ${seconds}`),
    `${automaton!.hash()} TIMER_1 FATAL ${inputs.length} ${outputs.length}`,
    `1 ${automaton!.states}`,
  ]);
  expect(header).toContain("SET_Dive_2");
  expect(header).toContain("depth_m = 7.5");
});

test("a state that the automaton does not have is refused, and nothing is read or written beyond the tables", () => {
  // 256 states fill their type: the check must not be a comparison that is always false.
  for (const states of [5, 256, 300]) {
    const { header, source } = writeC(randomAutomaton(7, { states, inputs: 3, outputs: 3, answers: 40 }), {
      name: "m",
    });
    const last = states <= 256 ? 255 : 65535;
    const check = `#include "m.h"
#include <stdio.h>
int main(void) {
  m_state self;
  uint8_t in[m_INPUTS] = {0}, out[m_OUTPUTS] = {1, 1, 1};
  int done, k, given = 0;
  self.state = ${last};
  done = m_step(&self, in, out);
  for (k = 0; k < m_OUTPUTS; k++) given += out[k];
  printf("%d %d %d\\n", done, done < 0 ? given : 0, done < 0 ? (int)self.state : -1);
  return 0;
}
`;
    const printed = withFiles({ "m.h": header, "m.c": source, "check.c": check }, (folder) => {
      runProgram(folder, "cc", [...STRICT_C, "-fsanitize=undefined,address", "-o", "check", "check.c", "m.c"]);
      return runProgram(folder, "./check", []);
    });
    expect(printed.trim()).toBe(states === 256 ? "1 0 -1" : `-1 0 ${last}`);
  }
});

test("tables have the smallest types that fit, and nothing is allocated", () => {
  const small = writeC(randomAutomaton(2, { states: 4, inputs: 3, outputs: 3 }));
  expect(small.source).not.toContain("uint16_t Random");
  const large = writeC(randomAutomaton(1, { states: 300, inputs: 6, outputs: 9, answers: 700 }));
  expect(large.source).toMatch(/static const uint16_t Random_next\[/);
  expect(large.source).toMatch(/static const uint8_t Random_asks\[/);
  expect(large.header).toContain("uint16_t state;");
  expect(large.source.match(/#include <\w+\.h>/g)).toEqual(["#include <string.h>"]);
});

test("the same automaton gives the same bytes, and names that C keeps for itself are not used", () => {
  const automaton = randomAutomaton(4, { states: 4, inputs: 3, outputs: 3 });
  expect(writeC(automaton)).toEqual(writeC(new Automaton(structuredClone(automaton.data))));
  const hidden = new Automaton({ ...automaton.data, mission: "_Dive" });
  expect(writeC(hidden).source).toContain("int m_Dive_step(");
  expect(() => writeC(automaton, { name: "1 bad" })).toThrow("cannot begin names in C");
});
