/** Timelines: what is read of rows, what gets into the page, and what cannot be a span. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLOT_LIBRARY } from "../../test/support/plot-library.ts";
import { sampleRun } from "../../test/support/report-sample.ts";
import { network, SORTS, type SpanRow, spanChannel, standing } from "../../test/support/spans-sample.ts";
import type { ChannelData, ReportInput, RunData } from "./input.ts";
import { decodedLane, spansAt } from "./page/span-lanes.ts";
import { reportHtml } from "./page.ts";
import { displayTimelines } from "./span-display.ts";
import { displaySpans, spanGroups } from "./span-section.ts";
import { spansOf, timelinesOf } from "./spans.ts";
import { tracksOf } from "./tracks.ts";

const [BEGIN, END] = [0, 100];

function runOf(...channels: readonly ChannelData[]): RunData {
  const vehicle = standing("auv", 0, 0, END);
  return sampleRun("a.mcap", [{ ...vehicle, channels: [...vehicle.channels, ...channels] }], { duration_s: END });
}
const inputOf = (run: RunData): ReportInput => ({ title: "t", runs: [run] });
const groupsOf = (run: RunData) => spanGroups(timelinesOf(inputOf(run), tracksOf(inputOf(run))));
const pageOf = (run: RunData): string =>
  reportHtml(inputOf(run), PLOT_LIBRARY).replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");

const ROWS: readonly SpanRow[] = [
  { begin_s: 3, end_s: 4, sort: "received", other: 7, number: 2, level_dB: 101.25, delay_s: 0.5 },
  { begin_s: 1, end_s: 5, sort: "sending", other: -1, number: 1 },
  { begin_s: 4.5, end_s: 4.5, sort: "queue full", other: 7 },
];

test("rows stand in the order in which they end; spans are in that in which they begin", () => {
  const { begin_s, code, rows, malformed } = spansOf(spanChannel("auv", "modem", ROWS));
  expect([[...begin_s], [...code].map((k) => SORTS[k]), [...rows], malformed]).toEqual([
    [1, 3, 4.5],
    ["sending", "received", "queue full"],
    [1, 0, 2],
    0,
  ]);
});

test("rows in any order are sorted, also where all of them are far from their places", () => {
  const rows = Array.from({ length: 5000 }, (_, k) => ({ begin_s: 5000 - k, end_s: 5001 - k, sort: "noise" }) as const);
  const { begin_s } = spansOf(spanChannel("auv", "modem", rows));
  expect([...begin_s]).toEqual(Array.from({ length: 5000 }, (_, k) => k + 1));
});

test("times that are not numbers and ends before begins are left out and counted; sorts without a word are unknown ones", () => {
  const bad = [
    [Number.NaN, 1],
    [1, Number.NaN],
    [2, 1],
    [0, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, 0],
    [1, 1e300],
  ].map(([begin_s, end_s]) => ({ begin_s: begin_s!, end_s: end_s!, sort: "noise" }) as const);
  const strange = [-1, SORTS.length, 0.5, Number.NaN, 1e300].map((sort) => ({ begin_s: 1, end_s: 2, sort }));
  const { sorts, code, malformed } = spansOf(spanChannel("auv", "modem", [...bad, ...strange]));
  expect(malformed).toBe(6);
  expect([...code].map((k) => sorts[k]!.word)).toEqual(strange.map(() => "unknown sort"));
  const html = pageOf(runOf(spanChannel("auv", "modem", [...bad, ...strange])));
  expect(html).toContain("6 rows are left out: their times are not those of a run, or they end before they begin.");
});

test("any rows at all make a page, and what the page decodes is what was there", () => {
  const number = fc.oneof(fc.double(), fc.double({ min: -10, max: 150, noNaN: true }), fc.constant(Number.NaN));
  const row = fc.record({ begin_s: number, end_s: number, sort: fc.oneof(fc.nat(20), number), other: number, number });
  const about = fc.constantFrom<Record<string, string>>({}, { address: "3" }, { address: "x" }, { losses: "sending" });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), about, (rows, words) => {
      const run = runOf(spanChannel("auv", "modem", rows, words), spanChannel("auv", "other", rows, { address: "4" }));
      const sound = rows.filter(({ begin_s, end_s }) => end_s >= begin_s && begin_s > -9e6 && end_s < 9e6);
      const [display] = displaySpans(groupsOf(run), [BEGIN, END]);
      for (const { lanes } of display!.rows) {
        const decoded = lanes.map((lane) => decodedLane(lane, display!.unit_s));
        expect(decoded.reduce((sum, { code }) => sum + code.length, 0)).toBe(sound.length);
        for (const lane of decoded) for (const k of lane.code) expect(display!.sorts[k]).toBeDefined();
      }
      expect(pageOf(run)).toContain("Communications over time");
    }),
    { seed: 18, numRuns: 60 },
  );
});

test("under the pointer: the spans of the instant with their numbers, or else what is near, or else that it is idle", () => {
  const rows: SpanRow[] = [...ROWS];
  const other = spanChannel("auv", "second", [], { address: "7" });
  const run = runOf(spanChannel("auv", "modem", rows, { address: "5" }), other);
  const [display] = displaySpans(groupsOf(run), [BEGIN, END]);
  const [row] = display!.rows;
  const lanes = row!.lanes.map((lane) => decodedLane(lane, display!.unit_s));
  const at = (t_s: number) => spansAt(row!, lanes, display!, t_s, 0.1);
  expect(at(3.5)).toEqual([
    "auv: modem",
    "sending, 1.00 … 5.00\u202fs, other −1, number 1",
    "received, 3.000 … 4.000\u202fs, other 7 (auv: second), number 2, level 101.25\u202fdB, delay 0.5\u202fs",
  ]);
  expect(at(5.05)).toEqual(["auv: modem", "sending, 1.00 … 5.00\u202fs, other −1, number 1"]);
  expect(at(50)).toEqual(["auv: modem", "idle"]);
});

test("a thing that is not a modem is a timeline too: its words in colours of lines, its losses where it says which they are", () => {
  const channel: ChannelData = {
    declared: {
      ...{ topic: "/auv/pump", plot: "timeline", group: "sensors", title: "Pump", vehicle: "auv", of: "auv/pump" },
      fields: [
        { name: "end_s", unit: "s" },
        { name: "begin_s", unit: "s" },
        { name: "what", unit: "", words: ["pumps", "blocked"] },
      ],
    },
    series: {
      t_s: Float64Array.of(2, 4),
      columns: new Map([
        ["begin_s", Float64Array.of(1, 3)],
        ["end_s", Float64Array.of(2, 4)],
        ["what", Float64Array.of(0, 1)],
      ]),
    },
    about: { losses: "blocked" },
  };
  const [display] = displaySpans(groupsOf(runOf(channel)), [BEGIN, END]);
  expect(display!.sorts).toEqual([
    { word: "pumps", lost: false, colour: 0 },
    { word: "blocked", lost: true, colour: 1 },
    { word: "mixed", lost: false, colour: "mixed" },
  ]);
  const html = pageOf(runOf(channel));
  expect(html).toContain(">Pump</h2>");
  expect(html).not.toContain("Share of frames");
});

test("texts of a log are inert in the figure, the matrix and the table", () => {
  const evil = `</script><img src=x onerror=alert(1)>"'&`;
  const base = spanChannel("auv", evil, ROWS, { address: "1", medium: evil });
  const fields = base.declared.fields.map((field) =>
    field.words ? { ...field, words: [evil, ...field.words.slice(1)] } : field,
  );
  const bad = { ...base, declared: { ...base.declared, title: evil, group: evil, fields } };
  const html = pageOf(runOf(bad, spanChannel("auv", `2${evil}`, ROWS, { address: "7", medium: evil })));
  expect(html.match(/<img/g)).toBeNull();
  expect(html.match(/<script/g)).toHaveLength(1);
});

test("50 nodes of a day with 360,000 spans: no span is lost, each stays below 1.5 MB of page, and short ones are merged", () => {
  const run = network(50, 86_400, 600);
  const groups = groupsOf(run);
  const total = groups[0]!.timelines.reduce((sum, { code }) => sum + code.length, 0);
  expect(total).toBe(360_000);
  const [display] = displaySpans(groups, [BEGIN, 86_400]);
  expect(display!.merged_s).toBeGreaterThan(0);
  const lanes = display!.rows.flatMap((row) => row.lanes);
  expect(lanes.reduce((sum, { pieces }) => sum + pieces, 0)).toBeLessThanOrEqual(100_000);
  const decoded = lanes.map((lane) => decodedLane(lane, display!.unit_s));
  expect(decoded.reduce((sum, { count }) => sum + count.reduce((a, b) => a + b, 0), 0)).toBe(total);
  expect(reportHtml(inputOf(run), PLOT_LIBRARY).length).toBeLessThan(1_500_000);
});

test("a figure without spans is empty, and more rows than are drawn are counted", () => {
  expect(displayTimelines(new Map([["a", []]]), [0, 1], () => ({}))).toMatchObject([{ rows: [], merged_s: 0 }]);
  const many = Array.from({ length: 130 }, (_, k) => spanChannel("auv", `m${k}`, ROWS.slice(0, 1)));
  expect(pageOf(runOf(...many))).toContain("10 further channels are in the table only: at most 120 are drawn.");
});
