/** thetis export: the channels of a log as CSV, JSON or XML; the automaton of a mission in the formats of other tools. */
import { Command, Option } from "commander";
import { CallError, EXIT, print, printJson, withHint } from "../io/outcome.ts";
import { type ExportOptions, LOG_FORMATS, type LogFormat, MISSION_FORMATS } from "./export/formats.ts";

export function exportVerb(): Command {
  return new Command("export")
    .description("write channels of a log (without --channel, list them), or the automaton of a mission")
    .argument("<file>", "a log (.mcap), or a mission (.mission)")
    .option("--channel <topic...>", "log: the channels, such as /auv/state; CSV takes one")
    .addOption(
      new Option(
        "--format <format>",
        "log: csv (default), json, or xml for spreadsheets; mission: aut, dot, json, promela, c",
      ).choices([...new Set<string>([...LOG_FORMATS, ...MISSION_FORMATS])]),
    )
    .option("--dates", "log of a run with a startDate: a column with the date of every message, to the nanosecond")
    .option("--output <file>", "write to a file (default: standard output); with --distribute, to a folder")
    .option("--force", "overwrite the file")
    .option("--observe <signals>", "mission, aut, dot and promela: only these signals, separated by commas")
    .option("--distribute", "mission: one automaton for each computer; without --format, a table of their sizes")
    .option("--json", "list the channels, or what was written, as one JSON document")
    .addHelpText(
      "after",
      `
Examples:
  thetis export runs/first-dive.mcap                                       which channels there are
  thetis export runs/first-dive.mcap --channel /auv/state > state.csv
  thetis export runs/first-dive.mcap --channel /auv/state /auv/actuators --format xml --output dive.xml
  thetis export missions/vortex.mission --format aut --observe WaterLeak,Alarm > leak.aut
  thetis export missions/vortex.mission --format c --output build/vortex.c         and build/vortex.h
  thetis export missions/vortex.mission --distribute                               sizes per computer

XML is SpreadsheetML, one sheet per channel: it opens in Excel and LibreOffice, and MATLAB's readstruct reads it.
Numbers are written with all their digits. Times count from the beginning of the run. What cannot be read of a damaged log is reported on standard error.
Missions: aut is for LTS tools (CADP, mCRL2), dot for GraphViz, promela for SPIN, json is the automaton with its hash, c is C99
without allocation: two files, whose names begin as the file does.`,
    )
    .action(async (file: string, options: ExportOptions) => {
      if (!file.endsWith(".mission")) process.exitCode = await exportLog(file, options);
      else {
        const { exportMission } = await import("./export/mission.ts");
        process.exitCode = await exportMission(file, options);
      }
    });
}

async function exportLog(file: string, options: ExportOptions): Promise<number> {
  const format = (options.format ?? "csv") as LogFormat;
  if (!LOG_FORMATS.includes(format)) {
    throw new CallError(`a log is written as ${LOG_FORMATS.join(", ")}; ${format} is for missions`);
  }
  if (options.observe !== undefined || options.distribute === true) {
    throw new CallError(`${file} is not a mission: leave out --observe and --distribute`);
  }
  const { exportCsv, exportJson, exportXml } = await import("../../logging/index.ts");
  const { openLogFile, printLosses } = await import("../io/open-log.ts");
  const { refuseOverwriting, writePieces } = await import("../io/files.ts");
  refuseOverwriting([options.output ?? null], [file]);
  const open = await openLogFile(file);
  const { log } = open;
  if (options.dates === true && log.epoch_s === null) {
    open.close();
    throw new CallError(`${file} does not count from a date: its scenario has no startDate; leave out --dates`);
  }
  const topics = options.channel ?? [];
  const known = log.channels.map((c) => c.topic);
  if (topics.length === 0 && options.output !== undefined) {
    throw new CallError(`--output needs --channel; ${file} has: ${known.join(", ")}`);
  }
  if (topics.length === 0) {
    log.verify();
    printLosses(open);
    const { dateOfSeconds } = await import("../../core/index.ts");
    const dated = log.epoch_s === null ? {} : { startDate: dateOfSeconds(log.epoch_s) };
    const rows = log.channels.map(({ topic, schemaName, messages }) => ({ topic, schema: schemaName, messages }));
    if (options.json === true) printJson({ log: file, complete: log.complete, ...dated, channels: rows });
    else {
      const { table } = await import("../io/table.ts");
      const body = rows.map((r) => [r.topic, String(r.messages ?? "?"), r.schema]);
      const began = Object.values(dated).map((date) => `times count from ${date}\n`);
      process.stdout.write(`${table([["channel", "messages", "schema"], ...body])}\n${began.join("")}`);
    }
    open.close();
    return EXIT.done;
  }
  for (const topic of topics) {
    if (known.includes(topic)) continue;
    const { didYouMean } = await import("../../core/index.ts");
    const missing = withHint(`${file} has no channel ${JSON.stringify(topic)}`, didYouMean(topic, known));
    throw new CallError(`${missing}; it has: ${known.join(", ")}`);
  }
  if (format === "csv" && topics.length > 1) {
    throw new CallError(
      `CSV holds one channel, not ${topics.length}; use --format xml or json, or call once per channel`,
    );
  }
  const pieces =
    format === "csv"
      ? exportCsv(log, topics[0]!, options)
      : format === "json"
        ? exportJson(log, topics, options)
        : exportXml(log, topics, options);
  if (options.output === undefined) for (const piece of pieces) await print(piece);
  else {
    writePieces(options.output, pieces, options.force === true);
    if (options.json === true) printJson({ log: file, output: options.output, channels: topics, format });
    else process.stderr.write(`${options.output} written\n`);
  }
  printLosses(open);
  open.close();
  return EXIT.done;
}
