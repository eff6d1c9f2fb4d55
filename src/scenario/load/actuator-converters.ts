/**
 * The actuators of a vehicle as its software sees them: name, unit, the command at which each rests, and the modules that convert from
 * other units by the actuator's own curve. Made here, where thrusters and software meet.
 */
import { type CommandConverter, commandConverter, convertibleUnits } from "../../actuators/index.ts";
import { actuatorSetpoint, type Module, type ModuleTick, type VehicleActuator } from "../../control/index.ts";
import type { Actuator, VehicleParts } from "../../vehicles/index.ts";

/** density_kgpm3: of the water, for thrusts. */
export function vehicleActuators(
  parts: VehicleParts | null,
  actuators: readonly Actuator[],
  density_kgpm3: number,
): VehicleActuator[] {
  const models = parts?.thrusters.models ?? [];
  const rests = new Float64Array(models.length);
  parts?.thrusters.restCommandsInto(rests, 0);
  let thruster = 0;
  return actuators.map(({ name, unit, kind }): VehicleActuator => {
    const k = kind === "thruster" ? thruster++ : -1;
    const model = models[k] ?? null;
    return {
      name,
      unit,
      rest: rests[k] ?? 0,
      converts: convertibleUnits(unit, model),
      converter(from, factor) {
        const converter = commandConverter(from, unit, model, density_kgpm3);
        if (converter === null) return null;
        return { words: converter.words, module: converterModule(converter, from, unit, factor) };
      },
    };
  });
}

function converterModule(converter: CommandConverter, from: string, to: string, factor: number): Module {
  const value = new Float64Array(1);
  return Object.freeze({
    trigger: "wanted",
    inputs: [{ name: "wanted", message: actuatorSetpoint(from) }],
    outputs: [{ name: "command", message: actuatorSetpoint(to) }],
    inPlace: true,
    memory: 0,
    shows: [],
    step({ reals, inAt, outAt }: ModuleTick): void {
      value[0] = factor * reals[inAt[0]!]!;
      // A law that has not written its output yet leaves the actuator as it is.
      if (!Number.isNaN(value[0])) converter.convertInto(reals, outAt[0]!, value, 0);
    },
  });
}
