import fc from "fast-check";
import { expect, test } from "vitest";
import { EventCalendar, phaseOf, roundKey, roundOf } from "./calendar.ts";

interface Event {
  readonly t_ns: number;
  readonly phase: number;
  readonly round: number;
  readonly rank: number;
  readonly count: number;
}

const before = (a: Event, b: Event): number =>
  a.t_ns - b.t_ns || a.phase - b.phase || a.round - b.round || a.rank - b.rank || a.count - b.count;

function push(calendar: EventCalendar, { t_ns, phase, round, rank, count }: Event): void {
  calendar.push(t_ns, roundKey(phase, round), rank, count, rank, count);
}

function pop(calendar: EventCalendar): Event {
  const key = calendar.firstKey;
  const [t_ns, rank, count] = [calendar.time_ns[0], calendar.target[0], calendar.data[0]];
  calendar.pop();
  return { t_ns, phase: phaseOf(key), round: roundOf(key), rank, count };
}

function drain(calendar: EventCalendar): Event[] {
  const out: Event[] = [];
  while (calendar.size > 0) out.push(pop(calendar));
  return out;
}

const someEvent = {
  phase: fc.integer({ min: 0, max: 5 }),
  round: fc.constantFrom(0, 1, 2, 1000),
  rank: fc.constantFrom(0, 1, 7, 2 ** 31 - 1),
};
const someEvents = fc.array(
  fc.record({ t_ns: fc.constantFrom(0, 1, 2, 3, 1e9, Number.MAX_SAFE_INTEGER), ...someEvent }),
  { maxLength: 300 },
);

test("rule 2: events leave in the order (time, phase, round, rank, count), however they came in", () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const calendar = new EventCalendar(1);
      const expected = events.map((e, count) => ({ ...e, count }));
      for (const e of expected) push(calendar, e);
      expect(drain(calendar)).toEqual(expected.sort(before));
    }),
    { seed: 1, numRuns: 300 },
  );
});

test("rule 2: pushes between pops keep the order, against a sorted list", () => {
  const later = fc.record({ after_ns: fc.nat({ max: 20 }), ...someEvent });
  const commands = fc.array(fc.oneof(fc.constant("pop" as const), later), { maxLength: 400 });
  fc.assert(
    fc.property(commands, (list) => {
      const calendar = new EventCalendar(4);
      const plain: Event[] = [];
      let now_ns = 0;
      list.forEach((command, count) => {
        if (command === "pop") {
          const first = plain.shift();
          expect(calendar.size === 0).toBe(first === undefined);
          if (first === undefined) return;
          expect(pop(calendar)).toEqual(first);
          now_ns = first.t_ns;
        } else {
          const { after_ns, ...rest } = command;
          const event = { t_ns: now_ns + after_ns, ...rest, count };
          push(calendar, event);
          plain.push(event);
          plain.sort(before);
        }
      });
    }),
    { seed: 2, numRuns: 200 },
  );
});

/** Events that differ in everything, from their number. */
const numbered = (i: number): Event => ({ t_ns: (i * 7919) % 50, phase: i % 6, round: i % 3, rank: i % 5, count: i });

test("rule 10: a calendar restored from a snapshot goes on like the original", () => {
  const a = new EventCalendar();
  for (let i = 0; i < 200; i++) push(a, numbered(i));
  for (let i = 0; i < 60; i++) a.pop();
  const b = new EventCalendar(1);
  push(b, numbered(1));
  b.restore(a.snapshot());
  for (const calendar of [a, b]) for (let i = 0; i < 50; i++) push(calendar, { ...numbered(i), t_ns: 60 });
  const left = drain(a);
  expect(left).toHaveLength(190);
  expect(drain(b)).toEqual(left);
});

test("rule 10: a calendar restored from an empty one is empty", () => {
  const calendar = new EventCalendar();
  push(calendar, numbered(1));
  calendar.restore(new EventCalendar().snapshot());
  expect([calendar.size, calendar.time_ns[0]]).toEqual([0, Number.POSITIVE_INFINITY]);
});

test("rule 2: repeating the first event gives the same order as removing it and scheduling it again in round 0", () => {
  const [a, b] = [new EventCalendar(), new EventCalendar()];
  for (const calendar of [a, b]) for (let i = 0; i < 40; i++) push(calendar, numbered(i));
  const counts = new Float64Array(1);
  for (let i = 0; i < 200; i++) {
    const t_ns = a.time_ns[0] + ((i * 31) % 11);
    const phase = phaseOf(a.firstKey);
    const [target, data] = [a.target[0], a.data[0]];
    counts[0] = 1000 + i;
    a.repeatFirst(Float64Array.of(t_ns), phase, counts, 0);
    b.pop();
    b.push(t_ns, roundKey(phase, 0), target, 1000 + i, target, data + 1);
  }
  expect(drain(a)).toEqual(drain(b));
});

test("an empty calendar says so: next time is infinite, pop is refused", () => {
  const calendar = new EventCalendar();
  expect(calendar.time_ns[0]).toBe(Number.POSITIVE_INFINITY);
  expect(() => calendar.pop()).toThrow(/empty/);
});
