/** thetis acoustics profile: sound speed, density and absorption of a sea by depth. */
import { extname } from "node:path";
import { ABSORPTION_MODELS, WATER_COLUMN, WATER_COLUMN_SIZE } from "../../../environment/index.ts";
import { hertz, type ProfileColumn, profileSvg } from "../../../report/index.ts";
import { DEPTH, FREQUENCY } from "./bounds.ts";
import { type Call, csvText, fixed, numberTable, type Result } from "./call.ts";
import { environmentOf } from "./environment-file.ts";
import type { SeaPlane } from "./question.ts";
import { placeOf, scenarioOf } from "./scenario-sea.ts";
import { bottomBelow_m, columnAt, placePoint } from "./water-at.ts";
import { sentence, short } from "./words.ts";

const FREQUENCY_HZ = 33_000;
/** Of a sea without a bottom. */
const USUAL_DEPTH_M = 100;
const MOST_POINTS = 21;
/** Of a picture. */
const MOST_CURVES = 12;
const STEPS = [0.01, 0.1, 1, 10, 100, 1000].flatMap((power) => [power, 2 * power, 5 * power]);

interface Quantity {
  /** Of the field in files: "density_kgpm3". */
  readonly name: string;
  /** With its unit, for people. */
  readonly label: string;
  /** The least span of its axis, on each side. */
  readonly least: number;
  readonly decimals: number;
  readonly values: readonly number[];
  /** Of a profile at a range: those of all ranges are curves of one panel. */
  readonly range_m?: number;
}

interface Profile {
  readonly words: string;
  readonly depths_m: readonly number[];
  readonly quantities: readonly Quantity[];
}

export async function profile(call: Call): Promise<Result | null> {
  call.ending([".svg", ".csv", ".json"]);
  const isFile = extname(call.sea ?? "").toLowerCase() === ".env";
  const found = isFile ? ofFile(call) : await ofScenario(call, call.flags.list("depths", DEPTH));
  if (found === null || !call.isReady()) return null;
  return resultOf(found);
}

/** The profiles of an environment file, at their own depths. */
function ofFile(call: Call): Profile | null {
  for (const flag of ["from", "frequency", "absorption", "depths"]) {
    if (call.flags.given(flag)) call.flags.conflict(`--${flag} does not go with this sea: ${call.sea} says it`);
  }
  const plane = environmentOf(call);
  if (plane === null) return null;
  const { ranges_m, depths_m, soundSpeeds_mps } = plane.sound;
  const count = depths_m.length;
  const absorption = Array.from(depths_m, (depth_m) => held(plane.absorption, depth_m));
  return {
    words: `${plane.words}; absorption at ${hertz(plane.frequency_Hz)}`,
    depths_m: Array.from(depths_m),
    quantities: [
      ...Array.from(ranges_m, (range_m, k): Quantity => {
        const isOne = ranges_m.length === 1;
        return {
          name: isOne ? "soundSpeed_mps" : `soundSpeed_mps_at_${short(range_m)}_m`,
          label: `sound speed${isOne ? "" : ` at ${short(range_m)} m`} (m/s)`,
          ...{ least: 1, decimals: 3, values: Array.from(soundSpeeds_mps.subarray(k * count, (k + 1) * count)) },
          ...(!isOne && { range_m }),
        };
      }),
      {
        name: "absorption_dBpkm",
        label: "absorption (dB/km)",
        ...{ least: 0.1, decimals: 4, values: absorption },
      },
    ],
  };
}

/** Straight between depths, held beyond them. */
function held({ depths_m, absorption_dBpkm: values }: SeaPlane["absorption"], depth_m: number): number {
  const above = depths_m.findIndex((each) => each >= depth_m);
  if (above < 0) return values[values.length - 1]!;
  if (above === 0) return values[0]!;
  const share = (depth_m - depths_m[above - 1]!) / (depths_m[above]! - depths_m[above - 1]!);
  return values[above - 1]! + share * (values[above]! - values[above - 1]!);
}

async function ofScenario(call: Call, depths: readonly number[] | undefined): Promise<Profile | null> {
  const { flags } = call;
  const frequency_Hz = flags.number("frequency", FREQUENCY) ?? FREQUENCY_HZ;
  const formula = flags.choice("absorption", [...ABSORPTION_MODELS, "none"] as const);
  const read = await scenarioOf(call);
  if (read === null) return null;
  const { scenario } = read;
  const place = placeOf(call, "from", scenario) ?? { north_m: 0, east_m: 0, words: "0 0" };
  const water = scenario.sea?.water ?? null;
  if (water === null) {
    flags.conflict(`${call.sea} says nothing of its water`, "add <water/> to its world");
    return null;
  }
  const bottom_m = bottomBelow_m(scenario, place.north_m, place.east_m);
  const deepest_m = Number.isFinite(bottom_m) && bottom_m > 0 ? bottom_m : USUAL_DEPTH_M;
  const depths_m = depths ?? roundDepths(deepest_m);
  const asked = { water, frequency_Hz, absorption: formula };
  const columns = depths_m.map((depth_m) => columnAt(asked, place.north_m, place.east_m, depth_m));
  for (const depth_m of [depths_m[0]!, depths_m.at(-1)!]) {
    for (const words of water.outsideAt(
      placePoint(place.north_m, place.east_m, depth_m),
      0,
      formula === undefined ? frequency_Hz : undefined,
    ))
      flags.warn(words);
  }
  const quantity = (name: string, label: string, least: number, decimals: number, k: number): Quantity => ({
    ...{ name, label, least, decimals },
    values: columns.map((column) => column[k]!),
  });
  const model = formula ?? water.absorptionModel;
  const { temperature_degC, salinity_psu, density_kgpm3, soundSpeed_mps } = WATER_COLUMN;
  return {
    words: `water of ${call.sea} at ${place.words}; absorption at ${hertz(frequency_Hz)}, ${model}`,
    depths_m,
    quantities: [
      quantity("temperature_degC", "temperature (°C)", 0.5, 3, temperature_degC),
      quantity("salinity_psu", "salinity (psu)", 0.2, 3, salinity_psu),
      quantity("density_kgpm3", "density (kg/m³)", 0.5, 3, density_kgpm3),
      quantity("soundSpeed_mps", "sound speed (m/s)", 1, 3, soundSpeed_mps),
      quantity("absorption_dBpkm", "absorption (dB/km)", 0.1, 4, WATER_COLUMN_SIZE),
    ],
  };
}

/** Every 1, 2 or 5 metres, or ten times that, from the surface; and the deepest itself. */
export function roundDepths(deepest_m: number): number[] {
  const step = STEPS.find((each) => deepest_m / each <= MOST_POINTS - 1) ?? deepest_m;
  const count = Math.ceil(deepest_m / step - 1e-9);
  const depths = Array.from({ length: count }, (_, k) => Number((k * step).toPrecision(6)));
  return [...depths, Number(deepest_m.toPrecision(6))];
}

function resultOf({ words, depths_m, quantities }: Profile): Result {
  const rows = depths_m.map((depth_m, k) => [depth_m, ...quantities.map(({ values }) => values[k]!)]);
  const heads = ["depth (m)", ...quantities.map(({ label }) => label)];
  const shown = rows.map(([depth_m, ...values]) => [
    String(depth_m),
    ...values.map((value, k) => fixed(value, quantities[k]!.decimals)),
  ]);
  return {
    text: `${words}\n\n${numberTable(heads, shown)}`,
    document: {
      water: words,
      depths_m,
      ...Object.fromEntries(quantities.map(({ name, values }) => [name, values])),
    },
    formats: {
      ".csv": () => csvText(["depth_m", ...quantities.map(({ name }) => name)], rows),
      ".svg": () => {
        const byRange = quantities.filter(({ range_m }) => range_m !== undefined);
        const every = Math.max(1, Math.ceil(byRange.length / MOST_CURVES));
        const drawn = byRange.filter((_, k) => k % every === 0);
        const columns = [
          ...(drawn.length === 0
            ? []
            : [{ label: "sound speed (m/s)", least: 1, values: drawn.map(({ values }) => values) }]),
          ...quantities
            .filter(({ range_m }) => range_m === undefined)
            .map(({ label, least, values }): ProfileColumn => ({ label, least, values: [values] })),
        ];
        return profileSvg({
          title: "Profile of the water",
          note: sentence(words),
          depths_m,
          columns,
          words: drawn.length === 0 ? [""] : drawn.map(({ range_m }) => `at ${short(range_m ?? 0)} m`),
        });
      },
    },
  };
}
