import { codedDiagnostic, type Diagnostic, DiagnosticList } from "../../../core/index.ts";
import { cliCodes } from "../../io/codes.ts";
import { count, printDiagnostics, summary } from "../../io/diagnostics-output.ts";
import { diskReader, reasonOf } from "../../io/files.ts";
import { filesBelow } from "../../io/folders.ts";
import type { MissionFigures } from "../../io/mission-file.ts";
import { EXIT, printJson } from "../../io/outcome.ts";
import type { CheckOptions } from "../check.ts";

const ENDINGS = [".xml", ".mission"];

export async function check(paths: readonly string[], options: CheckOptions): Promise<number> {
  const list = new DiagnosticList();
  const sources = new Map<string, string>();
  const files: string[] = [];
  for (const path of paths) {
    try {
      const found = filesBelow(path, ...ENDINGS);
      if (found.length === 0) {
        list.add(
          codedDiagnostic(cliCodes.folderEmpty, null, `${path}: the folder holds no ${ENDINGS.join(" or ")} file`),
        );
      }
      files.push(...found);
    } catch (error) {
      list.add(
        codedDiagnostic(cliCodes.fileUnreadable, null, `cannot read ${JSON.stringify(path)}: ${reasonOf(error)}`),
      );
    }
  }
  for (const file of files) {
    if (ENDINGS.some((ending) => file.endsWith(ending))) continue;
    const allowed = ENDINGS.join(", ");
    list.add(
      codedDiagnostic(
        cliCodes.notCheckable,
        null,
        `${file} cannot be checked: its ending is unknown; allowed: ${allowed}`,
      ),
    );
  }
  const components = files.filter((file) => file.endsWith(".xml"));
  // What is not asked for is not loaded.
  if (components.length > 0 || options.models !== undefined) {
    const { componentDiagnostics } = await import("./components.ts");
    list.addAll(await componentDiagnostics(components, options, sources));
  }
  const missions: MissionFigures[] = [];
  for (const file of files.filter((name) => name.endsWith(".mission"))) {
    const { diagnostics, figures } = await checkMission(file, sources);
    list.addAll(diagnostics);
    if (figures !== null) missions.push(figures);
  }

  const diagnostics = list.sorted();
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
  const { figuresText } = await import("../../io/mission-file.ts");
  return figuresText(figures);
}

async function checkMission(
  file: string,
  sources: Map<string, string>,
): Promise<{ diagnostics: readonly Diagnostic[]; figures: MissionFigures | null }> {
  const { compileFile, figuresOf } = await import("../../io/mission-file.ts");
  const source = diskReader.read(file);
  if ("error" in source) {
    const message = `cannot read ${JSON.stringify(file)}: ${source.error}`;
    return { diagnostics: [codedDiagnostic(cliCodes.fileUnreadable, null, message)], figures: null };
  }
  sources.set(file, source.text);
  const compiled = compileFile(source.text, file);
  return { diagnostics: compiled.diagnostics, figures: figuresOf(file, compiled) };
}
