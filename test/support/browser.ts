/** Headless Chromium for tests: Debian's, without a profile, with everything that phones out switched off. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright-core";

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A TypeScript module as one script that makes a global `bundle`. */
export async function bundleFor(entry: string): Promise<string> {
  const bundled = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    globalName: "bundle",
    target: "es2022",
    logLevel: "silent",
  });
  return bundled.outputFiles[0]?.text ?? "";
}

/** The same bundle in a worker of Node. */
export async function evaluateInWorker(entry: string, expression: string): Promise<unknown> {
  const script = `${await bundleFor(entry)}\nrequire("node:worker_threads").parentPort.postMessage(${expression});`;
  const worker = new Worker(script, { eval: true });
  return await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/**
 * Bundles a TypeScript module for the browser and evaluates `expression` there, in which `bundle` is the module. The
 * page is served on loopback. The bundler refuses node: imports, so this is also a proof that the module has none.
 */
export async function evaluateInChromium(entry: string, expression: string): Promise<unknown> {
  const script = await bundleFor(entry);
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end("<!doctype html><title>test</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.addScriptTag({ content: script });
    return await page.evaluate(expression);
  } finally {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  }
}
