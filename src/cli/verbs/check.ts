/** thetis check: validates what a user wrote; all diagnostics at once. */
import { Command } from "commander";

export interface CheckOptions {
  readonly models?: string;
  readonly allowOutside?: boolean;
  readonly json?: boolean;
}

export function checkVerb(): Command {
  return new Command("check")
    .description("validate scenarios, component files and missions; all diagnostics at once")
    .argument("<file...>", "scenarios and component files (.xml), missions (.mission), or folders of them")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--allow-outside", "also read files outside the project that a file lies in")
    .option("--json", "print one JSON document with every diagnostic")
    .addHelpText(
      "after",
      `
Examples:
  thetis check components scenarios            everything that ships
  thetis check my-auv.xml --json               for an editor or a script
  thetis check my-auv.xml --models my-models   with models of your own, each made once
  thetis check missions/vortex.mission         compiled to its automaton, with the sizes of it

Exit code: 0 when there is no error (warnings do not count), 2 otherwise.`,
    )
    .action(async (files: string[], options: CheckOptions) => {
      process.exitCode = await (await import("./check/files.ts")).check(files, options);
    });
}
