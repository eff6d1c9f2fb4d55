/** From degrees of WGS-84 to metres east and north of a coordinate system. */
export type Projection = (longitude_deg: number, latitude_deg: number) => readonly [east_m: number, north_m: number];

/**
 * The projection that a definition means, a proj string or WKT. Throws an Error whose message says why there is none. Passed in, since the
 * formulas of all the world's systems are too large for a page that needs none of them.
 */
export type Projections = (definition: string) => Projection;

/** How the loader gets at files. It opens none itself, so that it also works in a browser and on an open editor. */
export interface SourceReader {
  /** The text of a file, or the reason why there is none; quoted to the user. */
  read(file: string): { readonly text: string } | { readonly error: string };
  /** The bytes of a file that a parameter names; a reader without it has no such files. */
  readBytes?(file: string): { readonly bytes: Uint8Array } | { readonly error: string };
  /** The name of the file that a reference in another file means. */
  resolve(fromFile: string, reference: string): string;
  /** The whole path of a file, where there is such a thing: two names of one file are then equal. */
  absolute?(file: string): string;
  /** What models of maps ask about coordinate systems; a reader without it knows only those that need nothing passed in. */
  readonly projections?: Projections;
}

/** Files that are already in memory, named by paths with "/"; those that parameters name are bytes. */
export function memoryReader(
  files: Readonly<Record<string, string>>,
  binaries: ReadonlyMap<string, Uint8Array> = new Map(),
): SourceReader {
  return {
    read: (file) => (Object.hasOwn(files, file) ? { text: files[file] } : { error: "no such file" }),
    readBytes(file) {
      const bytes = binaries.get(file);
      return bytes === undefined ? { error: "no such file" } : { bytes };
    },
    resolve: resolvePath,
  };
}

/** A path relative to the folder of another: "vehicles/auv.xml" and "../fins/a.xml" make "fins/a.xml". */
export function resolvePath(fromFile: string, reference: string): string {
  if (reference.startsWith("/")) return normal(reference);
  const folder = fromFile.slice(0, fromFile.lastIndexOf("/") + 1);
  return normal(folder + reference);
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}
