/** "Did you mean …": the closest of some names to one that was not found. */

/**
 * Number of single-character insertions, deletions, replacements and swaps of neighbours that turn a into b, no part being
 * edited twice (so "ca" to "abc" is three, not a swap and an insertion inside it).
 */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  let before2 = new Int32Array(width);
  let before = Int32Array.from({ length: width }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = new Int32Array(width);
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const replace = before[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(before[j] + 1, row[j - 1] + 1, replace);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], before2[j - 2] + 1);
      }
    }
    before2 = before;
    before = row;
  }
  return before[b.length];
}

/** Longer names are not compared: the comparison takes time in proportion to their length, and a file may be hostile. */
const LONGEST_COMPARED = 64;

/**
 * The candidate nearest to the name, or undefined when none is near. Case is ignored, since `Diameter_M` for
 * `diameter_m` is one slip; otherwise up to a third of the letters may differ, and one in the shortest names.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  const low = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.floor(Math.max(name.length, 3) / 3) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(low, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The hint of a diagnostic about a name that was not found; undefined where nothing is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  return asQuestion(nearest(name, candidates));
}

/** The same for a guess that is known already. */
export function asQuestion(guess: string | undefined): string | undefined {
  return guess === undefined ? undefined : `did you mean "${guess}"?`;
}
