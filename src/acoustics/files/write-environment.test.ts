import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RayCase } from "../rays/ray-case.ts";
import type { EnvironmentFile } from "./environment-file.ts";
import { readEnvironment } from "./read-environment.ts";
import { writeEnvironment } from "./write-environment.ts";

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/acoustics/${name}`, import.meta.url), "utf8");

function read(file: string, text: string, files: ReadonlyMap<string, string> = new Map()): EnvironmentFile {
  const { environment, diagnostics } = readEnvironment(file, text, (name) => {
    const found = files.get(name);
    return found === undefined ? { error: "no such file" } : { text: found };
  });
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
  return environment!;
}

/** What is written of it and read again, with the texts. */
function again(environment: EnvironmentFile): { back: EnvironmentFile; files: ReadonlyMap<string, string> } {
  const { files, diagnostics } = writeEnvironment(environment, "again.env");
  expect(diagnostics).toEqual([]);
  return { back: read("again.env", files.get("again.env")!, files), files };
}

const shipped: readonly (readonly [string, readonly string[]])[] = [
  ["pekeris", []],
  ["munk", []],
  ["wedge", [".bty", ".ssp"]],
];

test.each(shipped)(
  "%s.env is the same case after it has been written and read, and so are its files",
  (name, endings) => {
    const beside = new Map(endings.map((ending) => [`${name}${ending}`, example(`${name}${ending}`)]));
    const first = read(`${name}.env`, example(`${name}.env`), beside);
    const { back, files } = again(first);
    expect(back).toEqual(first);
    expect([...files.keys()].sort()).toEqual([".env", ...endings].map((ending) => `again${ending}`).sort());
    // Once more: the text does not change any more.
    const { files: second } = again(back);
    expect([...second]).toEqual([...files]);
  },
);

const halfSpace = (k: number) =>
  ({
    model: "halfSpace",
    soundSpeed_mps: 1600 + 10 * k,
    density_kgpm3: 1800.5 + k,
    attenuation_dBpWavelength: 0.25 * k,
    shearSpeed_mps: 100 * k,
    shearAttenuation_dBpWavelength: 0.5 * k,
  }) as const;

const base: RayCase = {
  frequency_Hz: 12345.6,
  sound: {
    interpolation: "pchip",
    ranges_m: Float64Array.of(0),
    depths_m: Float64Array.of(0, 33.3, 120),
    soundSpeeds_mps: Float64Array.of(1500.1, 1490, 1495),
  },
  surface: {
    ranges_m: Float64Array.of(0),
    depths_m: Float64Array.of(0),
    shape: "straight",
    beyond: [{ model: "vacuum" }],
    roughness_m: 0,
  },
  bottom: {
    ranges_m: Float64Array.of(0),
    depths_m: Float64Array.of(120),
    shape: "straight",
    beyond: [halfSpace(1)],
    roughness_m: 0.1,
  },
  absorption: { depths_m: Float64Array.of(0), absorption_dBpkm: Float64Array.of(0) },
  sourceDepths_m: Float64Array.of(5, 17.25),
  receiverDepths_m: Float64Array.of(1, 2, 3.5),
  receiverRanges_m: Float64Array.of(12.345, 1000, 2500.5),
  fan: { count: 33, from_rad: -0.5, to_rad: 0.5 },
  step_m: 2.5,
  beam: "gaussian",
  maxRange_m: 3001.25,
  weakest_dB: 46.020599913279625,
};
const file = (given: Partial<RayCase>, more: Partial<EnvironmentFile> = {}): EnvironmentFile => ({
  title: "the captain's case",
  task: "coherent",
  receivers: "grid",
  boxDepth_m: 130,
  case: { ...base, ...given },
  ...more,
});

/** All that is a product in the reader may be off by a unit in the last place; compared to 4 of them. */
function near(a: unknown, b: unknown): void {
  const plain = (x: unknown): string =>
    JSON.stringify(x, (_, v) => (ArrayBuffer.isView(v) ? Array.from(v as Float64Array) : v)) ?? "";
  const numbers = (x: unknown): number[] =>
    [...plain(x).matchAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g)].map(([n]) => Number(n));
  expect(plain(a).replace(/[-\d.e+]+/g, "")).toBe(plain(b).replace(/[-\d.e+]+/g, ""));
  const [left, right] = [numbers(a), numbers(b)];
  expect(left.length).toBe(right.length);
  left.forEach((value, k) => {
    expect(Math.abs(value - right[k]!)).toBeLessThanOrEqual(4 * 2 ** -52 * Math.abs(value));
  });
}

test("a title with a quote, two sources, uneven receivers, shear, pairs: all of it comes back", () => {
  const pairs = file({}, { receivers: "pairs", task: "arrivals" });
  near(again(pairs).back, pairs);
  expect(again(pairs).back.title).toBe("the captain's case");
});

test("a bottom above the end of the profile, a sloping surface, a smooth long bottom, tables", () => {
  near(
    again(file({ bottom: { ...base.bottom, depths_m: Float64Array.of(90) } })).back,
    file({ bottom: { ...base.bottom, depths_m: Float64Array.of(90) } }),
  );
  const uneven = file({
    surface: {
      ranges_m: Float64Array.of(0, 500),
      depths_m: Float64Array.of(0.5, 0.75),
      shape: "straight",
      beyond: [{ model: "rigid" }],
      roughness_m: 0.25,
    },
    bottom: {
      ranges_m: Float64Array.of(-10, 700.5, 1e4),
      depths_m: Float64Array.of(100, 90, 110),
      shape: "smooth",
      beyond: [halfSpace(0), halfSpace(1), halfSpace(2)],
      roughness_m: 0,
    },
  });
  near(again(uneven).back, uneven);
  const table = {
    model: "table",
    grazing_rad: Float64Array.of(0, 0.3, 1.5),
    magnitude: Float64Array.of(1, 0.5, 0.25),
    phase_rad: Float64Array.of(3, 2, -1),
  } as const;
  const tables = file({ bottom: { ...base.bottom, beyond: [table] }, surface: { ...base.surface, beyond: [table] } });
  near(again(tables).back, tables);
});

test("absorption by depth is written in dB/m at the depths of the profile, with attenuations of the bottom converted", () => {
  const absorbing = file({
    absorption: { depths_m: base.sound.depths_m, absorption_dBpkm: Float64Array.of(1.1, 0.9, 0.7) },
  });
  const { back, files } = again(absorbing);
  near(back, absorbing);
  expect(files.get("again.env")).toContain("'PVM'");
});

test("profiles by range", () => {
  const ranged = file({
    sound: {
      interpolation: "c-linear",
      ranges_m: Float64Array.of(0, 1234.5),
      depths_m: base.sound.depths_m,
      soundSpeeds_mps: Float64Array.of(1500, 1490, 1495, 1501, 1491, 1496.5),
    },
  });
  near(again(ranged).back, ranged);
});

test("random fans, ranges and depths come back", () => {
  const number = fc.double({ min: 1e-3, max: 1e5, noNaN: true });
  const set = fc.uniqueArray(number, { minLength: 1, maxLength: 20 }).map((values) => Float64Array.from(values).sort());
  fc.assert(
    fc.property(
      set,
      number,
      fc.double({ min: -1.5, max: -0.01, noNaN: true }),
      fc.integer({ min: 2, max: 5000 }),
      (receiverRanges_m, maxRange_m, from_rad, count) => {
        const given = file({ receiverRanges_m, maxRange_m, fan: { count, from_rad, to_rad: 1 } });
        near(again(given).back, given);
        // Metres are exact, since kilometres are shifted and not multiplied.
        expect(again(given).back.case.receiverRanges_m).toEqual(receiverRanges_m);
      },
    ),
    { seed: 9, numRuns: 200 },
  );
});

test("what the format cannot say is refused, and what it loses is reported", () => {
  const mixed = file({
    bottom: {
      ranges_m: Float64Array.of(0, 1),
      depths_m: Float64Array.of(100, 90),
      shape: "straight",
      beyond: [halfSpace(1), { model: "rigid" }],
      roughness_m: 0,
    },
  });
  const refused = writeEnvironment(mixed, "a.env");
  expect(refused.files.size).toBe(0);
  expect(refused.diagnostics.map((d) => d.code)).toEqual(["ACO021"]);
  const splined = file({
    sound: {
      ...base.sound,
      interpolation: "spline",
      ranges_m: Float64Array.of(0, 1),
      soundSpeeds_mps: new Float64Array(6).fill(1500),
    },
  });
  expect(writeEnvironment(splined, "a.env").diagnostics.map((d) => d.code)).toEqual(["ACO021"]);
  const cornered = file({
    absorption: { depths_m: Float64Array.of(0, 50, 120), absorption_dBpkm: Float64Array.of(1, 2, 3) },
  });
  expect(writeEnvironment(cornered, "a.env").diagnostics.map((d) => [d.code, d.severity])).toEqual([
    ["ACO017", "warning"],
  ]);
});
