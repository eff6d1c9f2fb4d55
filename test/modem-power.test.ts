/**
 * Adaptive power control: what a receiver hears settles at its threshold and the margin. In plain sound TL(d) = 20 log d + 0.01 d, and the noise in the
 * band is 50 + 10 log 6000 dB.
 */
import { describe, expect, test } from "vitest";
import { node, plainSnr_dB, ROUND, runModems, sea } from "./support/modem-runs.ts";

const THRESHOLD_DB = 15;
const MARGIN_DB = 4;
const FULL_DB = 177;
const ADAPTIVE = `${ROUND} powerControl="adaptive" powerMargin_dB="${MARGIN_DB}" range_m="1000"`;

const loss_dB = (d: number): number => FULL_DB - plainSnr_dB(d, FULL_DB);

const reliable = (period_s: number): string =>
  `<traffic model="periodic" period_s="${period_s}" offset_s="1" to="2" reliable="true" messageBytes="100"/>`;

describe("between two nodes that stay, 200 m apart", () => {
  const text = (modem: string): string =>
    sea(100, [node("a", [0, 0, 4], 1, modem, reliable(10)), node("b", [200, 0, 4], 2, modem)]);
  const run = runModems(text(ADAPTIVE));

  test("the first message goes out at full level, all others arrive at the threshold and the margin, 19 dB", () => {
    const [first, ...later] = run.spans("b/modem", "received");
    expect(first!.snr_dB).toBeCloseTo(plainSnr_dB(200), 9);
    expect(later).toHaveLength(9);
    // Sums of a few logarithms: rounding.
    for (const { snr_dB } of later) expect(snr_dB).toBeCloseTo(THRESHOLD_DB + MARGIN_DB, 9);
  });

  test("acknowledgements arrive so from the first on, since the message before shows what the way costs", () => {
    const answers = run.spans("a/modem", "received");
    expect(answers).toHaveLength(10);
    for (const { snr_dB } of answers) expect(snr_dB).toBeCloseTo(THRESHOLD_DB + MARGIN_DB, 9);
  });

  test("the level sent is what the way costs and 19 dB", () => {
    const levels = run.spans("a/modem", "sending").map(({ level_dB }) => level_dB);
    expect(levels[0]).toBe(FULL_DB);
    for (const level of levels.slice(1)) expect(level).toBeCloseTo(loss_dB(200) + THRESHOLD_DB + MARGIN_DB, 9);
  });

  test("without it all go out at full level", () => {
    const plain = runModems(text(ROUND));
    expect(new Set(plain.spans("a/modem", "sending").map(({ level_dB }) => level_dB))).toEqual(new Set([FULL_DB]));
  });

  test("the level stays within leastLevel_dB of the full one", () => {
    const limited = runModems(text(`${ADAPTIVE} leastLevel_dB="-10"`));
    const levels = limited.spans("a/modem", "sending").map(({ level_dB }) => level_dB);
    expect(levels.slice(1).every((level) => level === FULL_DB - 10)).toBe(true);
  });
});

test("to a vehicle that moves away at 2 m/s the level follows: what arrives is 19 dB less what the way has grown by since the last answer", () => {
  const away = `<vehicle id="b" length_m="0.34" position_m="100 0 50" velocity_mps="2 0 0">
    <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="0 0 0 0 0 0"/>
    <modem id="modem" address="2" ${ADAPTIVE}/><provenance of="*" status="assumed"/></vehicle>`;
  const text = sea(400, [node("a", [0, 0, 50], 1, ADAPTIVE, reliable(10)), away]);
  const run = runModems(text.replace('density_kgpm3="1025"', 'density_kgpm3="1000"'));
  const heard = run.spans("b/modem", "received");
  expect(heard.length).toBe(40);
  for (const [k, { begin_s, snr_dB }] of heard.entries()) {
    const d = 100 + 2 * begin_s;
    if (k === 0) expect(snr_dB).toBeCloseTo(plainSnr_dB(d), 6);
    else {
      const before = 100 + 2 * heard[k - 1]!.begin_s;
      expect(snr_dB).toBeCloseTo(THRESHOLD_DB + MARGIN_DB - (loss_dB(d) - loss_dB(before)), 6);
    }
    // 20 m of way cost at most 20 log(1.2) + 0.2 dB, less than the margin: nothing is lost.
    expect(snr_dB).toBeGreaterThan(THRESHOLD_DB);
  }
  expect(run.figures("a/modem")).toMatchObject({ sent: 40, unacknowledged: 0 });
});

test("after an acknowledgement that was lost the message goes out at full level, and the next one is adapted again", () => {
  // 810 bits, 0.81 s. The message of 11 s ends there at 11.81 + 2/15 s; its answer, at a from 12.077 s on, meets that of c, there from 11.95 to 12.76 s.
  const noisy = node("c", [0, 150, 4], 3, ROUND, '<traffic model="schedule" times_s="11.85" messageBytes="100"/>');
  const mac = '<mac model="aloha" backoff_s="1e-9"/>';
  const overhead = 'overheadBits="10"';
  const run = runModems(
    sea(100, [
      node("a", [0, 0, 4], 1, `${ADAPTIVE} ${overhead}`, mac + reliable(10)),
      node("b", [200, 0, 4], 2, `${ADAPTIVE} ${overhead}`),
      noisy,
    ]),
  );
  const sent = run.spans("a/modem", "sending");
  const adapted = loss_dB(200) + THRESHOLD_DB + MARGIN_DB;
  expect(sent).toHaveLength(11);
  const levels = sent.map(({ level_dB }) => Math.round(level_dB * 1e6) / 1e6);
  const low = Math.round(adapted * 1e6) / 1e6;
  expect(levels.slice(0, 4)).toEqual([FULL_DB, low, FULL_DB, low]);
  expect(new Set(levels.slice(4))).toEqual(new Set([low]));
  expect(run.figures("b/modem").delivered).toBe(11);
});

test("at 20 dB less, what it draws above its listening power is a hundredth: 0.8 s · (20 W + 9 · (1 + 19/100) W)", () => {
  const modem = `${ROUND} transmitPower_W="20" listenPower_W="1"`;
  const text = (more: string): string =>
    sea(100, [node("a", [0, 0, 4], 1, `${modem} ${more}`, reliable(10)), node("b", [60, 0, 4], 2, `${modem} ${more}`)]);
  const plain = runModems(text("")).figures("a/modem");
  expect(plain.transmitEnergy_J).toBeCloseTo(0.8 * 10 * 20, 9);
  // 60 m need 34 dB less than the full level: it goes down to the least.
  const adaptive = runModems(text('powerControl="adaptive" leastLevel_dB="-20"')).figures("a/modem");
  expect(adaptive.sending_s).toBeCloseTo(plain.sending_s!, 9);
  expect(adaptive.transmitEnergy_J).toBeCloseTo(0.8 * (20 + 9 * (1 + 19 / 100)), 9);
});
