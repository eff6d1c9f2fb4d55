/**
 * The letters of an environment file.
 *
 *   top options     1 interpolation of the profile: C N P S, Q for profiles by range (.ssp); A (analytic) and H (three dimensions) are refused
 *                   2 above: V vacuum, R rigid, A half-space, F table (.trc); 3 unit of attenuations; 4 absorption of the water: T Thorp,
 *                   F Francois and Garrison, B layers of fish; 5 ~ or * altimetry (.ati); 6 I one beam of the fan
 *   bottom options  1 below: V R A F (.brc) and G grain size; 2 ~ or * bathymetry (.bty)
 *   run type        1 R E A a C I S; 2 beams: G g ^ hat, B b Gaussian; 4 R point source; 5 R grid, I pairs; 6 2; 7 N
 *
 * Capitals and small letters differ. Source: the manual of the Acoustics Toolbox.
 */
import type { BeamShape, SpeedInterpolation } from "../rays/ray-case.ts";
import { ATTENUATION_UNITS, type AttenuationUnit } from "./attenuation-units.ts";
import { RUN_TASKS, type RunLetter, type RunTask } from "./environment-file.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import type { FileFields, PlacedText } from "./file-fields.ts";

/** What lies beyond a boundary, as one letter. */
export type BeyondLetter = "V" | "R" | "A" | "F" | "G";

export interface TopOptions {
  readonly interpolation: SpeedInterpolation | null;
  readonly byRange: boolean;
  readonly beyond: BeyondLetter | null;
  readonly unit: AttenuationUnit | null;
  readonly volume: "T" | "F" | "B" | " " | null;
  readonly hasAltimetry: boolean;
  readonly isOneBeam: boolean;
  readonly text: PlacedText | null;
}

const UNKNOWN_TOP: TopOptions = {
  interpolation: null,
  byRange: false,
  beyond: null,
  unit: null,
  volume: null,
  hasAltimetry: false,
  isOneBeam: false,
  text: null,
};

const INTERPOLATIONS: Readonly<Record<string, SpeedInterpolation>> = {
  C: "c-linear",
  N: "n2-linear",
  P: "pchip",
  S: "spline",
  Q: "c-linear",
};

/** A letter that is known, but not read: the reason is reported. */
function refused(
  fields: FileFields,
  text: PlacedText,
  index: number,
  why: Readonly<Record<string, string>>,
  hint?: string,
): boolean {
  const letter = text.text[index] ?? " ";
  if (!Object.hasOwn(why, letter)) return false;
  fields.report(codes.unsupported, fields.letterRange(text, index), why[letter], { seen: letter, hint });
  return true;
}

export function readTopOptions(fields: FileFields): TopOptions {
  fields.list.begin();
  const text = fields.letters(
    "the top options",
    "as in 'CVW': interpolation of the profile, what is above, unit of attenuations",
  );
  if (text === null) return UNKNOWN_TOP;
  const profile = refused(fields, text, 0, {
    A: "an analytic profile is part of a program, not of a file; write it as a table with the interpolation C",
    H: "a profile over three dimensions is not read; profiles by range have the letter Q",
  })
    ? null
    : fields.letter(text, 0, "the interpolation of the profile", "CNPSQ");
  const beyond = refused(fields, text, 1, {
    G: "a grain size above the water is not read",
    W: "writing of internal reflection files is not read",
    P: "precalculated internal reflection is not read; a table of reflection has the letter F",
  })
    ? null
    : fields.letter(text, 1, "what is above the water", "VRAF");
  const unit = refused(fields, text, 2, {
    m: "attenuation by a power law of the frequency is for runs over many frequencies; M is dB/m at the frequency of the file",
  })
    ? null
    : fields.letter(text, 2, "the unit of attenuations", ATTENUATION_UNITS);
  const volume = fields.letter(text, 3, "the absorption of the water", " TFB");
  const altimetry = fields.letter(text, 4, "the altimetry", " ~*-_");
  const beams = refused(fields, text, 5, { B: "a run over many frequencies is not read; a file is one frequency" })
    ? null
    : fields.letter(text, 5, "the choice of beams", " I");
  return {
    interpolation: profile === null ? null : INTERPOLATIONS[profile],
    byRange: profile === "Q",
    beyond: beyond as BeyondLetter | null,
    unit: unit as AttenuationUnit | null,
    volume: volume as TopOptions["volume"],
    hasAltimetry: altimetry === "~" || altimetry === "*",
    isOneBeam: beams === "I",
    text,
  };
}

export interface BottomOptions {
  readonly beyond: BeyondLetter | null;
  readonly hasBathymetry: boolean;
  readonly text: PlacedText | null;
}

/** The READ goes on with the roughness. */
export function readBottomOptions(fields: FileFields): BottomOptions {
  fields.list.begin();
  const text = fields.letters(
    "the bottom options",
    "as in 'A~' 0.0: what is below, ~ for a bathymetry file, and the roughness in m",
  );
  if (text === null) return { beyond: null, hasBathymetry: false, text };
  const beyond = refused(fields, text, 0, {
    W: "writing of internal reflection files is not read",
    P: "precalculated internal reflection is not read; a table of reflection has the letter F",
  })
    ? null
    : fields.letter(text, 0, "what is below the water", "VRAFG");
  const bathymetry = fields.letter(text, 1, "the bathymetry", " ~*-_");
  return {
    beyond: beyond as BeyondLetter | null,
    hasBathymetry: bathymetry === "~" || bathymetry === "*",
    text,
  };
}

export interface RunOptions {
  readonly task: RunTask | null;
  readonly beam: BeamShape | null;
  readonly receivers: "grid" | "pairs";
  readonly text: PlacedText | null;
}

const UNKNOWN_RUN: RunOptions = { task: null, beam: null, receivers: "grid", text: null };

export function readRunType(fields: FileFields): RunOptions {
  fields.list.begin();
  const text = fields.letters(
    "the run type",
    "as in 'C' for coherent transmission loss, 'A' for arrivals, 'R' for rays",
  );
  if (text === null) return UNKNOWN_RUN;
  const task = fields.letter(text, 0, "the run type", Object.keys(RUN_TASKS).join(""));
  const cerveny = "beams of Cerveny are not modelled; G is hat-shaped, B Gaussian";
  const beam = refused(fields, text, 1, {
    C: cerveny,
    R: cerveny,
    S: "simple Gaussian beams are not modelled; B is Gaussian",
  })
    ? null
    : fields.letter(text, 1, "the beams", "GBgb^ ");
  let isGood = !refused(fields, text, 2, { "*": "a file of a directional source is not read" });
  if (isGood && fields.letter(text, 2, "the source's beam pattern", " O") === null) isGood = false;
  if (refused(fields, text, 3, { X: "a line source is not modelled; R is a point source" })) isGood = false;
  else if (fields.letter(text, 3, "the source", " R") === null) isGood = false;
  const receivers = fields.letter(text, 4, "the receivers", " RI");
  if (refused(fields, text, 5, { 3: "a calculation in three dimensions is not read" })) isGood = false;
  else if (fields.letter(text, 5, "the dimensions", " 2") === null) isGood = false;
  if (fields.letter(text, 6, "the beam shift", " NS") === "S") {
    const message = "the shift of beams on reflection, S, is not modelled and left out";
    fields.report(codes.ignored, fields.letterRange(text, 6), message, { seen: "S" });
  }
  return {
    task: task === null || !isGood ? null : RUN_TASKS[task as RunLetter],
    beam: beam === null ? null : beam === "B" || beam === "b" ? "gaussian" : "hat",
    receivers: receivers === "I" ? "pairs" : "grid",
    text,
  };
}
