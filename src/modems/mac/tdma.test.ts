import { expect, test } from "vitest";
import { Medium, type MediumSpec, type NodeSpec, plansOf } from "../test/mac-medium.ts";
import { complaints, ms, schemeOf } from "../test/mac-schemes.ts";

/** Station 0 and vehicles 1 to 8, as in the thesis: 10 kbit/s, 512 and 64 bit, no overhead. */
const OWNERS = "0 0 0 0 0 0 0 0 1 2 3 4 5 6 7 8";
const eight = (value: string): string => new Array(8).fill(value).join(" ");
const THESIS = `slots_s="${eight("0.0512")} ${eight("0.0413")}" guards_s="${eight("0")} ${eight("0.0349")}"`;

/** The vehicles around the station, at these distances. */
function thesis(distances_m: readonly number[], table = `owners="${OWNERS}" ${THESIS}`): MediumSpec {
  const scheme = schemeOf(`model="tdma" ${table}`);
  const vehicles = distances_m.map((x_m): NodeSpec => ({ scheme, x_m, longestBytes: 8 }));
  return { nodes: [{ scheme, longestBytes: 64 }, ...vehicles], bitRate_bps: 10_000 };
}

/** All vehicles have something to say to the station, in one cycle. */
function upstream(distances_m: readonly number[]): Medium {
  const medium = new Medium(thesis(distances_m));
  for (let i = 1; i <= 8; i++) medium.offer(0, i, 0, 8);
  return medium.run(ms(740 + 40));
}

test("the thesis: 8 · 512 / 10⁴ + 8 · (0.0064 + 0.033 + 0.0019) = 0.4096 + 0.3304 = 0.74 s", () => {
  const spec = thesis([1, 2, 3, 4, 5, 6, 7, 8]);
  for (const plan of plansOf(spec)) {
    expect(complaints(spec.nodes[0]!.scheme, plan)).toEqual([]);
    expect(spec.nodes[0]!.scheme.answerDelay_ns?.(plan)).toBe(740_000_000);
  }
  const medium = upstream([1, 2, 3, 4, 5, 6, 7, 8]);
  for (let i = 1; i <= 8; i++) expect(medium.begins(i)).toEqual([ms(409.6 + 41.3 * (i - 1))]);
});

test("within (0.0413 − 0.0064) · 1500 = 52.35 m no vehicle's frame collides with the next one's at the station", () => {
  for (const distances_m of [
    [52.35, 0, 52.35, 0, 52.35, 0, 52.35, 0],
    new Array(8).fill(37.63),
    new Array(8).fill(50),
  ]) {
    const medium = upstream(distances_m);
    expect(medium.nodes[0]!.delivered.length).toBe(8);
    expect(medium.count("collision", 0)).toBe(0);
  }
});

test("beyond, at 52.5 m = 35.0 ms, a frame ends 35.0 + 6.4 − 41.3 = 0.1 ms inside the next slot: both are lost", () => {
  const medium = upstream([52.5, 0, 52.5, 0, 52.5, 0, 52.5, 0]);
  expect(medium.nodes[0]!.delivered.length).toBe(0);
  expect(medium.count("collision", 0)).toBe(8);
});

/** The station's last frame of a cycle, and vehicle 1 that begins where it ends: both near, vehicle 8 hears both. */
function lastDownstream(table: string): Medium {
  const medium = new Medium(thesis([37, 10, 10, 10, 10, 10, 10, 37.63], table));
  medium.offer(ms(7 * 51.2), 0, 8, 64);
  medium.offer(0, 1, 0, 8);
  return medium.run(ms(700));
}

test("the station's last slot has no guard: its frame comes to 37.63 m until 409.6 + 25.1 ms, a neighbour sends from 409.6 ms on", () => {
  const medium = lastDownstream(`owners="${OWNERS}" ${THESIS}`);
  expect(medium.nodes[8]!.delivered).toEqual([]);
  expect(medium.count("collision", 8)).toBe(2);
  // A pause of 34.9 ms, as behind a vehicle's slot, repairs it, and makes the cycle 0.7749 s.
  const slots = `slots_s="${eight("0.0512")} 0.0349 ${eight("0.0413")}" guards_s="${eight("0")} 0 ${eight("0.0349")}"`;
  const repaired = lastDownstream(`owners="0 0 0 0 0 0 0 0 -1 1 2 3 4 5 6 7 8" ${slots}`);
  expect(repaired.nodes[8]!.delivered.length).toBe(1);
  expect(repaired.count("collision")).toBe(0);
});

test("by default a slot is the longest frame and the guard range_m / c: 0.1 s + 300 / 1500 = 0.3 s for each", () => {
  const scheme = schemeOf('model="tdma" range_m="300" offset_s="1"');
  const medium = new Medium({ nodes: [{ scheme }, { scheme }, { scheme }], overheadBits: 20, longestBytes: 10 });
  for (let i = 0; i < 3; i++) medium.offer(0, i, -1, 10);
  medium.offer(ms(500), 2, -1, 10);
  medium.run(ms(5000));
  expect([0, 1, 2].map((i) => medium.begins(i))).toEqual([[ms(1000)], [ms(1300)], [ms(1600), ms(2500)]]);
});

test("a frame begins only if it fits in what is left of the slot: 100 ms of 300 − 200 ms of guard at the slot's beginning only", () => {
  const scheme = schemeOf('model="tdma" range_m="300"');
  const spec = { nodes: [{ scheme }, { scheme }], overheadBits: 20, longestBytes: 10 };
  const whole = new Medium(spec);
  whole.offer(ms(1), 0, -1, 10);
  expect(whole.run(ms(2000)).begins(0)).toEqual([ms(600)]);
  // 20 + 8 · 5 = 60 bit last 60 ms: they fit until 100 − 60 = 40 ms.
  for (const [offered_ms, begins_ms] of [
    [40, 40],
    [41, 600],
  ] as const) {
    const part = new Medium(spec);
    part.offer(ms(offered_ms), 0, -1, 5);
    expect(part.run(ms(2000)).begins(0)).toEqual([ms(begins_ms)]);
  }
});

test("several frames go in one slot, one behind the other, and what does not fit waits for the next one of the same owner", () => {
  const scheme = schemeOf('model="tdma" owners="0 1 0" slots_s="0.3 0.1 0.1" guards_s="0"');
  const medium = new Medium({ nodes: [{ scheme }, { scheme }], longestBytes: 10 });
  for (let k = 0; k < 5; k++) medium.offer(0, 0, -1, 10);
  expect(medium.run(ms(2000)).begins(0)).toEqual([0, 80, 160, 400, 500].map(ms));
});

test("a receiver's slots: at 300 m, 200 ms away, a modem begins at slot − 200 ms, once it has heard the receiver", () => {
  // Slots: 0: receiver (100 + 2 · 1000 ms guard), 1: 100 + 100 ms. In all 2.3 s.
  const scheme = schemeOf('model="tdma" receiver="0" range_m="1500" beacon_s="100"');
  const medium = new Medium({ nodes: [{ scheme }, { scheme, x_m: 300 }], overheadBits: 20, longestBytes: 10 });
  medium.offer(0, 1, 0, 10);
  medium.run(ms(4000));
  // The beacon of 20 ms goes at 0; its end is heard at 20 + 200 ms.
  expect(medium.begins(0)).toEqual([0]);
  expect(medium.begins(1)).toEqual([ms(2100 - 200)]);
  expect(medium.nodes[0]!.delivered[0]!.t_ns).toBe(ms(2100 + 100));
});

test("with delay_s stated, nothing needs to be heard: 0.2 s before the slot at 2.1 s", () => {
  const [station, vehicle] = ["", 'delay_s="0.2"'].map((delay) =>
    schemeOf(`model="tdma" owners="1 0" slots_s="2.1 0.1" guards_s="0" receiver="1" ${delay}`),
  );
  const nodes = [
    { scheme: vehicle!, address: 0, x_m: 300 },
    { scheme: station!, address: 1 },
  ];
  const medium = new Medium({ nodes, overheadBits: 20, longestBytes: 10 });
  medium.offer(0, 0, 1, 10);
  medium.run(ms(2300));
  expect(medium.begins(0)).toEqual([ms(1900)]);
  expect(complaints(vehicle!, plansOf({ nodes })[0]!)).toEqual([]);
});

test("what is wrong with a table is said", () => {
  const spec = (scheme: ReturnType<typeof schemeOf>): MediumSpec => ({
    nodes: [{ scheme }, { scheme }],
    longestBytes: 10,
  });
  const said = (attributes: string): string[] => {
    const scheme = schemeOf(`model="tdma" ${attributes}`);
    return complaints(scheme, plansOf(spec(scheme))[1]!);
  };
  expect(said('slots_s="0.05" guards_s="0.01"')).toEqual([
    "slots_s: slot 2 of 0.05 s is shorter than the longest frame, 0.08 s, and the guard, 0.01 s (at least 0.09)",
  ]);
  expect(said('slots_s="1" owners="0 0 7"')).toEqual(["owners: the modem with address 1 owns no slot"]);
  expect(said('slots_s="1 1 1"')).toEqual(["slots_s: slots_s has 3 numbers for 2 slots (1 number, or 2)"]);
  expect(said('owners="0 1.5 1"')).toEqual(["owners: owners: 1.5 is not an address (whole numbers)"]);
  expect(said('receiver="4"')).toEqual(["receiver: receiver = 4 is not the address of a member (one of 0 1)"]);
  expect(said('receiver="0" owners="1 1"')).toEqual([
    "receiver: receiver = 0 owns no slot, so that no delay can be learnt from what it sends",
  ]);
  expect(said('delay_s="1"')).toEqual(["delay_s: delay_s is used only with a receiver"]);
});

test("two modems with different tables do not agree", () => {
  const schemes = ['owners="0 1"', 'owners="1 0"', 'owners="0 1" offset_s="1"', 'owners="0 1" receiver="0"'].map((a) =>
    schemeOf(`model="tdma" slots_s="3" ${a}`),
  );
  const plan = plansOf({ nodes: [{ scheme: schemes[0]! }, { scheme: schemes[1]! }] })[0]!;
  expect(new Set(schemes.map((scheme) => scheme.agreement?.(plan))).size).toBe(4);
  expect(schemes[0]!.agreement?.(plan)).toBe("slots (owner: s) 0: 3, 1: 3, offset_s 0, receiver none");
});
