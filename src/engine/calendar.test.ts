import fc from "fast-check";
import { expect, test } from "vitest";
import { EventCalendar } from "./calendar.ts";

interface Event {
  readonly t_ns: number;
  readonly phase: number;
  readonly id: number;
}

function drain(calendar: EventCalendar): Event[] {
  const out: Event[] = [];
  while (calendar.size > 0) {
    out.push({ t_ns: calendar.time_ns[0], phase: calendar.firstPhase, id: calendar.data[0] });
    calendar.pop();
  }
  return out;
}

const someEvents = fc.array(
  fc.record({ t_ns: fc.constantFrom(0, 1, 2, 3, 1e9, Number.MAX_SAFE_INTEGER), phase: fc.integer({ min: 0, max: 5 }) }),
  { maxLength: 300 },
);

test("rule 2: events leave in the order time, phase, order of scheduling, however they came in", () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const calendar = new EventCalendar(1);
      const expected = events.map((e, id) => ({ ...e, id }));
      for (const e of expected) calendar.push(e.t_ns, e.phase, 0, e.id);
      // The oracle: a stable sort by time and phase keeps the order of scheduling.
      expected.sort((a, b) => a.t_ns - b.t_ns || a.phase - b.phase);
      expect(drain(calendar)).toEqual(expected);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test("rule 2: pushes between pops keep the order, against a sorted list", () => {
  const commands = fc.array(fc.oneof(fc.constant("pop" as const), fc.nat({ max: 20 })), { maxLength: 400 });
  fc.assert(
    fc.property(commands, (list) => {
      const calendar = new EventCalendar(4);
      const plain: { t_ns: number; id: number }[] = [];
      let now_ns = 0;
      list.forEach((command, id) => {
        if (command === "pop") {
          const first = plain.shift();
          expect(calendar.size === 0).toBe(first === undefined);
          if (first === undefined) return;
          expect([calendar.time_ns[0], calendar.data[0]]).toEqual([first.t_ns, first.id]);
          now_ns = first.t_ns;
          calendar.pop();
        } else {
          calendar.push(now_ns + command, 2, 0, id);
          plain.push({ t_ns: now_ns + command, id });
          plain.sort((a, b) => a.t_ns - b.t_ns || a.id - b.id);
        }
      });
    }),
    { seed: 2, numRuns: 200 },
  );
});

test("rule 10: a calendar restored from a snapshot goes on like the original, later sequence numbers included", () => {
  const a = new EventCalendar();
  for (let i = 0; i < 200; i++) a.push((i * 7919) % 50, i % 6, i, i);
  for (let i = 0; i < 60; i++) a.pop();
  const b = new EventCalendar(1);
  b.push(1, 1, 1, 1);
  b.restore(a.snapshot());
  for (const calendar of [a, b]) for (let i = 0; i < 50; i++) calendar.push(60, i % 2, i, 1000 + i);
  expect(drain(b)).toEqual(drain(a));
});

test("rule 2: repeating the first event gives the same order as removing it and scheduling it again", () => {
  const [a, b] = [new EventCalendar(), new EventCalendar()];
  for (const calendar of [a, b]) for (let i = 0; i < 40; i++) calendar.push(i % 7, i % 6, i, i);
  for (let i = 0; i < 200; i++) {
    const [t_ns, phase, target, data] = [a.time_ns[0] + ((i * 31) % 11), a.firstPhase, a.target[0], a.data[0]];
    a.repeatFirst(Float64Array.of(t_ns));
    b.pop();
    b.push(t_ns, phase, target, data + 1);
  }
  expect(drain(a)).toEqual(drain(b));
});

test("an empty calendar says so: next time is infinite, pop is refused", () => {
  const calendar = new EventCalendar();
  expect(calendar.time_ns[0]).toBe(Number.POSITIVE_INFINITY);
  expect(() => calendar.pop()).toThrow(/empty/);
});
