/** Links and totals against counts by hand. */
import { expect, test } from "vitest";
import { sampleRun } from "../../test/support/report-sample.ts";
import { type SpanRow, spanChannel, standing } from "../../test/support/spans-sample.ts";
import type { VehicleData } from "./input.ts";
import { type Link, linksOf, lostOf } from "./links.ts";
import { totalsOf } from "./span-totals.ts";
import { type Timeline, timelinesOf } from "./spans.ts";
import { tracksOf } from "./tracks.ts";

/** Node k has the address k; each row is a second long. */
function timelines(rows: readonly (readonly Omit<SpanRow, "end_s">[])[], media: readonly string[] = []): Timeline[] {
  const vehicles = rows.map((own, k): VehicleData => {
    const vehicle = standing(`n${k}`, 0, 0, 100);
    const about = { address: String(k), medium: media[k] ?? "sound" };
    const spans = own.map((row) => ({ ...row, end_s: row.begin_s + 1 }));
    return { ...vehicle, channels: [...vehicle.channels, spanChannel(`n${k}`, "modem", spans, about)] };
  });
  const input = { title: "", runs: [sampleRun("a", vehicles, { duration_s: 100 })] };
  return timelinesOf(input, tracksOf(input));
}

const counts = (link: Link | null) => link && { ...link, lost: Object.fromEntries(link.lost) };

test("of five frames to it one is received, one collides and one drowns in noise; those for another do not count: 1 of 3", () => {
  const sending = [1, 1, -1, 2, 2].map(
    (other, number) => ({ begin_s: 10 * number, sort: "sending", other, number }) as const,
  );
  const at1 = (["received", "collision", "noise", "not for me", "collision"] as const).map(
    (sort, number) => ({ begin_s: 10 * number + 2, sort, other: 0, number, delay_s: 2 }) as const,
  );
  const [links] = linksOf(timelines([sending, at1, []]));
  const link = links!.between(0, 1)!;
  expect(counts(link)).toEqual({
    received: 1,
    heard: 1,
    lost: { collision: 1, noise: 1 },
    lostForOthers: 1,
    unnoticed: 0,
  });
  expect(link.received / (link.received + lostOf(link))).toBe(1 / 3);
  expect(links!.between(1, 0)).toBeNull();
});

test("frames for one node that left no row there are counted apart, those for all and those that it lost or received are not", () => {
  const sending = [1, 1, 1, -1, 2, 2].map(
    (other, number) => ({ begin_s: 10 * number, sort: "sending", other, number }) as const,
  );
  const at1 = (["received", "out of range"] as const).map(
    (sort, number) => ({ begin_s: 10 * number + 2, sort, other: 0, number, delay_s: 2 }) as const,
  );
  const [links] = linksOf(timelines([sending, at1, []]));
  expect(links!.between(0, 1)).toMatchObject({ received: 1, unnoticed: 1 });
  expect(counts(links!.between(0, 2))).toEqual({ received: 0, heard: 0, lost: {}, lostForOthers: 0, unnoticed: 2 });
  expect(links!.between(1, 0)).toBeNull();
});

test("a number that is used again belongs to the frame that was sent last before it", () => {
  const sending = [
    { begin_s: 0, sort: "sending", other: 1, number: 0 },
    { begin_s: 50, sort: "sending", other: 2, number: 0 },
  ] as const;
  const lost = [2, 52].map((begin_s) => ({ begin_s, sort: "noise", other: 0, number: 0 }) as const);
  const [links] = linksOf(timelines([sending, lost, lost]));
  expect([1, 2].map((to) => [lostOf(links!.between(0, to)!), links!.between(0, to)!.lostForOthers])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test("a loss whose frame no sender logged counts for its receiver; what a sender loses by itself is not a loss of a link", () => {
  const rows = [
    { begin_s: 1, sort: "fading", other: 1, number: 7 },
    { begin_s: 2, sort: "queue full", other: 1, number: 8 },
    { begin_s: 3, sort: "no acknowledgement", other: 1, number: 8 },
    { begin_s: 4, sort: "cut off", other: 1, number: 9 },
    { begin_s: 5, sort: "cut off", other: 1, number: 9, delay_s: 0.2 },
    { begin_s: 6, sort: "other signal", other: -1 },
    { begin_s: 7, sort: "noise", other: 99, number: 1 },
  ] as const;
  const [links] = linksOf(timelines([rows, []]));
  expect(counts(links!.between(1, 0))).toMatchObject({ received: 0, lost: { fading: 1, "cut off": 1 } });
  expect(links!.strangers).toBe(1);
});

test("devices of one medium hear each other, those of another do not", () => {
  const row = [{ begin_s: 1, sort: "received", other: 0, number: 7 }] as const;
  const all = linksOf(timelines([[], row, row], ["sound", "sound", "radio"]));
  expect(all.map(({ medium, nodes, strangers }) => [medium, nodes.length, strangers])).toEqual([
    ["sound", 2, 0],
    ["radio", 1, 1],
  ]);
});

test("totals: three receptions of which two overlap by half a second take 2.5 of 100 s, and one ends behind the run", () => {
  const [timeline] = timelines([[0, 0.5, 98].map((begin_s) => ({ begin_s, sort: "received", other: 1 }) as const)]);
  const received = totalsOf(timeline!)[timeline!.sorts.findIndex(({ word }) => word === "received")];
  expect(received!.count).toBe(3);
  // 1.5 s and 1 s.
  expect(received!.share).toBeCloseTo(0.025, 12);
  const [late] = timelines([[{ begin_s: 99.5, sort: "sending" }]]);
  expect(totalsOf(late!)[0]).toEqual({ count: 1, share: 0.005 });
});

test("50,000 rows that all use one number, sent to turns, are counted in a second", () => {
  const turns = Array.from(
    { length: 25_000 },
    (_, k) => ({ begin_s: k / 300, sort: "sending", other: 1 + (k % 2), number: 0 }) as const,
  );
  const lost = turns.map(({ begin_s }) => ({ begin_s: begin_s + 0.001, sort: "noise", other: 0, number: 0 }) as const);
  const own = timelines([turns, lost, []]);
  const before = performance.now();
  const [links] = linksOf(own);
  expect(performance.now() - before).toBeLessThan(1000);
  expect(lostOf(links!.between(0, 1)!) + links!.between(0, 1)!.lostForOthers).toBe(25_000);
});
