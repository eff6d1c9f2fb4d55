/**
 * What can be commanded on a vehicle, by name and in the order of its commands: the hull's own actuators, thrusters, fins.
 * And what a log shows of each:
 *
 * | actuator   | shown                                                                                           |
 * |------------|-------------------------------------------------------------------------------------------------|
 * | of a hull  | name_command_UNIT and, where the hull keeps one, the state name_UNIT                               |
 * | thruster   | name_command_UNIT, name_speed_radps, name_thrust_N, name_power_W (thrust before the deduction)       |
 * | fin        | name_command_rad, name_angle_rad                                                                  |
 */
import { SURFACE, SURFACE_SIZE, THRUSTER_OUTPUT, THRUSTER_OUTPUT_SIZE } from "../actuators/index.ts";
import type { Component } from "../library/index.ts";
import type { VehicleParts, VehicleSystem } from "./vehicle-system.ts";

export interface Actuator {
  readonly name: string;
  /** Unit of the command, as a suffix: "rad", "radps", "rpm"; "1" for a share. */
  readonly unit: string;
  readonly kind: "hull" | "thruster" | "fin";
}

export function actuatorsOf(component: Component, parts: VehicleParts): Actuator[] {
  const of = (kind: string): Component[] => component.children.filter((child) => child.kind === kind);
  return [
    ...parts.hull.actuators.map(({ name, unit }) => ({ name, unit, kind: "hull" as const })),
    ...of("thruster").map((child) => ({ name: child.id, unit: commandUnit(child), kind: "thruster" as const })),
    ...of("fin").map((child) => ({ name: child.id, unit: "rad", kind: "fin" as const })),
  ];
}

/** A table has the unit of its maker; every other model takes a shaft speed. */
function commandUnit(thruster: Component): string {
  return thruster.model === "table" ? String(thruster.params.commandUnit).replace("/", "p") : "radps";
}

/** What a log shows of the actuators of one vehicle. */
export class ActuatorReport {
  readonly names: readonly string[];
  readonly #system: VehicleSystem;
  readonly #hullStates: boolean;
  readonly #values: Float64Array;

  constructor(actuators: readonly Actuator[], system: VehicleSystem) {
    const { hull, thrusters, fins } = system.parts;
    this.#system = system;
    this.#hullStates = hull.states === hull.actuators.length;
    this.#values = new Float64Array(thrusters.commands * THRUSTER_OUTPUT_SIZE + fins.commands * SURFACE_SIZE);
    this.names = actuators.flatMap(({ name, unit, kind }) => {
      const suffix = unit === "1" ? "" : `_${unit}`;
      const command = `${name}_command${suffix}`;
      if (kind === "hull")
        return [command, ...(this.#hullStates ? [`${name}${suffix === "" ? "_state" : suffix}`] : [])];
      if (kind === "fin") return [command, `${name}_angle_rad`];
      return [command, `${name}_speed_radps`, `${name}_thrust_N`, `${name}_power_W`];
    });
  }

  /** Writes the values, in the order of names, to out[o ..] for the vehicle at x[at ..] at time[0]. */
  into(out: Float64Array, o: number, x: Float64Array, at: number, time: Float64Array): void {
    const { hull, thrusters, fins } = this.#system.parts;
    const values = this.#values;
    const commands = this.#system.outputsInto(values, 0, x, at, time);
    let to = o;
    for (let i = 0; i < hull.commands; i++) {
      out[to++] = commands[i];
      if (this.#hullStates) out[to++] = x[at + this.#system.hullStatesAt + i];
    }
    for (let k = 0; k < thrusters.commands; k++) {
      const from = THRUSTER_OUTPUT_SIZE * k;
      out[to++] = commands[hull.commands + k];
      out[to++] = values[from + THRUSTER_OUTPUT.speed];
      out[to++] = values[from + THRUSTER_OUTPUT.thrust];
      out[to++] = values[from + THRUSTER_OUTPUT.power];
    }
    const first = THRUSTER_OUTPUT_SIZE * thrusters.commands;
    for (let k = 0; k < fins.commands; k++) {
      out[to++] = commands[hull.commands + thrusters.commands + k];
      out[to++] = values[first + SURFACE_SIZE * k + SURFACE.deflection];
    }
  }
}
