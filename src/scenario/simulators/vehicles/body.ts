/**
 * A vehicle of a scenario in the engine's model: a moving body, with its continuous system and its scripts, or one that stays
 * where it is put. What can be said of either at an instant is the same.
 */
import { S_PER_NS } from "../../../core/index.ts";
import type { Look, SystemPlace, ThingPart } from "../../../engine/index.ts";
import { type Integrator, rotateInverseInto, rpyFromQuaternionInto } from "../../../math/index.ts";
import { batteryReading, bodyMotion, contactReading, partReading } from "../../../sensors/index.ts";
import {
  BATTERY_STATUS,
  BATTERY_STATUS_SIZE,
  type BodyPart,
  CONTACT_FORCE,
  CONTACT_FORCE_SIZE,
  findSignal,
  HELD_NAMES,
  LATCHED_SIZE,
  PUSH_SIZE,
  playScripts,
  STATE,
  startInto,
  uniformCurrentInto,
  type VehicleParts,
  VehicleSystem,
  vehicleState,
  WATER,
  WATER_SIZE,
} from "../../../vehicles/index.ts";
import type { ScenarioVehicle } from "../../load/vehicle.ts";
import type { Site } from "../site.ts";

const TOLD = vehicleState.at;
const MOTION = bodyMotion.at;
const READ = partReading.at;
const SUPPLY = batteryReading.at;
const TOUCH = contactReading.at;

/** What the log shows of a body's motion. */
export const STATE_FIELDS = [
  "north_m",
  "east_m",
  "depth_m",
  "roll_rad",
  "pitch_rad",
  "heading_rad",
  "u_mps",
  "v_mps",
  "w_mps",
  "p_radps",
  "q_radps",
  "r_radps",
  "uWater_mps",
  "vWater_mps",
  "wWater_mps",
  "currentNorth_mps",
  "currentEast_mps",
  "currentDown_mps",
] as const;

export interface Body {
  readonly index: number;
  readonly vehicle: ScenarioVehicle;
  /** What has to be read to say anything of it. */
  readonly reads: readonly SystemPlace[];
  /** A vehicleState to out[0 ..]. */
  tellInto(out: Float64Array, look: Look): void;
  /** A bodyMotion to out[0 ..]. */
  motionInto(out: Float64Array, look: Look): void;
  /** A batteryReading to out[0 ..]; NaN without a battery. */
  batteryInto(out: Float64Array, look: Look): void;
  /** A contactReading to out[0 ..]; zeros where nothing can touch it. */
  contactInto(out: Float64Array, look: Look): void;
  /** Writes a partReading to out[0 ..] when it is called; a part that the body does not have reads NaN. */
  partReader(out: Float64Array, of: ThingPart): (look: Look) => void;
  /** STATE_FIELDS to out[0 ..]. */
  fieldsInto(out: Float64Array, look: Look): void;
  /** p_NB, q_NB to out[0 ..]. */
  poseInto(out: Float64Array, look: Look): void;
  /** p_NB and v_FB_B, the velocity through the water, to out[0 ..]. */
  wayInto(out: Float64Array, look: Look): void;
}

/** A vehicle among those that tethers join it to. */
export interface Tie {
  readonly place: SystemPlace;
  /** Itself first, and all that is integrated with it: its accelerations depend on all of that. */
  readonly reads: readonly SystemPlace[];
  /** Its derivatives with the pull of the tethers, in an array that is good until the next call. */
  sampledRates(x: Float64Array, time: Float64Array): Float64Array;
}

/** The equations of a vehicle of a scenario. pushes: whether forces from outside may act on it. */
export function vehicleSystem(
  { scenario, constants }: Site,
  index: number,
  parts: VehicleParts,
  integrator: Integrator,
  pushes: boolean,
): VehicleSystem {
  const vehicle = scenario.vehicles[index]!;
  const system = new VehicleSystem(parts, {
    path: vehicle.name,
    step_ns: scenario.step_ns,
    integrator,
    gravity_mps2: constants.gravity_mps2,
    density_kgpm3: constants.density_kgpm3,
    scripts: vehicle.scripts,
    pushes,
    touches: (scenario.contacts?.bodies[index] ?? null) !== null,
    docks: scenario.latches.some(({ candidates }) => candidates.some(({ vehicle }) => vehicle === index)),
    initialInto(x, at) {
      startInto(x, at, vehicle.component);
      uniformCurrentInto(x, at + system.waterAt, constants.current_N_mps);
    },
  });
  return system;
}

export class MovingBody implements Body {
  readonly index: number;
  readonly vehicle: ScenarioVehicle;
  readonly system: VehicleSystem;
  readonly place: SystemPlace;
  readonly reads: readonly SystemPlace[];
  readonly #tie: Tie | null;
  readonly #time = new Float64Array(1);
  readonly #supply = new Float64Array(BATTERY_STATUS_SIZE);

  /** tie: its place among the vehicles that tethers join it to; null where it is integrated by itself. */
  constructor({ builder, scenario }: Site, index: number, system: VehicleSystem, tie: Tie | null) {
    const vehicle = scenario.vehicles[index]!;
    this.index = index;
    this.vehicle = vehicle;
    this.system = system;
    this.#tie = tie;
    this.place = tie?.place ?? builder.addSystem(system);
    this.reads = tie?.reads ?? [this.place];
    if (vehicle.scripts.some((script) => script !== null)) playScripts(builder, system, this.place);
  }

  /** Its derivatives at time[0], with the pull of tethers, in an array that is good until the next call. */
  sampledRates(x: Float64Array, time: Float64Array): Float64Array {
    return this.#tie?.sampledRates(x, time) ?? this.system.sampledRates(x, this.place.at, time);
  }

  /** values[from ..] by index of actuator; NaN leaves one as it is. */
  applyCommands(x: Float64Array, values: Float64Array, from: number): void {
    const to = this.place.at + this.system.commandsAt;
    for (let i = 0; i < this.system.commands; i++) {
      const value = values[from + i]!;
      if (!Number.isNaN(value)) x[to + i] = value;
    }
  }

  /** The commands in force, by index of actuator, to out[o ..]; NaN for those that follow a script. */
  commandsInto(out: Float64Array, o: number, x: Float64Array): void {
    const { scripts, commands, commandsAt } = this.system;
    const from = this.place.at + commandsAt;
    for (let i = 0; i < commands; i++) out[o + i] = (scripts[i] ?? null) === null ? x[from + i]! : Number.NaN;
  }

  /** Bound of the states and held inputs of a body made of these parts, for its integrator. */
  static mostNumbers({ hull, thrusters, fins, others = [], battery }: VehicleParts): number {
    const of = (part: BodyPart): number => part.states + part.commands + (part.held ?? 0);
    const supply = battery == null ? [] : [battery];
    const parts = [hull, thrusters, fins, ...others, ...supply].reduce((sum, part) => sum + of(part), 0);
    return STATE.actuators + WATER_SIZE + parts + PUSH_SIZE + CONTACT_FORCE_SIZE + LATCHED_SIZE + HELD_NAMES.length;
  }

  tellInto(out: Float64Array, look: Look): void {
    const { x } = look;
    const { at } = this.place;
    this.#enter(look);
    out[TOLD.t_ns] = look.instant_ns[0]!;
    for (let i = 0; i < 7; i++) out[TOLD.p_NB_m + i] = x[at + STATE.p + i]!;
    for (let i = 0; i < 6; i++) out[TOLD.v_NB_B_mps + i] = x[at + STATE.V + i]!;
    this.#throughWaterInto(out, TOLD.v_FB_B_mps, x);
    this.system.windHeightInto(out, TOLD.windHeight_m, x, at, this.#time);
  }

  motionInto(out: Float64Array, look: Look): void {
    const { x } = look;
    const { at } = this.place;
    this.#enter(look);
    out[MOTION.t_ns] = look.instant_ns[0]!;
    for (let i = 0; i < 7; i++) out[MOTION.p_NB_m + i] = x[at + STATE.p + i]!;
    for (let i = 0; i < 6; i++) out[MOTION.v_NB_B_mps + i] = x[at + STATE.V + i]!;
    this.#throughWaterInto(out, MOTION.v_FB_B_mps, x);
    const rates = this.sampledRates(x, this.#time);
    for (let i = 0; i < 6; i++) out[MOTION.dv_NB_B_mps2 + i] = rates[STATE.V + i]!;
  }

  batteryInto(out: Float64Array, look: Look): void {
    const { battery = null } = this.system.parts;
    out[SUPPLY.t_ns] = look.instant_ns[0]!;
    if (battery === null) {
      out.fill(Number.NaN, SUPPLY.t_ns + 1, batteryReading.size);
      return;
    }
    this.#enter(look);
    const is = this.#supply;
    this.system.batteryInto(is, 0, look.x, this.place.at, this.#time);
    out[SUPPLY.voltage_V] = is[BATTERY_STATUS.voltage_V]!;
    out[SUPPLY.current_A] = is[BATTERY_STATUS.current_A]!;
    out[SUPPLY.charge] = is[BATTERY_STATUS.charge]!;
    out[SUPPLY.capacity_C] = battery.capacity_C;
  }

  contactInto(out: Float64Array, { x, instant_ns }: Look): void {
    const held = this.place.at + this.system.contactAt;
    const isTouchable = this.system.contactAt >= 0;
    let square = 0;
    for (let i = 0; isTouchable && i < 3; i++) {
      const f = x[held + CONTACT_FORCE.force_N + i]!;
      square += f * f;
    }
    out[TOUCH.t_ns] = instant_ns[0]!;
    out[TOUCH.force_N] = Math.sqrt(square);
    out[TOUCH.impulse_Ns] = isTouchable ? x[held + CONTACT_FORCE.impulse]! : 0;
  }

  partReader(out: Float64Array, { part, quantity }: ThingPart): (look: Look) => void {
    const { index, factor } = findSignal(this.system.outputs, part, quantity) ?? { index: -1, factor: Number.NaN };
    const values = new Float64Array(this.system.outputs.length);
    return (look) => {
      this.#enter(look);
      this.system.partOutputsInto(values, 0, look.x, this.place.at, this.#time);
      out[READ.t_ns] = look.instant_ns[0]!;
      out[READ.value] = factor * (values[index] ?? Number.NaN);
    };
  }

  fieldsInto(out: Float64Array, look: Look): void {
    const { x } = look;
    const { at } = this.place;
    this.#enter(look);
    for (let i = 0; i < 3; i++) out[i] = x[at + STATE.p + i]!;
    rpyFromQuaternionInto(out, 3, x, at + STATE.q);
    for (let i = 0; i < 6; i++) out[6 + i] = x[at + STATE.V + i]!;
    this.#throughWaterInto(out, 12, x);
    this.#currentInto(out, 15, x);
  }

  poseInto(out: Float64Array, { x }: Look): void {
    for (let i = 0; i < 7; i++) out[i] = x[this.place.at + STATE.p + i]!;
  }

  wayInto(out: Float64Array, look: Look): void {
    this.#enter(look);
    for (let i = 0; i < 3; i++) out[i] = look.x[this.place.at + STATE.p + i]!;
    this.#throughWaterInto(out, 3, look.x);
  }

  /** The instant goes through an array from here on: a number that crosses a call may be boxed. */
  #enter(look: Look): void {
    this.#time[0] = look.instant_ns[0]! * S_PER_NS;
  }

  /** v_FB_B: the velocity through the water at #time, in B. */
  #throughWaterInto(out: Float64Array, o: number, x: Float64Array): void {
    const { at } = this.place;
    this.#currentInto(out, o, x);
    rotateInverseInto(out, o, x, at + STATE.q, out, o);
    for (let i = 0; i < 3; i++) out[o + i] = x[at + STATE.V + i]! - out[o + i]!;
  }

  /** The current at the vehicle, in N, as its equations have it at #time. */
  #currentInto(out: Float64Array, o: number, x: Float64Array): void {
    const { at } = this.place;
    const water = at + this.system.waterAt;
    if (x[water + WATER.varies] === 0) {
      for (let i = 0; i < 3; i++) out[o + i] = x[water + WATER.current + i]!;
      return;
    }
    const dt_s = this.#time[0]! - x[water + WATER.since]!;
    const dN = x[at + STATE.p]! - x[water + WATER.around]!;
    const dE = x[at + STATE.p + 1]! - x[water + WATER.around + 1]!;
    const dD = x[at + STATE.p + 2]! - x[water + WATER.around + 2]!;
    for (let i = 0; i < 3; i++) {
      const g = water + WATER.gradient + 3 * i;
      const still = x[water + WATER.current + i]! + x[water + WATER.rate + i]! * dt_s;
      out[o + i] = still + x[g]! * dN + x[g + 1]! * dE + x[g + 2]! * dD;
    }
  }
}

/** A dock, a moored node: it costs no integration. */
export class FixedBody implements Body {
  readonly index: number;
  readonly vehicle: ScenarioVehicle;
  readonly reads: readonly SystemPlace[] = [];
  /** p_NB, q_NB; v_FB_B and the current in N, as the constants say. */
  readonly #pose = new Float64Array(STATE.actuators);
  readonly #through = new Float64Array(3);
  readonly #told = new Float64Array(vehicleState.size);
  readonly #current: Float64Array;

  constructor({ scenario, constants }: Site, index: number) {
    const vehicle = scenario.vehicles[index]!;
    this.index = index;
    this.vehicle = vehicle;
    startInto(this.#pose, 0, vehicle.component);
    this.#current = Float64Array.from(constants.current_N_mps);
    rotateInverseInto(this.#through, 0, this.#pose, STATE.q, this.#current, 0);
    for (let i = 0; i < 3; i++) this.#through[i] = 0 - this.#through[i]!;
  }

  tellInto(out: Float64Array, { instant_ns }: Look): void {
    out.fill(0, 0, vehicleState.size);
    out[TOLD.t_ns] = instant_ns[0]!;
    for (let i = 0; i < 7; i++) out[TOLD.p_NB_m + i] = this.#pose[i]!;
    for (let i = 0; i < 3; i++) out[TOLD.v_FB_B_mps + i] = this.#through[i]!;
  }

  motionInto(out: Float64Array, look: Look): void {
    this.tellInto(this.#told, look);
    out.fill(0, 0, bodyMotion.size);
    out[MOTION.t_ns] = look.instant_ns[0]!;
    for (let i = 0; i < 16; i++) out[MOTION.p_NB_m + i] = this.#told[TOLD.p_NB_m + i]!;
  }

  batteryInto(out: Float64Array, look: Look): void {
    out.fill(Number.NaN, 0, batteryReading.size);
    out[SUPPLY.t_ns] = look.instant_ns[0]!;
  }

  contactInto(out: Float64Array, { instant_ns }: Look): void {
    out.fill(0, 0, contactReading.size);
    out[TOUCH.t_ns] = instant_ns[0]!;
  }

  partReader(out: Float64Array): (look: Look) => void {
    return ({ instant_ns }) => {
      out[READ.t_ns] = instant_ns[0]!;
      out[READ.value] = Number.NaN;
    };
  }

  fieldsInto(out: Float64Array): void {
    out.fill(0, 0, STATE_FIELDS.length);
    for (let i = 0; i < 3; i++) out[i] = this.#pose[i]!;
    rpyFromQuaternionInto(out, 3, this.#pose, STATE.q);
    for (let i = 0; i < 3; i++) {
      out[12 + i] = this.#through[i]!;
      out[15 + i] = this.#current[i]!;
    }
  }

  poseInto(out: Float64Array): void {
    for (let i = 0; i < 7; i++) out[i] = this.#pose[i]!;
  }

  wayInto(out: Float64Array): void {
    for (let i = 0; i < 3; i++) {
      out[i] = this.#pose[i]!;
      out[3 + i] = this.#through[i]!;
    }
  }
}
