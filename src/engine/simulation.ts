/**
 * One run of a model: the loop of SPEC.md, on one state, under one clock.
 *
 *   repeat
 *     take the first event of plant and observers in the order (time, phase, sequence)
 *     actor:     integrate every continuous system exactly to the instant
 *     observer:  bring a copy of what it reads to the instant by a side step
 *     clock.waitUntil(the instant)
 *     let the actor act, or the observer look
 *
 * Integration proceeds in whole steps from the last plant event; the step that lands on the next one is the remainder.
 */
import { InvariantError, invariant, S_PER_NS } from "../core/index.ts";
import { describeStepFailure } from "../math/index.ts";
import { type Clock, VirtualClock } from "./clock.ts";
import { SimulationFault } from "./fault.ts";
import { allFinite } from "./finite.ts";
import type { Model, PlacedSystem, SystemPlace } from "./model.ts";
import { isActorPhase, type Phase } from "./phase.ts";
import { type RecordSlot, type Snapshot, State } from "./state.ts";
import { isInstant, sampleTimeInto } from "./time.ts";
import { View } from "./view.ts";

export class Simulation {
  readonly model: Model;
  readonly state: State;
  readonly #clock: Clock;
  readonly #waits: boolean;
  readonly #view: View;
  readonly #steps_ns: Float64Array;
  readonly #recurrenceRates_Hz: Float64Array;
  readonly #recurrenceStarts_ns: Float64Array;
  readonly #observerRates_Hz: Float64Array;
  readonly #observerStarts_ns: Float64Array;
  // Instants on their way from one method to another.
  readonly #end_ns = new Float64Array(1);
  readonly #goal_ns = new Float64Array(1);
  readonly #next_ns = new Float64Array(1);
  readonly #span = new Float64Array(2);
  /** Counts the changes that plant events make, so that copies made for observers are known to be fresh. */
  #epoch = 0;
  /** Who is running, for the name in a fault; and which continuous system, if it is one, −1 otherwise. */
  #running = "engine";
  #runningSystem = -1;
  /** True while events are handled. */
  #busy = false;
  /** What stopped the run, until a snapshot is restored. */
  #fault: SimulationFault | null = null;

  constructor(model: Model, clock: Clock = new VirtualClock()) {
    this.model = model;
    this.#clock = clock;
    this.#waits = Object.getPrototypeOf(clock) !== VirtualClock.prototype;
    this.#steps_ns = Float64Array.from(model.systems, (s) => s.system.step_ns);
    this.#recurrenceRates_Hz = Float64Array.from(model.recurrences, (r) => r.rate_Hz);
    this.#recurrenceStarts_ns = Float64Array.from(model.recurrences, (r) => r.start_ns);
    this.#observerRates_Hz = Float64Array.from(model.observers, (o) => o.rate_Hz);
    this.#observerStarts_ns = new Float64Array(model.observers.length);
    this.state = new State(model.layout, model.systems.length);
    this.#view = new View(model, this.state);
    for (const { system, place } of model.systems) {
      for (let copy = 0; copy < place.copies; copy++) {
        system.initialInto?.(this.state.x, place.at + copy * place.stride, copy);
      }
    }
    const { plant, observers } = this.state;
    for (const event of model.initialEvents) plant.push(event.t_ns, event.phase, event.target, event.data);
    model.observers.forEach((o, i) => {
      observers.push(0, o.phase, i, 0);
    });
  }

  // What actors and ports use ------------------------------------------------------------------------------------

  get now_ns(): number {
    return this.state.now_ns;
  }

  /** Continuous state: inside an actor's event, exactly at now_ns. */
  get x(): Float64Array {
    return this.state.x;
  }

  get reals(): Float64Array {
    return this.state.reals;
  }

  get integers(): Int32Array {
    return this.state.integers;
  }

  get bytes(): Uint8Array {
    return this.state.bytes;
  }

  record<T>(slot: RecordSlot<T>): T {
    return this.state.record(slot);
  }

  setRecord<T>(slot: RecordSlot<T>, value: T): void {
    this.state.setRecord(slot, value);
  }

  /** An event for an actor, later, or at this instant in this phase or a later one. */
  schedule(t_ns: number, phase: Phase, actor: number, data = 0): void {
    if (this.#fault !== null) throw this.#fault;
    const { now_ns, phase: nowPhase } = this.state;
    const later = t_ns > now_ns || (t_ns === now_ns && phase >= nowPhase);
    const known = this.model.actors[actor] !== undefined;
    // The reasons are put into words only when there is one.
    if (!(later && known && Number.isSafeInteger(t_ns) && isActorPhase(phase))) this.#refuse(t_ns, phase, actor);
    this.state.plant.push(t_ns, phase, actor, data);
  }

  #refuse(t_ns: number, phase: Phase, actor: number): never {
    const { now_ns, phase: nowPhase } = this.state;
    invariant(Number.isSafeInteger(t_ns), `an event at ${t_ns} ns is not at an integer instant`);
    invariant(isActorPhase(phase), `an event in phase ${phase}; actors deliver, react, actuate or correct`);
    invariant(this.model.actors[actor] !== undefined, `an event for actor ${actor}, which does not exist`);
    throw new InvariantError(`an event at ${t_ns} ns, phase ${phase} lies before ${now_ns} ns, phase ${nowPhase}`);
  }

  // Running ------------------------------------------------------------------------------------------------------

  /** Time of the next event of any kind; Infinity when nothing will ever happen again. */
  get nextTime_ns(): number {
    return Math.min(this.state.plant.time_ns[0], this.state.observers.time_ns[0]);
  }

  /** Handles one event. Returns false when there is none. */
  step(): boolean {
    if (this.nextTime_ns === Number.POSITIVE_INFINITY) return false;
    this.#guarded(() => this.#loop(this.nextTime_ns, 1));
    return true;
  }

  /** Handles every event up to and including the given instant. To stop there and go on later changes no bit. */
  runUntil(end_ns: number): void {
    invariant(
      isInstant(end_ns),
      `run until ${end_ns} ns: instants are integers of nanoseconds, see instant_ns(seconds)`,
    );
    invariant(end_ns >= this.state.now_ns, `run until ${end_ns} ns, but it is ${this.state.now_ns} ns already`);
    this.#guarded(() => this.#loop(end_ns, Number.POSITIVE_INFINITY));
    if (this.state.now_ns < end_ns) {
      this.#clock.waitUntil(end_ns);
      this.state.instant_ns[0] = end_ns;
      this.state.phase = 0;
    }
  }

  /** The plant as it is now, on a copy: for results, and for whoever looks in between. Nothing moves. */
  look(reads?: readonly SystemPlace[]): View {
    const places = reads ?? this.model.systems.map((s) => s.place);
    this.#between("look");
    this.#goal_ns[0] = this.state.now_ns;
    this.#view.sample = 0;
    // Whoever looks may have written to x since the last look.
    this.#epoch++;
    this.#guarded(() => {
      for (const place of places) this.#wholeSteps(place.index);
      this.#bring(places);
    });
    return this.#view;
  }

  // Copies -------------------------------------------------------------------------------------------------------

  snapshot(): Snapshot {
    this.#between("take a snapshot");
    return this.state.snapshot();
  }

  restore(snapshot: Snapshot): void {
    this.#between("restore");
    this.state.restore(snapshot);
    this.#fault = null;
    this.#epoch++;
    this.#clock.resume?.();
  }

  /** A second run of the same model from this moment on. The two share parameters and nothing else. */
  fork(clock: Clock = new VirtualClock()): Simulation {
    const other = new Simulation(this.model, clock);
    other.restore(this.snapshot());
    return other;
  }

  // The loop -----------------------------------------------------------------------------------------------------

  /** What an actor in the middle of an event cannot do, since the event would be lost from the copy, or done twice. */
  #between(what: string): void {
    invariant(!this.#busy, `cannot ${what} while an event is handled; do it between events`);
  }

  #guarded(body: () => void): void {
    if (this.#fault !== null) throw this.#fault;
    this.#between("run");
    this.#busy = true;
    this.#runningSystem = -1;
    try {
      body();
    } catch (error) {
      this.#fault = this.#faultFrom(error);
      throw this.#fault;
    } finally {
      this.#busy = false;
    }
  }

  #faultFrom(error: unknown): SimulationFault {
    if (error instanceof SimulationFault) return error;
    const reason = error instanceof Error ? error.message : String(error);
    const i = this.#runningSystem;
    if (i < 0) return new SimulationFault(this.state.now_ns, this.#running, [], reason, { cause: error });
    const { at, stride, copies } = this.model.systems[i].place;
    const state = this.state.x.slice(at, at + stride * copies);
    return new SimulationFault(this.state.reached_ns[i], this.#running, state, reason, { cause: error });
  }

  #loop(end_ns: number, most: number): void {
    this.#end_ns[0] = end_ns;
    for (let handled = 0; handled < most && this.#handleNext(); handled++);
  }

  // From here on no number with a fraction or beyond 2³¹ crosses a call: it would be boxed wherever the compiler chooses
  // not to inline. Instants go through the arrays #end_ns, #goal_ns, #next_ns, #span.

  /** Handles the first event, if it lies within #end_ns. */
  #handleNext(): boolean {
    const { plant, observers } = this.state;
    const plant_ns = plant.time_ns[0];
    const observer_ns = observers.time_ns[0];
    const observerFirst = observer_ns < plant_ns || (observer_ns === plant_ns && observers.order[0] < plant.order[0]);
    this.#goal_ns[0] = observerFirst ? observer_ns : plant_ns;
    if (!(this.#goal_ns[0] <= this.#end_ns[0])) return false;
    if (observerFirst) this.#observe();
    else this.#act();
    return true;
  }

  #observe(): void {
    const { state } = this;
    const { observers } = state;
    const index = observers.target[0];
    const k = observers.data[0];
    const observer = this.model.observers[index];
    sampleTimeInto(this.#next_ns, k + 1, this.#observerRates_Hz, this.#observerStarts_ns, index);
    observers.repeatFirst(this.#next_ns);

    // Whole steps are the plant's own; the rest of the way is on the copy.
    const { reads } = observer;
    if (reads === undefined) for (let i = 0; i < this.model.systems.length; i++) this.#wholeSteps(i);
    else for (let j = 0; j < reads.length; j++) this.#wholeSteps(reads[j].index);
    this.#bring(reads);
    this.#wait();
    // Only plant events move the phase on: that somebody looked at an instant forbids nothing to whoever acts at it.
    if (state.instant_ns[0] !== this.#goal_ns[0]) state.phase = 0;
    state.instant_ns[0] = this.#goal_ns[0];
    this.#running = observer.path;
    this.#view.sample = k;
    observer.observe(this.#view);
  }

  /** The view at #goal_ns, or a fault that names the system that could not be brought there. */
  #bring(reads: readonly SystemPlace[] | undefined): void {
    this.#view.instant_ns[0] = this.#goal_ns[0];
    const failed = this.#view.bring(reads, this.#epoch);
    if (failed < 0) return;
    const code = this.#view.failureCode;
    this.#fail(this.model.systems[failed], 0, code < 0 ? describeStepFailure(code) : "the state is not finite");
  }

  #wait(): void {
    if (!this.#waits) return;
    this.#running = "clock";
    this.#clock.waitUntil(this.#goal_ns[0]);
  }

  #act(): void {
    const { state } = this;
    const { plant } = state;
    const target = plant.target[0];
    const data = plant.data[0];
    const phase = plant.firstPhase;

    // x⁻: every system exactly at the instant.
    for (let i = 0; i < this.model.systems.length; i++) {
      this.#wholeSteps(i);
      this.#remainder(i);
    }
    this.#wait();
    state.instant_ns[0] = this.#goal_ns[0];
    state.phase = phase;

    let actor = target;
    if (target < 0) {
      actor = this.model.recurrences[~target].actor;
      sampleTimeInto(this.#next_ns, data + 1, this.#recurrenceRates_Hz, this.#recurrenceStarts_ns, ~target);
      plant.repeatFirst(this.#next_ns);
    } else {
      plant.pop();
    }
    this.#running = this.model.actors[actor].path;
    this.model.actors[actor].handle(this, data);
    this.#epoch++;
  }

  /** Steps of full length, as many as end at or before #goal_ns. */
  #wholeSteps(i: number): void {
    const { reached_ns } = this.state;
    const step_ns = this.#steps_ns[i];
    const goal_ns = this.#goal_ns[0];
    while (reached_ns[i] + step_ns <= goal_ns) {
      this.#span[0] = reached_ns[i] * S_PER_NS;
      this.#span[1] = step_ns * S_PER_NS;
      this.#integrate(i);
      reached_ns[i] += step_ns;
    }
  }

  /** The step that lands on #goal_ns. */
  #remainder(i: number): void {
    const { reached_ns } = this.state;
    const goal_ns = this.#goal_ns[0];
    if (reached_ns[i] === goal_ns) return;
    this.#span[0] = reached_ns[i] * S_PER_NS;
    this.#span[1] = (goal_ns - reached_ns[i]) * S_PER_NS;
    this.#integrate(i);
    reached_ns[i] = goal_ns;
  }

  #integrate(i: number): void {
    const placed = this.model.systems[i];
    const { system, place } = placed;
    const { x } = this.state;
    const { integrator } = system;
    this.#running = system.path;
    this.#runningSystem = i;
    for (let copy = 0; copy < place.copies; copy++) {
      const at = place.at + copy * place.stride;
      const evaluations = integrator.step(system, x, at, this.#span);
      if (evaluations < 0) this.#fail(placed, copy, describeStepFailure(evaluations));
      if (!allFinite(x, at, system.size)) this.#fail(placed, copy, "the state is not finite");
    }
    this.#runningSystem = -1;
  }

  #fail({ system, place }: PlacedSystem, copy: number, reason: string): never {
    const at = place.at + copy * place.stride;
    const name = place.copies === 1 ? system.path : `${system.path}[${copy}]`;
    const t_ns = this.state.reached_ns[place.index];
    throw new SimulationFault(t_ns, name, this.state.x.subarray(at, at + system.size), reason);
  }
}
