/**
 * A program of a vehicle in an engine's model: woken by what comes from sensors and devices, it lets the bare executor run what is
 * due and sends the set-points. The same node serves inside the world's own model and in a model that holds nothing but one
 * program.
 *
 * Once the battery of the vehicle has cut off, nothing steps any more.
 *
 * A stall of the computer is one of two things. Simulated: no module steps in its span, and what comes in it lets none step later; of
 * each input the newest is there when the computer answers again. Real: the site's sleep is called, once, when the span begins.
 */
import { BareExecutor, type LogDetail, navigationState, type Stall } from "../../../control/index.ts";
import { S_PER_NS } from "../../../core/index.ts";
import { type Fields, type InPort, type Moment, type OutPort, PHASE } from "../../../engine/index.ts";
import { powerState } from "../../../environment/index.ts";
import type { ActuatorCommand } from "../../../vehicles/index.ts";
import type { ScenarioController, ScenarioVehicle, ShownValues } from "../../load/vehicle.ts";
import { declareShown } from "../control-channels.ts";
import { FEW, inputPath, PORTS } from "../routes.ts";
import type { Site } from "../site.ts";
import { batteryPath } from "../thing-routes.ts";
import { NodePorts } from "./node-ports.ts";

export class ProgramNode {
  readonly path: string;
  readonly #executor: BareExecutor;
  readonly #stalls: readonly Stall[];
  readonly #command: ActuatorCommand;
  readonly #site: Site;
  readonly #ports: NodePorts;
  readonly #shownAt: number;
  /** integers: [0] 1 while the computer hangs, [1] real stalls that are over, [2] 1 without power. */
  readonly #stallAt: number;
  /** null where the vehicle has no battery. */
  readonly #supply: InPort<typeof powerState.fields> | null;
  readonly #power = new Float64Array(powerState.size);
  readonly #out: OutPort<ActuatorCommand["fields"]>;
  /** null where the program runs inside its world, which finds what it shows in place. */
  readonly #shownOut: OutPort<ShownValues["fields"]> | null;
  readonly #deliveries: readonly OutPort<Fields>[];
  /** null for a program without navigation. */
  readonly #estimate: OutPort<typeof navigationState.fields> | null;
  readonly #message: Float64Array;
  readonly #taken_ns = new Float64Array(1);

  constructor(site: Site, controller: ScenarioController, index: number) {
    const { component, program, stalls, shown } = controller;
    const { builder } = site;
    const vehicle: ScenarioVehicle = site.scenario.vehicles[index]!;
    this.path = PORTS.law(vehicle.name, component.id);
    this.#site = site;
    this.#stalls = stalls;
    this.#command = vehicle.command;
    this.#message = new Float64Array(vehicle.command.size);
    this.#stallAt = builder.layout.integers(`${this.path}/stalls`, 3);
    this.#shownAt = declareShown(site, controller, index);
    this.#ports = new NodePorts(site, index, component.id);
    this.#executor = new BareExecutor(program, {
      layout: builder.layout,
      path: this.path,
      log: (t_ns, name, message, detail) => this.#log(t_ns, name, message, detail),
      ports: this.#ports,
      stopwatch: site.stopwatch,
      shownAt: this.#shownAt,
      failSafe: vehicle.failSafe,
    });
    const actor = builder.addActor({ path: this.path, handle: (moment) => this.#handle(moment) });
    program.externals.forEach((external, k) => {
      const { message } = program.slots[external.slot]!;
      const path = inputPath(vehicle.name, controller, external);
      // A reading that triggers nothing waits for the next tick: an event for each of a fast sensor would cost more than the sensor.
      const waits = stalls.length === 0 && !this.#executor.isUrgent(k);
      const port = site.in(path, message, {
        capacity: FEW,
        ...(waits ? { newest: true } : { wake: { actor, phase: PHASE.react } }),
      });
      this.#executor.receiveFrom(k, port as InPort);
    });
    this.#supply =
      batteryPath(site.scenario, index) === null
        ? null
        : site.in(this.path, powerState, { capacity: FEW, wake: { actor, phase: PHASE.react } });
    this.#out = site.out(this.path, vehicle.command, PHASE.react);
    this.#deliveries = program.deliveries.map(({ name, slot }) =>
      site.out(PORTS.software(vehicle.name, component.id, name), program.slots[slot]!.message, PHASE.react),
    );
    this.#estimate = program.estimate === null ? null : site.out(this.path, navigationState, PHASE.react);
    this.#shownOut = site.reports ? site.out(this.path, shown, PHASE.react) : null;
  }

  #log(t_ns: number, name: string, message: string, { level = "info", ...more }: LogDetail): void {
    this.#site.tell({ t_ns, level, name, message, ...more });
  }

  #handle(moment: Moment): void {
    const executor = this.#executor;
    if (!executor.take(moment) || this.#isUnpowered(moment) || this.#hangs(moment)) return;
    this.#ports.moment = moment;
    // A sample that waits for its reader changes no command.
    if (!executor.run(moment)) return;
    if (executor.hasCommands()) this.#sendCommands(moment);
    for (let k = 0; k < this.#deliveries.length; k++) {
      const at = executor.deliveryAt(k, moment.reals);
      if (at >= 0) this.#deliveries[k]!.send(moment, moment.reals, at);
    }
    const estimateAt = this.#estimate === null ? -1 : executor.estimateAt();
    if (estimateAt >= 0) this.#estimate!.send(moment, moment.reals, estimateAt);
    this.#shownOut?.send(moment, moment.reals, this.#shownAt);
  }

  #sendCommands(moment: Moment): void {
    const message = this.#message;
    const { issued_ns, values } = this.#command.at;
    message.fill(Number.NaN);
    this.#executor.commandsInto(message, values, moment.reals, this.#taken_ns);
    message[issued_ns] = this.#taken_ns[0]!;
    this.#out.send(moment, message, 0);
  }

  #isUnpowered(moment: Moment): boolean {
    const supply = this.#supply;
    if (supply === null) return false;
    const { integers } = moment;
    while (supply.receive(moment, this.#power, 0)) integers[this.#stallAt + 2] = this.#power[0] === 0 ? 1 : 0;
    return integers[this.#stallAt + 2] === 1;
  }

  #hangs(moment: Moment): boolean {
    const stalls = this.#stalls;
    if (stalls.length === 0) return false;
    const { integers } = moment;
    const at = this.#stallAt;
    const t_s = moment.now_ns * S_PER_NS;
    const report = (message: string): void =>
      this.#site.tell({ t_ns: moment.now_ns, level: "warning", name: this.path, message });
    if (this.#site.sleep !== undefined) {
      const next = stalls[integers[at + 1]!];
      if (next === undefined || t_s < next.start_s) return false;
      integers[at + 1]!++;
      report(`the computer hangs for ${next.duration_s} s`);
      this.#site.sleep(next.duration_s);
      return false;
    }
    const stall = stalls.find(({ start_s, duration_s }) => t_s >= start_s && t_s < start_s + duration_s);
    if (stall !== undefined && integers[at] === 0) report(`the computer hangs for ${stall.duration_s} s`);
    if (stall === undefined && integers[at] === 1) report("the computer answers again");
    integers[at] = stall === undefined ? 0 : 1;
    return stall !== undefined;
  }
}
