import fc from "fast-check";
import { expect, test } from "vitest";
import { type AbsorptionModel, absorption_dBpkm } from "../environment/index.ts";
import { quaternionFromRpyInto } from "../math/index.ts";
import { lineTable, pistonTable } from "./beam-patterns.ts";
import { sumOfLevels_dB } from "./decibel.ts";
import { DirectivityTable, OMNIDIRECTIONAL } from "./directivity.ts";
import {
  BUDGET,
  BUDGET_SIZE,
  LinkBudget,
  type LinkOptions,
  MEDIUM_SIZE,
  TRANSDUCER,
  TRANSDUCER_SIZE,
  transducerInto,
} from "./link-budget.ts";
import { linkRange_m, outsideOfLink } from "./link-range.ts";
import { CoatesNoise } from "./noise/coates.ts";
import { RAIN_FITS, RainNoise } from "./noise/rain.ts";
import { AmbientNoise, flatBandLevel_dB, type NoiseSpectrum } from "./noise/spectrum.ts";
import { KNOT_MPS, WenzNoise, type WindReading } from "./noise/wenz.ts";
import { SPHERICAL } from "./spreading.ts";
import { transmissionLoss_dB } from "./transmission-loss.ts";

const RAD = Math.PI / 180;
const TAPAC = { sourceLevel_dB: 177, threshold_dB: 15, centre_Hz: 33e3, width_Hz: 6000 };

const wenz = (wind: WindReading): WenzNoise =>
  new WenzNoise({ windSpeed_mps: 5 * KNOT_MPS, traffic: 4, wind, bands: "banded" });

function tapacRange_m(attenuation_dBpkm: number, noise: NoiseSpectrum): number {
  return linkRange_m({
    sourceLevel_dB: TAPAC.sourceLevel_dB,
    threshold_dB: TAPAC.threshold_dB,
    spreading: SPHERICAL,
    attenuation_dBpkm,
    noise_dB: flatBandLevel_dB(noise, TAPAC),
  });
}

const at33 = (model: AbsorptionModel, t68_degC = 0, salinity_psu = 35, pH = 8): number =>
  absorption_dBpkm(model, { frequency_Hz: 33e3, t68_degC, salinity_psu, pH });
/** Spectrum level 79.4 dB: f in kHz in the paper's equation. */
const MISREAD: NoiseSpectrum = { levelAt: () => 95 + Math.sqrt(105) - 17 * Math.log10(33) };
const COATES = new CoatesNoise({ windSpeed_mps: 2.57, shipping: 0.5 });

/** By absorption, in m: standard, √21 · v, f in kHz and no bandwidth, Coates. */
test.each([
  ["Thorp, four terms", at33("thorp-stojanovic"), 9.647, [2787, 1845, 1807, 2545]],
  ["Thorp, two terms", at33("thorp-stojanovic") - 2.75e-4 * 1089 - 0.003, 9.344, [2855, 1885, 1846, 2605]],
  ["Thorp as ray programs have it", at33("thorp-jkps"), 9.674, [2781, 1842, 1803, 2540]],
  ["Thorp, per kiloyard", at33("thorp-1967"), 9.62, [2793, 1849, 1810, 2550]],
  ["Thorp, per kiloyard misread", at33("thorp-1967") / 1.0936, 8.797, [2987, 1962, 1921, 2724]],
  ["0.036 f^1.5", 0.036 * 33 ** 1.5, 6.825, [3610, 2318, 2266, 3276]],
  ["Francois–Garrison, 10 °C", at33("francois-garrison", 10), 8.07, [3187, 2078, 2033, 2901]],
  ["Francois–Garrison, 4 °C", at33("francois-garrison", 4), 8.835, [2978, 1957, 1915, 2715]],
  ["Francois–Garrison, Mediterranean", at33("francois-garrison", 15, 38, 8.1), 7.758, [3282, 2132, 2086, 2986]],
  ["Ainslie–McColm, 10 °C", at33("ainslie-mccolm", 10), 8.242, [3137, 2049, 2005, 2857]],
  ["Schulkin–Marsh, 10 °C", 7.724, 7.724, [3293, 2139, 2092, 2995]],
  ["fresh water, 15 °C", at33("francois-garrison", 15, 0.1), 0.309, [25161, 10027, 9565, 20632]],
] as const)("the Tapac modem with %s, %f dB/km", (_, alpha, stated, ranges) => {
  expect(Math.abs(alpha - stated)).toBeLessThan(1e-3);
  const found = [
    tapacRange_m(stated, wenz("standard")),
    tapacRange_m(stated, wenz("published-2009")),
    // Without 10 log W.
    linkRange_m({ ...TAPAC, spreading: SPHERICAL, attenuation_dBpkm: stated, noise_dB: MISREAD.levelAt(33e3) }),
    tapacRange_m(stated, COATES),
  ];
  // The table was made with these three decimals; 5 m for what else was rounded.
  ranges.forEach((range_m, k) => {
    expect(Math.abs(found[k]! - range_m)).toBeLessThan(5);
  });
});

test("erratum: the published 1900 m lie outside both readings: 2787 m by √(21 v), 1845 m by √21 · v", () => {
  const alpha = at33("thorp-stojanovic");
  expect(Math.abs(tapacRange_m(alpha, wenz("standard")) - 2787)).toBeLessThan(5);
  expect(Math.abs(tapacRange_m(alpha, wenz("published-2009")) - 1845)).toBeLessThan(5);
  // The noise that 1900 m would need: 40.32 dB re 1 µPa²/Hz, under neither reading.
  const needed_dB = 177 - 15 - 10 * Math.log10(6000) - transmissionLoss_dB(SPHERICAL, alpha, 1900);
  expect(needed_dB).toBeCloseTo(40.32, 2);
});

const identity = (place: readonly number[], rpy_deg: readonly number[] = [0, 0, 0], v = [0, 0, 0]): Float64Array => {
  const out = new Float64Array(TRANSDUCER_SIZE);
  out.set(place, TRANSDUCER.p_NT);
  quaternionFromRpyInto(out, TRANSDUCER.q_NT, rpy_deg[0]! * RAD, rpy_deg[1]! * RAD, rpy_deg[2]! * RAD);
  out.set(v, TRANSDUCER.v_FT_N);
  return out;
};
const MEDIUM_33K = Float64Array.of(1500, 9.6464, 66.21, Number.NEGATIVE_INFINITY);

function budget(
  options: Partial<LinkOptions>,
  from: Float64Array,
  to: Float64Array,
  medium = MEDIUM_33K,
): Float64Array {
  const out = new Float64Array(BUDGET_SIZE);
  new LinkBudget({ sourceLevel_dB: 177, spreading: SPHERICAL, ...options }).budgetInto(
    out,
    0,
    from,
    0,
    to,
    0,
    medium,
    0,
  );
  return out;
}

test("33 kHz over 1900 m: loss 83.90 dB, received 93.10 dB, 26.9 dB above the noise, after 1.267 s", () => {
  const b = budget({}, identity([0, 0, 10]), identity([0, 1900, 10]));
  expect(b[BUDGET.distance_m]).toBe(1900);
  expect(b[BUDGET.delay_s]).toBeCloseTo(1900 / 1500, 12);
  expect(b[BUDGET.transmissionLoss_dB]).toBeCloseTo(83.903, 3);
  expect(b[BUDGET.received_dB]).toBeCloseTo(177 - 83.903, 3);
  expect(b[BUDGET.snr_dB]).toBeCloseTo(177 - 83.903 - 66.21, 3);
  expect(b[BUDGET.dopplerFactor]).toBe(1);
});

test("equals the plain functions, whatever the places, attitudes, velocities and tables", () => {
  const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
  const end = fc.tuple(
    fc.tuple(number(3000), number(3000), number(100)),
    fc.tuple(number(180), number(89), number(180)),
    fc.tuple(number(3), number(3), number(3)),
  );
  const [piston, line] = [pistonTable(2), lineTable(3)];
  fc.assert(
    fc.property(end, end, number(40), ([p, a, v], [p2, a2, v2], other_dB) => {
      const [from, to] = [identity(p, a, v), identity(p2, a2, v2)];
      const medium = Float64Array.of(1480, 7.5, 60, 60 + other_dB);
      const b = budget({ transmitter: piston, receiver: line }, from, to, medium);
      const d = p2.map((x, k) => x - p[k]!);
      const r = Math.hypot(...d);
      fc.pre(r > 1);
      const n = d.map((x) => x / r);
      // x of T by the heading and pitch of the attitude.
      const axis = ([, pitch, yaw]: readonly number[]): number[] => [
        Math.cos(pitch! * RAD) * Math.cos(yaw! * RAD),
        Math.cos(pitch! * RAD) * Math.sin(yaw! * RAD),
        -Math.sin(pitch! * RAD),
      ];
      const dot = (u: readonly number[], w: readonly number[]): number => u.reduce((sum, x, k) => sum + x * w[k]!, 0);
      const off = (u: readonly number[], sign: number): number =>
        Math.acos(Math.max(-1, Math.min(1, sign * dot(u, n))));
      const transmit = piston.relative_dB(off(axis(a), 1));
      const receive = line.relative_dB(off(axis(a2), -1));
      const loss = transmissionLoss_dB(SPHERICAL, 7.5, r);
      const noise = sumOfLevels_dB(60 - line.index_dB, 60 + other_dB);
      // Angles rounded at 1e-8 near the axes, times the steepest row of a table, 60 dB in 0.25°.
      expect(b[BUDGET.transmit_dB]).toBeCloseTo(transmit, 3);
      expect(b[BUDGET.receive_dB]).toBeCloseTo(receive, 3);
      expect(b[BUDGET.transmissionLoss_dB]).toBeCloseTo(loss, 9);
      expect(b[BUDGET.noise_dB]).toBeCloseTo(noise, 9);
      expect(b[BUDGET.snr_dB]).toBeCloseTo(177 + transmit - loss + receive - noise, 2);
      expect(b[BUDGET.dopplerFactor]).toBeCloseTo((1480 - dot(v2, n)) / (1480 - dot(v, n)), 12);
    }),
    { seed: 11 },
  );
});

test("a projector that looks away and a hydrophone that looks aside: each loses what its table says at its own angle", () => {
  const table = new DirectivityTable([0, Math.PI / 2, Math.PI], [0, -12, -30]);
  const at = (transmitter: readonly number[], receiver: readonly number[]): Float64Array =>
    budget({ transmitter: table, receiver: table }, identity([0, 0, 0], transmitter), identity([100, 0, 0], receiver));
  const facing = at([0, 0, 0], [0, 0, 180]);
  expect(facing[BUDGET.transmit_dB]).toBe(0);
  expect(facing[BUDGET.receive_dB]).toBeCloseTo(0, 9);
  // To the east: 90° off. Astern: 180°. Pitched up by 90°: 90° off.
  expect(at([0, 0, 90], [0, 0, 180])[BUDGET.transmit_dB]).toBeCloseTo(-12, 9);
  expect(at([0, 0, 180], [0, 0, 180])[BUDGET.transmit_dB]).toBeCloseTo(-30, 6);
  expect(at([0, 0, 0], [0, 90, 0])[BUDGET.receive_dB]).toBeCloseTo(-12, 9);
  // Rolled, a round beam is the same.
  expect(at([77, 0, 45], [0, 0, 180])[BUDGET.transmit_dB]).toBeCloseTo(-6, 9);
  expect(facing[BUDGET.noise_dB]).toBeCloseTo(66.21 - table.index_dB, 12);
});

test("transducers at one place: no loss, no delay, no Doppler, on both axes", () => {
  const b = budget({ transmitter: pistonTable(2) }, identity([1, 2, 3], [0, 0, 90], [3, 0, 0]), identity([1, 2, 3]));
  expect([...b.slice(0, 5)]).toEqual([0, 0, 0, 0, 0]);
  expect(b[BUDGET.dopplerFactor]).toBe(1);
});

test("interference as loud as the noise costs 3.01 dB, 210 dB softer nothing", () => {
  const [from, to] = [identity([0, 0, 0]), identity([100, 0, 0])];
  const with_dB = (other: number): number =>
    budget({}, from, to, Float64Array.of(1500, 9.6464, 66.21, other))[BUDGET.snr_dB]!;
  expect(with_dB(66.21) - with_dB(Number.NEGATIVE_INFINITY)).toBeCloseTo(-3.0103, 4);
  expect(with_dB(-150)).toBe(with_dB(Number.NEGATIVE_INFINITY));
  const silent = Float64Array.of(1500, 9, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);
  expect(budget({}, from, to, silent)[BUDGET.snr_dB]).toBe(Number.POSITIVE_INFINITY);
});

test("a transducer 2 m ahead on a body that heads east, yaws at 0.1 rad/s and drifts: place, axis and velocity through the water", () => {
  const body = new Float64Array(13);
  body.set([10, 20, 5]);
  quaternionFromRpyInto(body, 3, 0, 0, 90 * RAD);
  body.set([1.5, 0, 0, 0, 0, 0.1], 7);
  const mount = new Float64Array(7);
  mount.set([2, 0, 0]);
  // Looks to starboard.
  quaternionFromRpyInto(mount, 3, 0, 0, 90 * RAD);
  const out = new Float64Array(TRANSDUCER_SIZE + 1);
  transducerInto(out, 1, body, 0, mount, 0, Float64Array.of(0.2, 0, 0), 0);
  const close = (k: number, expected: readonly number[]): void =>
    expected.forEach((x, i) => {
      expect(out[1 + k + i]).toBeCloseTo(x, 12);
    });
  close(TRANSDUCER.p_NT, [10, 22, 5]);
  // East at 1.5, and 0.2 to starboard, which is south; the water goes north at 0.2.
  close(TRANSDUCER.v_FT_N, [-0.4, 1.5, 0]);
  // Its axis points south.
  close(TRANSDUCER.q_NT, [0, 0, 0, 1]);
});

test("a frequency outside a formula is said once, with what it is outside of", () => {
  const shower = new RainNoise({ rate_mmph: 5, ...RAIN_FITS["nystuen-2004"], slope_dBpdecade: 0, peak_dB: 0 });
  const noise = new AmbientNoise([
    { name: "sea", spectrum: wenz("standard") },
    { name: "shower", spectrum: shower },
    { name: "shower", spectrum: shower },
  ]);
  expect(outsideOfLink(100e3, "thorp-stojanovic", noise)).toEqual([
    "absorption: frequency_Hz = 100000 is above 50000",
    "shower: frequency_Hz = 100000 is above 50000",
  ]);
  expect(outsideOfLink(33e3, "thorp-stojanovic", noise)).toEqual([]);
  expect(outsideOfLink(50, "francois-garrison", new AmbientNoise([]))).toEqual([
    "absorption: frequency_Hz = 50 is below 200",
  ]);
  expect(outsideOfLink(33e3, null, noise)).toEqual([]);
});

test("the records have the sizes that their fields need", () => {
  expect(MEDIUM_SIZE).toBe(MEDIUM_33K.length);
  expect(Math.max(...Object.values(BUDGET))).toBe(BUDGET_SIZE - 1);
  expect(OMNIDIRECTIONAL.relative_dB(2)).toBe(0);
});
