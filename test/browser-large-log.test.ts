/**
 * A log of a gigabyte, opened and scrubbed from a file of a page in Chromium.
 *
 * Memory is the anonymous resident memory of the renderer's process (RssAnon in /proc/PID/status), sampled while it works: it counts the
 * heap of scripts, array buffers, WebAssembly and everything else that the page takes, whoever allocates it, which the numbers of the
 * developer tools do not. What Chromium itself needs for an empty page, read before the log is opened, is not the log's and is taken off.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { bundleFor, launchChromium } from "./support/browser.ts";
import { depthAt, PERIOD_NS, writeLargeLog } from "./support/large-log.ts";

const GIGABYTE = 2 ** 30;
const MOST_BYTES = 100e6;
/** Of each window: some 15 MB of the file, so that ten of them are more than may be in memory. */
const WINDOW_NS = 60e9;

/** Ids of the processes that run pages. */
async function renderers(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

function anonymousBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const kB = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return sum + 1024 * Number(kB);
  }, 0);
}

test("a log of 1 GB is opened and scrubbed from a Blob in Chromium with less than 100 MB of memory", {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "thetis-large-"));
  const file = join(folder, "large.mcap");
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end('<!doctype html><title>test</title><input type="file">');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launchChromium();
  let sampling: ReturnType<typeof setInterval> | undefined;
  try {
    const { samples, bytes } = writeLargeLog(file, GIGABYTE);
    expect(bytes).toBeGreaterThanOrEqual(GIGABYTE);
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.addScriptTag({
      content: await bundleFor(fileURLToPath(new URL("support/large-log-entry.ts", import.meta.url))),
    });
    await page.setInputFiles("input", file);
    const pids = await renderers(browser);
    const before = anonymousBytes(pids);
    let most = before;
    sampling = setInterval(() => {
      most = Math.max(most, anonymousBytes(pids));
    }, 5);

    const opened = await page.evaluate("bundle.open(document.querySelector('input').files[0])");
    expect(opened).toEqual({ start_ns: 0, end_ns: (samples - 1) * PERIOD_NS, topics: ["/auv/state", "/auv/wide"] });
    // Ten places in no order, each window as a plot would show it; the last is the end of the log.
    const places = [0.71, 0.03, 0.98, 0.4, 0.55, 0.12, 0.87, 0.29, 0.64, 1];
    for (const place of places) {
      const from_ns = Math.round((place * (samples - 1) * PERIOD_NS - WINDOW_NS) / PERIOD_NS) * PERIOD_NS;
      const [from, until] = [Math.max(0, from_ns), Math.max(0, from_ns) + WINDOW_NS];
      const call = `bundle.scrub("/auv/state", 0, ${from}, ${until}, 1000)`;
      const found = (await page.evaluate(call)) as { rowsInLog: number; t_ns: number[]; values: number[] };
      const inside = Array.from({ length: WINDOW_NS / PERIOD_NS + 1 }, (_, k) => from / PERIOD_NS + k).filter(
        (k) => k < samples,
      );
      expect(found.rowsInLog).toBe(inside.length);
      expect(found.values.length).toBeLessThanOrEqual(1000);
      const depths = inside.map(depthAt);
      expect([Math.min(...found.values), Math.max(...found.values)]).toEqual([
        Math.min(...depths),
        Math.max(...depths),
      ]);
    }
    most = Math.max(most, anonymousBytes(pids));
    expect(most - before).toBeLessThan(MOST_BYTES);
  } finally {
    clearInterval(sampling);
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  }
});
