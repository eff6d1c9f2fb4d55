import { expect, test } from "vitest";
import { LONG } from "../../../test/support/long.ts";
import { PlaneBottom, slopeGradient } from "../../environment/geometry/formula-bottoms.ts";
import { materialOf, Scene, WaterColumn } from "../../environment/index.ts";
import { StandardOcean } from "../../environment/water/pressure.ts";
import { ConstantScalar, ProfileScalar } from "../../environment/water/scalar-source.ts";
import { arrivals } from "../rays/eigenrays.ts";
import { planeOf } from "../rays/plane.ts";
import { ARRIVAL, ARRIVAL_SIZE } from "../rays/ray-case.ts";
import { DEG, list, quantile } from "../test/ray-cases.ts";
import { RayChannel } from "./ray-channel.ts";

const water = new WaterColumn({
  temperature: [new ProfileScalar([0, 15, 25, 200], [16, 15.5, 11, 10], "clamp")],
  salinity: [new ConstantScalar(35)],
  pressure: new StandardOcean(0.76),
  latitude_rad: 0.76,
  pH: 8,
  soundSpeedModel: "unesco",
  absorptionModel: "francois-garrison",
});
const sand = materialOf("sand", 0);
const level = new Scene(new PlaneBottom(60), [], sand);
const slope = new Scene(new PlaneBottom(60, [0, 0], slopeGradient(1 * DEG, 30 * DEG)), [], sand);
const options = { frequency_Hz: 25_000, rays: 1000 };
const NOW = list(0);

function ask(channel: RayChannel, from: readonly number[], to: readonly number[]): Float64Array {
  const out = new Float64Array(channel.mostArrivals * ARRIVAL_SIZE);
  const count = channel.arrivalsInto(out, 0, list(...from), 0, list(...to), 0, NOW, 0);
  return out.slice(0, count * ARRIVAL_SIZE);
}

/** Positions of a seed: between 200 m and 2 km apart, anywhere in 50 m of depth. */
function pairs(count: number): [number[], number[]][] {
  let s = 5;
  const random = (): number => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 4294967296;
  };
  return Array.from({ length: count }, () => {
    const [range, azimuth] = [200 + 1800 * random(), 2 * Math.PI * random()];
    const from = [1000 * random(), 1000 * random(), 2 + 40 * random()];
    return [from, [from[0] + range * Math.cos(azimuth), from[1] + range * Math.sin(azimuth), 2 + 40 * random()]];
  });
}

test.each([
  ["a level bottom", level, 2e-6, 10e-6],
  ["a slope of 1°", slope, 60e-6, 400e-6],
])(
  "the error of a look-up against the rays between the positions themselves: %s",
  { timeout: LONG ? 3_600_000 : 300_000 },
  (_, scene, middle_s, most_s) => {
    const channel = new RayChannel(water, scene, options);
    const [delays, levels]: [number[], number[]] = [[], []];
    for (const [from, to] of pairs(LONG ? 200 : 12)) {
      const found = ask(channel, from, to);
      const [north, east] = [to[0] - from[0], to[1] - from[1]];
      const range_m = Math.sqrt(north * north + east * east);
      const [{ records }] = arrivals(
        planeOf(water, scene, {
          frequency_Hz: 25_000,
          source_m: list(...from),
          azimuth_rad: Math.atan2(east, north),
          t_s: 0,
          maxRange_m: range_m,
          receiverRanges_m: list(range_m),
          receiverDepths_m: list(to[2]),
          fan: { count: 1000, from_rad: -Math.PI / 2, to_rad: Math.PI / 2 },
        }),
      );
      for (let k = 0; k < found.length; k += ARRIVAL_SIZE) {
        // The same reflections, nearest in launch angle.
        let best = -1;
        for (let n = 0; n < records.length; n += ARRIVAL_SIZE) {
          const same =
            records[n + ARRIVAL.surfaceBounces] === found[k + ARRIVAL.surfaceBounces] &&
            records[n + ARRIVAL.bottomBounces] === found[k + ARRIVAL.bottomBounces];
          const off = Math.abs(records[n + ARRIVAL.launch_rad] - found[k + ARRIVAL.launch_rad]);
          if (
            same &&
            off < 0.1 &&
            (best < 0 || off < Math.abs(records[best + ARRIVAL.launch_rad] - found[k + ARRIVAL.launch_rad]))
          )
            best = n;
        }
        if (best < 0) continue;
        delays.push(Math.abs(records[best + ARRIVAL.delay_s] - found[k + ARRIVAL.delay_s]));
        levels.push(Math.abs(20 * Math.log10(records[best] / found[k])));
      }
    }
    expect(delays.length).toBeGreaterThan(100);
    if (process.env.THETIS_SHOW === "1") {
      console.log([0.5, 0.95, 1].map((share) => `${quantile(delays, share)} s, ${quantile(levels, share)} dB`));
    }
    // What the head of ray-channel.ts states.
    expect(quantile(delays)).toBeLessThan(middle_s);
    expect(quantile(delays, 0.95)).toBeLessThan(most_s);
    expect(quantile(levels)).toBeLessThan(0.1);
  },
);

test("an answer does not depend on what was asked before, nor on whether its cell was in the table", () => {
  const asked = pairs(6);
  const small = new RayChannel(water, slope, { ...options, entries: 4 });
  const large = new RayChannel(water, slope, options);
  const forward = asked.map(([from, to]) => ask(small, from, to));
  const backward = [...asked]
    .reverse()
    .map(([from, to]) => ask(large, from, to))
    .reverse();
  const again = asked.map(([from, to]) => ask(large, from, to));
  expect(backward).toEqual(forward);
  expect(again).toEqual(forward);
  expect(forward.every((records) => records.length > 0)).toBe(true);
  // The large one answered the second time from its table, the small one could not keep all.
  expect(large.computed).toBe(6);
  for (const [from, to] of asked) ask(small, from, to);
  expect(small.computed).toBeGreaterThan(6);
});

test("vehicles that pass each other at 2 m/s: a thousand messages cost a fan each few seconds, and delays go on without steps above 0.1 ms", () => {
  const channel = new RayChannel(water, level, options);
  let last = Number.NaN;
  for (let k = 0; k <= 200; k++) {
    // 0.2 s apart, 500 m to 420 m away.
    const [direct] = [ask(channel, [0, 0, 10], [500 - 0.4 * k, 3, 12])];
    const delay = direct[ARRIVAL.delay_s];
    if (k > 0) expect(Math.abs(last - delay - 0.4 / 1510)).toBeLessThan(1e-4);
    last = delay;
  }
  // 80 m in cells of 10 m.
  expect(channel.computed).toBeLessThanOrEqual(9);
});

test("ends in the air or in the ground hear nothing; ends straight above each other, and at one place, do", () => {
  const channel = new RayChannel(water, level, options);
  expect(ask(channel, [0, 0, -1], [100, 0, 10])).toHaveLength(0);
  expect(ask(channel, [0, 0, 10], [100, 0, 61])).toHaveLength(0);
  const below = ask(channel, [0, 0, 10], [0, 0, 50]);
  expect(below.length).toBeGreaterThan(0);
  // 40 m at 1493 to 1505 m/s; cells of 0.16 m.
  expect(below[ARRIVAL.delay_s]).toBeGreaterThan(0.0264);
  expect(below[ARRIVAL.delay_s]).toBeLessThan(0.0269);
  const here = ask(channel, [0, 0, 10], [0, 0, 10]);
  expect(here.every(Number.isFinite)).toBe(true);
});

test("the water is looked at once in a period: an answer changes with the period, not within it", () => {
  const channel = new RayChannel(water, level, { ...options, refresh_s: 600 });
  const out = new Float64Array(channel.mostArrivals * ARRIVAL_SIZE);
  const at = (t_s: number): number => {
    channel.arrivalsInto(out, 0, list(0, 0, 10), 0, list(300, 0, 10), 0, list(t_s), 0);
    return channel.computed;
  };
  expect([at(0), at(599), at(600), at(1199), at(10)]).toEqual([1, 1, 2, 2, 2]);
});
