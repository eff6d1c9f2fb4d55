/** thetis acoustics as a user calls it. Needs dist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { BEAM_SHAPES, SUMS, WENZ_BANDS, WIND_READINGS } from "../src/acoustics/index.ts";
import { acousticsVerb } from "../src/cli/verbs/acoustics.ts";
import { ABSORPTION_MODELS, BOTTOM_TYPES } from "../src/environment/index.ts";
import { Folder, root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();

function acoustics(...args: string[]): ReturnType<typeof warmThetis> {
  return warmThetis(["acoustics", ...args], { cwd: folder.path });
}

/** The document of a call that ends well, with nothing else on standard output. */
async function document(...args: string[]): Promise<Record<string, unknown> & { [name: string]: never }> {
  const { status, stdout, stderr } = await acoustics(...args, "--json");
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const PLAIN = ["--depth", "100", "--frequency", "25k"];

describe("the range of the Tapac modem", () => {
  test("one command prints 2787 m with the standard reading, 1845 m with the other, and that neither is the 1900 m of the paper", async () => {
    const { status, stdout } = await acoustics("range", "--modem", "tapac");
    expect(status).toBe(0);
    expect(stdout).toMatch(/reading standard .* 2787 m/);
    expect(stdout).toMatch(/reading published-2009 .* 1845 m/);
    expect(stdout).toContain("The paper prints 1900 m. Neither reading gives exactly that");
  });

  // The printed digits of the table of the finding: whole metres.
  test.each([
    ["thorp-stojanovic", 2787, 1845],
    ["thorp-jkps", 2781, 1842],
    ["thorp-1967", 2793, 1849],
    ["francois-garrison", 3187, 2078],
    ["ainslie-mccolm", 3137, 2049],
  ])("with %s it is %d m and %d m", async (absorption, standard, published) => {
    const { ranges } = await document("range", "--modem", "tapac", "--absorption", absorption);
    const [first, second] = ranges as { range_m: number }[];
    expect([Math.round(first!.range_m), Math.round(second!.range_m)]).toEqual([standard, published]);
  });

  test("a link that reaches nowhere has 0 m, one that nothing ends has no end", async () => {
    const link = ["range", "--frequency", "30k", "--bandwidth", "1k", "--threshold", "10"];
    const near = await document(...link, "--source-level", "10", "--noise", "60");
    expect(near.ranges).toMatchObject([{ range_m: 0 }]);
    const far = await document(...link, "--source-level", "390", "--noise", "-100", "--absorption", "none");
    expect(far.ranges).toMatchObject([{ range_m: null }]);
  });

  test("over frequency it is a curve, with the modem's own marked", async () => {
    const { status } = await acoustics("range", "--modem", "tapac", "--frequencies", "5k:100k", "-o", "range.svg");
    expect(status).toBe(0);
    const svg = readFileSync(folder.at("range.svg"), "utf8");
    expect(svg).toContain("33\u00a0kHz: 2787 m");
    expect(svg).toContain("frequency (Hz)");
  });
});

describe("noise", () => {
  test("at 33 kHz and 5 knots the standard reading gives 28.43 dB, published-2009 41.10, Coates 31.56", async () => {
    const at = ["noise", "--frequencies", "33k", "--wind", "2.5722"];
    const level = async (...more: string[]): Promise<number> => (await document(...at, ...more)).sum_dBre1uPa2pHz[0]!;
    expect(await level()).toBeCloseTo(28.43, 2);
    expect(await level("--wind-reading", "published-2009")).toBeCloseTo(41.1, 2);
    expect(await level("--model", "coates")).toBeCloseTo(31.556, 2);
  });

  test("each term has a column, what counts nowhere a dash; the sum of what is summed is the louder one and more", async () => {
    const { stdout } = await acoustics("noise", "--frequencies", "10:100k:5", "--wind", "5");
    expect(stdout).toMatch(/frequency, Hz +turbulence +traffic +wind +thermal +sum/);
    expect(stdout).toMatch(/100000 +– +– +– +25\.0 +25\.0/);
    const { terms, sum_dBre1uPa2pHz } = await document("noise", "--rain", "10", "--shrimp", "--frequencies", "10k");
    const levels = (terms as { levels_dBre1uPa2pHz: (number | null)[] }[]).map(
      (term) => term.levels_dBre1uPa2pHz[0] ?? -Infinity,
    );
    const power = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0);
    expect((sum_dBre1uPa2pHz as number[])[0]).toBeCloseTo(10 * Math.log10(power), 9);
  });
});

describe("a plain sea", () => {
  test("at 10 m from the source, far from both boundaries of deep water, the loss is 20 log r", async () => {
    const sea = [
      "--depth",
      "2000",
      "--frequency",
      "1k",
      "--source",
      "1000",
      "--receiver",
      "1000",
      "--absorption",
      "none",
      "--beam",
      "hat",
    ];
    const { fields } = await document("tl", ...sea, "--range", "10,100", "--angles=-20:20");
    const [near, far] = (fields as { loss_dB: number[][] }[])[0]!.loss_dB[0]!;
    // Hats add up to 1 exactly; their power stands for 0.02° of angle, which is 1e-4 of it.
    expect(near).toBeCloseTo(20, 1);
    expect(far).toBeCloseTo(40, 1);
  });

  test("the direct and the surface path arrive after their lengths over the sound speed", async () => {
    const { receivers } = await document("arrivals", ...PLAIN, "--source", "20", "--receiver", "40", "--range", "1000");
    const [direct, surface] = (
      receivers as { arrivals: { delay_s: number; surfaceBounces: number; bottomBounces: number }[] }[]
    )[0]!.arrivals;
    // sqrt(1000² + 20²) and sqrt(1000² + 60²) m at 1500 m/s; an eigenray passes its receiver within 0.1 mm.
    expect(direct!.delay_s).toBeCloseTo(Math.sqrt(1e6 + 400) / 1500, 7);
    expect(surface).toMatchObject({ surfaceBounces: 1, bottomBounces: 0 });
    expect(surface!.delay_s).toBeCloseTo(Math.sqrt(1e6 + 3600) / 1500, 7);
  });

  test("eigenrays end at the receiver, fans at the range", async () => {
    const eigen = await document("rays", ...PLAIN, "--source", "20", "--receiver", "40", "--range", "1000");
    for (const { ranges_m, depths_m } of eigen.rays as { ranges_m: number[]; depths_m: number[] }[]) {
      expect(ranges_m.at(-1)).toBeCloseTo(1000, 6);
      expect(depths_m.at(-1)).toBeCloseTo(40, 3);
    }
    const fan = await document("rays", ...PLAIN, "--rays", "11", "--range", "500");
    expect(fan.rays).toHaveLength(11);
    for (const { ranges_m } of fan.rays as { ranges_m: number[] }[]) expect(ranges_m.at(-1)).toBeCloseTo(500, 6);
  });

  test.each([
    ["tl", "field.svg", "loss (dB)"],
    ["tl", "curve.svg", "at 20 m", "--receiver", "20,60"],
    ["rays", "fan.svg", "sound speed (m/s)"],
    ["rays", "eigen.svg", "met neither", "--receiver", "40"],
    ["arrivals", "arrivals.svg", "delay (ms)", "--receiver", "40"],
  ])("%s writes %s", async (verb, file, words, ...more) => {
    const { status, stderr } = await acoustics(verb, ...PLAIN, "--range", "500", "--rays", "101", ...more, "-o", file);
    expect([status, stderr]).toEqual([0, `${file} written\n`]);
    const svg = readFileSync(folder.at(file), "utf8");
    expect(svg).toMatch(/^<svg xmlns/);
    expect(svg).toContain(words);
    expect(svg).not.toMatch(/NaN|Infinity|undefined|<script/);
    expect(svg.length).toBeLessThan(1_000_000);
  });

  test("a table in a file has every receiver, that on the screen some of them", async () => {
    const { stdout } = await acoustics("tl", ...PLAIN, "--range", "400", "--rays", "201", "-o", "field.csv");
    expect(stdout).toContain("Of 200 ranges and 100 depths");
    const lines = readFileSync(folder.at("field.csv"), "utf8").trim().split("\n");
    expect(lines).toHaveLength(1 + 200 * 100);
    expect(lines[0]).toBe("sourceDepth_m,range_m,depth_m,loss_dB");
  });
});

describe("the sea of a scenario", () => {
  const scenario = (world: string): string =>
    folder.write(
      "sea.xml",
      `<scenario id="s" duration_s="1"><world>${world}</world>
        <vehicle id="near" file="moored-node" position_m="0 0 10"/><vehicle id="far" file="moored-node" position_m="300 400 10"/>
      </scenario>`,
    );
  const WATER = '<water id="w" model="constant" temperature_degC="10" salinity_psu="35" soundSpeed_mps="1500"/>';
  const SLOPE = '<bottom id="b" model="slope" depth_m="20" slope_deg="5" slopeDirection_deg="90" type="sand"/>';

  test("is the plane from a place along an azimuth: a slope of 5° to the east falls by tan 5° for each metre, and not at all to the north", async () => {
    const file = scenario(`${WATER}${SLOPE}`);
    const asked = ["rays", file, "--from", "0 0 10", "--frequency", "25k", "--range", "200"];
    const east = (await document(...asked, "--azimuth", "90")).bottom as { ranges_m: number[]; depths_m: number[] };
    east.ranges_m.forEach((range_m, k) => {
      // The sum of a product, in doubles.
      expect(east.depths_m[k]).toBeCloseTo(20 + range_m * Math.tan((5 * Math.PI) / 180), 9);
    });
    expect(east.ranges_m.at(-1)).toBe(200);
    const north = (await document(...asked)).bottom as { depths_m: number[] };
    for (const depth_m of north.depths_m) expect(depth_m).toBeCloseTo(20, 9);
  });

  test("from one vehicle to another, 500 m away, sound takes 1/3 s", async () => {
    const file = scenario(`${WATER}${SLOPE}`);
    const { receivers } = await document("arrivals", file, "--from", "near", "--to", "far", "--frequency", "25k");
    expect(receivers).toMatchObject([{ range_m: 500, depth_m: 10, sourceDepth_m: 10 }]);
    const [first] = (receivers as { arrivals: { delay_s: number }[] }[])[0]!.arrivals;
    expect(first!.delay_s).toBeCloseTo(500 / 1500, 7);
  });

  test("without a bottom, without water, on land: a sentence each, and no picture", async () => {
    const said = async (world: string, ...more: string[]): Promise<string> => {
      const { status, stderr } = await acoustics("tl", scenario(world), "--frequency", "25k", ...more);
      expect(status).toBe(2);
      return stderr;
    };
    expect(await said(WATER)).toContain("has no bottom at 0 m from the source");
    expect(await said(SLOPE)).toContain("says nothing of its water (add <water/> to its world, or say --speed)");
    expect(await said(`${WATER}${SLOPE}`, "--azimuth", "-90")).toContain("there is land at 230 m from the source");
    expect(await said(`${WATER}${SLOPE}`, "--from", "nearr")).toContain('did you mean "near"?');
    expect(await said(`${WATER}${SLOPE}`, "--to", "far", "--range", "3")).toContain("--to and --range");
  });

  test("its noise is that of its world", async () => {
    const file = scenario('<noise id="n" model="coates" windSpeed_mps="2.5722"/>');
    const { sum_dBre1uPa2pHz } = await document("noise", file, "--frequencies", "33k");
    expect((sum_dBre1uPa2pHz as number[])[0]).toBeCloseTo(31.556, 2);
    const { stderr } = await acoustics("noise", scenario(WATER));
    expect(stderr).toContain("states no noise");
  });

  test("its profile has the formulas of its water", async () => {
    const found = await document("profile", scenario(`${WATER}${SLOPE}`), "--frequency", "33k", "--depths", "0,10");
    expect(found).toMatchObject({ depths_m: [0, 10], soundSpeed_mps: [1500, 1500], temperature_degC: [10, 10] });
    // Francois and Garrison at 10 °C, 35 psu, pH 8, at the surface: 8.070 dB/km.
    expect((found.absorption_dBpkm as number[])[0]).toBeCloseTo(8.07, 3);
  });
});

describe("environment files", () => {
  const PEKERIS = join(root, "examples/acoustics/pekeris.env");

  test("a case that is written and read again has the same losses", async () => {
    const sea = ["--depth", "100", "--speed", "0=1520,50=1500,100=1505", "--frequency", "2k", "--range", "500"];
    const asked = ["--receiver", "20,60", "--rays", "301"];
    const plain = await document("tl", ...sea, ...asked, "-o", "plain.env");
    const again = await document("tl", "plain.env");
    // The format has no place for where rays become too weak: its rays end at 46 dB, and leave out less than 1e-4 of the power (4e-4 dB).
    const losses = (of: typeof plain): number[] => (of.fields as { loss_dB: number[][] }[])[0]!.loss_dB.flat();
    losses(again).forEach((loss_dB, k) => {
      expect(loss_dB).toBeCloseTo(losses(plain)[k]!, 3);
    });
    expect(losses(again)).toHaveLength(400);
  });

  test("a pressure field has a record for each depth, arrivals begin with the axes of the file", async () => {
    const { status } = await acoustics("tl", PEKERIS, "--rays", "301", "-o", "pekeris.shd");
    expect(status).toBe(0);
    // 51 depths, 100 ranges: records of 200 words, 10 of them before the 51.
    expect(readFileSync(folder.at("pekeris.shd")).length).toBe(4 * 200 * (10 + 51));
    const asked = ["--receiver", "20,60", "--range", "500,1000", "--rays", "301"];
    await acoustics("arrivals", PEKERIS, ...asked, "-o", "pekeris.arr");
    const lines = readFileSync(folder.at("pekeris.arr"), "utf8").split("\n");
    expect(lines.slice(0, 5).map((line) => line.trim())).toEqual(["'2D'", "500", "1 36", "2 20 60", "2 500 1000"]);
  });

  test("mistakes have their line and column, and a file that was read is not written", async () => {
    folder.write(
      "bad.env",
      "'bad'\n-5\n1\n'CVW'\n0 0 100\n0 1500 /\n100 1500 /\n'R' 0\n1\n20 /\n1\n50 /\n1\n1 /\n'I'\n101\n-80 80 /\n0 110 2\n",
    );
    const bad = await acoustics("tl", "bad.env");
    expect([bad.status, bad.stdout]).toEqual([2, ""]);
    expect(bad.stderr).toContain("bad.env:2:1: error ACO");
    await acoustics("tl", ...PLAIN, "--rays", "11", "-o", "own.env");
    const { status, stderr } = await acoustics("tl", "own.env", "-o", "own.env", "--force");
    expect([status, stderr]).toEqual([2, "thetis: cannot write own.env: own.env is read by the same call\n"]);
  });

  test("their flags are theirs: what the file says cannot be said again", async () => {
    const { status, stderr } = await acoustics("tl", PEKERIS, "--frequency", "3k", "--bottom", "sand", "--from", "0 0");
    expect(status).toBe(2);
    for (const flag of ["frequency", "bottom", "from"]) expect(stderr).toContain(`--${flag} does not go with this sea`);
  });
});

describe("a wrong call", () => {
  test("gives all of its mistakes at once, each with its flag, and nothing is computed", async () => {
    const wrong = [
      "--bottom",
      "sandy",
      "--speed",
      "1500,3",
      "--frequency",
      "-3",
      "--azimuth",
      "4",
      "--range",
      "0",
      "--sum",
      "all",
    ];
    const { status, stdout, stderr } = await acoustics(
      "tl",
      "--depth",
      "100",
      ...wrong,
      "--rays",
      "1.5",
      "-o",
      "a.png",
    );
    expect([status, stdout]).toEqual([2, ""]);
    for (const flag of ["bottom", "speed", "frequency", "azimuth", "range", "sum", "rays", "output"])
      expect(stderr).toContain(`--${flag}`);
    expect(stderr).toContain('did you mean "sand"?');
    expect(existsSync(folder.at("a.png"))).toBe(false);
  });

  test.each<[string, string[], string]>([
    ["no sea", ["tl", "--frequency", "1k"], "a sea is missing"],
    ["no frequency", ["tl", "--depth", "10"], "--frequency is missing"],
    ["frequency 0", ["tl", "--depth", "10", "--frequency", "0"], "is not above 0"],
    ["a source in the bottom", ["tl", ...PLAIN, "--source", "200"], "is not in the water; allowed: 0 to 100 m"],
    ["a source in the air", ["tl", ...PLAIN, "--source=-1"], "is below 0"],
    [
      "a receiver in the bottom",
      ["arrivals", ...PLAIN, "--receiver", "101"],
      "is not in the water; allowed: 0 to 100 m",
    ],
    ["a profile of one point", ["tl", ...PLAIN, "--speed", "0=1500"], "has fewer than two points"],
    ["a profile that turns back", ["tl", ...PLAIN, "--speed", "0=1500,50=1510,20=1490"], "is not a profile"],
    ["a list that does not increase", ["tl", ...PLAIN, "--range", "10:5:3"], "does not increase"],
    [
      "a file of no known kind",
      ["tl", "sea.txt"],
      '"sea.txt" is neither a scenario (.xml) nor an environment file (.env)',
    ],
    ["a scenario that is not there", ["tl", "nowhere.xml", "--frequency", "1k"], "no such file"],
    ["a picture of one frequency", ["range", "--modem", "tapac", "-o", "r.svg"], "--frequencies is missing"],
    ["two noises", ["range", "--modem", "tapac", "--noise", "30", "--wind", "3"], "--noise and --wind"],
    [
      "a flag of the other model",
      ["noise", "--model", "coates", "--traffic", "3"],
      "--traffic is not of --model coates",
    ],
    ["a folder that is not there", ["noise", "-o", "nowhere/n.svg"], "does not exist"],
    ["an unknown flag", ["noise", "--windy", "3"], "Did you mean --wind"],
  ])("%s: exit code 2 and a sentence", async (_, args, message) => {
    const { status, stdout, stderr } = await acoustics(...args);
    expect(status).toBe(2);
    expect(stdout + stderr).toContain(message);
    expect(stdout + stderr).not.toMatch(/^\s+at /m); // no stack
  });

  test("with --json it is one document of diagnostics", async () => {
    const { status, stdout } = await acoustics("tl", "--depth", "x", "--json");
    expect(status).toBe(2);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; seen?: string }[] };
    expect(diagnostics.map(({ code }) => code)).toEqual(["CLI010", "CLI009"].sort().reverse());
    expect(diagnostics.find(({ code }) => code === "CLI009")).toMatchObject({ seen: "x" });
  });

  test("what is there is not overwritten without --force, and an input never", async () => {
    folder.write("kept.svg", "mine");
    const refused = await acoustics("noise", "-o", "kept.svg");
    expect([refused.status, readFileSync(folder.at("kept.svg"), "utf8")]).toEqual([2, "mine"]);
    expect(refused.stderr).toContain("use --force");
    expect((await acoustics("noise", "-o", "kept.svg", "--force")).status).toBe(0);
    expect(readFileSync(folder.at("kept.svg"), "utf8")).toMatch(/^<svg/);
  });

  test("a frequency outside of a formula's range is a warning, once, and the result is there", async () => {
    const { status, stdout, stderr } = await acoustics("range", "--modem", "tapac", "--frequency", "80k");
    expect(status).toBe(0);
    expect(stdout).toContain("80\u00a0kHz");
    expect(stderr.match(/warning CLI011/g)).toHaveLength(1);
  });

  test("what both ends of a profile are outside of is a warning once, with seven digits at most", async () => {
    const water =
      '<water id="w" model="profile" depths_m="0 10 30" temperatures_degC="12 12 12" salinities_psu="36.1 36.123456789 37"/>';
    const file = folder.write(
      "salty.xml",
      `<scenario id="s" duration_s="1"><world>${water}<bottom id="b" model="flat" depth_m="30"/></world><vehicle id="near" file="moored-node" position_m="0 0 10"/></scenario>`,
    );
    const { status, stderr } = await acoustics("profile", file, "--frequency", "25k", "--depths", "10,30");
    expect([status, stderr]).toEqual([0, "warning CLI011: absorption: salinity_psu = 36.12346 is above 35\n"]);
  });
});

test("the choices that the help shows are those of the rooms", () => {
  const choices = (verb: string, flag: string): readonly string[] | undefined => {
    const command = acousticsVerb().commands.find((one: Command) => one.name() === verb);
    return command?.options.find(({ long }) => long === `--${flag}`)?.argChoices;
  };
  for (const verb of ["tl", "arrivals", "rays", "range", "profile"])
    expect([...choices(verb, "absorption")!].sort()).toEqual([...ABSORPTION_MODELS, "none"].sort());
  expect(choices("tl", "bottom")).toEqual([...BOTTOM_TYPES, "rigid", "vacuum"]);
  expect(choices("tl", "sum")).toEqual([...SUMS]);
  expect(choices("tl", "beam")).toEqual([...BEAM_SHAPES]);
  expect(choices("noise", "bands")).toEqual([...WENZ_BANDS]);
  expect(choices("range", "wind-reading")).toEqual([...WIND_READINGS]);
});
