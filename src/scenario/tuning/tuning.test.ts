import { describe, expect, test } from "vitest";
import { nodeReader } from "../../../test/support/node-reader.ts";
import { definitions } from "../../../test/support/scenarios.ts";
import { type Component, loadComponent } from "../../library/index.ts";
import { STATE } from "../../vehicles/index.ts";
import { tuneAutopilot } from "./autopilot.ts";
import { closedModes, LinearVehicle } from "./linear-vehicle.ts";
import { grows, leastDamping, type Proposal, type TuningDemand } from "./proposal.ts";
import { tuneStationKeeper } from "./station-keeper.ts";

function componentOf(file: string): Component {
  const { component } = loadComponent(definitions, nodeReader(), file);
  return component!;
}

const vehicle = (id: string): Component => componentOf(`components/vehicles/${id}.xml`);
const SEA = { density_kgpm3: 1025, gravity_mps2: 9.81 };
const LAKE = { density_kgpm3: 1000, gravity_mps2: 9.81 };
const demand = (rate_Hz: number, bandwidths: Readonly<Record<string, number>> = {}): TuningDemand => ({
  rate_Hz,
  damping: 0.7,
  bandwidths: new Map(Object.entries(bandwidths)),
});
const gainsOf = ({ loops }: Proposal, name: string) => loops.find((loop) => loop.name === name)!.gains;

describe("the finned REMUS at 1.5 m/s, whose gains were found by hand before", () => {
  const component = vehicle("remus100-finned");
  const proposal = tuneAutopilot(definitions, component, 1.5, SEA, demand(10));
  const shipped = componentOf("components/controllers/remus100-autopilot.xml");

  test("the linear model has the open-loop poles of pitch that src/control/README.md states, −3.6 and −0.47 ± 0.28 i", () => {
    const modes = closedModes(LinearVehicle.at(definitions, component, 1.5, SEA)!, []);
    const has = (x: number, y: number): boolean => modes.some(({ re, im }) => Math.hypot(re - x, im - y) < 0.05);
    // Two digits are stated.
    expect([has(-3.6, 0), has(-0.47, 0.28), has(-0.47, -0.28)]).toEqual([true, true, true]);
  });

  test("the actuators are found with the signs of the shipped file, the feed-forward too", () => {
    const { params } = shipped as unknown as { params: Record<string, unknown> };
    expect(proposal.attributes).toMatchObject({
      rudder: (params.rudder as string[]).join(" "),
      sternPlane: (params.sternPlane as string[]).join(" "),
      propeller: "propeller",
      propellerUnit: "rad/s",
      propellerPerSpeed: "66",
    });
  });

  test("gains are near those found by hand: within a third for the loops of heading and pitch", () => {
    for (const name of ["heading", "pitch"]) {
      const child = shipped.children.find(({ id }) => id === name)!.params as Record<string, number>;
      for (const gain of ["kp", "kd"] as const)
        expect(Math.abs(gainsOf(proposal, name)[gain] / child[gain]! - 1)).toBeLessThan(1 / 3);
    }
    expect(grows(proposal)).toBe(false);
  });
});

describe("a station keeper around rest", () => {
  test("with loops closed by hand, the heave modes are the roots of m s³ + (d + kd) s² + kp s + ki", () => {
    const component = vehicle("bluerov2-heavy");
    const linear = LinearVehicle.at(definitions, component, 0, LAKE)!;
    const row = linear.row(STATE.p + 2, 1);
    const loop = { column: linear.forceColumn(2), row, rate: linear.rateOf(row), kp: 60, ki: 20, kd: 50 };
    // Mass 13.5 + 18.68 kg and linear damping 33 N s/m of the file.
    const [m, d] = [13.5 + 18.68, 33];
    const residual = ({ re, im }: { re: number; im: number }): number => {
      const s2 = { re: re * re - im * im, im: 2 * re * im };
      const s3 = { re: s2.re * re - s2.im * im, im: s2.re * im + s2.im * re };
      const value = {
        re: m * s3.re + (d + 50) * s2.re + 60 * re + 20,
        im: m * s3.im + (d + 50) * s2.im + 60 * im,
      };
      return Math.hypot(value.re, value.im);
    };
    const roots = closedModes(linear, [loop]).filter((mode) => residual(mode) < 1e-3);
    // Differences of 1e-6 leave some 1e-8 in A; the residual of a root is of that size times 100.
    expect(roots).toHaveLength(3);
  });

  test("RexROV: every loop has the margins that were asked for, and every mode of the closed loops is damped", () => {
    const proposal = tuneStationKeeper(definitions, vehicle("rexrov"), SEA, demand(20));
    for (const { margins } of proposal.loops) expect(margins[0]!.phaseMargin_deg).toBeGreaterThan(60);
    expect(leastDamping(proposal)).toBeGreaterThan(0.5);
  });
});

test.each([
  ["taipan300", 1.5, {}],
  ["taipan2", 1.5, {}],
  ["bluerov2-heavy", 0, { position: 1.5, depth: 1.5, heading: 1.5 }],
] as const)("the gains that ship for %s are those proposed for it", (id, speed_mps, bandwidths) => {
  const proposal =
    speed_mps > 0
      ? tuneAutopilot(definitions, vehicle(id), speed_mps, LAKE, demand(10, bandwidths))
      : tuneStationKeeper(definitions, vehicle(id), LAKE, demand(20, bandwidths));
  const file = `components/controllers/${id}-${speed_mps > 0 ? "autopilot" : "station-keeper"}.xml`;
  const shipped = componentOf(file);
  for (const { name, gains } of proposal.loops) {
    const { kp, ki, kd } = shipped.children.find((child) => child.id === name)!.params as Record<string, number>;
    // Three digits are printed; a change of the vehicle in the fourth may turn the last one.
    for (const [there, here] of [
      [kp, gains.kp],
      [ki, gains.ki],
      [kd, gains.kd],
    ] as const)
      expect(Math.abs(there! - here)).toBeLessThanOrEqual(0.01 * here);
  }
  expect(proposal.loops.every(({ margins }) => margins.every((m) => m.phaseMargin_deg! > 60 && m.gainMargin > 3))).toBe(
    true,
  );
  expect(grows(proposal)).toBe(false);
});

test("a bandwidth out of reach is refused with one to try; so is a speed that the vehicle does not make", () => {
  const component = vehicle("taipan300");
  expect(() => tuneAutopilot(definitions, component, 1.5, LAKE, demand(2, { heading: 6 }))).toThrow(
    /the heading loop cannot have a bandwidth of 6 rad\/s .* ask for 4\.8 or less/,
  );
  expect(() => tuneAutopilot(definitions, component, 9, LAKE, demand(10))).toThrow(
    "taipan300 cannot go ahead at 9 m/s",
  );
  expect(() => tuneStationKeeper(definitions, component, LAKE, demand(10))).toThrow("taipan300 cannot turn itself");
});
