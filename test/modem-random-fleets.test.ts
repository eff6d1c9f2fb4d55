/**
 * Random fleets of moored and moving nodes, schemes, loads and fading: no message is delivered before its light cone, to whom it cannot reach, or twice.
 *
 * The oracle is the motion in closed form: a moored node stays, a sphere without damping moves uniformly. From the rows of the modems of the fleet:
 *
 *   a frame sent from t₀ to t₁ is received from  t₀ + τ  on,  |p_r(t₀ + τ) − p_s(t₀)| = c τ,  and not before  t₀ + τ + (t₁ − t₀)/(f′/f) it is there
 *   SNR = 177 − 20 log d − 0.01 d − 50 − 10 log W, without fading; received only where it is at least the threshold
 *
 * 1.5 ns is the rounding of two instants to whole nanoseconds and of the search for τ.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { LONG } from "./support/long.ts";
import {
  type ModemRun,
  node,
  PLAIN_SOUND,
  plainSnr_dB,
  ROUND,
  runModems,
  type Span,
  sea,
} from "./support/modem-runs.ts";
import { stateOf } from "./support/scenarios.ts";

type Vector = readonly [number, number, number];

const C = 1500;
const DURATION_S = 120;
const THRESHOLD_DB = 15;

interface Craft {
  readonly at: Vector;
  /** null: moored. */
  readonly velocity: Vector | null;
  readonly interval_s: number;
  readonly to: "all" | "any";
  readonly reliable: boolean;
}

interface Fleet {
  readonly crafts: readonly Craft[];
  readonly scheme: string;
  readonly collisions: "overlap" | "sinr";
  readonly power: "none" | "adaptive";
  readonly fades: boolean;
  readonly seed: number;
}

const SCHEMES: Readonly<Record<string, string>> = {
  aloha: '<mac model="aloha" backoff_s="3"/>',
  slotted: '<mac model="slotted-aloha" guard_s="0.3"/>',
  "csma-ca": '<mac model="csma-ca" range_m="1300"/>',
  handshake: '<mac model="csma-ca" range_m="1300" handshake="true"/>',
  "csma-cd": '<mac model="csma-cd" minFrame_bytes="10"/>',
  tdma: '<mac model="tdma" range_m="600"/>',
  polling: '<mac model="polling" range_m="1300"/>',
  room: '<mac model="waiting-room" range_m="1300"/>',
  fdma: '<mac model="fdma"/>',
};

const between = (low: number, high: number): fc.Arbitrary<number> =>
  fc.integer({ min: 100 * low, max: 100 * high }).map((n) => n / 100);

const craft: fc.Arbitrary<Craft> = fc
  .record({
    at: fc.tuple(between(-1000, 1000), between(-1000, 1000), between(250, 500)),
    velocity: fc.option(fc.tuple(between(-2, 2), between(-2, 2), between(-1, 1)), { nil: null }),
    interval_s: between(5, 40),
    to: fc.constantFrom("all" as const, "any" as const),
    wants: fc.boolean(),
  })
  .map(({ wants, ...rest }) => ({ ...rest, reliable: wants && rest.to === "any" }));

const fleet: fc.Arbitrary<Fleet> = fc.record({
  crafts: fc.array(craft, { minLength: 2, maxLength: LONG ? 12 : 8 }),
  scheme: fc.constantFrom(...Object.keys(SCHEMES)),
  collisions: fc.constantFrom("overlap" as const, "sinr" as const),
  power: fc.constantFrom("none" as const, "adaptive" as const),
  fades: fc.boolean(),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

function worldOf({ crafts, scheme, collisions, power, fades, seed }: Fleet): string {
  const duplex = scheme === "csma-cd" ? "full" : "half";
  const modem = `${ROUND} overheadBits="40" collisions="${collisions}" duplex="${duplex}" powerControl="${power}" attempts="3" range_m="1300"`;
  const vehicles = crafts.map(({ at, velocity, interval_s, to, reliable }, k) => {
    const traffic = `<traffic model="poisson" interval_s="${interval_s}" to="${to}" reliable="${reliable}" messageBytes="${20 + k}"/>`;
    const inside = `${SCHEMES[scheme]}${traffic}`;
    if (velocity === null) return node(`v${k}`, at, k + 1, modem, inside);
    return `<vehicle id="v${k}" length_m="0.34" position_m="${at.join(" ")}" velocity_mps="${velocity.join(" ")}">
      <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
        size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="0 0 0 0 0 0"/>
      <modem id="modem" address="${k + 1}" ${modem}>${inside}</modem><provenance of="*" status="assumed"/></vehicle>`;
  });
  const sound = fades ? PLAIN_SOUND.replace("<sound ", '<sound riceFactor="1" coherence_s="2" ') : PLAIN_SOUND;
  return sea(DURATION_S, vehicles, { sound, seed, step_s: 0.1 }).replace(
    'density_kgpm3="1025"',
    'density_kgpm3="1000" contacts="off"',
  );
}

const placeOf = ({ at, velocity }: Craft, t_s: number): Vector =>
  velocity === null ? at : [at[0] + velocity[0] * t_s, at[1] + velocity[1] * t_s, at[2] + velocity[2] * t_s];
const way_m = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Delay of what is sent at t_s; v/c is 2·10⁻³, so that a dozen steps are exact. */
function delay_s(from: Craft, to: Craft, t_s: number): number {
  const source = placeOf(from, t_s);
  let tau = 0;
  for (let step = 0; step < 12; step++) tau = way_m(source, placeOf(to, t_s + tau)) / C;
  return tau;
}

function expectPossible(crafts: readonly Craft[], run: ModemRun, fades: boolean, bandwidth_Hz: number): number {
  const rows = crafts.map((_, k) => run.spans(`v${k}/modem`));
  const sentBy = rows.map(
    (spans) => new Map(spans.filter(({ sort }) => sort === "sending").map((span) => [span.number, span])),
  );
  let count = 0;
  for (const [k, spans] of rows.entries()) {
    const seen = new Set<string>();
    for (const span of spans.filter(({ sort }) => sort === "received" || sort === "not for me")) {
      const from = crafts[span.other - 1]!;
      const sent = sentBy[span.other - 1]!.get(span.number);
      // What is still being sent when the run ends has no row, and cannot have been received in full.
      expect(sent).toBeDefined();
      expectLater(span, sent!, delay_s(from, crafts[k]!, sent!.begin_s));
      const d = way_m(placeOf(from, sent!.begin_s), placeOf(crafts[k]!, span.begin_s));
      const snr_dB = plainSnr_dB(d, sent!.level_dB, bandwidth_Hz);
      if (!fades) {
        expect(Math.abs(span.snr_dB - snr_dB)).toBeLessThan(1e-6);
        expect(snr_dB).toBeGreaterThan(THRESHOLD_DB - 1e-6);
      }
      expect(span.snr_dB).toBeGreaterThanOrEqual(THRESHOLD_DB);
      // Each frame is heard once.
      const name = `${span.other}/${span.number}`;
      expect(seen.has(name)).toBe(false);
      seen.add(name);
      count++;
    }
  }
  return count;
}

function expectLater(received: Span, sent: Span, tau_s: number): void {
  const duration_s = (sent.end_s - sent.begin_s) / received.dopplerFactor;
  expect(Math.abs(received.begin_s - sent.begin_s - tau_s)).toBeLessThan(1.5e-9);
  expect(Math.abs(received.end_s - received.begin_s - duration_s)).toBeLessThan(1.5e-9);
}

/** No message is delivered more often than it was made, to each of those for whom it is. */
function expectOnce(crafts: readonly Craft[], run: ModemRun): void {
  let made = 0;
  let delivered = 0;
  for (const [k, { to }] of crafts.entries()) {
    const { sent, unacknowledged } = run.figures(`v${k}/modem`);
    expect(unacknowledged).toBeLessThanOrEqual(sent!);
    const spans = run.spans(`v${k}/modem`);
    // Messages are told apart by their first sending: a repetition has no row of waiting, and the size of a message says whose it is.
    made += (to === "all" ? crafts.length - 1 : 1) * messagesOf(spans, 20 + k);
    delivered += run.figures(`v${k}/modem`).delivered!;
  }
  expect(delivered).toBeLessThanOrEqual(made);
}

/** An upper bound: frames with bytes that were sent in full. */
function messagesOf(spans: readonly Span[], bytes: number): number {
  return spans.filter((span) => span.sort === "sending" && span.bytes === bytes).length;
}

test("a frame is received at its light cone, above the threshold, by whom it reaches, and once", {
  timeout: 600_000,
}, () => {
  let received = 0;
  fc.assert(
    fc.property(fleet, (each) => {
      const run = runModems(worldOf(each));
      const moving = each.crafts.findIndex(({ velocity }) => velocity !== null);
      if (moving >= 0) {
        // The motion of the oracle is that of the run.
        const end = placeOf(each.crafts[moving]!, DURATION_S);
        expect(way_m(stateOf(run.run, moving).slice(0, 3) as unknown as Vector, end)).toBeLessThan(1e-8);
      }
      const share = each.scheme === "fdma" ? 1 / each.crafts.length : 1;
      received += expectPossible(each.crafts, run, each.fades, 6000 * share);
      expectOnce(each.crafts, run);
    }),
    { seed: 1827, numRuns: LONG ? 300 : 25, endOnFailure: true },
  );
  // The fleets say something.
  expect(received).toBeGreaterThan(LONG ? 5000 : 400);
});

test("acknowledged messages that lose their acknowledgements are delivered once each: no more than were made, from 2 to 12 nodes", () => {
  for (const [nodes, seed] of [
    [2, 5],
    [6, 6],
    [12, 7],
  ] as const) {
    const MESSAGES = 20;
    const times = Array.from({ length: MESSAGES }, (_, k) => 5 + 30 * k).join(" ");
    const modem = `${ROUND} attempts="8" range_m="600"`;
    const senders = Array.from({ length: nodes - 1 }, (_, k) =>
      node(
        `s${k}`,
        [300 * Math.cos(k), 300 * Math.sin(k), 20],
        k + 2,
        modem,
        `<mac model="aloha" backoff_s="2"/><traffic model="schedule" times_s="${times}" to="1" reliable="true" messageBytes="25"/>`,
      ),
    );
    // Fading so deep that half of all frames, and so of all acknowledgements, are lost: at 300 m 36.7 dB of SNR over a threshold of 35 dB.
    const run = runModems(
      sea(700, [node("sink", [0, 0, 20], 1, modem), ...senders], {
        seed,
        sound: PLAIN_SOUND.replace("<sound ", '<sound riceFactor="0" coherence_s="0.2" '),
      }).replaceAll('threshold_dB="15"', 'threshold_dB="35"'),
    );
    const { delivered } = run.figures("sink/modem");
    const copies = run.spans("sink/modem", "received").length;
    expect(copies).toBeGreaterThan(delivered!);
    expect(delivered).toBeLessThanOrEqual(MESSAGES * (nodes - 1));
    // What was acknowledged has been delivered; of each sender one message may be under way when the run ends.
    let acknowledged = 0;
    for (let k = 0; k < nodes - 1; k++) acknowledged += MESSAGES - 1 - run.figures(`s${k}/modem`).unacknowledged!;
    expect(delivered).toBeGreaterThanOrEqual(acknowledged);
    expect(delivered).toBeGreaterThan(0.5 * MESSAGES * (nodes - 1));
  }
});
