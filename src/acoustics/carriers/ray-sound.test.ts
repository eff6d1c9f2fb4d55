import { describe, expect, test } from "vitest";
import { signalScenario } from "../../../test/support/signal-world.ts";
import { describedSea, PATH, PATH_SIZE, type Transducer } from "../../environment/index.ts";
import { RaySound, type RaySoundParams } from "./ray-sound.ts";

const C = 1500;
const DEPTH = 100;
/** Water of one speed over a flat bottom of sand. */
const { described } = signalScenario(
  `<scenario id="s" duration_s="1"><world><water id="w" temperature_degC="10" salinity_psu="35" soundSpeed_mps="${C}"/>` +
    `<bottom id="b" model="flat" depth_m="${DEPTH}" type="sand"/></world><vehicle id="a" length_m="1" position_m="0 0 10"/></scenario>`,
);
const WORLD = { described, ambient_dB: () => 60 };
const MODEM: Transducer = {
  medium: "sound",
  frequency_Hz: 10_000,
  bandwidth_Hz: 2000,
  pattern: null,
  greatestLevel_dB: 180,
  leastSnr_dB: 0,
};
const PLAIN: RaySoundParams = {
  gain: "strongest",
  weakestArrival_dB: 20,
  window_s: 0.01,
  maxRange_m: 5000,
  cell_m: 10,
  depthCell_m: 1,
  rays: 2000,
  mostArrivals: 24,
  surfaceRoughness_m: 0,
  coherence_s: 1,
};
const posed = (p: number[], v = [0, 0, 0]): Float64Array => Float64Array.of(...p, 1, 0, 0, 0, ...v);
function path(p: Partial<RaySoundParams>, from: Float64Array, to: Float64Array, ear = MODEM): Float64Array | null {
  const carrier = new RaySound(WORLD, { ...PLAIN, ...p });
  const out = new Float64Array(PATH_SIZE);
  return carrier.pathInto(out, 0, MODEM, from, 0, ear, to, 0, new Float64Array(1)) ? out : null;
}

describe("40 m deep, 500 m apart in water of one speed", () => {
  const from = posed([0, 0, 40]);
  const to = posed([500, 0, 60]);
  const direct = Math.hypot(500, 20);
  const surface = Math.hypot(500, 100);
  const water = describedSea(described).water!;
  const absorption = new Float64Array(1);
  water.absorptionInto(absorption, 0, Float64Array.of(10_000), 0, Float64Array.of(0, 0, 50, 0), 0);

  test("the first arrival is the straight one: d/c and 20 log d + α d, within the table's 5 µs and 0.3 dB", () => {
    const out = path({}, from, to)!;
    expect(Math.abs(out[PATH.delay_s]! - direct / C)).toBeLessThan(5e-6);
    const loss = 20 * Math.log10(direct) + (absorption[0]! * direct) / 1000;
    expect(Math.abs(out[PATH.gain_dB]! + loss)).toBeLessThan(0.3);
    expect(out[PATH.distance_m]).toBeCloseTo(direct, 9);
    // It comes from above: from the one that is less deep.
    expect(out[PATH.direction_N + 2]).toBeCloseTo(-20 / direct, 3);
    expect(out[PATH.direction_N]).toBeCloseTo(-500 / direct, 3);
  });

  test("the image in the surface comes (√(500² + 100²) − d)/c later: it is in the spread, and in the sum of powers", () => {
    const out = path({}, from, to)!;
    expect(out[PATH.spread_s]).toBeGreaterThan((surface - direct) / C - 1e-5);
    const sum = path({ gain: "sum", window_s: 0.007 }, from, to)!;
    const image = (direct / surface) ** 2;
    // Straight, surface and, weaker, bottom: at least the first two.
    expect(sum[PATH.gain_dB]! - out[PATH.gain_dB]!).toBeGreaterThan(10 * Math.log10(1 + image) - 0.5);
    expect(sum[PATH.gain_dB]! - out[PATH.gain_dB]!).toBeLessThan(10 * Math.log10(3));
  });

  test("only what is within weakestArrival_dB counts: within 0.5 dB the straight arrival is alone", () => {
    expect(path({ weakestArrival_dB: 0.1 }, from, to)![PATH.spread_s]).toBe(0);
  });

  test("Doppler is along the ray: at 2 m/s down, 20 m in 500.4 m of way", () => {
    const out = path({}, from, posed([500, 0, 60], [0, 0, 2]))!;
    expect(out[PATH.dopplerFactor]).toBeCloseTo(1 - (2 * 20) / direct / C, 6);
    expect(path({}, from, to)![PATH.dopplerFactor]).toBe(1);
  });
});

test("nothing beyond maxRange, nor in the bottom, nor in air", () => {
  expect(path({ maxRange_m: 400 }, posed([0, 0, 40]), posed([500, 0, 40]))).toBeNull();
  expect(path({}, posed([0, 0, 40]), posed([500, 0, DEPTH + 1]))).toBeNull();
  expect(path({}, posed([0, 0, -1]), posed([500, 0, 50]))).toBeNull();
});

test("it is steady in water that does not change, and reaches no farther than maxRange", () => {
  const carrier = new RaySound(WORLD, PLAIN);
  expect(carrier.isSteady).toBe(true);
  expect(carrier.reach_m(MODEM, 300, MODEM)).toBe(5000);
  expect(carrier.reach_m(MODEM, 62, MODEM)).toBeLessThan(5000);
});
