/** A sea of flags: one depth, a sound speed by depth, a bottom of one material, for thetis acoustics without a file. */
import type { BeyondBoundary, SoundSpeedField } from "../../../acoustics/index.ts";
import { attenuation_dBpWavelength, BOTTOM_TYPES, type BottomType, materialOf } from "../../../environment/index.ts";
import { DEPTH } from "./bounds.ts";
import type { Call } from "./call.ts";
import { type Flags, numberOf } from "./flags.ts";

export interface PlainSea {
  readonly depth_m: number;
  readonly sound: SoundSpeedField;
  readonly bottom: BeyondBoundary;
  readonly words: string;
}

/** Of the water above the bottom, whose material is stated by ratios. */
const WATER_KGPM3 = 1026;
const SPEED_MPS = 1500;
const SPEED = { what: "a sound speed in m/s", least: 300, greatest: 3000 } as const;
const BOTTOMS = [...BOTTOM_TYPES, "rigid", "vacuum"] as const;

/** null where something is wrong, which the call then knows. */
export function plainSeaOf({ flags }: Call): PlainSea | null {
  const depth_m = flags.number("depth", { ...DEPTH, isAbove: true });
  const profile = speedsOf(flags);
  const type = flags.choice("bottom", BOTTOMS) ?? "sand";
  if (!flags.given("depth")) {
    flags.conflict("a sea is missing", "name a scenario or an environment file, or say --depth");
  }
  if (depth_m === undefined || profile === null) return null;
  const speeds = profile.speeds_mps;
  const last = speeds[speeds.length - 1]!;
  const words = `${depth_m} m deep, ${speeds.length === 1 || Math.min(...speeds) === Math.max(...speeds) ? `${last} m/s` : `${Math.min(...speeds)} to ${Math.max(...speeds)} m/s`}, bottom ${type}`;
  // One speed holds everywhere; a profile that ends above the bottom goes on with its last.
  const depths = profile.depths_m.length === 1 ? [0, depth_m] : profile.depths_m;
  const values = profile.depths_m.length === 1 ? [last, last] : speeds;
  return {
    depth_m,
    sound: {
      interpolation: "c-linear",
      ranges_m: Float64Array.of(0),
      depths_m: Float64Array.from(depths),
      soundSpeeds_mps: Float64Array.from(values),
    },
    bottom: type === "rigid" || type === "vacuum" ? { model: type } : sediment(type, last),
    words,
  };
}

function sediment(type: BottomType, waterSpeed_mps: number): BeyondBoundary {
  const material = materialOf(type, 0)!;
  return {
    model: "halfSpace",
    soundSpeed_mps: material.soundSpeedRatio * waterSpeed_mps,
    density_kgpm3: material.densityRatio * WATER_KGPM3,
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
