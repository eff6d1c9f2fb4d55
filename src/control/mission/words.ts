/** Reactions of a mission in plain words, for the log and for whoever reads the end of a run. */
import type { Arguments, Automaton } from "../../mission/index.ts";

/** `Dive(depth_m = 5, speed_mps = 1.5)`. */
export function callInWords(task: string, values: Arguments): string {
  const given = assignments(values);
  return given === "" ? task : `${task}(${given})`;
}

/** `depth_m = 5, route = "square"`. */
export function assignments(values: Arguments): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${typeof value === "string" ? JSON.stringify(value) : value}`)
    .join(", ");
}

/** What each input and output says; "" for what is of no interest to a person. */
export class ReactionWords {
  readonly #inputs = new Map<string, string>();
  readonly #outputs = new Map<string, string>();

  constructor({ data }: Automaton) {
    for (const { name, duration_s } of data.timers.map((t) => ({ name: t.expired, ...t }))) {
      this.#inputs.set(name, `${duration_s} s are over`);
    }
    for (const { name, type1, pre } of data.tasks) {
      this.#inputs.set(`STOPPED_${name}`, `${name} has stopped`);
      this.#inputs.set(`INITOK_${name}`, `${name} is prepared`);
      this.#inputs.set(`STOPTO_${name}`, `${name} does not stop in its time`);
      this.#outputs.set(`STOP_${name}`, `${name} stops`);
      this.#outputs.set(`BF_${name}`, `${name} has ended well`);
      this.#outputs.set(`ABORTED_${name}`, `${name} is broken off`);
      this.#outputs.set(`WAIT_${name}`, `${name} waits for ${pre.join(" and ")}`);
      this.#outputs.set(`CONFLICT_${name}`, `${name} is called twice`);
      for (const { event, sets } of type1) {
        this.#outputs.set(`PARAM_${name}_${event}`, `${name} goes on with ${assignments(sets)}`);
      }
    }
    for (const { name, owner, role } of data.outputs) {
      if (this.#outputs.has(name)) continue;
      if (role === "output") this.#outputs.set(name, `the mission says ${name}`);
      else if (name === "FATAL") this.#outputs.set(name, "FATAL: all that went on is broken off");
      else if (name.startsWith("CONFLICT_")) this.#outputs.set(name, `two tasks want ${owner}`);
      // START_ and INIT_ come with their values, from the calls; the rest are pairs of these.
      else this.#outputs.set(name, "");
    }
  }

  input(name: string): string {
    return this.#inputs.get(name) ?? name;
  }

  output(name: string): string {
    return this.#outputs.get(name) ?? name;
  }
}
