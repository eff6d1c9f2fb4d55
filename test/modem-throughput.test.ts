/**
 * Throughput of random access, in runs of many nodes around one receiver, with Poisson traffic: G frames begin in the time T of a frame.
 *
 *   pure ALOHA     S = G e^(−2G)                                                                      (1)
 *   slotted ALOHA  S = G e^(−G)                                                                       (2)
 *
 * both at a delay that is negligible against T. Of N nodes, none collides with itself: S is by a factor of e^(2G/N) or e^(G/N) above that.
 * S is measured by the method of batch means; intervals are of Student's t at 99 % for BATCHES batches.
 */
import { describe, expect, test } from "vitest";
import { LONG } from "./support/long.ts";
import { type ModemRun, node, runModems, sea } from "./support/modem-runs.ts";

const T_S = 1;
const BATCHES = 25;
/** Student's t for 24 degrees of freedom, two-sided 99 %. */
const T_99 = 2.797;

const SOUND =
  '<sound soundSpeed_mps="1500" absorption_dBpm="0" noise_dBre1uPa2pHz="30"><provenance of="*" status="assumed"/></sound>';
const modem = (more: string): string =>
  `frequency_Hz="33e3" bandwidth_Hz="1e3" bitRate_bps="1000" sourceLevel_dBre1uPam="150" longestMessageBytes="125" queue="64" ${more}`;
/** Who hears nothing costs nothing: 100 dB over the noise are above all that comes. */
const DEAF = 'threshold_dB="100" notice_dB="100" logged="none"';

/** Golden-angle spiral of radii from r_least to r_greatest, even in area. */
function places(count: number, least_m: number, greatest_m: number): (readonly [number, number, number])[] {
  return Array.from({ length: count }, (_, k) => {
    const share = (k + 0.5) / count;
    const r = Math.sqrt(least_m ** 2 + share * (greatest_m ** 2 - least_m ** 2));
    const angle = 2.399963229728653 * k;
    return [r * Math.cos(angle), r * Math.sin(angle), 10] as const;
  });
}

interface Load {
  readonly G: number;
  readonly nodes: number;
  readonly mac: string;
  readonly least_m?: number;
  readonly greatest_m: number;
  readonly duration_s: number;
  readonly hears: boolean;
  readonly seed?: number;
}

function run({ G, nodes, mac, least_m = 0, greatest_m, duration_s, hears, seed = 1 }: Load): ModemRun {
  const interval_s = (nodes * T_S) / G;
  const traffic = `<traffic model="poisson" interval_s="${interval_s}" to="999" messageBytes="125"/>`;
  const ears = hears ? 'threshold_dB="10" logged="none"' : DEAF;
  const senders = places(nodes, least_m, greatest_m).map((at, k) =>
    node(`n${k}`, at, k + 1, modem(ears), mac + traffic),
  );
  return runModems(
    sea(duration_s, [node("sink", [0, 0, 10], 999, modem('threshold_dB="10"'), mac), ...senders], {
      sound: SOUND,
      seed,
    }),
  );
}

/** Frames received in the time of a frame: mean and half of the interval. */
function throughput(of: ModemRun, duration_s: number): { mean: number; half: number } {
  const batch_s = duration_s / BATCHES;
  const counts = new Array<number>(BATCHES).fill(0);
  for (const { end_s } of of.spans("sink/modem", "received"))
    counts[Math.min(BATCHES - 1, Math.floor(end_s / batch_s))]!++;
  const values = counts.map((count) => (count * T_S) / batch_s);
  const mean = values.reduce((sum, x) => sum + x, 0) / BATCHES;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (BATCHES - 1);
  return { mean, half: T_99 * Math.sqrt(variance / BATCHES) };
}

describe("at a negligible delay, 0.7 ms of a frame of 1 s, 200 nodes", () => {
  const N = 200;
  const duration_s = LONG ? 400_000 : 50_000;
  const load = { nodes: N, greatest_m: 1, duration_s, hears: false } as const;

  test.each(LONG ? [0.25, 0.5, 1] : [0.5, 1])("pure ALOHA at G = %s: S = G e^(−2G) within 3 %", (G) => {
    const { mean, half } = throughput(run({ ...load, G, mac: '<mac model="aloha"/>' }), duration_s);
    const S = G * Math.exp(-2 * G);
    expect([G, Math.abs(mean / S - 1) < 0.03]).toEqual([G, true]);
    // And the finite number of nodes, within the statistical error.
    expect(Math.abs(mean - S * Math.exp((2 * G) / N))).toBeLessThan(1.5 * half);
    expect(half / S).toBeLessThan(0.04);
  });

  test.each([0.5, 1])("slotted ALOHA at G = %s: S = G e^(−G) within 3 %", (G) => {
    // A guard of 1 ms keeps neighbouring slots apart over 1 m of way; S counts frames in a slot.
    const mac = '<mac model="slotted-aloha" slot_s="1.001"/>';
    const { mean, half } = throughput(run({ ...load, G: G / 1.001, mac }), duration_s);
    const S = G * Math.exp(-G);
    expect([G, Math.abs((mean * 1.001) / S - 1) < 0.03]).toEqual([G, true]);
    expect(half / S).toBeLessThan(0.04);
  });
});

describe("as the delay grows", () => {
  const duration_s = LONG ? 200_000 : 20_000;

  test("slotted ALOHA falls from G e^(−G) towards pure ALOHA, G e^(−2G): each step is sure at 99 %", () => {
    const G = 1;
    // Ways of 0 to 1 m, 300 m and 1500 m: delays up to 0.0007, 0.2 and 1 of a frame, against a guard of 0.1.
    const mac = '<mac model="slotted-aloha" guard_s="0.1"/>';
    const found = [1, 300, 1500].map((greatest_m) =>
      throughput(run({ G, nodes: 100, mac, greatest_m, duration_s, hears: false }), duration_s),
    );
    const pure = throughput(
      run({ G, nodes: 100, mac: '<mac model="aloha"/>', greatest_m: 1500, duration_s, hears: false }),
      duration_s,
    );
    for (let k = 1; k < found.length; k++) {
      expect(found[k - 1]!.mean - found[k - 1]!.half).toBeGreaterThan(found[k]!.mean + found[k]!.half);
    }
    // What is left of the gain at delays of a frame is under a quarter of the G (e^(−1.1 G) − e^(−2G)) of the beginning.
    const gain = found[2]!.mean - pure.mean;
    expect(gain).toBeGreaterThan(-found[2]!.half - pure.half);
    expect(gain).toBeLessThan(0.25 * (found[0]!.mean - pure.mean));
  });

  test("pure ALOHA does not change with the delay", () => {
    const [near, far] = [1, 1500].map((greatest_m) =>
      throughput(
        run({ G: 0.5, nodes: 100, mac: '<mac model="aloha"/>', greatest_m, duration_s, hears: false }),
        duration_s,
      ),
    );
    expect(Math.abs(near!.mean - far!.mean)).toBeLessThan(near!.half + far!.half);
  });

  test("the gain of CSMA/CA over pure ALOHA shrinks: each step is sure at 99 %", () => {
    const G = 0.8;
    const hearing = { G, nodes: 20, duration_s: LONG ? 60_000 : 6000, hears: true } as const;
    const gains = [15, 300, 1500].map((greatest_m) => {
      const load = { ...hearing, least_m: greatest_m / 2, greatest_m };
      const csma = throughput(
        run({ ...load, mac: `<mac model="csma-ca" range_m="${2 * greatest_m}" cwMin="15"/>` }),
        hearing.duration_s,
      );
      const aloha = throughput(run({ ...load, mac: '<mac model="aloha"/>' }), hearing.duration_s);
      const ratio = csma.mean / aloha.mean;
      return { ratio, half: ratio * Math.sqrt((csma.half / csma.mean) ** 2 + (aloha.half / aloha.mean) ** 2) };
    });
    for (let k = 1; k < gains.length; k++) {
      expect(gains[k - 1]!.ratio - gains[k - 1]!.half).toBeGreaterThan(gains[k]!.ratio + gains[k]!.half);
    }
    expect(gains[0]!.ratio).toBeGreaterThan(1.5);
  });
});
