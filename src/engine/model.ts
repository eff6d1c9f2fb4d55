/**
 * The description of a run: continuous systems, actors, guards and ports, put together by a ModelBuilder and closed.
 * Nothing in a model changes after build(); what changes is in State.
 */
import { invariant, type Seed } from "../core/index.ts";
import type { Integrator, OdeSystem } from "../math/index.ts";
import type { Fields, MessageType } from "./message.ts";
import type { Moment } from "./moment.ts";
import { isPhase, isWritingPhase, type Phase } from "./phase.ts";
import { InPort, type InPortOptions, OutPort } from "./ports.ts";
import { RegularTimes, type SampleTimes } from "./sample-times.ts";
import { StateLayout } from "./state.ts";

/**
 * Something that obeys a differential equation. Its block in x is `copies` times
 * [ integrated states | held inputs | integrator memory ]; held inputs (commands, the water around a vehicle) change
 * only when an actor writes the system, so every stage of a step and every side step finds them in place. Derivatives
 * read the block, frozen description and the stage's time, and nothing else: a system may lag behind the calendar.
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

/** Where a continuous system, or a member of a group, lies in x. */
export interface SystemPlace {
  /** Of the system, or of the member's group. */
  readonly index: number;
  readonly at: number;
  /** Distance from one copy to the next. */
  readonly stride: number;
  readonly copies: number;
}

/** A part of a group's block: systems that push each other during a step are integrated as one. */
export interface GroupMember {
  readonly path: string;
  /** Place inside the group's block of states and held inputs, and its length there. */
  readonly at: number;
  readonly size: number;
}

/**
 * Something that happens at events. It keeps no state of its own outside State. At its event exactly the systems that it
 * writes are integrated to the instant and begin a new step there; what it reads is a copy. One that writes nothing is an
 * observer, and moves no bit.
 */
export interface Actor {
  readonly path: string;
  /** The systems whose states or held inputs it may change. */
  readonly writes?: readonly SystemPlace[];
  /** The systems that it looks at. */
  readonly reads?: readonly SystemPlace[];
  /** data: the number that was scheduled with the event; k for the k-th event of a sequence; WAKE; what a guard says. */
  handle(moment: Moment, data: number): void;
}

/** What an actor's event carries when a message became readable. */
export const WAKE = Number.MIN_SAFE_INTEGER;

/**
 * A scalar function of a system's state, time and guard data, whose changes of sign are events (SPEC.md, rule 19). Zero
 * counts as positive.
 */
export interface GuardDefinition {
  readonly path: string;
  /** The system, or the member of a group, that it watches. */
  readonly of: SystemPlace;
  /** Index of the actor that acts, in the phase correct, with the number side · (number + 1); side is the new one, 1 or −1. */
  readonly actor: number;
  readonly number?: number;
  /** Initial guard data: numbers that an actor may change without landing the system. */
  readonly data?: readonly number[];
  /** The side on which it starts; where it is left out, the one that it has at the start. The other is a crossing then. */
  readonly armed?: 1 | -1;
  /** out[0] = the function of x[at ..], of the guard data reals[dataAt ..] and of time[0] in seconds. */
  valueInto(
    out: Float64Array,
    x: Float64Array,
    at: number,
    reals: Float64Array,
    dataAt: number,
    time: Float64Array,
  ): void;
  /**
   * out[0] = for how many seconds the sign surely stays, whatever the system does within what the guard's author promises of
   * it (a largest speed, say). Until then the system is not tried. A broken promise lets a crossing be found late.
   */
  horizonInto?(
    out: Float64Array,
    x: Float64Array,
    at: number,
    reals: Float64Array,
    dataAt: number,
    time: Float64Array,
  ): void;
}

/** A guard in a model. */
export interface Guard {
  readonly index: number;
  readonly definition: GuardDefinition;
  /** Places in reals: the instant since which it watches, and behind it the guard data. */
  readonly sinceAt: number;
  readonly dataAt: number;
  readonly dataSize: number;
  /** Place in integers of the armed side; 0 before the start. */
  readonly armedAt: number;
}

/** Regular events of an actor, instants as its times say. */
export interface Sequence {
  readonly actor: number;
  readonly phase: Phase;
  readonly times: SampleTimes;
  /** Place in reals: start, and count of the event that waits in the calendar (NaN while it rests). */
  readonly at: number;
}

export const SEQUENCE_REALS = { start: 0, pending: 1 } as const;

/** target: the index of an actor, or ~index of a sequence. */
export interface InitialEvent {
  readonly t_ns: number;
  readonly phase: Phase;
  readonly target: number;
  readonly data: number;
}

export interface PlacedSystem {
  readonly system: ContinuousSystem;
  readonly place: SystemPlace;
  readonly guards: readonly Guard[];
}

export interface PlacedActor {
  readonly actor: Actor;
  /** That of the actor: found here at once, whatever the shape of the actor. */
  readonly handle: Actor["handle"];
  readonly path: string;
  /** Place among the sorted paths of the model's actors. */
  readonly rank: number;
  readonly writes: readonly SystemPlace[];
  readonly reads: readonly SystemPlace[];
  /** Indices of the systems that it writes, each once. */
  readonly lands: readonly number[];
}

export interface Model {
  readonly layout: StateLayout;
  readonly systems: readonly PlacedSystem[];
  readonly actors: readonly PlacedActor[];
  readonly sequences: readonly Sequence[];
  readonly guards: readonly Guard[];
  readonly inPorts: readonly InPort[];
  /** What is in the calendar at the start: single events and sequences. */
  readonly initialEvents: readonly InitialEvent[];
}

export class ModelBuilder {
  readonly layout: StateLayout;
  readonly #systems: { system: ContinuousSystem; place: SystemPlace; guards: Guard[] }[] = [];
  readonly #actors: Actor[] = [];
  readonly #sequences: Sequence[] = [];
  readonly #guards: Guard[] = [];
  readonly #inPorts: InPort[] = [];
  readonly #initialEvents: InitialEvent[] = [];
  readonly #paths = new Set<string>();

  /** Two models built in the same way from the same seed run to the same bytes. */
  constructor(seed: Seed = { campaign: 0, run: 0 }) {
    this.layout = new StateLayout(seed);
  }

  addSystem(system: ContinuousSystem): SystemPlace {
    this.#claim(system.path);
    const copies = system.copies ?? 1;
    const used = system.size + (system.held ?? 0);
    const stride = used + system.integrator.memory;
    invariant(
      Number.isSafeInteger(system.step_ns) && system.step_ns > 0,
      `${system.path}: a step of ${system.step_ns} ns is not a positive integer`,
    );
    invariant(
      used <= system.integrator.maxSize,
      `${system.path}: ${used} states and held inputs, but its integrator was made for ${system.integrator.maxSize}`,
    );
    invariant(
      Number.isInteger(copies) && copies > 0,
      `${system.path}: the number of copies must be an integer above 0, not ${copies}`,
    );
    const at = this.layout.continuous(system.path, stride * copies);
    const place = { index: this.#systems.length, at, stride, copies };
    this.#systems.push({ system, place, guards: [] });
    return place;
  }

  /**
   * Systems that push each other during a step, as one system with one integrator and one step: its derivatives read all
   * members. Returns the members' places. To write one lands the group.
   */
  addGroup(system: ContinuousSystem, members: readonly GroupMember[]): SystemPlace[] {
    invariant((system.copies ?? 1) === 1, `${system.path}: a group has no copies`);
    const used = system.size + (system.held ?? 0);
    for (const { path, at, size } of members) {
      this.#claim(path);
      invariant(at >= 0 && size > 0 && at + size <= used, `${path} lies outside the block of ${system.path}`);
    }
    const { index, at: begin } = this.addSystem(system);
    return members.map(({ at, size }) => ({ index, at: begin + at, stride: size, copies: 1 }));
  }

  /** Returns the actor's index, by which events, wakes and guards name it. */
  addActor(actor: Actor): number {
    this.#claim(actor.path);
    return this.#actors.push(actor) - 1;
  }

  /** Regular events for an actor from the start on: a rate in Hz, or sample times. Returns the sequence's index. */
  every(actor: number, times: number | SampleTimes, phase: Phase): number {
    const index = this.sequence(actor, times, phase);
    const first_ns = new Float64Array(1);
    this.#sequences[index].times.timeInto(first_ns, 0);
    this.#initialEvents.push({ t_ns: first_ns[0], phase, target: ~index, data: 0 });
    return index;
  }

  /** Regular events that rest until the actor starts them (Moment.startSequence). Returns the sequence's index. */
  sequence(actor: number, times: number | SampleTimes, phase: Phase): number {
    const { path } = this.#actorAt(actor);
    this.#checkPhase(actor, phase);
    const sampled = typeof times === "number" ? regularTimes(path, times) : times;
    const index = this.#sequences.length;
    const at = this.layout.reals(`${path}/sequence ${index}`, 2, [0, Number.NaN]);
    this.#sequences.push({ actor, phase, times: sampled, at });
    return index;
  }

  /** One event at the start of the run or later. */
  at(t_ns: number, phase: Phase, actor: number, data = 0): void {
    invariant(Number.isSafeInteger(t_ns) && t_ns >= 0, `an initial event at ${t_ns} ns is not at an integer instant`);
    this.#actorAt(actor);
    this.#checkPhase(actor, phase);
    this.#initialEvents.push({ t_ns, phase, target: actor, data });
  }

  addGuard(definition: GuardDefinition): Guard {
    const { path, of, actor, data = [] } = definition;
    this.#claim(path);
    this.#actorAt(actor);
    const owner = this.#systems[of.index];
    invariant(owner !== undefined && owner.place.copies === 1, `${path}: a guard watches a single system`);
    const sinceAt = this.layout.reals(path, 1 + data.length, [0, ...data]);
    const guard = Object.freeze({
      index: this.#guards.length,
      definition,
      sinceAt,
      dataAt: sinceAt + 1,
      dataSize: data.length,
      armedAt: this.layout.integers(path, 1),
    });
    this.#guards.push(guard);
    owner.guards.push(guard);
    return guard;
  }

  /** phase: the one in which its owner sends. */
  outPort<F extends Fields>(path: string, type: MessageType<F>, phase: Phase): OutPort<F> {
    this.#claim(`${path} (out)`);
    invariant(isPhase(phase), `${path}: phase ${phase} does not exist`);
    return new OutPort(path, type, phase);
  }

  inPort<F extends Fields>(path: string, type: MessageType<F>, options: InPortOptions = {}): InPort<F> {
    this.#claim(`${path} (in)`);
    if (options.wake !== undefined) {
      this.#actorAt(options.wake.actor);
      this.#checkPhase(options.wake.actor, options.wake.phase);
    }
    const port = new InPort(this.layout, path, type, options);
    this.#inPorts.push(port as unknown as InPort);
    return port;
  }

  build(): Model {
    this.layout.close();
    for (const port of this.#inPorts) port.rankSenders();
    const sorted = this.#actors.map(({ path }) => path).sort((a, b) => (a < b ? -1 : 1));
    const ranks = new Map(sorted.map((path, rank) => [path, rank]));
    for (const { guards } of this.#systems) guards.sort((a, b) => (a.definition.path < b.definition.path ? -1 : 1));
    const actors = this.#actors.map((actor): PlacedActor => {
      const { path, writes = [], reads = [] } = actor;
      const lands = [...new Set(writes.map(({ index }) => index))];
      return {
        actor,
        handle: actor.handle,
        path,
        rank: ranks.get(path) ?? 0,
        writes: [...writes],
        reads: [...reads],
        lands,
      };
    });
    // The lists are copies that nothing else holds, and not frozen: Node 20 reads an element of a frozen array some 20 ns
    // slower, and these are read in every event and step.
    return Object.freeze({
      layout: this.layout,
      systems: [...this.#systems],
      actors,
      sequences: [...this.#sequences],
      guards: [...this.#guards],
      inPorts: [...this.#inPorts],
      initialEvents: [...this.#initialEvents],
    });
  }

  #actorAt(actor: number): Actor {
    const found = this.#actors[actor];
    invariant(found !== undefined, `there is no actor ${actor}`);
    return found;
  }

  #checkPhase(index: number, phase: Phase): void {
    const { path, writes = [] } = this.#actorAt(index);
    invariant(isPhase(phase), `${path}: phase ${phase} does not exist`);
    invariant(
      writes.length === 0 || isWritingPhase(phase),
      `${path} writes, which it can in deliver, react, actuate and correct, but not in phase ${phase}`,
    );
  }

  /** Paths name components in faults, logs and random streams, so no two may be equal. */
  #claim(path: string): void {
    invariant(!this.#paths.has(path), `two components are called "${path}"`);
    this.#paths.add(path);
  }
}

function regularTimes(path: string, rate_Hz: number): SampleTimes {
  invariant(rate_Hz > 0 && rate_Hz <= 1e9, `${path}: a rate of ${rate_Hz} Hz is not above 0 and at most 1e9`);
  return new RegularTimes(rate_Hz);
}
