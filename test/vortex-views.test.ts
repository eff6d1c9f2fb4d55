/** The paper's abstract views and its two computers, on the missions here: pictures, shapes, and the calls that make them. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { drawn } from "../src/cli/verbs/verify/view-picture.ts";
import { compare, compose, type Equivalence, type Lts, ltsOf, readAut } from "../src/lts/index.ts";
import { compareComposition } from "../src/mission/automaton/index.ts";
import { type Automaton, compileMission, distribute } from "../src/mission/index.ts";
import { type AbstractView, abstractView, viewDot } from "../src/mission/views/index.ts";
import { expectRefusal, Folder } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const page = readFileSync(new URL("../docs/vortex-mission.md", import.meta.url), "utf8");

function automatonOf(name: string): Automaton {
  const text = readFileSync(new URL(`../missions/${name}.mission`, import.meta.url), "utf8");
  const { automaton, diagnostics } = compileMission(text, `${name}.mission`);
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return automaton!;
}

const without = ["WaterLeak", "HardwareFailure", "OperatorInterrupt"];
const inspection = automatonOf("vortex-inspection");

function view(signals: readonly string[], equivalence: Equivalence): AbstractView {
  return abstractView(inspection, signals, { without, equivalence }).value!;
}

const laws = ["START_KeepStableUS", "BF_KeepStableUS", "START_Pa10_TT_SE3"];
const pictures = {
  "vortex-tasks": [...laws, "STOP_Pa10_TT_SE3"],
  "vortex-tasks-ends": [...laws, "BF_Pa10_TT_SE3", "ABORTED_Pa10_TT_SE3"],
  "vortex-switching": [
    ...["StartServoing_vortex", "StoppedServoing_vortex", "STOP_KeepStableUS", "START_KeepStableUS"],
    ...["STOP_KeepStableCamera", "START_KeepStableCamera"],
  ],
} as const;

describe.each(Object.entries(pictures))("the picture %s", (name, signals) => {
  test("is what `thetis verify --view` draws of the mission as it is", async () => {
    const svg = readFileSync(new URL(`../docs/images/${name}.svg`, import.meta.url), "utf8");
    expect(await drawn(viewDot(view(signals, "trace")))).toBe(svg);
  });

  test("stands in the manual, with its signals and both of its sizes", () => {
    const { lts } = view(signals, "trace");
    expect(page).toContain(`](images/${name}.svg)`);
    const section = page.slice(page.indexOf("## Abstract views"), page.indexOf("## Two computers"));
    for (const signal of signals) expect(section).toContain(`\`${signal}\``);
    expect(section).toContain(`${lts.states} states and ${lts.transitions} transitions`);
    expect(section).toContain(`${view(signals, "branching").lts.states} states`);
  });
});

/** Whether every visible sequence of a system is one of another. */
function included(a: Lts, b: Lts): boolean {
  if (a.alphabet().some((label) => !b.alphabet().includes(label))) return false;
  const both = compose([a, b], new Set(b.alphabet())).value!.lts;
  return compare(both, a, "trace").value!.difference === null;
}

/** The paper's OC3, OC4 and OC5 as states 0, 1 and 2. */
const figure7 = ltsOf([
  [0, "!START_KeepStableUS", 1],
  [1, "!BF_KeepStableUS", 0],
  [0, "!START_Pa10_TT_SE3", 2],
  [2, "!STOP_Pa10_TT_SE3", 0],
  // The sounders' law ends and the arm, which has waited for it, starts in one reaction.
  [1, "!BF_KeepStableUS.!START_Pa10_TT_SE3", 2],
  // Called, but commanded to stop before it has got the arm.
  [0, "!STOP_Pa10_TT_SE3", 0],
]);

test("Figure 7: either the sounders' law runs or the arm's task, never both, and the arm is commanded to stop before the sounders' law starts", () => {
  const { lts } = view(pictures["vortex-tasks"], "trace");
  expect(included(lts, figure7)).toBe(true);
  // All three states are really visited: without one of its steps the figure is too small.
  for (const gone of figure7.alphabet()) {
    const less = ltsOf(edgesOf(figure7).filter(([, label]) => label !== gone));
    expect(included(lts, less), gone).toBe(false);
  }
});

function edgesOf(lts: Lts): [number, string, number][] {
  return Array.from({ length: lts.states }, (_, s) =>
    Array.from({ length: lts.first[s + 1]! - lts.first[s]! }, (_, k): [number, string, number] => {
      const t = lts.first[s]! + k;
      return [s, lts.labels[lts.label[t]!]!, lts.target[t]!];
    }),
  ).flat();
}

test("Figure 7 does not hold of a mission in which the arm does not look at the target", () => {
  const text = readFileSync(new URL("../missions/vortex-inspection.mission", import.meta.url), "utf8");
  const careless = text.replace(
    "do SEQ( Pa10_TT_SE3; raise Moved ) watching TargetLost",
    "SEQ( Pa10_TT_SE3; raise Moved )",
  );
  expect(careless).not.toBe(text);
  const { automaton } = compileMission(careless, "careless.mission");
  const { value } = abstractView(automaton!, pictures["vortex-tasks"], { without, equivalence: "trace" });
  expect(included(value!.lts, figure7)).toBe(false);
});

test("Figure 8: each switch from one law to the other is one transition, in which the first has stopped and the second starts, unless the search waits for the arm", () => {
  const { lts } = view(pictures["vortex-switching"], "branching");
  const labels = new Set(edgesOf(lts).map(([, label]) => label));
  expect([...labels].filter((l) => l.includes("START_")).sort()).toEqual([
    "!START_KeepStableCamera.!StartServoing_vortex.!StoppedServoing_vortex",
    // The first one finds the vehicle free; so does one that had to wait until the arm had stopped.
    "!START_KeepStableUS.!StartServoing_vortex",
    "!START_KeepStableUS.!StartServoing_vortex.!StoppedServoing_vortex",
  ]);
  const free = edgesOf(lts).filter(([, label]) => label === "!START_KeepStableUS.!StartServoing_vortex");
  const released = edgesOf(lts).filter(([, label]) => label === "!StoppedServoing_vortex");
  for (const [from] of free) expect([lts.initial, ...released.map(([, , to]) => to)]).toContain(from);
});

test("the automata of the vehicle's and the arm's computer do together what the single automaton does, with the sizes of the manual", () => {
  const automaton = automatonOf("vortex");
  const { computers } = distribute(automaton);
  expect(computers.map((c) => c.name)).toEqual(["vehicleVME", "armVME"]);
  const verdict = compareComposition(automaton, computers);
  expect(verdict).toEqual({ kind: "equal", tuples: automaton.states });
  const section = page.slice(page.indexOf("## Two computers")).replaceAll(/\s+/g, " ");
  for (const { name, states, transitions, inputs, receives } of computers) {
    const received = receives.flatMap((l) => l.inputs).length;
    expect(section).toContain(
      `\`${name}\` has ${states} states and ${transitions} transitions, ${inputs.length} inputs of its own and ${received} received`,
    );
  }
});

const folder = new Folder();
const mission = "missions/vortex-inspection.mission";

test.concurrent("thetis verify --view prints a view, and writes it as the ending of the file says", async () => {
  const call = ["verify", mission, "--view", pictures["vortex-tasks"].join(), "--equivalence", "trace"];
  const printed = await warmThetis([...call, "--without", without.join(", ")]);
  expect([printed.status, printed.stderr]).toEqual([0, ""]);
  expect(printed.stdout).toMatch(
    /^VortexInspection, seen through BF_KeepStableUS, .*, without WaterLeak, HardwareFailure/,
  );
  expect(printed.stdout).toMatch(/^3 {2}!STOP_Pa10_TT_SE3 +to 5$/m);
  const [aut, svg, json] = await Promise.all([
    warmThetis([...call, "-o", folder.at("view.aut")]),
    warmThetis([...call, "--without", without.join(), "-o", folder.at("view.svg")]),
    warmThetis([...call, "--json"]),
  ]);
  expect([aut.status, aut.stdout, aut.stderr]).toEqual([0, "", `${folder.at("view.aut")} written\n`]);
  const { lts } = readAut(readFileSync(folder.at("view.aut"), "utf8"), "view.aut");
  const whole = abstractView(inspection, pictures["vortex-tasks"], { equivalence: "trace" }).value!;
  expect(edgesOf(lts!)).toEqual(edgesOf(whole.lts));
  expect(svg.status).toBe(0);
  expect(readFileSync(folder.at("view.svg"), "utf8")).toBe(
    readFileSync(new URL("../docs/images/vortex-tasks.svg", import.meta.url), "utf8"),
  );
  expect(JSON.parse(json.stdout)).toMatchObject({ mission: "VortexInspection", equivalence: "trace", states: 8 });
});

test.concurrent.each([
  [["--view", "Sucess"], /^error MIS087: the automaton has no signal Sucess \(did you mean "Success"\?\)/],
  [["--view", "Success", "--without", "Success"], /Success is an output, and the mission decides whether it comes/],
  [["--view", "Success", "--equivalence", "stronger"], /allowed are strong, dpbranching, branching, weak, trace/],
  [["--view", "Success,"], /--view takes names with commas between them/],
  [["--view", "Success", "-o", "view.png"], /a view is written to a file that ends in \.svg, \.dot, \.aut, \.txt/],
  [["--view", "Success", "-o", "no/such/view.aut"], /the folder no\/such does not exist/],
  [["--view", "Success", "--distributed"], /--distributed does not go with --view/],
  [["--distributed"], /names no computers/],
])("thetis verify MISSION %s is refused with the reason", async (args, reason) => {
  expectRefusal(await warmThetis(["verify", mission, ...args]), 2, reason, false);
});

test.concurrent("thetis verify --distributed prints sizes and the verdict, and as JSON the same", async () => {
  const [printed, json] = await Promise.all([
    warmThetis(["verify", "missions/vortex.mission", "--distributed"]),
    warmThetis(["verify", "missions/vortex.mission", "--distributed", "--json"]),
  ]);
  expect([printed.status, printed.stderr]).toEqual([0, ""]);
  expect(printed.stdout).toMatch(/^vehicleVME +\d+ +\d+/m);
  expect(printed.stdout).toContain("together they do what the single automaton does");
  expect(JSON.parse(json.stdout)).toMatchObject({
    mission: "Vortex",
    verdict: { kind: "equal" },
    computers: [{ name: "vehicleVME" }, { name: "armVME" }],
  });
});
