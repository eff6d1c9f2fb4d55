import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LEVEL_COLOURS } from "../colour-levels.ts";
import { arrivalsSvg } from "./arrivals.ts";
import { type Axis, frame, limitsOf, prefixed, shareOn, ticksOf } from "./axes.ts";
import { curvesSvg } from "./curves.ts";
import { lossFieldSvg, scaleOf } from "./loss-field.ts";
import { neededPoints } from "./needed-points.ts";
import { profileSvg } from "./profile.ts";
import { rayFanSvg } from "./ray-fan.ts";
import { LINE_COLOURS, textWidth } from "./svg.ts";

const WATER = {
  bottom: { ranges_m: [0, 500, 1000], depths_m: [100, 80, 100] },
  maxRange_m: 1000,
  sources_m: [30],
  receivers: [{ range_m: 900, depth_m: 50 }],
};
const PROFILE = { words: "", depths_m: [0, 100], soundSpeeds_mps: [1500, 1510] };

function words(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((m) => m[1]!);
}

test("lines have the colours of the report's page, light and dark", () => {
  const css = readFileSync(fileURLToPath(new URL("../page/theme.css", import.meta.url)), "utf8");
  LINE_COLOURS.forEach((pair, k) => {
    expect([...css.matchAll(new RegExp(`--line-${k}: (#\\w+);`, "g"))].map((m) => m[1])).toEqual([...pair]);
  });
});

test("ticks are round values inside the axis, and at most as many as asked for", () => {
  const at = (axis: Axis, most: number): number[] => ticksOf(axis, most).map((tick) => tick.at);
  expect(at({ label: "", from: 0, to: 1000 }, 5)).toEqual([0, 200, 400, 600, 800, 1000]);
  expect(at({ label: "", from: 0.31, to: 0.74 }, 5)).toEqual([0.4, 0.5, 0.6, 0.7]);
  expect(at({ label: "", from: 127, to: 0 }, 5)).toEqual([0, 50, 100]);
  expect(at({ label: "", from: 10, to: 1e5, isLog: true }, 6)).toEqual([10, 100, 1000, 1e4, 1e5]);
  expect(at({ label: "", from: 5000, to: 1e5, isLog: true }, 6)).toEqual([5000, 1e4, 2e4, 5e4, 1e5]);
  expect(at({ label: "", from: 1e-3, to: 1e6, isLog: true }, 5)).toEqual([1e-3, 0.1, 10, 1000, 1e5]);
  expect(ticksOf({ label: "", from: 1500, to: 1500.02 }, 2).map((tick) => tick.words)).toEqual([
    "1500",
    "1500.01",
    "1500.02",
  ]);
});

test("a logarithmic axis has each decade as long as the next; one from deep to shallow puts the deepest at 0", () => {
  expect(shareOn({ label: "", from: 10, to: 1e5, isLog: true }, 100)).toBeCloseTo(0.25, 12);
  expect(shareOn({ label: "", from: 100, to: 0 }, 100)).toBe(0);
  expect([prefixed(500), prefixed(20_000), prefixed(1.5e6)]).toEqual(["500", "20\u00a0k", "1.5\u00a0M"]);
  expect(limitsOf([5, 5, Number.NaN], 1)).toEqual([4, 6]);
  expect(limitsOf([], 1)).toEqual([0, 1]);
});

test.each([60, 150, 640])("labels along an axis of %d pixels do not touch, however long they are", (width) => {
  for (const [from, to] of [
    [0, 1],
    [1499.9, 1500.1],
    [-250_000, 1_250_000],
    [0.00012, 0.00034],
  ] as const) {
    const axis: Axis = { label: "x", from, to };
    const { behind } = frame(
      { left: 0, top: 0, width, height: 100 },
      axis,
      { label: "", from: 0, to: 1 },
      { isWithoutY: true },
    );
    const shown = [...behind.matchAll(/<text x="([-\d.]+)" y="118" text-anchor="middle">([^<]*)</g)];
    const spans = shown.map(
      ([, x, text]) => [Number(x) - textWidth(text!) / 2, Number(x) + textWidth(text!) / 2] as const,
    );
    spans.slice(1).forEach(([left], k) => {
      expect(left).toBeGreaterThan(spans[k]![1]);
    });
  }
});

test("a straight line needs its two ends, a turn its point, a gap stays; a curve stays within the tolerance", () => {
  expect(neededPoints([0, 1, 2, 3], [0, 1, 2, 3])).toEqual([0, 3]);
  expect(neededPoints([0, 1, 2, 3], [0, 5, 2, 3])).toEqual([0, 1, 2, 3]);
  expect(neededPoints([0, 1, Number.NaN, 3, 4, 5], [0, 0, 0, 0, 0, 0])).toEqual([0, 1, 2, 3, 5]);
  const xs = Array.from({ length: 2001 }, (_, k) => k / 4);
  const ys = xs.map((x) => 50 * Math.sin(x / 30));
  const kept = neededPoints(xs, ys, 0.25);
  expect(kept.length).toBeLessThan(120);
  let k = 0;
  xs.forEach((x, i) => {
    while (kept[k + 1]! < i) k++;
    const [a, b] = [kept[k]!, kept[k + 1] ?? kept[k]!];
    const straight = a === b ? ys[a]! : ys[a]! + ((ys[b]! - ys[a]!) * (x - xs[a]!)) / (xs[b]! - xs[a]!);
    // The distance across is larger than the nearest one by the slope of the line, at most 50/30.
    expect(Math.abs(ys[i]! - straight)).toBeLessThan(0.25 * Math.sqrt(1 + (50 / 30) ** 2) + 1e-9);
  });
});

test("little loss is bright, much is dark, no sound is as dark as the end of the scale, no water has no colour", () => {
  const ranges_m = [100, 200, 300, 400, 500];
  const losses_dB = [40, 60, 100, Number.POSITIVE_INFINITY, Number.NaN];
  const svg = lossFieldSvg({ title: "loss", note: "", ...WATER, ranges_m, depths_m: [10], losses_dB });
  const strips = [...svg.matchAll(/<path fill="(#\w+)" d="(M[^"]*)"/g)];
  const field = strips.slice(0, strips.length - LEVEL_COLOURS.length);
  const byLeft = field.flatMap(([, colour, d]) =>
    [...d!.matchAll(/M([\d.]+) [-\d.]+h([\d.]+)/g)].map((m) => ({ colour, left: Number(m[1]), width: Number(m[2]) })),
  );
  byLeft.sort((a, b) => a.left - b.left);
  // 60 dB lies 20/60 of the way from 40 to 100 (the largest known value and 5 dB more, but at most 60 dB in all), 8 of 24 levels from the
  // brightest. 100 dB and no sound at all are one strip.
  expect(byLeft.map(({ colour }) => LEVEL_COLOURS.indexOf(colour!))).toEqual([LEVEL_COLOURS.length - 1, 15, 0]);
  expect(byLeft[2]!.width).toBe(2 * byLeft[1]!.width);
  expect(words(svg)).toEqual(expect.arrayContaining(["≤ 40", "≥ 100", "loss (dB)", "range (m)", "depth (m)"]));
});

test("the scale of losses is in steps of 5 dB, neither too short nor too long, and there without any sound", () => {
  expect(scaleOf([61, 62, 63])).toEqual({ from_dB: 60, to_dB: 80 });
  expect(scaleOf([31, 350])).toEqual({ from_dB: 30, to_dB: 90 });
  expect(scaleOf([Number.POSITIVE_INFINITY])).toEqual({ from_dB: 40, to_dB: 100 });
});

test("a field of 1000 x 400 values that differ everywhere stays a file that a viewer opens", () => {
  const ranges_m = Array.from({ length: 1000 }, (_, k) => k + 1);
  const depths_m = Array.from({ length: 400 }, (_, k) => k / 4);
  let seed = 1;
  const losses_dB = Float64Array.from({ length: 400_000 }, () => {
    seed = (seed * 48271) % 2147483647;
    return 50 + (seed % 1000) / 20;
  });
  const svg = lossFieldSvg({ title: "loss", note: "", ...WATER, ranges_m, depths_m, losses_dB });
  expect(svg.length).toBeLessThan(2_000_000);
  expect(svg.match(/<path/g)!.length).toBeLessThan(100);
});

test("the fan tells rays by what they met, and counts them; depth grows downwards", () => {
  const ray = (surfaceBounces: number, bottomBounces: number) => ({
    ranges_m: [0, 500, 1000],
    depths_m: [30, 60, 10],
    surfaceBounces,
    bottomBounces,
  });
  const rays = [ray(0, 0), ray(1, 0), ray(2, 0), ray(0, 1), ray(3, 4)];
  const svg = rayFanSvg({ title: "fan", note: "5 rays.", ...WATER, rays, profiles: [PROFILE] });
  expect(words(svg)).toEqual(
    expect.arrayContaining(["met neither (1)", "met the surface (2)", "met the bottom (1)", "met both (1)"]),
  );
  expect(svg).toContain("times as long as range.");
  const [, d] = /class="curve thin line-5" d="([^"]*)"/.exec(svg)!;
  const ys = [...d!.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map((m) => Number(m[1]));
  expect(ys[1]).toBeGreaterThan(ys[0]!);
  expect(ys[2]).toBeLessThan(ys[0]!);
});

test("arrivals stand at their delays, coloured by their bounces; what is far weaker is counted, not drawn", () => {
  const of = (delay_s: number, level_dB: number, surfaceBounces: number, bottomBounces: number) => ({
    ...{ delay_s, level_dB, surfaceBounces, bottomBounces },
  });
  const arrivals = [of(0.66, -60, 0, 0), of(0.67, -65, 1, 0), of(0.7, -70, 4, 4), of(0.8, -200, 9, 9)];
  const svg = arrivalsSvg({ title: "arrivals", note: "", arrivals });
  expect(words(svg)).toEqual(expect.arrayContaining(["direct (1)", "1 bounce (1)", "5 or more bounces (1)"]));
  expect(svg).toContain("1 weaker arrivals are not drawn.");
  expect(svg.match(/class="stem line-/g)).toHaveLength(3);
  expect(arrivalsSvg({ title: "none", note: "", arrivals: [] })).toContain("<svg");
});

test("every drawing is well formed and inert, whatever its texts are", () => {
  const title = '<script>alert("1")</script> & ]]>';
  const axis: Axis = { label: title, from: 1, to: 10, isLog: true };
  const drawings = [
    rayFanSvg({ title, note: title, ...WATER, rays: [], profiles: [{ ...PROFILE, words: title }] }),
    lossFieldSvg({ title, note: title, ...WATER, ranges_m: [1], depths_m: [1], losses_dB: [50] }),
    arrivalsSvg({ title, note: title, arrivals: [] }),
    curvesSvg({
      ...{ title, note: title, x: axis, y: axis, curves: [{ words: title, xs: [1, 2, 3], ys: [1, Number.NaN, 3] }] },
      marks: [{ x: 9, y: 9, words: title }],
    }),
    profileSvg({
      ...{ title, note: title, depths_m: [0, 10], words: [title, title] },
      columns: [
        {
          label: title,
          least: 1,
          values: [
            [1, 2],
            [2, 3],
          ],
        },
      ],
    }),
  ];
  for (const svg of drawings) {
    expect(svg).not.toContain("<script");
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    // Every element is closed: open tags less those closed in themselves are as many as close tags.
    const open = svg.match(/<[a-z]/g)!.length;
    const closed = svg.match(/<\/[a-z]|\/>/g)!.length;
    expect(open).toBe(closed);
  }
});
