/** thetis fmt: missions in their one layout. */
import { Command } from "commander";
import { CallError } from "../io/outcome.ts";

export interface FmtOptions {
  readonly check?: boolean;
  readonly stdout?: boolean;
  readonly json?: boolean;
}

export function fmtVerb(): Command {
  return new Command("fmt")
    .description("put missions into their one layout, in place")
    .argument("<mission...>", "missions (.mission), or folders of them")
    .option("--check", "change nothing; list the files that would change")
    .option("--stdout", "change nothing; print the one mission as it would be")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis fmt missions                       everything below a folder
  thetis fmt missions --check               for a script: exit code 1 if something would change
  thetis fmt survey.mission --stdout        only to look at

Comments stay, and so does the meaning. A file with errors is left as it is, and the errors are reported.
Exit code: 0 done, 1 with --check if a file would change, 2 if a file has errors or the call is wrong, 3 if a file
cannot be written.`,
    )
    .action(async (paths: string[], options: FmtOptions) => {
      if (options.check === true && options.stdout === true) {
        throw new CallError("--check and --stdout are two different questions: leave out one");
      }
      const { formatFiles } = await import("./fmt/files.ts");
      process.exitCode = formatFiles(paths, options);
    });
}
