/**
 * A sample of the mutants of many files: places in the code, drawn at random with a seed, with every mutant of each place.
 *
 * A place is a node of the syntax tree that has mutants. Places lie inside one another: a block, a condition in it, a sum in
 * that. Stryker takes ranges (what lies inside is mutated) and ignorers (what is refused is not, with all that lies inside it):
 * the ranges of the drawn places leave out what surrounds them, the ignorer what lies inside them and was not drawn.
 */
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
  const places = new Map<string, Place>();
  for (const { fileName, location, status } of mutants) {
    if (status === "Ignored") continue;
    const { start, end } = location;
    const key = `${fileName}:${start.line}:${start.column}-${end.line}:${end.column}`;
    places.set(key, { file: fileName, start, end, mutants: (places.get(key)?.mutants ?? 0) + 1 });
  }
  return [...places.values()];
}

/** Places in a random order of the seed, until they have `count` mutants; then in the order that they came in. */
export function samplePlaces(places: readonly Place[], count: number, seed: number): Place[] {
  const order = shuffled(places.length, seed);
  const drawn = new Set<Place>();
  let mutants = 0;
  for (const index of order) {
    if (mutants >= count) break;
    const place = places[index]!;
    drawn.add(place);
    mutants += place.mutants;
  }
  return places.filter((place) => drawn.has(place));
}

/** 0 .. n − 1 in a random order (Fisher–Yates, on the 32 bits of a Weyl sequence that is mixed: splitmix32). */
function shuffled(n: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  let state = seed >>> 0;
  for (let i = n - 1; i > 0; i--) {
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    const j = Math.floor((((z ^ (z >>> 15)) >>> 0) / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
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
