import type { ExperimentList } from "../src/cli/verbs/reproduce/experiment.ts";

/** Every experiment, in the order in which `thetis reproduce` runs them. Each is loaded only when it is run or listed. */
export const experiments: ExperimentList["experiments"] = [
  { name: "erdemir2018-links", load: async () => (await import("./erdemir2018-links/experiment.ts")).experiment },
  {
    name: "parodi2008-communications",
    load: async () => (await import("./parodi2008-communications/experiment.ts")).experiment,
  },
  { name: "rate-trial", load: async () => (await import("./rate-trial/experiment.ts")).experiment },
  { name: "mac-comparison", load: async () => (await import("./mac-comparison/experiment.ts")).experiment },
];
