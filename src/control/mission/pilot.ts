/**
 * What flies under the robot-tasks of a mission: the loops of one autopilot or one station keeper. Tasks come and go; the
 * loops, with their integrals, and the set-points stay, so that every switch is bumpless.
 */
import type { Component } from "../../library/index.ts";
import type { AutopilotParams } from "../laws/autopilot.ts";
import { CASCADE_MEMORY, CASCADE_REPORT, CascadeLoops } from "../laws/cascade-loops.ts";
import { KEEPER_MEMORY, KEEPER_REPORT, KeeperLoops } from "../laws/keeper-loops.ts";
import { type ActuatorOutput, type ControlLaw, type ControlTick, TRUE_STATE } from "../laws/law.ts";
import { NAVIGATION } from "../laws/navigation.ts";
import { SETPOINT, SETPOINTS } from "../laws/setpoints.ts";
import type { StationKeeperParams } from "../laws/station-keeper.ts";
import { TRAVEL_MEMORY, TravellingSetpoint } from "../laws/travelling-setpoint.ts";

export interface Pilot {
  readonly kind: "autopilot" | "stationKeeper";
  readonly rate_Hz: number;
  readonly drives: ControlLaw["drives"];
  readonly outputs: readonly ActuatorOutput[];
  /** Reals of the loops, with the set-points behind them. */
  readonly memory: number;
  /** Place of the set-points in the memory. */
  readonly setpoints: number;
  readonly report: readonly string[];
  readonly navigation: Float64Array;
  readonly loop: Float64Array;
  /** Looks at the reading; in the first tick the set-points become what the vehicle does. */
  begin(tick: ControlTick, at: number): void;
  /** `out` from the set-points; what the loops show goes to reals[reportAt ..]. */
  step(tick: ControlTick, at: number, reportAt: number): void;
}

/** Loops of an <autopilot> or <stationKeeper>, ticking at another rate where one is given. */
export function pilotOf(component: Component, rate_Hz: number | undefined): Pilot {
  if (component.kind === "stationKeeper") {
    const p = component.params as unknown as StationKeeperParams;
    return new KeeperPilot(p, component, rate_Hz ?? p.rate_Hz);
  }
  const p = component.params as unknown as AutopilotParams;
  return new CascadePilot(p, component, rate_Hz ?? p.rate_Hz);
}

/** Behind loops and set-points: 0 before the first tick. */
class CascadePilot implements Pilot {
  readonly kind = "autopilot";
  readonly drives = "actuators";
  readonly rate_Hz: number;
  readonly outputs: readonly ActuatorOutput[];
  readonly memory = CASCADE_MEMORY + SETPOINTS + 1;
  readonly setpoints = CASCADE_MEMORY;
  readonly report = CASCADE_REPORT;
  readonly navigation: Float64Array;
  readonly loop: Float64Array;
  readonly #loops: CascadeLoops;

  constructor(p: AutopilotParams, component: Component, rate_Hz: number) {
    this.rate_Hz = rate_Hz;
    this.#loops = new CascadeLoops(p, component, rate_Hz);
    this.outputs = this.#loops.outputs;
    this.navigation = this.#loops.navigation;
    this.loop = this.#loops.loop;
  }

  begin(tick: ControlTick, at: number): void {
    const { reals, reading } = tick;
    this.#loops.begin(tick, at);
    if (reals[at + CASCADE_MEMORY + SETPOINTS] !== 0) return;
    reals[at + CASCADE_MEMORY + SETPOINTS] = 1;
    reals[at + CASCADE_MEMORY + SETPOINT.depth] = reading[TRUE_STATE.p + 2]!;
    reals[at + CASCADE_MEMORY + SETPOINT.heading] = this.navigation[NAVIGATION.heading]!;
  }

  step(tick: ControlTick, at: number, reportAt: number): void {
    this.#loops.step(tick, at, at + CASCADE_MEMORY, reportAt);
  }
}

class KeeperPilot implements Pilot {
  readonly kind = "stationKeeper";
  readonly drives = "force";
  readonly rate_Hz: number;
  readonly outputs: readonly ActuatorOutput[] = Object.freeze([]);
  readonly memory = KEEPER_MEMORY + TRAVEL_MEMORY + 1;
  readonly setpoints = KEEPER_MEMORY;
  readonly report = KEEPER_REPORT;
  readonly navigation: Float64Array;
  readonly loop: Float64Array;
  readonly #loops: KeeperLoops;
  readonly #travel: TravellingSetpoint;

  constructor(p: StationKeeperParams, component: Component, rate_Hz: number) {
    this.rate_Hz = rate_Hz;
    this.#loops = new KeeperLoops(p, component, rate_Hz);
    this.#travel = new TravellingSetpoint(p.approachSpeed_mps, p.turnRate_radps);
    this.navigation = this.#loops.navigation;
    this.loop = this.#loops.loop;
  }

  begin(tick: ControlTick, at: number): void {
    const { reals } = tick;
    this.#loops.begin(tick, at);
    if (reals[at + KEEPER_MEMORY + TRAVEL_MEMORY] !== 0) return;
    reals[at + KEEPER_MEMORY + TRAVEL_MEMORY] = 1;
    this.#travel.begin(tick, at + KEEPER_MEMORY, this.navigation);
  }

  step(tick: ControlTick, at: number, reportAt: number): void {
    this.#travel.step(tick.reals, at + KEEPER_MEMORY, this.loop);
    this.#loops.step(tick, at, at + KEEPER_MEMORY, reportAt);
  }
}
