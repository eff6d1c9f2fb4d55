/** thetis lts: labelled transition systems in .aut files: what they are, smaller, side by side, hidden, composed. */
import { Command, Option } from "commander";

/** In the order of src/lts: from the finest. */
const EQUIVALENCES = ["strong", "dpbranching", "branching", "weak", "trace"] as const;

export interface OutputOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export interface InfoOptions {
  readonly deadlockFree?: boolean;
  readonly livelockFree?: boolean;
  readonly reaches?: readonly string[];
  readonly never?: readonly string[];
  readonly json?: boolean;
}

export interface ReduceOptions extends OutputOptions {
  readonly equivalence: (typeof EQUIVALENCES)[number];
}

export interface CompareOptions {
  readonly equivalence: (typeof EQUIVALENCES)[number];
  readonly json?: boolean;
}

export interface HideOptions extends OutputOptions {
  readonly labels?: readonly string[];
  readonly keep?: readonly string[];
}

export interface RenameOptions extends OutputOptions {
  readonly map: readonly string[];
}

export interface AbstractOptions extends OutputOptions {
  readonly criteria: string;
}

export interface ComposeOptions extends OutputOptions {
  readonly sync?: readonly string[];
  readonly interleave?: boolean;
  readonly mostStates: string;
}

export function ltsVerb(): Command {
  return new Command("lts")
    .description("examine, reduce, compare and compose labelled transition systems (.aut)")
    .addHelpText(
      "after",
      `
Examples:
  thetis lts info robot.aut
  thetis lts reduce robot.aut --equivalence branching -o small.aut
  thetis lts compare robot.aut wanted.aut --equivalence weak
  thetis lts hide robot.aut --keep Start Stopped -o view.aut

Files are in the Aldebaran format of CADP and mCRL2; "tau" and "i" are the internal action.`,
    )
    .addCommand(infoVerb())
    .addCommand(reduceVerb())
    .addCommand(compareVerb())
    .addCommand(hideVerb())
    .addCommand(renameVerb())
    .addCommand(abstractVerb())
    .addCommand(composeVerb());
}

function equivalenceOption(): Option {
  return new Option("--equivalence <name>", "what counts as the same, from the finest")
    .choices(EQUIVALENCES)
    .default("branching");
}

function writing(command: Command): Command {
  return command
    .option("-o, --output <file>", "write the system to a file (default: standard output)")
    .option("--force", "overwrite the file")
    .option("--json", "print one JSON document; it holds the system unless --output does");
}

function infoVerb(): Command {
  return new Command("info")
    .description("states, transitions, labels, deadlocks and livelocks, with shortest traces")
    .argument("<file>", "a transition system (.aut)")
    .option("--deadlock-free", "claim that every reached state has a transition")
    .option("--livelock-free", "claim that no reached state is on an internal cycle")
    .option("--reaches <label...>", "claim that these labels happen")
    .option("--never <label...>", "claim that these labels never happen")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis lts info robot.aut
  thetis lts info robot.aut --deadlock-free --never Error
  thetis lts info robot.aut --json

Exit code: 0 when every claim holds, 1 otherwise, 2 for bad input.`,
    )
    .action(async (file: string, options: InfoOptions) => {
      process.exitCode = await (await import("./lts/info.ts")).info(file, options);
    });
}

function reduceVerb(): Command {
  return writing(
    new Command("reduce")
      .description("the smallest equivalent system")
      .argument("<file>", "a transition system (.aut)")
      .addOption(equivalenceOption()),
  )
    .addHelpText(
      "after",
      `
Examples:
  thetis lts reduce robot.aut -o small.aut
  thetis lts reduce robot.aut --equivalence trace > traces.aut`,
    )
    .action(async (file: string, options: ReduceOptions) => {
      process.exitCode = await (await import("./lts/systems.ts")).reduceSystem(file, options);
    });
}

function compareVerb(): Command {
  return new Command("compare")
    .description("whether two systems are equivalent; if not, a trace or a formula that distinguishes them")
    .argument("<first>", "a transition system (.aut)")
    .argument("<second>", "another one")
    .addOption(equivalenceOption())
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis lts compare robot.aut wanted.aut
  thetis lts compare old.aut new.aut --equivalence strong --json

Exit code: 0 when they are equivalent, 1 when they are not, 2 for bad input.`,
    )
    .action(async (first: string, second: string, options: CompareOptions) => {
      process.exitCode = await (await import("./lts/compare.ts")).compareSystems(first, second, options);
    });
}

function hideVerb(): Command {
  return writing(
    new Command("hide")
      .description("make labels internal")
      .argument("<file>", "a transition system (.aut)")
      .option("--labels <label...>", "hide these; * stands for any text")
      .option("--keep <label...>", "hide all but these"),
  )
    .addHelpText(
      "after",
      `
Examples:
  thetis lts hide robot.aut --keep "START_*" "STOPPED_*" -o view.aut
  thetis lts hide robot.aut --labels log -o quiet.aut`,
    )
    .action(async (file: string, options: HideOptions) => {
      process.exitCode = await (await import("./lts/systems.ts")).hideLabels(file, options);
    });
}

function renameVerb(): Command {
  return writing(
    new Command("rename")
      .description("give labels other names; names may meet, and tau hides")
      .argument("<file>", "a transition system (.aut)")
      .requiredOption("--map <old=new...>", "labels and their new names"),
  )
    .addHelpText(
      "after",
      `
Examples:
  thetis lts rename robot.aut --map go=START halt=STOP -o renamed.aut`,
    )
    .action(async (file: string, options: RenameOptions) => {
      process.exitCode = await (await import("./lts/systems.ts")).renameLabels(file, options);
    });
}

function abstractVerb(): Command {
  return writing(
    new Command("abstract")
      .description("the system seen through criteria: named regular expressions of labels")
      .argument("<file>", "a transition system (.aut)")
      .requiredOption("--criteria <file>", "a file of criteria, see docs/lts.md"),
  )
    .addHelpText(
      "after",
      `
Examples:
  echo 'Error = any* [?Leak and not !Ascent];' > error.criteria
  thetis lts abstract robot.aut --criteria error.criteria -o errors.aut`,
    )
    .action(async (file: string, options: AbstractOptions) => {
      process.exitCode = await (await import("./lts/systems.ts")).abstractSystem(file, options);
    });
}

function composeVerb(): Command {
  return writing(
    new Command("compose")
      .description("systems in parallel: labels that several of them have are done together")
      .argument("<file...>", "transition systems (.aut)")
      .option("--sync <label...>", "only these labels are done together; * stands for any text")
      .option("--interleave", "none are")
      .option("--most-states <number>", "give up beyond", "5000000"),
  )
    .addHelpText(
      "after",
      `
Examples:
  thetis lts compose arm.aut vehicle.aut -o both.aut
  thetis lts compose arm.aut vehicle.aut --sync "STOP*" -o both.aut`,
    )
    .action(async (files: string[], options: ComposeOptions) => {
      process.exitCode = await (await import("./lts/systems.ts")).composeSystems(files, options);
    });
}
