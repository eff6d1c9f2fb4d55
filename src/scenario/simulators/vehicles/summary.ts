/**
 * The figures of a run that a person wants at its end, gathered by an observer at 10 Hz: distance (sum of the straight lines
 * between samples, over ground), largest depth, largest speed through the water, electrical energy (trapezoidal rule).
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type ModelBuilder, PHASE, type Simulation } from "../../../engine/index.ts";
import { rpyFromQuaternionInto } from "../../../math/index.ts";
import { ActuatorReport, STATE } from "../../../vehicles/index.ts";
import type { Body } from "./body.ts";

const RATE_HZ = 10;

// Reals per vehicle: the last place and time, the last power, and the figures.
const MEMORY = { p: 0, t: 3, power: 4, samples: 5, distance: 6, depth: 7, speed: 8, energy: 9 } as const;
const MEMORY_SIZE = 10;

export interface VehicleSummary {
  readonly distance_m: number;
  readonly maxDepth_m: number;
  readonly maxSpeed_mps: number;
  /** null where no power was seen: nothing ran, or no thruster's file tells its torque. */
  readonly energy_J: number | null;
  readonly final: Readonly<Record<FinalField, number>>;
}

export type FinalField = "north_m" | "east_m" | "depth_m" | "roll_deg" | "pitch_deg" | "heading_deg" | "speed_mps";

export class Summary {
  readonly #at: readonly number[];
  readonly #bodies: readonly Body[];

  constructor(builder: ModelBuilder, bodies: readonly Body[]) {
    this.#bodies = bodies;
    this.#at = bodies.map((body) => watch(builder, body));
  }

  /** By name of vehicle, as things stand now. */
  of(sim: Simulation): ReadonlyMap<string, VehicleSummary> {
    const { x, reals } = sim.look(this.#bodies.map(({ place }) => place));
    const rpy = new Float64Array(3);
    const degrees = (i: number): number => (rpy[i]! * 180) / Math.PI;
    const entries = this.#bodies.map((node, k) => {
      const memory = this.#at[k]!;
      const { at } = node.place;
      rpyFromQuaternionInto(rpy, 0, x, at + STATE.q);
      const v = [0, 1, 2].map((i) => x[at + STATE.V + i]!);
      const summary: VehicleSummary = {
        distance_m: reals[memory + MEMORY.distance]!,
        maxDepth_m: reals[memory + MEMORY.depth]!,
        maxSpeed_mps: reals[memory + MEMORY.speed]!,
        energy_J: reals[memory + MEMORY.energy]! > 0 ? reals[memory + MEMORY.energy]! : null,
        final: {
          north_m: x[at + STATE.p]!,
          east_m: x[at + STATE.p + 1]!,
          depth_m: x[at + STATE.p + 2]!,
          roll_deg: degrees(0),
          pitch_deg: degrees(1),
          heading_deg: (degrees(2) + 360) % 360,
          speed_mps: Math.sqrt(v.reduce((sum, each) => sum + each * each, 0)),
        },
      };
      return [node.vehicle.name, summary] as const;
    });
    return new Map(entries);
  }
}

/** Adds the observer of one body; returns the place of its figures. */
function watch(builder: ModelBuilder, body: Body): number {
  const { vehicle, system, place } = body;
  const path = `summary/${vehicle.name}`;
  const memory = builder.layout.reals(path, MEMORY_SIZE);
  const report = new ActuatorReport(vehicle.actuators, system);
  const powers = report.names.flatMap((name, i) => (name.endsWith("_power_W") ? [i] : []));
  const values = new Float64Array(report.names.length);
  const through = new Float64Array(3);
  const time = new Float64Array(1);
  const actor = builder.addActor({
    path,
    reads: [place],
    handle({ x, reals, now_ns }) {
      const { at } = place;
      const t_s = now_ns * S_PER_NS;
      body.throughWaterInto(through, 0, x, now_ns);
      let square = 0;
      let speed2 = 0;
      for (let i = 0; i < 3; i++) {
        const step = x[at + STATE.p + i]! - reals[memory + MEMORY.p + i]!;
        square += step * step;
        speed2 += through[i]! * through[i]!;
        reals[memory + MEMORY.p + i] = x[at + STATE.p + i]!;
      }
      let power = 0;
      if (powers.length > 0) {
        time[0] = t_s;
        report.into(values, 0, x, at, time);
        for (let i = 0; i < powers.length; i++) power += values[powers[i]!]!;
      }
      const first = reals[memory + MEMORY.samples] === 0;
      const dt_s = t_s - reals[memory + MEMORY.t]!;
      if (!first) {
        reals[memory + MEMORY.distance]! += Math.sqrt(square);
        reals[memory + MEMORY.energy]! += 0.5 * (power + reals[memory + MEMORY.power]!) * dt_s;
      }
      const depth = x[at + STATE.p + 2]!;
      reals[memory + MEMORY.depth] = first ? depth : Math.max(depth, reals[memory + MEMORY.depth]!);
      reals[memory + MEMORY.speed] = Math.max(Math.sqrt(speed2), reals[memory + MEMORY.speed]!);
      reals[memory + MEMORY.t] = t_s;
      reals[memory + MEMORY.power] = power;
      reals[memory + MEMORY.samples]!++;
    },
  });
  builder.every(actor, RATE_HZ, PHASE.record);
  return memory;
}
