/** Contact forces of one box on a plane, on its four corners: set up and solved from kept forces, and from none. */
import { ContactProblem, WORLD } from "../src/environment/index.ts";
import { type Benchmark, figure, nsPerItemInTurns } from "./harness.ts";

const ITEMS = 20_000;

export const benchmark: Benchmark = {
  name: "contact-forces",
  doc: "Forces of one box on a plane, four contacts",
  run() {
    const problem = new ContactProblem();
    const motion = Float64Array.of(0, 0, -0.2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const massInverse = new Float64Array(36);
    [0.5, 0.5, 0.5, 11.5, 5.2, 4.4].forEach((value, n) => {
      massInverse[7 * n] = value;
    });
    const acceleration = Float64Array.of(1, 0.5, 9.81, 0, 0, 0);
    const surface = Float64Array.of(0.6, 0.4);
    const h = Float64Array.of(1e-3);
    const places = Float64Array.of(
      ...[0.5, 0.3, 0, 0, 0, -1, 0],
      ...[0.5, -0.3, 0, 0, 0, -1, 0],
      ...[-0.5, 0.3, 0, 0, 0, -1, 0],
      ...[-0.5, -0.3, 0, 0, 0, -1, 0],
    );
    const kept = new Float64Array(12);
    const none = new Float64Array(12);
    const build = (start: Float64Array): void => {
      problem.clear();
      const body = problem.addBody(motion, 0, massInverse, 0);
      problem.setAcceleration(body, acceleration, 0);
      for (let c = 0; c < 4; c++) problem.addContact(body, WORLD, places, 7 * c, surface, 0, c, start, 3 * c);
    };
    build(none);
    problem.forces(h);
    for (let c = 0; c < 4; c++) problem.forceInto(kept, 3 * c, c);
    const solved = (start: Float64Array) => (): number => {
      let iterations = 0;
      for (let n = 0; n < ITEMS; n++) {
        build(start);
        problem.forces(h);
        iterations += problem.iterations;
      }
      return iterations;
    };
    const built = (): number => {
      for (let n = 0; n < ITEMS; n++) build(kept);
      return problem.contacts;
    };
    // The compiler needs to see all three before it settles.
    for (const body of [built, solved(kept), solved(none)]) body();
    const [setUp, warm, cold] = nsPerItemInTurns([built, solved(kept), solved(none)], ITEMS);
    return [
      figure("set up", "ns", setUp ?? []),
      figure("set up and solved from kept forces", "ns", warm ?? [], { of: "value", atMost: 5000 }),
      figure("set up and solved from none", "ns", cold ?? []),
    ];
  },
};
