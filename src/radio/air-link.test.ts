import { expect, test } from "vitest";
import {
  AIR_LINK,
  AIR_LINK_SIZE,
  AIR_PATH,
  AIR_PATH_SIZE,
  AIR_STATE,
  AirLink,
  airStateReason,
  crossover_m,
} from "./air-link.ts";

const base = { frequency_Hz: 868e6, distance_m: 1000, height1_m: 2, height2_m: 10, surface1_m: 0, surface2_m: 0 };

function over(link: AirLink, given: Partial<typeof base> = {}) {
  const path = new Float64Array(AIR_PATH_SIZE);
  for (const [name, value] of Object.entries({ ...base, ...given }))
    path[AIR_PATH[name as keyof typeof AIR_PATH]] = value;
  const out = new Float64Array(AIR_LINK_SIZE);
  link.linkInto(out, 0, path, 0);
  return { loss_dB: out[AIR_LINK.loss_dB]!, delay_s: out[AIR_LINK.delay_s]!, state: out[AIR_LINK.state]! };
}

const free = new AirLink({ model: "free-space" });
const twoRay = new AirLink({ model: "two-ray" });
const interference = new AirLink({ model: "two-ray-interference" });

test("free space: 2.4 GHz over 100 m lose 80.05 dB; 20 lg(100) + 20 lg(2400) − 27.55", () => {
  const { loss_dB, delay_s } = over(free, { frequency_Hz: 2.4e9, distance_m: 100, height1_m: 3, height2_m: 3 });
  expect(Math.abs(loss_dB - 80.05)).toBeLessThan(5e-3);
  expect(Math.abs(delay_s - 100 / 299792458)).toBeLessThan(1e-20);
});

test("two rays: 40 lg d − 20 lg(h₁ h₂) = 120 − 26.02 = 93.98 dB over 1 km, beyond the crossover of 727.7 m", () => {
  // 4π · 20 · 868e6/299792458 = 727.7.
  expect(Math.abs(crossover_m(868e6, 2, 10) - 727.7)).toBeLessThan(0.05);
  // The straight way is 3.2 cm longer than 1 km: 6e-4 dB.
  expect(Math.abs(over(twoRay).loss_dB - 93.979)).toBeLessThan(2e-3);
});

test("at the crossover the two laws meet, and nearer than it the model is free space", () => {
  const at = crossover_m(868e6, 2, 10);
  const inside = over(twoRay, { distance_m: at - 0.2 }).loss_dB;
  const outside = over(twoRay, { distance_m: at + 0.2 }).loss_dB;
  // 0.4 m of 728 m is 0.005 dB by 20 lg d and 0.01 dB by 40 lg d.
  expect(Math.abs(outside - inside)).toBeLessThan(0.01);
  expect(over(twoRay, { distance_m: 300 }).loss_dB).toBe(over(free, { distance_m: 300 }).loss_dB);
});

test("the interference of both rays runs into 40 lg d far away, between horizontal antennas over the sea", () => {
  const sea = new AirLink({ model: "two-ray-interference", conductivity_Spm: 4, vertical: false });
  for (const distance_m of [20e3, 50e3]) {
    // Γ = −1 to the angle over the index, 12/20e3 · 2/9 in amplitude of which the difference 2πh₁h₂/(λd)·2 is 0.036: below 0.02 dB.
    expect(Math.abs(over(sea, { distance_m }).loss_dB - over(twoRay, { distance_m }).loss_dB)).toBeLessThan(0.03);
  }
});

test("nearer than the crossover the interference waves around free space, by at most 6 dB above it", () => {
  let best = Number.NEGATIVE_INFINITY;
  let worst = Number.POSITIVE_INFINITY;
  for (let distance_m = 20; distance_m < 250; distance_m += 0.5) {
    const gain = over(free, { distance_m }).loss_dB - over(interference, { distance_m }).loss_dB;
    best = Math.max(best, gain);
    worst = Math.min(worst, gain);
  }
  // Two equal rays in phase are 6.02 dB.
  expect(best).toBeLessThan(6.03);
  expect(best).toBeGreaterThan(2);
  expect(worst).toBeLessThan(-4);
});

test("an antenna at or below the water has no link, and the state says which", () => {
  for (const link of [free, twoRay, interference]) {
    expect(over(link, { height1_m: 0 })).toMatchObject({
      loss_dB: Number.POSITIVE_INFINITY,
      state: AIR_STATE.firstSubmerged,
    });
    expect(over(link, { height2_m: -3 }).state).toBe(AIR_STATE.secondSubmerged);
    expect(over(link, { height1_m: -1, height2_m: -3 }).state).toBe(AIR_STATE.bothSubmerged);
    // A wave crest over a short mast.
    expect(over(link, { height1_m: 0.5, surface1_m: 0.6 }).state).toBe(AIR_STATE.firstSubmerged);
    expect(over(link, { height1_m: 0.5, surface1_m: -0.6 }).state).toBe(AIR_STATE.open);
    expect(over(link, { height1_m: Number.NaN }).state).toBe(AIR_STATE.firstSubmerged);
  }
  expect(airStateReason(AIR_STATE.open)).toBe("");
  expect(airStateReason(AIR_STATE.firstSubmerged)).toBe("the antenna of the sender is not above the water");
  expect(airStateReason(AIR_STATE.bothSubmerged)).toContain("antennas of sender and receiver");
});

test("a loss is not below 0 between antennas that touch", () => {
  expect(over(free, { distance_m: 0, height2_m: 2 }).loss_dB).toBe(0);
  expect(over(twoRay, { distance_m: 0, height2_m: 2 }).loss_dB).toBe(0);
});

test("sender and receiver exchanged lose the same", () => {
  for (const link of [free, twoRay, interference]) {
    const there = over(link, { distance_m: 400 });
    const back = over(link, { distance_m: 400, height1_m: 10, height2_m: 2 });
    expect(back.loss_dB).toBe(there.loss_dB);
  }
});
