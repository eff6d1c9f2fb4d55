/** Automata without a mission, for tests of what is done with automata; and executing one by names. */
import { RandomStream, STREAM_WORDS, TupleTable } from "../../core/index.ts";
import { Automaton, type AutomatonData } from "../automaton/automaton.ts";
import { Diagrams } from "../automaton/diagrams.ts";
import { brokenRelation } from "../automaton/input-relations.ts";
import type { AutomatonSignal } from "../automaton/signal-roles.ts";

/** Whole numbers below a bound, the same for the same seed. */
export function dice(seed: number, name = "test"): (bound: number) => number {
  const stream = new RandomStream({ campaign: seed, run: 0 }, name);
  const words = new Int32Array(STREAM_WORDS);
  return (bound) => stream.integerBelow(words, bound);
}

export interface RandomAutomatonOptions {
  readonly states: number;
  readonly inputs: number;
  readonly outputs: number;
  /** Different answers (outputs, next state) in the whole automaton; few make states that can be merged. */
  readonly answers?: number;
  readonly relations?: AutomatonData["relations"];
  readonly computers?: readonly string[];
}

const nothingElse = { fatal: [], timers: [], tasks: [], statements: [] } as const;

/** Inputs I0, I1 …, outputs O0, O1 …; placed on the computers in turn. */
export function randomAutomaton(seed: number, options: RandomAutomatonOptions): Automaton {
  const below = dice(seed, "automaton");
  const { states, inputs, outputs, relations = [], computers = [] } = options;
  const outputSets: number[][] = [[]];
  for (let s = 0; s < 4; s++)
    outputSets.push(Array.from({ length: outputs }, (_, o) => o).filter(() => below(3) === 0));
  const leaves = new TupleTable(2);
  const answers = Array.from({ length: options.answers ?? 2 * states }, () =>
    leaves.intern(Int32Array.from([below(outputSets.length), below(states)])),
  );
  const diagrams = new Diagrams();
  const decide = (input: number): number => {
    if (input === inputs || below(6) === 0) return -1 - answers[below(answers.length)]!;
    if (below(3) === 0) return decide(input + 1);
    return diagrams.question(input, decide(input + 1), decide(input + 1));
  };
  const roots = Array.from({ length: states }, () => decide(0));
  const signal =
    (role: AutomatonSignal["role"], letter: string) =>
    (_: unknown, i: number): AutomatonSignal => ({
      name: `${letter}${i}`,
      role,
      owner: null,
    });
  const all = [
    ...Array.from({ length: inputs }, signal("input", "I")),
    ...Array.from({ length: outputs }, signal("output", "O")),
  ];
  return new Automaton({
    mission: "Random",
    inputs: all.slice(0, inputs),
    outputs: all.slice(inputs),
    relations,
    ...nothingElse,
    roots,
    questions: flatQuestions(diagrams),
    leaves: [...leaves.flat],
    outputSets,
    active: roots.map(() => []),
    computers,
    placed: Object.fromEntries(
      all.flatMap((s, i) => (computers.length === 0 ? [] : [[s.name, computers[i % computers.length]!]])),
    ),
    requires: [],
  });
}

function flatQuestions(diagrams: Diagrams): number[] {
  return Array.from({ length: diagrams.questions }, (_, q) => [
    diagrams.inputOf(q),
    diagrams.absentOf(q),
    diagrams.presentOf(q),
  ]).flat();
}

/** A legal set of inputs; each input is present about one time in `rarity`. */
export function randomInputs({ data }: Automaton, below: (bound: number) => number, rarity = 3): Uint8Array {
  for (;;) {
    const present = Uint8Array.from(data.inputs, () => (below(rarity) === 0 ? 1 : 0));
    if (brokenRelation(data.relations, present) < 0) return present;
  }
}

/** An automaton that is being executed. */
export class Execution {
  readonly automaton: Automaton;
  state = 0;

  constructor(automaton: Automaton) {
    this.automaton = automaton;
  }

  /** Names of the outputs, in the automaton's order. */
  react(present: Uint8Array): string[] {
    const leaf = this.automaton.leafAt(this.state, present);
    this.state = this.automaton.nextOf(leaf);
    return this.automaton.outputsOf(leaf).map((o) => this.automaton.data.outputs[o]!.name);
  }
}

/** All sets of inputs that no relation forbids. For few inputs. */
export function legalSets({ data }: Automaton): Uint8Array[] {
  const sets = Array.from({ length: 1 << data.inputs.length }, (_, bits) =>
    Uint8Array.from(data.inputs, (_, i) => (bits >> i) & 1),
  );
  return sets.filter((present) => brokenRelation(data.relations, present) < 0);
}
