/**
 * Reports to the log what a mission does: for each reaction in which something happens, one event in plain words, with the record
 * of the reaction. It gathers the pieces while the reaction is carried out, and reports them at its end.
 */
import type { Arguments, Automaton, SignalRole } from "../../mission/index.ts";
import type { ModuleTick } from "../modules/module.ts";
import { callInWords, ReactionWords } from "./words.ts";

export class ReactionReporter {
  readonly #automaton: Automaton;
  readonly #words: ReactionWords;
  /** Outputs that are worth a warning. */
  readonly #bad: ReadonlySet<string>;
  /** Of the reaction that is carried out; null between two. Nothing of it outlasts a tick. */
  #inputs: string[] | null = null;
  #outputs: string[] = [];
  #calls: string[] = [];
  #number = 0;
  #state = 0;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#words = new ReactionWords(automaton);
    const roles: readonly SignalRole[] = ["fatal", "taskConflict", "resourceConflict"];
    this.#bad = new Set(automaton.data.outputs.filter(({ role }) => roles.includes(role)).map(({ name }) => name));
  }

  reacted(number: number, state: number, inputs: readonly string[], outputs: readonly string[]): void {
    this.#inputs = [...inputs];
    this.#outputs = [...outputs];
    this.#calls = [];
    this.#number = number;
    this.#state = state;
  }

  /** A task starts or prepares, with values that no signal carries. */
  call(task: string, does: string, values: Arguments): void {
    this.#calls.push(`${callInWords(task, values)} ${does}`);
  }

  /** Reports what was gathered, if anything was. */
  flush(tick: ModuleTick): void {
    if (this.#inputs === null) return;
    const inputs = this.#inputs;
    const outputs = this.#outputs;
    this.#inputs = null;
    const { active, statements } = this.#automaton.data;
    const now = (active[this.#state] ?? []).map((s) => statements[s]!);
    const bad = outputs.some((name) => this.#bad.has(name));
    tick.log(
      this.#sentence(
        inputs,
        outputs,
        now.every(({ line }) => line === 0),
      ),
      {
        level: bad ? "warning" : "info",
        reaction: {
          reaction: this.#number,
          state: this.#state,
          inputs: inputs.join(" "),
          outputs: outputs.join(" "),
          tasks: now.flatMap(({ line, text }) => (line === 0 ? [text] : [])).join("; "),
          statements: now
            .flatMap(({ line, text, path }) => (line === 0 ? [] : [[...path, `${text} (line ${line})`].join(": ")]))
            .join("; "),
        },
      },
    );
  }

  #sentence(inputs: readonly string[], outputs: readonly string[], over: boolean): string {
    const causes = inputs.map((name) => this.#words.input(name)).join(", ");
    const does = [...outputs.map((name) => this.#words.output(name)).filter((text) => text !== ""), ...this.#calls];
    if (over) does.push("the mission is over");
    if (does.length === 0) return causes === "" ? "the mission goes on" : causes;
    return `${causes === "" ? "" : `${causes}: `}${does.join(", ")}`;
  }
}
