/** Vehicles out of the water, on their backs and on end: what load and run say of them. */
import { expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { loadScenario } from "../src/scenario/index.ts";
import { definitions, readerOver, runToEnd } from "./support/scenarios.ts";

function load(vehicles: string, duration_s = 10, overrides: readonly string[] = []) {
  const text = `<scenario id="t" duration_s="${duration_s}">\n${vehicles}</scenario>`;
  return loadScenario(definitions, readerOver({ "test.xml": text }), "test.xml", overrides);
}

const REFERENCE = 'file="components/vehicles/remus100.bare.xml"';
const FINNED = 'file="components/vehicles/remus100-finned.bare.xml"';

test("a start in the air is warned about at its place: buoyant there where the hull has no surface, falling where it has one", () => {
  const said = (vehicle: string): string[] => load(vehicle).diagnostics.map(formatDiagnostic);
  expect(said(`<vehicle id="auv" ${REFERENCE} position_m="0 0 -5"/>`)).toEqual([
    expect.stringMatching(
      /^test\.xml:2:76: warning SCN070: auv starts 4\.\d+ m above the water: its hull model has no surface, and is buoyant there as in water \(depths are positive down\)$/,
    ),
  ]);
  expect(said(`<vehicle id="auv" ${FINNED} position_m="0 0 -5"/>`)[0]).toMatch(
    /SCN070: auv starts 4\.91 m above the water: it falls from there/,
  );
  expect(said(`<vehicle id="auv" ${REFERENCE} position_m="0 0 0.1"/>`)).toEqual([]);
  expect(said(`<vehicle id="auv" ${FINNED} position_m="0 0 0"/>`)).toEqual([]);
});

test("a vehicle that flies out of the water with a hull without a surface is reported once, when half its hull is out", () => {
  // Nose up 30° at 2 m/s: the surface, 1 m above, comes after a second or so.
  const vehicle = `<vehicle id="auv" ${REFERENCE} position_m="0 0 1" attitude_deg="0 30 0" velocity_mps="2 0 0">
<script actuator="propeller" times_s="0" values="1400"/></vehicle>`;
  const { scenario } = load(vehicle, 5);
  const { run } = runToEnd(scenario!);
  const found = run.events.filter(({ message }) => message.includes("left the water"));
  expect(found.map(({ level, name }) => [level, name])).toEqual([["warning", "auv"]]);
  expect(found[0]!.message).toMatch(/^has left the water, 0\.\d\d m above it, but its hull model has no surface/);
  expect(found[0]!.t_ns).toBeGreaterThan(0.3e9);
  expect(found[0]!.t_ns).toBeLessThan(3e9);
});

test("a vehicle whose centre of mass lies above its buoyancy turns over, and is reported once, 5 s after it has; one that starts so is not", () => {
  const over = (attitude: string) => {
    const vehicle = `<vehicle id="auv" ${FINNED} position_m="0 0 20" attitude_deg="${attitude}" hold="north east depth"/>`;
    const { run } = runToEnd(load(vehicle, 120, ["auv/hull/cg_m=0 0 -0.02"]).scenario!);
    return { found: run.events.filter(({ level }) => level === "warning"), final: run.summary().get("auv")!.final };
  };
  const { found, final } = over("5 0 0");
  expect(Math.abs(final.roll_deg)).toBeGreaterThan(90);
  expect(found.map(({ name, message }) => [name, message.replace(/-?\d+(\.\d+)?/g, "N")])).toEqual([
    ["auv", "lies on its back since N s, at roll N°, pitch N°"],
  ]);
  const since_s = Number(/since ([\d.]+) s/.exec(found[0]!.message)![1]);
  // The watch looks ten times a second.
  expect(found[0]!.t_ns / 1e9 - since_s).toBeCloseTo(5, 6);
  expect(over("180 0 0").found).toEqual([]);
});

test("a vehicle that hangs by its stern stands on end at atan(0.3 / 0.02) = 86° and is reported", () => {
  const vehicle = `<vehicle id="auv" ${FINNED} position_m="0 0 20" hold="north east depth"/>`;
  const { run } = runToEnd(load(vehicle, 60, ["auv/hull/cg_m=-0.3 0 0.02"]).scenario!);
  const found = run.events.filter(({ level }) => level === "warning").map(({ message }) => message);
  expect(found).toEqual([
    expect.stringMatching(/^stands on end since \d+\.\d s, at roll -?\d+°, pitch (7[5-9]|8\d|90)°$/),
  ]);
});
