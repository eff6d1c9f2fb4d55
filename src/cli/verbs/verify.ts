/** thetis verify: properties of a mission, checked on its automaton; and the mission as some signals show it. */
import { Command } from "commander";
import { CallError } from "../io/outcome.ts";
import type { VerifyOptions } from "./verify/mission.ts";

interface AllOptions extends VerifyOptions {
  readonly view?: string;
  readonly without?: string;
  readonly equivalence?: string;
  readonly output?: string;
  readonly force?: boolean;
  readonly distributed?: boolean;
  readonly report?: string;
}

export function verifyVerb(): Command {
  return new Command("verify")
    .description("check the properties written beside a mission; counterexamples for those that fail")
    .argument(
      "<mission>",
      "a mission (.mission); its properties are in the file of the same name that ends in .properties",
    )
    .option("--property <name...>", "only these properties")
    .option("--properties <file>", "another file of properties")
    .option("--svg <dir>", "write a picture of each counterexample into a folder")
    .option("--script <dir>", "write each counterexample as a script for thetis run into a folder")
    .option("--write", "keep the verdicts beside the mission, in a file that ends in .proof.json")
    .option(
      "--report <file>",
      "write all verdicts, with pictures, into an HTML file; beside the published results in NAME.published.json",
    )
    .option("--view <signals>", "in place of properties: the mission as these signals show it, separated by commas")
    .option("--without <inputs>", "view: inputs that never come")
    .option("--equivalence <name>", "view: what is kept of the branching (default: branching)")
    .option("-o, --output <file>", "view: write it to a file that ends in .svg, .dot, .aut or .txt")
    .option("--force", "overwrite the file of --output or --report")
    .option("--allow-outside", "properties: also read shapes outside the project that they lie in")
    .option("--distributed", "in place of properties: the automata of the computers against the single one")
    .option("--json", "print one JSON document with every verdict and counterexample")
    .addHelpText(
      "after",
      `
Examples:
  thetis verify missions/vortex.mission                          all properties of vortex.properties
  thetis verify missions/vortex.mission --property Goal --json   one of them, for a script
  thetis verify my.mission --svg out --script out                pictures, and scripts to fly:
  thetis run my.mission --script out/Order.events
  thetis verify my.mission --write                               my.proof.json
  thetis verify missions/vortex.mission --report vortex.html     beside what its paper proves
  thetis verify my.mission --view START_Dive,STOP_Dive --output dive.svg

A proof names the automaton by its hash and the properties by their texts, and is refused when a byte of it has changed.
Exit code: 0 when every property holds (vacuous ones are warned about), 1 when one fails or is undecided, 2 when the mission or the
properties are wrong.`,
    )
    .action(async (mission: string, options: AllOptions) => {
      process.exitCode = await verify(mission, options);
    });
}

/** Options of one use of the verb do not go with those of another. */
function refuse(options: AllOptions, names: readonly (keyof AllOptions)[], why: string): void {
  const found = names.find((name) => options[name] !== undefined);
  if (found !== undefined) throw new CallError(`--${found} ${why}`);
}

const OF_PROPERTIES = ["property", "properties", "svg", "script", "write", "report"] as const;
const OF_VIEWS = ["without", "equivalence", "output"] as const;

async function verify(mission: string, options: AllOptions): Promise<number> {
  if (options.view !== undefined) {
    refuse(options, [...OF_PROPERTIES, "distributed"], "does not go with --view");
    const { verifyView } = await import("./verify/view.ts");
    return verifyView(mission, { ...options, view: options.view });
  }
  refuse(options, OF_VIEWS, "is for --view");
  if (options.distributed === true) {
    refuse(options, OF_PROPERTIES, "does not go with --distributed");
    const { verifyDistributed } = await import("./verify/distributed.ts");
    return verifyDistributed(mission, { json: options.json });
  }
  const { verifyMission } = await import("./verify/mission.ts");
  if (options.report === undefined) return verifyMission(mission, options);
  const { writeVerdictReport } = await import("./verify/page-file.ts");
  const { report } = options;
  return verifyMission(mission, options, async (verified) => {
    await writeVerdictReport(report, verified, options.force === true);
    return [report];
  });
}
