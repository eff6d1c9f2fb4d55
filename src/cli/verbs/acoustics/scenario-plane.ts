/**
 * A vertical plane of a scenario's sea at time 0, from a place along an azimuth (acoustics/rays/plane.ts), with what is wrong with the question
 * said. A world without <water> gets the water of the flags. A bottom of unknown material counts as sand.
 * Left out: obstacles, vehicles, waves, currents.
 */
import { beyondOf, planeOf as planeThrough, type SoundSpeedField } from "../../../acoustics/index.ts";
import { BOTTOM_OBJECT, type Scene, WATER_COLUMN_SIZE } from "../../../environment/index.ts";
import { atan2, cos, sin } from "../../../math/index.ts";
import type { Scenario } from "../../../scenario/index.ts";
import type { Call } from "./call.ts";
import { plainWaterOf } from "./plain-sea.ts";
import { type Question, RANGE_M, type SeaPlane } from "./question.ts";
import { placeOf, scenarioOf } from "./scenario-sea.ts";
import { bottomBelow_m, columnAt, placePoint, type WaterQuestion } from "./water-at.ts";
import { short } from "./words.ts";

/** Where the bottom is asked whether it is there, and depths of the absorption. */
const BOTTOM_POINTS = 401;
const PROFILE_DEPTHS = 101;
const RADIAN = Math.PI / 180;

/** A line on the map: from a place, along an azimuth. */
interface Line {
  readonly north_m: number;
  readonly east_m: number;
  readonly azimuth_rad: number;
}

/** null where something is wrong, which the call then knows. */
export async function planeOf(call: Call, question: Question): Promise<SeaPlane | null> {
  const { flags } = call;
  const azimuth_deg = flags.number("azimuth", { what: "degrees", least: -360, greatest: 360 }) ?? 0;
  for (const flag of ["azimuth", "range"]) {
    if (flags.given("to") && flags.given(flag)) flags.conflict(`--to and --${flag} both say where the plane goes`);
  }
  const read = await scenarioOf(call);
  if (read === null) return null;
  const { scenario } = read;
  const from = flags.given("from")
    ? placeOf(call, "from", scenario)
    : { north_m: 0, east_m: 0, depth_m: undefined, words: "0 0" };
  const to = placeOf(call, "to", scenario);
  const water = scenario.sea?.water ?? null;
  if (water === null && !flags.given("speed"))
    flags.conflict(`${call.sea} says nothing of its water`, "add <water/> to its world, or say --speed");
  if (water !== null && flags.given("speed"))
    flags.conflict(`--speed does not go with this sea: the <water> of ${call.sea} says it`);
  if (from === null || question.frequency_Hz === undefined || !flags.fine) return null;
  const [north, east] = to === null ? [0, 0] : [to.north_m - from.north_m, to.east_m - from.east_m];
  const distance_m = Math.sqrt(north * north + east * east);
  if (to !== null && !(distance_m > 0)) {
    flags.conflict(`--to ${to.words} lies straight above or below --from ${from.words}: a plane needs a direction`);
    return null;
  }
  const end_m = to === null ? (question.ranges_m?.at(-1) ?? RANGE_M) : distance_m;
  const line = { ...from, azimuth_rad: to === null ? azimuth_deg * RADIAN : atan2(east, north) };
  const bottom = bottomAlong(call, scenario, line, end_m);
  if (bottom === null) return null;
  const deepest_m = bottom.depths_m.reduce((most, depth_m) => Math.max(most, depth_m), 0);
  const scene = scenario.sea?.scene ?? null;
  const ground = scene?.materialOf(BOTTOM_OBJECT) ?? null;
  const type = ground?.type ?? "sand (nothing is said of it)";
  const along =
    water === null
      ? plainWaterOf(call, question.absorption, question.frequency_Hz, deepest_m)
      : waterAlong(
          call,
          { water, frequency_Hz: question.frequency_Hz, absorption: question.absorption },
          scene!,
          line,
          end_m,
          deepest_m,
        );
  if (along === null) return null;
  const { sound } = along;
  const way = to === null ? `azimuth ${short(azimuth_deg)}°` : `to ${to.words}`;
  return {
    words: `sea of ${call.sea} from ${from.words}, ${way}, bottom ${type}, ${along.words}`,
    frequency_Hz: question.frequency_Hz,
    sound,
    surface: {
      ranges_m: Float64Array.of(0),
      depths_m: Float64Array.of(0),
      shape: "straight",
      beyond: [{ model: "vacuum" }],
      roughness_m: 0,
    },
    bottom: {
      ...("bottom" in along ? along.bottom : bottom),
      shape: "straight",
      beyond: [beyondOf(ground, speedAbove(sound, bottom.depths_m[0]!))],
      roughness_m: ground?.roughness_m ?? 0,
    },
    absorption:
      "absorption" in along
        ? along.absorption
        : { depths_m: Float64Array.of(0), absorption_dBpkm: Float64Array.of(along.absorption_dBpkm) },
    ...(from.depth_m !== undefined && { sourceDepths_m: [from.depth_m] }),
    ...(to !== null && { target: { range_m: distance_m, depth_m: to.depth_m } }),
    maxRange_m: end_m,
  };
}

function placeAlong({ north_m, east_m, azimuth_rad }: Line, range_m: number): readonly [number, number] {
  return [north_m + range_m * cos(azimuth_rad), east_m + range_m * sin(azimuth_rad)];
}

function bottomAlong(
  { flags, sea }: Call,
  scenario: Scenario,
  line: Line,
  end_m: number,
): { readonly ranges_m: Float64Array; readonly depths_m: Float64Array } | null {
  const ranges = Array.from({ length: BOTTOM_POINTS }, (_, k) => (end_m * k) / (BOTTOM_POINTS - 1));
  const depths = ranges.map((range_m) => bottomBelow_m(scenario, ...placeAlong(line, range_m)));
  const without = depths.findIndex((depth_m) => !Number.isFinite(depth_m));
  const dry = depths.findIndex((depth_m) => depth_m <= 0);
  if (without >= 0)
    flags.conflict(
      `${sea} has no bottom at ${short(ranges[without]!)} m from the source`,
      "add <bottom/> to its world, or ask for less",
    );
  else if (dry >= 0)
    flags.conflict(
      `${sea}: there is land at ${short(ranges[dry]!)} m from the source`,
      "ask for a smaller --range, or another --azimuth",
    );
  if (without >= 0 || dry >= 0) return null;
  // Of a level bottom one point is enough.
  const isLevel = depths.every((depth_m) => depth_m === depths[0]);
  return {
    ranges_m: Float64Array.from(isLevel ? [0] : ranges),
    depths_m: Float64Array.from(isLevel ? depths.slice(0, 1) : depths),
  };
}

/** Plane and water of the world, with what lies outside of its formulas said. */
function waterAlong(
  { flags }: Call,
  asked: WaterQuestion,
  scene: Scene,
  line: Line,
  end_m: number,
  deepest_m: number,
): Pick<SeaPlane, "sound" | "absorption" | "words" | "bottom"> {
  for (const depth_m of [0, deepest_m]) {
    const point = placePoint(line.north_m, line.east_m, depth_m);
    const frequency_Hz = asked.absorption === undefined ? asked.frequency_Hz : undefined;
    for (const words of asked.water.outsideAt(point, 0, frequency_Hz)) flags.warn(words);
  }
  const nowhere = new Float64Array(0);
  const { sound, absorption, bottom } = planeThrough(asked.water, scene, {
    frequency_Hz: asked.frequency_Hz,
    source_m: Float64Array.of(line.north_m, line.east_m, 0),
    azimuth_rad: line.azimuth_rad,
    t_s: 0,
    maxRange_m: end_m,
    receiverRanges_m: nowhere,
    receiverDepths_m: nowhere,
    fan: { count: 0, from_rad: 0, to_rad: 0 },
  });
  return {
    sound,
    bottom,
    // Another formula than the water's own.
    absorption: asked.absorption === undefined ? absorption : absorptionBelow(asked, line, deepest_m),
    words: `absorption ${asked.absorption ?? asked.water.absorptionModel}`,
  };
}

/** Where the source is; it changes little along a plane. */
function absorptionBelow(asked: WaterQuestion, { north_m, east_m }: Line, deepest_m: number): SeaPlane["absorption"] {
  const depths = Array.from({ length: PROFILE_DEPTHS }, (_, k) => (deepest_m * k) / (PROFILE_DEPTHS - 1));
  return {
    depths_m: Float64Array.from(depths),
    absorption_dBpkm: Float64Array.from(
      depths,
      (depth_m) => columnAt(asked, north_m, east_m, depth_m)[WATER_COLUMN_SIZE]!,
    ),
  };
}

/** Sound speed at a depth, of the first profile: what lies on the bottom there. */
function speedAbove({ depths_m, soundSpeeds_mps }: SoundSpeedField, depth_m: number): number {
  const below = depths_m.findIndex((each) => each >= depth_m);
  return soundSpeeds_mps[below < 0 ? depths_m.length - 1 : below]!;
}
