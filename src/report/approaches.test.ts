import { expect, test } from "vitest";
import { approachesOf, approachFigures } from "./approaches.ts";
import type { ChannelData, RunData } from "./input.ts";

const DEG = Math.PI / 180;

interface Row {
  readonly t_s: number;
  readonly vehicle?: number;
  readonly outcome: number;
  readonly refusal?: number;
  readonly offset_m: number;
  readonly angle_deg: number;
}

function channelOf(rows: readonly Row[], about: Readonly<Record<string, string>> = {}, of = "dock/clasp"): ChannelData {
  const column = (value: (row: Row) => number): Float64Array => Float64Array.from(rows, value);
  const columns = new Map([
    ["vehicle", column(({ vehicle = 0 }) => vehicle)],
    ["outcome", column(({ outcome }) => outcome)],
    ["refusal", column(({ refusal = 0 }) => refusal)],
    ["offset_m", column(({ offset_m }) => offset_m)],
    ["outward_rad", column(({ angle_deg }) => angle_deg * DEG)],
    ["speed_mps", column(() => 0.5)],
  ]);
  const window = { offset_m: "0.05", angle_rad: String(10 * DEG), speed_mps: "1", gate_m: "1.25" };
  return {
    declared: { topic: `/${of}`, of, plot: "approaches", group: "latch", fields: [] },
    series: { t_s: column(({ t_s }) => t_s), columns },
    about: { vehicles: "auv fellow", ...window, ...about },
  };
}

function runOf(...channels: readonly ChannelData[]): RunData {
  return { vehicles: [{ name: "dock", channels }] } as unknown as RunData;
}

/** Comes to the gate and is caught; comes and passes the latch; and does not come to it; the first comes again and is caught behind the plane. */
const ROWS: readonly Row[] = [
  { t_s: 1, outcome: 0, offset_m: 0.3, angle_deg: -20 },
  { t_s: 2, vehicle: 1, outcome: 0, offset_m: 0.4, angle_deg: 5 },
  { t_s: 3, outcome: 1, offset_m: 0.02, angle_deg: 4 },
  { t_s: 4, vehicle: 1, outcome: 2, refusal: 1 + 4, offset_m: 0.2, angle_deg: 5 },
  { t_s: 5, vehicle: 1, outcome: 0, offset_m: 0.5, angle_deg: 0 },
  { t_s: 6, outcome: 0, offset_m: 0.1, angle_deg: 0 },
  { t_s: 7, outcome: 2, refusal: 2, offset_m: 0.04, angle_deg: 12 },
  { t_s: 8, outcome: 1, offset_m: 0.03, angle_deg: 8 },
];

test("lines of the log become approaches: what came to the gate, where it was at the latch, and what became of it", () => {
  const read = approachesOf(channelOf(ROWS)).map(({ vehicle, t_s, gate, latchAt, caught, refusal }) => [
    ...[vehicle, t_s, gate?.offset_m ?? null, latchAt?.offset_m ?? null, caught, refusal],
  ]);
  expect(read).toEqual([
    ["auv", 1, 0.3, 0.02, true, 0],
    ["fellow", 2, 0.4, 0.2, false, 5],
    ["fellow", 5, 0.5, null, false, 0],
    ["auv", 6, 0.1, 0.03, true, 2],
  ]);
});

test("without a gate, an approach begins at the plane: refused twice, it is two; caught behind it, it is the second", () => {
  const rows = [
    { t_s: 1, outcome: 2, refusal: 4, offset_m: 0.01, angle_deg: 0 },
    { t_s: 5, outcome: 2, refusal: 2, offset_m: 0.02, angle_deg: 12 },
    { t_s: 6, outcome: 1, offset_m: 0.03, angle_deg: 9 },
  ];
  const read = approachesOf(channelOf(rows, { gate_m: "0" }));
  expect(read.map(({ caught, refusal }) => [caught, refusal])).toEqual([
    [false, 4],
    [true, 2],
  ]);
  expect(approachFigures(runOf(channelOf(rows, { gate_m: "0" })))).not.toContain("At the gate");
});

test("marks stand where offset and angle say, the window around the axis, and the legend counts", () => {
  const html = approachFigures(runOf(channelOf(ROWS)));
  const [gate, latch] = html.match(/<svg viewBox="0 0 360[\s\S]*?<\/svg>/g)!;
  const numbers = (text: string, pattern: RegExp): number[] => pattern.exec(text)!.slice(1).map(Number);
  // Axes from grid lines with their numbers: pixels per metre and per degree, by two lines each.
  const across = [...gate!.matchAll(/<path d="M([\d.]+) 12V240"\/><text[^>]*>([\d.]+)</g)].map(([, x, v]) => [
    +x!,
    +v!,
  ]);
  const [x0, v0] = across[0]!;
  const [x1, v1] = across.at(-1)!;
  const metre = (x1! - x0!) / (v1! - v0!);
  const up = [...gate!.matchAll(/<path d="M46 ([\d.]+)H348"\/><text[^>]*>([−\d.]+)</g)].map(([, y, v]) => [
    +y!,
    Number(v!.replace("−", "-")),
  ]);
  const [low, high] = [up.find(([, v]) => v! < 0)!, up.find(([, v]) => v! > 0)!];
  const degree = (high[0]! - low[0]!) / (high[1]! - low[1]!);
  expect(degree).toBeLessThan(0);
  const [cx, cy] = numbers(gate!, /<circle class="caught" cx="([\d.]+)" cy="([\d.]+)"/);
  // Drawn to a tenth of a pixel, at both ends of what is compared.
  expect(Math.abs(cx! - (x0! + metre * 0.3))).toBeLessThan(0.3);
  expect(Math.abs(cy! - (low[0]! + degree * (-20 - low[1]!)))).toBeLessThan(0.3);
  expect(gate!.match(/class="(caught|refused|lost)"/g)).toHaveLength(4);
  expect(latch!.match(/class="(caught|refused|lost)"/g)).toHaveLength(3);
  // The window: from the axis to its offset, as high as twice its angle. Of the latch's drawing the farthest is 0.2 m, at 1.08 of that its end.
  const [left, , width, height] = numbers(
    latch!,
    /class="window" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/,
  );
  expect(left).toBe(46);
  expect(Math.abs(width! - (302 * 0.05) / (0.2 * 1.08))).toBeLessThan(0.2);
  // The largest angle there is the window's own, 10°.
  expect(Math.abs(height! - 228 / 1.08)).toBeLessThan(0.2);
  expect(html).toMatch(/2 caught.*1 passed the latch: 1 too far off the axis, 1 too fast.*1 did not come to the latch/);
  expect(html).toContain("<title>fellow at dock/clasp, 2 s, 0.5 m/s: too far off the axis, too fast</title>");
});

test("latches with one window share their drawings, others have their own; texts are escaped, nonsense is left out", () => {
  const html = approachFigures(
    runOf(
      channelOf(ROWS),
      channelOf(ROWS, {}, "quay/clasp"),
      channelOf(ROWS, { offset_m: "0.1", vehicles: "<b> &" }, "pier/clasp"),
      channelOf(ROWS, { offset_m: "wide" }, "nonsense/clasp"),
    ),
  );
  expect(html.match(/<figure/g)).toHaveLength(2);
  expect(html).toContain("2 latches, dock/clasp to quay/clasp");
  expect(html).toContain("4 caught");
  expect(html).toContain("&lt;b&gt;");
  expect(html).not.toContain("<b>");
  expect(html).not.toContain("nonsense");
  const broken = channelOf([{ t_s: 1, outcome: 1, offset_m: Number.NaN, angle_deg: 1 }]);
  expect(approachesOf(broken)).toEqual([]);
  expect(approachFigures(runOf(broken))).toContain("0 caught");
});
