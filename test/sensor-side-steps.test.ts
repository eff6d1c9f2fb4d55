/** What reading costs the physics: side steps are counted, so that no clock decides. */
import { describe, expect, test } from "vitest";
import { ScenarioRun } from "../src/scenario/index.ts";
import { sensorScenario } from "./support/sensor-runs.ts";

/** Steps of 10 ms, no autopilot, no log: nothing but sensors touches the vehicle. */
function counts(sensors: string) {
  const scenario = sensorScenario(`<scenario id="t" duration_s="1" step_s="0.01">
    <vehicle id="auv" file="components/vehicles/remus100-finned.bare.xml" position_m="0 0 5" velocity_mps="1 0 0">${sensors}</vehicle></scenario>`);
  const run = new ScenarioRun(scenario, { writer: null, version: "test" });
  run.advance(run.end_ns);
  const { steps, sideSteps } = run.sim.counts;
  return { steps, sideSteps };
}

const sensor = (id: string, file: string, rate_Hz: number, offset_s: number): string =>
  `<sensor id="${id}" file="components/sensors/${file}.xml" rate_Hz="${rate_Hz}" offset_s="${offset_s}"/>`;

describe("a vehicle of 100 steps in its second", () => {
  test("makes no side step without sensors", () => {
    expect(counts("")).toEqual({ steps: 100, sideSteps: 0 });
  });

  test("makes one for each sample between its steps: 20 of a sensor of 20 Hz, 5 ms beside them", () => {
    expect(counts(sensor("imu", "honeywell-hg1700", 20, 0.005))).toEqual({ steps: 100, sideSteps: 20 });
  });

  test("makes the same 20 when four sensors share these instants, one of them also with the water around it and one at each second instant", () => {
    const all = [
      sensor("imu", "honeywell-hg1700", 20, 0.005),
      sensor("ahrs", "xsens-mti", 20, 0.005),
      sensor("dvl", "rdi-workhorse-navigator-1200", 20, 0.005),
      sensor("depth", "keller-33x", 10, 0.005),
    ];
    expect(counts(all.join(""))).toEqual({ steps: 100, sideSteps: 20 });
  });

  test("makes one for each instant of sensors that share none: 20 and 10", () => {
    const apart = sensor("imu", "honeywell-hg1700", 20, 0.005) + sensor("depth", "keller-33x", 10, 0.003);
    expect(counts(apart)).toEqual({ steps: 100, sideSteps: 30 });
  });

  test("makes none where samples fall on the ends of its steps, at the start and at the end of the run too", () => {
    const all = [
      sensor("imu", "honeywell-hg1700", 100, 0),
      sensor("dvl", "rdi-workhorse-navigator-1200", 10, 0),
      sensor("depth", "keller-33x", 20, 0),
    ];
    expect(counts(all.join(""))).toEqual({ steps: 100, sideSteps: 0 });
  });
});

describe("a reading that triggers no module", () => {
  const flown = (rate_Hz: number): ScenarioRun => {
    const sensors = [
      sensor("imu", "honeywell-hg1700", rate_Hz, 0),
      sensor("dvl", "rdi-workhorse-navigator-1200", 7, 0),
      sensor("depth", "keller-33x", 20, 0),
    ];
    const pilot = `<autopilot id="pilot" file="components/controllers/remus100-autopilot.xml">
      <leg heading_deg="0" depth_m="8" speed_mps="1.5" duration_s="100"/></autopilot>`;
    const scenario =
      sensorScenario(`<scenario id="t" duration_s="2" step_s="0.01"><world><bottom id="ground" model="flat" depth_m="25"/></world>
      <vehicle id="auv" file="components/vehicles/remus100-finned.bare.xml" position_m="0 0 5" velocity_mps="1 0 0">${sensors.join("")}<navigation/>${pilot}</vehicle></scenario>`);
    const run = new ScenarioRun(scenario, { writer: null, version: "test" });
    run.advance(run.end_ns);
    run.close();
    return run;
  };

  test("wakes no software: each sample more costs two events, the vehicle's and the sensor's, and none of them counts as lost", () => {
    const [slow, fast] = [flown(50), flown(100)];
    // Both have a sample at 0 and at 2 s: 101 and 201.
    expect(fast.sim.counts.events - slow.sim.counts.events).toBe(2 * 100);
    expect([...slow.events, ...fast.events].map(({ message }) => message).join()).not.toMatch(/lost/);
  });
});
