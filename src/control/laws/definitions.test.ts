/** The kinds of this room as a user meets them: what is refused, where, and what a law of one's own looks like. */
import { expect, test } from "vitest";
import { Definitions, defineModel, loadComponent, memoryReader } from "../../library/index.ts";
import { placeOf, unmark } from "../../library/test/marks.ts";
import {
  actuatorOutputs,
  controlCodeTable,
  controlDefinitions,
  controlDiagnostics,
  controller,
  type Module,
  NAVIGATION_STATE,
  navigationState,
  softwareKinds,
} from "../index.ts";
import { autopilotXml, definitionProblems, definitions, LawBench, load } from "../test/law-bench.ts";
import { ProgramBench } from "../test/program-bench.ts";

test("the definitions are in order", () => {
  expect(definitionProblems).toEqual([]);
  expect(softwareKinds.map((kind) => kind.kind)).toEqual([
    "autopilot",
    "stationKeeper",
    "controller",
    "mission",
    "software",
  ]);
});

/** The stretch between the marks is what the first diagnostic points at. */
function expectRefused(marked: string, says: RegExp): void {
  const { files, mark } = unmark(marked);
  const text = files["main.xml"]!;
  const { component, diagnostics } = load(text);
  const told = component === null ? diagnostics : controlDiagnostics(component);
  expect(told.map((d) => d.message)).toHaveLength(1);
  const [first] = told;
  expect(first!.severity).toBe("error");
  expect(first!.message).toMatch(says);
  expect({ line: first!.range!.line, column: first!.range!.column }).toEqual(placeOf(text, mark!.start));
  expect({ line: first!.range!.endLine, column: first!.range!.endColumn }).toEqual(placeOf(text, mark!.end));
}

const point = (place: string, name = "point"): string => `<${name} position_m="${place}"/>`;

test.each([
  ["a route with one point", `<<|route|>>${point("1 2 3")}</route>`, /has 1 <point>; at least 2 are needed/],
  [
    "two points at one place",
    `<route id="r">${point("0 0 3")}${point("9 0 3")}${point("9 0 3", "<|point|>")}</route>`,
    /points 2 and 3 of route "r" lie at one place/,
  ],
  [
    "a point straight below another",
    `<route id="r">${point("0 0 3")}${point("0 0 9", "<|point|>")}</route>`,
    /points 1 and 2 of route "r" lie at one place/,
  ],
  [
    "a point above the surface",
    `<route>${point("0 0 3")}<point position_m="<|9 0 -3|>"/></route>`,
    /the depth -3 lies above the surface/,
  ],
  [
    "a leg with depth and pitch",
    '<leg depth_m="3" pitch_deg="<|-4|>" duration_s="2"/>',
    /holds a depth or a pitch, not both/,
  ],
  ["a leg that never ends", '<<|leg|> depth_m="3"/>', /nothing ends this leg/],
  [
    "a leg that waits for a depth while it holds a pitch",
    '<leg pitch_deg="3" depthTolerance_m="<|1|>"/>',
    /has no depth to reach/,
  ],
  ["a stall without length", '<stall start_s="1" duration_s="<|0|>"/>', /duration_s = 0/],
])("%s is refused where it stands", (_, plan, says) => {
  expectRefused(autopilotXml(plan), says);
});

test.each([
  ["no heading loop", autopilotXml().replace('<heading kp="1"/>', ""), /has 0 <heading>/],
  [
    "an actuator in two groups",
    autopilotXml().replace('sternPlane="planes"', 'sternPlane="-rudder"'),
    /"rudder" is named in rudder and in sternPlane/,
  ],
  ["a bare minus", autopilotXml().replace('rudder="rudder"', 'rudder="- top"'), /names no actuator/],
  ["propeller bounds the wrong way round", autopilotXml("", 'propellerMin="1500"'), /is not above propellerMin/],
  ["a negative gain", autopilotXml().replace('<depth kp="0.2"/>', '<depth kp="-0.2"/>'), /kp = -0.2/],
  ["values and actuators of different count", '<controller actuators="a b" values="1"/>', /2 actuators have 1 values/],
  ["a controller without actuators", "<controller/>", /no actuator is named/],
  ["an actuator held twice", '<controller actuators="a -a" values="1 2"/>', /"a" is named twice/],
])("%s is refused", (_, xml, says) => {
  const { component, diagnostics } = load(xml);
  expect(component).toBeNull();
  expect(diagnostics[0]!.message).toMatch(says);
});

test("a hold that never ends may be the last, not one before another", () => {
  const keeper = (holds: string): string =>
    `<stationKeeper horizontalLimit_N="1" verticalLimit_N="1" torqueLimit_Nm="1"><position kp="1"/><depth kp="1"/>
     <heading kp="1"/>${holds}</stationKeeper>`;
  expect(controlDiagnostics(load(keeper('<hold duration_s="3"/><hold/>')).component!)).toEqual([]);
  const told = controlDiagnostics(load(keeper('<hold id="a"/><hold id="b"/>')).component!);
  expect(told.map((d) => `${d.code} ${d.message}`)).toEqual(['CTL002 nothing ends hold "a", and hold "b" follows it']);
  expect(() => new LawBench(keeper('<hold id="a"/><hold id="b"/>'))).toThrow(/nothing ends hold "a".*main.xml:2:/);
});

test("a law refuses a bad plan by itself, with the place, if the diagnostics were not asked for before", () => {
  const xml = autopilotXml(`<route>${point("0 0 1")}${point("0 0 1")}</route>`);
  expect(() => new LawBench(xml)).toThrow(/lie at one place \(main\.xml:2:/);
  const numbers = controlCodeTable.map((entry) => entry.code);
  for (const code of numbers) expect(code).toMatch(/^(CTL|MOD)\d{3}$/);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("a loop with an id of its own is not found, and the law says why", () => {
  const xml = autopilotXml().replace('<depth kp="0.2"/>', '<depth id="z" kp="0.2"/>');
  expect(() => new LawBench(xml)).toThrow('no loop is called "depth": give <depth> no id');
});

test("the smallest law holds one value for each actuator", () => {
  const bench = new LawBench('<controller actuators="fin -tail propeller" values="0.1 0.2 1200"/>');
  bench.tick({ t_s: 0 });
  expect([...bench.out]).toEqual([0.1, 0.2, 1200]);
  const { commands } = bench.program;
  expect(commands.map(({ actuator, factor }) => `${factor} ${bench.actuators[actuator]!.name}`)).toEqual([
    "1 fin",
    "-1 tail",
    "1 propeller",
  ]);
});

test("it states units for its values: one for all, or one for each", () => {
  const units = (words: string): string[] =>
    new LawBench(`<controller actuators="fin propeller" values="1 2" units="${words}"/>`).actuators.map((a) => a.unit);
  expect(units("rad rad/s")).toEqual(["rad", "radps"]);
  expect(units("1")).toEqual(["1", "1"]);
  const { diagnostics } = load('<controller actuators="fin propeller" values="1 2" units="rad rpm N"/>');
  expect(diagnostics.map((d) => d.message)).toEqual(["2 actuators have 3 units"]);
});

test("a law of one's own is a model of the kind controller, with parameters of its own: here a bang-bang law on depth", () => {
  const bang = defineModel(controller, {
    model: "bang-bang",
    doc: "Full deflection towards a depth",
    params: { depth_m: { doc: "the depth to hold", min: 0 } },
    reads: ["rate_Hz", "actuators"],
    create: (p): Module => ({
      rate_Hz: p.rate_Hz,
      inputs: [{ name: "state", message: navigationState }],
      outputs: actuatorOutputs(p.actuators ?? []),
      memory: 0,
      shows: ["side"],
      step({ reals, inAt, outAt, shownAt }) {
        reals[outAt[0]!] = Math.sign(p.depth_m - reals[inAt[0]! + NAVIGATION_STATE.p + 2]!);
        reals[shownAt] = reals[outAt[0]!]!;
      },
    }),
  });
  const vehicle = definitions.kind("vehicle")!.definition;
  const own = Definitions.create([vehicle, ...controlDefinitions, bang]);
  expect(own.diagnostics).toEqual([]);
  const xml = '<vehicle id="v"><controller model="bang-bang" actuators="planes" depth_m="10"/></vehicle>';
  const { component } = loadComponent(own.definitions, memoryReader({ "v.xml": xml }), "v.xml");
  const bench = new ProgramBench(own.definitions, component!.children[0]!);
  bench.tick({ t_s: 0, p_m: [0, 0, 4] });
  expect([...bench.out, bench.shown("side")]).toEqual([1, 1]);
  bench.tick({ t_s: 0.1, p_m: [0, 0, 14] });
  expect([...bench.out, bench.shown("side")]).toEqual([-1, -1]);
});
