/**
 * Files of the disk for a file that refers to others. A scenario may come from anywhere, so its references reach no further than
 * the project that it lies in, the package itself and the folder of --models; --allow-outside lifts that.
 *
 * The project is the nearest folder, from the file upwards, that holds .git, package.json or a folder "components"; where there
 * is none, the current folder if the file lies below it, else the file's own folder. The home folder and the root of the disk
 * are not taken for projects. Links count as what they lead to.
 *
 * A reference that is only a name, such as file="remus100", is that of a shipped component.
 */
import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { didYouMean } from "../../core/index.ts";
import type { SourceReader } from "../../library/index.ts";
import { diskReader, packageFolder, shippedComponents } from "./files.ts";
import { filesBelow } from "./folders.ts";
import { withHint } from "./outcome.ts";

/** What a call says about files. */
export interface FileAccess {
  readonly models?: string | undefined;
  readonly allowOutside?: boolean | undefined;
  /** Files that the call itself names besides the outermost one: they may lie anywhere. */
  readonly named?: readonly string[] | undefined;
}

const MARKS = [".git", "package.json", "components"];

/** A reader for one outermost file and what it refers to. The texts that it reads have one of these endings. */
export function projectReader(file: string, access: FileAccess, endings: readonly string[] = [".xml"]): SourceReader {
  const own = resolve(file);
  const named = new Set((access.named ?? []).map((name) => resolve(name)));
  const open = access.allowOutside === true || process.env.THETIS_ALLOW_OUTSIDE === "1";
  const roots = open ? [] : rootsOf(file, access.models);
  const refusal = (name: string): string | null => {
    if (open || resolve(name) === own || named.has(resolve(name))) return null;
    const place = realPlace(name);
    if (roots.some((root) => isBelow(place, root))) return null;
    return `it lies outside ${roots[0]}, the folder of the project; --allow-outside lets it be read`;
  };
  return {
    ...diskReader,
    read(name) {
      const outside = refusal(name);
      if (outside !== null) return { error: outside };
      // What has another name is another kind of file, whose lines no message quotes.
      const place = resolve(name) === own ? name : realPlace(name);
      const isFile = statSync(name, { throwIfNoEntry: false })?.isFile() === true;
      if (isFile && !endings.includes(extname(place)))
        return { error: `its name does not end in ${endings.join(" or ")}` };
      return diskReader.read(name);
    },
    readBytes(name) {
      const outside = refusal(name);
      return outside === null ? diskReader.readBytes!(name) : { error: outside };
    },
    resolve(fromFile, reference) {
      const beside = diskReader.resolve(fromFile, reference);
      return !ID.test(reference) || existsSync(beside) ? beside : shippedFile(reference);
    },
  };
}

/** A name without folder and ending. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Shipped files by the id of their component, which is the name of the file. */
let shipped: ReadonlyMap<string, string> | null = null;

export function shippedFiles(): ReadonlyMap<string, string> {
  shipped ??= new Map(filesBelow(shippedComponents, ".xml").map((file) => [basename(file, ".xml"), file]));
  return shipped;
}

/** Throws, with a guess, where no shipped component has this id. */
function shippedFile(id: string): string {
  const file = shippedFiles().get(id);
  if (file !== undefined) return file;
  const message = "there is no such file, and no shipped component has this id";
  throw new Error(withHint(message, didYouMean(id, [...shippedFiles().keys()]) ?? "thetis components list"));
}

function rootsOf(file: string, models: string | undefined): string[] {
  const places = [
    projectOf(realPlace(dirname(resolve(file)))),
    packageFolder,
    ...(models === undefined ? [] : [models]),
  ];
  return places.map(realPlace);
}

function projectOf(folder: string): string {
  const never = [realPlace(homedir()), resolve(folder, sep)];
  for (let at = folder; !never.includes(at); at = dirname(at)) {
    if (MARKS.some((mark) => existsSync(join(at, mark)))) return at;
  }
  const here = realPlace(process.cwd());
  return isBelow(folder, here) && !never.includes(here) ? here : folder;
}

/** Without links; of what is not there, as much as is there. */
function realPlace(file: string): string {
  const whole = resolve(file);
  if (existsSync(whole)) return realpathSync(whole);
  return dirname(whole) === whole ? whole : join(realPlace(dirname(whole)), basename(whole));
}

function isBelow(file: string, folder: string): boolean {
  const path = relative(folder, file);
  return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
