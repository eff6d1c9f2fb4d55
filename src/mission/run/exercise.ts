/**
 * A mission exercised alone: the executor with mock robot-tasks and a script, on a virtual clock or on none.
 *
 * With a clock there is a reaction whenever something happens: a line of the script, an answer of a mock, a time of the mission. There
 * is also one at every tick, as on a robot, but those are left out in which nothing would happen (same state, no outputs): they
 * change nothing, whether they are there or not. So a `pause` ends one tick later, and a mission that waits costs nothing.
 *
 * With a list of reactions there is no clock: no time is ever over, no mock answers, the inputs are those of the list.
 *
 * All that changes is in `reals`: a copy of it is a snapshot, and copying it back goes on from there.
 *
 *   [0] now (ns)   [1] lines of the script done   then for each input whether its level is on; the mocks; the executor
 */
import type { Automaton } from "../automaton/automaton.ts";
import type { Arguments } from "../compile/checked-mission.ts";
import { MissionExecutor, type MissionHost } from "./executor.ts";
import { MockTasks } from "./mock-tasks.ts";
import { emptyScript, type MissionScript, type MockAnswers } from "./script.ts";

/** What a reaction commands the robot to do, besides the names of its outputs. */
export interface TaskCommand {
  readonly what: "init" | "start" | "change" | "stop";
  readonly task: string;
  /** All of them for init and start, those that change for change, none for stop. */
  readonly parameters: Arguments;
  /** Of change: the event that it comes with. */
  readonly event?: string;
}

export interface ForbiddenInput {
  readonly signal: string;
  readonly what: "postponed" | "refused";
  readonly why: string;
}

export interface ExerciseReaction {
  /** From 1. */
  readonly number: number;
  /** null without a clock. */
  readonly t_ns: number | null;
  readonly inputs: readonly string[];
  /** In the order in which the robot gets them (rule 40). */
  readonly outputs: readonly string[];
  readonly from: number;
  readonly state: number;
  readonly commands: readonly TaskCommand[];
  readonly forbidden: readonly ForbiddenInput[];
}

/** react: there is a reaction to make. quiet: nothing will ever happen. until: not before the end. done: the list is through. */
export type Advance = "react" | "quiet" | "until" | "done";

const NOW = 0;
const DONE = 1;
const LEVELS = 2;
const NEVER = Number.POSITIVE_INFINITY;
const SILENT: MockAnswers = { init_ns: NEVER, stop_ns: NEVER, events: [] };

export class Exercise {
  readonly automaton: Automaton;
  readonly script: MissionScript;
  readonly executor: MissionExecutor;
  readonly reals: Float64Array;
  readonly #mocks: MockTasks;
  readonly #mocksAt: number;
  readonly #executorAt: number;
  readonly #host: ExerciseHost;
  readonly #present: Uint8Array;

  constructor(
    automaton: Automaton,
    script: MissionScript = emptyScript(automaton),
    onReaction?: (r: ExerciseReaction) => void,
  ) {
    this.automaton = automaton;
    this.script = script;
    this.executor = new MissionExecutor(automaton);
    const answers = script.kind === "clock" ? script.answers : automaton.data.tasks.map(() => SILENT);
    this.#mocks = new MockTasks(automaton, answers);
    this.#present = new Uint8Array(automaton.data.inputs.length);
    this.#mocksAt = LEVELS + automaton.data.inputs.length;
    this.#executorAt = this.#mocksAt + this.#mocks.size;
    this.reals = new Float64Array(this.#executorAt + this.executor.size);
    this.#host = new ExerciseHost(this.reals, this.#mocks, this.#mocksAt, onReaction);
    this.reset();
  }

  reset(): void {
    this.reals.fill(0);
    this.#mocks.initialInto(this.reals, this.#mocksAt);
    this.executor.initialInto(this.reals, this.#executorAt);
  }

  get now_ns(): number {
    return this.reals[NOW]!;
  }

  get state(): number {
    return this.executor.state(this.reals, this.#executorAt);
  }

  get reactions(): number {
    return this.executor.reactions(this.reals, this.#executorAt);
  }

  /** No statement waits any more; tasks may still be stopping. */
  get ended(): boolean {
    return this.executor.ended(this.reals, this.#executorAt);
  }

  /** How many lines (`at`: signals of them; `react`) the script has had so far. */
  get scriptDone(): number {
    return this.reals[DONE]!;
  }

  /** Goes on to the next instant at which something happens, and gathers what does. */
  advance(until_ns: number = NEVER): Advance {
    return this.script.kind === "reactions" ? this.#advanceList(this.script.reactions) : this.#advanceClock(until_ns);
  }

  react(): void {
    this.#host.begin(this.reactions, this.script.kind === "clock" ? this.now_ns : null, this.state);
    this.executor.react(this.reals, this.#executorAt, this.now_ns, this.#host);
    this.#host.end();
  }

  #advanceList(reactions: readonly (readonly number[])[]): Advance {
    const { reals } = this;
    const inputs = reactions[reals[DONE]!];
    if (inputs === undefined) return "done";
    reals[DONE]!++;
    // Backwards: no time that the mission names is ever over.
    reals[NOW]!--;
    for (const input of inputs) this.executor.raise(reals, this.#executorAt, input);
    return "react";
  }

  #advanceClock(until_ns: number): Advance {
    const { reals } = this;
    const next_ns = this.#next_ns();
    if (next_ns === NEVER) return "quiet";
    if (next_ns > until_ns) {
      reals[NOW] = Math.max(reals[NOW]!, until_ns);
      return "until";
    }
    reals[NOW] = Math.max(reals[NOW]!, next_ns);
    this.#gather();
    return "react";
  }

  /** The first reaction is at time 0. */
  #next_ns(): number {
    const { reals, script } = this;
    if (script.kind !== "clock" || this.reactions === 0) return 0;
    const now_ns = reals[NOW]!;
    const tick_ns = this.#isQuiet() ? NEVER : (Math.floor(now_ns / script.tick_ns) + 1) * script.tick_ns;
    return Math.min(
      script.changes[reals[DONE]!]?.t_ns ?? NEVER,
      this.#mocks.next_ns(reals, this.#mocksAt),
      this.executor.nextTimer_ns(reals, this.#executorAt),
      tick_ns,
    );
  }

  #gather(): void {
    const { reals, script, executor } = this;
    if (script.kind !== "clock") return;
    const at = this.#executorAt;
    for (;;) {
      const change = script.changes[reals[DONE]!];
      if (change === undefined || change.t_ns > reals[NOW]!) break;
      reals[DONE]!++;
      if (change.kind === "event") executor.raise(reals, at, change.input);
      else {
        reals[LEVELS + change.input] = change.kind === "on" ? 1 : 0;
        executor.hold(reals, at, change.input, change.kind === "on");
      }
    }
    this.#mocks.answer(reals, this.#mocksAt, reals[NOW]!, (input) => executor.raise(reals, at, input));
  }

  /** Whether a reaction to the levels alone does nothing: then neither do the ones after it. */
  #isQuiet(): boolean {
    const { automaton, state } = this;
    this.#present.forEach((_, i, present) => {
      present[i] = this.reals[LEVELS + i]!;
    });
    const leaf = automaton.leafAt(state, this.#present);
    return automaton.nextOf(leaf) === state && automaton.outputsOf(leaf).length === 0;
  }
}

/** Passes commands to the mocks, and makes one record of each reaction. */
class ExerciseHost implements MissionHost {
  readonly #reals: Float64Array;
  readonly #mocks: MockTasks;
  readonly #at: number;
  readonly #onReaction: ((reaction: ExerciseReaction) => void) | undefined;
  /** Nothing in these lasts longer than a call of `react`. */
  #number = 0;
  #t_ns: number | null = null;
  #from = 0;
  #forbidden: ForbiddenInput[] = [];
  #commands: TaskCommand[] = [];
  #record: ExerciseReaction | null = null;

  constructor(reals: Float64Array, mocks: MockTasks, at: number, onReaction?: (reaction: ExerciseReaction) => void) {
    this.#reals = reals;
    this.#mocks = mocks;
    this.#at = at;
    this.#onReaction = onReaction;
  }

  /** Before a reaction: how many there were, when it is, and the state. */
  begin(reactions: number, t_ns: number | null, state: number): void {
    this.#number = reactions;
    this.#t_ns = t_ns;
    this.#from = state;
  }

  /** The commands of a reaction come after it: only now, or with the next one, its record is whole. */
  end(): void {
    if (this.#record !== null) this.#onReaction?.(this.#record);
    this.#record = null;
  }

  reacted(inputs: readonly string[], outputs: readonly string[], state: number): void {
    this.end();
    this.#number++;
    this.#commands = [];
    this.#record = {
      number: this.#number,
      t_ns: this.#t_ns,
      inputs: [...inputs],
      outputs: [...outputs],
      from: this.#from,
      state,
      commands: this.#commands,
      forbidden: this.#forbidden,
    };
    this.#from = state;
    this.#forbidden = [];
  }

  forbidden(signal: string, what: ForbiddenInput["what"], why: string): void {
    this.#forbidden.push({ signal, what, why });
  }

  init(task: string, parameters: Arguments): void {
    this.#commands.push({ what: "init", task, parameters });
    this.#mocks.init(this.#reals, this.#at, this.#reals[NOW]!, task);
  }

  start(task: string, parameters: Arguments): void {
    this.#commands.push({ what: "start", task, parameters });
    this.#mocks.start(this.#reals, this.#at, this.#reals[NOW]!, task);
  }

  parameters(task: string, changed: Arguments, event: string): void {
    this.#commands.push({ what: "change", task, parameters: changed, event });
  }

  stop(task: string): void {
    this.#commands.push({ what: "stop", task, parameters: {} });
    this.#mocks.stop(this.#reals, this.#at, this.#reals[NOW]!, task);
  }
}
