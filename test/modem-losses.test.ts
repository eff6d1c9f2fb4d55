/**
 * Every reason for which a frame is lost, each in a scenario made for it: the word in the log and the count in the figures. Frames last 1 s (125 bytes at
 * 1000 bit/s), sound takes 1 s for 1500 m. By the closed form plainSnr_dB the range is some 1240 m: 15.6 dB at 1200 m, 12.5 dB at 1400 m.
 */
import { describe, expect, test } from "vitest";
import { node, plainSnr_dB, ROUND, runModems, sea } from "./support/modem-runs.ts";

/** Instants are whole nanoseconds. */
const ns = (t_s: number): number => Math.round(t_s * 1e9);

const once = (time_s: number | string, more = "", bytes = 125): string =>
  `<traffic model="schedule" times_s="${time_s}" messageBytes="${bytes}" ${more}/>`;

/** What the figures of a modem count as lost. */
const LOSSES = ["outOfRange", "noise", "collisions", "halfDuplex", "fading", "cutOff", "lostAntenna", "queueFull"];

function lost(figures: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(LOSSES.flatMap((name) => (figures[name] === 0 ? [] : [[name, figures[name]!]])));
}

test("out of range: at 1400 m, 12.5 dB, each of two frames is lost and counted once; at 1200 m, 15.6 dB, both are received", () => {
  const run = runModems(
    sea(10, [
      node("a", [0, 0, 4], 1, ROUND, once("1 4")),
      node("far", [1400, 0, 4], 2, ROUND),
      node("near", [0, 1200, 4], 3, ROUND),
    ]),
  );
  expect(run.sorts("far/modem")).toEqual(["out of range", "out of range"]);
  expect(lost(run.figures("far/modem"))).toEqual({ outOfRange: 2 });
  expect(run.sorts("near/modem")).toEqual(["received", "received"]);
  expect(lost(run.figures("near/modem"))).toEqual({});
  expect(run.figures("near/modem").delivered).toBe(2);
  // Levels are sums of a few logarithms: rounding.
  expect(run.spans("far/modem")[0]!.snr_dB).toBeCloseTo(plainSnr_dB(1400), 9);
  expect(run.spans("near/modem")[0]!.snr_dB).toBeCloseTo(plainSnr_dB(1200), 9);
});

describe("collision by the rule of the paper: a at −300 m from 1 s on, b at 450 m from 1.2 s on", () => {
  const world = (inside: string, modem = ROUND): string =>
    sea(10, [
      node("a", [-300, 0, 4], 1, modem, once(1, inside)),
      node("b", [450, 0, 4], 2, modem, once(1.2, inside)),
      node("between", [0, 0, 4], 3, modem),
      node("outside", [-900, 0, 4], 4, modem),
    ]);

  test("in both spheres, 1.2 to 2.2 s and 1.5 to 2.5 s, a receiver loses both; outside of b's, 1350 m, it gets a's", () => {
    const run = runModems(world(""));
    expect(run.sorts("between/modem")).toEqual(["collision", "collision"]);
    expect(lost(run.figures("between/modem"))).toEqual({ collisions: 2 });
    expect(run.sorts("outside/modem")).toEqual(["received", "out of range"]);
    expect(lost(run.figures("outside/modem"))).toEqual({ outOfRange: 1 });
  });

  test("half duplex: each of the two senders loses what comes while it sends, 1.5 to 2.5 s at b, 1.7 to 2.7 s at a", () => {
    const run = runModems(world(""));
    for (const path of ["a/modem", "b/modem"]) {
      expect([path, [...run.sorts(path)].sort()]).toEqual([path, ["half duplex", "sending"]]);
      expect(lost(run.figures(path))).toEqual({ halfDuplex: 1 });
    }
  });

  test("with full duplex both senders receive the other's", () => {
    const run = runModems(world("", `${ROUND} duplex="full"`));
    expect([...run.sorts("a/modem")].sort()).toEqual(["received", "sending"]);
    expect([...run.sorts("b/modem")].sort()).toEqual(["received", "sending"]);
  });

  test("frames for another one collide as well, and are not counted as losses of who overhears them", () => {
    const run = runModems(world('to="3"'));
    expect(lost(run.figures("between/modem"))).toEqual({ collisions: 2 });
    expect(lost(run.figures("outside/modem"))).toEqual({});
    expect(run.sorts("outside/modem")).toEqual(["not for me"]);
    expect(run.figures("outside/modem").delivered).toBe(0);
  });

  test("frames that touch, one ending in the instant in which the other begins, do not collide", () => {
    // 1 + 0.2 + 1 = 1.9 + 0.3 s
    const run = runModems(world("").replace('times_s="1.2"', 'times_s="1.9"'));
    expect(run.sorts("between/modem")).toEqual(["received", "received"]);
  });
});

describe("capture by SINR, 15 dB: levels in closed form at a receiver", () => {
  /** Level at the receiver: 177 − 20 log d − 0.01 d; the noise, 87.8 dB, adds less than 0.01 dB to what is below. */
  const level = (d: number): number => 177 - 20 * Math.log10(d) - 0.01 * d;
  const world = (others: readonly string[]): string =>
    sea(10, [
      node("near", [100, 0, 4], 1, `${ROUND} collisions="sinr"`, once(1)),
      ...others,
      node("ear", [0, 0, 4], 9, `${ROUND} collisions="sinr"`),
    ]);
  const other = (id: number, d: number, time_s: number): string =>
    node(`n${id}`, [0, id % 2 === 0 ? d : -d, 4], id, `${ROUND} collisions="sinr"`, once(time_s));

  test("100 m against 400 m is 15.04 dB: the near one is received, the far one is lost", () => {
    expect(level(100) - level(400)).toBeGreaterThan(15.03);
    const run = runModems(world([other(2, 400, 1.2)]));
    expect(run.spans("ear/modem").map(({ other: from, sort }) => [from, sort])).toEqual([
      [1, "received"],
      [2, "collision"],
    ]);
    expect(lost(run.figures("ear/modem"))).toEqual({ collisions: 1 });
  });

  test("100 m against 390 m is 14.7 dB: both are lost", () => {
    expect(level(100) - level(390)).toBeLessThan(14.8);
    const run = runModems(world([other(2, 390, 1.2)]));
    expect(run.sorts("ear/modem")).toEqual(["collision", "collision"]);
  });

  test("two of 400 m that overlap with the near one, but not with each other, disturb like one; together they are 3 dB more", () => {
    const early = 0.2;
    // Near: 1.067 to 2.067 s at the ear. The others: 0.467 to 1.467 s, and 1.767 to 2.767 s or 1.367 to 2.367 s.
    const apart = runModems(world([other(2, 400, early), other(3, 400, 1.5)]));
    expect(apart.spans("ear/modem").find(({ other: from }) => from === 1)!.sort).toBe("received");
    const together = runModems(world([other(2, 400, early), other(3, 400, 1.1)]));
    expect(together.spans("ear/modem").find(({ other: from }) => from === 1)!.sort).toBe("collision");
  });
});

test("queue full: with room for 2, of four messages within 0.3 s the third and the fourth are lost while the first, of 1 s, is sent", () => {
  const run = runModems(
    sea(10, [node("a", [0, 0, 4], 1, `${ROUND} queue="2"`, once("1 1.1 1.2 1.3")), node("b", [300, 0, 4], 2, ROUND)]),
  );
  expect(run.figures("a/modem").queueFull).toBe(2);
  expect(run.spans("a/modem", "queue full").map(({ end_s }) => ns(end_s))).toEqual([1.2e9, 1.3e9]);
  expect(run.spans("a/modem", "sending").map(({ begin_s }) => begin_s)).toEqual([1, 2]);
  expect(run.figures("b/modem").delivered).toBe(2);
});

test("no acknowledgement: what is never answered is sent `attempts` times, lost once, and reported with an event", () => {
  const reliable = once(1, 'to="2" reliable="true"');
  const run = runModems(
    sea(60, [node("a", [0, 0, 4], 1, `${ROUND} attempts="3"`, reliable), node("b", [1400, 0, 4], 2, ROUND)]),
  );
  expect(run.figures("a/modem")).toMatchObject({ sent: 3, unacknowledged: 1 });
  expect(run.spans("a/modem", "no acknowledgement")).toHaveLength(1);
  expect(run.figures("b/modem")).toMatchObject({ outOfRange: 3, delivered: 0 });
  expect(run.events.filter(({ message }) => message.includes("given up after 3 tries"))).toHaveLength(1);
});

describe("cut off: CSMA/CD with full duplex; a and b, 750 m or 0.5 s apart, begin at 1 and 1.2 s", () => {
  const CD = `${ROUND} duplex="full"`;
  const mac = '<mac model="csma-cd" minFrame_bytes="125"/>';
  const vehicles = [
    node("a", [0, 0, 4], 1, CD, mac + once(1)),
    node("b", [750, 0, 4], 2, CD, mac + once(1.2)),
    node("behind", [-600, 0, 4], 3, CD, mac),
  ];

  test("a hears b at 1.7 s and stops: who is 600 m behind a hears 0.7 s of it, from 1.4 s on, as cut off", () => {
    const run = runModems(sea(60, vehicles));
    const sent = run.spans("a/modem", "sending")[0]!;
    expect([sent.begin_s, sent.end_s].map(ns)).toEqual([1e9, 1.7e9]);
    expect(ns(run.spans("b/modem", "sending")[0]!.end_s)).toBe(1.5e9);
    const [cut] = run.spans("behind/modem", "cut off");
    expect([cut!.other, ns(cut!.begin_s), ns(cut!.end_s)]).toEqual([1, 1.4e9, 2.1e9]);
    expect(run.figures("behind/modem").cutOff).toBe(1);
    // Each gets through in the end.
    expect(run.figures("a/modem").delivered).toBe(1);
    expect(run.figures("b/modem").delivered).toBe(1);
    expect(run.figures("behind/modem").delivered).toBe(1);
  });

  test("a frame that begins after the end of what was cut off is received, even if it was on its way before the cut", () => {
    // Behind: a's frame from 1.4 to 2.1 s instead of 2.4 s; that of 900 m further, 96 ms sent at 1.6 s, comes at 2.2 s. b is heard by a
    // until 2 s, so that a's next one comes here at 2.4 s at the earliest.
    const further = node("further", [-1500, 0, 4], 4, `${CD} notice_dB="15"`, mac + once(1.6, "", 12));
    const run = runModems(sea(60, [...vehicles, further]));
    const spans = run.spans("behind/modem");
    expect(spans.find(({ other, begin_s }) => other === 4 && ns(begin_s) === 2.2e9)!.sort).toBe("received");
    expect(spans.find(({ other, begin_s }) => other === 1 && ns(begin_s) === 1.4e9)!.sort).toBe("cut off");
  });

  test("a signal that is below the threshold disturbs nothing: the sender goes on", () => {
    const far = node("far", [1400, 0, 4], 2, CD, mac + once(1));
    const run = runModems(sea(60, [node("a", [0, 0, 4], 1, CD, mac + once(1.5)), far]));
    expect(run.figures("a/modem").sent).toBe(1);
    expect(run.spans("a/modem", "sending").map(({ begin_s, end_s }) => [begin_s, end_s])).toEqual([[1.5, 2.5]]);
  });
});
