/** Ambient noise of a scenario's world: what stands in the file, the wind of the world, a model from outside, what is refused. */
import { describe, expect, test } from "vitest";
import { bandLevel_dB, flatBandLevel_dB, linkRange_m, noise, SPHERICAL } from "../src/acoustics/index.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { absorption_dBpkm } from "../src/environment/index.ts";
import { type Definition, Definitions, defineModel } from "../src/library/index.ts";
import { loadScenario, shippedDefinitions } from "../src/scenario/index.ts";
import { definitions, loadText, readerOver, runToEnd, scenarioOf } from "./support/scenarios.ts";

const ASSUMED = '<provenance of="*" status="assumed" note="a test"/>';
const element = (attributes: string): string => `<noise ${attributes}>${ASSUMED}</noise>`;
const world = (inside: string): string =>
  `<scenario id="t" duration_s="2"><world>\n${inside}\n</world>\n<vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 5"/></scenario>`;
const BREEZE = `<wind id="breeze" speed_mps="2.5722222222">${ASSUMED}</wind>`;

test("noises of a world add as powers: wind alone 28.43 dB at 33 kHz, with a site of 28.43 dB 3.01 dB more", () => {
  const one = scenarioOf(world(element('id="sea" model="wenz" windSpeed_mps="2.5722222222"'))).noise;
  expect(one.levelAt(33e3)).toBeCloseTo(28.43, 2);
  const site = element(`id="pier" model="site" levels_dBre1uPa2pHz="${one.levelAt(33e3)}"`);
  const two = scenarioOf(world(element('id="sea" windSpeed_mps="2.5722222222"') + site)).noise;
  expect(two.sources.map(({ name }) => name)).toEqual(["sea", "pier"]);
  expect(two.levelAt(33e3) - one.levelAt(33e3)).toBeCloseTo(10 * Math.log10(2), 9);
});

test("noise that states no wind has that of the world, and one that states its own keeps it", () => {
  const level = (inside: string): number => scenarioOf(world(inside)).noise.levelAt(33e3);
  for (const model of ["wenz", "coates"]) {
    const stated = level(element(`id="sea" model="${model}" windSpeed_mps="2.5722222222"`));
    expect(level(BREEZE + element(`id="sea" model="${model}"`))).toBe(stated);
    expect(level(BREEZE + element(`id="sea" model="${model}" windSpeed_mps="0"`))).toBeLessThan(stated - 2);
    expect(level(element(`id="sea" model="${model}"`))).toBe(
      level(element(`id="sea" model="${model}" windSpeed_mps="0"`)),
    );
  }
});

test("a world that says nothing of noise has none: its noise has no sources", () => {
  expect(scenarioOf(world("")).noise.sources).toEqual([]);
});

test("noise alone is not a sea: the water around vehicles stays that of constants, and the run goes", () => {
  const scenario = scenarioOf(world(element('id="sea"')));
  expect(scenario.sea).toBeNull();
  expect(runToEnd(scenario).run.world.vehicles.bodies.length).toBe(1);
});

test("a wind that only noise feels is not reported as felt by nothing", () => {
  const codes = (inside: string): string[] => loadText(world(inside)).diagnostics.map(({ code }) => code);
  expect(codes(BREEZE)).toEqual(["SCN012"]);
  expect(codes(BREEZE + element('id="sea"'))).toEqual([]);
});

test("the Tapac modem from a scenario's description: 2787 m with the standard reading of the wind, 1845 m with the other", () => {
  const range = (reading: string): number => {
    const { noise: heard } = scenarioOf(world(element(`id="sea" windSpeed_mps="2.5722222222" wind="${reading}"`)));
    return linkRange_m({
      ...{ sourceLevel_dB: 177, threshold_dB: 15, spreading: SPHERICAL },
      attenuation_dBpkm: absorption_dBpkm("thorp-stojanovic", { frequency_Hz: 33e3 }),
      noise_dB: flatBandLevel_dB(heard, { centre_Hz: 33e3, width_Hz: 6000 }),
    });
  };
  expect(Math.abs(range("standard") - 2787)).toBeLessThan(5);
  expect(Math.abs(range("published-2009") - 1845)).toBeLessThan(5);
});

describe("every model that ships", () => {
  const models = [...definitions.kind("noise")!.models.keys()];
  const given: Readonly<Record<string, string>> = {
    rain: 'rainRate_mmph="10"',
    site: 'frequencies_Hz="1000 100000" levels_dBre1uPa2pHz="60 30"',
    vessel: 'vessel="tanker" speed_mps="6" length_m="180" distance_m="2000"',
    thruster: 'thrusterLevel_dBre1uPa2pHz="100" measuredAt_rps="20" shaftSpeed_rps="25" distance_m="1.5"',
  };

  test("is one of nine", () => {
    expect(models).toEqual(["wenz", "coates", "rain", "rain-wenz", "shrimp", "fish", "site", "vessel", "thruster"]);
  });

  test.each(models)(
    "%s loads without a diagnostic and gives levels between −20 and 150 dB from 1 to 20 kHz",
    (model) => {
      const { scenario, diagnostics } = loadText(world(element(`id="n" model="${model}" ${given[model] ?? ""}`)));
      expect(diagnostics.map(formatDiagnostic)).toEqual([]);
      for (const f_Hz of [1000, 5000, 20e3]) {
        const level = scenario!.noise.levelAt(f_Hz);
        expect(model === "fish" && f_Hz > 3000 ? -20 : level).toBeGreaterThanOrEqual(-20);
        expect(level).toBeLessThan(150);
      }
      expect(Number.isFinite(bandLevel_dB(scenario!.noise, { centre_Hz: 2000, width_Hz: 1000 }))).toBe(true);
    },
  );
});

test.each([
  [
    'model="site" frequencies_Hz="1000 2000" levels_dBre1uPa2pHz="60"',
    /test\.xml:2:\d+: error LIB\d+: .*levels_dBre1uPa2pHz has 1 numbers for 2 frequencies/,
  ],
  ['model="site" frequencies_Hz="0 2000" levels_dBre1uPa2pHz="60 50"', /frequencies_Hz.* above 0/],
  ['model="site" frequencies_Hz="2000 1000" levels_dBre1uPa2pHz="60 50"', /increas/],
  ['model="wenz" wind="published-2008"', /wind = "?published-2008"? .*standard, published-2009/],
  ['model="wenz" windSpeed_mps="-1"', /windSpeed_mps = -1 is below its minimum 0/],
  ['model="rain" rainRate_mmph="1e9"', /rainRate_mmph = 1e9 is above its maximum 500/],
  ['model="wens"', /"wens".*wenz/],
])("%s is refused with its place", (attributes, words) => {
  const { scenario, diagnostics } = loadText(world(element(`id="n" ${attributes}`)));
  expect(scenario).toBeNull();
  expect(diagnostics.map(formatDiagnostic).join("\n")).toMatch(words);
});

describe("a model from outside the package", () => {
  function loadWith(model: Definition, attributes: string) {
    const { definitions: own, diagnostics } = Definitions.create([...shippedDefinitions, model]);
    expect(diagnostics).toEqual([]);
    const text = world(element(`id="n" ${attributes}`) + element('id="sea" windSpeed_mps="0"'));
    return loadScenario(own, readerOver({ "test.xml": text }), "test.xml");
  }

  test("is one definition, and adds to the others", () => {
    const ice = defineModel(noise, {
      model: "ice",
      doc: "Cracking ice, one level",
      params: { iceLevel_dBre1uPa2pHz: { doc: "its level", min: 0, max: 100, example: 50 } },
      create: (p) => ({ inWeather: () => ({ levelAt: () => p.iceLevel_dBre1uPa2pHz }) }),
    });
    const { scenario } = loadWith(ice, 'model="ice" iceLevel_dBre1uPa2pHz="70"');
    // The sea's 28 dB is nothing beside it.
    expect(scenario!.noise.levelAt(10e3)).toBeCloseTo(70, 3);
  });

  test.each([
    ["throws", () => Promise.reject, 'SCN014: world/n: model "broken" of noise cannot be made'],
    [
      "does not give a number",
      () => ({ inWeather: () => ({ levelAt: () => "loud" }) }),
      "its levelAt does not return a number",
    ],
    ["gives NaN", () => ({ inWeather: () => ({ levelAt: () => Number.NaN }) }), "its levelAt does not return a number"],
  ])("that %s is refused with its place", (_, create, words) => {
    const broken = defineModel(noise, { model: "broken", doc: "Broken", create: create as never });
    const { scenario, diagnostics } = loadWith(broken, 'model="broken"');
    expect(scenario).toBeNull();
    const [first = ""] = diagnostics.map(formatDiagnostic);
    expect(first).toMatch(/^test\.xml:2:\d+: error SCN014/);
    expect(first).toContain(words);
  });
});
