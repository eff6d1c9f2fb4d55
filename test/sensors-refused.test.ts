/** What is wrong with a sensor in a scenario's file is reported with its place; what is odd, as a warning. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { placeOf, unmark } from "../src/library/test/marks.ts";
import { loadText } from "./support/scenarios.ts";

function scenario(sensors: string): string {
  return `<scenario id="s" duration_s="10"><world/>
<vehicle id="auv" file="components/vehicles/remus100-finned.bare.xml" position_m="0 0 5">
${sensors}
</vehicle><log rate_Hz="1"/></scenario>`;
}

const KELLER = 'file="components/sensors/keller-33x.xml"';
const gauge = (more: string, inside = ""): string =>
  `<sensor id="depth" ${KELLER} ${more}>${inside}<provenance of="*" status="assumed" note="test"/></sensor>`;
const gps = (inside: string): string =>
  `<sensor id="gps" file="components/sensors/trimble-lassen-sk2.xml">${inside}</sensor>`;

test("the sound ones that the others are made of are silent", () => {
  const { scenario: made, diagnostics } = loadText(scenario(gauge('position_m="0.3 0 0"') + gps("")));
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(made).not.toBeNull();
});

describe("refused", () => {
  test.each<[string, string, string, string]>([
    ["two of one name", `<sensor id="depth" ${KELLER}/><sensor id="<|depth|>" ${KELLER}/>`, "LIB015", "already taken"],
    ["a negative rate", gauge('rate_Hz="<|-1|>"'), "LIB012", "rate_Hz = -1"],
    [
      "a range that is reversed",
      gauge('depthMin_m="<|200|>" depthMax_m="100"'),
      "LIB",
      "is not below depthMax_m = 100",
    ],
    ["a resolution above the range", gauge('depthResolution_m="<|500|>"'), "LIB", "coarser than the range of 108"],
    [
      "a resolution above a range that begins anywhere",
      '<sensor id="t" file="components/sensors/inside-thermometer.xml" temperatureResolution_degC="<|300|>"><provenance of="*" status="assumed" note="test"/></sensor>',
      "LIB",
      "coarser than the range of 180",
    ],
    ["a jitter longer than the period", gauge('jitter_s="<|0.1|>"'), "LIB", "longer than the period of 20 Hz"],
    ["an unknown failure mode", gauge("", '<failure mode="<|brokn|>"/>'), "LIB", "dead, stuck"],
    [
      "a failure that ends before it begins",
      gauge("", '<failure mode="dead" from_s="5" to_s="<|3|>"/>'),
      "LIB",
      "before it begins at 5 s",
    ],
    ["a drift of nothing", gauge("", '<failure mode="<|drift|>"/>'), "LIB", "changes nothing"],
    [
      "a failure of a value that it does not have",
      gps('<failure mode="drift" drift="1" values="<|nort|>"/>'),
      "SCN090",
      "latitude, longitude, height, north, east, velocityNorth, velocityEast, dilution",
    ],
    ["an unknown model", '<sensor id="x" model="<|depth-gage|>" rate_Hz="1"/>', "LIB", "depth-gauge"],
    [
      "starts that get longer the more it remembers",
      '<sensor id="gps" model="gps" rate_Hz="1" hotStart_s="<|60|>"/>',
      "LIB",
      "hotStart_s = 60 is longer than warmStart_s = 45",
    ],
    [
      "an encoder on a thruster, which has no angle",
      '<sensor id="x" model="encoder" rate_Hz="1" actuator="<|propeller|>"/>',
      "SCN",
      'no "propeller" with an angle; there are: rudderTop',
    ],
  ])("%s", (_, sensors, code, says) => {
    const { files, mark } = unmark(scenario(sensors));
    const text = files["main.xml"]!;
    const { scenario: made, diagnostics } = loadText(text);
    expect(made).toBeNull();
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]!.code).toContain(code);
    expect(`${errors[0]!.message} ${errors[0]!.allowed} ${errors[0]!.hint}`).toContain(says);
    expect(errors[0]!.range).toMatchObject({ file: "test.xml", ...placeOf(text, mark!.start) });
  });
});

describe("odd, and a warning", () => {
  test.each<[string, string, string, string]>([
    ["a sensor mounted 5 m above the hull", gauge('position_m="<|0 0 -5|>"'), "VEH022", 'sensor "depth" stands 4.9'],
    [
      "a drift of metres for values in metres and pascals",
      gauge("", '<failure mode="<|drift|>" drift="0.1"/>'),
      "SCN091",
      "they are in m, Pa",
    ],
  ])("%s", (_, sensors, code, says) => {
    const { files, mark } = unmark(scenario(sensors));
    const text = files["main.xml"]!;
    const { scenario: made, diagnostics } = loadText(text);
    expect(made).not.toBeNull();
    expect(diagnostics.map((d) => [d.severity, d.code])).toEqual([["warning", code]]);
    expect(diagnostics[0]!.message).toContain(says);
    expect(diagnostics[0]!.range).toMatchObject({ file: "test.xml", ...placeOf(text, mark!.start) });
  });
});

test("a sensor of another maker takes the place of one by its file name alone", () => {
  const makers = readdirSync(new URL("../components/sensors/", import.meta.url)).filter((name) =>
    /^(keller|paroscientific|remus100-pressure)/.test(name),
  );
  expect(makers).toHaveLength(3);
  for (const maker of makers) {
    const { scenario: made, diagnostics } = loadText(
      scenario(`<sensor id="depth" file="components/sensors/${maker}"/>`),
    );
    expect(diagnostics).toEqual([]);
    expect(made!.things.map(({ path }) => path)).toEqual(["auv/depth"]);
  }
});
