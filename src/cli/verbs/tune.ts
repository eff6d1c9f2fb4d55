/** thetis tune: gains for the loops of a vehicle, from its linearised model. */
import { Command, InvalidArgumentError } from "commander";

export interface TuneOptions {
  readonly law?: "autopilot" | "stationKeeper";
  readonly speed: number;
  readonly rate?: number;
  readonly damping: number;
  readonly bandwidth: readonly string[];
  readonly density: number;
  readonly output?: string;
  readonly force?: boolean;
  readonly models?: string;
  readonly allowOutside?: boolean;
  readonly json?: boolean;
}

export function tuneVerb(): Command {
  return new Command("tune")
    .description("propose gains for the loops of a vehicle, from its linearised model")
    .argument("<vehicle>", "a component file, or the id of a shipped vehicle")
    .option("--law <law>", "autopilot or stationKeeper (default: what the vehicle can do)", lawOf)
    .option("--speed <mps>", "autopilot: speed ahead for which the gains are", positive, 1.5)
    .option("--rate <Hz>", "ticks per second (default: 10 for an autopilot, 20 for a station keeper)", positive)
    .option("--damping <ratio>", "damping of the loops, from 0.3 to 1", dampingOf, 0.7)
    .option("--bandwidth <loop=radps...>", "another bandwidth for a loop: heading=1 depth=0.2", [])
    .option("--density <kgpm3>", "density of the water", positive, 1025)
    .option("--output <file>", "write the law to this file, too")
    .option("--force", "overwrite the file")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--allow-outside", "also read files outside the project that a file lies in")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis tune taipan300 --speed 1.5
  thetis tune remus100-finned --speed 2 --bandwidth heading=0.8 depth=0.2 --damping 0.8
  thetis tune bluerov2-heavy --law stationKeeper --output my-keeper.xml

The vehicle is linearised around level motion at the given speed (a station keeper: at rest). Each loop gets the gains that put its
crossover to its bandwidth with the phase margin of its damping; margins and closed-loop modes are those of the printed gains.
They are a start: fly them (thetis run), and look at what the actuators do.
Exit code: 0 done, 1 with these gains a mode grows (the file is written, with the warning in its <doc>), 2 the call or the vehicle is wrong, or a bandwidth is out of reach.`,
    )
    .action(async (vehicle: string, options: TuneOptions) => {
      const { tune } = await import("./tune/proposal.ts");
      process.exitCode = await tune(vehicle, options);
    });
}

function lawOf(value: string): "autopilot" | "stationKeeper" {
  if (value === "autopilot" || value === "stationKeeper") return value;
  throw new InvalidArgumentError("Allowed: autopilot, stationKeeper.");
}

function positive(value: string): number {
  const number = Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError("Allowed: a number above 0.");
}

function dampingOf(value: string): number {
  const number = Number(value);
  if (number >= 0.3 && number <= 1) return number;
  throw new InvalidArgumentError("Allowed: 0.3 to 1.");
}
