import { expect, test } from "vitest";
import { divingVehicle, instants_s, sampleRun, series, vehicleOf } from "../../test/support/report-sample.ts";
import { sectionTitles } from "./channel-panels.ts";
import type { VehicleData } from "./input.ts";
import { panelsOf } from "./panels.ts";
import { tracksOf } from "./tracks.ts";

const input = (...runs: (readonly VehicleData[])[]) => ({
  title: "t",
  runs: runs.map((vehicles, k) => sampleRun(`run${k}`, vehicles)),
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

test("what was not measured is not drawn, and unknown columns of a control law are, by unit", () => {
  const t_s = instants_s(10, 10);
  const vehicle = vehicleOf("v", {
    state: series(t_s, { depth_m: () => 1 }),
    pilot: series(t_s, { leg: () => 1, surgeForce_N: () => 2, swayForce_N: () => 3, crossTrack_m: () => Number.NaN }),
  });
  const titles = panelsOf(tracksOf(input([vehicle]))).map((p) => p.title);
  expect(titles).toEqual(["Depth over time", "Leg", "Surge force, sway force"]);
});

test("two laws of one vehicle are both drawn: their set-points with what they ask for, their errors by law", () => {
  const t_s = instants_s(10, 10);
  const vehicle = vehicleOf("v", {
    state: series(t_s, { depth_m: () => 1, heading_rad: () => 0 }),
    diver: series(t_s, { depthSetpoint_m: () => 5, depthError_m: () => 4 }),
    pilot: series(t_s, { depthSetpoint_m: () => 6, headingSetpoint_rad: () => 1, headingError_rad: () => 1 }),
  });
  const panels = panelsOf(tracksOf(input([vehicle])));
  expect(panels.map(({ title, lines }) => [title, ...lines.map(({ label }) => label)])).toEqual([
    ["Depth over time", "depth", "set-point, diver", "set-point, pilot"],
    ["Heading, without jumps at 360°", "heading", "set-point"],
    ["Diver: depth error", "depth error"],
    ["Pilot: heading error", "heading error"],
  ]);
});

test("a channel that no one here has heard of is drawn as it declares itself, in a section of its own", () => {
  const t_s = instants_s(10, 10);
  const samples = series(t_s, { a: () => 1, b: () => 2, c: () => 3, wanted: () => 4, d: () => 5, n: () => 7 });
  const fields = [
    { name: "a", unit: "°C", label: "upper", quantity: "temperature" },
    { name: "b", unit: "°C", label: "dew point", quantity: "dew point" },
    { name: "c", unit: "°C", label: "lower", quantity: "temperature" },
    { name: "wanted", unit: "bar", role: "setpoint", quantity: "pressure", label: "wanted" },
    { name: "d", unit: "bar", quantity: "pressure" },
    { name: "n", unit: "", role: "count", label: "readings" },
  ] as const;
  const declared = {
    topic: "/v/probe",
    group: "probes",
    title: "Probes",
    plot: "lines",
    vehicle: "v",
    fields,
  } as const;
  const base = vehicleOf("v", { state: series(t_s, { depth_m: () => 1 }) });
  const tracks = tracksOf(input([{ ...base, channels: [...base.channels, { declared, series: samples }] }]));
  const own = panelsOf(tracks).filter(({ section }) => section === "probes");
  expect(
    own.map(({ title, unit, steps, lines }) => [title, unit.label, steps, lines.map((line) => line.dotted)]),
  ).toEqual([
    ["Upper, lower", "°C", false, [false, false]],
    ["Dew point", "°C", false, [false]],
    ["Pressure", "bar", false, [false, true]],
    ["Readings", "", true, [false]],
  ]);
  expect([...sectionTitles(tracks)]).toEqual([["probes", "Probes"]]);
});
