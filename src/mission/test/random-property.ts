/** Random properties of a given automaton, as text. */
import type { Automaton } from "../automaton/automaton.ts";
import { Draws } from "./random-draws.ts";

export interface RandomPropertyOptions {
  /** Inputs that may come; the others are excluded by `without`. */
  readonly mostInputs: number;
}

/** `property P: …;` */
export function randomProperty(automaton: Automaton, seed: number, { mostInputs }: RandomPropertyOptions): string {
  return new RandomPropertyText(automaton, seed, mostInputs).text();
}

class RandomPropertyText {
  readonly #draws: Draws;
  readonly #inputs: readonly string[];
  readonly #excluded: readonly string[];
  readonly #signals: readonly string[];
  readonly #tasks: readonly string[];
  readonly #resources: readonly string[];

  constructor({ data }: Automaton, seed: number, mostInputs: number) {
    const d = new Draws(seed, "property");
    this.#draws = d;
    const inputs = d.shuffled(data.inputs.map((s) => s.name));
    this.#inputs = inputs.slice(0, mostInputs);
    this.#excluded = inputs.slice(mostInputs);
    // Signals that do something are more interesting than those that never come.
    const emitted = [...new Set(data.outputSets.flat())].map((o) => data.outputs[o]!.name);
    this.#signals = [...this.#inputs, ...emitted, ...(d.chance(0.1) ? data.outputs.map((s) => s.name) : [])];
    this.#tasks = data.tasks.map((t) => t.name);
    this.#resources = [...new Set(data.tasks.flatMap((t) => t.resources))];
  }

  text(): string {
    const d = this.#draws;
    const form = d.weighted({
      never: 3,
      always: 2,
      same: 3,
      within: 3,
      everyRun: 3,
      eventually: 3,
      reach: 3,
      reaches: 2,
      precedence: 4,
      alternation: 3,
      overlap: 3,
      beside: this.#tasks.length > 0 ? 4 : 0,
      conflict: this.#resources.length > 0 ? 2 : 0,
      sequence: 5,
      deadlock: 2,
    });
    const c = (): string => this.#condition(d.between(1, 3));
    const one = (): string => this.#condition(1);
    const scope = d.chance(0.4) ? this.#scope() : "";
    let runs = "";
    if (["everyRun", "eventually", "reach", "reaches"].includes(form)) {
      if (d.chance(0.4) && this.#inputs.length > 0) runs += ` provided ${d.some(this.#inputs, 0.3).join(", ")} recur`;
      const canStop = this.#tasks.every((t) => !this.#excluded.includes(`STOPPED_${t}`));
      if (canStop && d.chance(0.5)) runs += " provided tasks stop";
    }
    const body = ((): string => {
      switch (form) {
        case "never":
        case "always":
          return `${form} ${c()}${scope}`;
        case "same":
          return `${c()} leads to ${c()} in the same reaction${scope}`;
        case "within":
          return `${c()} leads to ${c()} within ${d.between(1, 3)} reactions${scope}`;
        case "everyRun":
          return `${c()} leads to ${c()} on every run${scope}`;
        case "eventually":
          return `${c()} leads to ${c()}${d.chance(0.5) ? " eventually" : ""}${scope}`;
        case "reach":
          return `always can reach ${c()}${d.chance(0.4) ? " again" : ""}`;
        case "reaches":
          return `always reaches ${c()}${d.chance(0.4) ? " again" : ""}`;
        case "precedence":
          return `${c()} only after ${c()}${d.chance(0.4) ? ` since ${one()}` : ""}`;
        case "alternation":
          return `${one()}, ${one()} alternate`;
        case "overlap":
          return `${one()} to ${one()} never overlaps ${one()} to ${one()}`;
        case "beside":
          return `${d.one(this.#tasks)} never ${d.one(["runs", "active"])} beside ${d.one(this.#tasks)}`;
        case "conflict":
          return `no conflict on ${d.one(this.#resources)}`;
        case "sequence":
          return `never sequence ${this.#sequence(2)}`;
        case "deadlock":
          return `no deadlock${d.chance(0.4) ? ` except after ${c()}` : ""}`;
      }
    })();
    const without = this.#excluded.length > 0 ? ` without ${this.#excluded.join(", ")}` : "";
    const given = d.chance(0.15) && this.#inputs.length > 0 ? ` given not (${this.#inputCondition()})` : "";
    return `property P: ${body}${without}${given}${runs};`;
  }

  #scope(): string {
    const d = this.#draws;
    const after = d.chance(0.5) ? ` after ${this.#condition(1)}` : "";
    return after + (after === "" || d.chance(0.5) ? ` until ${this.#condition(1)}` : "");
  }

  #condition(size: number): string {
    const d = this.#draws;
    if (size === 1) return `${d.chance(0.15) ? "not " : ""}${d.one(this.#signals)}`;
    const left = d.between(1, size - 1);
    const text = `(${this.#condition(left)} ${d.one(["and", "or"])} ${this.#condition(size - left)})`;
    return d.chance(0.1) ? `not ${text}` : text;
  }

  #inputCondition(): string {
    const d = this.#draws;
    return `${d.one(this.#inputs)} ${d.one(["and", "or not"])} ${d.one(this.#inputs)}`;
  }

  #sequence(depth: number): string {
    const d = this.#draws;
    const part = (): string => {
      const how = d.weighted({ once: 4, any: 2, some: 1, maybe: 1, twice: 1 });
      const atom =
        depth > 0 && d.chance(0.2)
          ? `{ ${this.#sequence(depth - 1)}${d.chance(0.5) ? `, ${this.#sequence(depth - 1)}` : ""} }`
          : d.chance(0.1)
            ? "any reaction"
            : this.#condition(d.between(1, 2));
      return (
        { once: "", any: "any number of ", some: "at least one of ", maybe: "maybe ", twice: "2 times " }[how] + atom
      );
    };
    return Array.from({ length: d.between(1, 3) }, part).join(" then ");
  }
}
