/** Where the experiments are. */
import { didYouMean } from "../../../core/index.ts";
import { CallError, withHint } from "../../io/outcome.ts";
import type { ExperimentList } from "./experiment.ts";

export type ListedExperiment = ExperimentList["experiments"][number];

/** experiments/ is compiled beside src/ but is a project of its own, above this one. */
export async function experimentList(): Promise<ExperimentList["experiments"]> {
  const list = (await import(new URL("../../../../experiments/index.js", import.meta.url).href)) as ExperimentList;
  return list.experiments;
}

/** Those that were asked for, in the order of the list; all where none was named. */
export async function chosenExperiments(names: readonly string[]): Promise<ListedExperiment[]> {
  const experiments = await experimentList();
  const known = experiments.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const message = `no experiment is called ${JSON.stringify(name)}; there are: ${known.join(", ")}`;
    throw new CallError(withHint(message, didYouMean(name, known)));
  }
  return experiments.filter(({ name }) => names.length === 0 || names.includes(name));
}
