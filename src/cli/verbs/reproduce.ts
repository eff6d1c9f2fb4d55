/** thetis reproduce: published results, computed again, beside what was published. */
import { Command } from "commander";

export interface ReproduceOptions {
  readonly output?: string;
  readonly logs?: boolean;
  readonly force?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

export function reproduceVerb(): Command {
  return new Command("reproduce")
    .description("regenerate published results and say how close they are")
    .argument("[name...]", "only these (default: all)")
    .option("-o, --output <dir>", "where the reports go", "runs/reproduce")
    .option("--logs", "also write the logs of the runs")
    .option("--force", "replace logs that are there, and files that are not reports")
    .option("--list", "list what there is, and run nothing")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis reproduce                                 all of them, in some minutes
  thetis reproduce --list                          what there is, and whose result
  thetis reproduce erdemir2018-links               one: a table, and a report in runs/reproduce
  thetis reproduce erdemir2018-links --json        one, for a script

Each figure of a publication stands beside ours with the difference, and why. "Calibration": an input was solved from the published figure, so that
it confirms nothing. "Misprint": the printed figure contradicts its own source, and docs/errata.md has the derivation.
Exit code: 0 every claim holds, 1 one does not, 2 the call is wrong, 3 a run failed or was stopped.`,
    )
    .action(async (names: string[], options: ReproduceOptions) => {
      process.exitCode = await (await import("./reproduce/run.ts")).reproduce(names, options);
    });
}
