/**
 * Watches the guards of a run (SPEC.md, rules 19 and 20).
 *
 * A guarded system is tried: its next own step is made on a copy, before anything happens within it. Where a guard has the
 * other sign at the end of the trial, the first instant with that sign is found by bisection, with side steps of the same
 * method from the step's beginning; the bracket begins where the guard was last tested, which is state, so that a
 * restored run finds the same instant. A trial that nothing disturbs becomes the step. Trials are a cache: they are made
 * again after a restore.
 *
 * A guard may state for how long its sign surely stays (horizonInto). Until then its system is not tried, and costs nothing.
 */
import { InvariantError, S_PER_NS } from "../core/index.ts";
import { Agenda } from "./agenda.ts";
import { allFinite } from "./finite.ts";
import type { Guard, Model } from "./model.ts";
import type { State } from "./state.ts";

/** What the watch asks of its run. */
export interface GuardHost {
  /** Schedules the guard's actor at an instant that is not in the past. */
  fire(guard: Guard, side: number, t_ns: Float64Array): void;
  /** Takes whole steps of a system up to and including an instant. */
  wholeSteps(system: number, t_ns: Float64Array): void;
  /** The system's block at the present instant, in a buffer laid out like State.x. */
  copyAtNow(system: number): Float64Array;
  /** code: of the integrator, NOT_FINITE or THROWN; cause: what was thrown. */
  failStep(system: number, code: number, cause: unknown): never;
  countTrial(): void;
  /** A trial has become a step. */
  countStep(): void;
}

const RESTING = Number.POSITIVE_INFINITY;
const RESTING_NS = Float64Array.of(RESTING);
/** Failures that are not codes of an integrator: the state came out not finite, or a derivative threw. */
const NOT_FINITE = 1;
const THROWN = 2;

export class GuardWatch {
  readonly #model: Model;
  readonly #state: State;
  readonly #host: GuardHost;
  readonly #guarded: readonly number[];
  readonly #agenda: Agenda;
  readonly #trial: Float64Array;
  readonly #trialEnd_ns: Float64Array;
  /** Per system: 1 while its trial holds. */
  readonly #tried: Uint8Array;
  /** Per system: 1 where the trial's block equals the state's: the next trial goes on from there. */
  readonly #inStep: Uint8Array;
  readonly #failure: Int32Array;
  /** What the derivatives of a failed trial threw. */
  readonly #thrown: unknown[] = [];
  /** Per system: the end of its last horizon, before which nothing is acted on any more. */
  readonly #clear_ns: Float64Array;
  readonly #crossing_ns: Float64Array;
  readonly #dirty: Int32Array;
  readonly #isDirty: Uint8Array;
  #dirtyCount = 0;
  readonly #retests: Guard[] = [];
  #begun = false;
  readonly #block: Float64Array;
  readonly #value = new Float64Array(1);
  readonly #time = new Float64Array(1);
  readonly #span = new Float64Array(2);
  readonly #instant_ns = new Float64Array(1);
  readonly #horizon_ns = new Float64Array(1);
  readonly #entry_ns = new Float64Array(1);
  /** Path of the guard that is evaluated, or of the system of a side step; for the name in a fault. Empty otherwise. */
  running = "";

  constructor(model: Model, state: State, host: GuardHost) {
    const systems = model.systems.length;
    this.#model = model;
    this.#state = state;
    this.#host = host;
    // In the order of paths, so that the order of events does not depend on that of building.
    const sorted = model.systems.map((_, i) => i).sort((a, b) => (pathOf(model, a) < pathOf(model, b) ? -1 : 1));
    const ranks = new Array<number>(systems);
    sorted.forEach((i, rank) => {
      ranks[i] = rank;
    });
    this.#guarded = sorted.filter((i) => model.systems[i].guards.length > 0);
    this.#agenda = new Agenda(ranks);
    this.#clear_ns = new Float64Array(systems);
    this.#trial = new Float64Array(state.x.length);
    this.#trialEnd_ns = new Float64Array(systems);
    this.#tried = new Uint8Array(systems);
    this.#inStep = new Uint8Array(systems);
    this.#failure = new Int32Array(systems);
    this.#crossing_ns = new Float64Array(model.guards.length).fill(RESTING);
    this.#dirty = new Int32Array(systems);
    this.#isDirty = new Uint8Array(systems);
    this.#block = new Float64Array(Math.max(0, ...model.systems.map(({ place }) => place.stride)));
  }

  /** Everything is tried anew, as at the start and after a restore. */
  forget(): void {
    this.#begun = false;
    this.running = "";
    this.#dirtyCount = 0;
    this.#isDirty.fill(0);
    this.#retests.length = 0;
    for (const i of this.#guarded) {
      this.#agenda.set(i, RESTING_NS);
      this.#soil(i);
    }
  }

  /** The earliest instant at which a guard may act or a trial ends: nothing of this model happens before it by itself. */
  nextTime_ns(): number {
    if (!this.#begun) this.#begin();
    while (this.#dirtyCount > 0) this.#look(this.#dirty[--this.#dirtyCount]);
    return this.#agenda.firstTime_ns;
  }

  /**
   * Takes trials over as steps, and lets guards fire, up to limit_ns[0] and up to the first event of the calendar. A system
   * that has just arrived at the limit is not tried until time goes on: it may be landed there.
   */
  settle(limit_ns: Float64Array): void {
    if (!this.#begun) this.#begin();
    const { time_ns } = this.#state.calendar;
    for (;;) {
      const end_ns = Math.min(limit_ns[0], time_ns[0]);
      this.#lookUntil(end_ns);
      if (!(this.#agenda.firstTime_ns <= end_ns)) return;
      this.#proceed(this.#agenda.first);
    }
  }

  /** A system has been landed at the present instant: its state is x⁻. Where its sign surely stays, nothing is tested. */
  landing(i: number): void {
    if (this.#tried[i] === 0 && this.#isDirty[i] === 0) return;
    this.landed(i);
  }

  /** A system stands at the present instant in a state that may be new: x⁺, after its actor. */
  landed(i: number): void {
    const { guards } = this.#model.systems[i];
    if (guards.length === 0) return;
    if (!this.#begun) this.#begin();
    for (let k = 0; k < guards.length; k++) {
      const guard = guards[k];
      this.#time[0] = this.#state.instant_ns[0] * S_PER_NS;
      this.#evaluate(guard, this.#state.x, guard.definition.of.at);
      this.#compareNow(guard);
    }
    this.#soil(i);
  }

  /** Guard data have changed: the guard is tested when retest() is called. */
  changed(guard: Guard): void {
    if (!this.#retests.includes(guard)) this.#retests.push(guard);
  }

  get mustRetest(): boolean {
    return this.#retests.length > 0;
  }

  retest(): void {
    if (!this.#begun) this.#begin();
    for (const guard of this.#retests) {
      const { of } = guard.definition;
      const now_ns = this.#state.instant_ns[0];
      const copies = this.#host.copyAtNow(of.index);
      this.#time[0] = now_ns * S_PER_NS;
      this.#evaluate(guard, copies, of.at);
      this.#compareNow(guard);
      this.#state.reals[guard.sinceAt] = now_ns;
      // The trial's end is still that of the step; only what the guard makes of it is new.
      if (this.#tried[of.index] === 1 && this.#failure[of.index] === 0) {
        this.#findCrossing(guard);
        this.#enter(of.index);
      } else this.#soil(of.index);
    }
    this.#retests.length = 0;
  }

  #begin(): void {
    this.#begun = true;
    const { integers, reals, reached_ns, x } = this.#state;
    for (const i of this.#guarded) {
      for (const guard of this.#model.systems[i].guards) {
        if (integers[guard.armedAt] !== 0) continue;
        this.#time[0] = reached_ns[i] * S_PER_NS;
        this.#evaluate(guard, x, guard.definition.of.at);
        integers[guard.armedAt] = guard.definition.armed ?? this.#side();
        reals[guard.sinceAt] = reached_ns[i];
        this.#compareNow(guard);
      }
      this.#soil(i);
    }
  }

  /** The value just evaluated belongs to the present instant: a side that is not the armed one is a crossing. */
  #compareNow(guard: Guard): void {
    const side = this.#side();
    if (side === this.#state.integers[guard.armedAt]) return;
    this.#fire(guard, side, this.#state.instant_ns);
  }

  #fire(guard: Guard, side: number, t_ns: Float64Array): void {
    this.#state.integers[guard.armedAt] = side;
    this.#state.reals[guard.sinceAt] = t_ns[0];
    this.#crossing_ns[guard.index] = RESTING;
    this.#host.fire(guard, side, t_ns);
  }

  /** What was known of a system's next step is not true any more. */
  #soil(i: number): void {
    this.#tried[i] = 0;
    this.#inStep[i] = 0;
    this.#clear_ns[i] = 0;
    this.#agenda.set(i, RESTING_NS);
    if (this.#isDirty[i] === 1) return;
    this.#isDirty[i] = 1;
    this.#dirty[this.#dirtyCount++] = i;
  }

  /** Looks ahead for the systems of which nothing is known and that stand before end_ns. */
  #lookUntil(end_ns: number): void {
    let kept = 0;
    for (let k = 0; k < this.#dirtyCount; k++) {
      const i = this.#dirty[k];
      if (this.#state.reached_ns[i] < end_ns) this.#look(i);
      else this.#dirty[kept++] = i;
    }
    this.#dirtyCount = kept;
  }

  /** Finds out how long nothing can happen, or tries the next step. */
  #look(i: number): void {
    this.#isDirty[i] = 0;
    this.#findHorizon(i);
    const clear_ns = this.#horizon_ns[0];
    if (clear_ns > this.#model.systems[i].system.step_ns) {
      this.#tried[i] = 0;
      this.#inStep[i] = 0;
      this.#entry_ns[0] = this.#state.reached_ns[i] + clear_ns;
      this.#agenda.set(i, this.#entry_ns);
    } else this.#try(i);
  }

  /** The agenda has come to a system: a guard crosses, a trial ends, or a horizon is reached. */
  #proceed(i: number): void {
    if (this.#tried[i] === 0) {
      this.#endHorizon(i);
      return;
    }
    const first_ns = this.#agenda.firstTime_ns;
    const { guards } = this.#model.systems[i];
    let fired = false;
    for (let k = 0; k < guards.length; k++) {
      const guard = guards[k];
      if (this.#crossing_ns[guard.index] !== first_ns) continue;
      this.#instant_ns[0] = first_ns;
      this.#fire(guard, -this.#state.integers[guard.armedAt], this.#instant_ns);
      fired = true;
    }
    if (fired) this.#enter(i);
    else this.#takeOver(i);
  }

  /** What has crossed in spite of its promise acts now, which is late; nothing of this system acts before now. */
  #endHorizon(i: number): void {
    const now_ns = this.#instant_ns;
    now_ns[0] = this.#agenda.firstTime_ns;
    this.#host.wholeSteps(i, now_ns);
    this.#clear_ns[i] = now_ns[0];
    const { guards } = this.#model.systems[i];
    for (let k = 0; k < guards.length; k++) {
      const guard = guards[k];
      this.#time[0] = this.#state.reached_ns[i] * S_PER_NS;
      this.#evaluate(guard, this.#state.x, guard.definition.of.at);
      const side = this.#side();
      if (side !== this.#state.integers[guard.armedAt]) this.#fire(guard, side, now_ns);
    }
    this.#look(i);
  }

  /** The trial is the step. */
  #takeOver(i: number): void {
    if (this.#failure[i] !== 0) this.#host.failStep(i, this.#failure[i], this.#thrown[i]);
    this.#host.countStep();
    const { system, place } = this.#model.systems[i];
    const { x } = this.#state;
    const trial = this.#trial;
    const { at } = place;
    for (let k = at; k < at + system.size; k++) x[k] = trial[k];
    for (let k = at + system.size + (system.held ?? 0); k < at + place.stride; k++) x[k] = trial[k];
    this.#state.reached_ns[i] = this.#trialEnd_ns[i];
    this.#soil(i);
    this.#inStep[i] = 1;
  }

  #try(i: number): void {
    const { system, place, guards } = this.#model.systems[i];
    const { at, stride } = place;
    const trial = this.#trial;
    const { x, reached_ns } = this.#state;
    if (this.#inStep[i] === 0) for (let k = at; k < at + stride; k++) trial[k] = x[k];
    this.#inStep[i] = 0;
    this.#span[0] = reached_ns[i] * S_PER_NS;
    this.#span[1] = system.step_ns * S_PER_NS;
    let failure = 0;
    this.#thrown[i] = undefined;
    try {
      // A code below 0, or the number of evaluations.
      const code = system.integrator.step(system, trial, at, this.#span);
      if (code < 0) failure = code;
      else if (!allFinite(trial, at, system.size)) failure = NOT_FINITE;
    } catch (error) {
      // A fault only when the step is reached: the system may be landed before.
      failure = THROWN;
      this.#thrown[i] = error;
    }
    this.#host.countTrial();
    this.#tried[i] = 1;
    this.#failure[i] = failure;
    this.#trialEnd_ns[i] = reached_ns[i] + system.step_ns;
    for (let k = 0; k < guards.length; k++) {
      if (this.#failure[i] === 0) this.#findCrossing(guards[k]);
      else this.#crossing_ns[guards[k].index] = RESTING;
    }
    this.#enter(i);
  }

  #enter(i: number): void {
    const { guards } = this.#model.systems[i];
    const first_ns = this.#entry_ns;
    first_ns[0] = this.#trialEnd_ns[i];
    for (let k = 0; k < guards.length; k++) first_ns[0] = Math.min(first_ns[0], this.#crossing_ns[guards[k].index]);
    this.#agenda.set(i, first_ns);
  }

  /** #horizon_ns[0] = how long no guard of a system can change its sign; 0 where one of them does not say. */
  #findHorizon(i: number): void {
    this.#horizon_ns[0] = 0;
    const { guards } = this.#model.systems[i];
    const { x, reals, reached_ns } = this.#state;
    let least_s = Number.POSITIVE_INFINITY;
    this.#time[0] = reached_ns[i] * S_PER_NS;
    for (let k = 0; k < guards.length; k++) {
      const { definition, dataAt } = guards[k];
      if (definition.horizonInto === undefined) return;
      this.running = definition.path;
      definition.horizonInto(this.#value, x, definition.of.at, reals, dataAt, this.#time);
      this.running = "";
      least_s = Math.min(least_s, this.#value[0]);
    }
    // At most an hour: an endless horizon is looked at again, too.
    if (least_s > 0) this.#horizon_ns[0] = Math.floor(Math.min(least_s, 3600) / S_PER_NS);
  }

  /** The first instant of the trial with the other sign, to 1 ns. */
  #findCrossing(guard: Guard): void {
    const { index: i, at: memberAt } = guard.definition.of;
    const { reached_ns, integers, reals, x } = this.#state;
    this.#crossing_ns[guard.index] = RESTING;
    let after_ns = this.#trialEnd_ns[i];
    this.#time[0] = after_ns * S_PER_NS;
    this.#evaluate(guard, this.#trial, memberAt);
    const armed = integers[guard.armedAt];
    if (this.#side() === armed) return;
    const { system, place } = this.#model.systems[i];
    const block = this.#block;
    let before_ns = Math.max(reached_ns[i], reals[guard.sinceAt]);
    while (after_ns - before_ns > 1) {
      const middle_ns = Math.floor((before_ns + after_ns) / 2);
      for (let k = 0; k < place.stride; k++) block[k] = x[place.at + k];
      this.#span[0] = reached_ns[i] * S_PER_NS;
      this.#span[1] = (middle_ns - reached_ns[i]) * S_PER_NS;
      this.running = system.path;
      system.integrator.step(system, block, 0, this.#span);
      this.#time[0] = middle_ns * S_PER_NS;
      this.#evaluate(guard, block, memberAt - place.at);
      if (this.#side() === armed) before_ns = middle_ns;
      else after_ns = middle_ns;
    }
    this.#crossing_ns[guard.index] = Math.max(after_ns, this.#clear_ns[i]);
  }

  /** At the instant that #time holds: passed on in an array, so that no number is boxed. */
  #evaluate({ definition, dataAt }: Guard, x: Float64Array, at: number): void {
    this.running = definition.path;
    definition.valueInto(this.#value, x, at, this.#state.reals, dataAt, this.#time);
    if (Number.isNaN(this.#value[0])) throw new InvariantError("the value of a guard is not a number");
    this.running = "";
  }

  /** Of the value just evaluated: zero counts as positive. */
  #side(): number {
    return this.#value[0] >= 0 ? 1 : -1;
  }
}

function pathOf(model: Model, system: number): string {
  return model.systems[system].system.path;
}
