/** What arrives where, when and how loud, by closed forms; state and order of the desk. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ball,
  node,
  SignalWorld,
  SOUND,
  scenarioText,
  signalScenario,
} from "../../../../../test/support/signal-world.ts";

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
    // It is reported ahead, when 0.98 of the way is done.
    expect(world.heard[0]!.now_ns).toBeLessThan(world.heard[0]!.start_ns);
    expect(world.heard[0]!.now_ns).toBeGreaterThan(1e9 + 0.97e9 * delay_s);
    const n = (600 + 3 * (1 + delay_s)) / d;
    expect(world.heard[0]!.dopplerFactor).toBeCloseTo((C - 3 * n) / C, 12);
    expect(world.heard[0]!.duration_ns).toBe(Math.round(1e7 / world.heard[0]!.dopplerFactor));
  });
});

/** The delay at which a sound from the origin reaches p(τ), by bisection. */
function metAfter_s(p: (s: number) => readonly number[]): number {
  let [near, far] = [0, 100];
  for (let k = 0; k < 200; k++) {
    const middle = 0.5 * (near + far);
    if (Math.hypot(...p(middle)) > C * middle) near = middle;
    else far = middle;
  }
  return near;
}

test("a receiver that accelerates at 1 m/s² over 1.2 km is met within ½ a ρ²/c, ρ = 0.02 τ (1 + v/c) + ½ a τ²/c", () => {
  // 30 N on 30 kg with added mass, from t = 0 on.
  const push = '<push start_s="0" duration_s="50" force_N="30 0 0"/>';
  const scenario = signalScenario(
    scenarioText(node("a", "0 0 20", TALKER) + ball("b", "1200 50 20", "0 0 0", TALKER + push)),
  );
  const world = new SignalWorld(scenario, [{ t_ns: 2e9, emitter: 0 }]);
  world.sim.runUntil(5e9);
  const delay_s = metAfter_s((tau) => [1200 + 0.5 * (2 + tau) ** 2, 50, 0]);
  const found_s = (world.heard[0]!.start_ns - 2e9) * 1e-9;
  const rho = 0.02 * delay_s * (1 + 3 / C) + (0.5 * delay_s * delay_s) / C;
  expect(Math.abs(found_s - delay_s)).toBeLessThan((0.5 * rho * rho) / C + 1e-9);
  // Without the second question the error would be that of ½ a τ²: 0.2 ms.
  expect((0.5 * delay_s * delay_s) / C).toBeGreaterThan(100 * ((0.5 * rho * rho) / C));
});

test("a sender that moves is where it was when it sent, and a receiver that comes nearer hears it higher and shorter", () => {
  const scenario = signalScenario(
    scenarioText(ball("a", "0 0 20", "2 0 0", TALKER) + ball("b", "1000 0 20", "-1 0 0", TALKER)),
  );
  const world = new SignalWorld(scenario, [{ t_ns: 10e9, emitter: 0 }]);
  world.sim.runUntil(15e9);
  // 1000 − 10 − 20 m apart at 10 s: d = 970 − τ = c τ.
  const delay_s = 970 / (C + 1);
  expect(Math.abs(world.heard[0]!.start_ns - (10e9 + 1e9 * delay_s))).toBeLessThan(1.01);
  expect(world.heard[0]!.dopplerFactor).toBeCloseTo((C + 1) / (C - 2), 12);
  expect(world.heard[0]!.duration_ns).toBe(Math.round((1e7 * (C - 2)) / (C + 1)));
});

test("two transducers of one vehicle hear each other, at least a nanosecond later; none hears itself", () => {
  const two =
    '<talker id="front" position_m="0.75 0 0"/><talker id="back" position_m="-0.75 0 0"/><talker id="same" position_m="-0.75 0 0"/>';
  for (const vehicle of [node("a", "0 0 20", two), ball("a", "0 0 20", "1 0 0", two)]) {
    const world = new SignalWorld(signalScenario(scenarioText(vehicle)), [
      { t_ns: 1e9, emitter: 0 },
      { t_ns: 2e9, emitter: 1 },
    ]);
    world.sim.runUntil(3e9);
    const by = (emitter: number) =>
      world.heard.filter((heard) => heard.emitter === emitter).sort((a, b) => a.ear - b.ear);
    expect(by(0).map(({ ear }) => ear)).toEqual([1, 2]);
    // 1.5 m: 1 ms, to the length of the way of a vehicle that goes on at 1 m/s.
    for (const { start_ns } of by(0)) expect(Math.abs(start_ns - 1.001e9)).toBeLessThan(1000);
    expect(by(1).map(({ ear, start_ns }) => [ear, start_ns])).toEqual([
      [0, expect.any(Number)],
      [2, 2e9 + 1],
    ]);
  }
});

test("beams count at both ends: 10 log cos² 60° ahead of the sender, nothing behind the receiver", () => {
  const at = (attitude: string): string => `<talker id="m" cosinePower="2" attitude_deg="${attitude}"/>`;
  const scenario = signalScenario(
    scenarioText(
      node("a", "0 0 20", at("0 0 60")) + node("b", "500 0 20", at("0 0 180")) + node("c", "400 0 20", at("0 0 0")),
    ),
  );
  const world = new SignalWorld(scenario, [{ t_ns: 1e9, emitter: 0 }]);
  world.sim.runUntil(3e9);
  expect(world.heard.map(({ ear }) => ear)).toEqual([1]);
  expect(world.heard[0]!.level_dB).toBeCloseTo(mean(500) + 20 * Math.log10(0.5), 8);
  expect(world.heard[0]!.noise_dB).toBeCloseTo(NOISE - 10 * Math.log10(6), 8);
});

test("of a signal of 2 kHz half of which lies in the band of the ear, half of the power is heard", () => {
  const scenario = signalScenario(
    scenarioText(node("a", "0 0 20", TALKER) + node("b", "500 0 20", '<talker id="m" frequency_Hz="28000"/>')),
  );
  const emission = { emitter: 0, frequency_Hz: 26_000, bandwidth_Hz: 2000 };
  const world = new SignalWorld(scenario, [
    { t_ns: 1e9, ...emission },
    { t_ns: 2e9, ...emission, frequency_Hz: 24_000 },
    { t_ns: 3e9, emitter: 0 },
  ]);
  world.sim.runUntil(4e9);
  expect(world.heard.map(({ number }) => number)).toEqual([0, 2]);
  expect(world.heard[0]!.level_dB).toBeCloseTo(mean(500) - 10 * Math.log10(2), 10);
  expect(world.heard[1]!.level_dB).toBeCloseTo(mean(500) - 10 * Math.log10(4), 10);
});

test("40 devices hear in two messages, of 32 and of 8 records", () => {
  const nodes = Array.from({ length: 41 }, (_, k) => node(`n${k}`, `${10 * k} 0 20`, TALKER)).join("");
  const world = new SignalWorld(signalScenario(scenarioText(nodes)), [{ t_ns: 1e9, emitter: 7 }]);
  world.sim.runUntil(2e9);
  expect([world.messages, world.records]).toEqual([2, 40]);
  expect(new Set(world.heard.map(({ ear }) => ear)).size).toBe(40);
});

describe("fading", () => {
  const scenario = signalScenario(
    scenarioText(
      node("a", "0 0 20", TALKER) + node("b", "0 900 20", TALKER) + ball("c", "300 500 20", "0 0 0", TALKER),
      { sea: SOUND.replace("/>", ' riceFactor="0" coherence_s="0.5"/>') },
    ),
  );
  const sends = Array.from({ length: 60 }, (_, k) =>
    [0, 1, 2].map((emitter) => ({ t_ns: 1e9 * (k + 1), emitter })),
  ).flat();
  const world = new SignalWorld(scenario, sends);
  world.sim.runUntil(70e9);
  const level = (emitter: number, ear: number): number[] =>
    world.heard.filter((h) => h.emitter === emitter && h.ear === ear).map((h) => h.level_dB - h.mean_dB);

  test("is the same both ways at one instant, between any two, and differs from pair to pair and from block to block", () => {
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      expect(level(a, b)).toHaveLength(60);
      level(a, b).forEach((fade, k) => {
        expect(fade).toBeCloseTo(level(b, a)[k]!, 9);
      });
    }
    expect(level(0, 1)[0]).not.toBeCloseTo(level(0, 2)[0]!, 3);
    expect(new Set(level(0, 1).map((fade) => fade.toFixed(6))).size).toBe(60);
  });

  test("is Rayleigh's: the mean of the power is 1 within 4 deviations, 1/√180 each", () => {
    const all = [...level(0, 1), ...level(0, 2), ...level(1, 2)].map((fade) => 10 ** (fade / 10));
    const average = all.reduce((sum, h) => sum + h, 0) / all.length;
    expect(Math.abs(average - 1)).toBeLessThan(4 / Math.sqrt(180));
  });
});

describe("a fleet", () => {
  const place = fc.tuple(
    fc.double({ min: -3000, max: 3000, noNaN: true }),
    fc.double({ min: -3000, max: 3000, noNaN: true }),
    fc.double({ min: 1, max: 80, noNaN: true }),
  );
  const one = fc.record({
    place,
    velocity: fc.tuple(
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.double({ min: -3, max: 3, noNaN: true }),
      fc.constant(0),
    ),
    moves: fc.boolean(),
    frequency_Hz: fc.constantFrom(25_000, 27_000, 40_000),
    leastSnr_dB: fc.constantFrom(0, 25, 35),
  });

  test("is heard by those, and those only, whom all pairs of closed forms name, never before its light-cone", () => {
    fc.assert(
      fc.property(fc.array(one, { minLength: 2, maxLength: 14 }), (fleet) => {
        const text = fleet.map(({ place: at, velocity, moves, frequency_Hz, leastSnr_dB }, k) => {
          const inside = `<talker id="m" frequency_Hz="${frequency_Hz}" leastSnr_dB="${leastSnr_dB}"/>`;
          const where = at.join(" ");
          return moves ? ball(`v${k}`, where, velocity.join(" "), inside) : node(`v${k}`, where, inside);
        });
        const sends = fleet.map((_, emitter) => ({ t_ns: 1e9 + 7e6 * emitter, emitter }));
        const world = new SignalWorld(signalScenario(scenarioText(text.join(""))), sends);
        world.sim.runUntil(12e9);
        const found = new Map(world.heard.map((heard) => [`${heard.emitter} ${heard.ear}`, heard]));
        expect(found.size).toBe(world.heard.length); // never twice
        let wanted = 0;
        fleet.forEach((from, emitter) => {
          const at = (of: (typeof fleet)[number], t: number): number[] =>
            of.place.map((x, axis) => x + (of.moves ? of.velocity[axis]! * t : 0));
          const t = sends[emitter]!.t_ns * 1e-9;
          const source = at(from, t);
          fleet.forEach((to, ear) => {
            if (ear === emitter) return;
            const half = 2000;
            const overlap =
              Math.max(
                0,
                Math.min(from.frequency_Hz, to.frequency_Hz) +
                  half -
                  Math.max(from.frequency_Hz, to.frequency_Hz) +
                  half,
              ) / 4000;
            const tau = metAfter_s((s) => at(to, t + s).map((x, axis) => x - source[axis]!));
            const d = C * tau;
            const level = mean(Math.max(1, d)) - 0.005 * (d - Math.max(1, d)) + 10 * Math.log10(overlap);
            const margin = level - NOISE - to.leastSnr_dB;
            const heard = found.get(`${emitter} ${ear}`);
            // Closer to the threshold than rounding, either is right.
            if (Math.abs(margin) < 1e-6) return;
            expect(heard !== undefined).toBe(margin > 0);
            if (heard === undefined) return;
            wanted++;
            expect(heard.level_dB).toBeCloseTo(level, 6);
            expect(Math.abs(heard.start_ns - sends[emitter]!.t_ns - tau * 1e9)).toBeLessThan(2);
            expect(heard.start_ns).toBeGreaterThan(heard.now_ns);
            expect(heard.start_ns - heard.sent_ns).toBeGreaterThanOrEqual((heard.distance_m / C) * 1e9 - 1);
          });
        });
        expect(wanted).toBeLessThanOrEqual(found.size);
      }),
      { seed: 18, numRuns: 30 },
    );
  });
});

test("what has no room on its way is counted and told", () => {
  const scenario = signalScenario(scenarioText(node("a", "0 0 20", TALKER) + ball("b", "1400 0 20", "0 0 0", TALKER)));
  // 256 places for one moving ear; 0.93 s on their way, one every 2 ms.
  const sends = Array.from({ length: 400 }, (_, k) => ({ t_ns: 1e9 + 2e6 * k, emitter: 0 }));
  const world = new SignalWorld(scenario, sends);
  world.sim.runUntil(5e9);
  expect(world.records).toBe(256);
  expect(world.told[0]).toBe("1 signals had no room among the 256 on their way to vehicles: they do not arrive");
  expect(world.told).toHaveLength(3);
  expect(world.told[2]).toMatch(/^100 signals/);
});

test("an emission above the greatest level of its transducer counts as that level; one of what does not send is reported", () => {
  const scenario = signalScenario(scenarioText(node("a", "0 0 20", TALKER) + node("b", "500 0 20", TALKER)));
  const world = new SignalWorld(scenario, [{ t_ns: 1e9, emitter: 0, level_dB: 300 }]);
  world.sim.runUntil(2e9);
  expect(world.heard[0]!.level_dB).toBeCloseTo(mean(500), 10);
});

test("rule 10: restored while signals are on their way, it goes on bit for bit", () => {
  const text = scenarioText(
    node("a", "0 0 20", TALKER) + ball("b", "1200 0 20", "1 2 0", TALKER) + ball("c", "-700 300 20", "-2 0 0", TALKER),
  );
  const scenario = signalScenario(text);
  const sends = Array.from({ length: 30 }, (_, k) => ({ t_ns: 1e9 + 1e8 * k, emitter: k % 3 }));
  const whole = new SignalWorld(scenario, sends);
  whole.sim.runUntil(8e9);
  const cut = new SignalWorld(scenario, sends);
  for (let t_ns = 1.05e9; t_ns < 5e9; t_ns += 1.37e8) {
    cut.sim.runUntil(t_ns);
    const snapshot = cut.sim.snapshot();
    const kept = [...cut.heard];
    cut.sim.runUntil(t_ns + 3e8);
    cut.sim.restore(snapshot);
    cut.heard = kept;
  }
  cut.sim.runUntil(8e9);
  expect(cut.heard).toEqual(whole.heard);
  expect(cut.sim.snapshot()).toEqual(whole.sim.snapshot());
});
