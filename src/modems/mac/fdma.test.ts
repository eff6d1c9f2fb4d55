import { expect, test } from "vitest";
import { Medium, plansOf } from "../test/mac-medium.ts";
import { complaints, ms, schemeOf } from "../test/mac-schemes.ts";

const parts = (attributes: string, n: number) => {
  const scheme = schemeOf(`model="fdma" ${attributes}`);
  const members = Array.from({ length: n }, (_, i) => i);
  return members.map((index) => scheme.band!({ members, index }));
};

test("equal parts of four with guards of 0.04: (1 − 3 · 0.04) / 4 = 0.22 each, at 0, 0.26, 0.52, 0.78", () => {
  const [a, b, c, d] = parts('bandGuard="0.04"', 4);
  for (const [part, from] of [
    [a, 0],
    [b, 0.26],
    [c, 0.52],
    [d, 0.78],
  ] as const) {
    expect(part?.from).toBeCloseTo(from, 12);
    expect(part?.to).toBeCloseTo(from + 0.22, 12);
  }
});

test("shares 0.5 0.25 of a band: the rest stays free", () => {
  expect(parts('shares="0.5 0.25"', 2)).toEqual([
    { from: 0, to: 0.5 },
    { from: 0.5, to: 0.75 },
  ]);
});

test("80, 100 and 160 bit at 25 % of 100 kbit/s take 3.2, 4.0 and 6.4 ms: from 1 ms on, 4.2, 5.0 and 7.4 ms", () => {
  // The reference network's times for the same; its fourth member listens.
  const scheme = schemeOf('model="fdma"');
  const m = new Medium({ nodes: [{ scheme }, { scheme }, { scheme }, { scheme }], bitRate_bps: 100_000 });
  [80, 100, 160].forEach((bits, i) => {
    m.offer(ms(1), i, -1, bits / 8);
  });
  m.run(ms(20));
  expect(m.nodes[3]!.delivered.map(({ t_ns }) => t_ns)).toEqual([4.2, 5, 7.4].map(ms));
  expect(m.count("collision")).toBe(0);
  // Who sends hears nothing.
  expect(m.count("half duplex")).toBe(6);
});

test("frames of one modem go one behind the other", () => {
  const scheme = schemeOf('model="fdma"');
  const m = new Medium({ nodes: [{ scheme }, { scheme }], overheadBits: 50 });
  for (let k = 0; k < 3; k++) m.offer(0, 0);
  expect(m.run(ms(1000)).begins(0)).toEqual([0, 100, 200].map(ms));
});

test("parts that are not there are refused", () => {
  const said = (attributes: string): string[] => {
    const scheme = schemeOf(`model="fdma" ${attributes}`);
    const plain = schemeOf('model="fdma"');
    return complaints(scheme, plansOf({ nodes: [{ scheme: plain }, { scheme: plain }, { scheme: plain }] })[0]!);
  };
  expect(said('bandGuard="0.5"')).toEqual([
    "bandGuard: bandGuard = 0.5 between 3 parts leaves nothing of the band (below 0.5)",
  ]);
  expect(said('shares="0.5 0.5"')).toEqual(["shares: shares has 2 numbers for 3 members (3 numbers)"]);
  expect(said('shares="0.5 0.25 0.5"')).toEqual(["shares: shares sum up to 1.25 (at most 1)"]);
  expect(said('shares="0.3 0.3 0.4" bandGuard="0.1"')).toEqual([]);
});
