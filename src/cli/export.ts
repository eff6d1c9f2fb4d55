/** thetis export: the channels of a log as CSV, JSON or XML. */
import { once } from "node:events";
import { Command, Option } from "commander";
import { CallError, EXIT, printJson } from "./outcome.ts";

interface ExportOptions {
  readonly channel?: readonly string[];
  readonly format: "csv" | "json" | "xml";
  readonly output?: string;
  readonly json?: boolean;
}

export function exportVerb(): Command {
  return new Command("export")
    .description("write channels of a log as CSV, JSON or XML; without --channel, list them")
    .argument("<log>", "a log (.mcap)")
    .option("--channel <topic...>", "the channels, such as /auv/state; CSV takes one")
    .addOption(
      new Option("--format <format>", "csv, json, or xml for spreadsheets")
        .choices(["csv", "json", "xml"])
        .default("csv"),
    )
    .option("--output <file>", "write to a file (default: standard output)")
    .option("--json", "list the channels, or tell what was written, as one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis export runs/first-dive.mcap                                       which channels there are
  thetis export runs/first-dive.mcap --channel /auv/state > state.csv
  thetis export runs/first-dive.mcap --channel /auv/state /auv/actuators --format xml --output dive.xml

XML is SpreadsheetML, one sheet per channel: it opens in Excel and LibreOffice, and MATLAB's readstruct reads it.
Numbers are written with all their digits. What cannot be read of a damaged log is told on standard error.`,
    )
    .action(async (file: string, options: ExportOptions) => {
      process.exitCode = await exportLog(file, options);
    });
}

async function exportLog(file: string, options: ExportOptions): Promise<number> {
  const { exportCsv, exportJson, exportXml } = await import("../logging/index.ts");
  const { openLogFile, printLosses } = await import("./open-log.ts");
  const { refuseOverwriting, writePieces } = await import("./files.ts");
  refuseOverwriting([options.output ?? null], [file]);
  const open = await openLogFile(file);
  const { log } = open;
  const topics = options.channel ?? [];
  const known = log.channels.map((c) => c.topic);
  if (topics.length === 0 && options.output !== undefined) {
    throw new CallError(`--output needs --channel; ${file} has: ${known.join(", ")}`);
  }
  if (topics.length === 0) {
    log.verify();
    printLosses(open);
    const rows = log.channels.map(({ topic, schemaName, messages }) => ({ topic, schema: schemaName, messages }));
    if (options.json === true) printJson({ log: file, complete: log.complete, channels: rows });
    else {
      const { table } = await import("./table.ts");
      const body = rows.map((r) => [r.topic, String(r.messages ?? "?"), r.schema]);
      process.stdout.write(`${table([["channel", "messages", "schema"], ...body])}
`);
    }
    open.close();
    return EXIT.done;
  }
  for (const topic of topics) {
    if (known.includes(topic)) continue;
    const { nearest } = await import("../core/index.ts");
    const guess = nearest(topic, known);
    const hint = guess === undefined ? "" : ` (did you mean ${guess}?)`;
    throw new CallError(`${file} has no channel ${JSON.stringify(topic)}${hint}; it has: ${known.join(", ")}`);
  }
  if (options.format === "csv" && topics.length > 1) {
    throw new CallError(
      `CSV holds one channel, not ${topics.length}; use --format xml or json, or call once per channel`,
    );
  }
  const pieces =
    options.format === "csv"
      ? exportCsv(log, topics[0]!)
      : options.format === "json"
        ? exportJson(log, topics)
        : exportXml(log, topics);
  if (options.output === undefined) for (const piece of pieces) await print(piece);
  else {
    writePieces(options.output, pieces, true);
    if (options.json === true)
      printJson({ log: file, output: options.output, channels: topics, format: options.format });
    else process.stderr.write(`${options.output} written\n`);
  }
  printLosses(open);
  open.close();
  return EXIT.done;
}

/** To standard output, no faster than it is read. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
