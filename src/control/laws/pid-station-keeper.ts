/** Station keeping: a list of holds (hold-list.ts) gives the set-points, PID loops in N (keeper-loops.ts) follow them. */
import { type Component, defineModel } from "../../library/index.ts";
import { HOLD, HOLD_MEMORY, HoldList } from "./hold-list.ts";
import { KEEPER_MEMORY, KEEPER_REPORT, KeeperLoops } from "./keeper-loops.ts";
import type { ControlLaw, ControlTick } from "./law.ts";
import { refuseBadPlan } from "./plan-check.ts";
import { STATION_KEEPER_READS, type StationKeeperParams, stationKeeper } from "./station-keeper.ts";

const REPORT = [...KEEPER_REPORT, "hold"] as const;

export class PidStationKeeper implements ControlLaw {
  readonly rate_Hz: number;
  readonly drives = "force";
  readonly outputs = Object.freeze([]);
  readonly memory = KEEPER_MEMORY + HOLD_MEMORY;
  readonly report = REPORT;
  readonly #holds: HoldList;
  readonly #loops: KeeperLoops;

  constructor(p: StationKeeperParams, component: Component) {
    this.rate_Hz = p.rate_Hz;
    this.#loops = new KeeperLoops(p, component, p.rate_Hz);
    refuseBadPlan(component);
    this.#holds = new HoldList(component, p.approachSpeed_mps, p.turnRate_radps);
  }

  step(tick: ControlTick): void {
    const { reals, memoryAt, reportAt } = tick;
    const holds = memoryAt + KEEPER_MEMORY;
    this.#loops.begin(tick, memoryAt);
    this.#holds.step(tick, holds, this.#loops.navigation, this.#loops.loop);
    this.#loops.step(tick, memoryAt, holds + HOLD.travel, reportAt);
    this.#holds.entryInto(reals, reportAt + KEEPER_REPORT.length, holds);
  }
}

export const pidStationKeeper = defineModel(stationKeeper, {
  model: "pid",
  doc: "A PID law along north, east and down and in heading, turned into the vehicle's axes.",
  default: true,
  reads: STATION_KEEPER_READS,
  create: (p, component) => new PidStationKeeper(p, component),
});
