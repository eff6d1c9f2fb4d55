/**
 * Senders and receivers that move uniformly: delay, Doppler factor, duration and distance against the light cone in closed form.
 *
 *   |p_r + v_r τ − p_s| = c τ   at the instant of sending                                             (1)  a quadratic equation for τ
 *   f′/f = (c − v_r·n)/(c − v_s·n),   n = (p_r + v_r τ − p_s)/(c τ)                                   (2)
 *   D′   = D/(f′/f)                                                                                   (3)
 *
 * A sphere without damping that floats moves uniformly. Instants are whole nanoseconds; (1) is solved to 0.2 ns by the desk of signals, and the rounding
 * of its start adds 0.5 ns: 1 ns bounds both. Positions of 10³ m in double precision are exact to 10⁻¹³ m.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LONG } from "./support/long.ts";
import { node, runModems, sea } from "./support/modem-runs.ts";
import { stateOf } from "./support/scenarios.ts";

type Vector = readonly [number, number, number];

const C = 1500;
const MODEM =
  'frequency_Hz="33e3" bandwidth_Hz="6e3" bitRate_bps="1000" sourceLevel_dBre1uPam="190" threshold_dB="-20" longestMessageBytes="64"';
const SOUND =
  '<sound soundSpeed_mps="1500" absorption_dBpm="0.001" noise_dBre1uPa2pHz="50"><provenance of="*" status="assumed"/></sound>';

/** A sphere of 20 kg in 0.02 m³ of water of 1000 kg/m³; it has no damping. */
function sphere(id: string, at: Vector, velocity: Vector, address: number, inside = "", mount = ""): string {
  return `<vehicle id="${id}" length_m="0.34" position_m="${at.join(" ")}" velocity_mps="${velocity.join(" ")}">
    <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="0 0 0 0 0 0"/>
    <modem id="modem" address="${address}" ${mount} ${MODEM}>${inside}</modem><provenance of="*" status="assumed"/></vehicle>`;
}

const water = (text: string): string => text.replace('density_kgpm3="1025"', 'density_kgpm3="1000" contacts="off"');

const along = (p: Vector, v: Vector, t_s: number): Vector => [p[0] + v[0] * t_s, p[1] + v[1] * t_s, p[2] + v[2] * t_s];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** (1), (2) for what is sent at t_s. */
function cone(source: readonly [Vector, Vector], receiver: readonly [Vector, Vector], t_s: number) {
  const [vs, vr] = [source[1], receiver[1]];
  const r = minus(along(receiver[0], vr, t_s), along(source[0], vs, t_s));
  // (c² − v²) τ² − 2 r·v τ − r² = 0
  const a = C * C - dot(vr, vr);
  const b = dot(r, vr);
  const tau = (b + Math.sqrt(b * b + a * dot(r, r))) / a;
  const way = along(r, vr, tau);
  const d = Math.sqrt(dot(way, way));
  const n: Vector = [way[0] / d, way[1] / d, way[2] / d];
  return { delay_s: tau, distance_m: d, doppler: (C - dot(vr, n)) / (C - dot(vs, n)) };
}

const TIMES_S = [1, 7.3, 20];
const traffic = `<traffic model="schedule" times_s="${TIMES_S.join(" ")}" messageBytes="25"/>`;

function expectCone(source: readonly [Vector, Vector], receiver: readonly [Vector, Vector], moored = false): void {
  const ear = moored ? node("r", receiver[0], 2, MODEM) : sphere("r", ...receiver, 2);
  const run = runModems(water(sea(24, [sphere("s", ...source, 1, traffic), ear], { sound: SOUND })));
  // The oracle's motion is that of the run.
  const end = along(...source, 24);
  for (let axis = 0; axis < 3; axis++) expect(Math.abs(stateOf(run.run)[axis]! - end[axis]!)).toBeLessThan(1e-9);
  const spans = run.spans("r/modem", "received");
  expect(spans).toHaveLength(TIMES_S.length);
  for (const [k, t_s] of TIMES_S.entries()) {
    const { delay_s, distance_m, doppler } = cone(source, receiver, t_s);
    const { begin_s, end_s, ...span } = spans[k]!;
    expect(Math.abs(span.delay_s - delay_s)).toBeLessThan(1e-9);
    // What 0.2 ns of delay moves a receiver is far below the rounding of a delay.
    expect(Math.abs(span.distance_m - distance_m)).toBeLessThan(1e-8);
    expect(Math.abs(span.dopplerFactor - doppler)).toBeLessThan(1e-12);
    expect(Math.abs(end_s - begin_s - 0.2 / doppler)).toBeLessThan(1.5e-9);
    expect(Math.abs(begin_s - t_s - delay_s)).toBeLessThan(1.5e-9);
  }
}

describe("uniform motion", () => {
  test("a receiver that flees at 3 m/s from 1497 m: 1500 m at 1 s, so τ = 1500/(1500 − 3) s, f′/f = 1497/1500", () => {
    expectCone(
      [
        [0, 0, 50],
        [0, 0, 0],
      ],
      [
        [1497, 0, 50],
        [3, 0, 0],
      ],
    );
    const { delay_s, doppler } = cone(
      [
        [0, 0, 50],
        [0, 0, 0],
      ],
      [
        [1497, 0, 50],
        [3, 0, 0],
      ],
      1,
    );
    expect(delay_s).toBeCloseTo(1500 / 1497, 12);
    expect(doppler).toBeCloseTo(1497 / 1500, 12);
  });

  test("a sender that approaches a moored node at 5 m/s: f′/f = 1500/1495, and the delay is that of where it sent", () => {
    expectCone(
      [
        [0, 0, 50],
        [5, 0, 0],
      ],
      [
        [900, 0, 50],
        [0, 0, 0],
      ],
      true,
    );
  });

  test("wherever both are and however they move, up to 6 m/s each", () => {
    const between = (low: number, high: number) =>
      fc.integer({ min: 1000 * low, max: 1000 * high }).map((n) => n / 1000);
    const horizontal = between(-1500, 1500);
    const depth = between(200, 400);
    const speed = between(-3.4, 3.4);
    const body = fc.tuple(fc.tuple(horizontal, horizontal, depth), fc.tuple(speed, speed, speed)) as fc.Arbitrary<
      [Vector, Vector]
    >;
    fc.assert(
      fc.property(body, body, (source, receiver) => {
        const closest = Math.min(...TIMES_S.map((t_s) => cone(source, receiver, t_s).distance_m));
        fc.pre(closest > 1);
        expectCone(source, receiver);
      }),
      { seed: 1842, numRuns: LONG ? 300 : 15, endOnFailure: true },
    );
  });
});

test("a place on the vehicle counts: 2 m ahead of the middle, at rest, 2 m less of way", () => {
  const still: Vector = [0, 0, 0];
  const run = runModems(
    water(
      sea(24, [sphere("s", [0, 0, 50], still, 1, traffic, 'position_m="2 0 0"'), sphere("r", [300, 0, 50], still, 2)], {
        sound: SOUND,
      }),
    ),
  );
  for (const { distance_m } of run.spans("r/modem")) expect(distance_m).toBeCloseTo(298, 9);
});

test("a receiver that brakes: the delay is within ½ a ρ²/c of the light cone of its motion, ρ = 0.02 τ (1 + v/c) + ½ a τ²/c", () => {
  // v = v₀ e^(−k t) with k = d/(m + added mass) = 3/30 of 1/s; x = x₀ + (v₀/k) (1 − e^(−k t)).
  const [x0, v0, k] = [1200, 6, 0.1];
  const braking = sphere("r", [x0, 0, 50], [v0, 0, 0], 2).replace(
    'linearDamping="0 0 0 0 0 0"',
    'linearDamping="3 0 0 0 0 0"',
  );
  const run = runModems(water(sea(24, [node("s", [0, 0, 50], 1, MODEM, traffic), braking], { sound: SOUND })));
  const x = (t_s: number): number => x0 + (v0 / k) * (1 - Math.exp(-k * t_s));
  const spans = run.spans("r/modem", "received");
  expect(spans).toHaveLength(TIMES_S.length);
  for (const [n, t_s] of TIMES_S.entries()) {
    let tau = 1;
    for (let step = 0; step < 50; step++) tau = x(t_s + tau) / C;
    const a = k * v0 * Math.exp(-k * t_s);
    const rho = 0.02 * tau * (1 + v0 / C) + (0.5 * a * tau * tau) / C;
    // The bound that is stated, and 1 ns of rounding.
    expect(Math.abs(spans[n]!.delay_s - tau)).toBeLessThan((0.5 * a * rho * rho) / C + 1e-9);
  }
});
