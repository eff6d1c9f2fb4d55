/** thetis report: one self-contained HTML file about one or several runs. */
import { Command } from "commander";
import { EXIT, printJson } from "../io/outcome.ts";

interface ReportOptions {
  readonly output?: string;
  readonly title?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function reportVerb(): Command {
  return new Command("report")
    .description("write one HTML file that shows what happened in one or several runs")
    .argument("<log...>", "logs (.mcap); several are laid over one another")
    .option("--output <file>", "where the report goes (default: beside the first log, .html)")
    .option("--force", "replace a file that is there and is not a report")
    .option("--title <text>", "its title")
    .option("--json", "print one JSON document: where the report is, and what could not be read")
    .addHelpText(
      "after",
      `
Examples:
  thetis report runs/first-dive.mcap
  thetis report runs/first-dive.mcap runs/gentle.mcap --output compare.html

The file needs no network and no other file. Damaged logs are shown as far as they can be read.`,
    )
    .action(async (logs: string[], options: ReportOptions) => {
      const { mayWriteReport, writeReport } = await import("../io/report-file.ts");
      const file = options.output ?? logs[0]!.replace(/(\.mcap)?$/, ".html");
      const { refuseOverwriting } = await import("../io/files.ts");
      refuseOverwriting([file], logs);
      mayWriteReport(file, options.force === true);
      const losses = await writeReport(logs, file, options.title);
      for (const line of losses) process.stderr.write(`${line}\n`);
      if (options.json === true) printJson({ report: file, logs, losses });
      else process.stdout.write(`${file}\n`);
      process.exitCode = EXIT.done;
    });
}
