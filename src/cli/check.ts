/** thetis check: validates what a user wrote; all diagnostics at once. */
import { Command } from "commander";
import type { Diagnostic } from "../core/index.ts";
import type { CodeEntry, Component, createModel, Definitions } from "../library/index.ts";
import { cliCodes } from "./codes.ts";
import { EXIT, printJson } from "./outcome.ts";

interface CheckOptions {
  readonly models?: string;
  readonly json?: boolean;
}

export function checkVerb(): Command {
  return new Command("check")
    .description("validate scenarios and component files; all diagnostics at once")
    .argument("<file...>", "scenarios and component files (.xml), or folders of them")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--json", "print one JSON document with every diagnostic")
    .addHelpText(
      "after",
      `
Examples:
  thetis check components scenarios            everything that ships
  thetis check my-auv.xml --json               for an editor or a script
  thetis check my-auv.xml --models my-models   with models of your own, each made once

Exit code: 0 when there is no error (warnings are no errors), 2 otherwise.`,
    )
    .action(async (files: string[], options: CheckOptions) => {
      process.exitCode = await check(files, options);
    });
}

async function check(paths: readonly string[], options: CheckOptions): Promise<number> {
  const { DiagnosticList } = await import("../core/index.ts");
  const { createModel, loadComponent } = await import("../library/index.ts");
  const { loadReport } = await import("../vehicles/index.ts");
  const { loadScenario } = await import("../scenario/index.ts");
  const { callDefinitions } = await import("./definitions.ts");
  const { diskReader, filesBelow, reasonOf } = await import("./files.ts");

  const { definitions, diagnostics: problems } = await callDefinitions(options.models);
  const list = new DiagnosticList();
  list.addAll(problems);
  const sources = new Map<string, string>();
  const files: string[] = [];
  for (const path of paths) {
    try {
      const found = filesBelow(path, ".xml");
      if (found.length === 0) list.add(callProblem(cliCodes.folderEmpty, `${path}: the folder holds no .xml file`));
      files.push(...found);
    } catch (error) {
      list.add(callProblem(cliCodes.fileUnreadable, `cannot read ${JSON.stringify(path)}: ${reasonOf(error)}`));
    }
  }
  // Without its models a file would be blamed for what they caused.
  for (const file of list.hasErrors && problems.length > 0 ? [] : files) {
    if (!file.endsWith(".xml")) {
      list.add(callProblem(cliCodes.notCheckable, `${file} is of no kind that can be checked; allowed: .xml`));
      continue;
    }
    const component = loadComponent(definitions, diskReader, file);
    // A scenario is checked as a whole: names of actuators, steps, what is logged.
    const result =
      component.component?.kind === "scenario"
        ? { ...component, ...loadScenario(definitions, diskReader, file) }
        : component;
    list.addAll(result.diagnostics);
    for (const [name, text] of result.sources) sources.set(name, text);
    if (result.component === null) continue;
    const problems = modelProblems(definitions, result.component, createModel);
    list.addAll(problems);
    // An ill-posed vehicle is refused here; what is merely noteworthy about one is told by "components show".
    if (result.component.kind === "vehicle" && problems.length === 0) {
      const { diagnostics } = loadReport(definitions, result.component, { density_kgpm3: 1025, gravity_mps2: 9.81 });
      list.addAll(diagnostics.filter((d) => d.severity === "error"));
    }
  }

  const diagnostics = list.sorted();
  const { count, printDiagnostics, summary } = await import("./diagnostics-output.ts");
  if (options.json === true) {
    printJson({ files, errors: count(diagnostics, "error"), warnings: count(diagnostics, "warning"), diagnostics });
  } else {
    printDiagnostics(diagnostics, sources, process.stdout);
    process.stdout.write(`${files.length} file${files.length === 1 ? "" : "s"} checked: ${summary(diagnostics)}\n`);
  }
  return list.hasErrors ? EXIT.wrongInput : EXIT.done;
}

function callProblem({ severity, code }: CodeEntry, message: string): Diagnostic {
  return { severity, code, message, range: null };
}

/** Makes every model once: one that throws, or makes nothing, is told here and not in the middle of a run. */
function modelProblems(definitions: Definitions, component: Component, make: typeof createModel): Diagnostic[] {
  const below = component.children.flatMap((child) => modelProblems(definitions, child, make));
  if (component.model === null) return below;
  const { severity, code } = cliCodes.modelNotMade;
  const problem = (reason: string): Diagnostic => ({
    severity,
    code,
    message: `${component.path}: ${component.kind} model "${component.model}" cannot be made: ${reason}`,
    range: component.range,
  });
  try {
    const made = make(definitions, component);
    return typeof made === "object" && made !== null ? below : [problem("it made nothing"), ...below];
  } catch (error) {
    return [problem(error instanceof Error ? error.message : String(error)), ...below];
  }
}
