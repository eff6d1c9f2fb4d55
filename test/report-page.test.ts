/** The page of a report in Chromium, from a file and without a network: it draws, follows the cursor, zooms, selects, prints. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReportInput, reportHtml } from "../src/cli/report/index.ts";
import { launchChromium } from "./support/browser.ts";
import { divingVehicle, reportAssets, sampleRun } from "./support/report-sample.ts";

const folder = mkdtempSync(join(tmpdir(), "thetis-report-"));
const assets = reportAssets();
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Opens the report from a file; `complaints` gathers errors of the console and requests other than the file's own. */
async function open(name: string, input: ReportInput, colorScheme: "light" | "dark" = "light", height = 900) {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, reportHtml(input, assets));
  const page = await browser.newPage({ viewport: { width: 1280, height }, colorScheme });
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (request.url() !== pathToFileURL(file).href) complaints.push(`asked for ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector("html.ready");
  return { page, complaints };
}

const frames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** Share of the pixels of every canvas that are not transparent, by figure. */
const inked = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const shares: Record<string, number> = {};
    for (const canvas of document.querySelectorAll("canvas")) {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      let drawn = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i]! > 0) drawn++;
      shares[canvas.closest("figure")!.id] = drawn / (canvas.width * canvas.height);
    }
    return shares;
  });

/** Values of the page's own objects; the page is a script, so they have no types here. */
const ask = <T>(page: Page, expression: string): Promise<T> => page.evaluate(expression) as Promise<T>;
const SEEN_TIMES = `thetisReport.plots.filter((p) => p.plot && p.host.getBoundingClientRect().bottom > 0 &&
  p.host.getBoundingClientRect().top < innerHeight).map((p) => p.plot.posToVal(p.plot.cursor.left, "x"))`;
const WINDOWS = "thetisReport.plots.filter((p) => p.plot).map((p) => [p.plot.scales.x.min, p.plot.scales.x.max])";

const one: ReportInput = { title: "dive", runs: [sampleRun("a.mcap", [divingVehicle("auv", 120, 10)])] };
const fleet: ReportInput = {
  title: "fleet",
  runs: [
    sampleRun(
      "fleet.mcap",
      Array.from({ length: 10 }, (_, k) => divingVehicle(`auv${k + 1}`, 120, 5, 50 * k)),
    ),
  ],
};

test("every plot is drawn, and the page neither complains nor asks for anything", async () => {
  const { page, complaints } = await open("one", one);
  await frames(page);
  // Asked here already: Chromium complains about reading so many pixels.
  expect(complaints).toEqual([]);
  const shares = await inked(page);
  const figures = await page.evaluate(() => [...document.querySelectorAll("figure")].map((f) => f.id));
  expect(figures.length).toBeGreaterThan(12);
  expect(Object.keys(shares).sort()).toEqual(figures.sort());
  // Axes and grid alone ink about one pixel in a hundred.
  for (const [id, share] of Object.entries(shares)) expect([id, share > 0.005]).toEqual([id, true]);
  // The line itself: pixels of the first line colour, #0d76ad, in the plan view and in the depth plot.
  for (const id of ["plan", "panel-0"]) {
    const pixels = await page.evaluate((figure) => {
      const canvas = document.querySelector<HTMLCanvasElement>(`#${figure} canvas`)!;
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === 0x0d && data[i + 1] === 0x76 && data[i + 2] === 0xad) count++;
      return count;
    }, id);
    expect(pixels).toBeGreaterThan(500);
  }
  await page.close();
});

test("the cursor of one plot is that of all, a drag zooms all, a double-click shows everything again", async () => {
  // High enough for all plots: those that nobody sees follow when they come into sight.
  const { page, complaints } = await open("cursor", one, "light", 4000);
  await frames(page);
  const box = (await page.locator("#panel-1 .u-over").boundingBox())!;
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 50);
  await frames(page);
  const times = await ask<number[]>(page, SEEN_TIMES);
  expect(times).toHaveLength(12);
  // A pixel is 120 s / 500; cursors stand on whole ones.
  for (const t_s of times) expect(Math.abs(t_s - 30)).toBeLessThan(0.5);
  expect(await page.locator("#controls output").textContent()).toMatch(/^t = (29|30)\.\d\d\u202fs$/);
  // 10 (1 − e^(−10/8)) = 7.13 m at 30 s, read from the legend of another plot.
  const depth = await page.locator("#panel-0 .legend button").first().textContent();
  expect(Number(/([\d.]+)\u202fm$/.exec(depth ?? "")?.[1])).toBeCloseTo(7.13, 0);
  // The plan view marks the place: it changes with the cursor.
  const plan = () => page.locator("#plan canvas").screenshot();
  const before = await plan();
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 50);
  await frames(page);
  expect(before.equals(await plan())).toBe(false);

  await page.mouse.down();
  await page.mouse.move(box.x + 0.75 * box.width, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await frames(page);
  for (const [from_s, until_s] of await ask<[number, number][]>(page, WINDOWS)) {
    expect(Math.abs(from_s - 60)).toBeLessThan(0.5);
    expect(Math.abs(until_s - 90)).toBeLessThan(0.5);
  }
  await page.mouse.dblclick(box.x + 0.5 * box.width, box.y + 60);
  await frames(page);
  for (const window of await ask<[number, number][]>(page, WINDOWS)) expect(window).toEqual([0, 120]);
  expect(complaints).toEqual([]);
  await page.close();
});

test("an event moves the cursor, and a click on a legend hides its line", async () => {
  const { page } = await open("events", one);
  await page.locator("button.instant", { hasText: "45.00 s" }).click();
  await frames(page);
  for (const t_s of await ask<number[]>(page, SEEN_TIMES)) expect(Math.abs(t_s - 45)).toBeLessThan(0.5);
  await page.locator("#panel-0 .legend button", { hasText: "set-point" }).click();
  expect(await ask<boolean[]>(page, "thetisReport.plots[0].plot.series.slice(1).map((s) => s.show)")).toEqual([
    true,
    false,
  ]);
  await page.close();
});

test("of ten vehicles those that are not chosen vanish from every plot", async () => {
  const { page, complaints } = await open("fleet", fleet);
  const shown = () =>
    ask<string>(
      page,
      `[...new Set(thetisReport.plots.filter((p) => p.panel).map((p) =>
    p.panel.lines.filter((_, i) => p.plot.series[i + 1].show).map((l) => l.track).join(" ")))].join(" | ")`,
    );
  await page.locator("#controls button", { hasText: "none" }).click();
  expect(await shown()).toBe("");
  await page.locator("#controls label", { hasText: /auv3$/ }).click();
  // A quantity with a set-point has two lines per track.
  expect((await shown()).split(" | ").sort()).toEqual(["2", "2 2"]);
  await page.locator("#controls button", { hasText: "all" }).click();
  expect(await shown()).toContain("0 1 2 3 4 5 6 7 8 9");
  expect(complaints).toEqual([]);
  await page.close();
});

test("on paper everything is black on white without controls, also for a reader who works in the dark", async () => {
  const { page } = await open("print", one, "dark");
  const look = () =>
    page.evaluate(() => ({
      back: getComputedStyle(document.body).backgroundColor,
      ink: getComputedStyle(document.body).color,
      controls: getComputedStyle(document.getElementById("controls")!).display,
      width: document.querySelector<HTMLElement>("#panel-1 .u-wrap")!.offsetWidth,
    }));
  expect((await look()).back).toBe("rgb(20, 24, 29)");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await frames(page);
  const paper = await look();
  expect(paper).toMatchObject({ back: "rgb(255, 255, 255)", ink: "rgb(27, 35, 44)", controls: "none" });
  // Two plots side by side on 700 of the 718 pixels of an A4 page.
  expect(paper.width).toBeLessThan(350);
  // The canvases were drawn again: the light scheme's first line colour is there, the dark one's is not.
  const [light, dark] = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("#panel-0 canvas")!;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const count = (r: number, g: number, b: number): number => {
      let n = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b) n++;
      return n;
    };
    return [count(0x0d, 0x76, 0xad), count(0x5c, 0xb4, 0xef)];
  });
  expect(light).toBeGreaterThan(100);
  expect(dark).toBe(0);
  // Coming into sight changes nothing on paper.
  await page.setViewportSize({ width: 1280, height: 5000 });
  await frames(page);
  for (const [id, share] of Object.entries(await inked(page))) expect([id, share > 0.005]).toEqual([id, true]);
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await frames(page);
  expect((await look()).back).toBe("rgb(20, 24, 29)");
  await page.close();
});

/** What the pages of a PDF draw: the content of its streams, as text, without fonts and pictures. */
function contentOf(pdf: Buffer): string {
  const streams = pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)endstream/g);
  return [...streams].map(([, packed = ""]) => unpacked(Buffer.from(packed, "latin1"))).join("\n");
}

function unpacked(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString("latin1");
  } catch {
    return ""; // packed in another way: a picture
  }
}

test("printed from the dark on A4, every plot is there once, as light-coloured lines and not as a picture", async () => {
  const { page } = await open("pdf", fleet, "dark");
  const plots = await page.locator("figure canvas").count();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const content = contentOf(pdf);
  expect(content.match(/\/X\d+ Do\b/g)).toHaveLength(plots);
  expect(pdf.toString("latin1").match(/\/Subtype\s*\/Image/g)).toBeNull();
  const strokes = new Set(
    [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) RG/g)].map((m) =>
      [m[1], m[2], m[3]]
        .map((c) =>
          Math.round(255 * Number(c))
            .toString(16)
            .padStart(2, "0"),
        )
        .join(""),
    ),
  );
  expect(strokes).toContain("0d76ad");
  expect(strokes).not.toContain("5cb4ef");
  await page.close();
});

test("at 800 pixels nothing but wide tables needs scrolling sideways", async () => {
  const { page } = await open("narrow", fleet);
  await page.setViewportSize({ width: 800, height: 700 });
  await frames(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800);
  await page.close();
});
