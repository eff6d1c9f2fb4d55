/** The list that spares the search around one body those far away: it leaves out none that may be near, and takes in few others. */
import { expect, test } from "vitest";
import { FREE_SPACE, MODE } from "../src/environment/index.ts";
import { freshMemory, MEMORY, MEMORY_SIZE } from "../src/scenario/simulators/environment/contacts/body-memory.ts";
import { Whereabouts } from "../src/scenario/simulators/environment/contacts/whereabouts.ts";
import { ball, draws, length, plus, scenarioText } from "./support/contact-bodies.ts";
import { scenarioOf } from "./support/scenarios.ts";

const COUNT = 60;
const NOW_NS = 5e9;
const AT = 3;
/** Balls of 0.2 m around Bo, so that their attitude moves nothing. */
const RADIUS_M = 0.2;

const bodies = Array.from({ length: COUNT }, (_, i) => ball({ id: `b${i}`, mass_kg: 33, at: [2 * i, 0, 20] }, {}));
const contacts = scenarioOf(scenarioText(bodies, { duration_s: 1 })).contacts!;
const draw = draws(16);
const signed = (scale: number): number => scale * (2 * draw() - 1);

interface Known {
  readonly isNow: boolean;
  readonly place: number[];
  readonly space: number[];
  readonly slack_m: number;
  readonly speed_mps: number;
}

const reals = new Float64Array(AT + COUNT * MEMORY_SIZE);
reals.set(Array.from({ length: COUNT }, freshMemory).flat(), AT);
const known = bodies.map((_, i): Known => {
  const m = AT + i * MEMORY_SIZE;
  const isNow = draw() < 0.5;
  const isUnknown = i === 7;
  const space = [signed(60), signed(60), 20 + signed(5)];
  const slack_m = isUnknown ? Number.POSITIVE_INFINITY : 10 * draw();
  const place = plus(space, [signed(3), signed(3), signed(1)]);
  const q = [1, signed(1), signed(1), signed(1)];
  const unit = q.map((value) => value / length(q));
  const velocity = [signed(2), signed(2), 0];
  reals[m + MEMORY.fresh_ns] = isNow ? NOW_NS : NOW_NS - 1;
  reals.set([...place, ...unit, ...velocity], m + MEMORY.motion);
  reals[m + MEMORY.space] = isUnknown ? MODE.unknown : MODE.free;
  reals.set(space, m + MEMORY.space + FREE_SPACE.centre);
  if (!isUnknown) reals[m + MEMORY.space + FREE_SPACE.radius] = slack_m;
  return { isNow, place, space, slack_m, speed_mps: length(velocity) };
});

const whereabouts = new Whereabouts(contacts, AT, Int32Array.from(known.keys()));
whereabouts.note(reals, NOW_NS);
const period_s = contacts.period_ns * 1e-9;

/** Those whose nearest point can be within range of a ball at `from`, and no others but within `more_m` of that. */
function expectFound(i: number, range_m: number, count: number, gaps: readonly number[], more_m: number) {
  const found = [...whereabouts.found.slice(0, count)];
  expect(found).toEqual([...found].sort((a, b) => a - b));
  gaps.forEach((gap_m, j) => {
    if (j === i) expect(found).not.toContain(j);
    else if (gap_m <= range_m) expect(found).toContain(j);
    else if (gap_m > range_m + more_m) expect(found).not.toContain(j);
  });
}

test.each([0.01, 2, 15, 40])("none within %d m is left out, none beyond what it can move is taken in", (range_m) => {
  for (let i = 0; i < COUNT; i++) {
    const from = known[i]!.place;
    const apart = (to: readonly number[], slack_m: number): number =>
      length(plus(from, to, -1)) - 2 * RADIUS_M - slack_m;
    const at = Float64Array.from(from);
    const spaces = known.map(({ space, slack_m }) => apart(space, slack_m));
    expectFound(i, range_m, whereabouts.nearSpaces(i, at, range_m), spaces, 1e-5);
    const places = known.map(({ isNow, place, space, slack_m }) => (isNow ? apart(place, 0) : apart(space, slack_m)));
    // What is known now with what it moves in a period of 10 ms.
    const fastest_mps = Math.max(...known.map(({ speed_mps }) => speed_mps));
    expectFound(i, range_m, whereabouts.nearPlaces(i, at, range_m), places, period_s * fastest_mps + 1e-5);
  }
});

test("one that reaches out is found by those as far away as that", () => {
  const i = known.findIndex(({ isNow }) => isNow);
  whereabouts.reachOut(i, 25);
  for (let j = 0; j < COUNT; j++) {
    if (j === i) continue;
    const gap_m = length(plus(known[j]!.place, known[i]!.place, -1)) - 2 * RADIUS_M;
    const count = whereabouts.nearPlaces(j, Float64Array.from(known[j]!.place), 0);
    expect(whereabouts.found.slice(0, count).includes(i)).toBe(gap_m <= 25);
  }
});
