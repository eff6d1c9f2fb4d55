/** Reactions of a mission in plain words, for the log and for the end of a run. */
import type { Arguments, Automaton, AutomatonSignal, AutomatonTask } from "../../mission/index.ts";

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

/** What each input and output says; "" for what is not shown. */
export class ReactionWords {
  readonly #inputs = new Map<string, string>();
  readonly #outputs = new Map<string, string>();

  constructor({ data }: Automaton) {
    const durations = new Map(data.timers.map(({ expired, duration_s }) => [expired, duration_s]));
    for (const { name, role, owner } of data.inputs) {
      if (role === "timerOver") this.#inputs.set(name, `${durations.get(name)} s are over`);
      else if (role === "stopped") this.#inputs.set(name, `${owner} has stopped`);
      else if (role === "initialised") this.#inputs.set(name, `${owner} is prepared`);
      else if (role === "stopOverdue") this.#inputs.set(name, `${owner} does not stop in its time`);
    }
    const tasks = new Map(data.tasks.map((task) => [task.name, task]));
    for (const signal of data.outputs) this.#outputs.set(signal.name, outputInWords(signal, tasks));
  }

  input(name: string): string {
    return this.#inputs.get(name) ?? name;
  }

  output(name: string): string {
    return this.#outputs.get(name) ?? name;
  }
}

function outputInWords(
  { name, role, owner, event }: AutomatonSignal,
  tasks: ReadonlyMap<string, AutomatonTask>,
): string {
  const task = owner === null ? undefined : tasks.get(owner);
  switch (role) {
    case "output":
      return `the mission says ${name}`;
    case "stop":
      return `${owner} stops`;
    case "end":
      return `${owner} has ended well`;
    case "aborted":
      return `${owner} is broken off`;
    case "wait":
      return `${owner} waits for ${task?.pre.join(" and ")}`;
    case "taskConflict":
      return `${owner} is called twice`;
    case "resourceConflict":
      return `two tasks want ${owner}`;
    case "parameters":
      return `${owner} goes on with ${assignments(task?.type1.find((type1) => type1.event === event)?.sets ?? {})}`;
    case "fatal":
      return "FATAL: all that went on is broken off";
    default:
      // Start and preparation come with their values, from the calls; the rest are pairs of these.
      return "";
  }
}
