/**
 * Environment files changed at random, with their files beside: no exception, no hang, every diagnostic points into a file that was read, what is
 * refused has an error, and what is accepted has finite numbers in order, and losses and arrivals that are numbers. A few thousand; 100,000 with
 * THETIS_LONG=1.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LONG } from "../../../test/support/long.ts";
import { type Diagnostic, RandomStream, STREAM_WORDS } from "../../core/index.ts";
import { arrivals } from "../rays/eigenrays.ts";
import { problemsOf } from "../rays/problems.ts";
import { type RayCase, SUMS } from "../rays/ray-case.ts";
import { transmissionLoss } from "../rays/transmission-loss.ts";
import { type EnvironmentResult, readEnvironment } from "./read-environment.ts";
import { writeEnvironment } from "./write-environment.ts";

const CASES = LONG ? 100_000 : 3_000;
/** Of these, so many are written and read again. */
const WRITTEN_EVERY = 10;
/** Rays are sent through so many of them: they cost more than reading does. */
const TRACED_EVERY = 10;

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/acoustics/${name}`, import.meta.url), "utf8");

const TABLES = {
  "tables.env":
    "'tables'\n1000\n1\n'CFQF~'\n10 35 8 50\n0 0.1 100\n0 1500 0 1 900 /\n100 1520 /\n'F*' 0.2\n3\n10, 20, 30\n5\n3*1 2*90\n4\n1 2\n3 4\n'IB RR'\n0\n-60 60 /\n1 101 4.1\n",
  "tables.trc": "3\n0 1 180\n45 0.9 175\n90 0.8 170\n",
  "tables.brc": "2\n0 1 180 90 0.5 90\n",
  "tables.ati": "'CS'\n3\n0 0\n1 0.5\n2 0\n",
  "tables.bty": "'L'\n2\n0 100\n3 90\n",
};
const FISH = {
  "fish.env":
    "'fish'\n2000\n1\n'PAMB I'\n2\n0 20 1500 5 0.1\n30 60 3000 4 0.2\n0 340 0 0.0012 0 0 /\n0 0 80\n0 1500 0 1 0.001 /\n40 1490 /\n80 1495 /\n'G~' 0\n80 3.5\n1\n5 /\n1\n40 /\n1\n2 /\n'AGO R'\n33 7\n-20 20 /\n0 85 3\n",
  "fish.bty": "'LL'\n2\n0 80 1600 0 1.5 0.01 0\n1 70 1550 /\n",
};
const NAMES = ["pekeris.env", "munk.env", "wedge.env", "wedge.bty", "wedge.ssp"];
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NAMES.map((name) => [name, example(name)])),
  ...TABLES,
  ...FISH,
};
const ROOTS = ["pekeris", "munk", "wedge", "tables", "fish"];

/** What is put in. */
const PIECES = [
  ..."0123456789.,/-+'\"!*~ \n\t",
  ...[
    "1e9",
    "1000000000",
    "1e308",
    "-1",
    "NaN",
    "Infinity",
    "0*",
    "3*",
    "1000000*0.0",
    "1D400",
    "'",
    "''",
    "'CVW'",
    "'R~'",
    "/\n",
  ],
  ...[
    "\r",
    "\u0000",
    "\ud800",
    "é",
    "\u2028",
    "99999999999999999999",
    "1e-320",
    "V",
    "A",
    "F",
    "Q",
    "G",
    "B",
    "L",
    "S",
  ],
];

class Draws {
  readonly #words = new Int32Array(STREAM_WORDS);
  readonly #stream: RandomStream;

  constructor(name: string) {
    this.#stream = new RandomStream({ campaign: 17, run: 0 }, name);
  }

  below(count: number): number {
    return this.#stream.uint32(this.#words) % count;
  }
}

/** One to three changes: a piece put in, a stretch cut out, a line doubled, taken away or exchanged with another. */
function changed(text: string, draws: Draws): string {
  let result = text;
  for (let changes = 1 + draws.below(3); changes > 0; changes--) {
    const at = draws.below(result.length + 1);
    const lines = result.split("\n");
    const line = draws.below(lines.length);
    switch (draws.below(7)) {
      case 0:
      case 1:
        result = result.slice(0, at) + PIECES[draws.below(PIECES.length)]! + result.slice(at);
        break;
      case 2:
        result = result.slice(0, at) + PIECES[draws.below(PIECES.length)]! + result.slice(at + 1);
        break;
      case 3:
        result = result.slice(0, at) + result.slice(at + 1 + draws.below(12));
        break;
      case 4:
        lines.splice(line, 1);
        result = lines.join("\n");
        break;
      case 5:
        lines.splice(line, 0, lines[draws.below(lines.length)]!);
        result = lines.join("\n");
        break;
      default:
        result =
          draws.below(20) === 0
            ? result.slice(0, at)
            : result.replace(/[\d.]+/g, (n) => (draws.below(12) === 0 ? PIECES[draws.below(PIECES.length)]! : n));
    }
  }
  return result;
}

/** The place of a diagnostic lies in a text that was read. */
function inside(d: Diagnostic, sources: ReadonlyMap<string, string>): boolean {
  const text = d.range === null ? undefined : sources.get(d.range.file);
  if (text === undefined || d.range === null) return false;
  const lines = text.split(/\r\n|\r|\n/);
  const { line, column, endLine, endColumn } = d.range;
  const [first, last] = [lines[line - 1], lines[endLine - 1]];
  if (first === undefined || last === undefined) return false;
  if (column < 1 || column > first.length + 1 || endColumn > last.length + 1) return false;
  return endLine > line || (endLine === line && endColumn >= column);
}

/** What is wrong with a case, in words; empty for a sound one. */
function faults(c: RayCase): string[] {
  const out: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "number") {
      if (!Number.isFinite(value)) out.push(`${path} = ${value}`);
    } else if (value instanceof Float64Array) {
      if (!value.every(Number.isFinite)) out.push(`${path} is not finite`);
      if (value.length === 0) out.push(`${path} is empty`);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
    }
  };
  walk(c, "case");
  const rising = (values: Float64Array, path: string): void => {
    for (let k = 1; k < values.length; k++) if (!(values[k]! > values[k - 1]!)) out.push(`${path} does not rise`);
  };
  rising(c.sound.depths_m, "depths");
  rising(c.sound.ranges_m, "ranges");
  rising(c.receiverRanges_m, "receivers");
  rising(c.surface.ranges_m, "surface");
  rising(c.bottom.ranges_m, "bottom");
  if (c.sound.depths_m.length < 2) out.push("one depth");
  if (c.sound.soundSpeeds_mps.length !== c.sound.ranges_m.length * c.sound.depths_m.length) out.push("speeds");
  if (!c.sound.soundSpeeds_mps.every((speed) => speed > 0)) out.push("a speed of 0");
  const deepest = Math.max(...c.bottom.depths_m);
  // Of curves the ray model holds the ends.
  const isCurve = c.sound.interpolation === "spline" || c.sound.interpolation === "pchip";
  if (!isCurve && c.sound.depths_m.at(-1)! < deepest) out.push("the profile ends above the bottom");
  if (!isCurve && c.sound.depths_m[0]! > Math.min(...c.surface.depths_m))
    out.push("the profile begins below the surface");
  for (const boundary of [c.surface, c.bottom]) {
    if (boundary.beyond.length !== 1 && boundary.beyond.length !== boundary.ranges_m.length) out.push("materials");
    if (boundary.depths_m.length !== boundary.ranges_m.length) out.push("points");
  }
  if (!(c.fan.count >= 1) || !(c.fan.to_rad >= c.fan.from_rad)) out.push("fan");
  return out;
}

function readChanged(draws: Draws): { result: EnvironmentResult; root: string; files: Record<string, string> } {
  const root = ROOTS[draws.below(ROOTS.length)]!;
  const own = Object.keys(FILES).filter((name) => name.startsWith(`${root}.`));
  const files = Object.fromEntries(own.map((name) => [name, FILES[name]!]));
  // Mostly the environment file itself.
  const victim = draws.below(3) > 0 ? `${root}.env` : own[draws.below(own.length)]!;
  files[victim] = changed(files[victim]!, draws);
  const result = readEnvironment(`${root}.env`, files[`${root}.env`]!, (name) =>
    Object.hasOwn(files, name) ? { text: files[name]! } : { error: "no such file" },
  );
  return { result, root, files };
}

test("all of the files that are changed are accepted as they are", () => {
  for (const root of ROOTS) {
    const { environment, diagnostics } = readEnvironment(`${root}.env`, FILES[`${root}.env`]!, (name) =>
      Object.hasOwn(FILES, name) ? { text: FILES[name]! } : { error: "no such file" },
    );
    expect(diagnostics.filter((d) => d.severity === "error").map((d) => `${root}: ${d.message}`)).toEqual([]);
    expect(faults(environment!.case)).toEqual([]);
  }
});

test(`${CASES} changed files: a sound case or errors, and every place is in its file`, {
  timeout: LONG ? 1_200_000 : 60_000,
}, () => {
  const draws = new Draws("environment files");
  let accepted = 0;
  let traced = 0;
  for (let k = 0; k < CASES; k++) {
    const { result, files } = readChanged(draws);
    const { environment, diagnostics, sources } = result;
    const wrong: unknown[] = diagnostics.filter((d) => !inside(d, sources)).map((d) => [d.code, d.message, d.range]);
    const hasErrors = diagnostics.some((d) => d.severity === "error");
    if (hasErrors === (environment !== null)) wrong.push("a case and errors, or neither");
    if (environment !== null) {
      accepted++;
      wrong.push(...faults(environment.case));
      if (accepted % WRITTEN_EVERY === 0 && wrong.length === 0) wrong.push(...notTheSame(environment));
      if (accepted % TRACED_EVERY === 0 && wrong.length === 0 && problemsOf(environment.case).length === 0) {
        traced++;
        wrong.push(...notNumbers(environment.case, traced));
      }
    }
    if (wrong.length > 0) expect({ k, wrong, files }).toBeNull();
  }
  // Neither of both would say that the changes are of the wrong size.
  expect(accepted).toBeGreaterThan(CASES / 10);
  expect(accepted).toBeLessThan((9 * CASES) / 10);
  // The ray model refuses few of those that the reader takes.
  expect(traced).toBeGreaterThan((0.9 * accepted) / TRACED_EVERY);
});

/** What is not a number of the losses and arrivals of a case, with a few of its rays to a few of its receivers. */
function notNumbers(asked: RayCase, k: number): string[] {
  const few: RayCase = {
    ...asked,
    fan: { ...asked.fan, count: Math.min(asked.fan.count, 9) },
    sourceDepths_m: asked.sourceDepths_m.slice(0, 1),
    receiverDepths_m: asked.receiverDepths_m.slice(0, 2),
    receiverRanges_m: asked.receiverRanges_m.slice(0, 3),
  };
  const sum = SUMS[k % SUMS.length]!;
  const { loss_dB } = transmissionLoss(few, sum)[0]!;
  const out = loss_dB.every(Number.isFinite) ? [] : [`${sum} loss`];
  if (!arrivals(few).every(({ records }) => records.every(Number.isFinite))) out.push("arrivals");
  return out;
}

/** What does not come back of a case that is written and read. */
function notTheSame(environment: NonNullable<EnvironmentResult["environment"]>): string[] {
  const { files, diagnostics } = writeEnvironment(environment, "again.env");
  if (diagnostics.length > 0) return diagnostics.filter((d) => d.severity === "error").map((d) => d.message);
  const back = readEnvironment("again.env", files.get("again.env")!, (name) => {
    const text = files.get(name);
    return text === undefined ? { error: "no such file" } : { text };
  });
  if (back.environment === null) return back.diagnostics.map((d) => `again: ${d.message}`);
  const [a, b] = [environment.case, back.environment.case];
  const same = (x: Float64Array, y: Float64Array): boolean =>
    x.length === y.length && x.every((value, k) => value === y[k]);
  const out: string[] = [];
  if (!same(a.sound.depths_m, b.sound.depths_m) || !same(a.sound.soundSpeeds_mps, b.sound.soundSpeeds_mps))
    out.push("sound");
  if (!same(a.receiverRanges_m, b.receiverRanges_m)) out.push("ranges");
  if (!same(a.receiverDepths_m, b.receiverDepths_m)) out.push("depths");
  if (!same(a.bottom.depths_m, b.bottom.depths_m) || !same(a.bottom.ranges_m, b.bottom.ranges_m)) out.push("bottom");
  return out;
}
