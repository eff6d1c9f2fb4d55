/** Latches that cannot work, or that their author should know something of: one message each, at its place. */
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../core/index.ts";
import { Definitions, isAboutProvenance, memoryReader } from "../../library/index.ts";
import { placeOf, unmark } from "../../library/test/marks.ts";
import { shippedDefinitions } from "./definitions.ts";
import { loadScenario, type ScenarioResult } from "./scenario.ts";

const { definitions } = Definitions.create(shippedDefinitions);

/** 1.1 m long, 0.3 m thick. */
const HULL = `<hull id="hull" mass_kg="50" volume_m3="0.05" cg_m="0 0 0.02" inertia_kgm2="1 1 1 0 0 0" shape="ellipsoid" size_m="1.1 0.3 0.3"
  addedMass="5 40 40 0 1 1" linearDamping="5 20 20 1 5 5"/>`;

/** As long, 0.2 m thick. */
const SLIM = HULL.replace("1.1 0.3 0.3", "1.1 0.2 0.2")
  .replace('mass_kg="50"', 'mass_kg="23"')
  .replace('volume_m3="0.05"', 'volume_m3="0.023"');

interface Parts {
  readonly latch?: string;
  /** Of the dock, besides. */
  readonly dock?: string;
  /** Of auv. */
  readonly auv?: string;
  /** Instead of auv and its fellow. */
  readonly crew?: string;
}

const latch = (more = ""): string =>
  `<latch id="clasp" offset_m="0.04" depth_m="0.1" angle_deg="10" speed_mps="1" ${more}/>`;

/** Its throat is at the dock's origin; a latch of `deep` stands 0.3 m behind that. */
const deep = 'position_m="0.3 0 0"';
const cone = (throat_m: number): string =>
  `<shape model="funnel" mouth_m="0.9" throat_m="${throat_m}" length_m="0.8" position_m="-0.4 0 0"/>`;

function worldWith({ latch: own = latch(), dock = "", auv = "", crew }: Parts): string {
  const usual = `<vehicle id="auv" length_m="1.1" position_m="0 0 10">${HULL}${auv}</vehicle>
  <vehicle id="fellow" length_m="1.1" position_m="0 9 10">${HULL}</vehicle>`;
  return `<scenario id="s" duration_s="1" step_s="0.02">
  <vehicle id="dock" length_m="1" position_m="20 0 10">${own}${dock}</vehicle>
  <vehicle id="quay" length_m="1" position_m="0 19 0"/>
  ${crew ?? usual}
</scenario>`;
}

function load(text: string): ScenarioResult {
  return loadScenario(definitions, memoryReader({ "test.xml": text }), "test.xml");
}

/** Without what is said of provenance. */
function said(text: string): Diagnostic[] {
  return load(text).diagnostics.filter((d) => !isAboutProvenance(d));
}

const script = (actuator: string, between: string): string =>
  `<script actuator="${actuator}" times_s="0 1" values="0 1" between="${between}"/>`;

const cases: [what: string, parts: Parts, code: string, text: RegExp][] = [
  [
    "a latch on a vehicle that moves",
    { latch: "", auv: latch().replace("<latch", "<<|latch|>") },
    "SCN160",
    /auv\/clasp is on a vehicle that moves: auv has a hull/,
  ],
  [
    "a vehicle that is not there",
    { latch: latch('takes="auv <|felow|>"').replace('"auv <|felow|>"', '"<|auv felow|>"') },
    "SCN161",
    /there is no vehicle "felow"; vehicles that move: auv, fellow/,
  ],
  ["a vehicle that stays", { latch: latch('takes="<|quay|>"') }, "SCN161", /quay has no hull, and goes nowhere/],
  [
    "a throat that is narrower than the hull",
    { latch: latch(`${deep} takes="<|auv|>"`), dock: cone(0.25) },
    "SCN162",
    /cannot take auv: on its way in along the axis it would be 0.02\d* m inside the dock/,
  ],
  [
    "a coupling at the stern, which cannot come so far",
    { latch: latch(`${deep} takes="<|auv|>"`), dock: cone(0.25), auv: '<coupling id="hook" position_m="-0.5 0 0"/>' },
    "SCN162",
    /inside the dock/,
  ],
  [
    "nothing that could come",
    { latch: latch().replace("<latch", "<<|latch|>"), crew: "" },
    "SCN163",
    /nothing can come to dock\/clasp/,
  ],
  [
    "a window that is jumped over",
    { latch: latch().replace('depth_m="0.1"', 'depth_m="<|0.01|>"') },
    "SCN164",
    /0.01 m deep, but a vehicle at 1 m\/s moves 0.02 m in a step/,
  ],
  [
    "a script by lines on a latch",
    { dock: script("clasp", "<|lines|>") },
    "SCN165",
    /commands dock\/clasp by lines; a latch takes between="steps"/,
  ],
  [
    "a script by lines on a coupling",
    { auv: `<coupling id="hook"/>${script("hook", "<|lines|>")}` },
    "SCN165",
    /commands auv\/hook by lines; a coupling takes/,
  ],
  [
    "a script on a latch that is not there",
    { dock: script("clap", "steps").replace("clap", "<|clap|>") },
    "SCN001",
    /"clap"/,
  ],
  ["no angle", { latch: latch().replace('angle_deg="10"', 'angle_deg="<|0|>"') }, "LIB012", /angle_deg/],
  ["a negative speed", { latch: latch().replace('speed_mps="1"', 'speed_mps="<|-1|>"') }, "LIB012", /speed_mps/],
  [
    "no offset",
    { latch: latch().replace('offset_m="0.04" ', "").replace("<latch", "<<|latch|>") },
    "LIB027",
    /offset_m/,
  ],
  [
    "a funnel the wrong way round",
    { dock: cone(0.95).replace('mouth_m="0.9"', 'mouth_m="<|0.9|>"') },
    "LIB029",
    /the mouth, 0.9 m, is narrower than the throat, 0.95 m/,
  ],
  [
    "a latch with the name of a channel",
    { latch: latch().replace("<latch", "<<|latch|>").replace("clasp", "state") },
    "SCN009",
    /a latch cannot be called state/,
  ],
];

describe("what is said of a latch stands at its place", () => {
  test.each(cases)("%s", (_, parts, code, text) => {
    const { files, mark } = unmark(worldWith(parts));
    const source = files["main.xml"]!;
    const list = said(source);
    expect(list.map((d) => `${d.code} ${d.message}`)).toEqual([expect.stringMatching(new RegExp(`^${code} `))]);
    expect(list[0]!.message).toMatch(text);
    const end = placeOf(source, mark!.end);
    expect(list[0]!.range).toMatchObject({
      ...placeOf(source, mark!.start),
      ...{ endLine: end.line, endColumn: end.column },
    });
  });

  test("a misspelt vehicle has a hint", () => {
    const [d] = said(worldWith({ latch: latch('takes="felow"') }));
    expect(d?.hint).toContain("fellow");
  });
});

test("a latch that takes all leaves out what does not fit, and refuses where nothing is left", () => {
  const slim = `<vehicle id="slim" length_m="1" position_m="0 5 10">${SLIM}</vehicle>`;
  const stout = `<vehicle id="stout" length_m="1" position_m="0 9 10">${HULL}</vehicle>`;
  const both = load(worldWith({ latch: latch(deep), dock: cone(0.25), crew: slim + stout }));
  expect(both.scenario?.latches[0]?.candidates.map(({ vehicle }) => vehicle)).toEqual([2]);
  expect(said(worldWith({ latch: latch(deep), dock: cone(0.25), crew: stout })).map(({ code }) => code)).toEqual([
    "SCN162",
  ]);
});

test("a latch stands where its dock is put, turned by both; a coupling is the nose where nothing is said", () => {
  const text = worldWith({ latch: latch('position_m="1 2 3" attitude_deg="0 0 90"') }).replace(
    'position_m="20 0 10"',
    'position_m="20 0 10" attitude_deg="0 90 0"',
  );
  const [made] = load(text).scenario!.latches;
  // Pitched up by 90°: x of the dock looks up, its z forwards (north).
  const expected = [20 + 3, 0 + 2, 10 - 1];
  made!.pose.slice(0, 3).forEach((x, k) => {
    // A quarter turn with rounding.
    expect(x).toBeCloseTo(expected[k]!, 14);
  });
  // (h + h j) (h + h k), with j k = i: a pitch by 90°, then a yaw by 90°.
  const h = Math.SQRT1_2;
  [h * h, h * h, h * h, h * h].forEach((q, k) => {
    const [w] = made!.pose.slice(3);
    expect(Math.sign(w!) * made!.pose[3 + k]!).toBeCloseTo(q, 14);
  });
  const [candidate] = made!.candidates;
  expect(candidate).toEqual({ vehicle: 2, coupling: { point_m: [0.55, 0, 0], q_BC: [1, 0, 0, 0] } });
});
