/**
 * A control law in an engine's model: woken by each reading of the true state, it takes the newest one, lets the law tick
 * and sends the set-points. The same node serves inside the world's own model and in a model that holds nothing but one
 * vehicle's software.
 *
 * A stall of the computer is one of two things. Simulated: readings that come in its span are thrown away. Real: the site's
 * sleep is called, once, when the span begins.
 */
import {
  type ControlLaw,
  type EventDetail,
  outputSize,
  type SoftwarePorts,
  type Stall,
  type Stopwatch,
  TRUE_STATE,
  TRUE_STATE_SIZE,
} from "../../../control/index.ts";
import { S_PER_NS } from "../../../core/index.ts";
import { type InPort, type Moment, type OutPort, PHASE } from "../../../engine/index.ts";
import { type ActuatorCommand, trueState } from "../../../vehicles/index.ts";
import type { LawReport, ScenarioController, ScenarioVehicle } from "../../load/scenario.ts";
import { declareControl } from "../control-channels.ts";
import { FEW, PORTS } from "../routes.ts";
import type { Site } from "../site.ts";
import { NodePorts } from "./node-ports.ts";

const READING = trueState.at;

/** The record that a law works on, with the buffers that change from state to state. */
class Tick {
  readonly reading = new Float64Array(TRUE_STATE_SIZE);
  readonly out: Float64Array;
  readonly memoryAt: number;
  readonly reportAt: number;
  readonly stopwatch: Stopwatch | undefined;
  readonly ports: SoftwarePorts;
  reals: Float64Array = new Float64Array(0);
  now_ns = 0;
  readonly #path: string;
  readonly #tell: Site["tell"];

  constructor(site: Site, law: ControlLaw, memoryAt: number, reportAt: number, path: string, ports: SoftwarePorts) {
    this.stopwatch = site.stopwatch;
    this.out = new Float64Array(outputSize(law));
    this.memoryAt = memoryAt;
    this.reportAt = reportAt;
    this.ports = ports;
    this.#path = path;
    this.#tell = site.tell;
  }

  event(message: string, { level = "info", reaction }: EventDetail = {}): void {
    const event = { t_ns: this.now_ns, level, name: this.#path, message };
    this.#tell(reaction === undefined ? event : { ...event, reaction });
  }
}

export class ControllerNode {
  readonly path: string;
  readonly #law: ControlLaw;
  readonly #stalls: readonly Stall[];
  readonly #vehicle: ScenarioVehicle;
  readonly #command: ActuatorCommand;
  readonly #tick: Tick;
  readonly #site: Site;
  readonly #ports: NodePorts;
  readonly #reportAt: number;
  /** reals: the last set-points. */
  readonly #outAt: number;
  /** integers: [0] 1 while the computer hangs, [1] real stalls that are behind us. */
  readonly #stallAt: number;
  readonly #in: InPort<typeof trueState.fields>;
  readonly #out: OutPort<ActuatorCommand["fields"]>;
  /** null where the law runs inside its world, which finds the report in place. */
  readonly #reportOut: OutPort<LawReport["fields"]> | null;
  /** For each of the law's outputs, the index of its actuator. */
  readonly #actuators: readonly number[];
  readonly #reading = new Float64Array(trueState.size);
  readonly #message: Float64Array;

  constructor(site: Site, controller: ScenarioController, index: number) {
    const { component, law, stalls, report } = controller;
    const { builder } = site;
    const vehicle = site.scenario.vehicles[index]!;
    this.path = PORTS.law(vehicle.name, component.id);
    this.#site = site;
    this.#law = law;
    this.#stalls = stalls;
    this.#vehicle = vehicle;
    this.#command = vehicle.command;
    this.#message = new Float64Array(vehicle.command.size);
    this.#actuators = law.outputs.map(({ actuator }) => vehicle.actuators.findIndex((a) => a.name === actuator));
    const memory = new Float64Array(law.memory);
    law.initialInto?.(memory, 0);
    const memoryAt = builder.layout.reals(`${this.path}/memory`, law.memory, [...memory]);
    const nothing = new Array<number>(outputSize(law)).fill(Number.NaN);
    this.#outAt = builder.layout.reals(`${this.path}/setpoints`, nothing.length, nothing);
    this.#stallAt = builder.layout.integers(`${this.path}/stalls`, 2);
    this.#reportAt = declareControl(site, controller, index);
    this.#ports = new NodePorts(site, index, component.id);
    this.#tick = new Tick(site, law, memoryAt, this.#reportAt, this.path, this.#ports);
    const actor = builder.addActor({ path: this.path, handle: (moment) => this.#handle(moment) });
    this.#in = site.in(this.path, trueState, { capacity: FEW, wake: { actor, phase: PHASE.react } });
    this.#out = site.out(this.path, vehicle.command, PHASE.react);
    this.#reportOut = site.reports ? site.out(this.path, report, PHASE.react) : null;
  }

  #handle(moment: Moment): void {
    const message = this.#reading;
    // Of several that came while the computer was late, the newest counts.
    if (!this.#in.receiveNewest(moment, message, 0)) return;
    const taken_ns = message[READING.taken_ns]!;
    if (this.#hangs(moment, taken_ns * S_PER_NS)) return;
    const tick = this.#tick;
    const { reading, out } = tick;
    const { reals } = moment;
    reading[TRUE_STATE.t_s] = taken_ns * S_PER_NS;
    for (let i = TRUE_STATE.p; i < TRUE_STATE_SIZE; i++) reading[i] = message[READING.p_NB_m - TRUE_STATE.p + i]!;
    tick.reals = reals;
    tick.now_ns = moment.now_ns;
    this.#ports.moment = moment;
    for (let i = 0; i < out.length; i++) out[i] = reals[this.#outAt + i]!;
    this.#law.step(tick);
    for (let i = 0; i < out.length; i++) reals[this.#outAt + i] = out[i]!;
    this.#send(moment, taken_ns);
  }

  #send(moment: Moment, taken_ns: number): void {
    const message = this.#message;
    const { issued_ns, values } = this.#command.at;
    const { out } = this.#tick;
    message.fill(Number.NaN);
    message[issued_ns] = taken_ns;
    if (this.#law.drives === "force") {
      this.#vehicle.manager?.allocateInto(message, values + (this.#vehicle.parts?.hull.commands ?? 0), out, 0);
    } else {
      const { outputs } = this.#law;
      for (let i = 0; i < outputs.length; i++) {
        const { factor, value } = outputs[i]!;
        message[values + this.#actuators[i]!] = factor * out[value]!;
      }
    }
    this.#out.send(moment, message, 0);
    this.#reportOut?.send(moment, moment.reals, this.#reportAt);
  }

  #hangs(sim: Moment, t_s: number): boolean {
    const stalls = this.#stalls;
    if (stalls.length === 0) return false;
    const { integers } = sim;
    const at = this.#stallAt;
    const tell = (message: string): void =>
      this.#site.tell({ t_ns: sim.now_ns, level: "warning", name: this.path, message });
    if (this.#site.sleep !== undefined) {
      const next = stalls[integers[at + 1]!];
      if (next === undefined || t_s < next.start_s) return false;
      integers[at + 1]!++;
      tell(`the computer hangs for ${next.duration_s} s`);
      this.#site.sleep(next.duration_s);
      return false;
    }
    const stall = stalls.find(({ start_s, duration_s }) => t_s >= start_s && t_s < start_s + duration_s);
    if (stall !== undefined && integers[at] === 0) tell(`the computer hangs for ${stall.duration_s} s`);
    if (stall === undefined && integers[at] === 1) tell("the computer answers again");
    integers[at] = stall === undefined ? 0 : 1;
    return stall !== undefined;
  }
}
