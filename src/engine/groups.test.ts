import { expect, test } from "vitest";
import { Rk4 } from "../math/index.ts";
import { type ContinuousSystem, ModelBuilder } from "./model.ts";
import { PHASE } from "./phase.ts";
import { Simulation } from "./simulation.ts";

const SECOND = 1e9;
const MASS = [2, 3];
const STIFFNESS = 30;

/** Two masses on a line and a spring of no length between them; x = [place, speed] of each. */
function joined(step_ns: number): ContinuousSystem {
  return {
    path: "pair",
    size: 4,
    step_ns,
    integrator: new Rk4(4),
    initialInto: (x, at) => x.set([0, 1, 0.5, -0.25], at),
    derivativesInto(dx, x, at) {
      const pull = STIFFNESS * (x[at + 2] - x[at]);
      dx[0] = x[at + 1];
      dx[1] = pull / MASS[0];
      dx[2] = x[at + 3];
      dx[3] = -pull / MASS[1];
    },
  };
}

const members = [
  { path: "pair/left", at: 0, size: 2 },
  { path: "pair/right", at: 2, size: 2 },
];

/** Centre of mass in uniform motion, distance a harmonic of ω² = k (1/m₁ + 1/m₂). */
function closedForm(t_s: number): [number, number] {
  const total = MASS[0] + MASS[1];
  const centre = (MASS[1] * 0.5) / total + ((MASS[0] * 1 - MASS[1] * 0.25) / total) * t_s;
  const omega = Math.sqrt(STIFFNESS * (1 / MASS[0] + 1 / MASS[1]));
  const distance = 0.5 * Math.cos(omega * t_s) - (1.25 / omega) * Math.sin(omega * t_s);
  return [centre - (MASS[1] / total) * distance, centre + (MASS[0] / total) * distance];
}

test("rule 21: two masses joined by a spring follow the closed form, whichever of them is looked at", () => {
  const builder = new ModelBuilder();
  const [left, right] = builder.addGroup(joined(1_000_000), members);
  let worst = 0;
  for (const [i, place] of [left, right].entries()) {
    const observer = builder.addActor({
      path: `look${i}`,
      reads: [place],
      handle({ x, now_ns }) {
        worst = Math.max(worst, Math.abs(x[place.at] - closedForm(now_ns / SECOND)[i]));
      },
    });
    builder.every(observer, 77 + i, PHASE.record);
  }
  new Simulation(builder.build()).runUntil(5 * SECOND);
  // RK4: (ω h)⁴/120 of the phase ω t, with ω = 5: 6e-10/120 · 25 · 0.35 m = 5e-11 m.
  expect(worst).toBeLessThan(1e-10);
  expect(worst).toBeGreaterThan(0);
});

test("rule 21: to write a member lands the group; to read one moves nothing", () => {
  const builder = new ModelBuilder();
  const [left, right] = builder.addGroup(joined(4_000_000), members);
  const reached: number[] = [];
  const reader = builder.addActor({
    path: "a",
    reads: [left],
    handle: () => void reached.push(sim.state.reached_ns[left.index]),
  });
  const writer = builder.addActor({
    path: "b",
    writes: [right],
    handle: () => void reached.push(sim.state.reached_ns[left.index]),
  });
  builder.at(9_000_000, PHASE.react, reader);
  builder.at(10_000_000, PHASE.react, writer);
  builder.at(17_000_000, PHASE.react, reader);
  const sim = new Simulation(builder.build());
  sim.runUntil(20_000_000);
  expect(reached).toEqual([8_000_000, 10_000_000, 14_000_000]);
});

test("rule 22: members are seen separately: NaN for the other; to write the other is a fault in a checked run", () => {
  const builder = new ModelBuilder();
  const [left, right] = builder.addGroup(joined(4_000_000), members);
  const seen: boolean[] = [];
  const actor = builder.addActor({
    path: "a",
    writes: [left],
    handle(moment, data) {
      seen.push(Number.isNaN(moment.x[left.at + 1]), Number.isNaN(moment.x[right.at]));
      moment.x[left.at] += 1;
      if (data === 1) moment.x[right.at] = 3;
    },
  });
  builder.at(1_000_000, PHASE.react, actor);
  builder.at(2_000_000, PHASE.react, actor, 1);
  const model = builder.build();
  const sim = new Simulation(model, undefined, { checked: true });
  sim.runUntil(1_000_000);
  expect(seen).toEqual([false, true]);
  const { x } = sim.look();
  // By then both have moved by their speeds: 1 ms · 1 m/s and 1 ms · −0.25 m/s, to the pull of 7 m/s² over 1e-6 s².
  expect(Math.abs(x[left.at] - 1.001)).toBeLessThan(1e-5);
  expect(Math.abs(x[right.at] - 0.49975)).toBeLessThan(1e-5);
  expect(() => sim.runUntil(2_000_000)).toThrow(/a writes to pair, which it does not declare/);
});

test("rule 21: an actor that writes one member and reads the other sees both at its instant", () => {
  const builder = new ModelBuilder();
  const [left, right] = builder.addGroup(joined(1_000_000), members);
  let off = Number.NaN;
  const actor = builder.addActor({
    path: "a",
    writes: [left],
    reads: [right],
    handle({ x, now_ns }) {
      const [p, q] = closedForm(now_ns / SECOND);
      off = Math.max(Math.abs(x[left.at] - p), Math.abs(x[right.at] - q));
    },
  });
  builder.at(123_456_789, PHASE.react, actor);
  new Simulation(builder.build()).runUntil(SECOND);
  expect(off).toBeLessThan(1e-10);
});

test("rule 21: a guard on a member acts where the closed form crosses, to 1 ns", () => {
  const builder = new ModelBuilder();
  const [, right] = builder.addGroup(joined(500_000), members);
  let crossed_ns = Number.NaN;
  const actor = builder.addActor({
    path: "a",
    handle(moment) {
      crossed_ns = Number.isNaN(crossed_ns) ? moment.now_ns : crossed_ns;
    },
  });
  builder.addGuard({
    path: "g",
    of: right,
    actor,
    data: [0.3],
    valueInto: (out, x, at, reals, dataAt) => void out.fill(x[at] - reals[dataAt]),
  });
  new Simulation(builder.build()).runUntil(SECOND);
  let [low, high] = [0, 0.5];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (closedForm(middle)[1] > 0.3) low = middle;
    else high = middle;
  }
  // (ω h)⁴/120 of the phase: 4e-11/120 · 0.35 m / 1 m/s = 1e-13 s.
  expect(Math.abs(crossed_ns - high * SECOND)).toBeLessThanOrEqual(1);
});

test("a member outside its group's block, and a group of copies, are refused", () => {
  const outside = [{ path: "m", at: 3, size: 2 }];
  expect(() => new ModelBuilder().addGroup(joined(1), outside)).toThrow("m lies outside the block of pair");
  expect(() => new ModelBuilder().addGroup({ ...joined(1), copies: 2 }, members)).toThrow(/a group has no copies/);
});

test("rule 21: a member outside the group's block, or of no size, is refused", () => {
  for (const [at, size] of [
    [-1, 2],
    [3, 2],
    [1, 0],
    [4, 0],
  ] as const) {
    const builder = new ModelBuilder();
    const outside = [{ path: "pair/odd", at, size }];
    expect(() => builder.addGroup(joined(1_000_000), outside), `${size} at ${at}`).toThrow(
      "pair/odd lies outside the block of pair",
    );
  }
});
