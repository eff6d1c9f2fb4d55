/** Every mistake has its place, marked in the text by <|…|>, and all of them come at once. */
import { expect, test } from "vitest";
import { formatPlace } from "../../core/index.ts";
import { readEnvironment } from "./read-environment.ts";

/** The texts without their marks, the places of these as file:line:column-column, and what was found there. */
function found(text: string, files: Readonly<Record<string, string>> = {}) {
  const marks: string[] = [];
  const plain = (file: string, marked: string): string => {
    let rest = marked;
    for (;;) {
      const start = rest.indexOf("<|");
      if (start < 0) return rest;
      const end = rest.indexOf("|>");
      const before = rest.slice(0, start).split("\n");
      marks.push(
        `${file}:${before.length}:${before.at(-1)!.length + 1}-${before.at(-1)!.length + 1 + end - start - 2}`,
      );
      rest = rest.slice(0, start) + rest.slice(start + 2, end) + rest.slice(end + 2);
    }
  };
  const env = plain("case.env", text);
  const beside = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, plain(name, content)]));
  const { environment, diagnostics } = readEnvironment("case.env", env, (file) =>
    Object.hasOwn(beside, file) ? { text: beside[file]! } : { error: "no such file" },
  );
  return {
    marks: marks.sort(),
    places: diagnostics.map((d) => `${formatPlace(d.range!)}-${d.range!.endColumn}`).sort(),
    codes: diagnostics.map((d) => d.code),
    messages: diagnostics.map((d) => d.message),
    environment,
  };
}

type Part =
  | "title"
  | "frequency"
  | "media"
  | "top"
  | "profile"
  | "bottom"
  | "sources"
  | "depths"
  | "ranges"
  | "run"
  | "beams"
  | "box";
function env(parts: Partial<Record<Part, string>> = {}): string {
  const whole: Record<Part, string> = {
    title: "'a case'",
    frequency: "1000.0",
    media: "1",
    top: "'CVW'",
    profile: "0 0.0 100.0\n0 1500 /\n100 1520 /",
    bottom: "'R' 0.0",
    sources: "1\n50 /",
    depths: "3\n0 100 /",
    ranges: "2\n1 2 /",
    run: "'C'",
    beams: "11\n-30 30 /",
    box: "0 101 2.1",
  };
  return `${Object.values({ ...whole, ...parts }).join("\n")}\n`;
}

/** Parts, the code, and words of the message. */
const CASES: readonly (readonly [Partial<Record<Part, string>>, string, string])[] = [
  [{ title: "<|'a case|>" }, "ACO018", "not closed"],
  [{ title: "", frequency: "<|1000.0|>" }, "ACO004", "must be letters in quotes; 1000.0 stands there"],
  [{ frequency: "<|fifty|>" }, "ACO003", '"fifty" is not a number'],
  [{ frequency: "<|0|>" }, "ACO005", "frequency = 0 Hz is not allowed"],
  [{ frequency: "<|-5|>" }, "ACO005", "frequency = -5 Hz"],
  [{ frequency: "<|NaN|>" }, "ACO003", "is not a number"],
  [{ media: "<|2|>" }, "ACO007", "2 media are not read"],
  [{ media: "<|1.5|>" }, "ACO008", "is not a whole number"],
  [{ top: "'<|X|>VW'" }, "ACO006", 'letter "X" of the interpolation'],
  [{ top: "'<|c|>VW'" }, "ACO006", 'letter "c"'],
  [{ top: "'<|A|>VW'" }, "ACO007", "analytic profile"],
  [{ top: "'<|H|>VW'" }, "ACO007", "three dimensions"],
  [{ top: "'C<|G|>W'" }, "ACO007", "grain size above"],
  [{ top: "'CV<|m|>'" }, "ACO007", "power law"],
  [{ top: "'CV<|'|>" }, "ACO006", "unit of attenuations"],
  [{ top: "'CVW<|Z|>'" }, "ACO006", "absorption of the water"],
  [{ top: "'CVW <|x|>'" }, "ACO006", "altimetry"],
  [{ top: "'CVW <|~|>'" }, "ACO001", "case.ati cannot be read: no such file"],
  [{ top: "'<|Q|>VW'" }, "ACO001", "case.ssp cannot be read"],
  [{ top: "'C<|F|>W'" }, "ACO001", "case.trc cannot be read"],
  [{ top: "'CVW  <|B|>'" }, "ACO007", "many frequencies"],
  [{ top: "'CAW'\n0 <|0|> /" }, "ACO005", "sound speed = 0"],
  [{ bottom: "'A' 0\n100 1600 <|1500|> 1.5 /" }, "ACO005", "shear speed of 1500 m/s"],
  [{ ranges: "1\n<|0|>" }, "ACO005", "the only receiver range is 0"],
  [{ top: "'CVWF'\n10 35 <|15|> 0" }, "ACO005", "pH = 15"],
  [{ profile: "0 0 100\n0 1500 /\n<|0|> 1510 /\n100 1520 /" }, "ACO011", "depth 0 m follows 0 m"],
  [{ profile: "0 0 100\n0 1500<||>\n100 1520 /" }, "ACO012", "ends after 2 of 6 values"],
  [{ profile: "0 0 100\n0 <|-1500|> /\n100 1520 /" }, "ACO005", "sound speed = -1500"],
  [{ profile: "0 0 100\n<|100|> 1500 /" }, "ACO008", "has 1 row"],
  [{ profile: "0 <|-1|> 100\n0 1500 /\n100 1500 /" }, "ACO005", "roughness of the surface"],
  [{ bottom: "'<|Z|>' 0" }, "ACO006", "what is below the water"],
  [{ bottom: "'<|P|>' 0" }, "ACO007", "precalculated"],
  [{ bottom: "'R<|+|>' 0" }, "ACO006", "bathymetry"],
  [{ bottom: "'R<|~|>' 0" }, "ACO001", "case.bty cannot be read"],
  [{ bottom: "'<|F|>' 0" }, "ACO001", "case.brc cannot be read"],
  [{ bottom: "'A' 0\n100 1600 0 <|0|> 0.5 /" }, "ACO005", "density = 0"],
  [{ bottom: "'A' 0\n100 1600 0 1.5 <|60|> /" }, "ACO005", "60 dB per wavelength"],
  [{ bottom: "'G' 0\n100 <|20|>" }, "ACO005", "grain size = 20 phi"],
  [{ sources: "<|0|>\n50 /" }, "ACO008", "source depths = 0 is not allowed"],
  [{ sources: "1\n<|150|> /" }, "ACO014", "source depth 150 m is below the bottom, which is at 100 m"],
  [{ sources: "1\n<|-3|> /" }, "ACO014", "above the surface, which is at 0 m"],
  [{ depths: "<|1000000000|>\n0 100 /" }, "ACO009", "receiver depths = 1000000000 is more than 1000000"],
  [{ depths: "5\n0 50 100 <|/|>" }, "ACO010", "3 of 5 values"],
  [{ ranges: "3\n1 2 <|2|>" }, "ACO011", "receiver range 2000 m follows 2000 m"],
  [{ ranges: "1\n<|-1|>" }, "ACO005", "receiver ranges = -1000 m"],
  [{ run: "'<|Q|>'" }, "ACO006", "run type"],
  [{ run: "'C<|R|>'" }, "ACO007", "Cerveny"],
  [{ run: "'CG<|*|>'" }, "ACO007", "directional source"],
  [{ run: "'CG <|X|>'" }, "ACO007", "line source"],
  [{ run: "'CG RR<|3|>'" }, "ACO007", "three dimensions"],
  [{ run: "'CG RI'", ranges: "2\n<|1|> 2" }, "ACO008", "3 receiver depths and 2 receiver ranges are not pairs"],
  [{ beams: "<|-3|>\n-30 30 /" }, "ACO008", "beams = -3"],
  [{ beams: "4\n-30 -10 <|15|> 30" }, "ACO013", "launch angle 15 deg stands where 10 belongs"],
  [{ beams: "3\n<|10|> 10 /" }, "ACO013", "all launch angles are 10 deg"],
  [{ beams: "3\n<|-400|> 10 /" }, "ACO005", "launch angles = -400 deg"],
  [{ top: "'CVW  I'", beams: "11 <|12|>\n-30 30 /" }, "ACO008", "beam 12 of 11"],
  [{ box: "<|-1|> 101 2.1" }, "ACO005", "step = -1 m"],
  [{ box: "0 101 <|0|>" }, "ACO005", "range of the box"],
];

test.each(CASES)("%j is %s: %s", (parts, code, words) => {
  const { marks, places, codes, messages, environment } = found(env(parts));
  expect({ places, codes }).toEqual({ places: marks, codes: [code] });
  expect(messages[0]).toContain(words);
  expect(environment).toBeNull();
});

test("several mistakes are reported at once, each in its place", () => {
  const text = env({
    frequency: "<|-1|>",
    top: "'<|X|>VW'",
    profile: "0 0 100\n0 <|0|> /\n100 1520 /",
    bottom: "'A' 0\n100 1600 0 <|0|> 0.5 /",
    depths: "<|2.5|>\n0 100 /",
    run: "'<|Z|>'",
    box: "0 <|abc|> 2.1",
  });
  const { marks, places } = found(text);
  expect(places).toEqual(marks);
});

test("warnings leave a case: receivers beyond the water, roughness, a profile that ends too early or too late, a low box", () => {
  const warned = (parts: Partial<Record<Part, string>>, files: Readonly<Record<string, string>> = {}) => {
    const result = found(env(parts), files);
    expect(result.places).toEqual(result.marks);
    expect(result.environment).not.toBeNull();
    return result;
  };
  const moved = warned({ depths: "2\n10 <|120|>" });
  expect(moved.codes).toEqual(["ACO015"]);
  expect([...moved.environment!.case.receiverDepths_m]).toEqual([10, 100]);
  const zero = warned({ ranges: "3\n<|0|> 2 /" });
  expect(zero.codes).toEqual(["ACO015"]);
  expect([...zero.environment!.case.receiverRanges_m]).toEqual([1000, 2000]);
  expect(warned({ profile: "0 0.5 <|100|>\n0 1500 /\n100 1500 /" }).codes).toEqual(["ACO017"]);
  expect(warned({ bottom: "'R' <|0.25|>" }).codes).toEqual(["ACO017"]);
  expect(warned({ box: "0 <|50|> 2.1" }).codes).toEqual(["ACO017"]);
  expect(warned({ run: "'CG RR2<|S|>'" }).codes).toEqual(["ACO017"]);
  // The row ends the profile since options follow; it is continued to the bottom.
  const short = warned({ profile: "0 0 100\n0 1500 /\n<|90|> 1510 /" });
  expect(short.codes).toEqual(["ACO016"]);
  expect([...short.environment!.case.sound.depths_m]).toEqual([0, 90, 100]);
  expect([...short.environment!.case.sound.soundSpeeds_mps]).toEqual([1500, 1510, 1510]);
  // One that goes on below the bottom is kept.
  const long = warned({ profile: "0 0 100\n0 1500 /\n<|110|> 1510 /" });
  expect([...long.environment!.case.sound.depths_m]).toEqual([0, 110]);
  expect([...long.environment!.case.bottom.depths_m]).toEqual([100]);
});

test("mistakes in the files beside have the places of these", () => {
  const check = (parts: Partial<Record<Part, string>>, files: Readonly<Record<string, string>>, code: string): void => {
    const { marks, places, codes, environment } = found(env(parts), files);
    expect({ places, codes }).toEqual({ places: marks, codes: [code] });
    expect(environment).toBeNull();
  };
  const bty = { bottom: "'R~' 0" };
  check(bty, { "case.bty": "'<|X|>'\n1\n0 100" }, "ACO006");
  check(bty, { "case.bty": "'L<|Z|>'\n1\n0 100" }, "ACO006");
  check(bty, { "case.bty": "'L'\n2\n0 100\n<|0|> 90" }, "ACO011");
  check(bty, { "case.bty": "'L'\n2\n0 100\n1 <|deep|>" }, "ACO003");
  check(bty, { "case.bty": "'L'\n3\n0 100\n1 90\n<||>" }, "ACO002");
  check(bty, { "case.bty": "'L'\n<|0|>\n" }, "ACO008");
  check(bty, { "case.bty": "'L'\n<|2000000000|>\n0 100\n" }, "ACO009");
  check(bty, { "case.bty": "'L'\n2\n0 100\n1 <|-5|>" }, "ACO019");
  check(bty, { "case.bty": "'L'\n2\n0 <|0|>\n1 50" }, "ACO019");
  check(bty, { "case.bty": "'LL'\n1\n0 100 1600<||>\n" }, "ACO012");
  check({ bottom: "'F' 0" }, { "case.brc": "2\n0 1 180\n<|0|> 1 180" }, "ACO011");
  check({ bottom: "'F' 0" }, { "case.brc": "1\n0 <|1.5|> 180" }, "ACO005");
  check({ top: "'QVW'" }, { "case.ssp": "2\n0 1\n1500 1500\n1500 <|/|>" }, "ACO010");
  check({ top: "'QVW'" }, { "case.ssp": "2\n1 <|0|>\n1500 1500\n1500 1500" }, "ACO011");
  check({ top: "'QVW'" }, { "case.ssp": "2\n0 1\n1500 1500\n<||>" }, "ACO002");
});

test("a file that ends anywhere says before what, once", () => {
  const whole = env().trimEnd().split("\n");
  for (let lines = 0; lines < whole.length; lines++) {
    const { codes, messages, environment } = found(whole.slice(0, lines).join("\n"));
    expect(codes).toEqual(["ACO002"]);
    expect(messages[0]).toMatch(/^the file ends before /);
    expect(environment).toBeNull();
  }
});

test("a reader of files that throws is a file that cannot be read", () => {
  const { diagnostics } = readEnvironment("a.env", env({ bottom: "'R~' 0" }), () => {
    throw new Error("the disk is gone");
  });
  expect(diagnostics.map((d) => d.message)).toEqual(["a.bty cannot be read: the disk is gone"]);
});

test("grids beyond 20 million cells are refused", () => {
  const { codes, messages } = found(env({ depths: "10000\n0 100 /", ranges: "10000\n<|0.1|> 2 /" }));
  expect(codes).toEqual(["ACO009"]);
  expect(messages[0]).toContain("10000 receiver depths and 10000 receiver ranges are more than 20000000 cells");
});
