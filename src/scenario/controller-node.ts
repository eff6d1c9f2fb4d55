/**
 * A control law in an engine's model: woken by each reading of the true state, it takes the newest one, lets the law tick
 * and sends the set-points. The same node serves inside the world's own model and, in online mode, in a model that holds
 * nothing but the vehicle's software.
 *
 * A stall of the computer is one of two things. Simulated: readings that come in its span are thrown away. Real: whoever
 * owns the thread is asked to sleep, once, when the span begins.
 */
import {
  type ControlLaw,
  type EventDetail,
  outputSize,
  type Stall,
  type Stopwatch,
  TRUE_STATE,
  TRUE_STATE_SIZE,
} from "../control/index.ts";
import { S_PER_NS } from "../core/index.ts";
import {
  type Dialogue,
  type InPort,
  type ModelBuilder,
  messages,
  type OutPort,
  PHASE,
  type Simulation,
} from "../engine/index.ts";
import type { EventListener } from "./events.ts";
import type { ScenarioController, ScenarioVehicle } from "./scenario.ts";

const READING = messages.trueState.at;
const COMMAND = messages.actuatorCommand.at;

export interface ControllerOptions {
  readonly builder: ModelBuilder;
  readonly dialogue: Dialogue;
  readonly listener: EventListener;
  /** Where in reals the law shows what the log wants. */
  readonly reportAt: number;
  /** Real stalls: sleeps for so many simulated seconds. Without it, stalls are simulated. */
  sleep?(duration_s: number): void;
  /** Measures the reactions of missions. */
  readonly stopwatch?: Stopwatch | undefined;
}

/** The record that a law works on, with the buffers that change from state to state. */
class Tick {
  readonly reading = new Float64Array(TRUE_STATE_SIZE);
  readonly out: Float64Array;
  readonly memoryAt: number;
  readonly reportAt: number;
  reals: Float64Array = new Float64Array(0);
  now_ns = 0;
  readonly #path: string;
  readonly #listener: EventListener;
  readonly stopwatch: Stopwatch | undefined;

  constructor(law: ControlLaw, memoryAt: number, path: string, { reportAt, listener, stopwatch }: ControllerOptions) {
    this.stopwatch = stopwatch;
    this.out = new Float64Array(outputSize(law));
    this.memoryAt = memoryAt;
    this.reportAt = reportAt;
    this.#path = path;
    this.#listener = listener;
  }

  event(message: string, { level = "info", reaction }: EventDetail = {}): void {
    const event = { t_ns: this.now_ns, level, name: this.#path, message };
    this.#listener(reaction === undefined ? event : { ...event, reaction });
  }
}

export class ControllerNode {
  readonly path: string;
  readonly #law: ControlLaw;
  readonly #stalls: readonly Stall[];
  readonly #vehicle: ScenarioVehicle;
  readonly #index: number;
  readonly #tick: Tick;
  readonly #listener: EventListener;
  readonly #sleep: ((duration_s: number) => void) | undefined;
  /** reals: the last set-points. */
  readonly #outAt: number;
  /** integers: [0] 1 while the computer hangs, [1] real stalls that are behind us. */
  readonly #stallAt: number;
  readonly #in: InPort<typeof messages.trueState.fields>;
  readonly #out: OutPort<typeof messages.actuatorCommand.fields>;
  /** For each of the law's outputs, the index of its actuator. */
  readonly #actuators: readonly number[];
  readonly #message = new Float64Array(Math.max(messages.trueState.size, messages.actuatorCommand.size));

  constructor(
    { component, law, stalls }: ScenarioController,
    vehicle: ScenarioVehicle,
    index: number,
    options: ControllerOptions,
  ) {
    const { builder, dialogue, listener, sleep } = options;
    this.path = `${vehicle.name}/${component.id}`;
    this.#law = law;
    this.#stalls = stalls;
    this.#vehicle = vehicle;
    this.#index = index;
    this.#listener = listener;
    this.#sleep = sleep;
    this.#actuators = law.outputs.map(({ actuator }) => vehicle.actuators.findIndex((a) => a.name === actuator));
    const memory = new Float64Array(law.memory);
    law.initialInto?.(memory, 0);
    const memoryAt = builder.layout.reals(`${this.path}/memory`, law.memory, [...memory]);
    const nothing = new Array<number>(outputSize(law)).fill(Number.NaN);
    this.#outAt = builder.layout.reals(`${this.path}/setpoints`, nothing.length, nothing);
    this.#stallAt = builder.layout.integers(`${this.path}/stalls`, 2);
    this.#tick = new Tick(law, memoryAt, this.path, options);
    const actor = builder.addActor({ path: this.path, handle: (sim) => this.#handle(sim) });
    this.#in = dialogue.in("controllers", this.path, "trueState", {
      only: { field: "vehicle", value: index },
      wake: { actor, phase: PHASE.react, data: 0 },
    });
    this.#out = dialogue.out("controllers", this.path, "actuatorCommand");
  }

  #handle(sim: Simulation): void {
    const message = this.#message;
    // Woken once per reading; the first wake of an instant takes them all.
    if (!this.#in.receiveNewest(sim, message, 0)) return;
    const taken_ns = message[READING.taken_ns]!;
    if (this.#hangs(sim, taken_ns * S_PER_NS)) return;
    const tick = this.#tick;
    const { reading, out } = tick;
    reading[TRUE_STATE.t_s] = taken_ns * S_PER_NS;
    for (let i = TRUE_STATE.p; i < TRUE_STATE_SIZE; i++) reading[i] = message[READING.p_NB_m - TRUE_STATE.p + i]!;
    tick.reals = sim.reals;
    tick.now_ns = sim.now_ns;
    for (let i = 0; i < out.length; i++) out[i] = sim.reals[this.#outAt + i]!;
    this.#law.step(tick);
    for (let i = 0; i < out.length; i++) sim.reals[this.#outAt + i] = out[i]!;
    this.#send(sim, taken_ns);
  }

  #send(sim: Simulation, taken_ns: number): void {
    const message = this.#message;
    const { out } = this.#tick;
    message[COMMAND.vehicle] = this.#index;
    message[COMMAND.issued_ns] = taken_ns;
    message.fill(Number.NaN, COMMAND.values);
    if (this.#law.drives === "force") {
      this.#vehicle.manager?.allocateInto(message, COMMAND.values + this.#vehicle.parts.hull.commands, out, 0);
    } else {
      const { outputs } = this.#law;
      for (let i = 0; i < outputs.length; i++) {
        const { factor, value } = outputs[i]!;
        message[COMMAND.values + this.#actuators[i]!] = factor * out[value]!;
      }
    }
    this.#out.send(sim, message, 0);
  }

  #hangs(sim: Simulation, t_s: number): boolean {
    const stalls = this.#stalls;
    if (stalls.length === 0) return false;
    const { integers } = sim;
    const at = this.#stallAt;
    const tell = (message: string): void =>
      this.#listener({ t_ns: sim.now_ns, level: "warning", name: this.path, message });
    if (this.#sleep !== undefined) {
      const next = stalls[integers[at + 1]!];
      if (next === undefined || t_s < next.start_s) return false;
      integers[at + 1]!++;
      tell(`the computer hangs for ${next.duration_s} s`);
      this.#sleep(next.duration_s);
      return false;
    }
    const stall = stalls.find(({ start_s, duration_s }) => t_s >= start_s && t_s < start_s + duration_s);
    if (stall !== undefined && integers[at] === 0) tell(`the computer hangs for ${stall.duration_s} s`);
    if (stall === undefined && integers[at] === 1) tell("the computer answers again");
    integers[at] = stall === undefined ? 0 : 1;
    return stall !== undefined;
  }
}
