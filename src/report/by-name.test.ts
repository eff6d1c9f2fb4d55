import { expect, test } from "vitest";
import { declaredByName, isShownByName, wordsByName } from "./by-name.ts";

const names = { vehicles: ["auv"], scalars: new Map([["chlorophyll", "mg/m3"]]), ours: true };
const fields = (topic: string, ...columns: string[]) => declaredByName(topic, "", columns, names)!.fields;

test("a name says quantity, unit and role", () => {
  expect(fields("/auv/pilot", "depthError_m", "headingSetpoint_rad", "crossTrack_m", "leg", "x_constructor")).toEqual([
    { name: "depthError_m", unit: "m", label: "depth error", role: "error", quantity: "depth" },
    { name: "headingSetpoint_rad", unit: "rad", label: "heading set-point", role: "setpoint", quantity: "heading" },
    { name: "crossTrack_m", unit: "m", label: "cross-track error", role: "error", quantity: "cross-track" },
    { name: "leg", unit: "", label: "leg", role: "count" },
    { name: "x_constructor", unit: "", label: "x constructor", role: "count" },
  ]);
  expect(wordsByName("bottomDepth_m")).toBe("bottom depth");
});

test("of an actuator's column it says the actuator too, and a command asks for what has its unit", () => {
  const columns = ["rudder_top_command", "rudder_top_angle_rad", "propeller_rpm", "t1_command_us", "gripper_state"];
  const declared = fields("/auv/actuators", ...columns);
  expect(declared.map(({ part, quantity, role, unit }) => [part, quantity, role, unit])).toEqual([
    ["rudder_top", "angle", "command", "rad"],
    ["rudder_top", "angle", undefined, "rad"],
    ["propeller", "speed", undefined, "rev/min"],
    ["t1", "command", "command", "µs"],
    ["gripper", "state", "state", ""],
  ]);
});

test("a topic says whose channel it is and how to look at it; of another program's it is a heading", () => {
  const groups = ["state", "actuators", "water", "commands", "pilot"].map((word) => {
    const declared = declaredByName(`/auv/${word}`, "", [], names)!;
    return [declared.group, declared.plot, declared.vehicle];
  });
  expect(groups).toEqual([
    ["state", "motion", "auv"],
    ["actuators", "lines", "auv"],
    ["water", "lines", "auv"],
    ["commands", "steps", "auv"],
    ["control", "lines", "auv"],
  ]);
  expect(fields("/auv/water", "chlorophyll")[0]).toMatchObject({ unit: "mg/m3", quantity: "chlorophyll" });
  expect(isShownByName("/events", "foxglove.Log", true)).toBe(true);
  expect(isShownByName("/diagnostics", "foxglove.Log", true)).toBe(false);
  expect(isShownByName("/rosout", "foxglove.Log", false)).toBe(true);
  expect(declaredByName("/auv/pose", "foxglove.PoseInFrame", [], names)).toBeNull();
  const foreign = { vehicles: [], scalars: new Map<string, string>(), ours: false };
  expect(declaredByName("/imu", "foxglove.PoseInFrame", ["x"], foreign)).toMatchObject({
    group: "/imu",
    title: "/imu",
  });
});
