import { expect, test } from "vitest";
import { runToEnd, scenarioOf } from "../../test/support/scenarios.ts";
import { asyncSource, openIndexedLog, readTablesOf } from "../logging/index.ts";
import { excerptOf, MOST_PICTURES, seaOf } from "./log-sea.ts";

function logOf(world: string, excerpt = "", duration_s = 2) {
  const { log: bytes } = runToEnd(
    scenarioOf(`<scenario id="t" duration_s="${duration_s}">${world}
      <vehicle id="auv" file="components/vehicles/remus100.xml" position_m="1 2 5">${excerpt}</vehicle></scenario>`),
  );
  const source = { size: bytes.length, read: (from: number, length: number) => bytes.subarray(from, from + length) };
  return openIndexedLog(asyncSource(source), null);
}

test("a log says its gravity, its ground and its scalars", async () => {
  const log = await logOf(`<world latitude_deg="43"><scalar id="chlorophyll-a" unit="mg/m3" value="1"/>
    <bottom id="ground" depth_m="20" type="clay" roughness_m="0.03"/></world>`);
  expect(seaOf(log)).toEqual({
    words: [
      "Gravity 9.80439 m/s².",
      "Bottom of clay: 1.145 times as dense as the water, sound 0.98 times as fast, 0.0808 dB per wavelength; roughness 0.03 m rms.",
    ],
    scalars: [{ column: "chlorophyll_a", unit: "mg/m3" }],
  });
  const rough = await logOf('<world><bottom id="ground" depth_m="20" roughness_m="0.03"/></world>');
  expect(seaOf(rough).words).toEqual(["Gravity 9.81 m/s².", "Bottom: roughness 0.03 m rms."]);
  expect(seaOf(await logOf("<world/>"))).toEqual({ words: [], scalars: [] });
});

test("of 201 pictures a report gets at most six, the first and the last among them, with their values in place", async () => {
  const world = '<world><bottom id="ground" model="slope" depth_m="40" slope_deg="45"/></world>';
  const ask = '<excerpt id="floor" quantity="bottomDepth_m" range_m="3" spacing_m="3" rate_Hz="10"/>';
  const log = await logOf(world, ask, 20);
  const topics = ["/auv/excerpts/floor", "/auv/excerpts/other"];
  const [floor, none] = (await readTablesOf(log, topics, { mostRows: MOST_PICTURES })).map((t) => excerptOf(log, t));
  expect(floor).toMatchObject({ quantity: "bottomDepth_m", unit: "m", range_m: 3 });
  const { pictures } = floor!;
  expect(pictures.length).toBeGreaterThan(2);
  expect(pictures.length).toBeLessThanOrEqual(6);
  expect([pictures[0]!.t_s, pictures.at(-1)!.t_s]).toEqual([0, 20]);
  // 40 m + north, at −2, 1 and 4 m.
  const expected = [38, 38, 38, 41, 41, 41, 44, 44, 44];
  expected.forEach((depth_m, k) => {
    expect(pictures[0]!.values[k]).toBeCloseTo(depth_m, 9);
  });
  expect(none!.pictures).toEqual([]);
});
