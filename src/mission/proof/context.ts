/** What the check of one property works with: the automaton, the assumptions, limits, and how much was looked at. */
import type { Automaton } from "../automaton/automaton.ts";
import { InputAssumption } from "./assumption.ts";
import { type Counterexample, replayed } from "./counterexample.ts";
import { Letters } from "./letters.ts";
import type { Observer } from "./observers.ts";
import { Predicates } from "./predicate.ts";
import { Product } from "./product.ts";
import { ReactionGraph } from "./reaction-graph.ts";
import type { Property } from "./resolve.ts";
import { stopJustice } from "./stops.ts";
import type { Justice, Lasso } from "./waiting.ts";

export const MOST_CONFIGURATIONS = 4_000_000;

export interface CheckOptions {
  /** Configurations of a product beyond which a property is undecided. */
  readonly mostConfigurations?: number;
  /** Milliseconds that pass; the check itself knows no clock. */
  clock?(): number;
  /** Called now and then: configurations found, and done. */
  progress?(configurations: number, done: number): void;
  /** The file of an automaton that a property names (`conforms to`), as it stands there. */
  readFile?(file: string): { readonly text: string } | { readonly error: string };
}

export class CheckContext {
  readonly automaton: Automaton;
  readonly property: Property;
  readonly options: CheckOptions;
  readonly predicates: Predicates;
  readonly assumption: InputAssumption;
  configurations = 0;
  reactions = 0;

  constructor(automaton: Automaton, property: Property, options: CheckOptions) {
    this.automaton = automaton;
    this.property = property;
    this.options = options;
    this.predicates = new Predicates(automaton);
    const { without, given } = property.assumptions;
    this.assumption = new InputAssumption(
      automaton,
      without.map((n) => this.inputPlace(n.text)),
      given === null ? null : this.predicates.of(given),
    );
  }

  inputPlace(name: string): number {
    return this.automaton.data.inputs.findIndex((s) => s.name === name);
  }

  letters(): Letters {
    return new Letters(this.predicates);
  }

  graph(letters: Letters, carried: readonly number[] = []): ReactionGraph {
    const graph = new ReactionGraph(this.automaton, {
      conditions: letters.list,
      assumption: this.assumption,
      carried,
    });
    this.reactions = Math.max(this.reactions, graph.edges);
    return graph;
  }

  product(graph: ReactionGraph, observer: Observer, stopAtBad = false): Product {
    const product = new Product(graph, observer, { ...this.#productOptions, stopAtBad });
    this.configurations += product.count;
    return product;
  }

  /** What `provided` asks of runs; the inputs by their places among the carried ones. */
  justice(): Justice[] {
    const { tasksStop, recur } = this.property.assumptions;
    const inputs = recur.map((_, carry): Justice => ({ kind: "input", carry }));
    if (!tasksStop) return inputs;
    return [...inputs, ...stopJustice(this.automaton, this.predicates, this.assumption)];
  }

  /** Inputs that come again and again. */
  carried(): number[] {
    return this.property.assumptions.recur.map((n) => this.inputPlace(n.text));
  }

  /** The way to the first violation of a product; null if there is none. */
  violation(product: Product, why: string): Counterexample | null {
    if (product.bad === null) return null;
    const { configuration, edge } = product.bad;
    return this.finite("violation", product.graph, [...product.wayTo(configuration), edge], why);
  }

  finite(kind: "violation" | "stuck", graph: ReactionGraph, edges: readonly number[], why: string): Counterexample {
    const inputs = edges.map((edge) => graph.inputsOf(edge));
    return { kind, why, reactions: replayed(this.automaton, inputs), loopFrom: null, shortest: true };
  }

  endless(graph: ReactionGraph, { prefix, loop, shortest }: Lasso, why: string): Counterexample {
    const inputs = [...prefix.map((e) => graph.inputsOf(e)), ...loop.map((s) => graph.inputsOf(s.edge, s.carry))];
    return { kind: "loop", why, reactions: replayed(this.automaton, inputs), loopFrom: prefix.length, shortest };
  }

  get #productOptions() {
    const { mostConfigurations = MOST_CONFIGURATIONS, progress } = this.options;
    return { mostConfigurations, ...(progress === undefined ? {} : { progress }) };
  }
}
