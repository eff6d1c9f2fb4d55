/** Small random systems, half of their steps internal: cycles, dead ends, equal transitions and unreachable states all occur. */
import fc from "fast-check";
import { type Lts, ltsOf } from "../../src/lts/index.ts";

export function randomLts(mostStates = 7, mostTransitions = 14): fc.Arbitrary<Lts> {
  return fc.integer({ min: 1, max: mostStates }).chain((states) => {
    const state = fc.nat(states - 1);
    const label = fc.constantFrom("tau", "tau", "tau", "a", "a", "b");
    return fc
      .array(fc.tuple(state, label, state), { maxLength: mostTransitions, size: "max" })
      .map((transitions) => ltsOf(transitions, states));
  });
}
