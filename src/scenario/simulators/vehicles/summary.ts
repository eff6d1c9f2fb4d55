/**
 * The figures of a run that are printed at its end, gathered by an observer at 10 Hz: distance (sum of the straight lines
 * between samples, over ground), largest depth, largest speed through the water, electrical energy (trapezoidal rule; where there is a
 * battery, what was drawn from it, which is a state of its equations).
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type Look, type ModelBuilder, PHASE, type Simulation } from "../../../engine/index.ts";
import { BATTERY_HELD, BATTERY_STATUS, BATTERY_STATUS_SIZE, CONSUMERS } from "../../../vehicles/index.ts";
import { GEODETIC, type GeodeticFinder, geodeticFinder } from "../../load/origin.ts";
import type { Scenario } from "../../load/scenario.ts";
import { type Body, MovingBody, STATE_FIELDS } from "./body.ts";

export const SUMMARY_RATE_HZ = 10;

// Reals per vehicle: the last place and time, the last power, and the figures.
const MEMORY = { p: 0, t: 3, power: 4, samples: 5, distance: 6, depth: 7, speed: 8, energy: 9 } as const;
const MEMORY_SIZE = 10;

export interface VehicleSummary {
  readonly distance_m: number;
  readonly maxDepth_m: number;
  readonly maxSpeed_mps: number;
  /** null where no power was seen: nothing ran, or no thruster's file states its torque. With a battery: all that came out of it. */
  readonly energy_J: number | null;
  /** Where it has one. */
  readonly battery?: BatterySummary;
  /** With latitude and longitude where the world has an origin. */
  readonly final: Readonly<Record<FinalField, number>> & Partial<Readonly<Record<GeographicField, number>>>;
}

export interface BatterySummary {
  /** Of the full charge. */
  readonly charge: number;
  readonly voltage_V: number;
  /** Since the start: by group of consumers, and the loss inside. */
  readonly used_J: Readonly<Record<(typeof CONSUMERS)[number] | "loss", number>>;
  /** When it cut off; null where it did not. */
  readonly cutOff_s: number | null;
}

export type FinalField = "north_m" | "east_m" | "depth_m" | "roll_deg" | "pitch_deg" | "heading_deg" | "speed_mps";

export type GeographicField = "latitude_deg" | "longitude_deg";

export class Summary {
  readonly #find: GeodeticFinder | null;
  readonly #at: readonly number[];
  readonly #bodies: readonly Body[];

  constructor(builder: ModelBuilder, bodies: readonly Body[], origin: Scenario["origin"]) {
    this.#find = origin === undefined ? null : geodeticFinder(origin);
    this.#bodies = bodies;
    this.#at = bodies.map((body) => watch(builder, body));
  }

  /** By name of vehicle, as things stand now. */
  of(sim: Simulation): ReadonlyMap<string, VehicleSummary> {
    const look = sim.look(this.#bodies.flatMap(({ reads }) => reads));
    const { reals } = look;
    const fields = new Float64Array(STATE_FIELDS.length);
    const degrees = (i: number): number => (fields[3 + i]! * 180) / Math.PI;
    const entries = this.#bodies.map((body, k) => {
      const memory = this.#at[k]!;
      body.fieldsInto(fields, look);
      const [u, v, w] = [fields[6]!, fields[7]!, fields[8]!];
      const battery = batteryOf(body, look);
      const summary: VehicleSummary = {
        distance_m: reals[memory + MEMORY.distance]!,
        maxDepth_m: reals[memory + MEMORY.depth]!,
        maxSpeed_mps: reals[memory + MEMORY.speed]!,
        energy_J: energyOf(battery, reals[memory + MEMORY.energy]!),
        ...(battery === null ? {} : { battery }),
        final: {
          north_m: fields[0]!,
          east_m: fields[1]!,
          depth_m: fields[2]!,
          roll_deg: degrees(0),
          pitch_deg: degrees(1),
          heading_deg: (degrees(2) + 360) % 360,
          speed_mps: Math.sqrt(u * u + v * v + w * w),
          ...this.#geographic(fields),
        },
      };
      return [body.vehicle.name, summary] as const;
    });
    return new Map(entries);
  }

  #geographic(fields: Float64Array): Partial<Record<GeographicField, number>> {
    if (this.#find === null) return {};
    const found = new Float64Array(3);
    this.#find(found, 0, fields, 0);
    return { latitude_deg: found[GEODETIC.latitude_deg]!, longitude_deg: found[GEODETIC.longitude_deg]! };
  }
}

function energyOf(battery: BatterySummary | null, seen_J: number): number | null {
  const sum_J = battery === null ? seen_J : Object.values(battery.used_J).reduce((a, b) => a + b, 0);
  return sum_J > 0 ? sum_J : null;
}

function batteryOf(body: Body, look: Look): BatterySummary | null {
  if (!(body instanceof MovingBody) || body.system.batteryAt < 0) return null;
  const { system, place } = body;
  const is = new Float64Array(BATTERY_STATUS_SIZE);
  system.batteryInto(is, 0, look.x, place.at, Float64Array.of(look.instant_ns[0]! * S_PER_NS));
  const held = place.at + system.batteryAt;
  const used = [...CONSUMERS, "loss" as const].map((group, k) => [group, is[BATTERY_STATUS.energies_J + k]!]);
  return {
    charge: is[BATTERY_STATUS.charge]!,
    voltage_V: is[BATTERY_STATUS.voltage_V]!,
    used_J: Object.fromEntries(used) as BatterySummary["used_J"],
    cutOff_s: look.x[held + BATTERY_HELD.off] === 0 ? null : look.x[held + BATTERY_HELD.since]!,
  };
}

/** Adds the observer of one body; returns the place of its figures. */
function watch(builder: ModelBuilder, body: Body): number {
  const path = `summary/${body.vehicle.name}`;
  const memory = builder.layout.reals(path, MEMORY_SIZE);
  const moving = body instanceof MovingBody ? body : null;
  const drawn = new Float64Array(1);
  const way = new Float64Array(6);
  const time = new Float64Array(1);
  const actor = builder.addActor({
    path,
    reads: body.reads,
    handle(moment) {
      const { x, reals, instant_ns } = moment;
      const t_s = instant_ns[0]! * S_PER_NS;
      body.wayInto(way, moment);
      let square = 0;
      let speed2 = 0;
      for (let i = 0; i < 3; i++) {
        const step = way[i]! - reals[memory + MEMORY.p + i]!;
        const through = way[3 + i]!;
        square += step * step;
        speed2 += through * through;
        reals[memory + MEMORY.p + i] = way[i]!;
      }
      let power = 0;
      if (moving !== null) {
        time[0] = t_s;
        moving.system.powerInto(drawn, 0, x, moving.place.at, time);
        power = drawn[0]!;
      }
      const first = reals[memory + MEMORY.samples] === 0;
      const dt_s = t_s - reals[memory + MEMORY.t]!;
      if (!first) {
        reals[memory + MEMORY.distance]! += Math.sqrt(square);
        reals[memory + MEMORY.energy]! += 0.5 * (power + reals[memory + MEMORY.power]!) * dt_s;
      }
      const depth = way[2]!;
      reals[memory + MEMORY.depth] = first ? depth : Math.max(depth, reals[memory + MEMORY.depth]!);
      reals[memory + MEMORY.speed] = Math.max(Math.sqrt(speed2), reals[memory + MEMORY.speed]!);
      reals[memory + MEMORY.t] = t_s;
      reals[memory + MEMORY.power] = power;
      reals[memory + MEMORY.samples]!++;
    },
  });
  // What never moves is seen once.
  if (moving === null) builder.at(0, PHASE.record, actor);
  else builder.every(actor, SUMMARY_RATE_HZ, PHASE.record);
  return memory;
}
