/**
 * A velocity log that pings in the band of a modem. A ping of D every T is heard at the receiver; a frame of F is lost where a ping begins between D before it
 * and its end. Frames of Poisson traffic come at any phase, so that by geometry
 *
 *   P(received) = 1 − (F + D)/T                                                                       (1)
 *
 * where the ping alone is above the threshold at the receiver, and 1 where it is not, or is in another band.
 */
import { expect, test } from "vitest";
import { LONG } from "./support/long.ts";
import { plainSnr_dB, ROUND, runModems, sea } from "./support/modem-runs.ts";

const FRAME_S = 0.104;
const PING_S = 0.02;
const PERIOD_S = 0.5;
const DURATION_S = LONG ? 100_000 : 15_000;

const dvl = (more: string): string =>
  `<sensor id="dvl" model="dvl" rate_Hz="${1 / PERIOD_S}" maxAltitude_m="30" pingDuration_s="${PING_S}" ${more}/>`;
/** In the modem's band, 30 to 36 kHz. */
const IN_BAND = 'pingFrequency_Hz="33e3" pingBandwidth_Hz="6e3"';

/** b receives what a sends 300 m away; a log on a vehicle east of b, distance_m away. */
function shares(
  sensor: string,
  distance_m: number,
  frame_s = FRAME_S,
): { share: number; frames: number; collisions: number } {
  const moored = (id: string, at: string, inside: string): string =>
    `<vehicle id="${id}" file="components/vehicles/moored-node.xml" position_m="${at}">${inside}<provenance of="*" status="assumed"/></vehicle>`;
  const modem = (address: number, inside: string): string =>
    `<modem id="modem" address="${address}" ${ROUND} logged="none">${inside}</modem>`;
  const traffic = `<traffic model="poisson" interval_s="2" messageBytes="${Math.round((frame_s * 1000) / 8)}"/>`;
  const run = runModems(
    sea(
      DURATION_S,
      [
        moored("a", "300 0 20", modem(1, traffic)),
        moored("b", "0 0 20", modem(2, "")),
        moored("auv", `0 ${distance_m} 20`, sensor),
      ],
      { step_s: 1 },
    ),
  );
  const { delivered, collisions } = run.figures("b/modem");
  return { share: delivered! / (delivered! + collisions!), frames: delivered! + collisions!, collisions: collisions! };
}

test.each([
  [0.104, "1 − 0.124/0.5 = 0.752", 0.752],
  [0.304, "1 − 0.324/0.5 = 0.352", 0.352],
])("pings of 20 ms every 0.5 s leave of frames of %s s a share of %s", (frame_s, _, expected) => {
  expect(1 - (frame_s + PING_S) / PERIOD_S).toBeCloseTo(expected, 12);
  const { share, frames } = shares(dvl(`${IN_BAND} pingLevel_dBre1uPam="180"`), 100, frame_s);
  expect(frames).toBeGreaterThan(0.9 * (DURATION_S / 2));
  // Four standard deviations of a binomial share; phases of successive frames are independent.
  expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / frames));
});

test("without pings in its file, in another band, or too weak at the receiver, it spoils nothing", () => {
  expect(shares(dvl(""), 100).share).toBe(1);
  expect(shares(dvl('pingFrequency_Hz="60e3" pingBandwidth_Hz="6e3" pingLevel_dBre1uPam="180"'), 100).share).toBe(1);
  // 140 − 40 − 1 − 87.8 = 11.2 dB are below the 15 dB of the threshold; 4 dB more are above.
  expect(plainSnr_dB(100, 140)).toBeLessThan(15);
  expect(shares(dvl(`${IN_BAND} pingLevel_dBre1uPam="140"`), 100).share).toBe(1);
  expect(plainSnr_dB(100, 144)).toBeGreaterThan(15);
  expect(shares(dvl(`${IN_BAND} pingLevel_dBre1uPam="144"`), 100).share).toBeLessThan(0.8);
});
