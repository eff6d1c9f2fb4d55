/** Contacts in a run, as a reader of its log sees them: what touches what, when, and when it is clear again. */
import { describe, expect, test } from "vitest";
import { ball, box, flat, obstacle, scenarioText } from "./support/contact-bodies.ts";
import { runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";

const SURFACE = { mu: 0.3, e: 0.5 };

function told(text: string): string[] {
  return runToEnd(scenarioOf(text)).run.events.map(({ name, level, message }) => `${level} ${name} ${message}`);
}

describe("events", () => {
  test("a ball that bounces touches, is clear in between where it flies for more than half a second, and lies", () => {
    const text = scenarioText([ball({ mass_kg: 60, at: [0, 0, 5] }, SURFACE)], {
      duration_s: 20,
      inside: flat(6, SURFACE),
    });
    expect(told(text)).toEqual([
      "warning ball touches the bottom, at 2.33 m/s: north 0 m, east 0 m, depth 6 m",
      "info ball is clear of the bottom again",
      "warning ball touches the bottom, at 1.16 m/s: north 0 m, east 0 m, depth 6 m",
    ]);
  });

  test("an obstacle is named, and one vehicle names the other", () => {
    const pole = obstacle("cylinder", 'diameter_m="0.2" length_m="2" position_m="3 0 5"', SURFACE, "pole");
    const neutral = 1000 * (4 / 3) * Math.PI * 0.008;
    const bodies = [
      ball({ id: "slow", mass_kg: neutral, at: [1, 0, 5] }, SURFACE),
      ball({ id: "fast", mass_kg: neutral, at: [0, 0, 5], velocity: [1, 0, 0] }, SURFACE),
    ];
    const events = told(scenarioText(bodies, { duration_s: 6, inside: pole }));
    // 0.6 m at 1 m/s; then 0.75 m/s of the struck ball.
    expect(events.filter((text) => text.startsWith("warning")).slice(0, 2)).toEqual([
      expect.stringMatching(
        /^warning (slow touches fast|fast touches slow), at 1 m\/s: north 0\.8 m, east 0 m, depth 5 m$/,
      ),
      expect.stringMatching(/^warning slow touches world\/pole, at 0\.75 m\/s: north 2 m/),
    ]);
  });
});

test("a touch in the first hundredths of a second is told like any other, and it is clear half a second later", () => {
  const wall = obstacle("box", 'size_m="1 2 2" position_m="0.75 0 5"', SURFACE, "wall");
  const neutral = 1000 * (4 / 3) * Math.PI * 0.008;
  for (const speed of [1.6, 2, 5, 20]) {
    // 5 cm less the gap at which things touch.
    const body = ball({ mass_kg: neutral, velocity: [speed, 0, 0] }, SURFACE);
    const { run } = runToEnd(scenarioOf(scenarioText([body], { duration_s: 2, inside: wall })));
    const [touch, clear] = run.events;
    // Within the 1e-5 m between a gap of 1e-4 and 1.1e-4 m.
    expect(Math.abs(touch!.t_ns / 1e9 - (0.05 - 1e-4) / speed)).toBeLessThan(2e-5 / speed);
    expect(clear!.message).toBe("is clear of world/wall again");
    expect(clear!.t_ns - touch!.t_ns).toBe(500_000_000);
  }
});

test("with contacts off a body goes through what is in its way, and the log says so", () => {
  const plain = scenarioText([ball({ mass_kg: 60, at: [0, 0, 5] }, SURFACE)], {
    duration_s: 3,
    inside: flat(6, SURFACE),
  });
  const { run } = runToEnd(scenarioOf(plain.replace("<world ", '<world contacts="off" ')));
  // 1/2 a t², undisturbed: a = 259.9/76.76.
  const water = 1000 * (4 / 3) * Math.PI * 0.008;
  const down = 5 + 0.5 * (((60 - water) * 9.81) / (60 + water / 2)) * 9;
  expect(Math.abs(stateOf(run)[2]! - down)).toBeLessThan(1e-9);
  expect(run.events.length).toBeGreaterThan(0);
});

test("what touches nothing moves to the last bit as with contacts off", () => {
  const flyer = box(
    {
      size: [1, 0.5, 0.3],
      mass_kg: 150,
      cg: [0.01, 0, 0.02],
      added: [10, 60, 90, 1, 5, 5],
      at: [0, 0, 5],
      velocity: [1, 0.1, 0],
      rate_degps: [10, 20, -30],
    },
    SURFACE,
  );
  const other = ball({ id: "other", mass_kg: 33.5, at: [0, 3, 5], velocity: [1, 0, 0] }, SURFACE);
  const post = obstacle("box", 'size_m="0.2 0.2 8" position_m="3 -1.5 5"', SURFACE, "post");
  const text = scenarioText([flyer, other], { duration_s: 6, inside: flat(12, SURFACE) + post });
  const [among, off] = [text, text.replace("<world ", '<world contacts="off" ')].map(
    (each) => runToEnd(scenarioOf(each)).run,
  );
  expect(among!.events).toEqual([]);
  for (const i of [0, 1]) expect(stateOf(among!, i)).toEqual(stateOf(off!, i));
});
