import { expect, test } from "vitest";
import { FATE, NONE, RECEPTION, RECEPTION_SIZE, Receptions } from "./receptions.ts";
import type { StatePlaces } from "./state-places.ts";

/** Places one behind another. */
function placesOf(): StatePlaces & { readonly used: number } {
  let used = 0;
  return {
    reals: () => 0,
    integers: (_, size) => {
      used += size;
      return used - size;
    },
    bytes: () => 0,
    get used() {
      return used;
    },
  };
}

/** Of the two that share a store. */
const EAR = 1;

interface Heard {
  readonly start: number;
  readonly end: number;
  readonly emitter?: number;
  readonly level?: number;
  readonly frequency?: number;
  readonly bandwidth?: number;
  readonly fate?: number;
}

/** A store with some signals, and the place of each. */
function storeOf(signals: readonly Heard[], capacity = 16) {
  const places = placesOf();
  const receptions = new Receptions(places, "test", 2, capacity);
  const reals = new Float64Array(capacity * RECEPTION_SIZE);
  const integers = new Int32Array(places.used);
  const put = (s: Heard, k: number): number => {
    const slot = receptions.take(integers, EAR);
    const r = receptions.placeOf(slot);
    reals[r] = s.start;
    reals[r + RECEPTION.end_ns] = s.end;
    reals[r + RECEPTION.emitter] = s.emitter ?? k;
    reals[r + RECEPTION.level_dB] = s.level ?? 100;
    reals[r + RECEPTION.noise_dB] = 60;
    reals[r + RECEPTION.frequency_Hz] = s.frequency ?? 30e3;
    reals[r + RECEPTION.bandwidth_Hz] = s.bandwidth ?? 5e3;
    reals[r + RECEPTION.fate] = s.fate ?? FATE.open;
    return slot;
  };
  return { receptions, reals, integers, put, slots: signals.map(put) };
}

const meet = (a: Heard, b: Heard): boolean => {
  const { receptions, reals, slots } = storeOf([a, b]);
  const [p, q] = slots.map((slot) => receptions.placeOf(slot));
  expect(receptions.overlap(reals, q, p)).toBe(receptions.overlap(reals, p, q));
  return receptions.overlap(reals, p, q);
};

test("signals that touch in time do not overlap; those that share a nanosecond do", () => {
  expect(meet({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false);
  expect(meet({ start: 0, end: 11 }, { start: 10, end: 20 })).toBe(true);
  expect(meet({ start: 5, end: 6 }, { start: 0, end: 20 })).toBe(true);
});

test("bands that touch do not overlap: 30 ± 2.5 and 35 ± 2.5 kHz; a tone overlaps with the band in which it lies", () => {
  expect(meet({ start: 0, end: 9 }, { start: 0, end: 9, frequency: 35e3 })).toBe(false);
  expect(meet({ start: 0, end: 9 }, { start: 0, end: 9, frequency: 34.9e3 })).toBe(true);
  expect(meet({ start: 0, end: 9 }, { start: 0, end: 9, frequency: 32e3, bandwidth: 0 })).toBe(true);
  expect(meet({ start: 0, end: 9, bandwidth: 0 }, { start: 0, end: 9, bandwidth: 0 })).toBe(true);
});

test("two signals of one sender never overlap", () => {
  expect(meet({ start: 0, end: 11, emitter: 3 }, { start: 10, end: 20, emitter: 3 })).toBe(false);
});

test("what disturbs is the greatest sum at any instant: 90 ⊕ 90 = 93.01 dB where two overlap, though three come one after the other", () => {
  const { receptions, reals, integers, slots } = storeOf([
    { start: 0, end: 100 },
    { start: 10, end: 30, level: 90 },
    { start: 20, end: 40, level: 90 },
    { start: 50, end: 60, level: 92 },
    { start: 100, end: 120, level: 140 },
  ]);
  const out = new Float64Array(2);
  receptions.disturbanceInto(out, reals, integers, EAR, slots[0]);
  // 10 lg(2 · 10⁹ + 10⁶); sums of a few numbers: 1e-12 relative.
  expect(out[0]).toBeCloseTo(10 * Math.log10(2e9 + 1e6), 10);
  expect(out[1]).toBe(60);
});

test("what is over goes, unless it may count against one that is open", () => {
  const { receptions, reals, integers, put } = storeOf([
    { start: 0, end: 10, fate: FATE.collision },
    { start: 5, end: 100 },
    { start: 2, end: 4, fate: FATE.other },
  ]);
  receptions.purge(reals, integers, EAR, 50);
  // The first overlaps with the open one, which begins at 5; the third was over before.
  expect(receptions.count(integers, EAR)).toBe(2);
  const again = put({ start: 60, end: 70 }, 9);
  const used: number[] = [];
  for (let k = receptions.first(integers, EAR); k !== NONE; k = receptions.next(integers, k)) used.push(k);
  expect([...used].sort()).toEqual([0, 1, 2]);
  expect(used).toContain(again);
  expect(receptions.first(integers, 0)).toBe(NONE);
});

test("a full store takes nothing more, and every place is given once", () => {
  const { receptions, integers, slots } = storeOf(
    Array.from({ length: 4 }, (_, k) => ({ start: k, end: k + 9 })),
    4,
  );
  expect([...slots].sort()).toEqual([0, 1, 2, 3]);
  expect(receptions.take(integers, EAR)).toBe(NONE);
  expect(receptions.take(integers, 0)).toBe(NONE);
});
