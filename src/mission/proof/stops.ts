/**
 * In which states a task has been commanded to stop and has not answered yet, for runs on which tasks that are commanded to stop do so.
 *
 * For each task the states are found that some inputs lead to with nothing asked of it: it was never commanded, or it answered after the last
 * time. Bits of up to 30 tasks go through the reactions together, from state to state, until nothing changes.
 */
import type { Automaton } from "../automaton/automaton.ts";
import type { InputAssumption } from "./assumption.ts";
import type { Predicates } from "./predicate.ts";
import { ReactionGraph } from "./reaction-graph.ts";
import type { Justice } from "./waiting.ts";

const AT_ONCE = 30;

/** For each task: states in which nothing is asked of it. A state that is met both ways counts as such, so no run is left out. */
export function stopJustice(automaton: Automaton, predicates: Predicates, assumption: InputAssumption): Justice[] {
  const { tasks } = automaton.data;
  const justice: Justice[] = [];
  for (let from = 0; from < tasks.length; from += AT_ONCE) {
    const names = tasks.slice(from, from + AT_ONCE).map((t) => t.name);
    const graph = new ReactionGraph(automaton, {
      conditions: names.map((name) => predicates.output(automaton.outputFor("stop", name))),
      assumption,
      carried: names.map((name) => automaton.inputFor("stopped", name)),
    });
    const free = freeTasks(graph, automaton.states);
    names.forEach((_, k) => {
      justice.push({ kind: "states", good: Uint8Array.from(free, (bits) => (bits >> k) & 1) });
    });
  }
  return justice;
}

/** Of each state the bits of tasks that some way leads there with nothing asked of them. */
function freeTasks(graph: ReactionGraph, states: number): Int32Array {
  const free = new Int32Array(states);
  const waits = new Uint8Array(states);
  const queue = [0];
  free[0] = (1 << AT_ONCE) - 1;
  waits[0] = 1;
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    waits[state] = 0;
    const end = graph.endEdge(state);
    for (let edge = graph.firstEdge(state); edge < end; edge++) {
      const next = graph.nextOf(edge);
      const bits = (free[state]! | graph.carriesOf(edge)) & ~graph.letterOf(edge);
      if ((free[next]! | bits) === free[next]) continue;
      free[next]! |= bits;
      if (waits[next] === 1) continue;
      waits[next] = 1;
      queue.push(next);
    }
  }
  return free;
}
