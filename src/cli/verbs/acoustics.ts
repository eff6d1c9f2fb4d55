/** thetis acoustics: sound in a sea: losses, arrivals, rays, ranges, noise and profiles, as tables, files and pictures. */
import { Command, Option } from "commander";

/** Everything as it was written: what is wrong with it is said all at once, by verbs/acoustics/flags.ts. */
export type AcousticsOptions = Readonly<Record<string, string | boolean | undefined>>;

/** What acoustics/rays and environment/water know; held against them by a test, so that this file stays light. */
const SUMS = ["coherent", "incoherent", "semicoherent"];
const BEAMS = ["hat", "gaussian"];
const ABSORPTIONS = [
  ...["francois-garrison", "ainslie-mccolm", "fisher-simmons"],
  ...["thorp-stojanovic", "thorp-3e-4", "thorp-jkps", "thorp-1967", "none"],
];
const BOTTOMS = [
  ...["rock", "cobbles", "gravel", "coarse-sand", "sand", "fine-sand", "silty-sand", "silt", "mud", "clay"],
  ...["rigid", "vacuum"],
];
/** A place in a scenario. */
const FROM = 'scenario: where the source is, "NORTH EAST DEPTH" in metres, or a vehicle';
const WIND_READINGS = ["standard", "published-2009"];

export function acousticsVerb(): Command {
  return new Command("acoustics")
    .description("sound in a sea: losses, arrivals, rays, ranges, noise, profiles")
    .addHelpText(
      "after",
      `
Examples:
  thetis acoustics tl --depth 100 --bottom sand --frequency 25k --range 2000
  thetis acoustics tl scenarios/harbour.xml --from auv --azimuth 90 --range 500 --frequency 25k --output loss.svg
  thetis acoustics arrivals --depth 100 --frequency 25k --source 20 --receiver 40 --range 1000 --output echoes.svg
  thetis acoustics rays munk.env --output fan.svg
  thetis acoustics range --modem tapac
  thetis acoustics noise --wind 8 --rain 10 --frequencies 100:100k --output noise.svg
  thetis acoustics profile scenarios/harbour.xml --frequency 33k

The sea is that of a scenario (.xml: a vertical plane from a place or a vehicle), that of an environment file of BELLHOP (.env, with
the .bty and .ssp beside it), or a plain one of flags. "thetis acoustics tl --help" has what each verb takes.
Numbers may end in k or M (33k is 33000); a list is 10,20,50 or FROM:TO:COUNT (0:100:51).`,
    )
    .addCommand(tlVerb())
    .addCommand(arrivalsVerb())
    .addCommand(raysVerb())
    .addCommand(rangeVerb())
    .addCommand(noiseVerb())
    .addCommand(profileVerb());
}

function tlVerb(): Command {
  const asked = question(sea(new Command("tl").description("transmission loss by range and depth")))
    .addOption(chosen("--sum <kind>", "how paths add up (default: incoherent)", SUMS))
    .addOption(chosen("--beam <shape>", "of one ray (default: gaussian)", BEAMS));
  return access(output(asked, ".svg, .csv, .json, .shd, .env"))
    .addHelpText(
      "after",
      `
Examples:
  thetis acoustics tl --depth 100 --bottom sand --frequency 25k --range 2000
  thetis acoustics tl --depth 100 --speed 0=1520,50=1500,100=1505 --source 30 --frequency 500 --sum coherent --output field.svg
  thetis acoustics tl pekeris.env --output pekeris.shd
  thetis acoustics tl scenarios/harbour.xml --from "0 0 5" --azimuth 90 --range 500 --receiver 2,5,8 --frequency 25k --json

Without --receiver the whole depth of the water is computed, and --output FILE.svg is a field of colours; with up to six depths it is one
curve for each. The loss is relative to 1 m from the source, with the absorption of the water.
Exit code: 0 done, 2 the call or the sea is wrong.`,
    )
    .action(withSea("tl"));
}

function arrivalsVerb(): Command {
  return access(
    output(
      question(sea(new Command("arrivals").description("the paths from a source to a receiver"))),
      ".svg, .csv, .json, .arr, .env",
    ),
  )
    .addHelpText(
      "after",
      `
Examples:
  thetis acoustics arrivals --depth 100 --frequency 25k --source 20 --receiver 40 --range 1000
  thetis acoustics arrivals scenarios/fleet.xml --speed 1500 --from auv1 --to auv2 --source 5 --receiver 5 --frequency 33k --output echoes.svg
  thetis acoustics arrivals pekeris.env --output pekeris.arr

Each path with its delay, its level relative to 1 m from the source, its phase, the angles at which it leaves and arrives (from the
horizontal, positive down) and how often it met surface and bottom. Files may hold several receivers, the table and the picture
show the first.
Exit code: 0 done, 2 the call or the sea is wrong.`,
    )
    .action(withSea("arrivals"));
}

function raysVerb(): Command {
  return access(
    output(
      question(sea(new Command("rays").description("a fan of rays, or those that meet a receiver"))),
      ".svg, .csv, .json, .env",
    ),
  )
    .addHelpText(
      "after",
      `
Examples:
  thetis acoustics rays --depth 100 --speed 0=1520,50=1500,100=1505 --source 30 --range 3000 --angles=-15:15 --rays 31 --output fan.svg
  thetis acoustics rays --depth 100 --source 30 --receiver 60 --range 1000 --output eigenrays.svg
  thetis acoustics rays munk.env --rays 41 --output munk.svg

With --receiver, only the rays that meet it (eigenrays) are listed and drawn.
Exit code: 0 done, 2 the call or the sea is wrong.`,
    )
    .action(withSea("rays"));
}

function rangeVerb(): Command {
  const asked = new Command("range")
    .description("how far a modem reaches, from its link budget")
    .addOption(chosen("--modem <name>", "take what is not given from a modem", ["tapac"]))
    .option("--frequency <Hz>", "carrier")
    .option("--source-level <dB>", "dB re 1 µPa at 1 m")
    .option("--bandwidth <Hz>", "of the receiver")
    .option("--threshold <dB>", "signal to noise that it needs")
    .option("--noise <dB>", "spectral level of the noise, dB re 1 µPa²/Hz, in place of --wind")
    .option("--wind <mps>", "wind speed for the noise of the sea")
    .addOption(
      chosen("--wind-reading <name>", "how the wind enters (default: standard; with --modem both)", WIND_READINGS),
    )
    .option("--spreading <k>", "factor k of k·10 log r: 2 spherical, 1.5 practical, 1 cylindrical (default: 2)")
    .addOption(chosen("--absorption <formula>", "absorption in the water (default: thorp-stojanovic)", ABSORPTIONS))
    .option("--temperature <degC>", "of the water, for the absorption (default: 10)")
    .option("--salinity <psu>", "of the water, for the absorption (default: 35)")
    .option("--frequencies <list>", "the range at these, too: 5k:100k, or 10k,20k,50k");
  return output(asked, ".svg, .csv, .json")
    .addHelpText(
      "after",
      `
Examples:
  thetis acoustics range --modem tapac
  thetis acoustics range --modem tapac --wind 10 --absorption francois-garrison
  thetis acoustics range --frequency 24k --source-level 185 --bandwidth 5k --threshold 10 --wind 5 --spreading 1.5
  thetis acoustics range --modem tapac --frequencies 5k:90k --output range.svg

The signal is heard where source level − loss − noise in the band ≥ threshold.
Exit code: 0 done, 2 the call is wrong.`,
    )
    .action((options: AcousticsOptions) => run("range", undefined, options));
}

function noiseVerb(): Command {
  const asked = new Command("noise")
    .description("ambient noise over frequency, by its terms")
    .argument("[scenario]", "take the noise that this world states")
    .option("--frequencies <list>", "5k:100k, 10,100,1000, or FROM:TO:COUNT in equal ratios (default: 10:100k:41)")
    .addOption(
      chosen("--model <name>", "of turbulence, traffic, wind and thermal noise (default: wenz)", ["wenz", "coates"]),
    )
    .option("--wind <mps>", "wind speed (default: 5)")
    .addOption(chosen("--wind-reading <name>", "wenz: how the wind enters (default: standard)", WIND_READINGS))
    .addOption(
      chosen("--bands <name>", "wenz: each term in its band, or all everywhere (default: banded)", [
        "banded",
        "summed",
      ]),
    )
    .option("--traffic <index>", "wenz: distant traffic from 1 to 7 (default: 4)")
    .option("--shipping <share>", "coates: shipping from 0 to 1 (default: 0.5)")
    .option("--rain <mmph>", "rain, mm/h")
    .option("--shrimp", "a bed of snapping shrimps");
  return access(output(asked, ".svg, .csv, .json"))
    .addHelpText(
      "after",
      `
Examples:
  thetis acoustics noise --wind 8
  thetis acoustics noise --wind 8 --rain 10 --frequencies 100:100k:31 --output noise.svg
  thetis acoustics noise --model coates --wind 2.572 --frequencies 33k
  thetis acoustics noise scenarios/harbour.xml --json

Levels are dB re 1 µPa²/Hz.
Exit code: 0 done, 2 the call or the scenario is wrong.`,
    )
    .action(withSea("noise"));
}

function profileVerb(): Command {
  const asked = new Command("profile")
    .description("sound speed, density and absorption by depth")
    .argument("<sea>", "a scenario (.xml) or an environment file (.env)")
    .option("--from <place>", `${FROM} (default: "0 0")`)
    .option("--frequency <Hz>", "of the absorption (default: 33k; that of an .env)")
    .addOption(chosen("--absorption <formula>", "absorption in the water (default: that of the sea)", ABSORPTIONS))
    .option("--depths <list>", "0:100:21, or 0,10,50 (default: from the surface to the bottom)");
  return access(output(asked, ".svg, .csv, .json"))
    .addHelpText(
      "after",
      `
Examples:
  thetis acoustics profile scenarios/harbour.xml --frequency 25k
  thetis acoustics profile scenarios/harbour.xml --from auv --depths 0:50:11 --output water.svg
  thetis acoustics profile munk.env

Exit code: 0 done, 2 the call or the sea is wrong.`,
    )
    .action(withSea("profile"));
}

/** Whose sea it is, and where in it. */
function sea(command: Command): Command {
  return command
    .argument("[sea]", "a scenario (.xml) or an environment file (.env); otherwise --depth and what follows")
    .option("--depth <m>", "a plain sea: its depth")
    .option(
      "--speed <mps>",
      "a plain sea, or a scenario without <water>: its sound speed, or that at depths: 0=1520,50=1500,100=1505 (default: 1500)",
    )
    .addOption(chosen("--bottom <type>", "a plain sea: what lies below (default: sand)", BOTTOMS))
    .option("--from <place>", `${FROM} (default: "0 0")`)
    .option("--to <place>", "scenario: the plane goes there, and the receiver is there; as --from")
    .option("--azimuth <deg>", "scenario: direction of the plane, clockwise from north (default: 0)");
}

/** What is asked of it. */
function question(command: Command): Command {
  return command
    .option("--frequency <Hz>", "of the sound (not for an .env, which states it)")
    .option("--source <m>", "depth of the source (default: that of --from, of the .env, or half of the water's)")
    .option("--receiver <list>", "depths of receivers, m")
    .option("--range <list>", "farthest range, or ranges of receivers, m (default: 1000)")
    .option("--angles <from:to>", "launch angles, degrees from the horizontal, positive down")
    .option("--rays <count>", "rays of the fan")
    .option("--step <m>", "largest step of a ray")
    .addOption(chosen("--absorption <formula>", "absorption in the water (default: that of the sea)", ABSORPTIONS));
}

/** Where the result goes. */
function output(command: Command, endings: string): Command {
  return command
    .option("-o, --output <file>", `write the result to a file, by its ending: ${endings}`)
    .option("--force", "overwrite the file")
    .option("--json", "print one JSON document");
}

/** Of verbs that read a scenario. */
function access(command: Command): Command {
  return command
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--allow-outside", "also read files outside the project that the scenario lies in");
}

/** Choices are proposed to the shell and shown in the help; what is not one of them is said together with all else. */
function chosen(flags: string, doc: string, choices: readonly string[]): Option {
  return new Option(flags, doc).choices(choices).argParser((value: string) => value);
}

function withSea(verb: string): (sea: string | undefined, options: AcousticsOptions) => Promise<void> {
  return (sea, options) => run(verb, sea, options);
}

async function run(verb: string, sea: string | undefined, options: AcousticsOptions): Promise<void> {
  process.exitCode = await (await import("./acoustics/run.ts")).run(verb, sea, options);
}
