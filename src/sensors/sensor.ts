/**
 * The kind `sensor`: what all sensors have in common, whatever they measure. A model (depth-gauge.ts, …) adds what it measures and the
 * errors of it; sensor-thing.ts makes a thing of both.
 *
 *   sample k is taken at   offset + round(k / rate) + floor(u_k jitter)              engine/sample-times.ts
 *   and reaches software   latency later
 */
import { NS_PER_S } from "../core/index.ts";
import type { Thing } from "../engine/index.ts";
import { defineChildren, defineKind } from "../library/index.ts";

export const OUT_OF_RANGE = ["clip", "invalid", "silent"] as const;

export const sensor = defineKind<Thing>()({
  kind: "sensor",
  doc:
    "A sensor of a vehicle: its samples go to the vehicle's software by the name of the sensor, and into the log beside the truth. Its model says " +
    "what it measures; a file of another maker changes the numbers.",
  simulator: "sensors",
  example:
    '<sensor id="depth" model="depth-gauge" rate_Hz="10" depthMax_m="100" depthNoise_m="0.01">\n  <provenance of="*" status="assumed"/>\n</sensor>',
  params: {
    rate_Hz: { doc: "samples per second", above: 0, max: 10_000, example: 10 },
    offset_s: { doc: "time of the first sample", min: 0, max: 3600, default: 0 },
    jitter_s: { doc: "each sample is late by an even share of this; at most a period", min: 0, max: 3600, default: 0 },
    latency_s: { doc: "from the taking of a sample to its arrival", min: 0, max: 60, default: 0 },
    warmUp_s: { doc: "from switching on to the first sample", min: 0, max: 3600, default: 0 },
    outOfRange: {
      type: "choice",
      choices: OUT_OF_RANGE,
      doc: "outside its range it reads the limit (clip), calls that invalid, or is silent",
      default: "clip",
    },
    mode: {
      type: "choice",
      choices: ["on", "standby", "off"],
      doc: "at the start; software may switch it by a link to its port “mode”",
      default: "on",
    },
    power_W: { doc: "electrical power while it is on", min: 0, max: 10_000, default: 0 },
    standbyPower_W: { doc: "electrical power in standby", min: 0, max: 10_000, default: 0 },
    logRate_Hz: {
      doc: "samples per second that go into the log, at most; all where not given",
      above: 0,
      max: 10_000,
      optional: true,
    },
  },
  mount: {
    position_m: { type: "reals", length: 3, doc: "p_BS, from Bo, in B", default: [0, 0, 0] },
    attitude_deg: {
      type: "reals",
      length: 3,
      doc: "roll, pitch and yaw of its frame S in B: 180 0 0 looks up",
      min: -360,
      max: 360,
      default: [0, 0, 0],
    },
  },
  children: {
    failure: { doc: "what goes wrong with it, and when", max: 64 },
  },
  check(p, report) {
    if (p.jitter_s === undefined || p.rate_Hz === undefined) return;
    if (Math.round(p.jitter_s * NS_PER_S) > Math.floor(NS_PER_S / p.rate_Hz)) {
      const allowed = `at most ${Number((1 / p.rate_Hz).toPrecision(6))}`;
      report("jitter_s", `jitter_s = ${p.jitter_s} is longer than the period of ${p.rate_Hz} Hz`, { allowed });
    }
  },
});

/** What every model of a sensor reads of its kind. */
export const READS = [
  "rate_Hz",
  "offset_s",
  "jitter_s",
  "latency_s",
  "warmUp_s",
  "outOfRange",
  "mode",
  "power_W",
  "standbyPower_W",
  "logRate_Hz",
] as const;

export const sensorSlot = defineChildren("vehicle", { sensor: { doc: "its sensors", max: 64 } });
