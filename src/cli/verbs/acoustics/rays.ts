/** thetis acoustics rays: a fan of rays, or those that meet a receiver. */
import {
  launchAngle_rad,
  MARK,
  MARK_SIZE,
  type RayPath,
  RaySea,
  RayTracer,
  VERTEX,
  VERTEX_SIZE,
} from "../../../acoustics/index.ts";
import { sinCosInto } from "../../../math/index.ts";
import { type DrawnProfile, type DrawnRay, hertz, rayFanSvg } from "../../../report/index.ts";
import { type Call, csvText, fixed, numberTable, type Result } from "./call.ts";
import { drawnWater } from "./drawn-water.ts";
import { environmentFiles } from "./environment-file.ts";
import { refuseDryReceivers, type SeaCase, seaCaseOf } from "./sea-case.ts";
import { sentence, short } from "./words.ts";

const FAN = { rays: 31, angle_deg: 20, ranges: 1, depths: 1 };
const EIGENRAYS = { rays: 2001, angle_deg: 80, ranges: 1, depths: 1 };
const MOST_ROWS = 40;
/** As many as have a kind of line of their own. */
const MOST_PROFILES = 3;
const DEGREE = Math.PI / 180;
/** Sine of the turn between two points that are drawn. */
const FINE_TURN = 0.01;

export interface TracedRay extends DrawnRay {
  readonly launch_rad: number;
  readonly delay_s: number;
}

export async function rays(call: Call): Promise<Result | null> {
  call.ending([".svg", ".csv", ".json", ".env"]);
  const isEigen = call.flags.given("receiver") || call.flags.given("to");
  const sea = await seaCaseOf(call, isEigen ? EIGENRAYS : FAN, !isEigen);
  if (sea === null) return null;
  if (isEigen) refuseDryReceivers(call, sea);
  if (!call.isReady()) return null;
  const traced = isEigen ? await eigenrays(sea) : fanOf(sea);
  return resultOf(call, sea, traced, isEigen);
}

function fanOf({ ray, end_m }: SeaCase): TracedRay[] {
  const tracer = new RayTracer(new RaySea(ray, [end_m]));
  return Array.from({ length: ray.fan.count }, (_, k) =>
    tracedRay(tracer, ray.sourceDepths_m[0]!, launchAngle_rad(ray, k), end_m),
  );
}

/** Those that lead to the receivers: the arrivals there, traced again. */
async function eigenrays(sea: SeaCase): Promise<TracedRay[]> {
  const { firstArrivals } = await import("./arrivals.ts");
  const { ray } = sea;
  const { arrivals, range_m } = firstArrivals(sea);
  const tracer = new RayTracer(new RaySea(ray, [range_m]));
  return arrivals.map(({ launch_rad }) => tracedRay(tracer, ray.sourceDepths_m[0]!, launch_rad, range_m));
}

/** Up to a range, at which it has a vertex, or to where it ends. */
function tracedRay(tracer: RayTracer, sourceDepth_m: number, launch_rad: number, end_m: number): TracedRay {
  const direction = new Float64Array(2);
  sinCosInto(direction, 0, launch_rad);
  tracer.trace(sourceDepth_m, direction[1]!, direction[0]!);
  return { launch_rad, ...polyline(tracer.path, end_m) };
}

/**
 * The steps of a ray with points between them: a step is a curve, and ends where its tangent has turned. Between two vertices goes the
 * cubic that has their tangents.
 */
function polyline({ count, vertices, marks }: RayPath, end_m: number): Omit<TracedRay, "launch_rad"> {
  const ranges_m = [vertices[VERTEX.r]!];
  const depths_m = [vertices[VERTEX.z]!];
  let last = 0;
  for (let k = 1; k < count && vertices[last * VERTEX_SIZE + VERTEX.r]! < end_m; k++) {
    const [a, b] = [last * VERTEX_SIZE, k * VERTEX_SIZE];
    const [dr, dz] = [
      vertices[b + VERTEX.r]! - vertices[a + VERTEX.r]!,
      vertices[b + VERTEX.z]! - vertices[a + VERTEX.z]!,
    ];
    const length = Math.sqrt(dr * dr + dz * dz);
    // The sine of the angle between the tangents at both ends.
    const turn = Math.abs(
      vertices[a + VERTEX.tr]! * vertices[b + VERTEX.tz]! - vertices[a + VERTEX.tz]! * vertices[b + VERTEX.tr]!,
    );
    const pieces = length === 0 ? 0 : Math.min(32, 1 + Math.ceil(turn / FINE_TURN));
    for (let n = 1; n <= pieces; n++) {
      ranges_m.push(
        between(
          vertices[a + VERTEX.r]!,
          vertices[a + VERTEX.tr]!,
          vertices[b + VERTEX.r]!,
          vertices[b + VERTEX.tr]!,
          length,
          n / pieces,
        ),
      );
      depths_m.push(
        between(
          vertices[a + VERTEX.z]!,
          vertices[a + VERTEX.tz]!,
          vertices[b + VERTEX.z]!,
          vertices[b + VERTEX.tz]!,
          length,
          n / pieces,
        ),
      );
    }
    last = k;
  }
  return {
    ranges_m,
    depths_m,
    delay_s: vertices[last * VERTEX_SIZE + VERTEX.tau]!,
    surfaceBounces: marks[last * MARK_SIZE + MARK.surface]!,
    bottomBounces: marks[last * MARK_SIZE + MARK.bottom]!,
  };
}

function between(from: number, fromSlope: number, to: number, toSlope: number, length: number, u: number): number {
  const v = 1 - u;
  return from * v * v * (1 + 2 * u) + to * u * u * (3 - 2 * u) + length * u * v * (fromSlope * v - toSlope * u);
}

function resultOf(call: Call, sea: SeaCase, traced: readonly TracedRay[], isEigen: boolean): Result {
  const { ray } = sea;
  const at = isEigen ? ` to ${short(ray.receiverRanges_m[0]!)} m, depth ${short(ray.receiverDepths_m[0]!)} m` : "";
  const what = `${traced.length} ${isEigen ? "eigenray" : "ray"}${traced.length === 1 ? "" : "s"}`;
  const words = `${sea.words}; ${what} from ${short(ray.sourceDepths_m[0]!)} m${at} at ${hertz(ray.frequency_Hz)}`;
  const rows = traced
    .slice(0, MOST_ROWS)
    .map((one) => [
      fixed(one.launch_rad / DEGREE, 3),
      ...[one.ranges_m, one.depths_m].map((of) => fixed(of[of.length - 1]!, 2)),
      fixed(1000 * one.delay_s, 3),
      String(one.surfaceBounces),
      String(one.bottomBounces),
    ]);
  const heads = ["launch, °", "end range, m", "end depth, m", "delay, ms", "surface", "bottom"];
  const more = traced.length > rows.length ? `\n\n${traced.length - rows.length} more are in --json and in files.` : "";
  return {
    text: `rays: ${words}; angles positive down\n\n${traced.length === 0 ? "  none" : numberTable(heads, rows)}${more}`,
    document: {
      sea: sea.words,
      frequency_Hz: ray.frequency_Hz,
      sourceDepth_m: ray.sourceDepths_m[0]!,
      ...(isEigen && { receiver: { range_m: ray.receiverRanges_m[0]!, depth_m: ray.receiverDepths_m[0]! } }),
      bottom: { ranges_m: Array.from(ray.bottom.ranges_m), depths_m: Array.from(ray.bottom.depths_m) },
      rays: traced.map((one) => ({ ...one, ranges_m: Array.from(one.ranges_m), depths_m: Array.from(one.depths_m) })),
    },
    formats: {
      ".csv": () =>
        csvText(
          ["ray", "launch_rad", "range_m", "depth_m"],
          traced.flatMap((one, k) =>
            Array.from(one.ranges_m, (range_m, n) => [k, one.launch_rad, range_m, one.depths_m[n]!]),
          ),
        ),
      ".env": (file) => environmentFiles(call, sea, isEigen ? "eigenrays" : "rays", file),
      ".svg": () =>
        rayFanSvg({
          title: isEigen ? "Eigenrays" : "Rays",
          note: sentence(words),
          ...drawnWater(sea),
          receivers: isEigen ? [{ range_m: ray.receiverRanges_m[0]!, depth_m: ray.receiverDepths_m[0]! }] : [],
          rays: traced,
          profiles: profilesOf(sea),
        }),
    },
  };
}

/** The profiles of the sea, or some of them, from the first to the last in reach. */
function profilesOf({ ray, end_m }: SeaCase): DrawnProfile[] {
  const { ranges_m, depths_m, soundSpeeds_mps } = ray.sound;
  const inReach = Array.from(ranges_m.keys()).filter((k) => ranges_m[k]! <= end_m || k === 0);
  const every = Math.max(1, Math.ceil(inReach.length / MOST_PROFILES));
  return inReach
    .filter((k) => k % every === 0)
    .map((k) => ({
      words: ranges_m.length === 1 ? "" : `at ${short(ranges_m[k]!)} m`,
      depths_m,
      soundSpeeds_mps: soundSpeeds_mps.subarray(k * depths_m.length, (k + 1) * depths_m.length),
    }));
}
