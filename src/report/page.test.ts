import { expect, test } from "vitest";
import { PLOT_LIBRARY } from "../../test/support/plot-library.ts";
import {
  divingVehicle,
  instants_s,
  sampleRun,
  seaVehicle,
  series,
  seriesOf,
  vehicleOf,
  withChannel,
} from "../../test/support/report-sample.ts";
import { SORTS } from "../../test/support/spans-sample.ts";
import { PAGE_ASSETS } from "./generated/page-assets.ts";
import type { ChannelData, ReportInput } from "./input.ts";
import { reportHtml } from "./page.ts";
import { sortsOf } from "./span-sorts.ts";

const vehicle = divingVehicle("auv", 120, 10);
const state = seriesOf(vehicle, "state");

/** The page without what is ours: scripts and styles. Texts of logs are all that is left, and the data. */
function withoutAssets(html: string): string {
  return html.replace(/<style>[\s\S]*?<\/style>/g, "").replace(/<script>[\s\S]*?<\/script>/g, "");
}

/** What was found, rather than a page of megabytes in the message of a failed test. */
function found(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((m) => m[0]);
}

test("the page loads nothing: no address in an attribute, a style, a script or an import", () => {
  const html = reportHtml({ title: "dive", runs: [sampleRun("a.mcap", [vehicle])] }, PLOT_LIBRARY);
  expect(found(withoutAssets(html), /\s(?:src|href(?!="#)|srcset|action|data|poster|style|on\w+)\s*=/gi)).toEqual([]);
  const loads =
    /url\(|@import|\bimport\s*\(|\bfetch\s*\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|<link|\.src\s*=/g;
  expect(found(html, loads)).toEqual([]);
  // Addresses that are left are the library's comment and the name space of drawings.
  expect([...new Set(found(html, /https?:\/\/[^\s"')]+/g))].sort()).toEqual([
    "http://www.w3.org/2000/svg",
    "https://github.com/leeoniya/uPlot",
  ]);
  expect(found(html, /default-src 'none'/g)).toHaveLength(1);
});

test("every text of a log is inert, wherever it stands", () => {
  const evil = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&`;
  const bad = vehicleOf(evil, {
    state,
    actuators: series(state.t_s, { [`${evil}_thrust_N`]: () => 1 }),
    [evil]: series(state.t_s, { [`${evil}Error_m`]: () => 1 }),
  });
  const strange: ChannelData = {
    declared: {
      ...{ topic: evil, group: evil, title: evil, plot: "lines", vehicle: evil, of: evil },
      fields: [{ name: "x", unit: evil, label: evil, quantity: evil }],
    },
    series: series(state.t_s, { x: () => 1 }),
  };
  const listed = { topic: evil, schema: evil, encoding: evil, messages: 1, span_s: null, note: evil };
  const run = sampleRun(evil, [{ ...bad, channels: [...bad.channels, strange] }], {
    ...{ others: [strange], listed: [listed] },
    ...{ scenario: evil, seed: evil, version: evil, overrides: [evil], doc: evil, losses: [evil] },
    events: [{ t_s: 1, level: evil, name: evil, message: evil }],
  });
  const html = reportHtml({ title: evil, runs: [run, { ...run, name: `2${evil}` }] }, PLOT_LIBRARY);
  const rest = withoutAssets(html);
  // Only the document's own data element is a script, and it holds no "<".
  expect(found(rest, /<script/g)).toHaveLength(1);
  expect(found(rest, /<script type="application\/json" id="report-data">[^<]*\\u003cimg[^<]*<\/script>/g)).toHaveLength(
    1,
  );
  expect(found(rest, /<img/g)).toEqual([]);
  expect(rest.includes("&lt;img src=x onerror=alert(2)&gt;&quot;&#39;&amp;")).toBe(true);
});

test("ten minutes at 50 Hz of one vehicle with five actuators stay below 3 MB, in a sea too", () => {
  const t_s = instants_s(600, 50);
  // Noise from a linear congruence: nothing that a constant or a repeated column could save.
  let word = 1;
  const noise = (): number => {
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
    return word / 2 ** 32;
  };
  const columns = (names: readonly string[]) => series(t_s, Object.fromEntries(names.map((name) => [name, noise])));
  const actuators = ["a", "b", "c", "d", "e"].flatMap((name) =>
    ["command_rad", "angle_rad", "speed_radps", "thrust_N", "power_W"].map((suffix) => `${name}_${suffix}`),
  );
  const noisy = vehicleOf("auv", {
    state: columns([...state.columns.keys()]),
    actuators: columns(actuators),
    pilot: columns([
      ...seriesOf(vehicle, "pilot").columns.keys(),
      "pitchSetpoint_rad",
      "speedError_mps",
      "crossTrack_m",
      "leg",
    ]),
  });
  const html = reportHtml({ title: "long", runs: [sampleRun("a.mcap", [noisy])] }, PLOT_LIBRARY);
  expect(html.length).toBeLessThan(3e6);
  const water = columns([...seriesOf(seaVehicle("auv", 1, 1), "water").columns.keys()]);
  const inSea = reportHtml(
    { title: "long", runs: [sampleRun("a.mcap", [withChannel(noisy, "water", water)])] },
    PLOT_LIBRARY,
  );
  expect(inSea.length).toBeLessThan(3e6);
  expect(html.includes("smallest and the largest value of every")).toBe(true);
});

test("tables say what was run, what came of it, what was lost, and how two runs differ", () => {
  const second = sampleRun("b.mcap", [divingVehicle("auv", 240, 10)], {
    seed: "2",
    overrides: ["vehicle.auv.depth_m=12"],
    losses: ["a chunk is damaged"],
  });
  const html = reportHtml({ title: "two", runs: [sampleRun("a.mcap", [vehicle]), second] }, PLOT_LIBRARY);
  expect(html.includes("<code>vehicle.auv.depth_m=12</code>")).toBe(true);
  expect(html.includes("Not everything could be read")).toBe(true);
  // 50 W for 120 s and 240 s are 6 kJ and 12 kJ.
  const row = (name: string): string => html.split("<tr>").find((tr) => tr.includes(`> ${name}</th>`)) ?? "";
  expect(row("a.mcap")).toContain("<td>6</td>");
  expect(row("b.mcap")).toContain("<td>12</td>");
  expect(row("b.mcap − a.mcap")).toContain("<td>+6</td>");
  expect(html.includes("constant for at least 60 s")).toBe(true);
});

test("a log without power, control, actuators or events says so and breaks nothing", () => {
  const bare = vehicleOf("buoy", { state });
  const html = reportHtml({ title: "bare", runs: [sampleRun("a.mcap", [bare], { events: [] })] }, PLOT_LIBRARY);
  for (const words of [
    "No power in this log.",
    "No actuators in this log.",
    "No control law in this log.",
    "No events",
  ])
    expect(html.includes(words)).toBe(true);
  const idle = withChannel(bare, "actuators", series(state.t_s, { t_power_W: () => 0, t_speed_radps: () => 90 }));
  const silent = reportHtml({ title: "idle", runs: [sampleRun("a.mcap", [idle])] }, PLOT_LIBRARY);
  expect(found(silent, /No power in this log\.|energy \(kJ\)/g)).toEqual(["No power in this log."]);
  const nothing: ReportInput = { title: "nothing", runs: [sampleRun("a.mcap", [], { events: [] })] };
  expect(found(reportHtml(nothing, PLOT_LIBRARY), /No vehicle in these logs\./g)).toHaveLength(1);
});

test("an asset that would end its own element is refused", () => {
  const run = { title: "t", runs: [sampleRun("a.mcap", [vehicle])] };
  expect(() => reportHtml(run, { ...PLOT_LIBRARY, script: 'const a = "</script>";' })).toThrow(/ends its element/);
});

/** WCAG 2.1, relative luminance and contrast ratio. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [r, g, blue] = [1, 3, 5].map((i) => {
      const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test.each([0, 1])(
  "colour scheme %i: text has a contrast of 4.5 to 1, lines and marks 3 to 1, and no two lines are equal",
  (k) => {
    const block = PAGE_ASSETS.documentStyle.split(":root").slice(1)[k === 0 ? 0 : 1]!;
    const sorts = sortsOf({} as ChannelData, SORTS).map((sort) => sort.colour);
    const colour = (name: string): string => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1] ?? "";
    for (const back of ["paper", "panel"]) {
      for (const text of ["ink", "soft", "accent", "level-debug", "level-info", "level-warning", "level-error"])
        expect([text, contrast(colour(text), colour(back)) >= 4.5]).toEqual([text, true]);
      for (const n of [...Array(10).keys(), "bottom", "surface", "invalid", "mixed", ...sorts])
        expect([n, contrast(colour(`line-${n}`), colour(back)) >= 3]).toEqual([n, true]);
    }
    expect(contrast(colour("alarm"), colour("alarm-back"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour("soft"), colour("head"))).toBeGreaterThanOrEqual(4.5);
    expect(new Set(["mixed", ...sorts].map((n) => colour(`line-${n}`))).size).toBe(sorts.length + 1);
    expect(new Set(Array.from({ length: 10 }, (_, n) => colour(`line-${n}`))).size).toBe(10);
  },
);
