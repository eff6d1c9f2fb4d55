/** What becomes of frames in a medium without a world: what whole scenarios reach only with long distances and much traffic. */
import { expect, test } from "vitest";
import { idealMedium, modemOf, modemXml } from "./test/ideal-medium.ts";

/** 8 bits at 100 kbit/s are 80 µs; a frame every 100 µs. */
const FAST = 'bitRate_bps="100e3" sourceLevel_dBre1uPam="200" threshold_dB="5" longestMessageBytes="1" logged="none"';
const traffic = '<traffic model="periodic" period_s="1e-4" to="2" messageBytes="1"/>';

/** Two modems so far apart, for 0.1 s beyond the delay. */
function sent(distance_m: number) {
  const things = [modemOf(modemXml(FAST, traffic), 1), modemOf(modemXml(FAST), 2)];
  const medium = idealMedium(things, {
    places_m: [
      [0, 0],
      [distance_m, 0],
    ],
  });
  medium.sim.runUntil(Math.round((distance_m / 1500 + 0.1) * 1e9));
  return medium;
}

test("a frame that is on its way while up to 63 others are sent arrives: 9 m are 6 ms, and 60 frames", () => {
  const medium = sent(9);
  // Sent from 0 to 0.106 s, of which what was sent up to 0.1 s less a frame has arrived.
  expect(medium.figure(1, "delivered")).toBeGreaterThanOrEqual(999);
  expect(medium.events).toEqual([]);
});

test("a frame that is still on its way when 64 others have been sent is lost, with an event, and the run goes on: 15 m are 10 ms, and 100 frames", () => {
  const medium = sent(15);
  expect(medium.figure(0, "sent")).toBeGreaterThan(1000);
  expect(medium.figure(1, "delivered")).toBe(0);
  expect(new Set(medium.events)).toEqual(new Set(["crowded: more signals at once than it can follow: one is lost"]));
});
