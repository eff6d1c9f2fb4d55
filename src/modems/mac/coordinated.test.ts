import { expect, test } from "vitest";
import { Medium, type MediumSpec, plansOf } from "../test/mac-medium.ts";
import { complaints, ms, schemeOf } from "../test/mac-schemes.ts";
import { FIRST_CONTROL, FRAME, FRAME_TYPE } from "./mac.ts";

const ASK = FIRST_CONTROL;
const EMPTY = FIRST_CONTROL + 1;
const DOOR = FIRST_CONTROL + 2;
const KNOCK = FIRST_CONTROL + 3;

/** A = 100 ms, turnaround 10 ms; 150 m are 100 ms, 300 m 200 ms. */
const medium = (attributes: string, x_m: readonly number[], more: Partial<MediumSpec> = {}): Medium => {
  const scheme = schemeOf(attributes);
  return new Medium({ nodes: x_m.map((x) => ({ scheme, x_m: x })), overheadBits: 100, turnaround_ns: ms(10), ...more });
};

test("polling, empty: turns of 2 (100 + 100 + 10) = 420 ms and 2 (100 + 200 + 10) = 620 ms, so asks at 0, 420, 1040, 1460 ms", () => {
  const m = medium('model="polling" range_m="300"', [0, 150, 300]).run(ms(1500));
  expect(m.begins(0, ASK)).toEqual([0, 420, 1040, 1460].map(ms));
  expect(m.begins(1, EMPTY)).toEqual([210, 1250].map(ms));
});

test("polling, with a frame: A + D + 2 (d + gap) = 100 + 300 + 2 (100 + 10) = 620 ms", () => {
  const m = medium('model="polling" range_m="300"', [0, 150, 300]);
  m.offer(0, 1, 2, 25); // 300 bit
  m.run(ms(700));
  expect(m.begins(1, FRAME_TYPE.data)).toEqual([ms(210)]);
  expect(m.begins(0, ASK)).toEqual([0, 620].map(ms));
});

test("polling: without an answer the next is asked after A + 2 τ + gap + 1 µs = 100 + 400 + 10 ms + 1 µs", () => {
  // Node 1 does not exist yet.
  const scheme = schemeOf('model="polling" range_m="300"');
  const nodes = [{ scheme }, { scheme, x_m: 150, from_ns: ms(800) }, { scheme, x_m: 300 }];
  const m = new Medium({ nodes, overheadBits: 100, turnaround_ns: ms(10) }).run(ms(1800));
  expect(m.begins(0, ASK)).toEqual([0, ms(510) + 1000, ms(1130) + 1000, ms(1550) + 1000]);
});

test("polling: the coordinator's own frame goes at its turn, and after an empty round it rests", () => {
  const m = medium('model="polling" range_m="300" coordinator="1" pause_s="5"', [150, 0, 300]);
  m.offer(ms(100), 1);
  m.run(ms(6500));
  // Turn of 0 until 420, own frame until 520, 10 ms of gap, turn of 2 until 530 + 620 = 1150, then one empty round of 1040, then 5 s.
  expect(m.begins(1, FRAME_TYPE.data)).toEqual([ms(420)]);
  expect(m.begins(1, ASK)).toEqual([0, 530, 1150, 1570].map(ms));
  m.run(ms(7200));
  expect(m.begins(1, ASK).at(-1)).toBe(ms(1150 + 420 + 620 + 5000));
});

test("waiting room, empty: the door opens every A + gap + 1 µs + m (A + 2 τ) = 100 + 10 + 2 · 500 ms + 1 µs", () => {
  const m = medium('model="waiting-room" range_m="300"', [0, 150, 300]).run(ms(2500));
  expect(m.sendings.length).toBe(3);
  expect(m.begins(0, DOOR)).toEqual([0, ms(1110) + 1000, ms(2220) + 2000]);
});

test("waiting room: member 2 knocks in its mini-slot, 100 + 200 + 10 + 500 = 810 ms, is called at 1110 ms and sends at 1420 ms", () => {
  const m = medium('model="waiting-room" range_m="300"', [0, 150, 300]);
  m.offer(ms(600), 2, 1, 25);
  m.run(ms(2500));
  expect(m.begins(2, KNOCK)).toEqual([ms(810)]);
  expect(m.begins(0, ASK)).toEqual([ms(1110) + 1000]);
  expect(m.begins(2, FRAME_TYPE.data)).toEqual([ms(1110 + 100 + 200 + 10) + 1000]);
  // 300 ms of frame, 200 ms of way, a gap: the room is empty, and the door opens.
  expect(m.begins(0, DOOR)).toEqual([0, ms(1420 + 300 + 200 + 10) + 1000]);
});

test("waiting room: all who knocked are called in by address, behind the coordinator's own frame", () => {
  const m = medium('model="waiting-room" range_m="300"', [0, 150, 300, 20]);
  for (const i of [3, 1, 0, 2]) m.offer(0, i);
  m.run(ms(20_000));
  const data = m.sendings.filter(({ frame }) => frame[FRAME.type] === FRAME_TYPE.data).map(({ node }) => node);
  expect(data).toEqual([0, 1, 2, 3]);
  expect(m.count("collision")).toBe(0);
});

/** 50 frames of seven members in 10 minutes: mean wait in s, frames sent in all, cycles. */
function lightLoad(attributes: string, begin: number) {
  const m = medium(attributes, [0, 10, 20, 30, 40, 50, 60, 70]);
  for (let k = 0; k < 50; k++) m.offer(ms(10_000 * k + 137 * k), 1 + (k % 7));
  m.run(ms(600_000));
  const waits = m.sendings
    .filter(({ frame }) => frame[FRAME.type] === FRAME_TYPE.data)
    .map((s) => s.begin_ns - s.frame[FRAME.queued_ns]!);
  expect(waits.length).toBe(50);
  const cycles = m.sendings.filter(
    ({ frame }) => frame[FRAME.type] === begin && (begin === DOOR || frame[FRAME.destination] === 1),
  ).length;
  return { wait_s: waits.reduce((a, b) => a + b, 0) / 50 / 1e9, sent: m.sendings.length, cycles };
}

test("at low load the waiting room's cycle is shorter than a polling round, with a tenth of the frames; a frame waits longer", () => {
  // Σ 2 (0.1 + d + 0.01) = 7 · 0.22 + 2 · 280 / 1500 = 1.913 s against 0.11 + 7 (0.1 + 2 · 70 / 1500) = 1.463 s.
  const polled = lightLoad('model="polling" range_m="70"', ASK);
  const waited = lightLoad('model="waiting-room" range_m="70"', DOOR);
  expect(polled.cycles).toBe(Math.ceil(600 / 1.91333));
  expect(waited.cycles).toBeGreaterThan(1.2 * polled.cycles);
  expect(waited.sent).toBeLessThan(0.15 * polled.sent);
  // Half a round, and half a cycle, the mini-slots and the call.
  expect(polled.wait_s).toBeLessThan(1.2);
  expect(waited.wait_s).toBeGreaterThan(polled.wait_s);
  expect(waited.wait_s).toBeLessThan(1.463 * 1.5);
});

test("a coordinator that is not there is refused, one that others do not know is a disagreement", () => {
  for (const model of ["polling", "waiting-room"]) {
    const scheme = schemeOf(`model="${model}" coordinator="9"`);
    const plan = plansOf({ nodes: [{ scheme }, { scheme }] })[0]!;
    expect(complaints(scheme, plan)).toEqual([
      "coordinator: coordinator = 9 is not the address of a member (one of 0 1)",
    ]);
    expect(schemeOf(`model="${model}" coordinator="1"`).agreement?.(plan)).not.toBe(
      schemeOf(`model="${model}"`).agreement?.(plan),
    );
  }
});

test("alone, a coordinator sends at once", () => {
  for (const model of ["polling", "waiting-room"]) {
    const m = medium(`model="${model}"`, [0]);
    m.offer(ms(5), 0);
    m.offer(ms(5), 0);
    expect(m.run(ms(1000)).begins(0)).toEqual([5, 105].map(ms));
  }
});
