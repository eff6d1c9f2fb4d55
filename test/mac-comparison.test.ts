/** Small networks of the experiment mac-comparison: every scheme runs, keeps what it promises, and is measured rightly. Needs dist. */
import { expect, test } from "vitest";
import { measured } from "../experiments/mac-comparison/measure.ts";
import { FRAME_S, scenarioText } from "../experiments/mac-comparison/network.ts";
import { ALOHA, SCHEMES } from "../experiments/mac-comparison/schemes.ts";
import { meanOf } from "../experiments/pieces/intervals.ts";
import { withContext } from "./support/experiment-context.ts";

const SMALL = { nodes: 6, size_m: 600, load: 0.4, duration_s: 400, seed: 3 } as const;

test.each(SCHEMES.map((scheme) => [scheme.name, scheme] as const))(
  "%s: messages arrive, not before their way and their frame, and where nothing should meet nothing does",
  async (_, scheme) => {
    const m = await withContext((context) => measured(context, { ...SMALL, scheme }));
    expect(m.received).toBeGreaterThan(40);
    // Not more than was offered: 0.4 · 400/0.576 = 278 messages, √278 of them by chance, four times.
    expect(m.received).toBeLessThan(278 + 4 * 17);
    // FDMA sends slower, all others take a frame at the least; the nearest sender is 30 m away.
    for (const delay_s of m.delay_s.filter(Number.isFinite)) expect(delay_s).toBeGreaterThan(FRAME_S + 0.02);
    if (scheme.isCollisionFree === true) expect(m.collisions).toBe(0);
    for (const energy of m.energy_Jpbit.filter(Number.isFinite)) {
      // 10 W for 0.576 s are 0.01125 J for each of 512 bit, where every frame arrives.
      expect(energy).toBeGreaterThan(0.01);
    }
  },
);

test("one sender with ALOHA: all arrive, without waiting but for its own frames", async () => {
  const m = await withContext((context) => measured(context, { ...SMALL, nodes: 2, load: 0.05, scheme: ALOHA }));
  expect(m.collisions).toBe(0);
  expect(meanOf(m.throughput)).toBeLessThan(0.1);
  const least = Math.min(...m.delay_s.filter(Number.isFinite));
  // A way of at most 300 m, 0.2 s.
  expect(least).toBeGreaterThan(FRAME_S);
  expect(least).toBeLessThan(FRAME_S + 0.2 + FRAME_S);
});

test("many members of FDMA, whose parts of the band touch, do not disturb one another by rounding", async () => {
  const scheme = SCHEMES.find(({ name }) => name === "FDMA")!;
  const request = { ...SMALL, nodes: 40, duration_s: 300, scheme };
  const run = await withContext((context) =>
    context.run({ name: "fdma", scenario: { text: scenarioText(request) }, isLogged: false }),
  );
  const collisions = [...run.figures.values()].reduce((sum, { collisions = 0 }) => sum + collisions, 0);
  expect(collisions).toBe(0);
});
