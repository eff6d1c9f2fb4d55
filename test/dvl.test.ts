/** A Doppler velocity log in whole runs: when samples arrive, what the log and the events say, makers exchanged, bad files refused. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { type LogTable, openLog, readTable } from "../src/logging/index.ts";
import { loadText, runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";

function tableOf(bytes: Uint8Array, topic: string): LogTable {
  const log = openLog({ size: bytes.length, read: (from, length) => bytes.subarray(from, from + length) }, null);
  return readTable(log, topic);
}

const column = ({ names, columns }: LogTable, name: string): number[] => [...columns[names.indexOf(name)]!];

/** A body that stays where it is put, 50 m over a level bottom; sound speed 1480 m/s. */
function still(sensors: string, bottom = '<bottom id="ground" model="flat" depth_m="60"/>', duration_s = 3): string {
  return `<scenario id="s" duration_s="${duration_s}"><world>
<water id="sea" model="constant" temperature_degC="10" salinity_psu="35" soundSpeed_mps="1480"/>${bottom}</world>
<vehicle id="auv" file="components/vehicles/moored-node.xml" position_m="0 0 10">${sensors}</vehicle></scenario>`;
}

test("samples arrive after the two-way time of the longest beam and the latency, to the nanosecond", () => {
  const dvl = '<sensor id="dvl" model="dvl" rate_Hz="7" offset_s="0.25" latency_s="0.02" maxAltitude_m="90"/>';
  const { log } = runToEnd(scenarioOf(still(dvl)));
  const table = tableOf(log, "/auv/dvl");
  const taken_ns = Array.from({ length: 20 }, (_, k) => 250_000_000 + Math.round((k * 1e9) / 7));
  const delay_ns = 20_000_000 + Math.round((2 * 50 * 1e9) / Math.cos(Math.PI / 6) / 1480);
  const arrived = taken_ns.map((t) => t + delay_ns).filter((t) => t <= 3e9);
  expect([...table.t_ns].map(Number)).toEqual(arrived);
  expect(column(table, "taken_s")).toEqual(arrived.map((_, k) => taken_ns[k]! / 1e9));
  expect(column(table, "valid").every((valid) => valid === 1)).toBe(true);
  column(table, "altitude_m").forEach((h) => {
    expect(h).toBeCloseTo(50, 9);
  });
  column(table, "altitudeTrue_m").forEach((h) => {
    expect(h).toBeCloseTo(50, 9);
  });
});

test("over a bottom too deep the log listens to its limit, pings less often and reports the missing lock once", () => {
  const dvl = '<sensor id="dvl" file="components/sensors/rdi-workhorse-navigator-300.xml"/>';
  const { run, log } = runToEnd(scenarioOf(still(dvl, '<bottom id="ground" model="flat" depth_m="4000"/>', 10)));
  const table = tableOf(log, "/auv/dvl");
  // 2 · 200 m / cos 30° / 1480 m/s = 0.31208 s: every third sample time of 7 Hz.
  const taken = column(table, "taken_s");
  taken.forEach((t, k) => {
    expect(t).toBeCloseTo((3 * k) / 7, 9);
  });
  expect(column(table, "valid").every((valid) => valid === 0)).toBe(true);
  expect(column(table, "waterValid").every((valid) => valid === 1)).toBe(true);
  const told = run.events.filter(({ name }) => name === "auv/dvl");
  expect(told.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    "warning: it has no bottom lock: 0 beams have an echo, of 4",
  ]);
});

describe("a vehicle under way", () => {
  const swimming = (
    sensors: string,
  ): string => `<scenario id="s" duration_s="20"><world><bottom id="ground" model="slope" depth_m="40" slope_deg="5"/></world>
<vehicle id="auv" file="components/vehicles/remus100.bare.xml" position_m="0 0 5" velocity_mps="1.5 0 0">${sensors}
<controller model="hold" rate_Hz="10" actuators="propeller" values="1200"/></vehicle></scenario>`;
  const carrying = (file: string) => {
    const sensor = `<sensor id="dvl" file="components/sensors/${file}.xml" position_m="0.3 0 0.1" attitude_deg="0 0 45"/>`;
    return runToEnd(scenarioOf(swimming(sensor)));
  };
  const bare = runToEnd(scenarioOf(swimming("")));

  test.each([
    "rdi-workhorse-navigator-300",
    "rdi-workhorse-navigator-600",
    "rdi-workhorse-navigator-1200",
    "waterlinked-a50",
  ])("flies with %s by the name of its file, and no bit of its trajectory changes", (file) => {
    const { run, log } = carrying(file);
    expect(stateOf(run)).toEqual(stateOf(bare.run));
    const table = tableOf(log, "/auv/dvl");
    const valid = column(table, "valid");
    // 35 m up at first: beyond the 30 m of the instrument of 1200 kHz.
    expect(valid.some((v) => v === 1)).toBe(file !== "rdi-workhorse-navigator-1200");
    const error = column(table, "velocityX_mps").map((v, k) => v - column(table, "velocityXTrue_mps")[k]!);
    // 1.5 m/s, at most 1 % of scale and 0.7 cm/s of noise of a component: 5 deviations of both together are below 0.12 m/s.
    error.forEach((e, k) => {
      if (valid[k] === 1) expect(Math.abs(e)).toBeLessThan(0.12);
    });
  });

  test("the same seed gives the same samples, another other ones", () => {
    const text = swimming('<sensor id="dvl" file="components/sensors/rdi-workhorse-navigator-600.xml"/>');
    const samples = (more: string): number[] =>
      column(tableOf(runToEnd(scenarioOf(text.replace('id="s"', `id="s" ${more}`))).log, "/auv/dvl"), "velocityX_mps");
    expect(samples('seed="4"')).toEqual(samples('seed="4"'));
    expect(samples('seed="4"')).not.toEqual(samples('seed="5"'));
  });
});

describe("files that cannot be right are refused where they are wrong", () => {
  /** The place of the mark: the sensor is the fourth line. */
  const found = (marked: string): { messages: string[]; place: string } => {
    const line = `<sensor id="dvl" model="dvl" rate_Hz="7" ${marked}/>`;
    const text = still(`\n${line.replace(/<\||\|>/g, "")}`);
    // Warnings are about provenance.
    const messages = loadText(text).diagnostics.flatMap((d) => (d.severity === "error" ? [formatDiagnostic(d)] : []));
    return { messages, place: `test.xml:4:${line.indexOf("<|") + 1}: error` };
  };

  test.each([
    ['maxAltitude_m="0.5" minAltitude_m="<|0.7|>"', "minAltitude_m = 0.7 is not below maxAltitude_m = 0.5"],
    ['maxAltitude_m="90" waterRange_m="<|200|>"', "waterRange_m = 200 is beyond the 103.923 m that a beam reaches"],
    ['maxAltitude_m="90" beamAzimuths_deg="<|0 90 0 270|>"', "beams 1 and 3 of beamAzimuths_deg point to one side"],
    ['maxAltitude_m="90" beamAzimuths_deg="<|0 90 180 360|>"', "beams 1 and 4 of beamAzimuths_deg point to one side"],
    ['maxAltitude_m="90" velocityMin_mps="<|5|>" velocityMax_mps="-5"', "velocityMin_mps = 5 is not below"],
    ['maxAltitude_m="90" beamDropout="<|1.5|>"', "beamDropout = 1.5 is above its maximum 1"],
    ['maxAltitude_m="90" beamAzimuths_deg="<|0 90 180|>"', "beamAzimuths_deg has 3 values; 4 are needed"],
    ['maxAltitude_m="90" transducers="<|discs|>"', 'transducers = "discs" is not one of: pistons, phasedArray'],
  ])("%s", (marked, words) => {
    const { messages, place } = found(marked);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(place);
    expect(messages[0]).toContain(words);
  });

  test("a largest altitude must be given", () => {
    const { messages } = found('minAltitude_m="1"');
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('test.xml:4:2: error LIB027: sensor model "dvl" reads maxAltitude_m');
  });
});
