/** A sensor alone on a bench that moves as a function says: its samples, with the truth beside them. */
import { formatDiagnostic } from "../../core/index.ts";
import {
  type InPort,
  InProcessLink,
  ModelBuilder,
  type OutPort,
  PHASE,
  Simulation,
  type Thing,
  type ThingPort,
  type ThingTimes,
  thingSite,
} from "../../engine/index.ts";
import { type Scene, waterAt } from "../../environment/index.ts";
import { createModel, Definitions, loadComponent, memoryReader } from "../../library/index.ts";
import { quaternionFromRpyInto } from "../../math/index.ts";
import { sensorDefinitions } from "../index.ts";
import { batteryReading, bodyMotion, contactReading, partReading } from "../messages.ts";

const { at: MOTION } = bodyMotion;
const { at: WATER } = waterAt;
// The kind that carries sensors is of another room.
const own = sensorDefinitions.filter(({ definition }) => definition !== "children");
const { definitions, diagnostics: faults } = Definitions.create(own);
if (faults.length > 0) throw new Error(faults.map(formatDiagnostic).join("\n"));

const loaded = new Map<string, ReturnType<typeof loadComponent>>();

/** Read once for all rigs of a test: many runs of one sensor draw their own biases. */
export function loadSensor(attributes: string): ReturnType<typeof loadComponent> {
  const known = loaded.get(attributes);
  if (known !== undefined) return known;
  const result = readSensor(attributes);
  loaded.set(attributes, result);
  return result;
}

function readSensor(attributes: string): ReturnType<typeof loadComponent> {
  const text = `<sensor id="s" rate_Hz="10" ${attributes}/>`.replace(/rate_Hz="10" (.*\brate_Hz=)/, "$1");
  const source = text.replace("/>", '><provenance of="*" status="assumed" note="a test"/></sensor>');
  return loadComponent(definitions, memoryReader({ "s.xml": source }), "s.xml", { kind: "sensor" });
}

/** What is said about a sensor that is wrong. */
export function said(attributes: string): string[] {
  return loadSensor(attributes).diagnostics.map(formatDiagnostic);
}

export interface Motion {
  readonly p: readonly number[];
  /** q_NB; or roll, pitch, yaw. */
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly w: readonly number[];
  readonly dv: readonly number[];
  readonly dw: readonly number[];
}

const STILL = [0, 0, 0] as const;

/** At rest with an attitude. */
export function atRest(roll: number, pitch: number, yaw: number): Motion {
  const q = new Float64Array(4);
  quaternionFromRpyInto(q, 0, roll, pitch, yaw);
  return { p: [0, 0, 5], q: [...q], v: STILL, w: STILL, dv: STILL, dw: STILL };
}

export function motionInto(out: Float64Array, t_ns: number, { p, q, v, w, dv, dw }: Motion): void {
  out[MOTION.t_ns] = t_ns;
  out.set(p, MOTION.p_NB_m);
  out.set(q, MOTION.q_NB);
  out.set(v, MOTION.v_NB_B_mps);
  out.set(v, MOTION.v_FB_B_mps);
  out.set(w, MOTION.w_NB_B_radps);
  out.set(dv, MOTION.dv_NB_B_mps2);
  out.set(dw, MOTION.dw_NB_B_radps2);
}

/** The sea at the bench: without a bottom, a speed of sound or a temperature where it does not say so. */
export type Sea = Readonly<Partial<Record<"temperature_degC" | "soundSpeed_mps" | "altitude_m", number>>>;

export function seaInto(out: Float64Array, t_ns: number, { p }: Motion, sea: Sea): void {
  out.fill(Number.NaN);
  out[WATER.t_ns] = t_ns;
  out.set(p, WATER.p_NS_m);
  out[WATER.surface_m] = 0;
  out[WATER.altitude_m] = Number.POSITIVE_INFINITY;
  for (const [name, value] of Object.entries(sea)) out[WATER[name as keyof Sea]] = value;
}

export interface RigOptions {
  readonly motion?: (t_s: number) => Motion;
  /** For sensors that measure the sea; its place is that of the body. */
  readonly sea?: Sea;
  readonly scene?: Scene;
  /** For sensors of a part: its state. */
  readonly part?: (t_s: number) => number;
  /** For sensors of contacts: the force, N. */
  readonly touch?: (t_s: number) => number;
  readonly position_m?: readonly number[];
  /** Roll, pitch, yaw of S in B, rad. */
  readonly attitude?: readonly number[];
  readonly constants?: Readonly<Record<string, number>>;
  readonly latitude_rad?: number;
  readonly seed?: number;
  /** Number of the run: another one draws other biases and noise from the same seed. */
  readonly run?: number;
}

export interface Sample {
  readonly taken_s: number;
  readonly valid: number;
  readonly reading: readonly number[];
  readonly truth: readonly number[];
}

export const CONSTANTS = {
  gravity_mps2: 9.81,
  density_kgpm3: 1025,
  magneticDeclination_rad: 0.1,
  magneticInclination_rad: 1.1,
  magneticField_T: 4.7e-5,
} as const;

export class Rig {
  readonly sim: Simulation;
  readonly samples: Sample[] = [];
  readonly events: string[] = [];

  constructor(attributes: string, options: RigOptions = {}) {
    const { component, diagnostics } = loadSensor(attributes);
    if (component === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
    const { motion = () => atRest(0, 0, 0), position_m = [0, 0, 0], attitude = [0, 0, 0], seed = 1 } = options;
    const thing = createModel(definitions, component) as Thing;
    const builder = new ModelBuilder({ campaign: seed, run: options.run ?? 0 });
    const ports = new Map<string, InPort>();
    const q_BS = new Float64Array(4);
    quaternionFromRpyInto(q_BS, 0, attitude[0]!, attitude[1]!, attitude[2]!);
    const { latitude_rad } = options;
    const origin = latitude_rad === undefined ? undefined : { latitude_rad, longitude_rad: 0, height_m: 0 };
    const site = thingSite(builder, "auv/s", thing, {
      mount: { p_BS_m: position_m, q_BS: [...q_BS] },
      world: {
        constants: { ...CONSTANTS, ...options.constants },
        quantities: [],
        sea: { scene: options.scene ?? null, water: null, bodies: [], origin },
      },
      in: (port, inOptions) => {
        const made = builder.inPort(`auv/s.${port.name}`, port.message, inOptions);
        ports.set(port.name, made as unknown as InPort);
        return made as never;
      },
      out: (port, phase) => builder.outPort(`auv/s.${port.name}`, port.message, phase) as never,
      channel: () => ({ write: (_, values) => this.#keep(values, thing) }),
      tell: (_, event, text) => this.events.push(`${event.name}: ${text}`),
    });
    thing.join(site);
    // One message after the other, in the order in which the sensor declares its ports. The vehicle has no battery.
    const { sea = {}, part = () => 0, touch = () => 0 } = options;
    const feeds = thing
      .ports!.filter(({ times, message }) => times !== undefined && message !== (batteryReading as unknown))
      .map((port) => this.#feed(builder, port, ports));
    const actor = builder.addActor({
      path: "auv.motion",
      handle: (moment) => {
        const t_s = moment.now_ns * 1e-9;
        for (const { port, out, message } of feeds) {
          if (port.message === partReading) message.set([moment.now_ns, part(t_s)]);
          else if (port.message === contactReading) message.set([moment.now_ns, touch(t_s), 0]);
          else if (port.message === waterAt) seaInto(message, moment.now_ns, motion(t_s), sea);
          else motionInto(message, moment.now_ns, motion(t_s));
          out.send(moment, message, 0);
        }
      },
    });
    const times = feeds[0]!.port.times as ThingTimes;
    if (typeof times === "function") throw new Error("the rig has no jitter");
    builder.every(actor, times, PHASE.sense);
    this.sim = new Simulation(builder.build());
  }

  #feed(builder: ModelBuilder, port: ThingPort, ports: ReadonlyMap<string, InPort>) {
    const out = builder.outPort(`auv.${port.name}`, port.message, PHASE.sense);
    new InProcessLink(0).connect(out as unknown as OutPort, ports.get(port.name)!);
    return { port, out, message: new Float64Array(port.message.size) };
  }

  #keep(values: Float64Array, thing: Thing): void {
    const names = thing.channels![0]!.fields.map(({ name }) => name);
    const truths = thing.channels![0]!.fields.filter(({ truthOf }) => truthOf !== undefined).length;
    const end = names.length - truths;
    this.samples.push({
      taken_s: values[0]!,
      valid: values[1]!,
      reading: [...values.slice(2, end)],
      truth: [...values.slice(end, names.length)],
    });
  }

  run(duration_s: number): readonly Sample[] {
    this.sim.runUntil(Math.round(duration_s * 1e9));
    return this.samples;
  }
}

/** The samples of a sensor that is made from attributes, up to a time. */
export function run(attributes: string, duration_s: number, options: RigOptions = {}): readonly Sample[] {
  return new Rig(attributes, options).run(duration_s);
}
