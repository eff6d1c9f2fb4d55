/** Rules 6, 10 and 18 while bodies touch: snapshots, runs without a log, and several simulators in lock-step. */
import { describe, expect, test } from "vitest";
import { APART, type Role, type Scenario, ScenarioRun, SplitWorld } from "../src/scenario/index.ts";
import { ball, box, flat, obstacle, scenarioText, shape } from "./support/contact-bodies.ts";
import { logOfBytes, rowsOf } from "./support/run-logs.ts";
import { logApart, runToEnd, scenarioOf, stoppedAt } from "./support/scenarios.ts";

const SURFACE = { mu: 0.4, e: 0.5 };

/** Three bodies that fall on one another and on the bottom, a fourth that is struck by a gate and lies on a raft, with switches. */
function heap(duration_s = 4): Scenario {
  const feels = '<sensor id="bumper" model="contact-switch" rate_Hz="7"/>';
  const crate = box(
    {
      id: "a",
      size: [1, 0.8, 0.3],
      mass_kg: 300,
      cg: [0.02, -0.01, 0.03],
      added: [40, 60, 200, 3, 6, 2],
      at: [0, 0, 9.3],
      attitude_deg: [8, -5, 0],
    },
    SURFACE,
  );
  const rod = ball(
    {
      id: "b",
      mass_kg: 90,
      volume_m3: 0.05,
      inertia: [1, 6, 6, 0.2, 0.1, 0],
      added: [5, 40, 40, 0.1, 3, 3],
      at: [-0.2, 0.1, 8.7],
      attitude_deg: [0, 20, 30],
      shapes: shape("capsule", 'diameter_m="0.25" length_m="1.1"', SURFACE),
    },
    SURFACE,
  );
  const round = ball({ id: "c", mass_kg: 80, at: [0.2, 0.1, 8], rate_degps: [0, 200, 0] }, SURFACE);
  const rider = box(
    {
      id: "d",
      size: [0.5, 0.5, 0.2],
      mass_kg: 90,
      added: [10, 10, 30, 1, 1, 1],
      at: [10, 0, 9.3],
      attitude_deg: [4, 3, 20],
    },
    SURFACE,
  );
  const bodies = [crate, rod, round, rider].map((body) => ({ ...body, shapes: body.shapes + feels }));
  const inside = [
    flat(10, SURFACE),
    obstacle("box", 'size_m="3 2 0.5" times_s="1 6" positions_m="10 0 9.75 12 0 9.75"', SURFACE, "raft"),
    obstacle("cylinder", 'diameter_m="0.3" length_m="2" position_m="0.7 0 9.5" attitude_deg="0 90 0"', SURFACE, "post"),
  ].join("\n");
  return scenarioOf(scenarioText(bodies, { duration_s, rate_Hz: 20, inside }));
}

const scenario = heap();
const whole = runToEnd(scenario);

/** Instants of blows, and while several bodies touch. */
const blows = ["a", "b", "c", "d"].flatMap((id) =>
  rowsOf(logOfBytes(whole.log), `/${id}/impact`).map(({ t_ns }) => t_ns),
);

test("it has what it is to be tried with: blows between bodies, with the bottom and what moves, and contacts that last", () => {
  const told = whole.run.events.map(({ name, message }) => `${name} ${message}`).join("\n");
  expect(told).toMatch(/a touches the bottom/);
  expect(told).toMatch(/d touches world\/raft/);
  expect(told).toMatch(/[bc] touches [ab]|[ab] touches [bc]/);
  expect(blows.length).toBeGreaterThan(10);
  const pressed = ["a", "b", "c"].map((id) =>
    rowsOf(logOfBytes(whole.log), `/${id}/contact`).filter(({ values }) => values.points !== 0),
  );
  expect(pressed.every((rows) => rows.length > 20)).toBe(true);
});

test("rule 10: restored at blows, between them and in the middle of lasting contacts, it gives the same log to the byte", () => {
  const some = [...new Set(blows)].sort((a, b) => a - b).filter((_, k) => k % 5 === 0);
  const instants = [0, ...some.flatMap((t_ns) => [t_ns - 1, t_ns, t_ns + 3_456_789]), 2e9, 3.123e9];
  const { run, log } = stoppedAt(scenario, instants);
  expect(Buffer.from(log).equals(whole.log)).toBe(true);
  expect(run.sim.snapshot()).toEqual(whole.run.sim.snapshot());
});

test("rule 10: another run that is taken to a snapshot, through bytes, ends in the same state; and so does one that is taken back", () => {
  const middle = blows[Math.floor(blows.length / 2)]!;
  for (const t_ns of [middle, middle + 5_000_000, 2_500_000_000]) {
    const run = new ScenarioRun(scenario, { writer: null, version: "test" });
    run.advance(t_ns);
    const snapshot = structuredClone(run.snapshot());
    run.advance(t_ns + 1_234_567_890);
    const other = new ScenarioRun(scenario, { writer: null, version: "test" });
    for (const each of [run, other]) {
      each.restore(snapshot);
      each.advance(each.end_ns);
      expect(each.sim.snapshot()).toEqual(whole.run.sim.snapshot());
      expect(each.events).toEqual(whole.run.events);
    }
  }
});

test("rule 6: looked at every 10 ms, and without a log, it ends in the same state", () => {
  const silent = new ScenarioRun(scenario, { writer: null, version: "test" });
  for (let t_ns = 0; t_ns < silent.end_ns; t_ns += 10_000_000) {
    silent.advance(t_ns);
    silent.sim.look();
  }
  silent.advance(silent.end_ns);
  expect(silent.sim.snapshot()).toEqual(whole.run.sim.snapshot());
});

describe("rule 18: simulators in lock-step give the same log to the byte", () => {
  const ROLES = APART.flat();
  const two = ROLES.map((role): Role[][] => [[role], ROLES.filter((other) => other !== role)]);
  const three: Role[][] = [["vehicles"], ["environment"], ["sensors", "controllers", "communications"]];
  const four: Role[][] = [["vehicles"], ["environment"], ["sensors"], ["controllers", "communications"]];
  test.each(
    [...two, three, four, APART.map((roles) => [...roles])].map(
      (places) => [places.map(String).join(" | "), places] as const,
    ),
  )("%s", (_, places) => {
    expect(Buffer.from(logApart(scenario, places)).equals(whole.log)).toBe(true);
  });

  test("and taken back to snapshots among blows, they end as if nothing had been", () => {
    const split = (): SplitWorld => new SplitWorld(scenario, APART, { recorder: null, tell() {} });
    const [straight, stopped] = [split(), split()];
    straight.lockStep.runUntil(scenario.duration_ns);
    for (const t_ns of [0, Math.min(...blows), blows[Math.floor(blows.length / 2)]!, 3e9].sort((a, b) => a - b)) {
      stopped.lockStep.runUntil(t_ns);
      const snapshot = stopped.lockStep.snapshot();
      stopped.lockStep.runUntil(t_ns + 234_567_890);
      stopped.lockStep.restore(snapshot);
    }
    stopped.lockStep.runUntil(scenario.duration_ns);
    expect(stopped.lockStep.snapshot()).toEqual(straight.lockStep.snapshot());
  });
});
