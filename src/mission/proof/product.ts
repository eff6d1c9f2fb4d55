/**
 * All configurations (state of the automaton, memory of an observer) that some inputs lead to, breadth first, so that the way to each
 * of them is a shortest one. Flat arrays throughout; edges keep the order of the reaction graph's.
 */
import { TupleTable } from "../../core/index.ts";
import { IntList } from "./int-list.ts";
import { BAD, type Observer } from "./observers.ts";
import type { ReactionGraph } from "./reaction-graph.ts";

/** Target of an edge that is not followed: what was waited for has come. */
export const DONE = -2;

export class ProductLimit extends Error {}

export interface ProductOptions {
  /** Configurations beyond which ProductLimit is thrown. */
  readonly mostConfigurations: number;
  /** Ends the exploration at the first violation. */
  readonly stopAtBad?: boolean;
  progress?(configurations: number, done: number): void;
}

export class Product {
  readonly graph: ReactionGraph;
  readonly #table = new TupleTable(2);
  readonly #first = new IntList();
  readonly #targets = new IntList();
  readonly #parents = new IntList();
  readonly #parentEdges = new IntList();
  readonly #depths = new IntList();
  /** Where the first violation was met: configuration and edge of the reaction graph; null if there is none. */
  readonly bad: { readonly configuration: number; readonly edge: number } | null = null;

  constructor(graph: ReactionGraph, observer: Observer, options: ProductOptions) {
    this.graph = graph;
    const pair = new Int32Array(2);
    const table = this.#table;
    pair[1] = observer.initial;
    table.intern(pair);
    this.#parents.push(-1);
    this.#parentEdges.push(-1);
    this.#depths.push(0);
    for (let c = 0; c < table.count; c++) {
      if (table.count > options.mostConfigurations) {
        throw new ProductLimit(`more than ${options.mostConfigurations} configurations`);
      }
      if ((c & 0xfff) === 0xfff) options.progress?.(table.count, c);
      const state = table.at(c, 0);
      const memory = table.at(c, 1);
      this.#first.push(this.#targets.length);
      const end = graph.endEdge(state);
      for (let edge = graph.firstEdge(state); edge < end; edge++) {
        const next = observer.step(memory, graph.letterOf(edge));
        if (next < 0) {
          this.#targets.push(next);
          if (next !== BAD || this.bad !== null) continue;
          this.bad = { configuration: c, edge };
          if (options.stopAtBad === true) return;
          continue;
        }
        pair[0] = graph.nextOf(edge);
        pair[1] = next;
        const target = table.intern(pair);
        this.#targets.push(target);
        if (target < this.#parents.length) continue;
        this.#parents.push(c);
        this.#parentEdges.push(edge);
        this.#depths.push(this.#depths.at(c) + 1);
      }
    }
    this.#first.push(this.#targets.length);
  }

  /** Configurations found. */
  get count(): number {
    return this.#table.count;
  }

  stateOf(configuration: number): number {
    return this.#table.at(configuration, 0);
  }

  memoryOf(configuration: number): number {
    return this.#table.at(configuration, 1);
  }

  /** Reactions from the beginning. */
  depthOf(configuration: number): number {
    return this.#depths.at(configuration);
  }

  /** Where the edges of a configuration lie among all; edge k is edge k of its state in the reaction graph. */
  firstOf(configuration: number): number {
    return this.#first.at(configuration);
  }

  endOf(configuration: number): number {
    return this.#first.at(configuration + 1);
  }

  /** Configuration, BAD or DONE. */
  targetOf(place: number): number {
    return this.#targets.at(place);
  }

  get places(): number {
    return this.#targets.length;
  }

  /** The edge of the reaction graph behind a place of a configuration. */
  edgeAt(configuration: number, place: number): number {
    return this.graph.firstEdge(this.stateOf(configuration)) + place - this.#first.at(configuration);
  }

  /** Edges of the reaction graph that lead to a configuration, from the beginning. */
  wayTo(configuration: number): number[] {
    const edges: number[] = [];
    for (let c = configuration; c > 0; c = this.#parents.at(c)) edges.push(this.#parentEdges.at(c));
    return edges.reverse();
  }
}
