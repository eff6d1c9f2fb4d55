/** thetis acoustics profile: sound speed, density and absorption of a sea by depth. */
import {
  ABSORPTION_MODELS,
  type AbsorptionModel,
  absorption_dBpkm,
  POINT,
  POINT_SIZE,
  t68From90_degC,
  WATER_COLUMN,
  WATER_COLUMN_SIZE,
  type WaterColumn,
} from "../../../environment/index.ts";
import { hertz, type ProfileColumn, profileSvg } from "../../../report/index.ts";
import type { Scenario } from "../../../scenario/index.ts";
import { DEPTH, FREQUENCY } from "./bounds.ts";
import { type Call, csvText, fixed, numberTable, type Result } from "./call.ts";
import { placeOf, scenarioOf } from "./scenario-sea.ts";

const FREQUENCY_HZ = 33_000;
/** Of a sea without a bottom. */
const USUAL_DEPTH_M = 100;
const MOST_POINTS = 21;
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
}

interface Profile {
  readonly words: string;
  readonly depths_m: readonly number[];
  readonly quantities: readonly Quantity[];
}

export async function profile(call: Call): Promise<Result | null> {
  call.ending([".svg", ".csv", ".json"]);
  const depths = call.flags.list("depths", DEPTH);
  const found = await ofScenario(call, depths);
  if (found === null || !call.isReady()) return null;
  return resultOf(found);
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
  const columns = depths_m.map((depth_m) =>
    columnAt(water, place.north_m, place.east_m, depth_m, frequency_Hz, formula),
  );
  for (const depth_m of [depths_m[0]!, depths_m.at(-1)!]) {
    for (const words of water.outsideAt(
      pointOf(place.north_m, place.east_m, depth_m),
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
    words: `${call.sea} at ${place.words}`,
    depths_m,
    quantities: [
      quantity("temperature_degC", "temperature (°C)", 0.5, 3, temperature_degC),
      quantity("salinity_psu", "salinity (psu)", 0.2, 3, salinity_psu),
      quantity("density_kgpm3", "density (kg/m³)", 0.5, 3, density_kgpm3),
      quantity("soundSpeed_mps", "sound speed (m/s)", 1, 3, soundSpeed_mps),
      quantity("absorption_dBpkm", `absorption at ${hertz(frequency_Hz)}, ${model} (dB/km)`, 0.1, 4, WATER_COLUMN_SIZE),
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

function pointOf(north_m: number, east_m: number, depth_m: number): Float64Array {
  const point = new Float64Array(POINT_SIZE);
  point.set([north_m, east_m, depth_m], POINT.p);
  return point;
}

/** The record of the water, with the absorption behind it. */
function columnAt(
  water: WaterColumn,
  north_m: number,
  east_m: number,
  depth_m: number,
  frequency_Hz: number,
  formula: AbsorptionModel | "none" | undefined,
): Float64Array {
  const point = pointOf(north_m, east_m, depth_m);
  const out = new Float64Array(WATER_COLUMN_SIZE + 1);
  water.waterInto(out, 0, point, 0);
  if (formula === undefined) water.absorptionInto(out, WATER_COLUMN_SIZE, Float64Array.of(frequency_Hz), 0, point, 0);
  else if (formula !== "none") {
    out[WATER_COLUMN_SIZE] = absorption_dBpkm(formula, {
      frequency_Hz,
      depth_m,
      t68_degC: t68From90_degC(out[WATER_COLUMN.temperature_degC]!),
      salinity_psu: out[WATER_COLUMN.salinity_psu]!,
      pressure_dbar: out[WATER_COLUMN.pressure_dbar]!,
    });
  }
  return out;
}

/** Infinity where there is none. */
export function bottomBelow_m({ sea }: Scenario, north_m: number, east_m: number): number {
  const depth = new Float64Array([Number.POSITIVE_INFINITY]);
  sea?.scene?.bottom?.depthInto(depth, 0, Float64Array.of(north_m, east_m), 0);
  return Number.isNaN(depth[0]) ? Number.POSITIVE_INFINITY : depth[0]!;
}

function resultOf({ words, depths_m, quantities }: Profile): Result {
  const rows = depths_m.map((depth_m, k) => [depth_m, ...quantities.map(({ values }) => values[k]!)]);
  const heads = ["depth (m)", ...quantities.map(({ label }) => label)];
  const shown = rows.map(([depth_m, ...values]) => [
    String(depth_m),
    ...values.map((value, k) => fixed(value, quantities[k]!.decimals)),
  ]);
  return {
    text: `the water of ${words}\n\n${numberTable(heads, shown)}`,
    document: {
      water: words,
      depths_m,
      ...Object.fromEntries(quantities.map(({ name, values }) => [name, values])),
    },
    formats: {
      ".csv": () => csvText(["depth_m", ...quantities.map(({ name }) => name)], rows),
      ".svg": () => {
        const columns = quantities.map(
          ({ label, least, values }): ProfileColumn => ({ label, least, values: [values] }),
        );
        return profileSvg({
          title: "Profile of the water",
          note: `The water of ${words}.`,
          depths_m,
          columns,
          words: [""],
        });
      },
    },
  };
}
