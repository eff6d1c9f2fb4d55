import { expect, test } from "vitest";
import { divingVehicle, instants_s, sampleRun, series } from "../../test/support/report-sample.ts";
import { actuatorColumns, columnName, inWords } from "./column-names.ts";
import type { VehicleData } from "./input.ts";
import { panelsOf } from "./panels.ts";
import { tracksOf } from "./tracks.ts";

const input = (...runs: (readonly VehicleData[])[]) => ({
  title: "t",
  runs: runs.map((vehicles, k) => sampleRun(`run${k}`, vehicles)),
});

test("a name tells quantity, unit and actuator", () => {
  expect(columnName("depthError_m")).toMatchObject({ stem: "depthError", unit: { label: "m" } });
  expect(columnName("leg")).toMatchObject({ stem: "leg", unit: { label: "" } });
  expect(columnName("x_constructor")).toMatchObject({ stem: "x_constructor", unit: { label: "" } });
  expect(inWords("headingSetpoint")).toBe("heading set-point");
  expect(inWords("crossTrack")).toBe("cross-track error");
  const names = ["rudder_top_command", "rudder_top_angle_rad", "propeller_rpm", "t1_command_us", "gripper_state"];
  expect(actuatorColumns(names).map((c) => [c.actuator, c.quantity, c.unit.label])).toEqual([
    ["rudder_top", "command", "°"],
    ["rudder_top", "angle", "°"],
    ["propeller", "speed", "rev/min"],
    ["t1", "command", "µs"],
    ["gripper", "state", ""],
  ]);
});

test("one track: quantities share a panel, each in its colour, and a set-point has the colour of what it asks for", () => {
  const panels = panelsOf(tracksOf(input([divingVehicle("v", 60, 10)])));
  const lines = (title: string) =>
    panels.find((p) => p.title === title)?.lines.map(({ label, colour, dotted }) => [label, colour, dotted]);
  expect(lines("Depth over time")).toEqual([
    ["depth", 0, false],
    ["set-point", 0, true],
  ]);
  expect(lines("Speed")).toEqual([
    ["over ground", 0, false],
    ["through water", 1, false],
    ["current", 2, false],
  ]);
  expect(lines("rudder angle, command")).toEqual([
    ["angle", 0, false],
    ["command", 0, true],
  ]);
  expect(panels.filter((p) => p.section === "power").map((p) => p.title)).toEqual(["Electrical power", "Energy used"]);
});

test("several runs: a panel per quantity, one colour per run, one dash per vehicle", () => {
  const pair = (): VehicleData[] => [divingVehicle("a", 60, 10), divingVehicle("b", 60, 10, 50)];
  const panels = panelsOf(tracksOf(input(pair(), pair())));
  const roll = panels.find((p) => p.title === "Roll")!;
  expect(roll.lines.map(({ entry, colour, dash }) => [entry, colour, dash])).toEqual([
    ["a · run0", 0, 0],
    ["b · run0", 0, 1],
    ["a · run1", 1, 0],
    ["b · run1", 1, 1],
  ]);
  expect(panels.some((p) => p.title === "Roll and pitch")).toBe(false);
});

test("twelve vehicles in one run have ten colours, and the eleventh another dash", () => {
  const fleet = Array.from({ length: 12 }, (_, k) => divingVehicle(`v${k}`, 30, 2));
  const styles = tracksOf(input(fleet)).map(({ style }) => [style.colour, style.dash]);
  expect(styles.slice(8)).toEqual([
    [8, 0],
    [9, 0],
    [0, 1],
    [1, 1],
  ]);
});

test("the heading and its set-point pass 360° without a jump", () => {
  const panels = panelsOf(tracksOf(input([divingVehicle("v", 200, 10)])));
  const heading = panels.find((p) => p.title.startsWith("Heading"))!;
  for (const { signal } of heading.lines) {
    // 0.075 rad/s at 10 Hz is 0.43° from sample to sample; 200 s are 859°.
    const steps = [...signal.y].slice(1).map((y, i) => Math.abs(y - signal.y[i]!));
    expect(Math.max(...steps)).toBeLessThan(0.5);
    expect(signal.y.at(-1)).toBeGreaterThan(850);
  }
});

test("what nobody measured is not drawn, and unknown columns of a control law are, by unit", () => {
  const t_s = instants_s(10, 10);
  const vehicle: VehicleData = {
    name: "v",
    state: series(t_s, { depth_m: () => 1 }),
    actuators: null,
    control: series(t_s, { leg: () => 1, surgeForce_N: () => 2, swayForce_N: () => 3, crossTrack_m: () => Number.NaN }),
    water: null,
  };
  const titles = panelsOf(tracksOf(input([vehicle]))).map((p) => p.title);
  expect(titles).toEqual(["Depth over time", "Leg", "Surge force, sway force"]);
});
