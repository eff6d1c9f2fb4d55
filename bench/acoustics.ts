/**
 * What the closed-form acoustics of a message costs: a link budget between two vehicles with directivity, attitudes, Doppler and
 * interference; the place of a transducer on its vehicle; the gain of a fading link; and, once for a band, its noise level.
 * The reference is the same budget put together from the plain functions of the room, with objects and angles.
 */
import { pistonTable } from "../src/acoustics/beam-patterns.ts";
import { sumOfLevels_dB } from "../src/acoustics/decibel.ts";
import { dopplerFactor } from "../src/acoustics/doppler.ts";
import { BlockFading } from "../src/acoustics/fading.ts";
import {
  BUDGET,
  BUDGET_SIZE,
  LinkBudget,
  TRANSDUCER,
  TRANSDUCER_SIZE,
  transducerInto,
} from "../src/acoustics/link-budget.ts";
import { AmbientNoise, bandLevel_dB } from "../src/acoustics/noise/spectrum.ts";
import { WenzNoise } from "../src/acoustics/noise/wenz.ts";
import { SPHERICAL } from "../src/acoustics/spreading.ts";
import { transmissionLoss_dB } from "../src/acoustics/transmission-loss.ts";
import { RandomStream } from "../src/core/index.ts";
import { acos, quaternionFromRpyInto, rotationFromQuaternionInto } from "../src/math/index.ts";
import { type Benchmark, comparison, figure, nsPerItemInTurns } from "./harness.ts";

const LINKS = 20_000;
const BANDS = 200;
const SOURCE_LEVEL_DB = 177;

const beam = pistonTable(1);
const medium = Float64Array.of(1500, 9.6, 66, 50);

/** Transducers within 3 km of one another, in any attitude, at up to 2 m/s. */
function transducers(count: number): Float64Array {
  const all = new Float64Array(TRANSDUCER_SIZE * count);
  for (let k = 0; k < count; k++) {
    const at = TRANSDUCER_SIZE * k;
    all.set([1500 * Math.sin(0.37 * k), 1500 * Math.cos(0.53 * k), 50 + 40 * Math.sin(k)], at);
    quaternionFromRpyInto(all, at + TRANSDUCER.q_NT, 0.3 * Math.sin(k), 0.4 * Math.cos(k), 0.1 * k);
    all.set([2 * Math.sin(0.1 * k), 2 * Math.cos(0.1 * k), 0], at + TRANSDUCER.v_FT_N);
  }
  return all;
}

const ends = transducers(LINKS + 1);
const link = new LinkBudget({
  sourceLevel_dB: SOURCE_LEVEL_DB,
  spreading: SPHERICAL,
  transmitter: beam,
  receiver: beam,
});
const out = new Float64Array(BUDGET_SIZE);

function budgets(): number {
  let sum = 0;
  for (let k = 0; k < LINKS; k++) {
    link.budgetInto(out, 0, ends, TRANSDUCER_SIZE * k, ends, TRANSDUCER_SIZE * (k + 1), medium, 0);
    sum += out[BUDGET.snr_dB] ?? 0;
  }
  return sum;
}

/** The same from the plain functions: what one writes first. */
function plainBudgets(): number {
  const at = (k: number, i: number): number => ends[TRANSDUCER_SIZE * k + i] ?? 0;
  const axisOf = (k: number): number[] => {
    const R = new Float64Array(9);
    rotationFromQuaternionInto(R, 0, ends, TRANSDUCER_SIZE * k + TRANSDUCER.q_NT);
    return [R[0] ?? 0, R[3] ?? 0, R[6] ?? 0];
  };
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
  let sum = 0;
  for (let k = 0; k < LINKS; k++) {
    const d = [0, 1, 2].map((i) => at(k + 1, i) - at(k, i));
    const distance_m = Math.hypot(...d);
    const n = d.map((x) => x / distance_m);
    const transmit_dB = beam.relative_dB(acos(dot(axisOf(k), n)));
    const receive_dB = beam.relative_dB(acos(-dot(axisOf(k + 1), n)));
    const loss_dB = transmissionLoss_dB(SPHERICAL, medium[1] ?? 0, distance_m);
    const noise_dB = sumOfLevels_dB((medium[2] ?? 0) - beam.index_dB, medium[3] ?? 0);
    const speed = (end: number): number =>
      dot(
        [7, 8, 9].map((i) => at(end, i)),
        n,
      );
    sum += SOURCE_LEVEL_DB + transmit_dB - loss_dB + receive_dB - noise_dB;
    sum += 0 * dopplerFactor(medium[0] ?? 0, speed(k), speed(k + 1));
  }
  return sum;
}

function mounted(): number {
  const body = new Float64Array(13);
  body[3] = 1;
  const mount = Float64Array.of(0.5, 0, -0.1, 1, 0, 0, 0);
  const current = new Float64Array(3);
  const end = new Float64Array(TRANSDUCER_SIZE);
  for (let k = 0; k < LINKS; k++) {
    body[0] = k;
    transducerInto(end, 0, body, 0, mount, 0, current, 0);
  }
  return end[0] ?? 0;
}

function faded(): number {
  const fading = new BlockFading(new RandomStream({ campaign: 1, run: 0 }, "link"), 21e6, 1);
  const now = new Float64Array(1);
  const gain = new Float64Array(1);
  let sum = 0;
  for (let k = 0; k < LINKS; k++) {
    now[0] = 3e7 * k;
    fading.gainInto(gain, 0, now, 0);
    sum += gain[0] ?? 0;
  }
  return sum;
}

function bands(): number {
  const noise = new AmbientNoise([
    { name: "sea", spectrum: new WenzNoise({ windSpeed_mps: 5, traffic: 4, wind: "standard", bands: "summed" }) },
  ]);
  let sum = 0;
  for (let k = 0; k < BANDS; k++) sum += bandLevel_dB(noise, { centre_Hz: 20e3 + 100 * k, width_Hz: 6e3 });
  return sum;
}

export const benchmark: Benchmark = {
  name: "acoustics",
  doc: "closed-form link budgets, transducers on vehicles, fading, noise of a band",
  run() {
    // Tables of sines and other functions are made at the first calls.
    for (let k = 0; k < 5; k++) budgets();
    const [budget_ns = [], plain_ns = [], mount_ns = [], fading_ns = [], band_ns = []] = nsPerItemInTurns(
      [budgets, plainBudgets, mounted, faded, bands],
      [LINKS, LINKS, LINKS, LINKS, BANDS],
    );
    return [
      comparison("acoustics: one link budget", "ns", budget_ns, "from the plain functions", plain_ns, {
        of: "value",
        atMost: 1000,
      }),
      figure("acoustics: a transducer's place, attitude and velocity on its vehicle", "ns", mount_ns),
      figure("acoustics: the gain of a fading link", "ns", fading_ns),
      figure("acoustics: noise of a band of 6 kHz, integrated", "ns", band_ns),
    ];
  },
};
