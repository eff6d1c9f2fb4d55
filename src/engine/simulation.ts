/**
 * One run of a model: the loop of SPEC.md, on one state, under one clock.
 *
 *   repeat
 *     let guards look ahead, up to the first event
 *     handle the events of the first (time, phase, round), in the order (rank, count); of each actor
 *       land what it writes: integrate exactly to the instant, where a new step begins
 *       bring a copy of what it reads to the instant by a side step
 *       clock.waitUntil(the instant)
 *       let it act
 *     let the messages of the round enter their ports
 *
 * Systems that nothing touches lag behind (integration.ts).
 */
import { InvariantError, invariant } from "../core/index.ts";
import type { ByteReceiver } from "./byte-link.ts";
import { MOST_ROUNDS, phaseOf, roundKey, roundOf } from "./calendar.ts";
import { type Clock, VirtualClock } from "./clock.ts";
import { SimulationFault } from "./fault.ts";
import { type GuardHost, GuardWatch } from "./guards.ts";
import { Integration, SIDE_STEPS, STEPS } from "./integration.ts";
import { type Guard, type Model, SEQUENCE_REALS, type SystemPlace, WAKE } from "./model.ts";
import type { Look, Moment } from "./moment.ts";
import { Outbox } from "./outbox.ts";
import { isPhase, isWritingPhase, PHASE, type Phase } from "./phase.ts";
import type { DeliveryContext, InPort, Wake } from "./ports.ts";
import { Stage } from "./stage.ts";
import { type RecordSlot, type Snapshot, State } from "./state.ts";
import { isInstant } from "./time.ts";

const { start: START, pending: PENDING } = SEQUENCE_REALS;

declare global {
  /** Whether runs are checked whose options do not decide. Tests set it. */
  var THETIS_CHECKED: boolean | undefined;
}

export interface SimulationOptions {
  /** Fails when an actor writes what it did not declare; slow. Left out, as THETIS_CHECKED of the global object says. */
  readonly checked?: boolean;
}

/** What a run has done so far. */
export interface RunCounts {
  readonly events: number;
  readonly rounds: number;
  /** Own steps and landings. */
  readonly steps: number;
  readonly sideSteps: number;
  /** Steps tried for guards; those that became steps count there, too. */
  readonly trials: number;
  /** Messages that entered ports or links. */
  readonly messages: number;
}

const EVENTS = 0;
const ROUNDS = 1;
const TRIALS = 2;

export class Simulation implements Moment, DeliveryContext {
  readonly model: Model;
  readonly state: State;
  readonly #outbox = new Outbox();
  readonly #clock: Clock;
  readonly #waits: boolean;
  readonly #checked: boolean;
  readonly #stage: Stage;
  readonly #integration: Integration;
  /** Of the integration: the instant that is handled. */
  readonly #goal_ns: Float64Array;
  /** null for a model without guards. */
  readonly #guards: GuardWatch | null;
  readonly #everything: readonly SystemPlace[];
  readonly #counts = new Float64Array(3);
  // Instants on their way from one method to another.
  readonly #end_ns = new Float64Array(1);
  readonly #next_ns = new Float64Array(1);
  readonly #waited_ns = Float64Array.of(-1);
  /** For ports and links. */
  readonly readable_ns = new Float64Array(1);
  /** Per actor: the round in which it was last woken. */
  readonly #woken: Float64Array;
  /** What is running, for the name in a fault; and which actor and which continuous system, if it is one, −1 otherwise. */
  #running = "engine";
  #actor = -1;
  /** True while events are handled. */
  #busy = false;
  /** What stopped the run, until a snapshot is restored. */
  #fault: SimulationFault | null = null;

  constructor(model: Model, clock: Clock = new VirtualClock(), options: SimulationOptions = {}) {
    this.model = model;
    this.#clock = clock;
    this.#waits = Object.getPrototypeOf(clock) !== VirtualClock.prototype;
    this.#checked = options.checked ?? globalThis.THETIS_CHECKED === true;
    this.#everything = model.systems.map((s) => s.place);
    this.#woken = new Float64Array(model.actors.length);
    this.state = new State(model.layout, model.systems.length, model.actors.length);
    this.#stage = new Stage(model, this.state);
    this.#integration = new Integration(model, this.state, this.#stage);
    this.#goal_ns = this.#integration.goal_ns;
    for (const { system, place } of model.systems) {
      for (let copy = 0; copy < place.copies; copy++) {
        system.initialInto?.(this.state.x, place.at + copy * place.stride, copy);
      }
    }
    for (const { t_ns, phase, target, data } of model.initialEvents) {
      const actor = target < 0 ? model.sequences[~target].actor : target;
      if (target < 0) this.reals[model.sequences[~target].at + PENDING] = this.state.counts[actor];
      this.#push(t_ns, roundKey(phase, 0), actor, target, data);
    }
    this.#guards = model.guards.length === 0 ? null : new GuardWatch(model, this.state, this.#guardHost());
  }

  // What actors and ports use ------------------------------------------------------------------------------------

  get now_ns(): number {
    return this.state.now_ns;
  }

  get instant_ns(): Float64Array {
    return this.state.instant_ns;
  }

  get phase(): number {
    return this.state.phase;
  }

  get x(): Float64Array {
    return this.#stage.x;
  }

  /** For ports, inside an event. */
  get outbox(): Outbox {
    if (this.#actor < 0) throw new InvariantError("a message is sent inside an event; from outside, inject it");
    return this.#outbox;
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

  schedule(t_ns: number, phase: Phase, data = 0): void {
    const { now_ns, phase: nowPhase, round } = this.state;
    const actor = this.#actor;
    const later = t_ns > now_ns || (t_ns === now_ns && phase >= nowPhase);
    const may = actor >= 0 && isPhase(phase) && (isWritingPhase(phase) || this.model.actors[actor].writes.length === 0);
    // The reasons are put into words only when there is one.
    if (!(later && may && Number.isSafeInteger(t_ns))) this.#refuse(t_ns, phase);
    this.#push(t_ns, roundKey(phase, t_ns === now_ns && phase === nowPhase ? round + 1 : 0), actor, actor, data);
  }

  #refuse(t_ns: number, phase: Phase): never {
    const { now_ns, phase: nowPhase } = this.state;
    if (this.#fault !== null) throw this.#fault;
    invariant(this.#actor >= 0, "an actor schedules itself, inside its event; others reach it by messages");
    const { path } = this.model.actors[this.#actor];
    invariant(Number.isSafeInteger(t_ns), `an event at ${t_ns} ns is not at an integer instant`);
    invariant(isPhase(phase), `an event in phase ${phase}, which does not exist`);
    invariant(t_ns < now_ns || phase < nowPhase, `${path} writes, and cannot in phase ${phase}`);
    throw new InvariantError(`an event at ${t_ns} ns, phase ${phase} lies before ${now_ns} ns, phase ${nowPhase}`);
  }

  startSequence(sequence: number, start_ns: number): void {
    const { times, at, phase, actor } = this.#ownSequence(sequence);
    const { now_ns, phase: nowPhase, round } = this.state;
    times.timeInto(this.#next_ns, 0);
    const first_ns = this.#next_ns[0] + start_ns;
    invariant(
      Number.isSafeInteger(first_ns) && (first_ns > now_ns || (first_ns === now_ns && phase >= nowPhase)),
      `a sequence of ${this.model.actors[actor].path} cannot begin at ${first_ns} ns: it is ${now_ns} ns, phase ${nowPhase}`,
    );
    this.reals[at + START] = start_ns;
    this.reals[at + PENDING] = this.state.counts[actor];
    const key = roundKey(phase, first_ns === now_ns && phase === nowPhase ? round + 1 : 0);
    this.#push(first_ns, key, actor, ~sequence, 0);
  }

  stopSequence(sequence: number): void {
    this.reals[this.#ownSequence(sequence).at + PENDING] = Number.NaN;
  }

  #ownSequence(index: number): Model["sequences"][number] {
    const sequence = this.model.sequences[index];
    invariant(sequence !== undefined && sequence.actor === this.#actor, `sequence ${index} is not the actor's own`);
    return sequence;
  }

  setGuardData(guard: Guard, values: Float64Array, at: number): void {
    if (this.state.phase > PHASE.correct)
      throw new InvariantError(`the data of guard ${guard.definition.path} cannot change in record, after correct`);
    for (let i = 0; i < guard.dataSize; i++) this.reals[guard.dataAt + i] = values[at + i];
    this.#guards?.changed(guard);
  }

  // Ends of rounds -----------------------------------------------------------------------------------------------

  get batch(): number {
    return this.state.batch[0];
  }

  /** For ports and links. */
  wake({ actor, phase }: Wake): void {
    const { phase: nowPhase, round } = this.state;
    const now_ns = this.state.instant_ns[0];
    const readable_ns = this.readable_ns[0];
    if (readable_ns < now_ns || (readable_ns === now_ns && phase < nowPhase))
      throw new InvariantError(
        `a message for ${this.model.actors[actor].path} is readable at ${readable_ns} ns, phase ${phase}, ` +
          `but it is ${now_ns} ns, phase ${nowPhase}`,
      );
    const again = readable_ns === now_ns && phase === nowPhase;
    this.#push(readable_ns, roundKey(phase, again ? round + 1 : 0), actor, actor, WAKE);
  }

  /**
   * A message from outside the model, between two rounds: readable from readable_ns on, which has not begun yet. It comes
   * after those of the model's own senders.
   */
  inject(port: InPort, readable_ns: number, message: Float64Array, at: number, payload?: Uint8Array): void {
    this.#between("inject a message");
    invariant(isInstant(readable_ns), `a message at ${readable_ns} ns is not at an integer instant`);
    const { now_ns } = this.state;
    invariant(
      readable_ns >= now_ns,
      `a message for ${port.path} is readable at ${readable_ns} ns, but it is ${now_ns} ns`,
    );
    this.readable_ns[0] = readable_ns;
    port.put(this, Number.MAX_SAFE_INTEGER, message, at, payload, 0, payload?.length ?? 0);
    this.state.batch[0]++;
  }

  // Running ------------------------------------------------------------------------------------------------------

  get counts(): RunCounts {
    const c = this.#counts;
    const own = this.#integration.counts;
    return {
      events: c[EVENTS],
      rounds: c[ROUNDS],
      steps: own[STEPS],
      sideSteps: own[SIDE_STEPS],
      trials: c[TRIALS],
      messages: this.#outbox.sent,
    };
  }

  /** The earliest instant at which anything may happen; Infinity when nothing will ever happen again. */
  get nextTime_ns(): number {
    if (this.#fault !== null) throw this.#fault;
    const first_ns = this.state.calendar.time_ns[0];
    if (this.#guards === null) return first_ns;
    this.#guarded(() => {
      this.#next_ns[0] = this.#guards?.nextTime_ns() ?? Number.POSITIVE_INFINITY;
    });
    return Math.min(first_ns, this.#next_ns[0]);
  }

  /**
   * Handles the events of one round: those of the first (time, phase, round). Returns false when there is none. Where only
   * guards could still cause one, their systems advance to the next instant at which they may.
   */
  step(): boolean {
    this.#between("run");
    const before = this.#counts[ROUNDS];
    const endless = this.state.calendar.size === 0;
    while (this.#counts[ROUNDS] === before) {
      const next_ns = this.nextTime_ns;
      if (next_ns === Number.POSITIVE_INFINITY) return false;
      this.#guarded(() => {
        this.#end_ns[0] = next_ns;
        this.#guards?.settle(this.#end_ns);
        if (this.state.calendar.time_ns[0] <= next_ns) this.#wholeRound();
      });
      if (endless) return true;
    }
    return true;
  }

  /** Handles every event up to and including the given instant. To stop there and go on later changes no bit. */
  runUntil(end_ns: number): void {
    if (!isInstant(end_ns))
      throw new InvariantError(`run until ${end_ns} ns: instants are integers of nanoseconds, see instant_ns(seconds)`);
    if (end_ns < this.state.now_ns)
      throw new InvariantError(`run until ${end_ns} ns, but it is ${this.state.now_ns} ns already`);
    this.#guarded(() => this.#loop(end_ns));
    this.arrive(end_ns);
  }

  /** All events up to end_ns have been handled: the present instant is end_ns. */
  arrive(end_ns: number): void {
    if (this.state.now_ns >= end_ns) return;
    this.#clock.waitUntil(end_ns);
    this.#waited_ns[0] = end_ns;
    this.#enter(end_ns, 0);
  }

  /** The plant as it is now, on a copy: for results, and to look in between. Nothing moves. */
  look(reads: readonly SystemPlace[] = this.#everything): Look {
    this.#between("look");
    this.#goal_ns[0] = this.state.now_ns;
    this.#guarded(() => {
      for (const place of reads) this.#integration.bring(place.index);
      this.#stage.hide();
      this.#stage.show([], reads);
    });
    return this;
  }

  /** Lands everything at the present instant and lets the caller change the continuous state: for set-ups, not for runs. */
  change(edit: (x: Float64Array) => void): void {
    this.#between("change the state");
    this.#goal_ns[0] = this.state.now_ns;
    this.#guarded(() => {
      for (const { index } of this.#everything) this.#integration.land(index);
      edit(this.state.x);
      for (const { index } of this.#everything) {
        this.#stage.markWritten(index);
        this.#guards?.landed(index);
      }
    });
  }

  // In lock-step with other models (lock-step.ts) ----------------------------------------------------------------

  /** Lets guards look ahead up to an instant before which no event of any model lies. */
  settle(t_ns: number): void {
    this.#end_ns[0] = t_ns;
    this.#guarded(() => this.#guards?.settle(this.#end_ns));
  }

  /** roundKey of the first event at an instant; Infinity when there is none. */
  keyAt(t_ns: number): number {
    const { calendar } = this.state;
    return calendar.time_ns[0] === t_ns ? calendar.firstKey : Number.POSITIVE_INFINITY;
  }

  /** Handles the events of a round, if there are any; what they send waits for deliver(). */
  round(t_ns: number, key: number): void {
    this.#guarded(() => {
      this.#goal_ns[0] = t_ns;
      if (this.keyAt(t_ns) === key) this.#round(key);
      else this.#enter(t_ns, key);
    });
  }

  /** What the round sent enters ports of this model, and the bytes of its links. */
  deliver(): void {
    this.#guarded(() => this.#outbox.deliver(this));
  }

  /** What another model sent in the round enters ports; from one that is not in lock-step, readable from at_ns on. */
  deliverFrom(receiver: ByteReceiver, bytes: Uint8Array, at_ns = 0): void {
    if (bytes.length > 0) this.#guarded(() => receiver.deliver(this, bytes, at_ns));
  }

  closeRound(): void {
    this.state.batch[0]++;
  }

  // Copies -------------------------------------------------------------------------------------------------------

  snapshot(): Snapshot {
    this.#between("take a snapshot");
    invariant(this.#outbox.empty, "cannot take a snapshot inside a round");
    return this.state.snapshot();
  }

  restore(snapshot: Snapshot): void {
    this.#between("restore");
    this.state.restore(snapshot);
    this.#fault = null;
    this.#outbox.clear();
    for (const { index } of this.#everything) this.#stage.markWritten(index);
    this.#guards?.forget();
    this.#waited_ns[0] = -1;
    this.#clock.resume?.();
  }

  /** A second run of the same model from this moment on. The two share parameters and nothing else. */
  fork(clock: Clock = new VirtualClock()): Simulation {
    const other = new Simulation(this.model, clock, { checked: this.#checked });
    other.restore(this.snapshot());
    return other;
  }

  // The loop -----------------------------------------------------------------------------------------------------

  /** What an actor in the middle of an event cannot do, since the event would be lost from the copy, or done twice. */
  #between(what: string): void {
    if (this.#busy) throw new InvariantError(`cannot ${what} while an event is handled; do it between events`);
  }

  #guarded(body: () => void): void {
    if (this.#fault !== null) throw this.#fault;
    this.#between("run");
    this.#busy = true;
    this.#integration.running = -1;
    try {
      body();
    } catch (error) {
      this.#fault = this.#faultFrom(error);
      throw this.#fault;
    } finally {
      this.#busy = false;
      this.#actor = -1;
    }
  }

  #faultFrom(error: unknown): SimulationFault {
    if (error instanceof SimulationFault) return error;
    const reason = error instanceof Error ? error.message : String(error);
    const i = this.#integration.running;
    const watching = this.#guards?.running ?? "";
    if (watching !== "") return new SimulationFault(this.state.now_ns, watching, [], reason, { cause: error });
    if (i < 0) return new SimulationFault(this.state.now_ns, this.#running, [], reason, { cause: error });
    const { system, place } = this.model.systems[i];
    const state = this.state.x.slice(place.at, place.at + place.stride * place.copies);
    return new SimulationFault(this.state.reached_ns[i], system.path, state, reason, { cause: error });
  }

  #loop(end_ns: number): void {
    const { calendar } = this.state;
    for (;;) {
      // Set anew in every turn: guards' actors and what they wake may run in between.
      this.#end_ns[0] = end_ns;
      if (this.#guards !== null) this.#guards.settle(this.#end_ns);
      if (!(calendar.time_ns[0] <= end_ns)) return;
      this.#wholeRound();
    }
  }

  // From here on no number with a fraction or beyond 2³¹ crosses a call: it would be boxed wherever the compiler chooses
  // not to inline. Instants go through the arrays #end_ns, #goal_ns, #next_ns.

  #wholeRound(): void {
    const { calendar, batch } = this.state;
    this.#goal_ns[0] = calendar.time_ns[0];
    this.#round(calendar.firstKey);
    if (this.#outbox.empty) return;
    this.#outbox.deliver(this);
    batch[0]++;
  }

  /** Handles the events at #goal_ns with this key. */
  #round(key: number): void {
    const { calendar, instant_ns } = this.state;
    instant_ns[0] = this.#goal_ns[0];
    this.state.phase = phaseOf(key);
    this.state.round = roundOf(key);
    if (this.state.round >= MOST_ROUNDS) this.#failEndless();
    this.#counts[ROUNDS]++;
    do this.#handleFirst();
    while (calendar.time_ns[0] === this.#goal_ns[0] && calendar.firstKey === key);
  }

  #enter(t_ns: number, key: number): void {
    this.state.instant_ns[0] = t_ns;
    this.state.phase = phaseOf(key);
    this.state.round = roundOf(key);
  }

  #failEndless(): never {
    const { target } = this.state.calendar;
    const index = target[0] < 0 ? this.model.sequences[~target[0]].actor : target[0];
    const reason = `${MOST_ROUNDS} rounds in one phase of one instant: it wakes itself, or others wake it, without end`;
    throw new SimulationFault(this.state.now_ns, this.model.actors[index].path, [], reason);
  }

  #handleFirst(): void {
    const { calendar } = this.state;
    const target = calendar.target[0];
    const data = calendar.data[0];
    let index = target;
    if (target < 0) {
      index = this.model.sequences[~target].actor;
      if (!this.#repeat(~target)) return;
    } else {
      calendar.pop();
      if (data === WAKE) {
        // Several wakes of one actor in one round are one.
        if (this.#woken[index] === this.#counts[ROUNDS]) return;
        this.#woken[index] = this.#counts[ROUNDS];
      }
    }
    const placed = this.model.actors[index];
    const { lands, reads, writes } = placed;
    const stage = this.#stage;
    for (let j = 0; j < reads.length; j++) this.#integration.bring(reads[j].index);
    for (let j = 0; j < lands.length; j++) {
      this.#integration.land(lands[j]);
      if (this.#guards !== null) this.#guards.landing(lands[j]);
    }
    if (reads.length > 0 || writes.length > 0) stage.show(writes, reads);
    else if (!stage.bare) stage.hide();
    if (this.#waits) this.#wait();
    this.#running = placed.path;
    this.#actor = index;
    this.#counts[EVENTS]++;
    // WAKE is too large a number to cross a call as a variable without being boxed.
    if (data === WAKE) placed.handle.call(placed.actor, this, WAKE);
    else placed.handle.call(placed.actor, this, data);
    this.#actor = -1;
    if (writes.length > 0) {
      stage.takeOver();
      if (this.#guards !== null) for (let j = 0; j < lands.length; j++) this.#guards.landed(lands[j]);
    }
    if (this.#guards?.mustRetest) this.#guards.retest();
    if (this.#checked) stage.check(placed);
  }

  /** Schedules the next event of a sequence; false for an event of one that was stopped or started anew. */
  #repeat(index: number): boolean {
    const { calendar, reals, counts } = this.state;
    const { times, at, phase, actor } = this.model.sequences[index];
    if (reals[at + PENDING] !== calendar.count[0]) {
      calendar.pop();
      return false;
    }
    times.timeInto(this.#next_ns, calendar.data[0] + 1);
    this.#next_ns[0] += reals[at + START];
    reals[at + PENDING] = counts[actor];
    calendar.repeatFirst(this.#next_ns, phase, counts, actor);
    counts[actor]++;
    return true;
  }

  #push(t_ns: number, key: number, actor: number, target: number, data: number): void {
    const { counts, calendar } = this.state;
    calendar.push(t_ns, key, this.model.actors[actor].rank, counts[actor]++, target, data);
  }

  /** Once per instant. */
  #wait(): void {
    if (this.#waited_ns[0] === this.#goal_ns[0]) return;
    this.#waited_ns[0] = this.#goal_ns[0];
    this.#running = "clock";
    this.#clock.waitUntil(this.#goal_ns[0]);
  }

  #guardHost(): GuardHost {
    return {
      fire: ({ definition: { actor, number = 0 } }, side, t_ns) => {
        const { now_ns, phase, round } = this.state;
        const again = t_ns[0] === now_ns && phase === PHASE.correct;
        this.#push(t_ns[0], roundKey(PHASE.correct, again ? round + 1 : 0), actor, actor, side * (number + 1));
      },
      wholeSteps: (i, t_ns) => {
        this.#goal_ns[0] = t_ns[0];
        this.#integration.wholeSteps(i);
      },
      copyAtNow: (i) => {
        this.#goal_ns[0] = this.state.now_ns;
        this.#integration.bring(i);
        return this.state.reached_ns[i] === this.#goal_ns[0] ? this.state.x : this.#stage.copies;
      },
      failStep: (i, code, cause) => this.#integration.failStep(i, code, cause),
      countTrial: () => {
        this.#counts[TRIALS]++;
      },
      countStep: () => {
        this.#integration.counts[STEPS]++;
      },
    };
  }
}
