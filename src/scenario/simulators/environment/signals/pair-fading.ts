/**
 * Fading of links, by unordered pairs of transducers: a to b fades as b to a. The stream of a pair is named by the paths of both, and its blocks are pure
 * functions (acoustics/fading.ts): what is kept here is description, not state.
 */
import { BlockFading } from "../../../../acoustics/index.ts";
import { RandomStream, type Seed } from "../../../../core/index.ts";
import type { FadingLaw } from "../../../../environment/index.ts";
import type { ScenarioTransducer } from "../../signal-routes.ts";

export class PairFading {
  readonly #seed: Seed;
  readonly #paths: readonly string[];
  readonly #made = new Map<number, BlockFading>();

  constructor(seed: Seed, all: readonly ScenarioTransducer[]) {
    this.#seed = seed;
    this.#paths = all.map(({ each }) => each.path);
  }

  of(law: FadingLaw, a: number, b: number): BlockFading {
    const [first, second] = a < b ? [a, b] : [b, a];
    const key = first * this.#paths.length + second;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const name = `environment/signals/${this.#paths[first]} ${this.#paths[second]}`;
    const made = new BlockFading(new RandomStream(this.#seed, name), law.coherence_ns, law.riceFactor);
    this.#made.set(key, made);
    return made;
  }
}
