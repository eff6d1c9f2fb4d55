/**
 * An automaton in a world where some inputs never come (no leak, no failure): the nominal course of a mission. Questions for these inputs
 * are answered by "absent", and the inputs are gone; states that only they led to remain, and are never reached.
 */
import { Automaton, type AutomatonData } from "../automaton/automaton.ts";
import { Diagrams } from "../automaton/diagrams.ts";
import { literal, RelationClosure } from "../automaton/input-relations.ts";

/** Inputs that cannot come either, since a relation gives them only with one of these; these included. */
export function excludedInputs({ data }: Automaton, without: readonly string[]): readonly string[] {
  const closure = new RelationClosure(data.relations);
  const gone = new Set<number>();
  data.inputs.forEach(({ name }, i) => {
    if (!without.includes(name)) return;
    gone.add(i);
    for (const l of closure.forcedBy(literal(i, 0))) if ((l & 1) === 0) gone.add(l >> 1);
  });
  return data.inputs.filter((_, i) => gone.has(i)).map((s) => s.name);
}

export function nominal(automaton: Automaton, without: readonly string[]): Automaton {
  const excluded = new Set(excludedInputs(automaton, without));
  if (excluded.size === 0) return automaton;
  const { data } = automaton;
  const kept = data.inputs.flatMap((s, i) => (excluded.has(s.name) ? [] : [i]));
  const place = new Map(kept.map((input, i) => [input, i]));
  const diagrams = new Diagrams();
  const made: number[] = [];
  const of = (node: number): number => (node < 0 ? node : made[node]!);
  for (let q = 0; q < data.questions.length / 3; q++) {
    const [input, absent, present] = data.questions.slice(3 * q, 3 * q + 3) as [number, number, number];
    const at = place.get(input);
    made.push(at === undefined ? of(absent) : diagrams.question(at, of(absent), of(present)));
  }
  const questions: number[] = [];
  for (let q = 0; q < diagrams.questions; q++)
    questions.push(diagrams.inputOf(q), diagrams.absentOf(q), diagrams.presentOf(q));
  return new Automaton({
    ...data,
    inputs: kept.map((i) => data.inputs[i]!),
    relations: data.relations.flatMap((r) => keptRelation(r, place)),
    fatal: data.fatal.flatMap((i) => place.get(i) ?? []),
    timers: data.timers.filter((t) => !excluded.has(t.expired)),
    roots: data.roots.map(of),
    questions,
  });
}

/** What a relation still says about the inputs that are left. */
function keptRelation(
  { form, inputs }: AutomatonData["relations"][number],
  place: ReadonlyMap<number, number>,
): AutomatonData["relations"] {
  const left = inputs.flatMap((i) => place.get(i) ?? []);
  return left.length < 2 ? [] : [{ form, inputs: left }];
}
