/** A scenario in a worker of a page: the bundle has no Node part, and its log is that of the command line byte for byte. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { loadScenario } from "../src/scenario/index.ts";
import { launchChromium } from "./support/browser.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions } from "./support/scenarios.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The page: it hands a request to the worker and shows what comes back. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>A scenario in a page</title><pre id="out">…</pre><script>
const worker = new Worker("worker.js");
window.run = (request) => new Promise((resolve, reject) => {
  let progress = 0;
  worker.onerror = (event) => reject(new Error(event.message));
  worker.onmessage = async ({ data }) => {
    if (data.type === "progress") progress++;
    document.getElementById("out").textContent = data.type;
    if (data.type !== "done" && data.type !== "refused") return;
    const digest = data.log && await crypto.subtle.digest("SHA-256", data.log);
    const hex = digest && [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, "0")).join("");
    resolve({ type: data.type, diagnostics: data.diagnostics, bytes: data.log?.length, hex, progress, events: data.events?.length });
  };
  worker.postMessage(request);
});
</script>`;

test("first-dive runs in a worker inside Chromium to the same log as on the command line", {
  timeout: 60_000,
}, async () => {
  const bundled = await build({
    entryPoints: [join(root, "ui/src/simulation-worker.ts")],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    target: "es2022",
    loader: { ".wasm": "dataurl" },
    // Asked for by the zstd package only where it finds itself in Node.
    external: ["fs", "path"],
    logLevel: "silent",
  });
  const script = bundled.outputFiles[0]?.text ?? "";
  const server = createServer((request, response) => {
    const isScript = request.url === "/worker.js";
    response.setHeader("content-type", `${isScript ? "text/javascript" : "text/html"}; charset=utf-8`);
    response.end(isScript ? script : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const { scenario } = loadScenario(definitions, nodeReader(), "scenarios/first-dive.xml");
  const request = { files: [...scenario!.files], overrides: [], version };
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const run = (what: unknown): Promise<Record<string, unknown>> =>
      page.evaluate(`run(${JSON.stringify(what)})`) as Promise<Record<string, unknown>>;
    const there = await run(request);
    const log = join(mkdtempSync(join(tmpdir(), "thetis-")), "here.mcap");
    execFileSync(process.execPath, ["dist/src/cli/main.js", "run", "scenarios/first-dive.xml", "--log", log], {
      cwd: root,
    });
    const here = readFileSync(log);
    expect(there.bytes).toBe(here.length);
    expect(there.hex).toBe(createHash("sha256").update(here).digest("hex"));
    expect(there.progress).toBeGreaterThan(10);
    expect(there.events).toBeGreaterThan(3);

    const refused = await run({ ...request, overrides: ["auv/hull/mas_kg=1"] });
    expect(refused.type).toBe("refused");
    expect(refused.diagnostics).toEqual([
      '--set:1:1: error LIB047: no parameter "auv/hull/mas_kg" (did you mean "auv/hull/mass_kg"?)',
    ]);
  } finally {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  }
});
