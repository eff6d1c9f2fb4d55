/** A Doppler velocity log on a stand: pings over a scene, from any motion, without a run around it. */
import { formatDiagnostic, S_PER_NS } from "../../core/index.ts";
import { ModelBuilder, type Moment, Simulation, type ThingMount, thingSite, UNMOUNTED } from "../../engine/index.ts";
import {
  MovedSurfaces,
  NEIGHBOUR,
  NEIGHBOUR_SIZE,
  neighbours,
  type Scene,
  type Surface,
  waterAt,
} from "../../environment/index.ts";
import { Definitions, loadComponent, memoryReader } from "../../library/index.ts";
import { dvl } from "../dvl.ts";
import { type DvlParams, Ping } from "../dvl-ping.ts";
import { failure } from "../failure.ts";
import { bodyMotion, dvlSample } from "../messages.ts";
import { sensor } from "../sensor.ts";
import type { SensorInput } from "../sensor-thing.ts";

export interface Reading {
  readonly quality: number;
  readonly velocity: readonly number[];
  readonly altitude: number;
  readonly ranges: readonly number[];
  readonly waterValid: number;
  readonly waterVelocity: readonly number[];
  readonly delay_s: number;
}

/** What is not given is 0, or no turn. */
export interface Pose {
  readonly p_NB?: readonly number[];
  readonly q_NB?: readonly number[];
  readonly v_NB_B?: readonly number[];
  readonly w_NB_B?: readonly number[];
  readonly v_FB_B?: readonly number[];
}

/** Another vehicle: its surfaces, and where it is. */
export interface Other {
  readonly surfaces: readonly Surface[];
  readonly p_NB: readonly number[];
  readonly q_NB?: readonly number[];
  readonly v_NB_N?: readonly number[];
  readonly w_NB_N?: readonly number[];
}

export interface RigOptions {
  readonly others?: readonly Other[];
  readonly scene?: Scene | null;
  readonly mount?: ThingMount;
  readonly soundSpeed_mps?: number;
  readonly surface_m?: number;
  readonly seed?: number;
}

const { definitions } = Definitions.create([sensor, failure, dvl]);

/** As a file says them; 100 m of altitude where it does not. */
export function dvlParams(attributes: string): DvlParams {
  const most = attributes.includes("maxAltitude_m") ? "" : 'maxAltitude_m="100"';
  const text = `<sensor id="dvl" model="dvl" rate_Hz="7" ${most} ${attributes}/>`;
  const { component, diagnostics } = loadComponent(definitions, memoryReader({ "dvl.xml": text }), "dvl.xml");
  const wrong = diagnostics.filter(({ severity }) => severity === "error");
  if (component === null || wrong.length > 0) throw new Error(wrong.map(formatDiagnostic).join("\n"));
  return component.params as unknown as DvlParams;
}

export class PingRig {
  readonly events: string[] = [];
  readonly #ping: Ping;
  readonly #sim: Simulation;
  readonly #input: SensorInput;
  #t_ns = 0;

  constructor(attributes: string, options: RigOptions = {}) {
    const { scene = null, mount = UNMOUNTED, soundSpeed_mps = Number.NaN, surface_m = 0, seed = 1 } = options;
    const builder = new ModelBuilder({ campaign: seed, run: 0 });
    const events = ["lock", "noLock"].map((name) => ({ name, level: "info", doc: name }) as const);
    const { others = [] } = options;
    const bodies = others.map(({ surfaces }) => new MovedSurfaces(surfaces));
    const world = { constants: {}, quantities: [], sea: { scene, water: null, bodies, origin: undefined } };
    const site = thingSite(
      builder,
      "auv/dvl",
      { events },
      { mount, world, tell: (_, { name }, text) => this.events.push(`${name}: ${text}`) },
    );
    this.#ping = new Ping(site, dvlParams(attributes));
    this.#sim = new Simulation(builder.build());
    const water = new Float64Array(waterAt.size);
    water[waterAt.at.soundSpeed_mps] = soundSpeed_mps;
    water[waterAt.at.surface_m] = surface_m;
    water[waterAt.at.altitude_m] = Number.POSITIVE_INFINITY;
    const motion = new Float64Array(bodyMotion.size);
    const part = new Float64Array(0);
    const battery = new Float64Array(0);
    const contact = new Float64Array(0);
    const near = messageOf(others);
    this.#input = { motion, water, neighbours: near, part, battery, contact, elapsed_s: 0, on_s: 0, latency_ns: 0 };
  }

  /** after_s: since the ping before, long enough by itself. */
  ping(pose: Pose, after_s = 10): Reading {
    const { at } = bodyMotion;
    const { motion } = this.#input;
    this.#t_ns += Math.round(after_s / S_PER_NS);
    motion[at.t_ns] = this.#t_ns;
    motion.set(pose.p_NB ?? [0, 0, 0], at.p_NB_m);
    motion.set(pose.q_NB ?? [1, 0, 0, 0], at.q_NB);
    motion.set(pose.v_NB_B ?? [0, 0, 0], at.v_NB_B_mps);
    motion.set(pose.w_NB_B ?? [0, 0, 0], at.w_NB_B_radps);
    motion.set(pose.v_FB_B ?? [0, 0, 0], at.v_FB_B_mps);
    this.#input.latency_ns = 0;
    const reading = new Float64Array(dvlSample.size - 2);
    const truth = new Float64Array(reading.length);
    const { reals, integers } = this.#sim;
    const moment = { now_ns: this.#t_ns, reals, integers } as unknown as Moment;
    const quality = this.#ping.measure(reading, truth, this.#input, moment);
    return {
      quality,
      velocity: [...reading.subarray(0, 3)],
      altitude: reading[3],
      ranges: [...reading.subarray(4, 8)],
      waterValid: reading[8],
      waterVelocity: [...reading.subarray(9, 12)],
      delay_s: this.#input.latency_ns * S_PER_NS,
    };
  }
}

function messageOf(others: readonly Other[]): Float64Array {
  const message = new Float64Array(neighbours.size);
  const { at } = neighbours;
  message[at.count] = others.length;
  others.forEach(({ p_NB, q_NB = [1, 0, 0, 0], v_NB_N = [0, 0, 0], w_NB_N = [0, 0, 0] }, k) => {
    const record = at.records + NEIGHBOUR_SIZE * k;
    message[record + NEIGHBOUR.vehicle] = k;
    message.set(p_NB, record + NEIGHBOUR.p_NB_m);
    message.set(q_NB, record + NEIGHBOUR.q_NB);
    message.set(v_NB_N, record + NEIGHBOUR.v_NB_N_mps);
    message.set(w_NB_N, record + NEIGHBOUR.w_NB_N_radps);
  });
  return message;
}
