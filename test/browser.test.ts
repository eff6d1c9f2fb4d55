/** The core in Chromium and in a worker: it bundles without a Node module, runs there, and gives the same bits as here. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { evaluateInChromium, evaluateInWorker } from "./support/browser.ts";
import { elementaryHash } from "./support/elementary-hash.ts";
import { fingerprint, toyPlant } from "./support/toy-plant.ts";

const support = (name: string): string => fileURLToPath(new URL(`support/${name}`, import.meta.url));

test("math/elementary hashes equally in Node and in Chromium", async () => {
  const there = await evaluateInChromium(support("elementary-hash.ts"), "bundle.elementaryHash()");
  expect(there).toMatch(/^[0-9a-f]{16}$/);
  expect(there).toBe(elementaryHash());
});

test("a hybrid world with noise runs in Chromium and in a worker to the same bytes as in Node", async () => {
  const { Simulation } = await import("../src/engine/index.ts");
  const toy = toyPlant();
  const sim = new Simulation(toy.model);
  sim.runUntil(3e9);
  for (const evaluate of [evaluateInChromium, evaluateInWorker]) {
    expect(await evaluate(support("browser-entry.ts"), "bundle.runToy(3e9)")).toBe(fingerprint(toy, sim));
  }
});

test("scenario and every room below it load a component file in Chromium", async () => {
  const there = await evaluateInChromium(support("browser-entry.ts"), "bundle.loadThruster()");
  expect(there).toEqual({ diagnostics: [], model: "static", unread: ["shaftLag_s", "kT1", "kQ0", "kQ1"] });
});

test("the bundle of scenario holds no package that pages load when they need it", async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL("../src/scenario/index.ts", import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    logLevel: "silent",
  });
  const packages = Object.keys(metafile.inputs).flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  expect(packages).toContain("saxes");
  for (const name of ["proj4", "h5wasm", "@foxglove/wasm-zstd"]) expect(packages).not.toContain(name);
});
