/** thetis acoustics arrivals: the paths from a source to receivers. */
import { extname } from "node:path";
import { ARRIVAL, ARRIVAL_SIZE, type Arrivals, Eigenrays, type RayCase } from "../../../acoustics/index.ts";
import { log10 } from "../../../math/index.ts";
import { arrivalsSvg, hertz } from "../../../report/index.ts";
import { type Call, csvText, fixed, numberTable, type Result } from "./call.ts";
import { arrivalsText, environmentFiles } from "./environment-file.ts";
import { waiting } from "./progress.ts";
import { refuseDryReceivers, type SeaCase, seaCaseOf } from "./sea-case.ts";
import { sentence, short } from "./words.ts";

const USUAL = { rays: 2001, angle_deg: 80, ranges: 1, depths: 1 };
const MOST_ROWS = 40;
/** Files that hold every receiver. */
const WHOLE = [".csv", ".json", ".arr"];
const DEGREE = Math.PI / 180;

export interface Arrival {
  readonly delay_s: number;
  /** Pressure relative to that at 1 m, with the absorption of the water: 0 − loss of this path. */
  readonly level_dB: number;
  readonly phase_rad: number;
  readonly absorption_dB: number;
  readonly launch_rad: number;
  readonly arrival_rad: number;
  readonly surfaceBounces: number;
  readonly bottomBounces: number;
}

export interface ArrivalList {
  readonly sourceDepth_m: number;
  readonly range_m: number;
  readonly depth_m: number;
  readonly arrivals: readonly Arrival[];
}

export async function arrivals(call: Call): Promise<Result | null> {
  call.ending([".svg", ".csv", ".json", ".arr", ".env"]);
  const sea = await seaCaseOf(call, USUAL);
  if (sea === null) return null;
  refuseDryReceivers(call, sea);
  if (!call.isReady()) return null;
  const isWhole = call.isJson || WHOLE.includes(extname(call.flags.text("output") ?? "").toLowerCase());
  const found = arrivalsAt(isWhole ? sea.ray : firstReceiver(sea.ray));
  return resultOf(call, sea, found, found.map(listOf));
}

/** The arrivals at the first receiver of a case. */
export function firstArrivals({ ray }: SeaCase): ArrivalList {
  return listOf(arrivalsAt(firstReceiver(ray))[0]!);
}

/** The table and the picture are of one receiver: the others are not looked for. */
function firstReceiver(ray: RayCase): RayCase {
  return {
    ...ray,
    sourceDepths_m: ray.sourceDepths_m.subarray(0, 1),
    receiverDepths_m: ray.receiverDepths_m.subarray(0, 1),
    receiverRanges_m: ray.receiverRanges_m.subarray(0, 1),
  };
}

/** Source by source, range by range, depth by depth, with a bar for those who wait. */
function arrivalsAt(ray: RayCase): Arrivals[] {
  const { sourceDepths_m, receiverRanges_m, receiverDepths_m } = ray;
  const [ranges, depths] = [receiverRanges_m.length, receiverDepths_m.length];
  const eigenrays = new Eigenrays(ray);
  const all = sourceDepths_m.length * ranges * depths;
  return waiting(all, "receivers", (onReceiver) => {
    const found: Arrivals[] = [];
    for (const sourceDepth_m of sourceDepths_m) {
      const candidates: ReturnType<Eigenrays["candidates"]>[] = Array.from({ length: ranges * depths }, () => []);
      for (const one of eigenrays.candidates(sourceDepth_m)) candidates[one.range * depths + one.depth]!.push(one);
      candidates.forEach((of, k) => {
        found.push({
          sourceDepth_m,
          receiverDepth_m: receiverDepths_m[k % depths]!,
          receiverRange_m: receiverRanges_m[Math.floor(k / depths)]!,
          records: eigenrays.records(sourceDepth_m, of),
        });
        onReceiver(found.length);
      });
    }
    return found;
  });
}

function listOf({ sourceDepth_m, receiverDepth_m, receiverRange_m, records }: Arrivals): ArrivalList {
  const found: Arrival[] = [];
  for (let o = 0; o < records.length; o += ARRIVAL_SIZE) {
    const of = (field: keyof typeof ARRIVAL): number => records[o + ARRIVAL[field]]!;
    found.push({
      delay_s: of("delay_s"),
      level_dB: 20 * log10(of("amplitude")) - of("absorption_dB"),
      phase_rad: of("phase_rad"),
      absorption_dB: of("absorption_dB"),
      launch_rad: of("launch_rad"),
      arrival_rad: of("arrival_rad"),
      surfaceBounces: of("surfaceBounces"),
      bottomBounces: of("bottomBounces"),
    });
  }
  return { sourceDepth_m, range_m: receiverRange_m, depth_m: receiverDepth_m, arrivals: found };
}

function resultOf(call: Call, sea: SeaCase, found: readonly Arrivals[], lists: readonly ArrivalList[]): Result {
  const { ray } = sea;
  const first = lists[0]!;
  const receivers = ray.sourceDepths_m.length * ray.receiverRanges_m.length * ray.receiverDepths_m.length;
  const words = `${sea.words}; ${hertz(ray.frequency_Hz)}, from ${short(first.sourceDepth_m)} m to ${short(first.range_m)} m away, depth ${short(first.depth_m)} m`;
  const strongest = [...first.arrivals].sort((a, b) => b.level_dB - a.level_dB).slice(0, MOST_ROWS);
  const rows = strongest
    .sort((a, b) => a.delay_s - b.delay_s)
    .map((one) => [
      fixed(1000 * one.delay_s, 4),
      fixed(one.level_dB, 2),
      fixed(one.phase_rad / DEGREE, 1),
      fixed(one.launch_rad / DEGREE, 3),
      fixed(one.arrival_rad / DEGREE, 3),
      String(one.surfaceBounces),
      String(one.bottomBounces),
    ]);
  const heads = ["delay, ms", "level, dB", "phase, °", "launch, °", "arrival, °", "surface", "bottom"];
  const left = first.arrivals.length - rows.length;
  const notes = [
    ...(left > 0 ? [`${left} weaker ones are in --json and in files.`] : []),
    ...(receivers > 1 ? [`${receivers - 1} more receivers are in --json and in files.`] : []),
  ];
  return {
    text: `arrivals: ${words}\n\n${rows.length === 0 ? "  none" : numberTable(heads, rows)}${notes.length === 0 ? "" : `\n\n${notes.join(" ")}`}`,
    document: { sea: sea.words, frequency_Hz: ray.frequency_Hz, receivers: lists },
    formats: {
      ".csv": () =>
        csvText(
          [
            ...["sourceDepth_m", "range_m", "depth_m", "delay_s", "level_dB", "phase_rad", "launch_rad", "arrival_rad"],
            ...["surfaceBounces", "bottomBounces"],
          ],
          lists.flatMap((list) =>
            list.arrivals.map((one) => [
              ...[list.sourceDepth_m, list.range_m, list.depth_m, one.delay_s, one.level_dB, one.phase_rad],
              ...[one.launch_rad, one.arrival_rad, one.surfaceBounces, one.bottomBounces],
            ]),
          ),
        ),
      ".arr": () => arrivalsText(ray, found),
      ".env": (file) => environmentFiles(call, sea, "arrivals", file),
      ".svg": () => arrivalsSvg({ title: "Arrivals", note: sentence(words), arrivals: first.arrivals }),
    },
  };
}
