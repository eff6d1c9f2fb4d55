/**
 * A report inside a page: a worker that gets logs as files and gives the report back, byte for byte the one that `thetis report` writes.
 * The logs are read by their indexes, chunk by chunk, and are never in memory at once.
 */
import { blobSource, openIndexedLog } from "thetis/logging";
import { type NamedLog, reportHtml, reportInput } from "thetis/report";
import { PLOT_LIBRARY } from "./plot-library.ts";
import { loadZstd } from "./zstd.ts";

/** What the page sends. */
export interface ReportRequest {
  /** Logs with the names that the report gives them. */
  readonly logs: readonly (readonly [name: string, log: Blob])[];
  readonly title?: string;
}

/** What the worker answers. */
export type ReportAnswer =
  | { readonly type: "failed"; readonly reason: string }
  | { readonly type: "done"; readonly html: string; readonly losses: readonly string[] };

export async function makeReport({ logs, title }: ReportRequest): Promise<ReportAnswer> {
  try {
    const zstd = await loadZstd();
    const opened: NamedLog[] = [];
    for (const [name, log] of logs) opened.push({ file: name, name, log: await openIndexedLog(blobSource(log), zstd) });
    const input = await reportInput(opened, title);
    return { type: "done", html: reportHtml(input, PLOT_LIBRARY), losses: input.runs.flatMap((run) => run.losses) };
  } catch (error) {
    return { type: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

globalThis.addEventListener("message", ({ data }: MessageEvent<ReportRequest>) => {
  void makeReport(data).then((answer) => globalThis.postMessage(answer));
});
