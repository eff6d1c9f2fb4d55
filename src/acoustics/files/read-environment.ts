/**
 * Reads the environment file of a case (.env), and the files beside it, into a case for the ray model. Blocks in their order: title, frequency,
 * number of media, top options (and what they ask for), profile, bottom options (and what they ask for), source depths, receiver depths and
 * ranges, run type, beams, box.
 *
 * Nothing is thrown: every mistake is a diagnostic with its place, all of them at once. What is not modelled is refused, or reported as
 * having no effect; docs/acoustics-files.md lists both. Memory is bounded: lists have at most a million values, and grids 20 million cells.
 * Source: the manual of the Acoustics Toolbox, and its behaviour where the manual is silent. Test: read-environment.test.ts.
 */
import { type Diagnostic, DiagnosticList, RAD_PER_DEG, startOfFile } from "../../core/index.ts";
import { absorption_dBpkm } from "../../environment/index.ts";
import { atan } from "../../math/index.ts";
import type { BeyondBoundary, Boundary, RayCase, RayFan, SoundSpeedField } from "../rays/ray-case.ts";
import {
  type BoundaryFile,
  readBoundaryFile,
  readProfileFile,
  readReflectionFile,
  vectorIncreases,
} from "./companions.ts";
import {
  type BeyondLetter,
  type BottomOptions,
  readBottomOptions,
  readRunType,
  readTopOptions,
  type TopOptions,
} from "./env-options.ts";
import { coveringProfile, type EnvProfile, readEnvProfile } from "./env-profile.ts";
import { BELLHOP_WEAKEST_DB, type EnvironmentFile, type RunTask } from "./environment-file.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import { FileFields, MOST_VALUES, type NumberField, type PlacedText } from "./file-fields.ts";
import { GREATEST_GRAIN_PHI, LEAST_GRAIN_PHI, sedimentOf } from "./grain-size.ts";
import { halfSpaceOf } from "./half-space.ts";
import { DEPTH, firstKeptRow, type KeptRow, readMaterialRow } from "./material-rows.ts";

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
/** Receivers of all depths and ranges, times sources. */
const MOST_CELLS = 20_000_000;
const MOST_BEAMS = 10_000_000;

const FREQUENCY: NumberField = { name: "the frequency", unit: "Hz", least: 1e-3, greatest: 1e9 };
const RANGES: NumberField = { name: "the receiver ranges", unit: "m", shift: 3, least: 0, greatest: 1e9 };
const ANGLES: NumberField = { name: "the launch angles", unit: "deg", least: -360, greatest: 360 };
const ROUGHNESS: NumberField = { name: "the roughness of the bottom", unit: "m", least: 0, greatest: 1e4 };

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
    const roughness = options.text === null ? Number.NaN : env.number(ROUGHNESS, 0).value;
    const below = this.#beyond(options.beyond, top, kept, [".brc", options.text], "the half-space below the water");

    const sources = this.#depths("source depths");
    const receivers = this.#depths("receiver depths");
    const ranges = this.#ranges();
    const run = readRunType(env);
    const fan = this.#fan(top, run.task, profile, ranges);
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
    const seen = this.#checkPlaces(profile, surface, bottom, sources, receivers);

    const all = [title, sources, receivers, ranges, run.task, run.beam, fan, box];
    if (all.some((part) => part === null) || Number.isNaN(roughness) || seen === null) return null;
    if (!this.#checkSizes(sources!, receivers!, ranges!, run.receivers)) return null;
    if (box!.depth_m < greatest(bottom.depths_m)) {
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
      receiverDepths_m: seen.receivers,
      receiverRanges_m: ranges!.values,
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
      return Math.min(sum, 1e9);
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

  #depths(name: string): Sorted | null {
    const env = this.#env;
    env.list.begin();
    const count = env.count(`the number of ${name}`, 1, MOST_VALUES).value;
    const found = env.vector({ ...DEPTH, name: `the ${name}` }, count, true);
    return found === null ? null : sorted(found.values, found.places);
  }

  #ranges(): Sorted | null {
    const env = this.#env;
    env.list.begin();
    const count = env.count("the number of receiver ranges", 1, MOST_VALUES).value;
    const found = env.vector(RANGES, count, true);
    if (found === null) return null;
    const ranges = sorted(found.values, found.places);
    return vectorIncreases(env, "receiver range", ranges.values, found.places, "m") ? ranges : null;
  }

  #fan(top: TopOptions, task: RunTask | null, profile: EnvProfile | null, ranges: Sorted | null): RayFan | null {
    const env = this.#env;
    env.list.begin();
    const beams = env.count("the number of beams", 0, MOST_BEAMS);
    const one = top.isOneBeam ? env.count("the index of the beam", 1, MOST_BEAMS) : null;
    let count = beams.value;
    const isAutomatic = count === 0;
    if (isAutomatic) count = automaticBeams(task, this.#frequency_Hz, profile, ranges);
    // Without knowing how many there are, the two ends are what is looked for.
    const found = env.vector(ANGLES, Number.isNaN(count) && isAutomatic ? 3 : Math.min(count, MOST_VALUES), true);
    if (found === null || Number.isNaN(count)) return null;
    const { values } = sorted(found.values, found.places);
    const first = values[0];
    let last = values[values.length - 1];
    const step = (last - first) / (values.length - 1);
    for (let k = 1; k < values.length; k++) {
      const expected = first + k * step;
      if (Math.abs(values[k] - expected) <= 0.01 * step) continue;
      const place = env.list.range(found.places[Math.min(k, found.places.length - 1)]);
      const message = `launch angle ${values[k]} deg stands where ${expected} belongs; a fan is evenly spaced`;
      env.report(codes.unevenAngles, place, message, { hint: "give the first, the last and a /" });
      return null;
    }
    if (count > 1 && !(last > first)) {
      env.report(codes.unevenAngles, env.list.range(found.places[0]), `all launch angles are ${first} deg`, {
        allowed: "angles that differ",
      });
      return null;
    }
    // All around: the last would be the first again.
    if (count > 1 && last - first === 360) {
      last -= 360 / (count - 1);
      count--;
    }
    if (one !== null) {
      if (!(one.value <= count)) {
        if (!Number.isNaN(one.value))
          env.report(codes.badCount, one.range, `beam ${one.value} of ${count} beams does not exist`);
        return null;
      }
      const angle = count === 1 ? first : first + ((one.value - 1) * (last - first)) / (count - 1);
      return { count: 1, from_rad: angle * RAD_PER_DEG, to_rad: angle * RAD_PER_DEG };
    }
    return { count, from_rad: first * RAD_PER_DEG, to_rad: last * RAD_PER_DEG };
  }

  #box(): {
    readonly step_m: number;
    readonly depth_m: number;
    readonly range_m: number;
    readonly range: ReturnType<FileFields["list"]["range"]>;
  } | null {
    const env = this.#env;
    env.list.begin();
    const step = env.number({ name: "the step", unit: "m", least: 0, greatest: 1e9 }).value;
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
      const top = depthAt(surface, r);
      const deep = depthAt(bottom, r);
      if (deep >= top) continue;
      const k = bottom.ranges_m.indexOf(r);
      const range = file !== null && k >= 0 ? file.places[k] : profile.bottomRange;
      const message = `the bottom at ${r} m, ${top - deep} m above the surface, leaves no water`;
      this.#env.report(codes.boundariesCross, range, message);
      return false;
    }
    if (greatest(bottom.depths_m) > least(surface.depths_m)) return true;
    this.#env.report(
      codes.boundariesCross,
      profile.bottomRange,
      "surface and bottom are at one depth: there is no water",
    );
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
    const [up, down] = [least(surface.depths_m), greatest(bottom.depths_m)];
    const covered = coveringProfile(this.#env, profile.lastRange, given, byRange.ranges_m.length, up, down);
    return { interpolation: top.interpolation!, ranges_m: byRange.ranges_m, ...covered };
  }

  /** Sources must be in the water; receivers beyond all water are moved to its edge, as BELLHOP moves them. */
  #checkPlaces(
    profile: EnvProfile,
    surface: Boundary,
    bottom: Boundary,
    sources: Sorted | null,
    receivers: Sorted | null,
  ): { readonly receivers: Float64Array } | null {
    const env = this.#env;
    const top = depthAt(surface, 0);
    const deep = depthAt(bottom, 0);
    let isGood = receivers !== null;
    for (const z of sources?.values ?? []) {
      if (z >= top && z <= deep) continue;
      const where = z < top ? `above the surface, which is at ${top} m` : `below the bottom, which is at ${deep} m`;
      const range = env.list.range(sources!.place(z));
      env.report(codes.sourceOutside, range, `source depth ${z} m is ${where}`, { allowed: `${top} … ${deep} m` });
      isGood = false;
    }
    if (receivers === null) return null;
    const up = Math.min(profile.depths_m[0], least(surface.depths_m));
    const down = Math.max(profile.bottom_m, greatest(bottom.depths_m));
    const moved = receivers.values.map((z) => Math.min(Math.max(z, up), down));
    for (const z of [receivers.values[0], receivers.values[receivers.values.length - 1]]) {
      if (z >= up && z <= down) continue;
      const message = `receiver depth ${z} m is ${z < up ? "above" : "below"} all water, and is moved to ${z < up ? up : down} m`;
      env.report(codes.receiverMoved, env.list.range(receivers.place(z)), message);
    }
    return isGood ? { receivers: moved } : null;
  }

  #checkSizes(sources: Sorted, receivers: Sorted, ranges: Sorted, layout: "grid" | "pairs"): boolean {
    const env = this.#env;
    const [n, depths, distances] = [sources.values.length, receivers.values.length, ranges.values.length];
    if (layout === "pairs") {
      if (depths === distances) return true;
      const message = `${depths} receiver depths and ${distances} receiver ranges are not pairs`;
      env.report(codes.badCount, env.list.range(ranges.first), message, { allowed: "as many of both" });
      return false;
    }
    if (n * depths * distances <= MOST_CELLS) return true;
    const message = `${n} sources, ${depths} receiver depths and ${distances} receiver ranges are more than ${MOST_CELLS} cells`;
    env.report(codes.tooLarge, env.list.range(ranges.first), message, { allowed: `at most ${MOST_CELLS} cells` });
    return false;
  }
}

type Place = { readonly start: number; readonly end: number };

/** Values in order, with where they stand. */
interface Sorted {
  readonly values: Float64Array;
  readonly first: Place;
  /** Where a value stands; of one between two ends, the first of them. */
  place(value: number): Place;
}

function sorted(values: Float64Array, places: readonly Place[]): Sorted {
  const byValue = new Map<number, Place>();
  // Two ends of an even list stand for its first and its last value.
  const isEven = places.length === 2 && values.length > 2;
  places.forEach((place, k) => {
    byValue.set(values[isEven && k === 1 ? values.length - 1 : k], place);
  });
  const first = places[0];
  return { values: Float64Array.from(values).sort(), first, place: (value) => byValue.get(value) ?? first };
}

/** As many beams as BELLHOP takes where none are given: neighbours in phase at the last range, and thin against the depth. */
function automaticBeams(task: RunTask | null, f: number, profile: EnvProfile | null, ranges: Sorted | null): number {
  if (task === null || profile === null || ranges === null || Number.isNaN(f)) return Number.NaN;
  if (task === "rays") return 50;
  const far = ranges.values[ranges.values.length - 1];
  const byPhase = Math.max(Math.floor((0.3 * far * f) / 1500), 300);
  const depth = profile.bottom_m - profile.depths_m[0];
  const byDepth = depth > 0 && far > 0 ? Math.floor(Math.PI / atan(depth / (10 * far))) : 0;
  return Math.min(Math.max(byPhase, byDepth), MOST_BEAMS);
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

/** Of the straight lines between its points. */
function depthAt(boundary: Boundary, range_m: number): number {
  const { ranges_m, depths_m } = boundary;
  let low = 0;
  let high = ranges_m.length - 1;
  if (range_m <= ranges_m[low]) return depths_m[low];
  if (range_m >= ranges_m[high]) return depths_m[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ranges_m[middle] <= range_m) low = middle;
    else high = middle;
  }
  const u = (range_m - ranges_m[low]) / (ranges_m[high] - ranges_m[low]);
  return depths_m[low] + u * (depths_m[high] - depths_m[low]);
}

function absorptionOf(profile: EnvProfile, volume: (depth_m: number) => number): RayCase["absorption"] {
  const all = profile.absorption_dBpkm.map((own, k) => own + volume(profile.depths_m[k]));
  const isConstant = all.every((alpha) => alpha === all[0]);
  return isConstant
    ? { depths_m: new Float64Array(1), absorption_dBpkm: all.slice(0, 1) }
    : { depths_m: profile.depths_m, absorption_dBpkm: all };
}

function least(values: Float64Array): number {
  return values.reduce((a, b) => Math.min(a, b));
}

function greatest(values: Float64Array): number {
  return values.reduce((a, b) => Math.max(a, b));
}
