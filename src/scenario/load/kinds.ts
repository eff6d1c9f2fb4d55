/** What a scenario file may say: the world, the vehicles in it, for how long, and what is logged. */
import { LONGEST_RUN_NS, S_PER_NS } from "../../core/index.ts";
import { type Definition, defineChildren, defineKind } from "../../library/index.ts";
import { excerptDefinitions } from "../things/excerpt.ts";
import { pushDefinitions } from "../things/push.ts";

export const scenario = defineKind()({
  kind: "scenario",
  doc: "A world and what happens in it: run it with “thetis run FILE”.",
  provenance: false,
  example: `
<scenario id="turn-and-dive" duration_s="120">
  <doc>A REMUS 100 turns east and dives, in a current towards the north.</doc>
  <world current_mps="0.1 0 0"/>
  <vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 2">
    <autopilot id="pilot" file="components/controllers/remus100-autopilot.xml">
      <leg heading_deg="90" depth_m="8" speed_mps="1.5" duration_s="100"/>
    </autopilot>
  </vehicle>
  <log rate_Hz="10" channels="state actuators control"/>
</scenario>`,
  params: {
    duration_s: {
      doc: "simulated time from start to end",
      above: 0,
      max: Math.floor(LONGEST_RUN_NS * S_PER_NS),
      example: 120,
    },
    step_s: { doc: "largest step of the integration", min: 1e-6, max: 10, default: 0.02 },
    integrator: {
      type: "choice",
      choices: ["rk4", "dormand-prince", "semi-implicit-euler"],
      doc: "method of integration",
      default: "rk4",
    },
    tolerance: {
      doc: "relative and absolute tolerance per step of dormand-prince; the others have none",
      unit: "1",
      min: 1e-13,
      max: 1e-2,
      default: 1e-8,
    },
    startDate: {
      type: "text",
      doc:
        "date and time of the start, ISO 8601 in universal time to whole seconds, such as 2026-06-01T08:00:00Z: the log counts from it, so that " +
        "viewers show true dates; where not given, times in the log count from 0",
      example: "2026-06-01T08:00:00Z",
      optional: true,
    },
    seed: { type: "integer", doc: "of all random streams: the same seed gives the same bytes", min: 0, default: 1 },
  },
  children: {
    world: { doc: "the sea", max: 1, implied: true },
    vehicle: { doc: "a vehicle, from its file, with what drives it", min: 1, max: 1000 },
    log: { doc: "what is logged, and how often; everything at 10 Hz where there is none", max: 16, implied: true },
  },
});

export const world = defineKind()({
  kind: "world",
  doc: "The sea: constants, and what fills it, moves it and lies below it. Alone, one density and one current everywhere.",
  id: "optional",
  provenance: false,
  example: `
<world gravity_mps2="9.81" current_mps="0 0 0" refresh_Hz="20">
  <water id="column" model="profile" depths_m="0 20 50" temperatures_degC="22 20 13" salinities_psu="38 38 38.2">
    <provenance of="*" status="assumed" note="an example"/>
  </water>
  <current id="tide" model="uniform" velocity_mps="0.2 0.1 0"><provenance of="*" status="assumed" note="an example"/></current>
  <wind id="breeze" speed_mps="6" from_deg="315"><provenance of="*" status="assumed" note="an example"/></wind>
  <waves id="swell" model="regular" amplitude_m="0.3" period_s="6"><provenance of="*" status="assumed" note="an example"/></waves>
  <bottom id="ground" model="slope" depth_m="30" slope_deg="2"><provenance of="*" status="assumed" note="an example"/></bottom>
</world>`,
  children: {
    water: { doc: "temperature and salinity, and so density and speed of sound", max: 1 },
    current: { doc: "currents, added to one another and to current_mps", max: 16 },
    wind: { doc: "the wind over it", max: 1 },
    waves: { doc: "the sea state", max: 1 },
    noise: { doc: "ambient noise; the powers of several are added", max: 64 },
    scalar: { doc: "named numbers of the sea, such as turbidity; those of one name are added", max: 64 },
    bottom: { doc: "the bottom", max: 1 },
    obstacle: { doc: "what stands in the water", max: 1000 },
    tether: { doc: "lines between vehicles, or from one to a place", max: 64 },
  },
  params: {
    refresh_Hz: {
      doc: "how often each vehicle gets the water around it, where the sea is more than constants",
      above: 0,
      max: 1000,
      default: 20,
    },
    contacts: {
      type: "choice",
      choices: ["on", "off"],
      doc: "whether vehicles touch the bottom, obstacles and one another; off: they pass through, which is reported",
      default: "on",
    },
    contact_Hz: {
      doc: "how often the forces of a lasting contact are found anew; impacts happen when they happen",
      min: 1,
      max: 10_000,
      default: 100,
    },
    density_kgpm3: { doc: "ρ, density where no <water> gives it", above: 0, max: 2000, default: 1026 },
    latitude_deg: {
      doc: "of the origin; alone, for gravity and for the pressure in the water",
      min: -90,
      max: 90,
      optional: true,
    },
    longitude_deg: {
      doc: "of the origin: with the latitude, where on the earth north 0, east 0 lies, for maps and for positions in degrees",
      min: -180,
      max: 360,
      optional: true,
    },
    waterLevel_m: {
      doc: "height of the water above the sea: 139 for a lake at that altitude",
      min: -1000,
      max: 9000,
      default: 0,
    },
    gravity_mps2: {
      doc: "g, acceleration of free fall; where not given, that of the latitude of the world or of a part of it, or else 9.81",
      above: 0,
      max: 30,
      optional: true,
    },
    magneticDeclination_deg: {
      doc: "D, of the earth's magnetic field: magnetic north is so far east of true north",
      min: -180,
      max: 180,
      default: 0,
    },
    magneticInclination_deg: {
      doc:
        "I, of the earth's magnetic field below the horizontal; where not given, that of an axial dipole at the latitude of the world or of a " +
        "part of it, or else at 45°",
      min: -90,
      max: 90,
      optional: true,
    },
    magneticField_T: {
      doc: "strength of the earth's magnetic field; where not given, that of the same dipole: 4.65e-5 at 45°",
      above: 0,
      max: 1e-3,
      optional: true,
    },
    current_mps: {
      type: "reals",
      length: 3,
      doc: "velocity of the water: towards north, east, down",
      min: -10,
      max: 10,
      default: [0, 0, 0],
    },
  },
  check(p, report) {
    if (p.longitude_rad !== undefined && p.latitude_rad === undefined) {
      const hint = "add latitude_deg, or leave the longitude out";
      report("longitude_deg", "the world has a longitude without a latitude: that is not an origin", { hint });
    }
  },
});

export const LOG_CHANNELS = [
  "state",
  "pose",
  "transforms",
  "scene",
  "location",
  "actuators",
  "battery",
  "control",
  "tether",
  "latch",
  "water",
] as const;

export const LOG_AXES = ["ned", "rep103"] as const;

export const log = defineKind()({
  kind: "log",
  doc: "Samples that are logged at one rate. Commands and events are always logged, when they happen.",
  id: "optional",
  provenance: false,
  params: {
    rate_Hz: { doc: "samples per second", above: 0, max: 10_000, default: 10 },
    channels: {
      type: "words",
      choices: LOG_CHANNELS,
      doc:
        "state: position, attitude, velocities, current; pose, transforms and scene (shapes of the vehicles, the bottom, pictures as " +
        "grids): for viewers; location: latitude and longitude, where the world has an origin; actuators: commands, speeds, angles, thrust, power; battery: voltage, current, charge and the energy that each group of consumers has used, where there is a battery; control: what the control laws show; tether: tension and shape of the lines that begin at the vehicle; latch: whether a latch holds the vehicle, and its load, where there is one that may; water: what the vehicle swims in, where the world says more " +
        "than constants",
      default: LOG_CHANNELS,
    },
    axes: {
      type: "choice",
      choices: LOG_AXES,
      doc:
        "of pose and transforms. ned: north, east, down, and forward, starboard, down. rep103: for ROS, map (east, north, up) and " +
        "NAME/base_link (forward, left, up)",
      default: "ned",
    },
    vehicles: { type: "words", doc: "only these vehicles; all where nothing is said", optional: true },
  },
});

export const script = defineKind()({
  kind: "script",
  doc: "Commands for one actuator that are known beforehand: an open-loop manoeuvre.",
  id: "optional",
  provenance: false,
  params: {
    actuator: { type: "text", doc: "name of the actuator", example: "propeller" },
    times_s: { type: "reals", doc: "times since the start; the first is 0", min: 0, increasing: true, example: [0] },
    values: { type: "reals", unit: "that of the actuator", doc: "command at each time", example: [0] },
    unit: {
      type: "text",
      doc: "unit of the values: rad, rad/s, rpm, us, 1 …; where given, an actuator that takes another one is refused",
      optional: true,
      example: "rad/s",
    },
    between: {
      type: "choice",
      choices: ["steps", "lines"],
      doc: "steps: each value holds until the next time; lines: straight lines between the points",
      default: "steps",
    },
  },
  check(p, report) {
    if (p.times_s === undefined || p.values === undefined) return;
    if (p.times_s[0] !== 0) report("times_s", `times_s begins at ${p.times_s[0]}`, { allowed: "0 as the first time" });
    if (p.times_s.length !== p.values.length) {
      const message = `values has ${p.values.length} numbers for ${p.times_s.length} times`;
      report("values", message, { allowed: `${p.times_s.length} numbers` });
    }
  },
});

/** What this room adds to the library. */
export const scenarioDefinitions: readonly Definition[] = [
  scenario,
  world,
  log,
  script,
  defineChildren("vehicle", { script: { doc: "commands known beforehand", max: 64 } }),
  ...excerptDefinitions,
  ...pushDefinitions,
];
