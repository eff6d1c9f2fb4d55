import { expect, test } from "vitest";
import { runToEnd, scenarioOf } from "../../../test/support/scenarios.ts";
import { type Log, openLog, readTable, texts } from "../../logging/index.ts";

const REMUS = 'file="components/vehicles/remus100.bare.xml"';

function logOf(text: string, overrides: readonly string[] = []): Log {
  const { log } = runToEnd(scenarioOf(text, overrides));
  const source = { size: log.length, read: (offset: number, length: number) => log.subarray(offset, offset + length) };
  return openLog(source, { decompress: (bytes) => bytes });
}

/** The first row of a channel, by name. */
function first(log: Log, topic: string): Record<string, number> {
  const { names, columns } = readTable(log, topic);
  return Object.fromEntries(names.map((name, i) => [name, columns[i]![0]!]));
}

test("state, pose and transform say the same: heading east, in a current towards the north, afloat in the water's frame", () => {
  const log = logOf(`<scenario id="s" duration_s="1"><world current_mps="0.5 0 0"/>
    <vehicle id="auv" ${REMUS} position_m="1 2 3" attitude_deg="0 0 90" velocity_mps="1.5 0 0"/></scenario>`);
  const state = first(log, "/auv/state");
  expect(state).toMatchObject({ north_m: 1, east_m: 2, depth_m: 3, u_mps: 1.5, currentNorth_mps: 0.5 });
  expect(state.heading_rad).toBeCloseTo(Math.PI / 2, 14);
  // Bow to the east, the water runs to port at 0.5 m/s: through the water it slips to starboard.
  expect(state.uWater_mps).toBeCloseTo(1.5, 14);
  expect(state.vWater_mps).toBeCloseTo(0.5, 14);
  const pose = first(log, "/auv/pose");
  expect(pose).toMatchObject({ "pose.position.x": 1, "pose.position.y": 2, "pose.position.z": 3 });
  // Half a right angle about z: w = z = √½, in Foxglove's order.
  expect(pose["pose.orientation.w"]).toBeCloseTo(Math.SQRT1_2, 14);
  expect(pose["pose.orientation.z"]).toBeCloseTo(Math.SQRT1_2, 14);
  expect(pose["pose.orientation.x"]).toBe(0);
});

test("the frame ned hangs in map, whose axes are east, north and up", () => {
  const log = logOf(`<scenario id="s" duration_s="1"><vehicle id="auv" ${REMUS}/></scenario>`);
  const [message] = log.messages({ topics: ["/tf"] });
  const { parent_frame_id, child_frame_id, rotation } = message!.values as unknown as {
    parent_frame_id: string;
    child_frame_id: string;
    rotation: { x: number; y: number; z: number; w: number };
  };
  expect([parent_frame_id, child_frame_id]).toEqual(["map", "ned"]);
  const { x, y, z, w } = rotation;
  // The matrix of a quaternion, by its textbook form: its columns are north, east and down in map.
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ].map((column) => column.map((value) => Math.round(value * 1e12) / 1e12 + 0));
  expect(columns).toEqual([
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, -1],
  ]);
});

test("commands are logged when they take effect, with the time of the reading; scripted actuators are not commands", () => {
  const log = logOf(`<scenario id="s" duration_s="2"><vehicle id="auv" ${REMUS}>
    <script actuator="propeller" times_s="0" values="1000"/>
    <controller model="hold" rate_Hz="5" actuators="rudder -sternPlane" values="0.1 0.2"/></vehicle></scenario>`);
  const { t_ns, names, columns } = readTable(log, "/auv/commands");
  expect(names).toEqual(["issued_s", "rudder_rad", "sternPlane_rad", "propeller_rpm"]);
  expect([...t_ns]).toEqual(Array.from({ length: 11 }, (_, k) => k * 2e8));
  expect([...columns[0]!]).toEqual([...t_ns].map((t) => t * 1e-9));
  expect([...columns.slice(1)].map((column) => column[10])).toEqual([0.1, -0.2, Number.NaN]);
  // The actuators' channel has what the script does.
  expect(first(log, "/auv/actuators")).toMatchObject({ propeller_command_rpm: 1000, rudder_command_rad: 0.1 });
});

test("only what was asked for is logged, of whom it was asked for", () => {
  const log = logOf(`<scenario id="s" duration_s="1"><vehicle id="a" ${REMUS}/><vehicle id="b-2" ${REMUS} position_m="0 9 0"/>
    <log rate_Hz="4" channels="state" vehicles="b-2"/><log rate_Hz="2" channels="pose actuators"/></scenario>`);
  // Commands, events and diagnostics are always there; here nothing happened.
  expect(log.channels.filter((c) => c.messages !== 0).map((c) => [c.topic, c.messages])).toEqual([
    ["/a/actuators", 3],
    ["/a/pose", 3],
    ["/b-2/actuators", 3],
    ["/b-2/pose", 3],
    ["/b-2/state", 5],
  ]);
});

test("what makes a log run again is in front of it, and the warnings of the loader are in it", () => {
  const inline = `<scenario id="s" duration_s="1">
<vehicle id="probe" length_m="1"><hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0.02" inertia_kgm2="0.2 1 1 0 0 0"
  shape="ellipsoid" size_m="1 0.2 0.2" addedMass="2 14 14 0 0.5 0.5"/></vehicle></scenario>`;
  const log = logOf(inline, ["duration_s=2"]);
  expect(log.metadata.get("run")).toMatchObject({
    scenario: "s",
    file: "test.xml",
    seed: "1",
    duration_s: "2",
    overrides: '["duration_s=2"]',
    vehicles: '["probe"]',
    mode: "offline",
    version: "test",
  });
  expect(log.attachments.map(({ name }) => name)).toEqual(["test.xml"]);
  expect(new TextDecoder().decode(log.attachments[0]!.bytes)).toBe(inline);
  const notes = texts(log, "/diagnostics");
  expect(notes.map(({ level }) => level)).toEqual(["warning", "warning"]);
  expect(notes[0]!.message).toMatch(/^test\.xml:2:\d+: warning LIB\d+: no provenance for length_m/);
});
