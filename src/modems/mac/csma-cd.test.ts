import { expect, test } from "vitest";
import { Medium, type MediumSpec, plansOf } from "../test/mac-medium.ts";
import { complaints, ms, schemeOf } from "../test/mac-schemes.ts";

/** 100 kbit/s and frames of at least 80 bit, as the reference network; signals of 3 · 10⁷ m/s over some metres. */
function medium(x_m: readonly number[], more: Partial<MediumSpec> = {}): Medium {
  const scheme = schemeOf('model="csma-cd" minFrame_bytes="10"');
  const nodes = x_m.map((x) => ({ scheme, x_m: x }));
  return new Medium({ nodes, speed_mps: 3e7, bitRate_bps: 100_000, isFullDuplex: true, ...more });
}

test("a frame that is offered while another is heard begins when that has passed: 80 bit from 1 to 1.8 ms, and 30 m are 1 µs", () => {
  const m = medium([0, 30, 60]);
  m.offer(ms(1), 0, -1, 10);
  m.offer(ms(1.5), 1, -1, 20);
  m.run(ms(20));
  expect(m.begins(1)).toEqual([ms(1.801)]);
  expect(m.nodes[2]!.delivered.map(({ t_ns }) => t_ns)).toEqual([ms(1.802), ms(1.801 + 1.6 + 0.001)]);
});

test("two that begin within the delay both hear the other 1 µs later and break off; each begins again after 0 or 0.8 ms", () => {
  const m = medium([0, 30]);
  m.offer(ms(1), 0, -1, 10);
  m.offer(ms(1), 1, -1, 10);
  m.run(ms(100));
  const first = m.sendings.slice(0, 2);
  for (const { isCut, begin_ns, end_ns } of first) {
    expect(isCut).toBe(true);
    expect([begin_ns, end_ns]).toEqual([ms(1), ms(1.001)]);
  }
  expect(m.waiting).toBe(0);
  for (const { begin_ns } of m.sendings.slice(2)) {
    // What was broken off is heard until 1.002 ms.
    if (begin_ns < ms(1.8)) expect(begin_ns).toBe(ms(1.002));
  }
});

test("R is even in [0, 2^K − 1]: of two, a first collision is followed by a second one with probability 1/2", () => {
  const runs = 2000;
  let again = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const m = medium([0, 30], { seed });
    m.offer(ms(1), 0, -1, 10);
    m.offer(ms(1), 1, -1, 10);
    m.run(ms(3));
    const cuts = m.sendings.filter(({ isCut, node }) => isCut && node === 0).length;
    if (cuts > 1) again++;
  }
  // √(0.25 / 2000) = 0.011: four of them.
  expect(Math.abs(again / runs - 0.5)).toBeLessThan(0.045);
});

test("K grows to 10: with ten senders at once all frames go, and each once", () => {
  const m = medium([0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
  for (let i = 0; i < 10; i++) m.offer(ms(1), i, -1, 10);
  m.run(ms(2000));
  expect(m.waiting).toBe(0);
  expect(m.sendings.filter(({ isCut }) => !isCut).length).toBe(10);
  expect(m.nodes[10]!.delivered.length).toBe(10);
});

test("a frame shorter than the way there and back is lost without its sender noticing", () => {
  // 1500 m at 1500 m/s; frames of 0.8 ms.
  const m = medium([0, 1500, 750], { speed_mps: 1500 });
  m.offer(0, 0, -1, 10);
  m.offer(0, 1, -1, 10);
  m.run(ms(5000));
  expect(m.sendings.map(({ isCut }) => isCut)).toEqual([false, false]);
  expect(m.count("collision", 2)).toBe(2);
});

test("a half-duplex modem is refused", () => {
  const scheme = schemeOf('model="csma-cd"');
  const [plan] = plansOf({ nodes: [{ scheme }] });
  expect(complaints(scheme, plan!)).toEqual([
    "model: csma-cd needs a modem that hears while it sends, and this one is half-duplex (modems with full duplex)",
  ]);
});
