/** Files as the command line sees them: names as the user wrote them, reasons in plain words, nothing half-written. */
import {
  closeSync,
  existsSync,
  fchmodSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, normalize, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceReader } from "../../library/index.ts";
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
const LARGEST_FILE_BYTES = 64 * 1024 * 1024;
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
      const status = statSync(file);
      if (status.isDirectory()) return { error: "it is a folder" };
      if (!status.isFile()) return { error: "it is not an ordinary file" };
      const { size } = status;
      if (size > LARGEST_FILE_BYTES) return { error: `it has ${size} bytes, more than ${LARGEST_FILE_BYTES}` };
      return { text: readFileSync(file, "utf8") };
    } catch (error) {
      return { error: reasonOf(error) };
    }
  },
  readBytes(file) {
    try {
      const status = statSync(file);
      if (!status.isFile()) return { error: status.isDirectory() ? "it is a folder" : "it is not an ordinary file" };
      if (status.size > LARGEST_BINARY_BYTES)
        return { error: `it has ${status.size} bytes, more than ${LARGEST_BINARY_BYTES}` };
      return { bytes: new Uint8Array(readFileSync(file)) };
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

/** No output may be an input, or another output: it would be lost without a word. */
export function refuseOverwriting(outputs: readonly (string | null)[], inputs: readonly string[]): void {
  const taken = new Map(inputs.map((file) => [identityOf(file), `${file} is read by the same call`]));
  for (const file of outputs) {
    if (file === null) continue;
    const problem = taken.get(identityOf(file));
    if (problem !== undefined) throw new CallError(`cannot write ${file}: ${problem}`);
    taken.set(identityOf(file), `${file} is written by the same call`);
  }
}

/** The files with one of some endings below a file or folder, in order of name. */
export function filesBelow(path: string, ...endings: readonly string[]): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return filesBelow(inside, ...endings);
      return endings.some((ending) => entry.name.endsWith(ending)) ? [inside] : [];
    });
}

/** Writes a whole file or none: to a neighbour first, then renamed into place. */
export function writeWhole(file: string, text: string, overwrite: boolean): void {
  writePieces(file, [text], overwrite);
}

/** The same for a text that comes in pieces and need never be in memory as a whole. */
export function writePieces(file: string, pieces: Iterable<string>, overwrite: boolean): void {
  if (!existsSync(dirname(file)))
    throw new CallError(`cannot write ${file}: the folder ${dirname(file)} does not exist`);
  if (existsSync(file) && statSync(file).isDirectory()) throw new CallError(`cannot write ${file}: it is a folder`);
  if (!overwrite && existsSync(file)) throw new CallError(`${file} exists; use --force to overwrite it`);
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
