/** Properties of the shipped missions, and the verb that checks them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { type Automaton, compileMission } from "../src/mission/index.ts";
import { carriedProof } from "../src/mission/proof/carrying.ts";
import {
  checkProperty,
  parseProperties,
  readProof,
  resolveProperties,
  type Verdict,
} from "../src/mission/proof/index.ts";
import { ReferenceMission } from "../src/mission/test/reference-interpreter.ts";
import { expectRefusal, Folder, root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const text = (name: string): string => readFileSync(`${root}/missions/${name}`, "utf8");
const automata = new Map<string, Automaton>();

function automatonOf(mission: string): Automaton {
  const known = automata.get(mission) ?? compileMission(text(`${mission}.mission`), mission).automaton!;
  automata.set(mission, known);
  return known;
}

function verdictsOf(mission: string, properties: string): Map<string, Verdict> {
  const automaton = automatonOf(mission);
  const { tree, diagnostics } = parseProperties(properties, `${mission}.properties`);
  const resolved = resolveProperties(tree, automaton);
  expect([...diagnostics, ...resolved.diagnostics].map(formatDiagnostic)).toEqual([]);
  return new Map(resolved.properties.map((p) => [p.name, checkProperty(automaton, p)]));
}

const shipped = readdirSync(`${root}/missions`)
  .filter((name) => name.endsWith(".properties"))
  .map((name) => basename(name, ".properties"))
  .sort();

test("all three shipped missions have properties", () => {
  expect(shipped).toEqual(["survey", "vortex", "vortex-inspection"]);
});

test.each(shipped)("the properties of %s hold, and none is vacuous", (mission) => {
  const verdicts = verdictsOf(mission, text(`${mission}.properties`));
  expect(verdicts.size).toBeGreaterThan(10);
  expect([...verdicts.values()].filter((v) => v.verdict !== "holds").map((v) => v.property)).toEqual([]);
});

test("which form of the ascent holds is reported: not in the same reaction, but on every run on which tasks stop", () => {
  const scope = "until Success or FATAL";
  const verdicts = verdictsOf(
    "vortex-inspection",
    `property Same: WaterLeak leads to START_GoUp in the same reaction ${scope};
     property Free: WaterLeak leads to START_GoUp on every run ${scope};
     property Fair: WaterLeak leads to START_GoUp ${scope};
     property Stop: WaterLeak leads to START_GoUp on every run ${scope} provided tasks stop;
     property Ever: WaterLeak leads to START_GoUp;`,
  );
  const facts = { sameReaction: false, withinReactions: null, everyRun: false, staysPossible: true };
  expect(verdicts.get("Same")).toMatchObject({ verdict: "fails", response: facts });
  expect(verdicts.get("Same")!.counterexample!.reactions.map((r) => r.inputs)).toEqual([[], ["WaterLeak"]]);
  expect(verdicts.get("Free")).toMatchObject({ verdict: "fails", counterexample: { kind: "loop", loopFrom: 2 } });
  expect(verdicts.get("Fair")).toMatchObject({ verdict: "holds", response: facts });
  expect(verdicts.get("Stop")).toMatchObject({ verdict: "holds", response: { ...facts, everyRun: true } });
  // A second leak, once the ascent has begun, starts nothing: hence the scope.
  expect(verdicts.get("Ever")).toMatchObject({ verdict: "fails", counterexample: { kind: "stuck" } });
  expect(verdicts.get("Ever")!.counterexample!.reactions).toHaveLength(2);
});

test("a counterexample of the whole mission is also what the second interpreter does", () => {
  const { counterexample } = verdictsOf("vortex", "property Never: never Success;").get("Never")!;
  const machine = new ReferenceMission(compileMission(text("vortex.mission"), "vortex").tree);
  expect(counterexample!.reactions.length).toBeGreaterThan(10);
  for (const { inputs, outputs } of counterexample!.reactions) {
    const reaction = machine.react(new Set(inputs));
    expect("outputs" in reaction && [...reaction.outputs].sort()).toEqual([...outputs].sort());
  }
  expect(counterexample!.reactions.at(-1)!.outputs).toContain("Success");
});

test("where the search has to wait for the arm, it starts in the reaction in which the arm confirms that it has stopped", () => {
  const verdicts = verdictsOf(
    "vortex-inspection",
    `action Waits = StoppedServoing_vortex and not StartServoing_vortex;
     action ArmStopped = STOPPED_Pa10_TT_SE3 or STOPPED_Pa10_TT_JS;
     property Late: never sequence Waits then any number of not StartServoing_vortex then START_KeepStableUS and not ArmStopped
       without WaterLeak, HardwareFailure, OperatorInterrupt;
     property Unused: never sequence Waits then any number of not StartServoing_vortex then START_KeepStableUS;`,
  );
  expect(verdicts.get("Late")!.verdict).toBe("holds");
  expect(verdicts.get("Unused")!.verdict).toBe("fails");
});

test("the proofs that ship are those of the missions that require them", () => {
  const required = shipped.flatMap((name) => {
    const file = `${name}.mission`;
    const { automaton } = compileMission(text(file), file);
    if (automaton!.data.requires.length === 0) return [];
    const source = (ending: string) => ({ file: `${name}${ending}`, text: text(`${name}${ending}`) });
    const sources = { proof: source(".proof.json"), mission: source(".mission"), properties: source(".properties") };
    const { proved, refusals } = carriedProof(automaton!, sources);
    // Else: thetis verify missions/NAME.mission --write
    expect(refusals.map((r) => formatDiagnostic(r.diagnostic))).toEqual([]);
    expect(automaton!.data.requires).toEqual(proved);
    return [name];
  });
  expect(required).toEqual(["vortex", "vortex-inspection"]);
});

const folder = new Folder();
const mission = folder.write(
  "lamp.mission",
  "mission Lamp; input Press, Release; output On, Off;\nmain loop await Press; emit On; await Release; emit Off end loop end main\n",
);
folder.write(
  "lamp.properties",
  "property Turns: On, Off alternate;\nproperty Dark: never On;\nproperty Lit: On leads to Off;\n",
);

test("thetis verify prints verdicts and counterexamples, and ends with 1 if one fails", async () => {
  const { status, stdout, stderr } = await warmThetis(["verify", mission]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
  expect(stdout).toMatch(/holds {4}Turns .* On comes first, and each comes only after the other/);
  expect(stdout).toMatch(/fails {4}Dark /);
  expect(stdout).toContain("Dark fails: never On\n(2 reactions, none has fewer)\n");
  expect(stdout).toContain("in      Press\n");
  expect(stdout).toContain("await Press (line 2)");
  expect(stdout).toMatch(/3 properties in .* ms: 2 hold, 1 fails\n$/);
});

test("one property, as JSON", async () => {
  const { status, stdout } = await warmThetis(["verify", mission, "--property", "Lit", "--json"]);
  expect(status).toBe(0);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ mission: "Lamp", states: 3, diagnostics: [], written: [] });
  expect(document.verdicts).toMatchObject([
    {
      property: "Lit",
      text: "On leads to Off eventually",
      verdict: "holds",
      response: { staysPossible: true, everyRun: false },
      counterexample: null,
      endless: { kind: "loop", reactions: [{ inputs: [] }, { inputs: ["Press"], outputs: ["On"] }, { inputs: [] }] },
    },
  ]);
});

test("pictures, scripts and proofs are written where they are asked for; the script flies", async () => {
  const { status, stderr } = await warmThetis([
    "verify",
    mission,
    "--svg",
    folder.at("out/pictures"),
    "--script",
    folder.at("out"),
    "--write",
  ]);
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(3);
  expect(folder.names("out/pictures")).toEqual(["Dark.svg"]);
  const read = readProof(readFileSync(folder.at("lamp.proof.json"), "utf8"));
  expect("proof" in read && read.proof.properties.map((p) => [p.name, p.verdict])).toEqual([
    ["Turns", "holds"],
    ["Dark", "fails"],
    ["Lit", "holds"],
  ]);
  const flown = await warmThetis(["run", mission, "--script", folder.at("out/Dark.events")]);
  expect(flown.status).toBe(0);
  expect(flown.stdout).toMatch(/reaction 2 {2}Press {2}→ {2}On/);
});

test("nothing is written that was not asked for", async () => {
  const quiet = folder.write("quiet/lamp.mission", readFileSync(mission, "utf8"));
  folder.write("quiet/lamp.properties", "property Turns: On, Off alternate;\n");
  expect((await warmThetis(["verify", quiet])).status).toBe(0);
  expect(folder.names("quiet")).toEqual(["lamp.mission", "lamp.properties"]);
});

test("vacuous properties hold with a warning at their place", async () => {
  const file = folder.write("vacuous.properties", "property Never: On leads to Off without Press;\n");
  const { status, stdout, stderr } = await warmThetis(["verify", mission, "--properties", file]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/vacuous {2}Never/);
  expect(stderr).toContain("vacuous.properties:1:10: warning PRF014: Never says nothing: On is never emitted");
});

test.each([
  [
    "no properties",
    [mission, "--properties", folder.at("none.properties")],
    /cannot read .*none\.properties: no such file/,
  ],
  ["no mission", [folder.write("x.txt", "")], /x\.txt is not a mission; allowed: \.mission/],
  ["an unknown property", [mission, "--property", "Turn"], /has no property "Turn" \(did you mean "Turns"\?\)/],
  ["a proof of a part", [mission, "--property", "Turns", "--write"], /a proof is of all properties/],
  [
    "an unknown signal",
    [mission, "--properties", folder.write("bad.properties", "property P: never Onn;\n")],
    /bad\.properties:1:19: error PRF006: the mission has no signal Onn \(did you mean "On"\?\)/,
  ],
  ["two uses at once", [mission, "--view", "On", "--write"], /--write does not go with --view/],
])("%s is refused in plain words", async (_, args, reason) => {
  for (const json of [false, true]) {
    expectRefusal(await warmThetis(["verify", ...args, ...(json ? ["--json"] : [])]), 2, reason, json);
  }
  expect(existsSync(folder.at("x.proof.json"))).toBe(false);
});
