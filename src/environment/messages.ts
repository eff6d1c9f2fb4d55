/** What the environment sends and takes. The order of fields is the order on the wire. */
import { defineMessage } from "../engine/index.ts";

import { FREE_SPACE_SIZE } from "./contacts/free-space.ts";

/** Longest payload of a map excerpt. */
const EXCERPT_BYTES = 65536;

export const surroundings = defineMessage(
  "surroundings",
  "the sea at a vehicle: water to first order in place and time around p_NB, wind",
  {
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
);

export const waterAt = defineMessage(
  "waterAt",
  "the sea at a place and an instant, for a thing that measures it; NaN for what the world does not say",
  {
    t_ns: 1,
    /** Where: the origin of the thing's frame. */
    p_NS_m: 3,
    temperature_degC: 1,
    salinity_psu: 1,
    density_kgpm3: 1,
    soundSpeed_mps: 1,
    /** Height of the surface above mean sea level. */
    surface_m: 1,
    /** Of the first thing below, and the height above it; Infinity for none. */
    bottomDepth_m: 1,
    altitude_m: 1,
    /** All currents and waves together. */
    current_N_mps: 3,
    /** At the height of the place above the surface, 0 below it; NaN in a world without wind. */
    wind_N_mps: 3,
  },
);

/** Bodies in one `neighbours` at most: the nearest. */
export const MOST_NEIGHBOURS = 8;

/** Places in each of its records. */
export const NEIGHBOUR = { vehicle: 0, p_NB_m: 1, q_NB: 4, v_NB_N_mps: 8, w_NB_N_radps: 11 } as const;
export const NEIGHBOUR_SIZE = 14;

export const neighbours = defineMessage(
  "neighbours",
  "the vehicles near a thing at an instant, without the one that carries it: the nearest first, as far as they reach into its range",
  {
    t_ns: 1,
    count: 1,
    /** Records one behind another: index of the vehicle, p_NB, q_NB, v_NB_N, w_NB_N; zeros behind the last. */
    records: MOST_NEIGHBOURS * NEIGHBOUR_SIZE,
  },
);

export const excerptRequest = defineMessage("excerptRequest", "what a sensor asks of the sea around it", {
  t_ns: 1,
  /** Index of the map, as numbered by the environment. */
  map: 1,
  p_NS_m: 3,
  q_NS: 4,
  range_m: 1,
  /** Distance between samples that the sensor can use. */
  spacing_m: 1,
});

export const excerpt = defineMessage(
  "excerpt",
  "the answer: values as float64, little-endian, in the payload, rows by columns; 0 of both for a map that does not exist",
  { t_ns: 1, map: 1, rows: 1, columns: 1, origin_N_m: 3, spacing_m: 2 },
  EXCERPT_BYTES,
);

export const contactQuestion = defineMessage("contactQuestion", "asks a body for its contactState at this instant", {
  t_ns: 1,
});

export const freeSpace = defineMessage(
  "freeSpace",
  "where a body can be without touching anything: data of its guard",
  {
    /** As FREE_SPACE says. */
    data: FREE_SPACE_SIZE,
  },
);

export const correction = defineMessage("correction", "what contacts do to a body at an instant", {
  t_ns: 1,
  /** 1: pose and velocity become these; 0: they stay. */
  moves: 1,
  p_NB_m: 3,
  q_NB: 4,
  v_NB_B_mps: 3,
  w_NB_B_radps: 3,
  /** Forces of lasting contacts from now on, about Bo in N. */
  force_N: 3,
  torque_Nm: 3,
  /** Normal impulses of impacts at this instant, added up. */
  impulse_Ns: 1,
});
