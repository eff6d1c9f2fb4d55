/** What `thetis export MISSION` does: the automaton, or one for each computer, as files of other tools. */
import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type Automaton,
  type Distribution,
  distribute,
  distributionTable,
  minimise,
} from "../../../mission/automaton/index.ts";
import {
  autPieces,
  observedDiagnostics,
  promelaPieces,
  writeAutomaton,
  writeC,
  writeDot,
} from "../../../mission/export/index.ts";
import type { Carried } from "../../../mission/index.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { carriedBeside } from "../../io/executable-mission.ts";
import { mayWrite, refuseOverwriting, writePieces } from "../../io/files.ts";
import { makeFolderOf } from "../../io/log-files.ts";
import { usableMission } from "../../io/mission-file.ts";
import { CallError, EXIT, type ExitCode, print, printJson } from "../../io/outcome.ts";
import { type ExportOptions, MISSION_FORMATS, type MissionFormat } from "./formats.ts";

/** One automaton in one format: its text, and for C the header beside it. */
interface Piece {
  readonly file: string;
  readonly pieces: Iterable<string>;
}

interface PieceOptions {
  readonly observe?: readonly string[] | undefined;
  /** What is proved of the automaton, or of the one that it is a part of. */
  readonly carried: Carried | null;
}

const ENDINGS: Readonly<Record<MissionFormat, string>> = {
  aut: ".aut",
  dot: ".dot",
  json: ".json",
  promela: ".pml",
  c: ".c",
};

export async function exportMission(file: string, options: ExportOptions): Promise<ExitCode> {
  const format = formatOf(options);
  const mission = usableMission(file, options.json === true);
  if (mission === null) return EXIT.wrongInput;
  const { automaton } = mission;
  const observe = options.observe?.split(",").map((name) => name.trim());
  if (observe !== undefined) {
    const diagnostics = observedDiagnostics(automaton, observe);
    if (diagnostics.length > 0) {
      if (options.json === true) printJson({ diagnostics });
      printDiagnostics(diagnostics, new Map());
      return EXIT.wrongInput;
    }
  }
  const carried = format === "c" ? carriedInto(file, automaton) : null;
  if (options.distribute === true) return exportParts(file, automaton, format, carried, options);
  return exportWhole(file, automaton, format!, { observe, carried }, options);
}

/** The proof beside the mission, for the header; why it cannot be used is reported, and the header then refuses, too. */
function carriedInto(file: string, automaton: Automaton): Carried | null {
  const carried = carriedBeside(file, automaton, undefined, null);
  printDiagnostics(
    carried.refusals.map((r) => r.diagnostic),
    new Map(),
  );
  return carried;
}

/** What does not go together is reported before anything is compiled. Null: only the table of a distribution. */
function formatOf({ format, channel, dates, observe, distribute: parts, output }: ExportOptions): MissionFormat | null {
  if (channel !== undefined) throw new CallError("a mission has no channels: leave out --channel");
  if (dates === true) throw new CallError("a mission has no dates: leave out --dates");
  const known = MISSION_FORMATS.find((f) => f === format);
  if (format !== undefined && known === undefined) {
    throw new CallError(`a mission is written as ${MISSION_FORMATS.join(", ")}; ${format} is for logs`);
  }
  if (observe !== undefined && parts === true) {
    throw new CallError("--observe and --distribute do not go together: a computer sees what is placed on it");
  }
  if (observe !== undefined && (known === "json" || known === "c")) {
    throw new CallError(`${known} is for the automaton as it is: leave out --observe`);
  }
  if (known === undefined && parts !== true) throw new CallError(`choose --format ${MISSION_FORMATS.join(", ")}`);
  if (known === undefined && output !== undefined) {
    throw new CallError(`--output needs --format ${MISSION_FORMATS.join(", ")}`);
  }
  if (known === "c" && output === undefined) {
    throw new CallError("C is two files, a header and a source: name them with --output NAME.c");
  }
  if (known !== undefined && parts === true && output === undefined) {
    throw new CallError("every computer has files of its own: name their folder with --output");
  }
  return known ?? null;
}

async function exportWhole(
  file: string,
  automaton: Automaton,
  format: MissionFormat,
  how: PieceOptions,
  options: ExportOptions,
): Promise<ExitCode> {
  const { output } = options;
  if (output === undefined) {
    const [whole] = piecesOf(automaton, format, "", how);
    for (const piece of whole!.pieces) await print(piece);
    return EXIT.done;
  }
  const written = write(piecesOf(automaton, format, output, how), file, options.force === true);
  printWritten({ mission: automaton.data.mission, hash: automaton.hash(), format, output: written }, written, options);
  return EXIT.done;
}

function exportParts(
  file: string,
  automaton: Automaton,
  format: MissionFormat | null,
  carried: Carried | null,
  options: ExportOptions,
): ExitCode {
  const distribution = distribute(automaton);
  const written =
    format === null ? [] : writeParts(file, distribution, format, carried, options.output!, options.force === true);
  const computers = distribution.computers.map(({ automaton: part, ...about }) => ({ ...about, hash: part.hash() }));
  if (options.json !== true) process.stdout.write(distributionTable(distribution));
  printWritten(
    { ...distribution, computers, ...(format === null ? {} : { format, output: written }) },
    written,
    options,
  );
  return EXIT.done;
}

/** A file in the folder for each computer, with the name of its automaton: MISSION_COMPUTER. */
function writeParts(
  file: string,
  { computers }: Distribution,
  format: MissionFormat,
  carried: Carried | null,
  folder: string,
  force: boolean,
): string[] {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new CallError(`cannot write into ${folder}: it is not a folder`);
  }
  const name = (part: Automaton): string => join(folder, `${part.data.mission}${ENDINGS[format]}`);
  makeFolderOf(name(computers[0]!.automaton));
  const pieces = computers.flatMap(({ automaton }) => piecesOf(automaton, format, name(automaton), { carried }));
  return write(pieces, file, force);
}

function piecesOf(
  automaton: Automaton,
  format: MissionFormat,
  file: string,
  { observe, carried }: PieceOptions,
): Piece[] {
  const seen = observe === undefined ? {} : { observe };
  switch (format) {
    case "aut":
      return [{ file, pieces: autPieces(automaton, seen) }];
    case "dot":
      return [{ file, pieces: [writeDot(observe === undefined ? automaton : view(automaton, observe))] }];
    case "promela":
      return [{ file, pieces: promelaPieces(automaton, seen) }];
    case "json":
      return [{ file, pieces: [writeAutomaton(automaton)] }];
    case "c":
      return cPieces(automaton, file, carried);
  }
}

/** For a drawing, what never shows in the observed outputs is merged; which inputs matter then follows. */
function view(automaton: Automaton, observe: readonly string[]): Automaton {
  const { outputs } = automaton.data;
  if (!outputs.some((s) => observe.includes(s.name))) {
    throw new CallError("a drawing of some signals needs one output at least among those of --observe");
  }
  return minimise(automaton, (o) => observe.includes(outputs[o]!.name));
}

function cPieces(automaton: Automaton, file: string, carried: Carried | null): Piece[] {
  const name = basename(file, ".c");
  const stem = file.slice(0, file.length - ".c".length);
  if (!file.endsWith(".c")) throw new CallError(`cannot write ${file}: the source of a C program ends in .c`);
  try {
    const { header, source } = writeC(automaton, { name, carried });
    return [
      { file: `${stem}.h`, pieces: [header] },
      { file, pieces: [source] },
    ];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CallError(`cannot write ${file}: ${error.message}`, EXIT.wrongInput, { cause: error });
  }
}

/** Everything or, where one of them cannot be, only what came before it; each file whole. */
function write(pieces: readonly Piece[], input: string, force: boolean): string[] {
  refuseOverwriting(
    pieces.map((p) => p.file),
    [input],
  );
  for (const { file } of pieces) mayWrite(file, force);
  for (const { file, pieces: text } of pieces) writePieces(file, text, force);
  return pieces.map((p) => p.file);
}

function printWritten(document: object, written: readonly string[], { json }: ExportOptions): void {
  if (json === true) printJson(document);
  else for (const file of written) process.stderr.write(`${file} written\n`);
}
