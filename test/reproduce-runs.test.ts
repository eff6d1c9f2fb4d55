/** What an experiment is offered: runs of scenarios from texts, their logs in memory, progress, an end where the user asks; and the page of it all. Needs dist. */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { ProgramContext } from "../src/cli/verbs/reproduce/context.ts";
import type { Experiment, Outcome } from "../src/cli/verbs/reproduce/experiment.ts";
import { judged } from "../src/cli/verbs/reproduce/judge.ts";
import { launchChromium } from "./support/browser.ts";
import { pageOf, withContext } from "./support/experiment-context.ts";
import { Folder } from "./support/run-thetis.ts";

const folder = new Folder();
const SINKING = (position: string): string => `<scenario id="sink" duration_s="2" step_s="0.02" seed="7">
  <vehicle id="auv" file="remus100" position_m="${position}"/><log rate_Hz="10"/></scenario>`;

const request = (name: string, text: string) => ({ name, scenario: { text }, isLogged: true });

test("a scenario from a text finds what ships, runs to its end, and its log can be read", async () => {
  const run = await withContext((context) => context.run(request("one", SINKING("0 0 10"))));
  expect(run.duration_s).toBe(2);
  expect(run.vehicles.has("auv")).toBe(true);
  expect(run.log!.read.channels.map(({ topic }) => topic)).toContain("/auv/state");
  const again = await withContext((context) => context.run(request("one", SINKING("0 0 10"))));
  expect(Buffer.compare(run.log!.bytes, again.log!.bytes)).toBe(0);
});

test("overrides count, and without a log there is none", async () => {
  const asked = { name: "short", scenario: { text: SINKING("0 0 10") }, overrides: ["duration_s=1"], isLogged: false };
  const run = await withContext((context) => context.run(asked));
  expect([run.duration_s, run.log]).toEqual([1, null]);
});

test("a text that is wrong is refused with its place", async () => {
  const refused = withContext((context) => context.run(request("bad", SINKING("0 0"))));
  await expect(refused).rejects.toThrow(/scenario of bad cannot be loaded:\n.*bad\.xml:2:/);
});

test("Ctrl-C ends a run, and the progress of an experiment without one", async () => {
  const stopping = (use: (context: ProgramContext) => Promise<unknown>) =>
    withContext(async (context, stop) => {
      process.emit("SIGINT");
      expect(stop.asked).toBe(true);
      await use(context);
    });
  await expect(stopping((context) => context.run(request("one", SINKING("0 0 10"))))).rejects.toThrow(
    "stopped by the user",
  );
  await expect(stopping((context) => context.progress(1, 2, "halves"))).rejects.toThrow("stopped by the user");
  await withContext((context) => context.progress(1, 2, "halves"));
});

test("the page has the claims in front of the panels of its runs, draws, and asks for nothing", async () => {
  const experiment: Experiment = {
    ...{ name: "sinking", doc: "A vehicle <sinks>", about: "As it is." },
    claims: [
      {
        ...{ id: "depth", claim: "Depth & more", kind: "result", published: 10, unit: "m", source: "Table <1>" },
        ...{ tolerance: 1, toleranceReason: "whole metres", why: "a < b" },
      },
    ],
    run: async (context): Promise<Outcome> => ({
      values: { depth: 10.5 },
      runs: [await context.run(request("one", SINKING("0 0 10")))],
      pictures: [{ title: "A picture", svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }],
      tables: [{ title: "A table", heads: ["a"], rows: [["<b>"]], note: "A note." }],
    }),
  };
  const outcome = await withContext((context) => experiment.run(context));
  const html = await pageOf(experiment, outcome, judged(experiment, outcome), outcome.runs);
  expect(html).toContain("Depth &amp; more");
  expect(html).not.toContain("<b>");
  const file = folder.at("sinking.html");
  writeFileSync(file, html);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector("html.ready");
    expect(await page.locator("h2").first().textContent()).toBe("What was published, and what comes out here");
    expect(await page.locator("canvas").count()).toBeGreaterThan(3);
    expect(await page.locator("figure.picture img").evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(9);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
