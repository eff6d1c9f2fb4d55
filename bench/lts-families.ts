/**
 * Transition systems that can be made in any size, as the reference collection has them (test/reference/lts): states are numbered in the
 * order of a breadth-first search, so that small members equal the files of the collection byte for byte.
 */
import { type Lts, LtsBuilder, TAU } from "../src/lts/index.ts";

type Step = (label: number, next: number[]) => void;

/** Explores from a tuple of small numbers; `steps` returns the successors in their order. */
function explored(
  start: readonly number[],
  bound: number,
  builder: LtsBuilder,
  steps: (state: readonly number[], step: Step) => void,
): Lts {
  const numbers = new Map<number, number>();
  const states: number[][] = [];
  const numberOf = (state: readonly number[]): number => {
    // Tuples are digits to the base `bound`, the first may be any number: exact up to 2⁵³.
    let code = 0;
    for (const digit of state) code = code * bound + digit;
    let number = numbers.get(code);
    if (number === undefined) {
      number = states.length;
      numbers.set(code, number);
      states.push([...state]);
    }
    return number;
  };
  numberOf(start);
  for (let s = 0; s < states.length; s++) {
    const state = states[s]!;
    steps(state, (label, next) => builder.add(s, label, numberOf(next)));
  }
  return builder.finish(states.length);
}

const THINKING = 0;
const HAS_LEFT = 1;
const EATING = 2;
const HAS_RIGHT = 3;

/** n philosophers: think, take the left fork, take the right one (eat), put the left one back, put the right one back (done). */
export function philosophers(n: number): Lts {
  const builder = new LtsBuilder();
  const eat = Array.from({ length: n }, (_, i) => builder.labels.of(`eat_${i}`));
  const done = Array.from({ length: n }, (_, i) => builder.labels.of(`done_${i}`));
  const start = Array.from({ length: n }, () => THINKING);
  return explored(start, 4, builder, (state, step) => {
    for (let i = 0; i < n; i++) {
      const go = (label: number, to: number): void =>
        step(
          label,
          state.map((local, k) => (k === i ? to : local)),
        );
      // Fork i is the left one of i and the right one of i − 1.
      const before = state[(i + n - 1) % n]!;
      const after = state[(i + 1) % n]!;
      const left = before !== EATING && before !== HAS_RIGHT;
      const right = after !== EATING && after !== HAS_LEFT;
      if (state[i] === THINKING && left) go(TAU, HAS_LEFT);
      if (state[i] === HAS_LEFT && right) go(eat[i]!, EATING);
      if (state[i] === EATING) go(TAU, HAS_RIGHT);
      if (state[i] === HAS_RIGHT) go(done[i]!, THINKING);
    }
  });
}

/** Milner's scheduler of n cells: a_i in turn, b_i at any time after a_i and before the next a_i. */
export function milnerScheduler(n: number): Lts {
  const builder = new LtsBuilder();
  const a = Array.from({ length: n }, (_, i) => builder.labels.of(`a_${i}`));
  const b = Array.from({ length: n }, (_, i) => builder.labels.of(`b_${i}`));
  // Twice whose turn it is and whether it has begun, and who is busy.
  const start = Array.from({ length: n + 1 }, () => 0);
  return explored(start, 2, builder, (state, step) => {
    const [place = 0, ...busy] = state;
    const turn = place >> 1;
    const begun = place & 1;
    const withBusy = (i: number, value: number): number[] => busy.map((x, k) => (k === i ? value : x));
    for (let i = 0; i < n; i++) {
      if (i === turn && begun === 0 && busy[i] === 0) step(a[i]!, [place + 1, ...withBusy(i, 1)]);
      if (i === turn && begun === 1) step(TAU, [2 * ((turn + 1) % n), ...busy]);
      if (busy[i] === 1) step(b[i]!, [place, ...withBusy(i, 0)]);
    }
  });
}

/** n steps with one label in a row, an internal one after each: as many blocks as there are steps, each found from the last. */
export function chain(n: number): Lts {
  const builder = new LtsBuilder();
  const a = builder.labels.of("a");
  for (let i = 0; i < n; i++) {
    builder.add(2 * i, a, 2 * i + 1);
    builder.add(2 * i + 1, TAU, 2 * i + 2);
  }
  return builder.finish(2 * n + 1);
}
