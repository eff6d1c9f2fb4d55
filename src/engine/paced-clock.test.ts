import { expect, test } from "vitest";
import { blockingWallTime, PacedClock, type WallTime } from "./paced-clock.ts";

/** A wall that a test moves by hand: a sleep ends `oversleep_ns` late. */
class FakeWall implements WallTime {
  t_ns = 5e9;
  oversleep_ns = 0;
  readonly sleeps: number[] = [];
  now_ns(): number {
    return this.t_ns;
  }
  sleepUntil(wall_ns: number): void {
    this.sleeps.push(wall_ns);
    this.t_ns = wall_ns + this.oversleep_ns;
  }
}

test("rule 12: each wait is against the absolute schedule, so oversleeping does not add up", () => {
  const wall = new FakeWall();
  wall.oversleep_ns = 300_000;
  const clock = new PacedClock(wall);
  for (let i = 0; i <= 10; i++) clock.waitUntil(i * 1e6);
  // Instant i is due at 5 s + i ms; the first is due at once.
  expect(wall.sleeps).toEqual(Array.from({ length: 10 }, (_, i) => 5e9 + (i + 1) * 1e6));
  expect(clock.report().lateness.worst_ns).toBe(300_000);
  expect(clock.report().lateness.count).toBe(11);
});

test("rule 12: a run that fell behind by 5 ms does five instants without waiting and is back on schedule", () => {
  const wall = new FakeWall();
  const clock = new PacedClock(wall);
  clock.waitUntil(0);
  wall.t_ns += 5.5e6; // the machine was busy
  for (let i = 1; i <= 7; i++) clock.waitUntil(i * 1e6);
  expect(wall.sleeps).toEqual([5e9 + 6e6, 5e9 + 7e6]);
  expect(clock.report().lateness.worst_ns).toBe(4.5e6);
  expect(clock.report().moves).toBe(0);
});

test("a lag beyond the longest that is caught up moves the schedule, and is counted", () => {
  const wall = new FakeWall();
  const clock = new PacedClock(wall, { longestLag_ns: 1e9 });
  clock.waitUntil(0);
  wall.t_ns += 60e9; // the computer slept
  clock.waitUntil(1e6);
  clock.waitUntil(2e6);
  expect(wall.sleeps).toEqual([5e9 + 60e9 + 1e6]);
  expect(clock.report().moves).toBe(1);
  expect(clock.report().moved_ns).toBe(60e9 - 1e6);
});

test("a factor of 4 makes four simulated seconds due per wall second, forwards and backwards", () => {
  const wall = new FakeWall();
  const clock = new PacedClock(wall, { factor: 4, start_ns: 100 });
  expect(clock.dueWall_ns(4e9 + 100)).toBe(6e9);
  wall.t_ns += 2e9;
  expect(clock.dueInstant_ns()).toBe(8e9 + 100);
  expect(() => new PacedClock(wall, { factor: 0 })).toThrow(/not above 0/);
});

test("after a stall of a minute, a page with a longest lag of 2 s goes on where it was and does not catch up", () => {
  const wall = new FakeWall();
  const clock = new PacedClock(wall, { longestLag_ns: 2e9 });
  expect(clock.dueInstant_ns()).toBe(0);
  wall.t_ns += 1e9;
  expect(clock.dueInstant_ns()).toBe(1e9);
  wall.t_ns += 60e9;
  expect(clock.dueInstant_ns()).toBe(1e9);
  wall.t_ns += 0.5e9;
  expect(clock.dueInstant_ns()).toBe(1.5e9);
  expect([clock.report().moves, wall.sleeps]).toEqual([1, []]);
});

test("the schedule starts with the first instant waited for, and anew after resume", () => {
  const wall = new FakeWall();
  const clock = new PacedClock(wall);
  clock.waitUntil(100e9);
  clock.waitUntil(101e9);
  expect(wall.sleeps).toEqual([6e9]);
  clock.resume(); // a snapshot of the start was restored
  clock.waitUntil(0);
  clock.waitUntil(1e9);
  expect(wall.sleeps).toEqual([6e9, 7e9]);
  expect(clock.report().lateness.worst_ns).toBe(0);
});

test("the blocking wall never wakes before its time", () => {
  const wall = blockingWallTime(performance);
  for (let i = 0; i < 5; i++) {
    const due_ns = wall.now_ns() + 2e6;
    wall.sleepUntil(due_ns);
    expect(wall.now_ns()).toBeGreaterThanOrEqual(due_ns);
  }
});
