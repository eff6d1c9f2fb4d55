/**
 * A mission as a control law. Each tick:
 *
 *   1. look at the reading; quantities of the vehicle
 *   2. events: of the mission, and of the tasks that are active; answers to INIT and STOP
 *   3. one reaction of the automaton: tasks stop, get new values, start
 *   4. the active tasks give set-points, the loops follow them
 *
 * So there is a reaction in every tick, an event or a time that is over is met in the tick that sees it, and a task that is
 * started steers in that very tick. What events see of the loops is of the tick before. Between the STOP of a task and the START of
 * the next the set-points stay, and so they do after the mission.
 *
 * STOP_x is answered by STOPPED_x in the next tick, or after stop_s; INIT_x by INITOK_x likewise, or after init_s.
 * Everything that changes lies in the law's memory. A tick in which nothing happens allocates nothing.
 */
import { NS_PER_S } from "../../core/index.ts";
import type { Component, Definitions } from "../../library/index.ts";
import { type Arguments, type Automaton, MissionExecutor, type MissionHost } from "../../mission/index.ts";
import { type ActuatorOutput, type ControlLaw, type ControlTick, TRUE_STATE } from "../laws/law.ts";
import type { Route } from "../laws/route-follower.ts";
import { type Binding, bindMission, sharedQuantities } from "./binding.ts";
import { type BoundTask, childrenOf } from "./bound-task.ts";
import { EVENT_MEMORY, WatchedEvent } from "./event-watch.ts";
import type { MissionParams } from "./kinds.ts";
import type { Pilot } from "./pilot.ts";
import { VEHICLE_QUANTITIES, vehicleQuantitiesInto } from "./quantities.ts";
import { ReactionTeller } from "./reaction-teller.ts";
import type { RobotTask, TaskTick } from "./robot-task.ts";

/** Places in a task's piece of memory; then its events, its quantities and its own memory. */
const PHASE = 0;
/** When it was started, s; when INIT or STOP is to be answered, ns. */
const SINCE = 1;
const DUE = 2;
const TASK_MEMORY = 3;

const IDLE = 0;
const INIT = 1;
const ACTIVE = 2;
const STOPPING = 3;

/** What the log shows behind loops and tasks. */
const OWN_REPORT = ["missionState"] as const;

/** An event with its places: of its memory, and of its input among those of the automaton. */
interface PlacedEvent {
  readonly event: WatchedEvent;
  readonly at: number;
  readonly input: number;
}

/** The record that a robot-task works on. */
class PlacedTask implements TaskTick {
  readonly name: string;
  readonly task: RobotTask;
  readonly init_ns: number;
  readonly stop_ns: number;
  readonly events: readonly PlacedEvent[];
  readonly initOk: number;
  readonly stopped: number;
  /** For each of its quantities, the place in the report. */
  readonly shown: readonly number[];
  readonly navigation: Float64Array;
  readonly loop: Float64Array;
  readonly routes: ReadonlyMap<string, Route>;
  /** Relative to the law's memory. */
  readonly placeAt: number;
  readonly quantitiesAt: number;
  readonly memoryAt: number;
  /** Absolute, for the tick that goes on. */
  tick!: ControlTick;
  at = 0;
  setpoints = 0;
  quantities = 0;

  constructor(
    bound: BoundTask,
    places: Places,
    executor: MissionExecutor,
    binding: Binding,
    report: readonly string[],
  ) {
    const { name, task, component } = bound;
    const { pilot, routes } = binding;
    this.name = name;
    this.task = task;
    this.init_ns = Math.round(bound.init_s * NS_PER_S);
    this.stop_ns = Math.round(bound.stop_s * NS_PER_S);
    this.placeAt = places.take(TASK_MEMORY);
    this.events = placedEvents(component, places, executor, pilot, task.quantities);
    this.quantitiesAt = places.take(task.quantities.length);
    this.memoryAt = places.take(task.memory);
    this.initOk = executor.inputOf(`INITOK_${name}`);
    this.stopped = executor.inputOf(`STOPPED_${name}`);
    this.shown = task.quantities.map((quantity) => report.indexOf(quantity));
    this.navigation = pilot.navigation;
    this.loop = pilot.loop;
    this.routes = routes;
  }
}

/** Hands out places in the memory. */
class Places {
  size = 0;

  take(count: number): number {
    const at = this.size;
    this.size += count;
    return at;
  }
}

function placedEvents(
  component: Component,
  places: Places,
  executor: MissionExecutor,
  pilot: Pilot,
  own: readonly string[],
): PlacedEvent[] {
  const events = childrenOf(component, "event").map((child) => new WatchedEvent(child, sharedQuantities(pilot), own));
  // An event of a task that nothing calls is no input of the automaton.
  return events.flatMap((event) => {
    const input = executor.inputOf(event.signal);
    return input < 0 ? [] : [{ event, input, at: places.take(EVENT_MEMORY) }];
  });
}

export class MissionLaw implements ControlLaw, MissionHost {
  readonly rate_Hz: number;
  readonly drives: ControlLaw["drives"];
  readonly outputs: readonly ActuatorOutput[];
  readonly memory: number;
  readonly report: readonly string[];
  readonly automaton: Automaton;
  /** Name of the mission's file. */
  readonly file: string;
  readonly #executor: MissionExecutor;
  readonly #pilot: Pilot;
  readonly #tasks: readonly PlacedTask[];
  readonly #byName: ReadonlyMap<string, PlacedTask>;
  readonly #events: readonly PlacedEvent[];
  /** Inputs that are levels. */
  readonly #levels: readonly number[];
  /** Names of inputs that are no news where they change nothing: levels and timers. */
  readonly #passive: ReadonlySet<string>;
  readonly #teller: ReactionTeller;
  /** Places in the memory: the executor is at 0. */
  readonly #pilotAt: number;
  readonly #quantitiesAt: number;
  /** 0 while the loops steer, or the number of the task that writes the outputs itself, from 1. */
  readonly #writerAt: number;
  /** Of the report: where the tasks' own quantities begin, and how many there are. */
  readonly #ownAt: number;
  readonly #ownCount: number;
  readonly #clock_ns = new Float64Array(1);
  /** The tick that goes on, and what its present reaction started. */
  #tick!: ControlTick;
  readonly #started: { readonly task: PlacedTask; readonly values: Arguments }[] = [];

  constructor(definitions: Definitions, component: Component) {
    const { binding, diagnostics } = bindMission(definitions, component);
    if (binding === null)
      throw new Error(diagnostics.find((d) => d.severity === "error")?.message ?? "it cannot be bound");
    const { automaton, pilot, tasks } = binding;
    this.automaton = automaton;
    this.file = (component.params as unknown as MissionParams).source.name;
    this.#executor = new MissionExecutor(automaton);
    this.#pilot = pilot;
    this.rate_Hz = pilot.rate_Hz;
    this.drives = pilot.drives;
    this.outputs = pilot.outputs;
    const own = [...new Set(tasks.flatMap(({ task }) => task.quantities))].filter(
      (name) => !pilot.report.includes(name),
    );
    this.report = Object.freeze([...pilot.report, ...own, ...OWN_REPORT]);
    this.#ownAt = pilot.report.length;
    this.#ownCount = own.length;

    const places = new Places();
    places.take(this.#executor.size);
    this.#pilotAt = places.take(pilot.memory);
    this.#quantitiesAt = places.take(sharedQuantities(pilot).length);
    this.#writerAt = places.take(1);
    this.#events = placedEvents(component, places, this.#executor, pilot, []);
    this.#tasks = tasks.map((bound) => new PlacedTask(bound, places, this.#executor, binding, this.report));
    this.#byName = new Map(this.#tasks.map((task) => [task.name, task]));
    const events = [...this.#events, ...this.#tasks.flatMap((task) => task.events)];
    this.#levels = [...new Set(events.filter(({ event }) => event.level).map(({ input }) => input))];
    const { inputs, timers } = automaton.data;
    this.#passive = new Set([...this.#levels.map((i) => inputs[i]!.name), ...timers.map((t) => t.expired)]);
    this.#teller = new ReactionTeller(automaton);
    this.memory = places.size;
  }

  initialInto(reals: Float64Array, memoryAt: number): void {
    reals.fill(0, memoryAt, memoryAt + this.memory);
    this.#executor.initialInto(reals, memoryAt);
    const quantities = memoryAt + this.#quantitiesAt;
    reals.fill(Number.NaN, quantities, quantities + sharedQuantities(this.#pilot).length);
    for (const { event, at } of this.#events) event.reset(reals, memoryAt + at, -1);
  }

  step(tick: ControlTick): void {
    const { reals, reading, memoryAt, reportAt, stopwatch } = tick;
    this.#clock_ns[0] = Math.round(reading[TRUE_STATE.t_s]! * NS_PER_S);
    const quantities = memoryAt + this.#quantitiesAt;
    this.#tick = tick;
    for (let k = 0; k < this.#tasks.length; k++) this.#place(this.#tasks[k]!, tick);

    // 1
    this.#pilot.begin(tick, memoryAt + this.#pilotAt);
    vehicleQuantitiesInto(tick, quantities, this.#pilot.navigation);
    // 2
    this.#forgetLevels();
    this.#look(this.#events, -1, -1);
    for (let k = 0; k < this.#tasks.length; k++) this.#attend(this.#tasks[k]!);
    // 3
    stopwatch?.begin();
    this.#executor.reactAt(reals, memoryAt, this.#clock_ns, this);
    stopwatch?.end();
    this.#finishReaction();
    // 4
    for (let k = 0; k < this.#tasks.length; k++) {
      const task = this.#tasks[k]!;
      if (reals[memoryAt + task.placeAt + PHASE] === ACTIVE) task.task.step(task);
    }
    const shown = quantities + VEHICLE_QUANTITIES.length;
    if (reals[memoryAt + this.#writerAt] === 0) this.#pilot.step(tick, memoryAt + this.#pilotAt, shown);
    else reals.fill(Number.NaN, shown, shown + this.#pilot.report.length);
    this.#show(reals, memoryAt, reportAt, shown);
  }

  // What the executor calls, in step 3.

  readonly skipsQuiet = true;

  reacted(inputs: readonly string[], outputs: readonly string[], state: number, before: number): void {
    const { reals, memoryAt } = this.#tick;
    this.#finishReaction();
    // A level that is only there, or a time that nobody waits for any more, is no news.
    if (outputs.length === 0 && state === before && inputs.every((name) => this.#passive.has(name))) return;
    this.#teller.reacted(this.#executor.reactions(reals, memoryAt), state, inputs, outputs);
  }

  forbidden(signal: string, what: "postponed" | "refused", why: string): void {
    this.#tick.event(`${signal} is ${what}: ${why}`, { level: "warning" });
  }

  init(name: string, values: Arguments): void {
    this.#teller.call(name, "prepares", values);
    this.#setPhase(name, INIT, this.#byName.get(name)!.init_ns);
  }

  start(name: string, values: Arguments): void {
    const { reals, reading, memoryAt } = this.#tick;
    const task = this.#byName.get(name)!;
    this.#teller.call(name, "starts", values);
    this.#setPhase(name, ACTIVE, 0);
    reals[memoryAt + task.placeAt + SINCE] = reading[TRUE_STATE.t_s]!;
    for (const { event, at } of task.events) event.reset(reals, memoryAt + at, memoryAt + task.placeAt + SINCE);
    reals.fill(Number.NaN, task.quantities, task.quantities + task.task.quantities.length);
    const { steers } = task.task;
    if (steers !== "nothing")
      reals[memoryAt + this.#writerAt] = steers === "outputs" ? 1 + this.#tasks.indexOf(task) : 0;
    this.#started.push({ task, values });
  }

  parameters(name: string, changed: Arguments): void {
    const task = this.#byName.get(name)!;
    task.task.change(task, changed);
  }

  stop(name: string): void {
    const { reals, memoryAt } = this.#tick;
    const task = this.#byName.get(name)!;
    const wasActive = reals[memoryAt + task.placeAt + PHASE] === ACTIVE;
    if (wasActive) {
      // Levels of a task are gone with it.
      for (const { event, input } of task.events) if (event.level) this.#executor.hold(reals, memoryAt, input, false);
      task.task.stop?.(task);
    }
    this.#setPhase(name, STOPPING, wasActive ? task.stop_ns : 0);
  }

  /** Tells of the reaction, then lets the tasks begin that it started: what they tell comes behind it. */
  #finishReaction(): void {
    this.#teller.flush(this.#tick);
    if (this.#started.length === 0) return;
    for (const { task, values } of this.#started) task.task.start(task, values);
    this.#started.length = 0;
  }

  /** A phase, and when it is to be answered. */
  #setPhase(name: string, phase: number, after_ns: number): void {
    const { reals, memoryAt } = this.#tick;
    const place = memoryAt + this.#byName.get(name)!.placeAt;
    reals[place + PHASE] = phase;
    reals[place + DUE] = this.#clock_ns[0]! + after_ns;
  }

  #place(task: PlacedTask, tick: ControlTick): void {
    const { memoryAt } = tick;
    task.tick = tick;
    task.at = memoryAt + task.memoryAt;
    task.quantities = memoryAt + task.quantitiesAt;
    task.setpoints = memoryAt + this.#pilotAt + this.#pilot.setpoints;
  }

  /** Answers of a task, and its events. */
  #attend(task: PlacedTask): void {
    const { reals, memoryAt } = this.#tick;
    const place = memoryAt + task.placeAt;
    const phase = reals[place + PHASE];
    if (phase === ACTIVE) this.#look(task.events, task.quantities, place + SINCE);
    if ((phase !== INIT && phase !== STOPPING) || this.#clock_ns[0]! < reals[place + DUE]!) return;
    reals[place + PHASE] = IDLE;
    const answer = phase === INIT ? task.initOk : task.stopped;
    if (answer >= 0) this.#executor.raise(reals, memoryAt, answer);
  }

  /** Levels are found anew in every tick. */
  #forgetLevels(): void {
    const { reals, memoryAt } = this.#tick;
    for (let k = 0; k < this.#levels.length; k++) this.#executor.hold(reals, memoryAt, this.#levels[k]!, false);
  }

  #look(events: readonly PlacedEvent[], own: number, since: number): void {
    const { reals, memoryAt } = this.#tick;
    const shared = memoryAt + this.#quantitiesAt;
    for (let k = 0; k < events.length; k++) {
      const { event, at, input } = events[k]!;
      const there = event.look(reals, memoryAt + at, shared, own, since);
      if (event.level) {
        // Several events may be the sources of one input: it is there if one of them is. See #forgetLevels.
        if (there !== 0) this.#executor.hold(reals, memoryAt, input, true);
      } else if (there === 1) this.#executor.raise(reals, memoryAt, input);
    }
  }

  #show(reals: Float64Array, memoryAt: number, reportAt: number, loops: number): void {
    for (let i = 0; i < this.#ownAt; i++) reals[reportAt + i] = reals[loops + i]!;
    reals.fill(Number.NaN, reportAt + this.#ownAt, reportAt + this.#ownAt + this.#ownCount);
    for (let k = 0; k < this.#tasks.length; k++) {
      const task = this.#tasks[k]!;
      if (reals[memoryAt + task.placeAt + PHASE] !== ACTIVE) continue;
      const { shown, quantities } = task;
      for (let i = 0; i < shown.length; i++) reals[reportAt + shown[i]!] = reals[quantities + i]!;
    }
    reals[reportAt + this.#ownAt + this.#ownCount] = this.#executor.state(reals, memoryAt);
  }
}
