/**
 * Kinds and models for the tests of this room: small, and with every feature of a spec in use. They simulate nothing.
 */
import { type Definition, Definitions, defineKind, defineModel } from "../index.ts";

/** What both thruster models make. */
export interface TestThruster {
  thrust_N(n_rps: number): number;
}

export const thruster = defineKind<TestThruster>()({
  kind: "thruster",
  doc: "A propeller with its motor",
  params: {
    diameter_m: { doc: "D, propeller diameter", min: 1e-3 },
    hubDiameter_m: { doc: "diameter of the hub", above: 0, optional: true },
    kT0: { doc: "K_T at J = 0", unit: "1", max: 2, example: 0.44 },
    kT1: { doc: "dK_T/dJ", unit: "1", max: 0, example: -0.3 },
    shaftLag_s: { doc: "τ, time constant of the shaft speed", above: 0, below: 100, default: 0.1 },
    handedness: { doc: "+1 right-handed, -1 left-handed", unit: "1", oneOf: [1, -1], default: 1 },
    blades: { type: "integer", doc: "number of blades", min: 2, max: 7, optional: true },
    ducted: { type: "boolean", doc: "whether it turns in a duct", default: false },
    medium: { type: "choice", choices: ["fresh", "sea"], doc: "water of the calibration", default: "sea" },
    label: { type: "text", doc: "name on the housing", optional: true },
    speeds_rps: {
      type: "reals",
      minLength: 2,
      maxLength: 4,
      increasing: true,
      doc: "speeds of the table",
      optional: true,
    },
    tiltLimit_deg: { doc: "largest tilt <before> contact & damage", min: 0, max: 90, default: 45 },
  },
  mount: {
    position_m: { type: "reals", length: 3, doc: "of the propeller's centre, in B" },
    attitude_deg: {
      type: "reals",
      length: 3,
      min: -360,
      max: 360,
      doc: "roll, pitch, yaw of T in B",
      default: [0, 0, 0],
    },
  },
  check: (params, report) => {
    const { diameter_m, hubDiameter_m } = params;
    if (diameter_m !== undefined && hubDiameter_m !== undefined && hubDiameter_m >= diameter_m) {
      const allowed = `below ${diameter_m}`;
      report("hubDiameter_m", `hubDiameter_m = ${hubDiameter_m} is not below diameter_m = ${diameter_m}`, { allowed });
    }
  },
});

/** The fine model: open-water curve. */
export const propeller = defineModel(thruster, {
  model: "propeller",
  doc: "Open-water curve with advance ratio",
  default: true,
  reads: ["diameter_m", "hubDiameter_m", "kT0", "kT1", "shaftLag_s", "handedness", "tiltLimit_deg"],
  check: (params, report) => {
    if (params.kT0 < -params.kT1) report("kT1", "the thrust vanishes below J = 1", { hint: "is it per degree?" });
  },
  create: (params) => {
    const { diameter_m: D } = params;
    return { thrust_N: (n_rps) => 1000 * D * D * D * D * params.kT0 * n_rps * Math.abs(n_rps) };
  },
});

/** The coarse model: thrust in proportion to the square of the speed. */
export const bollard = defineModel(thruster, {
  model: "bollard",
  doc: "Bollard pull only",
  reads: ["diameter_m", "kT0"],
  create: (params) => {
    const { diameter_m: D } = params;
    return { thrust_N: (n_rps) => 1000 * D * D * D * D * params.kT0 * n_rps * n_rps };
  },
});

export const fin = defineKind()({
  kind: "fin",
  doc: "A control surface",
  params: {
    span_m: { doc: "from root to tip", above: 0 },
    area_m2: { doc: "planform area", above: 0 },
    inertia_kgm2: { type: "reals", length: 9, doc: "row by row", optional: true },
  },
  mount: { position_m: { type: "reals", length: 3, doc: "of the root, in B", default: [0, 0, 0] } },
});

/** Two models and no default one; one of them has parameters of its own. */
export const lamp = defineKind<number>()({
  kind: "lamp",
  doc: "A lamp",
  params: { power_W: { doc: "electrical power", min: 0 } },
});
export const pointLamp = defineModel(lamp, {
  model: "point",
  doc: "Shines everywhere",
  reads: ["power_W"],
  create: (params) => params.power_W,
});
export const spotLamp = defineModel(lamp, {
  model: "spot",
  doc: "Shines in a cone",
  reads: ["power_W"],
  params: {
    beam_deg: { doc: "full width of the beam", above: 0, max: 180 },
    halo_deg: { doc: "width of the halo around it", min: 0, max: 180, default: 5 },
  },
  check: ({ beam_rad, halo_rad }, report) => {
    if (beam_rad + halo_rad > 1.1 * Math.PI) report("halo_deg", "beam and halo are wider than 198°");
  },
  create: (params) => params.power_W / params.beam_rad,
});

export const vehicle = defineKind()({
  kind: "vehicle",
  doc: "A body with devices",
  params: { mass_kg: { doc: "dry mass", above: 0 } },
  mount: { position_m: { type: "reals", length: 3, doc: "at the start, in N", default: [0, 0, 0] } },
  children: {
    thruster: { doc: "its thrusters", max: 4 },
    fin: { doc: "its fins", max: 8 },
    rudder: { kind: "fin", doc: "fins that turn", max: 2 },
    lamp: { doc: "its lamps" },
  },
});

/** A document: nothing but children, and values that need no provenance. */
export const fleet = defineKind()({
  kind: "fleet",
  doc: "Vehicles that start together",
  params: { duration_s: { doc: "length of the run", above: 0, default: 60 } },
  provenance: false,
  children: { vehicle: { doc: "the vehicles", min: 1, max: 3 } },
});

/** Nests in itself, for the tests of depth. */
export const group = defineKind()({
  kind: "group",
  doc: "A group of groups",
  params: {},
  children: { group: { doc: "groups inside" } },
});

/** Its own check throws, as one from a user's folder may. */
export const faulty = defineKind()({
  kind: "faulty",
  doc: "A kind with a faulty check",
  params: {},
  check: () => {
    throw new Error("out of order");
  },
});

export const testDefinitions: readonly Definition[] = [
  thruster,
  propeller,
  bollard,
  fin,
  lamp,
  pointLamp,
  spotLamp,
  vehicle,
  fleet,
  group,
  faulty,
];

export function testRegistry(): Definitions {
  return Definitions.create(testDefinitions).definitions;
}
