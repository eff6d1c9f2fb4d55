/** The page of a report in Chromium, from a file and without a network: it draws, follows the cursor, zooms, selects, prints. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChannelField } from "../src/logging/index.ts";
import { type ReportInput, reportHtml } from "../src/report/index.ts";
import { launchChromium } from "./support/browser.ts";
import { PLOT_LIBRARY } from "./support/plot-library.ts";
import {
  divingVehicle,
  instants_s,
  sampleRun,
  seaVehicle,
  series,
  seriesOf,
  thrusterVehicle,
  withChannel,
} from "./support/report-sample.ts";
import { root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = mkdtempSync(join(tmpdir(), "thetis-report-"));
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
  writeFileSync(file, reportHtml(input, PLOT_LIBRARY));
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

test("at 1280 x 800 the first plot is above the fold, and tables come behind the plots", async () => {
  const { page } = await open("fold", one);
  await page.setViewportSize({ width: 1280, height: 800 });
  await frames(page);
  const plan = (await page.locator("#plan canvas").boundingBox())!;
  expect(plan.y + plan.height).toBeLessThan(800);
  const [lastPlot, figures] = await page.evaluate(() => {
    const top = (selector: string): number =>
      Math.max(...[...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect().top));
    return [top("figure.plot.time canvas"), top("#figures")];
  });
  expect(figures!).toBeGreaterThan(lastPlot!);
  await page.close();
});

test("the player moves the cursor of all panels: by its slider, by keys, and by playing to the end", async () => {
  const { page, complaints } = await open("player", one);
  await page.setViewportSize({ width: 1280, height: 5000 });
  await frames(page);
  await page.locator(".scrub").fill("500");
  await frames(page);
  // Half of 120 s; a pixel of a plot is a quarter of a second.
  for (const t_s of await ask<number[]>(page, SEEN_TIMES)) expect(Math.abs(t_s - 60)).toBeLessThan(0.5);
  await page.locator("h1").click();
  await page.keyboard.press("ArrowRight");
  await frames(page);
  for (const t_s of await ask<number[]>(page, SEEN_TIMES)) expect(Math.abs(t_s - 61.2)).toBeLessThan(0.5);
  await page.keyboard.press("Home");
  await page.locator(".player select").selectOption("5000");
  await page.keyboard.press("Home");
  await page.locator(".play").click();
  // Asked again and again from outside: a page that refuses `eval` refuses Playwright's own waiting for an expression, too.
  await expect
    .poll(() => ask<boolean>(page, "thetisReport.shared.t_s === 120 && !thetisReport.player.playing"), {
      timeout: 60_000,
    })
    .toBe(true);
  await page.keyboard.press("Shift+ArrowLeft");
  expect(await ask<number>(page, "thetisReport.shared.t_s")).toBeCloseTo(108, 9);
  expect(complaints).toEqual([]);
  await page.close();
});

const eight: ReportInput = { title: "eight", runs: [sampleRun("a.mcap", [thrusterVehicle("rov", 8)])] };

test("eight thrusters share a plot, with a switch each that takes the command along, and one for all", async () => {
  const { page } = await open("eight", eight);
  const plot = page.locator("section:has(#actuators) figure", { hasText: "Speed of 8 actuators" });
  await plot.waitFor();
  const shown = async (): Promise<number> => {
    const id = await plot.getAttribute("id");
    const k = Number(id?.slice("panel-".length));
    return ask<number>(page, `thetisReport.plots[${k}].plot.series.slice(1).filter((s) => s.show).length`);
  };
  expect(await shown()).toBe(16);
  await plot.locator(".legend button", { hasText: "t3" }).click();
  expect(await shown()).toBe(14);
  await plot.locator(".legend button.all").click();
  expect(await shown()).toBe(0);
  await plot.locator(".legend button", { hasText: "t5" }).click();
  expect(await shown()).toBe(2);
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

const sea: ReportInput = { title: "sea", runs: [sampleRun("a.mcap", [seaVehicle("auv", 120, 10)])] };
const LIMITS = "[thetisReport.plots[0].plot.scales.y.min, thetisReport.plots[0].plot.scales.y.max]";

/** How many pixels of a figure have the colour of the bottom, #7d5a2e, or of the ground on white, 0x2e/255 of it. */
const groundPixels = (page: Page, figure: string): Promise<{ line: number; fill: number }> =>
  page.evaluate((id) => {
    const canvas = document.querySelector<HTMLCanvasElement>(`#${id} canvas`)!;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    const counts = { line: 0, fill: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const brown = Math.abs(data[i]! - 0x7d) + Math.abs(data[i + 1]! - 0x5a) + Math.abs(data[i + 2]! - 0x2e) < 24;
      // Colours of a canvas are rounded where it is nearly transparent: what counts is the opacity.
      if (brown && data[i + 3] === 255) counts.line++;
      else if (brown && Math.abs(data[i + 3]! - 0x2e) <= 1) counts.fill++;
    }
    return counts;
  }, figure);

test("in a sea the ground is drawn under the track, over time and over distance, and infinities break lines, not axes", async () => {
  const { page, complaints } = await open("sea", sea);
  await frames(page);
  expect(complaints).toEqual([]);
  // From the crests at −0.2 m to the bottom's 21 m, with a twentieth of air on either side.
  const [low, high] = await ask<[number, number]>(page, LIMITS);
  expect(low).toBeCloseTo(-0.2 - 0.05 * 21.2, 1);
  expect(high).toBeCloseTo(21 + 0.05 * 21.2, 1);
  for (const id of ["panel-0", "profile"]) {
    const { line, fill } = await groundPixels(page, id);
    expect(line).toBeGreaterThan(500);
    // 4 m of 23 in the mean, over five sixths of the width, of a canvas with room for axes; the grid hides some.
    expect(fill).toBeGreaterThan(20_000);
  }
  const shares = await inked(page);
  for (const id of ["profile-temperature", "profile-sound"]) expect([id, shares[id]! > 0.005]).toEqual([id, true]);
  await page.locator("#panel-0").scrollIntoViewIfNeeded();
  const box = (await page.locator("#panel-0 .u-over").boundingBox())!;
  await page.mouse.move(box.x + (45 / 120) * box.width, box.y + 20);
  await frames(page);
  // 18 + 3 sin 3 = 18.42 m, from the legend. A pixel is a quarter of a second, in which the bottom rises by 0.05 m.
  const bottom = await page.locator("#panel-0 .legend button.bottom").textContent();
  expect(Math.abs(Number(/([\d.]+)\u202fm$/.exec(bottom ?? "")?.[1]) - 18.42)).toBeLessThan(0.1);
  await page.close();
});

test("a bottom at 3 km leaves the depth of a dive to 10 m readable, and the legend says where it is", async () => {
  const vehicle = seaVehicle("auv", 120, 10);
  const deeper = (y: Float64Array): Float64Array => y.map((value) => value + 3000);
  const water = seriesOf(vehicle, "water");
  const columns = new Map(water.columns);
  columns.set("bottomDepth_m", deeper(columns.get("bottomDepth_m")!));
  const { page } = await open("deep", {
    title: "deep",
    runs: [sampleRun("a.mcap", [withChannel(vehicle, "water", { t_s: water.t_s, columns })])],
  });
  await frames(page);
  expect((await ask<[number, number]>(page, LIMITS))[1]).toBeLessThan(11);
  for (const id of ["panel-0", "profile"]) {
    const after = await page.evaluate(
      (figure) => getComputedStyle(document.querySelector(`#${figure} .legend .bottom`)!, "::after").content,
      id,
    );
    expect([id, after]).toEqual([id, '"(deeper than shown)"']);
  }
  await page.close();
});

test("the harbour's report has the water, the bottom and the components of the current", async () => {
  const report = join(folder, "harbour.html");
  const call = ["run", join(root, "scenarios/harbour.xml"), "--until", "40", "--log", join(folder, "harbour.mcap")];
  const ended = await warmThetis([...call, "--report", report]);
  expect([ended.status, ended.stderr]).toEqual([0, ""]);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(pathToFileURL(report).href);
  await page.waitForSelector("html.ready");
  await frames(page);
  const captions = await page.locator("section:has(#water) figcaption").allTextContents();
  expect(captions).toHaveLength(8);
  expect(await page.locator("section:has(#speeds) figcaption").allTextContents()).toContain(
    "Current: north, east, down (m/s)",
  );
  expect((await groundPixels(page, "panel-0")).fill).toBeGreaterThan(10_000);
  await page.close();
});

test("on a phone the lanes of a mission have the width of the page, and names in tables stay whole", async () => {
  const report = join(folder, "survey.html");
  const call = ["run", join(root, "scenarios/survey.xml"), "--until", "30", "--log", join(folder, "survey.mcap")];
  expect((await warmThetis([...call, "--report", report])).status).toBe(0);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(pathToFileURL(report).href);
  await page.waitForSelector("html.ready");
  await frames(page);
  const lanes = await page.locator(".mission .lane").all();
  expect(lanes.length).toBeGreaterThan(5);
  // 390 px without the margins of 12 px and 16 px for the last time of the axis.
  for (const lane of lanes) expect((await lane.boundingBox())!.width).toBe(350);
  // At 13 px a line has some 20 px: "auv/captain" may break behind its slash, not in a word (three lines before).
  const from = await page.locator("td:has-text('auv/captain')").first();
  const lines = await from.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBeLessThanOrEqual(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
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

const printed: readonly (readonly [string, ReportInput])[] = [
  ["a fleet", fleet],
  ["a sea", sea],
];
test.each(printed)(
  "%s printed from the dark on A4: every plot once, as light-coloured lines and not as a picture",
  async (...row) => {
    const { page } = await open("pdf", row[1], "dark");
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
  },
);

test("a sensor beside its truth: failures shaded, invalid samples in their colour, events named under the cursor, Allan deviations on decades", async () => {
  const t_s = instants_s(120, 50);
  const fields: ChannelField[] = [
    { name: "taken_s", unit: "s", role: "taken" },
    { name: "valid", unit: "" },
    { name: "rate_radps", unit: "rad/s", label: "rate", quantity: "rate_radps", validBy: "valid" },
    { name: "rateTrue_radps", unit: "rad/s", role: "truth", quantity: "rate_radps" },
  ];
  const noise = (t: number): number => 0.02 * Math.sin(1e4 * t * t);
  const samples = series(t_s, {
    taken_s: (t) => t,
    valid: (t) => (t > 100 ? 0 : 1),
    rate_radps: (t) => 0.2 * Math.sin(t / 10) + noise(t),
    rateTrue_radps: (t) => 0.2 * Math.sin(t / 10),
  });
  const declared = {
    topic: "/auv/gyro",
    group: "sensors",
    plot: "lines",
    vehicle: "auv",
    of: "auv/gyro",
    fields,
  } as const;
  const about = { inertial: "rate", rate_Hz: "50", spans: JSON.stringify({ dead: ["it is dead", "it works"] }) };
  const events = [
    { t_s: 60, level: "warning", name: "auv/gyro", message: "it is dead" },
    { t_s: 80, level: "info", name: "auv/gyro", message: "it works" },
    { t_s: 30, level: "info", name: "auv/gyro", message: "a whale passes" },
  ];
  const vehicle = { name: "auv", channels: [{ declared, series: samples, about }] };
  const { page, complaints } = await open("sensor", { title: "s", runs: [sampleRun("a.mcap", [vehicle], { events })] });
  await frames(page);
  expect(complaints).toEqual([]);
  const gyro = page.locator("figure", { hasText: "Gyro: rate" });
  expect(await gyro.locator(".legend").textContent()).toMatch(/measured.*true.*invalid.*dead.*invalid samples.*event/);
  const box = (await gyro.locator(".u-over").boundingBox())!;
  const at = async (time_s: number): Promise<string | null> => {
    await page.mouse.move(box.x + (time_s / 120) * box.width, box.y + 20);
    await frames(page);
    return await gyro.locator(".happening").textContent();
  };
  expect([await at(10), await at(30), await at(70), await at(90)]).toEqual(["", "a whale passes", "dead", ""]);
  // On the canvas in a row near the top, where no line is: shaded between 60 s and 80 s and nowhere else; from 100 s on, the bar at the foot.
  const seen = await gyro.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const over = canvas.parentElement!.querySelector<HTMLElement>(".u-over")!;
    const g = canvas.getContext("2d")!;
    const ratio = canvas.width / canvas.clientWidth;
    const alpha = (time_s: number, y: number): number => {
      const x = over.offsetLeft + (time_s / 120) * over.clientWidth;
      return g.getImageData(Math.round(ratio * x), Math.round(ratio * (over.offsetTop + y)), 1, 1).data[3]!;
    };
    const foot = over.clientHeight - 2;
    return { shade: [50, 61, 79, 81, 110].map((t) => alpha(t, 3)), bar: [50, 99, 101, 119].map((t) => alpha(t, foot)) };
  });
  expect(seen.shade.map((a) => a > 20)).toEqual([false, true, true, false, false]);
  expect(seen.bar.map((a) => a > 200)).toEqual([false, false, true, true]);
  const scales = await ask<number[][]>(
    page,
    "thetisReport.plots.filter((p) => p.plot && p.plot.scales.x.distr === 3).map((p) => ['x', 'y'].flatMap((k) => [p.plot.scales[k].min, p.plot.scales[k].max]))",
  );
  // From 0.02 s to a ninth of the 60 s before the failure.
  expect(scales).toHaveLength(1);
  expect(scales[0]!.slice(0, 2)).toEqual([0.01, 10]);
  await page.close();
});

test("at 800 pixels nothing but wide tables needs scrolling sideways", async () => {
  const { page } = await open("narrow", fleet);
  await page.setViewportSize({ width: 800, height: 700 });
  await frames(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800);
  await page.close();
});
