/**
 * Runs a compiled automaton: gathers events between reactions, measures the times that the mission names, and passes what each
 * reaction says to the host, which runs the robot-tasks. The automaton that was compiled, and proved, is the one that runs.
 *
 * Everything that changes lies in one array of numbers, at a place that the owner chooses: an engine's state, so that a run can
 * be copied and rewound, or an array of its own.
 *
 *   [0] state   [1] reactions   [2] place of the last reaction   then, for each input: pending, level, given in the last
 *   reaction; for each timer: when it is over (ns, ∞: off); for each task: number of its argument set
 *
 * One reaction: inputs = pending events, levels and timers that are over; the outputs go to the host in the order
 * stop, stopped, parameters, init, start, others, so that stop comes before start (rule 40).
 *
 * Relations (rule 4): of exclusive inputs that come together one is given now: a fatal one before all, an event before a
 * level, then the first in the order of the inputs. Events that have to wait are given in the next reaction, at once after
 * this one; where a level keeps them away, when it has gone. An input that needs another which is missing is refused. Both are reported to
 * the host.
 *
 * A reaction in which nothing happens allocates nothing.
 */
import type { Automaton } from "../automaton/automaton.ts";
import type { AutomatonSignal, InputRole, SignalRole } from "../automaton/signal-roles.ts";
import type { Arguments } from "../compile/checked-mission.ts";
import { type MissionTime, missionTimes } from "./mission-times.ts";

/** What owns the laws. Calls of one reaction come in the order of rule 40. */
export interface MissionHost {
  init(task: string, parameters: Arguments): void;
  start(task: string, parameters: Arguments): void;
  /** New parameters for a running law (type 1), by an event: only those that change. */
  parameters(task: string, changed: Arguments, event: string): void;
  stop(task: string): void;
  /** An output of the mission's own. */
  output?(signal: string): void;
  /**
   * For each reaction, before the calls that it leads to: the inputs it had, its outputs, the states after and before it. Arrays are
   * used again: copy what you keep.
   */
  reacted?(inputs: readonly string[], outputs: readonly string[], state: number, before: number): void;
  /**
   * Whether `reacted` is left out for reactions in which nothing happens: the state stays, no event came, and inputs (levels) and
   * outputs are none, or those of the reaction before.
   */
  readonly skipsQuiet?: boolean;
  /** An event that a relation forbade in this reaction ("postponed") or altogether ("refused"). */
  forbidden?(signal: string, what: "postponed" | "refused", why: string): void;
}

const STATE = 0;
const REACTIONS = 1;
/** 1 + place of the leaf; 0 before the first reaction. */
const LEAF = 2;
const INPUTS = 3;
/** For each input. */
const PENDING = 0;
const LEVEL = 1;
const GIVEN = 2;
/** 1 where a relation forbade it in the reaction before: a level that stays forbidden is reported once. */
const FORBIDDEN = 3;
const PER_INPUT = 4;

/** Order in which outputs are passed on (rule 40); all others follow. */
const ORDER: readonly SignalRole[] = [
  "stop",
  "servoingStopped",
  "aborted",
  "end",
  "set",
  "parameters",
  "wait",
  "init",
  "start",
  "servoingStarted",
];

type Action = (host: MissionHost, reals: Float64Array, at: number) => void;

export class MissionExecutor {
  readonly automaton: Automaton;
  readonly #inputs: ReadonlyMap<string, number>;
  readonly #timers: readonly MissionTime[];
  readonly #timersAt: number;
  readonly #setsAt: number;
  /** Of each output: what it makes the host do, and its place in the order of rule 40. */
  readonly #actions: readonly (Action | null)[];
  readonly #order: readonly number[];
  /** Output sets in that order, as they are met. */
  readonly #orderedSets: (readonly number[] | undefined)[] = [];
  readonly #present: Uint8Array;
  /** Within one reaction: inputs that a relation forbade. */
  readonly #forbidden: Uint8Array;
  readonly #inputNames: string[] = [];
  readonly #outputNames: string[] = [];
  readonly size: number;

  constructor(automaton: Automaton) {
    this.automaton = automaton;
    const { inputs, outputs, tasks } = automaton.data;
    this.#inputs = new Map(inputs.map((s, i) => [s.name, i]));
    this.#present = new Uint8Array(inputs.length);
    this.#forbidden = new Uint8Array(inputs.length);
    this.#timers = missionTimes(automaton);
    this.#timersAt = INPUTS + PER_INPUT * inputs.length;
    this.#setsAt = this.#timersAt + this.#timers.length;
    this.size = this.#setsAt + tasks.length;
    this.#actions = outputs.map((signal) => this.#actionOf(signal));
    this.#order = outputs.map(({ role }) => {
      const place = ORDER.indexOf(role);
      return place < 0 ? ORDER.length : place;
    });
  }

  initialInto(reals: Float64Array, at: number): void {
    reals.fill(0, at, at + this.size);
    reals.fill(Number.POSITIVE_INFINITY, at + this.#timersAt, at + this.#setsAt);
  }

  /** The place of an input; −1 where the automaton has none of that name. */
  inputOf(name: string): number {
    return this.#inputs.get(name) ?? -1;
  }

  /** The place of an input by its role and the task that it belongs to; −1 where the automaton has none. */
  inputFor(role: InputRole, task: string): number {
    return this.automaton.inputFor(role, task);
  }

  state(reals: Float64Array, at: number): number {
    return reals[at + STATE]!;
  }

  reactions(reals: Float64Array, at: number): number {
    return reals[at + REACTIONS]!;
  }

  /** Texts of what is active: statements that wait and tasks with their phases. */
  active(reals: Float64Array, at: number): string[] {
    const { active, statements } = this.automaton.data;
    return active[this.state(reals, at)]!.map((s) => statements[s]!.text);
  }

  /** No statement waits any more; tasks may still be stopping. */
  ended(reals: Float64Array, at: number): boolean {
    const { active, statements } = this.automaton.data;
    const state = this.state(reals, at);
    return this.reactions(reals, at) > 0 && active[state]!.every((s) => statements[s]!.line === 0);
  }

  /** An event, given to the next reaction. */
  raise(reals: Float64Array, at: number, input: number): void {
    reals[at + INPUTS + PER_INPUT * input + PENDING] = 1;
  }

  /** A level: given to every reaction while it is on. */
  hold(reals: Float64Array, at: number, input: number, on: boolean): void {
    reals[at + INPUTS + PER_INPUT * input + LEVEL] = on ? 1 : 0;
  }

  nextTimer_ns(reals: Float64Array, at: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (let t = this.#timersAt; t < this.#setsAt; t++) next = Math.min(next, reals[at + t]!);
    return next;
  }

  /** One reaction, and further ones at once while exclusive inputs had to be postponed. */
  react(reals: Float64Array, at: number, now_ns: number, host: MissionHost): void {
    this.#clock[0] = now_ns;
    this.reactAt(reals, at, this.#clock, host);
  }

  /** The same, at clock_ns[0]: a number of nanoseconds that is passed to a function may be a new object. */
  reactAt(reals: Float64Array, at: number, clock_ns: Float64Array, host: MissionHost): void {
    do this.#once(reals, at, clock_ns, host);
    while (this.#postponed);
  }

  /**
   * One reaction with exactly these inputs, which keep the relations: what is pending, levels and times that are over are left for later. A time among
   * them is over with it.
   */
  reactTo(reals: Float64Array, at: number, inputs: readonly number[], clock_ns: Float64Array, host: MissionHost): void {
    this.#exactly = inputs;
    this.#once(reals, at, clock_ns, host);
    this.#exactly = null;
  }

  /** Nothing in these lasts longer than a reaction. */
  #exactly: readonly number[] | null = null;
  readonly #clock = new Float64Array(1);
  #postponed = false;
  #hasEvent = false;
  #hasInput = false;
  #sameInputs = false;

  #once(reals: Float64Array, at: number, clock_ns: Float64Array, host: MissionHost): void {
    this.#gather(reals, at, clock_ns);
    if (this.automaton.data.relations.length > 0) this.#keepRelations(reals, at, host);
    this.#compare(reals, at);
    const before = reals[at + STATE]!;
    const leaf = this.automaton.leafAt(before, this.#present);
    const state = this.automaton.nextOf(leaf);
    const outputs = this.#inOrder(leaf);
    const same = this.#sameInputs && reals[at + LEAF] === leaf + 1;
    const nothing = !this.#hasInput && outputs.length === 0;
    const quiet = state === before && !this.#hasEvent && (same || nothing) && reals[at + REACTIONS]! > 0;
    reals[at + STATE] = state;
    reals[at + LEAF] = leaf + 1;
    reals[at + REACTIONS]!++;
    this.#runTimers(reals, at, clock_ns, outputs);
    if (!(quiet && host.skipsQuiet === true)) this.#report(outputs, state, before, host);
    for (let k = 0; k < outputs.length; k++) this.#actions[outputs[k]!]?.(host, reals, at);
  }

  /** present: events, levels, and timers that are over. */
  #gather(reals: Float64Array, at: number, clock_ns: Float64Array): void {
    const present = this.#present;
    this.#postponed = false;
    this.#hasEvent = false;
    if (this.#exactly !== null) {
      this.#gatherExactly(reals, at, this.#exactly);
      return;
    }
    for (let i = 0; i < present.length; i++) {
      const place = at + INPUTS + PER_INPUT * i;
      const pending = reals[place + PENDING] === 1;
      present[i] = pending || reals[place + LEVEL] === 1 ? 1 : 0;
      if (pending) this.#hasEvent = true;
      reals[place + PENDING] = 0;
    }
    for (let t = 0; t < this.#timers.length; t++) {
      if (reals[at + this.#timersAt + t]! > clock_ns[0]!) continue;
      present[this.#timers[t]!.input] = 1;
      this.#hasEvent = true;
      reals[at + this.#timersAt + t] = Number.POSITIVE_INFINITY;
    }
  }

  #gatherExactly(reals: Float64Array, at: number, inputs: readonly number[]): void {
    this.#present.fill(0);
    this.#hasEvent = inputs.length > 0;
    for (let k = 0; k < inputs.length; k++) this.#present[inputs[k]!] = 1;
    for (let t = 0; t < this.#timers.length; t++) {
      if (this.#present[this.#timers[t]!.input] === 1) reals[at + this.#timersAt + t] = Number.POSITIVE_INFINITY;
    }
  }

  /** Whether there is an input, and whether they are those of the reaction before. */
  #compare(reals: Float64Array, at: number): void {
    const present = this.#present;
    this.#hasInput = false;
    this.#sameInputs = true;
    for (let i = 0; i < present.length; i++) {
      const place = at + INPUTS + PER_INPUT * i + GIVEN;
      if (present[i] === 1) this.#hasInput = true;
      if (reals[place] !== present[i]) this.#sameInputs = false;
      reals[place] = present[i]!;
      reals[place - GIVEN + FORBIDDEN] = this.#forbidden[i]!;
      this.#forbidden[i] = 0;
    }
  }

  #keepRelations(reals: Float64Array, at: number, host: MissionHost): void {
    const { relations, inputs } = this.automaton.data;
    const present = this.#present;
    // Refusing one input may break another relation: until nothing changes.
    for (let changed = true; changed; ) {
      changed = false;
      for (let r = 0; r < relations.length; r++) {
        const { form, inputs: places } = relations[r]!;
        if (form === "implies") {
          const a = places[0]!;
          const b = places[1]!;
          if (present[a] === 0 || present[b] === 1) continue;
          present[a] = 0;
          changed = true;
          if (this.#isNewlyForbidden(reals, at, a)) {
            host.forbidden?.(inputs[a]!.name, "refused", `it comes only with ${inputs[b]!.name}`);
          }
          continue;
        }
        const first = this.#firstOf(reals, at, places);
        if (first < 0) continue;
        for (let k = 0; k < places.length; k++) {
          const p = places[k]!;
          if (p === first || present[p] === 0) continue;
          present[p] = 0;
          changed = true;
          if (this.#isNewlyForbidden(reals, at, p)) {
            host.forbidden?.(inputs[p]!.name, "postponed", `it excludes ${inputs[first]!.name}`);
          }
          // A level comes by itself the next time.
          if (this.#isLevel(reals, at, p)) continue;
          this.raise(reals, at, p);
          if (!this.#isLevel(reals, at, first)) this.#postponed = true;
        }
      }
    }
  }

  #isNewlyForbidden(reals: Float64Array, at: number, input: number): boolean {
    this.#forbidden[input] = 1;
    return reals[at + INPUTS + PER_INPUT * input + FORBIDDEN] === 0;
  }

  /** Which of exclusive inputs is given; −1 where no two of them are present. */
  #firstOf(reals: Float64Array, at: number, places: readonly number[]): number {
    const { fatal } = this.automaton.data;
    let first = -1;
    let best = 0;
    let count = 0;
    for (let k = 0; k < places.length; k++) {
      const p = places[k]!;
      if (this.#present[p] === 0) continue;
      count++;
      const rank = fatal.includes(p) ? 3 : this.#isLevel(reals, at, p) ? 1 : 2;
      if (rank <= best) continue;
      best = rank;
      first = p;
    }
    return count < 2 ? -1 : first;
  }

  #isLevel(reals: Float64Array, at: number, input: number): boolean {
    return reals[at + INPUTS + PER_INPUT * input + LEVEL] === 1;
  }

  #runTimers(reals: Float64Array, at: number, clock_ns: Float64Array, outputs: readonly number[]): void {
    for (let t = 0; t < this.#timers.length; t++) {
      const { arm, disarm, disarmByInputs, duration_ns } = this.#timers[t]!;
      const place = at + this.#timersAt + t;
      let off = false;
      for (let k = 0; k < disarm.length; k++) if (outputs.includes(disarm[k]!)) off = true;
      let all = disarmByInputs.length > 0;
      for (let k = 0; k < disarmByInputs.length; k++) if (this.#present[disarmByInputs[k]!] === 0) all = false;
      if (all) off = true;
      if (off) reals[place] = Number.POSITIVE_INFINITY;
      if (outputs.includes(arm)) reals[place] = clock_ns[0]! + duration_ns;
    }
  }

  #inOrder(leaf: number): readonly number[] {
    const set = this.automaton.outputSetOf(leaf);
    let ordered = this.#orderedSets[set];
    if (ordered === undefined) {
      ordered = this.automaton.outputsOf(leaf).toSorted((a, b) => this.#order[a]! - this.#order[b]! || a - b);
      this.#orderedSets[set] = ordered;
    }
    return ordered;
  }

  #report(outputs: readonly number[], state: number, before: number, host: MissionHost): void {
    if (host.reacted === undefined) return;
    const { inputs, outputs: signals } = this.automaton.data;
    this.#inputNames.length = 0;
    this.#outputNames.length = 0;
    for (let i = 0; i < inputs.length; i++) if (this.#present[i] === 1) this.#inputNames.push(inputs[i]!.name);
    for (const o of outputs) this.#outputNames.push(signals[o]!.name);
    host.reacted(this.#inputNames, this.#outputNames, state, before);
  }

  #actionOf({ name, role, owner, set: number, event }: AutomatonSignal): Action | null {
    if (role === "output") return (host) => host.output?.(name);
    if (owner === null) return null;
    const { tasks } = this.automaton.data;
    const place = tasks.findIndex((t) => t.name === owner);
    const task = tasks[place];
    if (task === undefined) return null;
    const set = this.#setsAt + place;
    const parameters = (reals: Float64Array, at: number): Arguments => task.sets[reals[at + set]!]!;
    switch (role) {
      case "init":
        return (host, reals, at) => host.init(owner, parameters(reals, at));
      case "start":
        return (host, reals, at) => host.start(owner, parameters(reals, at));
      case "stop":
        return (host) => host.stop(owner);
      case "set":
        if (number === undefined || number > task.sets.length) return null;
        return (_host, reals, at) => {
          reals[at + set] = number - 1;
        };
      case "parameters": {
        const change = task.type1.find((t) => t.event === event);
        return change === undefined ? null : (host) => host.parameters(owner, change.sets, change.event);
      }
      default:
        return null;
    }
  }
}
