/** What `thetis verify MISSION --report FILE` does once the properties are checked: views, pictures, and the page with all of it. */
import { existsSync } from "node:fs";
import type { Automaton, Statistics } from "../../../mission/index.ts";
import type { Verdict } from "../../../mission/proof/index.ts";
import { abstractView, undrawable, viewDiagnostics, viewDot } from "../../../mission/views/index.ts";
import { PAGE_ASSETS } from "../../../report/index.ts";
import { refuseOverwriting, writeWhole } from "../../io/files.ts";
import { readText } from "../../io/mission-file.ts";
import { CallError } from "../../io/outcome.ts";
import { packageVersion } from "../../io/version.ts";
import { type DrawnView, verdictPage } from "./page.ts";
import { checkClaims, type Published, type PublishedView, readPublished } from "./published.ts";
import { drawn } from "./view-picture.ts";

/** What was verified. */
export interface Verified {
  readonly file: string;
  readonly properties: string;
  readonly automaton: Automaton;
  readonly statistics: Statistics;
  readonly verdicts: readonly Verdict[];
}

export async function writeVerdictReport(
  output: string,
  { file, properties, automaton, statistics, verdicts }: Verified,
  force: boolean,
): Promise<void> {
  const beside = file.replace(/\.mission$/, ".published.json");
  const published = existsSync(beside) ? readPublished(readText(beside), beside) : null;
  refuseOverwriting([output], [file, properties, ...(published === null ? [] : [beside])]);
  if (published !== null) {
    checkClaims(
      published,
      verdicts.map((v) => v.property),
      beside,
    );
  }
  const { inputs, outputs } = automaton.data;
  const { statements, states, transitions } = statistics;
  const page = verdictPage({
    mission: automaton.data.mission,
    file,
    properties,
    hash: automaton.hash(),
    tool: `thetis ${packageVersion()}`,
    numbers: { statements, inputs: inputs.length, outputs: outputs.length, states, transitions },
    verdicts,
    published,
    views: published === null ? [] : await drawnViews(automaton, published, beside),
    style: PAGE_ASSETS.documentStyle,
  });
  writeWhole(output, page, force);
}

async function drawnViews(automaton: Automaton, { views }: Published, file: string): Promise<DrawnView[]> {
  const all: DrawnView[] = [];
  for (const view of views) all.push(await drawnView(automaton, view, file));
  return all;
}

async function drawnView(automaton: Automaton, view: PublishedView, file: string): Promise<DrawnView> {
  const [wrong] = viewDiagnostics(automaton, view.signals, view);
  if (wrong !== undefined) throw new CallError(`${file}: ${view.title}: ${wrong.message}`);
  const began_ms = performance.now();
  const found = abstractView(automaton, view.signals, view);
  if (found.value === null) throw new CallError(`${file}: ${view.title}: ${found.problem.message}`);
  const time_ms = performance.now() - began_ms;
  const { states, transitions } = found.value.lts;
  const svg = undrawable(found.value) === null ? await drawn(viewDot(found.value)) : null;
  return { view, svg, states, transitions, time_ms };
}
