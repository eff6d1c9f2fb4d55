/** The schemes in the modem itself send at the instants at which they send in the medium of the other tests, which shares no code with it. */
import { expect, test } from "vitest";
import { idealMedium, modemOf, modemXml } from "../test/ideal-medium.ts";
import { Medium } from "../test/mac-medium.ts";
import { ms, schemeOf } from "../test/mac-schemes.ts";

const PLACES: readonly (readonly [number, number])[] = [
  [0, 0],
  [150, 0],
  [0, 300],
  [-77, 20],
  [310, 310],
];
const OVERHEAD = 60;
const UNTIL_S = 900;

/** Times, s, receiver and reliability by node; all of 20 bytes. */
const TRAFFIC = [
  { node: 0, times_s: [3, 60, 61], to: 2, isReliable: true },
  { node: 1, times_s: [0.5, 40, 200.25], to: -1, isReliable: false },
  { node: 2, times_s: [1, 2, 3, 4, 100], to: 1, isReliable: false },
  { node: 4, times_s: [5, 50, 51, 52], to: 3, isReliable: true },
];

function inModem(attributes: string, more = "") {
  const things = PLACES.map((_, node) => {
    const traffic = TRAFFIC.filter((each) => each.node === node).map(
      ({ times_s, to, isReliable }) =>
        `<traffic model="schedule" times_s="${times_s.join(" ")}" to="${to < 0 ? "all" : to}" messageBytes="20" reliable="${isReliable}"/>`,
    );
    const sheet = `bitRate_bps="1000" sourceLevel_dBre1uPam="190" threshold_dB="10" overheadBits="${OVERHEAD}" range_m="10000" turnaround_s="0.01" longestMessageBytes="40" ${more}`;
    return modemOf(modemXml(sheet, `<mac ${attributes}/>${traffic.join("")}`), node);
  });
  const medium = idealMedium(things, { places_m: PLACES });
  medium.sim.runUntil(ms(UNTIL_S * 1000));
  return medium;
}

function inTestMedium(attributes: string, isFullDuplex = false): Medium {
  const scheme = schemeOf(attributes);
  const nodes = PLACES.map(([x_m, y_m]) => ({ scheme, x_m, y_m }));
  const medium = new Medium({ nodes, overheadBits: OVERHEAD, longestBytes: 40, turnaround_ns: ms(10), isFullDuplex });
  for (const { node, times_s, to, isReliable } of TRAFFIC) {
    for (const t_s of times_s) medium.offer(ms(1000 * t_s), node, to, 20, isReliable);
  }
  return medium.run(ms(UNTIL_S * 1000));
}

for (const attributes of [
  'model="tdma" range_m="600"',
  'model="tdma" receiver="1" range_m="600"',
  'model="fdma" bandGuard="0.02"',
  'model="polling" range_m="600" coordinator="2"',
  'model="waiting-room" range_m="600" coordinator="2" pause_s="2"',
]) {
  test(`${attributes}: the same instants in the modem and in the plain event loop, and all messages are delivered`, () => {
    const modems = inModem(attributes);
    const plain = inTestMedium(attributes);
    PLACES.forEach((_, node) => {
      const begins = modems.rows
        .filter(({ address, sort }) => address === node && sort === "sending")
        .map(({ begin_s }) => Math.round(begin_s * 1e9));
      const expected = plain.sendings.filter((s) => s.node === node && s.end_ns <= ms(UNTIL_S * 1000));
      expect(begins).toEqual(expected.map(({ begin_ns }) => begin_ns));
    });
    if (attributes.includes("receiver") || attributes.includes("fdma")) return;
    expect(modems.total("collisions")).toBe(0);
    expect(modems.total("halfDuplex")).toBe(0);
    // Three broadcasts to four, the rest to one.
    expect(modems.total("delivered")).toBe(3 + 3 * 4 + 5 + 4);
  });
}

test("contention in the modem: everything that is acknowledged is delivered, and the runs end without a fault", () => {
  for (const attributes of ['model="csma-ca" range_m="600"', 'model="csma-ca" range_m="600" handshake="true"']) {
    const modems = inModem(attributes);
    expect(modems.total("unacknowledged")).toBe(0);
    expect(modems.total("delivered")).toBeGreaterThan(15);
  }
  const detecting = inModem('model="csma-cd" minFrame_bytes="10"', 'duplex="full"');
  expect(detecting.total("delivered")).toBeGreaterThan(10);
});
