/** Event calendar under the hold model: take the first event, schedule another, with a constant number pending. */
import { EventCalendar, roundKey } from "../src/engine/calendar.ts";
import { type Benchmark, comparison, figure, nsPerItemInTurns } from "./harness.ts";

const PENDING = 1000;
const OPERATIONS = 400_000;
const PLAIN_OPERATIONS = 10_000;
const PHASES = 6;

/** Increments between 0 and about 1 ms, some of them equal, from a fixed linear congruential sequence. */
function increments_ns(): Float64Array {
  const out = new Float64Array(4096);
  let seed = 12345;
  for (let i = 0; i < out.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    out[i] = (seed >>> 12) - ((seed >>> 12) % 8);
  }
  return out;
}

function hold(calendar: EventCalendar, steps_ns: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < OPERATIONS; i++) {
    const t_ns = calendar.time_ns[0];
    const target = calendar.target[0];
    sum += target;
    calendar.pop();
    calendar.push(t_ns + steps_ns[i & 4095], roundKey(i % PHASES, 0), target, i, target, i);
  }
  return sum;
}

/** The plain version: a sorted array with binary insertion, taken from the end. */
function holdSorted(pending: { t_ns: number; phase: number; sequence: number }[], steps_ns: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < PLAIN_OPERATIONS; i++) {
    const first = pending.pop();
    if (first === undefined) break;
    sum += first.phase;
    const event = { t_ns: first.t_ns + steps_ns[i & 4095], phase: i % PHASES, sequence: i };
    let low = 0;
    let high = pending.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = pending[middle];
      const later = other.t_ns - event.t_ns || other.phase - event.phase || other.sequence - event.sequence;
      if (later > 0) low = middle + 1;
      else high = middle;
    }
    pending.splice(low, 0, event);
  }
  return sum;
}

export const benchmark: Benchmark = {
  name: "calendar",
  doc: "event calendar, pop and push with 1,000 pending events",
  run() {
    const steps_ns = increments_ns();
    const calendar = new EventCalendar();
    for (let i = 0; i < PENDING; i++) calendar.push(steps_ns[i], roundKey(i % PHASES, 0), i, 0, i, 0);
    const sorted = Array.from({ length: PENDING }, (_, i) => ({ t_ns: steps_ns[i], phase: 0, sequence: -PENDING + i }));
    sorted.sort((a, b) => b.t_ns - a.t_ns || b.sequence - a.sequence);

    const [heap_ns, plain_ns] = nsPerItemInTurns(
      [() => hold(calendar, steps_ns), () => holdSorted(sorted, steps_ns)],
      [OPERATIONS, PLAIN_OPERATIONS],
    );
    const perSecond = heap_ns.map((ns) => 1e9 / ns);
    return [
      figure("calendar: pop and push, 1,000 pending", "1/s", perSecond, { of: "value", atLeast: 2_000_000 }),
      comparison("calendar: time of one pop and push", "ns", heap_ns, "sorted array", plain_ns),
    ];
  },
};
