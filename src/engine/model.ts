/**
 * The description of a run: continuous systems, actors, observers and ports, put together by a ModelBuilder and closed.
 * Nothing in a model changes after build(); what changes is in State.
 */
import { invariant } from "../core/index.ts";
import type { Integrator, OdeSystem } from "../math/index.ts";
import { isActorPhase, isObserverPhase, type ObserverPhase, type Phase } from "./phase.ts";
import type { Simulation } from "./simulation.ts";
import { StateLayout } from "./state.ts";
import { isInstant, sampleTime_ns } from "./time.ts";
import type { View } from "./view.ts";

/**
 * Something that obeys a differential equation. Its block in x is `copies` times
 * [ integrated states | held inputs | integrator memory ]; held inputs (commands, the water around a vehicle) change
 * only at plant events, so every stage of a step and every side step finds them in place.
 */
export interface ContinuousSystem extends OdeSystem {
  readonly path: string;
  /** Largest step of the integration. */
  readonly step_ns: number;
  readonly integrator: Integrator;
  /** Equal systems side by side, integrated one after the other: a fleet. Default 1. */
  readonly copies?: number;
  /** Fills the integrated states and held inputs of one copy, x[at ..], which come zeroed. */
  initialInto?(x: Float64Array, at: number, copy: number): void;
}

/** Where a continuous system lies in x. */
export interface SystemPlace {
  readonly index: number;
  readonly at: number;
  /** Distance from one copy to the next. */
  readonly stride: number;
  readonly copies: number;
}

/** Something that happens at plant events. It keeps no state of its own outside State. */
export interface Actor {
  readonly path: string;
  /** data: the number that was scheduled with the event, or k for the k-th event of a recurrence. */
  handle(sim: Simulation, data: number): void;
}

/** Something that looks and changes nothing in the plant: a polled sensor, a log channel, a view. */
export interface Observer {
  readonly path: string;
  /** Sample k is at round(k · 10⁹ / rate) ns after the start. */
  readonly rate_Hz: number;
  /** sense: before the events of an instant (x⁻); record: after them (x⁺). */
  readonly phase: ObserverPhase;
  /** The continuous systems it looks at; all when left out. Fewer are cheaper. */
  readonly reads?: readonly SystemPlace[];
  observe(view: View): void;
}

/** Regular events of an actor: the k-th at start + round(k · 10⁹ / rate) ns. */
export interface Recurrence {
  readonly actor: number;
  readonly phase: Phase;
  readonly rate_Hz: number;
  readonly start_ns: number;
}

/** target: the index of an actor, or ~index of a recurrence. */
export interface InitialEvent {
  readonly t_ns: number;
  readonly phase: Phase;
  readonly target: number;
  readonly data: number;
}

export interface PlacedSystem {
  readonly system: ContinuousSystem;
  readonly place: SystemPlace;
}

export interface Model {
  readonly layout: StateLayout;
  readonly systems: readonly PlacedSystem[];
  readonly actors: readonly Actor[];
  readonly observers: readonly Observer[];
  readonly recurrences: readonly Recurrence[];
  /** What is in the calendar at the start, in the order in which it was asked for: single events and recurrences. */
  readonly initialEvents: readonly InitialEvent[];
}

export class ModelBuilder {
  readonly layout: StateLayout;
  readonly #systems: PlacedSystem[] = [];
  readonly #actors: Actor[] = [];
  readonly #observers: Observer[] = [];
  readonly #recurrences: Recurrence[] = [];
  readonly #initialEvents: InitialEvent[] = [];
  readonly #paths = new Set<string>();

  /** Two models built in the same way from the same seed run to the same bytes. */
  constructor(seed: { readonly campaign: number; readonly run: number } = { campaign: 0, run: 0 }) {
    this.layout = new StateLayout(seed);
  }

  addSystem(system: ContinuousSystem): SystemPlace {
    this.#claim(system.path);
    const copies = system.copies ?? 1;
    const used = system.size + (system.held ?? 0);
    const stride = used + system.integrator.memory;
    invariant(
      Number.isSafeInteger(system.step_ns) && system.step_ns > 0,
      `${system.path}: a step of ${system.step_ns} ns is no positive integer`,
    );
    invariant(
      used <= system.integrator.maxSize,
      `${system.path}: ${used} states and held inputs, but its integrator was made for ${system.integrator.maxSize}`,
    );
    invariant(Number.isInteger(copies) && copies > 0, `${system.path}: ${copies} copies`);
    const at = this.layout.continuous(system.path, stride * copies);
    const place = { index: this.#systems.length, at, stride, copies };
    this.#systems.push({ system, place });
    return place;
  }

  /** Returns the actor's index, by which events name it. */
  addActor(actor: Actor): number {
    this.#claim(actor.path);
    return this.#actors.push(actor) - 1;
  }

  addObserver(observer: Observer): void {
    this.#claim(observer.path);
    invariant(isObserverPhase(observer.phase), `${observer.path}: observers sense or record`);
    checkRate(observer.path, observer.rate_Hz);
    this.#observers.push(observer);
  }

  /** Regular events for an actor. Returns the time of event k, for whoever wants to know it. */
  every(actor: number, rate_Hz: number, phase: Phase, start_ns = 0): (k: number) => number {
    const path = this.#actors[actor]?.path;
    invariant(path !== undefined, `recurrence for actor ${actor}, which does not exist`);
    invariant(isActorPhase(phase), `${path}: phase ${phase}; actors deliver, react, actuate or correct`);
    checkRate(path, rate_Hz);
    invariant(isInstant(start_ns), `${path}: a start at ${start_ns} ns is no instant`);
    const index = this.#recurrences.push({ actor, phase, rate_Hz, start_ns }) - 1;
    this.#initialEvents.push({ t_ns: start_ns, phase, target: ~index, data: 0 });
    return (k) => start_ns + sampleTime_ns(k, rate_Hz);
  }

  /** One event at the start of the run or later. */
  at(t_ns: number, phase: Phase, actor: number, data = 0): void {
    invariant(Number.isSafeInteger(t_ns) && t_ns >= 0, `initial event at ${t_ns} ns`);
    invariant(isActorPhase(phase), `initial event in phase ${phase}; actors deliver, react, actuate or correct`);
    invariant(this.#actors[actor] !== undefined, `initial event for actor ${actor}, which does not exist`);
    this.#initialEvents.push({ t_ns, phase, target: actor, data });
  }

  build(): Model {
    this.layout.close();
    // The lists are copies that nobody else has, and not frozen: Node 20 reads an element of a frozen array some 20 ns slower,
    // and these are read in every event and step.
    return Object.freeze({
      layout: this.layout,
      systems: [...this.#systems],
      actors: [...this.#actors],
      observers: [...this.#observers],
      recurrences: [...this.#recurrences],
      initialEvents: [...this.#initialEvents],
    });
  }

  /** Paths name components in faults, logs and random streams, so no two may be equal. */
  #claim(path: string): void {
    invariant(!this.#paths.has(path), `two components are called "${path}"`);
    this.#paths.add(path);
  }
}

/** A rate above 1 GHz would have several samples in one instant. */
function checkRate(path: string, rate_Hz: number): void {
  invariant(rate_Hz > 0 && rate_Hz <= 1e9, `${path}: a rate of ${rate_Hz} Hz is not between 0 and 1e9`);
}
