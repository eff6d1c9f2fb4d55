/**
 * Station keeping: a list of holds (holds-module.ts) gives the target, PID loops in N (keeper-module.ts) hold it. The short form of
 *
 *   vehicle.state ─> keeper/holds ─> keeper ─> vehicle.thrusterManager
 */
import { type Component, defineModel } from "../../library/index.ts";
import type { Program } from "../modules/program.ts";
import { HoldsModule } from "./holds-module.ts";
import { KeeperModule } from "./keeper-module.ts";
import { STATION_KEEPER_READS, type StationKeeperParams, stationKeeper } from "./station-keeper.ts";

function keeperProgram(p: StationKeeperParams, component: Component): Program {
  const { id, range } = component;
  const holds = `${id}/holds`;
  return {
    modules: [
      { id, module: new KeeperModule(p, component, p.rate_Hz), component, channel: "" },
      { id: holds, module: new HoldsModule(component, p.rate_Hz, p.keepAtEnd), component, channel: "" },
    ],
    links: [
      { from: `${holds}.target`, to: `${id}.target`, range },
      { from: `${holds}.override`, to: `${id}.override`, range },
    ],
  };
}

export const pidStationKeeper = defineModel(stationKeeper, {
  model: "pid",
  doc: "A PID law along north, east and down and in heading, turned into the vehicle's axes.",
  default: true,
  reads: STATION_KEEPER_READS,
  create: keeperProgram,
});
