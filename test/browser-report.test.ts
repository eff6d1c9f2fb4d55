/** A report made in a worker of a page from a log: the same bytes as `thetis report` writes from it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./support/browser.ts";
import { rawTexts } from "./support/raw-texts.ts";
import { root } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const PAGE = `<!doctype html><meta charset="utf-8"><title>A report in a page</title><input type="file"><script>
const worker = new Worker("worker.js");
window.makeReport = () => new Promise((resolve, reject) => {
  const [file] = document.querySelector("input").files;
  worker.onerror = (event) => reject(new Error(event.message));
  worker.onmessage = ({ data }) => resolve(data);
  worker.postMessage({ logs: [[file.name, file]] });
});
</script>`;

const folder = mkdtempSync(join(tmpdir(), "thetis-report-"));
let browser: Browser;
let page: Page;
let script = "";
const server = createServer((request, response) => {
  const isScript = request.url === "/worker.js";
  response.setHeader("content-type", `${isScript ? "text/javascript" : "text/html"}; charset=utf-8`);
  response.end(isScript ? script : PAGE);
});

beforeAll(async () => {
  const bundled = await build({
    entryPoints: [join(root, "ui/src/report-worker.ts")],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    target: "es2022",
    loader: { ".wasm": "dataurl" },
    plugins: [rawTexts],
    // Asked for by the zstd package only where it finds itself in Node.
    external: ["fs", "path"],
    logLevel: "silent",
  });
  script = bundled.outputFiles[0]?.text ?? "";
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly type: string;
  readonly html: string;
  readonly losses: readonly string[];
}

async function inPage(file: string): Promise<Answer> {
  await page.setInputFiles("input", file);
  return (await page.evaluate("makeReport()")) as Answer;
}

test.each([
  ["a mission and no sea", "scenarios/survey.xml", "40"],
  ["a sea, with waves, bottom and current", "scenarios/harbour.xml", "40"],
])(
  "%s: a report made in a page is the one of the command line, byte for byte",
  { timeout: 600_000 },
  async (...row) => {
    const [, scenario, until_s] = row;
    const [log, report] = [".mcap", ".html"].map((end) => join(folder, `${basename(scenario, ".xml")}${end}`)) as [
      string,
      string,
    ];
    const ran = await warmThetis(["run", join(root, scenario), "--until", until_s, "--log", log]);
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    const made = await warmThetis(["report", log, "--output", report]);
    expect([made.status, made.stderr]).toEqual([0, ""]);
    const { type, html, losses } = await inPage(log);
    expect([type, losses]).toEqual(["done", []]);
    // Not toBe on the texts: a difference of a megabyte helps nobody.
    expect(Buffer.from(html).equals(readFileSync(report))).toBe(true);
  },
);

test("a log that is none is refused in words", async () => {
  const file = join(folder, "no.mcap");
  writeFileSync(file, "hello\n");
  expect(await inPage(file)).toEqual({ type: "failed", reason: "this is not a log: it is not an MCAP file" });
});
