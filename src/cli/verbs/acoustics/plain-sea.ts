/** A sea of flags: one depth, a sound speed by depth, a bottom of one material, for thetis acoustics without a file. */
import { type BeyondBoundary, type SoundSpeedField, WATER_DENSITY_KGPM3 } from "../../../acoustics/index.ts";
import {
  absorption_dBpkm,
  absorptionFormulas,
  attenuation_dBpWavelength,
  BOTTOM_TYPES,
  type BottomType,
  materialOf,
  t68From90_degC,
  validity,
} from "../../../environment/index.ts";
import { DEPTH } from "./bounds.ts";
import type { Call } from "./call.ts";
import { type Flags, numberOf } from "./flags.ts";
import type { Absorption } from "./question.ts";

export interface PlainSea extends PlainWater {
  readonly depth_m: number;
  readonly bottom: BeyondBoundary;
}

/** The water of a formula of absorption that asks for more than the frequency; at half of the depth. */
const WATER = { temperature_degC: 10, salinity_psu: 35 } as const;
const SPEED_MPS = 1500;
const SPEED = { what: "a sound speed in m/s", least: 300, greatest: 3000 } as const;
const BOTTOMS = [...BOTTOM_TYPES, "rigid", "vacuum"] as const;

/** A water of flags: one sound speed, or that at depths, and one absorption. */
export interface PlainWater {
  readonly sound: SoundSpeedField;
  readonly absorption_dBpkm: number;
  readonly words: string;
}

/** null where something is wrong, which the call then knows. */
export function plainWaterOf(
  { flags }: Call,
  absorption: Absorption = "thorp-stojanovic",
  frequency_Hz: number,
  depth_m: number,
): PlainWater | null {
  const profile = speedsOf(flags);
  if (profile === null) return null;
  const { speeds_mps: speeds } = profile;
  const last = speeds[speeds.length - 1]!;
  const [least, most] = [Math.min(...speeds), Math.max(...speeds)];
  // One speed holds everywhere; a profile that ends above the bottom goes on with its last.
  const isOne = speeds.length === 1;
  return {
    sound: {
      interpolation: "c-linear",
      ranges_m: Float64Array.of(0),
      depths_m: Float64Array.from(isOne ? [0, depth_m] : profile.depths_m),
      soundSpeeds_mps: Float64Array.from(isOne ? [last, last] : speeds),
    },
    absorption_dBpkm: absorptionOf(flags, absorption, frequency_Hz, 0.5 * depth_m),
    words: `${least === most ? `${last} m/s` : `${least} to ${most} m/s`}, absorption ${absorption}`,
  };
}

/** null where something is wrong, which the call then knows. */
export function plainSeaOf(call: Call, absorption: Absorption | undefined, frequency_Hz: number): PlainSea | null {
  const { flags } = call;
  const depth_m = flags.number("depth", { ...DEPTH, isAbove: true });
  if (!flags.given("depth")) {
    flags.conflict("a sea is missing", "name a scenario or an environment file, or say --depth");
  }
  const water = plainWaterOf(call, absorption, frequency_Hz, depth_m ?? 1);
  const type = flags.choice("bottom", BOTTOMS) ?? "sand";
  if (depth_m === undefined || water === null) return null;
  const last = water.sound.soundSpeeds_mps.at(-1)!;
  return {
    ...water,
    depth_m,
    bottom: type === "rigid" || type === "vacuum" ? { model: type } : sediment(type, last),
    words: `sea ${depth_m} m deep, bottom ${type}, ${water.words}`,
  };
}

function absorptionOf(flags: Flags, formula: Absorption, frequency_Hz: number, depth_m: number): number {
  if (formula === "none" || !(frequency_Hz > 0)) return 0;
  const { salinity_psu, temperature_degC } = WATER;
  const sample = { frequency_Hz, depth_m, salinity_psu, t68_degC: t68From90_degC(temperature_degC) };
  for (const words of validity(absorptionFormulas[formula], sample)) flags.warn(`${formula}: ${words}`);
  return absorption_dBpkm(formula, sample);
}

function sediment(type: BottomType, waterSpeed_mps: number): BeyondBoundary {
  const material = materialOf(type, 0)!;
  return {
    model: "halfSpace",
    soundSpeed_mps: material.soundSpeedRatio * waterSpeed_mps,
    density_kgpm3: material.densityRatio * WATER_DENSITY_KGPM3,
    attenuation_dBpWavelength: attenuation_dBpWavelength(material),
    shearSpeed_mps: 0,
    shearAttenuation_dBpWavelength: 0,
  };
}

/** 1500, or 0=1520,50=1500. */
function speedsOf(flags: Flags): { readonly depths_m: number[]; readonly speeds_mps: number[] } | null {
  const text = flags.text("speed");
  if (text === undefined) return { depths_m: [0], speeds_mps: [SPEED_MPS] };
  if (!text.includes("=")) {
    const speed_mps = flags.number("speed", SPEED);
    return speed_mps === undefined ? null : { depths_m: [0], speeds_mps: [speed_mps] };
  }
  const allowed = "DEPTH=SPEED pairs whose depths increase from 0, speeds from 300 to 3000 m/s: 0=1520,50=1500";
  const pairs = text
    .split(/[,\s]+/)
    .filter((part) => part !== "")
    .map((part) => part.split("=").map(numberOf));
  const depths_m = pairs.map(([depth = Number.NaN]) => depth);
  const speeds_mps = pairs.map(([, speed = Number.NaN]) => speed);
  const isFine =
    pairs.length >= 2 &&
    pairs.every((pair) => pair.length === 2) &&
    depths_m.every((depth, k) => depth >= 0 && (k === 0 || depth > depths_m[k - 1]!)) &&
    speeds_mps.every((speed) => speed >= SPEED.least && speed <= SPEED.greatest);
  if (isFine) return { depths_m, speeds_mps };
  flags.wrong("speed", text, pairs.length < 2 ? "has fewer than two points" : "is not a profile", allowed);
  return null;
}
