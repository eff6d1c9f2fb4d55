import { expect, test } from "vitest";
import { pendulum } from "../../test/support/toy-plant.ts";
import { type Actor, ModelBuilder, type SystemPlace } from "./model.ts";
import { PHASE } from "./phase.ts";
import { Simulation } from "./simulation.ts";

/** Two systems, and one actor at 5 ms. */
function withActor(actor: (left: SystemPlace, right: SystemPlace) => Omit<Actor, "path">) {
  const builder = new ModelBuilder();
  const left = builder.addSystem(pendulum("left", 3_000_000));
  const right = builder.addSystem(pendulum("right", 3_000_000));
  builder.at(5_000_000, PHASE.react, builder.addActor({ path: "meddler", ...actor(left, right) }));
  return { builder, left, right };
}

const END = 20_000_000;

test.each([
  [
    "a system that it does not declare",
    (left: SystemPlace, right: SystemPlace) => ({
      writes: [left],
      handle: ({ x }: { x: Float64Array }) => void x.fill(7, right.at + 1, right.at + 2),
    }),
    /^meddler at t = 5000000 ns .*meddler writes to right, which it does not declare/,
  ],
  [
    "a system that it only reads",
    (left: SystemPlace, right: SystemPlace) => ({
      writes: [left],
      reads: [right],
      handle: ({ x }: { x: Float64Array }) => void x.fill(7, right.at + 2, right.at + 3),
    }),
    /^meddler at t = 5000000 ns .*meddler writes to right, which it only reads/,
  ],
] as const)(
  "rule 22: in a checked run, to write %s is a fault that names both; unchecked, it does not reach the state",
  (_, actor, fault) => {
    const { builder } = withActor(actor);
    const model = builder.build();
    expect(() => new Simulation(model, undefined, { checked: true }).runUntil(END)).toThrow(fault);

    const end = (m: typeof model): number[] => {
      const sim = new Simulation(m, undefined, { checked: false });
      sim.runUntil(END);
      return [...sim.look().x];
    };
    const { builder: innocent } = withActor((left, right) => ({ ...actor(left, right), handle: () => {} }));
    expect(end(model)).toEqual(end(innocent.build()));
  },
);

test("rule 22: a run is checked where the global object says so, unless its options decide", () => {
  const { builder } = withActor((_, right) => ({ handle: ({ x }) => void x.fill(7, right.at, right.at + 1) }));
  const model = builder.build();
  const before = globalThis.THETIS_CHECKED;
  // The tests' own setting.
  expect(before).toBe(true);
  try {
    globalThis.THETIS_CHECKED = true;
    expect(() => new Simulation(model).runUntil(END)).toThrow(/does not declare/);
    new Simulation(model, undefined, { checked: false }).runUntil(END);
    globalThis.THETIS_CHECKED = false;
    new Simulation(model).runUntil(END);
  } finally {
    globalThis.THETIS_CHECKED = before;
  }
});

test("rule 22: a fork is checked as its origin is", () => {
  const { builder } = withActor((_, right) => ({ handle: ({ x }) => void x.fill(7, right.at, right.at + 1) }));
  const model = builder.build();
  for (const checked of [true, false]) {
    const run = (): void => new Simulation(model, undefined, { checked }).fork().runUntil(END);
    if (checked) expect(run).toThrow(/does not declare/);
    else expect(run).not.toThrow();
  }
});

test("rule 22: an actor finds what it writes in place, what it reads as a copy, NaN elsewhere, whichever actor acted before", () => {
  const builder = new ModelBuilder();
  const places = ["a", "b", "c"].map((path, i) => builder.addSystem(pendulum(path, 3_000_000 + i)));
  const [a, b, c] = places;
  const seen: string[] = [];
  const show = ({ x }: { x: Float64Array }, path: string): void => {
    seen.push(`${path} ${places.map(({ at }) => (Number.isNaN(x[at]) ? "-" : "x")).join("")}`);
  };
  const add = (path: string, writes: SystemPlace[], reads: SystemPlace[]): void => {
    const actor = builder.addActor({ path, writes, reads, handle: (moment) => show(moment, path) });
    builder.every(actor, 10, PHASE.react);
  };
  add("1 all", [a], [b, c]);
  add("2 none", [], []);
  add("3 first", [], [a]);
  add("4 writes", [c], []);
  add("5 both", [b], [b, c]);
  const sim = new Simulation(builder.build(), undefined, { checked: false });
  const round = ["1 all xxx", "2 none ---", "3 first x--", "4 writes --x", "5 both -xx"];
  sim.runUntil(0);
  sim.look();
  sim.runUntil(123_000_000);
  sim.look([b]);
  sim.runUntil(200_000_000);
  expect(seen).toEqual([...round, ...round, ...round]);
});

test("rule 6: a copy is brought once per system and instant, and anew after a write", () => {
  const builder = new ModelBuilder();
  const place = builder.addSystem(pendulum("p", 3_000_000));
  const seen: number[] = [];
  for (const path of ["a", "b", "d"]) {
    const reader = builder.addActor({ path, reads: [place], handle: ({ x }) => void seen.push(x[place.at]) });
    builder.at(4_000_000, PHASE.react, reader);
  }
  const writer = builder.addActor({
    path: "c",
    writes: [place],
    handle: ({ x }) => void x.fill(x[place.at] + 1, place.at, place.at + 1),
  });
  builder.at(4_000_000, PHASE.react, writer);
  const sim = new Simulation(builder.build());
  sim.runUntil(4_000_000);
  expect(seen[1]).toBe(seen[0]);
  expect(seen[2]).toBe(seen[0] + 1);
  // One whole step, one side step for a and b, which becomes the landing of c; d finds the state itself.
  expect([sim.counts.steps, sim.counts.sideSteps]).toEqual([1, 1]);
});

test("rule 6: what is landed with a copy there has the bits of what is landed without", () => {
  const run = (looking: boolean): number[] => {
    const builder = new ModelBuilder();
    const place = builder.addSystem(pendulum("p", 3_000_000));
    const seen: number[] = [];
    const reader = builder.addActor({ path: "a", reads: [place], handle: () => {} });
    const writer = builder.addActor({
      path: "b",
      writes: [place],
      handle: ({ x }) => void seen.push(x[place.at], x[place.at + 1]),
    });
    for (let i = 1; i < 9; i++) {
      if (looking) builder.at(i * 7_000_001, PHASE.sense, reader);
      builder.at(i * 7_000_001, PHASE.react, writer);
    }
    new Simulation(builder.build()).runUntil(100_000_000);
    return seen;
  };
  expect(run(true)).toEqual(run(false));
});

test("rule 22: what an actor both reads and writes it may change, in a checked run too", () => {
  const { builder, left } = withActor((own) => ({
    reads: [own],
    writes: [own],
    handle: ({ x }) => void x.fill(0.25, own.at, own.at + 1),
  }));
  const sim = new Simulation(builder.build(), undefined, { checked: true });
  sim.runUntil(5_000_000);
  expect(sim.look().x[left.at]).toBe(0.25);
});
