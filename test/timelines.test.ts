/** A thing of a user's own that keeps a timeline, figures and a circle: from the run to the log, the summary, the export and the report. */
import { expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { PHASE, type Thing } from "../src/engine/index.ts";
import { Definitions, defineChildren, defineKind, defineModel } from "../src/library/index.ts";
import { asyncSource, exportCsv, openIndexedLog, openLog } from "../src/logging/index.ts";
import { reportHtml, reportInput } from "../src/report/index.ts";
import { displaySpans, spanGroups } from "../src/report/span-section.ts";
import { timelinesOf } from "../src/report/spans.ts";
import { tracksOf } from "../src/report/tracks.ts";
import { loadScenario, shippedDefinitions } from "../src/scenario/index.ts";
import { PLOT_LIBRARY } from "./support/plot-library.ts";
import { logApart, readerOver, runToEnd } from "./support/scenarios.ts";

/** Calls for 2 s at 0, 10, 20 … s; those with an odd number are lost, and last half a second. */
const caller = defineKind()({ kind: "caller", doc: "calls", id: "optional", simulator: "communications", params: {} });
const model = defineModel(caller, {
  model: "plain",
  doc: "calls",
  default: true,
  reads: [],
  channels: [
    {
      ...{ name: "", plot: "timeline", title: "Caller", about: { losses: "lost" } },
      fields: [{ name: "begin_s" }, { name: "end_s" }, { name: "sort", words: ["calls", "lost"] }, { name: "number" }],
    },
  ],
  figures: [
    { name: "calls", doc: "calls made" },
    { name: "lostCalls", doc: "calls lost" },
    { name: "calling_s", doc: "time spent calling" },
    { name: "never", doc: "stays 0" },
  ],
  create: (): Thing<void> => ({
    scenery: [{ name: "", role: "range", label: "range 300 m", drawn: { shape: "circle", radius: 300 } }],
    join(site) {
      const [calls, lost, calling] = ["calls", "lostCalls", "calling_s"].map((name) => site.figure(name));
      site.figure("never");
      const channel = site.channel("");
      const row = new Float64Array(4);
      const ends = site.actor("ends", ({ now_ns, reals }, number) => {
        const isLost = number % 2;
        row.set([10 * number, now_ns / 1e9, isLost, number]);
        channel.write(now_ns, row, 0);
        reals[calls!]! += 1;
        reals[lost!]! += isLost;
        reals[calling!]! += row[1]! - row[0]!;
      });
      for (let number = 0; number < 5; number++)
        site.at((10 * number + (number % 2 === 0 ? 2 : 0.5)) * 1e9, PHASE.deliver, ends, number);
    },
  }),
} as never);

const { definitions, diagnostics } = Definitions.create([
  ...shippedDefinitions,
  caller,
  model,
  defineChildren("vehicle", { caller: { doc: "calls" } }),
] as never);
const text = `<scenario id="s" duration_s="50"><vehicle id="a" length_m="2"><caller id="horn"/></vehicle>
<vehicle id="b" length_m="2" position_m="0 100 0"><caller id="horn"/></vehicle></scenario>`;
const { scenario } = loadScenario(definitions, readerOver({ "test.xml": text }), "test.xml");
const { run, log: bytes } = runToEnd(scenario!);
const source = { size: bytes.length, read: (from: number, length: number) => bytes.subarray(from, from + length) };

test("its definition is sound, and the log is the same with each simulator apart", () => {
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(Buffer.from(logApart(scenario!)).equals(bytes)).toBe(true);
});

test("figures: five calls of which two are lost, 3 · 2 s + 2 · 0.5 s = 7 s", () => {
  const counted = { calls: 5, lostCalls: 2, calling_s: 7, never: 0 };
  expect([...run.figures()]).toEqual([
    ["a/horn", counted],
    ["b/horn", counted],
  ]);
});

test("the export has the words beside the numbers", () => {
  const lines = [...exportCsv(openLog(source, null), "/a/horn")].join("").split("\r\n");
  expect(lines.slice(0, 3)).toEqual([
    "t_ns,t_s,begin_s,end_s,sort,number,sort_word",
    "2000000000,2,0,2,0,0,calls",
    "10500000000,10.5,10,10.5,1,1,lost",
  ]);
});

test("the report has a row for each, its losses apart, the totals by hand, and a circle that goes along", async () => {
  const log = await openIndexedLog(asyncSource(source), null);
  const input = await reportInput([{ file: "a.mcap", name: "a.mcap", log }]);
  const tracks = tracksOf(input);
  const groups = spanGroups(timelinesOf(input, tracks));
  const [display] = displaySpans(groups, [0, 50]);
  expect(display!.rows.map(({ label, lanes }) => [label, ...lanes.map(({ pieces }) => pieces)])).toEqual([
    ["a", 3, 2],
    ["b", 3, 2],
  ]);
  const html = reportHtml(input, PLOT_LIBRARY);
  expect(html.match(/<h2 id="spans-0-title">Communications<\/h2>/g)).toHaveLength(1);
  // 6 of 50 s, 1 of 50 s.
  expect(html).toContain("<td>3 <small>12 %</small></td><td>2 <small>2 %</small></td>");
  const data = JSON.parse(/id="report-data">(.*?)<\/script>/.exec(html)![1]!);
  expect(data.scenery).toEqual(
    [0, 1].map((track) => ({ role: "range", label: "range 300 m", tracks: [track], lines: [], around: 300 })),
  );
});
