/**
 * Hybrid modems: which modem takes a message, by the geometry of the run and by the link budget of the thesis on docking, both by hand; what becomes of
 * messages that fail.
 *
 *   sound   delay d/1500 + 512 bit/10 kbit/s = d/1500 + 0.0512 s,          5.6 W · 0.0512 s    = 0.28672 J a message      (1)
 *   radio   delay d/3.331e7 + 512 bit/3 Mbit/s = d/3.331e7 + 0.17067 ms,   7.5 W · 0.17067 ms  = 0.00128 J              (2)
 *   radio   margin 10 log 3000 − 3.01 − 1.818 d = 31.76 − 1.818 d dB                                                    (3)  [Erdemir2018, Tables 5.2, 5.3]
 */
import { describe, expect, test } from "vitest";
import { APART, loadScenario } from "../src/scenario/index.ts";
import {
  type Devices,
  devices,
  freshWater,
  type Given,
  given,
  moored,
  RADIO_MPS,
  sphere,
} from "./support/hybrid-runs.ts";
import { type ModemRun, resultOf, runModems, runScenario } from "./support/modem-runs.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, logApart, runToEnd, scenarioOf, stoppedAt } from "./support/scenarios.ts";

const to = (address: number, more = 'period_s="1"'): string =>
  `<traffic to="${address}" reliable="true" messageBytes="64" ${more}/>`;
const silent = (address: number): string => to(address, 'period_s="1" offset_s="0.9"').replace("true", "false");

describe("by distance, between a vehicle that passes at 4 m with 1 m/s and a dock", () => {
  const PASS = { start_m: -30, aside_m: 4, duration_s: 59.9 } as const;
  const distanceAt = (t_s: number): number => Math.hypot(PASS.start_m + t_s, PASS.aside_m);
  const text = freshWater(PASS.duration_s, [
    sphere("auv", [PASS.start_m, PASS.aside_m, 5], [1, 0, 0], devices(1, { inside: to(100) })),
    // Its own messages come 0.1 s before those of the vehicle, so what that knows is 0.1 s old.
    moored("dock", [0, 0, 5], devices(100, { inside: silent(1) })),
  ]);
  const scenario = scenarioOf(text);
  const whole = runToEnd(scenario);
  const run = resultOf(whole);
  const sent = given(run, "auv/link");
  const period_s = 1;
  /** What it knows is 0.1 s old, less the way and the frame, 0.08 s at the most at 30 m. */
  const age_s = 0.1;

  test("every message is acknowledged, over the modem that the distance at the last frame before it commands: within 10 m, out to 12 m where radio is in use", () => {
    expect(sent).toHaveLength(60);
    let current = "acoustic";
    for (const { begin_s, modem, reason, outcome, distance_m } of sent.slice(1)) {
      // The dock's frame left 0.1 s before and came a way later, when the vehicle was up to 0.02 m farther; nothing else came since.
      const least = Math.min(distanceAt(begin_s - age_s), distanceAt(begin_s - age_s + 0.02)) - 1e-3;
      const most = Math.max(distanceAt(begin_s - age_s), distanceAt(begin_s - age_s + 0.02)) + 1e-3;
      // A radio's travel time is known to 1 ns: 0.033 m.
      expect(distance_m).toBeGreaterThan(least - 0.034);
      expect(distance_m).toBeLessThan(most + 0.034);
      current = distance_m <= (current === "radio" ? 12 : 10) ? "radio" : "acoustic";
      expect([begin_s, modem, reason]).toEqual([begin_s, current, current === "radio" ? "near" : "far"]);
      expect(outcome).toBe("acknowledged");
    }
  });

  test("it goes over to radio at 10 m and back to sound at 12 m, within one message period and the age of what it knows", () => {
    const first = sent.find(({ modem }) => modem === "radio")!;
    const last = sent.findLast(({ modem }) => modem === "radio")!;
    const inward_s = -PASS.start_m - Math.sqrt(10 ** 2 - PASS.aside_m ** 2);
    const outward_s = -PASS.start_m + Math.sqrt(12 ** 2 - PASS.aside_m ** 2);
    expect(first.begin_s).toBeGreaterThan(inward_s);
    expect(first.begin_s).toBeLessThanOrEqual(inward_s + period_s + age_s);
    expect(last.begin_s + period_s).toBeGreaterThan(outward_s);
    expect(last.begin_s).toBeLessThanOrEqual(outward_s + age_s);
  });

  test("each switch is an event with the distance, and the figures count what went over each modem", () => {
    const switched = run.events.filter(({ name }) => name === "auv/link").map(({ message }) => message);
    expect(switched).toHaveLength(2);
    expect(switched[0]).toMatch(/^to 100 over radio, no longer acoustic: near, \d+\.\d m$/);
    expect(switched[1]).toMatch(/^to 100 over acoustic, no longer radio: far, 1[23]\.\d m$/);
    const near = sent.filter(({ modem }) => modem === "radio").length;
    expect(run.figures("auv/link")).toMatchObject({
      ...{ switches: 2, failed: 0, overAcoustic: sent.length - near, overRadio: near, copies: 0 },
    });
    expect(run.figures("dock/link").delivered).toBe(sent.length);
  });

  test("apart, over links of bytes, it is the same log", () => {
    expect(Buffer.from(logApart(scenario, APART)).equals(whole.log)).toBe(true);
  });

  test("stopped and restored in the middle, with frames on their way, it is the same log", () => {
    const places = [0, 5.01e9, 20.05e9, 21.000_05e9, 33.3e9, 42.02e9];
    expect(Buffer.from(stoppedAt(scenario, places).log).equals(whole.log)).toBe(true);
  });
});

describe("delay and energy of a message of 64 bytes by hand", () => {
  const still = (distance_m: number): ModemRun =>
    runModems(
      freshWater(10.5, [
        moored(
          "a",
          [0, 0, 5],
          devices(1, { inside: to(100, 'model="schedule" times_s="5"').replace("true", "false") }),
        ),
        moored(
          "b",
          [distance_m, 0, 5],
          devices(100, { inside: to(1, 'model="schedule" times_s="2"').replace("true", "false") }),
        ),
      ]),
    );
  const heard = (run: ModemRun, modem: string): number => {
    const [span] = run.spans(`b/${modem}`, "received");
    return span!.end_s - 5;
  };

  test("30 m, by sound: 20 ms and 51.2 ms; 0.28672 J", () => {
    const run = still(30);
    // Instants are whole nanoseconds: the way's end and the frame's.
    expect(Math.abs(heard(run, "acoustic") - (30 / 1500 + 0.0512))).toBeLessThan(2e-9);
    expect(run.figures("a/acoustic").transmitEnergy_J).toBeCloseTo(5.6 * 0.0512, 9);
    expect(run.figures("a/radio").transmitEnergy_J).toBe(0);
  });

  test("5 m, by radio: 150 ns and 0.17067 ms, 320 times less; 0.00128 J, 224 times less", () => {
    const run = still(5);
    expect(Math.abs(heard(run, "radio") - (5 / RADIO_MPS + 512 / 3e6))).toBeLessThan(2e-9);
    // The frame's duration is rounded to 1 ns: 7.5 W · 0.5 ns.
    expect(Math.abs(run.figures("a/radio").transmitEnergy_J! - 7.5 * (512 / 3e6))).toBeLessThan(4e-9);
    expect(run.figures("a/acoustic").transmitEnergy_J).toBe(0);
    expect((5.6 * 0.0512) / (7.5 * (512 / 3e6))).toBeCloseTo(224, 9);
  });
});

/** Two moored nodes 5 m apart; b says something by sound now and then, so that a knows the distance. */
function near(a: Devices, b: Devices, duration_s = 29.9, world?: string): ModemRun {
  const beacon = '<traffic period_s="5" offset_s="0.3" messageBytes="8"/>';
  return runModems(
    freshWater(
      duration_s,
      [
        moored("a", [0, 0, 5], devices(1, a)),
        moored("b", [5, 0, 5], devices(100, { ...b, acousticInside: `${b.acousticInside ?? ""}${beacon}` })),
      ],
      world === undefined ? {} : { world },
    ),
  );
}

describe("when radio is lost", () => {
  /** The sea at 10 MHz: 108.5 dB/m. */
  const sea =
    '<sound soundSpeed_mps="1500" noise_dBre1uPa2pHz="30"><provenance of="*" status="assumed"/></sound>' +
    '<radio waterSpreading="none" conductivity_Spm="4" relativePermittivity="80"><provenance of="*" status="assumed"/></radio>';
  const link = 'switchDistances_m="10" retry_s="12"';
  const run = near({ link, inside: to(100, 'period_s="1" offset_s="1"') }, {}, 29.9, sea);
  const sent = given(run, "a/link");

  test("the message that failed goes by sound at once, and those behind it for retry_s; then radio is tried again", () => {
    const failed = sent.filter(({ outcome }) => outcome === "not acknowledged");
    expect(failed.map(({ modem, reason }) => [modem, reason])).toEqual([
      ["radio", "near"],
      ["radio", "near"],
      ["radio", "near"],
    ]);
    const began = failed.map(({ begin_s }) => begin_s);
    // It fails within some ms, so that the next whole second behind retry_s is the 13th.
    expect(began).toEqual([1, 14, 27]);
    for (const { end_s } of failed) {
      const again = sent.find(({ begin_s, modem }) => begin_s === end_s && modem === "acoustic");
      expect([again?.reason, again?.outcome]).toEqual(["another one failed", "acknowledged"]);
    }
    const between = sent.filter(({ begin_s }) => begin_s > 1.5 && begin_s < 13.5);
    expect(between).toHaveLength(12);
    for (const { modem, reason, outcome } of between)
      expect([modem, reason, outcome]).toEqual(["acoustic", "another one failed", "acknowledged"]);
  });

  test("every message arrives once", () => {
    expect(run.figures("b/link")).toMatchObject({ delivered: 29, copies: 0 });
    expect(run.figures("a/link")).toMatchObject({ failed: 3, overRadio: 3, overAcoustic: 29 });
  });
});

test("where acknowledgements alone are lost, what comes over both is delivered once", () => {
  // 1 nW is 65 dB below what a frame needs, so a never hears b's radio; b hears a.
  const run = near(
    { link: 'switchDistances_m="10" retry_s="0"', inside: to(100, 'period_s="1" offset_s="1"') },
    { radio: 'radiatedPower_W="1e-9"' },
  );
  const sent = given(run, "a/link");
  expect(sent.filter(({ modem }) => modem === "radio").map(({ outcome }) => outcome)).toEqual(
    new Array(29).fill("not acknowledged"),
  );
  expect(sent.filter(({ modem }) => modem === "acoustic").map(({ outcome }) => outcome)).toEqual(
    new Array(29).fill("acknowledged"),
  );
  // 29 messages and none of them twice; each modem of b has delivered each of them once. Beacons of b are not for b.
  expect(run.figures("b/link")).toMatchObject({ delivered: 29, copies: 29 });
  expect([run.figures("b/radio").delivered, run.figures("b/acoustic").delivered]).toEqual([29, 29]);
});

test("sound that fails goes not over to a radio that is out of reach", () => {
  const run = runModems(
    freshWater(20, [
      moored("a", [0, 0, 5], devices(1, { inside: to(100, 'period_s="5"') })),
      // 400 m: 39 + 1.2 dB lost, and 33.7 dB allowed.
      moored("b", [400, 0, 5], devices(100)),
    ]),
  );
  expect(given(run, "a/link").map(({ modem, outcome }) => [modem, outcome])).toEqual(
    new Array(4).fill(["acoustic", "not acknowledged"]),
  );
  expect(run.figures("a/radio").sent).toBe(0);
});

describe("messages for all", () => {
  const all = '<traffic to="all" period_s="1" offset_s="0.5" messageBytes="16"/>';
  test("go over the first modem", () => {
    const run = near({ inside: all }, {}, 10);
    expect(given(run, "a/link").map(({ modem, reason }) => [modem, reason])).toEqual(
      new Array(10).fill(["acoustic", "for all"]),
    );
    expect(run.figures("b/link")).toMatchObject({ delivered: 10, copies: 0 });
  });

  test("or over all of them, and are delivered once", () => {
    const run = near({ link: 'switchDistances_m="10" broadcasts="all"', inside: all }, {}, 10);
    expect(run.figures("a/link")).toMatchObject({ overAcoustic: 10, overRadio: 10 });
    expect(run.figures("b/link")).toMatchObject({ delivered: 10, copies: 10 });
  });
});

test("what is known of the distance counts for maxAge_s: then sound asks anew", () => {
  const link = 'switchDistances_m="10" maxAge_s="3.5"';
  // b is heard at 0.3, 5.3, 10.3 s …; what a sends is not answered.
  const run = near({ link, inside: silent(100).replace('offset_s="0.9"', 'offset_s="1"') }, {}, 10.5);
  expect(given(run, "a/link").map(({ begin_s, modem, reason }) => [begin_s, modem, reason])).toEqual([
    ...[1, 2, 3].map((t_s) => [t_s, "radio", "near"]),
    ...[4, 5].map((t_s) => [t_s, "acoustic", "distance unknown"]),
    ...[6, 7, 8].map((t_s) => [t_s, "radio", "near"]),
    ...[9, 10].map((t_s) => [t_s, "acoustic", "distance unknown"]),
  ]);
});

describe("by quality, as the vehicle goes by at 0.5 m/s and 4 m", () => {
  const link = 'model="quality" margin_dB="6" hysteresis_dB="3" frames="1" maxAge_s="5"';
  /** b's radio says something every 0.5 s: without it nothing is known of radio. */
  const beacon = '<traffic period_s="0.5" offset_s="0.3" messageBytes="8"/>';
  const START_M = -20;
  const distanceAt = (t_s: number): number => Math.hypot(START_M + 0.5 * t_s, 4);
  const marginAt = (t_s: number): number => 10 * Math.log10(3000) - 3.01 - 1.818 * distanceAt(t_s); // (3)
  const run = runModems(
    freshWater(80, [
      sphere(
        "a",
        [START_M, 4, 5],
        [0.5, 0, 0],
        devices(1, { link, inside: silent(100).replace('offset_s="0.9"', "") }),
      ),
      moored("b", [0, 0, 5], devices(100, { radioInside: beacon })),
    ]),
  );
  const sent: Given[] = given(run, "a/link");

  test("the margin is that of the link budget at the last beacon", () => {
    // Beyond 17.47 m a beacon is not received, and what is known is older.
    const known = sent.filter(({ begin_s }) => distanceAt(begin_s - 0.2) < 17.4);
    expect(known.length).toBeGreaterThan(50);
    // The beacon before a whole second is 0.2 s old. 1.818 dB/m has four digits: 0.0005 dB/m over 20 m.
    for (const { begin_s, margin_dB } of known)
      expect(Math.abs(margin_dB - marginAt(begin_s - 0.2))).toBeLessThan(0.0005 * 20 + 1e-3);
  });

  test("radio is taken up at 9 dB, which is at 12.52 m, and left at 6 dB, at 14.17 m, at the next message", () => {
    const first = sent.find(({ modem }) => modem === "radio")!;
    const last = sent.findLast(({ modem }) => modem === "radio")!;
    expect([first.reason, last.reason]).toEqual(["good", "good"]);
    // Of (3), 0.01 dB is 0.006 m; a message period and the age of a beacon are 0.6 m of way.
    expect(distanceAt(first.begin_s - 0.2)).toBeLessThan(12.52 + 0.01);
    expect(distanceAt(first.begin_s - 1.2)).toBeGreaterThan(12.52 - 0.01);
    expect(distanceAt(last.begin_s - 0.2)).toBeLessThan(14.17 + 0.01);
    expect(distanceAt(last.begin_s + 0.8)).toBeGreaterThan(14.17 - 0.01);
    expect(sent.find(({ begin_s }) => begin_s === last.begin_s + 1)!.reason).toBe("weak");
  });

  test("without the beacon radio is never heard, and never used", () => {
    const alone = near({ link, inside: to(100) }, {}, 10);
    expect(new Set(given(alone, "a/link").map(({ modem, reason }) => `${modem}, ${reason}`))).toEqual(
      new Set(["acoustic, not heard"]),
    );
  });

  test("messages for all over all modems do as well as a beacon", () => {
    const all = '<traffic to="all" period_s="2" offset_s="0.3" messageBytes="8"/>';
    const both = near({ link, inside: to(100) }, { link: `${link} broadcasts="all"`, inside: all }, 10);
    const rows = given(both, "a/link");
    expect(rows.slice(1).map(({ modem }) => modem)).toEqual(new Array(9).fill("radio"));
  });
});

test("the scenario that ships: over at 10 m and back at 12 m by its own track, although both links fade; most messages arrive", () => {
  const { scenario } = loadScenario(definitions, nodeReader(), "scenarios/hybrid-link.xml");
  const run = runScenario(scenario!);
  const sent = given(run, "auv/link");
  const track = run.table("/auv/state");
  const column = (name: string): readonly number[] => track.columns[track.names.indexOf(name)]! as unknown as number[];
  const [north, east, depth] = ["north_m", "east_m", "depth_m"].map(column);
  // The track has ten rows a second, from 0 s on; the dock is at 0, 0, 5.
  const distances = Array.from(north!, (x, k) => Math.hypot(x, east![k]!, depth![k]! - 5));
  const within = (limit_m: number): number[] => distances.flatMap((d, k) => (d <= limit_m ? [0.1 * k] : []));
  const near = sent.filter(({ modem }) => modem === "radio").map(({ begin_s }) => begin_s);
  // Period 1 s; the dock is heard 0.5 s before each message, and where that frame fades, the last answer is 1 s old.
  expect(near[0]).toBeGreaterThan(within(10)[0]! - 0.1);
  expect(near[0]).toBeLessThan(within(10)[0]! + 2.1);
  expect(near.at(-1)).toBeLessThan(within(12).at(-1)! + 1.1);
  expect(near.at(-1)).toBeGreaterThan(within(12).at(-1)! - 2.1);
  expect(run.figures("auv/link").switches).toBe(2);
  expect(run.figures("dock/link").delivered).toBeGreaterThan(70);
});
