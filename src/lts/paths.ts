/** Shortest ways through a system: to a label, to a deadlock, to a livelock. */
import { type Lts, TAU } from "./lts.ts";
import { tauComponents } from "./tau-components.ts";

/** A way from the initial state: labels, and the states before, between and behind them. */
export interface Trace {
  readonly labels: readonly string[];
  readonly states: readonly number[];
}

/** For each state the transition by which a breadth-first search came there, −1 for the start and what is not reached. */
interface Search {
  readonly by: Int32Array;
  readonly from: Int32Array;
  readonly order: Int32Array;
}

function searched({ states, first, label, target }: Lts, start: number, onlyInternal = false): Search {
  const by = new Int32Array(states).fill(-1);
  const from = new Int32Array(states).fill(-1);
  const order = new Int32Array(states);
  const seen = new Uint8Array(states);
  let count = 1;
  order[0] = start;
  seen[start] = 1;
  for (let i = 0; i < count; i++) {
    const s = order[i]!;
    for (let t = first[s]!; t < first[s + 1]!; t++) {
      const to = target[t]!;
      if (seen[to] === 1 || (onlyInternal && label[t] !== TAU)) continue;
      seen[to] = 1;
      by[to] = t;
      from[to] = s;
      order[count++] = to;
    }
  }
  return { by, from, order: order.subarray(0, count) };
}

function traceTo({ labels, label }: Lts, { by, from }: Search, end: number): Trace {
  const names: string[] = [];
  const states = [end];
  for (let s = end; by[s]! >= 0; s = from[s]!) {
    names.push(labels[label[by[s]!]!]!);
    states.push(from[s]!);
  }
  return { labels: names.reverse(), states: states.reverse() };
}

/** A shortest way to a state that fits; null if there is none. */
export function shortestTrace(lts: Lts, fits: (state: number) => boolean): Trace | null {
  const search = searched(lts, lts.initial);
  const end = search.order.find((s) => fits(s));
  return end === undefined ? null : traceTo(lts, search, end);
}

/** A shortest way that ends with a label; null if no reached state has it. Internal steps count as steps. */
export function traceToLabel(lts: Lts, name: string): Trace | null {
  const number = lts.labels.indexOf(name);
  if (number < 0) return null;
  const search = searched(lts, lts.initial);
  for (const s of search.order) {
    for (let t = lts.first[s]!; t < lts.first[s + 1]!; t++) {
      if (lts.label[t] !== number) continue;
      const { labels, states } = traceTo(lts, search, s);
      return { labels: [...labels, name], states: [...states, lts.target[t]!] };
    }
  }
  return null;
}

export interface Deadlocks {
  /** Reached states without any transition. */
  readonly count: number;
  readonly nearest: Trace | null;
}

export function deadlocks(lts: Lts): Deadlocks {
  const search = searched(lts, lts.initial);
  const dead = search.order.filter((s) => lts.first[s] === lts.first[s + 1]);
  return { count: dead.length, nearest: dead.length === 0 ? null : traceTo(lts, search, dead[0]!) };
}

export interface Livelocks {
  /** Reached states on an internal cycle. */
  readonly count: number;
  /** A shortest way to one of them. */
  readonly nearest: Trace | null;
  /** The internal cycle there: it begins and ends with that state. */
  readonly cycle: readonly number[];
}

export function livelocks(lts: Lts): Livelocks {
  const { component, divergent } = tauComponents(lts);
  const search = searched(lts, lts.initial);
  const live = search.order.filter((s) => divergent[component[s]!] === 1);
  if (live.length === 0) return { count: 0, nearest: null, cycle: [] };
  const start = live[0]!;
  return { count: live.length, nearest: traceTo(lts, search, start), cycle: internalCycle(lts, start) };
}

/** A shortest internal way from a state on an internal cycle back to it. */
function internalCycle(lts: Lts, start: number): number[] {
  const search = searched(lts, start, true);
  for (const s of search.order) {
    for (let t = lts.first[s]!; t < lts.first[s + 1]!; t++) {
      if (lts.label[t] === TAU && lts.target[t] === start) return [...traceTo(lts, search, s).states, start];
    }
  }
  return [];
}
