/**
 * A sample of the mutants of many files: places in the code, drawn at random with a seed, with every mutant of each place.
 *
 * A place is a node of the syntax tree that has mutants. Places lie inside one another: a block, a condition in it, a sum in
 * that. Stryker takes ranges (what lies inside is mutated) and ignorers (what is refused is not, with all that lies inside it):
 * the ranges of the drawn places leave out what surrounds them, the ignorer what lies inside them and was not drawn.
 */
import { createHash } from "node:crypto";
import { Instrumenter } from "@stryker-mutator/instrumenter";

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Lines and columns from 0. */
export interface Place {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  /** How many mutants it has. */
  readonly mutants: number;
  /** Its text, and which of the places with that text it is in its file: what does not change when other lines do. */
  readonly name: string;
}

export interface SourceText {
  readonly name: string;
  readonly content: string;
}

const silent = () => {};
const LOGGER = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** Every place of the files that has mutants, in the order of files and text. */
export async function placesOf(files: readonly SourceText[], excludedMutators: readonly string[]): Promise<Place[]> {
  const instrumenter = new Instrumenter(LOGGER);
  const { mutants } = await instrumenter.instrument(
    files.map(({ name, content }) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [...excludedMutators], ignorers: [], noHeader: true } as never,
  );
  const texts = new Map(files.map(({ name, content }) => [name, content]));
  const places = new Map<string, Place>();
  const alike = new Map<string, number>();
  for (const { fileName: file, location, status } of mutants) {
    if (status === "Ignored") continue;
    const { start, end } = location;
    const key = `${file}:${start.line}:${start.column}-${end.line}:${end.column}`;
    const known = places.get(key);
    if (known !== undefined) {
      places.set(key, { ...known, mutants: known.mutants + 1 });
      continue;
    }
    const text = textBetween(texts.get(file)!, start, end);
    const count = (alike.get(`${file} ${text}`) ?? 0) + 1;
    alike.set(`${file} ${text}`, count);
    places.set(key, { file, start, end, mutants: 1, name: `${count} ${text}` });
  }
  return [...places.values()];
}

/**
 * Places in a random order of the seed, until they have `count` mutants; then in the order that they came in. The order is that
 * of hashes of what the places say: a change of the code leaves the rest of the sample as it was.
 */
export function samplePlaces(places: readonly Place[], count: number, seed: number): Place[] {
  const ranks = new Map(places.map((place) => [place, rankOf(place, seed)]));
  const drawn = new Set<Place>();
  let mutants = 0;
  for (const place of places.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!)) {
    if (mutants >= count) break;
    drawn.add(place);
    mutants += place.mutants;
  }
  return places.filter((place) => drawn.has(place));
}

/** 48 bits: among ten thousand places, two of one rank are not to be expected. */
function rankOf({ file, name }: Place, seed: number): number {
  return createHash("sha256")
    .update(JSON.stringify([seed, file, name]))
    .digest()
    .readUIntBE(0, 6);
}

/** What stands between two positions. */
export function textBetween(source: string, start: Position, end: Position): string {
  const lines = source.split("\n").slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column);
  lines[0] = lines[0]!.slice(start.column);
  return lines.join("\n");
}

/** As Stryker writes a range in `mutate`: lines from 1, columns from 0. */
export function rangeOf({ file, start, end }: Place): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}

const before = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.column <= b.column);

/** Whether a node is a drawn place, or has one inside: what is neither is ignored. */
export class DrawnPlaces {
  readonly #byFile = new Map<string, Place[]>();

  constructor(places: readonly Place[]) {
    for (const place of places) {
      const list = this.#byFile.get(place.file);
      if (list === undefined) this.#byFile.set(place.file, [place]);
      else list.push(place);
    }
  }

  within(file: string, start: Position, end: Position): boolean {
    const places = this.#byFile.get(file) ?? [];
    return places.some((place) => before(start, place.start) && before(place.end, end));
  }

  has(file: string, start: Position, end: Position): boolean {
    const same = (a: Position, b: Position): boolean => a.line === b.line && a.column === b.column;
    return (this.#byFile.get(file) ?? []).some((place) => same(place.start, start) && same(place.end, end));
  }
}
