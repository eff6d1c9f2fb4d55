/** <push>: an external force or torque on a body, from the scenario's file and by message. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { type Fields, type MessageType, PHASE } from "../src/engine/index.ts";
import { type Extension, ScenarioRun } from "../src/scenario/index.ts";
import { push, STATE } from "../src/vehicles/index.ts";
import { loadText, scenarioOf, stateOf } from "./support/scenarios.ts";

/** M of the ball with its added mass, kg, and I about any axis, kg m². */
const MASS = 30;
const INERTIA = 0.5;

/** A ball without drag, neutral to the last bit: ρ V = 1000 · 0.02 = 20 kg. */
function ball(inside: string, start = ""): string {
  return `<scenario id="s" duration_s="20" step_s="0.01"><world density_kgpm3="1000" gravity_mps2="9.81"/>
    <vehicle id="ball" length_m="0.3" position_m="0 0 50" ${start}>
      <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
        size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0"/>${inside}</vehicle></scenario>`;
}

function ran(text: string, until_s: number, extensions: readonly Extension[] = []): ScenarioRun {
  const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test", extensions });
  run.advance(until_s * 1e9);
  return run;
}

const place = (run: ScenarioRun): number[] => stateOf(run).slice(STATE.p, STATE.p + 3);
const velocity = (run: ScenarioRun): number[] => stateOf(run).slice(STATE.V, STATE.V + 3);
const rate = (run: ScenarioRun): number[] => stateOf(run).slice(STATE.V + 3, STATE.V + 6);

/** Constant accelerations are exact for the method: what is left is rounding of some thousand steps. */
function expectNear(actual: readonly number[], expected: readonly number[]): void {
  actual.forEach((value, i) => {
    expect(Math.abs(value - expected[i]!)).toBeLessThan(1e-11);
  });
}

test("6 N to the east for 5 s on 30 kg, heading east: M dv = F dt gives 1 m/s ahead, and 2.5 m + 1 m/s · 3 s after 3 s more", () => {
  const run = ran(ball('<push start_s="2" duration_s="5" force_N="0 6 0"/>', 'attitude_deg="0 0 90"'), 2);
  expect(velocity(run)).toEqual([0, 0, 0]);
  run.advance(7e9);
  expectNear(velocity(run), [1, 0, 0]);
  expectNear(place(run), [0, 2.5, 50]);
  run.advance(10e9);
  expectNear(place(run), [0, 5.5, 50]);
});

test("in B the force turns with the body: 6 N ahead for 5 s, heading east, go to the east", () => {
  const run = ran(ball('<push start_s="0" duration_s="5" frame="B" force_N="6 0 0"/>', 'attitude_deg="0 0 90"'), 10);
  expectNear(velocity(run), [1, 0, 0]);
  expectNear(place(run), [0, 2.5 + 5, 50]);
});

test("begin and end between two steps are exact: 3 N from 1/3 s for 1.0001 s give 0.10001 m/s", () => {
  const run = ran(ball('<push start_s="0.333333333" duration_s="1.0001" force_N="3 0 0"/>'), 5);
  expectNear(velocity(run), [(3 * 1.0001) / MASS, 0, 0]);
});

test("a torque of 0.05 N m for 2 s on 0.5 kg m² turns at 0.2 rad/s, about the axis of its frame", () => {
  const inN = ran(ball('<push start_s="0" duration_s="2" torque_Nm="0 0.05 0"/>', 'attitude_deg="0 0 90"'), 3);
  // North-east-down: with the bow to the east, the axis to the east is the body's x.
  expectNear(rate(inN), [0.2, 0, 0]);
  const inB = ran(
    ball('<push start_s="0" duration_s="2" frame="B" torque_Nm="0 0.05 0"/>', 'attitude_deg="0 0 90"'),
    3,
  );
  expectNear(rate(inB), [0, 0.2, 0]);
  expect([place(inN), place(inB)]).toEqual([
    [0, 0, 50],
    [0, 0, 50],
  ]);
});

test("a point off the centre, in B: 1 N to starboard 0.4 m ahead of Bo for 1 s gives r × F dt / I = 0.8 rad/s about z", () => {
  const run = ran(ball('<push start_s="0" duration_s="1" frame="B" force_N="0 1 0" point_m="0.4 0 0"/>'), 1);
  expectNear(rate(run), [0, 0, 0.8]);
});

test("a point off the centre, in N: the ball falls as F t / M, and turns as the work of the force says, ½ I ω² = F x sin θ", () => {
  const [force_N, x_m] = [3, 0.25];
  const run = ran(ball(`<push start_s="0" frame="N" force_N="0 0 ${force_N}" point_m="${x_m} 0 0"/>`), 0.7);
  const [w, , y] = stateOf(run).slice(STATE.q) as [number, number, number];
  // Bow down: θ < 0, and so is the rate about y.
  const theta = 2 * Math.atan2(y, w);
  expect(theta).toBeLessThan(-0.25);
  const omega = rate(run)[1]!;
  // RK4 with 10 ms on ω² ~ 2 rad²/s².
  expect(Math.abs(0.5 * INERTIA * omega * omega - force_N * x_m * Math.sin(-theta))).toBeLessThan(1e-9);
  // v_N of an isotropic body does not see how it turns.
  const [u, , downInB] = velocity(run) as [number, number, number];
  const down = -Math.sin(theta) * u + Math.cos(theta) * downInB;
  expect(Math.abs(down - (force_N * 0.7) / MASS)).toBeLessThan(1e-9);
});

test("two that overlap add up: 3 N in 0–4 s and 6 N in 2–5 s are 3·4 + 6·3 = 30 N s, of a couple the torque alone", () => {
  const both = ran(
    ball('<push start_s="0" duration_s="4" force_N="3 0 0"/><push start_s="2" duration_s="3" force_N="6 0 0"/>'),
    10,
  );
  expectNear(velocity(both), [30 / MASS, 0, 0]);
  const couple = ran(
    ball(`<push start_s="0" duration_s="2" frame="B" force_N="1 0 0" point_m="0 -0.1 0"/>
      <push start_s="0" duration_s="2" frame="B" force_N="-1 0 0" point_m="0 0.1 0"/>`),
    4,
  );
  // 2 · 0.1 m · 1 N for 2 s.
  expectNear(rate(couple), [0, 0, 0.4 / INERTIA]);
  expectNear(place(couple), [0, 0, 50]);
});

test("the end leaves nothing: not a bit of the velocity changes any more, although 0.1 + 0.2 − 0.1 − 0.2 is not 0", () => {
  const run = ran(
    ball('<push start_s="0" duration_s="3" force_N="0.1 0 0"/><push start_s="1" duration_s="3" force_N="0.2 0 0"/>'),
    4,
  );
  const after = stateOf(run).slice(STATE.V);
  run.advance(20e9);
  expect(stateOf(run).slice(STATE.V)).toEqual(after);
});

test.each(["", 'duration_s="1e11"'])(
  "one that does not end before any run does, %j, lasts: 3 N for 20 s",
  (duration) => {
    expectNear(velocity(ran(ball(`<push start_s="0" ${duration} force_N="3 0 0"/>`), 20)), [60 / MASS, 0, 0]);
  },
);

test("a body that a push has not reached moves bit for bit as one without, but for the push's own instants", () => {
  const start = 'velocity_mps="0.3 0.1 0" rate_degps="0 0 5"';
  const run = ran(ball('<push start_s="10" force_N="1 0 0"/>', start), 9.99);
  expect(stateOf(run)).toEqual(stateOf(ran(ball("", start), 9.99)));
});

describe("by message", () => {
  /** 6 N to the north from 1 s on for 2 s, sent by a part of the environment that no file knows. */
  const tug: Extension = {
    routes: () => [
      {
        message: push as unknown as MessageType<Fields>,
        from: { role: "environment", path: "tug", vehicle: 0 },
        to: { role: "vehicles", path: "ball", vehicle: 0 },
        latency_ns: 0,
      },
    ],
    install: {
      environment: ({ builder, out }) => {
        const port = out("tug", push, PHASE.deliver);
        const message = new Float64Array(push.size);
        const actor = builder.addActor({
          path: "tug",
          handle(moment, sign) {
            message[push.at.sign] = sign;
            message[push.at.force_N] = 6;
            port.send(moment, message, 0);
          },
        });
        builder.at(1e9, PHASE.deliver, actor, 1);
        builder.at(3e9, PHASE.deliver, actor, -1);
      },
    },
  };

  test("6 N for 2 s give 0.4 m/s", () => {
    expectNear(velocity(ran(ball(""), 5, [tug])), [12 / MASS, 0, 0]);
  });

  test("together with one of the file: 12 + 3 N s", () => {
    const text = ball('<push start_s="2" duration_s="3" force_N="1 0 0"/>');
    expectNear(velocity(ran(text, 6, [tug])), [15 / MASS, 0, 0]);
  });
});

describe("what cannot be is reported at its place", () => {
  const told = (text: string): string[] =>
    loadText(text)
      .diagnostics.filter(({ severity }) => severity === "error")
      .map(formatDiagnostic);

  test("a push on a vehicle without a hull", () => {
    const text = `<scenario id="s" duration_s="1"><vehicle id="dock" length_m="1">
<push start_s="0" force_N="1 0 0"/></vehicle></scenario>`;
    expect(told(text)).toEqual([
      "test.xml:2:2: error SCN013: dock has no hull: a push does not move it (add a <hull>, or leave the push out)",
    ]);
  });

  test("neither a force nor a torque", () => {
    expect(told(ball('<push start_s="0"/>'))).toEqual([
      expect.stringMatching(/^test\.xml:4:\d+: error LIB\d+: .*the push has neither a force nor a torque/),
    ]);
  });

  test.each([
    ['start_s="-1" force_N="1 0 0"', /start_s = -1/],
    ['start_s="1e9" force_N="1 0 0"', /start_s = 1e9 is above its maximum/],
    ['start_s="1" duration_s="0" force_N="1 0 0"', /duration_s = 0/],
    ['start_s="1" force_N="1 0"', /force_N has 2 values/],
    ['start_s="1" frame="W" force_N="1 0 0"', /frame/],
    ['force_N="1 0 0"', /start_s/],
  ])("%s", (attributes, pattern) => {
    expect(told(ball(`<push ${attributes}/>`))).toEqual([expect.stringMatching(pattern)]);
  });
});
