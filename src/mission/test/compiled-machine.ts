/** The compiled automaton as a machine that takes and gives names, for tests that know nothing of how it was made. */
import type { Automaton } from "../automaton/automaton.ts";
import { compileMission } from "../compile/compile.ts";
import type { ConformanceMachine } from "./conformance/conformance-case.ts";

export class CompiledMachine implements ConformanceMachine {
  readonly #automaton: Automaton;
  readonly #present: Uint8Array;
  state = 0;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#present = new Uint8Array(automaton.data.inputs.length);
  }

  react(inputs: ReadonlySet<string>): { outputs: ReadonlySet<string> } | { error: string } {
    const { data } = this.#automaton;
    data.inputs.forEach(({ name }, i) => {
      this.#present[i] = inputs.has(name) ? 1 : 0;
    });
    const broken = data.relations.some(({ form, inputs: places }) => {
      const on = places.map((p) => this.#present[p] === 1);
      return form === "implies" ? on[0] && !on[1] : on.filter((p) => p).length > 1;
    });
    if (broken) return { error: "relation" };
    const leaf = this.#automaton.leafAt(this.state, this.#present);
    this.state = this.#automaton.nextOf(leaf);
    return { outputs: new Set(this.#automaton.outputsOf(leaf).map((o) => data.outputs[o]!.name)) };
  }
}

const REASONS: Readonly<Record<string, string>> = { MIS045: "instantaneous loop", MIS046: "causality" };

export function compiledMachine(source: string): CompiledMachine | { refused: string } {
  const { automaton, diagnostics } = compileMission(source, "test.mission");
  if (automaton !== null) return new CompiledMachine(automaton);
  const error = diagnostics.find((d) => d.severity === "error")!;
  return { refused: REASONS[error.code] ?? `${error.code}: ${error.message}` };
}
