/** What holds whatever the positions, the traffic and the losses. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { LONG } from "../../../test/support/long.ts";
import { Medium, type MediumSpec } from "../test/mac-medium.ts";
import { ms, schemeOf } from "../test/mac-schemes.ts";

const RUNS = LONG ? 600 : 40;
const RANGE_M = 600;

const place = fc.record({
  // Within a disc of diameter RANGE_M, so that no two are further apart.
  radius: fc.double({ min: 0, max: 1, noNaN: true }),
  angle: fc.double({ min: 0, max: 6.283, noNaN: true }),
  from_s: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 100 }) },
  ),
});

const message = fc.record({
  t_ms: fc.integer({ min: 0, max: 200_000 }),
  node: fc.nat({ max: 7 }),
  to: fc.integer({ min: -1, max: 7 }),
  bytes: fc.nat({ max: 40 }),
  isReliable: fc.boolean(),
});

const world = fc.record({
  places: fc.array(place, { minLength: 1, maxLength: 7 }),
  messages: fc.array(message, { minLength: 1, maxLength: 20 }),
  seed: fc.integer({ min: 1, max: 1e6 }),
  order: fc.constantFrom("ends first" as const, "timers first" as const),
  turnaround_ms: fc.constantFrom(0, 1, 50),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

function mediumOf(attributes: string, w: World, more: Partial<MediumSpec> = {}): Medium {
  const scheme = schemeOf(attributes);
  const nodes = w.places.map(({ radius, angle, from_s }) => ({
    scheme,
    x_m: (RANGE_M / 2) * radius * Math.cos(angle),
    y_m: (RANGE_M / 2) * radius * Math.sin(angle),
    from_ns: from_s * 1e9,
  }));
  const { seed, order } = w;
  const turnaround_ns = ms(w.turnaround_ms);
  const m = new Medium({ nodes, seed, order, turnaround_ns, overheadBits: 60, longestBytes: 40, ...more });
  const n = nodes.length;
  for (const { t_ms, node, to, bytes, isReliable } of w.messages) {
    const from = node % n;
    const target = to < 0 || to % n === from ? -1 : to % n;
    m.offer(ms(t_ms), from, target, bytes, isReliable && target >= 0);
  }
  return m;
}

/** Until nothing waits, or long after the last message. */
function finish(m: Medium): Medium {
  let end_ns = ms(300_000);
  m.run(end_ns);
  while (m.waiting > 0 && end_ns < ms(3_000_000)) {
    end_ns += ms(50_000);
    m.run(end_ns);
  }
  return m;
}

function settings(runs = RUNS) {
  return { seed: 18, numRuns: runs };
}

const FREE_OF_COLLISIONS = [
  `model="tdma" range_m="${RANGE_M}"`,
  `model="polling" range_m="${RANGE_M}"`,
  `model="polling" range_m="${RANGE_M}" pause_s="3"`,
  `model="waiting-room" range_m="${RANGE_M}"`,
  `model="waiting-room" range_m="${RANGE_M}" pause_s="3"`,
];

for (const attributes of FREE_OF_COLLISIONS) {
  test(`${attributes}: nothing collides anywhere, each message is sent, and what is acknowledged is delivered once`, () => {
    fc.assert(
      fc.property(world, (w) => {
        const m = finish(mediumOf(attributes, w));
        expect(m.count("collision")).toBe(0);
        expect(m.count("half duplex")).toBe(0);
        expect(m.waiting).toBe(0);
        const late = w.places.some(({ from_s }) => from_s > 0);
        if (late) return;
        // Nothing is lost, so nothing is sent twice.
        for (const { delivered } of m.nodes) {
          expect(new Set(delivered.map(({ serial }) => serial)).size).toBe(delivered.length);
        }
        for (const { givenUp } of m.nodes) expect(givenUp).toBe(0);
      }),
      settings(),
    );
  });
}

test("beyond range_m they do collide: what is asserted above can be seen", () => {
  for (const attributes of [
    'model="tdma" range_m="60"',
    'model="polling" range_m="60"',
    'model="waiting-room" range_m="60"',
  ]) {
    const places = [0, 2.1, 4.2].map((angle) => ({ radius: 1, angle, from_s: 0 }));
    const messages = Array.from({ length: 60 }, (_, k) => ({
      t_ms: 0,
      node: k,
      to: -1,
      bytes: k % 40,
      isReliable: false,
    }));
    const m = mediumOf(attributes, { places, messages, seed: 1, order: "ends first", turnaround_ms: 0 });
    m.run(ms(60_000));
    expect(m.count("collision") + m.count("half duplex")).toBeGreaterThan(0);
  }
});

test("tdma for a receiver: nothing collides there, whether delays are stated or learnt", () => {
  fc.assert(
    fc.property(world, (w) => {
      // Drawn late, a receiver is heard late; messages wait for it.
      const m = finish(mediumOf(`model="tdma" receiver="0" range_m="${RANGE_M}"`, w));
      expect(m.count("collision", 0)).toBe(0);
      expect(m.count("half duplex", 0)).toBe(0);
      expect(m.waiting).toBe(0);
    }),
    settings(),
  );
});

test("fdma: nothing collides, each message is sent", () => {
  fc.assert(
    fc.property(world, (w) => {
      const m = finish(mediumOf('model="fdma" bandGuard="0.01"', w));
      expect(m.count("collision")).toBe(0);
      expect(m.waiting).toBe(0);
    }),
    settings(),
  );
});

const CONTENDING = [
  'model="aloha"',
  'model="slotted-aloha"',
  `model="csma-ca" range_m="${RANGE_M}"`,
  `model="csma-ca" range_m="${RANGE_M}" handshake="true"`,
];
const ALL = [...FREE_OF_COLLISIONS, ...CONTENDING, `model="tdma" receiver="0" range_m="${RANGE_M}"`, 'model="fdma"'];

for (const attributes of ALL) {
  test(`${attributes}: with every third frame lost nothing stands still: each message is sent or given up`, () => {
    fc.assert(
      fc.property(world, (w) => {
        const m = finish(mediumOf(attributes, w, { erased: 1 / 3 }));
        expect(m.waiting).toBe(0);
        if (FREE_OF_COLLISIONS.includes(attributes)) expect(m.count("collision")).toBe(0);
      }),
      settings(),
    );
  });
}

test("csma-cd: each message is sent or given up, with and without losses", () => {
  fc.assert(
    fc.property(world, fc.constantFrom(0, 1 / 3), (w, erased) => {
      const m = finish(mediumOf('model="csma-cd" minFrame_bytes="10"', w, { isFullDuplex: true, erased }));
      expect(m.waiting).toBe(0);
    }),
    settings(),
  );
});

test("a frame that is offered while the modem sends an acknowledgement goes when that has left, by all schemes that acknowledge at once", () => {
  for (const attributes of [...CONTENDING, 'model="fdma"']) {
    const places = [0, 3.1].map((angle) => ({ radius: 0.5, angle, from_s: 0 }));
    // The acknowledgement of a frame of 60 bit begins 60 + 200 ms after 10 s and lasts 60 ms; the other one is offered in between.
    const messages = [
      { t_ms: 10_000, node: 0, to: 1, bytes: 0, isReliable: true },
      { t_ms: 10_290, node: 1, to: 0, bytes: 0, isReliable: false },
    ];
    const w = { places, messages, seed: 1, order: "ends first" as const, turnaround_ms: 0 as const };
    const m = mediumOf(attributes, w).run(ms(60_000));
    expect(m.waiting).toBe(0);
  }
});

test("two runs with one seed are equal, and another seed gives another run where a scheme draws", () => {
  const messages = Array.from({ length: 60 }, (_, k) => ({
    t_ms: 300 * k,
    node: k % 5,
    to: -1,
    bytes: 30,
    isReliable: false,
  }));
  const places = [0, 0.3, 0.5, 0.8, 1].map((radius, k) => ({ radius, angle: k, from_s: 0 }));
  const traceOf = (attributes: string, seed: number): string => {
    const isFullDuplex = attributes.includes("csma-cd");
    const w = { places, messages, seed, order: "ends first" as const, turnaround_ms: 1 as const };
    const m = mediumOf(attributes, w, { isFullDuplex }).run(ms(400_000));
    return JSON.stringify(m.sendings.map((s) => [s.node, s.begin_ns, s.end_ns, ...s.frame]));
  };
  for (const attributes of [...ALL, 'model="csma-cd"']) {
    expect(traceOf(attributes, 5)).toBe(traceOf(attributes, 5));
    const draws = attributes.includes("csma");
    expect(traceOf(attributes, 6) === traceOf(attributes, 5)).toBe(!draws);
  }
});
