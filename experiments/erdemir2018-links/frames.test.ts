import fc from "fast-check";
import { expect, test } from "vitest";
import { frame } from "./experiment.ts";
import { type FrameOptions, frameOf } from "./frames.ts";
import { THESIS } from "./parameters.ts";

test("8 · 51.2 ms + 8 (6.4 + 33.333) ms = 727.467 ms, up to 740 ms: 12.533/8 = 1.567 ms of guard, 34.9 ms · 1500 m/s = 52.35 m", () => {
  // Sums of a few doubles.
  expect(frame.stationPart_s).toBeCloseTo(0.4096, 12);
  expect(frame.vehiclePart_s).toBeCloseTo(0.0512 + 0.8 / 3, 12);
  expect(frame.least_s).toBeCloseTo(0.4608 + 0.8 / 3, 12);
  expect(frame.frame_s).toBeCloseTo(0.74, 12);
  expect(frame.guard_s).toBeCloseTo((0.74 - 0.4608 - 0.8 / 3) / 8, 12);
  expect(frame.guardedSlot_s).toBeCloseTo(0.0413, 12);
  expect(frame.guardedPart_s).toBeCloseTo(0.3304, 12);
  expect(frame.collisionFree_m).toBeCloseTo(52.35, 9);
});

test("erratum: 50/1500 cut to 0.033 gives the printed 0.3152 and 0.7248 s, and a guard of 1.9 ms", () => {
  const printed = 8 * (0.0064 + 0.033);
  expect(printed).toBeCloseTo(0.3152, 12);
  expect(frame.stationPart_s + printed).toBeCloseTo(0.7248, 12);
  expect((frame.frame_s - 0.7248) / 8).toBeCloseTo(1.9e-3, 12);
});

test("erratum: Table 5.2 has the times of 384 and 84 bit, where the text has 512; fields are described for 304", () => {
  expect(3.84e-2 * THESIS.acoustic.bitrate_bps).toBeCloseTo(384, 9);
  expect(0.28e-4 * THESIS.radio.bitrate_bps).toBeCloseTo(84, 9);
  expect(THESIS.stationFields_bit.reduce((sum, bits) => sum + bits, 0)).toBe(304);
  // Only 512 bit give the printed T_FDS.
  expect((0.4096 * THESIS.acoustic.bitrate_bps) / THESIS.vehicles).toBeCloseTo(512, 9);
});

test("two vehicles in neighbouring slots are heard one after the other from any two places within the radius, and overlap beyond", () => {
  const options = fc.record({
    vehicles: fc.integer({ min: 1, max: 20 }),
    stationPacket_bit: fc.integer({ min: 8, max: 2000 }),
    vehiclePacket_bit: fc.integer({ min: 8, max: 2000 }),
    bitrate_bps: fc.double({ min: 20, max: 1e5, noNaN: true }),
    soundSpeed_mps: fc.double({ min: 1400, max: 1600, noNaN: true }),
    averageDistance_m: fc.double({ min: 0, max: 500, noNaN: true }),
    multiple_s: fc.double({ min: 1e-3, max: 1, noNaN: true }),
  });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(options, share, share, (o: FrameOptions, a, b) => {
      const { guardedSlot_s, collisionFree_m: r } = frameOf(o);
      const packet_s = o.vehiclePacket_bit / o.bitrate_bps;
      const end_s = packet_s + (a * r) / o.soundSpeed_mps;
      const next_s = guardedSlot_s + (b * r) / o.soundSpeed_mps;
      // Rounding of sums below 1e3 s.
      expect(end_s).toBeLessThanOrEqual(next_s + 1e-9);
      // From just beyond it, a neighbour at the station is hit.
      expect(packet_s + (1.01 * r + 1) / o.soundSpeed_mps).toBeGreaterThan(guardedSlot_s);
    }),
    { seed: 5 },
  );
});
