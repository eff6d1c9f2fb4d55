import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileParameter, type ParamSpec, writeValue } from "./parameter.ts";
import { readValue } from "./parameter-value.ts";

function parameter(name: string, spec: Partial<ParamSpec> = {}) {
  return compileParameter(name, { doc: "x", ...spec } as ParamSpec, "param");
}
/** Wider than what is plausible. */
const ANY = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE };
const plain = parameter("x", { unit: "1", ...ANY });

test("a number that is written and read again is the same number, bit for bit", () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(finite, (drawn) => {
      const x = drawn + 0; // minus zero is read as zero
      for (const text of [String(x), x.toExponential(), x.toPrecision(17)]) {
        expect(Object.is(readValue(plain, text).value, x)).toBe(true);
      }
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test("a list that is written and read again is the same list", () => {
  const list = parameter("x", { type: "reals", unit: "1", ...ANY });
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(finite, { minLength: 1, maxLength: 20 }), (values) => {
      // A list writes -0 as 0, as join does.
      const expected = values.map((x) => (x === 0 ? 0 : x));
      expect(readValue(list, writeValue(expected)).value).toEqual(expected);
    }),
    { seed: 2, numRuns: 300 },
  );
});

test("any text at all gives a value or a problem, and never throws", () => {
  const types = [
    plain,
    parameter("n", { type: "integer" }),
    parameter("l_m", { type: "reals", increasing: true }),
    parameter("b", { type: "boolean" }),
    parameter("c", { type: "choice", choices: ["a", "b"] }),
    parameter("t", { type: "text" }),
    parameter("d_m", { min: 0 }),
  ];
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."0123456789+-.,eE mk?°") }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...types), text, (p, t) => {
      const { value, problem } = readValue(p, t);
      expect(value === undefined).not.toBe(problem === undefined);
    }),
    { seed: 3, numRuns: 2000 },
  );
});

describe("bounds", () => {
  test("min and max are allowed values, above and below are not", () => {
    const closed = parameter("x", { unit: "1", min: 0, max: 1 });
    const open = parameter("x", { unit: "1", above: 0, below: 1 });
    expect([0, 1].map((x) => readValue(closed, String(x)).value)).toEqual([0, 1]);
    expect([0, 1].map((x) => readValue(open, String(x)).problem?.message)).toEqual([
      "x = 0 is not above 0",
      "x = 1 is not below 1",
    ]);
    // The nearest doubles outside.
    expect(readValue(closed, "-5e-324").problem?.message).toBe("x = -5e-324 is below its minimum 0");
    expect(readValue(closed, "1.0000000000000002").problem?.message).toBe(
      "x = 1.0000000000000002 is above its maximum 1",
    );
  });

  test("degrees are bounded as written", () => {
    expect(readValue(parameter("tilt_deg", { max: 90 }), "90").value).toBe(90);
  });
});

describe("hints do the conversion", () => {
  const hints: [string, string, string][] = [
    ["diameter_m", "76mm", 'write diameter_m="0.076"'],
    ["diameter_m", "3 in", 'write diameter_m="0.0762"'],
    ["speed_mps", "2 kn", 'write speed_mps="1.02888888889"'],
    ["speed_mps", "3.6 km/h", 'write speed_mps="1"'],
    ["temperature_degC", "293.15 K", 'write temperature_degC="20"'],
    ["temperature_degC", "50 °F", "10"],
    ["tilt_deg", "30°", 'write tilt_deg="30"'],
    ["density_kgpm3", "1.025 g/cm^3", 'write density_kgpm3="1025"'],
    ["pressure_Pa", "1 bar", 'write pressure_Pa="100000"'],
    ["diameter_m", "2 kg", "diameter_m is in metres, not in kilograms"],
    ["diameter_m", "2 ells", 'only the number: "2"'],
    ["diameter_m", "−2", 'write "-" for minus'],
    ["sourceLevel_dBre1uPam", "180 dB", "not in decibels"],
  ];
  test.each(hints)("%s = %s: %s", (name, text, hint) => {
    expect(readValue(parameter(name), text).problem?.hint).toContain(hint);
  });
});
