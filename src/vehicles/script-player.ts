/**
 * Plays the scripts of a vehicle: at the start of each piece a plant event puts the piece's index into the command's slot
 * of every copy. So the integration lands on every corner, and between corners the value follows the time of each stage.
 */
import { instant_ns, type ModelBuilder, PHASE, type SystemPlace } from "../engine/index.ts";
import type { VehicleSystem } from "./vehicle-system.ts";

const PIECES = 65536;

export function playScripts(builder: ModelBuilder, system: VehicleSystem, place: SystemPlace): void {
  const { scripts } = system;
  const player = builder.addActor({
    path: `${system.path}/scripts`,
    writes: [place],
    handle(sim, data) {
      const command = Math.floor(data / PIECES);
      const at = place.at + system.commandsAt + command;
      for (let copy = 0; copy < place.copies; copy++) sim.x[at + copy * place.stride] = data % PIECES;
    },
  });
  scripts.forEach((script, command) => {
    script?.starts_s.forEach((start_s, piece) => {
      if (piece > 0) builder.at(instant_ns(start_s), PHASE.actuate, player, command * PIECES + piece);
    });
  });
}
