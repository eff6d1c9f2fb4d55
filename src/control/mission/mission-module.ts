/**
 * A mission as a module. Each tick:
 *
 *   1. look at the reading; quantities of the vehicle
 *   2. events: of the mission, and of the tasks that are active; answers to INIT and STOP
 *   3. one reaction of the automaton: tasks stop, get new values, start
 *   4. the active tasks give set-points, which the loops, a module behind it, follow
 *
 * So there is a reaction in every tick, an event or a time that is over is met in the tick that sees it, and a task that is
 * started steers in that very tick. What events see of the loops is of the tick before. Between the STOP of a task and the START of
 * the next the set-points stay. When the mission is over the vehicle stops, unless `keepAtEnd` lets them stay then, too.
 *
 * STOP_x is answered by STOPPED_x in the next tick, or after stop_s; INIT_x by INITOK_x likewise, or after init_s.
 * A script takes the place of 2: one of its reactions in each tick, or every scriptPeriod_s, with exactly the inputs that it lists, and between two of them no reaction at
 * all. Events and answers are looked at again when it is over; what is there then is given then.
 *
 * Inputs come from events that it watches itself, and from event outputs of other modules. Everything that changes lies in its memory. A tick in which nothing happens allocates nothing.
 */
import { NS_PER_S, S_PER_NS } from "../../core/index.ts";
import type { SceneryItem } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import { type Arguments, type Automaton, MissionExecutor, type MissionHost } from "../../mission/index.ts";
import { LOOK_MEMORY, Look } from "../laws/look.ts";
import { NAVIGATION, STATE_INPUT } from "../laws/navigation.ts";
import { planScenery } from "../laws/plan-scenery.ts";
import type { Route } from "../laws/route-follower.ts";
import { SETPOINT } from "../laws/setpoints.ts";
import { NAVIGATION_STATE, navigationState } from "../modules/messages.ts";
import type { DataInput, DataOutput, EventPort, Module, ModuleTick } from "../modules/module.ts";
import { shownMessage } from "../modules/module-ports.ts";
import { type Binding, sharedQuantities } from "./binding.ts";
import { type BoundTask, childrenOf } from "./bound-task.ts";
import { EVENT_MEMORY, WatchedEvent } from "./event-watch.ts";
import type { MissionParams } from "./kinds.ts";
import type { MissionLoops } from "./loops.ts";
import { VEHICLE_QUANTITIES, vehicleQuantitiesInto } from "./quantities.ts";
import { ReactionReporter } from "./reaction-reporter.ts";
import type { RobotTask, TaskTick } from "./robot-task.ts";

/** Places in a task's piece of memory; then its events, its quantities and its own memory. */
const PHASE = 0;
/** When it was started, s; when INIT or STOP is to be answered, ns. */
const SINCE = 1;
const DUE = 2;
const TASK_MEMORY = 3;

/** In the place of the writer: the mission is over. */
const AT_REST = -1;

const IDLE = 0;
const INIT = 1;
const ACTIVE = 2;
const STOPPING = 3;

/** What the log shows behind loops and tasks. */
const OWN_SHOWN = ["missionState"] as const;

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
  /** For each of its quantities, the place in what the mission shows; −1 for what the loops show. */
  readonly shown: readonly number[];
  readonly navigation: Float64Array;
  readonly loop: Float64Array;
  readonly routes: ReadonlyMap<string, Route>;
  readonly outputCount: number;
  /** Relative to the mission's memory. */
  readonly placeAt: number;
  readonly quantitiesAt: number;
  readonly memoryAt: number;
  /** Absolute, for the tick that goes on. */
  tick!: ModuleTick;
  at = 0;
  state = 0;
  setpoints = 0;
  outputs = 0;
  quantities = 0;

  constructor(
    bound: BoundTask,
    places: Places,
    executor: MissionExecutor,
    binding: Binding,
    shows: readonly string[],
    look: Look,
  ) {
    const { name, task, component } = bound;
    const { loops, routes } = binding;
    this.name = name;
    this.task = task;
    this.init_ns = Math.round(bound.init_s * NS_PER_S);
    this.stop_ns = Math.round(bound.stop_s * NS_PER_S);
    this.placeAt = places.take(TASK_MEMORY);
    this.events = placedEvents(component, places, executor, loops, task.quantities);
    this.quantitiesAt = places.take(task.quantities.length);
    this.memoryAt = places.take(task.memory);
    this.initOk = executor.inputFor("initialised", name);
    this.stopped = executor.inputFor("stopped", name);
    this.shown = task.quantities.map((quantity) => shows.indexOf(quantity));
    this.navigation = look.navigation;
    this.loop = look.loop;
    this.routes = routes;
    this.outputCount = loops.override.size - 1;
  }
}

/** 1 for each state in which no statement of the mission is active: it is over, though tasks may still be stopping. */
function restingStates({ data: { active, statements } }: Automaton, keepAtEnd: boolean): Uint8Array {
  return Uint8Array.from(active, (list) => (!keepAtEnd && list.every((s) => statements[s]!.line === 0) ? 1 : 0));
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
  loops: MissionLoops,
  own: readonly string[],
): PlacedEvent[] {
  const events = childrenOf(component, "event").map((child) => new WatchedEvent(child, sharedQuantities(loops), own));
  // An event of a task that nothing calls is not an input of the automaton.
  return events.flatMap((event) => {
    const input = executor.inputOf(event.signal);
    return input < 0 ? [] : [{ event, input, at: places.take(EVENT_MEMORY) }];
  });
}

/** Ports, by index. */
const LOOPS_INPUT = 1;
const SETPOINT_OUTPUT = 0;
const OVERRIDE_OUTPUT = 1;

export class MissionModule implements Module {
  readonly inPlace: boolean;
  readonly rate_Hz: number;
  readonly inputs: readonly DataInput[];
  readonly outputs: readonly DataOutput[];
  /** Inputs of the mission that other modules may give, and outputs that they may hear. */
  readonly eventInputs: readonly EventPort[];
  readonly eventOutputs: readonly EventPort[];
  readonly memory: number;
  readonly shows: readonly string[];
  readonly scenery: readonly SceneryItem[];
  readonly automaton: Automaton;
  /** Name of the mission's file. */
  readonly file: string;
  readonly #executor: MissionExecutor;
  readonly #loops: MissionLoops;
  readonly #tasks: readonly PlacedTask[];
  readonly #byName: ReadonlyMap<string, PlacedTask>;
  readonly #events: readonly PlacedEvent[];
  /** Inputs that are levels. */
  readonly #levels: readonly number[];
  /** Names of inputs that are not reported where they change nothing: levels and timers. */
  readonly #passive: ReadonlySet<string>;
  readonly #reporter: ReactionReporter;
  /** By event input: the input of the automaton. By name of an output: its event output. */
  readonly #given: readonly number[];
  readonly #heard: ReadonlyMap<string, number>;
  readonly #look: Look;
  /** Places in the memory: the executor is at 0. */
  readonly #lookAt: number;
  readonly #startedAt: number;
  readonly #quantitiesAt: number;
  /** 0 while the loops steer, or the number of the task that writes the outputs itself, from 1; AT_REST at the end. */
  readonly #writerAt: number;
  /** Inputs of the reactions that are played first; the time between two; places of the next one's number and of its time. */
  readonly #script: readonly (readonly number[])[];
  readonly #scriptPeriod_ns: number;
  readonly #scriptAt: number;
  /** By state of the automaton, 1 where the mission is over and the vehicle is to stop. */
  readonly #rests: Uint8Array;
  /** How many quantities of tasks it shows. */
  readonly #ownCount: number;
  readonly #clock_ns = new Float64Array(1);
  /** The tick that goes on, and what its present reaction started. */
  #tick!: ModuleTick;
  readonly #started: { readonly task: PlacedTask; readonly values: Arguments }[] = [];

  constructor(component: Component, binding: Binding) {
    const { automaton, loops, tasks } = binding;
    this.scenery = planScenery(component);
    this.automaton = automaton;
    this.file = (component.params as unknown as MissionParams).source.name;
    this.#executor = new MissionExecutor(automaton);
    this.#rests = restingStates(automaton, (component.params as unknown as MissionParams).keepAtEnd);
    this.#loops = loops;
    this.rate_Hz = loops.rate_Hz;
    this.inPlace = tasks.every(({ task }) => task.inPlace === true);
    this.#look = new Look(loops.rate_Hz);
    this.inputs = [
      { name: "state", message: navigationState },
      { name: "loops", message: shownMessage(loops.module) },
    ];
    this.outputs = [
      { name: "setpoint", message: loops.setpoint },
      { name: "override", message: loops.override },
    ];
    const given = binding.inputs.filter((name) => this.#executor.inputOf(name) >= 0);
    this.eventInputs = given.map((name) => ({ name }));
    this.#given = given.map((name) => this.#executor.inputOf(name));
    const heard = automaton.data.outputs.filter(({ role }) => role === "output").map(({ name }) => name);
    this.eventOutputs = heard.map((name) => ({ name }));
    this.#heard = new Map(heard.map((name, k) => [name, k]));
    const own = [...new Set(tasks.flatMap(({ task }) => task.quantities))].filter(
      (name) => !loops.module.shows.includes(name),
    );
    this.shows = Object.freeze([...own, ...OWN_SHOWN]);
    this.#ownCount = own.length;

    const places = new Places();
    places.take(this.#executor.size);
    this.#lookAt = places.take(LOOK_MEMORY);
    this.#startedAt = places.take(1);
    this.#quantitiesAt = places.take(sharedQuantities(loops).length);
    this.#writerAt = places.take(1);
    this.#script = binding.script ?? [];
    this.#scriptPeriod_ns = Math.round(((component.params as unknown as MissionParams).scriptPeriod_s ?? 0) * NS_PER_S);
    this.#scriptAt = places.take(2);
    this.#events = placedEvents(component, places, this.#executor, loops, []);
    this.#tasks = tasks.map((bound) => new PlacedTask(bound, places, this.#executor, binding, this.shows, this.#look));
    this.#byName = new Map(this.#tasks.map((task) => [task.name, task]));
    const events = [...this.#events, ...this.#tasks.flatMap((task) => task.events)];
    this.#levels = [...new Set(events.filter(({ event }) => event.level).map(({ input }) => input))];
    const { inputs, timers } = automaton.data;
    this.#passive = new Set([...this.#levels.map((i) => inputs[i]!.name), ...timers.map((t) => t.expired)]);
    this.#reporter = new ReactionReporter(automaton);
    this.memory = places.size;
  }

  initialInto(reals: Float64Array, memoryAt: number): void {
    reals.fill(0, memoryAt, memoryAt + this.memory);
    this.#executor.initialInto(reals, memoryAt);
    const quantities = memoryAt + this.#quantitiesAt;
    reals.fill(Number.NaN, quantities, quantities + sharedQuantities(this.#loops).length);
    for (const { event, at } of this.#events) event.reset(reals, memoryAt + at, -1);
  }

  step(tick: ModuleTick): void {
    const { reals, memoryAt, shownAt, inAt, outAt } = tick;
    const state = inAt[STATE_INPUT]!;
    this.#clock_ns[0] = reals[state + NAVIGATION_STATE.taken]!;
    this.#tick = tick;
    for (let k = 0; k < this.#tasks.length; k++) this.#place(this.#tasks[k]!, tick);

    // 1
    this.#look.take(reals, memoryAt + this.#lookAt, state);
    if (reals[memoryAt + this.#startedAt] === 0) this.#begin(tick);
    this.#takeQuantities(tick);
    if (this.#script.length > reals[memoryAt + this.#scriptAt]!) this.#play(tick);
    else this.#live(tick);
    this.#restAtEnd(tick);
    // 4
    for (let k = 0; k < this.#tasks.length; k++) {
      const task = this.#tasks[k]!;
      if (reals[memoryAt + task.placeAt + PHASE] === ACTIVE) task.task.step(task);
    }
    reals[outAt[OVERRIDE_OUTPUT]!] = reals[memoryAt + this.#writerAt] === 0 ? 0 : 1;
    this.#show(reals, memoryAt, shownAt);
  }

  /** 2 and 3, with what comes from the vehicle. */
  #live(tick: ModuleTick): void {
    const { reals, memoryAt, stopwatch } = tick;
    // 2
    this.#forgetLevels();
    for (let k = 0; k < this.#given.length; k++) {
      if (tick.raised(k) > 0) this.#executor.raise(reals, memoryAt, this.#given[k]!);
    }
    this.#watch(this.#events, -1, -1);
    for (let k = 0; k < this.#tasks.length; k++) this.#attend(this.#tasks[k]!);
    // 3
    stopwatch?.begin();
    this.#executor.reactAt(reals, memoryAt, this.#clock_ns, this.#host);
    stopwatch?.end();
    this.#finishReaction();
  }

  /** The next reaction of the script, if it is due. */
  #play(tick: ModuleTick): void {
    const { reals, memoryAt, stopwatch } = tick;
    const next = reals[memoryAt + this.#scriptAt]! | 0;
    if (this.#clock_ns[0]! < reals[memoryAt + this.#scriptAt + 1]!) return;
    if (next === 0) {
      const message = `plays ${this.#script.length} reactions of a script: until they are over, events of the vehicle are not given to the mission`;
      tick.log(message, { level: "warning" });
    }
    const inputs = this.#script[next]!;
    for (let k = 0; k < this.#tasks.length; k++) {
      const task = this.#tasks[k]!;
      const place = memoryAt + task.placeAt + PHASE;
      const phase = reals[place]!;
      // Where the script says that a task has stopped or is ready, it is.
      if (phase === STOPPING && inputs.includes(task.stopped)) reals[place] = IDLE;
      if (phase === INIT && inputs.includes(task.initOk)) reals[place] = IDLE;
    }
    stopwatch?.begin();
    this.#executor.reactTo(reals, memoryAt, inputs, this.#clock_ns, this.#host);
    stopwatch?.end();
    this.#finishReaction();
    reals[memoryAt + this.#scriptAt] = next + 1;
    reals[memoryAt + this.#scriptAt + 1] = this.#clock_ns[0]! + this.#scriptPeriod_ns;
    if (next + 1 === this.#script.length) tick.log("the script is over: events of the vehicle count from here on");
  }

  /** When the mission is over, propeller, thrusters and fins rest; a task cannot begin any more. */
  #restAtEnd({ reals, memoryAt, outAt }: ModuleTick): void {
    const writer = memoryAt + this.#writerAt;
    if (reals[writer] === AT_REST || this.#rests[this.#executor.state(reals, memoryAt)] === 0) return;
    if (this.#executor.reactions(reals, memoryAt) === 0) return;
    reals[writer] = AT_REST;
    const override = outAt[OVERRIDE_OUTPUT]!;
    reals.fill(0, override + 1, override + this.#loops.override.size);
  }

  /** In the first tick the set-points become what the vehicle does. */
  #begin({ reals, memoryAt, inAt, outAt }: ModuleTick): void {
    const state = inAt[STATE_INPUT]!;
    const setpoints = outAt[SETPOINT_OUTPUT]!;
    const heading_rad = this.#look.navigation[NAVIGATION.heading]!;
    reals[memoryAt + this.#startedAt] = 1;
    if (this.#loops.kind === "autopilot") {
      reals[setpoints + SETPOINT.depth] = reals[state + NAVIGATION_STATE.p + 2]!;
      reals[setpoints + SETPOINT.pitch] = 0;
      reals[setpoints + SETPOINT.heading] = heading_rad;
      reals[setpoints + SETPOINT.speed] = 0;
      return;
    }
    for (let i = 0; i < 3; i++) reals[setpoints + i] = reals[state + NAVIGATION_STATE.p + i]!;
    reals[setpoints + 3] = heading_rad;
  }

  /** What events may look at: of the vehicle now, of the loops as they were in the tick before. */
  #takeQuantities({ reals, memoryAt, inAt }: ModuleTick): void {
    const quantities = memoryAt + this.#quantitiesAt;
    vehicleQuantitiesInto(reals, quantities, inAt[STATE_INPUT]!, this.#look.navigation);
    const ofLoops = quantities + VEHICLE_QUANTITIES.length;
    const loops = inAt[LOOPS_INPUT]!;
    for (let i = 0; i < this.#loops.module.shows.length; i++) reals[ofLoops + i] = reals[loops + i]!;
  }

  /** What the executor of the automaton calls, in step 3. */
  readonly #host: MissionHost = {
    skipsQuiet: true,
    reacted: (inputs, outputs, state, before) => this.#reacted(inputs, outputs, state, before),
    forbidden: (signal, what, why) => this.#tick.log(`${signal} is ${what}: ${why}`, { level: "warning" }),
    init: (name, values) => this.#init(name, values),
    start: (name, values) => this.#start(name, values),
    parameters: (name, changed) => this.#change(name, changed),
    stop: (name) => this.#stop(name),
  };

  #reacted(inputs: readonly string[], outputs: readonly string[], state: number, before: number): void {
    const { reals, memoryAt } = this.#tick;
    this.#finishReaction();
    for (let i = 0; i < outputs.length; i++) {
      const port = this.#heard.get(outputs[i]!);
      if (port !== undefined) this.#tick.raise(port);
    }
    // A level that only stays, or the end of a time that nothing waits for any more, is not reported.
    if (outputs.length === 0 && state === before && inputs.every((name) => this.#passive.has(name))) return;
    this.#reporter.reacted(this.#executor.reactions(reals, memoryAt), state, inputs, outputs);
  }

  #init(name: string, values: Arguments): void {
    this.#reporter.call(name, "prepares", values);
    this.#setPhase(name, INIT, this.#byName.get(name)!.init_ns);
  }

  #start(name: string, values: Arguments): void {
    const { reals, memoryAt, inAt, outAt } = this.#tick;
    const task = this.#byName.get(name)!;
    this.#reporter.call(name, "starts", values);
    this.#setPhase(name, ACTIVE, 0);
    reals[memoryAt + task.placeAt + SINCE] = reals[inAt[STATE_INPUT]! + NAVIGATION_STATE.taken]! * S_PER_NS;
    for (const { event, at } of task.events) event.reset(reals, memoryAt + at, memoryAt + task.placeAt + SINCE);
    reals.fill(Number.NaN, task.quantities, task.quantities + task.task.quantities.length);
    const { steers } = task.task;
    if (steers !== "nothing") {
      reals[memoryAt + this.#writerAt] = steers === "outputs" ? 1 + this.#tasks.indexOf(task) : 0;
      const override = outAt[OVERRIDE_OUTPUT]!;
      reals.fill(Number.NaN, override + 1, override + this.#loops.override.size);
    }
    this.#started.push({ task, values });
  }

  #change(name: string, changed: Arguments): void {
    const task = this.#byName.get(name)!;
    task.task.change(task, changed);
  }

  #stop(name: string): void {
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

  /** Reports the reaction, then starts its tasks: what they report comes after it in the log. */
  #finishReaction(): void {
    this.#reporter.flush(this.#tick);
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

  #place(task: PlacedTask, tick: ModuleTick): void {
    const { memoryAt, inAt, outAt } = tick;
    task.tick = tick;
    task.at = memoryAt + task.memoryAt;
    task.quantities = memoryAt + task.quantitiesAt;
    task.state = inAt[STATE_INPUT]!;
    task.setpoints = outAt[SETPOINT_OUTPUT]!;
    task.outputs = outAt[OVERRIDE_OUTPUT]! + 1;
  }

  /** Answers of a task, and its events. */
  #attend(task: PlacedTask): void {
    const { reals, memoryAt } = this.#tick;
    const place = memoryAt + task.placeAt;
    const phase = reals[place + PHASE];
    if (phase === ACTIVE) this.#watch(task.events, task.quantities, place + SINCE);
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

  #watch(events: readonly PlacedEvent[], own: number, since: number): void {
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

  #show(reals: Float64Array, memoryAt: number, shownAt: number): void {
    reals.fill(Number.NaN, shownAt, shownAt + this.#ownCount);
    for (let k = 0; k < this.#tasks.length; k++) {
      const task = this.#tasks[k]!;
      if (reals[memoryAt + task.placeAt + PHASE] !== ACTIVE) continue;
      const { shown, quantities } = task;
      for (let i = 0; i < shown.length; i++) if (shown[i]! >= 0) reals[shownAt + shown[i]!] = reals[quantities + i]!;
    }
    reals[shownAt + this.#ownCount] = this.#executor.state(reals, memoryAt);
  }
}
