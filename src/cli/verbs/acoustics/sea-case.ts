/**
 * The sea of a call as a case of the ray model: from a scenario, an environment file or flags, with the flags that say what is asked of
 * it laid over it. Sources and receivers outside the water are refused here, with the depths that are allowed.
 */
import { extname } from "node:path";
import {
  BEAM_SHAPES,
  type Boundary,
  depthAt_m,
  problemsOf,
  type RayCase,
  type RayFan,
  SUMS,
  type Sum,
} from "../../../acoustics/index.ts";
import { DEPTH, FREQUENCY, LENGTH } from "./bounds.ts";
import type { Call } from "./call.ts";
import { environmentOf } from "./environment-file.ts";
import type { Flags } from "./flags.ts";
import { plainSeaOf } from "./plain-sea.ts";
import { ABSORPTIONS, type Question, RANGE_M, type SeaPlane } from "./question.ts";
import { planeOf } from "./scenario-plane.ts";
import { short } from "./words.ts";

/** What a verb asks where no flag says it. */
export interface Usual {
  readonly rays: number;
  readonly angle_deg: number;
  /** Receivers of a single --range: so many, up to it; 1 for it alone. */
  readonly ranges: number;
  /** Depths over the whole water where --receiver is not given. */
  readonly depths: number;
}

export interface SeaCase {
  readonly words: string;
  readonly ray: RayCase;
  readonly sum: Sum;
  /** A place that was named as the receiver's, where its depth is known. */
  readonly target: { readonly range_m: number; readonly depth_m: number } | null;
  /** Rays are followed to here; the last of the receivers, where there are any. */
  readonly end_m: number;
}

const MOST_RECEIVERS = 4_000_000;
/** Rays that have lost so much are not followed. */
const WEAKEST_DB = 140;
const RADIAN = Math.PI / 180;

/** null where something is wrong, which the call then knows. isForShow: of a file's thousands of rays, as many as usual are enough. */
export async function seaCaseOf(call: Call, usual: Usual, isForShow = false): Promise<SeaCase | null> {
  const { flags } = call;
  const question = questionOf(call, usual);
  const plane = await seaPlaneOf(call, question);
  if (plane === null || !flags.fine) return null;
  const surfaceDepth = depthAt_m(plane.surface, 0);
  const bottomDepth = depthAt_m(plane.bottom, 0);
  const sources = question.source_m ?? plane.sourceDepths_m ?? [0.5 * (surfaceDepth + bottomDepth)];
  const end_m = question.ranges_m?.at(-1) ?? plane.maxRange_m ?? lastOf(plane.receiverRanges_m) ?? RANGE_M;
  const ranges = rangesOf(question.ranges_m, plane, usual, end_m);
  const { depth_m } = plane.target ?? {};
  const depths =
    question.receivers_m ??
    (depth_m !== undefined && usual.depths === 1 ? [depth_m] : plane.receiverDepths_m) ??
    gridDepths(plane, usual.depths, end_m);
  if (ranges.length * depths.length > MOST_RECEIVERS)
    flags.conflict(
      `${ranges.length} ranges and ${depths.length} depths are ${ranges.length * depths.length} receivers, more than ${MOST_RECEIVERS}`,
    );
  if (!flags.fine) return null;
  const ray: RayCase = {
    frequency_Hz: plane.frequency_Hz,
    sound: plane.sound,
    surface: plane.surface,
    bottom: plane.bottom,
    absorption: plane.absorption,
    sourceDepths_m: Float64Array.from(sources),
    receiverDepths_m: Float64Array.from(depths),
    receiverRanges_m: Float64Array.from(ranges),
    fan: fanOf(question, plane, usual, isForShow),
    step_m: question.step_m ?? plane.step_m ?? 0,
    beam: question.beam ?? plane.beam ?? "gaussian",
    maxRange_m: end_m,
    weakest_dB: plane.weakest_dB ?? WEAKEST_DB,
  };
  tellProblems(flags, ray, question.receivers_m === undefined && plane.isFile === true);
  if (!flags.fine) return null;
  const target =
    plane.target === undefined || depth_m === undefined ? null : { range_m: plane.target.range_m, depth_m };
  return { words: plane.words, ray, sum: question.sum ?? plane.sum ?? "incoherent", target, end_m };
}

/** Parts of a case that are a flag's. */
const FLAGS = [
  ["sourceDepths_m", "source"],
  ["receiverDepths_m", "receiver"],
  ["receiverRanges_m", "range"],
  ["maxRange_m", "range"],
  ["fan.count", "rays"],
  ["fan.", "angles"],
  ["step_m", "step"],
] as const;

function tellProblems(flags: Flags, ray: RayCase, isFile: boolean): void {
  for (const { code, path, value, allowed } of problemsOf(ray)) {
    const flag = FLAGS.find(([start]) => path.startsWith(start))?.[1];
    const seen = short(value);
    if (flag === undefined) flags.conflict(`the sea cannot be traced: ${path} = ${seen}; allowed: ${allowed}`);
    else if (code === "outside-water" && flag === "receiver" && isFile)
      flags.warn(
        `a receiver at ${seen} m is in the bottom or in the air (the water: ${allowed} m): nothing arrives there`,
      );
    else if (code === "outside-water") flags.wrong(flag, seen, "is not in the water", `${allowed} m`);
    else flags.wrong(flag, seen, "cannot be traced", allowed);
  }
}

function questionOf({ flags }: Call, usual: Usual): Question {
  return {
    frequency_Hz: flags.number("frequency", FREQUENCY),
    source_m: flags.list("source", { ...DEPTH, what: "a depth in m", most: 100 }),
    receivers_m: flags.list("receiver", DEPTH),
    ranges_m: flags.list("range", LENGTH),
    angles_deg: flags.interval("angles", { what: "degrees", least: -90, greatest: 90 }),
    rays: flags.number("rays", {
      what: "a number of rays",
      least: usual.rays > 100 ? 2 : 1,
      greatest: 1e6,
      isWhole: true,
    }),
    step_m: flags.number("step", LENGTH),
    beam: flags.choice("beam", BEAM_SHAPES),
    sum: flags.choice("sum", SUMS),
    absorption: flags.choice("absorption", ABSORPTIONS),
  };
}

/** Flags that only one kind of sea knows. */
const OF_PLAIN = ["depth", "bottom"];
const OF_SCENARIO = ["from", "to", "azimuth"];

async function seaPlaneOf(call: Call, question: Question): Promise<SeaPlane | null> {
  const { flags, sea } = call;
  const ending = sea === undefined ? "" : extname(sea).toLowerCase();
  if (sea !== undefined && ending !== ".xml" && ending !== ".env") {
    flags.conflict(`${JSON.stringify(sea)} is neither a scenario (.xml) nor an environment file (.env)`);
    return null;
  }
  const foreign =
    sea === undefined
      ? OF_SCENARIO
      : ending === ".xml"
        ? OF_PLAIN
        : [...OF_PLAIN, ...OF_SCENARIO, "speed", "frequency", "absorption"];
  for (const flag of foreign) {
    if (!flags.given(flag)) continue;
    const of = sea === undefined ? "a sea of flags has no places" : `${sea} says it`;
    flags.conflict(`--${flag} does not go with this sea: ${of}`);
  }
  if (ending === ".env") return environmentOf(call);
  if (question.frequency_Hz === undefined && !flags.given("frequency"))
    flags.conflict("--frequency is missing", "--frequency 25k");
  return ending === ".xml" ? planeOf(call, question) : plainPlaneOf(call, question);
}

function plainPlaneOf(call: Call, question: Question): SeaPlane | null {
  const plain = plainSeaOf(call, question.absorption, question.frequency_Hz ?? Number.NaN);
  if (plain === null) return null;
  const level = (depth_m: number, beyond: Boundary["beyond"]): Boundary => ({
    ...{ ranges_m: Float64Array.of(0), depths_m: Float64Array.of(depth_m), shape: "straight", beyond, roughness_m: 0 },
  });
  return {
    words: plain.words,
    frequency_Hz: question.frequency_Hz ?? Number.NaN,
    sound: plain.sound,
    surface: level(0, [{ model: "vacuum" }]),
    bottom: level(plain.depth_m, [plain.bottom]),
    absorption: { depths_m: Float64Array.of(0), absorption_dBpkm: Float64Array.of(plain.absorption_dBpkm) },
  };
}

function fanOf({ rays, angles_deg }: Question, { fan }: SeaPlane, usual: Usual, isForShow: boolean): RayFan {
  const [from, to] = angles_deg ?? [-usual.angle_deg, usual.angle_deg];
  return {
    count: rays ?? Math.min(fan?.count ?? usual.rays, isForShow ? usual.rays : Number.POSITIVE_INFINITY),
    from_rad: angles_deg === undefined && fan !== undefined ? fan.from_rad : from * RADIAN,
    to_rad: angles_deg === undefined && fan !== undefined ? fan.to_rad : to * RADIAN,
  };
}

function rangesOf(
  said: readonly number[] | undefined,
  plane: SeaPlane,
  usual: Usual,
  end_m: number,
): ArrayLike<number> {
  if (said !== undefined && said.length > 1) return said;
  if (said === undefined && plane.receiverRanges_m !== undefined) return plane.receiverRanges_m;
  return Array.from({ length: usual.ranges }, (_, k) => (end_m * (k + 1)) / usual.ranges);
}

/** Evenly over the deepest water, away from both boundaries. */
function gridDepths({ bottom }: SeaPlane, count: number, end_m: number): number[] {
  let deepest = Math.max(depthAt_m(bottom, 0), depthAt_m(bottom, end_m));
  bottom.ranges_m.forEach((range_m, k) => {
    if (range_m > 0 && range_m < end_m) deepest = Math.max(deepest, bottom.depths_m[k]!);
  });
  return Array.from({ length: count }, (_, k) => Number(((deepest * (k + 0.5)) / count).toPrecision(9)));
}

/** Whether a place is between surface and bottom. */
export function isInWater({ surface, bottom }: RayCase, range_m: number, depth_m: number): boolean {
  return depth_m >= depthAt_m(surface, range_m) && depth_m <= depthAt_m(bottom, range_m);
}

/** Receivers that were said, must be in the water each, and are not. */
export function refuseDryReceivers({ flags }: Call, { ray }: SeaCase): void {
  if (!flags.given("receiver") && !flags.given("to")) return;
  for (const range_m of ray.receiverRanges_m) {
    for (const depth_m of ray.receiverDepths_m) {
      const [high, low] = [depthAt_m(ray.surface, range_m), depthAt_m(ray.bottom, range_m)];
      if (depth_m >= high && depth_m <= low) continue;
      flags.wrong(
        "receiver",
        `${depth_m}`,
        `is not in the water at ${short(range_m)} m`,
        `between ${short(high)} and ${short(low)} m`,
      );
    }
  }
}

function lastOf(values: ArrayLike<number> | undefined): number | undefined {
  return values === undefined ? undefined : values[values.length - 1];
}
