/** Small runs for the tests of the report: a dive to 10 m and a turn, in closed form, at any rate and with any name. */
import {
  type ChannelData,
  declaredByName,
  type RunData,
  type Series,
  type VehicleData,
} from "../../src/report/index.ts";

/** Columns from functions of time. */
export function series(t_s: Float64Array, columns: Readonly<Record<string, (t: number) => number>>): Series {
  return { t_s, columns: new Map(Object.entries(columns).map(([name, f]) => [name, t_s.map(f)])) };
}

/** 0, 1/rate, 2/rate ... up to the duration. */
export function instants_s(duration_s: number, rate_Hz: number): Float64Array {
  return Float64Array.from({ length: Math.round(duration_s * rate_Hz) + 1 }, (_, k) => k / rate_Hz);
}

/** A vehicle whose channels say what they are by their names, as in a log of an older version. */
export function vehicleOf(
  name: string,
  channels: Readonly<Record<string, Series>>,
  scalars: Readonly<Record<string, string>> = {},
): VehicleData {
  const names = { vehicles: [name], ours: true, scalars: new Map(Object.entries(scalars)) };
  return {
    name,
    channels: Object.entries(channels).map(([word, series]): ChannelData => {
      const declared = declaredByName(`/${name}/${word}`, "", [...series.columns.keys()], names);
      return { declared: declared!, series };
    }),
  };
}

/** The same vehicle with a channel more, or with another instead of it. */
export function withChannel(
  vehicle: VehicleData,
  word: string,
  series: Series,
  scalars: Readonly<Record<string, string>> = {},
): VehicleData {
  const [made] = vehicleOf(vehicle.name, { [word]: series }, scalars).channels;
  const kept = vehicle.channels.filter(({ declared }) => declared.topic !== made!.declared.topic);
  return { ...vehicle, channels: [...kept, made!] };
}

export function withoutChannel(vehicle: VehicleData, word: string): VehicleData {
  const topic = `/${vehicle.name}/${word}`;
  return { ...vehicle, channels: vehicle.channels.filter(({ declared }) => declared.topic !== topic) };
}

/** The samples of a vehicle's channel. */
export function seriesOf(vehicle: VehicleData, word: string): Series {
  return vehicle.channels.find(({ declared }) => declared.topic === `/${vehicle.name}/${word}`)!.series;
}

const none = (): number => 0;

/** Goes in a circle of radius 20 m at 1.5 m/s, `east_m` aside; asked for 10 m after 20 s, it gets there exponentially. */
export function divingVehicle(name: string, duration_s: number, rate_Hz: number, east_m = 0): VehicleData {
  const t_s = instants_s(duration_s, rate_Hz);
  const rate = 1.5 / 20;
  const asked = (t: number): number => (t < 20 ? 0 : 10);
  const depth = (t: number): number => (t < 20 ? 0 : 10 * (1 - Math.exp(-(t - 20) / 8)));
  const angle = (t: number): number => 0.2 * Math.sin(t / 5);
  return vehicleOf(name, {
    state: series(t_s, {
      north_m: (t) => 20 * Math.sin(rate * t),
      east_m: (t) => east_m + 20 * (1 - Math.cos(rate * t)),
      depth_m: depth,
      roll_rad: (t) => 0.02 * Math.sin(t),
      pitch_rad: (t) => -0.1 * Math.exp(-t / 30),
      heading_rad: (t) => (rate * t) % (2 * Math.PI),
      ...{ u_mps: () => 1.5, v_mps: none, w_mps: none, uWater_mps: () => 1.4, vWater_mps: none, wWater_mps: none },
      ...{ currentNorth_mps: () => 0.1, currentEast_mps: none, currentDown_mps: none },
    }),
    actuators: series(t_s, {
      rudder_command_rad: angle,
      rudder_angle_rad: (t) => angle(t - 0.5),
      propeller_command_radps: () => 100,
      propeller_speed_radps: (t) => 100 * (1 - Math.exp(-t)),
      propeller_thrust_N: (t) => 10 * (1 - Math.exp(-t)) ** 2,
      propeller_power_W: () => 50,
    }),
    pilot: series(t_s, {
      depthSetpoint_m: asked,
      depthError_m: (t) => asked(t) - depth(t),
      headingSetpoint_rad: (t) => (rate * t + 0.1) % (2 * Math.PI),
      headingError_rad: () => 0.1,
    }),
  });
}

/**
 * The same in a sea: a bottom at 18 + 3 sin(t / 15) m, waves of 0.2 m, water that cools by 0.5 °C per metre, a current that turns
 * once in 120 s. From 100 s on there is no bottom, and between 50 s and 60 s nobody knows the salinity.
 */
export function seaVehicle(name: string, duration_s: number, rate_Hz: number, east_m = 0): VehicleData {
  const vehicle = divingVehicle(name, duration_s, rate_Hz, east_m);
  const { t_s, columns } = seriesOf(vehicle, "state");
  const depth_m = columns.get("depth_m")!;
  const depthAt = (t: number): number => depth_m[Math.round(t * rate_Hz)]!;
  const bottom = (t: number): number => (t < 100 ? 18 + 3 * Math.sin(t / 15) : Number.POSITIVE_INFINITY);
  const temperature = (t: number): number => 20 - 0.5 * depthAt(t);
  const turning = (2 * Math.PI) / 120;
  const current = series(t_s, {
    currentNorth_mps: (t) => 0.3 * Math.cos(turning * t),
    currentEast_mps: (t) => 0.3 * Math.sin(turning * t),
  });
  const moving = withChannel(vehicle, "state", { t_s, columns: new Map([...columns, ...current.columns]) });
  return withChannel(
    moving,
    "water",
    series(t_s, {
      temperature_degC: temperature,
      salinity_psu: (t) => (t > 50 && t < 60 ? Number.NaN : 38),
      density_kgpm3: (t) => 1026 + 0.1 * depthAt(t),
      soundSpeed_mps: (t) => 1460 + 3 * temperature(t),
      surface_m: (t) => 0.2 * Math.sin(2 * t),
      bottomDepth_m: bottom,
      altitude_m: (t) => bottom(t) - depthAt(t),
    }),
  );
}

/** The diving vehicle with thrusters t0, t1 …, each with speed, command and thrust. */
export function thrusterVehicle(name: string, count: number): VehicleData {
  const columns = Array.from({ length: count }, (_, k) => [
    [`t${k}_command_radps`, (t: number) => 10 * k + (t < 20 ? 0 : 5)],
    [`t${k}_speed_radps`, (t: number) => 10 * k + (t < 20 ? 0 : 5 * (1 - Math.exp(20 - t)))],
    [`t${k}_thrust_N`, (t: number) => k + Math.sin(t / 5)],
  ]);
  const made = Object.fromEntries(columns.flat()) as Record<string, (t: number) => number>;
  return withChannel(divingVehicle(name, 120, 10), "actuators", series(instants_s(120, 10), made));
}

export function sampleRun(name: string, vehicles: readonly VehicleData[], more: Partial<RunData> = {}): RunData {
  return {
    name,
    scenario: "sample",
    seed: "1",
    version: "0.1.0",
    overrides: [],
    duration_s: vehicles[0]?.channels[0]?.series.t_s.at(-1) ?? 0,
    doc: "A dive in a circle.",
    vehicles,
    events: [
      { t_s: 20, level: "info", name: `${vehicles[0]?.name}/pilot`, message: "dives" },
      { t_s: 45, level: "warning", name: "world", message: "something to look at" },
    ],
    losses: [],
    ...more,
  };
}
