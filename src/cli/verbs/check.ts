/** thetis check: validates what a user wrote; all diagnostics at once. */
import { Command } from "commander";
import type { Diagnostic } from "../../core/index.ts";
import type { CodeEntry, Component, createModel, Definitions } from "../../library/index.ts";
import { cliCodes } from "../io/codes.ts";
import type { MissionFigures } from "../io/mission-file.ts";
import { EXIT, printJson } from "../io/outcome.ts";

interface CheckOptions {
  readonly models?: string;
  readonly json?: boolean;
}

export function checkVerb(): Command {
  return new Command("check")
    .description("validate scenarios, component files and missions; all diagnostics at once")
    .argument("<file...>", "scenarios and component files (.xml), missions (.mission), or folders of them")
    .option("--models <dir>", "also take kinds and models from this folder")
    .option("--json", "print one JSON document with every diagnostic")
    .addHelpText(
      "after",
      `
Examples:
  thetis check components scenarios            everything that ships
  thetis check my-auv.xml --json               for an editor or a script
  thetis check my-auv.xml --models my-models   with models of your own, each made once
  thetis check missions/vortex.mission         compiled to its automaton, with the sizes of it

Exit code: 0 when there is no error (warnings are no errors), 2 otherwise.`,
    )
    .action(async (files: string[], options: CheckOptions) => {
      process.exitCode = await check(files, options);
    });
}

const ENDINGS = [".xml", ".mission"];

async function check(paths: readonly string[], options: CheckOptions): Promise<number> {
  const { DiagnosticList } = await import("../../core/index.ts");
  const { filesBelow, reasonOf } = await import("../io/files.ts");
  const list = new DiagnosticList();
  const sources = new Map<string, string>();
  const files: string[] = [];
  for (const path of paths) {
    try {
      const found = filesBelow(path, ...ENDINGS);
      if (found.length === 0) {
        list.add(callProblem(cliCodes.folderEmpty, `${path}: the folder holds no ${ENDINGS.join(" or ")} file`));
      }
      files.push(...found);
    } catch (error) {
      list.add(callProblem(cliCodes.fileUnreadable, `cannot read ${JSON.stringify(path)}: ${reasonOf(error)}`));
    }
  }
  for (const file of files) {
    if (ENDINGS.some((ending) => file.endsWith(ending))) continue;
    const allowed = ENDINGS.join(", ");
    list.add(callProblem(cliCodes.notCheckable, `${file} is of no kind that can be checked; allowed: ${allowed}`));
  }
  const components = files.filter((file) => file.endsWith(".xml"));
  // What is not asked for is not loaded.
  if (components.length > 0 || options.models !== undefined) {
    list.addAll(await componentDiagnostics(components, options.models, sources));
  }
  const missions: MissionFigures[] = [];
  for (const file of files.filter((name) => name.endsWith(".mission"))) {
    const { diagnostics, figures } = await checkMission(file, sources);
    list.addAll(diagnostics);
    if (figures !== null) missions.push(figures);
  }

  const diagnostics = list.sorted();
  const { count, printDiagnostics, summary } = await import("../io/diagnostics-output.ts");
  if (options.json === true) {
    const counts = { errors: count(diagnostics, "error"), warnings: count(diagnostics, "warning") };
    printJson({ files, ...counts, missions, diagnostics });
  } else {
    printDiagnostics(diagnostics, sources, process.stdout);
    for (const figures of missions) process.stdout.write(`${await missionLine(figures)}\n`);
    process.stdout.write(`${files.length} file${files.length === 1 ? "" : "s"} checked: ${summary(diagnostics)}\n`);
  }
  return list.hasErrors ? EXIT.wrongInput : EXIT.done;
}

async function missionLine(figures: MissionFigures): Promise<string> {
  const { figuresText } = await import("../io/mission-file.ts");
  return figuresText(figures);
}

async function checkMission(
  file: string,
  sources: Map<string, string>,
): Promise<{ diagnostics: readonly Diagnostic[]; figures: MissionFigures | null }> {
  const { diskReader } = await import("../io/files.ts");
  const { compileFile, figuresOf } = await import("../io/mission-file.ts");
  const source = diskReader.read(file);
  if ("error" in source) {
    const message = `cannot read ${JSON.stringify(file)}: ${source.error}`;
    return { diagnostics: [callProblem(cliCodes.fileUnreadable, message)], figures: null };
  }
  sources.set(file, source.text);
  const compiled = compileFile(source.text, file);
  return { diagnostics: compiled.diagnostics, figures: figuresOf(file, compiled) };
}

/** Everything that is wrong with scenarios and components, and with the models that they are to be read with. */
async function componentDiagnostics(
  files: readonly string[],
  models: string | undefined,
  sources: Map<string, string>,
): Promise<readonly Diagnostic[]> {
  const { createModel, loadComponent } = await import("../../library/index.ts");
  const { loadReport } = await import("../../vehicles/index.ts");
  const { loadScenario } = await import("../../scenario/index.ts");
  const { callDefinitions } = await import("../io/definitions.ts");
  const { worldReader } = await import("../io/projections.ts");
  const { definitions, diagnostics: problems } = await callDefinitions(models);
  const found: Diagnostic[] = [...problems];
  // Without its models a file would be blamed for what they caused.
  for (const file of problems.some((d) => d.severity === "error") ? [] : files) {
    const component = loadComponent(definitions, worldReader, file);
    // A scenario is checked as a whole: names of actuators, steps, what is logged.
    const result =
      component.component?.kind === "scenario"
        ? { ...component, ...loadScenario(definitions, worldReader, file) }
        : component;
    found.push(...result.diagnostics);
    for (const [name, text] of result.sources) sources.set(name, text);
    if (result.component === null) continue;
    const unmade = modelProblems(definitions, result.component, createModel);
    found.push(...unmade);
    // An ill-posed vehicle is refused here; what is merely noteworthy about one is told by "components show".
    if (result.component.kind === "vehicle" && unmade.length === 0) {
      const { diagnostics } = loadReport(definitions, result.component, { density_kgpm3: 1025, gravity_mps2: 9.81 });
      found.push(...diagnostics.filter((d) => d.severity === "error"));
    }
  }
  return found;
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
