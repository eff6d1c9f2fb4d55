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
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadScenario } from "../src/scenario/index.ts";
import { launchChromium } from "./support/browser.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions } from "./support/scenarios.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const LAMBERT_93 =
  'PROJCS["RGF_1993_Lambert_93",GEOGCS["GCS_RGF_1993",DATUM["D_RGF_1993",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",700000.0],PARAMETER["False_Northing",6600000.0],PARAMETER["Central_Meridian",3.0],PARAMETER["Standard_Parallel_1",49.0],PARAMETER["Standard_Parallel_2",44.0],PARAMETER["Latitude_Of_Origin",46.5],UNIT["Meter",1.0]]';

/** The page: it hands a request to the worker and shows what comes back. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>A scenario in a page</title><pre id="out">…</pre><script>
const worker = new Worker("worker.js");
window.run = ({ texts = [], ...request }) => new Promise((resolve, reject) => {
  request.binaries = texts.map(([name, text]) => [name, new TextEncoder().encode(text)]);
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

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

type Run = (request: unknown) => Promise<Record<string, unknown>>;

/** The page in Chromium. */
async function served(): Promise<{ readonly run: Run; close(): Promise<void> }> {
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
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    run: (request) => page.evaluate(`run(${JSON.stringify(request)})`) as Promise<Record<string, unknown>>,
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function requestOf(name: string) {
  const { scenario } = loadScenario(definitions, nodeReader(), `scenarios/${name}.xml`);
  return { files: [...scenario!.files], overrides: [] as string[], version };
}

describe("a worker inside Chromium", { timeout: 600_000 }, () => {
  let page: Awaited<ReturnType<typeof served>>;
  beforeAll(async () => {
    page = await served();
  }, 600_000);
  afterAll(() => page.close());

  test.each<[string, readonly string[], RegExp]>([
    ["first-dive", [], /./],
    // Impacts, friction, rest; a tether that comes taut; guides and a latch; islands of several bodies.
    ["pool", [], /touches world\/pipe/],
    ["tow", [], /./],
    ["docking-cone", [], /catches auv/],
    ["crowded-harbour", ["duration_s=25"], /cutter.*touches tender/],
  ])("runs %s to the same log as on the command line", async (name, overrides, expected) => {
    const there = await page.run({ ...requestOf(name), overrides });
    const log = join(mkdtempSync(join(tmpdir(), "thetis-")), "here.mcap");
    const file = `scenarios/${name}.xml`;
    const sets = overrides.flatMap((each) => ["--set", each]);
    const told = execFileSync(process.execPath, ["dist/src/cli/main.js", "run", file, "--log", log, ...sets], {
      cwd: root,
      encoding: "utf8",
    });
    expect(told).toMatch(expected);
    const here = readFileSync(log);
    expect(there.bytes).toBe(here.length);
    expect(there.hex).toBe(createHash("sha256").update(here).digest("hex"));
    expect(there.progress).toBeGreaterThan(2);
    expect(there.events).toBeGreaterThan(2);
  });

  test("loads what a map in Lambert-93 needs, and nothing before: depth 10 m, 1000 m around 43.1° N 5.93° E", async () => {
    const request = requestOf("first-dive");
    const bottom =
      '<bottom id="ground" model="map" map="bay.asc" latitude_deg="43.1" longitude_deg="5.93" extent_m="800 800" spacing_m="50"><provenance of="*" status="assumed" note="test"/></bottom>';
    const files = request.files.map(([name, text], k) => [
      name,
      k === 0 ? text.replace(/<world[^>]*\/>/, `<world>${bottom}</world>`) : text,
    ]);
    const asc = `ncols 41\nnrows 41\nxllcenter 937661\nyllcenter 6225731\ncellsize 50\n${"-10 ".repeat(41 * 41)}`;
    const lambert = await page.run({
      ...request,
      files,
      texts: [
        ["bay.asc", asc],
        ["bay.prj", LAMBERT_93],
      ],
      overrides: ["duration_s=2"],
    });
    expect([lambert.type, lambert.diagnostics]).toEqual(["done", undefined]);
  });

  test("refuses an override with its diagnostic", async () => {
    const refused = await page.run({ ...requestOf("first-dive"), overrides: ["auv/hull/mas_kg=1"] });
    expect(refused.type).toBe("refused");
    expect(refused.diagnostics).toEqual([
      '--set:1:1: error LIB047: no parameter "auv/hull/mas_kg" (did you mean "auv/hull/mass_kg"?)',
    ]);
  });
});
