/** thetis acoustics tl: transmission loss on a grid of receivers. */
import { type LossField, SILENT_DB, transmissionLoss } from "../../../acoustics/index.ts";
import { curvesSvg, hertz, limitsOf, lossFieldSvg } from "../../../report/index.ts";
import { type Call, csvText, finite, fixed, numberTable, type Result } from "./call.ts";
import { drawnWater } from "./drawn-water.ts";
import { environmentFiles, lossBytes } from "./environment-file.ts";
import { waiting } from "./progress.ts";
import { isInWater, type SeaCase, seaCaseOf } from "./sea-case.ts";
import { sentence, short } from "./words.ts";

const USUAL = { rays: 2001, angle_deg: 80, ranges: 200, depths: 100 };
/** Of the table that is printed. */
const MOST = { rows: 20, columns: 6 } as const;
/** So many depths are curves; more are a field. */
const MOST_CURVES = 6;

export async function loss(call: Call): Promise<Result | null> {
  call.ending([".svg", ".csv", ".json", ".shd", ".env"]);
  const sea = await seaCaseOf(call, USUAL);
  if (sea === null || !call.isReady()) return null;
  const { ray, sum } = sea;
  const fields = waiting(ray.fan.count * ray.sourceDepths_m.length, "rays", (onRay) =>
    transmissionLoss(ray, sum, ray.beam, onRay),
  );
  return resultOf(call, sea, fields);
}

function resultOf(call: Call, sea: SeaCase, fields: readonly LossField[]): Result {
  const { ray, sum } = sea;
  const ranges = Array.from(ray.receiverRanges_m);
  const depths = Array.from(ray.receiverDepths_m);
  // Depth after depth, as pictures and people have it; infinite where nothing comes, not a number where there is no water.
  const tables = fields.map((field) =>
    depths.map((depth_m, d) => ranges.map((range_m, r) => lossAt(sea, field, range_m, r, depth_m, d))),
  );
  const first = tables[0]!;
  const words = `${sea.words}; ${hertz(ray.frequency_Hz)}, source at ${short(ray.sourceDepths_m[0]!)} m${fields.length > 1 ? `, the first of ${fields.length}` : ""}, ${sum} sum of ${ray.fan.count} rays`;
  const rows = thinned(ranges.length, MOST.rows);
  const columns = thinned(depths.length, MOST.columns);
  const heads = ["range, m", ...columns.map((d) => `at ${short(depths[d]!)} m`)];
  const shown = rows.map((r) => [short(ranges[r]!), ...columns.map((d) => fixed(first[d]![r]!, 1))]);
  const part = rows.length < ranges.length || columns.length < depths.length;
  const size = `${ranges.length} range${ranges.length === 1 ? "" : "s"} and ${depths.length} depth${depths.length === 1 ? "" : "s"}`;
  return {
    text: `transmission loss, dB: ${words}\n\n${numberTable(heads, shown)}${part ? `\n\nOf ${size}; --output has all.` : ""}`,
    document: {
      sea: sea.words,
      frequency_Hz: ray.frequency_Hz,
      sum,
      beam: ray.beam,
      rays: ray.fan.count,
      ranges_m: ranges,
      depths_m: depths,
      fields: fields.map(({ sourceDepth_m }, k) => ({
        sourceDepth_m,
        /** Depth after depth. */
        loss_dB: tables[k]!.map((row) => row.map(finite)),
      })),
    },
    formats: {
      ".csv": () =>
        csvText(
          ["sourceDepth_m", "range_m", "depth_m", "loss_dB"],
          fields.flatMap(({ sourceDepth_m }, k) =>
            depths.flatMap((depth_m, d) =>
              ranges.map((range_m, r) => [sourceDepth_m, range_m, depth_m, round(tables[k]![d]![r]!)]),
            ),
          ),
        ),
      ".shd": () => lossBytes(ray, fields, words),
      ".env": (file) => environmentFiles(call, sea, sum, file),
      ".svg": () => (depths.length <= MOST_CURVES ? curves(sea, words, first) : field(sea, words, first)),
    },
  };
}

function lossAt(
  { ray }: SeaCase,
  { loss_dB }: LossField,
  range_m: number,
  r: number,
  depth_m: number,
  d: number,
): number {
  if (!isInWater(ray, range_m, depth_m)) return Number.NaN;
  const value = loss_dB[r * ray.receiverDepths_m.length + d]!;
  return value >= SILENT_DB ? Number.POSITIVE_INFINITY : value;
}

function field(sea: SeaCase, words: string, losses: readonly (readonly number[])[]): string {
  const { ray } = sea;
  return lossFieldSvg({
    title: "Transmission loss",
    note: sentence(words),
    ...drawnWater(sea),
    maxRange_m: ray.receiverRanges_m.at(-1)!,
    receivers: sea.target === null ? [] : [sea.target],
    ranges_m: ray.receiverRanges_m,
    depths_m: ray.receiverDepths_m,
    losses_dB: overGround(losses).flat(),
  });
}

/** Values at the bottom go on below it: the ground is drawn over them, and cuts them off where it is. */
function overGround(losses: readonly (readonly number[])[]): number[][] {
  const filled: number[][] = [];
  for (const row of losses)
    filled.push(row.map((value, r) => (Number.isNaN(value) ? (filled.at(-1)?.[r] ?? value) : value)));
  return filled;
}

/** One for each depth; little loss above, as it is louder. */
function curves({ ray }: SeaCase, words: string, losses: readonly (readonly number[])[]): string {
  const ranges = Array.from(ray.receiverRanges_m);
  const [low, high] = limitsOf(losses.flat(), 3);
  return curvesSvg({
    title: "Transmission loss",
    note: sentence(words),
    x: { label: "range (m)", from: 0, to: ranges.at(-1)! },
    y: { label: "loss (dB)", from: high, to: low },
    curves: losses.map((ys, d) => ({ words: `at ${short(ray.receiverDepths_m[d]!)} m`, xs: ranges, ys })),
    marks:
      ranges.length === 1
        ? losses.map((ys, d) => ({
            x: ranges[0]!,
            y: ys[0]!,
            words: `${fixed(ys[0]!, 1)} dB at ${short(ray.receiverDepths_m[d]!)} m`,
          }))
        : [],
  });
}

/** Indices of at most so many of a list, evenly, the last among them. */
export function thinned(length: number, most: number): number[] {
  const count = Math.min(length, most);
  return Array.from({ length: count }, (_, k) => Math.floor(((k + 1) * length) / count) - 1);
}

function round(value: number): number {
  return Math.round(1e4 * value) / 1e4;
}
