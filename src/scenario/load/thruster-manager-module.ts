/**
 * The thruster manager as a module of the vehicle's software: it takes the force that another module asks for and gives a set-point to
 * each thruster. It belongs to the vehicle, whose thrusters it knows; a program links to it as vehicle.thrusterManager.
 */
import type { ThrusterManager } from "../../actuators/index.ts";
import { actuatorSetpoint, bodyForce, type Module, type ModuleTick } from "../../control/index.ts";
import type { Actuator } from "../../vehicles/index.ts";

/** thrusters: in the order of the manager's commands. */
export function thrusterManagerModule(manager: ThrusterManager, thrusters: readonly Actuator[]): Module {
  const commands = new Float64Array(thrusters.length);
  return Object.freeze({
    trigger: "force",
    inputs: [{ name: "force", message: bodyForce }],
    outputs: thrusters.map(({ name, unit }) => ({ name, message: actuatorSetpoint(unit), drives: [name] })),
    inPlace: true,
    memory: 0,
    shows: [],
    step({ reals, inAt, outAt }: ModuleTick): void {
      // A law that has not asked for anything yet leaves the thrusters as they are. It writes all of a force or nothing.
      if (Number.isNaN(reals[inAt[0]!]!)) return;
      manager.allocateInto(commands, 0, reals, inAt[0]!);
      for (let k = 0; k < commands.length; k++) reals[outAt[k]!] = commands[k]!;
    },
  });
}
