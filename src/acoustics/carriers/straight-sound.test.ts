import { expect, test } from "vitest";
import { PATH, PATH_SIZE, type Transducer } from "../../environment/index.ts";
import { flatBandLevel_dB } from "../noise/spectrum.ts";
import { KNOT_MPS, WenzNoise } from "../noise/wenz.ts";
import { StraightSound, type StraightSoundParams } from "./straight-sound.ts";

const WORLD = { described: { constants: {}, quantities: [] }, ambient_dB: () => Number.NEGATIVE_INFINITY };
const MODEM: Transducer = {
  medium: "sound",
  frequency_Hz: 25_000,
  bandwidth_Hz: 4000,
  pattern: null,
  greatestLevel_dB: 170,
  leastSnr_dB: 3,
};
const PLAIN: StraightSoundParams = { spreading: { law: "factor", k: 2 }, coherence_s: 1 };
const posed = (p: number[], v = [0, 0, 0]): Float64Array => Float64Array.of(...p, 1, 0, 0, 0, ...v);
const path = (carrier: StraightSound, from: Float64Array, to: Float64Array, ear = MODEM): Float64Array | null => {
  const out = new Float64Array(PATH_SIZE);
  return carrier.pathInto(out, 0, MODEM, from, 0, ear, to, 0, new Float64Array(1)) ? out : null;
};

test("1 km at 1500 m/s and 6 dB/km: 0.6667 s, −66 dB, the receiver's own motion away at 3 m/s in the Doppler factor", () => {
  const carrier = new StraightSound(WORLD, { ...PLAIN, absorption_dBpm: 0.006, noise_dBre1uPa2pHz: 40 });
  const out = path(carrier, posed([0, 0, 10], [1, 0, 0]), posed([1000, 0, 10], [3, 0, 0]))!;
  expect(out[PATH.delay_s]).toBeCloseTo(1000 / 1500, 15);
  expect(out[PATH.gain_dB]).toBeCloseTo(-66, 12);
  expect(out[PATH.noise_dB]).toBeCloseTo(40 + 10 * Math.log10(4000), 12);
  expect(out[PATH.dopplerFactor]).toBeCloseTo(1497 / 1499, 15);
  expect([...out.slice(PATH.direction_N, PATH.direction_N + 3)]).toEqual([-1, 0, 0]);
});

test("where two come nearer to each other the frequency rises, where they part it falls", () => {
  const carrier = new StraightSound(WORLD, PLAIN);
  const factor = (a: number, b: number): number =>
    path(carrier, posed([0, 0, 10], [a, 0, 0]), posed([500, 0, 10], [b, 0, 0]))![PATH.dopplerFactor]!;
  expect(factor(2, 0)).toBeGreaterThan(1);
  expect(factor(0, -2)).toBeGreaterThan(1);
  expect(factor(0, 2)).toBeLessThan(1);
  expect(factor(2, 2)).toBe(1);
});

test("a world that says nothing has Wenz' noise at 5 knots: at 25 kHz within 0.1 dB of its level there times the band", () => {
  const wenz = new WenzNoise({ windSpeed_mps: 5 * KNOT_MPS, traffic: 4, wind: "standard", bands: "banded" });
  const out = path(new StraightSound(WORLD, PLAIN), posed([0, 0, 10]), posed([100, 0, 10]))!;
  const flat = flatBandLevel_dB(wenz, { centre_Hz: 25_000, width_Hz: 4000 });
  expect(Math.abs(out[PATH.noise_dB]! - flat)).toBeLessThan(0.1);
});

test("what the world says of noise counts before a stated level, and a receiver hears its directivity index less", () => {
  const carrier = new StraightSound({ ...WORLD, ambient_dB: () => 71 }, { ...PLAIN, noise_dBre1uPa2pHz: 40 });
  const pattern = { relativeInto: (out: Float64Array, o: number) => out.fill(-2, o, o + 1), index_dB: 9 };
  const out = path(carrier, posed([0, 0, 10]), posed([100, 0, 10]), { ...MODEM, pattern })!;
  expect(out[PATH.noise_dB]).toBe(62);
  const plain = path(carrier, posed([0, 0, 10]), posed([100, 0, 10]))!;
  expect(out[PATH.gain_dB]! - plain[PATH.gain_dB]!).toBeCloseTo(-2, 12);
});

test("a hydrophone in air hears nothing, nor one above a projector in air", () => {
  const carrier = new StraightSound(WORLD, PLAIN);
  expect(path(carrier, posed([0, 0, 10]), posed([10, 0, -0.1]))).toBeNull();
  expect(path(carrier, posed([0, 0, -0.1]), posed([10, 0, 10]))).toBeNull();
  expect(path(carrier, posed([0, 0, 0]), posed([10, 0, 10]))).not.toBeNull();
});

test("the reach is where level, loss and noise leave the least SNR; with Rayleigh fading 15.7 dB farther", () => {
  const carrier = new StraightSound(WORLD, { ...PLAIN, absorption_dBpm: 0.005, noise_dBre1uPa2pHz: 40 });
  const reach = carrier.reach_m(MODEM, 170, MODEM);
  const snr = 170 - 20 * Math.log10(reach) - 0.005 * reach - 40 - 10 * Math.log10(4000);
  expect(snr).toBeCloseTo(3, 6);
  const faded = new StraightSound(WORLD, {
    ...PLAIN,
    absorption_dBpm: 0.005,
    noise_dBre1uPa2pHz: 40,
    riceFactor: 0,
  }).reach_m(MODEM, 170, MODEM);
  // −10 log of the exponential's largest draw, 53 bits: 10 log (53 ln 2).
  const rise = 20 * Math.log10(faded / reach) + 0.005 * (faded - reach);
  expect(rise).toBeCloseTo(10 * Math.log10(53 * Math.LN2), 2);
  expect(carrier.reach_m(MODEM, 170, { ...MODEM, leastSnr_dB: Number.POSITIVE_INFINITY })).toBe(0);
});
