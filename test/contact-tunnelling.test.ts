/** Nothing passes through anything: fast bodies against thin plates, and against one another. */
import { expect, test } from "vitest";
import { ScenarioRun } from "../src/scenario/index.ts";
import { type Body, draws, length, obstacle, plus, scenarioText, shape } from "./support/contact-bodies.ts";
import { LONG } from "./support/long.ts";
import { scenarioOf, stateOf } from "./support/scenarios.ts";

const SURFACE = { mu: 0.3, e: 0.4 };

const SHAPES = [
  shape("sphere", 'diameter_m="0.4"', SURFACE),
  shape("capsule", 'diameter_m="0.2" length_m="1.2"', SURFACE),
  shape("box", 'size_m="0.9 0.4 0.2"', SURFACE),
  shape("cylinder", 'diameter_m="0.3" length_m="0.8"', SURFACE),
];

function thrown(id: string, kind: number, more: Partial<Body>): Body {
  const kg = 60;
  return {
    id,
    at: [0, 0, 0],
    mass_kg: kg,
    volume_m3: kg / 1000,
    inertia: [1.2, 5, 6, 0, 0, 0],
    added: [10, 40, 60, 0, 3, 3],
    size: [0.9, 0.4, 0.2],
    shapes: SHAPES[kind % SHAPES.length]!,
    ...more,
  };
}

/** Plates of 5 cm, 4 m wide, 12 m from one another, each with its body, which is shot at its middle at 10 m/s from 1.5 m away. */
function shots(draw: () => number, count: number, step_s: number) {
  const inside: string[] = [];
  const bodies: Body[] = [];
  const sides: { readonly centre: number[]; readonly across: number[] }[] = [];
  for (let n = 0; n < count; n++) {
    const signed = (): number => 2 * draw() - 1;
    const centre = [12 * (n % 10), 12 * Math.floor(n / 10), 100];
    const [roll, pitch, yaw] = [180 * signed(), 80 * signed(), 180 * signed()];
    const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
    // Axis x of the plate, across it; where the plate is upright or not, roll leaves it.
    const across = [Math.cos(p) * Math.cos(y), Math.cos(p) * Math.sin(y), -Math.sin(p)];
    inside.push(
      obstacle(
        "box",
        `size_m="0.05 4 4" position_m="${centre.join(" ")}" attitude_deg="${roll} ${pitch} ${yaw}"`,
        SURFACE,
        `plate${n}`,
      ),
    );
    // Within some 35° of the axis, a little beside the middle.
    const way = plus(across, [0.5 * signed(), 0.5 * signed(), 0.5 * signed()]);
    const unit = way.map((value) => value / length(way));
    const aim = plus(centre, [0.3 * signed(), 0.3 * signed(), 0.3 * signed()]);
    // Its attitude is such that its velocity in B has to be turned: kept simple by a velocity along its own x.
    const heading = (Math.atan2(unit[1]!, unit[0]!) * 180) / Math.PI;
    const climb = (Math.asin(-unit[2]!) * 180) / Math.PI;
    bodies.push(
      thrown(`shot${n}`, n, {
        at: plus(aim, unit, -1.5),
        attitude_deg: [180 * signed(), climb, heading],
        velocity: [10, 0, 0],
        rate_degps: [600 * signed(), 400 * signed(), 400 * signed()],
      }),
    );
    sides.push({ centre, across });
  }
  const text = scenarioText(bodies, { duration_s: 0.5, step_s, inside: inside.join("\n"), rate_Hz: 1 });
  return { scenario: scenarioOf(text), sides, text };
}

test("bodies at 10 m/s never pass a plate of 5 cm, with steps of 20 cm", () => {
  const draw = draws(31);
  const rounds = LONG ? 100 : 3;
  for (let round = 0; round < rounds; round++) {
    const { scenario, sides } = shots(draw, 100, 0.02);
    const run = new ScenarioRun(scenario, { writer: null, version: "test" });
    let deepest = -9;
    for (let t_ns = 100_000_000; t_ns <= run.end_ns; t_ns += 5_000_000) {
      run.advance(t_ns);
      const { x } = run.sim.look();
      sides.forEach(({ centre, across }, n) => {
        const { at } = run.world.vehicles.bodies[n]!.reads[0]!;
        const beyond = across.reduce((sum, value, k) => sum + value * (x[at + k]! - centre[k]!), 0);
        // A ball of 0.1 m around Bo lies within each shape.
        deepest = Math.max(deepest, beyond + 0.025 + [0.2, 0.1, 0.1, 0.15][n % 4]!);
      });
    }
    const struck = new Set(run.events.filter(({ message }) => message.startsWith("touches")).map(({ name }) => name));
    expect(struck.size).toBe(100);
    console.log(deepest);
  }
}, 600_000);
