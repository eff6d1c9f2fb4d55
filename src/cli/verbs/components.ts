/** thetis components: what ships, what a component is made of, and a file to start a new one from. */
import { Command } from "commander";

export interface ListOptions {
  readonly models?: string;
  readonly folder?: string[];
  readonly kind?: string;
  readonly json?: boolean;
}

export interface ShowOptions {
  readonly models?: string;
  readonly model?: string;
  readonly density: string;
  readonly json?: boolean;
}

export interface NewOptions {
  readonly models?: string;
  readonly id?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function componentsVerb(): Command {
  return new Command("components")
    .description("list, show and start component files")
    .addHelpText(
      "after",
      `
Examples:
  thetis components list
  thetis components show remus100
  thetis components new thruster --id my-thruster --out my-thruster.xml`,
    )
    .addCommand(listVerb())
    .addCommand(showVerb())
    .addCommand(newVerb());
}

function listVerb(): Command {
  return new Command("list")
    .description("list kinds, their models, and the components that ship")
    .option("--kind <kind>", "only this kind")
    .option("--folder <dir...>", "list the component files below these folders instead of those that ship")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis components list
  thetis components list --kind thruster --json
  thetis components list --folder my-fleet`,
    )
    .action(async (options: ListOptions) => {
      process.exitCode = await (await import("./components/list.ts")).list(options);
    });
}

function showVerb(): Command {
  return new Command("show")
    .description(
      "show a component with every value, its source and whether its model reads it; or what a kind's file may say",
    )
    .argument("<name>", "id of a shipped component, a component file, or a kind")
    .option("--model <model>", "as another model of its kind reads it")
    .option("--density <kgpm3>", "density of the water for the report of a vehicle", "1025")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis components show rexrov --density 1000               a vehicle, and how it will behave in a lake
  thetis components show remus100-propeller                  values and their provenance
  thetis components show remus100-propeller --model static   what a coarse model leaves unread
  thetis components show thruster                            what a thruster file may say
  thetis components show my-auv.xml --json`,
    )
    .action(async (name: string, options: ShowOptions) => {
      process.exitCode = await (await import("./components/show.ts")).show(name, options);
    });
}

function newVerb(): Command {
  return new Command("new")
    .description("a commented file to start a component from; its ? are to be filled in")
    .argument("<kind>", "kind of component, see thetis components list")
    .option("--id <id>", "id of the component (default: the name of the file)")
    .option("--out <file>", "write to this file instead of standard output")
    .option("--force", "overwrite the file")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--json", "print one JSON document with the text")
    .addHelpText(
      "after",
      `
Examples:
  thetis components new thruster
  thetis components new thruster --id my-thruster --out my-thruster.xml
  thetis check my-thruster.xml                     lists what is still to be filled in`,
    )
    .action(async (kind: string, options: NewOptions) => {
      process.exitCode = await (await import("./components/new.ts")).create(kind, options);
    });
}
