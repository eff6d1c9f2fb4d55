import { describe, expect, test } from "vitest";
import { ball, node, SignalWorld, scenarioText, signalScenario } from "../../../../../test/support/signal-world.ts";

const TALKER = '<talker id="modem"/>';
const C = 1500;

/** NL of 50 dB re 1 µPa²/Hz in 4 kHz. */
const NOISE = 50 + 10 * Math.log10(4000);
const mean = (d: number): number => 170 - 20 * Math.log10(d) - 0.005 * d;

describe("two moored nodes, 900 m apart", () => {
  const scenario = signalScenario(scenarioText(node("a", "0 0 20", TALKER) + node("b", "0 900 20", TALKER)));
  const world = new SignalWorld(scenario, [{ t_ns: 2e9, emitter: 0 }]);
  world.sim.runUntil(5e9);

  test("hear each other d/c = 0.6 s later, at 170 − 20 log 900 − 4.5 dB, from the west", () => {
    expect(world.heard).toHaveLength(1);
    const [heard] = world.heard;
    expect(heard).toMatchObject({ ear: 1, emitter: 0, sent_ns: 2e9, start_ns: 2.6e9, now_ns: 2e9, duration_ns: 1e7 });
    expect(heard!.level_dB).toBeCloseTo(mean(900), 10);
    expect(heard!.mean_dB).toBe(heard!.level_dB);
    expect(heard!.noise_dB).toBeCloseTo(NOISE, 10);
    expect(heard!.direction_N).toEqual([0, -1, 0]);
    expect(heard!.dopplerFactor).toBe(1);
  });
});

describe("a receiver that goes away steadily at 3 m/s from 600 m", () => {
  const scenario = signalScenario(scenarioText(node("a", "0 0 20", TALKER) + ball("b", "600 80 20", "3 0 0", TALKER)));
  const world = new SignalWorld(scenario, [{ t_ns: 1e9, emitter: 0 }]);
  world.sim.runUntil(5e9);

  test("is met where (600 + 3 (t + τ))² + 80² = (c τ)²: the exact root of the quadratic, within 1 ns", () => {
    // x0 at t = 1 s
    const x0 = 603;
    const a = C * C - 9;
    const b = -2 * 3 * x0;
    const c = -(x0 * x0 + 80 * 80);
    const delay_s = (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a);
    expect(world.heard).toHaveLength(1);
    expect(Math.abs(world.heard[0]!.start_ns - (1e9 + delay_s * 1e9))).toBeLessThan(1.01);
    const d = C * delay_s;
    expect(world.heard[0]!.distance_m).toBeCloseTo(d, 6);
    expect(world.heard[0]!.level_dB).toBeCloseTo(mean(d), 8);
    // It is told ahead, when 0.98 of the way is done.
    expect(world.heard[0]!.now_ns).toBeLessThan(world.heard[0]!.start_ns);
    expect(world.heard[0]!.now_ns).toBeGreaterThan(1e9 + 0.97e9 * delay_s);
    const n = (600 + 3 * (1 + delay_s)) / d;
    expect(world.heard[0]!.dopplerFactor).toBeCloseTo((C - 3 * n) / C, 12);
    expect(world.heard[0]!.duration_ns).toBe(Math.round(1e7 / world.heard[0]!.dopplerFactor));
  });
});
