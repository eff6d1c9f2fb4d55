import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RAD_PER_DEG } from "../../core/index.ts";
import { absorption_dBpkm } from "../../environment/index.ts";
import type { RayCase } from "../rays/ray-case.ts";
import { readEnvironment } from "./read-environment.ts";

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/acoustics/${name}`, import.meta.url), "utf8");

function filesOf(files: Readonly<Record<string, string>>): (file: string) => { text: string } | { error: string } {
  return (file) => (Object.hasOwn(files, file) ? { text: files[file]! } : { error: "no such file" });
}

/** The case of a text, which must be without errors. */
function caseOf(text: string, files: Readonly<Record<string, string>> = {}): RayCase {
  const { environment, diagnostics } = readEnvironment("case.env", text, filesOf(files));
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
  return environment!.case;
}

test("pekeris.env: 36 m, 51 by 100 receivers, 2001 beams, half-space of 1700 m/s and 1500 kg/m³", () => {
  const { environment, diagnostics } = readEnvironment("pekeris.env", example("pekeris.env"), filesOf({}));
  expect(diagnostics).toEqual([]);
  expect(environment).toMatchObject({ task: "incoherent", receivers: "grid", boxDepth_m: 101 });
  expect(environment!.title).toBe("Pekeris waveguide: 100 m of water of one speed over sand");
  const c = environment!.case;
  expect(c.frequency_Hz).toBe(500);
  expect(c.sound).toEqual({
    interpolation: "c-linear",
    ranges_m: Float64Array.of(0),
    depths_m: Float64Array.of(0, 100),
    soundSpeeds_mps: Float64Array.of(1500, 1500),
  });
  expect(c.surface).toMatchObject({ beyond: [{ model: "vacuum" }], depths_m: Float64Array.of(0), roughness_m: 0 });
  expect(c.bottom).toEqual({
    ranges_m: Float64Array.of(0),
    depths_m: Float64Array.of(100),
    shape: "straight",
    beyond: [
      {
        model: "halfSpace",
        soundSpeed_mps: 1700,
        density_kgpm3: 1500,
        attenuation_dBpWavelength: 0.5,
        shearSpeed_mps: 0,
        shearAttenuation_dBpWavelength: 0,
      },
    ],
    roughness_m: 0,
  });
  expect(c.absorption).toEqual({ depths_m: Float64Array.of(0), absorption_dBpkm: Float64Array.of(0) });
  expect([c.sourceDepths_m.length, c.sourceDepths_m[0]]).toEqual([1, 36]);
  expect([c.receiverDepths_m.length, c.receiverDepths_m[1], c.receiverDepths_m[50]]).toEqual([51, 2, 100]);
  expect([c.receiverRanges_m.length, c.receiverRanges_m[1], c.receiverRanges_m[99]]).toEqual([100, 100, 5000]);
  expect(c.fan.count).toBe(2001);
  expect([c.fan.from_rad, c.fan.to_rad]).toEqual([-89 * RAD_PER_DEG, 89 * RAD_PER_DEG]);
  expect([c.step_m, c.beam, c.maxRange_m]).toEqual([0, "hat", 5050]);
  // BELLHOP's 0.005 of the amplitude.
  expect(Math.abs(c.weakest_dB - 20 * Math.log10(200))).toBeLessThan(1e-12);
});

test("munk.env: a spline through 27 points, what the last row keeps is not the bottom's, Gaussian beams", () => {
  const c = caseOf(example("munk.env"));
  expect(c.sound.interpolation).toBe("spline");
  expect([c.sound.depths_m.length, c.sound.depths_m[26], c.sound.soundSpeeds_mps[26]]).toEqual([27, 5000, 1551.91]);
  expect(c.bottom.beyond[0]).toMatchObject({
    soundSpeed_mps: 1600,
    density_kgpm3: 1800,
    attenuation_dBpWavelength: 0.8,
  });
  expect([c.beam, c.step_m, c.maxRange_m, c.receiverRanges_m[499]]).toEqual(["gaussian", 50, 101_000, 100_000]);
});

test("wedge.env: profiles by range, a bathymetry with materials, Thorp's absorption", () => {
  const files = { "case.bty": example("wedge.bty"), "case.ssp": example("wedge.ssp") };
  const c = caseOf(example("wedge.env"), files);
  expect([...c.sound.ranges_m]).toEqual([0, 3000, 6000]);
  expect([...c.sound.soundSpeeds_mps.slice(5, 10)]).toEqual([1516, 1514, 1506, 1501, 1503]);
  expect([...c.bottom.ranges_m]).toEqual([0, 2000, 4500, 7000, 9000]);
  expect([...c.bottom.depths_m]).toEqual([200, 180, 90, 30, 20]);
  expect(c.bottom.beyond.length).toBe(5);
  expect(c.bottom.beyond[2]).toMatchObject({
    soundSpeed_mps: 1800,
    density_kgpm3: 2000,
    attenuation_dBpWavelength: 0.7,
  });
  expect(c.bottom.roughness_m).toBe(0.05);
  expect([...c.absorption.absorption_dBpkm]).toEqual([absorption_dBpkm("thorp-jkps", { frequency_Hz: 2000 })]);
  expect([...c.sourceDepths_m]).toEqual([10, 60]);
  expect(c.receiverRanges_m[1]).toBe(200);
});

/** A case whose parts can be exchanged. */
function env(
  parts: Partial<
    Record<
      "top" | "profile" | "bottom" | "sources" | "depths" | "ranges" | "run" | "beams" | "box" | "frequency",
      string
    >
  > = {},
): string {
  return [
    "'a case'",
    parts.frequency ?? "1000.0",
    "1",
    parts.top ?? "'CVW'",
    parts.profile ?? "0 0.0 100.0\n0 1500 /\n100 1520 /",
    parts.bottom ?? "'R' 0.0",
    parts.sources ?? "1\n50 /",
    parts.depths ?? "3\n0 100 /",
    parts.ranges ?? "2\n1 2 /",
    parts.run ?? "'C'",
    parts.beams ?? "11\n-30 30 /",
    parts.box ?? "0 101 2.1",
    "",
  ].join("\n");
}

test("the letters of interpolation and of the surface", () => {
  expect(["C", "N", "P", "S"].map((letter) => caseOf(env({ top: `'${letter}VW'` })).sound.interpolation)).toEqual([
    "c-linear",
    "n2-linear",
    "pchip",
    "spline",
  ]);
  expect(caseOf(env({ top: "'CRW'" })).surface.beyond).toEqual([{ model: "rigid" }]);
  expect(caseOf(env({ top: "'CAW'\n0 1600 200 1.2 0.3 0.4 /" })).surface.beyond[0]).toEqual({
    model: "halfSpace",
    soundSpeed_mps: 1600,
    density_kgpm3: 1200,
    attenuation_dBpWavelength: 0.3,
    shearSpeed_mps: 200,
    shearAttenuation_dBpWavelength: 0.4,
  });
});

test("a / keeps what the row before had, from the half-space above to the profile and on to the bottom", () => {
  const c = caseOf(
    env({
      top: "'CAM'\n0 1600 0 1.2 0.001 /",
      profile: "0 0 100\n0 1500 /\n100 1520 0 1.1 0.002 /",
      bottom: "'A' 0\n100 /",
    }),
  );
  // 0.001 dB/m is 1 dB/km.
  expect([...c.absorption.absorption_dBpkm]).toEqual([1, 2]);
  expect([...c.absorption.depths_m]).toEqual([0, 100]);
  expect(c.bottom.beyond[0]).toMatchObject({
    soundSpeed_mps: 1520,
    density_kgpm3: 1100,
    attenuation_dBpWavelength: (0.002 * 1520) / 1000,
  });
});

test("the letter F of absorption takes temperature, salinity, pH and depth from the next line", () => {
  const c = caseOf(env({ top: "'CVWF'\n19.3 33.5 7.5 4000.7" }));
  const expected = absorption_dBpkm("francois-garrison", {
    frequency_Hz: 1000,
    t68_degC: 19.3,
    salinity_psu: 33.5,
    pH: 7.5,
    depth_m: 4000.7,
  });
  expect([...c.absorption.absorption_dBpkm]).toEqual([expected]);
});

test("the letter B takes layers of fish: at resonance a0 Q², at twice its frequency a0/((3/4)² + 1/Q²)", () => {
  const c = caseOf(env({ top: "'CVWB'\n2\n0 10 1000 5 0.1\n90 200 500 4 0.2" }));
  expect([...c.absorption.depths_m]).toEqual([0, 100]);
  // Two roundings.
  expect(Math.abs(c.absorption.absorption_dBpkm[0]! - 0.1 * 25)).toBeLessThan(1e-14);
  expect(Math.abs(c.absorption.absorption_dBpkm[1]! - 0.2 / (0.5625 + 1 / 16))).toBeLessThan(1e-15);
});

test("bottoms: vacuum, grain size, a table of reflection", () => {
  expect(caseOf(env({ bottom: "'V' 0" })).bottom.beyond).toEqual([{ model: "vacuum" }]);
  const sand = caseOf(env({ bottom: "'G' 0.1\n100 1.5" })).bottom;
  expect(sand.roughness_m).toBe(0.1);
  expect(sand.beyond[0]).toMatchObject({ model: "halfSpace", shearSpeed_mps: 0 });
  const table = caseOf(env({ bottom: "'F' 0" }), { "case.brc": "3\n0 1 180\n45 0.95 175 90 0.9\n170" });
  expect(table.bottom.beyond[0]).toMatchObject({ model: "table", magnitude: Float64Array.of(1, 0.95, 0.9) });
  const top = caseOf(env({ top: "'CFW'" }), { "case.trc": "2\n0 1 180\n90 0.5 180" });
  expect(top.surface.beyond[0]).toMatchObject({ model: "table", phase_rad: Float64Array.of(Math.PI, Math.PI) });
});

test("altimetry and a smooth bathymetry; both letters for either", () => {
  const files = { "case.ati": "'L'\n2\n0 1\n1 2", "case.bty": "'CS'\n3\n0 100\n0.5 90\n1 100" };
  for (const [top, bottom] of [
    ["'CVW ~'", "'R~' 0"],
    ["'CVW *'", "'R*' 0"],
  ]) {
    const c = caseOf(env({ top: top!, bottom: bottom! }), files);
    expect(c.surface).toMatchObject({ shape: "straight", depths_m: Float64Array.of(1, 2) });
    expect(c.bottom).toMatchObject({ shape: "smooth", ranges_m: Float64Array.of(0, 500, 1000) });
  }
});

test("lists: given one by one over several lines, by their ends, repeated, out of order", () => {
  expect([...caseOf(env({ depths: "4\n10 20\n30 ! more\n40" })).receiverDepths_m]).toEqual([10, 20, 30, 40]);
  expect([...caseOf(env({ depths: "5\n10 30 /" })).receiverDepths_m]).toEqual([10, 15, 20, 25, 30]);
  expect([...caseOf(env({ depths: "3\n2*10 50" })).receiverDepths_m]).toEqual([10, 50]);
  expect([...caseOf(env({ depths: "3\n90, 10, 50" })).receiverDepths_m]).toEqual([10, 50, 90]);
  expect([...caseOf(env({ depths: "2\n1.0D1 2.0d1" })).receiverDepths_m]).toEqual([10, 20]);
  expect([...caseOf(env({ depths: "1\n7 /" })).receiverDepths_m]).toEqual([7]);
});

test("fans: one by one, all around without the same ray twice, one beam of it, as many as BELLHOP takes", () => {
  const deg = RAD_PER_DEG;
  expect(caseOf(env({ beams: "5\n-20 -10 0 10 20" })).fan).toEqual({ count: 5, from_rad: -20 * deg, to_rad: 20 * deg });
  expect(caseOf(env({ beams: "361\n-180 180 /" })).fan).toEqual({
    count: 360,
    from_rad: -180 * deg,
    to_rad: 179 * deg,
  });
  expect(caseOf(env({ top: "'CVW  I'", beams: "11 3\n-30 30 /" })).fan).toEqual({
    count: 1,
    from_rad: -18 * deg,
    to_rad: -18 * deg,
  });
  expect(caseOf(env({ beams: "1\n5 /" })).fan).toEqual({ count: 1, from_rad: 5 * deg, to_rad: 5 * deg });
  // 0.3 · 2000 · 1000/1500 = 400 beams in phase, π/atan(100/20000) = 628 thin ones.
  expect(caseOf(env({ beams: "0\n-30 30 /" })).fan.count).toBe(628);
  expect(caseOf(env({ beams: "0\n-30 30 /", run: "'R'" })).fan.count).toBe(50);
});

test("run types and beams", () => {
  const tasks = ["R", "E", "A", "a", "C", "I", "S"].map(
    (letter) => readEnvironment("a.env", env({ run: `'${letter}'` }), filesOf({})).environment!.task,
  );
  expect(tasks).toEqual(["rays", "eigenrays", "arrivals", "binaryArrivals", "coherent", "incoherent", "semicoherent"]);
  expect(["CG", "Cg", "C^", "C ", "CB", "Cb"].map((run) => caseOf(env({ run: `'${run}'` })).beam)).toEqual([
    "hat",
    "hat",
    "hat",
    "hat",
    "gaussian",
    "gaussian",
  ]);
  const pairs = readEnvironment("a.env", env({ run: "'CG RI'", depths: "2\n10 20" }), filesOf({})).environment!;
  expect(pairs.receivers).toBe("pairs");
});

test("text without quotes, commas behind options, CRLF, a byte order mark and trailing remarks are read", () => {
  const text = env().replace("'a case'", "case, of 2026").replace("'CVW'", "CVW, ! options").replaceAll("\n", "\r\n");
  const { environment, diagnostics } = readEnvironment("a.env", `\ufeff${text}`, filesOf({}));
  expect(diagnostics).toEqual([]);
  expect(environment!.title).toBe("case");
});
