/**
 * The dialogue of the four simulators (and of the controllers they serve): which messages exist, who sends them, who
 * takes them. A simulator has no other way to reach another one, whichever link lies between them.
 *
 *              actuatorCommand                          sensorSample, trueState
 *  controller ------------------> VEHICLES -vehicleState-> SENSORS ---------> controller
 *      |                             |  ^                   |  ^
 *      | outgoingMessage             |  | surroundings,     |  | excerpt
 *      v                             v  | correction        v  | (excerptRequest)
 *  COMMUNICATIONS <---arrival----- ENVIRONMENT -------------+--+
 *      |  ----emission--------------->
 *      +---> deliveredMessage ---> controllers
 *
 * Vehicles, sensors and modems are numbered in messages; scenarios and logs know their names. The order of fields is
 * the order on the wire.
 */
import { invariant } from "../core/index.ts";
import { defineMessage, type MessageType } from "./message.ts";
import type { ModelBuilder } from "./model.ts";
import { InPort, type InPortOptions, type Link, OutPort } from "./ports.ts";

export type Role = "controllers" | "vehicles" | "environment" | "sensors" | "communications";

/** Longest payload of a modem message, and of a map excerpt or echo record. */
const MESSAGE_BYTES = 2048;
const BULK_BYTES = 65536;

/** Actuators of one vehicle: 16 thrusters, 32 fins, and what a hull brings itself. */
export const MOST_ACTUATORS = 64;

export const messages = {
  actuatorCommand: defineMessage(
    "actuatorCommand",
    "set-points for a vehicle's actuators by their index, each in the actuator's own unit; NaN leaves one as it is",
    { vehicle: 1, issued_ns: 1, values: MOST_ACTUATORS },
  ),
  vehicleState: defineMessage("vehicleState", "where a vehicle is and how it moves", {
    vehicle: 1,
    t_ns: 1,
    p_NB_m: 3,
    q_NB: 4,
    v_NB_B_mps: 3,
    w_NB_B_radps: 3,
    vdot_NB_B_mps2: 3,
    wdot_NB_B_radps2: 3,
    /** Above the surface, of the middle of what stands in the wind: there it wants to know the wind; 0 for nothing. */
    windHeight_m: 1,
  }),
  surroundings: defineMessage(
    "surroundings",
    "the sea at a vehicle: water to first order in place and time around p_NB, wind",
    {
      vehicle: 1,
      t_ns: 1,
      p_NB_m: 3,
      current_N_mps: 3,
      /** Row i: gradient of component i of the current. */
      currentGradient_N_1ps: 9,
      currentRate_N_mps2: 3,
      density_kgpm3: 1,
      surface_m: 1,
      bottomDepth_m: 1,
      /** At the vehicle's windHeight_m, at the instant of its state; zeros where that is 0 or there is no wind. */
      wind_N_mps: 3,
      /** 0 in a world without wind. */
      airDensity_kgpm3: 1,
    },
  ),
  correction: defineMessage("correction", "what a contact does to a vehicle: a new pose and an impulse about Bo", {
    vehicle: 1,
    t_ns: 1,
    p_NB_m: 3,
    q_NB: 4,
    impulse_B_Ns: 3,
    impulseMoment_Bo_B_Nms: 3,
  }),
  excerptRequest: defineMessage("excerptRequest", "what a sensor wants to know of the sea around it", {
    sensor: 1,
    vehicle: 1,
    t_ns: 1,
    /** Index of the map or of the ray pattern, as numbered by the environment. */
    map: 1,
    p_NS_m: 3,
    q_NS: 4,
    range_m: 1,
    /** Distance between samples that the sensor can use. */
    spacing_m: 1,
  }),
  excerpt: defineMessage(
    "excerpt",
    "the answer: values as float64, little-endian, in the payload, rows by columns; 0 of both for a map that does not exist",
    { sensor: 1, t_ns: 1, map: 1, rows: 1, columns: 1, origin_N_m: 3, spacing_m: 2 },
    BULK_BYTES,
  ),
  sensorSample: defineMessage(
    "sensorSample",
    "one reading of a sensor; bulk data (images, echoes) in the payload",
    { sensor: 1, vehicle: 1, taken_ns: 1, count: 1, values: 16 },
    BULK_BYTES,
  ),
  trueState: defineMessage(
    "trueState",
    "the exact state, which no real vehicle knows: for control laws that are tried without sensors",
    {
      vehicle: 1,
      taken_ns: 1,
      p_NB_m: 3,
      q_NB: 4,
      v_NB_B_mps: 3,
      w_NB_B_radps: 3,
      /** Through the water. */
      v_FB_B_mps: 3,
    },
  ),
  outgoingMessage: defineMessage(
    "outgoingMessage",
    "bytes that a controller wants sent by a modem or radio",
    { vehicle: 1, device: 1, destination: 1, issued_ns: 1 },
    MESSAGE_BYTES,
  ),
  emission: defineMessage(
    "emission",
    "a signal leaving a transducer or antenna",
    {
      emission: 1,
      vehicle: 1,
      device: 1,
      t_ns: 1,
      duration_ns: 1,
      p_NS_m: 3,
      v_NS_N_mps: 3,
      frequency_Hz: 1,
      bandwidth_Hz: 1,
      sourceLevel_dBre1uPam: 1,
    },
    MESSAGE_BYTES,
  ),
  arrival: defineMessage(
    "arrival",
    "an emission as it reaches a receiver",
    {
      emission: 1,
      vehicle: 1,
      device: 1,
      t_ns: 1,
      delay_ns: 1,
      level_dBre1uPa: 1,
      noise_dBre1uPa: 1,
      doppler: 1,
      delaySpread_ns: 1,
    },
    MESSAGE_BYTES,
  ),
  deliveredMessage: defineMessage(
    "deliveredMessage",
    "bytes that a modem or radio hands to its controller",
    { vehicle: 1, device: 1, source: 1, sent_ns: 1, level_dBre1uPa: 1, doppler: 1 },
    MESSAGE_BYTES,
  ),
} as const;

export type MessageName = keyof typeof messages;
type FieldsOf<M extends MessageName> = (typeof messages)[M] extends MessageType<infer F> ? F : never;

/** Who may send a message, and to whom it goes. */
export const routes: { readonly [M in MessageName]: { readonly from: Role; readonly to: readonly Role[] } } = {
  actuatorCommand: { from: "controllers", to: ["vehicles"] },
  vehicleState: { from: "vehicles", to: ["environment", "sensors"] },
  surroundings: { from: "environment", to: ["vehicles"] },
  correction: { from: "environment", to: ["vehicles"] },
  excerptRequest: { from: "sensors", to: ["environment"] },
  excerpt: { from: "environment", to: ["sensors"] },
  sensorSample: { from: "sensors", to: ["controllers"] },
  trueState: { from: "sensors", to: ["controllers"] },
  outgoingMessage: { from: "controllers", to: ["communications"] },
  emission: { from: "communications", to: ["environment"] },
  arrival: { from: "environment", to: ["communications"] },
  deliveredMessage: { from: "communications", to: ["controllers"] },
};

/** Hands the ports out while a model is built, checks them against the routes, and joins them by a link. */
export class Dialogue {
  readonly #builder: ModelBuilder;
  readonly #outs: { role: Role; name: MessageName; port: OutPort }[] = [];
  readonly #ins: { role: Role; name: MessageName; port: InPort }[] = [];

  constructor(builder: ModelBuilder) {
    this.#builder = builder;
  }

  /** A port on which a component of a role sends. path names the component. */
  out<M extends MessageName>(
    role: Role,
    path: string,
    name: M,
    owner: "actor" | "observer" = "actor",
  ): OutPort<FieldsOf<M>> {
    invariant(routes[name].from === role, `${path}: ${role} do not send ${name}, ${routes[name].from} do`);
    const port = new OutPort(`${path}/${name}`, typeOf(name), owner);
    this.#outs.push({ role, name, port: port as unknown as OutPort });
    return port;
  }

  /** A port on which a component of a role receives. */
  in<M extends MessageName>(
    role: Role,
    path: string,
    name: M,
    options: InPortOptions<FieldsOf<M>> = {},
  ): InPort<FieldsOf<M>> {
    const { to } = routes[name];
    invariant(to.includes(role), `${path}: ${role} do not receive ${name}, ${to.join(" and ")} do`);
    const port = new InPort(this.#builder.layout, `${path}/${name}`, typeOf(name), options);
    this.#ins.push({ role, name, port: port as unknown as InPort });
    return port;
  }

  /** Joins every sender of a message with every receiver. The choice of link may depend on the two roles. */
  connect(linkBetween: (from: Role, to: Role) => Link): void {
    for (const out of this.#outs) {
      for (const into of this.#ins) {
        if (into.name === out.name) linkBetween(out.role, into.role).connect(out.port, into.port);
      }
    }
  }
}

function typeOf<M extends MessageName>(name: M): MessageType<FieldsOf<M>> {
  return messages[name] as unknown as MessageType<FieldsOf<M>>;
}
