/**
 * Which process writes a log: a file .NAME.lock beside it, from before the first byte until the log is closed. Two runs on one log
 * would give a file that is neither.
 *
 * A lock and not a private file that is renamed at the end: a log grows under its own name, so that after a kill it lies where
 * the user asked for it, and can be read while the run goes on. A killed process leaves its lock; that it is gone is seen by its
 * number and start time, and the next run takes the lock over.
 */
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { reasonOf } from "./files.ts";
import { CallError, EXIT } from "./outcome.ts";

export interface Writer {
  readonly pid: number;
  /** When it began, in a unit of the system's; null where the system does not say. Numbers of processes are given again. */
  readonly started: string | null;
  readonly host: string;
}

/** Another run writes the log, or has just made it. */
export class LogTaken extends CallError {}

/** Beside the file itself, wherever links to it lie. */
function lockOf(log: string): string {
  const file = existsSync(log) ? realpathSync(log) : log;
  return join(dirname(file), `.${basename(file)}.lock`);
}

export class LogLock {
  readonly #lock: string;
  readonly #release = (): void => this.release();

  /** Throws LogTaken while another process has it. */
  constructor(log: string) {
    this.#lock = lockOf(log);
    try {
      // Every turn either takes the lock, refuses, or clears a lock of a process that is gone.
      while (!made(this.#lock)) {
        const text = textOf(this.#lock);
        if (text === null) continue;
        const writer = parsed(text);
        if (writer !== null && mayLive(writer))
          throw new LogTaken(`cannot write ${log}: ${whoWrites(writer, this.#lock)}`);
        clear(this.#lock, text);
      }
    } catch (error) {
      if (error instanceof CallError) throw error;
      throw new CallError(`cannot write ${log}: ${reasonOf(error)}`, EXIT.failed, { cause: error });
    }
    process.on("exit", this.#release);
  }

  release(): void {
    process.off("exit", this.#release);
    rmSync(this.#lock, { force: true });
  }
}

/** The process that writes a log now; null for none. */
export function writerOf(log: string): Writer | null {
  const text = textOf(lockOf(log));
  const writer = text === null ? null : parsed(text);
  return writer !== null && mayLive(writer) ? writer : null;
}

function whoWrites({ pid, host }: Writer, lock: string): string {
  if (host === hostname()) return `process ${pid} is writing it`;
  return `process ${pid} on ${host} is writing it; if it is gone, remove ${lock}`;
}

/** Makes the lock with its text in it at once; false where there is one. */
function made(lock: string): boolean {
  const own: Writer = { pid: process.pid, started: startOf(process.pid), host: hostname() };
  const text = JSON.stringify(own);
  const neighbour = `${lock}.${process.pid}`;
  try {
    writeFileSync(neighbour, text);
    linkSync(neighbour, lock);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw error;
    return madeWithoutLinks(lock, text);
  } finally {
    rmSync(neighbour, { force: true });
  }
}

/** For disks without hard links: between the two calls the lock is empty, and counts as one of a process that is gone. */
function madeWithoutLinks(lock: string, text: string): boolean {
  try {
    const descriptor = openSync(lock, "wx");
    writeFileSync(descriptor, text);
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Takes a lock away that was seen with this text. If another process has renewed it meanwhile, it is put back. */
function clear(lock: string, seen: string): void {
  const aside = `${lock}.${process.pid}.old`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (textOf(aside) === seen) rmSync(aside);
  else renameSync(aside, lock);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function parsed(text: string): Writer | null {
  try {
    const { pid, started, host } = JSON.parse(text) as Partial<Writer>;
    if (typeof pid !== "number" || typeof host !== "string") return null;
    return { pid, started: started ?? null, host };
  } catch {
    // Half-written by a process that was killed.
    return null;
  }
}

/** Of a process on another computer it cannot be known. */
function mayLive({ pid, started, host }: Writer): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and is another user's.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = startOf(pid);
  return started === null || now === null || started === now;
}

/** Field 22 of /proc/PID/stat, the start in ticks since the computer's; the name before it may contain anything but a newline. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    // Not Linux.
    return null;
  }
}
