/** Missions that require proofs, as whole processes: proved, executed, tampered with. Needs dist (npm run build). */
import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProgram, STRICT_C } from "./support/run-program.ts";
import { type Ended, Folder, root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const MISSION = `mission Lamp;

requires Answer, Order;

input  Press, Leak;
output On, Off, Alarm;
relation Press # Leak;

// A comment says nothing.
main
  do
    loop
      await Press;
      emit On;
      await Press;
      emit Off
    end loop
  watching immediate Leak;
  emit Alarm
end main
`;
const PROPERTIES = `property Answer: Leak leads to Alarm in the same reaction until Alarm;
property Order: Off only after On;
`;
const SCRIPT = "react Press\nreact Press\nreact Leak\n";

const folder = new Folder();
folder.write("lamp.mission", MISSION);
folder.write("lamp.properties", PROPERTIES);
folder.write("lamp.events", SCRIPT);
folder.write("free.mission", MISSION.replace("requires Answer, Order;\n", ""));

const call = (...args: string[]): Promise<Ended> => warmThetis(args, { cwd: folder.path });
const text = (name: string): string => readFileSync(folder.at(name), "utf8");

/** A folder of its own with all files of the proved mission, of which one may be changed. */
async function proved(name: string): Promise<string> {
  if (!existsSync(folder.at("lamp.proof.json"))) {
    const verified = await call("verify", "lamp.mission", "--write");
    expect([verified.status, verified.stderr]).toEqual([0, "lamp.proof.json written\n"]);
    const stored = await call("export", "lamp.mission", "--format", "json", "--output", "lamp.json");
    expect(stored.status).toBe(0);
  }
  for (const file of ["mission", "properties", "events", "proof.json", "json"]) {
    folder.write(`${name}/lamp.${file}`, text(`lamp.${file}`));
  }
  return name;
}

function change(file: string, was: string | RegExp, is: string): void {
  const before = text(file);
  const after = before.replace(was, is);
  expect(after).not.toBe(before);
  folder.write(file, after);
}

function expectRefused({ status, stdout, stderr }: Ended, reason: RegExp): void {
  expect(stderr).toMatch(reason);
  expect([status, stdout]).toEqual([2, ""]);
}

test("a mission that requires proofs is executed once it is proved, from its text and from its automaton", async () => {
  folder.write("bare/lamp.mission", MISSION);
  expectRefused(
    await call("run", "bare/lamp.mission"),
    /bare\/lamp\.mission:3:1: error PRF040: Lamp requires a proof of Answer, Order, and there is no bare\/lamp\.proof\.json/,
  );
  const name = await proved("good");
  for (const file of ["lamp.mission", "lamp.json"]) {
    const { status, stdout, stderr } = await call("run", `${name}/${file}`, "--script", "lamp.events");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Alarm");
  }
  // Nothing is required, and so nothing is looked at.
  folder.write("free.proof.json", "no proof");
  expect((await call("run", "free.mission", "--script", "lamp.events")).status).toBe(0);
});

describe("one byte changed after the proof, and nothing is executed", () => {
  test("of the mission", async () => {
    const name = await proved("mission");
    change(`${name}/lamp.mission`, "emit Off", "emit Onn");
    expectRefused(await call("run", `${name}/lamp.mission`), /error MIS031: there is no signal Onn/);
    folder.write(`${name}/lamp.mission`, MISSION.replace("Order;", "Ordeal;"));
    expectRefused(await call("run", `${name}/lamp.mission`), /error PRF041: .* proves another automaton/);
    folder.write(`${name}/lamp.mission`, MISSION.replace("relation Press # Leak;", "relation Leak # Press;"));
    expectRefused(await call("run", `${name}/lamp.mission`), /PRF041: .*: Lamp is \w+, it was changed after the proof/);
    // A comment is not part of what is executed, but the text is no longer the one that was proved.
    folder.write(`${name}/lamp.mission`, MISSION.replace("A comment", "Another comment"));
    expectRefused(
      await call("run", `${name}/lamp.mission`),
      /error PRF047: the text of .* was changed after the proof/,
    );
    folder.write(`${name}/lamp.mission`, MISSION);
    expect((await call("run", `${name}/lamp.mission`, "--script", "lamp.events")).status).toBe(0);
  });

  test.each([
    ["a number of its diagrams", /("questions": \[\d+,)(-?\d+)/, "$17", /error MIS08\d/],
    ["what it requires", '"requires": ["Answer"', '"requires": ["answer"', /error MIS086: the hash does not fit/],
    ["its hash", /"hash": "./, '"hash": "x', /error MIS086: the hash does not fit/],
    ["the line of a statement", /"line":\d/, '"line":7', /error MIS086: the statements or their places were changed/],
    ["a blank", '"format": ', '"format":  ', /error PRF045: stored\/lamp\.json is not as it was written/],
  ])("of the stored automaton: %s", async (_, was, is, reason) => {
    const name = await proved("stored");
    change(`${name}/lamp.json`, was, is);
    expectRefused(await call("run", `${name}/lamp.json`), reason);
  });

  test.each([
    ["a verdict", '"verdict":"holds"', '"verdict":"fails"', /error PRF023: the hash does not fit the proof/],
    ["the automaton that it is of", /"automaton": "./, '"automaton": "z', /error PRF023/],
    ["a text", "Off only after On", "Off only after Of", /error PRF023/],
    ["a blank", '"tool": ', '"tool":  ', /error PRF023/],
    ["a bracket", "{", "[", /error PRF020: the proof is not JSON/],
    ["its format", "thetis-proof-1", "thetis-proof-2", /error PRF021/],
  ])("of the proof: %s", async (_, was, is, reason) => {
    const name = await proved("verdict");
    change(`${name}/lamp.proof.json`, was, is);
    expectRefused(await call("run", `${name}/lamp.mission`), reason);
  });

  test("of a property", async () => {
    const name = await proved("property");
    change(`${name}/lamp.properties`, "Off only after On", "On only after Press");
    const reason =
      /error PRF044: Order was changed after its proof: proved was `Off only after On`, and now it is `On only after Press`/;
    expectRefused(await call("run", `${name}/lamp.mission`), reason);
  });
});

test("a proof in which a required property fails is refused, and so is that of another mission; --proof names another file", async () => {
  const name = await proved("failed");
  change(`${name}/lamp.mission`, "emit Alarm", "pause; emit Alarm");
  expect((await call("verify", `${name}/lamp.mission`, "--write")).status).toBe(1);
  const { stdout } = await call("run", `${name}/lamp.mission`, "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    diagnostics: [{ code: "PRF043", message: "Answer is required and was not proved: it fails" }],
  });
  // To look at the counterexample it may be exercised all the same; that is said.
  const looked = await call("run", `${name}/lamp.mission`, "--script", "lamp.events", "--unproved");
  expect([looked.status, looked.stdout.includes("Leak")]).toEqual([0, true]);
  expect(looked.stderr).toContain("error PRF043: Answer is required and was not proved: it fails");
  const good = await proved("apart");
  rmSync(folder.at(`${good}/lamp.proof.json`));
  const with_ = (proof: string): Promise<Ended> =>
    call("run", `${good}/lamp.mission`, "--script", "lamp.events", "--proof", proof);
  expectRefused(await with_(`${name}/lamp.proof.json`), /PRF041/);
  expectRefused(await with_("nowhere.json"), /cannot read nowhere\.json: no such file/);
  expect((await with_("lamp.proof.json")).status).toBe(0);
});

test("verify reports required properties that do not exist, at their place", async () => {
  folder.write("unknown/lamp.mission", MISSION.replace("Order;", "Ordre;"));
  folder.write("unknown/lamp.properties", PROPERTIES);
  const { status, stderr } = await call("verify", "unknown/lamp.mission", "--write");
  expect(status).toBe(2);
  expect(stderr).toContain(
    "unknown/lamp.mission:3:18: error PRF046: unknown/lamp.properties has no property Ordre, which is required",
  );
  expect(existsSync(folder.at("unknown/lamp.proof.json"))).toBe(false);
});

test("exported C compiles with the proof beside the mission, and not without it", async () => {
  const name = await proved("c");
  const written = await call("export", `${name}/lamp.mission`, "--format", "c", "--output", `${name}/Lamp.c`);
  expect([written.status, written.stderr]).toEqual([0, `${name}/Lamp.h written\n${name}/Lamp.c written\n`]);
  const cc = (): string => runProgram(folder.at(name), "cc", [...STRICT_C, "-c", "Lamp.c"]);
  cc();
  const hash = (JSON.parse(text("lamp.proof.json")) as { hash: string }).hash;
  expect(text(`${name}/Lamp.h`)).toContain(`#define Lamp_PROOF "${hash}"`);
  rmSync(folder.at(`${name}/lamp.proof.json`));
  const again = ["--output", `${name}/Lamp.c`, "--force"];
  const without = await call("export", `${name}/lamp.mission`, "--format", "c", ...again);
  expect(without.stderr).toContain("PRF040");
  expect(cc).toThrow("Lamp requires a proof of Answer: Lamp requires a proof of Answer, Order, and there is no");
});

test("a scenario flies a mission that requires proofs only with the proof that it names", async () => {
  copyFileSync(join(root, "missions/survey.mission"), folder.at("survey.mission"));
  const requiring = text("survey.mission").replace(/^(mission \w+;\n)/m, "$1requires Calm;\n");
  folder.write("survey.mission", requiring);
  folder.write("survey.properties", "property Calm: never FATAL and SurveyDone;\n");
  const xml = readFileSync(join(root, "scenarios/survey.xml"), "utf8");
  const scenario = xml
    .replaceAll(/file="\.\.\//g, `file="${root}/`)
    .replace(/source="[^"]*"/, 'source="survey.mission" proof="survey.proof.json" properties="survey.properties"');
  folder.write(
    "flight.xml",
    scenario.replace(' proof="survey.proof.json"', "").replace(' properties="survey.properties"', ""),
  );
  const run = (): Promise<Ended> => call("run", "flight.xml", "--no-log", "--until", "2");
  expectRefused(await run(), /flight\.xml:\d+:\d+: error PRF040: \w+ requires a proof of Calm, and none is given/);
  folder.write("flight.xml", scenario);
  expect((await call("verify", "survey.mission", "--write")).status).toBe(0);
  expect((await run()).status).toBe(0);
  change("survey.mission", "requires Calm;\n", "requires Calm; // once more\n");
  expectRefused(await run(), /error PRF047: the text of survey\.mission was changed after the proof/);
  folder.write("survey.mission", requiring);
  change("survey.proof.json", '"holds"', '"fails"');
  expectRefused(await run(), /survey\.proof\.json:1:1: error PRF023/);
});
