/** Compares missions by what they say and not by how they are laid out. */
import type { MissionTree } from "./tree.ts";

/** The tree as plain data without places, comments and file: equal for two texts that say the same. */
export function withoutPlaces(tree: MissionTree): unknown {
  return JSON.parse(meaning(tree));
}

export function sameMeaning(a: MissionTree, b: MissionTree): boolean {
  return meaning(a) === meaning(b);
}

/** The reader makes its nodes with their fields in one order, so that equal trees give equal texts. */
function meaning({ name, declarations }: MissionTree): string {
  return JSON.stringify({ name, declarations }, (key, value) => (key === "at" ? undefined : value));
}
