import { expect, test } from "vitest";
import { Automaton } from "../automaton/automaton.ts";
import { compileMission } from "../compile/compile.ts";
import { readAutomaton, writeAutomaton } from "../export/index.ts";
import { carriedProof, type ProofSources, proofFileOf, propertiesFileOf, unknownRequirements } from "./carrying.ts";
import { checkProperty } from "./check.ts";
import { proofOf, writeProof } from "./proof-file.ts";
import { parseProperties } from "./property-parser.ts";
import { resolveProperties } from "./resolve.ts";

const MISSION = `mission Lamp;
requires Answer, Order;
input Press, Leak;
output On, Off, Alarm;
relation Press # Leak; // one at a time
main
  do
    loop await Press; emit On; await Press; emit Off end loop
  watching immediate Leak;
  emit Alarm
end main
`;
const PROPERTIES = `action Danger = Leak;
property Answer: Danger leads to Alarm in the same reaction until Alarm;
property Order: Off only after On;
property Quiet: never On;
property Hollow: never Alarm and On and Off given Leak and not Press;
`;

function automatonOf(text: string): Automaton {
  const { automaton, diagnostics } = compileMission(text, "lamp.mission");
  if (automaton === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));
  return automaton;
}

function proofText(automaton: Automaton, properties = PROPERTIES): string {
  const { tree, diagnostics } = parseProperties(properties, "lamp.properties");
  const resolved = resolveProperties(tree, automaton);
  expect([...diagnostics, ...resolved.diagnostics]).toEqual([]);
  const verdicts = resolved.properties.map((property) => checkProperty(automaton, property));
  return writeProof(proofOf("thetis test", automaton.data.mission, automaton.hash(), verdicts));
}

const automaton = automatonOf(MISSION);
const proof = proofText(automaton);

function sources(text: string | null = proof, properties: string | null = PROPERTIES): ProofSources {
  return {
    proof: text === null ? null : { file: "lamp.proof.json", text },
    properties: properties === null ? null : { file: "lamp.properties", text: properties },
    lookedFor: "lamp.proof.json",
    hint: "prove it",
  };
}

function reasons(of: Automaton, from: ProofSources): string[] {
  return carriedProof(of, from).refusals.map(({ diagnostic }) => `${diagnostic.code} ${diagnostic.message}`);
}

test("with a proof of what it requires a mission is executed, whatever became of properties that it does not require", () => {
  const carried = carriedProof(automaton, sources());
  expect(carried.refusals).toEqual([]);
  expect(carried.automaton).toBe(automaton.hash());
  expect(carried.proof).toBe((JSON.parse(proof) as { hash: string }).hash);
  // Quiet fails, so it is not among them.
  expect(carried.proved.slice(0, 2)).toEqual(["Answer", "Order"]);
  expect(carried.proved).not.toContain("Quiet");
  expect(reasons(automaton, sources(proof, null))).toEqual([]);
  expect(reasons(automaton, sources(proof, PROPERTIES.replace("never On;", "never Off;")))).toEqual([]);
});

test("without a proof nothing is executed, and the message says what is required and where it was looked for", () => {
  expect(reasons(automaton, sources(null))).toEqual([
    "PRF040 Lamp requires a proof of Answer, Order, and there is no lamp.proof.json",
  ]);
  expect(reasons(automaton, { proof: null, properties: null })).toEqual([
    "PRF040 Lamp requires a proof of Answer, Order, and none is given",
  ]);
  const free = automatonOf(MISSION.replace("requires Answer, Order;", ""));
  expect(reasons(free, sources(null))).toEqual([]);
});

test("whichever byte of the proof is changed, it is refused", () => {
  for (let at = 0; at < proof.length; at++) {
    for (const bit of [1, 16]) {
      const other = proof.slice(0, at) + String.fromCharCode(proof.charCodeAt(at) ^ bit) + proof.slice(at + 1);
      const { refusals, proved } = carriedProof(automaton, sources(other));
      expect(refusals.length, `byte ${at}`).toBeGreaterThan(0);
      expect(refusals[0]!.diagnostic.code).toMatch(/^PRF02[0-3]$/);
      expect(proved).toEqual([]);
    }
  }
});

test("whichever letter of the mission is changed after the proof, it is refused, unless the automaton is the same to the last number", () => {
  let refused = 0;
  let same = 0;
  for (let at = 0; at < MISSION.length; at++) {
    if (!/\w/.test(MISSION[at]!)) continue;
    const other = compileMission(`${MISSION.slice(0, at)}x${MISSION.slice(at + 1)}`, "lamp.mission").automaton;
    // Most changes leave nothing that could be executed.
    if (other === null) continue;
    const found = reasons(other, sources());
    const { statements, ...behaviour } = other.data;
    const { statements: _, ...proved } = automaton.data;
    if (JSON.stringify(behaviour) === JSON.stringify(proved)) {
      expect(found).toEqual([]);
      same++;
    } else {
      expect(found[0]).toMatch(
        /^PRF041 lamp\.proof\.json proves another automaton, \w{12}: \w+ is \w{12}, it was changed/,
      );
      refused++;
    }
  }
  // The names of the mission and of what it requires; the comment.
  expect(refused).toBeGreaterThan(12);
  expect(same).toBe("oneatatime".length);
});

test("a change of what the mission does is reported as such", () => {
  for (const [was, is] of [
    ["emit Alarm", "pause; emit Alarm"],
    ["relation Press # Leak;", ""],
    ["await Press; emit Off", "await Press; pause; emit Off"],
    ["Answer, Order", "Order, Answer"],
  ] as const) {
    expect(MISSION).toContain(was);
    expect(reasons(automatonOf(MISSION.replace(was, is)), sources())).toEqual([expect.stringMatching(/^PRF041 /)]);
  }
});

test("a stored automaton carries what it requires, and needs the same proof", () => {
  const read = readAutomaton(writeAutomaton(automaton), "lamp.json");
  if (!("automaton" in read)) throw new Error("it cannot be read");
  expect(read.automaton.data.requires).toEqual(["Answer", "Order"]);
  expect(reasons(read.automaton, sources())).toEqual([]);
  expect(reasons(read.automaton, sources(null))).toHaveLength(1);
  const free = new Automaton({ ...automaton.data, requires: ["Order"] });
  expect(reasons(free, sources())).toEqual([expect.stringMatching(/^PRF041 /)]);
});

test("a required property that fails, says nothing or was left undecided is refused with the reason", () => {
  const of = (required: string): string[] => {
    const other = automatonOf(MISSION.replace("Answer, Order", required));
    return reasons(other, sources(proofText(other)));
  };
  expect(of("Quiet")).toEqual(["PRF043 Quiet is required and was not proved: it fails"]);
  expect(of("Hollow")).toEqual([
    "PRF043 Hollow is required and was not proved: it says nothing, since what it speaks about never happens",
  ]);
  expect(of("Order, Quiet, Anything")).toEqual([
    "PRF042 lamp.proof.json says nothing about Anything, which is required",
    "PRF043 Quiet is required and was not proved: it fails",
  ]);
  const undecided = checkedAs("undecided");
  expect(reasons(automaton, sources(undecided))).toContain(
    "PRF043 Order is required and was not proved: it was left undecided",
  );
});

/** A proof in which every verdict is another. */
function checkedAs(verdict: "undecided"): string {
  const { tree } = parseProperties(PROPERTIES, "lamp.properties");
  const verdicts = resolveProperties(tree, automaton).properties.map((p) => ({
    ...checkProperty(automaton, p),
    verdict,
  }));
  return writeProof(proofOf("thetis test", "Lamp", automaton.hash(), verdicts));
}

test("a property whose text, or whose action, was changed after the proof is refused; its layout may change", () => {
  const now = (was: string, is: string): string[] => {
    expect(PROPERTIES).toContain(was);
    return reasons(automaton, sources(proof, PROPERTIES.replace(was, is)));
  };
  expect(now("Off only after On", "On only after Press")).toEqual([
    "PRF044 Order was changed after its proof: proved was `Off only after On`, and now it is `On only after Press`",
  ]);
  expect(now("Danger = Leak", "Danger = Leak and Press")).toEqual([
    expect.stringMatching(/^PRF044 Answer was changed/),
  ]);
  expect(now("property Order", "property Ordre")).toEqual([
    "PRF044 Order was proved, but lamp.properties has no such property now",
  ]);
  expect(now("Off only after", "Off onyl after")).toEqual([
    expect.stringMatching(
      /^PRF044 lamp\.properties has errors, so that it is unknown what was proved: `onyl` is not a word/,
    ),
  ]);
  expect(now("never On;", "never Onn;")).toEqual([expect.stringMatching(/^PRF044 .*the mission has no signal Onn/)]);
  expect(now("Off only after On", "Off  only\n  after On /* at last */")).toEqual([]);
});

test("what a mission requires and its file of properties does not have is reported where it stands, with a guess", () => {
  const { tree } = compileMission(MISSION.replace("Order;", "Ordre;"), "lamp.mission");
  expect(unknownRequirements(tree, ["Answer", "Order"], "lamp.properties")).toEqual([
    expect.objectContaining({
      code: "PRF046",
      message: "lamp.properties has no property Ordre, which is required",
      hint: 'did you mean "Order"?',
      range: expect.objectContaining({ file: "lamp.mission", line: 2, column: 18 }),
    }),
  ]);
  expect(unknownRequirements(tree, ["Answer", "Ordre"], "lamp.properties")).toEqual([]);
});

test("proof and properties lie beside the mission, or beside its automaton", () => {
  expect(["a/vortex.mission", "a/vortex.json"].map(proofFileOf)).toEqual([
    "a/vortex.proof.json",
    "a/vortex.proof.json",
  ]);
  expect(["a/vortex.mission", "b/c.json"].map(propertiesFileOf)).toEqual(["a/vortex.properties", "b/c.properties"]);
});
