/**
 * Reads the environment file of a case (.env), and the files beside it, into a case for the ray model. Blocks in their order: title, frequency,
 * number of media, top options (and what they ask for), profile, bottom options (and what they ask for), source depths, receiver depths and
 * ranges, run type, beams, box.
 *
 * Nothing is thrown: every mistake is a diagnostic with its place, all of them at once. What is not modelled is refused, or reported as
 * having no effect; docs/acoustics-files.md lists both. Memory is bounded: lists have at most a million values, and grids 20 million cells.
 * Source: the manual of the Acoustics Toolbox, and its behaviour where the manual is silent. Test: read-environment.test.ts.
 */
import { type Diagnostic, DiagnosticList, startOfFile } from "../../core/index.ts";
import { absorption_dBpkm } from "../../environment/index.ts";
import type { BeyondBoundary, Boundary, RayCase, SoundSpeedField } from "../rays/ray-case.ts";
import { greatestOf, leastOf, straightDepth_m } from "./boundary-depth.ts";
import {
  type BoundaryFile,
  readBoundaryFile,
  readProfileFile,
  readReflectionFile,
  vectorIncreases,
} from "./companions.ts";
import { readFan } from "./env-beams.ts";
import {
  type BeyondLetter,
  type BottomOptions,
  readBottomOptions,
  readRunType,
  readTopOptions,
  type TopOptions,
} from "./env-options.ts";
import { checkSources, placeReceivers } from "./env-places.ts";
import { coveringProfile, type EnvProfile, MOST_DB_PER_KM, readEnvProfile } from "./env-profile.ts";
import { BELLHOP_WEAKEST_DB, type EnvironmentFile } from "./environment-file.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import { FileFields, MOST_VALUES, type NumberField, type PlacedText } from "./file-fields.ts";
import { GREATEST_GRAIN_PHI, LEAST_GRAIN_PHI, sedimentOf } from "./grain-size.ts";
import { halfSpaceOf } from "./half-space.ts";
import { DEPTH, firstKeptRow, type KeptRow, readMaterialRow } from "./material-rows.ts";
import { type SortedList, sortedList } from "./sorted-list.ts";

/** How the reader gets at the files beside the environment file: by the name with the other ending. */
export type CompanionReader = (file: string) => { readonly text: string } | { readonly error: string };

export interface EnvironmentResult {
  /** null where there is an error. */
  readonly environment: EnvironmentFile | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that were read, by their names, for excerpts. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Longest text of a file that is read. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

const FREQUENCY: NumberField = { name: "the frequency", unit: "Hz", least: 1e-3, greatest: 1e9 };
const RANGES: NumberField = { name: "the receiver ranges", unit: "m", shift: 3, least: 0, greatest: 1e8 };
const ROUGHNESS: NumberField = { name: "the roughness of the bottom", unit: "m", least: 0, greatest: 1000 };

export function readEnvironment(file: string, text: string, companion: CompanionReader): EnvironmentResult {
  return new EnvironmentReader(file, text, companion).read();
}

class EnvironmentReader {
  readonly #list = new DiagnosticList();
  readonly #sources = new Map<string, string>();
  readonly #companion: CompanionReader;
  readonly #env: FileFields;
  #frequency_Hz = Number.NaN;
  #isTooLong = false;

  constructor(file: string, text: string, companion: CompanionReader) {
    this.#companion = companion;
    this.#env = this.#open(file, text);
  }

  read(): EnvironmentResult {
    const environment = this.#isTooLong ? null : this.#environment();
    const diagnostics = this.#list.sorted();
    return { environment: this.#list.hasErrors ? null : environment, diagnostics, sources: this.#sources };
  }

  #open(file: string, text: string): FileFields {
    const fields = new FileFields(file, text.length > MOST_CHARACTERS ? "" : text, (d) => this.#list.add(d));
    this.#sources.set(file, fields.list.source.text);
    if (text.length > MOST_CHARACTERS) {
      this.#isTooLong = true;
      fields.report(
        codes.tooLarge,
        startOfFile(file),
        `the file has ${text.length} characters; at most ${MOST_CHARACTERS} are read`,
      );
    }
    return fields;
  }

  /** A file beside the environment file; null where it cannot be read, which is reported at the letter that asks for it. */
  #beside(ending: string, text: PlacedText | null, index: number): FileFields | null {
    const name = `${this.#env.file.replace(/\.[^./]*$/, "")}${ending}`;
    let answer: ReturnType<CompanionReader>;
    try {
      answer = this.#companion(name);
    } catch (cause) {
      answer = { error: cause instanceof Error ? cause.message : String(cause) };
    }
    if ("error" in answer) {
      const range = text === null ? startOfFile(this.#env.file) : this.#env.letterRange(text, index);
      this.#env.report(codes.noCompanion, range, `${name} cannot be read: ${answer.error}`, { seen: name });
      return null;
    }
    return this.#open(name, answer.text);
  }

  #environment(): EnvironmentFile | null {
    const env = this.#env;
    env.list.begin();
    const title = env.letters("the title", "the first line is the title, in quotes");
    env.list.begin();
    this.#frequency_Hz = env.number(FREQUENCY).value;
    env.list.begin();
    const media = env.count("the number of media", 1, MOST_VALUES);
    if (media.value > 1) {
      const message = `${media.value} media are not read; layers below the water belong into a table of reflection (F, .brc)`;
      env.report(codes.unsupported, media.range, message, { seen: String(media.value), allowed: "1" });
    }

    const kept = firstKeptRow();
    const top = readTopOptions(env);
    const volume = this.#volume(top);
    const above = this.#beyond(top.beyond, top, kept, [".trc", top.text], "the half-space above the water");
    const profile = readEnvProfile(env, kept, top.unit, this.#frequency_Hz);
    const options = readBottomOptions(env);
    const roughness = options.text === null ? Number.NaN : this.#bottomRoughness();
    const below = this.#beyond(options.beyond, top, kept, [".brc", options.text], "the half-space below the water");

    const sources = this.#depths("source depths");
    const receivers = this.#depths("receiver depths");
    const ranges = this.#ranges();
    const run = readRunType(env);
    const fan = readFan(env, top.isOneBeam, {
      task: run.task,
      frequency_Hz: this.#frequency_Hz,
      waterDepth_m: profile === null ? Number.NaN : profile.bottom_m - profile.depths_m[0],
      farthest_m: ranges === null ? Number.NaN : ranges.values[ranges.values.length - 1],
    });
    const box = this.#box();

    const altimetry = top.hasAltimetry ? this.#boundary(".ati", top, top.text, 4) : null;
    const bathymetry = options.hasBathymetry ? this.#boundary(".bty", top, options.text, 1) : null;
    const byRange = this.#byRange(top, profile);
    if (profile !== null && profile.roughness_m > 0) this.#roughSurface(profile);

    const boundariesAreRead =
      (!top.hasAltimetry || altimetry !== null) && (!options.hasBathymetry || bathymetry !== null);
    if (profile === null || !boundariesAreRead || above === null || below === null || top.interpolation === null)
      return null;
    const surface = boundaryOf(altimetry, profile.depths_m[0], above, profile.roughness_m);
    const bottom = boundaryOf(bathymetry, profile.bottom_m, below, roughness);
    this.#longBottom(options, bathymetry);
    const water = this.#checkWater(profile, surface, bottom, bathymetry);
    if (byRange === null || volume === null || !water) return null;
    const sound = this.#sound(top, profile, byRange, surface, bottom);
    const inWater = checkSources(env, sources, surface, bottom);

    const all = [title, sources, receivers, ranges, run.task, run.beam, fan, box];
    if (all.some((part) => part === null) || Number.isNaN(roughness) || !inWater) return null;
    const given = { sources: sources!, depths: receivers!, ranges: ranges!, layout: run.receivers };
    const placed = placeReceivers(env, given, surface, bottom);
    if (placed === null) return null;
    if (box!.depth_m < greatestOf(bottom.depths_m)) {
      const message = `the box ends at a depth of ${box!.depth_m} m, above the deepest bottom; rays are not ended there`;
      env.report(codes.ignored, box!.range, message, {
        hint: "for a bottom that gives nothing back, write a half-space like the water",
      });
    }
    const result: RayCase = {
      frequency_Hz: this.#frequency_Hz,
      sound,
      surface,
      bottom,
      absorption: absorptionOf(profile, volume),
      sourceDepths_m: sources!.values,
      receiverDepths_m: placed.depths_m,
      receiverRanges_m: placed.ranges_m,
      fan: fan!,
      step_m: box!.step_m,
      beam: run.beam!,
      maxRange_m: box!.range_m,
      weakest_dB: BELLHOP_WEAKEST_DB,
    };
    return { title: title!.text, task: run.task!, receivers: run.receivers, boxDepth_m: box!.depth_m, case: result };
  }

  /** Absorption that is added to that of the rows, dB/km by depth; null where it was not read. */
  #volume(top: TopOptions): ((depth_m: number) => number) | null {
    const env = this.#env;
    const f = this.#frequency_Hz;
    switch (top.volume) {
      case " ":
        return () => 0;
      case "T": {
        const alpha = absorption_dBpkm("thorp-jkps", { frequency_Hz: f });
        return () => alpha;
      }
      case "F": {
        env.list.begin();
        const T = env.number({ name: "the temperature", unit: "°C", least: -10, greatest: 100 }, 20).value;
        const S = env.number({ name: "the salinity", unit: "psu", least: 0, greatest: 100 }, 35).value;
        const pH = env.number({ name: "the pH", least: 0, greatest: 14 }, 8).value;
        const depth = env.number({ ...DEPTH, name: "the mean depth", least: 0, greatest: 12_000 }, 0).value;
        if ([T, S, pH, depth, f].some(Number.isNaN)) return null;
        const sample = { frequency_Hz: f, t68_degC: T, salinity_psu: S, pH, depth_m: depth };
        const alpha = absorption_dBpkm("francois-garrison", sample);
        return () => alpha;
      }
      case "B":
        return this.#fish();
      default:
        return null;
    }
  }

  /** Layers of fish: z1 z2 f0 Q a0 for each; a = a0/((1 − f0²/f²)² + 1/Q²) dB/km between z1 and z2. */
  #fish(): ((depth_m: number) => number) | null {
    const env = this.#env;
    const f = this.#frequency_Hz;
    env.list.begin();
    const count = env.count("the number of layers of fish", 1, 200).value;
    if (Number.isNaN(count)) return null;
    const layers: number[][] = [];
    for (let k = 0; k < count; k++) {
      env.list.begin();
      if (env.list.isAtEnd) {
        env.ended(env.list.next(), `layer ${k + 1} of ${count}`);
        return null;
      }
      const z1 = env.number({ ...DEPTH, name: "the upper depth of the layer" }).value;
      const z2 = env.number({ ...DEPTH, name: "the lower depth of the layer" }).value;
      const f0 = env.number({ ...FREQUENCY, name: "the resonance of the fish" }).value;
      const Q = env.number({ name: "the quality factor of the fish", least: 0, isAbove: true, greatest: 1e6 }).value;
      const a0 = env.number({ name: "the absorption of the fish", unit: "dB/km", least: 0, greatest: 1e6 }).value;
      layers.push([z1, z2, f0, Q, a0]);
    }
    if (Number.isNaN(f) || layers.some((layer) => layer.some(Number.isNaN))) return null;
    return (depth_m) => {
      let sum = 0;
      for (const [z1, z2, f0, Q, a0] of layers) {
        if (depth_m < z1 || depth_m > z2) continue;
        const off = 1 - (f0 / f) * (f0 / f);
        sum += a0 / (off * off + 1 / (Q * Q));
      }
      return Math.min(sum, MOST_DB_PER_KM);
    };
  }

  /** What lies beyond a boundary, with the line or the file that its letter asks for. */
  #beyond(
    letter: BeyondLetter | null,
    top: TopOptions,
    kept: KeptRow,
    [ending, text]: readonly [string, PlacedText | null],
    what: string,
  ): BeyondBoundary | null {
    const env = this.#env;
    switch (letter) {
      case "V":
        return { model: "vacuum" };
      case "R":
        return { model: "rigid" };
      case "A": {
        const row = readMaterialRow(env, kept, what);
        return row === null ? null : halfSpaceOf(env, row, top.unit, this.#frequency_Hz);
      }
      case "G": {
        env.list.begin();
        env.number({ ...DEPTH, name: `the depth of ${what}` });
        const grain: NumberField = {
          name: "the grain size",
          unit: "phi",
          least: LEAST_GRAIN_PHI,
          greatest: GREATEST_GRAIN_PHI,
        };
        const phi = env.number(grain).value;
        if (Number.isNaN(phi)) return null;
        return Object.freeze({
          model: "halfSpace",
          ...sedimentOf(phi),
          shearSpeed_mps: 0,
          shearAttenuation_dBpWavelength: 0,
        });
      }
      case "F": {
        const fields = this.#beside(ending, text, ending === ".trc" ? 1 : 0);
        return fields === null ? null : readReflectionFile(fields);
      }
      default:
        return null;
    }
  }

  #depths(name: string): SortedList | null {
    const env = this.#env;
    env.list.begin();
    const count = env.count(`the number of ${name}`, 1, MOST_VALUES).value;
    const found = env.vector({ ...DEPTH, name: `the ${name}` }, count, true);
    return found === null ? null : sortedList(found.values, found.places);
  }

  #ranges(): SortedList | null {
    const env = this.#env;
    env.list.begin();
    const count = env.count("the number of receiver ranges", 1, MOST_VALUES).value;
    const found = env.vector(RANGES, count, true);
    if (found === null) return null;
    const ranges = sortedList(found.values, found.places);
    return vectorIncreases(env, "receiver range", ranges.values, found.places, "m") ? ranges : null;
  }

  #box(): {
    readonly step_m: number;
    readonly depth_m: number;
    readonly range_m: number;
    readonly range: ReturnType<FileFields["list"]["range"]>;
  } | null {
    const env = this.#env;
    env.list.begin();
    const step = env.number({ name: "the step", unit: "m", least: 0, greatest: 1e8 }).value;
    const depth = env.number({ ...DEPTH, name: "the depth of the box", least: 0, isAbove: true });
    const range = env.number({ ...RANGES, name: "the range of the box", isAbove: true }).value;
    if (Number.isNaN(step) || Number.isNaN(depth.value) || Number.isNaN(range)) return null;
    return { step_m: step, depth_m: depth.value, range_m: range, range: depth.range };
  }

  #boundary(ending: string, top: TopOptions, text: PlacedText | null, index: number): BoundaryFile | null {
    const fields = this.#beside(ending, text, index);
    return fields === null ? null : readBoundaryFile(fields, top.unit, this.#frequency_Hz);
  }

  /** Profiles by range; one at range 0 without them. */
  #byRange(
    top: TopOptions,
    profile: EnvProfile | null,
  ): { readonly ranges_m: Float64Array; readonly soundSpeeds_mps: Float64Array } | null {
    if (!top.byRange)
      return profile === null ? null : { ranges_m: new Float64Array(1), soundSpeeds_mps: profile.soundSpeeds_mps };
    const fields = this.#beside(".ssp", top.text, 0);
    if (fields === null || profile === null) return null;
    return readProfileFile(fields, profile.depths_m.length);
  }

  #bottomRoughness(): number {
    const { value, range } = this.#env.number(ROUGHNESS, 0);
    if (value > 0) {
      const message = `the roughness of the bottom, ${value} m, is used here; BELLHOP ignores it`;
      this.#env.report(codes.ignored, range, message);
    }
    return value;
  }

  #roughSurface(profile: EnvProfile): void {
    const message = `the roughness of the surface, ${profile.roughness_m} m, is used here; BELLHOP ignores it`;
    this.#env.report(codes.ignored, profile.bottomRange, message);
  }

  #longBottom(options: BottomOptions, file: BoundaryFile | null): void {
    if (file?.beyond == null || options.beyond === "A" || options.text === null) return;
    const message =
      "the materials of the .bty file are used, in place of what the letter of the bottom says; BELLHOP uses them with the letter A alone";
    this.#env.report(codes.ignored, this.#env.letterRange(options.text, 0), message);
  }

  /** Whether there is water everywhere between surface and bottom. */
  #checkWater(profile: EnvProfile, surface: Boundary, bottom: Boundary, file: BoundaryFile | null): boolean {
    const ranges = [...surface.ranges_m, ...bottom.ranges_m];
    for (const r of ranges) {
      const top = straightDepth_m(surface, r);
      const deep = straightDepth_m(bottom, r);
      if (deep >= top) continue;
      const k = bottom.ranges_m.indexOf(r);
      const range = file !== null && k >= 0 ? file.places[k] : profile.bottomRange;
      const message = `the bottom at ${r} m, ${top - deep} m above the surface, leaves no water`;
      this.#env.report(codes.boundariesCross, range, message);
      return false;
    }
    if (straightDepth_m(bottom, 0) > straightDepth_m(surface, 0)) return true;
    const message = "surface and bottom are at one depth where the sources are: there is no water";
    this.#env.report(codes.boundariesCross, file?.places[0] ?? profile.bottomRange, message);
    return false;
  }

  #sound(
    top: TopOptions,
    profile: EnvProfile,
    byRange: { readonly ranges_m: Float64Array; readonly soundSpeeds_mps: Float64Array },
    surface: Boundary,
    bottom: Boundary,
  ): SoundSpeedField {
    const given = { depths_m: profile.depths_m, soundSpeeds_mps: byRange.soundSpeeds_mps };
    const span = [leastOf(surface.depths_m), greatestOf(bottom.depths_m)] as const;
    const isCurve = top.interpolation === "spline" || top.interpolation === "pchip";
    const covered = coveringProfile(this.#env, profile, given, byRange.ranges_m.length, span, isCurve);
    return { interpolation: top.interpolation!, ranges_m: byRange.ranges_m, ...covered };
  }
}

function boundaryOf(file: BoundaryFile | null, depth_m: number, beyond: BeyondBoundary, roughness_m: number): Boundary {
  if (file === null) {
    return {
      ranges_m: new Float64Array(1),
      depths_m: Float64Array.of(depth_m),
      shape: "straight",
      beyond: [beyond],
      roughness_m,
    };
  }
  const { ranges_m, depths_m, shape } = file;
  return { ranges_m, depths_m, shape, beyond: file.beyond ?? [beyond], roughness_m };
}

function absorptionOf(profile: EnvProfile, volume: (depth_m: number) => number): RayCase["absorption"] {
  const all = profile.absorption_dBpkm.map((own, k) => Math.min(own + volume(profile.depths_m[k]), MOST_DB_PER_KM));
  const isConstant = all.every((alpha) => alpha === all[0]);
  return isConstant
    ? { depths_m: new Float64Array(1), absorption_dBpkm: all.slice(0, 1) }
    : { depths_m: profile.depths_m, absorption_dBpkm: all };
}
