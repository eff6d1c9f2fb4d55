/** Rays of sound: the field of a shallow sea from a large fan, the arrivals at one receiver, and a look-up of a channel's table. Times are CPU time. */
import { ARRIVAL_SIZE, arrivals, type RayCase, RayChannel, transmissionLoss } from "../src/acoustics/index.ts";
import { PlaneBottom } from "../src/environment/geometry/formula-bottoms.ts";
import { materialOf, Scene, WaterColumn } from "../src/environment/index.ts";
import { StandardOcean } from "../src/environment/water/pressure.ts";
import { ConstantScalar } from "../src/environment/water/scalar-source.ts";
import { type Benchmark, type BenchResult, cpuNsPerItem, figure } from "./harness.ts";

const TURNS = 5;
const DEG = Math.PI / 180;
const of = (...values: number[]): Float64Array => Float64Array.from(values);
const steps = (count: number, from: number, by: number): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => from + k * by);

/** 100 m at 1500 m/s over sand, 25 kHz. */
const pekeris: RayCase = {
  frequency_Hz: 25_000,
  sound: { interpolation: "c-linear", ranges_m: of(0), depths_m: of(0, 100), soundSpeeds_mps: of(1500, 1500) },
  surface: { ranges_m: of(0), depths_m: of(0), shape: "straight", beyond: [{ model: "vacuum" }], roughness_m: 0 },
  bottom: {
    ranges_m: of(0),
    depths_m: of(100),
    shape: "straight",
    beyond: [
      {
        model: "halfSpace",
        soundSpeed_mps: 1700,
        density_kgpm3: 1500,
        attenuation_dBpWavelength: 0.5,
        shearSpeed_mps: 0,
        shearAttenuation_dBpWavelength: 0,
      },
    ],
    roughness_m: 0,
  },
  absorption: { depths_m: of(0), absorption_dBpkm: of(6.12) },
  sourceDepths_m: of(36),
  receiverDepths_m: steps(51, 0, 2),
  receiverRanges_m: steps(100, 50, 50),
  fan: { count: 20_001, from_rad: -89 * DEG, to_rad: 89 * DEG },
  step_m: 0,
  beam: "hat",
  maxRange_m: 5000,
  weakest_dB: 46.0206,
};

/** CPU milliseconds of a body, after as many calls for nothing. */
function milliseconds(body: () => void, warm: number): number[] {
  for (let k = 0; k < warm; k++) body();
  return Array.from({ length: TURNS }, () => cpuNsPerItem(body, 1) / 1e6);
}

function fields(): BenchResult[] {
  const runs = milliseconds(() => transmissionLoss(pekeris, "incoherent"), 2);
  return [
    figure(
      "sound rays: incoherent field, 20,001 rays, 51 depths x 100 ranges",
      "s",
      runs.map((ms) => ms / 1e3),
      {
        of: "value",
        atMost: 0.6,
      },
    ),
  ];
}

function receivers(): BenchResult[] {
  const one = {
    ...pekeris,
    receiverDepths_m: of(46),
    receiverRanges_m: of(5000),
    fan: { ...pekeris.fan, count: 2000 },
  };
  const runs = milliseconds(() => arrivals(one), 20);
  return [figure("sound rays: arrivals at one receiver, 2,000 rays, 5 km", "ms", runs, { of: "value", atMost: 20 })];
}

function channels(): BenchResult[] {
  const water = new WaterColumn({
    temperature: [new ConstantScalar(12)],
    salinity: [new ConstantScalar(35)],
    pressure: new StandardOcean(0.76),
    latitude_rad: 0.76,
    pH: 8,
    soundSpeedModel: "unesco",
    absorptionModel: "francois-garrison",
  });
  const scene = new Scene(new PlaneBottom(60), [], materialOf("sand", 0));
  const channel = new RayChannel(water, scene, { frequency_Hz: 25_000 });
  const out = new Float64Array(channel.mostArrivals * ARRIVAL_SIZE);
  const [from, to, time] = [of(0, 0, 10), of(800, 0, 20), of(0)];
  const LOOK_UPS = 20_000;
  const ask = (): void => {
    for (let k = 0; k < LOOK_UPS; k++) {
      // Within 40 cells that the table has.
      to[0] = 800 + (k % 400);
      channel.arrivalsInto(out, 0, from, 0, to, 0, time, 0);
    }
  };
  ask();
  const runs = Array.from({ length: TURNS }, () => cpuNsPerItem(ask, LOOK_UPS) / 1e3);
  return [figure("sound rays: look-up of a channel's table", "us", runs, { of: "value", atMost: 20 })];
}

export const benchmark: Benchmark = {
  name: "sound-rays",
  doc: "Rays of sound: a field of 20,001 rays, arrivals at one receiver, look-ups of a channel",
  run: () => [...fields(), ...receivers(), ...channels()],
};
