/**
 * The frame of [Erdemir2018, 4.4.1]: 8 slots of the docking station of 512 bits at 10 kbit/s, then one of 0.0413 s for each of 8 vehicles.
 *
 *   T_FDS  = 8 · 0.0512   = 0.4096 s
 *   T_FAUV = 8 · 0.0413   = 0.3304 s
 *   T_F    = 0.74 s
 *   a vehicle's 64 bits take 0.0064 s, so that its slot holds a way of 0.0349 s · 1500 m/s = 52.35 m
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LONG } from "./support/long.ts";
import { type ModemRun, node, runModems, sea } from "./support/modem-runs.ts";

const DOCK = 100;
const CYCLES = 12;
const FRAME_S = 0.74;
const VEHICLES = [1, 2, 3, 4, 5, 6, 7, 8];
const DOCK_SLOT_S = 0.0512;
const SLOT_S = 0.0413;

const MODEM = (bytes: number): string =>
  `frequency_Hz="100e3" bandwidth_Hz="10e3" bitRate_bps="10000" sourceLevel_dBre1uPam="177" threshold_dB="15" longestMessageBytes="${bytes}"`;

const each = (count: number, value: number): string => Array.from({ length: count }, () => value).join(" ");
const MAC =
  `<mac model="tdma" owners="${each(8, DOCK)} ${VEHICLES.join(" ")}" slots_s="${each(8, DOCK_SLOT_S)} ${each(8, SLOT_S)}" ` +
  `guards_s="${each(8, 0)} ${each(8, 0.0349)}"/>`;

/** Messages stand ready 1 ms before the slot that is meant for them, in CYCLES cycles from the second on. */
function messages(to: number, slotBegins_s: number, bytes: number): string {
  const times = Array.from({ length: CYCLES }, (_, k) => (k + 1) * FRAME_S + slotBegins_s - 0.001);
  return `<traffic model="schedule" times_s="${times.join(" ")}" to="${to}" messageBytes="${bytes}"/>`;
}

type Place = readonly [number, number, number];

/** places: of vehicles 1 to 8; the station is at 0, 0, 20. */
function harbour(places: readonly Place[]): string {
  const down = VEHICLES.map((to, k) => messages(to, k * DOCK_SLOT_S, 64)).join("");
  return sea(FRAME_S * (CYCLES + 1) + 0.2, [
    node("dock", [0, 0, 20], DOCK, MODEM(64), MAC + down),
    ...places.map((place, k) =>
      node(`v${k + 1}`, place, k + 1, MODEM(8), MAC + messages(DOCK, 8 * DOCK_SLOT_S + k * SLOT_S, 8)),
    ),
  ]);
}

/** On a circle around the station: first is the direction of vehicle k + 1, in parts of the circle. */
const ring = (radius_m: number, places = [0, 1, 2, 3, 5, 6, 7, 4]): Place[] =>
  places.map((part) => {
    const angle = (2 * Math.PI * part) / 8;
    return [radius_m * Math.cos(angle), radius_m * Math.sin(angle), 20] as const;
  });

const way_m = (a: Place, b: Place): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const STATION: Place = [0, 0, 20];

/** Collisions and half-duplex losses of all. */
function losses(run: ModemRun): Record<string, readonly [number, number]> {
  const all = ["dock", ...VEHICLES.map((k) => `v${k}`)];
  return Object.fromEntries(
    all.flatMap((name) => {
      const { collisions, halfDuplex } = run.figures(`${name}/modem`);
      return collisions === 0 && halfDuplex === 0 ? [] : [[name, [collisions!, halfDuplex!] as const]];
    }),
  );
}

describe("the frame time is 8 · 0.0512 + 8 · 0.0413 = 0.74 s", () => {
  const run = runModems(harbour(ring(50)));

  test("every modem sends in its own slots, each frame time again, from their beginnings on", () => {
    VEHICLES.forEach((vehicle, k) => {
      const sent = run.spans(`v${vehicle}/modem`, "sending");
      expect(sent).toHaveLength(CYCLES);
      sent.forEach(({ begin_s, end_s }, cycle) => {
        // Whole nanoseconds: one of rounding in each of slot and frame.
        const slot_s = (cycle + 1) * FRAME_S + 8 * DOCK_SLOT_S + k * SLOT_S;
        expect(Math.abs(begin_s - slot_s)).toBeLessThan(2e-9);
        expect(Math.abs(end_s - begin_s - 0.0064)).toBeLessThan(2e-9);
      });
    });
    run.spans("dock/modem", "sending").forEach(({ begin_s, end_s }, n) => {
      const slot_s = (1 + Math.floor(n / 8)) * FRAME_S + (n % 8) * DOCK_SLOT_S;
      expect(Math.abs(begin_s - slot_s)).toBeLessThan(2e-9);
      expect(Math.abs(end_s - begin_s - DOCK_SLOT_S)).toBeLessThan(2e-9);
    });
    expect(run.spans("dock/modem", "sending")).toHaveLength(8 * CYCLES);
  });

  test("at 50 m all of 8 messages a cycle arrive in both directions, and nothing collides", () => {
    expect(losses(run)).toEqual({});
    expect(run.figures("dock/modem").delivered).toBe(8 * CYCLES);
    for (const vehicle of VEHICLES) expect(run.figures(`v${vehicle}/modem`).delivered).toBe(CYCLES);
  });
});

test("wherever eight vehicles are inside 52.35 m, the station gets all; the one border without a guard can cost vehicle 8 its frame", () => {
  const place = fc
    .tuple(fc.integer({ min: 1000, max: 52_340 }), fc.integer({ min: 0, max: 6283 }))
    .map(([mm, mrad]) => [mm / 1000, mrad / 1000] as const)
    .map(([radius, angle]): Place => [radius * Math.cos(angle), radius * Math.sin(angle), 20]);
  fc.assert(
    fc.property(fc.array(place, { minLength: 8, maxLength: 8 }), (places) => {
      const run = runModems(harbour(places));
      expect(run.figures("dock/modem").delivered).toBe(8 * CYCLES);
      const [first, last] = [places[0]!, places[7]!];
      // The station's last frame ends at vehicle 8 at B + d_8/c, when that of vehicle 1 may have begun there, at B + d_18/c.
      const margin_m = way_m(first, last) - way_m(last, STATION);
      fc.pre(Math.abs(margin_m) > 1e-5);
      expect(losses(run)).toEqual(margin_m > 0 ? {} : { v8: [CYCLES, 0] });
    }),
    { seed: 1852, numRuns: LONG ? 200 : 12, endOnFailure: true },
  );
});

describe("beyond 52.35 m", () => {
  /** All at 30 m, and some elsewhere, in their directions. */
  const moved = (radii: Readonly<Record<number, number>>): Place[] =>
    ring(1).map(([x, y, z], k) => {
      const radius = radii[k + 1] ?? 30;
      return [x * radius, y * radius, z] as const;
    });

  test("60 m: 40 + 6.4 − 41.3 = 5.1 ms too late, so vehicle 3 meets vehicle 4 where that is nearer than 5.1 ms · 1500 m/s = 7.65 m", () => {
    const run = runModems(harbour(moved({ 3: 60, 4: 7 })));
    expect(losses(run)).toEqual({ dock: [2 * CYCLES, 0] });
    expect(run.figures("dock/modem").delivered).toBe(6 * CYCLES);
    const others = new Set(run.spans("dock/modem", "collision").map(({ other }) => other));
    expect([...others].sort()).toEqual([3, 4]);
  });

  test("60 m does no harm where the next vehicle is at 8 m, or is as far away itself", () => {
    expect(losses(runModems(harbour(moved({ 3: 60, 4: 8 }))))).toEqual({});
    expect(losses(runModems(harbour(moved({ 3: 60, 4: 60 }))))).toEqual({});
  });

  test("vehicle 8 at 60 m: its frame ends 5.1 ms after the station has begun to send again, and is lost there in all cycles but the last", () => {
    const run = runModems(harbour(moved({ 8: 60 })));
    expect(run.figures("dock/modem")).toMatchObject({ delivered: 8 * CYCLES - (CYCLES - 1), halfDuplex: CYCLES - 1 });
  });

  test("the border is at 52.35 m: at 52.3 m vehicle 8 is heard in every cycle, at 52.4 m it is not", () => {
    expect(runModems(harbour(moved({ 8: 52.3 }))).figures("dock/modem").halfDuplex).toBe(0);
    expect(runModems(harbour(moved({ 8: 52.4 }))).figures("dock/modem").halfDuplex).toBe(CYCLES - 1);
  });
});
