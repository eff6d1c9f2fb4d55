/**
 * Reading files: ordinary ones only, looked at before they are opened, since opening a pipe would wait for its writer. What was
 * read is remembered by device and inode, so that no output of the same call replaces it, by whatever name or link.
 */
import { existsSync, openSync, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";

/** What the call has read, by identity, with the name it was read by. A process does one call at a time. */
const inputs = new Map<string, string>();

/** A call begins. */
export function forgetInputs(): void {
  inputs.clear();
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

/** The name by which the file at this place has been read; undefined where it has not, or where there is none. */
export function readBefore(file: string): string | undefined {
  return existsSync(file) ? inputs.get(identityOf(statSync(file))) : undefined;
}

/** The status of a file that is about to be read. Throws for what is not an ordinary file, with the reason. */
export function statOfInput(file: string): Stats {
  const status = statSync(file);
  if (status.isDirectory()) throw new Error("it is a folder");
  if (!status.isFile()) throw new Error("it is not an ordinary file");
  inputs.set(identityOf(status), file);
  return status;
}

export function openInput(file: string): number {
  statOfInput(file);
  return openSync(file, "r");
}

/** Throws for more than so many bytes. */
export function inputBytes(file: string, mostBytes: number): Buffer {
  const { size } = statOfInput(file);
  if (size > mostBytes) throw new Error(`it has ${size} bytes, more than ${mostBytes}`);
  return readFileSync(file);
}

/** Bytes that are not UTF-8 become U+FFFD. */
export function inputText(file: string, mostBytes: number): string {
  return inputBytes(file, mostBytes).toString("utf8");
}

/** What Node may load when it imports a file. */
const PROGRAM = /\.([cm]?[jt]s|json|wasm|node)$/;

/** Programs of a folder, which Node reads by itself. Installed packages are left out: they are many, and no output goes there. */
export function rememberPrograms(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && !entry.name.startsWith(".")) rememberPrograms(file);
      continue;
    }
    const status = PROGRAM.test(entry.name) ? statSync(file, { throwIfNoEntry: false }) : undefined;
    if (status?.isFile() === true) inputs.set(identityOf(status), file);
  }
}
