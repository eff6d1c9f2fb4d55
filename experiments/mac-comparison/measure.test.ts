import { expect, test } from "vitest";
import type { Span } from "../pieces/spans.ts";
import { averageOf, queuedTimes } from "./measure.ts";
import { FRAME_S, places } from "./network.ts";

const span = (sort: string, number: number, begin_s: number, end_s: number, bytes = 64): Span => ({
  ...{ sort, number, begin_s, end_s, bytes, other: 1, snr_dB: Number.NaN, distance_m: Number.NaN },
});

test("a frame that did not wait came into the queue when it was sent, one that did when its waiting began", () => {
  const spans = [
    span("sending", 1, 10, 10 + FRAME_S),
    span("waiting to send", 0, 10.2, 12),
    span("sending", 2, 12, 12 + FRAME_S),
    span("sending", 3, 20, 20.1, 0),
  ];
  expect([...queuedTimes(spans)]).toEqual([
    [1, 10],
    [2, 10.2],
  ]);
});

test("a frame that was broken off and sent again came when it was first offered", () => {
  const spans = [
    span("waiting to send", 0, 5, 10),
    span("sending", 1, 10, 10.1),
    span("sending", 2, 11, 11.2),
    span("sending", 3, 13, 13 + FRAME_S),
    span("sending", 4, 30, 30 + FRAME_S),
  ];
  expect([...queuedTimes(spans)]).toEqual([
    [1, 5],
    [2, 5],
    [3, 5],
    [4, 30],
  ]);
});

test("stretches in which nothing was received have no delay, and count as 0 in the throughput", () => {
  const average = averageOf({
    ...{ throughput: [0, 0.2], delay_s: [Number.NaN, 3], energy_Jpbit: [Number.POSITIVE_INFINITY, 1] },
    ...{ collisions: 0, received: 1 },
  });
  expect(average).toEqual({ throughput: 0.1, delay_s: 3, energy_Jpbit: 1 });
});

test("senders lie in the disc, spread over it, and are the same for the same network", () => {
  const disc = places(2001, 1000);
  const radii = disc.map(([north, east]) => Math.hypot(north, east));
  expect(Math.max(...radii)).toBeLessThanOrEqual(500);
  // Within r √½ of the middle half of the area: 0.495 of the senders; √(¼/2000) = 0.011, four of them.
  const inside = radii.filter((r) => r < 500 * Math.SQRT1_2).length / 2000;
  expect(Math.abs(inside - 0.495)).toBeLessThan(0.045);
  expect(places(2001, 1000)).toEqual(disc);
});
