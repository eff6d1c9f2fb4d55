/** Hot code allocates nothing once it is warm. Needs dist (npm run build), see support/allocation-probe.mjs. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bytesOfProbe } from "./support/allocation.ts";

const probe = fileURLToPath(new URL("support/allocation-probe.mjs", import.meta.url));

function bytesPerStep(world: string): number {
  return bytesOfProbe(probe, world);
}

test.each([
  "RK4",
  "semi-implicit Euler",
  "Dormand-Prince",
  "three systems under three methods",
  "guards and messages",
  "RexROV",
] as const)("rule 17: a warm run of %s, with a controller, allocates less than a byte per step", (world) => {
  expect(bytesPerStep(world)).toBeLessThan(1);
});

test("a vehicle adrift in gusts stays below 5 bytes per step: what it is told of wind and water, and what wind does to it, is free", () => {
  // The rest is boxed numbers of what happens ten or twenty times a second: the vehicle's state, the gusts' draws, the summary.
  expect(bytesPerStep("adrift in wind")).toBeLessThan(5);
});

test("a whole scenario without its log stays below 5 bytes per step: its controller ticks once in 100, and may box numbers", () => {
  expect(bytesPerStep("scenario")).toBeLessThan(5);
});

test("a tow stays below 5 bytes per step: two vehicles and their line, as one system that is guarded, allocate no more than a vehicle alone", () => {
  expect(bytesPerStep("tow")).toBeLessThan(5);
});

test("sensors stay below 16 bytes per step, one boxed number: a sample of the inertial unit, which has one in each step, costs none", () => {
  // The rest: the instant at which a sample with a latency is due, 28 times in 100 steps, and the attitude for the log, ten or twenty times.
  expect(bytesPerStep("sensors")).toBeLessThan(16);
});

test("a vehicle that flies on its sensors stays below 36 bytes per step: one boxed number more for each inertial sample would be 37", () => {
  // The rest are angles of its navigation, which ticks in one step of five.
  expect(bytesPerStep("flown on sensors")).toBeLessThan(36);
});
