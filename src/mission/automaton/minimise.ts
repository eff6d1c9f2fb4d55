/**
 * The smallest automaton that answers as a given one does: states are merged that answer every legal sequence of inputs with the
 * same outputs, where only the outputs that the caller keeps count.
 *
 *   1  every diagram in its canonical form on legal inputs (relations): equal forms, equal answers
 *   2  all states in one block; then, until nothing changes: each leaf is (kept outputs, block of the next state), the diagrams are
 *      reduced and shared again, and two states are in one block exactly if their roots are one node
 *   3  one state for each block, reached ones only, numbered breadth first; questions left out that legal inputs need not ask
 *
 * Step 2 is the partition refinement of [Moore1956], on shared diagrams in place of 2ⁿ columns. Two automata that answer alike get the
 * same number of states, and minimising twice changes nothing.
 *
 * What is active in a merged state is taken from the first of its states: it is an example, not the truth about all of them (a union
 * would show statements as active together that never are). Execute and show the original; use the minimised one to count, to compare,
 * to draw views and to distribute.
 * Left out: relations whose set of legal inputs is too large to write down as a diagram are then assumed in part only; the result is
 * still right, but may have more states than needed.
 */
import { invariant, TupleTable } from "../../core/index.ts";
import { Automaton, type AutomatonData } from "./automaton.ts";
import { Diagrams, LegalForm, LegalInputs, Simplified } from "./diagrams.ts";
import { RelationClosure } from "./input-relations.ts";

export function minimise(automaton: Automaton, keepOutput: (output: number) => boolean = () => true): Automaton {
  const { data } = automaton;
  const kept = keptOutputs(data, keepOutput);
  const legal = new LegalInputs(new RelationClosure(data.relations), askedInputs(data));
  const diagrams = new Diagrams();
  const roots = copyInto(diagrams, data, (leaf) => -1 - leaf);
  const form = new LegalForm(diagrams, legal, -1 - data.leaves.length / 2);
  const block = refine(
    diagrams,
    roots.map((root) => form.of(root)),
    data,
    kept.setOf,
  );
  return quotient(data, block, kept, legal);
}

/** Inputs that some question asks for. */
export function askedInputs({ questions }: AutomatonData): Set<number> {
  const asked = new Set<number>();
  for (let q = 0; q < questions.length; q += 3) asked.add(questions[q]!);
  return asked;
}

interface KeptOutputs {
  readonly outputs: AutomatonData["outputs"];
  /** Output sets without what is not kept, equal ones once. */
  readonly sets: readonly (readonly number[])[];
  /** Place in `sets`, by place of the original set. */
  readonly setOf: readonly number[];
}

function keptOutputs({ outputs, outputSets }: AutomatonData, keep: (output: number) => boolean): KeptOutputs {
  const place = new Map<number, number>();
  outputs.forEach((_, o) => {
    if (keep(o)) place.set(o, place.size);
  });
  const sets: number[][] = [];
  const known = new Map<string, number>();
  const setOf = outputSets.map((set) => {
    const rest = set.flatMap((o) => place.get(o) ?? []);
    const key = rest.join(" ");
    const at = known.get(key) ?? sets.push(rest) - 1;
    known.set(key, at);
    return at;
  });
  return { outputs: outputs.filter((_, o) => place.has(o)), sets, setOf };
}

/** The diagrams of an automaton, with new leaves, in `into`. Returns the roots. */
function copyInto(into: Diagrams, data: AutomatonData, leafOf: (leaf: number) => number): number[] {
  const { questions, roots } = data;
  const made = new Int32Array(questions.length / 3);
  const of = (node: number): number => (node < 0 ? leafOf(-1 - node) : made[node]!);
  for (let q = 0; q < made.length; q++) {
    made[q] = into.question(questions[3 * q]!, of(questions[3 * q + 1]!), of(questions[3 * q + 2]!));
  }
  return roots.map(of);
}

/** Step 2. The block of each state; blocks are numbered in the order of their first states. */
function refine(
  diagrams: Diagrams,
  roots: readonly number[],
  data: AutomatonData,
  setOf: readonly number[],
): Int32Array {
  const leaves = data.leaves.length / 2;
  let block = new Int32Array(roots.length);
  for (let count = Math.min(1, roots.length); ; ) {
    const classes = new TupleTable(2);
    const pair = new Int32Array(2);
    const leafClass = new Int32Array(leaves);
    for (let leaf = 0; leaf < leaves; leaf++) {
      pair[0] = setOf[data.leaves[2 * leaf]!]!;
      pair[1] = block[data.leaves[2 * leaf + 1]!]!;
      leafClass[leaf] = -1 - classes.intern(pair);
    }
    // A question is made after those it leads to, so one pass from the first to the last suffices.
    const shared = new Diagrams();
    const made = new Int32Array(diagrams.questions);
    const impossible = -1 - leaves;
    const of = (node: number): number =>
      node >= 0 ? made[node]! : node === impossible ? impossible : leafClass[-1 - node]!;
    for (let q = 0; q < made.length; q++) {
      made[q] = shared.question(diagrams.inputOf(q), of(diagrams.absentOf(q)), of(diagrams.presentOf(q)));
    }
    const numbers = new Map<number, number>();
    const next = new Int32Array(roots.length);
    roots.forEach((root, state) => {
      const node = of(root);
      const number = numbers.get(node) ?? numbers.size;
      numbers.set(node, number);
      next[state] = number;
    });
    block = next;
    invariant(numbers.size >= count, "a refinement joined blocks");
    if (numbers.size === count) return block;
    count = numbers.size;
  }
}

/** Step 3. */
function quotient(data: AutomatonData, block: Int32Array, kept: KeptOutputs, legal: LegalInputs): Automaton {
  const leaves = new TupleTable(2);
  const pair = new Int32Array(2);
  const diagrams = new Diagrams();
  const merged = copyInto(diagrams, data, (leaf) => {
    pair[0] = kept.setOf[data.leaves[2 * leaf]!]!;
    pair[1] = block[data.leaves[2 * leaf + 1]!]!;
    return -1 - leaves.intern(pair);
  });
  const simplified = new Simplified(diagrams, legal);
  // The first state of each block stands for it.
  const firstOf: number[] = [];
  block.forEach((b, state) => {
    firstOf[b] ??= state;
  });

  const order: number[] = [];
  const stateOf = new Map<number, number>();
  const reach = (b: number): number => {
    const known = stateOf.get(b) ?? order.push(b) - 1;
    stateOf.set(b, known);
    return known;
  };
  const sets = new Map<number, number>();
  const newLeaves: number[] = [];
  const newQuestions: number[] = [];
  const nodes = new Map<number, number>();
  // Depth first, what is absent first; a node gets its number after those it leads to.
  const rebuild = (node: number): number => {
    const known = nodes.get(node);
    if (known !== undefined) return known;
    let made: number;
    if (node < 0) {
      const set = leaves.at(-1 - node, 0);
      const place = sets.get(set) ?? sets.size;
      sets.set(set, place);
      made = -1 - newLeaves.length / 2;
      newLeaves.push(place, reach(leaves.at(-1 - node, 1)));
    } else {
      const absent = rebuild(diagrams.absentOf(node));
      const present = rebuild(diagrams.presentOf(node));
      made = newQuestions.length / 3;
      newQuestions.push(diagrams.inputOf(node), absent, present);
    }
    nodes.set(node, made);
    return made;
  };
  const roots: number[] = [];
  if (block.length > 0) reach(block[0]!);
  for (const b of order) roots.push(rebuild(simplified.of(merged[firstOf[b]!]!)));
  const commands = new Set(kept.outputs.map((o) => o.name));
  return new Automaton({
    ...data,
    outputs: kept.outputs,
    timers: data.timers.filter((t) => commands.has(t.arm)),
    roots,
    questions: newQuestions,
    leaves: newLeaves,
    outputSets: [...sets.keys()].map((set) => kept.sets[set]!),
    active: order.map((b) => data.active[firstOf[b]!] ?? []),
  });
}
