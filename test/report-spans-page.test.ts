/** Timelines of a report in Chromium: spans are drawn in their colours, hidden, zoomed and named; circles go along with the cursor. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportHtml } from "../src/report/index.ts";
import { launchChromium } from "./support/browser.ts";
import { PLOT_LIBRARY } from "./support/plot-library.ts";
import { divingVehicle, sampleRun } from "./support/report-sample.ts";
import { type SpanRow, spanChannel } from "./support/spans-sample.ts";

const folder = mkdtempSync(join(tmpdir(), "thetis-spans-"));
let browser: Browser;
let page: Page;
const complaints: string[] = [];

/** 120 s; sends from 30 s to 60 s, loses a frame in a collision at 90 s that lasts a millisecond. */
const ROWS: readonly SpanRow[] = [
  { begin_s: 30, end_s: 60, sort: "sending", other: 2, number: 1, bytes: 32 },
  { begin_s: 90, end_s: 90.001, sort: "collision", other: 2, number: 4, delay_s: 0.25 },
];

beforeAll(async () => {
  const [a, b] = ["a", "b"].map((name, k) => {
    const vehicle = divingVehicle(name, 120, 5, 100 * k);
    const rows = k === 0 ? ROWS : [];
    return {
      ...vehicle,
      channels: [...vehicle.channels, spanChannel(name, "modem", rows, { address: String(k + 1) })],
    };
  });
  const range = { of: "a/modem", role: "range", label: "range 50 m", vehicle: "a" };
  const scenery = [{ ...range, drawn: { shape: "circle", radius: 50 } as const }];
  const file = join(folder, "spans.html");
  writeFileSync(file, reportHtml({ title: "t", runs: [sampleRun("a.mcap", [a!, b!], { scenery })] }, PLOT_LIBRARY));
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 4000 } });
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("html.ready");
  await frames();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const frames = (): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
const ask = <T>(expression: string): Promise<T> => page.evaluate(expression) as Promise<T>;

/** Left and right end, in seconds, and height in CSS pixels, of what has a colour in the figure; null where nothing has. */
const found = (colour: readonly number[]): Promise<[number, number, number] | null> =>
  ask(`(() => {
    const { plot } = thetisReport.plots.find((p) => p.host.closest("#spans-0"));
    const { ctx, bbox } = plot;
    const { data } = ctx.getImageData(bbox.left, bbox.top, bbox.width, bbox.height);
    const [r, g, b] = ${JSON.stringify(colour)};
    let [x0, x1, y0, y1] = [1e9, -1, 1e9, -1];
    for (let y = 0; y < bbox.height; y++) for (let x = 0; x < bbox.width; x++) {
      const i = 4 * (y * bbox.width + x);
      if (Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) > 12) continue;
      [x0, x1, y0, y1] = [Math.min(x0, x), Math.max(x1, x), Math.min(y0, y), Math.max(y1, y)];
    }
    if (x1 < 0) return null;
    const ratio = devicePixelRatio;
    return [plot.posToVal(x0 / ratio, "x"), plot.posToVal((x1 + 1) / ratio, "x"), (y1 + 1 - y0) / ratio];
  })()`);
const [SENDING] = [[0x0d, 0x76, 0xad]];
/** #c50a00 over the ground of a row, as pale as a span of a millisecond is: about 0.6 of it. */
const isReddish = `(() => {
  const { plot } = thetisReport.plots.find((p) => p.host.closest("#spans-0"));
  const { ctx, bbox } = plot;
  const { data } = ctx.getImageData(bbox.left, bbox.top, bbox.width, bbox.height);
  let [x0, x1] = [1e9, -1];
  for (let i = 0; i < data.length; i += 4) if (data[i] > data[i + 1] + 80 && data[i] > data[i + 2] + 80) {
    const x = (i / 4) % bbox.width;
    [x0, x1] = [Math.min(x0, x), Math.max(x1, x)];
  }
  return x1 < 0 ? null : [plot.posToVal(x0 / devicePixelRatio, "x"), plot.posToVal((x1 + 1) / devicePixelRatio, "x"), (x1 + 1 - x0) / devicePixelRatio];
})()`;

test("a span stands from its begin to its end, above; a loss of a millisecond is still two pixels wide, below", async () => {
  const [from_s, to_s, height] = (await found(SENDING!))!;
  // A pixel is 0.11 s.
  expect(Math.abs(from_s - 30)).toBeLessThan(0.3);
  expect(Math.abs(to_s - 60)).toBeLessThan(0.3);
  expect(height).toBeGreaterThan(10);
  const [left_s, right_s, width] = await ask<[number, number, number]>(isReddish);
  // Its first and last pixel are covered in part.
  expect(Math.abs(left_s - 90)).toBeLessThan(0.12);
  expect(Math.abs(right_s - 90.2)).toBeLessThan(0.25);
  expect([width >= 1.5, width <= 3]).toEqual([true, true]);
  expect(await page.locator("#spans-0 .legend button").allTextContents()).toEqual([
    " sending",
    " lost: collision",
    " mixed",
  ]);
});

test("the pointer names the spans of its row with their numbers, and the other plots follow it", async () => {
  const box = (await page.locator("#spans-0 .u-over").boundingBox())!;
  await page.mouse.move(box.x + (45 / 120) * box.width, box.y + 10);
  await frames();
  expect(await page.locator("#spans-0 .tip").textContent()).toMatch(
    /^a\nsending, 30\.\d+ … 60\.\d+\u202fs, other 2 \(b\), number 1, bytes 32$/,
  );
  expect(Math.abs((await ask<number>("thetisReport.shared.t_s")) - 45)).toBeLessThan(0.3);
  await page.mouse.move(box.x + (45 / 120) * box.width, box.y + 45);
  expect(await page.locator("#spans-0 .tip").textContent()).toBe("b\nidle");
});

test("an entry of the legend hides its spans, a window zooms them, the choice of vehicles leaves rows out", async () => {
  const entry = page.locator("#spans-0 .legend button").first();
  await entry.click();
  await frames();
  expect(await found(SENDING!)).toBeNull();
  await entry.click();
  await ask("thetisReport.shared.setWindow([40, 50])");
  await frames();
  const [from_s, to_s] = (await found(SENDING!))!;
  expect([from_s, to_s].map((t_s) => Math.round(t_s))).toEqual([40, 50]);
  await ask("thetisReport.shared.setWindow([0, 120])");
  const height = (): Promise<number> => ask("document.querySelector('#spans-0 canvas').clientHeight");
  const before = await height();
  await page.locator("#controls label", { hasText: "b" }).locator("input").uncheck();
  await frames();
  expect(before - (await height())).toBe(30);
  await page.locator("#controls label", { hasText: "b" }).locator("input").check();
  await frames();
  expect(await height()).toBe(before);
});

test("a circle goes along with its vehicle: as the cursor moves, other pixels of the plan are drawn", async () => {
  const plan = (): Promise<string> => ask("document.querySelector('#plan canvas').toDataURL()");
  await ask("thetisReport.shared.setTime(5, null)");
  await frames();
  const early = await plan();
  await ask("thetisReport.shared.setTime(45, null)");
  await frames();
  expect(await plan()).not.toBe(early);
  // The view holds it: 20 m of track and a circle of 50 m.
  expect(await page.locator("#plan .legend").textContent()).toContain("range 50 m");
});

test("on paper nothing hovers and nothing is missing; the page complains of nothing", async () => {
  await page.emulateMedia({ media: "print" });
  await frames();
  expect(await page.locator("#spans-0 .tip").isVisible()).toBe(false);
  expect(await found(SENDING!)).not.toBeNull();
  await page.emulateMedia({ media: "screen" });
  // Chromium advises about canvases that are read often.
  expect(complaints.filter((text) => !text.includes("willReadFrequently"))).toEqual([]);
});
