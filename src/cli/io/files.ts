/** Files as the command line sees them: names as the user wrote them, reasons in plain words, nothing half-written. */
import {
  closeSync,
  existsSync,
  fchmodSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceReader } from "../../library/index.ts";
import { inputBytes, inputText, readBefore } from "./ordinary-files.ts";
import { CallError, EXIT } from "./outcome.ts";

/** The folder of the package, from dist/src/cli. */
export const packageFolder = fileURLToPath(new URL("../../../../", import.meta.url));

export const shippedComponents = join(packageFolder, "components");

/** A path as short as it can be from where the user is; what ships is named from the package. */
export function shownPath(file: string): string {
  const here = relative(process.cwd(), file);
  if (!here.startsWith("..")) return here === "" ? "." : here;
  return file.startsWith(shippedComponents) ? join("components", relative(shippedComponents, file)) : file;
}

/** Whether a file is one of the package's own. */
export function isShipped(file: string): boolean {
  return resolve(file).startsWith(join(packageFolder, "scenarios"));
}

/** The XML reader has a lower limit of its own; this one only keeps a disk image from being read into memory. */
export const LARGEST_FILE_BYTES = 64 * 1024 * 1024;
/** Of a map or a mesh: it goes into every log. */
const LARGEST_BINARY_BYTES = 256 * 1024 * 1024;

/** Why the system refused a file, without its stack or its call names. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const reasons: Record<string, string> = {
    ENOENT: "no such file",
    EACCES: "permission denied",
    EISDIR: "it is a folder",
    ENOTDIR: "a part of the path is not a folder",
    ENOSPC: "no space left on the disk",
    EROFS: "the disk is read-only",
    EEXIST: "something else is there",
  };
  return (code !== undefined && reasons[code]) || (error instanceof Error ? error.message : String(error));
}

/** Reads files for the library's loader. Bytes that are not UTF-8 become U+FFFD, which the XML reader reports. */
export const diskReader: SourceReader = {
  read(file) {
    try {
      return { text: inputText(file, LARGEST_FILE_BYTES) };
    } catch (error) {
      return { error: reasonOf(error) };
    }
  },
  readBytes(file) {
    try {
      return { bytes: new Uint8Array(inputBytes(file, LARGEST_BINARY_BYTES)) };
    } catch (error) {
      return { error: reasonOf(error) };
    }
  },
  resolve: (fromFile, reference) => normalize(isAbsolute(reference) ? reference : join(dirname(fromFile), reference)),
  absolute: (file) => resolve(file),
};

/** Equal where two names mean one file: its place on the disk, or the place where it will be. */
function identityOf(file: string): string {
  if (existsSync(file)) {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  }
  const folder = dirname(resolve(file));
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(file));
}

/**
 * No output may be an input, or another output: it would be lost without a word. Inputs are all files that were read so far, and
 * those that are going to be.
 */
export function refuseOverwriting(outputs: readonly (string | null)[], inputs: readonly string[] = []): void {
  const taken = new Map(inputs.map((file) => [identityOf(file), `${file} is read by the same call`]));
  for (const file of outputs) {
    if (file === null) continue;
    refuseInput(file);
    const problem = taken.get(identityOf(file));
    if (problem !== undefined) throw new CallError(`cannot write ${file}: ${problem}`);
    taken.set(identityOf(file), `${file} is written by the same call`);
  }
}

/** What was read by this call is not replaced by it. */
export function refuseInput(file: string): void {
  const input = readBefore(file);
  if (input !== undefined) throw new CallError(`cannot write ${file}: ${input} is read by the same call`);
}

/** A file that is there is replaced only where that was asked for; of several, all are looked at before one is written. */
export function mayWrite(file: string, overwrite: boolean): void {
  if (!overwrite && existsSync(file)) throw new CallError(`${file} exists; use --force to overwrite it`);
}

/** Writes a whole file or none: to a neighbour first, then renamed into place. */
export function writeWhole(file: string, text: string, overwrite: boolean): void {
  writePieces(file, [text], overwrite);
}

/** The same for a text, or bytes, that come in pieces and need never be in memory as a whole. */
export function writePieces(file: string, pieces: Iterable<string | Uint8Array>, overwrite: boolean): void {
  if (!existsSync(dirname(file)))
    throw new CallError(`cannot write ${file}: the folder ${dirname(file)} does not exist`);
  const there = existsSync(file) ? statSync(file) : undefined;
  if (there?.isDirectory() === true) throw new CallError(`cannot write ${file}: it is a folder`);
  if (there?.isFile() === false) throw new CallError(`cannot write ${file}: it is not an ordinary file`);
  refuseInput(file);
  mayWrite(file, overwrite);
  replace(file, pieces);
}

/** Replaces a file that this very call has read, as a formatter does. */
export function rewriteInput(file: string, text: string): void {
  replace(file, [text]);
}

function replace(file: string, pieces: Iterable<string | Uint8Array>): void {
  const neighbour = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  try {
    const descriptor = openSync(neighbour, "w");
    try {
      // What replaces a file may be read by those who could read it.
      if (existsSync(file)) fchmodSync(descriptor, statSync(file).mode & 0o777);
      for (const piece of pieces) writeFileSync(descriptor, piece);
    } finally {
      closeSync(descriptor);
    }
    renameSync(neighbour, file);
  } catch (error) {
    if (existsSync(neighbour)) rmSync(neighbour);
    throw new CallError(`cannot write ${file}: ${reasonOf(error)}`, EXIT.failed, { cause: error });
  }
}
