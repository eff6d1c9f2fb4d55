/** An antenna or a transducer on the wrong side of the surface: the frame is lost, and the log says why. */
import { describe, expect, test } from "vitest";
import { node, ROUND, runModems, sea } from "./support/modem-runs.ts";

const once = (time_s: number): string => `<traffic model="schedule" times_s="${time_s}" messageBytes="100"/>`;

describe("an antenna that is not in its medium", () => {
  test("a radio modem in air receives; one whose antenna is 4 m under water loses the frame, and says why", () => {
    const radio = 'file="components/modems/wifi-80211g.xml"';
    const send = once(1);
    const run = runModems(
      sea(10, [
        node("mast", [0, 0, -3], 1, radio, send),
        node("buoy", [50, 0, -2], 2, radio),
        node("diver", [0, 50, 4], 3, radio),
        node("far", [0, 300_000, 4], 4, radio),
      ]),
    );
    expect(run.figures("buoy/modem")).toMatchObject({ delivered: 1, lostAntenna: 0 });
    expect(run.figures("diver/modem")).toMatchObject({ delivered: 0, lostAntenna: 1 });
    expect(run.sorts("diver/modem")).toEqual(["antenna not in its medium"]);
    // Out of the reach of free space there is no row.
    expect(run.sorts("far/modem")).toEqual([]);
  });

  test("a transducer of sound above the surface hears nothing, and is not heard", () => {
    const run = runModems(
      sea(10, [node("wet", [0, 0, 4], 1, ROUND, once(1)), node("dry", [100, 0, -1], 2, ROUND, once(5))]),
    );
    expect(run.sorts("dry/modem")).toContain("antenna not in its medium");
    expect(run.figures("dry/modem")).toMatchObject({ delivered: 0, lostAntenna: 1 });
    expect(run.figures("wet/modem")).toMatchObject({ delivered: 0, lostAntenna: 1 });
  });

  test("a float that is pushed under for 20 s loses what comes in this time, and gets what comes before and afterwards", () => {
    const radio = '<modem id="modem" address="2" file="components/modems/uhf-868.xml" position_m="0 0 -0.5"/>';
    const float = `<vehicle id="float" length_m="0.34" position_m="0 30 0.1"><hull id="hull" mass_kg="19.8" volume_m3="0.02" cg_m="0 0 0.05"
      inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid" size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="40 40 40 5 5 5"/>
      <push start_s="20" duration_s="20" force_N="0 0 8" frame="N"/>${radio}<provenance of="*" status="assumed"/></vehicle>`;
    const every5s = '<traffic model="periodic" period_s="5" offset_s="2.5" messageBytes="20"/>';
    const run = runModems(
      sea(140, [node("mast", [0, 0, -3], 1, 'file="components/modems/uhf-868.xml"', every5s), float]).replace(
        'density_kgpm3="1025"',
        'density_kgpm3="1000"',
      ),
    );
    // (8 − 2) N against 40 N s/m are 0.15 m/s: at 28 s the antenna, 0.5 m over the float, is under water, and 3 m of depth are left by 110 s.
    for (const { begin_s, sort } of run.spans("float/modem")) {
      if (begin_s < 20 || begin_s > 110) expect([begin_s, sort]).toEqual([begin_s, "received"]);
      else if (begin_s > 28 && begin_s < 42) expect([begin_s, sort]).toEqual([begin_s, "antenna not in its medium"]);
    }
    expect(run.spans("float/modem")).toHaveLength(28);
    expect(run.figures("float/modem").lostAntenna).toBeGreaterThanOrEqual(2);
    expect(run.figures("float/modem").delivered).toBeGreaterThanOrEqual(10);
  });
});
