/** A mission and a vehicle that do not fit: what is reported, and where. */
import { expect, test } from "vitest";
import { formatPlace } from "../../core/index.ts";
import { defineModel, loadComponent, memoryReader } from "../../library/index.ts";
import { placeOf, unmark } from "../../library/test/marks.ts";
import { compileMission } from "../../mission/index.ts";
import { checkProperty, parseProperties, proofOf, resolveProperties, writeProof } from "../../mission/proof/index.ts";
import { robotTask } from "../index.ts";
import { AUTOPILOT, definitions, definitionsWith, KEEPER } from "../test/mission-bench.ts";
import { bindMission } from "./binding.ts";

const MISSION = `mission M;
  input Low; resource r;
  task Dive(depth_m, speed_mps = 1) on r post There; type2 Late after 9 s; end task
  task Home(route = "way") on r post Ended; type1 Slow sets route = "way"; end task
  procedure Down(depth_m) Dive(depth_m) end procedure
  main exception Late in do SEQ( Dive(5); Down(7); Home ) watching Low handle Late do nothing end exception end main`;

const WAY = '<route id="way"><point position_m="0 0 3"/><point position_m="9 0 3"/></route>';
const TASKS = `<robotTask id="Dive"><event id="There" of="depthError_m" below="1"/></robotTask>
  <robotTask id="Home" model="follow"><event id="Ended" of="routeEnded"/></robotTask>`;
const EVENTS = '<event id="Low" at_s="3"/><event id="Slow" at_s="3"/>';
const FINE = `${AUTOPILOT}${WAY}${TASKS}${EVENTS}`;

/** What is reported about a mission and its element, of which one piece may be marked: code, message, hint, and the marked place. */
function told(
  children: string,
  mission = MISSION,
  known = definitions,
): { readonly told: string[]; readonly mark: string } {
  const xml = `<mission id="captain" source="m.mission">${children}</mission>`;
  const { files, mark } = unmark({ "main.xml": xml, "m.mission": mission });
  const bytes = new Map([["m.mission", new TextEncoder().encode(files["m.mission"]!)]]);
  const loaded = loadComponent(known, memoryReader(files, bytes), "main.xml");
  expect(loaded.diagnostics).toEqual([]);
  const { binding, diagnostics } = bindMission(known, loaded.component!);
  expect(binding === null).toBe(diagnostics.some((d) => d.severity === "error"));
  const at = mark === null ? null : { file: mark.file, ...placeOf(files[mark.file]!, mark.start) };
  return {
    told: diagnostics.map(
      ({ range, severity, code, message, hint }) =>
        `${formatPlace(range!)} ${severity} ${code} ${message}${hint === undefined ? "" : ` (${hint})`}`,
    ),
    mark: at === null ? "" : `${at.file}:${at.line}:${at.column}`,
  };
}

test("what fits is bound without a word", () => {
  expect(told(FINE).told).toEqual([]);
});

const inMission = (was: string, is: string): readonly [string, string] => {
  expect(MISSION).toContain(was);
  return [FINE, MISSION.replace(was, is)];
};
const inXml = (was: string, is: string): readonly [string] => {
  expect(FINE).toContain(was);
  return [FINE.replace(was, is)];
};

test.each([
  ["a mission without loops", () => inXml(AUTOPILOT, ""), /error CTL003 mission captain has neither/, null],
  [
    "a mission with two",
    () => inXml(AUTOPILOT, AUTOPILOT + KEEPER.replace("<stationKeeper", "<<|stationKeeper|>")),
    /error CTL003 .* has an <autopilot> and a <stationKeeper>/,
  ],
  [
    "a plan of its autopilot's own",
    () => inXml("</autopilot>", '<<|leg|> duration_s="3"/></autopilot>'),
    /error CTL004 .*leg "leg1" is inside it/,
  ],
  [
    "loops that are not named so",
    () => inXml("<autopilot", "<<|autopilot|>").map((x) => x.replace("<depth kp", '<depth id="z" kp')) as [string],
    /error CTL003 no loop is called "depth"/,
  ],
  [
    "a task that nothing does",
    () => inXml('<robotTask id="Dive">', '<robotTask id="Dvie">'),
    /error CTL005 no <robotTask> for Dive \(did you mean "Dvie"\?\)/,
    null,
    2,
  ],
  [
    "a task that the mission lacks",
    () => inXml(EVENTS, `${EVENTS}<<|robotTask|> id="Homme" model="stop"/>`),
    /warning CTL006 the mission has no task "Homme"; it has: Dive, Home \(did you mean "Home"\?\)/,
  ],
  [
    "a parameter that its task does not take",
    () => inMission("depth_m, speed_mps = 1", "depth_m, <|sped_mps|> = 1"),
    /error CTL007 Dive is a fly task, which takes no sped_mps; it takes: .*\(did you mean "speed_mps"\?\)/,
  ],
  [
    "a value out of its range",
    () => inMission("Dive(5)", "Dive(<|-5|>)"),
    /error CTL007 depth_m = -5 of Dive: it is below its minimum 0/,
  ],
  [
    "the same through a procedure, reported at the task",
    () => inMission("Down(7)", "Down(-7)").map((x) => x.replace("task Dive", "task <|Dive|>")) as [string, string],
    /error CTL007 depth_m = -7 of Dive/,
  ],
  [
    "a value of another type, as a default",
    () => inMission("speed_mps = 1", 'speed_mps = <|"fast"|>'),
    /error CTL007 speed_mps = "fast" of Dive: it wants a number/,
  ],
  [
    "a route that is not there",
    () => inMission('Home(route = "way")', 'Home(route = <|"wya"|>)'),
    /error CTL007 route = "wya" of Home: there is no such route; there are: way \(did you mean "way"\?\)/,
  ],
  [
    "a route that is not there, in a type 1 event",
    () => inMission('sets route = "way"', 'sets route = <|"x"|>'),
    /error CTL007 route = "x" of Home/,
  ],
  [
    "a route that nothing names",
    () =>
      inMission('Home(route = "way")', "Home").map((x) =>
        x.replace(' sets route = "way"', "").replace('<robotTask id="Home"', '<<|robotTask|> id="Home"'),
      ) as [string, string],
    /error CTL007 Home needs route: neither/,
  ],
  [
    "a route that its element misspells",
    () => inXml('model="follow"', 'model="follow" route="<|wya|>"'),
    /error CTL007 route = "wya": there is no such route/,
  ],
  [
    "a value in the element that every call of the mission overrules",
    () => inXml('<robotTask id="Dive">', '<robotTask id="Dive" depth_m="<|3|>">'),
    /warning CTL031 depth_m has no effect: the mission gives Dive its depth_m in every call/,
  ],
  [
    "depth and pitch at once",
    () => inMission("task Dive(depth_m, ", "task <|Dive|>(depth_m, pitch_deg = 3, "),
    /error CTL007 Dive gets a depth and a pitch/,
  ],
  [
    "a task for other loops",
    () => inXml('<robotTask id="Dive">', '<<|robotTask|> id="Dive" model="keep">').map((x) => x),
    /error CTL008 Dive is a keep task and needs a <stationKeeper>, but captain flies by <autopilot>/,
    undefined,
    2,
  ],
  [
    "two that could steer at once",
    () =>
      inMission("resource r;", "resource r, q;").map((x) =>
        x
          .replace('task Home(route = "way") on r', 'task Home(route = "way") on q')
          .replace('<robotTask id="Home"', '<<|robotTask|> id="Home"'),
      ) as [string, string],
    /error CTL008 Dive and Home both steer, but have no resource in common/,
  ],
  [
    "a quantity that is not there",
    () => inXml('of="depthError_m"', 'of="<|depthEror_m|>"'),
    /error CTL009 there is no "depthEror_m" here; there are: time_s, .*\(did you mean "depthError_m"\?\)/,
  ],
  [
    "a quantity of another task",
    () => inXml('of="depthError_m"', 'of="<|routeEnded|>"'),
    /error CTL009 there is no "routeEnded" here/,
  ],
  [
    "an event that the mission does not know",
    () => inXml('<event id="Low"', '<<|event|> id="Lwo"'),
    /error CTL010 the mission has no input "Lwo"; it has: .*\(did you mean "Low"\?\)/,
    undefined,
    2,
  ],
  [
    "an answer that only the law gives",
    () => inXml(EVENTS, `${EVENTS}<<|event|> id="STOPPED_Dive" at_s="1"/>`),
    /error CTL010 the mission has no input "STOPPED_Dive"/,
  ],
  [
    "inputs that nothing gives",
    () => inXml(EVENTS, ""),
    /warning CTL011 nothing gives these inputs of the mission: Low, Slow/,
    null,
  ],
] as const)(
  "%s is reported where it stands",
  (_, texts, says, mark: null | undefined = undefined, count: number = 1) => {
    const [children, mission] = texts() as readonly [string, string?];
    const result = told(children, mission);
    expect(result.told).toHaveLength(count);
    expect(result.told.some((line) => says.test(line))).toBe(true);
    if (mark === undefined) {
      expect(result.mark).not.toBe("");
      expect(result.told.find((line) => says.test(line))).toMatch(new RegExp(`^${result.mark} `));
    }
  },
);

test("errors of the mission's own text come with those of its binding", () => {
  const { told: lines } = told(FINE.replace(AUTOPILOT, ""), MISSION.replace("Down(7)", "Down()"));
  expect(lines.some((line) => /^m\.mission:6:\d+ error MIS032/.test(line))).toBe(true);
  expect(lines.some((line) => line.includes("CTL003"))).toBe(true);
});

test("a robot-task of one's own that is not one, or throws, is reported with its reason", () => {
  const model = (name: string, create: () => never) =>
    defineModel(robotTask, { model: name, doc: "broken", reads: ["init_s", "stop_s"], create });
  const known = definitionsWith([
    model(
      "none",
      () => ({ steers: "nothing", parameters: [], quantities: [], memory: 0, start() {}, step() {} }) as never,
    ),
    model("thrower", () => {
      throw new Error("no gain");
    }),
  ]);
  const lines = (name: string): string[] =>
    told(FINE.replace('<robotTask id="Dive">', `<robotTask id="Dive" model="${name}">`), MISSION, known).told;
  expect(lines("none")).toEqual([expect.stringMatching(/CTL012 .*"none" cannot be made: it has no function change/)]);
  expect(lines("thrower")).toEqual([expect.stringMatching(/CTL012 .*"thrower" cannot be made: no gain/)]);
});

const PROPERTIES = "property Once: never START_Dive and START_Home;\n";

/** What is reported about the mission with a proof of its automaton, or of another one. */
function proved(attributes: string, proofOfText: string, properties = PROPERTIES): string[] {
  const mission = MISSION.replace("resource r;", "resource r; requires Once;");
  const { automaton } = compileMission(proofOfText, "m.mission");
  const [property] = resolveProperties(parseProperties(PROPERTIES, "m.properties").tree, automaton!).properties;
  const proof = writeProof(proofOf("thetis test", "M", automaton!.hash(), [checkProperty(automaton!, property!)]));
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const bytes = new Map([
    ["m.mission", encode(mission)],
    ["m.proof.json", encode(proof)],
    ["m.properties", encode(properties)],
  ]);
  const xml = `<mission id="captain" source="m.mission" ${attributes}>${FINE}</mission>`;
  const loaded = loadComponent(definitions, memoryReader({ "main.xml": xml }, bytes), "main.xml");
  expect(loaded.diagnostics).toEqual([]);
  const { binding, diagnostics } = bindMission(definitions, loaded.component!);
  expect(binding === null).toBe(diagnostics.length > 0);
  return diagnostics.map((d) => `${formatPlace(d.range!)} ${d.code} ${d.message}`);
}

test("a mission that requires a proof flies only with one that is of it, and of the properties as they are", () => {
  const requiring = MISSION.replace("resource r;", "resource r; requires Once;");
  const files = 'proof="m.proof.json" properties="m.properties"';
  expect(proved(files, requiring)).toEqual([]);
  expect(proved('proof="m.proof.json"', requiring)).toEqual([
    expect.stringMatching(/PRF044 m\.mission requires proofs, but its file of properties is not there/),
  ]);
  expect(proved("", requiring)).toEqual([
    expect.stringMatching(/^main\.xml:1:2 PRF040 M requires a proof of Once, and none is given/),
  ]);
  expect(proved(files, requiring.replace("Down(7)", "Down(8)"))).toEqual([
    expect.stringMatching(/^m\.proof\.json:1:1 PRF041 m\.proof\.json proves another automaton/),
  ]);
  expect(proved(files, requiring, PROPERTIES.replace("and", "or"))).toEqual([
    expect.stringMatching(/^m\.proof\.json:1:1 PRF044 Once was changed after its proof/),
  ]);
});

test("a proof that is named is looked at even where the mission requires none", () => {
  const bytes = new Map([
    ["m.mission", new TextEncoder().encode(MISSION)],
    ["m.proof.json", new TextEncoder().encode("{}")],
  ]);
  const xml = `<mission id="captain" source="m.mission" proof="m.proof.json">${FINE}</mission>`;
  const { component } = loadComponent(definitions, memoryReader({ "main.xml": xml }, bytes), "main.xml");
  expect(bindMission(definitions, component!).diagnostics.map((d) => d.code)).toEqual(["PRF021"]);
});

test.each([
  ['<event id="Low"/>', /nothing gives this event/],
  ['<event id="Low" at_s="1" of="depth_m"/>', /is given by of and at_s/],
  ['<event id="Low" at_s="1" above="2"/>', /above has no effect without a quantity/],
  ['<event id="Low" of="depth_m" above="2" below="1"/>', /nothing is above 2 and below 1/],
  ['<event id="Low" of="depthError_m" below="-0.2"/>', /depthError_m is never below -0.2: it is at least 0/],
  ['<event id="Low" of="heading_deg" below="-10"/>', /heading_deg is never below -10: it is at least 0/],
  ['<event id="Low" of="pitch_deg" above="90"/>', /pitch_deg is never above 90: it is at most 90/],
  ['<event id="Low" of="fixAge_s" below="0"/>', /fixAge_s is never below 0/],
  ['<event id="Low" of="depth_m" to_s="1"/>', /to_s ends a level that nothing begins/],
  ['<event id="Low" from_s="3" to_s="2"/>', /to_s = 2 is not above from_s = 3/],
  ['<event id="Low" at_s="3" level="true"/>', /a level lasts/],
  ['<event id="Low" at_s="3" for_s="2"/>', /for_s has no effect/],
  ['<robotTask id="X" depth_m="1" pitch_deg="2"/>', /a depth or a pitch, not both/],
])("%s is refused by the loader", (xml, says) => {
  const bytes = new Map([["m.mission", new TextEncoder().encode(MISSION)]]);
  const text = `<mission id="m" source="m.mission">${xml}</mission>`;
  const { component, diagnostics } = loadComponent(definitions, memoryReader({ "main.xml": text }, bytes), "main.xml");
  expect(component).toBeNull();
  expect(diagnostics.map((d) => d.message)).toEqual([expect.stringMatching(says)]);
});

test("a value from outside that every call of the mission overrules is refused, with the mission's line", () => {
  const xml = `<mission id="captain" source="m.mission">${FINE}</mission>`;
  const bytes = new Map([["m.mission", new TextEncoder().encode(MISSION)]]);
  const bound = (override: string) => {
    const { component } = loadComponent(definitions, memoryReader({ "main.xml": xml }, bytes), "main.xml", {
      overrides: [override],
    });
    return bindMission(definitions, component!).diagnostics;
  };
  const [refused, ...more] = bound("Dive/depth_m=3");
  expect(more).toEqual([]);
  expect(refused).toMatchObject({ severity: "error", code: "CTL030", range: { file: "--set", line: 1, column: 14 } });
  // The first call is Dive(5), in line 6 of the mission.
  expect(refused!.related).toMatchObject([{ message: "there it is 5", range: { file: "m.mission", line: 6 } }]);
  // Its heading is for the element to say.
  expect(bound("Dive/heading_deg=3")).toEqual([]);
});

test("a mission, a proof or properties of another ending are not read, and nothing of them is quoted", () => {
  const bytes = new Map(["notes.txt", "p.txt"].map((name) => [name, new TextEncoder().encode("root:secret")]));
  const { files, mark } = unmark({
    "main.xml": '<mission id="m" source="<|notes.txt|>" proof="p.txt" properties="p.txt"/>',
  });
  const { component, diagnostics } = loadComponent(definitions, memoryReader(files, bytes), "main.xml");
  expect(component).toBeNull();
  expect(diagnostics.map((d) => `${d.code} ${d.message}`)).toEqual([
    'LIB049 source = "notes.txt" does not end in .mission',
    'LIB049 proof = "p.txt" does not end in .json',
    'LIB049 properties = "p.txt" does not end in .properties',
  ]);
  expect(diagnostics[0]!.range).toMatchObject({ file: mark!.file, line: 1, column: mark!.start + 1 });
});
