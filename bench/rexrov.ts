/** RexROV as shipped, under the engine: eight thrusters with shafts, and a wrench allocated to them at 50 Hz. */
import { ThrusterManager } from "../src/actuators/index.ts";
import { diskReader, shippedComponents } from "../src/cli/io/files.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { ModelBuilder, PHASE, Simulation } from "../src/engine/index.ts";
import { Definitions, loadComponent } from "../src/library/index.ts";
import { Rk4 } from "../src/math/index.ts";
import { shippedDefinitions } from "../src/scenario/index.ts";
import { VehicleSystem, vehicleParts } from "../src/vehicles/index.ts";
import { bareBodies } from "./bare-bodies.ts";

export function rexrov(): { readonly simulation: Simulation } {
  const { definitions } = Definitions.create(shippedDefinitions);
  const { component, diagnostics } = loadComponent(
    definitions,
    bareBodies(diskReader),
    `${shippedComponents}/vehicles/rexrov.xml`,
  );
  if (component === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  const parts = vehicleParts(definitions, component);
  const manager = new ThrusterManager(parts.thrusters, { density_kgpm3: 1028 });
  const system = new VehicleSystem(parts, {
    path: "rexrov",
    step_ns: 10_000_000,
    integrator: new Rk4(128),
    gravity_mps2: 9.81,
    density_kgpm3: 1028,
    initialInto(x, at) {
      x[at + 2] = 20;
    },
  });
  const builder = new ModelBuilder();
  const place = builder.addSystem(system);
  const wrench = new Float64Array(6);
  const commands = new Float64Array(parts.thrusters.commands);
  const controller = builder.addActor({
    path: "controller",
    writes: [place],
    handle(sim) {
      // Holds depth and pushes ahead: numbers that keep every thruster at work.
      const { x } = sim;
      wrench[0] = 400;
      wrench[1] = 50;
      wrench[2] = 2000 * (20 - x[place.at + 2]) - 2000 * x[place.at + 9];
      wrench[3] = 0;
      wrench[4] = 0;
      wrench[5] = 100 - 300 * x[place.at + 12];
      manager.allocateInto(commands, 0, wrench, 0);
      const at = place.at + system.commandsAt;
      for (let i = 0; i < commands.length; i++) x[at + i] = commands[i];
    },
  });
  builder.every(controller, 50, PHASE.actuate);
  return { simulation: new Simulation(builder.build()) };
}
