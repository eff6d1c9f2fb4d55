/** Tethers that cannot be, or that their author should know something of: one message each, at its place. */
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../core/index.ts";
import { Definitions, isAboutProvenance, memoryReader } from "../../library/index.ts";
import { placeOf, unmark } from "../../library/test/marks.ts";
import { shippedDefinitions } from "./definitions.ts";
import { loadScenario, type ScenarioResult } from "./scenario.ts";

const { definitions } = Definitions.create(shippedDefinitions);

const HULL = `<hull id="hull" mass_kg="50" volume_m3="0.05" cg_m="0 0 0.02" inertia_kgm2="1 1 1 0 0 0" shape="ellipsoid" size_m="1.1 0.3 0.3"
  addedMass="5 40 40 0 1 1" linearDamping="5 20 20 1 5 5"/>`;

function worldWith(tether: string, scenario = ""): string {
  return `<scenario id="s" duration_s="1" step_s="0.02" ${scenario}>
  <world>${tether}</world>
  <vehicle id="tug" length_m="1" position_m="0 0 10">${HULL}</vehicle>
  <vehicle id="sled" length_m="1" position_m="-8 0 10">${HULL}</vehicle>
  <vehicle id="dock" length_m="1" position_m="0 9 10" attitude_deg="0 0 90"/>
  <vehicle id="quay" length_m="1" position_m="0 19 0"/>
</scenario>`;
}

function load(text: string): ScenarioResult {
  return loadScenario(definitions, memoryReader({ "test.xml": text }), "test.xml");
}

/** Without what is said of provenance. */
function said(text: string): Diagnostic[] {
  return load(text).diagnostics.filter((d) => !isAboutProvenance(d));
}

const line = (more: string): string => `<tether id="line" diameter_m="0.01" mass_kgpm="0.1" ${more}/>`;
/** Marked where what is said is of the whole element. */
const whole = (element: string): string => element.replace("<tether", "<<|tether|>");
const ends = 'from="tug" to="sled"';
const soft = 'segments="5" axialStiffness_N="300" normalDrag="0.1"';

const cases: [what: string, tether: string, code: string, text: RegExp, scenario?: string][] = [
  [
    "a first vehicle that is not there",
    line(`from="<|tgu|>" to="sled" length_m="9" ${soft}`),
    "SCN150",
    /"tgu"; there are: tug, sled, dock, quay/,
  ],
  ["a second vehicle that is not there", line(`from="tug" to="<|sledd|>" length_m="9" ${soft}`), "SCN150", /"sledd"/],
  [
    "both ends at one vehicle",
    line(`from="tug" to="<|tug|>" length_m="9" ${soft}`),
    "SCN151",
    /begins and ends at tug/,
  ],
  [
    "two ends that stay",
    whole(line(`from="dock" to="quay" length_m="30" ${soft}`)),
    "SCN152",
    /dock and quay have no hull/,
  ],
  [
    "a dock and a place",
    whole(line(`from="dock" toPosition_m="0 0 0" length_m="30" ${soft}`)),
    "SCN152",
    /dock has no hull/,
  ],
  [
    "a line that is too short",
    line(`${ends} length_m="<|7|>" ${soft}`),
    "SCN153",
    /is 7 m long, but its ends start 8 m apart/,
  ],
  [
    "a line that begins stretched",
    line(`${ends} length_m="<|7.9|>" ${soft}`),
    "SCN154",
    /7.9 m long.* 8 m apart: it begins with a tension of 3.8 N/,
  ],
  [
    "a stiff line",
    whole(line(`${ends} length_m="10" segments="10" axialStiffness_N="36000" axialDamping_Ns="0"`)),
    "SCN155",
    /steps of 0.0017 s at most, because of its stiffness: tug and sled are integrated with 0.00125 s, step_s divided by 16/,
  ],
  [
    "a line that drags",
    whole(line(`${ends} length_m="10" segments="2" axialStiffness_N="10" normalDrag="2"`)),
    "SCN155",
    /because of its drag/,
  ],
  [
    "an absurd stiffness",
    whole(line(`${ends} length_m="10" segments="200" axialStiffness_N="1e12"`)),
    "SCN156",
    /because of its stiffness/,
  ],
  ["no segments", line(`${ends} length_m="10" segments="<|0|>" axialStiffness_N="300"`), "LIB012", /segments/],
  [
    "semi-implicit Euler",
    whole(line(`${ends} length_m="10" ${soft}`)),
    "SCN157",
    /semi-implicit-euler does not/,
    'integrator="semi-implicit-euler"',
  ],
];

describe("what is said of a tether stands at its place", () => {
  test.each(cases)("%s", (_, tether, code, text, scenario = "") => {
    const marked = worldWith(tether, scenario);
    const { files, mark } = unmark(marked);
    const source = files["main.xml"]!;
    const list = said(source);
    expect(list.map((d) => d.code)).toEqual([code]);
    expect(list[0]!.message).toMatch(text);
    const end = placeOf(source, mark!.end);
    expect(list[0]!.range).toMatchObject({
      ...placeOf(source, mark!.start),
      ...{ endLine: end.line, endColumn: end.column },
    });
  });

  test("a misspelt vehicle has a hint", () => {
    const [d] = said(worldWith(line(`from="tug" to="sledd" length_m="9" ${soft}`)));
    expect(d?.hint).toContain("sled");
  });

  test("a tether has one second end", () => {
    const two = said(worldWith(line(`${ends} toPosition_m="0 0 0" length_m="9" ${soft}`)));
    expect(two.map(({ message }) => message).join()).toMatch(/ends both at a vehicle and at a place/);
    const none = said(worldWith(line(`from="tug" length_m="9" ${soft}`)));
    expect(none.map(({ message }) => message).join()).toMatch(/has no second end/);
  });
});

test("vehicles that tethers join, one by way of the other, are one group; ends at docks and places are points of N", () => {
  const chain = [
    line(`from="sled" to="dock" length_m="20" ${soft}`).replace("line", "second"),
    line(`${ends} length_m="10" ${soft}`),
    line(`from="sled" toPosition_m="-9 0 30" length_m="25" ${soft}`).replace("line", "anchor"),
  ];
  const { scenario } = load(worldWith(chain.join("")).replace('to="dock"', 'to="dock" toPoint_m="2 0 1"'));
  expect(scenario?.sea).toBeNull();
  expect(scenario?.tethered.map(({ vehicles }) => vehicles)).toEqual([[0, 1]]);
  const [second, , anchor] = scenario!.tethered[0]!.tethers;
  // The dock looks east: 2 m ahead of it is 2 m east.
  expect(second!.to.vehicle).toBeNull();
  [0, 11, 11].forEach((value, i) => {
    expect(second!.to.point_m[i]).toBeCloseTo(value, 12);
  });
  expect(anchor!.to.point_m).toEqual([-9, 0, 30]);
});

test("vehicles without tethers are in no group; two pairs are two groups, each with its own step", () => {
  const text = worldWith(
    line(`from="tug" to="dock" length_m="20" ${soft}`) +
      line(`from="sled" toPosition_m="-8 0 30" length_m="25" segments="5" axialStiffness_N="36000"`).replace(
        "line",
        "anchor",
      ),
  );
  const { scenario } = load(text);
  expect(scenario?.tethered.map(({ vehicles }) => vehicles)).toEqual([[0], [1]]);
  const [soft_ns, stiff_ns] = scenario!.tethered.map(({ step_ns }) => step_ns);
  expect(soft_ns).toBe(20_000_000);
  expect(stiff_ns).toBeLessThan(20_000_000);
  expect(load(worldWith("")).scenario?.tethered).toEqual([]);
});
