/** The verbs of thetis and one call of them. A verb's file is light; what it works with is loaded when it runs. */
import { Command, CommanderError } from "commander";
import { errorLine, outputFailure } from "./io/leaving.ts";
import { forgetInputs } from "./io/ordinary-files.ts";
import { CallError, EXIT, printJson } from "./io/outcome.ts";
import { packageVersion } from "./io/version.ts";
import { acousticsVerb } from "./verbs/acoustics.ts";
import { benchVerb } from "./verbs/bench.ts";
import { checkVerb } from "./verbs/check.ts";
import { completionVerb } from "./verbs/completion.ts";
import { componentsVerb } from "./verbs/components.ts";
import { exportVerb } from "./verbs/export.ts";
import { fmtVerb } from "./verbs/fmt.ts";
import { ltsVerb } from "./verbs/lts.ts";
import { reportVerb } from "./verbs/report.ts";
import { reproduceVerb } from "./verbs/reproduce.ts";
import { runVerb } from "./verbs/run.ts";
import { tuneVerb } from "./verbs/tune.ts";
import { verifyVerb } from "./verbs/verify.ts";

/** One call, with what stands behind "thetis" on the command line. Its exit code is process.exitCode. */
export async function call(args: readonly string[]): Promise<void> {
  forgetInputs();
  const program = thetis();
  for (const command of [program, ...withDescendants(program)]) command.exitOverride();
  try {
    await program.parseAsync(args.map(oneName), { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

function thetis(): Command {
  const program: Command = new Command("thetis")
    .description("Simulator and workbench for marine robots.")
    .version(packageVersion())
    .showHelpAfterError("(thetis --help, or thetis VERB --help, shows what is allowed)")
    .showSuggestionAfterError()
    .addCommand(runVerb())
    .addCommand(reportVerb())
    .addCommand(exportVerb())
    .addCommand(checkVerb())
    .addCommand(fmtVerb())
    .addCommand(verifyVerb())
    .addCommand(componentsVerb())
    .addCommand(acousticsVerb())
    .addCommand(tuneVerb())
    .addCommand(ltsVerb())
    .addCommand(reproduceVerb())
    .addCommand(benchVerb())
    .addCommand(completionVerb(() => program))
    .addHelpText(
      "after",
      `
Examples:
  thetis run scenarios/first-dive.xml --report     dive, and a report to look at
  thetis components list               what ships
  thetis components new thruster       a file to start from
  thetis check my-thruster.xml         what is wrong with it, all at once
  thetis run missions/vortex.mission --script day.events     a mission alone, with scripted events
  thetis verify missions/vortex.mission     its properties, proved or with a counterexample
  thetis acoustics tl --depth 100 --frequency 25k --output loss.svg     sound in a sea, as a picture
  thetis reproduce --list              published results that can be computed again

Every verb takes --json for scripts and --help for its own examples.
Exit codes: 0 done, 1 a claim does not hold, 2 the input or the call is wrong, 3 the run failed.`,
    );
  return program;
}

/** Where something goes is --output in every verb; --out is short for it. */
function oneName(argument: string): string {
  return argument.replace(/^--out(?==|$)/, "--output");
}

function withDescendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...withDescendants(child)]);
}

/** The exit code of an error that ends a call, after saying what it is. */
export function exitCodeOf(thrown: unknown): number {
  const error = outputFailure(thrown) ?? thrown;
  // Commander has already printed what was wrong, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongInput;
  if (error instanceof CallError) {
    sayError(error.message);
    if (process.argv.includes("--json") && outputFailure(thrown) === null)
      printJson({ error: { message: error.message, exitCode: error.exitCode } });
    return error.exitCode;
  }
  sayError(errorLine(error));
  return EXIT.failed;
}

/** Standard error may be full, too; the exit code is left. */
export function sayError(message: string): void {
  try {
    process.stderr.write(`thetis: ${message}\n`);
  } catch {
    process.exitCode = EXIT.failed;
  }
}
