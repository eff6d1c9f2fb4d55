/**
 * What can be commanded on a vehicle, by name and in the order of its commands: the hull's own actuators, thrusters, fins, other
 * parts. Names and units are the parts' own. And what a log shows of them, which is what the parts declare as their outputs:
 *
 * | actuator   | shown                                                                                           |
 * |------------|-------------------------------------------------------------------------------------------------|
 * | of a hull  | name_command_UNIT and, where the hull keeps one, the state name_UNIT                               |
 * | thruster   | name_command_UNIT, name_speed_radps, name_thrust_N, name_power_W (thrust before the deduction)       |
 * | fin        | name_command_rad, name_angle_rad                                                                  |
 * | dropWeight | name_command, name_mass_kg                                                                        |
 * | ballast    | name_command_kgps, name_flow_kgps, name_mass_kg, name_power_W                                      |
 */
import type { CommandSignal } from "../actuators/index.ts";
import type { VehicleParts } from "./vehicle-system.ts";

export interface Actuator {
  readonly name: string;
  /** Unit of the command, as a suffix: "rad", "radps", "rpm"; "1" for a share. */
  readonly unit: string;
  /** "part" for what is not one of the others. */
  readonly kind: "hull" | "thruster" | "fin" | "part";
  /** The least and the largest command that is met, where known. */
  readonly range?: readonly [least: number, most: number];
}

export function actuatorsOf(parts: VehicleParts): Actuator[] {
  const { hull, thrusters, fins, others = [] } = parts;
  const of = (kind: Actuator["kind"], signals: readonly CommandSignal[]): Actuator[] =>
    signals.map(({ name, unit, range }) => ({ name, unit, kind, ...(range === undefined ? {} : { range }) }));
  return [
    ...of("hull", hull.commandSignals),
    ...of("thruster", thrusters.commandSignals),
    ...of("fin", fins.commandSignals),
    ...others.flatMap((part) => of("part", part.commandSignals)),
  ];
}
