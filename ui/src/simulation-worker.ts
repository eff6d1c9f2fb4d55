/**
 * A simulation inside a page: a worker that gets the files of a scenario and gives its log back, byte for byte the one that
 * the command line writes.
 */
import { formatDiagnostic } from "thetis/core";
import { Definitions, type Projections } from "thetis/library";
import { LogWriter } from "thetis/logging";
import {
  embeddedReader,
  loadScenario,
  type RunEvent,
  type ScenarioResult,
  ScenarioRun,
  shippedDefinitions,
} from "thetis/scenario";
import { loadProjections } from "./projections.ts";
import { loadZstd } from "./zstd.ts";

/** What the page sends. */
export interface SimulationRequest {
  /** The scenario's own file first; names as seen from its folder. */
  readonly files: readonly (readonly [name: string, text: string])[];
  /** Maps and meshes, named likewise. */
  readonly binaries?: readonly (readonly [name: string, bytes: Uint8Array])[];
  readonly overrides: readonly string[];
  readonly version: string;
}

/** What the worker answers: refused, or progress and in the end the log. */
export type SimulationAnswer =
  | { readonly type: "refused"; readonly diagnostics: readonly string[] }
  | { readonly type: "progress"; readonly t_s: number; readonly end_s: number }
  | { readonly type: "failed"; readonly reason: string }
  | { readonly type: "done"; readonly log: Uint8Array<ArrayBuffer>; readonly events: readonly RunEvent[] };

/** Simulated time between two signs of life. */
const SLICE_NS = 10_000_000_000;

export async function simulate(request: SimulationRequest, answer: (a: SimulationAnswer) => void): Promise<void> {
  const { definitions } = Definitions.create(shippedDefinitions);
  const files = new Map(request.files);
  const root = request.files[0]?.[0] ?? "";
  const binaries = new Map(request.binaries ?? []);
  const load = (projections: Projections): ScenarioResult =>
    loadScenario(definitions, embeddedReader(files, binaries, projections), root, request.overrides);
  // Loading is synchronous and fetching is not: a scenario whose maps ask for a projection is loaded again when it is there.
  let isAsked = false;
  let result = load(() => {
    isAsked = true;
    throw new Error("projections are being loaded");
  });
  if (isAsked) result = load(await loadProjections());
  const { scenario, diagnostics } = result;
  if (scenario === null) {
    answer({ type: "refused", diagnostics: diagnostics.map(formatDiagnostic) });
    return;
  }
  const pieces: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void pieces.push(bytes.slice()) };
  const { version } = request;
  const writer = new LogWriter(sink, { compression: await loadZstd(), library: `thetis ${version}` });
  const run = new ScenarioRun(scenario, { writer, version });
  try {
    while (run.sim.now_ns < run.end_ns) {
      run.advance(run.sim.now_ns + SLICE_NS);
      answer({ type: "progress", t_s: run.sim.now_ns / 1e9, end_s: run.end_ns / 1e9 });
    }
  } catch (error) {
    answer({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
  run.close();
  answer({ type: "done", log: joined(pieces), events: run.events });
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

globalThis.addEventListener("message", ({ data }: MessageEvent<SimulationRequest>) => {
  void simulate(data, (a) => globalThis.postMessage(a));
});
