/**
 * Writes a case as an environment file (.env) with the files beside it that it needs (.ssp, .bty, .ati, .brc, .trc). What is written reads
 * back as the same case, but for what the format has no place for:
 *
 *   - where rays become too weak: BELLHOP has its own limit, an amplitude of 0.005
 *   - absorption of the water between depths of the profile; it is written at these
 *   - tables of attenuation and angles that are not products of a decimal are off by one unit in the last place
 *
 * Absorption that is that of Thorp is written as the letter T, with attenuations in dB per wavelength; other absorption in dB/m at each depth.
 * A bottom at another depth than the end of the profile has a .bty of one point, and so has a surface a .ati.
 * Test: write-environment.test.ts.
 */
import { codedDiagnostic, type Diagnostic, RAD_PER_DEG } from "../../core/index.ts";
import { absorption_dBpkm } from "../../environment/index.ts";
import type { BeyondBoundary, Boundary, RayCase } from "../rays/ray-case.ts";
import { type AttenuationUnit, dBpkmOf, dBpWavelengthOf } from "./attenuation-units.ts";
import { type EnvironmentFile, RUN_TASKS, type RunLetter } from "./environment-file.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import { evenValue } from "./file-fields.ts";
import { inverse } from "./inverse.ts";
import { fortranText } from "./list-directed.ts";

const KM = 3;
const G_PER_CM3 = 3;
/** Values of a list in one line. */
const PER_LINE = 8;

const INTERPOLATION_LETTERS = { "c-linear": "C", "n2-linear": "N", spline: "S", pchip: "P" } as const;
const BEYOND_LETTERS = { vacuum: "V", rigid: "R", halfSpace: "A", table: "F" } as const;

export interface WrittenEnvironment {
  /** Texts by their names; empty where there is an error. */
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** `file` is the name of the .env; the files beside it have its name with other endings. */
export function writeEnvironment(environment: EnvironmentFile, file: string): WrittenEnvironment {
  return new EnvironmentWriter(environment, file).write();
}

class EnvironmentWriter {
  readonly #environment: EnvironmentFile;
  readonly #case: RayCase;
  readonly #file: string;
  readonly #files = new Map<string, string>();
  readonly #diagnostics: Diagnostic[] = [];
  readonly #unit: AttenuationUnit;
  readonly #isThorp: boolean;

  constructor(environment: EnvironmentFile, file: string) {
    this.#environment = environment;
    this.#case = environment.case;
    this.#file = file;
    const { absorption_dBpkm: alpha } = this.#case.absorption;
    const isNone = alpha.every((a) => a === 0);
    const thorp = absorption_dBpkm("thorp-jkps", { frequency_Hz: this.#case.frequency_Hz });
    this.#isThorp = !isNone && alpha.every((a) => a === thorp);
    this.#unit = isNone || this.#isThorp ? "W" : "M";
  }

  write(): WrittenEnvironment {
    const { title, task, receivers, boxDepth_m } = this.#environment;
    const c = this.#case;
    const lines: string[] = [quoted(title), `${number(c.frequency_Hz)}  ! frequency, Hz`, "1  ! media"];
    const profile = this.#profile();
    const first = c.sound.depths_m[0];
    const last = c.sound.depths_m[c.sound.depths_m.length - 1];
    const surface = this.#boundary(c.surface, first, ".ati", ".trc");
    const bottom = this.#boundary(c.bottom, last, ".bty", ".brc");
    const letters = `${profile.letter}${surface.letter}${this.#unit}${this.#isThorp ? "T" : " "}${surface.hasFile ? "~" : " "}`;
    lines.push(`${quoted(letters.trimEnd())}  ! profile, above, unit of attenuations, absorption, altimetry`);
    if (surface.row !== null) lines.push(`${number(first)}  ${surface.row} /`);
    lines.push(
      `0  ${number(c.surface.roughness_m)}  ${number(last)}  ! mesh, roughness of the surface, depth`,
      ...profile.rows,
    );
    lines.push(
      `${quoted(`${bottom.letter}${bottom.hasFile ? "~" : ""}`)}  ${number(c.bottom.roughness_m)}  ! below, roughness`,
    );
    if (bottom.row !== null) lines.push(`${number(last)}  ${bottom.row} /`);
    lines.push(...list(c.sourceDepths_m, 0, "source depths, m"));
    lines.push(...list(c.receiverDepths_m, 0, "receiver depths, m"));
    lines.push(...list(c.receiverRanges_m, KM, "receiver ranges, km"));
    const letter = (Object.keys(RUN_TASKS) as RunLetter[]).find((key) => RUN_TASKS[key] === task) ?? "C";
    const beam = c.beam === "gaussian" ? "B" : "G";
    lines.push(`${quoted(`${letter}${beam} R${receivers === "pairs" ? "I" : "R"}`)}  ! run type`);
    const { count, from_rad, to_rad } = c.fan;
    lines.push(`${count}  ! beams`);
    lines.push(count === 1 ? `${degrees(from_rad)} /` : `${degrees(from_rad)}  ${degrees(to_rad)} /`);
    lines.push(`${number(c.step_m)}  ${number(boxDepth_m)}  ${number(c.maxRange_m, KM)}  ! step, box: m, km`);
    this.#files.set(this.#file, text(lines));
    const hasErrors = this.#diagnostics.some((d) => d.severity === "error");
    return { files: hasErrors ? new Map() : this.#files, diagnostics: this.#diagnostics };
  }

  #refuse(message: string): void {
    this.#diagnostics.push(codedDiagnostic(codes.notWritable, null, message));
  }

  #beside(ending: string, lines: readonly string[]): void {
    this.#files.set(`${this.#file.replace(/\.[^./]*$/, "")}${ending}`, text(lines));
  }

  #profile(): { readonly letter: string; readonly rows: readonly string[] } {
    const { interpolation, ranges_m, depths_m, soundSpeeds_mps } = this.#case.sound;
    const count = depths_m.length;
    const alpha = this.#absorptionAtDepths();
    const rows = Array.from(depths_m, (z, k) => {
      const row = `${number(z)}  ${number(soundSpeeds_mps[k])}`;
      if (this.#unit !== "M") return `${row} /`;
      // Of the row: the reader makes dB/km of dB/m.
      const own = inverse(alpha[k], alpha[k] / 1000, (x) =>
        dBpkmOf("M", x, soundSpeeds_mps[k], this.#case.frequency_Hz),
      );
      return `${row}  0  1  ${number(own)} /`;
    });
    if (ranges_m.length === 1) return { letter: INTERPOLATION_LETTERS[interpolation], rows };
    if (interpolation !== "c-linear") {
      this.#refuse(`profiles by range have the interpolation c-linear in an environment file, not ${interpolation}`);
    }
    const speeds = Array.from(depths_m, (_, i) =>
      Array.from(ranges_m, (__, k) => number(soundSpeeds_mps[k * count + i])).join("  "),
    );
    this.#beside(".ssp", [String(ranges_m.length), Array.from(ranges_m, (r) => number(r, KM)).join("  "), ...speeds]);
    return { letter: "Q", rows };
  }

  #absorptionAtDepths(): Float64Array {
    const { depths_m, absorption_dBpkm: alpha } = this.#case.absorption;
    const wanted = this.#case.sound.depths_m;
    const between = depths_m.filter((z) => depths_m.length > 1 && !wanted.includes(z));
    if (between.length > 0) {
      const message = `the absorption of the water has a corner at ${between[0]} m, between depths of the profile; it is written at these alone`;
      this.#diagnostics.push(codedDiagnostic(codes.ignored, null, message));
    }
    return wanted.map((z) => linear(depths_m, alpha, z));
  }

  #boundary(
    boundary: Boundary,
    level_m: number,
    ending: string,
    tableEnding: string,
  ): { readonly letter: string; readonly row: string | null; readonly hasFile: boolean } {
    const { ranges_m, depths_m, shape, beyond } = boundary;
    const isLevel = ranges_m.length === 1 && ranges_m[0] === 0 && depths_m[0] === level_m && shape === "straight";
    const isLong = beyond.length > 1;
    const rows = beyond.map((b) => (b.model === "halfSpace" ? this.#halfSpace(b) : null));
    if (isLong && rows.some((row) => row === null)) {
      this.#refuse(`the boundary mixes half-spaces with other models, which a ${ending} file cannot say`);
    }
    if (!isLevel || isLong) {
      const points = Array.from(ranges_m, (r, k) => {
        const point = `${number(r, KM)}  ${number(depths_m[k])}`;
        return isLong ? `${point}  ${rows[k]}` : point;
      });
      const type = quoted(`${shape === "smooth" ? "C" : "L"}${isLong ? "L" : "S"}`);
      this.#beside(ending, [type, String(ranges_m.length), ...points]);
    }
    const [material] = beyond;
    if (material.model === "table") this.#table(material, tableEnding);
    return { letter: BEYOND_LETTERS[material.model], row: rows[0], hasFile: !isLevel || isLong };
  }

  /** Without its depth. */
  #halfSpace(b: BeyondBoundary & { readonly model: "halfSpace" }): string {
    const f = this.#case.frequency_Hz;
    const own = (perWavelength: number, c: number): string => {
      if (this.#unit === "W" || c === 0) return number(perWavelength);
      return number(inverse(perWavelength, (perWavelength * f) / c, (x) => dBpWavelengthOf("M", x, c, f)));
    };
    const { soundSpeed_mps: c, shearSpeed_mps: cs } = b;
    const attenuations = `${own(b.attenuation_dBpWavelength, c)}  ${own(b.shearAttenuation_dBpWavelength, cs)}`;
    return `${number(c)}  ${number(cs)}  ${number(b.density_kgpm3, G_PER_CM3)}  ${attenuations}`;
  }

  #table(table: BeyondBoundary & { readonly model: "table" }, ending: string): void {
    const rows = Array.from(table.grazing_rad, (angle, k) =>
      [degrees(angle), number(table.magnitude[k]), degrees(table.phase_rad[k])].join("  "),
    );
    this.#beside(ending, [String(rows.length), ...rows]);
  }
}

function number(x: number, shift = 0): string {
  return fortranText(x, shift);
}

function degrees(angle_rad: number): string {
  return number(inverse(angle_rad, angle_rad / RAD_PER_DEG, (deg) => deg * RAD_PER_DEG));
}

/** Text in quotes, on one line. */
function quoted(words: string): string {
  return `'${words.replace(/\p{Cc}/gu, " ").replaceAll("'", "''")}'`;
}

function text(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** Count and values; those that are evenly spaced by their ends. */
function list(values: Float64Array, shift: number, what: string): string[] {
  const count = values.length;
  const last = values[count - 1];
  const head = `${count}  ! ${what}`;
  if (count >= 3 && values.every((value, k) => value === evenValue(values[0], last, count, k))) {
    return [head, `${number(values[0], shift)}  ${number(last, shift)} /`];
  }
  const lines: string[] = [head];
  for (let k = 0; k < count; k += PER_LINE) {
    lines.push(Array.from(values.subarray(k, k + PER_LINE), (value) => number(value, shift)).join("  "));
  }
  lines[lines.length - 1] += " /";
  return lines;
}

/** Between points, constant beyond them. */
function linear(xs: Float64Array, ys: Float64Array, x: number): number {
  let k = 0;
  while (k < xs.length - 1 && xs[k + 1] <= x) k++;
  if (k === xs.length - 1 || x <= xs[k]) return ys[k];
  return ys[k] + ((x - xs[k]) / (xs[k + 1] - xs[k])) * (ys[k + 1] - ys[k]);
}
