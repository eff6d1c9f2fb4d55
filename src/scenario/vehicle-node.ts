/**
 * A vehicle of a scenario in the engine's model: its continuous system, its scripts, and the actor that takes the commands
 * of its controllers. Commands take effect in the phase "actuate" of the instant at which they arrive, and stay in force
 * until others come.
 */
import { S_PER_NS } from "../core/index.ts";
import {
  type Dialogue,
  type InPort,
  type ModelBuilder,
  messages,
  PHASE,
  type Simulation,
  type SystemPlace,
  type View,
} from "../engine/index.ts";
import { type Integrator, rotateInverseInto } from "../math/index.ts";
import { playScripts, STATE, startInto, uniformCurrentInto, VehicleSystem, WATER } from "../vehicles/index.ts";
import type { Scenario, ScenarioVehicle } from "./scenario.ts";

const COMMAND = messages.actuatorCommand.at;

/** Told when commands have taken effect. */
export type CommandListener = (
  vehicle: number,
  t_ns: number,
  issued_ns: number,
  node: VehicleNode,
  sim: Simulation,
) => void;

export class VehicleNode {
  readonly index: number;
  readonly vehicle: ScenarioVehicle;
  readonly system: VehicleSystem;
  readonly place: SystemPlace;

  constructor(builder: ModelBuilder, scenario: Scenario, index: number, integrator: Integrator) {
    const vehicle = scenario.vehicles[index]!;
    this.index = index;
    this.vehicle = vehicle;
    const { world } = scenario;
    const system = new VehicleSystem(vehicle.parts, {
      path: vehicle.name,
      step_ns: scenario.step_ns,
      integrator,
      gravity_mps2: world.gravity_mps2,
      density_kgpm3: world.density_kgpm3,
      scripts: vehicle.scripts,
      initialInto(x, at) {
        startInto(x, at, vehicle.component);
        uniformCurrentInto(x, at + system.waterAt, world.current_mps);
      },
    });
    this.system = system;
    this.place = builder.addSystem(system);
    if (vehicle.scripts.some((script) => script !== null)) playScripts(builder, system, this.place);
  }

  /** The port on which commands come, and who takes them. */
  takeCommands(builder: ModelBuilder, dialogue: Dialogue, listener: CommandListener | null): void {
    const message = new Float64Array(messages.actuatorCommand.size);
    let port: InPort<typeof messages.actuatorCommand.fields>;
    const actor = builder.addActor({
      path: `${this.vehicle.name}/actuators`,
      handle: (sim) => {
        while (port.receive(sim, message, 0)) {
          this.applyCommands(sim.x, message, COMMAND.values);
          listener?.(this.index, sim.now_ns, message[COMMAND.issued_ns]!, this, sim);
        }
      },
    });
    port = dialogue.in("vehicles", this.vehicle.name, "actuatorCommand", {
      only: { field: "vehicle", value: this.index },
      wake: { actor, phase: PHASE.actuate, data: 0 },
    });
  }

  /** values[from ..] by index of actuator; NaN leaves one as it is. */
  applyCommands(x: Float64Array, values: Float64Array, from: number): void {
    const to = this.place.at + this.system.commandsAt;
    for (let i = 0; i < this.system.commands; i++) {
      const value = values[from + i]!;
      if (!Number.isNaN(value)) x[to + i] = value;
    }
  }

  /** trueState of the dialogue, to out[o ..], from the state of an event or of a look. */
  trueStateInto(out: Float64Array, o: number, source: Simulation | View): void {
    const { x, now_ns } = source;
    const m = messages.trueState.at;
    const { at } = this.place;
    out[o + m.vehicle] = this.index;
    out[o + m.taken_ns] = now_ns;
    for (let i = 0; i < 7; i++) out[o + m.p_NB_m + i] = x[at + STATE.p + i]!;
    for (let i = 0; i < 6; i++) out[o + m.v_NB_B_mps + i] = x[at + STATE.V + i]!;
    this.waterVelocityInto(out, o + m.v_FB_B_mps, x, now_ns);
    for (let i = 0; i < 3; i++) out[o + m.v_FB_B_mps + i] = x[at + STATE.V + i]! - out[o + m.v_FB_B_mps + i]!;
  }

  /** The current at the vehicle, in N, as its equations have it at an instant. */
  currentInto(out: Float64Array, o: number, x: Float64Array, now_ns: number): void {
    const { at } = this.place;
    const water = at + this.system.waterAt;
    const varies = x[water + WATER.varies] !== 0;
    const dt_s = now_ns * S_PER_NS - x[water + WATER.since]!;
    for (let i = 0; i < 3; i++) {
      let value = x[water + WATER.current + i]!;
      if (varies) {
        value += x[water + WATER.rate + i]! * dt_s;
        for (let j = 0; j < 3; j++) {
          value += x[water + WATER.gradient + 3 * i + j]! * (x[at + STATE.p + j]! - x[water + WATER.around + j]!);
        }
      }
      out[o + i] = value;
    }
  }

  /** v_NF_B: the current at the vehicle, expressed in B. */
  waterVelocityInto(out: Float64Array, o: number, x: Float64Array, now_ns: number): void {
    const { at } = this.place;
    this.currentInto(out, o, x, now_ns);
    rotateInverseInto(out, o, x, at + STATE.q, out, o);
  }
}
