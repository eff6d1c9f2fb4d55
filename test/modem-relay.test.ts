/**
 * Relays and acknowledged delivery, every instant by hand arithmetic. Sound takes 2/3 s for 1000 m; a frame of 115 bytes and 80 bits of overhead
 * takes 1 s at 1000 bit/s, an acknowledgement 0.08 s. Instants are whole nanoseconds: a way of 2/3 s is 666 666 667 ns.
 */
import { describe, expect, test } from "vitest";
import { type ModemRun, node, runModems, sea } from "./support/modem-runs.ts";

const MODEM = (more = ""): string =>
  `frequency_Hz="33e3" bandwidth_Hz="6e3" bitRate_bps="1000" sourceLevel_dBre1uPam="177" threshold_dB="15" overheadBits="80" longestMessageBytes="115" ${more}`;

const WAY_NS = 666_666_667;
const FRAME_NS = 1e9;
const ANSWER_NS = 8e7;

const ns = (t_s: number): number => Math.round(t_s * 1e9);
const begins = (run: ModemRun, path: string, sort: string): number[] =>
  run.spans(path, sort).map(({ begin_s }) => ns(begin_s));
const ends = (run: ModemRun, path: string, sort: string): number[] =>
  run.spans(path, sort).map(({ end_s }) => ns(end_s));

const message = (to: number, reliable: boolean, times_s = "10"): string =>
  `<traffic model="schedule" times_s="${times_s}" to="${to}" reliable="${reliable}" messageBytes="115"/>`;

/** a at 0, b at 1000 m, c at 2000 m, which a does not reach: 177 − 66 − 20 − 87.8 = 3.2 dB. */
const chain = (inside: string, more = "", duration_s = 60): string =>
  sea(duration_s, [
    node("a", [0, 0, 4], 1, MODEM(more), inside),
    node("b", [1000, 0, 4], 2, MODEM(more)),
    node("c", [2000, 0, 4], 3, MODEM(more)),
  ]);

describe("a relay over two hops of 1000 m", () => {
  test("without it nothing arrives: 3.2 dB are out of range", () => {
    expect(runModems(chain(message(3, false))).figures("c/modem")).toMatchObject({ delivered: 0, outOfRange: 1 });
  });

  test("sent at 10 s, at the relay at 10 + 2/3 + 1 s, sent on at once, delivered once 1 2/3 s later", () => {
    const run = runModems(chain(`${message(3, false)}<relay to="3" via="2"/>`));
    const atRelay = 10e9 + WAY_NS + FRAME_NS;
    expect(ends(run, "b/modem", "received")).toEqual([atRelay]);
    expect(begins(run, "b/modem", "sending")).toEqual([atRelay]);
    expect(ends(run, "c/modem", "received")).toEqual([atRelay + WAY_NS + FRAME_NS]);
    expect(run.figures("c/modem").delivered).toBe(1);
    // It is not a message for the relay.
    expect(run.figures("b/modem").delivered).toBe(0);
    expect(run.figures("a/modem").delivered).toBe(0);
  });

  test("acknowledged: each hop answers at once, and the relay sends on when its answer has left", () => {
    const run = runModems(chain(`${message(3, true)}<relay to="3" via="2"/>`, 'range_m="1000"'));
    const atRelay = 10e9 + WAY_NS + FRAME_NS;
    const sentOn = atRelay + ANSWER_NS;
    expect(begins(run, "b/modem", "sending")).toEqual([atRelay, sentOn]);
    expect(ends(run, "a/modem", "received")).toEqual([atRelay + ANSWER_NS + WAY_NS]);
    const atEnd = sentOn + FRAME_NS + WAY_NS;
    expect(ends(run, "c/modem", "received")).toEqual([atEnd]);
    expect(ends(run, "b/modem", "received")).toEqual([atRelay, atEnd + ANSWER_NS + WAY_NS]);
    expect(run.figures("c/modem")).toMatchObject({ delivered: 1, sent: 1 });
    expect(run.figures("a/modem")).toMatchObject({ sent: 1, unacknowledged: 0 });
    expect(run.figures("b/modem")).toMatchObject({ sent: 2, unacknowledged: 0, delivered: 0 });
  });

  test("a hundred messages over an acknowledged relay in a fading sea arrive at most once each, and most of them arrive", () => {
    const times = Array.from({ length: 100 }, (_, k) => 10 + 40 * k).join(" ");
    const text = chain(`${message(3, true, times)}<relay to="3" via="2"/>`, 'range_m="1000" attempts="6"', 4100);
    const run = runModems(text.replace("<sound ", '<sound riceFactor="3" coherence_s="2" '));
    const { delivered } = run.figures("c/modem");
    expect(delivered).toBeLessThanOrEqual(100);
    expect(delivered).toBeGreaterThan(80);
    // Copies came, since answers were lost; they were not delivered.
    expect(run.spans("c/modem", "received").length).toBeGreaterThan(delivered!);
  });
});

describe("acknowledged delivery over 1000 m", () => {
  const pair = (inside: string, more = "", others: readonly string[] = []): string =>
    sea(120, [node("a", [0, 0, 4], 1, MODEM(more), inside), node("b", [1000, 0, 4], 2, MODEM(more)), ...others]);

  test("it is there at 11 2/3 s, its answer at 10 + 1 + 2/3 + 0.08 + 2/3 s, and nothing is sent again", () => {
    const run = runModems(pair(message(2, true), 'range_m="1000"'));
    const there = 10e9 + FRAME_NS + WAY_NS;
    expect(ends(run, "b/modem", "received")).toEqual([there]);
    expect(ends(run, "a/modem", "received")).toEqual([there + ANSWER_NS + WAY_NS]);
    expect(run.figures("a/modem").sent).toBe(1);
  });

  test("the turnaround lies between what is received and its answer", () => {
    const run = runModems(pair(message(2, true), 'turnaround_s="0.25"'));
    expect(begins(run, "b/modem", "sending")).toEqual([10e9 + FRAME_NS + WAY_NS + 25e7]);
  });

  test("the next message waits for the answer of the one before: stop and wait", () => {
    const run = runModems(pair(message(2, true, "10 10.5"), 'range_m="1000"'));
    const answered = 10e9 + FRAME_NS + 2 * WAY_NS + ANSWER_NS;
    expect(begins(run, "a/modem", "sending")).toEqual([10e9, answered]);
    expect(run.spans("a/modem", "waiting to send").map(({ begin_s, end_s }) => [ns(begin_s), ns(end_s)])).toEqual([
      [10.5e9, answered],
    ]);
    expect(run.figures("b/modem").delivered).toBe(2);
  });

  test("an answer that is lost: sent again 4 s after its end, delivered once, answered twice", () => {
    // c sends 1 s from 12 s on, 150 m from a: it is there from 12.1 to 13.1 s, and the answer, from 12.41 to 12.49 s, is lost to it.
    const noisy = node("c", [0, 150, 4], 3, MODEM(), '<traffic model="schedule" times_s="12" messageBytes="115"/>');
    const mac = '<mac model="aloha" backoff_s="1e-9"/>';
    const run = runModems(pair(mac + message(2, true), 'acknowledgement_s="4"', [noisy]));
    expect(
      run
        .spans("a/modem", "collision")
        .map(({ other }) => other)
        .sort(),
    ).toEqual([2, 3]);
    const [first, again] = begins(run, "a/modem", "sending");
    expect(first).toBe(10e9);
    // The backoff is at most 1 ns.
    expect(Math.abs(again! - 15e9)).toBeLessThanOrEqual(1);
    expect(run.figures("b/modem")).toMatchObject({ delivered: 2, sent: 2 });
    expect(
      run
        .spans("b/modem", "received")
        .map(({ other }) => other)
        .sort(),
    ).toEqual([1, 1, 3]);
    expect(run.figures("a/modem")).toMatchObject({ sent: 2, unacknowledged: 0 });
  });

  test("what is never answered is sent at 10, 15 and 20 s and given up at 25 s", () => {
    const silent = sea(60, [
      node(
        "a",
        [0, 0, 4],
        1,
        MODEM('attempts="3" acknowledgement_s="4"'),
        `<mac model="aloha" backoff_s="1e-9"/>${message(2, true)}`,
      ),
      node("b", [3000, 0, 4], 2, MODEM()),
    ]);
    const run = runModems(silent);
    const sent = begins(run, "a/modem", "sending");
    expect(sent).toHaveLength(3);
    // A backoff of at most 1 ns each.
    for (const [k, t_ns] of sent.entries()) expect(Math.abs(t_ns - (10e9 + k * 5e9))).toBeLessThanOrEqual(k);
    expect(Math.abs(ends(run, "a/modem", "no acknowledgement")[0]! - 25e9)).toBeLessThanOrEqual(2);
  });

  test("attempt n waits an even share of 2ⁿ⁻¹ B behind the time for the answer", () => {
    const B = 8;
    const text = (seed: number): string =>
      sea(
        400,
        [
          node(
            "a",
            [0, 0, 4],
            1,
            MODEM('attempts="4" acknowledgement_s="4"'),
            `<mac model="aloha" backoff_s="${B}"/>${message(2, true)}`,
          ),
          node("b", [3000, 0, 4], 2, MODEM()),
        ],
        { seed },
      );
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
      const sent = runModems(text(seed)).spans("a/modem", "sending");
      return sent.slice(1).map(({ begin_s }, k) => begin_s - sent[k]!.end_s - 4);
    });
    for (const shares of waits) {
      expect(shares).toHaveLength(3);
      shares.forEach((wait_s, k) => {
        expect(wait_s).toBeGreaterThan(-1e-9);
        expect(wait_s).toBeLessThan(2 ** k * B + 1e-9);
      });
    }
    // Of 8 the longest third wait is in the upper half with probability 1 − 2⁻⁸; the seeds are fixed.
    expect(Math.max(...waits.map((shares) => shares[2]!))).toBeGreaterThan(2 * B);
  });
});
