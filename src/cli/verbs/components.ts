/** thetis components: what ships, what a component is made of, a file to start a new one from, schema and reference pages. */
import { Command } from "commander";

export interface ListOptions {
  readonly models?: string;
  readonly allowOutside?: boolean;
  readonly folder?: string[];
  readonly kind?: string;
  readonly json?: boolean;
}

export interface ShowOptions {
  readonly models?: string;
  readonly allowOutside?: boolean;
  readonly model?: string;
  readonly density: string;
  readonly json?: boolean;
}

export interface NewOptions {
  readonly models?: string;
  readonly id?: string;
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export interface SchemaOptions {
  readonly models?: string;
  readonly output?: string;
  readonly json?: boolean;
}

export type ReferenceOptions = SchemaOptions;

export function componentsVerb(): Command {
  return new Command("components")
    .description("list, show and start component files; write their schema and reference pages")
    .addHelpText(
      "after",
      `
Examples:
  thetis components list
  thetis components show remus100
  thetis components new thruster --id my-thruster --output my-thruster.xml
  thetis components schema --models my-models --output my-models
  thetis components reference thruster --models my-models`,
    )
    .addCommand(listVerb())
    .addCommand(showVerb())
    .addCommand(newVerb())
    .addCommand(schemaVerb())
    .addCommand(referenceVerb());
}

function listVerb(): Command {
  return new Command("list")
    .description("list kinds, their models, and the components that ship")
    .option("--kind <kind>", "only this kind")
    .option("--folder <dir...>", "list the component files below these folders instead of those that ship")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--allow-outside", "also read files outside the project that a file lies in")
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
    .option("--density <kgpm3>", "density of the water for the assessment of a vehicle", "1025")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--allow-outside", "also read files outside the project that a file lies in")
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
    .option("--output <file>", "write to this file (default: standard output)")
    .option("--force", "overwrite the file")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--json", "print one JSON document with the text")
    .addHelpText(
      "after",
      `
Examples:
  thetis components new thruster
  thetis components new thruster --id my-thruster --output my-thruster.xml
  thetis check my-thruster.xml                     lists what is still to be filled in`,
    )
    .action(async (kind: string, options: NewOptions) => {
      process.exitCode = await (await import("./components/new.ts")).create(kind, options);
    });
}

function schemaVerb(): Command {
  return new Command("schema")
    .description("the XML Schema of component files, with which an editor completes and checks them")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--output <file>", "write to this file, or as thetis.xsd into this folder (default: standard output)")
    .option("--json", "print one JSON document, with the text where no file is written")
    .addHelpText(
      "after",
      `
Examples:
  thetis components schema > thetis.xsd
  thetis components schema --models examples/own-model/models --output my-schema.xsd`,
    )
    .action(async (options: SchemaOptions) => {
      process.exitCode = await (await import("./components/schema.ts")).schema(options);
    });
}

function referenceVerb(): Command {
  return new Command("reference")
    .description("reference pages in Markdown: of each kind its parameters, children and models")
    .argument("[kind...]", "only these kinds (default: all, with an index and the list of diagnostics)")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--output <dir>", "write the pages into this folder (default: standard output)")
    .option("--json", "print one JSON document, with the texts where no files are written")
    .addHelpText(
      "after",
      `
Examples:
  thetis components reference thruster fin
  thetis components reference thruster --models examples/own-model/models
  thetis components reference --models examples/own-model/models --output my-reference`,
    )
    .action(async (kinds: string[], options: ReferenceOptions) => {
      process.exitCode = await (await import("./components/reference.ts")).reference(kinds, options);
    });
}
