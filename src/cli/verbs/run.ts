/** thetis run: a scenario from start to end, with log and report; a log again; a mission alone. */
import { Command, InvalidArgumentError, Option } from "commander";
import { CallError } from "../io/outcome.ts";
import type { RunCall } from "./run/scenario.ts";

interface RunOptions {
  readonly mode: "offline" | "online";
  readonly pace: number;
  readonly seed?: string;
  readonly run?: number;
  readonly until?: string;
  readonly logFrom?: number;
  readonly set: readonly string[];
  /** False for --no-log. */
  readonly log?: string | false;
  readonly report?: string | true;
  readonly force?: boolean;
  readonly models?: string;
  readonly allowOutside?: boolean;
  readonly script?: string;
  readonly proof?: string;
  readonly unproved?: boolean;
  readonly json?: boolean;
}

export function runVerb(): Command {
  return new Command("run")
    .description("run a scenario, a log again, or a mission alone")
    .argument(
      "<scenario>",
      "a scenario (.xml), a log (.mcap) that is to be run again and compared, or a mission (.mission, or its automaton in .json) to be exercised",
    )
    .option("--set <path=value>", "another value for any parameter; may be repeated", collected, [])
    .option("--seed <n>", "another seed, as --set seed=N")
    .option(
      "--run <n>",
      "number of the run in the campaign of its seed: another sea, other gusts, other noise (default: 0)",
      numberOf,
    )
    .option("--until <seconds>", "another duration, as --set duration_s=T")
    .option("--log-from <seconds>", "offline: the log begins at this simulated time, as a branch of the run", secondsOf)
    .option("--log <file>", "where the log goes (default: runs/SCENARIO.mcap, with a number where that is taken)")
    .option("--no-log", "write no log")
    .option("--report [file]", "write a report, too (default: beside the log, .html)")
    .option("--force", "replace a log of that name, and its report")
    .addOption(
      new Option("--mode <mode>", "offline: as fast as it goes; online: paced, controllers in threads of their own")
        .choices(MODES)
        .argParser(modeOf)
        .default("offline"),
    )
    .option("--pace <factor>", "online: simulated seconds per second", paceOf, 1)
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--allow-outside", "also read files outside the project that the scenario lies in")
    .option(
      "--script <file>",
      "mission: what happens and how the robot-tasks answer (.events); scenario: reactions that its mission plays first, as VEHICLE/MISSION=FILE where there are several",
    )
    .option("--proof <file>", "mission: the proof of what it requires (default: NAME.proof.json beside it)")
    .option("--unproved", "mission: exercise it even without the proofs that it requires; nothing real is moved")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis run scenarios/first-dive.xml --report
  thetis run scenarios/first-dive.xml --set auv/pilot/pitchLimit_deg=10 --log runs/gentle.mcap
  thetis run scenarios/first-dive.xml --set "world/current_mps=0 0.3 0" --until 120
  thetis run scenarios/first-dive.xml --mode online --pace 10
  thetis run scenarios/surface-drift.xml --run 7 --log runs/drift-7.mcap
  thetis run scenarios/first-dive.xml --log-from 60 --set log1/rate_Hz=100 --log runs/square.mcap     from there on, finely
  thetis run runs/first-dive.mcap          again, from what the log holds; says whether the result is the same
  thetis run scenarios/survey.xml --script proofs/Alarmed.events     a counterexample of thetis verify --script, flown
  thetis run missions/vortex-inspection.mission --script missions/vortex-inspection.events --until 600

A mission is exercised alone, on a virtual clock, with robot-tasks that only answer: what happens when is in the script
(the manual's page on the mission language has its format). It takes --script, --until (default: until nothing more
happens), --proof, --unproved and --json. A mission that requires proofs is executed only with one that fits (thetis verify --write).

A path is made of the ids in the file, from the outside in: auv/pilot/depth/kp. "thetis components show SCENARIO"
lists them all with their values. Ctrl-C ends the run in order: the log is complete up to there. Online, Enter (or the signal
SIGUSR2) pauses the run and goes on.
Exit code: 0 done, 1 a log run again gave another result, 2 the scenario or the call is wrong, 3 the run failed or was stopped.`,
    )
    .action(async (file: string, options: RunOptions, command: Command) => {
      refuseForeignOptions(file, command);
      const chosen = ["mode", "pace"].filter((name) => command.getOptionValueSource(name) === "cli");
      if (file.endsWith(".mcap") && chosen.length > 0) {
        throw new CallError(
          `a log is run again as it was: leave out ${chosen.map((name) => `--${name}`).join(" and ")}`,
        );
      }
      if (command.getOptionValueSource("pace") === "cli" && options.mode !== "online") {
        throw new CallError(
          "--pace ties the run to the clock, as online mode does: add --mode online, or leave out --pace",
        );
      }
      if (options.logFrom !== undefined && options.mode === "online") {
        throw new CallError("an online run is logged from its start: leave out --log-from, or --mode online");
      }
      process.exitCode = await run(file, options);
    });
}

const MODES = ["offline", "online"] as const;

const MISSION_OPTIONS = ["script", "proof", "unproved", "until", "json"];
const ONLY_MISSION = ["proof", "unproved"];

function isMission(file: string): boolean {
  return file.endsWith(".mission") || file.endsWith(".json");
}

/** An option that would have no effect is a mistake. */
function refuseForeignOptions(file: string, command: Command): void {
  const mission = isMission(file);
  const given = command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === "cli")
    .map((option) => option.attributeName());
  if (file.endsWith(".mcap") && given.includes("script"))
    throw new CallError("a log is run again as it was, its script included: leave out --script");
  const foreign = [...new Set(given)].filter((name) =>
    mission ? !MISSION_OPTIONS.includes(name) : ONLY_MISSION.includes(name),
  );
  if (foreign.length === 0) return;
  const names = foreign.map((name) => `--${name}`).join(", ");
  throw new CallError(
    mission
      ? `a mission alone takes --script, --proof, --unproved, --until and --json: leave out ${names}`
      : `${file} is not a mission: leave out ${names}`,
  );
}

function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function modeOf(value: string): "offline" | "online" {
  if (value === "offline" || value === "online") return value;
  throw new InvalidArgumentError("Allowed: offline, online.");
}

function paceOf(value: string): number {
  const factor = Number(value);
  if (factor > 0 && Number.isFinite(factor)) return factor;
  throw new InvalidArgumentError("Allowed: a number above 0.");
}

function numberOf(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError("Allowed: a whole number, 0 or more.");
}

function secondsOf(value: string): number {
  const seconds = Number(value);
  if (value.trim() !== "" && Number.isFinite(seconds) && seconds >= 0) return seconds;
  throw new InvalidArgumentError("Allowed: a number of seconds, 0 or more.");
}

async function run(file: string, options: RunOptions): Promise<number> {
  if (isMission(file)) {
    const { runMission } = await import("./run/mission.ts");
    const { script, proof, until } = options;
    return runMission({
      ...{ file, script, proof, until },
      unproved: options.unproved === true,
      json: options.json === true,
    });
  }
  const { runScenario } = await import("./run/scenario.ts");
  const call: RunCall = {
    file,
    script: options.script,
    overrides: [
      ...options.set,
      ...(options.seed === undefined ? [] : [`seed=${options.seed}`]),
      ...(options.until === undefined ? [] : [`duration_s=${options.until}`]),
    ],
    mode: options.mode,
    pace: options.pace,
    log: options.log === false ? null : (options.log ?? undefined),
    report: options.report === undefined ? null : options.report === true ? undefined : options.report,
    force: options.force === true,
    models: options.models,
    allowOutside: options.allowOutside === true,
    run: options.run,
    logFrom_s: options.logFrom,
    json: options.json === true,
  };
  if (file.endsWith(".mcap")) {
    const { runAgain } = await import("./run/again.ts");
    return runAgain(call);
  }
  return runScenario(call);
}
