/** thetis acoustics arrivals: the paths from a source to receivers. */
import { ARRIVAL, ARRIVAL_SIZE, type Arrivals, arrivals as arrivalsAt } from "../../../acoustics/index.ts";
import { log10 } from "../../../math/index.ts";
import { arrivalsSvg, hertz } from "../../../report/index.ts";
import { type Call, csvText, fixed, numberTable, type Result } from "./call.ts";
import { arrivalsText, environmentFiles } from "./environment-file.ts";
import { sentence } from "./loss.ts";
import { refuseDryReceivers, type SeaCase, seaCaseOf, short } from "./sea-case.ts";

const USUAL = { rays: 2001, angle_deg: 80, ranges: 1, depths: 1 };
const MOST_ROWS = 40;
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
  const found = arrivalsAt(sea.ray);
  return resultOf(call, sea, found, found.map(listOf));
}

/** The arrivals at every receiver of a case. */
export function arrivalLists(sea: SeaCase): ArrivalList[] {
  return arrivalsAt(sea.ray).map(listOf);
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
    ...(lists.length > 1 ? [`${lists.length - 1} more receivers are in --json and in files.`] : []),
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
